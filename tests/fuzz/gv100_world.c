#include "tests/fuzz/gv100_world.h"

#include <string.h>

static void make_tables(struct guest *guest)
{
    for (uint32_t at = TABLES; at < TABLES + 0x5000; at += 4)
        vram_wr(guest, at, 0);
    for (uint32_t level = 0; level < 3; level++)
        vram_wr(guest, TABLES + 0x1000 * level, (TABLES + 0x1000 * (level + 1)) >> 4 | 2);
    for (uint32_t i = 0; i < 8; i++)
        vram_wr(guest, TABLES + 0x3000 + 16 * i, i << 17 | 1);
    vram_wr(guest, TABLES + 0x3000 + 16 * 8 + 8, (TABLES + 0x4000) >> 4 | 2);
    for (uint32_t i = 0; i < 16; i++) /* the machine's memory behind the VRAM */
        vram_wr(guest, TABLES + 0x4000 + 8 * i, i << 8 | 5);
}

static void make_channel(struct guest *guest, uint32_t i)
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
        vram_wr(guest, block + at, 0);
    for (uint32_t at = 0; at < 0x200; at += 4)
        vram_wr(guest, USERD + 0x200 * i + at, 0);
    for (unsigned w = 0; w < ARRAY_SIZE(words); w++)
        vram_wr(guest, block + words[w][0], words[w][1]);
    wr(guest, 0x800000 + 8 * i, 0x80000000 | block >> 12);
    wr(guest, 0x800004 + 8 * i, 0x400);
}

static void put_entry(struct guest *guest, uint32_t index, uint32_t first, uint32_t second,
                      uint32_t third)
{
    vram_wr(guest, RUNLIST + 16 * index, first);
    vram_wr(guest, RUNLIST + 16 * index + 4, second);
    vram_wr(guest, RUNLIST + 16 * index + 8, third);
    vram_wr(guest, RUNLIST + 16 * index + 12, 0);
}

/* Two channels in one TSG, and two in a TSG of their own. */
void gv100_world_channels(struct guest *guest)
{
    model_config_write(guest->card, 4, 6, 2);
    wr(guest, 0x200, 0xffffffff);
    memset(guest->put, 0, sizeof(guest->put));
    memset(guest->used, 0, sizeof(guest->used));
    make_tables(guest);
    for (uint32_t i = 0; i < GUEST_CHANNELS; i++)
        make_channel(guest, i);
    put_entry(guest, 0, 0x01000001, 2, 10);
    put_entry(guest, 1, 0, 0, 0);
    put_entry(guest, 2, 2, 0, 1);
    put_entry(guest, 3, 0x01000001, 1, 11);
    put_entry(guest, 4, 0, 0, 2);
    put_entry(guest, 5, 0x01000001, 1, 12);
    put_entry(guest, 6, 0, 0, 3);
    wr(guest, 0x2270, RUNLIST >> 12);
    wr(guest, 0x2274, 1 << 20 | 7);
    wr(guest, 0x1704, 0x80000000 | BLOCK >> 12);
    wr(guest, 0x1714, 0x80000000 | BLOCK >> 12);
    wr(guest, 0x100e24, 0x800000);
    wr(guest, 0x100e34, 0x80000010);
}

void gv100_world_open(struct guest *guest)
{
    guest->tick_ns = 100;
    guest_open(guest, &gv100_chips[CHIP_GV100].chip, 16 << 20);
    gv100_world_channels(guest);
}

void run(struct guest *guest, uint32_t channel, const uint32_t *words, uint32_t count)
{
    const uint32_t at = SEGMENTS + 0x1000 * channel + guest->used[channel];
    const uint32_t entry = RING + 0x1000 * channel + 8 * guest->put[channel];

    for (uint32_t i = 0; i < count; i++)
        vram_wr(guest, at + 4 * i, words[i]);
    guest->used[channel] = (guest->used[channel] + 4 * count) % 0xf00;
    vram_wr(guest, entry, at);
    vram_wr(guest, entry + 4, count << 10);
    guest->put[channel] = (guest->put[channel] + 1) & 31;
    vram_wr(guest, USERD + 0x200 * channel + 0x8c, guest->put[channel]);
    wr(guest, 0x810090, channel);
    pass(guest, 20000);
}

/* Whatever the guest has done: after PFIFO's reset, with new tables and an invalidate of all, channel 0 runs. */
bool gv100_world_works(struct guest *guest)
{
    wr(guest, 0x200, ~0x100u);
    wr(guest, 0x200, 0xffffffff);
    wr(guest, 0x204, 0x3fff);
    wr(guest, 0x2630, 0);
    gv100_world_channels(guest);
    wr(guest, 0x100cbc, 0x80000003);
    pass(guest, 5000);
    vram_wr(guest, DATA, 0);
    RUN(guest, 0, INCR(0, 0x5c, 5), DATA, 0, 0xfeed, 0, 1);
    for (unsigned i = 0; i < 100; i++)
        pass(guest, 1000000);
    wr(guest, 0x1700, DATA >> 16);
    return model_read(guest->card, NV_BAR_MMIO, 0x700000 + (DATA & 0xffff), 4) == 0xfeed;
}
