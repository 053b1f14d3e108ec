#include "linux/live.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "suite/report/verdict.h"

#define BAR       26
#define BAR_SHORT 8 /* where the line would not fit: below WIDE columns */
#define WIDE      100
#define DRAW_US   1000000
#define CLEAR     "\r\033[K"
#define RED       "\033[1;31m"
#define GREEN     "\033[32m"
#define YELLOW    "\033[33m"
#define DIM       "\033[2m"
#define NORMAL    "\033[0m"

static void put(const char *text, size_t size)
{
    while (size) {
        const ssize_t written = write(STDOUT_FILENO, text, size);

        if (written < 0 && errno != EINTR)
            return; /* a terminal that has gone does not stop a run */
        if (written > 0) {
            text += written;
            size -= (size_t)written;
        }
    }
}

static void put_string(const char *text)
{
    put(text, strlen(text));
}

void live_open(struct live *live, int output)
{
    const char *const no_colour = getenv("NO_COLOR"), *const kind = getenv("TERM");

    *live = (struct live){ .terminal = isatty(output) };
    live->colours =
        live->terminal && !(no_colour && no_colour[0]) && kind && strcmp(kind, "dumb") != 0;
}

static void clear(struct live *live)
{
    if (live->drawn)
        put_string(CLEAR);
    live->drawn = false;
}

/* TAP scrolls above it, so it is drawn anew whenever something was put out; not after half a line
 * of TAP. */
static void draw(struct live *live)
{
    if (!live->line[0] || live->open)
        return;
    put_string(CLEAR);
    put_string(live->line);
    live->drawn = true;
}

/* ---- TAP ------------------------------------------------------------------------------------- */

static const char *colour_of(const char *line, size_t size)
{
    if (size >= 6 && memcmp(line, "not ok", 6) == 0)
        return memmem(line, size, "# TODO", 6) ? YELLOW : RED;
    if (size >= 2 && memcmp(line, "ok", 2) == 0)
        return memmem(line, size, "# SKIP", 6) ? YELLOW : GREEN;
    return size && line[0] == '#' ? DIM : NULL;
}

static void put_line(const struct live *live, const char *line, size_t size)
{
    const char *const colour = live->colours ? colour_of(line, size) : NULL;
    const bool ends = size && line[size - 1] == '\n';

    if (colour)
        put_string(colour);
    put(line, size - (colour && ends));
    if (colour)
        put_string(ends ? NORMAL "\n" : NORMAL);
}

static void put_lines(struct live *live, const char *text, size_t size)
{
    while (size) {
        const char *const end = memchr(text, '\n', size);
        const size_t length = end ? (size_t)(end - text) + 1 : size;

        put_line(live, text, length);
        live->open = !end;
        text += length;
        size -= length;
    }
}

/* Prints the lines that came before TAP's first line, after it. */
static void put_held(struct live *live)
{
    put_lines(live, live->held, live->held_used);
    live->held_used = 0;
}

void live_tap(struct live *live, const char *text, size_t size)
{
    const char *const end = memchr(text, '\n', size);

    clear(live);
    if (live->started || !end) {
        put_lines(live, text, size);
        draw(live);
        return;
    }
    live->started = true;
    put_lines(live, text, (size_t)(end - text) + 1);
    put_held(live);
    put_lines(live, end + 1, size - (size_t)(end - text) - 1);
}

void live_comment(struct live *live, const char *line)
{
    char text[LINE_ROOM];
    const int made = snprintf(text, sizeof(text), "# %s\n", line);
    const size_t size = made < LINE_ROOM ? (size_t)made : LINE_ROOM - 1;

    if (live->started) {
        clear(live);
        put_lines(live, text, size);
        draw(live);
    } else if (live->held_used + size <= sizeof(live->held)) {
        memcpy(live->held + live->held_used, text, size);
        live->held_used += size;
    }
}

/* ---- the line -------------------------------------------------------------------------------- */

static unsigned columns(void)
{
    struct winsize size;

    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 80;
}

static void add_errors(struct text *words, const struct scene *scene)
{
    uint64_t wrong = 0;
    unsigned failed = 0;

    for (unsigned i = 0; i < scene->card_count; i++) {
        const struct scene_card *const card = &scene->cards[i];

        wrong += card->wrong;
        failed += card->failed;
        for (unsigned c = 0; c < card->chip_count; c++)
            if (card->chips[c].state == CHIP_BAD)
                text_format(words, "  %s BAD", card->chips[c].name);
    }
    if (wrong)
        text_format(words, "  %llu bad", (unsigned long long)wrong);
    else
        text_format(words, "  %u failed", failed);
}

/* A line too long is cut before the errors, because these must not be missed. */
static void make_line(char line[LINE_ROOM], const struct scene *scene, unsigned width)
{
    char errors[LINE_ROOM / 2];
    struct text tail = text_in(errors, sizeof(errors));
    const int bar = width < WIDE ? BAR_SHORT : BAR;

    add_errors(&tail, scene);
    const size_t room = width > tail.used + 1 ? width - tail.used : 1;
    struct text words = text_in(line, room < LINE_ROOM / 2 ? room : LINE_ROOM / 2);

    text_format(&words, "%s  %u of %u", scene->test, scene->test_number + 1, scene->test_count);
    if (scene->percent >= 0) {
        text_string(&words, "  [");
        for (int i = 0; i < bar; i++)
            text_char(&words, i < scene->percent * bar / 100 ? '#' : '.');
        text_format(&words, "] %3d %%", scene->percent);
    }
    if (scene->rate > 0)
        text_format(&words, "  %d MB/s", scene->rate);
    if (scene->tested) {
        text_string(&words, "  ");
        conditions_bytes(&words, scene->tested);
    }
    if (scene->left >= 0)
        text_format(&words, "  %d:%02d left", scene->left / 60, scene->left % 60);
    if (scene->celsius >= 0)
        text_format(&words, "  %d C", scene->celsius);
    if (scene->what && scene->what[0])
        text_format(&words, "  %s", scene->what);
    memcpy(line + words.used, errors, tail.used + 1);
}

void live_show(struct live *live, struct scene *scene, uint64_t began_us, uint64_t now_us, bool now)
{
    scene_clock(scene, (unsigned)((now_us - began_us) / 1000000));
    if (!live->terminal || live->open || !scene->test || !scene->test[0] ||
        scene->state != STATE_RUNNING || (!now && now_us - live->shown_us < DRAW_US))
        return;
    live->shown_us = now_us;
    make_line(live->line, scene, columns());
    draw(live);
}

/* ---- the end --------------------------------------------------------------------------------- */

static const char *const names[STATES] = { [STATE_PASS] = WORD_PASS,
                                           [STATE_FAIL] = WORD_FAIL,
                                           [STATE_NOT_TESTED] = WORD_NOT_TESTED,
                                           [STATE_INCOMPLETE] = WORD_INCOMPLETE };

static void put_rule(void)
{
    const unsigned width = columns() < 100 ? columns() : 100;

    for (unsigned i = 0; i < width; i++)
        put("-", 1);
    put("\n", 1);
}

static void put_text(const char *before, const struct text *words)
{
    if (!words->used)
        return;
    put_string(before);
    put(words->chars, words->used);
    put("\n", 1);
}

static void put_chips(const struct live *live, const struct scene_card *card)
{
    char line[LINE_ROOM];
    struct text words = text_in(line, sizeof(line));

    for (unsigned i = 0; i < card->chip_count; i++) {
        const struct scene_chip *const chip = &card->chips[i];
        const bool bad = chip->state == CHIP_BAD || chip->state == CHIP_WRONG;

        text_format(&words, "%s%s %s%s", i ? "  " : "", live->colours && bad ? RED : "", chip->name,
                    bad                          ? " BAD"
                    : chip->state == CHIP_TESTED ? " ok"
                                                 : " not tested");
        if (live->colours && bad)
            text_string(&words, NORMAL);
    }
    put_text("         ", &words);
}

static void put_steps(const struct advice *advice)
{
    char line[LINE_ROOM];

    for (unsigned i = 0; advice && i < ADVICE_STEPS && advice->steps[i]; i++) {
        struct text words = text_in(line, sizeof(line));

        text_format(&words, "%u  %s", i + 1, advice->steps[i]);
        put_text("  ", &words);
    }
}

/* The conditions of its verdict: bytes read, how warm it got, clock and link. */
static void put_conditions(const struct conditions *c)
{
    char line[LINE_ROOM], around[CONDITIONS_WORDS_MAX];
    struct text words = text_in(line, sizeof(line)), more = text_in(around, sizeof(around));

    if (c->read) {
        conditions_bytes(&words, c->read);
        text_string(&words, " read");
    }
    if (c->sensor)
        text_format(&words, "%s%u to %u C", words.used ? "  " : "", c->coolest, c->hottest);
    conditions_around(c, &more);
    if (more.used)
        text_format(&words, "%s%s", words.used ? "  " : "", around);
    put_text("         ", &words);
}

static void put_card(const struct live *live, const struct scene_card *card)
{
    char line[LINE_ROOM];
    struct text words = text_in(line, sizeof(line));

    text_format(&words, "%s %s %s: %u passed, %u failed, %u skipped, %u errors", card->at,
                card->title ? card->title : "", card->memory ? card->memory : "", card->passed,
                card->failed, card->skipped, card->errors);
    put_text("         ", &words);
    put_conditions(&card->conditions);
    if (card->state == STATE_FAIL)
        put_chips(live, card);
    put_steps(card->advice);
}

void live_put_back(struct live *live, const char *card, const char *driver)
{
    char line[LINE_ROOM];
    struct text words = text_in(line, sizeof(line));

    if (!live->terminal)
        return;
    text_format(&words, "%s put back: registers, Command register, driver as before (%s)", card,
                driver);
    put_text("  ", &words);
}

/* Only on a terminal, because elsewhere standard output is TAP and nothing else. */
void live_end(struct live *live, struct scene *scene, const char *folder)
{
    char line[LINE_ROOM];
    struct text words = text_in(line, sizeof(line));
    const char *const name = scene->state < STATES ? names[scene->state] : NULL;

    clear(live);
    live->line[0] = '\0';
    if (!live->terminal || !name)
        return;
    const char *const colour = scene->state == STATE_PASS   ? GREEN
                               : scene->state == STATE_FAIL ? RED
                                                            : YELLOW;
    put_rule();
    text_format(&words, "%s%s%s   ", live->colours ? colour : "", name,
                live->colours ? NORMAL : "");
    scene_headline(scene, &words);
    put_text("  ", &words);
    words = text_in(line, sizeof(line));
    scene_second(scene, &words);
    put_text("         ", &words);
    put_rule();
    for (unsigned i = 0; i < scene->card_count; i++)
        put_card(live, &scene->cards[i]);
    if (!scene->card_count)
        put_steps(scene->advice);
    if (folder) {
        words = text_in(line, sizeof(line));
        text_format(&words, "%s/report.html  report.txt  report.xml  report.jsonl", folder);
        put_text("  ", &words);
    }
}
