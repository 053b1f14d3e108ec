/* suite/report/cores_picture.h: the shader cores of a card, by TPC.
 *
 * Shape   pure. A box for each TPC of the die, in it one for each of its multiprocessors; below, if one of them is bad, its units.
 *         A bad part differs by frame and sign, not only by colour. */
#ifndef SUITE_REPORT_CORES_PICTURE_H
#define SUITE_REPORT_CORES_PICTURE_H

#include "suite/report/canvas.h"
#include "suite/report/scene.h"

/* Whether the card's verdict rests on shader cores, so that they are shown in place of its memory. */
bool cores_are_shown(const struct scene_card *card);
void cores_draw(struct canvas *canvas, struct area area, const struct scene_card *card);

#endif
