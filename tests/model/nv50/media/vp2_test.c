/* VP2's engines and PMPEG of the device model as the CPU drives them (docs/hardware/tesla-engines.md §3.2 to §3.4): which
 * bytes PCIPHER moves, the words that the Xtensa cores and PMPEG fetch, who the record of a fault names (tesla-vm.md
 * §2.2), and which interrupts there are (tesla-vm.md §2.5). */
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

static void open_card(const char *chip)
{
    bring_up(chip, NULL);
    const uint32_t directory = CHANNEL + nv50_of(card)->chip->pd_offset;

    wipe(directory, 0x4000, 0);
    wipe(TABLE, 16, 0);
    PUT(vram_wr, directory, TABLE | 3, TABLE, DATA | 1);
    PUT(wr, PCIPHER + 0x140, UINT32_MAX, PMPEG + 0x040, UINT32_MAX, PVP2 + 0xd84, UINT32_MAX,
        PBSP + 0xd84, UINT32_MAX);
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
    assert_pairs(at & 0xffff, record_word(3), at >> 16 & 0xffff, record_word(4),
                 (at >> 32 & 0xff) | (read ? 0x100 : 0), record_word(5));
    wr(REF_PFB_VM_FAULT, 0x80000000 | ENABLE);
}

/* A status word and its line at PMC: a pending interrupt shows there while it is enabled, until a one clears it. */
static void expect_interrupt(uint32_t status, uint32_t enable, uint32_t bits, uint32_t line)
{
    assert_pairs(bits, rd(status), line, rd(REF_PMC_INTR_HOST) & line);
    wr(enable, 0);
    assert_int_equal(rd(REF_PMC_INTR_HOST) & line, 0);
    wr(enable, bits);
    assert_int_equal(rd(REF_PMC_INTR_HOST) & line, line);
    wr(status, ~bits);
    assert_int_equal(rd(status), bits);
    wr(status, bits);
    assert_pairs(0, rd(status), 0, rd(REF_PMC_INTR_HOST) & line);
    wr(enable, 0xffffffff);
}

/* ---- PCIPHER ---- */

/* Source, destination and query through these objects, from and to these places. */
static void prepare(const uint32_t *selectors, const uint64_t *places, uint32_t length)
{
    static const uint32_t objects[] = { 0x24c, 0x250, 0x248 }, lows[] = { 0x25c, 0x264, 0x254 };

    wr(PCIPHER + 0x188, 0xc0000000 | CHANNEL >> 12); /* its two highest bits are nobody's */
    for (unsigned i = 0; i < 3; i++) {
        PUT(wr, PCIPHER + objects[i], selectors[i], PCIPHER + lows[i], (uint32_t)places[i],
            PCIPHER + lows[i] + 4, (uint32_t)(places[i] >> 32));
    }
    PUT(wr, PCIPHER + 0x284, 0x5e90e9ce, PCIPHER + 0x288, length);
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

            wipe(0x280000, 0x400, 0);
            vram_wr(0x2f0000, 0);
            prepare(plain, near, lengths[i] + 15);
            wr(PCIPHER + 0x28c, launch);
            for (uint32_t at = 0; at < 0x400; at += 4)
                assert_int_equal(vram_rd(0x280000 + at), at < length ? 0x11000000 + at / 4 : 0);
            assert_pairs(vram_rd(0x2f0000), launch == 0x10 ? 0x5e90e9ce : 0, rd(PCIPHER + 0x130), 0,
                         rd(REF_PFB_VM_FAULT) >> 31, 0);
        }
}

/* Slots 1 source, 2 destination, 3 query; addresses of 40 bits, of which the upper word has the highest eight. With a
 * defect source and destination are each other's slot. */
TEST(pcipher_has_three_slots, NULL, close_card)
{
    static const uint32_t slots[2][3] = { { 1, 2, 3 }, { 2, 1, 3 } };

    open_card("g84");
    for (unsigned i = 0; i < 6; i++) {
        const unsigned k = i % 3, swapped = i / 3;
        uint32_t selectors[] = { VRAM, VRAM, VRAM };
        uint64_t places[] = { 0x200000, 0x280000, 0x2f0000 };

        nv50_of(card)->broken[DEFECT_PCIPHER_SLOTS_SWAPPED] = swapped;
        selectors[k] = WIDE;
        places[k] = FAR | UINT64_C(0xabcdef) << 40;
        vram_wr(0x2f0000, 0);
        prepare(selectors, places, 0x10);
        wr(PCIPHER + 0x28c, 0x10);
        assert_int_equal(vram_rd(0x2f0000), 0);
        expect_record(0xa, 0xe, slots[swapped][k], NO_TABLE, FAR, k == 0);
        expect_interrupt(PCIPHER + 0x130, PCIPHER + 0x140, 0x100, 1u << 14);
    }
}

/* ---- PMPEG ---- */

static void pmpeg(uint32_t method, uint32_t data)
{
    PUT(wr, PMPEG + 0x150, method, PMPEG + 0x154, data, PMPEG + 0x158, 1);
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
        PUT(wr, PMPEG + 0x218, CHANNEL >> 12, PMPEG + 0x200, 0x500);
        wipe(DATA + 0xfe0, 0x20, 0x10000000); /* nothing to do */
        fetch(FIRST, 0xfe0, 0x20);
        assert_pairs(0xfe0, rd(PMPEG + 0x220), 0x20, rd(PMPEG + 0x224));
        expect_interrupt(PMPEG, PMPEG + 0x040, 0x100, 1);
        assert_int_equal(rd(REF_PFB_VM_FAULT) >> 31, 0);
        assert_int_equal(rd(PMPEG + 0x158), 0x100); /* not busy */
        fetch(FIRST, 0xfe0, 0x24);
        expect_interrupt(PMPEG, PMPEG + 0x040, 0x10000, 1);
        assert_pairs(1u << 24, rd(PMPEG + 0x110), 0x1000, rd(PMPEG + 0x11c));
        expect_record(8, 6, 1, NO_PAGE, 0x1000, true);
        wr(PMPEG + 0x110, 1u << 24);
        assert_int_equal(rd(PMPEG + 0x110), 0);
    }
}

/* Surface i: luma, then chroma. */
#define SURFACE 0x400000u
#define LUMA(i) (SURFACE + 0x2000 * (i))
#define PITCH   0x40u
#define ROWS    32u

static void open_pmpeg(uint32_t mode)
{
    open_card("g84");
    PUT(wr, PMPEG + 0x218, CHANNEL >> 12, PMPEG + 0x200, 0x3d00);
    pmpeg(0x160, 0x10000 | PITCH);
    pmpeg(0x314, mode);
    pmpeg(0x1a0, VRAM);
    pmpeg(0x1b0, VRAM);
    for (uint32_t i = 0; i < 8; i++) {
        pmpeg(0x200 + 8 * i, LUMA(i));
        pmpeg(0x204 + 8 * i, LUMA(i) + 0x1000);
    }
    pmpeg(0x38c, DATA);
}

/* Number n of the data, and what the other surface shows. */
static int difference(unsigned n)
{
    return (int)(n * 7 % 601) - 290;
}

static uint8_t other_pixel(unsigned x, unsigned y)
{
    return (uint8_t)(y * 29 + x * 3);
}

/* The macroblock's byte: the vector begins at column 19 of row 5; blocks that are not coded have no data. */
static uint8_t pixel(bool chroma, uint32_t coded, bool vector, unsigned x, unsigned y)
{
    const unsigned block = chroma ? x % 2 : y / 8 * 2 + x / 8;
    unsigned n = 0x40 / 2 + y % 8 * 8 + (chroma ? x / 2 : x % 8);
    int value = vector ? other_pixel(19 + x, 5 + y) : 0;

    for (unsigned b = 0; b < block; b++)
        n += coded >> (3 - b) & 1 ? 64 : 0;
    if (coded >> (3 - block) & 1)
        value += difference(n);
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

/* "data of a macroblock are 128 bytes for each coded block, 64 signed numbers of 16 bits in rows of eight, four of luma, then
 * one of each chroma, added to what the motion vector copied, or to 0 in an intra macroblock; then clamped to a byte." */
TEST(pmpeg_draws_macroblocks, NULL, close_card)
{
    open_pmpeg(0);
    for (unsigned n = 0; n < 0x200; n += 2)
        vram_wr(DATA + 2 * n, (uint16_t)difference(n) | (uint32_t)difference(n + 1) << 16);
    for (unsigned i = 0; i < 64; i++) {
        const bool chroma = i & 1, vector = i & 2;
        const uint32_t coded = i / 4, to = i % 8, from = (i + 3) % 8, part = chroma ? 0x1000 : 0;
        const uint32_t words[] = { 0x720000c0,
                                   0x40,
                                   (chroma ? 0xc1080000 : 0xd1080000) | from << 20,
                                   0xe0000000 | 5 << 12 | 19,
                                   0x80098000 | to << 20 | coded << 24,
                                   0xa0000000 | 8 << 12 | 32 };

        for (uint32_t at = 0; at < PITCH * ROWS; at += 4) {
            uint32_t word = 0;

            for (unsigned b = 0; b < 4; b++)
                word |= (uint32_t)other_pixel((at + b) % PITCH, at / PITCH) << 8 * b;
            PUT(vram_wr, LUMA(from) + part + at, word, LUMA(to) + part + at, 0x5a5a5a5a);
        }
        for (unsigned w = 0; w < 6; w++)
            vram_wr(0x2f0000 + 4 * w, w == 4 && !chroma       ? words[w] | 0x10000000
                                      : !vector && w / 2 == 1 ? 0x10000000
                                                              : words[w]);
        fetch(VRAM, 0x2f0000, 0x18);
        for (uint32_t at = 0; at < PITCH * ROWS; at++) {
            const uint32_t x = at % PITCH - 32, y = at / PITCH - 8;
            const uint32_t seen = vram_rd(LUMA(to) + part + (at & ~3u)) >> 8 * (at & 3) & 0xff;

            assert_int_equal(
                seen, x < 16 && y < (chroma ? 8 : 16) ? pixel(chroma, coded, vector, x, y) : 0x5a);
        }
        expect_interrupt(PMPEG, PMPEG + 0x040, 0x100, 1);
    }
}

/* "IDCT mode: [...] bit 0 = last coefficient of the block": four blocks of luma from the last four words of the page. */
TEST(coefficients_end_with_their_block)
{
    static const uint32_t rows[][4] = { { 1, 1, 1, 1 },
                                        { 3, 5, 0x11, 0xffffffff },
                                        { 0, 1, 1, 1 },
                                        { 1, 0xfffffffe, 1, 1 },
                                        { 1, 1, 1, 0x100 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const bool ends = i < 2;

        open_pmpeg(1);
        pmpeg(0x1a0, FIRST);
        pmpeg(0x38c, 0xf00);
        for (uint32_t w = 0; w < 4; w++) {
            static const uint32_t words[] = { 0x720000c0, 0xf0, 0x9f098000, 0xa0000000 };

            PUT(vram_wr, DATA + 0xff0 + 4 * w, rows[i][w], 0x2f0000 + 4 * w, words[w]);
        }
        fetch(VRAM, 0x2f0000, 0x10);
        assert_pairs(ends ? 0x100 : 0x10000, rd(PMPEG), ends ? 0 : 1u << 25, rd(PMPEG + 0x110),
                     ends ? 0 : 0x1000, rd(PMPEG + 0x11c));
        if (!ends)
            expect_record(8, 6, 2, NO_PAGE, 0x1000, true);
    }
}

/* "CONFIG b300 enables the checks: 8 ERROR, 10 CMD, 11 DATA, 12 IMAGE, 13 QUERY fault (G84+)"; "b210: 24 CMD_FAULT, 25
 * DATA_FAULT, 26 IMAGE_FAULT, 27 QUERY_FAULT": each shows with both of its bits, and then alone. */
TEST(faults_show_where_they_are_looked_for)
{
    static const struct {
        uint32_t object, place, header, slot;
        bool read;
    } rows[] = { { 0x190, 0x380, 0, 1, true },
                 { 0x1a0, 0x38c, 0x98098000, 2, true },
                 { 0x1b0, 0x200, 0x90098000, 3, false },
                 { 0x1c0, 0x31c, 0x10000000, 5, false } };

    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t config = 0; config < 4; config++) {
            const uint32_t own = 0x400u << i, shown = config == 2;

            open_pmpeg(0);
            pmpeg(0x1c0, VRAM);
            pmpeg(0x31c, 0x2f0020);
            pmpeg(0x320, 0x1234567);
            assert_int_equal(vram_rd(0x2f0020), 0x1234567);
            wr(PMPEG + 0x200, (config & 1 ? 0x3c00 ^ own : own) | (config & 2) << 7);
            PUT(vram_wr, 0x2f0000, rows[i].header, 0x2f0004, i == 3 ? 0x10000000 : 0xa0000000);
            pmpeg(0x190, VRAM);
            pmpeg(0x380, 0x2f0000);
            pmpeg(0x384, 8);
            pmpeg(rows[i].object, WIDE);
            pmpeg(rows[i].place, 0xe0000000);
            pmpeg(i == 3 ? 0x320 : 0x394, 1);
            expect_record(8, 6, rows[i].slot, NO_TABLE, 0xe0000000, rows[i].read);
            assert_pairs(shown << (24 + i), rd(PMPEG + 0x110), shown << 16, rd(PMPEG));
        }
}

/* ---- Xtensa ---- */

static const struct core {
    uint32_t base, engine, client, line, context;
} cores[] = { { PVP2, 0x1, 0xc, 1u << 17, 0x4 }, { PBSP, 0x9, 0xd, 1u << 15, 0x8 } };

/* Region 12, whose limit is written last; the fetch is of the 32 bytes at 0x20. */
static void boot(uint32_t base, uint32_t setup, uint64_t from, uint32_t limit)
{
    PUT(wr, base + 0xcc0, (uint32_t)(from >> 8), base + 0xcc4, setup, base + 0xcc8, limit);
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
        PUT(wr, core->base + 0xc20, 8, REF_PFB_VM_FAULT, 0x80000000 | ENABLE, core->base + 0xc28,
            CHANNEL >> 12);
        boot(core->base, 15, DATA, 1);
        assert_pairs(rd(core->base + 0xc20), 0, rd(REF_PFB_VM_FAULT) >> 31, 0);
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
        assert_int_equal(rd(REF_PFB_VM_FAULT) >> 31, 0);
        assert_pairs(0xc0000020, rd(core->base + 0xd3c), 0, rd(other->base + 0xc20));
        expect_interrupt(core->base + 0xc20, core->base + 0xd84, 0x20, core->line);
    }
}
