/* suite/report/page.h: draws a scene onto a canvas: the card, its fault, the next steps.
 *
 * Shape   the first look decides: a verdict is a band with a word and a sign that can be read from three
 *         metres. A solid band judges a card, a hollow one does not. Nothing is told by colour alone, nothing
 *         is cut without a mark. Only parts that differ from the scene drawn before are drawn again.
 * Units   the canvas has at least PAGE_MIN_WIDTH by PAGE_MIN_HEIGHT pixels; smaller screens have text mode. */
#ifndef SUITE_REPORT_PAGE_H
#define SUITE_REPORT_PAGE_H

#include "suite/report/canvas.h"
#include "suite/report/scene.h"

#define PAGE_MIN_WIDTH  800
#define PAGE_MIN_HEIGHT 600
#define PAGE_WIDGETS    56

struct page {
    struct canvas canvas;
    uint64_t kind;               /* of the present page */
    uint64_t seen[PAGE_WIDGETS]; /* hash of each part's content when it was drawn last */
};

void page_open(struct page *page, uint32_t *pixels, int width, int height);
void page_draw(struct page *page, const struct scene *scene);

#endif
