/* The falcons of the GV100 model. Numbers are typed from docs/hardware/gv100.md §9.4, §1.10. */
#include "model/common/bytes.h"
#include "tests/model/gv100/channel_rig.h"

#define SEC2   0x087000u
#define PMU    0x10a000u
#define BLOCK1 UINT64_C(0x26000)

/* Where the descriptor lies in the space of BLOCK1, and in VRAM. */
#define DESCRIPTOR_VA (SMALL + 0x1000)
#define DESCRIPTOR    UINT64_C(0x480000)

FIXTURE(open_card)
{
    open_world(NULL);
    build_space();
    build_block(BLOCK1);
    map_small(1, DESCRIPTOR >> 4 | 1);
}

/* With bit 24 writes go on by themselves, with bit 25 reads; without, the port stays where it is. */
TEST(ports_go_on, open_card, close_world)
{
    for (unsigned port = 0x180; port <= 0x1c0; port += 0x40) {
        wr_all(SEC2 + port, 0x01000100, SEC2 + port + 4, 0x11111111, SEC2 + port + 4, 0x22222222);
        assert_int_equal(0x01000108, rd(SEC2 + port));
        wr(SEC2 + port, 0x02000100);
        assert_pairs(0x11111111, rd(SEC2 + port + 4), 0x22222222, rd(SEC2 + port + 4));
        wr(SEC2 + port, 0x00000104);
        assert_pairs(0x22222222, rd(SEC2 + port + 4), 0x22222222, rd(SEC2 + port + 4));
    }
}

/* Code and data, and the two falcons, are memories of their own, of 64 KiB; every one of four and eight ports reaches all of
 * it. A reset (bit 0 of 0x3c0) clears one falcon's. */
TEST(memories_are_apart, open_card, close_world)
{
    for (uint32_t unit = SEC2; unit <= PMU; unit += PMU - SEC2)
        for (uint32_t port = 0x180; port < 0x200; port += port < 0x1c0 ? 16 : 8)
            wr_all(unit + port, port << 7 & 0xfffc, unit + port + 4, unit + port);
    wr(SEC2 + 0x3c0, 2);
    for (unsigned reset = 0; reset < 2; reset++) {
        for (uint32_t unit = SEC2; unit <= PMU; unit += PMU - SEC2)
            for (uint32_t port = 0x180; port < 0x200; port += port < 0x1c0 ? 16 : 8) {
                wr(unit + (port < 0x1c0 ? 0x180 : 0x1c0), port << 7 & 0xfffc);
                assert_int_equal(reset && unit == SEC2 ? 0 : unit + port,
                                 rd(unit + (port < 0x1c0 ? 0x184 : 0x1c4)));
            }
        wr(SEC2 + 0x3c0, 1);
    }
}

/* 0x100cd4: written 2 the start, written 3 the last 128 KiB (§9.1). */
static uint64_t range_word(uint32_t which)
{
    wr(REF_WPR_RANGE, which);
    return (uint64_t)(rd(REF_WPR_RANGE) & 0xfffffff0) << 8;
}

/* A range that ends within the first 128 KiB has that block for its last one; there is no second range. */
TEST(the_loader_protects_its_range, open_card, close_world)
{
    static const uint32_t ranges[][2] = { { 0x3f0000, 0x430000 }, { 0x10000, 0x1c000 } };

    assert_int_equal(UINT64_C(0x1ffffe0000), range_word(2)); /* above every end */
    for (unsigned i = 0; i < 2; i++) {
        put_all(DESCRIPTOR + 0x220, ranges[i][0] >> 8, DESCRIPTOR + 0x224, ranges[i][1] >> 8);
        wr_all(SEC2 + 0x1c0, 0x01000040, SEC2 + 0x1c4, (uint32_t)DESCRIPTOR_VA, SEC2 + 0x1c4,
               (uint32_t)(DESCRIPTOR_VA >> 32), SEC2 + 0x054, 0x40000000 | (uint32_t)(BLOCK1 >> 12),
               SEC2 + 0x100, 0x2);
        assert_pairs(ranges[i][0], range_word(2), i ? 0 : ranges[i][1] - 0x20000, range_word(3),
                     UINT64_C(0x1ffffe0000), range_word(4));
    }
}

/* ---- programs of the power unit, §1.10 ---- */

#define ROM_BYTES 0x80000u
#define WORD(at)  ((uint32_t)bytes_get((at), 4))

/* Its last image, and descriptors of both programs; a program may be said to end a byte past it. */
static uint8_t rom[ROM_BYTES + 1], *own, *devinit, *pre_os;

/* What the PMU's memories shall hold; code from `secure` on has the mark of signed code. */
static struct part {
    uint32_t port, to, size, secure;
    const uint8_t *from;
} parts[4];

/* The model's own ROM, for a test to change before it opens a cold card with it. */
FIXTURE(copy_rom)
{
    size_t size;

    open_measured(NULL);
    memcpy(rom, model_rom(world.card, &size), ROM_BYTES);
    for (own = rom; bytes_get(own, 2) != 0x4e56;)
        own += 512;
    devinit = own + 0x80, pre_os = own + 0x440;
}

static void put_part(const struct part *part, uint32_t at, uint32_t block, uint32_t mark,
                     uint32_t flip)
{
    const uint32_t to = part->to + at;

    wr(PMU + part->port, ((at < part->secure ? 0x01000000 : 0x11000000) | to) ^ mark);
    if (part->port == 0x180)
        wr(PMU + 0x188, to >> 8 ^ block);
    wr(PMU + part->port + 4, WORD(part->from + at) ^ flip);
}

/* Steps 3 and 4. Returns the parts: code, data, and where its arguments say, tables and scripts. */
static unsigned load(const uint8_t *program)
{
    const uint8_t *const body = program + 0x30, *const data = body + WORD(program + 36);
    const uint8_t *const arguments =
        program == devinit ? data + WORD(data + WORD(program + 12) + 8) - WORD(program + 40) : rom;
    const unsigned count = program == devinit ? 4 : 2;
    const uint32_t size = WORD(program + 20);

    open_measured(&(struct model_config){ .cold = true, .vbios = rom, .vbios_size = ROM_BYTES });
    parts[0] = (struct part){ 0x180, WORD(program + 16), size, size - WORD(program + 32), body };
    parts[1] = (struct part){ 0x1c0, WORD(program + 40), WORD(program + 44), ~0u, data };
    parts[2] = (struct part){ 0x1c0, WORD(arguments + 8), 0x40, ~0u, rom + 0x300 };
    parts[3] = (struct part){ 0x1c0, WORD(arguments + 16), 0x80, ~0u, rom + 0x340 };
    for (unsigned i = 0; i < count; i++)
        for (uint32_t at = 0; at < parts[i].size; at += 4)
            put_part(&parts[i], at, 0, 0, 0);
    return count;
}

/* Step 5: whether the card is started then, and what the first mailbox has. */
static bool starts(uint32_t command, uint32_t entry, uint32_t mailbox)
{
    wr_all(PMU + 0x040, command, PMU + 0x104, entry, PMU + 0x100, 2);
    assert_int_equal(mailbox, rd(PMU + 0x040));
    return rd(REF_POST_STATUS) & 2;
}

static void expect_no_start(const struct part *part, uint32_t at, uint32_t block, uint32_t mark,
                            uint32_t flip)
{
    put_part(part, at, block, mark, flip);
    assert_false(starts(0x5000, WORD(devinit + 8), 0x7000));
    put_part(part, at, 0, 0, 0);
}

/* "The model takes a program only if its memories hold what the ROM of the card says, in place, with tags and marks": each
 * byte, tag and mark. Once at the start of both memories, once up to their ends; "entries id and offset in data memory". */
TEST(a_start_wants_all_of_the_rom, copy_rom, close_world)
{
    static const uint32_t places[][3] = { { 0, 0, 0 }, { 0xfd00, 0xff80, 0xfd04 } };
    uint8_t *const offset = devinit + 0x30 + WORD(devinit + 36) + WORD(devinit + 12) + 8;

    for (unsigned i = 0; i < 2; i++) {
        const uint32_t entry = places[i][2];

        bytes_put(devinit + 8, entry, 4);
        bytes_put(devinit + 16, places[i][0], 4);
        bytes_put(devinit + 40, places[i][1], 4);
        bytes_put(offset, WORD(offset) + places[i][1], 4);
        const unsigned count = load(devinit);
        for (uint32_t at = 0; at < parts[0].size; at += 0x100) {
            expect_no_start(&parts[0], at, 1, 0, 0);
            expect_no_start(&parts[0], at, 0, 0x10000000, 0);
        }
        for (unsigned k = 0; k < count; k++)
            for (uint32_t at = 0; at < parts[k].size; at++)
                expect_no_start(&parts[k], at & ~3u, 0, 0, 1u << 8 * (at & 3));
        assert_pairs(false, starts(0x5000, entry + 1, 0x7000), false, starts(0x5001, entry, 0),
                     true, starts(0x5000, entry, 0x7000));
    }
}

/* What follows a field of 16 bits is not of it, and half a signature is none of BIT's. Its tokens are as many as its header says,
 * after as many bytes. NPDE's length counts more than PCIR's, if there is an NPDE, also where PCIR ends at its place; an image may have NPDS
 * instead, and one of type 0xe0 is wanted. Code that does not fit, is less than its signed part, or has a wrong signature
 * starts nothing; nobody can tell of a program without the model's mark. */
TEST(a_start_wants_a_rom_like_this, copy_rom, close_world)
{
    uint8_t *const driver = rom + 0x1000, *const code = devinit + 0x30;
    /* clang-format off */
    const struct { uint8_t *at; uint32_t value; bool starts; } rows[] = {
        { rom + 0x18, 0x5a0040, true }, { rom + 0x50, 0x10008, true }, { rom + 0x210, 0xb8ff, true },
        { rom + 0x228, 0x040612, true }, { rom + 0x228, 0x02060c, false }, { driver + 0x2c, 1, true },
        { driver + 0x48, 1, false }, { driver + 0x40, 0, true }, { driver + 0x24, 0x240000, true },
        { driver + 0x1c, 0, false }, { own + 0x20, 0x52494350, true }, { own + 0x20, 0, false },
        { own + 0x34, 0x80e1, false }, { devinit + 16, 0xfe00, false }, { devinit + 20, 0, false },
        { devinit + 32, 0x304, false }, { code + 0x2fc, 0, false }, { code + 0x200, 0, true },
        { code + 0x204, 0x44726163, true },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const uint32_t before = WORD(rows[i].at);

        bytes_put(rows[i].at, rows[i].value, 4);
        load(devinit);
        if (starts(0x5000, 0, 0x7000) != rows[i].starts)
            fail_msg("row %u", i);
        bytes_put(rows[i].at, before, 4);
    }
}

/* PRE_OS runs the fan, of which bits 15:12 of the seventh word of the VBIOS tell (§1.5), and stays; its data may be the
 * ROM's last bytes, and its code none that the ROM does not have. */
TEST(the_fan_runs, copy_rom, close_world)
{
    for (unsigned wrong = 0; wrong < 3; wrong++) {
        bytes_put(pre_os + 36, (uint64_t)(rom + ROM_BYTES - (pre_os + 0x30) - 0x40) + (wrong == 1),
                  4);
        load(pre_os);
        wr(REF_PBUS_SW_SCRATCH(6), 0x0a5a0f0f);
        put_part(&parts[0], 0x1fc, 0, 0, wrong == 2);
        assert_false(starts(0x123, 0, wrong ? 0 : 0x123));
        assert_int_equal(wrong ? 0x0a5a0f0f : 0x0a5a1f0f, rd(REF_PBUS_SW_SCRATCH(6)));
    }
}

/* The model's own UEFI driver tells the PMU by 0x65726162 in mailbox 1 that it would start the card. A PMU that does not run
 * its programs, or is locked, does not hear it. */
TEST(the_driver_starts_the_card, NULL, close_world)
{
    static const char *const defects[] = { NULL, "devinit-hangs", "devinit-fails", "pmu-locked" };

    for (unsigned i = 0; i < ARRAY_SIZE(defects); i++) {
        open_measured(&(struct model_config){ .cold = true, .defects = defects[i] });
        wr_all(PMU + 0x040, 0x65726162, SEC2 + 0x044, 0x65726162, PMU + 0x044, 0x65726163);
        assert_int_equal(0, rd(REF_POST_STATUS) & 2);
        wr(PMU + 0x044, 0x65726162);
        assert_int_equal(i ? 0 : 2, rd(REF_POST_STATUS) & 2);
    }
}
