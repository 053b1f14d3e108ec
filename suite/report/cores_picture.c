#include "suite/report/cores_picture.h"

#include "engines/text.h"
#include "suite/report/font.h"

#define GAP     8
#define INSIDE  6 /* pixels between a TPC's frame and its content */
#define COLUMNS 5

struct tint {
    uint32_t fill, line;
    enum sign sign;
};

static const struct tint good = { COLOUR_FERN, COLOUR_GOOD, SIGN_TICK },
                         bad = { COLOUR_CRIM, COLOUR_WHITE, SIGN_CROSS },
                         open = { COLOUR_BACK, COLOUR_MUTE, SIGN_DOTS };

bool cores_are_shown(const struct scene_card *card)
{
    return card->finding.cores && card->cores.tpcs;
}

static const struct tint *tint_of(uint64_t is_good, uint64_t is_bad, uint64_t core)
{
    return is_bad & core ? &bad : is_good & core ? &good : &open;
}

/* A name above a sign; where they do not fit, the sign alone. */
static void draw_box(struct canvas *canvas, struct area a, const struct tint *tint,
                     const char *name)
{
    const bool named =
        text_width(1, name) <= a.width - 4 && a.height >= FONT_HEIGHT + SIGN_SIZE + 6;
    int scale = 3;

    if (tint == &bad)
        canvas_frame(canvas, (struct area){ a.x - 3, a.y - 3, a.width + 6, a.height + 6 }, 2, false,
                     COLOUR_BAD);
    canvas_fill(canvas, a, tint->fill);
    canvas_frame(canvas, a, tint == &bad ? 2 : 1, tint == &open, tint->line);
    if (named)
        canvas_text(canvas, a.x + (a.width - text_width(1, name)) / 2, a.y + 4,
                    (struct pen){ 1, true, tint->line, tint->fill }, name);
    const int top = named ? FONT_HEIGHT + 4 : 0, room = a.height - top - 4;
    while (scale > 1 && (SIGN_SIZE * scale > room || SIGN_SIZE * scale > a.width - 6))
        scale--;
    canvas_sign(canvas, a.x + (a.width - SIGN_SIZE * scale) / 2,
                a.y + top + (room - SIGN_SIZE * scale) / 2, scale, tint->sign, tint->line);
}

static void draw_off(struct canvas *canvas, struct area a)
{
    const char *const word = "OFF";

    canvas_frame(canvas, a, 1, true, COLOUR_MUTE);
    canvas_text(canvas, a.x + (a.width - text_width(1, word)) / 2, a.y + a.height / 2,
                (struct pen){ 1, true, COLOUR_MUTE, COLOUR_BACK }, word);
}

/* An MP that is fused off has no box, because it is no part of this card. */
static void draw_tpc(struct canvas *canvas, struct area a, const struct core_table *cores,
                     unsigned tpc)
{
    const uint64_t all = (core_bit(tpc, 0) * ((1u << CORE_MPS) - 1)), is_bad = cores_bad(cores);
    const int width = (a.width - 2 * INSIDE - ((int)cores->mps - 1) * INSIDE) / (int)cores->mps;
    char letters[16];
    struct text name = text_in(letters, sizeof(letters));

    text_format(&name, "TPC %u", tpc);
    if (!(cores->there & all))
        draw_off(canvas, a);
    else
        canvas_frame(canvas, a, is_bad & all ? 2 : 1, false,
                     is_bad & all ? COLOUR_BAD : COLOUR_GOOD);
    canvas_text(canvas, a.x + INSIDE, a.y + 4, (struct pen){ 1, true, COLOUR_TEXT, COLOUR_BACK },
                letters);
    for (unsigned mp = 0; mp < cores->mps && (cores->there & all); mp++) {
        const struct area box = { a.x + INSIDE + (int)mp * (width + INSIDE), a.y + FONT_HEIGHT + 8,
                                  width, a.height - FONT_HEIGHT - 8 - INSIDE };

        if (!(cores->there & core_bit(tpc, mp)))
            continue;
        name = text_in(letters, sizeof(letters));
        text_format(&name, "MP %u", mp);
        draw_box(canvas, box, tint_of(cores_good(cores), is_bad, core_bit(tpc, mp)), letters);
    }
}

static void draw_units(struct canvas *canvas, struct area a, const struct scene_card *card)
{
    const int width = (a.width - ((int)CORE_UNITS - 1) * GAP) / (int)CORE_UNITS;
    char letters[SCENE_LINE];
    struct text title = text_in(letters, sizeof(letters));

    cores_names(&title, card->finding.cores, 1);
    text_string(&title, ", unit by unit");
    canvas_text(canvas, a.x, a.y, (struct pen){ 1, true, COLOUR_MUTE, COLOUR_BACK }, letters);
    for (unsigned i = 0; i < CORE_UNITS; i++)
        draw_box(canvas,
                 (struct area){ a.x + (int)i * (width + GAP), a.y + FONT_HEIGHT + 6, width,
                                a.height - FONT_HEIGHT - 10 },
                 tint_of(card->cores.good[i], card->cores.bad[i], card->finding.cores),
                 core_unit_label((enum core_unit)i, (unsigned)((width - 4) / FONT_WIDTH)));
}

/* Up to five TPCs stand in a row; rows are as even as they can be. */
void cores_draw(struct canvas *canvas, struct area area, const struct scene_card *card)
{
    const struct core_table *const cores = &card->cores;
    const int tpcs = cores->tpcs, rows = (tpcs + COLUMNS - 1) / COLUMNS,
              columns = (tpcs + rows - 1) / rows;
    const bool one = cores_count(card->finding.cores) == 1;
    const int units = one ? 2 * FONT_HEIGHT + 3 * SIGN_SIZE + 8 : 0;
    const int width = (area.width - (columns - 1) * GAP) / columns;
    int height = (area.height - units - rows * GAP) / rows;

    if (height > 12 * FONT_HEIGHT)
        height = 12 * FONT_HEIGHT;
    if (height < 2 * FONT_HEIGHT + SIGN_SIZE)
        return;
    for (int i = 0; i < tpcs; i++)
        draw_tpc(canvas,
                 (struct area){ area.x + i % columns * (width + GAP),
                                area.y + i / columns * (height + GAP), width, height },
                 cores, (unsigned)i);
    if (one)
        draw_units(canvas,
                   (struct area){ area.x, area.y + rows * (height + GAP), area.width, units },
                   card);
}
