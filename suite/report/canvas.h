/* suite/report/canvas.h: a picture in memory, drawn with rectangles, lines, signs and one bitmap font.
 *
 * Shape   pure: the caller gives the pixels; efi/ shows the changes since it last looked. Nothing is drawn outside of
 *         the canvas, whatever the numbers.
 * Units   pixels from the upper left corner; a scale is how many pixels a pixel of the font takes. Colours
 *         are 0x00RRGGBB, the format that UEFI's graphics output calls BGRX. */
#ifndef SUITE_REPORT_CANVAS_H
#define SUITE_REPORT_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

/* Every pair of colours that text is drawn in has a contrast of 4.5 or more (canvas_test). */
#define COLOUR_BACK  0x0a0e13u
#define COLOUR_PANEL 0x141b23u
#define COLOUR_RULE  0x3a4856u /* hairlines; never text */
#define COLOUR_MUTE  0x9aa8b6u
#define COLOUR_TEXT  0xd6dee6u
#define COLOUR_WHITE 0xffffffu
#define COLOUR_RUN   0x56c7f5u
#define COLOUR_NAVY  0x0e3a57u
#define COLOUR_GOOD  0x4ade9bu
#define COLOUR_FERN  0x0f4030u
#define COLOUR_BAD   0xff8577u
#define COLOUR_CRIM  0xb5121bu
#define COLOUR_AMBER 0xffc43du
#define COLOUR_UMBER 0x4a3300u
#define COLOUR_BOARD 0x10211fu
#define COLOUR_GOLD  0xa0803au

struct area {
    int x, y, width, height;
};

/* More areas than these are joined into the last one. */
#define CANVAS_CHANGES 32

struct canvas {
    uint32_t *pixels; /* rows without gaps between them */
    int width, height;
    unsigned change_count;
    struct area changes[CANVAS_CHANGES]; /* since the caller last took them */
};

enum sign { SIGN_TICK, SIGN_CROSS, SIGN_DASH, SIGN_HALF, SIGN_BANG, SIGN_ARROW, SIGN_DOTS, SIGNS };
#define SIGN_SIZE 9 /* pixels of a sign at scale 1, either way */

struct canvas canvas_in(uint32_t *pixels, int width, int height);

void canvas_fill(struct canvas *canvas, struct area area, uint32_t colour);
/* A frame inside the area; dashed: eight pixels drawn, eight left out. */
void canvas_frame(struct canvas *canvas, struct area area, int thickness, bool dashed,
                  uint32_t colour);
void canvas_line(struct canvas *canvas, int x, int y, int to_x, int to_y, int thickness,
                 uint32_t colour);
void canvas_sign(struct canvas *canvas, int x, int y, int scale, enum sign sign, uint32_t colour);

/* How a text is drawn; `strong` letters are a font pixel wider. */
struct pen {
    int scale;
    bool strong;
    uint32_t colour, back;
};

/* One line on its background; gives the x after it. A character without a glyph is drawn as '?'. */
int canvas_text(struct canvas *canvas, int x, int y, struct pen pen, const char *text);
int text_width(int scale, const char *text);
/* The largest scale up to `most` at which the text fits into the width; at least 1. */
int text_scale(const char *text, int width, int most);
/* Breaks the text at blanks, or inside a word too long for a line, into lines `height` apart; gives the y below the
 * last one. Nothing is drawn from `bottom` on; a text that does not fit ends with "...". */
int canvas_paragraph(struct canvas *canvas, struct area area, struct pen pen, const char *text);
/* How high canvas_paragraph makes the text in lines of that width. */
int paragraph_height(const char *text, int width, int scale);

#endif
