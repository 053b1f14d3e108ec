#include "model/nv50/graph/draw.h"

#include <string.h>

#include "hw/least.h"
#include "hw/nv50/eng2d.h"
#include "hw/nv50/pgraph.h"
#include "model/nv50/base/card.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/graph/pixel.h"

#define SIZE_MAX_2D 0x10000u

/* The part of the span that lies in the destination and in the clip rectangle; `skipped` pixels are
 * cut off at its left. */
static bool clip(const struct nv50 *card, const struct surface_2d *target, struct span *span,
                 uint32_t *skipped)
{
    uint64_t left = 0, right = target->width, top = 0, bottom = target->height;

    *skipped = 0;
    if (eng2d_word(card, ENG2D_CLIP_ENABLE)) {
        const uint64_t x = eng2d_word(card, ENG2D_CLIP_X), y = eng2d_word(card, ENG2D_CLIP_Y);
        left = x;
        top = y;
        right = LEAST(x + eng2d_word(card, ENG2D_CLIP_W), right);
        bottom = LEAST(y + eng2d_word(card, ENG2D_CLIP_H), bottom);
    }
    if (span->y < top || span->y >= bottom || span->count == 0)
        return false;
    if (span->x < left) {
        *skipped = (uint32_t)(left - span->x);
        if (*skipped >= span->count)
            return false;
        span->x += *skipped;
        span->count -= *skipped;
    }
    if (span->x >= right) /* also a clip rectangle beside the destination */
        return false;
    if (span->count > right - span->x)
        span->count = (uint32_t)(right - span->x);
    return true;
}

/* The pattern counts only in a truth table that tells its two values apart. */
static bool uses_pattern(const struct nv50 *card, uint32_t operation)
{
    const uint32_t rop = eng2d_word(card, ENG2D_ROP);

    return (operation == ENG2D_OPERATION_ROP || operation == ENG2D_OPERATION_ROP_AND) &&
           (rop >> 4 & 15) != (rop & 15);
}

int draw_check(const struct nv50 *card, const struct surface_2d *target)
{
    const uint32_t operation = eng2d_word(card, ENG2D_OPERATION);

    if (target->bytes == 0)
        return DATA_ERROR_FORMAT_MISMATCH_2D;
    if (target->width > SIZE_MAX_2D || target->height > SIZE_MAX_2D)
        return DATA_ERROR_INVALID_VALUE;
    if (operation > ENG2D_OPERATION_LAST)
        return DATA_ERROR_INVALID_ENUM;
    if (eng2d_word(card, ENG2D_COLOR_KEY_ENABLE) ||
        (uses_pattern(card, operation) && !pattern_is_known(card)))
        return DATA_ERROR_INVALID_OPERATION;
    return GRAPH_DONE;
}

/* Source, pattern and result in the destination's format. */
static uint32_t rop_pixel(const struct nv50 *card, const struct surface_2d *target, struct span at,
                          uint32_t source, uint32_t under)
{
    const uint32_t pattern =
        pixel_convert(pattern_pixel(card, at.x, at.y), ENG2D_FORMAT_A8R8G8B8, target->format);
    return pixel_rop((uint8_t)eng2d_word(card, ENG2D_ROP), pattern, source, under);
}

static bool is_opaque(uint32_t pixel, uint32_t format)
{
    return FIELD_GET(PIXEL_ALPHA, pixel_convert(pixel, format, ENG2D_FORMAT_A8R8G8B8)) != 0;
}

/* Blending works on A8R8G8B8, whatever the formats are. */
static uint32_t blend_pixel(const struct nv50 *card, uint32_t operation, uint32_t source,
                            uint32_t under)
{
    const uint32_t beta4 = eng2d_word(card, ENG2D_BETA4);
    const uint32_t beta1 = FIELD_GET(ENG2D_BETA1_VALUE, eng2d_word(card, ENG2D_BETA1));
    const uint32_t alpha = FIELD_GET(PIXEL_ALPHA, source);

    switch (operation) {
    case ENG2D_OPERATION_BLEND: {
        const uint32_t weight = pixel_level_product(alpha, beta1);
        return pixel_sum(pixel_product(under, PIXEL_GREY(255 - weight)),
                         pixel_product(source, PIXEL_GREY(weight)));
    }
    case ENG2D_OPERATION_BLEND_PREMULT: {
        const uint32_t weight = pixel_level_product(alpha, FIELD_GET(PIXEL_ALPHA, beta4));
        return pixel_sum(pixel_product(under, PIXEL_GREY(255 - weight)),
                         pixel_product(source, beta4));
    }
    default:
        return pixel_product(source, beta4);
    }
}

/* One pixel of the destination, in its format. */
static uint32_t operate(const struct nv50 *card, const struct surface_2d *target, struct span at,
                        uint32_t pixel, uint32_t format, uint32_t under)
{
    const uint32_t operation = eng2d_word(card, ENG2D_OPERATION);
    const uint32_t source = pixel_convert(pixel, format, target->format);
    uint32_t result;

    switch (operation) {
    case ENG2D_OPERATION_SRCCOPY:
        return source;
    case ENG2D_OPERATION_SRCCOPY_AND:
        return is_opaque(pixel, format) ? source : under;
    case ENG2D_OPERATION_ROP:
        return rop_pixel(card, target, at, source, under);
    case ENG2D_OPERATION_ROP_AND:
        result = rop_pixel(card, target, at, source, under);
        return is_opaque(result, target->format) ? result : under;
    default:
        result = blend_pixel(card, operation, pixel_convert(pixel, format, ENG2D_FORMAT_A8R8G8B8),
                             pixel_convert(under, target->format, ENG2D_FORMAT_A8R8G8B8));
        return pixel_convert(result, ENG2D_FORMAT_A8R8G8B8, target->format);
    }
}

static bool reads_destination(uint32_t operation)
{
    return operation != ENG2D_OPERATION_SRCCOPY && operation != ENG2D_OPERATION_SRCCOPY_PREMULT;
}

static bool draw_piece(struct nv50 *card, const struct surface_2d *target, struct span piece,
                       const uint32_t *pixels, uint32_t format)
{
    uint32_t under[PIECE_PIXELS] = { 0 }, out[PIECE_PIXELS];

    if (reads_destination(eng2d_word(card, ENG2D_OPERATION)) &&
        !surface_2d_read(card, target, piece, under))
        return false;
    if (card->broken[DEFECT_ENG2D_DESTINATION_UNREAD])
        memset(under, 0, sizeof(under));
    for (uint32_t i = 0; i < piece.count; i++)
        out[i] = operate(card, target, (struct span){ piece.x + i, piece.y, 1 }, pixels[i], format,
                         under[i]);
    if (card->broken[DEFECT_ENG2D_PIXEL_OFF] && piece.x + piece.count < target->width)
        piece.x++;
    return surface_2d_write(card, target, piece, out);
}

static void trap_destination(struct nv50 *card)
{
    graph_trap(card, PGRAPH_TRAP_PROP,
               graph_tpc_word(card, graph_first_tpc(card), PGRAPH_TPC_PROP_TRAP_G80,
                              PGRAPH_TPC_PROP_TRAP_G200),
               PGRAPH_PROP_TRAP_DST2D);
}

static bool is_undrawn(const struct nv50 *card)
{
    return card->pgraph->state.undrawn && !card->broken[DEFECT_ENG2D_CONDITION_IGNORED];
}

bool draw_span(struct nv50 *card, const struct surface_2d *target, struct span span,
               const uint32_t *pixels, uint32_t format)
{
    uint32_t skipped;

    if (is_undrawn(card) || !clip(card, target, &span, &skipped))
        return true;
    for (uint32_t done = 0, run; done < span.count; done += run) {
        run = LEAST(span.count - done, PIECE_PIXELS);
        if (!draw_piece(card, target, (struct span){ span.x + done, span.y, run },
                        pixels + skipped + done, format)) {
            trap_destination(card);
            return false;
        }
    }
    return true;
}
