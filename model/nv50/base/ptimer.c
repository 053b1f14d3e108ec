#include "model/nv50/base/ptimer.h"

#include "hw/least.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/ptimer.h"
#include "model/nv50/base/card.h"

/* The clock of an external source: HCLK on G80, TCLK later, which is HREF until somebody selects another. */
#define CRYSTAL_HZ UINT64_C(27000000)
#define HCLK_HZ    UINT64_C(277780000)
#define HREF_HZ    UINT64_C(100000000)

/* At this rate the counter's number is nanoseconds. */
#define NANOSECONDS_HZ UINT64_C(31250000)

/* The counter moves in steps of 32 ns. */
#define ALARM_SLACK_NS 64

#define TIME_MASK (BITS64(60, 5))

/* The settings of drivers for a crystal of 27 MHz; a G94's scripts leave another source and the same ratio. */
#define NOMINAL_SOURCE 2
#define POSTED_SOURCE  9
#define POSTED_DIV     324
#define POSTED_MUL     125
#define OTHER_DIV      8
#define OTHER_MUL      3

/* The internal generator is a counter that the external clock drives, so it is never faster. */
static uint64_t source_hz(const struct nv50 *card)
{
    const uint32_t source = card->ptimer.source;
    const uint64_t mul = FIELD_GET(PTIMER_SOURCE_MUL, source) + 1;
    const uint64_t div = FIELD_GET(PTIMER_SOURCE_DIV, source) + 1;
    const uint64_t external = card->chip_bit & CHIPS_VP1 ? HCLK_HZ : HREF_HZ;

    return source & PTIMER_SOURCE_EXTERNAL ? external : LEAST(CRYSTAL_HZ * mul / div, external);
}

/* A counter that has not been programmed runs in nanoseconds; none is faster than its source. */
static uint64_t scaled(struct nv50 *card, uint64_t ns)
{
    const uint64_t div = card->ptimer.div, mul = LEAST(card->ptimer.mul, div);

    if (card->broken[DEFECT_PMC_TIMER_STOPPED])
        return 0;
    if (div == 0)
        return ns;
    return (uint64_t)((unsigned __int128)ns * source_hz(card) * mul / (NANOSECONDS_HZ * div));
}

/* From now on it goes as the registers say. */
static void rebase(struct nv50 *card, uint64_t time)
{
    card->ptimer = (struct ptimer){ .host_ns = shell_now_ns(&card->shell),
                                    .time = time,
                                    .polled = time,
                                    .source = reg_get(card, PTIMER_CLOCK_SOURCE),
                                    .div = reg_get(card, PTIMER_CLOCK_DIV),
                                    .mul = reg_get(card, PTIMER_CLOCK_MUL),
                                    .alarm = reg_get(card, PTIMER_ALARM) };
}

uint64_t ptimer_now(struct nv50 *card)
{
    const struct ptimer *timer = &card->ptimer;
    return (timer->time + scaled(card, shell_now_ns(&card->shell) - timer->host_ns)) & TIME_MASK;
}

/* An alarm is an equality of bits 31:5; it has come if the counter passed it since the last look. */
void ptimer_poll(struct nv50 *card)
{
    const uint64_t now = ptimer_now(card), before = card->ptimer.polled;
    const uint32_t to_alarm = card->ptimer.alarm - (uint32_t)before;

    card->ptimer.polled = now;
    if (now != before && to_alarm != 0 && now - before >= to_alarm)
        reg_set(card, PTIMER_INTR, reg_get(card, PTIMER_INTR) | PTIMER_INTR_ALARM);
    ptimer_tell(card);
}

void ptimer_tell(struct nv50 *card)
{
    irq_follow(card, PMC_INTR_PTIMER, PTIMER_INTR, PTIMER_INTR_EN);
}

void ptimer_power_on(struct nv50 *card)
{
    const uint32_t posted = card_knob(card, KNOB_PTIMER_POSTED);

    if (posted == PTIMER_POSTED_SCRIPTS && !card->shell.cold)
        reg_set(card, PTIMER_CLOCK_SOURCE, POSTED_SOURCE);
    if (posted != PTIMER_POSTED_SCRIPTS) {
        /* The values that drivers write where they find a zero (silicon-sequences.md §2.1). */
        reg_set(card, PTIMER_CLOCK_SOURCE, 0);
        reg_set(card, PTIMER_CLOCK_DIV, OTHER_DIV);
        reg_set(card, PTIMER_CLOCK_MUL, posted == PTIMER_POSTED_OTHER ? OTHER_MUL : 0);
    }
    rebase(card, 0);
}

void ptimer_reset(struct nv50 *card)
{
    rebase(card, ptimer_now(card));
    ptimer_tell(card);
}

static uint32_t read_time_low(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return (uint32_t)ptimer_now(card);
}

static uint32_t read_time_high(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return (uint32_t)(ptimer_now(card) >> 32);
}

static void write_time_low(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    rebase(card, (ptimer_now(card) & BITS64(63, 32)) | (value & PTIMER_TIME_LOW_BITS));
}

static void write_time_high(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    rebase(card, (uint64_t)(value & PTIMER_TIME_HIGH_BITS) << 32 | (uint32_t)ptimer_now(card));
}

static uint32_t read_intr(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    ptimer_poll(card);
    return reg_get(card, PTIMER_INTR);
}

static void write_intr(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    ptimer_tell(card);
}

/* The ratio has changed: the count so far stays. */
static void write_ratio(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    rebase(card, ptimer_now(card));
}

static void write_alarm(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    ptimer_poll(card);
    card->ptimer.alarm = reg_get(card, PTIMER_ALARM);
    shell_wake_after(&card->shell, (uint32_t)(value - (uint32_t)ptimer_now(card)) + ALARM_SLACK_NS);
}

#define SOURCE_BITS (PTIMER_SOURCE_MUL | BITS(12, 8) | PTIMER_SOURCE_EXTERNAL)

/* clang-format off */
static const struct reg_row rows[] = {
    REG(PTIMER_MMIO_FAULT_ADDR, .flags = VOL),
    REG(PTIMER_MMIO_FAULT_DATA, .flags = VOL),
    REG(PTIMER_INTR, .w1c = PTIMER_INTR_ALARM, .flags = VOL, .read = read_intr, .write = write_intr),
    REG(PTIMER_INTR_EN, .bits = PTIMER_INTR_ALARM, .write = write_intr),
    REG(PTIMER_CLOCK_DIV, .bits = PTIMER_CLOCK_RATIO, .reset = POSTED_DIV, .write = write_ratio),
    REG(PTIMER_CLOCK_MUL, .bits = PTIMER_CLOCK_RATIO, .reset = POSTED_MUL, .write = write_ratio),
    REG(PTIMER_CLOCK_SOURCE, .bits = SOURCE_BITS, .reset = NOMINAL_SOURCE, .write = write_ratio),
    REG(PTIMER_TIME_LOW, .flags = VOL, .read = read_time_low, .write = write_time_low),
    REG(PTIMER_TIME_HIGH, .flags = VOL, .read = read_time_high, .write = write_time_high),
    REG(PTIMER_ALARM, .bits = PTIMER_TIME_LOW_BITS, .flags = VOL, .write = write_alarm),
};
/* clang-format on */

const struct reg_block ptimer_regs = { rows, ARRAY_SIZE(rows) };
