/* model/nv50/graph/strmout.c: 3D's stream output: results of vertices go to memory, in the order of a map
 * (docs/hardware/tesla-engines.md §4.6). */
#include "hw/least.h"
#include "hw/nv50/gr3d.h"
#include "hw/nv50/pgraph.h"
#include "model/nv50/base/card.h"
#include "model/nv50/graph/gr3d.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/shader/grid.h"

#define FLOAT_ONE  0x3f800000u
#define WRAP_BYTES 0x20u /* defect strmout-wraps */

static uint32_t byte_of(const struct nv50 *card, uint32_t method, uint32_t index)
{
    return gr3d_word(card, method + index / 4 * 4) >> (8 * (index % 4)) & 0xff;
}

static uint32_t words_of_buffer(const struct nv50 *card, uint32_t buffer)
{
    return gr3d_word(card, GR3D_STRMOUT_WORDS + buffer * GR3D_STRMOUT_BUFFER_STEP);
}

/* Bytes that a vertex takes in a buffer. */
static uint32_t stride_of(const struct nv50 *card, uint32_t buffer)
{
    const uint32_t control = gr3d_word(card, GR3D_STRMOUT_CONTROL);

    return control & GR3D_STRMOUT_INTERLEAVED ? FIELD_GET(GR3D_STRMOUT_STRIDE, control)
                                              : 4 * words_of_buffer(card, buffer);
}

/* A vertex's words in the order of the map: interleaved they all go to the first buffer, else to one buffer after the
 * other. */
static uint32_t buffer_of(const struct nv50 *card, uint32_t *word)
{
    uint32_t buffer = 0;

    if (gr3d_word(card, GR3D_STRMOUT_CONTROL) & GR3D_STRMOUT_INTERLEAVED)
        return 0;
    while (buffer < GR3D_STRMOUT_BUFFERS && *word >= words_of_buffer(card, buffer))
        *word -= words_of_buffer(card, buffer++);
    return buffer;
}

static uint32_t result_of(struct nv50 *card, uint32_t index, unsigned lane)
{
    const uint32_t number = byte_of(card, GR3D_VP_MAP, index);

    if (number == GR3D_VP_MAP_ZERO || number == GR3D_VP_MAP_ONE)
        return number == GR3D_VP_MAP_ONE ? FLOAT_ONE : 0;
    return shader_vertices(card->shader)->results[number % SHADER_RESULTS][lane];
}

static bool put_word(struct nv50 *card, const struct vm_user *user, uint32_t index, unsigned lane)
{
    const uint32_t map = byte_of(card, GR3D_STRMOUT_MAP, index);
    uint32_t word = map & ~GR3D_STRMOUT_MAP_WRITTEN;

    if (!(map & GR3D_STRMOUT_MAP_WRITTEN))
        return true;
    const uint32_t buffer = buffer_of(card, &word);
    if (buffer >= GR3D_STRMOUT_BUFFERS)
        return true;
    uint32_t at = card->pgraph->state.strmout_at[buffer];
    if (card->broken[DEFECT_GR3D_STRMOUT_WRAPS])
        at %= WRAP_BYTES;
    return vm_user_write32(
        card, user,
        gr3d_address(card, GR3D_STRMOUT_BUFFER + buffer * GR3D_STRMOUT_BUFFER_STEP) + at + 4 * word,
        result_of(card, index, lane));
}

static void advance(struct nv50 *card)
{
    for (uint32_t i = 0; i < GR3D_STRMOUT_BUFFERS; i++)
        card->pgraph->state.strmout_at[i] += stride_of(card, i);
}

/* Whether a whole primitive has room. From G200 on a bit chooses which limit counts. */
static bool has_room(const struct nv50 *card, uint32_t vertices)
{
    const struct graph_state *const state = &card->pgraph->state;
    const uint32_t control = gr3d_word(card, GR3D_STRMOUT_CONTROL);

    if (!(card->chip_bit & CHIPS_G200_UP) || !(control & GR3D_STRMOUT_BY_OFFSET))
        return state->strmout_primitives < gr3d_word(card, GR3D_STRMOUT_PRIMITIVES);
    for (uint32_t i = 0; i < GR3D_STRMOUT_BUFFERS; i++) {
        const bool used = control & GR3D_STRMOUT_INTERLEAVED ? i == 0 : words_of_buffer(card, i);
        const uint64_t end = state->strmout_at[i] + (uint64_t)vertices * stride_of(card, i);

        if (used && end > gr3d_word(card, GR3D_STRMOUT_LIMIT + i * GR3D_STRMOUT_BUFFER_STEP))
            return false;
    }
    return true;
}

/* Slot 0/0/0. */
bool strmout_put(struct nv50 *card, uint32_t count, uint32_t vertices)
{
    const uint32_t words = LEAST(gr3d_word(card, GR3D_VP_MAP_SIZE), GR3D_VP_MAP_MOST);
    struct vm_user user;

    if (!gr3d_word(card, GR3D_STRMOUT_ENABLE) ||
        gr3d_bind(card, &user,
                  card->broken[DEFECT_GR3D_STRMOUT_CLIENT] ? VM_CLIENT_VFETCH : VM_CLIENT_STRMOUT,
                  0, GR3D_DMA_STRMOUT) != GRAPH_DONE)
        return true;
    for (uint32_t lane = 0; lane < count; lane++) {
        if (lane % vertices == 0 && !has_room(card, vertices))
            return true;
        for (uint32_t i = 0; i < words; i++)
            if (!put_word(card, &user, i, lane)) {
                graph_trap(card, PGRAPH_TRAP_STRMOUT, PGRAPH_STRMOUT_TRAP,
                           PGRAPH_STRMOUT_TRAP_FAULT);
                return false;
            }
        advance(card);
        if (lane % vertices == vertices - 1)
            card->pgraph->state.strmout_primitives++;
    }
    return true;
}

void strmout_latch(struct nv50 *card)
{
    card->pgraph->state.strmout_primitives = 0;
    for (uint32_t i = 0; i < GR3D_STRMOUT_BUFFERS; i++)
        card->pgraph->state.strmout_at[i] =
            card->chip_bit & CHIPS_G200_UP ? gr3d_word(card, GR3D_STRMOUT_OFFSET + 4 * i) : 0;
}
