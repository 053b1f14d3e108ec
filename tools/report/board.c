/* tools/report/board.c: a picture of the card: a GPU, and around it the chips of each partition.
 *
 * Chips are drawn by partition, not by their place on the board, which only a board view tells. A bad chip
 * differs by frame, sign and thick trace, not only by its colour. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/report/html.h"

#define WIDTH         640
#define HEIGHT        380
#define CHIP_WIDTH    62
#define CHIP_HEIGHT   50
#define LANES         64 /* of a partition */
#define PARTS_MAX     8
#define CHIP_NAME_MAX 16

enum chip_state { CHIP_GOOD, CHIP_BAD, CHIP_WRONG, CHIP_WAIT };

/* Where the middle of each partition lies, by the number of partitions: top, right, bottom, left. */
static const struct {
    short x, y;
} places[PARTS_MAX][PARTS_MAX] = {
    { { 320, 60 } },
    { { 320, 60 }, { 320, 320 } },
    { { 320, 60 }, { 540, 190 }, { 320, 320 } },
    { { 320, 60 }, { 540, 190 }, { 320, 320 }, { 100, 190 } },
    { { 220, 60 }, { 420, 60 }, { 540, 190 }, { 420, 320 }, { 220, 320 } },
    { { 220, 60 }, { 420, 60 }, { 540, 190 }, { 420, 320 }, { 220, 320 }, { 100, 190 } },
    { { 120, 60 },
      { 320, 60 },
      { 520, 60 },
      { 540, 190 },
      { 520, 320 },
      { 320, 320 },
      { 120, 320 } },
    { { 120, 60 },
      { 320, 60 },
      { 520, 60 },
      { 540, 190 },
      { 520, 320 },
      { 320, 320 },
      { 120, 320 },
      { 100, 190 } },
};

/* The result that tells most of the chips: the last with wrong words. */
static const struct report_result *chips_of(const struct report_card *card)
{
    const struct report_result *found = NULL;

    for (unsigned i = 0; i < card->result_count; i++)
        if (card->results[i].chip_width)
            found = &card->results[i];
    return found;
}

/* Whether the text has the name as a word of its own; "B1" stands in "B1r0=3" too. */
static bool names_chip(const char *text, const char *name)
{
    const size_t length = strlen(name);

    for (const char *at = text; at && (at = strstr(at, name)); at++) {
        const bool begins = at == text || at[-1] == ' ';
        const char next = at[length];

        if (begins &&
            (next == '=' || next == ')' || next == ',' || next == ' ' || next == 'r' || !next))
            return true;
    }
    return false;
}

static enum chip_state state_of(const struct report_card *card, const char *name)
{
    const struct report_result *const chips = chips_of(card);
    char words[CHIP_NAME_MAX + 8];
    bool tested = false;

    snprintf(words, sizeof(words), "chip %s", name);
    for (unsigned i = 0; i < card->result_count; i++) {
        const struct report_result *const r = &card->results[i];
        const char *const at =
            r->outcome == OUTCOME_FAIL && r->reason ? strstr(r->reason, words) : NULL;

        tested |= strncmp(r->test, "vram.", 5) == 0 && r->outcome != OUTCOME_SKIP;
        if (at && !strchr("abcdefghijklmnopqrstuvwxyz0123456789", at[strlen(words)]))
            return CHIP_BAD;
    }
    if (chips && names_chip(chips->chips, name))
        return CHIP_WRONG;
    return tested ? CHIP_GOOD : CHIP_WAIT;
}

static void box(xml out, const char *class, int x, int y, int width, int height)
{
    xml_open(out, "rect");
    xml_attribute(out, "class", class);
    xml_format(out, "x", "%d", x);
    xml_format(out, "y", "%d", y);
    xml_format(out, "width", "%d", width);
    xml_format(out, "height", "%d", height);
    xml_close(out);
}

static void label(xml out, const char *class, int x, int y, int size, const char *text)
{
    xml_open(out, "text");
    xml_attribute(out, "class", class);
    xml_format(out, "x", "%d", x);
    xml_format(out, "y", "%d", y);
    xml_format(out, "font-size", "%d", size);
    xml_write(out, text);
    xml_close(out);
}

static void trace(xml out, int x, int y, bool bad)
{
    xml_open(out, "line");
    xml_attribute(out, "class", bad ? "trace bad" : "trace");
    xml_format(out, "x1", "%d", x);
    xml_format(out, "y1", "%d", y);
    xml_format(out, "x2", "%d", WIDTH / 2);
    xml_format(out, "y2", "%d", HEIGHT / 2);
    xml_close(out);
}

static void chip(xml out, int x, int y, const char *name, enum chip_state state)
{
    static const char *const classes[] = { "chip good", "chip bad", "chip wrong", "chip wait" };
    static const char *const texts[] = { "good", "bad", "", "" };
    static const char *const signs[] = { "\xe2\x9c\x93", "\xe2\x9c\x97", "!", "\xe2\x80\xa6" };

    if (state == CHIP_BAD)
        box(out, "ring", x - 6, y - 6, CHIP_WIDTH + 12, CHIP_HEIGHT + 12);
    box(out, classes[state], x, y, CHIP_WIDTH, CHIP_HEIGHT);
    label(out, texts[state], x + CHIP_WIDTH / 2, y + 21, 18, name);
    label(out, texts[state], x + CHIP_WIDTH / 2, y + 43, 18, signs[state]);
}

/* The names of docs/memory-test.md: A0 and A1 are the halves of partition A, B1a the first 16 lanes of
 * B's second half. */
static void chip_name_of(char name[CHIP_NAME_MAX], unsigned letter, unsigned index, unsigned width)
{
    if (width == 16)
        snprintf(name, CHIP_NAME_MAX, "%c%u%c", (char)('A' + letter), index / 2,
                 index % 2 ? 'b' : 'a');
    else
        snprintf(name, CHIP_NAME_MAX, "%c%u", (char)('A' + letter), index);
}

static void partition(xml out, const struct report_card *card, unsigned letter, unsigned place,
                      bool boxes)
{
    const struct report_result *const known = chips_of(card);
    const unsigned width = known && known->chip_width == 16 ? 16 : 32, chips = LANES / width;
    const int x = places[card->partitions - 1][place].x, y = places[card->partitions - 1][place].y;
    const int step = CHIP_WIDTH + 14, left = x - (int)(chips * (unsigned)step - 14) / 2;

    for (unsigned i = 0; i < chips; i++) {
        char name[CHIP_NAME_MAX];

        chip_name_of(name, letter, i, width);
        const enum chip_state state = state_of(card, name);
        const int at = left + (int)i * step;

        if (boxes)
            chip(out, at, y - CHIP_HEIGHT / 2, name, state);
        else
            trace(out, at + CHIP_WIDTH / 2, y, state == CHIP_BAD || state == CHIP_WRONG);
    }
}

/* Traces first, so that the boxes lie on them. */
static void partitions(xml out, const struct report_card *card, bool boxes)
{
    unsigned place = 0;

    for (unsigned letter = 0; letter < PARTS_MAX && place < card->partitions; letter++)
        if (card->partition_mask & 1u << letter)
            partition(out, card, letter, place++, boxes);
}

bool html_has_board(const struct report_card *card)
{
    return card->partitions && card->partitions <= PARTS_MAX && card->partition_mask;
}

void html_board(xml out, const struct report_card *card)
{
    char name[CHIP_NAME_MAX] = "GPU";

    if (!html_has_board(card))
        return;
    for (unsigned i = 0; card->chipset && i < sizeof(name) - 1; i++) {
        name[i] = (char)toupper((unsigned char)card->chipset[i]);
        if (!name[i])
            break;
    }
    xml_line(out, "h3", "Memory chips, by partition");
    xml_open(out, "svg");
    xml_attribute(out, "class", "board");
    xml_format(out, "viewBox", "0 0 %d %d", WIDTH, HEIGHT);
    xml_attribute(out, "role", "img");
    xml_line(out, "title", "The card's memory chips; the table of failures names the bad ones");
    box(out, "pcb", 4, 4, WIDTH - 8, HEIGHT - 8);
    partitions(out, card, false);
    box(out, "gpu", WIDTH / 2 - 50, HEIGHT / 2 - 32, 100, 64);
    label(out, "", WIDTH / 2, HEIGHT / 2 + 8, 22, name);
    partitions(out, card, true);
    xml_close(out);
    xml_class(out, "p", "mute",
              "Drawn by partition, not by place; a board view tells where a chip lies. "
              "\xe2\x9c\x93 tested, \xe2\x9c\x97 bad, ! wrong words, \xe2\x80\xa6 not tested.");
}
