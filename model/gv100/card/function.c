#include "model/gv100/card/function.h"

#include "hw/gv100/ctrl.h"
#include "hw/gv100/function.h"
#include "hw/gv100/pb.h"
#include "hw/gv100/unlisted.h"
#include "hw/gv100/usermode.h"
#include "model/gv100/base/card.h"
#include "model/gv100/host/fifo.h"

/* Seen on cards that have started themselves, including the bits that have no names. */
#define STARTED_WORD  0x3ffu
#define STARTED_MASK  0xffffff8fu
#define START_NS      UINT64_C(250000000) /* as newer cards were seen to take */
#define START_STEPS   8
#define STALL_BASE    192u
#define ENGINE_LEAVES 8

/* ---- its own start ----------------------------------------------------------------------------- */

void gv_self_start_power_on(struct gv100 *card)
{
    card->started_ns =
        gv_starts_itself(card) && card->shell.cold ? shell_now_ns(&card->shell) + START_NS : 0;
}

void gv_self_start_poll(struct gv100 *card)
{
    if (!card->started_ns || shell_now_ns(&card->shell) < card->started_ns ||
        card->broken[DEFECT_SELF_START_NEVER])
        return;
    card->started_ns = 0;
    card->hooks->started(card);
}

static uint32_t read_start_mask(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return card->broken[DEFECT_SELF_START_HIDDEN] ? STARTED_MASK & ~SELF_START_MASK_READABLE
                                                  : STARTED_MASK;
}

/* Ones from below, as far as it has come. */
static uint32_t read_start(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    gv_self_start_poll(card);
    if (!card->shell.cold)
        return STARTED_WORD;
    const uint64_t now = shell_now_ns(&card->shell);
    const uint64_t left = card->started_ns > now ? card->started_ns - now : 1;
    const unsigned step = (unsigned)(START_STEPS - 1 - left * (START_STEPS - 1) / START_NS);

    return card->broken[DEFECT_SELF_START_NEVER] ? 3 : BIT(step) - 1;
}

/* ---- leaves ------------------------------------------------------------------------------------ */

static unsigned leaf_at(uint32_t offset, uint32_t first)
{
    return (offset - first) / 4;
}

static uint32_t read_leaf(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)stored;
    return gv_irq_leaf(card, leaf_at(offset, VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF(0)));
}

static void write_leaf(struct gv100 *card, uint32_t offset, uint32_t value)
{
    gv_irq_leaf_clear(card, leaf_at(offset, VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF(0)), value);
}

static uint32_t read_leaf_enables(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)stored;
    return card->irq.leaf_enabled[leaf_at(offset, 0) % ENGINE_LEAVES];
}

static void write_leaf_set(struct gv100 *card, uint32_t offset, uint32_t value)
{
    gv_irq_leaf_enable(card, leaf_at(offset, VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF_EN_SET(0)), value,
                       true);
}

static void write_leaf_clear(struct gv100 *card, uint32_t offset, uint32_t value)
{
    gv_irq_leaf_enable(card, leaf_at(offset, VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF_EN_CLEAR(0)),
                       value, false);
}

static void write_trigger(struct gv100 *card, uint32_t offset, uint32_t value)
{
    const uint32_t vector = FIELD_GET(VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF_TRIGGER_VECTOR, value);

    (void)offset;
    if (vector < 32 * IRQ_LEAVES)
        gv_irq_pulse(card, vector);
}

static uint32_t read_top(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return gv_irq_top(card);
}

static uint32_t read_top_enables(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return card->irq.top_enabled;
}

static void write_top_set(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    gv_irq_top_enable(card, value, true);
}

static void write_top_clear(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    gv_irq_top_enable(card, value, false);
}

static uint32_t read_stall_base(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    return card->broken[DEFECT_LEAF_BASE_WRONG] ? stored - 32 : stored;
}

/* ---- the page's own doorbell and time ------------------------------------------------------------ */

static void write_doorbell(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    gv_fifo_ring(card, value);
}

static uint32_t read_stamp(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const uint64_t time = gv_clock_stamp(card);

    (void)stored;
    return offset == VIRTUAL_FUNCTION_TIME_0 ? (uint32_t)time
                                             : (uint32_t)(time >> 32) & USERMODE_TIME_1_NSEC;
}

static void write_channel_cfg(struct gv100 *card, uint32_t offset, uint32_t value)
{
    if (card->broken[DEFECT_DOORBELL_ENABLE_STUCK])
        gv_set_reg(card, offset, value & ~CTRL_VIRTUAL_CHANNEL_CFG_PENDING_ENABLE);
}

#define CHANNEL_CFG_BITS                                                                           \
    (CTRL_VIRTUAL_CHANNEL_CFG_MASK | CTRL_VIRTUAL_CHANNEL_CFG_SET |                                \
     CTRL_VIRTUAL_CHANNEL_CFG_PENDING_ENABLE)

/* clang-format off */
static const struct reg_row rows[] = {
    MANY(VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF, 4, .flags = VOL, .read = read_leaf, .write = write_leaf, .chips = CHIPS_TURING),
    MANY(VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF_EN_SET, 4, .flags = VOL, .read = read_leaf_enables, .write = write_leaf_set, .chips = CHIPS_TURING),
    MANY(VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF_EN_CLEAR, 4, .flags = VOL, .read = read_leaf_enables, .write = write_leaf_clear, .chips = CHIPS_TURING),
    REG(VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF_TRIGGER, .write = write_trigger, .chips = CHIPS_TURING),
    MANY(VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP, 4, .flags = VOL, .read = read_top, .chips = CHIPS_TURING),
    MANY(VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP_EN_SET, 4, .flags = VOL, .read = read_top_enables, .write = write_top_set, .chips = CHIPS_TURING),
    MANY(VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP_EN_CLEAR, 4, .flags = VOL, .read = read_top_enables, .write = write_top_clear, .chips = CHIPS_TURING),
    REG(VIRTUAL_FUNCTION_CFG0, .reset = TU_CLASS_USERMODE, .chips = CHIPS_TURING),
    REG(VIRTUAL_FUNCTION_TIME_0, .flags = VOL, .read = read_stamp, .chips = CHIPS_TURING),
    REG(VIRTUAL_FUNCTION_TIME_1, .flags = VOL, .read = read_stamp, .chips = CHIPS_TURING),
    REG(VIRTUAL_FUNCTION_DOORBELL, .write = write_doorbell, .chips = CHIPS_TURING),
    REG(VIRTUAL_FUNCTION_ERR_CONT, .chips = CHIPS_TURING),
    REG(CTRL_VIRTUAL_CHANNEL_CFG(0), .bits = CHANNEL_CFG_BITS, .reset = CTRL_VIRTUAL_CHANNEL_CFG_MASK, .write = write_channel_cfg, .chips = CHIPS_TURING),
    REG(CTRL_LEGACY_ENGINE_STALL_INTR_BASE_VECTORID, .reset = STALL_BASE, .read = read_stall_base, .chips = CHIPS_TURING),
    REG(CTRL_LEGACY_ENGINE_NONSTALL_INTR_BASE_VECTORID, .chips = CHIPS_TURING),
    REG(CTRL_VIRTUAL_INTR_VECTORID, .reset = CTRL_VIRTUAL_INTR_VECTORID_VALUE_CONSTANT, .chips = CHIPS_TURING),
    REG(CTRL_CPU_DOORBELL_VECTORID, .reset = CTRL_CPU_DOORBELL_VECTORID_VALUE_CONSTANT, .chips = CHIPS_TURING),
    REG(CTRL_SW_INTR_NOSTALL_VECTORID, .reset = CTRL_SW_INTR_NOSTALL_VECTORID_VALUE_CONSTANT, .chips = CHIPS_TURING),
    REG(SELF_START_MASK, .read = read_start_mask, .chips = CHIPS_TURING),
    REG(SELF_START, .flags = VOL, .read = read_start, .chips = CHIPS_TURING),
};
/* clang-format on */

const struct reg_block gv_function_regs = { rows, ARRAY_SIZE(rows) };
