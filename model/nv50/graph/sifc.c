#include "hw/nv50/eng2d.h"
#include "hw/nv50/pgraph.h"
#include "model/nv50/base/card.h"
#include "model/nv50/graph/draw.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/graph/pixel.h"

/* The host's data is a stream of bits, lowest byte first, that goes on from word to word: pixels of
 * a format, or indices of 1, 4 or 8 bits. `sifc_done` of them have been taken. */
struct stream {
    uint32_t bits; /* of one pixel */
    uint32_t line; /* bits from line to line */
    uint32_t width, height;
};

/* 0: a kind that nobody describes. */
static uint32_t index_bits(const struct nv50 *card)
{
    switch (eng2d_word(card, ENG2D_SIFC_BITMAP_FORMAT)) {
    case ENG2D_SIFC_I1:
        return 1;
    case ENG2D_SIFC_I4:
        return 4;
    case ENG2D_SIFC_I8:
        return 8;
    default:
        return 0;
    }
}

static uint32_t rounded(uint32_t bits, uint32_t pack)
{
    const uint32_t unit = pack == ENG2D_SIFC_ALIGN_WORD   ? 32
                          : pack == ENG2D_SIFC_ALIGN_BYTE ? 8
                                                          : 1;
    return (bits + unit - 1) / unit * unit;
}

static struct stream stream_of(const struct nv50 *card)
{
    const bool indices = eng2d_word(card, ENG2D_SIFC_BITMAP);
    struct stream stream = {
        .bits = indices ? index_bits(card) : 8 * pixel_bytes(eng2d_word(card, ENG2D_SIFC_FORMAT)),
        .width = eng2d_word(card, ENG2D_SIFC_WIDTH),
        .height = eng2d_word(card, ENG2D_SIFC_HEIGHT),
    };

    stream.line = stream.width * stream.bits;
    if (indices)
        stream.line = rounded(stream.line, eng2d_word(card, ENG2D_SIFC_LINE_PACK));
    return stream;
}

/* Stretching is not described anywhere: a step is 1, or was never set. */
static bool is_step(const struct nv50 *card, uint32_t integer)
{
    return eng2d_word(card, integer) <= 1 && eng2d_word(card, integer - 4) == 0;
}

/* Indices of more than one bit look their pixels up in the source surface. */
static bool uses_table(const struct nv50 *card)
{
    return eng2d_word(card, ENG2D_SIFC_BITMAP) &&
           eng2d_word(card, ENG2D_SIFC_BITMAP_FORMAT) != ENG2D_SIFC_I1;
}

static int check(const struct nv50 *card, const struct surface_2d *target,
                 const struct stream *stream)
{
    const int error = draw_check(card, target);

    if (error != GRAPH_DONE)
        return error;
    if (stream->bits == 0)
        return eng2d_word(card, ENG2D_SIFC_BITMAP) ? DATA_ERROR_INVALID_ENUM
                                                   : DATA_ERROR_FORMAT_MISMATCH_2D;
    if (uses_table(card) && surface_2d_of(card, true).bytes == 0)
        return DATA_ERROR_FORMAT_MISMATCH_2D;
    if (stream->width == 0 || stream->width > GRAPH_LINE_PIXELS)
        return DATA_ERROR_INVALID_VALUE;
    return is_step(card, ENG2D_SIFC_DX_DU) && is_step(card, ENG2D_SIFC_DY_DV)
               ? GRAPH_DONE
               : DATA_ERROR_INVALID_OPERATION;
}

/* `bits` bits of the word from `at` on; of indices the most significant may come first. */
static uint32_t taken(const struct nv50 *card, const struct stream *stream, uint32_t data,
                      uint32_t at)
{
    const bool high_first =
        eng2d_word(card, ENG2D_SIFC_BITMAP) && !eng2d_word(card, ENG2D_SIFC_BITMAP_LSB_FIRST);

    if (high_first && stream->bits < 8)
        at = (at & ~7u) + 8 - stream->bits - (at & 7);
    return stream->bits == 32 ? data : data >> at & (BIT(stream->bits) - 1);
}

/* The colour of a pixel or index. false: a VM fault while the table was read. */
static bool look_up(struct nv50 *card, uint32_t value, uint32_t *pixel, uint32_t *format)
{
    *format = eng2d_word(card, ENG2D_SIFC_FORMAT);
    *pixel = value;
    if (!eng2d_word(card, ENG2D_SIFC_BITMAP))
        return true;
    if (!uses_table(card)) {
        *pixel = eng2d_word(card, value ? ENG2D_SIFC_BIT1 : ENG2D_SIFC_BIT0);
        return true;
    }
    const struct surface_2d table = surface_2d_of(card, true);
    *format = table.format;
    return surface_2d_read(card, &table, (struct span){ value, 0, 1 }, pixel);
}

static bool is_transparent(const struct nv50 *card, uint32_t value)
{
    return value == 0 && eng2d_word(card, ENG2D_SIFC_BITMAP) &&
           eng2d_word(card, ENG2D_SIFC_BITMAP_FORMAT) == ENG2D_SIFC_I1 &&
           !eng2d_word(card, ENG2D_SIFC_BIT0_WRITTEN);
}

/* false: nothing more of this word, something has trapped. */
static bool put(struct nv50 *card, const struct surface_2d *target, uint32_t value, uint32_t x,
                uint32_t y)
{
    const struct span at = { eng2d_word(card, ENG2D_SIFC_X) + x, eng2d_word(card, ENG2D_SIFC_Y) + y,
                             1 };
    uint32_t pixel, format;

    if (is_transparent(card, value))
        return true;
    if (!look_up(card, value, &pixel, &format)) {
        graph_trap_source(card);
        return false;
    }
    return draw_span(card, target, at, &pixel, format);
}

int sifc_data(struct nv50 *card, uint32_t data)
{
    const struct surface_2d target = surface_2d_of(card, false);
    const struct stream stream = stream_of(card);
    const int error = check(card, &target, &stream);
    uint64_t *const done = &card->pgraph->state.sifc_done;

    if (error != GRAPH_DONE)
        return error;
    for (uint32_t at = 0; at < 32; at += stream.bits, *done += stream.bits) {
        const uint64_t x = *done % stream.line / stream.bits, y = *done / stream.line;
        if (y >= stream.height)
            return GRAPH_DONE;
        if (x < stream.width &&
            !put(card, &target, taken(card, &stream, data, at), (uint32_t)x, (uint32_t)y))
            return GRAPH_DONE;
    }
    return GRAPH_DONE;
}
