#include "model/gv100/window/ptimer.h"

#include "hw/gv100/function.h"
#include "hw/gv100/pmc.h"
#include "hw/gv100/ptimer.h"
#include "hw/gv100/unlisted.h"
#include "hw/gv100/usermode.h"
#include "model/gv100/base/card.h"

#define INTR_BITS    (PTIMER_INTR_0_ALARM | PTIMER_INTR_0_TIMER)
#define PERIOD_RESET 0x100u
/* The time moves in steps of 32 ns. */
#define SLACK_NS 64

static void tell(struct gv100 *card)
{
    gv_irq_set(card, 0, PMC_INTR_PTIMER,
               gv_reg(card, PTIMER_INTR_0) & gv_reg(card, PTIMER_INTR_EN_0));
}

/* Both registers are compared with the low word of the time; one has come if the time passed it since the last
 * look. A register that holds 0 is not armed. */
static bool passed(uint32_t due, uint64_t before, uint64_t now)
{
    const uint32_t ahead = due - (uint32_t)before;

    return due != 0 && now != before && ahead != 0 && now - before >= ahead;
}

/* The second of the two that are compared with the time has moved with Turing: only one of these is there. */
static uint32_t timer_of(const struct gv100 *card)
{
    return gv_reg(card, PTIMER_TIMER_0) | gv_reg(card, VIRTUAL_FUNCTION_PRIV_TIMER);
}

void gv_ptimer_poll(struct gv100 *card)
{
    const uint64_t now = gv_clock_ptimer(card), before = card->clock.polled;
    uint32_t status = gv_reg(card, PTIMER_INTR_0);

    card->clock.polled = now;
    if (passed(gv_reg(card, PTIMER_ALARM_0), before, now))
        status |= PTIMER_INTR_0_ALARM;
    if (passed(timer_of(card), before, now))
        status |= PTIMER_INTR_0_TIMER;
    gv_set_reg(card, PTIMER_INTR_0, status);
    tell(card);
}

/* The time comes round to each register that is armed. */
void gv_ptimer_plan_wake(struct gv100 *card)
{
    const uint32_t due[] = { gv_reg(card, PTIMER_ALARM_0), timer_of(card) };

    for (unsigned i = 0; i < ARRAY_SIZE(due); i++)
        if (due[i])
            shell_wake_after(&card->shell,
                             (uint32_t)(due[i] - (uint32_t)gv_clock_ptimer(card)) + SLACK_NS);
}

static uint32_t read_time(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const uint64_t time = gv_clock_ptimer(card);

    (void)stored;
    return offset == PTIMER_TIME_LOW ? (uint32_t)time : (uint32_t)(time >> 32);
}

static void write_time(struct gv100 *card, uint32_t offset, uint32_t value)
{
    const uint64_t time = gv_clock_ptimer(card);

    if (offset == PTIMER_TIME_LOW)
        gv_clock_set(card, (time & BITS64(63, 32)) | value);
    else
        gv_clock_set(card, (uint64_t)value << 32 | (uint32_t)time);
}

static uint32_t read_stamp(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const uint64_t time = gv_clock_stamp(card);

    (void)stored;
    return offset == USERMODE_TIME_0 ? (uint32_t)time
                                     : (uint32_t)(time >> 32) & USERMODE_TIME_1_NSEC;
}

static uint32_t read_intr(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    gv_ptimer_poll(card);
    return gv_reg(card, PTIMER_INTR_0);
}

static void write_intr(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    tell(card);
}

static void write_due(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    gv_ptimer_poll(card);
    shell_wake_after(&card->shell, (uint32_t)(value - (uint32_t)gv_clock_ptimer(card)) + SLACK_NS);
}

/* "Write 0 to clear" (§1.5). */
static void write_save(struct gv100 *card, uint32_t offset, uint32_t value)
{
    if (value == 0)
        gv_set_reg(card, offset, 0);
}

/* clang-format off */
static const struct reg_row rows[] = {
    REG(PTIMER_PRI_TIMEOUT, .bits = PTIMER_PRI_TIMEOUT_PERIOD | PTIMER_PRI_TIMEOUT_EN, .reset = PTIMER_PRI_TIMEOUT_EN | PERIOD_RESET, .chips = CHIPS_VOLTA),
    REG(PTIMER_PRI_TIMEOUT_SAVE_0, .flags = VOL, .write = write_save),
    REG(PTIMER_PRI_TIMEOUT_SAVE_1, .flags = VOL, .write = write_save),
    REG(PTIMER_INTR_0, .w1c = INTR_BITS, .flags = VOL, .read = read_intr, .write = write_intr),
    REG(PTIMER_INTR_EN_0, .bits = INTR_BITS, .write = write_intr),
    REG(PTIMER_TIME_LOW, .flags = VOL, .read = read_time, .write = write_time),
    REG(PTIMER_TIME_HIGH, .flags = VOL, .read = read_time, .write = write_time),
    REG(PTIMER_ALARM_0, .bits = PTIMER_ALARM_0_NSEC, .flags = VOL, .write = write_due),
    REG(PTIMER_TIMER_0, .bits = PTIMER_TIMER_0_USEC, .flags = VOL, .write = write_due, .chips = CHIPS_VOLTA),
    REG(VIRTUAL_FUNCTION_PRIV_TIMER, .bits = PTIMER_TIMER_0_USEC, .flags = VOL, .write = write_due, .chips = CHIPS_TURING),
    REG(PTIMER_GR_TICK_FREQ, .bits = PTIMER_GR_TICK_FREQ_SELECT, .reset = PTIMER_GR_TICK_FREQ_SELECT_DEFAULT, .chips = CHIPS_VOLTA),
    REG(USERMODE_TIME_0, .flags = VOL, .read = read_stamp),
    REG(USERMODE_TIME_1, .flags = VOL, .read = read_stamp),
};
/* clang-format on */

const struct reg_block gv_ptimer_regs = { rows, ARRAY_SIZE(rows) };
