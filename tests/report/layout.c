#include "tests/report/layout.h"

#define ROW_TITLE   0
#define ROW_CARD    1
#define ROW_BAR     3
#define ROW_NOW     4
#define ROW_HISTORY 6
#define ROW_COUNTS  20
#define ROW_VERDICT 22
#define BAR_WIDTH   60
#define CHIP_WIDE   9 /* columns that a chip of the picture takes */
#define REASON_ROWS 2 /* of the verdict's last rows */

static void clear(struct screen *screen)
{
    for (unsigned row = 0; row < SCREEN_ROWS; row++)
        for (unsigned column = 0; column < SCREEN_COLUMNS; column++)
            screen->cells[row][column] = (struct screen_cell){ ' ', SCREEN_NORMAL };
}

static void put(struct screen *screen, unsigned row, unsigned column, uint8_t colour,
                const char *text)
{
    for (; *text && column < SCREEN_COLUMNS; text++, column++) {
        struct screen_cell *const cell = &screen->cells[row][column];

        *cell = (struct screen_cell){ '?', colour };
        if (*text >= ' ' && *text <= '~')
            cell->character = *text;
    }
}

static void band(struct screen *screen, unsigned row, uint8_t colour)
{
    for (unsigned column = 0; column < SCREEN_COLUMNS; column++)
        screen->cells[row][column] = (struct screen_cell){ ' ', colour };
}

static void put_bar(struct report *report)
{
    const unsigned planned = report->planned ? report->planned : 1;
    const unsigned done = report->number < planned ? report->number : planned;
    char words[SCREEN_COLUMNS + 1];
    struct text text = text_in(words, sizeof(words));

    text_char(&text, '[');
    for (unsigned i = 0; i < BAR_WIDTH; i++)
        text_char(&text, i < done * BAR_WIDTH / planned ? '#' : '.');
    text_format(&text, "] %u of %u", report->number, report->planned);
    put(&report->screen, ROW_BAR, 1, SCREEN_NORMAL, words);
}

/* Each line stays where it is, the newest with a mark, until its turn to make room comes: a list that
 * scrolls is drawn anew for each test, which takes longer than most tests. */
static void put_history(struct report *report)
{
    for (unsigned i = 0; i < REPORT_HISTORY && i < report->history_count; i++)
        put(&report->screen, ROW_HISTORY + i, 1, report->history[i].colour,
            report->history[i].text);
    if (report->history_count)
        put(&report->screen, ROW_HISTORY + (report->history_count - 1) % REPORT_HISTORY, 0,
            SCREEN_NORMAL, ">");
}

static void put_counts(struct report *report)
{
    const struct report_counts *const counts = &report->all;
    char words[SCREEN_COLUMNS + 1];
    struct text text = text_in(words, sizeof(words));

    text_format(&text, "passed %u   failed %u   skipped %u   errors %u", counts->of[TEST_PASS],
                counts->of[TEST_FAIL], report_skipped(counts), counts->of[TEST_ERROR]);
    if (counts->differs)
        text_format(&text, "   differs %u", counts->differs);
    if (counts->risky_left_out)
        text_format(&text, "   left out %u (risky=1)", counts->risky_left_out);
    put(&report->screen, ROW_COUNTS, 1, counts->of[TEST_FAIL] ? SCREEN_BAD : SCREEN_NORMAL, words);
}

void layout_question(struct screen *screen, const char *question, const char *typed,
                     const char *keys)
{
    const size_t length = string_length(typed);

    clear(screen);
    band(screen, ROW_TITLE, SCREEN_TITLE);
    put(screen, ROW_TITLE, 1, SCREEN_TITLE, "Barecard");
    put(screen, ROW_NOW, 1, SCREEN_NORMAL, question);
    put(screen, ROW_HISTORY, 1, SCREEN_WARN, ">");
    put(screen, ROW_HISTORY, 3, SCREEN_GOOD, typed);
    put(screen, ROW_HISTORY, 3 + (unsigned)length, SCREEN_GOOD, "_");
    put(screen, SCREEN_ROWS - 2, 1, SCREEN_NORMAL, keys);
}

void layout_run(struct report *report)
{
    clear(&report->screen);
    band(&report->screen, ROW_TITLE, SCREEN_TITLE);
    put(&report->screen, ROW_TITLE, 0, SCREEN_TITLE, report->title);
    put(&report->screen, ROW_CARD, 0, SCREEN_NORMAL, report->picture.card);
    put_bar(report);
    put(&report->screen, ROW_NOW, 1, SCREEN_NORMAL, report->now);
    put_history(report);
    put_counts(report);
}

/* Breaks a sentence at blanks into rows of the screen; what does not fit is left out. */
static void put_wrapped(struct screen *screen, unsigned row, unsigned rows, uint8_t colour,
                        const char *text)
{
    const unsigned width = SCREEN_COLUMNS - 2;

    for (unsigned i = 0; i < rows && *text; i++) {
        char line[SCREEN_COLUMNS + 1];
        size_t length = string_length(text);
        size_t used = 0;

        if (length > width) {
            length = width;
            while (length > width / 2 && text[length] != ' ')
                length--;
        }
        while (used < length)
            line[used++] = *text++;
        line[used] = '\0';
        while (*text == ' ')
            text++;
        put(screen, row + i, 1, colour, line);
    }
}

/* The chips as a board has them around the processor: a row for each partition, bad ones red. Returns the
 * first row below them. */
static unsigned put_chips(struct report *report)
{
    const struct chip_table *chips = &report->picture.chips;
    const unsigned across = chips->ranks * chip_count(chips);

    put(&report->screen, ROW_HISTORY, 1, SCREEN_NORMAL,
        "Memory chips by partition; red: a fault was found, yellow: words were wrong");
    for (unsigned part = 0; part < chips->parts; part++)
        for (unsigned i = 0; i < across; i++) {
            const unsigned rank = i / chip_count(chips), chip = i % chip_count(chips);
            char words[SCREEN_COLUMNS + 1];
            struct text text = text_in(words, CHIP_WIDE);

            text_char(&text, '[');
            chip_name(&text, chips, part, rank, chip);
            text_char(&text, ']');
            put(&report->screen, ROW_HISTORY + 2 + part, 1 + i * CHIP_WIDE,
                chips->bad[part][rank][chip]     ? SCREEN_BAD
                : chips->wrong[part][rank][chip] ? SCREEN_WARN
                                                 : SCREEN_GOOD,
                words);
        }
    return ROW_HISTORY + 2 + chips->parts + 1;
}

/* In the place of the last results: the chips of the worst card if any were bad, and what each of several
 * cards has come to. */
static void put_cards(struct report *report)
{
    unsigned row = ROW_HISTORY;

    if (!report->picture.chips.parts && report->card_count < 2)
        return;
    for (unsigned i = ROW_HISTORY; i < ROW_COUNTS; i++)
        band(&report->screen, i, SCREEN_NORMAL);
    if (report->picture.chips.parts)
        row = put_chips(report);
    for (unsigned i = 0; i < report->card_count && i < REPORT_HISTORY && row < ROW_COUNTS; i++)
        if (report->card_count > 1)
            put(&report->screen, row++, 1, report->cards[i].colour, report->cards[i].text);
}

void layout_verdict(struct report *report, enum verdict verdict, const char *reason)
{
    static const uint8_t colours[] = {
        [VERDICT_PASS] = SCREEN_PASS,
        [VERDICT_FAIL] = SCREEN_FAIL,
        [VERDICT_NOT_TESTED] = SCREEN_UNSURE,
        [VERDICT_INCOMPLETE] = SCREEN_UNSURE,
    };
    const uint8_t colour = colours[verdict];

    layout_run(report);
    put_cards(report);
    for (unsigned row = ROW_VERDICT; row < SCREEN_ROWS; row++)
        band(&report->screen, row, colour);
    put(&report->screen, ROW_VERDICT, 1, colour, verdict_name(verdict));
    put_wrapped(&report->screen, ROW_VERDICT + 1, REASON_ROWS, colour, reason);
}
