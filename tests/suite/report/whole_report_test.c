/* A whole report, typed: the runner's calls in one run of two cards, and each letter of the TAP, of report.jsonl and of
 * report.txt that comes of it (docs/report.md). */
#include "reference/words.h"
#include "suite/report/report.h"
#include "suite/run/config.h"
#include "tests/suite/report/judged.h"

struct sheet {
    char text[65536];
    size_t used;
};

static struct sheet tap, records, plain;
static struct report report;
static uint64_t clock_us;

static void put(struct sheet *sheet, const char *text, size_t size)
{
    assert_true(sheet->used + size < sizeof(sheet->text));
    memcpy(sheet->text + sheet->used, text, size);
    sheet->used += size;
    sheet->text[sheet->used] = '\0';
}

#define SINK(name, sheet)                                                                          \
    static void name(void *opaque, const char *text, size_t size)                                  \
    {                                                                                              \
        put(sheet, text, size);                                                                    \
    }
SINK(put_tap, &tap)
SINK(put_record, &records)
SINK(put_text, &plain)

/* A second for each record. */
STUB(uint64_t, next_us, clock_us += 1000000, void *opaque)

static const struct run_sinks sinks = {
    .tap = put_tap, .record = put_record, .text = put_text, .time_us = next_us
};
static const struct run_sinks no_clock = { .tap = put_tap, .record = put_record, .text = put_text };

static void open_report(const struct run_sinks *to, const char *label, bool model)
{
    /* clang-format off */
    const struct report_run run = { .version = "0.1.0 3f2a", .machine = "Q35", .suite = "default", .label = label,
        .number = 7, .round = label[0] ? 2 : 0, .began = { .ms = 1795331032000, .zone = 60, .known = true },
        .model = model };
    /* clang-format on */

    tap.used = records.used = plain.used = 0;
    clock_us = 5000000;
    report_open(&report, to, &run);
}

static void forget(void)
{
    tap.used = records.used = plain.used = 0;
    tap.text[0] = records.text[0] = plain.text[0] = '\0';
}

TEST(the_beginning_says_what_runs)
{
    open_report(&sinks, "shelf 3", true);
    assert_strings(
        "TAP version 13\n# barecard 0.1.0 3f2a on Q35\n", tap.text,
        "{\"type\":\"machine\",\"time\":\"2026-11-22T07:03:53.000+01:00\",\"up\":1000,\"schema\":2,"
        "\"run\":7,\"round\":2,\"label\":\"shelf 3\",\"version\":\"0.1.0 "
        "3f2a\",\"machine\":\"Q35\","
        "\"suite\":\"default\",\"device\":\"model\"}\n",
        records.text,
        "Barecard 0.1.0 3f2a\r\n"
        "Machine  Q35\r\n"
        "Begun    2026-11-22T07:03:52.000+01:00\r\n"
        "Label    shelf 3\r\n"
        "Run      7 on this medium, suite default\r\n"
        "If the last line is no verdict, the run was cut off.\r\n",
        plain.text, "shelf 3", report.stage.scene.label);
    open_report(&no_clock, "", false);
    assert_string_equal("{\"type\":\"machine\",\"schema\":2,\"run\":7,\"version\":\"0.1.0 3f2a\","
                        "\"machine\":\"Q35\",\"suite\":\"default\",\"device\":\"silicon\"}\n",
                        records.text);
    assert_null(strstr(plain.text, "Label"));
}

static const struct card_key first = { "0000:01:00.0", "10de:0400" };

/* The report without a clock, with its first card begun. */
static void open_card(void)
{
    open_report(&no_clock, "", false);
    report_found(&report, &first);
    report_begin_card(&report, &first);
    forget();
}

TEST(what_is_said_before_the_tests)
{
    open_card();
    report_comment(&report, "%s %d", "seen", 5);
    report_phase(&report, "proof");
    report_left_out(&report, &first, true, "takeover", RECORD_RESET);
    report_left_out(&report, &first, false, "vm.a", RECORD_RESET);
    report_cut(&report, &first, "vram.quick", 3);
    report_start(&report, "vm.b", 2, 40);
    assert_string_equal("# seen 5\n"
                        "# " RECORD_RESET "takeover, card 0000:01:00.0\n"
                        "# " RECORD_RESET "vm.a, card 0000:01:00.0\n"
                        "# " RECORD_CUT "vram.quick, card 0000:01:00.0\n",
                        tap.text);
#define CARD "\"card\":\"0000:01:00.0\",\"id\":\"10de:0400\""
    assert_strings(
        "{\"type\":\"note\"," CARD ",\"text\":\"seen 5\"}\n"
        "{\"type\":\"phase\",\"phase\":\"proof\"," CARD "}\n"
        "{\"type\":\"note\",\"phase\":\"takeover\"," CARD ",\"text\":\"" RECORD_RESET "\"}\n"
        "{\"type\":\"note\",\"test\":\"vm.a\"," CARD ",\"text\":\"" RECORD_RESET "\"}\n"
        "{\"type\":\"note\",\"test\":\"vram.quick\"," CARD ",\"text\":\"" RECORD_CUT
        "\",\"cuts\":3}\n"
        "{\"type\":\"start\",\"test\":\"vm.b\"," CARD ",\"watchdog\":40}\n",
        records.text,
        RECORD_RESET "takeover, card 0000:01:00.0\r\n" RECORD_RESET
                     "vm.a, card 0000:01:00.0\r\n" RECORD_CUT "vram.quick, card 0000:01:00.0\r\n",
        plain.text);
}

static struct run_config config;

/* Memory in its words, by what is known of it: partitions of NV50, or the FBPAs of a GV100 (docs/report.md). */
TEST(a_card_is_described)
{
#define IDS                                                                                        \
    "\"vendor_id\":4318,\"device_id\":1024,\"subsystem_vendor_id\":22136,\"subsystem_id\":4660,"   \
    "\"revision\":161,\"boot_0\":138608802,"
    /* clang-format off */
    static const struct { struct vram_map memory; const char *says, *members; } rows[] = {
        { { .size = UINT64_C(512) << 20, .parts = 1, .part_mask = 4, .ram_type = 3 }, "512 MiB, 1 partition",
          "536870912,\"partitions\":1,\"partition_mask\":4,\"ram_type\":3" },
        { { .size = 1 << 20, .parts = 2, .part_mask = 3 }, "1 MiB, 2 partitions",
          "1048576,\"partitions\":2,\"partition_mask\":3,\"ram_type\":0" },
        { { .size = UINT64_C(16) << 30 }, "16384 MiB", "17179869184" },
        { { .size = UINT64_C(11) << 30, .parts = 11, .parts_most = 12, .part_mask = 2047,
            .kind = "GDDR6", .bus_bits = 352 },
          "11264 MiB GDDR6, 352 bits, 11 of 12 FBPAs",
          "11811160064,\"partitions\":11,\"partition_mask\":2047,\"ram_type\":0,\"memory_kind\":"
          "\"GDDR6\",\"bus_bits\":352" },
        { { .size = UINT64_C(12) << 30, .parts = 12, .parts_most = 12, .part_mask = 4095 }, "12288 MiB, 12 FBPAs",
          "12884901888,\"partitions\":12,\"partition_mask\":4095,\"ram_type\":0" },
        { { .size = UINT64_C(4) << 30, .parts_most = 12 }, "4096 MiB", "4294967296" },
    };
    /* clang-format on */
    static const struct chip chip = { .name = "g84", .title = "G84" };
    static const struct pci_card pci = { .at = { .bus = 1, .device = 2, .function = 3 },
                                         .vendor = 0x10de,
                                         .device = 0x0400,
                                         .subsystem = 0x12345678,
                                         .revision = 0xa1 };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const bool first_one = i == 0; /* of the others neither chip nor VBIOS is known */
        char words[128], said[800];

        open_card();
        report_card(&report, &(struct report_card){ .pci = &pci,
                                                    .chip = first_one ? &chip : NULL,
                                                    .boot_0 = 0x084300a2,
                                                    .vbios = first_one ? "60.84" : "",
                                                    .serial = first_one ? "12ab" : "",
                                                    .memory = &rows[i].memory,
                                                    .state = "ready" });
        assert_string_equal(rows[i].says, report.stage.scene.cards[0].memory);
        assert_string_equal(first_one ? "G84" : "", report.stage.scene.cards[0].title);
        snprintf(words, sizeof(words), "0000:01:02.3 10de:0400 %s%s: ready",
                 first_one ? "G84 " : "", rows[i].says);
        snprintf(said, sizeof(said), "# card %s\n", words);
        assert_string_equal(said, tap.text);
        snprintf(said, sizeof(said),
                 "{\"type\":\"card\"," CARD ",\"words\":\"%s\"," IDS
                 "%s\"vram\":%s,\"state\":\"ready\"}\n",
                 words,
                 first_one ? "\"vbios\":\"60.84\",\"serial\":\"12ab\",\"chipset\":\"g84\"," : "",
                 rows[i].members);
        assert_string_equal(said, records.text);
        snprintf(said, sizeof(said), "\r\nCard %s\r\n%s", words,
                 first_one ? "  VBIOS 60.84, subsystem 5678:1234\r\n  serial number 12ab\r\n" : "");
        assert_string_equal(said, plain.text);
    }
}

/* docs/memory-test.md: a long test says its plan, and on a machine with a clock the time of day at which it ends. It is
 * 07:03:54 here, two seconds after the run began. */
TEST(a_long_test_says_when_it_ends)
{
    /* clang-format off */
    static const struct { unsigned left_s; bool shortens; const char *plan, *says; } rows[] = {
        { 5, false, "8 GiB: 1 min", "8 GiB: 1 min, until 07:03; reading" },
        { 6, true, "8 GiB: 1 min", "8 GiB: 1 min, until 07:04; M shortens; reading" },
        { 17 * 3600 - 234, false, "a", "a, until 00:00; reading" },
        { 31 * 3600, false, "a", "a, until 14:03; reading" }, { 6, true, "", "reading" },
    };
    /* clang-format on */

    for (unsigned i = 0; i < 3 * ARRAY_SIZE(rows); i++) {
        const unsigned row = i / 3;
        struct test t = { .name = "vram.quick",
                          .config = &config,
                          .left_s = rows[row].left_s,
                          .shortens = rows[row].shortens };
        char says[80];

        snprintf(t.plan, sizeof(t.plan), "%s", rows[row].plan);
        snprintf(says, sizeof(says), "%s", rows[row].says);
        open_report(i % 3 == 1 ? &no_clock : &sinks, "", false);
        report_found(&report, &first);
        report_begin_card(&report, &first);
        report.began.known = i % 3 != 2;
        char *const until = strstr(says, ", until");
        if (i % 3 && until)
            memmove(until, until + 13, strlen(until + 13) + 1);
        report_progress(&report, &t, 40, "reading");
        assert_string_equal(says, report.stage.scene.what);
        assert_pairs(40, report.stage.scene.percent, rows[row].shortens,
                     report.stage.scene.shortens);
    }
}

static struct test result_of(const char *name, enum test_result result, const char *sentence)
{
    struct test t = {
        .name = name, .config = &config, .result = result, .steps = 7, .compared = UINT64_C(1) << 32
    };

    snprintf(t.sentence, sizeof(t.sentence), "%s", sentence);
    return t;
}

static void end(const struct test *t, bool open, bool differs)
{
    report_end(&report, t,
               &(struct report_test){ .source = "board.md §1",
                                      .basis = "documented",
                                      .open = open,
                                      .ms = 12,
                                      .differs = differs });
}

static void end_all(void)
{
    struct test good = result_of("vm.good", TEST_PASS, "");
    struct test bad = result_of("vm.bad", TEST_FAIL, "G84 is broken");
    const struct test lacks = result_of("vm.lacks", TEST_LACKS, "not on this chip");
    const struct test left = result_of("vm.left", TEST_SKIP, "left out");
    const struct test rig = result_of("vm.rig", TEST_ERROR, "no memory");
    struct test board = result_of("board.fan", TEST_PASS, "");

    end(&good, false, false);
    strcpy(good.note, "5");
    end(&good, true, false);
    strcpy(bad.expected, "a \"b\"");
    strcpy(bad.actual, "c\\d");
    bad.failures = 1;
    end(&bad, false, false);
    bad.failures = 2;
    bad.untested = 4096;
    end(&bad, false, true);
    end(&lacks, true, false);
    end(&left, false, false);
    end(&rig, false, false);
    strcpy(board.note, "1200 rpm");
    end(&board, false, false);
}

TEST(each_result_has_its_words)
{
    open_card();
    end_all();
    assert_string_equal("ok 1 - vm.good\n"
                        "ok 2 - vm.good: 5 (documented)\n"
                        "not ok 3 - vm.bad: G84 is broken\n"
                        "  ---\n"
                        "  source: \"board.md §1\"\n"
                        "  basis: \"documented\"\n"
                        "  expected: \"a \\\"b\\\"\"\n"
                        "  actual: \"c\\\\d\"\n"
                        "  ...\n"
                        "not ok 4 - vm.bad: G84 is broken # TODO documented\n"
                        "  ---\n"
                        "  source: \"board.md §1\"\n"
                        "  basis: \"documented\"\n"
                        "  expected: \"a \\\"b\\\"\"\n"
                        "  actual: \"c\\\\d\"\n"
                        "  failures: 2\n"
                        "  ...\n"
                        "ok 5 - vm.lacks # SKIP not on this chip\n"
                        "ok 6 - vm.left # SKIP left out\n"
                        "not ok 7 - vm.rig: no memory\n"
                        "  ---\n"
                        "  source: \"board.md §1\"\n"
                        "  basis: \"documented\"\n"
                        "  severity: \"error\"\n"
                        "  ...\n"
                        "ok 8 - board.fan: 1200 rpm\n",
                        tap.text);
    report_verdict(&report,
                   judged(VERDICT_FAIL, CAUSE_TEST,
                          "vm.bad: G84 is broken")); /* records of ends go out with the next one */
#define END(name, result)                                                                          \
    "{\"type\":\"end\",\"test\":\"" name "\"," CARD ",\"result\":\"" result                        \
    "\",\"ms\":12,\"steps\":7,\"compared\":4294967296,\"basis\":\"documented\",\"source\":"        \
    "\"board.md §1\""
#define BAD ",\"reason\":\"G84 is broken\",\"expected\":\"a \\\"b\\\"\",\"actual\":\"c\\\\d\""
    /* clang-format off */
    assert_string_equal(
        END("vm.good", "pass") "}\n"
        END("vm.good", "pass") ",\"note\":\"5\"}\n"
        END("vm.bad", "fail") BAD "}\n"
        END("vm.bad", "fail") BAD ",\"failures\":2,\"untested\":4096}\n"
        END("vm.lacks", "skip") ",\"reason\":\"not on this chip\"}\n"
        END("vm.left", "skip") ",\"reason\":\"left out\"}\n"
        END("vm.rig", "error") ",\"reason\":\"no memory\"}\n"
        END("board.fan", "pass") ",\"note\":\"1200 rpm\"}\n"
        "{\"type\":\"verdict\",\"verdict\":\"FAIL\",\"reason\":\"vm.bad: G84 is broken\","
        "\"headline\":\"A test failed\",\"cause\":\"test\",\"passed\":3,\"failed\":1,\"skipped\":2,"
        "\"errors\":1,\"differs\":1,\"risky_left_out\":0}\n",
        records.text);
    /* clang-format on */
    assert_string_equal("  FAIL    vm.bad: G84 is broken\r\n"
                        "  differs vm.bad: G84 is broken\r\n"
                        "  ERROR   vm.rig: no memory\r\n"
                        "  board.fan: 1200 rpm\r\n"
                        "\r\nVerdict: FAIL: vm.bad: G84 is broken\r\n",
                        plain.text);
}

/* The record of a test that has ended waits for the next one, but not while a person has the run wait. */
TEST(a_pause_writes_what_waits)
{
    const struct test good = result_of("vm.good", TEST_PASS, "");

    open_card();
    end(&good, false, false);
    assert_int_equal(0, records.used);
    report_pause(&report, true);
    assert_non_null(strstr(records.text, "{\"type\":\"end\",\"test\":\"vm.good\""));
    assert_true(report.stage.scene.paused);
    report_pause(&report, false);
    assert_false(report.stage.scene.paused);
}

/* Two ranks of two chips in each of two partitions, which are the second and the fourth of the hardware. */
TEST(chips_and_strips_are_listed)
{
    struct test t = result_of("vram.quick", TEST_FAIL, "G84 " SAYS_BAD_MEMORY);
    char strip[65];

    open_card();
    t.chips = (struct chip_table){
        .part_mask = 0xa, .parts = 2, .ranks = 2, .lanes = 64, .width = 32, .assumed = true
    };
    t.chips.wrong[0][0][1] = 9;
    t.chips.wrong[1][1][0] = 12345678901;
    t.chips.bad[1][0][1] = true;
    t.strip = (struct vram_strip){ .part_mask = 0xa, .parts = 2, .left_out = { 0x28, 1 } };
    t.strip.wrong[0][0] = 1;
    t.strip.wrong[0][1] = 9;
    t.strip.wrong[0][2] = 10;
    t.strip.wrong[0][3] = 99; /* left out in part, but wrong */
    t.strip.wrong[1][62] = 12345678;
    t.strip.wrong[1][63] = 123456789012;
    end(&t, false, false);
    report_note(&report, "end");
    memset(strip, '.', 64);
    strip[64] = '\0';
    memcpy(strip, "1122.-", 6);
    assert_non_null(strstr(records.text, "{\"type\":\"strip\"," CARD
                                         ",\"test\":\"vram.quick\",\"B\":\"1122.-...."));
    assert_non_null(strstr(records.text, strip));
    memset(strip, '.', 64);
    memcpy(strip, "-", 1);
    memcpy(strip + 62, "89", 2);
    assert_non_null(strstr(records.text, strip));
    assert_non_null(strstr(
        records.text, ",\"chip_width\":32,\"chip_words\":\"B1r0=9 D1r0=0 D0r1=12345678901\"}\n"));
    assert_non_null(strstr(
        tap.text, "# chips B0r0=0 B1r0=9\n"
                  "# chips B0r1=0 B1r1=0\n"
                  "# chips D0r0=0 D1r0=0!\n"
                  "# chips D0r1=12345678901 D1r1=0\n"
                  "# chips of 32 data lines (assumed by RAM type); wrong words of each, ! where a "
                  "fault was found\n"
                  "not ok 1 - vram.quick: G84 " SAYS_BAD_MEMORY "\n"));
    t.chips.assumed = false;
    end(&t, false, false);
    assert_non_null(strstr(tap.text, "# chips of 32 data lines; wrong words"));
}

TEST(samples_are_records)
{
    open_card();
    report_sample(&report, "vram.quick", &(struct test_sample){ .percent = 30, .mb_per_s = 40 });
    assert_int_equal(0, tap.used);
    report_sample(
        &report, "vram.quick",
        &(struct test_sample){
            .percent = 31, .mb_per_s = 41, .sensor = true, .celsius = 50, .words = "31 %" });
    assert_string_equal("# 31 %\n", tap.text);
    assert_string_equal("{\"type\":\"sample\"," CARD
                        ",\"test\":\"vram.quick\",\"percent\":30,\"mb_per_s\":40}\n"
                        "{\"type\":\"sample\"," CARD
                        ",\"test\":\"vram.quick\",\"percent\":31,\"mb_per_s\":41,\"celsius\":50,"
                        "\"text\":\"31 %\"}\n",
                        records.text);
}

/* Counts of a card begin anew with the next one, those of the run do not. */
TEST(verdicts_count)
{
    static const struct card_key second = { "0000:02:00.0", "10de:0402" };
    const struct test good = result_of("vm.good", TEST_PASS, "");
    const struct test lacks = result_of("vm.lacks", TEST_LACKS, "not on this chip");

    open_card();
    report_plan(&report, 8, 1);
    end_all();
    report_card_verdict(&report, judged(VERDICT_FAIL, CAUSE_TEST, "vm.bad: G84 is broken"));
    report_begin_card(&report, &second);
    report_plan(&report, 2, 2);
    end(&good, false, false);
    end(&lacks, false, true);
    forget();
    report_card_verdict(&report, judged(VERDICT_PASS, CAUSE_NONE, ""));
    report_verdict(&report, judged(VERDICT_INCOMPLETE, CAUSE_NOT_ALL, "(1 of 2 cards)"));
    assert_string_equal("# card 0000:02:00.0 verdict: PASS\n"
                        "1..10\n"
                        "# 2 claims differ from the documents, not judged\n"
                        "# 3 tests that may hang a card left out: risky=1 selects them\n"
                        "# verdict: " SAYS_INCOMPLETE " (1 of 2 cards)\n",
                        tap.text);
    const char *const verdicts = strstr(records.text, "{\"type\":\"verdict\"");
    assert_non_null(verdicts);
    assert_strings(
        "{\"type\":\"verdict\",\"card\":\"0000:02:00.0\",\"id\":\"10de:0402\",\"verdict\":\"PASS\","
        "\"reason\":\"\",\"headline\":\"Everything tested is "
        "good\",\"passed\":1,\"failed\":0,\"skipped\":0,\"errors\":0,\"differs\":1,"
        "\"risky_left_out\":2}\n"
        "{\"type\":\"verdict\",\"verdict\":\"" SAYS_INCOMPLETE "\",\"reason\":\"(1 of 2 "
        "cards)\",\"headline\":\"Not everything was tested\",\"cause\":\"not-all\",\"passed\":4,"
        "\"failed\":1,\"skipped\":2,\"errors\":1,\"differs\":2,\"risky_left_out\":3}\n",
        verdicts,
        "  1 passed, 0 failed, 0 errors, 0 skipped, 1 differ\r\n"
        "Card 0000:02:00.0: PASS\r\n"
        "  Everything tested is good\r\n"
        "  1. The card is done. Power off and take it out.\r\n"
        "  2. Returned for errors when warm? The menu at the start has Thorough and Burn in.\r\n"
        "\r\nVerdict: " SAYS_INCOMPLETE " (1 of 2 cards)\r\n",
        plain.text);
}

/* docs/report.md: what a PASS holds for stands behind its reason, in sentences and in members of its own; of another
 * verdict the figures alone. What is not known is not said. */
TEST(a_verdict_says_what_it_holds_for)
{
#define READ "0 errors in 64 KiB read"
    static const struct {
        enum verdict verdict;
        const char *reason, *words, *headline, *members, *lines[3];
        struct conditions c;
    } rows[] = {
        /* clang-format off */
        { VERDICT_PASS, "", "PASS: 0 errors in 6.0 GiB read, memory at 400 of 900 MHz, link x1 of x16",
          "Everything tested is good",
          "\"test\":\"vm.a\",\"tested\":\"0 errors in 6.0 GiB read, memory at 400 of 900 MHz, link x1 of x16\","
          "\"not_tested\":\"textures, memory at 900 MHz\",\"bound_log10\":8,\"bytes_read\":6442450944,"
          "\"memory_khz\":400000,\"memory_top_khz\":900000,"
          "\"link_width\":1,\"link_card_width\":16,\"link_port_width\":8,\"link_speed\":2,"
          "\"coolest\":45,\"hottest\":63,",
          { "one bad read in 10^8 would have been seen", "not tested: textures, memory at 900 MHz",
            "link at x1 of x16: card, slot or riser" },
          { .read = UINT64_C(6) << 30, .memory_khz = 400000, .memory_top_khz = 900000, .link = { 1, 16, 8, 2 },
            .sensor = true, .coolest = 45, .hottest = 63, .unseen = 1 << PART_TEXTURES } },
        { VERDICT_PASS, "x", "PASS: x; " READ, "Everything tested is good",
          "\"tested\":\"" READ "\",\"not_tested\":\"\",\"bound_log10\":3,\"bytes_read\":65536,",
          { "one bad read in 10^3 would have been seen" }, { .read = 64 << 10 } },
        { VERDICT_PASS, "(only vm)", "PASS (only vm): " READ, "Everything tested is good",
          "\"tested\":\"" READ "\",\"not_tested\":\"\",\"bound_log10\":3,\"bytes_read\":65536,",
          { "one bad read in 10^3 would have been seen" }, { .read = 64 << 10, .coolest = 45, .hottest = 63 } },
        { VERDICT_PASS, "", "PASS", "Everything tested is good", "", { NULL }, { .memory_khz = 400000 } },
        { VERDICT_FAIL, "x", "FAIL: x", "Chip B1 is bad: 2 faults",
          "\"cause\":\"data-line\",\"faults\":2,\"chips\":[\"B1\"],\"lanes\":[\"FBA D5\",\"FBB D37\"],"
          "\"chip_width\":32,\"bytes_read\":65536,\"link_width\":4,\"link_card_width\":16,"
          "\"link_port_width\":4,\"link_speed\":2,",
          { NULL }, { .read = 64 << 10, .link = { 4, 16, 4, 2 } } },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct judgement judgement = *judged(rows[i].verdict, CAUSE_NONE, rows[i].reason);
        char said[1000], lines[400] = "", plain_lines[400] = "";

        judgement.conditions = rows[i].c;
        judgement.test = i ? NULL : "vm.a";
        if (rows[i].verdict == VERDICT_FAIL) {
            judgement.finding = stuck_line_of_b1();
            judgement.finding.faults = 2;
            judgement.finding.lanes[0] = BIT64(5);
        }
        for (unsigned k = 0; k < 3 && rows[i].lines[k]; k++) {
            snprintf(lines + strlen(lines), 100, "# %s\n", rows[i].lines[k]);
            snprintf(plain_lines + strlen(plain_lines), 100, "  %s\r\n", rows[i].lines[k]);
        }
        open_card();
        report_card_verdict(&report, &judgement);
        snprintf(said, sizeof(said), "%s# card 0000:01:00.0 verdict: %s\n", lines, rows[i].words);
        assert_string_equal(said, tap.text);
        snprintf(said, sizeof(said),
                 "{\"type\":\"verdict\"," CARD
                 ",\"verdict\":\"%.4s\",\"reason\":\"%s\",\"headline\":\"%s\",%s\"passed\":0,"
                 "\"failed\":0,\"skipped\":0,\"errors\":0,\"differs\":0,\"risky_left_out\":0}\n",
                 rows[i].words, rows[i].reason, rows[i].headline, rows[i].members);
        assert_string_equal(said, records.text);
        snprintf(said, sizeof(said),
                 "  0 passed, 0 failed, 0 errors, 0 skipped, 0 differ\r\nCard 0000:01:00.0: %s\r\n "
                 " %s\r\n%s  1. ",
                 rows[i].words, rows[i].headline, plain_lines);
        assert_memory_equal(said, plain.text, strlen(said));
    }
}

/* TAP 13: tests are numbered from 1 through all cards, each of which counts its own. */
TEST(tests_of_all_cards_are_numbered_anew)
{
    static const char lines[] = "ok 90 - a\n  ---\n# ok 3\nnot ok 1 - b 2\nnot\nok 09/:\nok";

    open_card();
    for (unsigned cut = 1; cut < 3; cut++)
        report_pass_tap(&report, lines, sizeof(lines) - cut);
    assert_string_equal("ok 1 - a\n  ---\n# ok 3\nnot ok 2 - b 2\nnot\nok 3/:\nok"
                        "ok 4 - a\n  ---\n# ok 3\nnot ok 5 - b 2\nnot\nok 6/:\no",
                        tap.text);
}

TEST(a_run_without_tests_says_why)
{
    open_card();
    report_verdict(&report, judged(VERDICT_NOT_TESTED, CAUSE_NOT_STARTED, "no card"));
    assert_string_equal("1..0 # SKIP no card\n# verdict: NOT TESTED: no card\n", tap.text);
    open_card();
    report_plan(&report, 1, 1);
    const struct test bad = result_of("vm.bad", TEST_FAIL, "G84 is broken");
    end(&bad, false, true);
    forget();
    report_verdict(&report, judged(VERDICT_PASS, CAUSE_NONE, ""));
    assert_string_equal("1..1\n# 1 claim differs from the documents, not judged\n"
                        "# 1 test that may hang a card left out: risky=1 selects it\n"
                        "# verdict: PASS\n",
                        tap.text);
}

/* 168 tests of a cold card are left out for one reason, which report.txt says once, and report.jsonl for each of them,
 * however many records wait for the next one. */
TEST(skips_of_one_reason_are_one_line)
{
    struct test t = { .name = "vm.a", .result = TEST_SKIP, .sentence = "the card is cold" };
    const struct report_test about = { .source = "", .basis = "" };
    static const struct run_sinks no_tap = { .text = put_text, .record = put_record };
    unsigned count = 0;

    open_report(&no_tap, "", true);
    for (unsigned i = 0; i < 168; i++)
        report_end(&report, &t, &about);
    t.name = "vm.b";
    memcpy(t.sentence, "later", 6);
    report_end(&report, &t, &about);
    assert_null(strstr(plain.text, "SKIP"));
    report_card_verdict(&report, judged(VERDICT_NOT_TESTED, CAUSE_NOT_STARTED, "cold"));
    assert_non_null(strstr(plain.text, "  SKIP    168 tests: the card is cold\r\n"
                                       "  SKIP    vm.b: later\r\n"));
    for (const char *at = records.text;
         (at = strstr(at, "{\"type\":\"end\",\"test\":\"vm.")) != NULL; at++)
        count++;
    assert_int_equal(169, count);
}

/* docs/screen.md: it is drawn at once where something has ended or a person waits, and otherwise when there is time. */
static char drawn[16]; /* N: now; l: later will do */

static void show(void *opaque, const struct scene *scene, bool now)
{
    const size_t count = strlen(drawn);

    assert_true(count + 1 < sizeof(drawn));
    drawn[count] = now ? 'N' : 'l';
    drawn[count + 1] = '\0';
}

static void expect_drawn(const char *wanted)
{
    assert_string_equal(wanted, drawn);
    drawn[0] = '\0';
}

TEST(pictures_come_when_they_are_due)
{
    static const struct run_sinks to_see = { .show = show };
    static const struct pci_card pci = { .vendor = 0x10de };
    const struct test test = { .name = "id.boot0" };

    open_report(&to_see, "", false);
    expect_drawn("N");
    report_found(&report, &first);
    report_begin_card(&report, &first);
    report_plan(&report, 1, 0);
    expect_drawn("");
    report_card(&report,
                &(struct report_card){ .pci = &pci, .vbios = "", .serial = "", .state = "ready" });
    expect_drawn("N");
    assert_pairs(1, report.stage.scene.card_count, 1, report.stage.scene.test_count);
    report_start(&report, "id.boot0", 1, 50);
    expect_drawn("l");
    assert_string_equal("id.boot0", report.stage.scene.test);
    report_progress(&report, &test, 50, "half");
    expect_drawn("l");
    report_pause(&report, true);
    expect_drawn("N");
    report_pause(&report, true);
    expect_drawn("l");
    report_pause(&report, false);
    expect_drawn("N");
    report_show(&report);
    expect_drawn("N");
    report_next(
        &report,
        "id.timer"); /* step=1: the test that comes next stands in place of the one that runs */
    assert_string_equal("next: id.timer", report.stage.scene.test);
    assert_int_equal(NOT_KNOWN, report.stage.scene.percent);
    report_verdict(&report, judged(VERDICT_PASS, CAUSE_NONE, ""));
    expect_drawn("N");
}
