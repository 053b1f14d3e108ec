/* suite/nv50/board.h: shared by the tests of the board around the processor. */
#ifndef SUITE_NV50_BOARD_H
#define SUITE_NV50_BOARD_H

#include "engines/nv50/devinit/vbios.h"
#include "suite/kit/test.h"

/* The card's VBIOS; null, and the test says so: none was read. */
const struct vbios *board_vbios(struct test *t);

#endif
