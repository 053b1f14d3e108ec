#include "suite/report/picture.h"

#include "engines/text.h"
#include "hw/least.h"
#include "suite/report/font.h"

#define PARTS_MAX  8
#define BRACKET    8   /* pixels of the slot's bracket, and of the contacts */
#define WIDTH_MIN  120 /* smaller pictures say nothing */
#define HEIGHT_MIN 80

/* Where the middle of each partition's group lies, in hundredths of the board, by the number of partitions. */
static const struct {
    uint8_t x, y;
} places[PARTS_MAX][PARTS_MAX] = {
    { { 50, 18 } },
    { { 50, 18 }, { 50, 82 } },
    { { 50, 18 }, { 82, 50 }, { 50, 82 } },
    { { 50, 18 }, { 82, 50 }, { 50, 82 }, { 18, 50 } },
    { { 30, 18 }, { 70, 18 }, { 82, 50 }, { 70, 82 }, { 30, 82 } },
    { { 30, 18 }, { 70, 18 }, { 82, 50 }, { 70, 82 }, { 30, 82 }, { 18, 50 } },
    { { 18, 18 }, { 50, 18 }, { 82, 18 }, { 82, 50 }, { 82, 82 }, { 50, 82 }, { 18, 82 } },
    { { 18, 18 },
      { 50, 18 },
      { 82, 18 },
      { 82, 50 },
      { 82, 82 },
      { 50, 82 },
      { 18, 82 },
      { 18, 50 } },
};

static const struct appearance {
    uint32_t fill, line;
    uint8_t sign;
    uint8_t thickness;
    bool dashed;
} appearances[] = {
    [CHIP_WAITING] = { COLOUR_BACK, COLOUR_MUTE, SIGN_DOTS, 1, true },
    [CHIP_TESTED] = { COLOUR_FERN, COLOUR_GOOD, SIGN_TICK, 1, false },
    [CHIP_TESTING] = { COLOUR_NAVY, COLOUR_RUN, SIGN_ARROW, 2, false },
    [CHIP_WRONG] = { COLOUR_UMBER, COLOUR_AMBER, SIGN_BANG, 2, false },
    [CHIP_BAD] = { COLOUR_CRIM, COLOUR_WHITE, SIGN_CROSS, 2, false },
};

static unsigned chips_of_part(const struct scene_card *card, unsigned part)
{
    unsigned count = 0;

    for (unsigned i = 0; i < card->chip_count; i++)
        count += card->chips[i].part == part;
    return count;
}

/* Measures shared by all groups, so that they stay in line. */
struct plan {
    struct area board;
    int gpu;                /* edge of its square */
    int width, height, gap; /* of a chip */
    int rise;               /* between two that stand one above the other */
};

#define SIDE_ROW 50 /* the hundredth of the board at which groups stand beside the GPU */
#define EDGE     6  /* pixels of the board that no chip touches */
#define RING     6  /* around a bad chip */

/* Above and below the GPU the chips of a group stand side by side. Beside it they stand one above the other, from four
 * on in two columns, so that none lies over the GPU. */
static int columns_of(const struct scene_card *card, unsigned part)
{
    const int count = (int)chips_of_part(card, part);

    if (places[card->parts - 1][part].y != SIDE_ROW)
        return count;
    return count > 2 ? 2 : 1;
}

static bool has_sides(const struct scene_card *card)
{
    return card->parts > 2 && card->parts <= PARTS_MAX;
}

/* How wide a chip may be that stands between the GPU and the board's edge, with its ring. */
static int beside_width(const struct plan *plan, unsigned chips)
{
    const int columns = chips > 2 ? 2 : 1;
    const int room = (plan->board.width - plan->gpu) / 2 - EDGE - 2 * RING - plan->gap / 2;

    return (room - (columns - 1) * plan->gap) / columns;
}

/* How high chips may be of which a group stands beside the GPU, between one above it and one below it. */
static int stacked_height(const struct plan *plan, unsigned chips)
{
    const int rows = (int)(chips > 2 ? (chips + 1) / 2 : chips);
    const int room = plan->board.height * 2 * (SIDE_ROW - 18) / 100; /* from middle to middle */

    return (room - (rows - 1) * (plan->rise + RING) - 2 * plan->rise) / (rows + 1);
}

static struct plan plan_of(struct area area, const struct scene_card *card)
{
    const unsigned across = card->parts > 4 ? 3 : 1;
    struct plan plan = { .board = { area.x + BRACKET + 4, area.y, area.width - BRACKET - 4,
                                    area.height - BRACKET - 2 },
                         .gap = area.width / 60 + 4 };
    /* Each partition has as many as the first. */
    const unsigned first = chips_of_part(card, 0), chips = first ? first : 1;

    if (chips > 4)
        plan.gap = 3;
    plan.rise = LEAST(plan.gap, plan.board.height / 40 + 2);
    const int room = plan.board.width * 92 / 100 / (int)(across * chips) - plan.gap;

    plan.gpu = LEAST(plan.board.height / 4, plan.board.width / 4);
    plan.width = LEAST(room, plan.board.width / 5);
    if (has_sides(card))
        plan.width = LEAST(plan.width, beside_width(&plan, chips));
    plan.height = LEAST(plan.board.height / 4, plan.width * 2 / 3);
    if (has_sides(card))
        plan.height = LEAST(plan.height, stacked_height(&plan, chips));
    return plan;
}

static struct area chip_area(const struct plan *plan, const struct scene_card *card, unsigned part,
                             unsigned index)
{
    const int count = (int)chips_of_part(card, part), columns = columns_of(card, part);
    const int step = plan->width + plan->gap, rows = (count + columns - 1) / columns;
    const int x = plan->board.x + plan->board.width * places[card->parts - 1][part].x / 100;
    const int y = plan->board.y + plan->board.height * places[card->parts - 1][part].y / 100;
    const int down = plan->height + plan->rise + (rows > 1 ? RING : 0);
    int left = x - (columns * step - plan->gap) / 2;
    const int last = plan->board.x + plan->board.width - (columns * step - plan->gap) - EDGE - RING;
    const int first = plan->board.x + EDGE + RING;

    left = left > last ? last : left < first ? first : left;
    return (struct area){ left + (int)index % columns * step,
                          y - (rows * down - (down - plan->height)) / 2 +
                              (int)index / columns * down,
                          plan->width, plan->height };
}

/* The state is told by frame, sign and colour, so that it is seen without colours too. A chip that
 * is too small for its name shows the sign alone. */
static void draw_chip(struct canvas *canvas, struct area a, const struct scene_chip *chip)
{
    const struct appearance *const appearance = &appearances[chip->state];
    const uint32_t words = chip->state == CHIP_BAD ? COLOUR_WHITE : appearance->line;
    int scale = text_scale(chip->name, a.width - 8, 3);

    if (chip->state == CHIP_BAD)
        canvas_frame(canvas, (struct area){ a.x - 6, a.y - 6, a.width + 12, a.height + 12 }, 3,
                     false, COLOUR_BAD);
    canvas_fill(canvas, a, appearance->fill);
    canvas_frame(canvas, a, appearance->thickness, appearance->dashed, appearance->line);
    while (scale > 1 && FONT_HEIGHT * scale > a.height - 8)
        scale--;
    const int name = text_width(scale, chip->name), sign = SIGN_SIZE * scale;
    const bool both = name + sign + 12 < a.width;
    if (a.height < FONT_HEIGHT || name > a.width) {
        canvas_sign(canvas, a.x + (a.width - SIGN_SIZE) / 2, a.y + (a.height - SIGN_SIZE) / 2, 1,
                    (enum sign)appearance->sign, words);
        return;
    }
    const int x = a.x + (a.width - name - (both ? sign + 6 : 0)) / 2;
    const int end = canvas_text(canvas, x, a.y + (a.height - FONT_HEIGHT * scale) / 2,
                                (struct pen){ scale, true, words, appearance->fill }, chip->name);
    if (both)
        canvas_sign(canvas, end + 6, a.y + (a.height - sign) / 2, scale,
                    (enum sign)appearance->sign, words);
}

/* A chip that is bad is named, also where it is too small to hold its name. */
static void draw_name(struct canvas *canvas, struct area a, const struct scene_chip *chip)
{
    const int width = text_width(1, chip->name);

    if (chip->state < CHIP_WRONG || (a.height >= FONT_HEIGHT && width <= a.width))
        return;
    canvas_text(
        canvas, a.x + (a.width - width) / 2, a.y + a.height + 8,
        (struct pen){ 1, true, chip->state == CHIP_BAD ? COLOUR_BAD : COLOUR_AMBER, COLOUR_BOARD },
        chip->name);
}

/* How far the test of a chip's memory is, at its lower edge. */
static void draw_bar(struct canvas *canvas, struct area a, unsigned percent)
{
    const int height = a.height / 12 + 2, width = a.width - 8;

    canvas_fill(
        canvas,
        (struct area){ a.x + 4, a.y + a.height - 4 - height, width * (int)percent / 100, height },
        COLOUR_RUN);
}

/* One layer of all chips is drawn before the next: names last, because a name may reach over its
 * neighbour. */
enum layer { LAYER_TRACES, LAYER_BOXES, LAYER_NAMES };

/* Places are counted by partition, because chips of one partition need not be neighbours in the
 * list. */
static void draw_chips(struct canvas *canvas, const struct plan *plan,
                       const struct scene_card *card, enum layer layer)
{
    unsigned seen[PARTS_MAX] = { 0 };
    const int x = plan->board.x + plan->board.width / 2, y = plan->board.y + plan->board.height / 2;

    for (unsigned i = 0; i < card->chip_count; i++) {
        const struct scene_chip *const chip = &card->chips[i];

        if (chip->part >= card->parts)
            continue;
        const struct area a = chip_area(plan, card, chip->part, seen[chip->part]++);
        const bool wrong = chip->state == CHIP_BAD || chip->state == CHIP_WRONG;

        if (layer == LAYER_BOXES)
            draw_chip(canvas, a, chip);
        else if (layer == LAYER_NAMES)
            draw_name(canvas, a, chip);
        else
            canvas_line(canvas, a.x + a.width / 2, a.y + a.height / 2, x, y, wrong ? 3 : 1,
                        wrong                         ? COLOUR_BAD
                        : chip->state == CHIP_TESTING ? COLOUR_RUN
                                                      : COLOUR_RULE);
    }
}

/* All of a memory whose chips cannot be told apart is drawn as one box below the GPU. */
static void draw_memory(struct canvas *canvas, const struct plan *plan,
                        const struct scene_card *card)
{
    const struct area *const b = &plan->board;
    const struct scene_chip all = { .name = "MEMORY", .state = card->memory_state };
    const struct area a = { b->x + b->width / 4, b->y + b->height * 7 / 10, b->width / 2,
                            b->height / 5 };

    if (card->memory_state == CHIP_WAITING)
        return;
    canvas_line(canvas, b->x + b->width / 2, b->y + b->height / 2, b->x + b->width / 2, a.y,
                card->memory_state == CHIP_TESTED ? 1 : 3,
                card->memory_state == CHIP_TESTED ? COLOUR_MUTE : COLOUR_BAD);
    draw_chip(canvas, a, &all);
}

static void draw_board(struct canvas *canvas, const struct plan *plan, struct area area)
{
    const struct area *const b = &plan->board;

    canvas_fill(canvas, (struct area){ area.x, area.y, BRACKET, area.height }, COLOUR_MUTE);
    canvas_fill(canvas, *b, COLOUR_BOARD);
    canvas_frame(canvas, *b, 2, false, COLOUR_MUTE);
    for (int x = b->x + b->width / 5; x < b->x + b->width * 7 / 10; x += 6)
        canvas_fill(canvas, (struct area){ x, b->y + b->height, 4, BRACKET }, COLOUR_GOLD);
}

void picture_bars(struct canvas *canvas, struct area area, const struct scene_card *card)
{
    unsigned seen[PARTS_MAX] = { 0 };

    if (area.width < WIDTH_MIN || area.height < HEIGHT_MIN || !card->parts ||
        card->parts > PARTS_MAX)
        return;
    const struct plan plan = plan_of(area, card);
    for (unsigned i = 0; i < card->chip_count; i++) {
        const struct scene_chip *const chip = &card->chips[i];

        if (chip->part >= card->parts)
            continue;
        const struct area a = chip_area(&plan, card, chip->part, seen[chip->part]++);
        if (chip->state == CHIP_TESTING)
            draw_bar(canvas, a, card->percent);
    }
}

/* Layers from the lowest up, because traces end under the GPU and names lie on the boxes. */
void picture_draw(struct canvas *canvas, struct area area, const struct scene_card *card)
{
    if (area.width < WIDTH_MIN || area.height < HEIGHT_MIN)
        return;
    const struct plan plan = plan_of(area, card);
    const char *const title = card->title && card->title[0] ? card->title : "GPU";
    const int size = plan.gpu, scale = text_scale(title, size, 3);
    /* A square, unless its name would touch the frame. */
    const int width = text_width(scale, title) + 8 > size ? text_width(scale, title) + 8 : size;
    const struct area gpu = { plan.board.x + (plan.board.width - width) / 2,
                              plan.board.y + (plan.board.height - size) / 2, width, size };

    draw_board(canvas, &plan, area);
    if (card->parts && card->parts <= PARTS_MAX)
        draw_chips(canvas, &plan, card, LAYER_TRACES);
    else
        draw_memory(canvas, &plan, card);
    canvas_fill(canvas, gpu, COLOUR_PANEL);
    canvas_frame(canvas, gpu, 2, false, COLOUR_TEXT);
    canvas_text(canvas, gpu.x + (width - text_width(scale, title)) / 2,
                gpu.y + (size - FONT_HEIGHT * scale) / 2,
                (struct pen){ scale, true, COLOUR_TEXT, COLOUR_PANEL }, title);
    if (card->parts && card->parts <= PARTS_MAX) {
        draw_chips(canvas, &plan, card, LAYER_BOXES);
        draw_chips(canvas, &plan, card, LAYER_NAMES);
    }
    picture_bars(canvas, area, card);
}
