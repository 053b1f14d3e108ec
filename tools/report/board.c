/* tools/report/board.c: a picture of the card: a GPU, and around it the chips of each partition.
 *
 * Chips are drawn by partition, not by their place on the board, which only a board view tells. A bad chip
 * differs by frame, sign and thick trace, not only by its colour. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/report/html.h"

#define WIDTH         640
#define HEIGHT        380
#define EDGE          6  /* of the board that no chip touches */
#define DETAILS_WIDTH 80 /* a chip of that width has room for its lanes and its count */
#define LANES         64 /* of a partition */
#define PARTS_MAX     8
#define BOX_NAME_MAX  16

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

/* Whether a fault was found in the chip, in any of its ranks. */
static bool is_bad(const struct report_card *card, unsigned letter, unsigned index)
{
    return ((card->finding.chips[letter][0] | card->finding.chips[letter][1]) >> index & 1) != 0;
}

/* Its data lines as the fault names them, "D37"; empty where it is no fault of lines. */
static void lanes_of(char *lanes, size_t size, const struct report_card *card, unsigned letter,
                     unsigned index)
{
    struct finding one = { .width = card->finding.width };
    struct text text = text_in(lanes, size);

    if (!one.width || !is_bad(card, letter, index))
        return;
    one.lanes[letter] = card->finding.lanes[letter] & UINT64_MAX >> (64 - one.width)
                                                                        << index * one.width;
    finding_lanes(&text, &one, letter);
}

/* Wrong words of the chip, of all its ranks, in all tests: the reports say "A0=3 B1r1=5". */
static uint64_t wrong_words(const struct report_card *card, const char *name)
{
    const size_t length = strlen(name);
    uint64_t sum = 0;

    for (unsigned i = 0; i < card->result_count; i++)
        for (const char *at = card->results[i].chip_words; at && *at; at += strcspn(at, " ")) {
            at += strspn(at, " ");
            const char *const count =
                strncmp(at, name, length) == 0 && (at[length] == '=' || at[length] == 'r')
                    ? strchr(at, '=')
                    : NULL;

            sum += count ? strtoull(count + 1, NULL, 10) : 0;
        }
    return sum;
}

/* Whether a memory test has been through all of the partition. Reports of schema 1 have no such strip for all tests. */
static bool is_tested(const struct report_card *card, unsigned letter)
{
    for (unsigned i = 0; i < card->strip_count; i++)
        if (card->strips[i].name[0] == (char)('A' + letter) && !card->strips[i].name[1] &&
            strchr(card->strips[i].pieces, '-') == NULL)
            return true;
    return false;
}

static enum chip_state state_of(const struct report_card *card, unsigned letter, unsigned index,
                                const char *name)
{
    const struct report_result *const chips = chips_of(card);

    if (is_bad(card, letter, index))
        return CHIP_BAD;
    if (chips && names_chip(chips->chip_words, name))
        return CHIP_WRONG;
    return is_tested(card, letter) ? CHIP_GOOD : CHIP_WAIT;
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

/* Measures shared by all chips of a card, so that they stay in line. */
struct plan {
    int width, height, gap;
};

/* From three partitions on two groups share the upper edge, or one stands at the right. */
static struct plan plan_of(const struct report_card *card, unsigned chips)
{
    const int room = card->partitions <= 2 ? WIDTH - 4 * EDGE : 184;
    struct plan plan = { .gap = chips > 2 && card->partitions > 2 ? 6 : 14 };

    plan.width = (room - (int)(chips - 1) * plan.gap) / (int)chips;
    plan.width = plan.width < 128 ? plan.width : 128;
    plan.height = plan.width < DETAILS_WIDTH ? 50 : 88;
    return plan;
}

/* A chip of a card: its name and state. */
struct box {
    char name[BOX_NAME_MAX], lanes[FINDING_LANES_MAX], count[24];
    enum chip_state state;
};

/* A small box has name and sign alone, because smaller letters could not be read in print. */
static void chip(xml out, const struct plan *plan, int x, int y, const struct box *b)
{
    static const char *const classes[] = { "chip good", "chip bad", "chip wrong", "chip wait" };
    static const char *const texts[] = { "good", "bad", "", "" };
    static const char *const signs[] = { "\xe2\x9c\x93", "\xe2\x9c\x97", "!", "\xe2\x80\xa6" };
    const char *const class = texts[b->state];
    const int middle = x + plan->width / 2;
    const int size = plan->width < 60 ? 14 : plan->width < DETAILS_WIDTH ? 18 : 24;

    if (b->state == CHIP_BAD)
        box(out, "ring", x - 6, y - 6, plan->width + 12, plan->height + 12);
    box(out, classes[b->state], x, y, plan->width, plan->height);
    if (plan->width < DETAILS_WIDTH || !b->count[0]) {
        label(out, class, middle, y + plan->height / 2 - 4, size, b->name);
        label(out, class, middle, y + plan->height / 2 + 18, size, signs[b->state]);
        return;
    }
    char words[BOX_NAME_MAX + 8];
    snprintf(words, sizeof(words), "%s %s", b->name, signs[b->state]);
    label(out, class, middle, y + 26, 22, words);
    label(out, class, middle, y + 50, 18, b->lanes);
    label(out, class, middle, y + 74, 18, b->count);
}

/* The names of docs/memory-test.md: A0 and A1 are the halves of partition A, B1a the first 16 lanes of
 * B's second half. */
static void box_name(char name[BOX_NAME_MAX], unsigned letter, unsigned index, unsigned width)
{
    if (width == 16)
        snprintf(name, BOX_NAME_MAX, "%c%u%c", (char)('A' + letter), index / 2,
                 index % 2 ? 'b' : 'a');
    else
        snprintf(name, BOX_NAME_MAX, "%c%u", (char)('A' + letter), index);
}

static unsigned chip_width(const struct report_card *card)
{
    const struct report_result *const known = chips_of(card);

    return known && known->chip_width == 16 ? 16 : 32;
}

static struct box box_of(const struct report_card *card, unsigned letter, unsigned index)
{
    struct box b = { .count = "" };

    box_name(b.name, letter, index, chip_width(card));
    b.state = state_of(card, letter, index, b.name);
    lanes_of(b.lanes, sizeof(b.lanes), card, letter, index);
    const uint64_t wrong = wrong_words(card, b.name);
    if (wrong)
        snprintf(b.count, sizeof(b.count), "%" PRIu64, wrong);
    return b;
}

static void partition(xml out, const struct report_card *card, unsigned letter, unsigned place,
                      bool boxes)
{
    const unsigned chips = LANES / chip_width(card);
    const struct plan plan = plan_of(card, chips);
    const int x = places[card->partitions - 1][place].x, y = places[card->partitions - 1][place].y;
    const int step = plan.width + plan.gap, left = x - ((int)chips * step - plan.gap) / 2;

    for (unsigned i = 0; i < chips; i++) {
        const struct box b = box_of(card, letter, i);
        const int at = left + (int)i * step;

        if (boxes)
            chip(out, &plan, at, y - plan.height / 2, &b);
        else
            trace(out, at + plan.width / 2, y, b.state == CHIP_BAD || b.state == CHIP_WRONG);
    }
}

/* The chips that are not good, in words: the picture of a card with many chips has no room for them. */
static void words_of_chips(xml out, const struct report_card *card)
{
    for (unsigned letter = 0; letter < PARTS_MAX; letter++)
        for (unsigned i = 0; card->partition_mask & 1u << letter && i < LANES / chip_width(card);
             i++) {
            const struct box b = box_of(card, letter, i);

            if (b.state != CHIP_BAD && b.state != CHIP_WRONG)
                continue;
            xml_class(out, "p", "chips", NULL);
            xml_print(out, "%s%s%s: %s wrong words", b.name, b.lanes[0] ? ", " : "", b.lanes,
                      b.count[0] ? b.count : "no");
            xml_close(out);
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

/* Memory of which no source says where its chips lie is drawn as one box, as soon as a test has looked at it. */
static void whole_memory(xml out, const struct report_card *card, bool boxes)
{
    const struct plan plan = { .width = 260, .height = 88 };
    struct box b = { .name = "memory", .state = CHIP_WAIT };

    for (unsigned i = 0; i < card->strip_count; i++)
        if (strpbrk(card->strips[i].pieces, "123456789"))
            b.state = html_class(card->verdict)[0] == 'f' ? CHIP_BAD : CHIP_WRONG;
        else if (b.state == CHIP_WAIT && strchr(card->strips[i].pieces, '.'))
            b.state = CHIP_GOOD;
    if (boxes)
        chip(out, &plan, (WIDTH - plan.width) / 2, 276, &b);
    else
        trace(out, WIDTH / 2, 276, b.state == CHIP_BAD || b.state == CHIP_WRONG);
}

static bool has_chips(const struct report_card *card)
{
    return card->partitions && card->partitions <= PARTS_MAX && card->partition_mask;
}

bool html_has_board(const struct report_card *card)
{
    return has_chips(card) || card->strip_count;
}

/* Traces first, chips last, because SVG paints in the order of its elements. */
void html_board(xml out, const struct report_card *card)
{
    char name[BOX_NAME_MAX] = "GPU";

    if (!html_has_board(card))
        return;
    for (unsigned i = 0; card->chipset && i < sizeof(name) - 1; i++) {
        name[i] = (char)toupper((unsigned char)card->chipset[i]);
        if (!name[i])
            break;
    }
    void (*const memory)(xml, const struct report_card *, bool) =
        has_chips(card) ? partitions : whole_memory;

    xml_line(out, "h3", has_chips(card) ? "Memory chips, by partition" : "The card");
    xml_open(out, "svg");
    xml_attribute(out, "class", "board");
    xml_format(out, "viewBox", "0 0 %d %d", WIDTH, HEIGHT);
    xml_attribute(out, "role", "img");
    xml_line(out, "title",
             "The card's memory; the lines below it and the failures name what is bad");
    box(out, "pcb", 4, 4, WIDTH - 8, HEIGHT - 8);
    memory(out, card, false);
    box(out, "gpu", WIDTH / 2 - 50, HEIGHT / 2 - 32, 100, 64);
    label(out, "", WIDTH / 2, HEIGHT / 2 + 8, 22, name);
    memory(out, card, true);
    xml_close(out);
    if (has_chips(card))
        words_of_chips(out, card);
    xml_class(out, "p", "mute",
              has_chips(card)
                  ? "Drawn by partition, not by place; a board view tells where a chip lies. "
                    "\xe2\x9c\x93 tested, \xe2\x9c\x97 bad, ! wrong words, \xe2\x80\xa6 not tested."
                  : "Which chip an address lies in is not known for this chipset.");
}
