/* suite/gv100/ecc_find.h: which sector of VRAM an error beyond correction lies in. The counters have no address, so a
 * range is read once after an eviction of L2, and the half of it that counts is halved again.
 *
 * Shape   at the end of a memory test, when each word of VRAM is the test's. Where the present words show the error no
 *         more, the range is read again with zeros and with ones in it.
 * Units   bytes of VRAM.
 * Source  docs/hardware/gv100.md §1.9. */
#ifndef SUITE_GV100_ECC_FIND_H
#define SUITE_GV100_ECC_FIND_H

#include "suite/gv100/ecc.h"
#include "suite/memory/view.h"

/* Of the half with the most of them; fills watch->lost_at. */
void ecc_find(struct memory_view *view, struct ecc_watch *watch);

#endif
