/* model/nv50/host/pdisplay.h: the display registers that tell whether the VBIOS has run, and which memory is shown.
 *
 * Shape   the VGA CRTC registers as bytes at an index and data port, and as an array; of a picture the part that
 *         software can read: active heads, channels, the state in use, EVO's table of objects in VRAM.
 * Source  docs/hardware/devinit.md §3.1, §7.2. */
#ifndef MODEL_NV50_HOST_PDISPLAY_H
#define MODEL_NV50_HOST_PDISPLAY_H

#include <stdbool.h>
#include <stdint.h>

struct nv50;
struct reg_block;

extern const struct reg_block pdisplay_regs;

#define CRTC_COUNT 256

enum pdisplay_picture { PICTURE_NONE, PICTURE_EVO, PICTURE_VGA };

struct pdisplay {
    enum pdisplay_picture picture;
    uint64_t picture_at; /* in VRAM */
    uint8_t index;
    uint8_t crtc[CRTC_COUNT];
    uint8_t power_on[CRTC_COUNT];
};

/* The picture that the card shows from power-on: "evo:0x100000", "vga:0x40000", addresses of VRAM; null: nothing.
 * False: not one of these. */
bool pdisplay_choose(struct nv50 *card, const char *text);

void pdisplay_power_on(struct nv50 *card);
/* Its bit of PMC_ENABLE went off: no mode is set any more. */
void pdisplay_reset(struct nv50 *card);

/* The two byte ports at 0x6013d4 and 0x6013d5. */
const char *pdisplay_port_name(uint32_t offset);
uint8_t pdisplay_read_port(struct nv50 *card, uint32_t offset);
void pdisplay_write_port(struct nv50 *card, uint32_t offset, uint8_t value);

unsigned pdisplay_changed(struct nv50 *card, void (*line)(void *opaque, const char *text),
                          void *opaque);

#endif
