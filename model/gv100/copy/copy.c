#include "model/gv100/copy/copy.h"

#include <string.h>

#include "hw/gv100/methods.h"
#include "hw/gv100/pb.h"
#include "hw/gv100/unlisted.h"
#include "model/gv100/base/card.h"
#include "model/gv100/copy/launch.h"

#define LCE_STRIDE    0x80
#define UNSET_METHODS 0xc0b50000u /* places of gv_undefined: methods that a channel has not sent */

/* ---- interrupts ------------------------------------------------------------------------------ */

static const struct topology_engine *engine_of(const struct gv100 *card, unsigned lce)
{
    return gv_topology_lce(&card->topology, lce);
}

/* Engines that the card does not have never raise anything. */
static void tell(struct gv100 *card, unsigned lce)
{
    const struct copy_engine *engine = &card->copies[lce];

    gv_irq_set(card, 0, BIT(engine_of(card, lce)->interrupt_bit), engine->intr & engine->enabled);
}

void gv_copy_raise(struct gv100 *card, unsigned lce, uint32_t bit)
{
    card->copies[lce].intr |= bit;
    tell(card, lce);
}

/* ---- methods --------------------------------------------------------------------------------- */

void gv_copy_state_init(const struct gv100 *card, struct copy_state *state, unsigned channel,
                        const struct space *space)
{
    *state = (struct copy_state){ .space = space, .channel = channel };
    for (unsigned i = 0; i < ARRAY_SIZE(state->words); i++)
        state->words[i] = gv_undefined(card, UNSET_METHODS + i);
    state->words[COPY_SET_RENDER_ENABLE_C / 4] = COPY_RENDER_TRUE;
}

static bool is_method(uint32_t method)
{
    for (unsigned i = 0; i < PB_COPY_METHOD_COUNT; i++)
        if (pb_copy_methods[i].address == method)
            return true;
    return false;
}

/* A launch waits for the one before, and for software where that asked for a blocking interrupt. */
static bool is_busy(const struct copy_engine *engine)
{
    return engine->owner || (engine->intr & (LCE_INTR_BLOCKPIPE | LCE_INTR_LAUNCHERR));
}

/* Modes above 4 are not defined: they are refused, or leave the mode as it is (knob render_mode). */
static bool has_no_mode(uint32_t method, uint32_t data)
{
    return method == COPY_SET_RENDER_ENABLE_C && (data & 7) > COPY_RENDER_IF_NOT_EQUAL;
}

static enum copy_taken take_no_mode(const struct gv100 *card)
{
    return gv_knob(card, KNOB_RENDER_MODE) == RENDER_MODE_PASS ||
                   card->broken[DEFECT_COPY_RENDER_UNCHECKED]
               ? COPY_TAKEN
               : COPY_ILLEGAL_OPERATION;
}

static bool is_misaligned(const struct gv100 *card, const struct copy_state *state, uint32_t method,
                          uint32_t data)
{
    return method == COPY_SET_RENDER_ENABLE_C && (data & 7) >= COPY_RENDER_CONDITIONAL &&
           (state->words[COPY_SET_RENDER_ENABLE_B / 4] & 15) &&
           !card->broken[DEFECT_COPY_RENDER_UNALIGNED];
}

static bool asks_for_physical(uint32_t launch)
{
    return launch & (COPY_LAUNCH_SRC_PHYSICAL | COPY_LAUNCH_DST_PHYSICAL);
}

/* All checks come before the store, so that a refused method leaves the channel's state as it was. */
enum copy_taken gv_copy_method(struct gv100 *card, unsigned lce, struct copy_state *state,
                               uint32_t method, uint32_t data, bool physical_allowed)
{
    const struct copy_engine *engine = &card->copies[lce];

    if (!is_method(method))
        return card->broken[DEFECT_COPY_METHOD_UNCHECKED] ? COPY_TAKEN : COPY_ILLEGAL_METHOD;
    if (method == COPY_LAUNCH_DMA && is_busy(engine))
        return COPY_BUSY;
    if (method == COPY_LAUNCH_DMA && asks_for_physical(data) && !physical_allowed &&
        !card->broken[DEFECT_COPY_PHYSICAL_UNCHECKED])
        return COPY_NO_PRIVILEGE;
    if (has_no_mode(method, data))
        return take_no_mode(card);
    if (is_misaligned(card, state, method, data))
        return COPY_MISALIGNED;
    if (method < COPY_METHODS)
        state->words[method / 4] = data;
    if (method == COPY_LAUNCH_DMA)
        gv_copy_launch(card, lce, state);
    return COPY_TAKEN;
}

/* ---- starting over --------------------------------------------------------------------------- */

void gv_copy_resume(const struct gv100 *card, struct copy_state *state)
{
    if (state->job.stopped && card->broken[DEFECT_COPY_FAULTED_LOST])
        state->job.lines = 0;
    state->job.stopped = false;
}

void gv_copy_forget(struct gv100 *card, struct copy_state *state)
{
    for (unsigned i = 0; i < card->topology.lces; i++)
        if (card->copies[i].owner == state)
            card->copies[i].owner = NULL;
    state->job.active = false;
}

void gv_copy_reset(struct gv100 *card, unsigned lce)
{
    struct copy_engine *engine = &card->copies[lce];

    if (engine->owner)
        engine->owner->job.active = false;
    *engine = (struct copy_engine){ 0 };
    tell(card, lce);
}

void gv_copy_power_on(struct gv100 *card)
{
    memset(card->copies, 0, TOPOLOGY_LCES_MAX * sizeof(*card->copies));
}

/* ---- registers ------------------------------------------------------------------------------- */

static unsigned lce_at(uint32_t offset)
{
    return (offset - LCE_INTR_EN(0)) / LCE_STRIDE;
}

static uint32_t read_enable(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)stored;
    return card->copies[lce_at(offset)].enabled;
}

static void write_enable(struct gv100 *card, uint32_t offset, uint32_t value)
{
    card->copies[lce_at(offset)].enabled = value & BITS(2, 0);
    tell(card, lce_at(offset));
}

static uint32_t read_intr(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)stored;
    return card->copies[lce_at(offset)].intr;
}

/* An engine that waited for software goes on. */
static void write_intr(struct gv100 *card, uint32_t offset, uint32_t value)
{
    const unsigned lce = lce_at(offset);

    card->copies[lce].intr &= ~value;
    tell(card, lce);
    card->hooks->engine_moved(card, lce);
}

static uint32_t read_error(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)stored;
    return card->copies[lce_at(offset)].error;
}

/* clang-format off */
static const struct reg_row rows[] = {
    MANY(LCE_INTR_EN, LCE_STRIDE, .flags = VOL, .read = read_enable, .write = write_enable),
    MANY(LCE_INTR, LCE_STRIDE, .flags = VOL, .read = read_intr, .write = write_intr),
    MANY(LCE_ERROR, LCE_STRIDE, .flags = VOL, .read = read_error),
};
/* clang-format on */

const struct reg_block gv_copy_regs = { rows, ARRAY_SIZE(rows) };
