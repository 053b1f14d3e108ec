/* tests/suite/report/page_rig.h: a drawn page of any size, and where words stand on it, to the pixel.
 *
 * Shape   page_show draws a scene on an empty canvas; the others look at the page drawn last.
 * Errors  the test fails. */
#pragma once

#include "suite/report/page_parts.h"
#include "tests/kit/tests.h"

#define PAGE_RIG_WIDTH  1920
#define PAGE_RIG_HEIGHT 1200

/* Gives its pixels. */
const uint32_t *page_show(const struct scene *scene, int width, int height);
bool page_says(int x, int y, struct pen pen, const char *words);
/* The colours of pages, as lists of them say: "back" is 0x0a0e13. */
uint32_t page_colour(const char *name);
const char *page_colour_name(uint32_t colour);
/* A page that shows one scene after the other, and the first one again, looks as if drawn anew; the two differ. */
void expect_change_drawn(const char *name, const struct scene *before, const struct scene *after);
