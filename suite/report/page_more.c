/* suite/report/page_more.c: pages that a person asks for: the problems in full, and the menu before a run. */
#include "suite/report/font.h"
#include "suite/report/page_parts.h"

/* ---- details --------------------------------------------------------------------------------- */

static uint64_t details_hash(const struct scene *scene)
{
    uint64_t hash = mix(mix(NOTHING, scene->first_problem), scene->problem_count);

    for (unsigned i = 0; i < scene->problem_count; i++)
        hash = mix(mix_text(hash, scene->problems[i].test), scene->problems[i].more);
    return mix(mix_text(hash, scene->reason), scene->problems_lost);
}

static int draw_value(struct sheet *s, int x, int y, const char *name, const char *value)
{
    const int scale = s->style->small, width = s->canvas->width - x - s->style->margin;

    if (!value[0] || y + text_height(scale) > s->bottom - 8)
        return y;
    const int end =
        canvas_text(s->canvas, x, y, pen_of(scale, true, COLOUR_MUTE, COLOUR_BACK), name);
    return canvas_paragraph(s->canvas,
                            (struct area){ end, y, width - (end - x), s->bottom - 8 - y },
                            pen_of(scale, false, COLOUR_TEXT, COLOUR_BACK), value);
}

/* Gives the y below it. */
static int draw_problem(struct sheet *s, int y, const struct scene_problem *problem)
{
    const int margin = s->style->margin, scale = s->style->sentence;
    const int x = margin + SIGN_SIZE * scale + 16, width = s->canvas->width - x - margin;
    const bool bad = problem->state == STATE_FAIL;
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));

    if (s->scene->card_count > 1)
        text_format(&words, "CARD %u  ", problem->card + 1u);
    text_string(&words, problem->test);
    if (problem->more)
        text_format(&words, " and %u more", problem->more);
    canvas_sign(s->canvas, margin, y + 3 * scale, scale, bad ? SIGN_CROSS : SIGN_BANG,
                bad ? COLOUR_BAD : COLOUR_AMBER);
    canvas_text(s->canvas, x, y,
                pen_of(text_scale(letters, width, scale), true, COLOUR_WHITE, COLOUR_BACK),
                letters);
    y = canvas_paragraph(s->canvas,
                         (struct area){ x, y + text_height(scale) + 4, width,
                                        s->bottom - 8 - y - text_height(scale) - 4 },
                         pen_of(s->style->small, false, COLOUR_TEXT, COLOUR_BACK), problem->words);
    y = draw_value(s, x, y, "expected  ", problem->expected);
    return draw_value(s, x, y, "seen      ", problem->actual) + 12;
}

/* Begins at first_problem, because all problems rarely fit on one page. */
void details_page(struct sheet *s)
{
    const struct scene *const scene = s->scene;
    const int margin = s->style->margin, height = text_height(s->style->sentence) + 40;
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));

    if (!is_new(s, WIDGET_RESULTS, details_hash(scene)))
        return;
    canvas_fill(s->canvas, (struct area){ 0, s->top, s->canvas->width, s->bottom - s->top },
                COLOUR_BACK);
    if (scene->problem_count)
        text_format(&words, "PROBLEM %u OF %u", scene->first_problem + 1, scene->problem_count);
    else
        text_string(&words,
                    scene->state == STATE_RUNNING ? "NO PROBLEM SO FAR" : "NO TEST HAS A PROBLEM");
    if (scene->problems_lost)
        text_format(&words, ", %u MORE IN THE REPORT", scene->problems_lost);
    int y = draw_title(s, margin, s->top + 12, s->canvas->width - 2 * margin, letters);
    if (!scene->problem_count && scene->state != STATE_RUNNING && scene->reason)
        canvas_paragraph(s->canvas,
                         (struct area){ margin, y, s->canvas->width - 2 * margin, s->bottom - y },
                         pen_of(s->style->small, false, COLOUR_TEXT, COLOUR_BACK), scene->reason);
    for (unsigned i = scene->first_problem; i < scene->problem_count && y + height < s->bottom; i++)
        y = draw_problem(s, y, &scene->problems[i]);
}

/* ---- menu ------------------------------------------------------------------------------------ */

/* Drawn again only when its words change, once a second, so that the menu does not flicker. */
static void draw_clock(struct sheet *s)
{
    const struct scene *const scene = s->scene;
    const int scale = s->style->card;
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));

    if (scene->seconds >= 0)
        text_format(&words, "%s starts in %d s", scene->lines[scene->line].name, scene->seconds);
    else
        text_string(&words, "What shall be tested?");
    const struct area a = { 0, s->top, s->canvas->width, text_height(scale) + 32 };
    s->top += a.height;
    if (!is_new(s, WIDGET_BAND, mix_text(NOTHING, letters)))
        return;
    canvas_fill(s->canvas, a, COLOUR_BACK);
    const int end = canvas_text(s->canvas, s->style->margin, a.y + 16,
                                pen_of(scale, true, COLOUR_WHITE, COLOUR_BACK), letters);
    if (scene->seconds >= 0)
        canvas_text(s->canvas, end + 32,
                    a.y + 16 + text_height(scale) - text_height(s->style->sentence),
                    pen_of(s->style->sentence, false, COLOUR_MUTE, COLOUR_BACK),
                    "another key stops the clock");
}

/* The chosen line has a frame and an arrow, because nothing is told by colour alone. */
static void draw_line(struct sheet *s, unsigned index, struct area a)
{
    const struct scene_line *const line = &s->scene->lines[index];
    const bool chosen = s->scene->line == index;
    const uint32_t back = chosen ? COLOUR_NAVY : COLOUR_BACK;
    const int scale = text_height(s->style->card) + 8 <= a.height ? s->style->card : 1;
    const int y = a.y + (a.height - text_height(scale)) / 2, x = a.x + 24 + SIGN_SIZE * scale;
    const char number[] = { (char)(index < 9 ? '1' + index : ' '), '\0' };

    if (!is_new(s, WIDGET_LINES + index, mix_text(mix(NOTHING, chosen), line->name)))
        return;
    canvas_fill(s->canvas, a, back);
    if (chosen) {
        canvas_frame(s->canvas, a, 2, false, COLOUR_RUN);
        canvas_sign(s->canvas, a.x + 12, y + 3 * scale, scale, SIGN_ARROW, COLOUR_RUN);
    }
    canvas_text(s->canvas, x, y, pen_of(scale, true, COLOUR_MUTE, back), number);
    canvas_text(s->canvas, x + 2 * FONT_WIDTH * scale, y, pen_of(scale, true, COLOUR_WHITE, back),
                line->name);
    const int about = x + 20 * FONT_WIDTH * scale, room = a.x + a.width - about - 12;
    const int small = text_scale(line->about, room, s->style->sentence);
    const int high = paragraph_height(line->about, room, small) - 2 * small;
    const int height = high < a.height - 4 ? high : a.height - 4;
    canvas_paragraph(s->canvas, (struct area){ about, a.y + (a.height - height) / 2, room, height },
                     pen_of(small, false, COLOUR_TEXT, back), line->about);
}

void menu_page(struct sheet *s)
{
    const unsigned count = s->scene->line_count;
    const int margin = s->style->margin;

    draw_clock(s);
    const int room = (s->bottom - s->top - 8) / (int)count - 8;
    const int wanted = text_height(s->style->card) + 32;
    const int height = room < wanted ? room : wanted;
    for (unsigned i = 0; i < count; i++)
        draw_line(s, i,
                  (struct area){ margin, s->top + (int)i * (height + 8),
                                 s->canvas->width - 2 * margin, height });
}
