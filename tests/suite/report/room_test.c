/* How much a screen and a report can hold: letters of a name, chips of a card, cards of a rig. Anything more is cut or
 * left out, and the members beside it stay unchanged. */
#include "suite/report/report.h"
#include "suite/run/config.h"
#include "tests/suite/report/judged.h"

static struct stage stage;
static struct run_config config;
static char long_word[5000];

static void open_stage(const char *at)
{
    memset(long_word, 'w', sizeof(long_word) - 1);
    config_defaults(&config);
    stage_open(&stage, "1", long_word);
    stage_found(&stage, at);
    stage_begin(&stage, at);
}

TEST(a_card_keeps_so_many_letters)
{
    const struct scene_card *const card = &stage.scene.cards[0];

    open_stage(long_word);
    stage_card(&stage, long_word, long_word);
    assert_pairs(99, strlen(stage.scene.machine), 15, strlen(card->at), 23, strlen(card->title), 47,
                 strlen(card->memory));
    stage_card_verdict(&stage, judged(VERDICT_FAIL, CAUSE_TEST, long_word));
    stage_verdict(&stage, judged(VERDICT_FAIL, CAUSE_TEST, long_word));
    assert_pairs(559, strlen(card->reason), 559, strlen(stage.scene.reason));
}

/* The version's own words, a blank and seven digits of the build. */
TEST(a_version_keeps_so_many_letters)
{
    open_stage("a");
    stage_open(&stage, "1.20 abcdefghij", "");
    assert_string_equal("1.20 abcdefg", stage.scene.version);
    stage_open(&stage, "", "");
    assert_string_equal("", stage.scene.version);
    stage_open(&stage, long_word, NULL);
    assert_int_equal(31, strlen(stage.scene.version));
    assert_string_equal("", stage.scene.machine);
}

TEST(a_test_keeps_so_many_letters)
{
    struct test t = { .name = long_word, .config = &config, .result = TEST_FAIL };
    const struct scene_result *const result = &stage.scene.results[0];
    const struct scene_problem *const problem = &stage.problems[0];

    open_stage("a");
    memset(t.sentence, 's', 447);
    memset(t.expected, 'e', 239);
    memset(t.actual, 'a', 239);
    stage_start(&stage, long_word, 1);
    stage_progress(&stage, &t, 0, long_word);
    assert_pairs(47, strlen(stage.scene.test), 159, strlen(stage.scene.what));
    stage_end(&stage, &t, true);
    assert_pairs(47, strlen(result->test), 159, strlen(result->words), 47, strlen(problem->test),
                 447, strlen(problem->words), 119, strlen(problem->expected), 119,
                 strlen(problem->actual));
    stage_card_verdict(&stage, judged(VERDICT_FAIL, CAUSE_TEST, ""));
    assert_pairs(0, strlen(stage.scene.test), 0, strlen(stage.scene.what));
}

/* 5 partitions of two ranks of eight chips are 80. The first 64 are shown: four partitions. */
TEST(so_many_chips_are_shown)
{
    struct scene_card *const card = &stage.scene.cards[0];
    struct test t = { .name = "vram.quick", .config = &config, .result = TEST_FAIL };

    open_stage("a");
    t.chips =
        (struct chip_table){ .part_mask = 31, .parts = 5, .ranks = 2, .lanes = 64, .width = 8 };
    t.chips.wrong[3][1][7] = 5;
    t.chips.wrong[4][0][0] = 9;
    t.strip = (struct vram_strip){ .parts = 1, .wrong = { { 14 } } };
    stage_end(&stage, &t, true);
    assert_int_equal(64, card->chip_count);
    assert_strings("A0ar0", card->chips[0].name, "D1dr1", card->chips[63].name);
    assert_pairs(5, card->chips[63].wrong, CHIP_WRONG, card->chips[63].state, 14, card->wrong);
    t.chips.wrong[3][1][7] = 0;
    t.strip.wrong[0][0] = 0;
    stage_end(&stage, &t, true);
    assert_int_equal(14, card->wrong); /* it stands after the chips */
}

/* Three failures stay at the top of six lines; a fourth one goes with the others. */
TEST(so_many_results_are_listed)
{
    static const char *const names[] = { "f0", "f1", "f2", "p5", "f6", "p7" };
    struct test t = { .config = &config };

    open_stage("a");
    for (unsigned i = 0; i < 8; i++) {
        static const char *const all[] = { "f0", "f1", "f2", "p3", "p4", "p5", "f6", "p7" };

        t.name = all[i];
        t.result = all[i][0] == 'f' ? TEST_FAIL : TEST_PASS;
        stage_end(&stage, &t, true);
    }
    assert_int_equal(6, stage.scene.result_count);
    for (unsigned i = 0; i < 6; i++)
        assert_string_equal(names[i], stage.scene.results[i].test);
    t.result = TEST_ERROR;
    for (unsigned i = 0; i < 40; i++)
        stage_end(&stage, &t, true);
    assert_pairs(32, stage.scene.problem_count, 4 + 40 - 32, stage.scene.problems_lost);
}

/* Eight cards; the ninth shares the place of the last, and is told how it came out by itself. */
TEST(so_many_cards_are_listed)
{
    static const char *const at[] = { "0", "1", "2", "3", "4", "5", "6", "7", "8" };

    config_defaults(&config);
    stage_open(&stage, "1", "");
    for (unsigned i = 0; i < 9; i++)
        stage_found(&stage, at[i]);
    assert_int_equal(8, stage.scene.card_count);
    for (unsigned i = 0; i < 9; i++) {
        stage_begin(&stage, at[i]);
        assert_int_equal(i < 8 ? i : 7, stage.scene.card);
        assert_string_equal(at[i], stage.scene.cards[stage.scene.card].at);
        stage_card_verdict(&stage, judged(i == 7 ? VERDICT_FAIL : VERDICT_PASS, CAUSE_TEST, ""));
    }
    assert_pairs(STATE_PASS, stage.scene.cards[7].state, 1000, stage.scene.run_thousandths);
}

/* ---- lines ---- */

static struct report report;
static char said[16384];
static size_t said_used;

static void keep(void *opaque, const char *text, size_t size)
{
    assert_true(said_used + size < sizeof(said));
    memcpy(said + said_used, text, size);
    said_used += size;
    said[said_used] = '\0';
}

static void open_report(const struct run_sinks *sinks, const char *machine)
{
    const struct report_run run = {
        .version = "1", .machine = machine, .suite = "", .label = "7", .number = 1
    };

    memset(long_word, 'w', sizeof(long_word) - 1);
    said_used = 0;
    report_open(&report, sinks, &run);
}

/* "# ", 599 letters and the end of the line. */
TEST(a_comment_has_so_many_letters)
{
    static const struct run_sinks sinks = { .tap = keep };

    open_report(&sinks, "");
    said_used = 0;
    report_comment(&report, "%s", long_word);
    assert_int_equal(2 + 639 + 1, said_used);
    assert_memory_equal("ww\n", said + 639, 3);
}

/* A line of report.txt has 1725 letters and its end, as whoever wrote a machine's name may have it. */
TEST(a_plain_line_has_so_many_letters)
{
    static const struct run_sinks sinks = { .text = keep };
    const size_t first = strlen("Barecard 1\r\n");

    open_report(&sinks, long_word);
    assert_memory_equal("Barecard 1\r\nMachine  www", said, first + 12);
    assert_memory_equal("www\r\nLabel    7", said + first + 1722, 15);
}

/* A record may have 4096 bytes with its end and a zero after it. 16 of them are kept for the words that say that
 * something is missing: members that fit into the rest are there. */
TEST(a_record_has_so_many_bytes)
{
    static const struct run_sinks sinks = { .record = keep };
    static const char head[] = "{\"type\":\"note\",\"text\":\"";
    const size_t most = 4096 - 16 - 1 - strlen(head) - 1;

    open_report(&sinks, "");
    said_used = 0;
    long_word[most] = '\0';
    report_note(&report, long_word);
    assert_int_equal(4096 - 16 - 1 + 2, said_used);
    assert_memory_equal("w\"}\n", said + said_used - 4, 4);
    said_used = 0;
    long_word[most] = 'w';
    long_word[most + 1] = '\0';
    report_note(&report, long_word);
    assert_string_equal("{\"type\":\"note\",\"cut\":true}\n", said);
}

/* ---- little things ---- */

static bool has_noted;

static void keep_and_note(void *opaque, const char *text, size_t size)
{
    keep(opaque, text, size);
    if (!has_noted) {
        has_noted = true;
        report_note(&report, "inner");
    }
}

/* A sink that has something to say about a line says it after that line, once. */
TEST(a_note_of_a_sink_comes_behind)
{
    static const struct run_sinks sinks = { .record = keep_and_note };

    has_noted = true;
    open_report(&sinks, "");
    said_used = 0;
    has_noted = false;
    report_note(&report, "outer");
    assert_string_equal("{\"type\":\"note\",\"text\":\"outer\"}\n"
                        "{\"type\":\"note\",\"text\":\"inner\"}\n",
                        said);
}

/* A label may be one letter; a result that passed is a reading of the board only if its name begins so. */
TEST(small_words_are_taken_whole)
{
    static const struct run_sinks sinks = { .text = keep };
    const struct report_test about = { .source = "", .basis = "" };
    struct test t = { .name = "hoard.fan", .config = &config, .result = TEST_PASS, .note = "5" };

    open_report(&sinks, "");
    assert_non_null(strstr(said, "Label    7\r\n"));
    said_used = 0;
    said[0] = '\0';
    report_end(&report, &t, &about);
    assert_string_equal("", said);
    t.name = "board.fan";
    report_end(&report, &t, &about);
    assert_string_equal("  board.fan: 5\r\n", said);
}
