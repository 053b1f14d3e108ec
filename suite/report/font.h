/* suite/report/font.h: the bitmap font of the drawn screen, GNU Unifont of Debian's package psf-unifont; the
 * build makes it into an array (tools/font.pl).
 *
 * Shape   a row of bytes for each printable ASCII character from the blank on; a byte is a line of eight
 *         pixels, the leftmost in the highest bit. */
#ifndef SUITE_REPORT_FONT_H
#define SUITE_REPORT_FONT_H

#define FONT_FIRST  ' '
#define FONT_GLYPHS 95
#define FONT_WIDTH  8
#define FONT_HEIGHT 16

extern const unsigned char font_glyphs[FONT_GLYPHS][FONT_HEIGHT];

#endif
