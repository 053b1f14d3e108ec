/* tests/engines/writes_rig.h: a card that is nothing but registers, on a bench that lists the writes to it:
 * "200=ffffffff ".
 *
 * Shape   a register reads as the last written value, or as set() and keep() say. Time goes on by 100 us with each look
 *         at the clock. DMA memory begins at PAGE_AT, an address of 33 bits. */
#pragma once

#include "hw/pci.h"
#include "tests/kit/bench.h"

#define PAGE_AT UINT64_C(0x123456000)

static struct bench bench;

static inline void set(uint32_t at, uint32_t value)
{
    bench_set(&bench, at, value);
}

/* Of several: a register, its value, the next register. */
#define set_all(...)                                                                               \
    for (const uint32_t *p = (const uint32_t[]){ __VA_ARGS__ },                                    \
                        *end = p + sizeof((const uint32_t[]){ __VA_ARGS__ }) / 4;                  \
         p < end; p += 2)                                                                          \
    set(p[0], p[1])

static inline void keep(uint32_t at, uint32_t value)
{
    bench_keep(&bench, at, value);
}

static inline void open_writes(const struct chip *chip)
{
    bench_open(&bench, chip);
    bench.step_us = 100;
    bench.dma_next = PAGE_AT;
    bench.lists_writes = true;
}

static inline void expect_writes(const char *writes)
{
    bench_expect(&bench, writes);
}

/* The writes since the last call begin with `start`, and go on with the returned text. */
static inline const char *behind(const char *start)
{
    if (strncmp(bench.accesses, start, strlen(start)) != 0)
        fail_msg("wrote '%s', expected '%s' first", bench.accesses, start);
    return bench.accesses + strlen(start);
}
