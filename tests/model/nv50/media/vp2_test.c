/* VP2's engines and PMPEG of the device model as the CPU drives them (docs/hardware/tesla-engines.md §3.2 to §3.4): which
 * bytes PCIPHER moves, the words that the Xtensa cores and PMPEG fetch, who the record of a fault names (tesla-vm.md
 * §2.2), and which interrupts there are (tesla-vm.md §2.5). */
#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/graph/pgraph_rig.h"

#define PCIPHER 0x102000u
#define PMPEG   REF_PMPEG_BASE
#define PVP2    0x00f000u
#define PBSP    0x103000u

#define WIDE  0x1cu /* selector of a paged object of 40 bits, for which there are no tables */
#define FIRST 0x1eu /* of a paged object of which the first page alone is there, at DATA */
#define DATA  0x300000u

#define FAR    UINT64_C(0xff12345600)
#define ENABLE 0x00ffffffu /* every unit's faults are recorded */

/* Reasons (tesla-vm.md §2.2). */
enum { NO_TABLE = 0, NO_PAGE = 2, NO_CHANNEL = 5, NULL_OBJECT = 6, LIMIT = 0xf };

static void put_wide(uint32_t selector)
{
    put_object(selector, 0x7fc0003d, 0xffffffff);
    vram_wr(CHANNEL + 16 * selector + 12, 0xff000000);
}

static void open_card(const char *chip)
{
    bring_up(chip, NULL);
    const uint32_t directory = CHANNEL + nv50_of(card)->chip->pd_offset;

    for (uint32_t at = 0; at < 0x4000; at += 4)
        vram_wr(directory + at, 0);
    for (uint32_t i = 0; i < 4; i++)
        vram_wr(TABLE + 4 * i, 0);
    vram_wr(directory, TABLE | 3);
    vram_wr(TABLE, DATA | 1);
    put_wide(WIDE);
    put_object(FIRST, 0x7fc0003d, 0xffffffff);
    wr(REF_PFB_VM_FAULT, 0x80000000 | ENABLE);
}

static uint32_t record_word(uint32_t index)
{
    wr(REF_PFB_VM_FAULT, index << 24 | ENABLE);
    return rd(REF_PFB_VM_FAULT_DATA);
}

/* The record of G84 has fields of 4 bits; it is acknowledged. */
static void expect_record(uint32_t engine, uint32_t client, uint32_t slot, uint32_t reason,
                          uint64_t at, bool read)
{
    assert_int_equal(rd(REF_PFB_VM_FAULT) >> 31, 1);
    assert_int_equal(record_word(0), slot << 12 | client << 8 | reason << 4 | engine);
    if (reason != NO_CHANNEL)
        assert_int_equal(record_word(2) << 16 | record_word(1), CHANNEL >> 12);
    assert_int_equal(record_word(3), at & 0xffff);
    assert_int_equal(record_word(4), at >> 16 & 0xffff);
    assert_int_equal(record_word(5), (at >> 32 & 0xff) | (read ? 0x100 : 0));
    wr(REF_PFB_VM_FAULT, 0x80000000 | ENABLE);
}

static void expect_no_record(void)
{
    assert_int_equal(rd(REF_PFB_VM_FAULT) >> 31, 0);
}

/* A status word and its line at PMC: a pending interrupt shows there while it is enabled, until a one clears it. */
static void expect_interrupt(uint32_t status, uint32_t enable, uint32_t bits, uint32_t line)
{
    assert_int_equal(rd(status), bits);
    wr(enable, 0);
    assert_int_equal(rd(REF_PMC_INTR_HOST) & line, 0);
    wr(enable, bits);
    assert_int_equal(rd(REF_PMC_INTR_HOST) & line, line);
    wr(status, ~bits);
    assert_int_equal(rd(status), bits);
    wr(status, bits);
    assert_int_equal(rd(status), 0);
    assert_int_equal(rd(REF_PMC_INTR_HOST) & line, 0);
    wr(enable, 0xffffffff);
}

/* ---- PCIPHER ---- */

static void put_address(uint32_t low, uint64_t at)
{
    wr(PCIPHER + low, (uint32_t)at);
    wr(PCIPHER + low + 4, (uint32_t)(at >> 32));
}

/* Source, destination and query through these objects, from and to these places. */
static void prepare(const uint32_t *selectors, const uint64_t *places, uint32_t length)
{
    static const uint32_t objects[] = { 0x24c, 0x250, 0x248 }, lows[] = { 0x25c, 0x264, 0x254 };

    wr(PCIPHER + 0x188, 0xc0000000 | CHANNEL >> 12); /* its two highest bits are nobody's */
    for (unsigned i = 0; i < 3; i++) {
        wr(PCIPHER + objects[i], selectors[i]);
        put_address(lows[i], places[i]);
    }
    wr(PCIPHER + 0x284, 0x5e90e9ce);
    wr(PCIPHER + 0x288, length);
}

static const uint32_t plain[] = { VRAM, VRAM, VRAM };
static const uint64_t near[] = { 0x200000, 0x280000, 0x2f0000 };

/* Mode 0 of LAUNCH (bits 9:8) copies LENGTH bytes, a multiple of 16; bit 4 has the sequence written afterwards. */
TEST(pcipher_copies, NULL, close_card)
{
    static const uint32_t lengths[] = { 0x10, 0xf0, 0x100, 0x110, 0x230 };

    open_card("g84");
    fill(0x200000, 0x100);
    for (unsigned i = 0; i < ARRAY_SIZE(lengths); i++)
        for (uint32_t launch = 0; launch < 0x400; launch += launch & 0x10 ? 0xf0 : 0x10) {
            const uint32_t length = launch & 0x300 ? 0 : lengths[i];

            for (uint32_t at = 0; at < 0x400; at += 4)
                vram_wr(0x280000 + at, 0);
            vram_wr(0x2f0000, 0);
            prepare(plain, near, lengths[i] + 15);
            wr(PCIPHER + 0x28c, launch);
            for (uint32_t at = 0; at < 0x400; at += 4)
                assert_int_equal(vram_rd(0x280000 + at), at < length ? 0x11000000 + at / 4 : 0);
            assert_int_equal(vram_rd(0x2f0000), launch == 0x10 ? 0x5e90e9ce : 0);
            assert_int_equal(rd(PCIPHER + 0x130), 0);
            expect_no_record();
        }
}

/* Slots 1 source, 2 destination, 3 query; addresses of 40 bits, of which the upper word has the highest eight. */
TEST(pcipher_has_three_slots, NULL, close_card)
{
    open_card("g84");
    for (unsigned k = 0; k < 3; k++) {
        uint32_t selectors[] = { VRAM, VRAM, VRAM };
        uint64_t places[] = { 0x200000, 0x280000, 0x2f0000 };

        selectors[k] = WIDE;
        places[k] = FAR | UINT64_C(0xabcdef) << 40;
        vram_wr(0x2f0000, 0);
        prepare(selectors, places, 0x10);
        wr(PCIPHER + 0x28c, 0x10);
        assert_int_equal(vram_rd(0x2f0000), 0);
        expect_record(0xa, 0xe, k + 1, NO_TABLE, FAR, k == 0);
        expect_interrupt(PCIPHER + 0x130, PCIPHER + 0x140, 0x100, 1u << 14);
    }
}

/* A defect: source and destination are each other's slot; the query keeps its own. */
TEST(slots_may_be_swapped, NULL, close_card)
{
    static const uint32_t slots[] = { 2, 1, 3 };

    open_card("g84");
    nv50_of(card)->broken[DEFECT_PCIPHER_SLOTS_SWAPPED] = true;
    for (unsigned k = 0; k < 3; k++) {
        uint32_t selectors[] = { VRAM, VRAM, VRAM };
        uint64_t places[] = { 0x200000, 0x280000, 0x2f0000 };

        selectors[k] = WIDE;
        places[k] = FAR;
        prepare(selectors, places, 0x10);
        wr(PCIPHER + 0x28c, 0x10);
        expect_record(0xa, 0xe, slots[k], NO_TABLE, FAR, k == 0);
    }
}

/* ---- PMPEG ---- */

static void pmpeg(uint32_t method, uint32_t data)
{
    wr(PMPEG + 0x150, method);
    wr(PMPEG + 0x154, data);
    wr(PMPEG + 0x158, 1);
}

static void fetch(uint32_t selector, uint32_t at, uint32_t size)
{
    pmpeg(0x190, selector);
    pmpeg(0x380, at);
    pmpeg(0x384, size);
    pmpeg(0x394, 1);
}

/* The command buffer is read, slot 1; bit 8 of the interrupts says that it is done. */
TEST(pmpeg_fetches_commands)
{
    static const char *const chips[] = { "g80", "g84" };

    for (unsigned i = 0; i < 2; i++) {
        open_card(chips[i]);
        wr(PMPEG + 0x218, CHANNEL >> 12);
        wr(PMPEG + 0x200, 0x500);
        for (uint32_t at = 0xfe0; at < 0x1000; at += 4)
            vram_wr(DATA + at, 0x10000000); /* nothing to do */
        fetch(FIRST, 0xfe0, 0x20);
        assert_int_equal(rd(PMPEG + 0x220), 0xfe0);
        assert_int_equal(rd(PMPEG + 0x224), 0x20);
        expect_interrupt(PMPEG, PMPEG + 0x040, 0x100, 1);
        expect_no_record();
        assert_int_equal(rd(PMPEG + 0x158), 0x100); /* not busy */
        fetch(FIRST, 0xfe0, 0x24);
        expect_interrupt(PMPEG, PMPEG + 0x040, 0x10000, 1);
        assert_int_equal(rd(PMPEG + 0x110), 1u << 24);
        assert_int_equal(rd(PMPEG + 0x11c), 0x1000);
        expect_record(8, 6, 1, NO_PAGE, 0x1000, true);
        wr(PMPEG + 0x110, 1u << 24);
        assert_int_equal(rd(PMPEG + 0x110), 0);
        close_card(NULL);
    }
}

/* ---- Xtensa ---- */

static const struct core {
    uint32_t base, engine, client, line, context;
} cores[] = { { PVP2, 0x1, 0xc, 1u << 17, 0x4 }, { PBSP, 0x9, 0xd, 1u << 15, 0x8 } };

/* Region 12, whose limit is written last; the fetch is of the 32 bytes at 0x20. */
static void boot(uint32_t base, uint32_t setup, uint64_t from, uint32_t limit)
{
    wr(base + 0xcc0, (uint32_t)(from >> 8));
    wr(base + 0xcc4, setup);
    wr(base + 0xcc8, limit);
}

/* The low four bits of a region's setup are the slot; nothing is bound there but the channel's context object, at 15. */
TEST(cores_fetch_through_any_slot, NULL, close_card)
{
    open_card("g84");
    for (unsigned i = 0; i < 2; i++) {
        const struct core *core = &cores[i];

        put_wide(core->context);
        wr(core->base + 0xc28, 0xc0000000 | CHANNEL >> 12);
        for (uint32_t slot = 0; slot < 16; slot++) {
            boot(core->base, slot, FAR, 1);
            expect_record(core->engine, core->client, slot, slot < 15 ? NULL_OBJECT : NO_TABLE,
                          FAR + 0x20, true);
            expect_interrupt(core->base + 0xc20, core->base + 0xd84, 8, core->line);
        }
        boot(core->base, 0x1f, FAR, 1); /* bit 4: not through the VM */
        assert_int_equal(rd(core->base + 0xc20), 0);
        put_object(core->context, 0x0019003d, 0xffffffff);
        boot(core->base, 15, DATA, 1);
        assert_int_equal(rd(core->base + 0xc20), 8); /* its value when it was bound */
        wr(core->base + 0xc20, 8);
        wr(REF_PFB_VM_FAULT, 0x80000000 | ENABLE);
        wr(core->base + 0xc28, CHANNEL >> 12);
        boot(core->base, 15, DATA, 1);
        assert_int_equal(rd(core->base + 0xc20), 0);
        expect_no_record();
    }
}

/* A fetch beyond the region's own limit is no matter of the VM: another interrupt, and the core's address. */
TEST(cores_have_limits_of_their_own, NULL, close_card)
{
    open_card("g84");
    for (unsigned i = 0; i < 2; i++) {
        const struct core *core = &cores[i], *other = &cores[1 - i];

        wr(core->base + 0xc28, CHANNEL >> 12);
        boot(core->base, 3, FAR, 0);
        expect_no_record();
        assert_int_equal(rd(core->base + 0xd3c), 0xc0000020);
        assert_int_equal(rd(other->base + 0xc20), 0);
        expect_interrupt(core->base + 0xc20, core->base + 0xd84, 0x20, core->line);
    }
}
