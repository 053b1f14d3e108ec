#include "tests/fuzz/gv100_world.h"

#include <stdlib.h>
#include <string.h>

static bool dma_read(void *opaque, uint64_t address, void *bytes, size_t size, bool snoop)
{
    const struct world *const world = opaque;

    (void)snoop;
    if (address >= SYSTEM_SIZE || size > SYSTEM_SIZE - address)
        return false;
    memcpy(bytes, world->system + address, size);
    return true;
}

static bool dma_write(void *opaque, uint64_t address, const void *bytes, size_t size, bool snoop)
{
    struct world *const world = opaque;

    (void)snoop;
    if (address >= SYSTEM_SIZE || size > SYSTEM_SIZE - address)
        return false;
    memcpy(world->system + address, bytes, size);
    return true;
}

static uint64_t clock_ns(void *opaque)
{
    return ((struct world *)opaque)->now_ns += 100;
}

void wr(struct world *world, uint32_t reg, uint32_t value)
{
    model_write(world->card, NV_BAR_MMIO, reg, value, 4);
}

void vram_wr(struct world *world, uint32_t at, uint32_t value)
{
    wr(world, 0x1700, at >> 16);
    wr(world, 0x700000 + (at & 0xffff), value);
}

static void make_tables(struct world *world)
{
    for (uint32_t at = TABLES; at < TABLES + 0x5000; at += 4)
        vram_wr(world, at, 0);
    for (uint32_t level = 0; level < 3; level++)
        vram_wr(world, TABLES + 0x1000 * level, (TABLES + 0x1000 * (level + 1)) >> 4 | 2);
    for (uint32_t i = 0; i < 8; i++)
        vram_wr(world, TABLES + 0x3000 + 16 * i, i << 17 | 1);
    vram_wr(world, TABLES + 0x3000 + 16 * 8 + 8, (TABLES + 0x4000) >> 4 | 2);
    for (uint32_t i = 0; i < 16; i++) /* the machine's memory behind the VRAM */
        vram_wr(world, TABLES + 0x4000 + 8 * i, i << 8 | 5);
}

static void make_channel(struct world *world, uint32_t i)
{
    const uint32_t block = BLOCK + 0x1000 * i;
    const uint32_t words[][2] = {
        { 0x08, USERD + 0x200 * i },
        { 0x10, 0xface },
        { 0x30, 0x7ffff902 },
        { 0x48, RING + 0x1000 * i },
        { 0x4c, 5 << 16 },
        { 0x84, 0x20400000 },
        { 0x94, 0x30000001 },
        { 0xac, 1 << 17 | 2 }, /* LCE1, whose runlist is 1 */
        { 0xe4, 0x20 },
        { 0xf4, 0x1100 },
        { 0x200, TABLES | 0xc00 },
    };

    for (uint32_t at = 0; at < 0x220; at += 4)
        vram_wr(world, block + at, 0);
    for (uint32_t at = 0; at < 0x200; at += 4)
        vram_wr(world, USERD + 0x200 * i + at, 0);
    for (unsigned w = 0; w < ARRAY_SIZE(words); w++)
        vram_wr(world, block + words[w][0], words[w][1]);
    wr(world, 0x800000 + 8 * i, 0x80000000 | block >> 12);
    wr(world, 0x800004 + 8 * i, 0x400);
}

static void put_entry(struct world *world, uint32_t index, uint32_t first, uint32_t second,
                      uint32_t third)
{
    vram_wr(world, RUNLIST + 16 * index, first);
    vram_wr(world, RUNLIST + 16 * index + 4, second);
    vram_wr(world, RUNLIST + 16 * index + 8, third);
    vram_wr(world, RUNLIST + 16 * index + 12, 0);
}

/* Two channels in one TSG, and two in a TSG of their own. */
void gv100_world_channels(struct world *world)
{
    model_config_write(world->card, 4, 6, 2);
    wr(world, 0x200, 0xffffffff);
    memset(world->put, 0, sizeof(world->put));
    memset(world->used, 0, sizeof(world->used));
    make_tables(world);
    for (uint32_t i = 0; i < CHANNELS; i++)
        make_channel(world, i);
    put_entry(world, 0, 0x01000001, 2, 10);
    put_entry(world, 1, 0, 0, 0);
    put_entry(world, 2, 2, 0, 1);
    put_entry(world, 3, 0x01000001, 1, 11);
    put_entry(world, 4, 0, 0, 2);
    put_entry(world, 5, 0x01000001, 1, 12);
    put_entry(world, 6, 0, 0, 3);
    wr(world, 0x2270, RUNLIST >> 12);
    wr(world, 0x2274, 1 << 20 | 7);
    wr(world, 0x1704, 0x80000000 | BLOCK >> 12);
    wr(world, 0x1714, 0x80000000 | BLOCK >> 12);
    wr(world, 0x100e24, 0x800000);
    wr(world, 0x100e34, 0x80000010);
}

void gv100_world_open(struct world *world)
{
    const struct model_host host = {
        .opaque = world, .dma_read = dma_read, .dma_write = dma_write, .clock_ns = clock_ns
    };
    const struct model_config config = { .chip = &gv100_chips[CHIP_GV100].chip,
                                         .seed = 1,
                                         .vram_size = 16 << 20 };
    char error[256];

    memset(world, 0, sizeof(*world));
    world->card = model_new(&config, &host, error, sizeof(error));
    if (!world->card)
        abort();
    gv100_world_channels(world);
}

void gv100_world_close(struct world *world)
{
    model_free(world->card);
}

void pass(struct world *world, uint64_t ns)
{
    world->now_ns += ns;
    model_wake(world->card);
}

void run(struct world *world, uint32_t channel, const uint32_t *words, uint32_t count)
{
    const uint32_t at = SEGMENTS + 0x1000 * channel + world->used[channel];
    const uint32_t entry = RING + 0x1000 * channel + 8 * world->put[channel];

    for (uint32_t i = 0; i < count; i++)
        vram_wr(world, at + 4 * i, words[i]);
    world->used[channel] = (world->used[channel] + 4 * count) % 0xf00;
    vram_wr(world, entry, at);
    vram_wr(world, entry + 4, count << 10);
    world->put[channel] = (world->put[channel] + 1) & 31;
    vram_wr(world, USERD + 0x200 * channel + 0x8c, world->put[channel]);
    wr(world, 0x810090, channel);
    pass(world, 20000);
}

/* Whatever the guest has done: after PFIFO's reset, with new tables and an invalidate of all, channel 0 runs. */
bool gv100_world_works(struct world *world)
{
    wr(world, 0x200, ~0x100u);
    wr(world, 0x200, 0xffffffff);
    wr(world, 0x204, 0x3fff);
    wr(world, 0x2630, 0);
    gv100_world_channels(world);
    wr(world, 0x100cbc, 0x80000003);
    pass(world, 5000);
    vram_wr(world, DATA, 0);
    RUN(world, 0, INCR(0, 0x5c, 5), DATA, 0, 0xfeed, 0, 1);
    for (unsigned i = 0; i < 100; i++)
        pass(world, 1000000);
    wr(world, 0x1700, DATA >> 16);
    return model_read(world->card, NV_BAR_MMIO, 0x700000 + (DATA & 0xffff), 4) == 0xfeed;
}
