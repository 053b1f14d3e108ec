/* suite/report/page_crash.c: the firmware itself has failed. Drawn once, and again after the report is written, so no
 * part is compared with an earlier drawing. */
#include "suite/report/font.h"
#include "suite/report/page_parts.h"

#define STEPS 3

static const struct appearance stopped = { "STOPPED", COLOUR_WHITE, COLOUR_BACK,
                                           SIGN_BANG, false,        false };

/* Two frames: no verdict has that, and it is seen without colours. */
static void draw_stopped(struct sheet *s, const struct crash *crash)
{
    const int size = text_height(s->style->verdict), scale = s->style->sentence;
    const struct area a = { 0, s->top, s->canvas->width, size + size / 2 };

    s->top += a.height + 16;
    canvas_frame(s->canvas, (struct area){ 6, a.y + 6, a.width - 12, a.height - 12 }, 4, false,
                 COLOUR_WHITE);
    canvas_frame(s->canvas, (struct area){ 14, a.y + 14, a.width - 28, a.height - 28 }, 2, false,
                 COLOUR_WHITE);
    const int x = draw_word(s, &stopped, a) + 24, room = a.width - x - s->style->margin - 8;
    const char *const head = crash_headline(crash);
    const int large = text_scale(head, room, scale + 1), half = a.y + a.height / 2;
    canvas_text(s->canvas, x, half - text_height(large) - 2,
                pen_of(large, true, COLOUR_WHITE, COLOUR_BACK), head);
    canvas_text(
        s->canvas, x, half + 6,
        pen_of(text_scale(crash_meaning(crash), room, scale), false, COLOUR_WHITE, COLOUR_BACK),
        crash_meaning(crash));
}

/* The test that ran, and its card. */
static void draw_where(struct sheet *s, const struct crash *crash)
{
    const struct crash_running *const running = crash->running;
    const int margin = s->style->margin, most = s->style->card, height = text_height(most) + 8;
    char tag[SCENE_LINE], letters[SCENE_LINE];
    struct text words = text_in(tag, sizeof(tag));

    if (running->test[0])
        text_format(&words, "DURING %s", running->test);
    else
        text_string(&words, "BETWEEN TESTS");
    words = text_in(letters, sizeof(letters));
    text_format(&words, "%s  %s", running->at[0] ? running->at : "no card in hand", running->about);
    const int scale = text_scale(tag, s->canvas->width / 2, most);
    const int width = text_width(scale, tag) + 16, x = margin + width + 16;
    const int room = s->canvas->width - x - margin, y = s->top + 4;
    canvas_fill(s->canvas, (struct area){ margin, s->top, width, height }, COLOUR_TEXT);
    canvas_text(s->canvas, margin + 8, y + (text_height(most) - text_height(scale)) / 2,
                pen_of(scale, true, COLOUR_BACK, COLOUR_TEXT), tag);
    const int size = text_scale(letters, room, most);
    canvas_paragraph(
        s->canvas,
        (struct area){ x, y + (text_height(most) - text_height(size)) / 2, room, height - 4 },
        pen_of(size, true, COLOUR_WHITE, COLOUR_BACK), letters);
    s->top += height + 12;
}

/* Promises of the next boot only as much as the record in report.jsonl will make it do. */
static void second_step(struct text *words, const struct crash *crash)
{
    text_format(words, "%s: the machine restarts",
                crash->keys ? "Press Enter, or wait a minute" : "Wait a minute");
    if (crash->kept && crash->running->test[0])
        text_format(words, ", leaves out %s, and goes on", crash->running->test);
    text_string(words, ".");
}

/* The photograph comes first, because the page is gone after the restart. */
static void draw_crash_steps(struct sheet *s, const struct crash *crash)
{
    const int margin = s->style->margin, width = s->canvas->width - 2 * margin;
    const int scale = s->style->sentence;
    char second[SCENE_LINE];
    struct text words = text_in(second, sizeof(second));
    const char *const steps[STEPS] = {
        "Photograph this page.",
        second,
        crash->hardware ? "Happens again: try the card in another rig."
        : crash->kept   ? "Happens again: send the photo and report.jsonl with the bug report."
                        : "Happens again: send the photo with the bug report.",
    };

    second_step(&words, crash);
    s->top = draw_title(s, margin, s->top, width, "WHAT TO DO NEXT");
    for (unsigned i = 0; i < STEPS; i++)
        s->top = draw_step(s, (struct area){ margin, s->top, width, s->bottom - s->top }, scale, i,
                           steps[i]);
    s->top += 4;
}

/* Both sentences only where they are true. */
static void draw_code(struct sheet *s, const struct crash *crash)
{
    const int margin = s->style->margin, width = s->canvas->width - 2 * margin;
    const int small = s->style->small, wanted = s->style->card;
    const int height = text_height(small) + text_height(wanted) + 12;
    const int note = text_width(small, "Two photos with the same code show the same fault.");
    const int room = width - note - 64, scale = text_scale(crash->code, room, wanted);
    const struct area a = { margin, s->top, width, height };

    canvas_fill(s->canvas, a, COLOUR_PANEL);
    canvas_fill(s->canvas, (struct area){ a.x, a.y, 3, a.height }, COLOUR_WHITE);
    canvas_text(s->canvas, a.x + 16, a.y + 4, pen_of(small, true, COLOUR_MUTE, COLOUR_PANEL),
                "CODE");
    canvas_paragraph(s->canvas,
                     (struct area){ a.x + 16, a.y + text_height(small) + 6, room,
                                    a.height - text_height(small) - 6 },
                     pen_of(scale, true, COLOUR_WHITE, COLOUR_PANEL), crash->code);
    const int x = a.x + a.width - note - 16, line = text_height(small) + 4;
    const struct pen pen = pen_of(small, false, COLOUR_TEXT, COLOUR_PANEL);
    canvas_text(s->canvas, x, a.y + a.height / 2 - line, pen,
                crash->kept ? "The same code is in report.jsonl and in report.txt."
                            : "The report on the stick does not have it.");
    canvas_text(s->canvas, x, a.y + a.height / 2, pen,
                "Two photos with the same code show the same fault.");
    s->top += a.height + 12;
}

/* "exception 6 (invalid opcode) at find_wrong+0x1f", then as many lines as there is room for: those that say most come first. */
static void draw_lines(struct sheet *s, const struct crash *crash)
{
    const int margin = s->style->margin, width = s->canvas->width - 2 * margin;
    const int scale = s->style->small, step = text_height(scale) + 2;

    int y = draw_title(s, margin, s->top, width, "FOR THE DEVELOPERS");
    canvas_paragraph(s->canvas, (struct area){ margin, y, width, step },
                     pen_of(scale, true, COLOUR_WHITE, COLOUR_BACK), crash->what);
    y += step;
    for (unsigned i = 0; i < crash->line_count && y + step <= s->bottom - 4; i++, y += step)
        canvas_paragraph(s->canvas, (struct area){ margin, y, width, step },
                         pen_of(scale, false, COLOUR_MUTE, COLOUR_BACK), crash->lines[i]);
}

void crash_page(struct sheet *s)
{
    const struct crash *const crash = s->scene->crash;

    canvas_fill(s->canvas, (struct area){ 0, s->top, s->canvas->width, s->bottom - s->top },
                COLOUR_BACK);
    draw_stopped(s, crash);
    draw_where(s, crash);
    draw_crash_steps(s, crash);
    draw_code(s, crash);
    draw_lines(s, crash);
}
