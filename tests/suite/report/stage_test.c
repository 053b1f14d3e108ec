/* The screen's data while a run goes on (suite/report/stage.h): which card is in hand, how far it is, its chips, which
 * results stay in view, and the verdict's names. */
#include "suite/report/stage.h"
#include "suite/run/config.h"
#include "tests/suite/report/judged.h"

static struct stage stage;
static struct run_config config;

static void begin(unsigned cards)
{
    static const char *const at[] = { "0000:01:00.0", "0000:02:00.0", "0000:03:00.0" };

    config_defaults(&config);
    config.max_temp = 95;
    stage_open(&stage, "0.1.0 0123456789abcdef", "bench");
    for (unsigned i = 0; i < cards; i++)
        stage_found(&stage, at[i]);
    stage_begin(&stage, at[0]);
}

static void end_test(const char *name, enum test_result result, const char *sentence)
{
    struct test t = { .name = name, .config = &config, .result = result };

    snprintf(t.sentence, sizeof(t.sentence), "%s", sentence);
    stage_start(&stage, name, 1);
    stage_end(&stage, &t, true);
}

/* Two cards; the first one has a test of weight 1 and one of weight 9, which is at a third: (1 + 3) / 10 of half
 * of the run. After 20 s of 200 thousandths, 800 thousandths take 80 s. */
TEST(the_bar_counts_weights)
{
    struct test t = {
        .name = "vram.quick", .config = &config, .celsius = 61, .rate = 36, .tested = 5
    };

    begin(2);
    stage_weigh(&stage, 10);
    end_test("id.boot0", TEST_PASS, "");
    assert_int_equal(50, stage.scene.run_thousandths);
    stage_start(&stage, "vram.quick", 9);
    stage_progress(&stage, &t, 33, "down");
    assert_pairs((100 + 9 * 33) / 2, stage.scene.run_thousandths, 61, stage.scene.celsius, 36,
                 stage.scene.rate);
    t.celsius = 50;
    t.rate = 0;
    stage_progress(&stage, &t, 33, "down");
    assert_pairs(50, stage.scene.celsius, 61, stage.scene.hottest, 36, stage.scene.rate);
    scene_clock(&stage.scene, 20);
    assert_pairs(20, stage.scene.elapsed, 20 * (1000 - 198) / 198, stage.scene.left);
    stage_next(&stage, "vm.a");
    assert_pairs('\0', stage.what[0], NOT_KNOWN, stage.scene.percent, 5, stage.scene.tested);
    stage_progress(&stage, &t, 33, "down");
    stage_end(&stage, &t, true);
    assert_pairs(500, stage.scene.run_thousandths, 2, stage.scene.test_number, 0,
                 stage.scene.cards[0].percent, NOT_KNOWN, stage.scene.percent);
    stage_start(&stage, "vm.a", 1);
    assert_pairs(0, stage.scene.tested, NOT_KNOWN, stage.scene.rate);
}

TEST(failures_stay_in_view)
{
    char name[16];

    begin(1);
    end_test("vm.a", TEST_FAIL, "wrote through");
    for (unsigned i = 0; i < 20; i++) {
        snprintf(name, sizeof(name), "vm.b%u", i);
        end_test(name, TEST_PASS, "");
    }
    assert_int_equal(SCENE_RESULTS, stage.scene.result_count);
    assert_strings("vm.a", stage.scene.results[0].test, "wrote through",
                   stage.scene.results[0].words, "vm.b15", stage.scene.results[1].test, "vm.b19",
                   stage.scene.results[SCENE_RESULTS - 1].test);
    assert_pairs(20, stage.scene.cards[0].passed, 1, stage.scene.cards[0].failed);
}

/* Two partitions of two chips (board.md §1.3). */
static struct chip_table four_chips(void)
{
    return (struct chip_table){ .part_mask = 3, .parts = 2, .ranks = 1, .lanes = 64, .width = 32 };
}

static void expect_chips(const char *names, uint8_t a, uint8_t b, uint8_t c, uint8_t d)
{
    const struct scene_card *const card = &stage.scene.cards[0];
    const uint8_t wanted[] = { a, b, c, d };
    char seen[64] = "";
    size_t used = 0;

    assert_int_equal(4, card->chip_count);
    for (unsigned i = 0; i < 4; i++) {
        used += (size_t)snprintf(seen + used, sizeof(seen) - used, "%s", card->chips[i].name);
        assert_int_equal(wanted[i], card->chips[i].state);
    }
    assert_string_equal(names, seen);
}

/* docs/screen.md: a tick is for chips of which all was tested that could be. Of part= and range= of barecard.cfg, of a
 * test that was ended early, and of a picture that has to stay, only the last is no gap. */
TEST(a_tick_is_for_all_words_of_a_chip)
{
    /* clang-format off */
    static const struct { uint64_t untested, excused, left_out_of_a, range_to; bool has_part; uint8_t a, b; } rows[] = {
        { 0, 0, 0, 0, false, CHIP_TESTED, CHIP_TESTED }, { 4096, 4096, 1, 0, false, CHIP_TESTED, CHIP_TESTED },
        { 8192, 4096, 1, 0, false, CHIP_WAITING, CHIP_WAITING },
        { 1 << 20, 0, UINT64_MAX, 0, true, CHIP_WAITING, CHIP_TESTED },
        { 1 << 20, 0, UINT64_MAX, 65536, true, CHIP_WAITING, CHIP_WAITING },
        { 1 << 20, 0, UINT64_MAX - 1, 65536, false, CHIP_WAITING, CHIP_WAITING },
        { 1 << 20, 0, UINT64_MAX, 0, false, CHIP_WAITING, CHIP_WAITING } };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct chip_table chips = four_chips();
        struct test t = { .name = "vram.quick", .config = &config, .watched = &chips, .untested = rows[i].untested,
            .excused = rows[i].excused, .strip = { .parts = 2, .left_out = { rows[i].left_out_of_a } } };
        /* clang-format on */

        begin(1);
        config.has_part = rows[i].has_part;
        config.part = 1;
        config.range_to = rows[i].range_to;
        stage_start(&stage, "vram.quick", 1);
        stage_progress(&stage, &t, 50, "up");
        const uint8_t first = rows[i].has_part ? CHIP_WAITING : CHIP_TESTING;
        expect_chips("A0A1B0B1", first, first, CHIP_TESTING, CHIP_TESTING);
        stage_end(&stage, &t, true);
        expect_chips("A0A1B0B1", rows[i].a, rows[i].a, rows[i].b, rows[i].b);
    }
}

/* A chip stays as bad as a test has found it, whatever the next one finds. */
TEST(a_bad_chip_stays_bad)
{
    struct chip_table good = four_chips();
    struct test t = { .name = "vram.quick", .config = &config, .watched = &good, .chips = good };

    begin(1);
    t.result = TEST_FAIL;
    t.strip.parts = 2;
    t.chips.bad[1][0][0] = true;
    for (unsigned i = 0; i < 3; i++) {
        stage_end(&stage, &t, true);
        expect_chips("A0A1B0B1", CHIP_TESTED, CHIP_TESTED, CHIP_BAD, CHIP_TESTED);
        t.chips = good;
        stage_start(&stage, "vram.quick", 1);
        stage_progress(&stage, &t, 50, "up");
        expect_chips("A0A1B0B1", CHIP_TESTING, CHIP_TESTING, CHIP_BAD, CHIP_TESTING);
    }
}

/* GV100: no chip can be named, so that its memory is shown as a whole; before a test of it nothing is said. */
TEST(memory_without_chips_is_one)
{
    /* clang-format off */
    static const struct { enum test_result result; unsigned wrong; enum chip_state state; } ends[] = {
        { TEST_PASS, 0, CHIP_TESTED }, { TEST_FAIL, 7, CHIP_BAD }, { TEST_PASS, 0, CHIP_BAD } };
    /* clang-format on */
    const struct scene_card *const card = &stage.scene.cards[0];

    begin(1);
    end_test("id.boot0", TEST_PASS, "");
    assert_false(card->memory_tested);
    assert_int_equal(CHIP_WAITING, card->memory_state);
    struct test hot = { .name = "vram.quick", .config = &config, .result = TEST_ERROR };
    hot.strip = (struct vram_strip){ .parts = 1, .left_out = { UINT64_MAX } };
    stage_end(&stage, &hot, true);
    assert_false(card->memory_tested);
    hot.strip.left_out[0] = UINT64_MAX << 1;
    stage_end(&stage, &hot, true);
    assert_true(card->memory_tested);
    assert_int_equal(CHIP_WAITING, card->memory_state);
    for (unsigned i = 0; i < 3; i++) {
        struct test t = { .name = "vram.quick", .config = &config, .result = ends[i].result };

        t.strip = (struct vram_strip){ .parts = 1, .wrong = { { ends[i].wrong } } };
        stage_end(&stage, &t, true);
        assert_true(card->memory_tested);
        assert_pairs(ends[i].state, card->memory_state, i ? 7 : 0, card->wrong);
    }
}

/* From a fiftieth of the run on, the time left follows from the time of the part done. A pause is no part of it. */
TEST(the_time_left_follows_from_the_time_taken)
{
    /* clang-format off */
    static const struct { unsigned thousandths, elapsed; int left; } rows[] = {
        { 0, 5, -1 }, { 19, 40, -1 }, { 20, 40, 1960 }, { 500, 41, 41 }, { 999, 999, 1 }, { 1000, 9, 0 } };
    static const struct { uint64_t now, paused; bool pause; } seen[] = {
        { 5, 0, false }, { 9, 0, true }, { 12, 3, true }, { 20, 8, false }, { 21, 0, false } };
    /* clang-format on */
    struct scene_pause pause = { 0 };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct scene scene = { .run_thousandths = rows[i].thousandths };

        scene_clock(&scene, rows[i].elapsed);
        assert_pairs(rows[i].elapsed, scene.elapsed, rows[i].left, scene.left);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(seen); i++)
        assert_int_equal(
            seen[i].paused,
            scene_paused_us(&pause, &(struct scene){ .paused = seen[i].pause }, seen[i].now));
}

/* By one or by five, from the first problem to the last. */
TEST(details_end_with_the_last_problem)
{
    /* clang-format off */
    static const struct { unsigned first; int key; unsigned then; } rows[] = {
        { 0, KEY_DOWN, 1 }, { 5, KEY_DOWN, 6 }, { 6, KEY_DOWN, 6 }, { 0, KEY_UP, 0 }, { 1, KEY_UP, 0 },
        { 6, KEY_UP, 5 }, { 0, KEY_PAGE_DOWN, 5 }, { 1, KEY_PAGE_DOWN, 6 }, { 2, KEY_PAGE_DOWN, 2 },
        { 4, KEY_PAGE_UP, 0 }, { 5, KEY_PAGE_UP, 0 }, { 6, KEY_PAGE_UP, 1 } };
    /* clang-format on */

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct scene scene = { .problem_count = 7, .first_problem = rows[i].first };

        assert_int_equal(CHOICE_NONE, scene_press(&scene, rows[i].key));
        assert_int_equal(rows[i].then, scene.first_problem);
        scene_press(&scene, 'd');
        assert_pairs(true, scene.details, 0, scene.first_problem);
    }
}

/* docs/screen.md: passed, failed, skipped, errors and differ; a claim that differs from the documents fails no card. */
TEST(each_result_has_its_count)
{
    /* clang-format off */
    static const struct { enum test_result result; bool counts; uint8_t state;
                          unsigned passed, failed, skipped, errors, differs;
    } rows[] = { { TEST_PASS, true, STATE_PASS, .passed = 1 },         { TEST_LACKS, true, STATE_NOT_TESTED, .skipped = 1 },
                 { TEST_FAIL, true, STATE_FAIL, .failed = 1 },         { TEST_SKIP, true, STATE_INCOMPLETE, .skipped = 1 },
                 { TEST_FAIL, false, STATE_INCOMPLETE, .differs = 1 }, { TEST_ERROR, true, STATE_INCOMPLETE, .errors = 1 } };
    /* clang-format on */
    const struct scene_card *const card = &stage.scene.cards[0];

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct test t = { .name = "vm.a", .config = &config, .result = rows[i].result };

        begin(1);
        stage_end(&stage, &t, rows[i].counts);
        assert_int_equal(rows[i].state, stage.scene.results[0].state);
        assert_true(card->passed == rows[i].passed && card->failed == rows[i].failed &&
                    card->skipped == rows[i].skipped);
        assert_true(card->errors == rows[i].errors && card->differs == rows[i].differs);
    }
}

/* Of several cards the first that has the verdict of the run is shown, else the first. */
TEST(the_verdict_shows_the_card_that_it_rests_on)
{
    /* clang-format off */
    static const struct { uint8_t cards[3]; enum verdict verdict; unsigned shown; } rows[] = {
        { { STATE_PASS, STATE_FAIL, STATE_FAIL }, VERDICT_FAIL, 1 },
        { { STATE_INCOMPLETE, STATE_PASS, STATE_INCOMPLETE }, VERDICT_INCOMPLETE, 0 },
        { { STATE_PASS, STATE_PASS, STATE_NOT_TESTED }, VERDICT_NOT_TESTED, 2 },
        { { STATE_PASS, STATE_PASS, STATE_PASS }, VERDICT_INCOMPLETE, 0 } };
    /* clang-format on */

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        begin(3);
        stage.scene.card = 2;
        for (unsigned card = 0; card < 3; card++)
            stage.scene.cards[card].state = rows[i].cards[card];
        stage_verdict(&stage, judged(rows[i].verdict, CAUSE_TEST, "why"));
        assert_int_equal(rows[i].shown, stage.scene.card);
    }
}

/* docs/screen.md: what ends something is asked once more; any other key takes it back. M too, which cannot be undone. */
TEST(a_key_that_ends_something_is_asked_once_more)
{
    /* clang-format off */
    static const struct { int key; bool running; enum scene_choice choice; const char *says;
    } rows[] = { { KEY_ESC, true, CHOICE_STOP, "Esc: once more stops the run, within 10 s" },
                 { 's', true, CHOICE_SKIP, "S: once more skips the test, within 10 s" },
                 { 'm', true, CHOICE_SHORTEN, "M: once more shortens the memory test, within 10 s" },
                 { 'o', false, CHOICE_POWER_OFF, "O: once more powers off, within 10 s" },
                 { 'f', false, CHOICE_SETUP, "F: once more opens the firmware's setup, within 10 s" },
                 { 'x', false, CHOICE_LEAVE, "X: once more leaves, within 10 s" } };
    /* clang-format on */

    for (unsigned i = 0; i < 2 * sizeof(rows) / sizeof(rows[0]); i++) {
        const bool now = i % 2 == rows[i / 2].running;
        struct scene scene = { .state = i % 2 ? STATE_RUNNING : STATE_PASS, .has_keys = true };
        const int key = rows[i / 2].key;
        char letters[80];
        struct text words = text_in(letters, sizeof(letters));

        assert_pairs(CHOICE_NONE, scene_press(&scene, key), now ? key : KEY_NONE, scene.asked);
        scene_asked(&scene, &words);
        assert_string_equal(now ? rows[i / 2].says : "", letters);
        scene_offer_keys(&scene);
        if (now)
            assert_string_equal("Back", scene.keys[1].label);
        assert_int_equal(CHOICE_NONE, scene_press(&scene, 'd'));
        assert_true(scene.asked == KEY_NONE && scene.details == !now);
        assert_int_equal(CHOICE_NONE, scene_press(&scene, key));
        assert_int_equal(now ? rows[i / 2].choice : CHOICE_NONE, scene_press(&scene, key));
        scene.waits = true; /* step=1: a person is asked already */
        assert_int_equal(key == 's' && now ? CHOICE_SKIP : CHOICE_NONE, scene_press(&scene, key));
    }
}

/* N: one card after the other, then all again; while cards are tested, and of one, it does nothing. */
TEST(n_goes_through_the_cards)
{
    static const unsigned shown[] = { 0, 1, 2, 0, 0 };
    struct scene scene = { .state = STATE_FAIL, .card_count = 3, .card = 1 };

    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(CHOICE_NONE, scene_press(&scene, 'n'));
        assert_pairs(shown[i], scene.card, i != 3, scene.one_card);
    }
    for (unsigned running = 0; running < 2; running++) {
        scene = (struct scene){ .state = running ? STATE_RUNNING : STATE_PASS,
                                .card_count = 1 + running };
        scene_press(&scene, 'n');
        assert_false(scene.one_card);
        assert_int_equal(running ? CHOICE_NONE : CHOICE_AGAIN, scene_press(&scene, 'r'));
        assert_int_equal(running ? CHOICE_PAUSE : CHOICE_NONE, scene_press(&scene, KEY_SPACE));
    }
}

/* Problems of one card are not shown for the next, also where both have the same place. */
TEST(the_next_card_begins_anew)
{
    struct test hot = { .name = "vm.a", .config = &config, .celsius = 50, .rate = 3 };

    begin(2);
    stage_plan(&stage, 5);
    stage_weigh(&stage, 10);
    hot.result = TEST_FAIL;
    for (unsigned i = 0; i < 4; i++) {
        stage_start(&stage, "vm.a", 1);
        stage_end(&stage, &hot, true);
    }
    stage_card_verdict(&stage, judged(VERDICT_FAIL, CAUSE_TEST, "vm.a"));
    stage_begin(&stage, "0000:02:00.0");
    assert_pairs(0, stage.scene.result_count, 0, stage.scene.test_number, 0, stage.scene.test_count,
                 -1, stage.scene.celsius, -1, stage.scene.rate);
    end_test("vm.b", TEST_FAIL, "b");
    assert_pairs(500, stage.scene.run_thousandths, 1, stage.scene.result_count);
    assert_string_equal("vm.b", stage.scene.results[0].test);
    for (unsigned i = 0; i < 9; i++) {
        stage_card(&stage, "G84", "256 MiB");
        stage_card_verdict(&stage, judged(VERDICT_FAIL, CAUSE_TEST, "vm.b"));
        stage_begin(&stage, "0000:0a:00.0");
        stage_start(&stage, "vm.a", 1);
        assert_int_equal(1000 * (i + 2) / (i + 3), stage.scene.run_thousandths);
        assert_string_equal("", stage.scene.cards[stage.scene.card].title);
        assert_string_equal("", stage.scene.cards[stage.scene.card].memory);
        assert_string_equal("", stage.scene.cards[stage.scene.card].reason);
    }
}

static struct stage lane;

/* A card of a lane of its own: half of its test of weight 4 of 10 is done. */
static void begin_lane(const char *at, unsigned celsius)
{
    struct test t = {
        .name = "vram.quick", .config = &config, .celsius = celsius, .rate = 36, .shortens = true
    };

    config.max_temp = 95;
    stage_open(&lane, "0.1.0", "bench");
    stage_begin(&lane, at);
    stage_card(&lane, "G86", "512 MiB");
    stage_weigh(&lane, 10);
    stage_start(&lane, "vram.quick", 4);
    stage_progress(&lane, &t, 50, "up");
    lane.scene.paused = true;
}

static void end_lane(const char *name, enum test_result result, const char *sentence)
{
    struct test t = {
        .name = name, .config = &config, .result = result, .expected = "1", .actual = "2"
    };

    snprintf(t.sentence, sizeof(t.sentence), "%s", sentence);
    stage_end(&lane, &t, true);
}

/* docs/screen.md: cards that are tested at the same time. All that a lane knows of its card is shown, in words of the
 * stage's own; the bar is the mean of three cards. */
TEST(a_card_of_a_lane_is_shown_whole)
{
    const struct scene_card *const card = &stage.scene.cards[1];

    config_defaults(&config);
    stage_open(&stage, "0.1.0", "bench");
    for (unsigned i = 0; i < 3; i++)
        stage_found(&stage, "0000:01:00.0");
    stage.cards[2].thousandths = 900; /* of an earlier round */
    stage_together(&stage, true);
    assert_true(stage.scene.together);
    begin_lane("0000:02:00.0", 61);
    stage_show_card(&stage, 1, &lane);
    assert_pairs(200 / 3, stage.scene.run_thousandths, 61, card->celsius, 36, card->rate, 50,
                 card->percent, 61, stage.scene.hottest, 95, lane.scene.limit);
    assert_true(stage.scene.shortens && stage.scene.paused);
    assert_ptr_equal(stage.cards[1].test, card->test);
    end_lane("vram.quick", TEST_FAIL, "bad");
    stage_card_verdict(&lane, judged(VERDICT_FAIL, CAUSE_TEST, "bad"));
    stage_show_card(&stage, 1, &lane);
    assert_null(card->test);
    assert_int_equal(1000 / 3, stage.scene.run_thousandths);
    memset(&lane.cards, 'x', sizeof(lane.cards));
    assert_strings("0000:02:00.0", card->at, "G86", card->title, "512 MiB", card->memory, "bad",
                   card->reason);
    begin_lane("0000:03:00.0", 50);
    stage_show_card(&stage, 2, &lane);
    assert_pairs(61, stage.scene.hottest, (1000 + 200) / 3, stage.scene.run_thousandths);
}

/* Of ten cards the last three share a place. Their problems are listed by rank, bad memory before a test that failed,
 * and each names the card that has it; tests that were left out for one reason are one problem of each card. */
TEST(problems_of_lanes_are_listed_by_rank)
{
    static const struct {
        uint8_t card, rank, more;
        const char *test;
    } wanted[] = { { 0, 1, 0, "vm.a" }, { 7, 1, 0, "vm.a" }, { 0, 2, 0, "vm.b" },
                   { 7, 2, 0, "vm.b" }, { 0, 3, 1, "vm.c" }, { 7, 3, 1, "vm.c" } };
    unsigned at = 0;

    config_defaults(&config);
    stage_open(&stage, "0.1.0", "bench");
    for (unsigned i = 0; i < 10; i++) {
        begin_lane("0000:01:00.0", 40 + i);
        for (unsigned k = 0; k < 2 && i % 9 == 0; k++)
            end_lane(k ? "vm.d" : "vm.c", TEST_SKIP, "left out");
        if (i % 9 == 0) {
            end_lane("vm.b", TEST_ERROR, "no memory");
            end_lane("vm.a", TEST_FAIL, "wrote through");
            lane.scene.problems_lost = 2;
        }
        stage_found(&stage, "0000:01:00.0");
        stage_add_card(&stage, &lane);
        assert_pairs(i < 8 ? i : 7, stage.scene.card, 40 + i, stage.scene.celsius);
        assert_true(i >= 8 ||
                    stage.scene.run_thousandths == 1000); /* all that were found have ended */
    }
    assert_pairs(4, stage.scene.problems_lost, 6, stage.scene.problem_count);
    for (; at < 6; at++) {
        const struct scene_problem *const problem = &stage.problems[at];

        assert_string_equal(wanted[at].test, problem->test);
        assert_pairs(wanted[at].card, problem->card, wanted[at].rank, problem->rank,
                     wanted[at].more, problem->more);
        assert_string_equal("2", problem->actual);
    }
}
