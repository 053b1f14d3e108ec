/* Whether the card in hand is the one that a station expects (docs/station.md): a row that the runner adds to the suite
 * where there is a board file. It comes last, because it compares facts that the other tests find out. */
#include "suite/run/board_file.h"

#include "hw/bits.h"

/* Entries of the file that the card differs from, in the order of the file. */
struct differences {
    struct test *t;
    struct text words;
    unsigned count, more;
};

static void say_difference(struct differences *d, const struct expect_row *row)
{
    const enum fact fact = (enum fact)row->fact;
    char line[TEST_VALUE_MAX];
    struct text text = text_in(line, sizeof(line));

    text_format(&text, "%s ", fact_name(fact));
    fact_words(&text, fact, &d->t->facts->of[fact]);
    text_string(&text, ", ");
    expect_row_words(&text, row);
    text_string(&text, " expected");
    test_say(d->t, "%s line %u: %s", d->t->board_file->name, (unsigned)row->line, line);
    if (d->words.used + text.used + 2 < d->words.size)
        text_format(&d->words, "%s%s", d->count ? "; " : "", line);
    else
        d->more++;
    d->count++;
}

/* False: the card was not asked, so it neither agrees nor differs. */
static bool was_asked(struct test *t, const struct expect_row *row)
{
    if (t->facts->of[row->fact].state != FACT_OPEN)
        return true;
    test_skip(t, "%s line %u: %s was read by none of the tests that were run", t->board_file->name,
              (unsigned)row->line, fact_name((enum fact)row->fact));
    return false;
}

static void keep_row(struct board_table *board, const struct expect_row *row,
                     const struct fact_value *value)
{
    struct board_row *const kept = &board->rows[board->count++];
    struct text expected = text_in(kept->expected, sizeof(kept->expected));
    struct text found = text_in(kept->found, sizeof(kept->found));

    kept->name = fact_name((enum fact)row->fact);
    kept->differs = !expect_fits(row, value);
    expect_row_words(&expected, row);
    fact_words(&found, (enum fact)row->fact, value);
}

/* For the screen: values that are as expected only where those that differ leave room. */
static void fill_table(struct test *t, unsigned product)
{
    const struct expectations *const expected = t->board_file;
    struct board_table *const board = &t->board;
    struct text name = text_in(board->file, sizeof(board->file));
    unsigned good = board->differing < BOARD_ROWS ? BOARD_ROWS - board->differing : 0;

    text_string(&name, expected->name);
    for (unsigned i = 0; i < expected->rows && board->count < BOARD_ROWS; i++) {
        const struct expect_row *const row = &expected->row[i];
        const struct fact_value *const value = &t->facts->of[row->fact];

        if (!expect_is_of(expected, i, product) || value->state == FACT_OPEN)
            continue;
        if (!expect_fits(row, value) || good) {
            good -= expect_fits(row, value);
            keep_row(board, row, value);
        }
    }
}

static void compare(struct test *t, unsigned product)
{
    const struct expectations *const expected = t->board_file;
    char words[TEST_SENTENCE_MAX - 64];
    struct differences d = { .t = t, .words = text_in(words, sizeof(words)) };
    unsigned compared = 0;

    for (unsigned i = 0; i < expected->rows; i++) {
        const struct expect_row *const row = &expected->row[i];

        if (!expect_is_of(expected, i, product) || !was_asked(t, row))
            continue;
        compared++;
        if (test_compared(t, !expect_fits(row, &t->facts->of[row->fact])))
            say_difference(&d, row);
    }
    t->board.compared = compared;
    t->board.differing = d.count;
    fill_table(t, product);
    if (d.count) {
        t->result = TEST_PASS; /* a difference weighs more than an entry that was not read */
        test_blame(t, CAUSE_NOT_EXPECTED);
        if (d.more)
            test_fail(t, "is not the expected board: %s; and %u more", words, d.more);
        else
            test_fail(t, "is not the expected board: %s", words);
    } else {
        test_note(t, "%u values are as %s expects them", compared, expected->name);
    }
}

static void board_is_expected(struct test *t)
{
    const unsigned product = expect_product(t->board_file, t->facts);

    if (product < t->board_file->products) {
        compare(t, product);
        return;
    }
    char pair[FACT_WORD_MAX];
    struct text text = text_in(pair, sizeof(pair));

    fact_words(&text, FACT_SUBSYSTEM, &t->facts->of[FACT_SUBSYSTEM]);
    test_blame(t, CAUSE_NOT_EXPECTED);
    if (test_compared(t, true))
        test_fail(t,
                  "is not the expected board: no match= of %s fits %s, device 0x%04x, subsystem %s",
                  t->board_file->name, t->card->chip->name, (unsigned)t->card->pci.device, pair);
}

const struct test_case board_file_row = {
    .name = "board.expected",
    .source = "station.md",
    .run = board_is_expected,
    .basis = PROVEN,
    .claim = CLAIM_BOARD,
};
