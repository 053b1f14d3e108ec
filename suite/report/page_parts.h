/* suite/report/page_parts.h: shared by the files that draw pages.
 *
 * Shape   a sheet is a page while it is drawn: each part takes its share of the space between `top` and `bottom`, and
 *         draws only if its content has changed. */
#ifndef SUITE_REPORT_PAGE_PARTS_H
#define SUITE_REPORT_PAGE_PARTS_H

#include "engines/text.h"
#include "suite/report/page.h"

/* Sizes that depend on the size of the screen. */
struct style {
    int width; /* the row whose width is next below the screen's counts */
    int margin;
    int small, sentence, card, number, verdict; /* scales of text */
};

/* Parts of a page, each with a slot in page->seen. */
enum widget {
    WIDGET_HEADER,
    WIDGET_BAND,
    WIDGET_LOST,
    WIDGET_CARD_LINE,
    WIDGET_PICTURE, /* one for each card */
    WIDGET_PICTURE_BARS = WIDGET_PICTURE + SCENE_CARDS,
    WIDGET_STEPS,
    WIDGET_READOUTS, /* six */
    WIDGET_RUN_BAR = WIDGET_READOUTS + 6,
    WIDGET_TEST_BAR,
    WIDGET_RESULTS,
    WIDGET_COUNTS,
    WIDGET_UNSEEN,
    WIDGET_KEYS,
    WIDGET_ROUNDS,
    WIDGET_ROUND_CHIPS,
    WIDGET_BODY,  /* no part: where the space for picture and steps lies */
    WIDGET_CARDS, /* one for each card */
    WIDGET_LINES = WIDGET_CARDS + SCENE_CARDS, /* of the menu */
    WIDGETS = WIDGET_LINES + SCENE_LINES
};

/* The page while it is drawn. */
struct sheet {
    struct page *page;
    struct canvas *canvas;
    const struct scene *scene;
    const struct style *style;
    int top, bottom; /* of the free space */
};

/* How a state is shown: a solid band judges a card, a hollow one does not. */
struct appearance {
    const char *word;
    uint32_t colour, back; /* of word and sign */
    uint8_t sign;
    bool solid, dashed;
};

/* `part`: of a PASS that holds for less than was asked for. */
const struct appearance *page_appearance(enum scene_state state, bool part);

/* Hashes of a part's content; each begins with NOTHING, which is not 0, so that zeros change it
 * too. */
#define NOTHING 1
uint64_t mix(uint64_t hash, uint64_t value);
uint64_t mix_text(uint64_t hash, const char *text);
uint64_t card_hash(const struct scene_card *card);
/* Whether this part's content has changed since it was drawn; remembers the new content. */
bool is_new(struct sheet *s, unsigned widget, uint64_t hash);

int text_height(int scale);
struct pen pen_of(int scale, bool strong, uint32_t colour, uint32_t back);
/* A small title with a rule after it; gives the y below. */
int draw_title(struct sheet *s, int x, int y, int width, const char *title);

/* A number with its name above it; of colour MUTE it is white, because there is nothing to point
 * out. */
struct readout {
    const char *label, *note;
    char value[24];
    const char *unit;
    uint32_t colour;
};
/* `index` is its place among the page's six. */
void draw_readout(struct sheet *s, unsigned index, struct area a, const struct readout *r);
/* Words of a readout for a number, "--" for one below 0; and for seconds, "2:01". */
void readout_number(struct readout *r, int64_t value);
void readout_minutes(struct readout *r, int seconds);

void draw_lost(struct sheet *s);
/* How far the whole run is, where several cards are tested at the same time. */
void draw_run_bar(struct sheet *s);
void draw_card_line(struct sheet *s);
/* "8 MiB, 2 partitions" after the words, with `between` before it, or "8 MiB" where a line of that many letters has no
 * room for more; false: for neither. */
bool put_memory(struct text *words, const struct scene_card *card, const char *between,
                int letters);
void draw_picture(struct sheet *s, struct area a);

/* A band's word and sign; gives the x where its words begin. */
int draw_word(struct sheet *s, const struct appearance *appearance, struct area a);
/* The word of the verdict, its headline and its card; leaves s->top below them. */
void draw_band(struct sheet *s);
#define STEP_EDGE 2 /* pixels of a step above its words */
/* The next steps, one below the other: size of the box with the number of a step, height of all steps, and the drawing
 * of one step, which gives the y below it. */
int step_box(int scale);
int steps_height(const struct advice *advice, int width, int scale);
int draw_step(struct sheet *s, struct area a, int scale, unsigned index, const char *words);

/* The conditions of a PASS, in place of the three numbers, and their height; and, above the counts, the parts that it
 * does not cover. */
int holds_height(const struct sheet *s, const struct conditions *c, int scale);
void draw_holds(struct sheet *s, struct area a, int scale, const struct conditions *c);
void draw_unseen(struct sheet *s, const struct conditions *c);

/* The chart of all rounds, above the counts; and which chips were bad in them, above the steps: as many as have their row
 * within `room`, and the height of that, 0 where there is none. */
void draw_rounds(struct sheet *s);
int round_chips_height(const struct sheet *s, int room);
void draw_round_chips(struct sheet *s, struct area a);

/* The values of the board file and of the card, and below the steps the result of the card's
 * memory. */
void draw_board(struct sheet *s, struct area a, const struct board_table *board);
int memory_words_height(const struct sheet *s, const struct scene_card *card, int width);
void draw_memory_words(struct sheet *s, struct area a, const struct scene_card *card);

void verdict_page(struct sheet *s);
void cards_page(struct sheet *s);
void running_page(struct sheet *s);
void details_page(struct sheet *s);
void menu_page(struct sheet *s);
void crash_page(struct sheet *s);
void prompt_page(struct sheet *s);

#endif
