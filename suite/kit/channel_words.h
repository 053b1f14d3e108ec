/* suite/kit/channel_words.h: a solver's findings in words, for firmware and host command alike. */
#ifndef SUITE_KIT_CHANNEL_WORDS_H
#define SUITE_KIT_CHANNEL_WORDS_H

#include "engines/text.h"
#include "suite/kit/channel_finding.h"

/* "all 262144 wrong words lie in one memory channel (1 of 32 by their addresses), data line 5: one chip, its balls
 * or its tracks". `n`: which of the findings;
 * where there are several, causes are left out, so that there is room for the others. */
void channel_words(struct text *text, const struct channel_findings *findings, unsigned n);
/* The equations as masks with the value that each has: "0x3670a2400=1 0xed80a800=0". */
void channel_masks(struct text *text, const struct channel_finding *finding);
/* One of them as a sum of address bits: "10^13^17". */
void channel_bits(struct text *text, uint64_t mask);
/* "few", "one", "shared" ..., for records. */
const char *channel_kind_name(enum channel_kind kind);

#endif
