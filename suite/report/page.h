/* suite/report/page.h: draws a scene onto a canvas: who is tested, what is bad, what to do next.
 *
 * Shape   the first look decides: a verdict is a band with a word and a sign that can be read from three
 *         metres. A solid band judges a card, a hollow one does not. Nothing is told by colour alone, nothing
 *         is cut without a mark. Only what differs from the scene drawn before is drawn again.
 * Units   the canvas has at least PAGE_MIN_WIDTH by PAGE_MIN_HEIGHT pixels; smaller screens have text mode. */
#ifndef TESTS_REPORT_PAGE_H
#define TESTS_REPORT_PAGE_H

#include "suite/report/canvas.h"
#include "suite/report/scene.h"

#define PAGE_MIN_WIDTH  800
#define PAGE_MIN_HEIGHT 600
#define PAGE_WIDGETS    56

struct page {
    struct canvas canvas;
    uint64_t kind;               /* of what is drawn now */
    uint64_t seen[PAGE_WIDGETS]; /* what each part showed when it was drawn last */
};

void page_open(struct page *page, uint32_t *pixels, int width, int height);
void page_draw(struct page *page, const struct scene *scene);

#endif
