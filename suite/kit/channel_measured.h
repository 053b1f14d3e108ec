/* suite/kit/channel_measured.h: whether a fault's equations are those that others have measured on a card of theirs.
 *
 * Shape   nothing rests on it: it is told only on request, and always with the words "measured by others, unproven".
 * Source  docs/hardware/vram-spread.md §1. */
#ifndef SUITE_KIT_CHANNEL_MEASURED_H
#define SUITE_KIT_CHANNEL_MEASURED_H

#include "engines/text.h"
#include "hw/spread.h"
#include "suite/kit/channel_finding.h"

/* "measured by others, unproven: v100 (Tesla V100-SXM2-16GB) agrees, module 3 of 32" or "... does not agree, 2 of its 5
 * equations hold". */
void measured_words(struct text *text, const struct measured_spread *spread,
                    const struct channel_finding *finding, uint64_t bits);

#endif
