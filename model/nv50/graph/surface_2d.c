#include "hw/least.h"
#include "hw/nv50/eng2d.h"
#include "model/common/bytes.h"
#include "model/nv50/base/card.h"
#include "model/nv50/graph/draw.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/graph/pixel.h"

#define PIXEL_BYTES_MAX 4u

/* Source or destination, as the methods before the drawing have described it. */
struct surface_2d surface_2d_of(const struct nv50 *card, bool source)
{
    const uint32_t base = source ? ENG2D_SRC : ENG2D_DST;
    const uint32_t block = eng2d_word(card, base + ENG2D_SURFACE_BLOCK);
    struct surface_2d surface = {
        .user = &card->pgraph->eng2d[source ? ENG2D_USER_SRC : ENG2D_USER_DST],
        .at = (uint64_t)(eng2d_word(card, base + ENG2D_SURFACE_ADDRESS_HIGH) & 0xff) << 32 |
              eng2d_word(card, base + ENG2D_SURFACE_ADDRESS_LOW),
        .format = eng2d_word(card, base + ENG2D_SURFACE_FORMAT),
        .pitch = eng2d_word(card, base + ENG2D_SURFACE_PITCH),
        .width = eng2d_word(card, base + ENG2D_SURFACE_WIDTH),
        .height = eng2d_word(card, base + ENG2D_SURFACE_HEIGHT),
        .layer = eng2d_word(card, base + ENG2D_SURFACE_LAYER),
        .tiled = eng2d_word(card, base + ENG2D_SURFACE_LAYOUT) == 0,
    };

    surface.bytes = pixel_bytes(surface.format);
    surface.surface = (struct surface){ .block_width = block & 7,
                                        .block_height = block >> 4 & 7,
                                        .block_depth = block >> 8 & 7,
                                        .width = surface.width * surface.bytes,
                                        .height = surface.height };
    return surface;
}

/* How many of the span's pixels are contiguous from its start on, and where. */
static uint32_t run_of(const struct surface_2d *surface, struct span span, uint64_t *at)
{
    const uint32_t count = LEAST(span.count, PIECE_PIXELS);

    if (!surface->tiled) {
        *at = surface->at + (uint64_t)surface->pitch * span.y + span.x * surface->bytes;
        return count;
    }
    const uint32_t left = (GOB_WIDTH - span.x * surface->bytes % GOB_WIDTH) / surface->bytes;
    *at = surface->at +
          surface_offset(&surface->surface, span.x * surface->bytes, span.y, surface->layer);
    return LEAST(count, left);
}

static struct span span_after(struct span span, uint32_t done)
{
    return (struct span){ span.x + done, span.y, span.count - done };
}

bool surface_2d_read(struct nv50 *card, const struct surface_2d *surface, struct span span,
                     uint32_t *pixels)
{
    for (uint32_t done = 0, run; done < span.count; done += run) {
        uint8_t bytes[PIECE_PIXELS * PIXEL_BYTES_MAX];
        uint64_t at;

        run = run_of(surface, span_after(span, done), &at);
        if (!vm_user_read(card, surface->user, at, bytes, run * surface->bytes))
            return false;
        for (uint32_t i = 0; i < run; i++)
            pixels[done + i] = (uint32_t)bytes_get(bytes + i * surface->bytes, surface->bytes);
    }
    return true;
}

bool surface_2d_write(struct nv50 *card, const struct surface_2d *surface, struct span span,
                      const uint32_t *pixels)
{
    for (uint32_t done = 0, run; done < span.count; done += run) {
        uint8_t bytes[PIECE_PIXELS * PIXEL_BYTES_MAX];
        uint64_t at;

        run = run_of(surface, span_after(span, done), &at);
        for (uint32_t i = 0; i < run; i++)
            bytes_put(bytes + i * surface->bytes, pixels[done + i], surface->bytes);
        if (!vm_user_write(card, surface->user, at, bytes, run * surface->bytes))
            return false;
    }
    return true;
}
