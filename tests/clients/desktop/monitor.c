/* tests/clients/desktop/monitor.c: a display where the card has none. X's server cannot do without one.
 *
 * Shape   preloaded into the server, it answers libdrm's questions for modes: one CRTC, one encoder, one
 *         connector with nothing plugged in. Nothing ever reaches the kernel; driver, libdrm and kernel are
 *         as Debian ships them. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <xf86drmMode.h>

#define CRTC      71
#define ENCODER   72
#define CONNECTOR 73
#define LARGEST   8192

static uint32_t *one(uint32_t id)
{
    uint32_t *list = calloc(1, sizeof(*list));
    *list = id;
    return list;
}

drmModeResPtr drmModeGetResources(int fd)
{
    drmModeResPtr all = calloc(1, sizeof(*all));

    (void)fd;
    *all = (drmModeRes){ .count_crtcs = 1,
                         .crtcs = one(CRTC),
                         .count_connectors = 1,
                         .connectors = one(CONNECTOR),
                         .count_encoders = 1,
                         .encoders = one(ENCODER),
                         .max_width = LARGEST,
                         .max_height = LARGEST };
    return all;
}

drmModeConnectorPtr drmModeGetConnector(int fd, uint32_t id)
{
    drmModeConnectorPtr connector = calloc(1, sizeof(*connector));

    (void)fd;
    *connector = (drmModeConnector){ .connector_id = id,
                                     .connector_type = DRM_MODE_CONNECTOR_VGA,
                                     .connector_type_id = 1,
                                     .connection = DRM_MODE_DISCONNECTED,
                                     .subpixel = DRM_MODE_SUBPIXEL_NONE,
                                     .count_encoders = 1,
                                     .encoders = one(ENCODER) };
    return connector;
}

drmModeEncoderPtr drmModeGetEncoder(int fd, uint32_t id)
{
    drmModeEncoderPtr encoder = calloc(1, sizeof(*encoder));

    (void)fd;
    *encoder = (drmModeEncoder){ .encoder_id = id,
                                 .encoder_type = DRM_MODE_ENCODER_DAC,
                                 .possible_crtcs = 1 };
    return encoder;
}

drmModeCrtcPtr drmModeGetCrtc(int fd, uint32_t id)
{
    drmModeCrtcPtr crtc = calloc(1, sizeof(*crtc));

    (void)fd;
    crtc->crtc_id = id;
    return crtc;
}

/* The server switches off the outputs that it believes to be there, and shows a cursor: fine. */
int drmModeSetCrtc(int fd, uint32_t crtc, uint32_t buffer, uint32_t x, uint32_t y,
                   uint32_t *connectors, int count, drmModeModeInfoPtr mode)
{
    (void)fd, (void)crtc, (void)buffer, (void)x, (void)y, (void)connectors, (void)count, (void)mode;
    return 0;
}

int drmModeSetCursor(int fd, uint32_t crtc, uint32_t buffer, uint32_t width, uint32_t height)
{
    (void)fd, (void)crtc, (void)buffer, (void)width, (void)height;
    return 0;
}
