#include "model/gv100/window/pbus.h"

#include "hw/gv100/function.h"
#include "hw/gv100/pbus.h"
#include "hw/gv100/places.h"
#include "hw/gv100/pmc.h"
#include "hw/gv100/ptimer.h"
#include "hw/gv100/refusal.h"
#include "hw/gv100/unlisted.h"
#include "model/gv100/base/card.h"
#include "model/gv100/vram/vram.h"
#include "model/gv100/window/windows.h"

#define INTR_BITS                                                                                  \
    (PBUS_INTR_0_PRI_SQUASH | PBUS_INTR_0_PRI_FECSERR | PBUS_INTR_0_PRI_TIMEOUT |                  \
     PBUS_INTR_0_FB_REQ_TIMEOUT | PBUS_INTR_0_FB_ACK_TIMEOUT | PBUS_INTR_0_FB_ACK_EXTRA |          \
     PBUS_INTR_0_FB_RDATA_TIMEOUT | PBUS_INTR_0_FB_RDATA_EXTRA | PBUS_INTR_0_SW |                  \
     PBUS_INTR_0_POSTED_DEADLOCK_TIMEOUT | PBUS_INTR_0_ACCESS_TIMEOUT)
#define BAR2_UNNAMED BIT(30) /* measured: 1 after a reset */
#define WINDOW_BITS  (PBUS_BAR0_WINDOW_BASE | PBUS_BAR0_WINDOW_TARGET)

static void tell(struct gv100 *card)
{
    const uint32_t status = card->broken[DEFECT_BUS_INTERRUPT_DEAD] ? 0 : gv_reg(card, PBUS_INTR_0);
    const bool both = gv_knob(card, KNOB_PMC_TREE) == PMC_TREE_BOTH;
    const uint32_t first = gv_reg(card, PBUS_INTR_EN_0), second = gv_reg(card, PBUS_INTR_EN_1);

    gv_irq_set(card, 0, PMC_INTR_PBUS, status & (both ? first | second : first));
    gv_irq_set(card, 1, PMC_INTR_PBUS, status & (both ? first | second : second));
}

static void raise(struct gv100 *card, uint32_t bit)
{
    gv_set_reg(card, PBUS_INTR_0, gv_reg(card, PBUS_INTR_0) | bit);
    tell(card);
}

/* Host reports its own refusals as squashed or timed out, those of the ring as FECS' error. */
static uint32_t told_as(uint32_t word)
{
    switch (word & REFUSAL_KIND) {
    case REFUSAL_HOST_SQUASHED:
    case REFUSAL_HOST_NO_REGISTER:
        return PBUS_INTR_0_PRI_SQUASH;
    case REFUSAL_HOST_TIMEOUT:
        return PBUS_INTR_0_PRI_TIMEOUT;
    default:
        return PBUS_INTR_0_PRI_FECSERR;
    }
}

/* Only the first access is recorded, until software clears the record (§1.5). */
void gv_pbus_refused(struct gv100 *card, uint32_t offset, bool write, uint32_t value)
{
    if (card->broken[DEFECT_BUS_NO_PRI_ERROR])
        return;
    if (!(gv_reg(card, PTIMER_PRI_TIMEOUT_SAVE_0) & PTIMER_PRI_TIMEOUT_SAVE_0_TO)) {
        gv_set_reg(card, PTIMER_PRI_TIMEOUT_SAVE_0,
                   PTIMER_PRI_TIMEOUT_SAVE_0_TO | (write ? PTIMER_PRI_TIMEOUT_SAVE_0_WRITE : 0) |
                       (offset & PTIMER_PRI_TIMEOUT_SAVE_0_ADDR));
        gv_set_reg(card, PTIMER_PRI_TIMEOUT_SAVE_1, value);
    }
    raise(card, told_as(card->hooks->refused_word(card, offset)));
}

static void write_intr(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    tell(card);
}

static void write_software(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    if (value & PBUS_SW_INTR_0_SET)
        raise(card, PBUS_INTR_0_SW);
}

static uint32_t read_scratch(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    return card->broken[DEFECT_BUS_SCRATCH_BIT_STUCK] ? stored & ~BIT(9) : stored;
}

static void write_window(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    gv_pramin_moved(card);
}

static void write_block(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)value;
    gv_window_bind(card, offset == card->chip->places->bar1_block ? WINDOW_BAR1 : WINDOW_BAR2);
}

/* The blocks at GV100's place, on a card that has them elsewhere. */
static void write_old_block(struct gv100 *card, uint32_t offset, uint32_t value)
{
    const bool first = offset == PBUS_BAR1_BLOCK;

    if (gv_knob(card, KNOB_OLD_PLACES) == OLD_PLACES_DEAD)
        return;
    gv_set_reg(card, first ? card->chip->places->bar1_block : card->chip->places->bar2_block,
               value);
    gv_window_bind(card, first ? WINDOW_BAR1 : WINDOW_BAR2);
}

static uint32_t read_bind_status(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return gv_window_bind_status(card);
}

/* A flush is done when it begins. Of L2 it leaves clean lines, which go on answering (§1.11). */
static void write_flush_l2(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    gv_vram_clean(card->vram);
}

/* Everything that went through a window is in memory already. */
static void write_flush_host(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    strict_flushed(&card->shell.strict);
}

static uint32_t read_flush(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)stored;
    if (offset == FLUSH_L2)
        return card->broken[DEFECT_L2_FLUSH_STUCK] ? FLUSH_L2_PENDING : 0;
    return offset == FLUSH_HOST && card->broken[DEFECT_BUS_FLUSH_STUCK] ? FLUSH_HOST_PENDING : 0;
}

/* clang-format off */
static const struct reg_row rows[] = {
    REG(PBUS_INTR_0, .w1c = INTR_BITS, .flags = VOL, .write = write_intr),
    REG(PBUS_INTR_EN_0, .bits = INTR_BITS, .write = write_intr),
    REG(PBUS_INTR_EN_1, .bits = INTR_BITS, .write = write_intr),
    REG(PBUS_SW_INTR_0, .write = write_software),
    MANY(PBUS_SW_SCRATCH, 4, .bits = RW, .read = read_scratch, .chips = CHIPS_VOLTA),
    { .at = TU_PBUS_SW_SCRATCH(0), .name = "PBUS_SW_SCRATCH", .count = TU_PBUS_SW_SCRATCH_COUNT, .bits = RW, .read = read_scratch, .chips = CHIPS_TURING },
    REG(PBUS_BAR0_WINDOW, .bits = WINDOW_BITS, .write = write_window),
    REG(PBUS_BAR1_BLOCK, .bits = RW, .write = write_block, .chips = CHIPS_VOLTA),
    REG(PBUS_BIND_STATUS, .flags = VOL, .read = read_bind_status, .chips = CHIPS_VOLTA),
    REG(PBUS_BAR2_BLOCK, .bits = RW, .reset = BAR2_UNNAMED, .write = write_block, .chips = CHIPS_VOLTA),
    REG(VIRTUAL_FUNCTION_PRIV_BAR1_BLOCK, .bits = RW, .write = write_block, .chips = CHIPS_TURING),
    REG(VIRTUAL_FUNCTION_PRIV_BIND_STATUS, .flags = VOL, .read = read_bind_status, .chips = CHIPS_TURING),
    REG(VIRTUAL_FUNCTION_PRIV_BAR2_BLOCK, .bits = RW, .reset = BAR2_UNNAMED, .write = write_block, .chips = CHIPS_TURING),
    /* Registers that the manual still lists: they store, and bind nothing (K51). */
    REG(PBUS_BAR1_BLOCK, .bits = RW, .write = write_old_block, .chips = CHIPS_TURING),
    REG(PBUS_BAR2_BLOCK, .bits = RW, .reset = BAR2_UNNAMED, .write = write_old_block, .chips = CHIPS_TURING),
    REG(PBUS_EXT_CG1, .bits = PBUS_EXT_CG1_MONITOR_CG_EN | PBUS_EXT_CG1_SLCG, .reset = PBUS_EXT_CG1_SLCG, .chips = CHIPS_VOLTA),
    REG(FLUSH_HOST, .flags = VOL, .read = read_flush, .write = write_flush_host),
    REG(FLUSH_SYSTEM, .flags = VOL, .read = read_flush),
    REG(FLUSH_L2, .flags = VOL, .read = read_flush, .write = write_flush_l2),
    REG(FLUSH_PAGE, .bits = RW),
};
/* clang-format on */

const struct reg_block gv_pbus_regs = { rows, ARRAY_SIZE(rows) };
