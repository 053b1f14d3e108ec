/* Any accesses of a guest to the GV100 model, in any order and with time in between: registers, windows, channel RAM,
 * PBDMAs, runlists, instance blocks, page tables, GP entries, push buffers, launches of copies. Nothing may crash,
 * and no access may keep the machine waiting.
 *
 * The input is records of 8 bytes: kind, selector, 16-bit place, 32-bit value. Kinds below 12 write single words anywhere;
 * from 12 on a record is something that a driver does as a whole, with one or two things in it as the input has them:
 * a semaphore, a copy, an invalidate, a page, the recovery of a channel that has stopped. At the end a channel of its own
 * must still run: whatever a guest has done, PFIFO's reset and a new runlist make the card work again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/fuzz/feed.h"
#include "tests/fuzz/gv100_world.h"

#define RECORDS_MAX 4096u
/* Ten milliseconds of the processor, as it would be without sanitizers. */
#define ACCESS_NS (UINT64_C(10000000) * 20)

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
    world->put[channel] = (slot + 1) & 31;
    wr(world, 0x810090, channel);
}

static void access(struct world *world, const struct record *r)
{
    const uint32_t channel = r->selector % CHANNELS;

    if (r->kind % 24 >= 12) {
        gv100_world_do(world, r);
        return;
    }
    switch (r->kind % 24) {
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

    gv100_world_open(&world);
    for (size_t at = 0, count = 0; at + 8 <= size && count < RECORDS_MAX; at += 8, count++) {
        struct record r = { .kind = bytes[at], .selector = bytes[at + 1] };

        memcpy(&r.place, bytes + at + 2, 2);
        memcpy(&r.value, bytes + at + 4, 4);
        const uint64_t before = spent_ns();
        access(&world, &r);
        const uint64_t took = spent_ns() - before;
        if (took > ACCESS_NS) {
            fprintf(stderr, "kind %u, selector 0x%x, place 0x%x, value 0x%x: %llu us\n",
                    r.kind % 24, r.selector, r.place, r.value, (unsigned long long)took / 1000);
            abort();
        }
    }
    if (!gv100_world_works(&world)) {
        fprintf(stderr, "no channel runs any more\n");
        abort();
    }
    gv100_world_close(&world);
    return 0;
}
