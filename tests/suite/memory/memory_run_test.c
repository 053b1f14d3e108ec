/* The memory test as a run sees it: memory restored and left out, a warm card, a bad copy (docs/memory-test.md). */
#include "tests/suite/run_rig.h"

#define KIB  1024u
#define MIB  (1024u * KIB)
#define HEAD (256 * KIB)
#define TAIL MIB

/* VRAM before the run. */
static uint8_t *before;

static const uint8_t *vram_of(struct rig *rig, uint64_t *size)
{
    return model_vram(host_bus_card(rig->host, 0), size);
}

static void keep_vram(struct rig *rig)
{
    uint64_t size;
    const uint8_t *vram = vram_of(rig, &size);

    before = malloc(size);
    assert_non_null(before);
    tests_own(before, free);
    memcpy(before, vram, size);
}

static struct rig *rig_with(uint64_t vram, const char *defects, const char *names)
{
    struct rig *rig = rig_new();

    rig->card.vram_size = vram;
    rig->card.defects = defects;
    rig->prepare = keep_vram;
    rig_suite(rig, names);
    return rig;
}

/* Before the test ends, which frees both. */
static void end(struct rig *rig)
{
    tests_release(before);
    rig_free(rig);
}

static bool is_as_before(struct rig *rig, uint64_t from, uint64_t size)
{
    uint64_t all;
    const uint8_t *vram = vram_of(rig, &all);

    return memcmp(vram + from, before + from, size) == 0;
}

/* The first 256 KiB and the last MiB are as before, the memory between is not. */
static void expect_put_back(struct rig *rig)
{
    uint64_t size;

    vram_of(rig, &size);
    assert_pairs(true, is_as_before(rig, 0, HEAD), true, is_as_before(rig, size - TAIL, TAIL),
                 false, is_as_before(rig, HEAD, 64 * KIB), false,
                 is_as_before(rig, size - TAIL - 64 * KIB, 64 * KIB));
}

/* ---- memory that is restored ---- */

/* Stores of one block hang from a certain one on, of all that go through the bus. */
static struct bus_tap tap;
static unsigned blocks, good_blocks, hanging_blocks;
static uint64_t hang_us;

static void write_block_and_hang(struct bus *bus, bus_addr at, const void *bytes, size_t size)
{
    tap.real->write_block(bus, at, bytes, size);
    if (++blocks > good_blocks && blocks <= good_blocks + hanging_blocks)
        tap.real->wait_us(bus, hang_us);
}

static void hang_blocks(struct rig *rig)
{
    keep_vram(rig);
    bus_tap(&tap, host_bus(rig->host));
    tap.ops.write_block = write_block_and_hang;
    blocks = 0;
}

/* Ten minutes without a chunk: not the memory's fault. Each chunk takes a minute: it lasts, and it is done. A card
 * on which even putting back does not end in time: it is said. */
TEST(vram_is_put_back)
{
    /* clang-format off */
    static const struct { unsigned after, count, seconds; enum verdict verdict; const char *says; } rows[] = {
        { 0, 0, 0, VERDICT_PASS, "" },
        { 1010, 1, 601, VERDICT_INCOMPLETE, "G84 deadline: no piece of the work got done within 600 s" },
        { 100, 100, 60, VERDICT_PASS, "" },
        { 100, 5000, 10, VERDICT_PASS, "what was saved of VRAM could not be put back" } };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct rig *rig = rig_with(64 * MIB, NULL, "vram.quick");

        good_blocks = rows[i].after;
        hanging_blocks = rows[i].count;
        hang_us = rows[i].seconds * UINT64_C(1000000);
        rig->prepare = hang_blocks;
        rig_run(rig);
        expect_said(rig->tap, rows[i].says);
        assert_int_equal(i == 3, strstr(rig->tap, "could not be put back") != NULL);
        if (i < 3) {
            assert_int_equal(rows[i].verdict, rig->verdict);
            expect_put_back(rig);
        }
        end(rig);
    }
}

TEST(vram_is_put_back_after_thorough_tests)
{
    struct rig *rig = rig_with(32 * MIB, NULL, "vram.thorough.checkerboard");

    rig->config.seconds = 1;
    rig->host_config.slow = 30;
    assert_int_equal(VERDICT_INCOMPLETE, rig_run(rig));
    expect_said(rig->tap, "vram.thorough.checkerboard: ended after 1 s, ");
    assert_pairs(true, is_as_before(rig, 0, HEAD), true, is_as_before(rig, 31 * MIB, TAIL));
}

/* ---- temperature ---- */

/* A card that does not get warm is also heated while the processors compare, and the words that the copies write are no
 * errors. The bus is slow so that a second is soon over. */
TEST(copies_go_on_beside_the_compares)
{
    struct rig *rig = rig_with(16 * MIB, NULL, "vram.quick");

    rig->config.heat = 1;
    rig->host_config.slow = 100;
    assert_int_equal(VERDICT_PASS, rig_run(rig));
    expect_said(rig->tap, " MiB beside the compares, 45 to 45 C\n");
    assert_null(strstr(rig->tap, "and 0 MiB beside"));
    expect_put_back(rig);
}

/* 1792 MiB over a link that moves 10 MB a second take as long as 8 MiB here: some 25 minutes. G80 has no sensor
 * that can be trusted, and its copies find no way out. */
TEST(a_slow_link_ends_with_a_verdict)
{
    struct rig *rig = rig_with(8 * MIB, "bus-dma-blocked", "vram.quick");
    unsigned milliseconds = 0;

    rig->card.chip = &nv50_chips[CHIP_G80].chip;
    rig->card.part_mask = 1;
    rig->host_config.bulk_slow = 1792 / 8 * 100;
    assert_int_equal(VERDICT_PASS, rig_run(rig));
    expect_said(rig->tap, "# vram.quick: no temperature sensor that can be trusted, nobody watches "
                          "how warm it gets\n");
    const char *took = strstr(rig->tap, "8 MiB in ");
    assert_non_null(took);
    assert_pairs(1, sscanf(took, "8 MiB in %u ms", &milliseconds), true, milliseconds > 1200000);
}

/* A line of progress each second at most, with the time left. */
TEST(progress_is_said_once_a_second)
{
    struct rig *rig = rig_with(2 * MIB, NULL, "vram.quick");
    unsigned lines = 0, milliseconds = 0;

    rig->host_config.slow = 200;
    rig_run(rig);
    for (const char *at = rig->tap; (at = strstr(at, " s left, 45 C\n")); at++)
        lines++;
    const char *took = strstr(rig->tap, "2 MiB in ");
    assert_non_null(took);
    assert_int_equal(1, sscanf(took, "2 MiB in %u ms", &milliseconds));
    assert_pairs(true, milliseconds > 3000, true, lines >= 2 && lines <= milliseconds / 1000);
}

/* ---- memory that is left out ---- */

/* Of two partitions every other block of 256 bytes. */
TEST(only_one_partition_is_tested)
{
    for (unsigned part = 0; part < 2; part++) {
        struct rig *rig = rig_with(4 * MIB, "vram-cell:address=0x200100,bit=3", "vram.quick");

        rig->config.has_part = true;
        rig->config.part = (uint8_t)part; /* the bad cell is in the second */
        assert_int_equal(part ? VERDICT_FAIL : VERDICT_INCOMPLETE, rig_run(rig));
        expect_said(rig->tap, part ? "bit 3 at 0x200100 cell stuck at 0"
                                   : SAYS_INCOMPLETE ": 2097152 bytes of VRAM not tested");
        assert_pairs(!part, is_as_before(rig, 0x280100, 256), part,
                     is_as_before(rig, 0x280200, 256), !part, is_as_before(rig, 0x280300, 256));
        end(rig);
    }
}

static void expect_range_alone(const char *test)
{
    struct rig *rig = rig_with(32 * MIB, NULL, test);

    rig->config.range_from = 0x800000;
    rig->config.range_to = 0x810000;
    assert_int_equal(VERDICT_INCOMPLETE, rig_run(rig));
    expect_said(rig->tap,
                SAYS_INCOMPLETE ": 33488896 bytes of VRAM not tested"); /* 32 MiB - 64 KiB */
    assert_pairs(true, is_as_before(rig, 0, 0x800000), false, is_as_before(rig, 0x800000, 256),
                 false, is_as_before(rig, 0x80ff00, 256), true,
                 is_as_before(rig, 0x810000, 32 * MIB - 0x810000));
    end(rig);
}

TEST(only_the_range_is_tested)
{
    expect_range_alone("vram.quick");
    expect_range_alone("vram.thorough.random");
    expect_range_alone("vram.thorough.modulo_20");
}

static void expect_picture_left_alone(const char *display, const char *names, uint64_t from,
                                      uint64_t to, const char *who)
{
    struct rig *rig = rig_with(8 * MIB, NULL, names);
    char line[160];

    rig->card.display = display;
    rig_run(rig);
    snprintf(line, sizeof(line), "VRAM 0x%llx to 0x%llx is shown by %s, and left out",
             (unsigned long long)from, (unsigned long long)to, who);
    expect_said(rig->tap, line);
    if (strcmp(who, "VGA") == 0)
        snprintf(line, sizeof(line),
                 "verdict: PASS (only %s; VRAM 0x%llx to 0x%llx is shown by VGA, not tested)",
                 names, (unsigned long long)from, (unsigned long long)to);
    else
        snprintf(line, sizeof(line), "verdict: " SAYS_INCOMPLETE ": %llu bytes of VRAM not tested",
                 (unsigned long long)((to + 0xffff) / 0x10000 - from / 0x10000) * 0x10000);
    expect_said(rig->tap, line);
    assert_pairs(true, is_as_before(rig, from, to - from), false,
                 is_as_before(rig, 0x680000, 64 * KIB), 0,
                 model_changed(host_bus_card(rig->host, 0), NULL, NULL));
    end(rig);
}

/* 640 * 480 * 4 bytes of head 0, or the 256 KiB of VGA, which are no gap; no other test writes there either. */
TEST(what_a_display_shows_is_left_out)
{
    expect_picture_left_alone("evo:0x100000", "vram.quick", 0x100000, 0x22c000, "head 0");
    expect_picture_left_alone("vga:0x440000", "vram.thorough.random", 0x440000, 0x480000, "VGA");
    expect_picture_left_alone("evo:0", "vram.thorough.fade", 0, 0x12c000, "head 0");
    if (!in_full())
        return;
    expect_picture_left_alone("evo:0x545600", "default", 0x545600, 0x671600, "head 0");
    expect_picture_left_alone("vga:0x440000", "vram.quick", 0x440000, 0x480000, "VGA");
}

/* ---- what is said of a card ---- */

/* A card that a MiB of copies within its memory warms by a tenth of a degree. */
#define WARMS   "board-hot:start=60,copies=100,fall=1"
#define WARM_80 WARMS "+vram-cell:address=0x80000,bit=5,value=1,above=80"
#define LINE_37 "vram-stuck:partition=1,bit=37"
#define QUICK   "vram.quick"
#define BAD     QUICK ": G84 " SAYS_BAD_MEMORY ": partition "
#define ANEW    "stores go through BAR1 again"
#define IS_37   BAD "1 (FBB), D32-D63, rank A: bit 37 stuck at 0 (chip B1)\n"
#define IS_9    BAD "0 (FBA), D0-D31, rank A: bit 9 at 0x123450 cell stuck at 0"
#define PATH                                                                                       \
    QUICK ": G84 copies wrong words (m2mf) of memory that BAR1 reads right: PGRAPH, its way to "   \
          "memory or the link, not a memory chip"

enum about { WITHOUT, WARMED, HOT, STOPPED, STORED };

/* clang-format off */
static const struct {
    enum about about;
    uint8_t heat, limit; /* of the temperature, on a slow bus; 0: 95 C */
    const char *defects, *names;
    enum verdict verdict;
    const char *says[4], *never;
} runs[] = {
    /* m2mf=0: no copy is made, and the memory is tested all the same. */
    { WITHOUT, 0, 0, "m2mf-corrupts", QUICK, VERDICT_PASS, { "reads by BAR1" }, "# chips " },
    /* A cell that fails above 80 degrees: a run without heat misses it. Heating ends at 92: no pause. */
    { WARMED, 0, 0, WARM_80, QUICK, VERDICT_PASS, { "" }, "heated" },
    { WARMED, 30, 0, WARM_80, QUICK, VERDICT_FAIL, { "bit 5 at 0x80000 cell stuck at 1", "(chip A0)" }, "paused" },
    /* It cools while the ways to memory are proven. */
    { WARMED, 30, 0, WARMS, QUICK, VERDICT_PASS, { "# " QUICK ": heated by 3", " MiB of copies within VRAM in ",
      ", 59 to 9" }, "paused" },
    /* An engine that spoils its copies: that is never the memory's fault, also not where it has heated the card. */
    { HOT, 30, 0, WARMS "+m2mf-corrupts:bit=3,every=1000", QUICK, VERDICT_FAIL, { "" }, "# chips " },
    { HOT, 30, 0, WARMS "+m2mf-stops:after=100", QUICK, VERDICT_PASS, { "" }, "# chips " },
    /* 94 degrees, 20 more each second of work, 1 fewer without: above 95 it pauses, at 92 it goes on. Before it starts
     * to march it has proven its way to memory, which on this slow bus takes a degree. */
    { HOT, 0, 95, "board-hot:start=94,rise=20,fall=1", QUICK, VERDICT_PASS,
      { "C, max_temp is 95\n", "# " QUICK ": paused at 1", "# " QUICK ": goes on at 92 C after ",
        "# " QUICK ": 95 C before, 1" }, "# chips " },
    { HOT, 0, 61, "board-hot:start=60,rise=10,fall=1", QUICK, VERDICT_PASS,
      { " C, max_temp is 61\n", "# " QUICK ": goes on at 58 C after " }, "# chips " },
    /* A card that is at max_temp already is not heated, and pauses as without heating. */
    { HOT, 30, 0, "board-hot:start=94,copies=100", QUICK, VERDICT_PASS,
      { "# " QUICK ": heated by 0 MiB of copies within VRAM in 0 s, 94 to 94 C\n" }, "# chips " },
    /* Too hot from the beginning, and it stays so: a minute, then no verdict about the memory. */
    { HOT, 0, 0, "board-hot", QUICK, VERDICT_INCOMPLETE, { "# " QUICK ": paused at 101 C, max_temp is 95\n",
      QUICK ": after a pause of 60 s the card is still at 101 C, max_temp is 95" }, "# chips " },
    /* Errors that BAR1 sees after the copy has stopped still count. */
    { STOPPED, 0, 0, "m2mf-stops:after=5+vram-cell:address=0x123450,bit=9", QUICK, VERDICT_FAIL,
      { "# copy: m2mf stopped at VRAM 0x", "verdict: FAIL: " IS_9 }, ANEW },
    /* Wrong words of a copy are no chip's, on any partition. */
    { STOPPED, 0, 0, "m2mf-corrupts:bit=0,every=100", QUICK, VERDICT_FAIL, { PATH }, "# damage:" },
    { STOPPED, 0, 0, "m2mf-corrupts:bit=63,every=8191", QUICK, VERDICT_FAIL, { PATH }, "# damage:" },
    { STOPPED, 0, 0, "m2mf-corrupts:bit=17,every=3", QUICK, VERDICT_FAIL, { PATH }, "# damage:" },
    /* Another test is done again by BAR1 alone: it finds a chip that errs from then on. */
    { STOPPED, 0, 0, "m2mf-corrupts:bit=5,every=5000+vram-intermittent:partition=1,rate=1000000,chip=1,after=600000",
      "vram.thorough.checkerboard", VERDICT_FAIL, { "checkerboard: all of it again by BAR1, because m2mf brought words "
      "that BAR1 contradicts\n", "partition 1 (FBB), D32-D63, rank A: intermittent, " }, ANEW },
    /* Memory with a broken wire is stored by copies too. Those of an engine that spoils its reads leave wrong words
     * in good memory: BAR1 stores such a word again before a chip is named. */
    { STORED, 0, 0, LINE_37, QUICK, VERDICT_FAIL, { "# verdict: FAIL: " IS_37 }, ANEW },
    { STORED, 0, 0, "m2mf-corrupts:bit=3,every=100+" LINE_37, QUICK, VERDICT_FAIL, { IS_37, ANEW }, "chip A0" },
    { STORED, 0, 0, "m2mf-corrupts:bit=3,every=8191+" LINE_37, QUICK, VERDICT_FAIL, { IS_37, ANEW }, "chip A0" },
    /* So they do where it stops before anything is read, and the next element finds what cells do again. */
    { STORED, 0, 0, "m2mf-corrupts:bit=3,every=8191+m2mf-stops:after=9+vram-coupling+" LINE_37, QUICK, VERDICT_FAIL,
      { "bit 37 stuck at 0 (chip B1)", ANEW, "flips when row 0x80 is written, coupling" }, "chip B0" },
    /* Bad memory makes window.pmem fail, so link.dma does not run. That proves nothing of copies: they are tried. */
    { STOPPED, 0, 0, LINE_37, "window.pmem,link.dma," QUICK, VERDICT_FAIL, { "link.dma # SKIP needs window.pmem" },
      "no m2mf" },
    { STOPPED, 0, 0, "bus-dma-blocked", "link.dma," QUICK, VERDICT_INCOMPLETE,
      { QUICK ": without link.dma no m2mf, reads come back through BAR1" }, "# chips " },
};
/* clang-format on */

static void expect_runs(enum about about)
{
    for (unsigned i = 0; i < ARRAY_SIZE(runs); i++) {
        if (runs[i].about != about)
            continue;
        struct rig *const rig = rig_with(2 * MIB, runs[i].defects, runs[i].names);

        rig->config.heat = runs[i].heat;
        rig->config.max_temp = runs[i].limit ? runs[i].limit : 95;
        rig->host_config.slow = runs[i].limit ? 100 : 0;
        rig->config.no_copies = about == WITHOUT;
        assert_int_equal(runs[i].verdict, rig_run(rig));
        for (unsigned k = 0; k < 4 && runs[i].says[k]; k++)
            expect_said(rig->tap, runs[i].says[k]);
        assert_null(strstr(rig->tap, runs[i].never));
        if (!strstr(runs[i].defects, LINE_37)) /* of so small a memory no more is left alone */
            assert_true(is_as_before(rig, 0, HEAD / 2));
        end(rig);
    }
}

TEST(heat_finds_weak_cells_and_names_no_other_chip)
{
    expect_runs(WITHOUT);
    expect_runs(WARMED);
    expect_runs(HOT);
}

TEST(what_a_copy_brings_or_stores_wrong_names_no_chip)
{
    expect_runs(STOPPED);
    expect_runs(STORED);
}
