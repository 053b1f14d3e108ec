#include "suite/report/layout.h"

#include "engines/text.h"
#include "hw/bits.h"
#include "suite/report/cores_picture.h"
#include "suite/report/font.h"
#include "suite/report/verdict.h"

#define ROW_TITLE   0
#define ROW_CARD    1 /* while it runs */
#define ROW_RUN_BAR 3
#define ROW_TEST    5
#define ROW_BAR     6
#define ROW_CHIPS   8 /* and the readings beside them */
#define ROW_RESULTS 17
#define ROW_BAND    1 /* of a verdict: its word, headline and card */
#define ROW_WORD    2
#define ROW_HEAD    8
#define ROW_SECOND  9
#define ROW_LOST    10
#define ROW_BODY    12
#define ROW_COUNTS  23
#define ROW_KEYS    24
#define ROW_PROMPT  3
#define MIDDLE      38 /* the column where the right half begins */
#define BAR_WIDTH   60
#define WORD_TOP    4 /* the font's capitals lie in these lines, two of which make a row */
#define WORD_ROWS   5

_Static_assert(ROW_RESULTS + SCENE_RESULTS <= ROW_COUNTS, "each result has a row");

/* ---- cells ----------------------------------------------------------------------------------- */

static void band(struct screen *screen, unsigned from, unsigned to, uint8_t colour)
{
    for (unsigned row = from; row < to; row++)
        for (unsigned column = 0; column < SCREEN_COLUMNS; column++)
            screen->cells[row][column] = (struct screen_cell){ ' ', colour };
}

/* Up to the column `end`; a text that is cut ends with "...". Without a text nothing is put. */
static void put_until(struct screen *screen, unsigned row, unsigned column, unsigned end,
                      uint8_t colour, const char *text)
{
    if (!text)
        return;
    const bool cut = column + string_length(text) > end;

    for (unsigned i = 0; text[i] && column + i < end; i++) {
        const bool dot = cut && column + i + 3 >= end;
        struct screen_cell *const cell = &screen->cells[row][column + i];

        *cell = (struct screen_cell){ '.', colour };
        if (!dot)
            cell->character = (char)(text[i] >= ' ' && text[i] <= '~' ? text[i] : '?');
    }
}

static void put(struct screen *screen, unsigned row, unsigned column, uint8_t colour,
                const char *text)
{
    put_until(screen, row, column, SCREEN_COLUMNS, colour, text);
}

/* How much of a sentence a row takes: up to a blank, where its second half has one. */
static size_t row_length(const char *text, unsigned width)
{
    size_t length = string_length(text);

    if (length <= width)
        return length;
    length = width;
    while (length > width / 2 && text[length] != ' ')
        length--;
    return length;
}

/* Rows that put_wrapped makes of a sentence. */
static unsigned rows_of(const char *text, unsigned column)
{
    unsigned rows = 0;

    for (; *text; rows++) {
        text += row_length(text, SCREEN_COLUMNS - 1 - column);
        while (*text == ' ')
            text++;
    }
    return rows;
}

/* Breaks a sentence at blanks into rows; gives the row below it. */
static unsigned put_wrapped(struct screen *screen, unsigned row, unsigned end_row, unsigned column,
                            uint8_t colour, const char *text)
{
    const unsigned width = SCREEN_COLUMNS - 1 - column;

    for (; text && *text && row < end_row; row++) {
        char line[SCREEN_COLUMNS + 1];
        struct text words = text_in(line, sizeof(line));
        size_t length = row_length(text, width);

        if (text[length] && row + 1 == end_row) {
            put_until(screen, row, column, SCREEN_COLUMNS - 1, colour, text);
            return end_row;
        }
        while (length--)
            text_char(&words, *text++);
        while (*text == ' ')
            text++;
        put(screen, row, column, colour, line);
    }
    return row;
}

/* ---- parts of every page --------------------------------------------------------------------- */

static void put_title(struct screen *screen, const struct scene *scene)
{
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));
    const char *why;
    const char *const trouble = scene_trouble(scene, &why);
    const char *const report = trouble ? trouble : scene->saved ? scene->saved : "";
    const unsigned right = SCREEN_COLUMNS - 1 - (unsigned)string_length(report);

    band(screen, ROW_TITLE, ROW_TITLE + 1, SCREEN_TITLE);
    text_format(&words, "Barecard %s  %s  %s", scene->version ? scene->version : "",
                scene->time ? scene->time : "", scene->machine ? scene->machine : "");
    put_until(screen, ROW_TITLE, 1, right - 1, SCREEN_TITLE, letters);
    put(screen, ROW_TITLE, right, trouble ? SCREEN_UNSURE : SCREEN_TITLE, report);
}

static void put_keys(struct screen *screen, const struct scene *scene)
{
    char wide[SCENE_LINE], close[SCENE_LINE];
    struct text words = text_in(wide, sizeof(wide)), narrow = text_in(close, sizeof(close));

    for (unsigned i = 0; i < scene->key_count; i++) {
        text_format(&words, "%s[%s] %s", i ? "  " : "", scene->keys[i].key, scene->keys[i].label);
        text_format(&narrow, "%s[%s]%s", i ? " " : "", scene->keys[i].key, scene->keys[i].label);
    }
    put(screen, ROW_KEYS, 1, SCREEN_NORMAL, words.used < SCREEN_COLUMNS ? wide : close);
}

static void put_card(struct screen *screen, unsigned row, const struct scene *scene)
{
    const struct scene_card *const card = &scene->cards[scene->card];
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));

    if (!scene->card_count)
        return;
    text_format(&words, "CARD %u of %u  %s  %s  %s", scene->card + 1, scene->card_count, card->at,
                card->title ? card->title : "", card->memory ? card->memory : "");
    put(screen, row, 1, SCREEN_NORMAL, letters);
}

static const struct {
    const char *word;
    uint8_t colour;
} chip_looks[] = {
    [CHIP_WAITING] = { "...", SCREEN_DIM },   [CHIP_TESTED] = { "ok", SCREEN_GOOD },
    [CHIP_TESTING] = { ">>>", SCREEN_TITLE }, [CHIP_WRONG] = { "WRONG", SCREEN_WARN },
    [CHIP_BAD] = { "BAD", SCREEN_BAD },
};

/* A row for each partition: "[A0 ok] [A1 ok]", or one for all memory; gives the row below. */
static unsigned put_chips(struct screen *screen, unsigned row, unsigned end_row,
                          const struct scene_card *card)
{
    unsigned column = 1;

    if (!card->chip_count && card->memory_state != CHIP_WAITING) {
        char letters[SCENE_LINE];
        struct text words = text_in(letters, sizeof(letters));

        text_format(&words, "[MEMORY %s]", chip_looks[card->memory_state].word);
        put(screen, row, column, chip_looks[card->memory_state].colour, letters);
        return row + 1;
    }
    for (unsigned i = 0; i < card->chip_count; i++) {
        const struct scene_chip *const chip = &card->chips[i];
        char letters[SCENE_LINE];
        struct text words = text_in(letters, sizeof(letters));

        text_format(&words, "[%s %s]", chip->name, chip_looks[chip->state].word);
        if (i && (chip->part != chip[-1].part || column + words.used >= MIDDLE)) {
            row++;
            column = 1;
        }
        if (row == end_row) {
            put(screen, row - 1, MIDDLE - 4, SCREEN_NORMAL, "...");
            return row;
        }
        put(screen, row, column, chip_looks[chip->state].colour, letters);
        column += (unsigned)words.used + 1;
    }
    return card->chip_count ? row + 1 : row;
}

/* The multiprocessors of a TPC: "[TPC 3: ok BAD]"; off: by fuse. Gives its colour. */
static uint8_t cluster_words(const struct core_table *cores, unsigned tpc, struct text *words)
{
    const uint64_t all = core_bit(tpc, 0) * (core_bit(1, 0) - 1), bad = cores_bad(cores);

    text_format(words, "[TPC %u:", tpc);
    for (unsigned mp = 0; mp < cores->mps && (cores->there & all); mp++) {
        const uint64_t core = core_bit(tpc, mp);

        if (cores->there & core)
            text_string(words, bad & core ? " BAD" : cores_good(cores) & core ? " ok" : " ...");
    }
    text_string(words, cores->there & all ? "]" : " off]");
    return bad & all ? SCREEN_BAD : cores->there & all ? SCREEN_GOOD : SCREEN_DIM;
}

/* In place of the memory's chips where the verdict rests on shader cores; gives the row below. */
static unsigned put_cores(struct screen *screen, unsigned row, const struct core_table *cores)
{
    unsigned column = 1;

    for (unsigned tpc = 0; tpc < cores->tpcs; tpc++) {
        char letters[SCENE_LINE];
        struct text words = text_in(letters, sizeof(letters));
        const uint8_t colour = cluster_words(cores, tpc, &words);

        if (column + words.used >= SCREEN_COLUMNS) {
            row++;
            column = 1;
        }
        put(screen, row, column, colour, letters);
        column += (unsigned)words.used + 1;
    }
    return row + 1;
}

/* ---- while it runs --------------------------------------------------------------------------- */

static void put_bar(struct screen *screen, unsigned row, int percent)
{
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));

    text_char(&words, '[');
    for (int i = 0; i < BAR_WIDTH; i++)
        text_char(&words, i < percent * BAR_WIDTH / 100 ? '#' : '.');
    text_char(&words, ']');
    if (percent >= 0)
        text_format(&words, " %d %%", percent);
    put(screen, row, 1, SCREEN_NORMAL, letters);
}

static void put_reading(struct screen *screen, unsigned row, const char *name, int value,
                        const char *unit)
{
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));

    text_string(&words, name);
    while (words.used < 13)
        text_char(&words, ' ');
    if (value < 0)
        text_string(&words, "--");
    else
        text_format(&words, "%d", value);
    text_format(&words, " %s", unit);
    put(screen, row, MIDDLE, SCREEN_NORMAL, letters);
}

/* Fixed rows, because a person finds a reading by its place. */
static void put_readings(struct screen *screen, const struct scene *scene)
{
    const struct scene_card *const card = &scene->cards[scene->card];
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));

    text_string(&words, "ELAPSED      ");
    scene_minutes(scene->elapsed, &words);
    text_string(&words, "   LEFT ");
    scene_minutes(scene->left, &words);
    put(screen, ROW_CHIPS, MIDDLE, SCREEN_NORMAL, letters);
    words = text_in(letters, sizeof(letters));
    text_format(&words, scene->limit > 0 ? "C (limit %d)" : "C", scene->limit);
    put_reading(screen, ROW_CHIPS + 1, "TEMPERATURE", scene->celsius, letters);
    put_reading(screen, ROW_CHIPS + 2, "RATE", scene->rate, "MB/s");
    put_reading(screen, ROW_CHIPS + 4, "PASSED", (int)card->passed, "");
    put_reading(screen, ROW_CHIPS + 5, "FAILED", (int)card->failed, "");
    put_reading(screen, ROW_CHIPS + 6, "SKIPPED", (int)card->skipped, "");
    put_reading(screen, ROW_CHIPS + 7, "ERRORS", (int)card->errors, "");
}

/* Failures come first in the list that the scene keeps; results that do not fit are in the
 * report. */
static void put_results(struct screen *screen, const struct scene *scene)
{
    static const struct {
        const char *word;
        uint8_t colour;
    } appearances[STATES] = {
        [STATE_PASS] = { "ok", SCREEN_GOOD },
        [STATE_FAIL] = { "FAIL", SCREEN_BAD },
        [STATE_NOT_TESTED] = { "--", SCREEN_NORMAL },
        [STATE_INCOMPLETE] = { "!", SCREEN_WARN },
    };

    for (unsigned i = 0; i < scene->result_count; i++) {
        const struct scene_result *const r = &scene->results[i];
        char letters[SCENE_LINE];
        struct text words = text_in(letters, sizeof(letters));

        text_format(&words, "%s%s%s", r->test, r->words && r->words[0] ? ": " : "",
                    r->words ? r->words : "");
        put(screen, ROW_RESULTS + i, 1, appearances[r->state].colour, appearances[r->state].word);
        put(screen, ROW_RESULTS + i, 6, appearances[r->state].colour, letters);
    }
}

static void draw_running(struct screen *screen, const struct scene *scene)
{
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));

    put_card(screen, ROW_CARD, scene);
    put(screen, ROW_RUN_BAR - 1, 1, SCREEN_NORMAL, "WHOLE RUN");
    put(screen, ROW_RUN_BAR - 1, 12, SCREEN_NORMAL, scene->rounds);
    put_bar(screen, ROW_RUN_BAR, (int)scene->run_thousandths / 10);
    text_format(&words, "%s  %s", scene->test ? scene->test : "",
                scene->paused ? "PAUSED: press Space to go on"
                : scene->what ? scene->what
                              : "");
    put(screen, ROW_TEST, 1, SCREEN_NORMAL, letters);
    put_bar(screen, ROW_BAR, scene->percent);
    put_chips(screen, ROW_CHIPS, ROW_RESULTS - 1, &scene->cards[scene->card]);
    put_readings(screen, scene);
    put_results(screen, scene);
}

/* ---- a verdict ------------------------------------------------------------------------------- */

/* A pixel of the font is a column, two lines of it are a row. */
static void put_word(struct screen *screen, unsigned row, unsigned column, uint8_t colour,
                     const char *word)
{
    for (; *word; word++, column += FONT_WIDTH)
        for (unsigned line = 0; line < 2 * WORD_ROWS; line++)
            for (unsigned x = 0; x < FONT_WIDTH && column + x < SCREEN_COLUMNS; x++)
                if (font_glyphs[*word - FONT_FIRST][WORD_TOP + line] & 0x80u >> x)
                    screen->cells[row + line / 2][column + x] = (struct screen_cell){ '#', colour };
}

static const struct {
    const char *word;
    uint8_t colour, line;
} verdict_appearances[STATES] = {
    [STATE_WAITING] = { "WAITING", SCREEN_UNSURE, SCREEN_NORMAL },
    [STATE_RUNNING] = { "RUNNING", SCREEN_UNSURE, SCREEN_NORMAL },
    [STATE_PASS] = { WORD_PASS, SCREEN_PASS, SCREEN_GOOD },
    [STATE_FAIL] = { WORD_FAIL, SCREEN_FAIL, SCREEN_BAD },
    [STATE_NOT_TESTED] = { WORD_NOT_TESTED, SCREEN_UNSURE, SCREEN_WARN },
    [STATE_INCOMPLETE] = { WORD_INCOMPLETE, SCREEN_UNSURE, SCREEN_WARN },
};

/* The verdict in large letters, and below it any trouble with the report, because a verdict whose
 * report is lost is worth less. */
static void put_band(struct screen *screen, const struct scene *scene)
{
    const uint8_t colour = verdict_appearances[scene_shown_state(scene)].colour;
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));

    band(screen, ROW_BAND, ROW_SECOND + 1, colour);
    put_word(screen, ROW_WORD, 0, colour, verdict_appearances[scene_shown_state(scene)].word);
    scene_headline(scene, &words);
    put(screen, ROW_HEAD, 1, colour, letters);
    words = text_in(letters, sizeof(letters));
    scene_second(scene, &words);
    put(screen, ROW_SECOND, 1, colour, letters);
    const char *why;
    const char *const trouble = scene_trouble(scene, &why);

    if (!trouble)
        return;
    words = text_in(letters, sizeof(letters));
    text_format(&words, "%s: %s", trouble, why);
    band(screen, ROW_LOST, ROW_LOST + 1, SCREEN_UNSURE);
    put(screen, ROW_LOST, 1, SCREEN_UNSURE, letters);
}

static unsigned put_steps(struct screen *screen, unsigned row, const struct advice *advice)
{
    for (unsigned i = 0; advice && i < ADVICE_STEPS && advice->steps[i] && row < ROW_COUNTS; i++) {
        const char number[] = { (char)('1' + i), '\0' };

        put(screen, row, 1, SCREEN_NORMAL, number);
        row = put_wrapped(screen, row, ROW_COUNTS, 3, SCREEN_NORMAL, advice->steps[i]);
    }
    return row;
}

/* Parts that are 0 or unknown are left out, because the line has to fit into 80 characters. */
static void put_counts(struct screen *screen, const struct scene *scene)
{
    const struct scene_card *const card = &scene->cards[scene->card];
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));

    text_format(&words, "passed %u   failed %u   skipped %u   errors %u", card->passed,
                card->failed, card->skipped, card->errors);
    if (card->differs)
        text_format(&words, "   differ %u", card->differs);
    if (scene->elapsed >= 0) {
        text_string(&words, "   time ");
        scene_minutes(scene->elapsed, &words);
    }
    if (scene->celsius >= 0)
        text_format(&words, "   %d C", scene->celsius);
    if (scene->rounds)
        text_format(&words, "   %s", scene->rounds);
    put(screen, ROW_COUNTS, 1, SCREEN_NORMAL, letters);
}

/* How far a PASS goes. */
static void put_limits(struct screen *screen, unsigned row, const struct conditions *c)
{
    char letters[2 * CONDITIONS_WORDS_MAX], unseen[CONDITIONS_WORDS_MAX];
    struct text words = text_in(letters, sizeof(letters)), more = text_in(unseen, sizeof(unseen));

    conditions_bound_words(c, &words);
    letters[0] = (char)(letters[0] - 'a' + 'A');
    row = put_wrapped(screen, row, ROW_COUNTS, 1, SCREEN_NORMAL, letters);
    conditions_unseen(c, &more);
    words = text_in(letters, sizeof(letters));
    text_format(&words, "NOT TESTED %s", unseen);
    if (unseen[0])
        put_wrapped(screen, row, ROW_COUNTS, 1, SCREEN_NORMAL, letters);
}

/* Only values that differ from the board file, with both; gives the row below. */
static unsigned put_board(struct screen *screen, unsigned row, unsigned end_row,
                          const struct board_table *board)
{
    for (unsigned i = 0; i < board->count && row < end_row; i++) {
        const struct board_row *const value = &board->rows[i];
        char letters[SCENE_LINE];
        struct text words = text_in(letters, sizeof(letters));

        if (!value->differs)
            continue;
        text_format(&words, "x %-14s expected %s, found %s", value->name, value->expected,
                    value->found);
        put(screen, row++, 1, SCREEN_BAD, letters);
    }
    return row;
}

static void draw_one(struct screen *screen, const struct scene *scene)
{
    const struct scene_card *const card = &scene->cards[scene->card];
    unsigned row = ROW_BODY - 1;

    put_card(screen, row++, scene);
    row = scene_card_is_other(card) ? put_board(screen, row, row + 5, &card->board)
          : cores_are_shown(card)   ? put_cores(screen, row, &card->cores)
                                    : put_chips(screen, row, row + 4, card);
    row = put_steps(screen, row + (row < ROW_BODY + 3), card->advice);
    row = put_wrapped(screen, row + (row < ROW_COUNTS - 3), ROW_COUNTS, 1, SCREEN_NORMAL,
                      card->reason);
    if (scene_card_holds(card))
        put_limits(screen, row, &card->conditions);
    put_counts(screen, scene);
}

/* A line for each card, with the chip where one is named, for the reason is longer than a line; then the chips of the
 * current one and its next steps. */
static void draw_several(struct screen *screen, const struct scene *scene)
{
    unsigned row = ROW_BODY - 1;

    for (unsigned i = 0; i < scene->card_count; i++, row++) {
        const struct scene_card *const card = &scene->cards[i];
        char letters[SCENE_LINE];
        struct text words = text_in(letters, sizeof(letters));

        text_format(&words, "CARD %u  %s %s  %s", i + 1, card->at, card->title ? card->title : "",
                    verdict_appearances[card->state].word);
        if (card->reason && card->reason[0])
            text_string(&words, ": ");
        if (finding_chip_count(&card->finding) || card->finding.cores)
            scene_card_headline(card, &words);
        else if (scene_card_holds(card) && !(card->reason && card->reason[0])) {
            text_string(&words, ": ");
            conditions_words(&card->conditions, &words);
        } else
            text_string(&words, card->reason ? card->reason : "");
        put(screen, row, 1, verdict_appearances[card->state].line, letters);
    }
    if (scene->state == STATE_PASS)
        return;
    row = put_chips(screen, row + 1, ROW_COUNTS - 2, &scene->cards[scene->card]);
    put_steps(screen, row, scene->cards[scene->card].advice);
}

/* A line for each card that is tested at the same time as others, under the bar of the whole run. */
static void draw_together(struct screen *screen, const struct scene *scene)
{
    put(screen, ROW_RUN_BAR - 1, 1, SCREEN_NORMAL, "WHOLE RUN");
    put(screen, ROW_RUN_BAR - 1, 12, SCREEN_NORMAL,
        scene->paused ? "PAUSED: press Space to go on" : scene->rounds);
    put_bar(screen, ROW_RUN_BAR, (int)scene->run_thousandths / 10);
    for (unsigned i = 0; i < scene->card_count; i++) {
        const struct scene_card *const card = &scene->cards[i];
        char letters[SCENE_LINE];
        struct text words = text_in(letters, sizeof(letters));

        text_format(&words, "CARD %u  %s %s  %s", i + 1, card->at, card->title ? card->title : "",
                    verdict_appearances[card->state].word);
        if (card->test)
            text_format(&words, " %s", card->test);
        if (card->test && card->percent)
            text_format(&words, " %u %%", card->percent);
        text_format(&words, ", %u passed, %u failed", card->passed, card->failed);
        put(screen, ROW_TEST + i, 1, verdict_appearances[card->state].line, letters);
    }
}

static void draw_verdict(struct screen *screen, const struct scene *scene)
{
    put_band(screen, scene);
    if (!scene->card_count)
        put_steps(screen, ROW_BODY, scene->advice);
    else if (scene->card_count == 1 || scene->one_card)
        draw_one(screen, scene);
    else
        draw_several(screen, scene);
}

/* ---- a question ------------------------------------------------------------------------------ */

static void draw_question(struct screen *screen, const struct scene *scene)
{
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));

    scene_answer(scene, &words);
    put_wrapped(screen, ROW_TEST, ROW_CHIPS, 1, SCREEN_NORMAL, scene->question);
    put(screen, ROW_CHIPS + 1, 1, SCREEN_WARN, scene->typed ? ">" : "");
    put(screen, ROW_CHIPS + 1, 3, SCREEN_GOOD, letters);
}

/* ---- details and menu ------------------------------------------------------------------------ */

/* Starts at the problem to which the operator has scrolled. */
static void draw_details(struct screen *screen, const struct scene *scene)
{
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));
    unsigned row = ROW_CARD + 2;

    text_format(&words, "PROBLEMS: %u", scene->problem_count);
    if (scene->problems_lost)
        text_format(&words, ", and %u more in the report", scene->problems_lost);
    put(screen, ROW_CARD, 1, SCREEN_NORMAL, letters);
    for (unsigned i = scene->first_problem; i < scene->problem_count && row < ROW_COUNTS; i++) {
        const struct scene_problem *const problem = &scene->problems[i];

        words = text_in(letters, sizeof(letters));
        if (scene->card_count > 1)
            text_format(&words, "CARD %u ", problem->card + 1u);
        text_string(&words, problem->test);
        if (problem->more)
            text_format(&words, " and %u more", problem->more);
        text_format(&words, ": %s", problem->words);
        put(screen, row, 1, SCREEN_NORMAL, problem->state == STATE_FAIL ? "x" : "!");
        row = put_wrapped(screen, row, ROW_COUNTS, 3, verdict_appearances[problem->state].line,
                          letters);
        words = text_in(letters, sizeof(letters));
        if (problem->expected[0])
            text_format(&words, "expected %s, seen %s", problem->expected, problem->actual);
        row = put_wrapped(screen, row, ROW_COUNTS, 5, SCREEN_NORMAL, letters);
    }
}

/* The chosen line has a mark as well as a colour, because nothing is told by colour alone. */
static void draw_menu(struct screen *screen, const struct scene *scene)
{
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));

    if (scene->seconds >= 0)
        text_format(&words, "%s starts in %d s; another key stops the clock",
                    scene->lines[scene->line].name, scene->seconds);
    else
        text_string(&words, "What shall be tested?");
    put(screen, ROW_RUN_BAR, 1, SCREEN_NORMAL, letters);
    for (unsigned i = 0; i < scene->line_count; i++) {
        const bool chosen = i == scene->line;

        words = text_in(letters, sizeof(letters));
        text_format(&words, "%s %u %s", chosen ? ">" : " ", i + 1, scene->lines[i].name);
        put(screen, ROW_TEST + i, 1, chosen ? SCREEN_TITLE : SCREEN_NORMAL, letters);
        put(screen, ROW_TEST + i, 26, SCREEN_NORMAL, scene->lines[i].about);
    }
}

static const struct scene_prompt_line *line_from_end(const struct scene_prompt *prompt, unsigned i)
{
    return &prompt->lines[(prompt->line_count - 1 - i) % SCENE_PROMPT_LINES];
}

/* Where the words of a line begin; the rows that follow its first one stand below them. */
static unsigned indent_of(const char *text)
{
    unsigned blanks = 0;

    while (text[blanks] == ' ')
        blanks++;
    return 1 + blanks;
}

static unsigned prompt_rows(const struct scene_prompt_line *line)
{
    return rows_of(line->text + indent_of(line->text) - 1, indent_of(line->text));
}

/* The last lines that there is room for, whole. */
static void put_prompt_lines(struct screen *screen, const struct scene_prompt *prompt,
                             unsigned rows)
{
    static const uint8_t colours[PROMPT_KINDS] = {
        [PROMPT_ENTERED] = SCREEN_NORMAL, [PROMPT_ANSWER] = SCREEN_NORMAL,
        [PROMPT_DETAIL] = SCREEN_NORMAL,  [PROMPT_ASKED] = SCREEN_WARN,
        [PROMPT_GOOD] = SCREEN_GOOD,      [PROMPT_BAD] = SCREEN_BAD,
        [PROMPT_HINT] = SCREEN_NORMAL,
    };
    const unsigned kept =
        prompt->line_count < SCENE_PROMPT_LINES ? prompt->line_count : SCENE_PROMPT_LINES;
    unsigned count = 0, used = 0;

    while (count < kept && used + prompt_rows(line_from_end(prompt, count)) <= rows)
        used += prompt_rows(line_from_end(prompt, count++));
    for (unsigned row = ROW_PROMPT; count--;) {
        const struct scene_prompt_line *const line = line_from_end(prompt, count);
        const unsigned column = indent_of(line->text);

        row = put_wrapped(screen, row, ROW_PROMPT + rows, column,
                          colours[line->kind < PROMPT_KINDS ? line->kind : PROMPT_ANSWER],
                          line->text + column - 1);
    }
}

/* Above the one that is typed. */
static void draw_prompt(struct screen *screen, const struct scene *scene)
{
    const struct scene_prompt *const prompt = scene->prompt;
    const unsigned rows = ROW_KEYS - 2 - ROW_PROMPT;
    const unsigned room = SCREEN_COLUMNS - 4;
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));

    put_card(screen, ROW_CARD, scene);
    text_format(&words, "TO PUT BACK: %u%s", prompt->write_count,
                prompt->write_count ? " (undo)" : "");
    put(screen, ROW_CARD, SCREEN_COLUMNS - 1 - (unsigned)words.used, SCREEN_NORMAL, letters);
    put_prompt_lines(screen, prompt, rows);
    if (!prompt->input)
        return;
    const unsigned from = prompt->cursor > room ? prompt->cursor - room : 0;
    put(screen, ROW_PROMPT + rows, 1, SCREEN_NORMAL, "> ");
    put(screen, ROW_PROMPT + rows, 3, SCREEN_NORMAL, prompt->input + from);
    screen->cells[ROW_PROMPT + rows][3 + prompt->cursor - from].colour = SCREEN_TITLE;
}

/* The most urgent page wins, as in page_draw: a question before all else. */
void layout_draw(struct screen *screen, const struct scene *scene)
{
    band(screen, 0, SCREEN_ROWS, SCREEN_NORMAL);
    put_title(screen, scene);
    if (scene->question)
        draw_question(screen, scene);
    else if (scene->line_count)
        draw_menu(screen, scene);
    else if (scene_prompts(scene))
        draw_prompt(screen, scene);
    else if (scene->details)
        draw_details(screen, scene);
    else if (scene->state == STATE_RUNNING && scene->together)
        draw_together(screen, scene);
    else if (scene->state == STATE_RUNNING)
        draw_running(screen, scene);
    else
        draw_verdict(screen, scene);
    put_keys(screen, scene);
}
