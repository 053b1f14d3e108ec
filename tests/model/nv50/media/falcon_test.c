/* The falcons of the device model from the CPU's side, as docs/hardware/tesla-mmio.md §5.10 and tesla-engines.md
 * have them: data memory of both kinds, channels, transfers at their edges. G98 has the older kind (PVLD at
 * 0x084000, 4 KiB of data), GT215 the newer one (PCOPY at 0x104000, 2 KiB). */

#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/core_rig.h"

#define PVLD       0x084000u
#define PVLD_DATA  0x1000u
#define PCOPY      0x104000u
#define PCOPY_DATA 0x0800u

static void open_card(const char *chip)
{
    open_core(chip, NULL, NULL);
    wr(0x200, 0xffffffff);
}

/* 0x1c0 bit 24: the index goes on with each word that is written, bit 25: that is read. */
TEST(newer_data_memory_has_an_index, NULL, close_card)
{
    open_card("gt215");
    wr(PCOPY + 0x1c0, 0x01000000 | (PCOPY_DATA - 8));
    for (uint32_t i = 1; i <= 3; i++)
        wr(PCOPY + 0x1c4, 0x11111111 * i); /* the third one is past the end */
    wr(PCOPY + 0x1c0, 0x02000000 | (PCOPY_DATA - 8));
    assert_int_equal(rd(PCOPY + 0x1c4), 0x11111111);
    assert_int_equal(rd(PCOPY + 0x1c4), 0x22222222);
    assert_int_equal(rd(PCOPY + 0x1c4), 0);
    wr(PCOPY + 0x1c0, PCOPY_DATA - 8);
    assert_int_equal(rd(PCOPY + 0x1c4), 0x11111111);
    assert_int_equal(rd(PCOPY + 0x1c4), 0x11111111);
    wr(PCOPY + 0x1c0, PCOPY_DATA - 4); /* a word is four bytes: its neighbour stays */
    wr(PCOPY + 0x1c4, 0xffffffff);
    wr(PCOPY + 0x1c0, PCOPY_DATA - 8);
    wr(PCOPY + 0x1c4, 0);
    wr(PCOPY + 0x1c0, PCOPY_DATA - 4);
    assert_int_equal(rd(PCOPY + 0x1c4), 0xffffffff);
}

/* 0x058: bit 1 makes the next channel the current one, bit 0 takes the current one away. */
TEST(triggers_load_and_unload_channels, NULL, close_card)
{
    open_card("gt215");
    wr(PCOPY + 0x050, 0x40000111);
    wr(PCOPY + 0x054, 0x40000222);
    wr(PCOPY + 0x058, 2);
    assert_int_equal(rd(PCOPY + 0x050), 0x40000222);
    assert_int_equal(rd(PCOPY + 0x054), 0);
    wr(PCOPY + 0x054, 0x40000333);
    wr(PCOPY + 0x058, 1);
    assert_int_equal(rd(PCOPY + 0x050), 0);
    assert_int_equal(rd(PCOPY + 0x054), 0x40000333);
}

/* A port of type 4 (VRAM) is not translated: 256 bytes there and back. */
TEST(transfers_move_lines, NULL, close_card)
{
    open_card("gt215");
    for (uint32_t i = 0; i < 64; i++)
        vram_wr(0x30000 + 4 * i, 0x1000 + i);
    wr(PCOPY + 0x600, 0x44000000);
    wr(PCOPY + 0x110, 0x300); /* in units of 256 bytes */
    wr(PCOPY + 0x114, 0x100);
    wr(PCOPY + 0x11c, 0);
    wr(PCOPY + 0x118, 0x600);
    wr(PCOPY + 0x11c, 0x100);
    wr(PCOPY + 0x118, 0x620);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(vram_rd(0x30100 + 4 * i), 0x1000 + i);
}

/* Lines that would begin or end past the data memory, also where the sum of place and size has 33 bits: nothing
 * moves. */
TEST(transfers_stay_in_the_data_memory, NULL, close_card)
{
    static const uint32_t places[] = { PCOPY_DATA, PCOPY_DATA - 0x80, 0x7fffff00, 0xffffff00,
                                       0xfffffffc };

    open_card("gt215");
    wr(PCOPY + 0x600, 0x44000000);
    wr(PCOPY + 0x110, 0x300);
    for (uint32_t size = 0; size < 8; size++)
        for (unsigned i = 0; i < ARRAY_SIZE(places); i++) {
            if (places[i] + (4u << size) <= PCOPY_DATA && places[i] < PCOPY_DATA)
                continue;
            vram_wr(0x30000, 0x5a5a5a5a);
            wr(PCOPY + 0x114, places[i]);
            wr(PCOPY + 0x118, size << 8);
            wr(PCOPY + 0x118, size << 8 | 0x20);
            assert_int_equal(vram_rd(0x30000), 0x5a5a5a5a);
        }
}

/* Knob memif_lines=gt215: the lines of a memory interface (0x008 bits 8 and 9, both where a port is switched off) are
 * missing on the older kind only. */
TEST(memory_interface_has_lines)
{
    static const struct {
        const char *chip, *knobs;
        uint32_t unit, lines;
    } cards[] = {
        { "gt215", NULL, PCOPY, 0x300 },
        { "gt215", "memif_lines=gt215", PCOPY, 0x300 },
        { "g98", NULL, PVLD, 0x300 },
        { "g98", "memif_lines=gt215", PVLD, 0 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(cards); i++) {
        const uint32_t unit = cards[i].unit;

        open_core(cards[i].chip, NULL, cards[i].knobs);
        wr(0x200, 0xffffffff);
        wr(unit + 0x600, 0x04000000); /* without bit 30 */
        wr(unit + 0x110, 0x300);
        wr(unit + 0x118, 0x600);
        assert_int_equal(cards[i].lines, rd(unit + 0x008) & 0x300);
        close_card(NULL);
    }
}

/* 0xff8 of the older kind: 15:2 address, which goes on with each word at 0xff4; bit 20 code, which cannot be read back;
 * bit 21 lets 0xff4 be read. */
TEST(older_data_memory_is_uploaded, NULL, close_card)
{
    open_card("g98");
    wr(PVLD + 0xff8, PVLD_DATA - 8);
    for (uint32_t i = 1; i <= 3; i++)
        wr(PVLD + 0xff4, 0x11111111 * i); /* the third one is past the end */
    assert_int_equal(rd(PVLD + 0xff8), PVLD_DATA + 4);
    wr(PVLD + 0xff8, 0x00100000 | (PVLD_DATA - 8));
    wr(PVLD + 0xff4, 0x77777777); /* code */
    assert_int_equal(rd(PVLD + 0xff8), 0x00100000 | (PVLD_DATA - 4));
    wr(PVLD + 0xff8, PVLD_DATA - 8);
    assert_int_equal(rd(PVLD + 0xff4), 0);
    assert_int_equal(rd(PVLD + 0xff8), PVLD_DATA - 8);
    wr(PVLD + 0xff8, 0x00300000 | (PVLD_DATA - 8));
    assert_int_equal(rd(PVLD + 0xff4), 0);
    wr(PVLD + 0xff8, 0x00200000 | (PVLD_DATA - 8));
    assert_int_equal(rd(PVLD + 0xff4), 0x11111111);
    assert_int_equal(rd(PVLD + 0xff4), 0x22222222);
    assert_int_equal(rd(PVLD + 0xff4), 0);
    assert_int_equal(rd(PVLD + 0xff8), 0x00200000 | (PVLD_DATA + 4));
    wr(PVLD + 0xff8, 0x0020fffc); /* the address comes round, the flag stays */
    rd(PVLD + 0xff4);
    assert_int_equal(rd(PVLD + 0xff8), 0x00200000);
}

/* 0x000 sets and 0x004 clears the bits of 0x008, 0x010 and 0x014 those of 0x018. PMC's line is up for interrupts that
 * are pending, enabled, and routed to the host alone (0x01c: 15:0 host, 31:16 the falcon itself). */
TEST(lines_go_to_the_host)
{
    static const struct {
        const char *chip;
        uint32_t unit, line;
    } units[] = { { "gt215", PCOPY, 1u << 22 }, { "g98", PVLD, 1u << 15 } };

    for (unsigned i = 0; i < 2; i++) {
        const uint32_t unit = units[i].unit, line = units[i].line;

        open_card(units[i].chip);
        wr(unit + 0x004, 0xffffffff);
        wr(unit + 0x014, 0xffffffff);
        assert_int_equal(rd(unit + 0x008), 0);
        wr(unit + 0x010, 0x50);
        wr(unit + 0x010, 0x80);
        assert_int_equal(rd(unit + 0x018), 0xd0);
        wr(unit + 0x014, 0x10);
        assert_int_equal(rd(unit + 0x018), 0xc0);
        wr(unit + 0x01c, 0x00000050);
        wr(unit + 0x000, 0x10); /* not enabled */
        wr(unit + 0x000, 0x80); /* not routed */
        assert_int_equal(rd(unit + 0x008), 0x90);
        assert_int_equal(rd(0x100) & line, 0);
        wr(unit + 0x000, 0x40);
        assert_int_equal(rd(0x100) & line, line);
        wr(unit + 0x01c, 0x00400050);
        assert_int_equal(rd(0x100) & line, 0);
        wr(unit + 0x01c, 0x00900050);
        assert_int_equal(rd(0x100) & line, line);
        wr(unit + 0x014, 0x40);
        assert_int_equal(rd(0x100) & line, 0);
        wr(unit + 0x010, 0x40);
        assert_int_equal(rd(0x100) & line, line);
        wr(unit + 0x004, 0x40);
        assert_int_equal(rd(unit + 0x008), 0x90);
        assert_int_equal(rd(0x100) & line, 0);
        close_card(NULL);
    }
}

/* 0x620: the channel that the memory interface uses: the current one, else the next, else none. */
TEST(the_memory_interface_takes_a_channel, NULL, close_card)
{
    open_card("gt215");
    assert_int_equal(rd(PCOPY + 0x620), 0);
    wr(PCOPY + 0x054, 0x40000222);
    assert_int_equal(rd(PCOPY + 0x620), 0x222);
    wr(PCOPY + 0x050, 0x00000111); /* not valid */
    assert_int_equal(rd(PCOPY + 0x620), 0x222);
    wr(PCOPY + 0x050, 0x40000111);
    assert_int_equal(rd(PCOPY + 0x620), 0x111);
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
    open_card("gt215");
    use_data(PCOPY, 0, PCOPY_DATA / 4, 0x5000);
    wr(PCOPY + 0x600, 0x44000000);
    wr(PCOPY + 0x110, 0x300);
    for (uint32_t n = 0; n < 7; n++) {
        const uint32_t size = 4u << n, from = 0x304 / size * size, to = 0x30c / size * size;

        for (uint32_t at = 0x30100; at < 0x30600; at += 4)
            vram_wr(at, 0);
        wr(PCOPY + 0x114, 0x304);
        wr(PCOPY + 0x11c, 0x30c);
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
    open_card("gt215");
    assert_int_equal(rd(PCOPY + 0x624), 0x110);
    vram_wr(0x30000, 0x12345678);
    for (uint32_t store = 0; store < 2; store++) {
        wr(PCOPY + 0x600, 0x44000000);
        wr(PCOPY + 0x604, 0x44000000);
        assert_int_equal(rd(PCOPY + 0x600), 0xc4000000);
        assert_int_equal(rd(PCOPY + 0x604), 0xc4000000);
        wr(PCOPY + 0x624, 2);
        assert_int_equal(rd(PCOPY + 0x604) >> 31, 0);
        wr(PCOPY + 0x110, 0x300);
        wr(PCOPY + 0x118, store << 5);
        assert_int_equal(rd(PCOPY + 0x008) & 0x300, 0x300);
        assert_int_equal(rd(PCOPY + 0x120), (store ? 0x10000 : 0x1000000) | 2);
        assert_int_equal(rd(PCOPY + 0x624) & 0x100, 0);
        wr(PCOPY + 0x600, 0x44000000);
        use_data(PCOPY, 0, 1, 0x999);
        wr(PCOPY + 0x114, 0);
        wr(PCOPY + 0x11c, 0);
        wr(PCOPY + 0x118, 0); /* not now */
        wr(PCOPY + 0x1c0, 0);
        assert_int_equal(rd(PCOPY + 0x1c4), 0x999);
        wr(PCOPY + 0x624, 0x40);
        assert_int_equal(rd(PCOPY + 0x120), 0);
        assert_int_equal(rd(PCOPY + 0x624) & 0x100, 0x100);
        wr(PCOPY + 0x118, 0);
        assert_int_equal(rd(PCOPY + 0x1c4), 0x12345678);
        wr(PCOPY + 0x004, 0x300);
    }
}

/* Port 7 belongs to the context object: a write to it counts for nothing, a channel switches it on. */
TEST(port_7_is_the_contexts, NULL, close_card)
{
    open_card("gt215");
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

/* PDAEMON has a reset of its own, 0x022210 bit 0, beside PMC's. Only a 0 resets. */
TEST(pdaemon_is_reset_by_itself, NULL, close_card)
{
    open_card("gt215");
    wr(REF_PDAEMON_RESET, 1);
    wr(REF_PDAEMON_BASE, 0x40);
    wr(0x10a600, 0x44000000);
    wr(REF_PDAEMON_RESET, 1);
    assert_int_equal(rd(0x10a008) & 0x40, 0x40);
    assert_int_equal(rd(0x10a600) >> 31, 1);
    wr(PCOPY + 0x600, 0x44000000);
    wr(REF_PDAEMON_RESET, 0);
    wr(REF_PDAEMON_RESET, 1);
    assert_int_equal(rd(0x10a008) & 0x40, 0);
    assert_int_equal(rd(0x10a600) >> 31, 0);
    assert_int_equal(rd(PCOPY + 0x600) >> 31, 1);
}

/* tesla-engines.md §2.1: bytes of data memory, which 0x108 has in bits 17:9, >> 8. */
TEST(data_memories_have_their_size)
{
    static const struct {
        const char *chip;
        uint32_t unit, bytes;
    } rows[] = {
        { "g98", 0x084000, 0x1000 },   { "g98", 0x086000, 0x800 },    { "g98", 0x087000, 0x800 },
        { "gt215", 0x084000, 0x1000 }, { "gt215", 0x104000, 0x800 },  { "gt215", 0x10a000, 0x3000 },
        { "mcp89", 0x084000, 0x2000 }, { "mcp89", 0x10a000, 0x6000 }, { "mcp89", 0x1c1000, 0xb00 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_card(rows[i].chip);
        for (unsigned round = 0; round < 2; round++) {
            assert_int_equal(rd(rows[i].unit + 0x108) >> 9 & 0x1ff, rows[i].bytes >> 8);
            wr(0x200, 0);
            wr(0x200, 0xffffffff);
        }
        close_card(NULL);
    }
}

/* tesla-engines.md §2.8: after a reset the core of each falcon that a chip has says STOPPED (0x100 bit 4). */
TEST(cores_are_stopped_after_a_reset)
{
    static const struct {
        const char *chip;
        uint32_t units[5];
    } rows[] = {
        { "g98", { 0x084000, 0x085000, 0x086000, 0x087000 } },
        { "mcp77", { 0x084000, 0x085000, 0x086000, 0x087000 } },
        { "gt215", { 0x084000, 0x085000, 0x086000, 0x104000 } },
        { "mcp89", { 0x084000, 0x085000, 0x086000, 0x104000, 0x1c1000 } },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_card(rows[i].chip);
        for (unsigned u = 0; u < ARRAY_SIZE(rows[i].units) && rows[i].units[u]; u++)
            assert_int_equal(rd(rows[i].units[u] + 0x100) & 0x10, 0x10);
        close_card(NULL);
    }
}

/* A reset of one unit leaves the others alone. */
TEST(a_reset_is_of_one_falcon, NULL, close_card)
{
    static const uint32_t units[][2] = {
        { 0x084000, 1u << 15 }, { 0x085000, 1u << 17 }, { 0x086000, 1u << 1 }, { PCOPY, 1u << 13 }
    };

    open_card("gt215");
    for (unsigned off = 0; off < ARRAY_SIZE(units); off++) {
        for (unsigned i = 0; i < ARRAY_SIZE(units); i++)
            wr(units[i][0], 0x40);
        wr(0x200, ~units[off][1]);
        wr(0x200, 0xffffffff);
        for (unsigned i = 0; i < ARRAY_SIZE(units); i++)
            assert_int_equal(rd(units[i][0] + 0x008) >> 6 & 1, i != off);
    }
}

/* PDAEMON has no context object: its port 7 shows selector 0, which is none (reason 6), whatever object 1 is. */
TEST(pdaemon_has_no_context, NULL, close_card)
{
    open_card("gt215");
    for (uint32_t i = 0; i < 6; i++)
        vram_wr(0x100010 + 4 * i, i == 0 ? 0x0019003d : i == 1 ? 0xffffffff : 0);
    wr(REF_PFB_VM_FAULT, 0x80800000);
    wr(0x10a47c, 0x40000100);
    wr(0x10a118, 0x7000);
    assert_int_equal(rd(REF_PFB_VM_FAULT) >> 31, 1);
    assert_int_equal(rd(REF_PFB_VM_FAULT_DATA), 7u << 24 | 0x11u << 16 | 6u << 8 | 0xe);
}
