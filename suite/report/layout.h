/* suite/report/layout.h: the scene in 80 by 25 characters, for screens that nothing can be drawn on.
 *
 * Shape   pure. Same content as the drawn pages (suite/report/page.h), in the same order of importance; the verdict
 *         stands in letters five rows high. Nothing is told by colour alone, nothing is cut without a mark. */
#ifndef SUITE_REPORT_LAYOUT_H
#define SUITE_REPORT_LAYOUT_H

#include "suite/report/scene.h"
#include "suite/report/screen.h"

void layout_draw(struct screen *screen, const struct scene *scene);

#endif
