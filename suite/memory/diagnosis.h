/* suite/memory/diagnosis.h: from wrong words to a verdict that names the chip.
 *
 * Shape   wires were tried before anything was counted (wires.h); here the errors that they do not
 *         explain become banks, rows, bit lines and cells; cells are tried one by one, and the test
 *         fails with the first damages in its sentence. All of them, and the counts by chip, go to
 *         the report.
 * Source  docs/hardware/board.md §2.3, §3.2. */
#ifndef SUITE_MEMORY_DIAGNOSIS_H
#define SUITE_MEMORY_DIAGNOSIS_H

#include "suite/memory/damage.h"
#include "suite/memory/errors.h"

/* hold_us: as long as nothing was written between a write and the read that was wrong. */
void diagnose(struct memory_errors *errors, struct damages *damages, uint64_t hold_us);
/* Nothing, if there was no error. */
void diagnosis_report(const struct memory_errors *errors, const struct damages *damages,
                      struct test *t);

#endif
