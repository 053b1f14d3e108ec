/* Rounds of a run (suite/run/rounds.h): the verdict of several, and when the next round begins. */
#include "reference/words.h"
#include "suite/report/verdict.h"
#include "suite/run/config.h"
#include "suite/run/rounds.h"
#include "tests/kit/tests.h"

static struct scene scene_of(int celsius, int hottest, uint8_t chip_state)
{
    struct scene scene = { .card_count = 1, .celsius = celsius, .hottest = hottest };

    scene.cards[0].chip_count = 1;
    scene.cards[0].chips[0].state = chip_state;
    scene.cards[0].chips[0].wrong = scene.cards[0].wrong = chip_state == CHIP_BAD ? 17 : 0;
    snprintf(scene.cards[0].chips[0].name, sizeof(scene.cards[0].chips[0].name), "B1");
    return scene;
}

static void expect_words(const struct rounds *rounds, const char *wanted)
{
    char letters[ROUNDS_WORDS_MAX];
    struct text words = text_in(letters, sizeof(letters));

    rounds_words(rounds, &words);
    assert_string_equal(wanted, letters);
}

static void expect_said(void (*say)(const struct scene *scene, struct text *words),
                        const struct scene *scene, const char *wanted)
{
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));

    say(scene, &words);
    assert_string_equal(wanted, letters);
}

TEST(rounds_are_summed_up)
{
    struct rounds rounds = { 0 };
    const struct scene cool = scene_of(45, 50, CHIP_TESTED);
    struct scene hot = scene_of(58, 61, CHIP_BAD);

    rounds_add(&rounds, VERDICT_PASS, &cool);
    assert_int_equal(1, rounds.worst_in);
    expect_words(&rounds, "1 round: all PASS; 45 to 50 C");
    rounds_add(&rounds, VERDICT_FAIL, &hot);
    rounds_add(&rounds, VERDICT_PASS, &cool);
    hot.cards[0].chips[0].wrong = hot.cards[0].wrong = 25;
    rounds_add(&rounds, VERDICT_FAIL, &hot);
    rounds_add(&rounds, VERDICT_FAIL, &hot);
    assert_pairs(VERDICT_FAIL, rounds.worst, 2, rounds.worst_in); /* the first of those as bad */
    expect_words(
        &rounds,
        "5 rounds: 3 not PASS, the first was round 2; 67 wrong words, the first in round 2, "
        "most in round 4 (25); card 1, chip B1 bad in 3, 67 words; 45 to 61 C");
}

/* GV100 and whatever else cannot name chips: the words are counted all the same, those of all cards together. */
TEST(words_without_chips_are_counted)
{
    struct rounds rounds = { 0 };
    struct scene scene = { .card_count = 2, .celsius = -1, .hottest = -1 };

    scene.cards[0].wrong = 3;
    scene.cards[1].wrong = 4;
    scene.cards[2].wrong = 5; /* of a run before, with more cards */
    rounds_add(&rounds, VERDICT_FAIL, &scene);
    expect_words(&rounds,
                 "1 round: 1 not PASS, the first was round 1; 7 wrong words, the first in round 1, "
                 "most in round 1 (7)");
    rounds = (struct rounds){ 0 };
    scene.cards[0].wrong = 0;
    scene.cards[1].wrong = 1;
    rounds_add(&rounds, VERDICT_FAIL, &scene);
    expect_words(&rounds, "1 round: 1 not PASS, the first was round 1; 1 wrong word, the first in "
                          "round 1, most in round 1 (1)");
}

/* Chips of one name on two cards are two, each with its rounds and temperatures; a bar has no more words than 32 bits hold;
 * and a card that is not whole in a cool round, after one that has failed, tells nothing of warmth. */
TEST(chips_of_two_cards_are_two)
{
    struct rounds rounds = { 0 };
    struct scene scene = { .card_count = 2, .celsius = 60, .hottest = -1 };

    for (unsigned i = 0; i < 2; i++) {
        scene.cards[i] = scene_of(0, 0, CHIP_BAD).cards[0];
        scene.cards[i].at = i ? "0000:02:00.0" : "0000:01:00.0";
        scene.cards[i].state = STATE_FAIL;
    }
    scene.cards[1].wrong = UINT64_C(0x100000001);
    for (unsigned i = 0; i < 3; i++) {
        rounds_add(&rounds, VERDICT_FAIL, &scene);
        scene.celsius = i ? 40 : 70;
        scene.cards[0].state = i ? STATE_INCOMPLETE : STATE_FAIL;
    }
    const struct scene_rounds *const all = &rounds.all;
    assert_pairs(2, all->chip_count, 1, all->chips[1].card, 1, all->chips[1].first, 3,
                 all->chips[1].rounds, 40, all->chips[1].coolest, 70, all->chips[1].hottest);
    assert_pairs(17, all->steps[0].wrong[0], UINT32_MAX, all->steps[0].wrong[1], 2,
                 all->cards[0].failed, 3, all->cards[0].unpassed, 60, all->cards[0].bad_least, 40,
                 all->cards[1].bad_least);
}

/* More cards than places, of which some have gone and others come: those without a place are in no sum. */
TEST(cards_have_so_many_places)
{
    static char at[2][SCENE_CARDS][SCENE_AT];
    struct rounds rounds = { 0 };
    struct scene scene = { .card_count = SCENE_CARDS };

    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < SCENE_CARDS; i++) {
            snprintf(at[round][i], SCENE_AT, "0000:%u%u:00.0", round, i);
            scene.cards[i] = (struct scene_card){ .at = at[round][i], .state = STATE_PASS };
        }
        rounds_add(&rounds, VERDICT_PASS, &scene);
    }
    assert_pairs(SCENE_CARDS, rounds.all.card_count, 0, rounds.all.steps[0].bad, 0xff,
                 rounds.all.steps[1].bad, 1, rounds.all.cards[SCENE_CARDS - 1].unpassed);
    rounds_show(&rounds, &scene); /* none of these has a place */
    assert_null(scene_card_rounds(&scene));
}

/* The run counts the cards that it has found, each once in a round, and no more than there are places. */
TEST(found_cards_are_known_by_their_keys)
{
    struct rounds rounds = { 0 };

    for (unsigned i = 0; i < ROUNDS_CARDS + 2; i++) {
        struct card_key key = { .id = "id" };

        snprintf(key.at, sizeof(key.at), "%u", i ? i - 1 : i); /* the first one twice */
        rounds_find(&rounds, &key);
        assert_pairs(i < 2              ? 1
                     : i > ROUNDS_CARDS ? ROUNDS_CARDS
                                        : i,
                     rounds.known_count, UINT32_MAX >> (32 - rounds.known_count), rounds.found);
    }
}

/* docs/screen.md: "after several rounds": the worst round's picture shows as bad what was bad in any of them, the headline
 * names it, and each chip has its rounds, words and temperatures. */
TEST(the_worst_round_shows_the_chips_of_all)
{
    struct rounds rounds = { 0 };
    struct scene scenes[3] = { { .card_count = 1, .celsius = 60, .hottest = 61 },
                               { .card_count = 1, .celsius = 70, .hottest = 71 },
                               { .card_count = 1, .celsius = 80, .hottest = 75 } };

    for (unsigned i = 0; i < 3; i++) {
        struct scene_card *const card = &scenes[i].cards[0];

        card->chip_count = 2;
        snprintf(card->chips[0].name, sizeof(card->chips[0].name), "A0");
        snprintf(card->chips[1].name, sizeof(card->chips[1].name), "B1");
        card->state = i ? STATE_FAIL : STATE_PASS;
        if (!i)
            continue;
        card->chips[i - 1].state = CHIP_BAD;
        card->chips[i - 1].wrong = card->wrong = 3 + i;
        card->finding = (struct finding){ .cause = CAUSE_INTERMITTENT, .width = 32, .faults = 1 };
        card->finding.chips[i - 1][0] = (uint8_t)i;
    }
    rounds_add(&rounds, VERDICT_PASS, &scenes[0]);
    rounds_show(&rounds, &scenes[0]);
    assert_null(scenes[0].all_rounds);                                    /* one is not several */
    struct scene cut = { .card_count = 1, .celsius = 50, .hottest = 50 }; /* cooler, and not bad */
    cut.cards[0].state = STATE_INCOMPLETE;
    cut.cards[0].finding = (struct finding){ .chips = { [2] = { 1 } }, .width = 32, .faults = 1 };
    rounds_add(&rounds, VERDICT_INCOMPLETE, &cut);
    rounds_add(&rounds, VERDICT_FAIL, &scenes[1]);
    rounds_add(&rounds, VERDICT_FAIL, &scenes[2]);
    scenes[1].cards[1] = scenes[1].cards[0]; /* of a run before, with more cards */
    rounds_show(&rounds, &scenes[1]);

    const struct scene_rounds *const all = scenes[1].all_rounds;
    assert_pairs(4, all->done, 2, all->cards[0].failed, 3, all->cards[0].first, 9,
                 all->cards[0].wrong, 61, all->cards[0].good_least, 71, all->cards[0].bad_least);
    assert_pairs(CHIP_BAD, scenes[1].cards[0].chips[1].state, CHIP_WAITING,
                 scenes[1].cards[1].chips[1].state);
    assert_string_equal("B1", all->chips[1].name);
    assert_pairs(1, all->chips[1].rounds, 4, all->chips[1].first, 5, all->chips[1].wrong, 80,
                 all->chips[1].hottest);
    assert_ptr_equal(advice_on(&all->cards[0].finding), scenes[1].cards[0].advice);
    rounds_show(&rounds, &scenes[2]);
    assert_int_equal(CHIP_BAD, scenes[2].cards[0].chips[0].state);
    expect_said(scene_headline, &scenes[1], "Chips A0 B1 are bad: 2 faults");
    expect_said(scene_second, &scenes[1], "Bad in 2 of 4 rounds, all at 71 C or warmer");
    rounds.all.cards[0].good_least = 71; /* as warm, and good: no matter of temperature */
    expect_said(scene_second, &scenes[1], "Bad in 2 of 4 rounds, the first was round 3");
}

/* A card that a round does not find any more has not passed it. */
TEST(a_card_that_has_gone_is_counted)
{
    struct rounds rounds = { 0 };
    struct scene scenes[2] = { { .card_count = 1 }, { .card_count = 0 } };

    scenes[0].cards[0].state = STATE_PASS;
    rounds_add(&rounds, VERDICT_PASS, &scenes[0]);
    rounds_add(&rounds, VERDICT_NOT_TESTED, &scenes[1]);
    assert_pairs(1, rounds.all.cards[0].unpassed, 2, rounds.all.cards[0].first, 0,
                 rounds.all.steps[0].bad, 1, rounds.all.steps[1].bad);

    /* Of two the first has gone: the other one is known by its address, and has another number now. */
    rounds = (struct rounds){ 0 };
    scenes[1] = scenes[0];
    scenes[0].card_count = 2;
    scenes[0].cards[0].at = "0000:01:00.0";
    scenes[0].cards[1] = scenes[1].cards[0];
    scenes[0].cards[1].at = scenes[1].cards[0].at = "0000:02:00.0";
    rounds_add(&rounds, VERDICT_PASS, &scenes[0]);
    scenes[1].cards[0].state = STATE_FAIL;
    scenes[1].cards[0].wrong = 7;
    rounds_add(&rounds, VERDICT_FAIL, &scenes[1]);
    assert_pairs(1, rounds.all.cards[0].unpassed, 0, rounds.all.cards[0].failed, 7,
                 rounds.all.cards[1].wrong, 3, rounds.all.steps[1].bad, 2,
                 rounds.all.steps[1].failed);
    rounds_show(&rounds, &scenes[1]);
    assert_ptr_equal(&rounds.all.cards[1], scene_card_rounds(&scenes[1]));
}

/* A night has more rounds than the chart has steps: two become one, and neither a word nor a bad round is lost. */
TEST(a_night_fits_into_the_chart)
{
    struct rounds rounds = { 0 };
    struct scene scene = scene_of(50, 50, CHIP_TESTED);

    for (unsigned i = 1; i <= 5 * SCENE_ROUNDS; i++) {
        const bool bad = i == 1 || i == 7 || i == 408 || i == 593;

        scene.cards[0].state = bad ? STATE_FAIL : STATE_PASS;
        scene.cards[0].wrong = bad ? i : 0;
        scene.celsius = i == 300 ? 90 : 50;
        rounds_add(&rounds, bad ? VERDICT_FAIL : VERDICT_PASS, &scene);
    }
    const struct scene_rounds *const all = &rounds.all;
    assert_pairs(8, all->per, 80, all->step_count, 8, all->steps[0].wrong[0], 1, all->steps[0].bad,
                 1, all->steps[0].failed, 0, all->steps[1].bad);
    /* (408 - 1) / 8, (593 - 1) / 8 */
    assert_pairs(408, all->steps[50].wrong[0], 593, all->steps[74].wrong[0], 90,
                 all->steps[37].celsius, 50, all->steps[38].celsius);
    /* Nor do two steps become less than one of them. */
    rounds = (struct rounds){ 0 };
    for (unsigned i = 0; i <= SCENE_ROUNDS; i++) {
        scene.cards[0].wrong = i < 2 ? UINT32_MAX - i : i < 4 ? UINT32_MAX / 2 : 0;
        scene.celsius = i == 1 ? 60 : 50;
        rounds_add(&rounds, VERDICT_FAIL, &scene);
    }
    assert_pairs(UINT32_MAX, all->steps[0].wrong[0], UINT32_MAX - 1, all->steps[1].wrong[0], 60,
                 all->steps[0].celsius, 2, all->per, SCENE_ROUNDS / 2 + 1, all->step_count);
}

/* One more bad chip than there are places: it is left out, and those that have one go on counting. */
TEST(bad_chips_have_so_many_places)
{
    struct rounds rounds = { 0 };
    struct scene scene = { .card_count = 1, .celsius = -1, .hottest = -1 };
    unsigned left = SCENE_ROUND_CHIPS + 1;

    for (unsigned round = 0; left; round++) {
        struct scene_card *const card = &scene.cards[0];

        for (card->chip_count = 0; left && card->chip_count < 8; card->chip_count++, left--) {
            card->chips[card->chip_count].state = CHIP_BAD;
            snprintf(card->chips[card->chip_count].name, sizeof(card->chips[0].name), "A%u", left);
        }
        rounds_add(&rounds, VERDICT_FAIL, &scene);
    }
    assert_int_equal(SCENE_ROUND_CHIPS, rounds.all.chip_count);
    snprintf(scene.cards[0].chips[0].name, sizeof(scene.cards[0].chips[0].name), "A%u",
             SCENE_ROUND_CHIPS + 1);
    scene.cards[0].chip_count = 1;
    rounds_add(&rounds, VERDICT_FAIL, &scene);
    assert_pairs(2, rounds.all.chips[0].rounds, 1, rounds.all.chips[1].rounds);
}

TEST(without_a_sensor_nothing_is_said_of_warmth)
{
    struct rounds rounds = { 0 };
    const struct scene scene = scene_of(-1, -1, CHIP_TESTED);

    rounds_add(&rounds, VERDICT_INCOMPLETE, &scene);
    expect_words(&rounds, "1 round: 1 not PASS, the first was round 1");
    /* 0 is a temperature, and the lowest of a chip stays when a round has none. */
    for (int celsius = 1; celsius >= -1; celsius--) {
        struct scene cold = scene_of(celsius, celsius, CHIP_BAD);

        rounds_add(&rounds, VERDICT_FAIL, &cold);
    }
    assert_pairs(0, rounds.all.chips[0].coolest, 1, rounds.all.chips[0].hottest, 0, rounds.coolest,
                 1, rounds.hottest, 2, rounds.all.chips[0].first);
}

/* A card that is gone, or a suite that names no test: the next round would come to the same at once. */
TEST(rounds_without_any_test_end)
{
    struct run_config config;
    struct rounds rounds = { 0 };
    struct scene scene = scene_of(-1, -1, CHIP_TESTED);

    config_defaults(&config);
    config.loop = LOOP_FOREVER;
    scene.cards[1].passed = 1; /* of a run before, with more cards */
    rounds_add(&rounds, VERDICT_NOT_TESTED, &scene);
    assert_false(rounds_go_on(&rounds, &config, -1, -1));
    for (unsigned i = 0; i < 7; i++) { /* one, or two of them */
        struct scene_card *const card = &scene.cards[0];

        card->passed = i == 0 || i == 4;
        card->failed = i == 1 || i == 4 || i == 5;
        card->errors = i == 2 || i == 5 || i == 6;
        card->differs = i == 3 || i == 6;
        rounds_add(&rounds, VERDICT_INCOMPLETE, &scene);
        assert_true(rounds_go_on(&rounds, &config, -1, -1));
    }
}

/* From 22:00 until 06:30 of the next day. */
TEST(rounds_end_at_their_time)
{
    struct run_config config;
    const struct rounds rounds = { .done = 5 };
    char error[CONFIG_ERROR_MAX];
    static const char text[] = "until=06:30\n";

    config_defaults(&config);
    assert_int_equal(OK, config_parse(&config, "file", text, sizeof(text) - 1, error));
    assert_true(rounds_go_on(&rounds, &config, 1320, 1430));
    assert_true(rounds_go_on(&rounds, &config, 1320, 60));
    assert_true(rounds_go_on(&rounds, &config, 1320, 389));
    assert_false(rounds_go_on(&rounds, &config, 1320, 390));
    assert_true(
        rounds_go_on(&rounds, &config, 1320, -1)); /* a machine without a clock: until Esc */
    assert_true(rounds_go_on(&rounds, &config, 0, -1));
    assert_true(rounds_go_on(&rounds, &config, -1, 500)); /* nor had it one when it began */
    assert_pairs(true, rounds_go_on(&rounds, &config, 0, 389), false,
                 rounds_go_on(&rounds, &config, 0, 390), false,
                 rounds_go_on(&rounds, &config, 0, 1439));
    assert_false(rounds_go_on(&rounds, &config, 390, 400)); /* it was that time when it began */
    assert_false(rounds_go_on(&rounds, &config, 390, 0));
    config.loop = 5;
    assert_false(rounds_go_on(&rounds, &config, 1320, 389)); /* so many, or until then */
    config.loop = 6;
    assert_true(rounds_go_on(&rounds, &config, 1320, 389));
    assert_true(rounds_go_on(&rounds, &config, -1, -1));
}

/* The worst of several is that of the run; a caller of the host command sees its status. */
TEST(verdicts_have_a_rank)
{
    /* clang-format off */
    static const struct { enum verdict verdict; const char *name; int status; unsigned rank; } rows[] = {
        { VERDICT_PASS, "PASS", 0, 0 }, { VERDICT_NOT_TESTED, "NOT TESTED", 2, 1 },
        { VERDICT_INCOMPLETE, SAYS_INCOMPLETE, 2, 2 }, { VERDICT_FAIL, "FAIL", 1, 3 } };
    /* clang-format on */

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_string_equal(rows[i].name, verdict_name(rows[i].verdict));
        assert_int_equal(rows[i].status, verdict_status(rows[i].verdict));
        assert_int_equal(rows[i].rank, verdict_rank(rows[i].verdict));
    }
}
