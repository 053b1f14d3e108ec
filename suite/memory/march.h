/* suite/memory/march.h: a march over all of VRAM, and its diagnosis.
 *
 * Shape   mixed addresses, then March C-, over all of VRAM as a view shows it (view.h). Errors are kept in
 *         bounded memory, however many there are (errors.h), and end as a sentence about chips and wires
 *         (diagnosis.h).
 * Units   bytes.
 * Source  docs/hardware/board.md §1.2, §3.3. */
#ifndef SUITE_MEMORY_MARCH_H
#define SUITE_MEMORY_MARCH_H

#include "suite/kit/test.h"

void march_all(struct test *t);

#endif
