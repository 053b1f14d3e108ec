/* The memory test on GV100 in this process: patterns are made on the card, copies bring them, and BAR1 carries next to
 * nothing; errors are told by address, bits and spacing. */
#include "suite/run/confirmed.h"
#include "tests/suite/run_rig.h"

#define VRAM_SIZE    (UINT64_C(16) << 20)
#define LINK_HIGHEST 1.05 /* bytes for each byte and pass */

static struct counted {
    struct bus_tap tap;
    uint64_t read, written; /* bytes behind BARs */
    uint64_t compared;      /* bytes in system memory */
} counted;

/* clang-format off */
#define SEE(type, name, counter, with, ...) \
    static type see_##name with { counted.counter += size; return counted.tap.real->name(__VA_ARGS__); }

SEE(uint64_t, read, read, (struct bus *bus, bus_addr at, uint8_t size), bus, at, size)
SEE(void, write, written, (struct bus *bus, bus_addr at, uint8_t size, uint64_t value), bus, at, size, value)
SEE(void, read_block, read, (struct bus *bus, bus_addr at, void *bytes, size_t size), bus, at, bytes, size)
SEE(void, write_block, written, (struct bus *bus, bus_addr at, const void *bytes, size_t size), bus, at, bytes, size)
SEE(void, fill_block, written, (struct bus *bus, bus_addr at, uint64_t word, size_t size), bus, at, word, size)
SEE(size_t, find_other, compared, (struct bus *bus, const uint64_t *words, uint64_t expected, size_t size),
    bus, words, expected, size)
SEE(size_t, find_difference, compared, (struct bus *bus, const uint64_t *words, const uint64_t *expected, size_t size),
    bus, words, expected, size)
/* clang-format on */

static size_t see_march(struct bus *bus, bus_addr at, size_t size, bool down, uint64_t expect,
                        uint64_t next, uint64_t *seen)
{
    counted.read += size;
    counted.written += size;
    return counted.tap.real->march(bus, at, size, down, expect, next, seen);
}

static void count_accesses(struct rig *rig)
{
    counted = (struct counted){ 0 };
    bus_tap(&counted.tap, host_bus(rig->host));
    counted.tap.ops.read = see_read;
    counted.tap.ops.write = see_write;
    counted.tap.ops.read_block = see_read_block;
    counted.tap.ops.write_block = see_write_block;
    counted.tap.ops.fill_block = see_fill_block;
    counted.tap.ops.march = see_march;
    counted.tap.ops.find_other = see_find_other;
    counted.tap.ops.find_difference = see_find_difference;
}

static struct rig *rig_with(const char *defects)
{
    struct rig *const rig = rig_new();

    rig->card = (struct model_config){ .chip = &gv100_chips[CHIP_GV100].chip,
                                       .vram_size = VRAM_SIZE,
                                       .defects = defects };
    return rig;
}

/* Of memory from 0 to `end`; 0: all of it. */
static struct rig *run_quick_to(const char *defects, uint64_t end)
{
    struct rig *const rig = rig_with(defects);

    rig->config.range_to = end;
    rig->prepare = count_accesses;
    rig_run_suite(rig, "vram.quick");
    return rig;
}

/* March C- reads all of memory five times: copies bring it and processors compare it; BARs carry less than a 32nd of
 * that. Words that name their own address are written by the CPU, once; all other patterns are made on the card. */
TEST(copies_bring_the_memory)
{
    struct rig *const rig = run_quick_to(NULL, 0);

    assert_int_equal(VERDICT_PASS, rig->verdict);
    expect_said(rig->tap, "reads by the copy engines");
    assert_pairs(true, counted.compared >= 5 * VRAM_SIZE, true,
                 counted.read < counted.compared / 32, true, counted.written < VRAM_SIZE * 5 / 4);
    const char *const figure = strstr(rig->tap, " bytes over the link for each byte and pass");
    assert_non_null(figure);
    const char *number = figure;
    while (number[-1] != ' ')
        number--;
    assert_true(strtod(number, NULL) > 0.1 && strtod(number, NULL) <= LINK_HIGHEST);
}

/* 20 generations within VRAM: half of it is written over the link, all of it comes back and is compared once. Bytes on
 * the bus, both ways, are less than a tenth of those that the card read and wrote, as the test's figure says. */
TEST(load_moves_little_over_the_link)
{
    const struct chip *const chips[] = { &gv100_chips[CHIP_GV100].chip, &nv50_chips[CHIP_G84].chip,
                                         &nv50_chips[CHIP_G92].chip, &nv50_chips[CHIP_G200].chip };
    static const char says[] = "vram.load: 20 generations of copies, ";

    for (unsigned i = 0; i < sizeof(chips) / sizeof(chips[0]); i++) {
        struct rig *const rig = rig_new();

        rig->card = (struct model_config){ .chip = chips[i], .vram_size = 2 * VRAM_SIZE };
        rig->config.model = false; /* on silicon */
        rig->prepare = count_accesses;
        assert_int_equal(VERDICT_PASS, rig_run_suite(rig, "vram.load"));
        const char *const said = strstr(rig->tap, says);
        const char *const figure = strstr(rig->tap, " bytes over the link for each byte and pass");
        assert_true(said && figure);
        expect_said(rig->tap, " C at most, ");
        const double moved = strtod(said + sizeof(says) - 1, NULL) * (1 << 20);
        assert_pairs(true, moved > 18.0 * 2 * VRAM_SIZE, true,
                     counted.compared > 15 * VRAM_SIZE / 8, true,
                     (double)(counted.read + counted.written + counted.compared) <= 0.1 * moved,
                     true, strtod(figure - 4, NULL) > 0.05 && strtod(figure - 4, NULL) <= 0.1);
        rig_free(rig);
    }
}

/* One data line of 256 is dead: one byte in 32, in each word of 8 that it lies in. 2048 words hold ones twice; of their
 * mixed words 1017 have the bit. A word that a copy brought wrong and BAR1 then reads right is told the same way. Of mixed
 * words with bit 6 the first that data line 134 carries is at 0x600030, and bit 6 of it reads 0. DMA protection lets
 * nothing through: BAR1's tables are not found in system memory, and no copy ends. With tables in VRAM all of it is judged
 * through BAR1, and `link.dma` names the machine's part in it; a bit that is stuck everywhere leaves no place for them. */
TEST(errors_and_obstacles_are_told)
{
    /* clang-format off */
    static const struct {
        const char *defects;
        enum verdict verdict;
        const char *says[3];
    } rows[] = {
        { "vram-stuck:bit=130,value=0,first=0x600000,size=0x10000", VERDICT_FAIL,
          { "all 5113 wrong words lie in one range of addresses, 0x600010 to 0x60fff7", "errors: vram.quick from 0x600010 to "
            "0x60fff0, spaced 0x20, read 1 for 0: 0x0000000000000000, read 0 for 1: 0x0000000000000004\n" } },
        { "vram-weak:one_in=5000", VERDICT_FAIL, { "of them right when read again", ", spaced 0x8, read 1 for 0: " } },
        { "vram-stuck:bit=134,value=0,first=0x600000,size=0x10000", VERDICT_FAIL,
          { "expected: \"0x4521bad1f18ca0c5 at VRAM 0x600030\"\n", "actual: \"0x4521bad1f18ca085\"\n" } },
        { "bus-dma-blocked", VERDICT_PASS, { "ok 1 - vram.quick", "reads by BAR1",
          "vram.quick: BAR1's tables lie in VRAM, for the card does not find them" } },
        { "bus-dma-blocked+vram-stuck:bit=5,value=1", VERDICT_INCOMPLETE, { "the memory is not judged" } },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct rig *const rig = run_quick_to(rows[i].defects, 0);

        assert_int_equal(rows[i].verdict, rig->verdict);
        for (unsigned k = 0; k < 3 && rows[i].says[k]; k++)
            expect_said(rig->tap, rows[i].says[k]);
        rig_free(rig);
    }
}

/* Fills that go elsewhere, and copies whose push buffer is not found: the fault is why, and BAR1 is the way to memory
 * that is good. Such a card fails in the tests of copies and of translation. */
TEST(faults_of_copies_leave_bar1)
{
    static const char *const defects[] = { "copy-address-40", "vm-pd0-index-short" };

    for (unsigned i = 0; i < ARRAY_SIZE(defects); i++) {
        struct rig *const rig = run_quick_to(defects[i], 2 << 20);

        expect_said(rig->tap, "ok 1 - vram.quick: ");
        expect_said(rig->tap, " " SAYS_INCOMPLETE ": 14680064 bytes of VRAM not tested\n");
        assert_null(strstr(rig->tap, "not ok"));
        expect_said(rig->tap, "reads by BAR1");
        expect_said(rig->log, "the copy engines recorded PDE ");
        rig_free(rig);
    }
}

static unsigned long right_again(const char *defects)
{
    struct rig *const rig = run_quick_to(defects, 4 << 20);
    const char *at = strstr(rig->tap, " of them right when read again");

    assert_non_null(at);
    while (at[-1] != ' ')
        at--;
    const unsigned long count = strtoul(at, NULL, 10);
    rig_free(rig);
    return count;
}

/* Without copies. A dead MiB has more wrong words than one element looks at again. The next element looks again,
 * so weak words in the other 3 MiB are told in each element that comes from above. A word that L2 fetched wrong goes
 * back to memory wrong when its neighbour is written, so not each is right again. */
TEST(each_element_looks_again)
{
    const unsigned long alone = right_again("copy-nothing+vram-weak:one_in=5000");

    assert_true(alone > 50);
    assert_true(right_again("copy-nothing+vram-weak:one_in=5000+vram-dead:first=0,size=0x100000") >
                alone / 5);
}

/* Of 16 MiB the tables are at 0x550000 or at 0xaa0000: those are the 64 KiB units with the even bits of the unit's
 * number, and with the odd ones. Where one place is bad the next page is taken; neither is spared from the test. A sample takes one
 * of each place. */
TEST(tables_in_vram_spare_no_byte)
{
    static const struct {
        const char *bad, *says;
    } rows[] = {
        { "bus-dma-blocked+vram-dead:first=0x550000,size=0x1000", "from 0x550000 to 0x550ff8, " },
        { "bus-dma-blocked+vram-dead:first=0x550000,size=0x10000", "from 0x550000 to 0x55fff8, " },
        { "bus-dma-blocked+vram-dead:first=0xaa0000,size=0x20000", "from 0xaa0000 to 0xabfff8, " },
        { "bus-dma-blocked+vram-cell:at=0x552004,bit=3,value=1", "from 0x552000 to 0x552000, " },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i += in_full() ? 1 : 2) {
        struct rig *const rig = run_quick_to(rows[i].bad, 0);

        assert_int_equal(VERDICT_FAIL, rig->verdict);
        expect_said(rig->tap, "BAR1's tables lie in VRAM");
        expect_said(rig->tap, SAYS_BAD_MEMORY ": ");
        expect_said(rig->tap, rows[i].says);
        rig_free(rig);
    }
}

/* Copies of the card's own engines warm it before each step and go on beside the compares; the words that they write
 * are no errors. The bus is slow so that a second is soon over. */
TEST(copies_go_on_beside_the_compares)
{
    struct rig *const rig = rig_with(NULL);

    rig->config.heat = 1;
    rig->host_config.slow = 4000;
    assert_int_equal(VERDICT_PASS, rig_run_suite(rig, "vram.quick"));
    expect_said(rig->tap, "# vram.quick: heated by ");
    assert_null(strstr(rig->tap, "heated by 0 MiB"));
    expect_said(rig->tap, " MiB beside the compares, ");
    assert_null(strstr(rig->tap, "and 0 MiB beside"));
}

/* How many pages it says. */
static unsigned long run_pages(struct rig *rig)
{
    static const char words[] = "ok 1 - vram.pages: ";

    rig_run_suite(rig, "vram.pages");
    expect_said(rig->tap, words);
    return strtoul(strstr(rig->tap, words) + strlen(words), NULL, 10);
}

/* A second that is over while pages get their words, or while they are read: words that were not compared count as
 * untested, and nothing is held against the card. The bus is slow so that the second is soon over. */
TEST(pages_end_when_time_is_over)
{
    struct rig *const rig = rig_with(NULL);
    char left[80];

    rig->config.seconds = 1;
    rig->host_config.slow = 4000;
    const unsigned long pages = run_pages(rig);
    assert_in_range(pages, 1, VRAM_SIZE / 4096 - 1);
    expect_said(rig->tap, " pages of 4 KiB, ended early\n");
    snprintf(left, sizeof(left), " " SAYS_INCOMPLETE ": %lu bytes of VRAM not tested",
             (unsigned long)VRAM_SIZE - pages * 4096);
    expect_said(rig->tap, left);
}

/* Of 16 MiB all: the part that drivers leave alone is restored. A word of bad memory is wrong whichever way it is read:
 * its page is not counted, and BAR1 is not blamed. */
TEST(every_page_is_compared)
{
    for (unsigned bad = 0; bad < 2; bad++) {
        struct rig *const rig =
            rig_with(bad ? "vram-stuck:bit=7,value=1,first=0x600000,size=0x10000" : NULL);

        assert_in_range(run_pages(rig), bad ? 4096 - 16 : 4096, bad ? 4095 : 4096);
        expect_said(rig->tap, bad ? " bytes of VRAM not tested" : " 4096 pages of 4 KiB\n");
        rig_free(rig);
    }
}

/* docs/hardware/vram-spread.md §1: the module that others have measured stands beside the channel only on request,
 * marked unproven. The model spreads its memory that way; its channel 3 is their module 3. */
TEST(measured_spreads_are_said_when_asked_for)
{
    for (unsigned asked = 0; asked < 2; asked++) {
        struct rig *const rig = rig_with("vram-lane:channel=3,line=5");

        rig->config.measured = asked;
        rig_run_suite(rig, "vram.quick");
        expect_said(rig->tap, "lie in one memory channel (1 of 32 by their addresses)");
        if (asked)
            expect_said(rig->tap, "# channels: measured by others, unproven: v100 (Tesla "
                                  "V100-SXM2-16GB) agrees, module 3 of 32\n");
        else
            assert_null(strstr(rig->tap, "measured"));
        rig_free(rig);
    }
}

/* ---- check bits (gv100.md §1.9) ------------------------------------------------------------------ */

static const struct confirmed counters_count[] = { { "gv100", "vram.ecc" }, { NULL, NULL } };

/* A V100 with its default suite; on silicon, with the behaviour that good cards have shown. */
static struct rig *run_v100(const char *defects, const char *knobs, bool silicon,
                            const struct confirmed *confirmed)
{
    struct rig *const rig = rig_new();

    rig->config.model = !silicon;
    rig->setup.confirmed = confirmed;
    rig->card = (struct model_config){ .chip = &gv100_chips[CHIP_GV100].chip,
                                       .board = "v100",
                                       .vram_size = VRAM_SIZE,
                                       .defects = defects,
                                       .knobs = knobs };
    rig_run_suite(rig, "default");
    return rig;
}

static void expect_v100(const char *defects, const char *knobs, const struct confirmed *confirmed,
                        enum verdict verdict, const char *said)
{
    struct rig *const rig = run_v100(defects, knobs, true, confirmed);

    assert_int_equal(verdict, rig->verdict);
    expect_said(rig->tap, said);
    rig_free(rig);
}

/* clang-format off */
/* Until somebody has shown that the counters count, a good V100 is no PASS, and a bad one no FAIL by them. */
TEST(check_bits_hide_errors_until_a_card_has_confirmed_the_counters)
{
    expect_v100(NULL, NULL, NULL, VERDICT_INCOMPLETE, "vram.ecc # SKIP ECC is on and hides single");
    expect_v100(NULL, NULL, counters_count, VERDICT_PASS, "ECC is on, no corrected errors in 16 MiB");
    expect_v100("vram-cell", NULL, NULL, VERDICT_INCOMPLETE, "nobody has confirmed");
    expect_v100("vram-cell", NULL, counters_count, VERDICT_FAIL, "ECC corrected 2 words in FBPA 11");
    expect_v100("vram-cell", NULL, counters_count, VERDICT_FAIL,
                "ECC counted 2 corrected and 0 uncorrectable errors in FBPA 11, half 0, in 1 of 4");
    expect_v100("vram-cell", "ecc=off", NULL, VERDICT_FAIL, SAYS_BAD_MEMORY ": 2 wrong words");
}

/* Wrong data that two ways bring is bad memory whatever the counters are worth. */
TEST(what_check_bits_cannot_correct)
{
    static const char *const read_as[] = { "dbe=fault", "dbe=data", "dbe=ones" };

    expect_v100("vram-cells", "dbe=data", NULL, VERDICT_FAIL, SAYS_BAD_MEMORY ": 2 wrong words");
    expect_v100("vram-cells", "dbe=ones", NULL, VERDICT_INCOMPLETE, "2 uncorrectable memory errors");
    expect_v100("vram-cells", "dbe=fault", NULL, VERDICT_INCOMPLETE,
                "5 uncorrectable memory errors in FBPA 11, half 0, one in the 32 bytes at VRAM 0x800000; that");
    /* The sector is found by reading alone, whatever reads of it give; the last one of VRAM too. */
    for (unsigned i = 0; i < 3; i++)
        expect_v100("vram-cells:at=0xfffff8", read_as[i], counters_count, VERDICT_FAIL,
                    "one in the 32 bytes at VRAM 0xffffe0");
    expect_v100("vram-cells:at=0x654324", NULL, counters_count, VERDICT_FAIL,
                "in FBPA 6, half 0, one in the 32 bytes at VRAM 0x654320");
    expect_v100("vram-cells", "ecc_counters=refuse", NULL, VERDICT_INCOMPLETE, "memory errors that ECC cannot correct");
    expect_v100("vram-cells", "ecc_counters=zero", NULL, VERDICT_INCOMPLETE,
                " at 0x10000800000 instance 0x"); /* VRAM begins at bit 40 for copy engines */
    expect_v100("vram-cells", NULL, counters_count, VERDICT_FAIL, "5 uncorrectable memory errors");
}

/* One read in so many: two upsets are good memory, many more are not. */
TEST(single_upsets_occur_in_good_memory)
{
    expect_v100("vram-weak:one_in=3000000", NULL, counters_count, VERDICT_PASS,
                "corrected 2 errors, none of them again in the same place");
    expect_v100("vram-weak:one_in=600000", NULL, counters_count, VERDICT_FAIL, " here and there: weak memory");
}
/* clang-format on */

TEST(memory_that_was_not_scrubbed_is_filled)
{
    struct rig *rig = run_v100(NULL, "scrubbed=no", false, NULL);

    expect_said(rig->log, "has not scrubbed its memory");
    assert_int_equal(VERDICT_PASS, rig->verdict);
    rig_free(rig);
    rig = run_v100("bus-dma-blocked", "scrubbed=no", false, NULL);
    assert_int_equal(VERDICT_NOT_TESTED, rig->verdict);
    rig_free(rig);
    rig = run_v100(NULL, "scrubbed=no+ecc=off", false, NULL);
    assert_null(strstr(rig->log, "has not scrubbed its memory"));
}
