/* tests/engines/gv100/drive_rig.h: a card of GV100 that is nothing but registers, with system memory that is given page after
 * page, so that the address of every structure is known.
 *
 * Shape   open_bench first. The nth piece of memory may fail, or come with a register that takes a value and keeps it. The
 *         host has 9 pieces: debug page (64 KiB out of 128), flush page, PD3 of BAR2 and its block, ring, PD2, PD1, PD0 and
 *         the table of 4 KiB pages. Behind them lies the root of the space.
 * Units   addresses in bytes. */
#pragma once

#include "engines/gv100/channel.h"
#include "hw/gv100/chip.h"
#include "reference/gv100.h"
#include "tests/engines/writes_rig.h"

#define BASE  UINT64_C(0x123458000) /* of the first page that is given */
#define PAGES 128

static struct {
    _Alignas(4096) uint8_t memory[PAGES * 4096];
    unsigned used;            /* pages */
    unsigned count, fails_at; /* pieces of memory; 0: none fails */
    unsigned sticks_at;       /* with that piece a register takes a value and keeps it */
    uint32_t stuck, stuck_at;
} world;

static inline enum err next_pages(struct bus *bus, size_t size, struct dma_memory *out)
{
    const unsigned pages = (unsigned)(size + 4095) / 4096;

    if (++world.count == world.fails_at)
        return ERR_NO_MEMORY;
    assert_true(world.used + pages <= PAGES);
    *out = (struct dma_memory){ .cpu = world.memory + world.used * 4096,
                                .bus = { BASE + world.used * 4096 },
                                .size = size };
    world.used += pages;
    if (world.count == world.sticks_at)
        keep(world.stuck, world.stuck_at);
    return OK;
}

static inline int open_bench(void **state)
{
    open_writes(&gv100_chips[CHIP_GV100].chip);
    memset(&world, 0, sizeof(world));
    bench.ops.dma_alloc = next_pages;
    keep(REF_PFB_PRI_MMU_CTRL, 0x00808000); /* room for an invalidate, and none under way */
    keep(REF_FLUSH_HOST, 1);
    keep(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0), 9); /* PUT of the ring */
    return 0;
}

static inline uint32_t word_of(uint64_t at)
{
    uint32_t word;

    assert_true(at >= BASE && at + 4 <= BASE + sizeof(world.memory));
    memcpy(&word, world.memory + (at - BASE), 4);
    return word;
}

static inline uint64_t long_of(uint64_t at)
{
    return word_of(at) | (uint64_t)word_of(at + 4) << 32;
}

static const struct topology topology;
static struct host host;

static inline enum err open_host(void)
{
    return host_open(&host, &bench.card, &topology, TARGET_SYSRAM_SNOOP, 64);
}

static struct space space;
static struct channel channel;

static inline void open_space(void)
{
    assert_int_equal(OK, open_host());
    assert_int_equal(OK, space_open(&space, &bench.card, TARGET_SYSRAM_SNOOP));
    world.count = 0;
    bench_forget(&bench);
}

/* Pieces after the root: window, USERD, PD2, PD1, PD0, table, method buffer, block. */
#define ROOT   UINT64_C(0x123480000)
#define WINDOW UINT64_C(0x123481000)
#define USERD_ UINT64_C(0x123491000)
#define PD2_   UINT64_C(0x123492000)

static const struct channel_form plain = { .id = 0x123,
                                           .runlist = 1,
                                           .engine = 2,
                                           .where = TARGET_SYSRAM_SNOOP,
                                           .instance = TARGET_SYSRAM_SNOOP,
                                           .at = { UINT64_C(0xab34560000) } };

static inline void make_plain(void)
{
    open_space();
    assert_int_equal(OK, channel_make(&channel, &host, &space, &plain));
    bench_forget(&bench);
}
