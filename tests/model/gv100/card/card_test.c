/* The GV100 model as a card in its machine: its boards and their ROM, the size of its memory, its engines, time,
 * accesses through its BARs, dead lines of its memory. Numbers are typed from docs/hardware/gv100.md. */
#include "tests/model/gv100/channel_rig.h"

#define GIB   (UINT64_C(1) << 30)
#define TU104 &gv100_chips[CHIP_TU104].chip

FIXTURE(open_plain)
{
    open_world(NULL);
}

/* ---- options of a card ---- */

TEST(sizes_have_limits)
{
    /* clang-format off */
    static const struct { struct model_config config; const char *says; } rows[] = {
        { { .vram_size = 15 * MIB }, "from 16M to 32G" }, { { .vram_size = 24 * MIB }, "vram 0x1800000: a multiple of 16M" },
        { { .vram_size = 32 * GIB + 32 * MIB }, "from 16M to 32G" },
        { { .vram_size = 64 * MIB, .vpr_size = 16 * MIB + 1 }, "vpr 0x1000001: at most a quarter" },
        { { .board = "v10" }, "board v10: titanv or v100" },
        { { .bar1_size = 32 * MIB }, "bar1 0x2000000: a power of two" }, { { .bar1_size = 128 * GIB }, "from 64M to 64G" },
        { { .bar1_size = 96 * MIB }, "a power of two" }, { { .lces = 10 }, "lces 10: 1 to 9" },
        { { .pbdmas = 15 }, "pbdmas 15: 1 to 14" }, { { .runlists = 14 }, "runlists 14: 1 to 13" },
        { { .part_mask = 1 }, "gv100 has no parts" }, { { .subparts = 1 }, "subparts" }, { { .select_mask = 1 }, "selmask" },
        { { .ranks = 1 }, "ranks" }, { { .strap = 1 }, "strap" },
        { { .chip = TU104, .lces = 6 }, "lces 6: 1 to 5" }, { { .chip = TU104, .pbdmas = 13 }, "pbdmas 13: 1 to 12" },
        { { .chip = TU104, .runlists = 12 }, "runlists 12: 1 to 11" },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct model_config config = rows[i].config;
        char error[200] = "";

        if (!config.chip)
            config.chip = &gv100_chips[CHIP_GV100].chip;
        assert_null(model_new(&config, &(struct model_host){ 0 }, error, sizeof(error)));
        if (!strstr(error, rows[i].says))
            fail_msg("\"%s\" does not say \"%s\"", error, rows[i].says);
    }
}

/* §1.4: 0x100ce0: magnitude in 9:4 << scale in 3:0 MiB; FBPA i: 0x90020c + i * 0x4000. §1.1: V100 SXM2 is 1db1 with 16
 * GiB, and 1db5 with more. */
TEST(sizes_are_told, NULL, close_world)
{
    /* clang-format off */
    static const struct { uint64_t size; uint32_t word, fbpa, device; } rows[] = {
        { 16 * MIB, 0x100, 1, 0x1db1 }, { 48 * MIB, 0x300, 3, 0x1db1 }, { 64 * MIB, 0x201, 4, 0x1db1 },
        { 16 * GIB, 0x209, 0x400, 0x1db1 }, { 32 * GIB, 0x20a, 0x800, 0x1db5 },
    };
    /* clang-format on */

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        open_world(&(struct model_config){ .vram_size = rows[i].size });
        assert_pairs(rows[i].word, rd(REF_VRAM_RANGE), rows[i].fbpa, rd(REF_FBPA_SIZE(0)),
                     rows[i].fbpa, rd(REF_FBPA_SIZE(15)), 0, rd(REF_FBPA_SIZE(16)), rows[i].device,
                     model_config_read(world.card, 2, 2), 0x1212,
                     model_config_read(world.card, 0x2e, 2));
    }
    open_with("fbpa-size-double", NULL);
    assert_int_equal(8, rd(REF_FBPA_SIZE(0)));
    open_with("fbpa-fused-off", NULL);
    assert_int_equal(0x8000, rd(REF_FUSE_FBPA_OFF));
    open_with("ptop-count-wrong", NULL);
    assert_int_equal(17, rd(REF_PTOP_SCAL_NUM_FBPAS));
}

/* §1.8: a Titan V and a V100 of the same memory. A Titan V has 12 partitions where they can share it evenly. */
TEST(boards_differ, NULL, close_world)
{
    struct model_bar bar;

    open_measured(&(struct model_config){ .vram_size = 48 * MIB });
    assert_pairs(0x1d8110de, model_config_read(world.card, 0, 4), 0x121810de,
                 model_config_read(world.card, 0x2c, 4), 0x030000,
                 model_config_read(world.card, 8, 4) >> 8);
    /* a legacy endpoint, for it has ports */
    assert_pairs(0x00120010, model_config_read(world.card, 0x78, 4), true,
                 model_bar(world.card, 5, &bar) && bar.io && bar.size == 128, 0xf000,
                 rd(REF_FUSE_FBPA_OFF), 0xc0, rd(REF_FUSE_FBP_OFF), 0, rd(REF_FUSE_LTC_OFF(5)), 3,
                 rd(REF_FUSE_LTC_OFF(6)), 0, rd(REF_FUSE_DISPLAY_OFF), 4, rd(REF_FBPA_SIZE(11)));
    open_measured(&(struct model_config){ .board = "v100", .vram_size = 512 * MIB });
    assert_int_equal(0x030200, model_config_read(world.card, 8, 4) >> 8);
    assert_int_equal(0x00020010, model_config_read(world.card, 0x78, 4));
    assert_true(model_bar(world.card, 1, &bar) && bar.size == 512 * MIB); /* all of memory */
    assert_pairs(0, rd(REF_FUSE_FBPA_OFF), 1, rd(REF_FUSE_DISPLAY_OFF));
    open_measured(&(struct model_config){ .vram_size = 64 * MIB });
    assert_int_equal(0, rd(REF_FUSE_FBPA_OFF));
}

/* §1.8, §13.1: MiB of each board as it is sold, FBPAs with as much of them each, and L2 in KiB: 512 or 256 for 32
 * bits of a bus, 4.5 and 6 MiB of GV100; an LTC for each FBPA, of four slices. Of less memory L2 is a 64th. */
TEST(boards_have_their_memory, NULL, close_world)
{
    /* clang-format off */
    static const struct { const char *name; uint32_t chip, mib, fbpas, l2; } boards[] = {
        { "titanv", CHIP_GV100, 12288, 12, 4608 }, { "v100", CHIP_GV100, 16384, 16, 6144 },
        { "rtx2080ti", CHIP_TU102, 11264, 11, 5632 }, { "rtx2080", CHIP_TU104, 8192, 8, 4096 },
        { "t4", CHIP_TU104, 16384, 8, 4096 }, { "rtx2060", CHIP_TU106, 6144, 6, 3072 },
        { "rtx2070", CHIP_TU106, 8192, 8, 4096 }, { "gtx1660ti", CHIP_TU116, 6144, 6, 1536 },
        { "gtx1650", CHIP_TU117, 4096, 4, 1024 },
    };
    /* clang-format on */

    for (unsigned i = 0; i < 2 * ARRAY_SIZE(boards); i++) {
        const unsigned n = i / 2, share = i % 2 ? 64 : 1, fbpas = boards[n].fbpas;

        open_measured(&(struct model_config){ .chip = &gv100_chips[boards[n].chip].chip,
                                              .board = boards[n].name,
                                              .vram_size = boards[n].mib * MIB / share });
        for (unsigned k = 0; k < 16; k++)
            assert_int_equal(k < fbpas ? boards[n].mib / share / fbpas : 0, rd(REF_FBPA_SIZE(k)));
        assert_pairs(fbpas, rd(REF_LTC_NUMBER),
                     (i % 2 ? boards[n].mib * 1024 / 64 / 64 : boards[n].l2) / fbpas / 4,
                     rd(REF_LTC_SLICE_SIZE) & 0xffff);
    }
}

/* ---- devices ---- */

/* §3.5: 0x2390 + 4i is the mask of runlists that PBDMA i serves. Two PBDMAs a runlist at most, and each runlist one. */
TEST(runlists_have_pbdmas, NULL, close_world)
{
    /* clang-format off */
    static const struct { uint32_t pbdmas, runlists; uint32_t masks[14]; } rows[] = {
        { 14, 5, { 1, 2, 4, 8, 16, 1, 2, 4, 8, 16 } }, { 4, 1, { 1, 1 } }, { 3, 7, { 0x49, 0x12, 0x24 } },
        { 2, 2, { 1, 2 } }, { 14, 13, { 1, 2, 4, 8, 16, 32, 64, 0x80, 0x100, 0x200, 0x400, 0x800, 0x1000, 1 } },
    };
    /* clang-format on */

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        open_world(
            &(struct model_config){ .pbdmas = rows[i].pbdmas, .runlists = rows[i].runlists });
        wr(REF_PMC_ENABLE, 0x100);
        for (unsigned pbdma = 0; pbdma < 14; pbdma++)
            assert_int_equal(rows[i].masks[pbdma], rd(REF_PFIFO_PBDMA_MAP(pbdma)));
        assert_pairs(rows[i].pbdmas | 32 << 16, rd(REF_PFIFO_CFG0) & ~0xff00u, 4096,
                     rd(REF_PFIFO_CFG1), 0xc36f, rd(REF_PFIFO_CFG2));
    }
}

/* ---- refusals ---- */

#define LETTERS "NSTHRDIEU"
static const uint32_t refusals[] = { 0xbadf1100, 0xbad0da00, 0xbad00100, 0xbad00200, 0xbadf5040,
                                     0xbadf3000, 0xbadf1200, 0xbadf1201, 0xbadf5545 };

/* §1.2, §1.7, §13.5: what a word reads on a card whose units are all on, on one whose units are all off, on one that nobody
 * has started, and on a Turing card: a letter of LETTERS, or a unit's own answer. Between these ranges there is nobody. */
/* clang-format off */
static const struct { uint32_t first, last; char says[5]; } places[] = {
    { 0x000000, 0x000a03, "...." }, { 0x000a04, 0x000a07, "HHHH" }, { 0x000a08, 0x001fff, "...." },
    { 0x002000, 0x002503, ".S.." }, { 0x002504, 0x00250b, "HSHH" }, { 0x00250c, 0x003fff, ".S.." },
    { 0x009000, 0x009fff, "...." }, { 0x00dc00, 0x00dcff, "...." }, { 0x012070, 0x012073, "TTTT" },
    { 0x020000, 0x022fff, "...." }, { 0x040000, 0x040067, ".S.." }, { 0x040068, 0x04006b, "HSHH" },
    { 0x04006c, 0x0400a3, ".S.." }, { 0x0400a4, 0x0400ab, "HSHH" }, { 0x0400ac, 0x040103, ".S.." },
    { 0x040104, 0x040107, "HSHH" }, { 0x040108, 0x05a067, ".S.." }, { 0x05a068, 0x05a06b, "HSHH" },
    { 0x05a06c, 0x05a0a3, ".S.." }, { 0x05a0a4, 0x05a0ab, "HSHH" }, { 0x05a0ac, 0x05a103, ".S.." },
    { 0x05a104, 0x05a107, "HSHH" }, { 0x05a108, 0x05ffff, ".S.." }, { 0x070000, 0x070fff, "...." },
    { 0x087000, 0x087fff, "...N" }, { 0x088000, 0x088fff, "...." }, { 0x100000, 0x1001ff, "...." },
    { 0x100200, 0x100207, "RRRR" }, { 0x100208, 0x100807, "...." }, { 0x100808, 0x10080b, "RRRR" },
    { 0x10080c, 0x100a3f, "...." }, { 0x100a40, 0x100a43, "RRRR" }, { 0x100a44, 0x101003, "...." },
    { 0x101004, 0x101007, "RRRR" }, { 0x101008, 0x101fff, "...." }, { 0x104000, 0x105fff, "...." },
    { 0x10a000, 0x10efff, "...." }, { 0x110000, 0x118fff, "NNN." }, { 0x120000, 0x12ffff, "...." },
    { 0x137000, 0x137fff, "RRRR" }, { 0x140000, 0x15ffff, "...." }, { 0x17e000, 0x17efff, "..D." },
    { 0x1fa800, 0x1fa8ff, "NNN." }, { 0x1fac00, 0x1facff, "...." }, { 0x300000, 0x37ffff, "...." },
    { 0x400000, 0x408fff, "NENN" }, { 0x409000, 0x409623, ".E.." }, { 0x409624, 0x409627, "RERR" },
    { 0x409628, 0x40965f, ".E.." }, { 0x409660, 0x409663, "...." }, { 0x409664, 0x4098c7, ".E.." },
    { 0x4098c8, 0x4098cb, ".U.." }, { 0x4098cc, 0x409fff, ".E.." }, { 0x410000, 0x417fff, "NIDN" },
    { 0x418000, 0x41823f, "NEDN" }, { 0x418240, 0x418243, "NNNN" }, { 0x418244, 0x418fff, "NEDN" },
    { 0x419000, 0x419fff, "NIDN" }, { 0x41a000, 0x41afff, ".ID." }, { 0x41b000, 0x41ffff, "NIDN" },
    { 0x601300, 0x6013ff, "...." }, { 0x610000, 0x6bffff, "...." }, { 0x700000, 0x7fffff, "****" },
    { 0x800000, 0x80ffff, ".S.." }, { 0x810000, 0x81ffff, ".T.." }, { 0x840000, 0x840fff, "NNN." },
    { 0x900000, 0x9affff, "..D." }, { 0xb60000, 0xbbffff, "NNN." },
};
/* clang-format on */

static void expect_answer(uint32_t at, unsigned way)
{
    char says = 'N';

    for (unsigned i = 0; i < ARRAY_SIZE(places); i++)
        if (at >= places[i].first && at <= places[i].last)
            says = places[i].says[way];
    const uint32_t word = says == '*' ? 0 : rd(at);
    const bool refused = word >> 16 == 0xbad0 || word >> 16 == 0xbadf;
    if (refused != (strchr(LETTERS, says) != NULL) ||
        (refused && word != refusals[strchr(LETTERS, says) - LETTERS]))
        fail_msg("way %u: 0x%06x reads 0x%08x, expected %c", way, at, word, says);
}

TEST(words_that_nobody_answers, NULL, close_world)
{
    for (unsigned way = 0; way < 4; way++) {
        open_measured(&(struct model_config){
            .cold = way == 2, .chip = way == 3 ? &gv100_chips[CHIP_TU104].chip : NULL });
        wr(REF_PMC_ENABLE, way == 1 ? 0 : 0xffffffff);
        for (unsigned i = 0; i < ARRAY_SIZE(places); i++) {
            expect_answer(i ? places[i].first - 4 : 0, way);
            expect_answer(places[i].first, way);
            expect_answer(places[i].last - 3, way);
            expect_answer(places[i].last + 1, way);
        }
    }
    open_with("pmc-enable-stuck", NULL); /* PFIFO alone stays on */
    wr_all(REF_PMC_ENABLE, 0xffffffff, REF_PMC_ENABLE, 0);
    assert_int_equal(0x100, rd(REF_PMC_ENABLE));
}

/* ---- configuration space ---- */

/* A read of memory over a bad link is a correctable error, bit 0 of 0x82; a register's is none. */
TEST(a_bad_link_counts_memory, NULL, close_world)
{
    open_with("pci-link-errors", NULL);
    rd(0);
    model_read(world.card, 5, 0, 1);
    assert_int_equal(0, model_config_read(world.card, 0x82, 1) & 1);
    bar_get(3, 0);
    assert_int_equal(1, model_config_read(world.card, 0x82, 1) & 1);
    model_config_write(world.card, 0x82, 1, 1);
    bar_put(1, 0, 0);
    assert_int_equal(1, model_config_read(world.card, 0x82, 1) & 1);
}

/* ---- time ---- */

/* §1.5, §8.1: both halves of PTIMER are written apart; TIME has 61 bits of it. */
TEST(halves_of_time_are_apart, open_plain, close_world)
{
    wr(REF_PMC_ENABLE, 0x100);
    assert_int_equal(0x1f, rd(REF_PTIMER_TIME_HIGH)); /* a card that has run for a while */
    wr(REF_PTIMER_TIME_HIGH, 0xffffffff);
    assert_pairs(0xffffffff, rd(REF_PTIMER_TIME_HIGH), 0x1fffffff, rd(REF_USERMODE_TIME_1));
    wr(REF_PTIMER_TIME_LOW, 0x12340000);
    assert_int_equal(0xffffffff, rd(REF_PTIMER_TIME_HIGH));
    assert_in_range(rd(REF_PTIMER_TIME_LOW), 0x12340000, 0x12341000);
    wr(REF_PTIMER_TIME_HIGH, 1);
    assert_in_range(rd(REF_PTIMER_TIME_LOW), 0x12340000, 0x12342000);
    assert_int_equal(1, rd(REF_PTIMER_TIME_HIGH));
}

/* ---- BARs ---- */

/* Eight bytes are two registers, the lower one first. */
TEST(registers_by_eight, open_plain, close_world)
{
    model_write(world.card, 0, REF_PBUS_SW_SCRATCH(0), UINT64_C(0x1122334455667788), 8);
    assert_pairs(
        0x55667788, rd(REF_PBUS_SW_SCRATCH(0)), 0x11223344, rd(REF_PBUS_SW_SCRATCH(1)), true,
        model_read(world.card, 0, REF_PBUS_SW_SCRATCH(0), 8) == UINT64_C(0x1122334455667788));
}

/* The ROM: 512 KiB for the BAR, more if the image is larger; PROM shows its words, and takes none. */
TEST(the_rom_is_as_large_as_its_image, open_plain, close_world)
{
    static uint8_t image[0x80001];
    size_t size;

    model_rom(world.card, &size);
    assert_pairs(0x80000, size, 0xffffffff, rd(REF_PROM + 0x7fffc));
    wr(REF_PROM, 0);
    assert_pairs(0xaa55, rd(REF_PROM) & 0xffff, 0xaa, model_read(world.card, 0, REF_PROM + 0x1, 1));
    /* The head of the BIT table: ff b8 "BIT" 00, version 1.00, 12 bytes, five tokens of 6, a sum of 0. */
    assert_pairs(0x4942b8ff, rd(REF_PROM + 0x220), 0x01000054, rd(REF_PROM + 0x224), 0x5205060c,
                 rd(REF_PROM + 0x228));
    memset(image, 0x5a, sizeof(image));
    open_world(&(struct model_config){ .vbios = image, .vbios_size = 0x80000 });
    model_rom(world.card, &size);
    assert_pairs(0x80000, size, 0x5a5a5a5a, rd(REF_PROM + 0x7fffc));
    open_world(&(struct model_config){ .vbios = image, .vbios_size = sizeof(image) });
    const uint8_t *const rom = model_rom(world.card, &size);
    assert_pairs(0x100000, size, 0x5a, rom[0x80000], 0xff, rom[0x80001]);
    open_with("rom-cut", NULL);
    assert_pairs(0xffffffff, rd(REF_PROM + 0x400), 0xaa55, rd(REF_PROM) & 0xffff);
}

/* A ROM of a board with this chip makes the card that board: device id of its PCIR, subsystem of its NPDE, which has it only
 * if it is 0x14 bytes long (gv100.md §1.10) and all in the ROM. A ROM of another chip or vendor changes nothing. */
TEST(a_boards_rom_gives_its_ids, NULL, close_world)
{
    /* clang-format off */
    static const struct { uint16_t vendor, device; uint8_t npde_bytes; uint32_t id, subsystem; size_t size; } rows[] = {
        { 0x10de, 0x1dba, 0x14, 0x1dba10de, 0x2345abcd, 512 }, { 0x10de, 0x1dba, 0x13, 0x1dba10de, 0x121210de, 512 },
        { 0x10de, 0x1dff, 0x14, 0x1dff10de, 0x2345abcd, 512 }, { 0x10de, 0x1e00, 0x14, 0x1db110de, 0x121210de, 512 },
        { 0x10de, 0x1d7f, 0x14, 0x1db110de, 0x121210de, 512 }, { 0x1234, 0x1dba, 0x14, 0x1db110de, 0x121210de, 512 },
        { 0x10de, 0x1dba, 0x14, 0x1dba10de, 0x2345abcd, 0x74 }, { 0x10de, 0x1dba, 0x14, 0x1dba10de, 0x121210de, 0x73 },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        uint8_t image[0x200] = { 0x55, 0xaa, 1, [0x18] = 0x40 };

        memcpy(image + 0x40, &(uint32_t){ 0x52494350 }, 4); /* PCIR */
        memcpy(image + 0x44, &rows[i].vendor, 2);
        memcpy(image + 0x46, &rows[i].device, 2);
        image[0x4a] = 0x18;
        memcpy(image + 0x60, &(uint32_t){ 0x4544504e }, 4); /* NPDE */
        image[0x66] = rows[i].npde_bytes;
        memcpy(image + 0x70, &(uint32_t){ 0x2345abcd }, 4);
        open_world(&(struct model_config){ .vbios = image, .vbios_size = rows[i].size });
        assert_int_equal(rows[i].id, model_config_read(world.card, 0, 4));
        assert_int_equal(rows[i].subsystem, model_config_read(world.card, 0x2c, 4));
    }
}

/* ---- broken memory ---- */

static void expect_twice(const char *defect, uint64_t at, uint64_t other, bool twice)
{
    open_with(defect, "l2=off");
    put_all(at, 0x11111111, other, 0x22222222);
    if ((get(at) == 0x22222222) != twice)
        fail_msg("%s: %x at 0x%llx", defect, get(at), (unsigned long long)at);
}

/* An address line that is dead makes two places one, in all of memory or in its range alone. */
TEST(lines_are_dead)
{
    expect_twice("vram-line", 0x200000, 0x300000, true); /* bit 20, if none is given */
    expect_twice("vram-line", 0x200000, 0x280000, false);
    expect_twice("vram-line:bit=5", 0x200000, 0x200020, true);
    expect_twice("vram-line:bit=5", 0x200000, 0x200040, false);
    expect_twice("vram-line:bit=25", 0x1000, 0x2001000, true);
    expect_twice("vram-line-range:bit=12,first=0x201000,size=0x1000", 0x200000, 0x201000, true);
    expect_twice("vram-line-range:bit=12,first=0x201000,size=0x1000", 0x200ffc, 0x201ffc, true);
    expect_twice("vram-line-range:bit=12,first=0x201000,size=0x1000", 0x202000, 0x203000, false);
    expect_twice("vram-line-range:bit=12,first=0x203000,size=0x1000", 0x200000, 0x201000, false);
    expect_twice("vram-half", 0, 0x2000000, true);
    expect_twice("vram-half", 0x1fffffc, 0x3fffffc, true);
    expect_twice("vram-half", 0, 0x1000000, false);
}

/* Writes to a range are lost; those before and after it are not. */
TEST(a_range_is_not_written, NULL, close_world)
{
    open_with("vram-unwritten:first=0x200020,size=0x40", "l2=off");
    for (uint32_t at = 0x200000; at < 0x200080; at += 4) {
        const uint32_t before = get(at);

        put(at, ~before);
        assert_int_equal(at >= 0x200020 && at < 0x200060 ? before : ~before, get(at));
    }
}
