#include "model/gv100/base/clock.h"

#include "hw/bits.h"
#include "model/gv100/base/card.h"

#define STEP_MASK (~UINT64_C(31))

/* A card that has run for a while: the high word is not 0, as on one that firmware finds. */
#define TIME_AT_POWER_ON UINT64_C(0x1f00000000)

void gv_clock_power_on(struct gv100 *card)
{
    card->clock =
        (struct clock){ .start_ns = shell_now_ns(&card->shell), .time = TIME_AT_POWER_ON };
    card->clock.polled = TIME_AT_POWER_ON;
}

static uint64_t passed(const struct gv100 *card)
{
    const uint64_t ns = shell_now_ns(&card->shell) - card->clock.start_ns;

    if (card->broken[DEFECT_TIME_STOPPED])
        return 0;
    return card->broken[DEFECT_TIME_SLOW] ? ns / 2 : ns;
}

uint64_t gv_clock_ptimer(const struct gv100 *card)
{
    return (card->clock.time + passed(card)) & STEP_MASK;
}

void gv_clock_set(struct gv100 *card, uint64_t time)
{
    const uint64_t before = card->clock.time + passed(card);

    card->clock.moved += time - before;
    card->clock.time += time - before;
    card->clock.polled = time;
}

uint64_t gv_clock_stamp(const struct gv100 *card)
{
    uint64_t time = card->clock.time + passed(card);

    if (gv_knob(card, KNOB_USERMODE_TIME) == USERMODE_TIME_OWN)
        time -= card->clock.moved;
    if (card->broken[DEFECT_TIME_HIGH_STUCK])
        time &= UINT32_MAX;
    return time & STEP_MASK;
}
