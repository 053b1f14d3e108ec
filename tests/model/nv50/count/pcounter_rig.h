/* tests/model/nv50/count/pcounter_rig.h: PCOUNTER of a card whose clock stands still unless `now` is moved.
 *
 * Shape   open_card, then single; bar1_wr is one access to memory. `aliases` counts accesses that the surroundings
 *         serve by themselves.
 * Source  docs/hardware/tesla-engines.md §5.1, §5.2. */
#pragma once

#include "tests/model/nv50/graph/pgraph_rig.h"

#define CTRL(d)      (0xa7c0u + 4 * (d))
#define PRE_SRC(d)   (0xa400u + 4 * (d))
#define PRE_OP(d)    (0xa420u + 4 * (d))
#define START_SRC(d) (0xa440u + 4 * (d))
#define START_OP(d)  (0xa460u + 4 * (d))
#define EVENT_SRC(d) (0xa480u + 4 * (d))
#define EVENT_OP(d)  (0xa4a0u + 4 * (d))
#define STOP_SRC(d)  (0xa4c0u + 4 * (d))
#define STOP_OP(d)   (0xa4e0u + 4 * (d))
#define CYCLES(d)    (0xa600u + 4 * (d))
#define EVENT(d)     (0xa680u + 4 * (d))
#define START(d)     (0xa6c0u + 4 * (d))
#define PRE(d)       (0xa700u + 4 * (d))
#define STOP(d)      (0xa740u + 4 * (d))
#define PM_SEL(p)    (0x100034u + 4 * (p))

static uint64_t now;
static unsigned aliases;

static inline uint64_t stopped_clock(void *opaque)
{
    return now;
}

static inline void alias(void *opaque, unsigned id, unsigned bar, uint64_t offset, uint64_t vram,
                         uint64_t size)
{
    (void)opaque, (void)id, (void)bar, (void)offset, (void)vram, (void)size;
    aliases++;
}

static inline void unalias(void *opaque, unsigned id)
{
    (void)opaque, (void)id;
    aliases--;
}

static inline void open_card(const char *chip, unsigned part_mask, const char *knobs)
{
    const struct model_host host = { .clock_ns = stopped_clock,
                                     .alias = alias,
                                     .unalias = unalias };
    const struct model_config config = {
        .chip = &chipset_named(chip)->chip, .seed = 1, .part_mask = part_mask, .knobs = knobs
    };

    aliases = 0;
    new_core(host, &config);
    model_write(card, 0, REF_PMC_ENABLE, 0xffffffff, 4); /* as drivers have it */
}

static inline void bar1_wr(uint64_t offset)
{
    model_write(card, 1, offset, 0x12345678, 4);
}

/* §5.2's recipe. */
static inline void single(unsigned d, uint32_t sources, uint32_t op)
{
    PUT(wr, CTRL(d), 0, EVENT_SRC(d), sources, EVENT_OP(d), op, START_SRC(d), 0, START_OP(d),
        0xffff, STOP_SRC(d), 0, STOP_OP(d), 0, PRE_SRC(d), 0, PRE_OP(d), 0xffff);
}
