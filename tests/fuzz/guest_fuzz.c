/* Any accesses of a guest to the NV50 model, in any order and with time in between: registers, windows,
 * configuration space, methods by the direct port and by push buffers, structures in VRAM. Nothing may crash, and no
 * access may keep the machine waiting.
 *
 * The input is a byte for the chipset, then records of 8 bytes: kind, selector, 16-bit place, 32-bit value. */
#include "hw/nv50/chip.h"
#include "hw/pci.h"
#include "reference/nv50.h"
#include "tests/fuzz/feed.h"
#include "tests/fuzz/guest.h"

#define CHANNEL 0x80000u /* in VRAM, and all that belongs to it */

/* A channel as drivers make one (tesla-mmio.md §4.9), so that inputs need not find all of it: an object for all of
 * VRAM, m2mf and 2D, RAMHT, RAMFC with an indirect buffer, and PGRAPH ready for the direct port. */
static void bring_up(struct guest *guest, bool g80)
{
    static const uint32_t vram[6] = { 0x0019003d, 0xffffffff, 0, 0, 0, 0x10000 };
    /* clang-format off */
    static const uint32_t setup[][2] = {
        { 0x200, 0xffffffff }, { REF_PFIFO_INTR_EN, 0xbfffffff }, { REF_PFB_VM_FAULT, 0x000707ff },
        { REF_PGRAPH_INTR, 0xffffffff }, { REF_PGRAPH_INTR_EN, 0xffffffff },
        { REF_PGRAPH_TRAP_EN, 0xffffffff }, { REF_PGRAPH_M2MF_TRAP, 0xc0000000 },
        { REF_PGRAPH_DISPATCH_TRAP, 0xc0000000 }, { REF_PGRAPH_CTXCTL_CUR, 0x80000080 },
        { REF_PGRAPH_FIFO_CONTROL, 0x10001 }, { REF_PFIFO_PUSH0, 1 }, { REF_PFIFO_PULL0, 1 },
        { REF_PFIFO_RUNLIST, 0x90 }, { REF_PFIFO_RUNLIST_LENGTH, 1 }, { REF_PFIFO_CACHES, 0x101 },
        { REF_PBUS_CHANNEL, 0x80 }, { REF_PBUS_CHANNEL, 0x40000080 }, { REF_PBUS_BAR1, 0x80000012 }
    };
    static const uint32_t words[][2] = { /* of RAMFC */
        { 0x3c, 0x403f6078 }, { 0x44, 0x2101ffff }, { 0x48, 0x540 }, { 0x50, CHANNEL + 0x10000 },
        { 0x54, 4u << 16 }, { 0x80, 0x04000600 }, { 0x88, (CHANNEL + 0xe000) >> 10 }, { 0x98, CHANNEL >> 12 }
    };
    /* clang-format on */
    const uint32_t ramfc = g80 ? CHANNEL : CHANNEL + 0xf000;

    for (uint32_t at = 0; at < 0x2000; at += 4)
        vram_wr(guest, CHANNEL + at, 0);
    for (uint32_t i = 0; i < 6; i++)
        vram_wr(guest, CHANNEL + 0x5400 + 4 * i, vram[i]);
    for (uint32_t i = 0; i < 6; i++)
        vram_wr(guest, CHANNEL + 0x120 + 4 * i, vram[i]);
    vram_wr(guest, CHANNEL + 0x160, 0x5039);
    vram_wr(guest, CHANNEL + 0x170, 0x502d);
    vram_wr(guest, CHANNEL + 0x5500, 0x5039);
    for (uint32_t at = 0; at < 0x100; at += 4)
        vram_wr(guest, ramfc + at, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++)
        vram_wr(guest, ramfc + words[i][0], words[i][1]);
    vram_wr(guest, CHANNEL + 0x6008, 1);
    vram_wr(guest, CHANNEL + 0x600c, 0x540);
    vram_wr(guest, CHANNEL + 0x6010, 2);
    vram_wr(guest, CHANNEL + 0x6014, 0x00100550);
    vram_wr(guest, 0x90000, 1);
    wr(guest, 0x2604, 0x80000000 | (g80 ? CHANNEL >> 12 : ramfc >> 8));
    for (unsigned i = 0; i < ARRAY_SIZE(setup); i++)
        wr(guest, setup[i][0], setup[i][1]);
}

/* Where something is behind a register: blocks of 4 KiB that have units in them. */
static uint32_t register_at(uint8_t selector, uint16_t place)
{
    static const uint32_t blocks[] = { 0x000000, 0x001000, 0x002000, 0x003000, 0x009000, 0x00a000,
                                       0x00b000, 0x00c000, 0x00e000, 0x00f000, 0x020000, 0x021000,
                                       0x060000, 0x070000, 0x084000, 0x085000, 0x086000, 0x087000,
                                       0x088000, 0x100000, 0x101000, 0x102000, 0x103000, 0x104000,
                                       0x10a000, 0x1c1000, 0x300000, 0x400000, 0x406000, 0x408000,
                                       0x601000, 0x610000, 0x619000, 0xc02000 };

    return blocks[selector % ARRAY_SIZE(blocks)] + (place & 0xfff);
}

static void access(struct guest *guest, const struct record *r)
{
    const unsigned size = 1u << (r->selector >> 6), bar = r->place & 1 ? NV_BAR_VRAM : NV_BAR_RAMIN;
    const uint64_t in_window = (r->value & 0xffffff) & ~(uint64_t)(size - 1);
    uint8_t bytes[8];

    switch (r->kind % 13) {
    case 0:
        wr(guest, register_at(r->selector, r->place) & ~3u, r->value);
        break;
    case 1:
        model_read(guest->card, NV_BAR_MMIO, register_at(r->selector, r->place) & ~3u, 4);
        break;
    case 2: /* other sizes, anywhere */
        model_write(guest->card, NV_BAR_MMIO, in_window, r->place, size);
        break;
    case 3:
        guest_read(guest, NV_BAR_MMIO, in_window, bytes, size);
        break;
    case 4:
        model_write(guest->card, bar, in_window, r->value * UINT64_C(0x100000001), size);
        break;
    case 5:
        guest_read(guest, bar, in_window, bytes, size);
        break;
    case 6: /* the channel's structures, its push buffer */
        vram_wr(guest, CHANNEL + 4 * (r->place & 0x7fff), r->value);
        break;
    case 7: /* a method by the direct port */
        wr(guest, REF_PGRAPH_CMD_DATA_LOW, r->value);
        wr(guest, REF_PGRAPH_CMD_ADDR,
           0x80000000 | (uint32_t)(r->selector & 7) << 16 | (r->place & 0x1ffc));
        break;
    case 8: /* an entry of the indirect buffer */
        vram_wr(guest, CHANNEL + 0x10000 + 8 * (r->selector & 15),
                CHANNEL + 0x12000 + 4 * (r->place & 0xff));
        vram_wr(guest, CHANNEL + 0x10004 + 8 * (r->selector & 15), (r->value & 0xff) << 10);
        wr(guest, 0xc0208c, (r->selector + 1u) & 15);
        break;
    case 9:
        model_config_write(guest->card, r->place & 0xfff & ~(size % 8 - 1), r->value,
                           size > 4 ? 4 : size);
        model_config_read(guest->card, r->place & 0xfff & ~(size % 8 - 1), size > 4 ? 4 : size);
        break;
    case 10:
        pass(guest, r->value);
        break;
    case 11: /* a unit off and on */
        wr(guest, 0x200, ~(1u << (r->selector & 31)));
        wr(guest, 0x200, 0xffffffff);
        break;
    default:
        vram_wr(guest, (r->value & 0xffffc), r->place * 0x10001u);
        break;
    }
}

int fuzz_one(const uint8_t *bytes, size_t size)
{
    static struct guest guest;

    if (size < 1)
        return 0;
    const struct nv50_chip *const chip = &nv50_chips[bytes[0] % CHIP_COUNT];

    guest_open(&guest, &chip->chip, (uint64_t)chip->max_partitions << 20);
    bring_up(&guest, chip->chip.id == 0x50);
    guest_play(&guest, bytes + 1, size - 1, access);
    guest_close(&guest);
    return 0;
}
