/* Any accesses of a guest to the models of GV100 and Turing, in any order and with time in between: registers, windows, channel RAM,
 * PBDMAs, runlists, instance blocks, page tables, GP entries, push buffers, launches of copies. Nothing may crash,
 * and no access may keep the machine waiting.
 *
 * The input is records of 8 bytes: kind, selector, 16-bit place, 32-bit value; how many bytes stand after the last one says
 * which chip it is (gv100_chip_by). Kinds below 12 write single words anywhere;
 * from 12 on a record is something that a driver does as a whole, with one or two things in it as the input has them:
 * a semaphore, a copy, an invalidate, a page, the recovery of a channel that has stopped. At the end a channel of its own
 * must still run: whatever a guest has done, PFIFO's reset and a new runlist make the card work again. */
#include <stdio.h>

#include "reference/gv100.h"
#include "tests/fuzz/feed.h"
#include "tests/fuzz/gv100_world.h"

/* Blocks of 4 KiB that have units in them. */
static uint32_t register_at(const struct guest *guest, uint8_t selector, uint16_t place)
{
    static const uint32_t turing[] = { 0x110000, 0x118000, 0x1fa000, 0x840000, 0xb65000,
                                       0xb66000, 0xb80000, 0xb81000, 0xb83000, 0xbb0000 };
    static const uint32_t blocks[] = { 0x000000, 0x001000, 0x002000, 0x003000, 0x009000, 0x00d000,
                                       0x021000, 0x022000, 0x040000, 0x042000, 0x04c000, 0x070000,
                                       0x088000, 0x100000, 0x101000, 0x104000, 0x10a000, 0x17e000,
                                       0x1fa000, 0x300000, 0x500000, 0x601000, 0x800000, 0x807000,
                                       0x810000, 0x087000, 0x900000, 0x9a0000 };

    if (gv100_is_turing(guest) && selector & 0x80)
        return turing[selector % ARRAY_SIZE(turing)] + (place & 0xfff);
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

static void windows(struct guest *guest, const struct record *r)
{
    const unsigned size = 1u << (r->selector >> 6), bar = r->place & 1 ? NV_BAR_VRAM : NV_BAR_RAMIN;
    const uint64_t at = (r->value & 0x1ffffff) & ~(uint64_t)(size - 1);
    uint8_t bytes[8];

    if (r->place & 2)
        model_write(guest->card, bar, at, r->value * UINT64_C(0x100000001), size);
    else
        guest_read(guest, bar, at, bytes, size);
    if (r->place & 4)
        model_write(guest->card, NV_BAR_MMIO, at & 0xffffff, r->place, size);
    else
        guest_read(guest, NV_BAR_MMIO, at & 0xffffff, bytes, size);
}

/* A segment of the push buffer, and the doorbell. */
static void submit(struct guest *guest, const struct record *r)
{
    const uint32_t channel = r->selector % GUEST_CHANNELS, slot = r->selector >> 3;

    vram_wr(guest, RING + 0x1000 * channel + 8 * slot, PUSH + 4 * (r->place & 0xfff));
    vram_wr(guest, RING + 0x1000 * channel + 8 * slot + 4,
            r->value & 1 ? r->value : (r->value & 0xff) << 10);
    vram_wr(guest, USERD + 0x200 * channel + 0x8c, (slot + 1) & 31);
    guest->put[channel] = (slot + 1) & 31;
    gv100_ring(guest, channel);
}

static void access(struct guest *guest, const struct record *r)
{
    const uint32_t channel = r->selector % GUEST_CHANNELS;

    if (r->kind % 24 >= 12) {
        gv100_world_do(guest, r);
        return;
    }
    switch (r->kind % 24) {
    case 0:
        wr(guest, register_at(guest, r->selector, r->place) & ~3u, r->value);
        break;
    case 1:
        model_read(guest->card, NV_BAR_MMIO, register_at(guest, r->selector, r->place) & ~3u, 4);
        break;
    case 2:
        windows(guest, r);
        break;
    case 3: /* words of the push buffer */
        vram_wr(guest, PUSH + 4 * (r->place & 0xfff), r->value);
        break;
    case 4:
        vram_wr(guest, PUSH + 4 * (r->place & 0xfff), header_of(r->selector, r->place >> 8));
        vram_wr(guest, PUSH + 4 * (r->place & 0xfff) + 4, r->value);
        break;
    case 5:
        submit(guest, r);
        break;
    case 6: /* instance block, USERD, tables, runlist */
        vram_wr(guest, TABLES + 4 * (r->place & 0x7fff), r->value);
        break;
    case 7:
        vram_wr(guest, BLOCK + 0x1000 * channel + 4 * (r->place % 0x90), r->value);
        break;
    case 8:
        gv100_submit(guest, r->selector & 15, r->value & 1 ? r->value : 0, r->place);
        break;
    case 9:
        wr(guest, REF_PCCSR_CHANNEL_INST(0) + 8 * channel + (r->selector & 4), r->value);
        break;
    case 10:
        pass(guest, r->value >> (r->selector & 31));
        break;
    default: /* a unit off and on */
        wr(guest, REF_PMC_ENABLE, ~(1u << (r->selector & 31)));
        wr(guest, REF_PMC_ENABLE, 0xffffffff);
        break;
    }
}

int fuzz_one(const uint8_t *bytes, size_t size)
{
    static struct guest guest;

    gv100_world_open(&guest, gv100_chip_by(size));
    guest_play(&guest, bytes, size, access);
    if (!gv100_world_works(&guest)) {
        fprintf(stderr, "no channel runs any more\n");
        abort();
    }
    guest_close(&guest);
    return 0;
}
