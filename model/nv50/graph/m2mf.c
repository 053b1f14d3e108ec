#include "hw/nv50/m2mf.h"
#include "hw/least.h"

#include "hw/nv50/pfb.h"
#include "hw/nv50/pgraph.h"
#include "model/nv50/base/card.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/graph/surface.h"
#include "model/nv50/vm/memory.h"
#include "model/nv50/vm/vm_user.h"

#define PIECE_MAX 4096u

static uint32_t word(const struct nv50 *card, uint32_t method)
{
    return card->pgraph->state.m2mf[(method - METHODS_FIRST) / 4];
}

static struct vm_user dispatch_user(uint8_t slot)
{
    return (struct vm_user){ .engine = VM_ENGINE_PGRAPH,
                             .read_client = VM_CLIENT_DISPATCH,
                             .write_client = VM_CLIENT_DISPATCH,
                             .slot = slot };
}

/* docs/hardware/tesla-vm.md §1.1: 0/3/4 in, 0/3/5 out, 0/3/6 notify. */
void m2mf_init(struct nv50 *card)
{
    card->pgraph->m2mf[M2MF_USER_IN] = dispatch_user(4);
    card->pgraph->m2mf[M2MF_USER_OUT] = dispatch_user(5);
    card->pgraph->m2mf[M2MF_USER_NOTIFY] = dispatch_user(6);
}

void m2mf_rebind(struct nv50 *card)
{
    for (unsigned i = 0; i < M2MF_USERS; i++)
        graph_bind(card, &card->pgraph->m2mf[i], word(card, M2MF_DMA_NOTIFY + 4 * i), false);
}

/* ---- the copy ---- */

struct side {
    const struct vm_user *user;
    uint64_t at;
    uint32_t pitch, step; /* step: bytes from one element to the next */
    bool tiled;
    struct surface surface;
    uint32_t x, y, layer;
};

/* Source or destination, as the methods before the launch have described it. */
static struct side side_of(const struct nv50 *card, bool out)
{
    const uint32_t base = out ? M2MF_OUT : M2MF_IN, next = out ? 4 : 0;
    const uint32_t block = word(card, base + M2MF_SIDE_BLOCK);
    const uint32_t origin = word(card, base + M2MF_SIDE_ORIGIN);
    const uint32_t format = word(card, M2MF_FORMAT);

    return (struct side){
        .user = &card->pgraph->m2mf[out ? M2MF_USER_OUT : M2MF_USER_IN],
        .at = (uint64_t)word(card, M2MF_OFFSET_IN_HIGH + next) << 32 |
              word(card, M2MF_OFFSET_IN + next),
        .pitch = word(card, M2MF_PITCH_IN + next),
        .step = out ? FIELD_GET(M2MF_FORMAT_OUT, format) : FIELD_GET(M2MF_FORMAT_IN, format),
        .tiled = word(card, base + M2MF_SIDE_LAYOUT) == M2MF_LAYOUT_BLOCKLINEAR,
        .surface = { .block_width = FIELD_GET(M2MF_BLOCK_WIDTH, block),
                     .block_height = FIELD_GET(M2MF_BLOCK_HEIGHT, block),
                     .block_depth = FIELD_GET(M2MF_BLOCK_DEPTH, block),
                     .width = word(card, base + M2MF_SIDE_WIDTH),
                     .height = word(card, base + M2MF_SIDE_HEIGHT) },
        .x = FIELD_GET(M2MF_ORIGIN_X, origin),
        .y = FIELD_GET(M2MF_ORIGIN_Y, origin),
        .layer = word(card, base + M2MF_SIDE_LAYER),
    };
}

/* Where byte `x` of line `y` lies, and how many bytes follow it there. */
static uint64_t place(const struct side *side, uint32_t x, uint32_t y, uint32_t *run)
{
    if (!side->tiled)
        return side->at + (uint64_t)side->pitch * y + x;
    const uint32_t left = GOB_WIDTH - (side->x + x) % GOB_WIDTH;
    *run = LEAST(*run, left);
    return side->at + surface_offset(&side->surface, side->x + x, side->y + y, side->layer);
}

static void trap(struct nv50 *card, uint32_t bit)
{
    if (card->broken[DEFECT_GRAPH_TRAP_SWAPPED] && bit != PGRAPH_M2MF_TRAP_NOTIFY)
        bit ^= PGRAPH_M2MF_TRAP_IN | PGRAPH_M2MF_TRAP_OUT;
    graph_trap(card, PGRAPH_TRAP_M2MF, PGRAPH_M2MF_TRAP, bit);
}

/* Defect m2mf-corrupts flips one bit of every Nth word of 8 bytes, counted by the addresses that are read. */
static void corrupt(const struct nv50 *card, uint64_t from, uint8_t *bytes, uint32_t size)
{
    if (!card->broken[DEFECT_M2MF_CORRUPTS])
        return;
    const uint64_t every = card_given(card, DEFECT_M2MF_CORRUPTS, "every", 1000);
    const uint64_t bit = card_given(card, DEFECT_M2MF_CORRUPTS, "bit", 0);
    for (uint32_t i = 0; i < size; i++)
        if ((from + i) % 8 == bit / 8 && (from + i) / 8 % every == every - 1)
            bytes[i] ^= (uint8_t)(1u << bit % 8);
}

enum line_end { LINE_DONE, LINE_LATER, LINE_TRAPPED };

#define EFFORT_EMPTY_LINE 16
#define EFFORT_PIECE      256 /* beside one for each byte */

/* One element at a time where elements are not neighbours, else as much as lies together. */
static enum line_end copy_line(struct nv50 *card, const struct side *in, const struct side *out,
                               uint32_t length)
{
    struct graph_work *const work = &card->pgraph->work;
    const bool dense = in->step == 1 && out->step == 1;
    uint8_t bytes[PIECE_MAX];

    for (uint32_t run; work->done < length; work->done += run) {
        run = dense ? LEAST(length - work->done, PIECE_MAX) : 1;
        const uint64_t from = place(in, work->done * in->step, work->line, &run);
        const uint64_t to = place(out, work->done * out->step, work->line, &run);
        if (!graph_spend(card, EFFORT_PIECE + run))
            return LINE_LATER;
        if (!vm_user_read(card, in->user, from, bytes, run)) {
            trap(card, PGRAPH_M2MF_TRAP_IN);
            return LINE_TRAPPED;
        }
        corrupt(card, from, bytes, run);
        const bool from_vram = card->last_in_vram;
        if (!vm_user_write(card, out->user, to, bytes, run)) {
            trap(card, PGRAPH_M2MF_TRAP_OUT);
            return LINE_TRAPPED;
        }
        work->leaves |= from_vram && !card->last_in_vram;
        card->copied_within += from_vram && card->last_in_vram ? run : 0;
    }
    return LINE_DONE;
}

/* A transfer from VRAM to the bus also reads the scratch page, wherever that lies
 * (docs/hardware/tesla-vm.md §1.10). */
static void read_scratch_page(struct nv50 *card)
{
    const uint64_t at = (uint64_t)reg_get(card, PFB_SCRATCH_PAGE) << 8;
    memory_read32(card, (linear_addr){ at, TARGET_SYSRAM_SNOOP });
}

static enum line_end copy(struct nv50 *card, const struct side *in, const struct side *out)
{
    struct graph_work *const work = &card->pgraph->work;
    uint32_t length = word(card, M2MF_LINE_LENGTH), count = word(card, M2MF_LINE_COUNT);

    if (!in->tiled && !out->tiled && in->pitch == length && out->pitch == length && in->step == 1 &&
        out->step == 1 && (uint64_t)length * count <= UINT32_MAX) {
        length *= count; /* lines without gaps are one line */
        count = 1;
    }
    if (card->broken[DEFECT_M2MF_LINE_SHORT] && length >= 4)
        length -= 4;
    for (; work->line < count; work->line++, work->done = 0) {
        if (length == 0 && !graph_spend(card, EFFORT_EMPTY_LINE))
            return LINE_LATER;
        const enum line_end end = copy_line(card, in, out, length);
        if (end != LINE_DONE)
            return end;
    }
    return LINE_DONE;
}

static uint32_t bytes_of_line(const struct side *side, uint32_t length)
{
    return length == 0 ? 0 : (length - 1) * side->step + 1;
}

static int check_tiled(const struct nv50 *card, const struct side *side, uint32_t depth)
{
    const uint64_t right = (uint64_t)side->x + bytes_of_line(side, word(card, M2MF_LINE_LENGTH));
    const uint64_t bottom = (uint64_t)side->y + word(card, M2MF_LINE_COUNT);

    if (side->layer >= depth)
        return DATA_ERROR_Z_OUT_OF_BOUNDS;
    return right > side->surface.width || bottom > side->surface.height
               ? DATA_ERROR_XY_OUT_OF_BOUNDS
               : GRAPH_DONE;
}

static int check(const struct nv50 *card, const struct side *side, bool out)
{
    if (side->tiled)
        return check_tiled(card, side, word(card, (out ? M2MF_OUT : M2MF_IN) + M2MF_SIDE_DEPTH));
    if (word(card, M2MF_LINE_COUNT) <= 1 || /* a pitch leads from line to line */
        bytes_of_line(side, word(card, M2MF_LINE_LENGTH)) <= side->pitch)
        return GRAPH_DONE;
    return out ? DATA_ERROR_M2MF_OUT_PITCH : DATA_ERROR_M2MF_IN_PITCH;
}

/* The record is written when all is copied, and not at all after a trap. */
bool m2mf_go_on(struct nv50 *card)
{
    const struct graph_work *const work = &card->pgraph->work;
    struct side in = side_of(card, false), out = side_of(card, true);

    if (card->broken[DEFECT_M2MF_PITCH_IGNORED])
        in.pitch = out.pitch = word(card, M2MF_LINE_LENGTH);
    const enum line_end end = copy(card, &in, &out);
    if (end != LINE_DONE)
        return end == LINE_TRAPPED;
    if (work->leaves)
        read_scratch_page(card);
    if (!graph_write_record(card, &card->pgraph->m2mf[M2MF_USER_NOTIFY], M2MF_NOTIFY_RECORD))
        trap(card, PGRAPH_M2MF_TRAP_NOTIFY);
    else if (work->given == M2MF_BUF_NOTIFY_INTERRUPT)
        graph_raise(card, PGRAPH_INTR_BUFFER_NOTIFY);
    else if (card_knob(card, KNOB_FAULT_BITS) == FAULT_BITS_MORE)
        graph_raise(card, 0); /* the undocumented bits come without an interrupt, too */
    return true;
}

/* Knob m2mf_port. */
static bool is_silent(const struct nv50 *card)
{
    const uint32_t port = card_knob(card, KNOB_M2MF_PORT);

    if (!card->pgraph->by_port)
        return false;
    return port == M2MF_PORT_SILENT ||
           (port == M2MF_PORT_WITH_SETUP && !pgraph_is_set_up_in_full(card));
}

static int launch(struct nv50 *card, uint32_t notify)
{
    const struct side in = side_of(card, false), out = side_of(card, true);
    int error = check(card, &in, false);

    if (error == GRAPH_DONE)
        error = check(card, &out, true);
    if (error != GRAPH_DONE)
        return error;
    if (is_silent(card) ||
        (card->broken[DEFECT_M2MF_STOPS] &&
         card->pgraph->copies >= card_given(card, DEFECT_M2MF_STOPS, "after", 3)))
        return GRAPH_DONE;
    card->pgraph->copies++;
    graph_begin(card, GRAPH_WORK_COPY, notify);
    return GRAPH_DONE;
}

/* ---- methods ---- */

static bool is_increment(uint32_t bytes)
{
    return bytes >= 1 && bytes <= 16 && (bytes & (bytes - 1)) == 0;
}

static int check_block(uint32_t value)
{
    if (value & ~(M2MF_BLOCK_WIDTH | M2MF_BLOCK_HEIGHT | M2MF_BLOCK_DEPTH))
        return DATA_ERROR_INVALID_BITFIELD;
    return FIELD_GET(M2MF_BLOCK_WIDTH, value) > M2MF_BLOCK_MAX ||
                   FIELD_GET(M2MF_BLOCK_HEIGHT, value) > M2MF_BLOCK_MAX ||
                   FIELD_GET(M2MF_BLOCK_DEPTH, value) > M2MF_BLOCK_MAX
               ? DATA_ERROR_INVALID_VALUE
               : GRAPH_DONE;
}

static int check_format(uint32_t value)
{
    if (value & ~(M2MF_FORMAT_IN | M2MF_FORMAT_OUT))
        return DATA_ERROR_INVALID_BITFIELD;
    return is_increment(FIELD_GET(M2MF_FORMAT_IN, value)) &&
                   is_increment(FIELD_GET(M2MF_FORMAT_OUT, value))
               ? GRAPH_DONE
               : DATA_ERROR_INVALID_ENUM;
}

/* Values that the class check refuses. Methods that are not named here take any value. */
static int check_value(uint32_t method, uint32_t value)
{
    switch (method) {
    case M2MF_IN + M2MF_SIDE_LAYOUT:
    case M2MF_OUT + M2MF_SIDE_LAYOUT:
        return value > M2MF_LAYOUT_PITCH ? DATA_ERROR_INVALID_ENUM : GRAPH_DONE;
    case M2MF_IN + M2MF_SIDE_BLOCK:
    case M2MF_OUT + M2MF_SIDE_BLOCK:
        return check_block(value);
    case M2MF_OFFSET_IN_HIGH:
    case M2MF_OFFSET_OUT_HIGH:
        return value & ~M2MF_OFFSET_HIGH ? DATA_ERROR_INVALID_BITFIELD : GRAPH_DONE;
    case M2MF_FORMAT:
        return check_format(value);
    case M2MF_BUF_NOTIFY:
        return value > M2MF_BUF_NOTIFY_INTERRUPT ? DATA_ERROR_INVALID_ENUM : GRAPH_DONE;
    default:
        return GRAPH_DONE;
    }
}

static bool exists(uint32_t method)
{
    return (method >= M2MF_IN && method <= M2MF_OFFSET_OUT_HIGH) ||
           (method >= M2MF_OFFSET_IN && method <= M2MF_BUF_NOTIFY);
}

int m2mf_method(struct nv50 *card, uint32_t method, uint32_t data)
{
    struct pgraph *graph = card->pgraph;
    const unsigned user = (method - M2MF_DMA_NOTIFY) / 4;
    int error = GRAPH_DONE;

    if (user < M2MF_USERS)
        error = graph_bind(card, &graph->m2mf[user], data, user != M2MF_USER_IN);
    else
        error = exists(method) ? check_value(method, data) : GRAPH_ILLEGAL;
    if (error != GRAPH_DONE)
        return error;
    graph->state.m2mf[(method - METHODS_FIRST) / 4] = data;
    return method == M2MF_BUF_NOTIFY ? launch(card, data) : GRAPH_DONE;
}
