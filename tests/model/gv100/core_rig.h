/* tests/model/gv100/core_rig.h: the core of the GV100 model without a machine around it: a clock that goes on by
 * 100 ns each time it is looked at, and one MiB of system memory at SYSTEM.
 *
 * Shape   one card at a time; rd and wr are registers, put and get are words of VRAM through the window in BAR0.
 * Source  numbers are typed from docs/hardware/gv100.md. */
#pragma once

#include "hw/gv100/chip.h"
#include "model/model.h"
#include "reference/gv100.h"
#include "tests/kit/tests.h"

#define SYSTEM      UINT64_C(0x123450000)
#define SYSTEM_SIZE 0x100000u
#define MIB         (UINT64_C(1) << 20)
#define TRACE_SIZE  0x40000u

struct world {
    struct model *card;
    uint64_t now;
    uint64_t wake_at;
    unsigned messages; /* rises of the interrupt */
    bool asserted;
    unsigned strays;
    uint64_t written_end; /* of the last write to system memory */
    unsigned snoops[2];   /* accesses to system memory without and with the snoop attribute */
    unsigned aliases;     /* parts of BARs that are served from VRAM at present */
    uint64_t alias_offset, alias_vram, alias_size; /* of the last one */
    uint8_t system[SYSTEM_SIZE];
    size_t trace_size; /* lines of a card that is traced, each with its end */
    char trace[TRACE_SIZE];
};

extern struct world world;

/* A card with memory decoding and bus mastering on. Null config: 64 MiB and nothing special. Of host there is less
 * than on a card, so that tests can name runlist and engine of each LCE by its number: LCE i is engine i + 1, LCE1 to 3
 * are on runlist i, and host is off as after a reset. The board is a V100. A channel that
 * has just been bound is idle, so that it takes a doorbell to make it run. */
void open_world(const struct model_config *config);
/* The card as it is by itself: with the devices of a real one, and as its VBIOS leaves it. Each ends the one before. */
void open_measured(const struct model_config *config);
void open_with(const char *defects, const char *knobs);
int close_world(void **state);

uint32_t rd(uint32_t offset);
void wr(uint32_t offset, uint32_t value);
/* And the time that a bind, a runlist or an invalidate takes. */
void wr_wait(uint32_t offset, uint32_t value);
/* Of VRAM, by physical address. */
uint32_t get(uint64_t at);
void put(uint64_t at, uint32_t value);
void put64(uint64_t at, uint64_t value);
/* Of several, in their order: a place, its value, the next place. */
#define wr_all(...)    EACH(wr, (uint32_t)p[0], (uint32_t)p[1], __VA_ARGS__)
#define put_all(...)   EACH(put, p[0], (uint32_t)p[1], __VA_ARGS__)
#define put64_all(...) EACH(put64, p[0], p[1], __VA_ARGS__)
#define EACH(write, at, value, ...)                                                                \
    for (const uint64_t *p = (const uint64_t[]){ __VA_ARGS__ },                                    \
                        *end = p + sizeof((const uint64_t[]){ __VA_ARGS__ }) / 8;                  \
         p < end; p += 2)                                                                          \
    write(at, value)
/* Through a BAR: 1, or 3, the manual's BAR2. */
uint32_t bar_get(unsigned bar, uint64_t offset);
void bar_put(unsigned bar, uint64_t offset, uint32_t value);
/* Of system memory, by bus address. */
void system_put(uint64_t at, uint32_t value);

/* Whether the trace has this line; and lines from now on alone. */
bool is_traced(const char *line);
void forget_trace(void);

/* Time goes on, and the card is woken as it asked for. */
void wait_ns(uint64_t ns);
