/* suite/report/picture.h: the card with its memory chips, by partition.
 *
 * Shape   pure. The GPU stands in the middle, a group of chips for each partition around it; a trace joins
 *         each chip to the GPU. Bad chips differ by frame, sign and trace, not only by colour. */
#ifndef SUITE_REPORT_PICTURE_H
#define SUITE_REPORT_PICTURE_H

#include "suite/report/canvas.h"
#include "suite/report/scene.h"

void picture_draw(struct canvas *canvas, struct area area, const struct scene_card *card);

/* Only the bars of chips under test, on the picture that is there: percent has grown. */
void picture_bars(struct canvas *canvas, struct area area, const struct scene_card *card);

#endif
