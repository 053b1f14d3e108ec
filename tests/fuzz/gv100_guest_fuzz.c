/* Any accesses of a guest to the GV100 model, in any order and with time in between: registers, windows, channel RAM,
 * PBDMAs, runlists, instance blocks, page tables, GP entries, push buffers, launches of copies. Nothing may crash,
 * and no access may keep the machine waiting.
 *
 * The input is records of 8 bytes: kind, selector, 16-bit place, 32-bit value. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hw/gv100/chip.h"
#include "hw/pci.h"
#include "model/model.h"
#include "tests/fuzz/feed.h"

#define SYSTEM_SIZE 0x10000u
#define RECORDS_MAX 4096u
/* Ten milliseconds of the processor, as it would be without sanitizers. */
#define ACCESS_NS (UINT64_C(10000000) * 20)

/* In VRAM, addresses by docs/hardware/gv100.md §2.4; virtual addresses are the same, in pages of 2 MiB. */
#define TABLES   0x10000u /* PD3, PD2, PD1, PD0, 4 KiB each, then a table of 4 KiB pages */
#define BLOCK    0x20000u /* instance block of channel n at n * 0x1000 */
#define USERD    0x28000u
#define RUNLIST  0x2f000u
#define RING     0x30000u /* of channel n at n * 0x1000 */
#define PUSH     0x40000u
#define CHANNELS 4u

struct record {
    uint8_t kind, selector;
    uint16_t place;
    uint32_t value;
};

struct world {
    struct model *card;
    uint64_t now_ns;
    uint8_t system[SYSTEM_SIZE];
};

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

static void wr(struct world *world, uint32_t reg, uint32_t value)
{
    model_write(world->card, NV_BAR_MMIO, reg, value, 4);
}

static void vram_wr(struct world *world, uint32_t at, uint32_t value)
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
        { 0xac, 1 << 17 },
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
static void bring_up(struct world *world)
{
    model_config_write(world->card, 4, 6, 2);
    wr(world, 0x200, 0xffffffff);
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

/* Blocks of 4 KiB that have units in them. */
static uint32_t register_at(uint8_t selector, uint16_t place)
{
    static const uint32_t blocks[] = { 0x000000, 0x001000, 0x002000, 0x003000, 0x009000, 0x00d000,
                                       0x021000, 0x022000, 0x040000, 0x042000, 0x04c000, 0x070000,
                                       0x088000, 0x100000, 0x101000, 0x104000, 0x10a000, 0x17e000,
                                       0x1fa000, 0x300000, 0x500000, 0x601000, 0x800000, 0x807000,
                                       0x810000, 0x840000, 0x900000, 0x9a0000 };

    return blocks[selector % ARRAY_SIZE(blocks)] + (place & 0xfff);
}

/* Methods that lead somewhere, so that words need not find them. */
static uint32_t header_of(uint8_t selector, uint16_t place)
{
    static const uint16_t methods[] = { 0x5c,  0x60,  0x64,  0x6c,  0x10,  0x1c,  0x28,  0x34,
                                        0x78,  0x80,  0x84,  0x50,  0x240, 0x25c, 0x300, 0x400,
                                        0x408, 0x410, 0x418, 0x41c, 0x700, 0x708, 0x260, 0x00 };

    return 0x20000000u | (1u + (place & 7)) << 16 | (selector & 1 ? 4u << 13 : 0) |
           methods[(selector >> 1) % ARRAY_SIZE(methods)] >> 2;
}

static void windows(struct world *world, const struct record *r)
{
    const unsigned size = 1u << (r->selector >> 6), bar = r->place & 1 ? NV_BAR_VRAM : NV_BAR_RAMIN;
    const uint64_t at = (r->value & 0x1ffffff) & ~(uint64_t)(size - 1);

    if (r->place & 2)
        model_write(world->card, bar, at, r->value * UINT64_C(0x100000001), size);
    else
        model_read(world->card, bar, at, size);
    if (r->place & 4)
        model_write(world->card, NV_BAR_MMIO, at & 0xffffff, r->place, size);
    else
        model_read(world->card, NV_BAR_MMIO, at & 0xffffff, size);
}

/* A segment of the push buffer, and the doorbell. */
static void submit(struct world *world, const struct record *r)
{
    const uint32_t channel = r->selector % CHANNELS, slot = r->selector >> 3;

    vram_wr(world, RING + 0x1000 * channel + 8 * slot, PUSH + 4 * (r->place & 0xfff));
    vram_wr(world, RING + 0x1000 * channel + 8 * slot + 4,
            r->value & 1 ? r->value : (r->value & 0xff) << 10);
    vram_wr(world, USERD + 0x200 * channel + 0x8c, (slot + 1) & 31);
    wr(world, 0x810090, channel);
}

static void access(struct world *world, const struct record *r)
{
    const uint32_t channel = r->selector % CHANNELS;

    switch (r->kind % 12) {
    case 0:
        wr(world, register_at(r->selector, r->place) & ~3u, r->value);
        break;
    case 1:
        model_read(world->card, NV_BAR_MMIO, register_at(r->selector, r->place) & ~3u, 4);
        break;
    case 2:
        windows(world, r);
        break;
    case 3: /* words of the push buffer */
        vram_wr(world, PUSH + 4 * (r->place & 0xfff), r->value);
        break;
    case 4:
        vram_wr(world, PUSH + 4 * (r->place & 0xfff), header_of(r->selector, r->place >> 8));
        vram_wr(world, PUSH + 4 * (r->place & 0xfff) + 4, r->value);
        break;
    case 5:
        submit(world, r);
        break;
    case 6: /* instance block, USERD, tables, runlist */
        vram_wr(world, TABLES + 4 * (r->place & 0x7fff), r->value);
        break;
    case 7:
        vram_wr(world, BLOCK + 0x1000 * channel + 4 * (r->place % 0x90), r->value);
        break;
    case 8:
        wr(world, 0x2270, RUNLIST >> 12 | (r->value & 1 ? r->value : 0));
        wr(world, 0x2274, (uint32_t)(r->selector & 15) << 20 | r->place);
        break;
    case 9:
        wr(world, 0x800000 + 8 * channel + (r->selector & 4), r->value);
        break;
    case 10:
        world->now_ns += r->value >> (r->selector & 31);
        model_wake(world->card);
        break;
    default: /* a unit off and on */
        wr(world, 0x200, ~(1u << (r->selector & 31)));
        wr(world, 0x200, 0xffffffff);
        break;
    }
}

static uint64_t spent_ns(void)
{
    struct timespec spent;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return (uint64_t)spent.tv_sec * 1000000000 + (uint64_t)spent.tv_nsec;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct world world;
    const struct model_host host = {
        .opaque = &world, .dma_read = dma_read, .dma_write = dma_write, .clock_ns = clock_ns
    };
    const struct model_config config = { .chip = &gv100_chips[CHIP_GV100].chip,
                                         .seed = 1,
                                         .vram_size = 16 << 20 };
    char error[256];

    memset(&world, 0, sizeof(world));
    world.card = model_new(&config, &host, error, sizeof(error));
    if (!world.card)
        abort();
    bring_up(&world);
    for (size_t at = 0, count = 0; at + 8 <= size && count < RECORDS_MAX; at += 8, count++) {
        struct record r = { .kind = bytes[at], .selector = bytes[at + 1] };

        memcpy(&r.place, bytes + at + 2, 2);
        memcpy(&r.value, bytes + at + 4, 4);
        const uint64_t before = spent_ns();
        access(&world, &r);
        const uint64_t took = spent_ns() - before;
        if (took > ACCESS_NS) {
            fprintf(stderr, "kind %u, selector 0x%x, place 0x%x, value 0x%x: %llu us\n",
                    r.kind % 12, r.selector, r.place, r.value, (unsigned long long)took / 1000);
            abort();
        }
    }
    model_free(world.card);
    return 0;
}
