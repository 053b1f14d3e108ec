/* Several cards in one run: each has its own verdict, cause and chips, and nobody's fault is another's. */
#include "tests/suite/run_rig.h"

#define FIRST    "0000:01:00.0"
#define SECOND   "0000:01:01.0"
#define HEAD_ROW 8 /* of the verdict */
#define LIST_ROW 11
#define CHIP_ROW 14 /* below the cards and a free row */

/* Two cards of 2 MiB in the order of their addresses; null: nothing is wrong with it, there are no rounds. */
static struct rig *run_two(struct rounds *rounds, const char *first_defects,
                           const char *second_defects, const char *suite)
{
    struct rig *const rig = rig_new();
    const struct model_config cards[2] = {
        { .chip = &nv50_chips[CHIP_G84].chip, .vram_size = 2 << 20, .defects = first_defects },
        { .chip = &nv50_chips[CHIP_GT215].chip, .vram_size = 2 << 20, .defects = second_defects },
    };

    rig->host_config.cards = cards;
    rig->host_config.count = 2;
    rig->setup.rounds = rounds;
    rig_run_suite(rig, suite);
    return rig;
}

/* The good card comes last, and must not be the one that the screen accuses. */
TEST(the_bad_card_is_named)
{
    struct rig *const rig = run_two(NULL, "vram-stuck:partition=0,bit=3", NULL, "id,vram.quick");

    assert_int_equal(VERDICT_FAIL, rig->verdict);
    expect_said(rig->tap,
                "# card " FIRST " verdict: FAIL: vram.quick: G84 " SAYS_BAD_MEMORY ": partition 0",
                "# card " SECOND " verdict: PASS (only id,vram.quick): 0 errors in ",
                "# verdict: FAIL: " FIRST ": vram.quick: G84 " SAYS_BAD_MEMORY ": partition 0");
    expect_screen_row(&rig->screen, HEAD_ROW, "1 of 2 cards is bad", SCREEN_FAIL);
    expect_screen_row(&rig->screen, HEAD_ROW + 1, "CARD 1 at " FIRST ", chip A0", SCREEN_FAIL);
    expect_screen_row(&rig->screen, CHIP_ROW, "[A0 BAD] [A1 ok]", SCREEN_BAD);
    expect_screen_row(&rig->screen, LIST_ROW, "CARD 1  " FIRST " G84  FAIL: Chip A0: bit ",
                      SCREEN_BAD);
    expect_screen_row(&rig->screen, LIST_ROW + 1, "CARD 2  " SECOND " GT215  PASS", SCREEN_GOOD);
    /* Each record of a card says which one; the run's verdict alone does not. */
    unsigned of_run = 0;

    for (char *line = strtok(rig->records, "\n"); line; line = strtok(NULL, "\n")) {
        if (strstr(line, "\"card\":\""))
            continue;
        of_run += strstr(line, "\"type\":\"verdict\"") != NULL;
        assert_true(strstr(line, "\"type\":\"verdict\"") || strstr(line, "\"type\":\"machine\""));
    }
    assert_int_equal(1, of_run);
}

/* The first card has a fault of translation, the second one of memory: neither explains the other's. */
TEST(a_cause_explains_its_own_card)
{
    struct rig *const rig = run_two(NULL, "vm-read-only-ignored", "vram-stuck:partition=1,bit=37",
                                    "vm.pte.read_only,vm.fault.page_read_only,vram.quick");
    const char *verdict;

    assert_pairs(VERDICT_FAIL, rig->verdict, true, times_said(rig->tap, "\nnot ok") >= 3);
    verdict =
        strstr(rig->tap, "# card " SECOND " verdict: FAIL: vram.quick: GT215 " SAYS_BAD_MEMORY);
    assert_non_null(verdict);
    assert_null(
        strstr(verdict, "may explain")); /* it has one failure, and the others are not its own */
    expect_said(rig->tap, "# card " FIRST " verdict: FAIL: vm.pte.read_only: G84 ");
    expect_said(rig->tap, "# verdict: FAIL: " FIRST ": vm.pte.read_only: G84 ");
    expect_screen_row(&rig->screen, HEAD_ROW, "2 of 2 cards are bad", SCREEN_FAIL);
    expect_screen_row(&rig->screen, LIST_ROW, FIRST " G84  FAIL: vm.pte.read_only", SCREEN_BAD);
    expect_screen_row(&rig->screen, LIST_ROW + 1, SECOND " GT215  FAIL: Chip B1: bit 37",
                      SCREEN_BAD);
}

/* docs/station.md: of several equal cards the one that stands apart is named, also beside others; it is no failure,
 * and no reason of one. */
TEST(a_card_unlike_its_neighbours_is_named)
{
#define UNLIKE(what)                                                                               \
    "0000:01:02.0 is unlike its neighbours: celsius_" what " 80 C, its neighbours 45"
    for (unsigned fails = 0; fails < 2; fails++) {
        struct rig *const rig = rig_new();
        const struct model_config g84 = { .chip = &nv50_chips[CHIP_G84].chip,
                                          .vram_size = 2 << 20 };
        struct model_config cards[5] = { g84, g84, g84, g84, g84 };

        cards[1].chip = &nv50_chips[CHIP_GT215].chip;
        cards[1].defects = fails ? "vram-stuck:partition=0,bit=3" : NULL;
        cards[2].defects = "board-hot:start=80";
        rig->host_config.cards = cards;
        rig->host_config.count = 5;
        rig_run_suite(rig, "vram.temperature,vram.quick");
        expect_said(rig->tap, "\n# " UNLIKE("idle") "\n# " UNLIKE("most") "\n1..10\n");
        assert_int_equal(
            fails, !strstr(rig->tap, "\n# verdict: PASS (only vram.temperature,vram.quick; " UNLIKE(
                                         "idle") "): 0 errors"));
        assert_int_equal(2 + !fails, times_said(rig->tap, " is unlike its neighbours: "));
    }
}

/* A card of another family is named and left alone, and is no gap beside a good one. */
TEST(a_foreign_card_is_no_gap)
{
    struct rig *const rig = rig_new();
    const struct model_config cards[2] = {
        { .chip = &nv50_chips[CHIP_G84].chip, .vram_size = 2 << 20 },
        { .chip = &nv50_chips[CHIP_GT215].chip, .vram_size = 2 << 20, .device_id = 0x1b80 },
    };

    rig->host_config.cards = cards;
    rig->host_config.count = 2;
    assert_int_equal(VERDICT_PASS, rig_run_suite(rig, "default"));
    expect_said(rig->tap,
                "# card " SECOND " 10de:1b80: Pascal, GP104: not supported by this version",
                "# card " SECOND " verdict: NOT TESTED: Pascal, GP104: not supported",
                "# verdict: PASS: 1 of 2 cards; not tested: Pascal, GP104: not supported by "
                "this version; 0 errors in ");
}

TEST(two_good_cards_pass)
{
    struct rig *const rig = run_two(NULL, NULL, NULL, "id");

    assert_int_equal(VERDICT_PASS, rig->verdict);
    expect_said(rig->tap, "# verdict: PASS (only id)\n");
    expect_screen_row(&rig->screen, HEAD_ROW, "All 2 cards are good", SCREEN_PASS);
    expect_screen_row(&rig->screen, LIST_ROW, FIRST " G84  PASS: (only id)", SCREEN_GOOD);
    expect_screen_row(&rig->screen, LIST_ROW + 1, SECOND " GT215  PASS: (only id)", SCREEN_GOOD);
}

/* docs/screen.md: "one that a round does not find any more is INCOMPLETE in it, [...] and so is that round." */
TEST(a_card_that_has_gone_passes_no_round)
{
    static struct rounds rounds;
    struct rig *const rig = run_two(&rounds, "bus-gone:after=9000", NULL, "id");

    while (rounds.done < 99 && rounds.worst == VERDICT_PASS)
        rig_again(rig);
    assert_int_equal(VERDICT_INCOMPLETE, rig_again(rig));
    expect_said(rig->tap, "# card " FIRST " verdict: " SAYS_INCOMPLETE
                          ": the rounds before had this card, and it is not found any more\n");
    assert_int_equal(2, rounds.all.card_count);
    assert_string_equal(FIRST, rounds.all.cards[0].at);
    assert_pairs(2, rounds.all.cards[0].unpassed, 0, rounds.all.cards[1].unpassed);
    expect_screen_row(&rig->screen, HEAD_ROW, "Only 1 of 2 cards tested good", SCREEN_UNSURE);
    expect_screen_row(&rig->screen, HEAD_ROW + 1, "CARD 2 at " FIRST, SCREEN_UNSURE);
}
