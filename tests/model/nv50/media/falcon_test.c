/* The falcons of the device model from the CPU's side, as docs/hardware/tesla-mmio.md §5.10 and tesla-engines.md
 * have them: data memory of both kinds, channels, transfers at their edges. G98 has the older kind (PVLD at
 * 0x084000, 4 KiB of data), GT215 the newer one (PCOPY at 0x104000, 2 KiB). */
#include "tests/model/nv50/core_rig.h"

#define PVLD       0x084000u
#define PVLD_DATA  0x1000u
#define PCOPY      0x104000u
#define PCOPY_DATA 0x0800u

/* 0x1c0 bit 24: the index goes on with each word that is written, bit 25: that is read. */
TEST(newer_data_memory_has_an_index, NULL, close_card)
{
    open_core("gt215", NULL, NULL);
    wr(PCOPY + 0x1c0, 0x01000000 | (PCOPY_DATA - 8));
    for (uint32_t i = 1; i <= 3; i++)
        wr(PCOPY + 0x1c4, 0x11111111 * i); /* the third one is past the end */
    wr(PCOPY + 0x1c0, 0x02000000 | (PCOPY_DATA - 8));
    assert_pairs(rd(PCOPY + 0x1c4), 0x11111111, rd(PCOPY + 0x1c4), 0x22222222);
    assert_int_equal(rd(PCOPY + 0x1c4), 0);
    wr(PCOPY + 0x1c0, PCOPY_DATA - 8);
    assert_pairs(rd(PCOPY + 0x1c4), 0x11111111, rd(PCOPY + 0x1c4), 0x11111111);
    wr(PCOPY + 0x1c0, PCOPY_DATA - 4); /* a word is four bytes: its neighbour stays */
    PUT(wr, PCOPY + 0x1c4, 0xffffffff, PCOPY + 0x1c0, PCOPY_DATA - 8, PCOPY + 0x1c4, 0,
        PCOPY + 0x1c0, PCOPY_DATA - 4);
    assert_int_equal(rd(PCOPY + 0x1c4), 0xffffffff);
}

/* A port of type 4 (VRAM) is not translated: 256 bytes there and back. */
TEST(transfers_move_lines, NULL, close_card)
{
    open_core("gt215", NULL, NULL);
    for (uint32_t i = 0; i < 64; i++)
        vram_wr(0x30000 + 4 * i, 0x1000 + i);
    wr(PCOPY + 0x600, 0x44000000);
    wr(PCOPY + 0x110, 0x300); /* in units of 256 bytes */
    PUT(wr, PCOPY + 0x114, 0x100, PCOPY + 0x11c, 0, PCOPY + 0x118, 0x600, PCOPY + 0x11c, 0x100,
        PCOPY + 0x118, 0x620);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(vram_rd(0x30100 + 4 * i), 0x1000 + i);
}

/* 0xff8 of the older kind: 15:2 address, which goes on with each word at 0xff4; bit 20 code, which cannot be read back;
 * bit 21 lets 0xff4 be read. */
TEST(older_data_memory_is_uploaded, NULL, close_card)
{
    open_core("g98", NULL, NULL);
    wr(PVLD + 0xff8, PVLD_DATA - 8);
    for (uint32_t i = 1; i <= 3; i++)
        wr(PVLD + 0xff4, 0x11111111 * i); /* the third one is past the end */
    assert_int_equal(rd(PVLD + 0xff8), PVLD_DATA + 4);
    wr(PVLD + 0xff8, 0x00100000 | (PVLD_DATA - 8));
    wr(PVLD + 0xff4, 0x77777777); /* code */
    assert_int_equal(rd(PVLD + 0xff8), 0x00100000 | (PVLD_DATA - 4));
    wr(PVLD + 0xff8, PVLD_DATA - 8);
    assert_pairs(rd(PVLD + 0xff4), 0, rd(PVLD + 0xff8), PVLD_DATA - 8);
    wr(PVLD + 0xff8, 0x00300000 | (PVLD_DATA - 8));
    assert_int_equal(rd(PVLD + 0xff4), 0);
    wr(PVLD + 0xff8, 0x00200000 | (PVLD_DATA - 8));
    assert_pairs(rd(PVLD + 0xff4), 0x11111111, rd(PVLD + 0xff4), 0x22222222, rd(PVLD + 0xff4), 0);
    assert_int_equal(rd(PVLD + 0xff8), 0x00200000 | (PVLD_DATA + 4));
    wr(PVLD + 0xff8, 0x0020fffc); /* the address comes round, the flag stays */
    rd(PVLD + 0xff4);
    assert_int_equal(rd(PVLD + 0xff8), 0x00200000);
}

/* 0x620: the channel that the memory interface uses: the current one, else the next, else none. */
TEST(the_memory_interface_takes_a_channel, NULL, close_card)
{
    open_core("gt215", NULL, NULL);
    assert_int_equal(rd(PCOPY + 0x620), 0);
    wr(PCOPY + 0x054, 0x40000222);
    assert_int_equal(rd(PCOPY + 0x620), 0x222);
    wr(PCOPY + 0x050, 0x00000111); /* not valid */
    assert_int_equal(rd(PCOPY + 0x620), 0x222);
    wr(PCOPY + 0x050, 0x40000111);
    assert_int_equal(rd(PCOPY + 0x620), 0x111);
    wr(PCOPY + REF_FALCON_CHANNEL_TRIGGER, 1); /* UNLOADED: there is no current one */
    assert_pairs(0, rd(PCOPY + 0x050), 0x222, rd(PCOPY + 0x620));
    wr(PCOPY + REF_FALCON_CHANNEL_TRIGGER, 2); /* LOADED: the next one is it */
    assert_pairs(0x40000222, rd(PCOPY + 0x050), 0, rd(PCOPY + 0x054), 0x222, rd(PCOPY + 0x620));
}

static void use_data(uint32_t unit, uint32_t at, uint32_t words, uint32_t first)
{
    wr(unit + 0x1c0, 0x01000000 | at);
    for (uint32_t i = 0; i < words; i++)
        wr(unit + 0x1c4, first + i);
}

/* 0x118 bits 10:8: 4 << n bytes, at places that are multiples of it on both sides. */
TEST(transfers_have_seven_sizes, NULL, close_card)
{
    open_core("gt215", NULL, NULL);
    use_data(PCOPY, 0, PCOPY_DATA / 4, 0x5000);
    PUT(wr, PCOPY + 0x600, 0x44000000, PCOPY + 0x110, 0x300);
    for (uint32_t n = 0; n < 7; n++) {
        const uint32_t size = 4u << n, from = 0x304 / size * size, to = 0x30c / size * size;

        wipe(0x30100, 0x500, 0);
        PUT(wr, PCOPY + 0x114, 0x304, PCOPY + 0x11c, 0x30c);
        wr(PCOPY + 0x118, n << 8 | 0x30); /* code goes nowhere */
        assert_int_equal(vram_rd(0x30000 + to), 0);
        wr(PCOPY + 0x118, n << 8 | 0x20);
        for (uint32_t at = 0x100; at < 0x600; at += 4)
            assert_int_equal(vram_rd(0x30000 + at),
                             at >= to && at < to + size ? 0x5000 + (from + at - to) / 4 : 0);
    }
}

/* After a fault nothing moves before 0x624 bit 6; 0x120 shows the pending transfers: stores 18:16, loads 26:24. Bit 1
 * of 0x624 switches every port off, whose bit 31 says so. */
TEST(stuck_transfers_are_reset, NULL, close_card)
{
    open_core("gt215", NULL, NULL);
    assert_int_equal(rd(PCOPY + 0x624), 0x110);
    vram_wr(0x30000, 0x12345678);
    for (uint32_t store = 0; store < 2; store++) {
        PUT(wr, PCOPY + 0x600, 0x44000000, PCOPY + 0x604, 0x44000000);
        assert_pairs(0xc4000000, rd(PCOPY + 0x600), 0xc4000000, rd(PCOPY + 0x604));
        wr(PCOPY + 0x624, 2);
        assert_int_equal(rd(PCOPY + 0x604) >> 31, 0);
        PUT(wr, PCOPY + 0x110, 0x300, PCOPY + 0x118, store << 5);
        assert_pairs(0x300, rd(PCOPY + 0x008) & 0x300, (store ? 0x10000 : 0x1000000) | 2,
                     rd(PCOPY + 0x120), 0, rd(PCOPY + 0x624) & 0x100);
        wr(PCOPY + 0x600, 0x44000000);
        use_data(PCOPY, 0, 1, 0x999);
        PUT(wr, PCOPY + 0x114, 0, PCOPY + 0x11c, 0);
        wr(PCOPY + 0x118, 0); /* not now */
        wr(PCOPY + 0x1c0, 0);
        assert_int_equal(rd(PCOPY + 0x1c4), 0x999);
        wr(PCOPY + 0x624, 0x40);
        assert_pairs(0, rd(PCOPY + 0x120), 0x100, rd(PCOPY + 0x624) & 0x100);
        wr(PCOPY + 0x118, 0);
        assert_int_equal(rd(PCOPY + 0x1c4), 0x12345678);
        wr(PCOPY + 0x004, 0x300);
    }
}

/* K32, E12: whether older falcons have lines 8 and 9, of the memory interface, no source settles. */
TEST(lines_of_the_memory_interface)
{
    for (unsigned i = 0; i < 3; i++) {
        open_core(i == 2 ? "gt215" : "g98", NULL, i ? "memif_lines=gt215" : NULL);
        PUT(wr, REF_PMC_ENABLE, 0xffffffff, PVLD + REF_FALCON_INTR_SET, 0x40);
        wr(PVLD + 0x118, 0); /* through a port that is off */
        assert_int_equal(rd(PVLD + REF_FALCON_INTR) & 0x340, i == 1 ? 0x40 : 0x340);
    }
}

/* Port 7 belongs to the context object: a write to it counts for nothing, a channel switches it on. */
TEST(port_7_is_the_contexts, NULL, close_card)
{
    open_core("gt215", NULL, NULL);
    wr(PCOPY + 0x61c, 0x44000000);
    assert_int_equal(rd(PCOPY + 0x61c) >> 31, 0);
    wr(PCOPY + 0x050, 0x40001000);
    assert_int_equal(rd(PCOPY + 0x61c) >> 31, 1);
    wr(PCOPY + 0x61c, 0);
    assert_int_equal(rd(PCOPY + 0x61c) >> 31, 1);
    for (uint32_t port = 0; port < 7; port++) {
        assert_int_equal(rd(PCOPY + 0x600 + 4 * port), 0);
        wr(PCOPY + 0x600 + 4 * port, 0x44000000);
        assert_int_equal(rd(PCOPY + 0x600 + 4 * port), 0xc4000000);
        wr(PCOPY + 0x600 + 4 * port, 0x04000000); /* bit 30 switches it on, and off */
        assert_int_equal(rd(PCOPY + 0x600 + 4 * port), 0x04000000);
    }
}

/* "0x01c routing (line n has bits n and n+16: 0,0 falcon interrupt 0; 0,1 falcon interrupt 1; 1,0 PMC HOST/DAEMON)": every line of a
 * unit, as one of the PMC. */
static void expect_lines(uint32_t unit, unsigned line)
{
    const uint32_t told = UINT32_C(1) << line;

    for (uint32_t n = 0; n < 16; n++) {
        const struct {
            uint32_t at, value, intr, told;
        } steps[] = {
            /* clang-format off */
            { REF_FALCON_INTR_ACK, 0xffff, 0, 0 }, { REF_FALCON_INTR_EN_CLEAR, 0xffff, 0, 0 },
            { REF_FALCON_INTR_ROUTING, 1u << n, 0, 0 }, { REF_FALCON_INTR_SET, 1u << n, 1, 0 },
            { REF_FALCON_INTR_EN_SET, 0xffffu & ~(1u << n), 1, 0 }, { REF_FALCON_INTR_EN_SET, 1u << n, 1, 1 },
            { REF_FALCON_INTR_ROUTING, 0x10001u << n, 1, 0 }, { REF_FALCON_INTR_ROUTING, 0x10000u << n, 1, 0 },
            { REF_FALCON_INTR_ROUTING, 1u << n, 1, 1 }, { REF_FALCON_INTR_EN_CLEAR, 1u << n, 1, 0 },
            { REF_FALCON_INTR_EN_SET, 1u << n, 1, 1 }, { REF_FALCON_INTR_ACK, 0xffffu & ~(1u << n), 1, 1 },
            { REF_FALCON_INTR_ACK, 1u << n, 0, 0 },
            /* clang-format on */
        };

        for (unsigned i = 0; i < ARRAY_SIZE(steps); i++) {
            wr(unit + steps[i].at, steps[i].value);
            assert_int_equal(rd(unit + REF_FALCON_INTR), steps[i].intr << n);
            assert_int_equal(rd(REF_PMC_INTR_HOST) & told, steps[i].told ? told : 0);
        }
    }
}

/* tesla-engines.md §2.1: bytes of data memory, which 0x108 has in bits 17:9, >> 8. */
TEST(data_memories_have_their_size)
{
    static const struct {
        const char *chip;
        uint32_t unit, bytes;
        unsigned line; /* §6.1 */
    } rows[] = { { "g98", 0x084000, 0x1000, 15 },   { "g98", 0x086000, 0x800, 0 },
                 { "g98", 0x087000, 0x800, 14 },    { "gt215", 0x084000, 0x1000, 15 },
                 { "gt215", 0x104000, 0x800, 22 },  { "gt215", 0x10a000, 0x3000, 18 },
                 { "mcp89", 0x084000, 0x2000, 15 }, { "mcp89", 0x10a000, 0x6000, 18 },
                 { "mcp89", 0x1c1000, 0xb00, 14 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_core(rows[i].chip, NULL, NULL);
        for (unsigned round = 0; round < 2; round++) {
            assert_int_equal(rd(rows[i].unit + 0x108) >> 9 & 0x1ff, rows[i].bytes >> 8);
            PUT(wr, REF_PMC_ENABLE, 0, REF_PMC_ENABLE, 0xffffffff);
        }
        expect_lines(rows[i].unit, rows[i].line);
    }
}
