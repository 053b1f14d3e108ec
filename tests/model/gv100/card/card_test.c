/* The GV100 model as a card in its machine, at the edges: who it says it is, its devices, messages and resets, time,
 * accesses through its BARs, the size of its memory, and its defects. Numbers are typed from docs/hardware/gv100.md;
 * the paragraph stands above each test. Values that no source gives, as the numbers of engines, are the model's
 * promise: drivers find it in PTOP. */
#include "reference/gv100.h"
#include "tests/model/gv100/channel_rig.h"

#define GIB (UINT64_C(1) << 30)

FIXTURE(open_plain)
{
    open_world(NULL);
    return 0;
}

static struct model *make(const struct model_config *config, char *error, size_t size)
{
    struct model_config usual = *config;

    usual.chip = &gv100_chips[CHIP_GV100].chip;
    return model_new(&usual, &(struct model_host){ 0 }, error, size);
}

static void refuse(const struct model_config *config, const char *says)
{
    char error[200] = "";

    assert_null(make(config, error, sizeof(error)));
    if (!strstr(error, says))
        fail_msg("\"%s\" does not say \"%s\"", error, says);
}

/* ---- options of a card ---- */

TEST(sizes_have_limits)
{
    refuse(&(struct model_config){ .vram_size = 15 * MIB }, "from 16M to 32G");
    refuse(&(struct model_config){ .vram_size = 24 * MIB }, "vram 0x1800000: a multiple of 16M");
    refuse(&(struct model_config){ .vram_size = 32 * GIB + 32 * MIB }, "from 16M to 32G");
    refuse(&(struct model_config){ .vram_size = 64 * MIB, .vpr_size = 16 * MIB + 1 },
           "vpr 0x1000001: at most a quarter");
    refuse(&(struct model_config){ .board = "v10" }, "board v10: titanv or v100");
    refuse(&(struct model_config){ .bar1_size = 32 * MIB }, "bar1 0x2000000: a power of two");
    refuse(&(struct model_config){ .bar1_size = 128 * GIB }, "from 64M to 64G");
    refuse(&(struct model_config){ .bar1_size = 96 * MIB }, "a power of two");
    refuse(&(struct model_config){ .lces = 10 }, "lces 10: 1 to 9");
    refuse(&(struct model_config){ .pbdmas = 15 }, "pbdmas 15: 1 to 14");
    refuse(&(struct model_config){ .runlists = 14 }, "runlists 14: 1 to 13");
    refuse(&(struct model_config){ .part_mask = 1 }, "gv100 has no parts");
    refuse(&(struct model_config){ .subparts = 1 }, "subparts");
    refuse(&(struct model_config){ .select_mask = 1 }, "selmask");
    refuse(&(struct model_config){ .ranks = 1 }, "ranks");
    refuse(&(struct model_config){ .strap = 1 }, "strap");
}

TEST(the_last_ones_are_legal)
{
    static const struct model_config good[] = {
        { .vram_size = 16 * MIB },
        { .vram_size = 64 * MIB, .vpr_size = 16 * MIB },
        { .bar1_size = 64 * MIB },
        { .bar1_size = 64 * GIB },
        { .lces = 9, .pbdmas = 14, .runlists = 13 },
        { .lces = 1, .pbdmas = 1, .runlists = 1 },
    };

    for (unsigned i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        open_world(&good[i]);
        assert_non_null(world.card);
        close_world(NULL);
    }
}

/* §1.4: 0x100ce0: magnitude in 9:4 << scale in 3:0 MiB; FBPA i: 0x90020c + i * 0x4000. §1.1: V100 SXM2 is 1db1 with 16
 * GiB, and 1db5 with more. */
TEST(sizes_are_told, NULL, close_world)
{
    static const struct {
        uint64_t size;
        uint32_t word, fbpa, device;
    } rows[] = {
        { 16 * MIB, 0x100, 1, 0x1db1 },     { 48 * MIB, 0x300, 3, 0x1db1 },
        { 64 * MIB, 0x201, 4, 0x1db1 },     { 16 * GIB, 0x209, 0x400, 0x1db1 },
        { 32 * GIB, 0x20a, 0x800, 0x1db5 },
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        open_world(&(struct model_config){ .vram_size = rows[i].size });
        assert_int_equal(rows[i].word, rd(REF_VRAM_RANGE));
        assert_int_equal(rows[i].fbpa, rd(0x90020c));
        assert_int_equal(rows[i].fbpa, rd(0x90020c + 15 * 0x4000));
        assert_int_equal(0, rd(0x90020c + 16 * 0x4000));
        assert_int_equal(rows[i].device, model_config_read(world.card, 2, 2));
        assert_int_equal(0x1212, model_config_read(world.card, 0x2e, 2));
        close_world(NULL);
    }
    open_with("fbpa-size-double", NULL);
    assert_int_equal(8, rd(0x90020c));
    close_world(NULL);
    open_with("fbpa-fused-off", NULL);
    assert_int_equal(0x8000, rd(REF_FUSE_FBPA_OFF));
    close_world(NULL);
    open_with("ptop-count-wrong", NULL);
    assert_int_equal(17, rd(REF_PTOP_SCAL_NUM_FBPAS));
}

/* §1.4: counts; §8.5: straps of a crystal of 27 MHz, the temperature; §3.1: a bit for each PCE. */
TEST(the_board_is_described, open_plain, close_world)
{
    static const struct {
        uint32_t at, value;
    } rows[] = {
        { REF_PTOP_SCAL_NUM_GPCS, 6 },
        { REF_PTOP_SCAL_NUM_TPC_PER_GPC, 7 },
        { REF_PTOP_SCAL_NUM_FBPS, 8 },
        { REF_PTOP_SCAL_NUM_FBPAS, 16 },
        { REF_PTOP_SCAL_NUM_LTC_PER_FBP, 2 },
        { REF_PTOP_SCAL_NUM_LTCS, 16 },
        { REF_PTOP_SCAL_NUM_FBPA_PER_FBP, 2 },
        { REF_PTOP_SCAL_NUM_SLICES_PER_LTC, 4 },
        { REF_POST_STATUS, 2 },
        { REF_FUSE_UNITS_OFF, 0 },
        { REF_FUSE_DISPLAY_OFF, 1 },
        { REF_FUSE_FBPA_OFF, 0 },
        { REF_FUSE_FBP_OFF, 0 },
        { 0x21d70, 0 },
        { 0x21dac, 0 },
        { 0x101000, 0x400080 },
        { REF_CE_PCE_MAP, 0x1ff },
        { REF_LTC_COUNT, 16 },
        { REF_LTC_SLICES, 0x401c0062 },
        { REF_TSENSOR, 0x20002900 },
        { 0x810000, 0xc361 },
    };

    wr(REF_PMC_ENABLE, 0x100);
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (rd(rows[i].at) != rows[i].value)
            fail_msg("0x%06x: %x, not %x", rows[i].at, rd(rows[i].at), rows[i].value);
    close_world(NULL);
    open_with("board-hot+usermode-class-wrong", NULL);
    wr(REF_PMC_ENABLE, 0x100);
    assert_int_equal(0x20006500, rd(REF_TSENSOR));
    assert_int_not_equal(0xc361, rd(REF_USERMODE_CFG0));
}

/* §1.8: a Titan V and a V100 of the same memory. A Titan V has 12 partitions where they can share it evenly. */
TEST(boards_differ, NULL, close_world)
{
    struct model_bar bar;

    open_measured(&(struct model_config){ .vram_size = 48 * MIB });
    assert_int_equal(0x1d8110de, model_config_read(world.card, 0, 4));
    assert_int_equal(0x121810de, model_config_read(world.card, 0x2c, 4));
    assert_int_equal(0x030000, model_config_read(world.card, 8, 4) >> 8);
    assert_int_equal(0x00120010, model_config_read(world.card, 0x78,
                                                   4)); /* a legacy endpoint, for it has ports */
    assert_true(model_bar(world.card, 5, &bar) && bar.io && bar.size == 128);
    assert_int_equal(0xf000, rd(REF_FUSE_FBPA_OFF));
    assert_int_equal(0xc0, rd(REF_FUSE_FBP_OFF));
    assert_int_equal(0, rd(0x21d70 + 4 * 5));
    assert_int_equal(3, rd(0x21d70 + 4 * 6));
    assert_int_equal(0, rd(REF_FUSE_DISPLAY_OFF));
    assert_int_equal(4, rd(0x90020c + 11 * 0x4000));
    close_world(NULL);
    open_measured(&(struct model_config){ .board = "v100", .vram_size = 512 * MIB });
    assert_int_equal(0x030200, model_config_read(world.card, 8, 4) >> 8);
    assert_int_equal(0x00020010, model_config_read(world.card, 0x78, 4));
    assert_true(model_bar(world.card, 1, &bar) && bar.size == 512 * MIB); /* all of memory */
    assert_int_equal(0, rd(REF_FUSE_FBPA_OFF));
    assert_int_equal(1, rd(REF_FUSE_DISPLAY_OFF));
    close_world(NULL);
    open_measured(&(struct model_config){ .vram_size = 64 * MIB });
    assert_int_equal(0, rd(REF_FUSE_FBPA_OFF));
}

/* ---- devices ---- */

struct device {
    uint32_t type, instance, base, fault, engine, runlist, reset, interrupt;
};

/* §1.4: words of a device follow each other while bit 31 is set; words of kind 0 end nothing. 99: not given. */
static unsigned read_devices(struct device *out)
{
    struct device now = { 0 };
    unsigned count = 0;

    for (unsigned i = 0; i < 64; i++) {
        const uint32_t word = rd(REF_PTOP_DEVICE_INFO(i));

        if ((word & 3) == 1) {
            now.base = word & 0x00fff000;
            now.instance = word >> 26 & 15;
            now.fault = word & 4 ? word >> 3 & 0x7f : 99;
        } else if ((word & 3) == 2) {
            now.engine = word & 32 ? word >> 26 & 15 : 99;
            now.runlist = word & 16 ? word >> 21 & 15 : 99;
            now.interrupt = word & 8 ? word >> 15 & 31 : 99;
            now.reset = word & 4 ? word >> 9 & 31 : 99;
        } else if ((word & 3) == 3) {
            now.type = word >> 2 & 0x1fffffff;
        }
        if ((word & 3) == 0 || word >> 31)
            continue;
        out[count++] = now;
        now = (struct device){ 0 };
    }
    return count;
}

/* GRAPHICS 0, SEC 13 without engine and runlist, LCE 19. LCE0 is on the runlist of graphics, the others go round the
 * rest of them. */
static const struct device devices[] = {
    { 0, 0, 0x400000, 0x40, 0, 0, 12, 12 },  { 13, 0, 0x087000, 99, 99, 99, 14, 15 },
    { 19, 0, 0x104000, 0x0f, 1, 0, 6, 5 },   { 19, 1, 0x104000, 0x10, 2, 1, 7, 6 },
    { 19, 2, 0x104000, 0x11, 3, 2, 21, 7 },  { 19, 3, 0x104000, 0x12, 4, 1, 22, 10 },
    { 19, 4, 0x104000, 0x13, 5, 2, 23, 11 }, { 19, 5, 0x104000, 0x14, 6, 1, 24, 2 },
    { 19, 6, 0x104000, 0x15, 7, 2, 9, 14 },  { 19, 7, 0x104000, 0x16, 8, 1, 10, 0 },
    { 19, 8, 0x104000, 0x17, 9, 2, 11, 3 },
};

static void expect_devices(uint32_t fault_flip, bool no_runlists)
{
    struct device seen[64];

    assert_int_equal(11, read_devices(seen));
    for (unsigned i = 0; i < 11; i++) {
        struct device want = devices[i];

        if (want.type == 19) {
            want.fault ^= fault_flip;
            want.runlist = no_runlists ? 99 : want.runlist;
        }
        assert_memory_equal(&want, &seen[i], sizeof(want));
    }
}

TEST(all_devices_are_listed, NULL, close_world)
{
    open_world(&(struct model_config){ .lces = 9, .runlists = 3 });
    expect_devices(0, false);
    close_world(NULL);
    open_world(&(struct model_config){
        .lces = 9, .runlists = 3, .defects = "ptop-fault-id-wrong+ptop-runlist-lost" });
    expect_devices(0x40, true);
}

/* §1.4: the words of two Titan V; words 15 to 17 and those from 54 on hold nothing. */
TEST(devices_of_a_real_card, NULL, close_world)
{
    static const uint32_t words[64] = {
        0x8006183e, 0x80000003, 0x00400205, 0xb4028c3e, 0x8000004f, 0x0010407d, 0xb8030e3e,
        0x8000004f, 0x04104085, 0x98c3aa3e, 0x8000004f, 0x0810408d, 0x84289e3e, 0x80000043,
        0x00084055, 0,          0,          0,          0x8c679c3e, 0x80000037, 0x00087075,
        0x8848243e, 0x8000003b, 0x001c805d, 0x9080a63e, 0x8000003b, 0x041cc065, 0x9ce52c3e,
        0x8000004f, 0x0c104095, 0xa105ae3e, 0x8000004f, 0x1010409d, 0xa521303e, 0x8000004f,
        0x141040a5, 0x94a2083e, 0x8000003b, 0x081d006d, 0x800b320e, 0x8000004b, 0x00a00001,
        0xa947123e, 0x8000004f, 0x181040ad, 0xad60143e, 0x8000004f, 0x1c1040b5, 0xb181963e,
        0x8000004f, 0x201040bd, 0x800d800a, 0x80000053, 0x00110015,
    };

    open_measured(NULL);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(words[i], rd(REF_PTOP_DEVICE_INFO(i)));
    for (unsigned i = 0; i < 14; i++)
        assert_int_equal(i ? 1u << (i - 1) : 1, rd(REF_PFIFO_PBDMA_MAP(i)));
    assert_int_equal(0x20000e, rd(REF_PFIFO_CFG0));
}

/* §3.5: 0x2390 + 4i is the mask of runlists that PBDMA i serves. Two PBDMAs a runlist at most, and each runlist one. */
TEST(runlists_have_pbdmas)
{
    static const struct {
        uint32_t pbdmas, runlists;
        uint32_t masks[14];
    } rows[] = {
        { 14, 5, { 1, 2, 4, 8, 16, 1, 2, 4, 8, 16 } },
        { 4, 1, { 1, 1 } },
        { 3, 7, { 0x49, 0x12, 0x24 } },
        { 2, 2, { 1, 2 } },
        { 14, 13, { 1, 2, 4, 8, 16, 32, 64, 0x80, 0x100, 0x200, 0x400, 0x800, 0x1000, 1 } },
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        open_world(
            &(struct model_config){ .pbdmas = rows[i].pbdmas, .runlists = rows[i].runlists });
        wr(REF_PMC_ENABLE, 0x100);
        for (unsigned pbdma = 0; pbdma < 14; pbdma++)
            assert_int_equal(rows[i].masks[pbdma], rd(REF_PFIFO_PBDMA_MAP(pbdma)));
        assert_int_equal(rows[i].pbdmas ? rows[i].pbdmas : 14, rd(REF_PFIFO_CFG0) & 0xff);
        assert_int_equal(32, rd(REF_PFIFO_CFG0) >> 16);
        assert_int_equal(4096, rd(REF_PFIFO_CFG1));
        assert_int_equal(0xc36f, rd(REF_PFIFO_CFG2));
        close_world(NULL);
    }
}

/* ---- configuration space ---- */

/* §1.1: the link comes up at 2.5 GT/s, 16 lanes; trained anew it reaches the speed that both ends can, 8 GT/s at
 * most. */
TEST(the_link_is_trained_anew, open_plain, close_world)
{
    assert_int_equal(0x1101, model_config_read(world.card, 0x8a, 2));
    for (unsigned speed = 1; speed <= 4; speed++) {
        model_retrain(world.card, speed);
        assert_int_equal(0x1100 | (speed < 3 ? speed : 3), model_config_read(world.card, 0x8a, 2));
    }
    close_world(NULL);
    open_with("pci-retrain-narrows", NULL);
    assert_int_equal(0x1101, model_config_read(world.card, 0x8a, 2));
    model_retrain(world.card, 2);
    assert_int_equal(0x1082, model_config_read(world.card, 0x8a, 2));
    close_world(NULL);
    open_with("pci-link-narrow", NULL);
    assert_int_equal(0x1011, model_config_read(world.card, 0x8a, 2));
    assert_int_equal(0x103, model_config_read(world.card, 0x84, 4) & 0x3ff);
}

/* The mirror in BAR0 takes no writes of the header, and those after it. */
TEST(the_mirror_takes_what_is_behind_the_header, open_plain, close_world)
{
    wr(0x8803c, 0x55);
    assert_int_equal(0, model_config_read(world.card, 0x3c, 1));
    wr(0x88064, 0x100);
    assert_int_equal(0x108, model_config_read(world.card, 0x64, 4));
    assert_int_equal(1, rd(0x88050));
    wr(0x88050, 0);
    assert_int_equal(0, rd(0x88050));
    close_world(NULL);
    open_with("pci-mirror-dead", NULL);
    assert_int_equal(0, rd(0x88000));
}

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

/* ---- interrupts ---- */

/* §1.3: trees 0 and 1 share the message; a tree asks for one as long as one of its enabled lines is up. */
TEST(lines_are_told_apart, open_plain, close_world)
{
    for (unsigned tree = 0; tree < 2; tree++)
        wr(0x160 + 4 * tree, 0x80000000);
    wr(0x1a4, 1);
    assert_true(world.asserted);
    assert_int_equal(0, rd(0x100));
    assert_int_equal(0x80000000, rd(0x104));
    wr(0x1a0, 1);
    wr(0x1a4, 0);
    assert_true(world.asserted);
    assert_int_equal(0x80000000, rd(0x100));
    wr(0x180, 0x7fffffff);
    assert_int_equal(0x80000000, rd(0x140));
    assert_true(world.asserted);
    wr(0x180, 0x80000000);
    assert_false(world.asserted);
    assert_int_equal(0x80000000, rd(0x144));
    assert_int_equal(1, world.messages);
    close_world(NULL);
    open_with("pmc-intr-clear-ignored", NULL);
    wr(0x160, 0x80000000);
    wr(0x180, 0x80000000);
    assert_int_equal(0x80000000, rd(0x140));
}

/* A reset takes back enables and lines, and the next message goes out without a re-arming write. */
TEST(a_reset_forgets_messages, open_plain, close_world)
{
    model_config_write(world.card, 0x6a, 1, 2);
    wr(0x160, 0x80000000);
    wr(0x1a0, 1);
    assert_int_equal(1, world.messages);
    model_reset(world.card);
    assert_false(world.asserted);
    model_config_write(world.card, 4, 6, 2);
    assert_int_equal(0, rd(0x140));
    model_config_write(world.card, 0x6a, 1, 2);
    wr(0x160, 0x80000000);
    wr(0x1a0, 1);
    assert_int_equal(2, world.messages);
}

/* With INTA the line follows the level, and needs no re-arming. */
TEST(a_line_follows_its_level, open_plain, close_world)
{
    wr(0x160, 0x80000000);
    for (unsigned i = 1; i < 4; i++) {
        wr(0x1a0, 1);
        assert_true(world.asserted);
        assert_int_equal(i, world.messages);
        wr(0x1a0, 0);
        assert_false(world.asserted);
    }
}

/* §1.3: 0x204 has a bit for each PBDMA. One that is 0 removes the channel on its PBDMA, and 0x200's bit 8 all of
 * them. */
TEST(pbdmas_are_reset, open_plain, close_world)
{
    open_channel();
    RUN(1, 0x20018010, 0x12345); /* NON_STALL_INTERRUPT of subchannel 4 */
    for (unsigned i = 0; i < 3; i++)
        wr(REF_PPBDMA_INTR_EN_0(i), 0x11 + i);
    wr(REF_PMC_ENABLE_PB, 0x3ffd);
    assert_int_equal(0x11, rd(REF_PPBDMA_INTR_EN_0(0)));
    assert_int_equal(0, rd(REF_PPBDMA_INTR_EN_0(1)));
    assert_int_equal(0x13, rd(REF_PPBDMA_INTR_EN_0(2)));
    wr(REF_PMC_ENABLE_PB, 0xffffffff);
    assert_int_equal(0x3fff, rd(REF_PMC_ENABLE_PB));
    wr(REF_PMC_ENABLE, 0xfffffeff);
    wr(REF_PMC_ENABLE, 0xffffffff);
    assert_int_equal(0, rd(REF_PPBDMA_INTR_EN_0(0)));
}

/* ---- time ---- */

/* §1.5, §8.1: both halves of PTIMER are written apart; TIME has 61 bits of it. */
TEST(halves_of_time_are_apart, open_plain, close_world)
{
    wr(REF_PMC_ENABLE, 0x100);
    assert_int_equal(0x1f, rd(REF_PTIMER_TIME_HIGH)); /* a card that has run for a while */
    wr(REF_PTIMER_TIME_HIGH, 0xffffffff);
    assert_int_equal(0xffffffff, rd(REF_PTIMER_TIME_HIGH));
    assert_int_equal(0x1fffffff, rd(REF_USERMODE_TIME_1));
    wr(REF_PTIMER_TIME_LOW, 0x12340000);
    assert_int_equal(0xffffffff, rd(REF_PTIMER_TIME_HIGH));
    assert_in_range(rd(REF_PTIMER_TIME_LOW), 0x12340000, 0x12341000);
    wr(REF_PTIMER_TIME_HIGH, 1);
    assert_in_range(rd(REF_PTIMER_TIME_LOW), 0x12340000, 0x12342000);
    assert_int_equal(1, rd(REF_PTIMER_TIME_HIGH));
}

static uint32_t in_a_second(const char *defects)
{
    open_with(defects, NULL);
    const uint32_t before = rd(REF_PTIMER_TIME_LOW);
    world.now += 1000000000;
    const uint32_t passed = rd(REF_PTIMER_TIME_LOW) - before;
    close_world(NULL);
    return passed;
}

TEST(time_is_broken_as_said, NULL, close_world)
{
    assert_in_range(in_a_second(NULL), 999999968, 1000001000);
    assert_in_range(in_a_second("time-slow"), 499999968, 500001000);
    assert_int_equal(0, in_a_second("time-stopped"));
    open_with("time-high-stuck", NULL);
    wr(REF_PMC_ENABLE, 0x100);
    assert_int_equal(0, rd(REF_USERMODE_TIME_1));
    assert_int_equal(0x1f, rd(REF_PTIMER_TIME_HIGH));
    wr(REF_PTIMER_TIME_LOW, 0x80000000);
    assert_true(rd(REF_USERMODE_TIME_0) >= 0x80000000);
}

/* §1.5: an access that fails is kept until 0 is written; anything else leaves it. Reads have no bit 1, no data. */
TEST(the_first_refusal_is_kept, open_plain, close_world)
{
    rd(0x5ffffc);
    assert_int_equal(0x5ffffd, rd(REF_PTIMER_PRI_TIMEOUT_SAVE_0));
    assert_int_equal(0, rd(REF_PTIMER_PRI_TIMEOUT_SAVE_1));
    wr(REF_PTIMER_PRI_TIMEOUT_SAVE_0, 1);
    assert_int_equal(0x5ffffd, rd(REF_PTIMER_PRI_TIMEOUT_SAVE_0));
    wr(REF_PTIMER_PRI_TIMEOUT_SAVE_0, 0);
    wr(0x500000, 0xabcdef01);
    assert_int_equal(0x500003, rd(REF_PTIMER_PRI_TIMEOUT_SAVE_0));
    assert_int_equal(0xabcdef01, rd(REF_PTIMER_PRI_TIMEOUT_SAVE_1));
    wr(REF_PTIMER_PRI_TIMEOUT_SAVE_1, 1);
    assert_int_equal(0xabcdef01, rd(REF_PTIMER_PRI_TIMEOUT_SAVE_1));
    wr(REF_PTIMER_PRI_TIMEOUT_SAVE_1, 0);
    assert_int_equal(0, rd(REF_PTIMER_PRI_TIMEOUT_SAVE_1));
    close_world(NULL);
    open_with("bus-no-pri-error", NULL);
    rd(0x500000);
    assert_int_equal(0, rd(REF_PTIMER_PRI_TIMEOUT_SAVE_0));
    assert_int_equal(0, rd(REF_PBUS_INTR_0));
}

/* A machine that only reads memory, and wakes nobody, sees the events that were due: a copy of many turns ends. */
TEST(reads_catch_up, open_plain, close_world)
{
    unsigned reads = 0;

    open_channel();
    put(SEM, 0);
    push(1,
         (const uint32_t[]){ 0x20038090, 0, (uint32_t)SEM, 0xd0e, 0x20048100, 0, (uint32_t)DATA, 0,
                             0x1000000, 0x20018106, 0x800000, 0x200180c0, 0x18a },
         13);
    ring(1);
    assert_int_equal(0, bar_get(1, SEM));
    while (!bar_get(1, SEM) && ++reads < 10000)
        world.now += 10000;
    assert_int_equal(0xd0e, bar_get(1, SEM));
}

/* ---- BARs ---- */

/* Eight bytes are two registers, the lower one first; blocks of registers go by four bytes. */
TEST(registers_by_eight_and_by_blocks, open_plain, close_world)
{
    uint8_t bytes[12] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 };

    model_write(world.card, 0, 0x1580, UINT64_C(0x1122334455667788), 8);
    assert_int_equal(0x55667788, rd(REF_PBUS_SW_SCRATCH(0)));
    assert_int_equal(0x11223344, rd(REF_PBUS_SW_SCRATCH(1)));
    assert_true(model_read(world.card, 0, 0x1580, 8) == UINT64_C(0x1122334455667788));
    model_write_block(world.card, 0, 0x1588, bytes, sizeof(bytes));
    assert_int_equal(0x04030201, rd(REF_PBUS_SW_SCRATCH(2)));
    assert_int_equal(0x08070605, rd(REF_PBUS_SW_SCRATCH(3)));
    assert_int_equal(0x0c0b0a09, rd(REF_PBUS_SW_SCRATCH(4)));
    memset(bytes, 0, sizeof(bytes));
    model_read_block(world.card, 0, 0x1588, bytes, sizeof(bytes));
    for (unsigned i = 0; i < sizeof(bytes); i++)
        assert_int_equal(i + 1, bytes[i]);
}

/* Blocks through BAR1, BAR2 and the window in BAR0, to its last byte. */
TEST(blocks_reach_memory, open_plain, close_world)
{
    static const struct {
        unsigned bar;
        uint64_t at, vram;
    } rows[] = { { 1, 0x200003, 0x200003 },
                 { 3, 0x300005, 0x300005 },
                 { 0, 0x700000, 0x400000 },
                 { 0, 0x7ffff0, 0x4ffff0 } };
    uint8_t out[16], in[16];

    for (unsigned i = 0; i < 16; i++)
        out[i] = (uint8_t)(0xa0 + i);
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        wr(REF_PBUS_BAR0_WINDOW, 0x40);
        model_write_block(world.card, rows[i].bar, rows[i].at, out, sizeof(out));
        for (unsigned b = 0; b < sizeof(out); b++)
            assert_int_equal(out[b], model_read(world.card, 1, rows[i].vram + b, 1));
        memset(in, 0, sizeof(in));
        model_read_block(world.card, rows[i].bar, rows[i].at, in, sizeof(in));
        assert_memory_equal(out, in, sizeof(in));
    }
}

/* The ports of BAR3 and addresses past BAR0 read ones. */
TEST(nothing_is_behind_the_ports, open_plain, close_world)
{
    assert_true(model_read(world.card, 5, 0, 4) == UINT64_MAX);
    assert_true(model_read(world.card, 0, 0x1000000, 4) == UINT64_MAX);
}

/* §8.5: VGA's index and data are bytes at 0x6013d4 and 5. */
TEST(vga_has_an_index, open_plain, close_world)
{
    for (unsigned i = 0; i < 256; i += 5) {
        model_write(world.card, 0, 0x6013d4, i, 1);
        model_write(world.card, 0, 0x6013d5, i ^ 0x5a, 1);
    }
    for (unsigned i = 0; i < 256; i += 5) {
        model_write(world.card, 0, 0x6013d4, i, 1);
        assert_int_equal(i, model_read(world.card, 0, 0x6013d4, 1));
        assert_int_equal(i ^ 0x5a, model_read(world.card, 0, 0x6013d5, 1));
    }
}

/* The ROM: 512 KiB for the BAR, more if the image is larger; PROM shows its words, and takes none. */
TEST(the_rom_is_as_large_as_its_image, open_plain, close_world)
{
    static uint8_t image[0x80001];
    size_t size;

    model_rom(world.card, &size);
    assert_int_equal(0x80000, size);
    assert_int_equal(0xffffffff, rd(0x37fffc));
    wr(REF_PROM, 0);
    assert_int_equal(0xaa55, rd(REF_PROM) & 0xffff);
    assert_int_equal(0xaa, model_read(world.card, 0, 0x300001, 1));
    /* The head of the BIT table: ff b8 "BIT" 00, version 1.00, 12 bytes, five tokens of 6, a sum of 0. */
    assert_int_equal(0x4942b8ff, rd(0x300220));
    assert_int_equal(0x01000054, rd(0x300224));
    assert_int_equal(0x5205060c, rd(0x300228));
    close_world(NULL);
    memset(image, 0x5a, sizeof(image));
    open_world(&(struct model_config){ .vbios = image, .vbios_size = 0x80000 });
    model_rom(world.card, &size);
    assert_int_equal(0x80000, size);
    assert_int_equal(0x5a5a5a5a, rd(0x37fffc));
    close_world(NULL);
    open_world(&(struct model_config){ .vbios = image, .vbios_size = sizeof(image) });
    const uint8_t *const rom = model_rom(world.card, &size);
    assert_int_equal(0x100000, size);
    assert_int_equal(0x5a, rom[0x80000]);
    assert_int_equal(0xff, rom[0x80001]);
    close_world(NULL);
    open_with("rom-cut", NULL);
    assert_int_equal(0xffffffff, rd(0x300400));
    assert_int_equal(0xaa55, rd(REF_PROM) & 0xffff);
}

/* A ROM of a board with this chip makes the card that board: device id of its PCIR, subsystem of its NPDE, which has it only
 * if it is 0x14 bytes long (gv100.md §1.10). A ROM of another chip or vendor changes nothing. */
TEST(a_boards_rom_gives_its_ids)
{
    static const struct {
        uint16_t vendor, device;
        uint8_t npde_bytes;
        uint32_t id, subsystem;
    } rows[] = {
        { 0x10de, 0x1dba, 0x14, 0x1dba10de, 0x2345abcd },
        { 0x10de, 0x1dba, 0x13, 0x1dba10de, 0x121210de },
        { 0x10de, 0x1dff, 0x14, 0x1dff10de, 0x2345abcd },
        { 0x10de, 0x1e00, 0x14, 0x1db110de, 0x121210de },
        { 0x10de, 0x1d7f, 0x14, 0x1db110de, 0x121210de },
        { 0x1234, 0x1dba, 0x14, 0x1db110de, 0x121210de },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        uint8_t image[0x200] = { 0x55, 0xaa, 1, [0x18] = 0x40 };

        memcpy(image + 0x40, &(uint32_t){ 0x52494350 }, 4); /* PCIR */
        memcpy(image + 0x44, &rows[i].vendor, 2);
        memcpy(image + 0x46, &rows[i].device, 2);
        image[0x4a] = 0x18;
        memcpy(image + 0x60, &(uint32_t){ 0x4544504e }, 4); /* NPDE */
        image[0x66] = rows[i].npde_bytes;
        memcpy(image + 0x70, &(uint32_t){ 0x2345abcd }, 4);
        open_world(&(struct model_config){ .vbios = image, .vbios_size = sizeof(image) });
        assert_int_equal(rows[i].id, model_config_read(world.card, 0, 4));
        assert_int_equal(rows[i].subsystem, model_config_read(world.card, 0x2c, 4));
        close_world(NULL);
    }
}

/* ---- accesses served from memory itself ---- */

static unsigned aliases_after(const struct model_config *config)
{
    open_world(config);
    bar_get(1, 0);
    const unsigned count = world.aliases;
    close_world(NULL);
    return count;
}

/* A card that is traced, keeps no pages, or has a defect that a good access may see, serves every access itself. */
TEST(who_looks_on_gets_no_alias)
{
    assert_int_equal(1, aliases_after(&(struct model_config){ 0 }));
    assert_int_equal(1, aliases_after(&(struct model_config){ .defects = "copy-nothing" }));
    assert_int_equal(0, aliases_after(&(struct model_config){ .trace = true }));
    assert_int_equal(0, aliases_after(&(struct model_config){ .knobs = "tlb_entries=0" }));
    assert_int_equal(0, aliases_after(&(struct model_config){ .defects = "window-page-twice" }));
    assert_int_equal(0, aliases_after(&(struct model_config){ .cold = true }));
    assert_int_equal(0, aliases_after(&(struct model_config){ .defects = "vram-half" }));
}

/* A window of system memory has no alias, nor has one that ends past VRAM; 512 accesses earn one. */
TEST(a_window_earns_its_alias, open_plain, close_world)
{
    static const struct {
        uint32_t word;
        unsigned aliases;
    } rows[] = {
        { 0x20, 1 }, { 0x3f0, 1 }, { 0x3f1, 0 }, { 0x400, 0 }, { 0x02012345, 0 }, { 0, 1 }
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        wr(REF_PBUS_BAR0_WINDOW, rows[i].word);
        assert_int_equal(0, world.aliases);
        for (unsigned access = 0; access < 511; access++)
            rd(REF_PRAMIN);
        assert_int_equal(0, world.aliases);
        rd(REF_PRAMIN);
        assert_int_equal(rows[i].aliases, world.aliases);
        wr(REF_PBUS_BAR0_WINDOW, rows[i].word); /* the same again takes nothing away */
        assert_int_equal(rows[i].aliases, world.aliases);
        wr(REF_PBUS_BAR0_WINDOW, 0x10);
    }
}

/* ---- broken memory ---- */

static void expect_twice(const char *defect, uint64_t at, uint64_t other, bool twice)
{
    open_with(defect, "l2=off");
    put(at, 0x11111111);
    put(other, 0x22222222);
    if ((get(at) == 0x22222222) != twice)
        fail_msg("%s: %x at 0x%llx", defect, get(at), (unsigned long long)at);
    close_world(NULL);
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

/* §9.1: the locked range begins in the middle of memory: writes to it are lost, to its first and its last byte. */
TEST(a_locked_range_has_ends, NULL, close_world)
{
    static const uint32_t edges[] = { 0x1fffffc, 0x2000000, 0x20ffffc, 0x2100000 };

    open_world(&(struct model_config){ .vpr_size = MIB });
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t before = get(edges[i]);

        put(edges[i], ~before);
        assert_int_equal(i == 1 || i == 2 ? before : ~before, get(edges[i]));
    }
    for (unsigned i = 0; i < 0x40;
         i++) /* a block over its first byte: the sectors in front are written */
        model_write(world.card, 1, 0x1ffffe0 + i, 0x5a, 1);
    assert_int_equal(0x5a, model_read(world.card, 1, 0x1ffffff, 1));
    close_world(NULL);
    open_world(NULL);
    wr(REF_VPR_STATUS, 2);
    for (unsigned i = 2; i < 6; i++) /* no range, and each read moves on */
        assert_int_equal(i & 3, rd(REF_VPR_STATUS));
}

/* A word at the end of memory is not past it: a copy engine adds to the last one (semaphore of one word, IADD 5). */
TEST(the_last_word_is_inside, NULL, close_world)
{
    open_world(&(struct model_config){ .trace = true });
    open_channel();
    put(0x3fffffc, 5);
    forget_trace();
    RUN(1, 0x20038090, 0, 0x3fffffc, 7, 0x200180c0, 0x8 | 5 << 14 | 1 << 19);
    assert_int_equal(12, get(0x3fffffc));
    assert_false(is_traced("past the end"));
}
