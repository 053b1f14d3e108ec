#include "hw/nv50/eng2d.h"

#include "hw/nv50/pgraph.h"
#include "model/nv50/base/card.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/graph/pixel.h"
#include "model/nv50/graph/surface.h"

#define PIECE_PIXELS    1024u
#define PIXEL_BYTES_MAX 4u
#define SIZE_MAX_2D     0x10000u

static uint32_t word(const struct nv50 *card, uint32_t method)
{
    return card->pgraph.state.eng2d[(method - METHODS_FIRST) / 4];
}

static struct vm_user user_of(enum vm_client client, uint8_t slot)
{
    return (struct vm_user){ .engine = VM_ENGINE_PGRAPH,
                             .read_client = (uint8_t)client,
                             .write_client = (uint8_t)client,
                             .slot = slot };
}

/* docs/hardware/tesla-vm.md §1.1: 0/b/c destination, 0/a/0 source, 0/3/1 notify, 0/3/3 condition. */
void eng2d_init(struct nv50 *card)
{
    card->pgraph.eng2d[ENG2D_USER_NOTIFY] = user_of(VM_CLIENT_DISPATCH, 1);
    card->pgraph.eng2d[ENG2D_USER_DST] = user_of(VM_CLIENT_PROP, 0xc);
    card->pgraph.eng2d[ENG2D_USER_SRC] = user_of(VM_CLIENT_TEXTURE, 0);
    card->pgraph.eng2d[ENG2D_USER_COND] = user_of(VM_CLIENT_DISPATCH, 3);
}

void eng2d_rebind(struct nv50 *card)
{
    for (unsigned i = 0; i < ENG2D_USERS; i++)
        graph_bind(card, &card->pgraph.eng2d[i], word(card, METHODS_FIRST + 4 * i), false);
}

/* ---- surfaces ---- */

struct target_2d {
    const struct vm_user *user;
    uint64_t at;
    uint32_t format, bytes, pitch, width, height, layer;
    bool tiled;
    struct surface surface;
};

static struct target_2d target_of(const struct nv50 *card, bool source)
{
    const uint32_t base = source ? ENG2D_SRC : ENG2D_DST;
    const uint32_t block = word(card, base + ENG2D_SURFACE_BLOCK);
    struct target_2d target = {
        .user = &card->pgraph.eng2d[source ? ENG2D_USER_SRC : ENG2D_USER_DST],
        .at = (uint64_t)(word(card, base + ENG2D_SURFACE_ADDRESS_HIGH) & 0xff) << 32 |
              word(card, base + ENG2D_SURFACE_ADDRESS_LOW),
        .format = word(card, base + ENG2D_SURFACE_FORMAT),
        .pitch = word(card, base + ENG2D_SURFACE_PITCH),
        .width = word(card, base + ENG2D_SURFACE_WIDTH),
        .height = word(card, base + ENG2D_SURFACE_HEIGHT),
        .layer = word(card, base + ENG2D_SURFACE_LAYER),
        .tiled = word(card, base + ENG2D_SURFACE_LAYOUT) == 0,
    };

    target.bytes = pixel_bytes(target.format);
    target.surface = (struct surface){ .block_width = block & 7,
                                       .block_height = block >> 4 & 7,
                                       .block_depth = block >> 8 & 7,
                                       .width = target.width * target.bytes,
                                       .height = target.height };
    return target;
}

/* How many of `count` pixels from x on lie one behind the other, and where. */
static uint32_t run_of(const struct target_2d *target, uint32_t x, uint32_t y, uint32_t count,
                       uint64_t *at)
{
    if (count > PIECE_PIXELS)
        count = PIECE_PIXELS;
    if (!target->tiled) {
        *at = target->at + (uint64_t)target->pitch * y + x * target->bytes;
        return count;
    }
    const uint32_t left = (GOB_WIDTH - x * target->bytes % GOB_WIDTH) / target->bytes;
    *at = target->at + surface_offset(&target->surface, x * target->bytes, y, target->layer);
    return count < left ? count : left;
}

static void unpack(const uint8_t *from, uint32_t bytes, uint32_t count, uint32_t *pixels)
{
    for (uint32_t i = 0; i < count; i++) {
        pixels[i] = 0;
        for (uint32_t b = 0; b < bytes; b++)
            pixels[i] |= (uint32_t)from[i * bytes + b] << (8 * b);
    }
}

static bool read_pixels(struct nv50 *card, const struct target_2d *target, uint32_t x, uint32_t y,
                        uint32_t *pixels, uint32_t count)
{
    for (uint32_t done = 0, run; done < count; done += run) {
        uint8_t bytes[PIECE_PIXELS * PIXEL_BYTES_MAX];
        uint64_t at;

        run = run_of(target, x + done, y, count - done, &at);
        if (!vm_user_read(card, target->user, at, bytes, run * target->bytes))
            return false;
        unpack(bytes, target->bytes, run, pixels + done);
    }
    return true;
}

static bool write_pixels(struct nv50 *card, const struct target_2d *target, uint32_t x, uint32_t y,
                         const uint32_t *pixels, uint32_t count)
{
    for (uint32_t done = 0, run; done < count; done += run) {
        uint8_t bytes[PIECE_PIXELS * PIXEL_BYTES_MAX];
        uint64_t at;

        run = run_of(target, x + done, y, count - done, &at);
        for (uint32_t i = 0; i < run * target->bytes; i++)
            bytes[i] = (uint8_t)(pixels[done + i / target->bytes] >> (8 * (i % target->bytes)));
        if (!vm_user_write(card, target->user, at, bytes, run * target->bytes))
            return false;
    }
    return true;
}

/* ---- traps: the first TPC answers for all ---- */

static void trap_destination(struct nv50 *card)
{
    const uint32_t word_at = PGRAPH_TPC + (card->chip->tpc_stride == 0x1000 ? 0xe08u : 0x708u);
    graph_trap(card, PGRAPH_TRAP_PROP, word_at, PGRAPH_PROP_TRAP_DST2D);
}

static void trap_source(struct nv50 *card)
{
    const uint32_t word_at = PGRAPH_TPC + (card->chip->tpc_stride == 0x1000 ? 0x900u : 0x600u);
    graph_trap(card, PGRAPH_TRAP_TEX, word_at, PGRAPH_TEX_TRAP_ANY | PGRAPH_TEX_TRAP_FAULT);
}

/* ---- drawing ---- */

struct span {
    uint32_t x, y, count;
};

/* What of the span lies in the destination and in the clip rectangle; `skipped` pixels are cut off
 * at its left. */
static bool clip(const struct nv50 *card, const struct target_2d *target, struct span *span,
                 uint32_t *skipped)
{
    uint64_t left = 0, right = target->width, top = 0, bottom = target->height;

    *skipped = 0;
    if (word(card, ENG2D_CLIP_ENABLE)) {
        const uint64_t x = word(card, ENG2D_CLIP_X), y = word(card, ENG2D_CLIP_Y);
        left = x;
        top = y;
        right = x + word(card, ENG2D_CLIP_W) < right ? x + word(card, ENG2D_CLIP_W) : right;
        bottom = y + word(card, ENG2D_CLIP_H) < bottom ? y + word(card, ENG2D_CLIP_H) : bottom;
    }
    if (span->y < top || span->y >= bottom || span->x >= right || span->count == 0)
        return false;
    if (span->x < left) {
        *skipped = (uint32_t)(left - span->x);
        if (*skipped >= span->count)
            return false;
        span->x += *skipped;
        span->count -= *skipped;
    }
    if (span->count > right - span->x)
        span->count = (uint32_t)(right - span->x);
    return true;
}

/* Puts pixels of the destination's format, by the operation that is set. The pattern is not
 * modelled: it counts as all ones. */
static bool put_span(struct nv50 *card, const struct target_2d *target, struct span span,
                     uint32_t *pixels)
{
    const uint8_t rop = (uint8_t)word(card, ENG2D_ROP);
    uint32_t skipped, under[PIECE_PIXELS];

    if (!clip(card, target, &span, &skipped))
        return true;
    pixels += skipped;
    for (uint32_t done = 0, run; done < span.count; done += run) {
        run = span.count - done < PIECE_PIXELS ? span.count - done : PIECE_PIXELS;
        if (word(card, ENG2D_OPERATION) != ENG2D_OPERATION_SRCCOPY) {
            if (!read_pixels(card, target, span.x + done, span.y, under, run))
                return false;
            for (uint32_t i = 0; i < run; i++)
                pixels[done + i] = pixel_rop(rop, UINT32_MAX, pixels[done + i], under[i]);
        }
        if (!write_pixels(card, target, span.x + done, span.y, pixels + done, run))
            return false;
    }
    return true;
}

static int check_drawing(const struct nv50 *card, const struct target_2d *target)
{
    const uint32_t operation = word(card, ENG2D_OPERATION);

    if (target->bytes == 0)
        return DATA_ERROR_FORMAT_MISMATCH_2D;
    if (target->width > SIZE_MAX_2D || target->height > SIZE_MAX_2D)
        return DATA_ERROR_INVALID_VALUE;
    return operation == ENG2D_OPERATION_SRCCOPY || operation == ENG2D_OPERATION_ROP_AND ||
                   operation == ENG2D_OPERATION_ROP
               ? GRAPH_DONE
               : DATA_ERROR_INVALID_OPERATION;
}

static int draw_rectangle(struct nv50 *card, uint32_t corner)
{
    const struct target_2d target = target_of(card, false);
    const uint32_t x = word(card, corner - 8), y = word(card, corner - 4);
    const uint32_t right = word(card, corner), bottom = word(card, corner + 4);
    const int error = check_drawing(card, &target);
    uint32_t pixels[PIECE_PIXELS];

    if (error != GRAPH_DONE)
        return error;
    if (word(card, ENG2D_DRAW_SHAPE) != ENG2D_SHAPE_RECTANGLES)
        return DATA_ERROR_INVALID_OPERATION;
    const uint32_t color =
        pixel_convert(word(card, ENG2D_DRAW_COLOR), word(card, ENG2D_DRAW_FORMAT), target.format);
    for (uint32_t line = y; line < bottom && line < target.height; line++) {
        for (uint32_t at = x, run; at < right && at < target.width; at += run) {
            run = right - at < PIECE_PIXELS ? right - at : PIECE_PIXELS;
            for (uint32_t i = 0; i < run; i++)
                pixels[i] = color;
            if (!put_span(card, &target, (struct span){ at, line, run }, pixels)) {
                trap_destination(card);
                return GRAPH_DONE;
            }
        }
    }
    return GRAPH_DONE;
}

/* ---- blit ---- */

static uint64_t fixed(const struct nv50 *card, uint32_t integer)
{
    return (uint64_t)word(card, integer) << 32 | word(card, integer - 4);
}

/* One line of source pixels, as wide as the destination's. */
static bool sample_line(struct nv50 *card, const struct target_2d *source, uint32_t y,
                        uint32_t count, uint32_t *pixels)
{
    const uint64_t start = fixed(card, ENG2D_BLIT_SRC_X), step = fixed(card, ENG2D_BLIT_DU_DX);
    const uint32_t last = source->width - 1;

    if (y >= source->height)
        y = source->height - 1;
    if (step == UINT64_C(1) << 32 && (start >> 32) + count <= source->width)
        return read_pixels(card, source, (uint32_t)(start >> 32), y, pixels, count);
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t x = (start + i * step) >> 32;
        if (!read_pixels(card, source, x > last ? last : (uint32_t)x, y, &pixels[i], 1))
            return false;
    }
    return true;
}

static bool blit_line(struct nv50 *card, const struct target_2d *source,
                      const struct target_2d *target, uint32_t line, uint32_t *pixels)
{
    const uint64_t y = (fixed(card, ENG2D_BLIT_SRC_Y) + line * fixed(card, ENG2D_BLIT_DV_DY)) >> 32;
    const struct span span = { word(card, ENG2D_BLIT_DST_X), word(card, ENG2D_BLIT_DST_Y) + line,
                               word(card, ENG2D_BLIT_DST_W) };

    if (!sample_line(card, source, (uint32_t)y, span.count, pixels)) {
        trap_source(card);
        return false;
    }
    for (uint32_t i = 0; i < span.count; i++)
        pixels[i] = pixel_convert(pixels[i], source->format, target->format);
    if (!put_span(card, target, span, pixels)) {
        trap_destination(card);
        return false;
    }
    return true;
}

/* Lines go down, or up where that would read what was written. */
static int blit(struct nv50 *card)
{
    const struct target_2d source = target_of(card, true), target = target_of(card, false);
    const uint32_t lines = word(card, ENG2D_BLIT_DST_H);
    const bool up = word(card, ENG2D_BLIT_DST_Y) > word(card, ENG2D_BLIT_SRC_Y);
    const int error = check_drawing(card, &target);

    if (error != GRAPH_DONE)
        return error;
    if (source.bytes == 0 || source.width == 0 || source.height == 0)
        return DATA_ERROR_FORMAT_MISMATCH_2D;
    if (word(card, ENG2D_BLIT_DST_W) > GRAPH_LINE_PIXELS || lines > SIZE_MAX_2D)
        return DATA_ERROR_INVALID_VALUE;
    for (uint32_t i = 0; i < lines; i++)
        if (!blit_line(card, &source, &target, up ? lines - 1 - i : i, card->line))
            break;
    return GRAPH_DONE;
}

/* ---- pixels and bits from the host ---- */

/* The bits of one data word, first byte first; each line begins with a new byte. */
static int bitmap_word(struct nv50 *card, uint32_t data)
{
    const struct target_2d target = target_of(card, false);
    const uint32_t width = word(card, ENG2D_SIFC_WIDTH), height = word(card, ENG2D_SIFC_HEIGHT);
    const uint32_t padded = word(card, ENG2D_SIFC_LINE_PACK) ? (width + 7) & ~7u : width;
    const int error = check_drawing(card, &target);

    if (error != GRAPH_DONE)
        return error;
    if (word(card, ENG2D_SIFC_BITMAP) != 1 || word(card, ENG2D_SIFC_BITMAP_FORMAT) != 0 ||
        width == 0)
        return DATA_ERROR_INVALID_OPERATION;
    for (unsigned i = 0; i < 32; i++) {
        const uint32_t done = card->pgraph.state.sifc_done++;
        const uint32_t x = done % padded, y = done / padded;
        const unsigned bit = word(card, ENG2D_SIFC_BITMAP_MSB) ? i : i ^ 7;
        uint32_t pixel = word(card, data >> bit & 1 ? ENG2D_SIFC_BIT1 : ENG2D_SIFC_BIT0);
        const struct span span = { word(card, ENG2D_SIFC_X) + x, word(card, ENG2D_SIFC_Y) + y, 1 };

        if (x >= width || y >= height)
            continue;
        if (!(data >> bit & 1) && !word(card, ENG2D_SIFC_BIT0_WRITTEN))
            continue;
        pixel = pixel_convert(pixel, word(card, ENG2D_SIFC_FORMAT), target.format);
        if (!put_span(card, &target, span, &pixel)) {
            trap_destination(card);
            return GRAPH_DONE;
        }
    }
    return GRAPH_DONE;
}

/* ---- methods ---- */

static bool exists(uint32_t method)
{
    return (method >= ENG2D_DST && method <= 0x2fc) || (method >= 0x580 && method <= 0x67c) ||
           (method >= ENG2D_SIFC_BITMAP && method <= ENG2D_BLIT_SRC_Y);
}

static bool ends_rectangle(uint32_t method)
{
    return method >= ENG2D_DRAW_POINT && method <= ENG2D_DRAW_POINT_LAST && (method & 0xc) == 0xc;
}

int eng2d_method(struct nv50 *card, uint32_t method, uint32_t data)
{
    struct pgraph *graph = &card->pgraph;
    const unsigned user = (method - METHODS_FIRST) / 4;

    if (user < ENG2D_USERS) {
        const int error = graph_bind(card, &graph->eng2d[user], data, user == ENG2D_USER_DST);
        if (error != GRAPH_DONE)
            return error;
    } else if (!exists(method)) {
        return GRAPH_ILLEGAL;
    }
    graph->state.eng2d[(method - METHODS_FIRST) / 4] = data;
    if (ends_rectangle(method))
        return draw_rectangle(card, method - 4);
    if (method == ENG2D_BLIT_SRC_Y)
        return blit(card);
    if (method == ENG2D_SIFC_Y)
        graph->state.sifc_done = 0;
    if (method == ENG2D_SIFC_DATA)
        return bitmap_word(card, data);
    return GRAPH_DONE;
}
