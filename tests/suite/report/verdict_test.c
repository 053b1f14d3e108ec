/* Which results make which verdict (docs/report.md). */
#include "hw/nv50/ptherm.h"
#include "suite/run/confirmed.h"
#include "suite/run/tally.h"
#include "tests/suite/run_rig.h"

/* A claim that nobody has proven does not fail silicon; it is listed, and the verdict counts it. */
TEST(unproven_claim_does_not_fail_silicon)
{
    struct rig *rig = rig_new();

    rig->config.model = false;
    rig->card.knobs = "bar_fault_value=0xbad0ac12";
    assert_int_equal(VERDICT_PASS, rig_run(rig));
    expect_said(rig->tap, "vm.fault.value: G84 has 0xbad0ac12", "# TODO unverified E12",
                "# 1 claim differs from the documents, not judged",
                "verdict: PASS (1 claim differs from the documents, not judged)");
    expect_said(rig->records, "\"differs\":1");
    rig_free(rig);

    rig = rig_new();
    rig->card.knobs = "bar_fault_value=0xbad0ac12";
    assert_int_equal(VERDICT_FAIL, rig_run(rig));
}

/* It fails the card where a good one of the chipset has shown it; of another chipset or test it does not. */
TEST(confirmed_claim_fails_silicon)
{
    /* clang-format off */
    static const struct confirmed shown[] = { { "g92", "vm.pte.64k" }, { "g84", "vm.fault.value" }, { NULL, NULL } };
    static const struct confirmed others[] = { { "g92", "vm.fault.value" }, { "g84", "vm.fault" }, { NULL, NULL } };
    /* clang-format on */

    for (unsigned i = 0; i < 2; i++) {
        struct rig *rig = rig_new();

        rig->config.model = false;
        rig->card.knobs = "bar_fault_value=0xbad0ac12";
        rig->setup.confirmed = i ? others : shown;
        assert_int_equal(i ? VERDICT_PASS : VERDICT_FAIL,
                         rig_run_suite(rig, "id,window,link,vm.fault"));
        expect_said(rig->tap, i ? "1 claim differs" : "# verdict: FAIL: vm.fault.value: ");
        rig_free(rig);
    }
}

/* A claim that counts, built on one that differs from the documents: the mistake may be the same, so the card is
 * neither accused nor cleared. */
TEST(claim_on_unproven_ground_is_not_judged)
{
    static const struct confirmed shown[] = { { "g84", "vm.graph.fault.object" }, { NULL, NULL } };

    for (unsigned i = 0; i < 2; i++) {
        struct rig *rig = rig_new();

        rig->config.model = i;
        rig->setup.confirmed = shown;
        rig->card.defects = "vm-limit-short";
        assert_int_equal(i ? VERDICT_FAIL : VERDICT_INCOMPLETE,
                         rig_run_suite(rig, "id,vm.graph.copy,vm.graph.fault.object"));
        expect_said(rig->tap, i ? "- vm.graph.fault.object # SKIP needs vm.graph.copy"
                                : "- vm.graph.fault.object: not judged, for vm.graph.copy differs "
                                  "from the documents: G84 ");
        rig_free(rig);
    }
}

/* One result that counts, as the runner hands it over. */
static void add_result(struct tally *tally, const char *name, enum claim claim,
                       enum test_result result, const char *why, bool cause)
{
    const struct test_case row = { .name = name, .basis = PROVEN, .claim = claim };
    struct test t = { .name = name,
                      .result = result,
                      .finding = { .cause = cause ? CAUSE_DATA_LINE : CAUSE_TEST } };

    snprintf(t.sentence, sizeof(t.sentence), "%s", why);
    tally_test(tally, &row, &t, true);
}

static void add(struct tally *tally, const char *name, enum test_result result, const char *why)
{
    const enum claim claim = strncmp(name, "vm.", 3) == 0       ? CLAIM_VM
                             : strncmp(name, "vram.", 5) == 0   ? CLAIM_VRAM
                             : strncmp(name, "window.", 7) == 0 ? CLAIM_WINDOW
                                                                : CLAIM_LINK;

    add_result(tally, name, claim, result, why, false);
}

/* A card on which one test of each kind passed that a whole suite must have. */
static struct tally good_card(void)
{
    struct tally tally = { 0 };

    tally_tested(&tally);
    add(&tally, "link.pcie", TEST_PASS, "");
    add(&tally, "window.pmem", TEST_PASS, "");
    add(&tally, "vm.pte.absent", TEST_PASS, "");
    add(&tally, "vram.size", TEST_PASS, "");
    return tally;
}

/* Gives its cause. */
static enum cause expect_verdict(const struct tally *tally, const char *suite, enum verdict verdict,
                                 const char *why)
{
    struct judgement judgement;

    tally_verdict(tally, suite, &judgement);
    assert_int_equal(verdict, judgement.verdict);
    assert_string_equal(why, judgement.reason);
    return (enum cause)judgement.finding.cause;
}

/* The verdict of a run of several cards; each has an address of its own. */
static void add_card(struct tallies *all, const char *at, const struct tally *tally)
{
    struct judgement judgement;

    tally_verdict(tally, "default", &judgement);
    tallies_add(all, at, tally, &judgement);
}

static void expect_run(const struct tallies *all, enum verdict verdict, const char *why)
{
    struct judgement judgement;

    tallies_verdict(all, &judgement);
    assert_int_equal(verdict, judgement.verdict);
    assert_string_equal(why, judgement.reason);
}

/* Link, windows, memory and translation; a limited selection names its limits instead. */
TEST(each_kind_must_have_run)
{
    /* clang-format off */
    static const struct { enum claim claim; const char *why; } kinds[] = {
        { CLAIM_LINK, "no test of the link passed" }, { CLAIM_WINDOW, "no test of the windows passed" },
        { CLAIM_VRAM, "no test of the memory passed" }, { CLAIM_VM, "no test of the translation passed" } };
    /* clang-format on */
    const struct tally good = good_card();

    expect_verdict(&good, "default", VERDICT_PASS, "");
    for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        struct tally tally = good;

        tally.passed_of[kinds[i].claim] = false;
        expect_verdict(&tally, "default", VERDICT_NOT_TESTED, kinds[i].why);
        expect_verdict(&tally, "all", VERDICT_NOT_TESTED, kinds[i].why);
        expect_verdict(&tally, "vm", VERDICT_PASS, "(only vm)");
    }
}

TEST(what_the_card_lacks_is_no_gap)
{
    struct tally tally = good_card();

    add(&tally, "vm.pte.16k", TEST_LACKS, "this chipset does not have it");
    expect_verdict(&tally, "default", VERDICT_PASS, "");

    tally = (struct tally){ 0 };
    tally_tested(&tally);
    add(&tally, "vm.pte.16k", TEST_LACKS, "this chipset does not have it");
    expect_verdict(&tally, "vm.pte.16k", VERDICT_NOT_TESTED,
                   "no test ran: of suite= the card has nothing, or only what risky=1 selects");
}

/* The first one is named; a limited selection is no excuse; errors and failures come before it. */
TEST(any_other_skip_is_a_gap)
{
    struct tally tally = good_card();

    add(&tally, "vram.quick", TEST_SKIP, "not now");
    add(&tally, "link.width", TEST_SKIP, "no bridge");
    expect_verdict(&tally, "default", VERDICT_INCOMPLETE, "vram.quick: not now");
    expect_verdict(&tally, "vram", VERDICT_INCOMPLETE, "vram.quick: not now");
    add(&tally, "vm.tlb.flush", TEST_ERROR, "no memory");
    expect_verdict(&tally, "default", VERDICT_INCOMPLETE, "vm.tlb.flush: no memory");
    add(&tally, "vm.pte.read_only", TEST_FAIL, "wrote");
    expect_verdict(&tally, "default", VERDICT_FAIL, "vm.pte.read_only: wrote");
}

TEST(bytes_left_out_are_a_gap)
{
    struct tally tally = good_card();

    tally.untested_bytes = 4096;
    expect_verdict(&tally, "default", VERDICT_INCOMPLETE, "4096 bytes of VRAM not tested");
}

/* A card that heat= asks to be warmed and that was not passes, but not without a word about it, of one test or of several. */
TEST(a_card_that_was_not_warmed_says_so)
{
    const struct test_case row = { .name = "vram.quick", .basis = PROVEN, .claim = CLAIM_VRAM };
    struct test t = { .name = "vram.quick", .not_heated = "this card does not copy" };
    struct tally tally = good_card();

    tally_test(&tally, &row, &t, true);
    t.not_heated = NULL;
    tally_test(&tally, &row, &t, true);
    assert_pairs(CAUSE_NOT_WARMED,
                 expect_verdict(&tally, "default", VERDICT_PASS,
                                "(not warmed as heat= asks: this card does not copy)"),
                 CAUSE_PART_OF_SUITE,
                 expect_verdict(&tally, "vram", VERDICT_PASS,
                                "(only vram; not warmed as heat= asks: this card does not copy)"));
}

/* What the tests have read, corrected and felt adds up; the first one that M has shortened is named. */
TEST(what_tests_have_seen_adds_up)
{
    const struct test_case row = { .name = "vram.quick", .basis = PROVEN, .claim = CLAIM_VRAM };
    /* clang-format off */
    const struct test tests[] = {
        { .name = "vram.a", .read = 100, .sensor = true, .coolest = 50, .hottest = 60, .ecc_corrected = 3 },
        { .name = "vram.b", .read = 20, .coolest = 10, .hottest = 99, .shortened = true }, /* without a sensor */
        { .name = "vram.c", .read = 3, .sensor = true, .coolest = 45, .hottest = 70, .ecc = true, .shortened = true },
        { .name = "vram.d", .sensor = true, .coolest = 47, .hottest = 65, .ecc_corrected = 2 },
    };
    /* clang-format on */
    struct tally tally = good_card();
    const struct conditions *const c = &tally.conditions;

    for (unsigned i = 0; i < sizeof(tests) / sizeof(tests[0]); i++)
        tally_test(&tally, &row, &tests[i], true);
    assert_pairs(123, c->read, true, c->ecc, 5, c->corrected, 45, c->coolest, 70, c->hottest);
    assert_int_equal(CAUSE_PART_OF_SUITE,
                     expect_verdict(&tally, "default", VERDICT_PASS, "(vram.b was shortened (M))"));
    tally.differs = 1;
    expect_verdict(&tally, "vram", VERDICT_PASS,
                   "(only vram; vram.b was shortened (M); 1 claim differs from the documents, "
                   "not judged)");
}

/* Of the bytes left out, those that VGA shows are named and no gap; any other still is. */
TEST(a_picture_of_vga_is_no_gap)
{
    const struct test_case row = { .name = "vram.quick", .basis = PROVEN, .claim = CLAIM_VRAM };
    struct test t = { .name = "vram.quick",
                      .untested = 0x40000,
                      .excused = 0x40000,
                      .vga = { VRAM_VGA, "VGA", 0x10000, 0x50000 } };
    struct tally tally = good_card();

    tally_test(&tally, &row, &t, true);
    expect_verdict(&tally, "default", VERDICT_PASS,
                   "(VRAM 0x10000 to 0x50000 is shown by VGA, not tested)");
    tally.differs = 2;
    expect_verdict(
        &tally, "vram", VERDICT_PASS,
        "(only vram; VRAM 0x10000 to 0x50000 is shown by VGA, not tested; 2 claims differ "
        "from the documents, not judged)");
    t.untested += 0x10000;
    tally_test(&tally, &row, &t, true);
    expect_verdict(&tally, "default", VERDICT_INCOMPLETE, "65536 bytes of VRAM not tested");
    t = (struct test){ .name = "vram.fade", .untested = 0x1000 }; /* which has no picture in it */
    tally_test(&tally, &row, &t, true);
    assert_string_equal("VGA", tally.vga.name);
    tally = good_card();
    t.excused = 0x2000; /* more than was left out excuses nothing */
    tally_test(&tally, &row, &t, true);
    expect_verdict(&tally, "default", VERDICT_INCOMPLETE, "4096 bytes of VRAM not tested");
}

/* The console's card is left alone by intent; a card that could not be tested is a gap. */
TEST(a_second_card_counts)
{
    const struct tally good = good_card();
    struct tally console = { 0 }, cold = { 0 };
    struct tallies all = { 0 };

    expect_run(&all, VERDICT_NOT_TESTED, "no card");
    tally_console(&console);
    tally_obstacle(&cold, CAUSE_NOT_STARTED, "the card is not initialised by its VBIOS");
    add_card(&all, "0000:01:00.0", &console);
    expect_run(&all, VERDICT_NOT_TESTED, "the card drives the console");
    add_card(&all, "0000:02:00.0", &good);
    expect_run(&all, VERDICT_PASS, "1 of 2 cards; not tested: the card drives the console");
    add_card(&all, "0000:03:00.0", &cold);
    expect_run(&all, VERDICT_INCOMPLETE,
               "1 of 3 cards; not tested: the card is not initialised by its VBIOS");
}

/* A failure explains those of its own card; the run is as bad as the worst card, which its reason names. */
TEST(each_card_has_its_own_cause)
{
    struct tally broken = good_card(), bad_memory = good_card(), gap = good_card();
    const struct tally good = good_card();
    struct tallies all = { 0 };

    add(&broken, "vm.pte.read_only", TEST_FAIL, "wrote");
    add(&broken, "vm.tlb.flush", TEST_FAIL, "old page");
    add(&gap, "vram.quick", TEST_SKIP, "not now");
    add(&bad_memory, "vm.fault.none", TEST_FAIL, "fault");
    add_result(&bad_memory, "vram.quick", CLAIM_VRAM, TEST_FAIL, "chip B1", true);
    expect_verdict(&bad_memory, "default", VERDICT_FAIL,
                   "vram.quick: chip B1 (it may explain the other failure)");
    struct tally worse = bad_memory;
    add(&worse, "vm.pte.absent", TEST_FAIL, "no fault");
    expect_verdict(&worse, "default", VERDICT_FAIL,
                   "vram.quick: chip B1 (it may explain the other 2 failures)");

    add_card(&all, "0000:01:00.0", &good);
    expect_run(&all, VERDICT_PASS, "");
    add_card(&all, "0000:02:00.0", &gap);
    expect_run(&all, VERDICT_INCOMPLETE, "0000:02:00.0: vram.quick: not now");
    add_card(&all, "0000:03:00.0", &bad_memory);
    add_card(&all, "0000:04:00.0", &broken);
    expect_run(&all, VERDICT_FAIL,
               "0000:03:00.0: vram.quick: chip B1 (it may explain the other failure)");
}

/* A card that was lost outside a test is not judged; the first thing that happened to it is the reason. */
TEST(what_no_test_has_seen_is_the_reason)
{
    struct tally tally = good_card();

    tally_error(&tally, CAUSE_SILENT, "the card does not answer");
    tally_error(&tally, CAUSE_SILENT, "the port does not answer");
    expect_verdict(&tally, "default", VERDICT_INCOMPLETE, "the card does not answer");
    assert_int_equal(2, tally.errors);
}

/* A card that has none of the selected features is no gap beside one that has. */
TEST(a_card_without_the_thing_is_no_gap)
{
    const struct tally good = good_card();
    struct tally idle = { 0 };
    struct tallies all = { 0 };

    tally_tested(&idle);
    add(&idle, "vm.pte.16k", TEST_LACKS, "this chipset does not have it");
    add_card(&all, "0000:01:00.0", &idle);
    expect_run(&all, VERDICT_NOT_TESTED,
               "no test ran: of suite= the card has nothing, or only what risky=1 selects");
    add_card(&all, "0000:02:00.0", &good);
    expect_run(&all, VERDICT_PASS, "");
}

/* part= and range= keep vram.quick from looking at all of the memory: partitions 0 and 1, 2 MiB. */
TEST(a_limit_that_was_asked_for_is_a_gap)
{
    /* clang-format off */
    static const struct { bool has_part; uint8_t part; uint32_t from, to; const char *verdict, *test; } rows[] = {
        { true, 0, 0, 0, "1048576 bytes of VRAM not tested", "- vram.quick: " },
        { true, 7, 0, 0, "vram.quick: part=7 is asked for, and this card has 0 to 1", "- vram.quick # SKIP part=" },
        { false, 0, 0x80000, 0x100000, "1572864 bytes of VRAM not tested", "- vram.quick: part of 2 MiB in " },
        { false, 0, 0x200000, 0x210000, "vram.quick: range=0x200000-0x210000 is asked for, and this card's memory "
          "ends at 0x200000", "- vram.quick # SKIP range=" },
    };
    /* clang-format on */

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct rig *const rig = rig_new();
        char verdict[160];

        rig->config.has_part = rows[i].has_part;
        rig->config.part = rows[i].part;
        rig->config.range_from = rows[i].from;
        rig->config.range_to = rows[i].to;
        assert_int_equal(VERDICT_INCOMPLETE, rig_run(rig));
        snprintf(verdict, sizeof(verdict), "# verdict: " SAYS_INCOMPLETE ": %s", rows[i].verdict);
        expect_said(rig->tap, verdict, rows[i].test);
        rig_free(rig);
    }
}

/* Broken translation makes words read wrong on their way, and accuses no memory. */
TEST(broken_translation_is_no_memory_fault)
{
    static const char *const defects[] = { "tlb-stale-object", "vm-unpaged-as-paged" };

    for (unsigned i = 0; i < sizeof(defects) / sizeof(defects[0]); i++) {
        struct rig *rig = rig_new();

        rig->card.defects = defects[i];
        rig_run(rig);
        expect_said(rig->tap, "# verdict: FAIL: vm.");
        assert_null(strstr(rig->tap, SAYS_BAD_MEMORY));
        assert_null(strstr(rig->tap, "may explain"));
        rig_free(rig);
    }
}

/* A slope below zero (board.md §4): whatever the diode gives, nothing comes of it. */
static void spoil_calibration(struct rig *rig)
{
    model_write(host_bus_card(rig->host, 0), 0, PTHERM_BASE_CALIBRATION, 0x8000, 4);
}

static void force_sensor(struct rig *rig)
{
    model_write(host_bus_card(rig->host, 0), 0, PTHERM_SENSOR,
                PTHERM_SENSOR_ENABLE | PTHERM_SENSOR_FORCED | FIELD_PUT(PTHERM_SENSOR_FORCE, 99),
                4);
}

/* A sensor with a calibration that cannot be is there, and tells nothing; an uncalibrated one is not. One that
 * somebody forces is set as drivers do, and tells the truth (silicon-sequences.md §10.2). */
TEST(sensors_are_missing_or_not_believed)
{
    /* clang-format off */
    static const struct { enum chipset_index chip; void (*prepare)(struct rig *rig); enum verdict verdict;
                          const char *says;
    } rows[] = {
        { CHIP_G80, NULL, VERDICT_PASS, "vram.temperature # SKIP no calibrated temperature sensor" },
        { CHIP_G84, spoil_calibration, VERDICT_INCOMPLETE,
          "vram.temperature # SKIP the temperature sensor reads nothing" },
        { CHIP_G94, force_sensor, VERDICT_PASS, "- vram.temperature: 45 C" }, /* the first that can */
    };
    /* clang-format on */

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct rig *const rig = rig_new();

        rig->card.chip = &nv50_chips[rows[i].chip].chip;
        rig->card.vram_size = (uint64_t)nv50_chips[rows[i].chip].max_partitions << 20;
        rig->prepare = rows[i].prepare;
        assert_int_equal(rows[i].verdict, rig_run_suite(rig, "id,vram.temperature"));
        expect_said(rig->tap, rows[i].says);
        rig_free(rig);
    }
}

static struct rig *silicon_gt215(void)
{
    struct rig *rig = rig_new();

    rig->card = (struct model_config){ .chip = &nv50_chips[CHIP_GT215].chip, .vram_size = 2 << 20 };
    rig->config.model = false;
    return rig;
}

/* Not asked for, they are no part of the selection, and the report's end says so. */
TEST(risky_tests_ask_on_silicon)
{
    struct rig *rig;

    for (unsigned risky = 0; risky < 2; risky++) {
        rig = silicon_gt215();
        rig->config.risky = risky;
        assert_int_equal(VERDICT_PASS,
                         rig_run_suite(rig, "vram.placement.pitch,vram.placement.subpart"));
        assert_int_equal(risky, strstr(rig->tap, "- vram.placement.subpart") != NULL);
        assert_int_equal(risky, !strstr(rig->tap, "left out"));
        expect_said(rig->tap,
                    risky ? "# verdict: PASS"
                          : "# 1 test that may hang a card left out: risky=1 selects it\n"
                            "# verdict: PASS (only vram.placement.pitch,vram.placement.subpart)\n");
        expect_said(rig->records, risky ? "\"risky_left_out\":0" : "\"risky_left_out\":1");
        rig_free(rig);
    }
    rig = silicon_gt215();
    assert_int_equal(VERDICT_NOT_TESTED, rig_run_suite(rig, "vram.placement.subpart"));
    expect_said(rig->tap, "# verdict: NOT TESTED: no test ran");
}
