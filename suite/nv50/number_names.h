/* suite/nv50/number_names.h: names of numbers, for sentences: engines, clients, slots, reasons.
 *
 * Errors  a number without a name is written as a number. */
#ifndef SUITE_NV50_NUMBER_NAMES_H
#define SUITE_NV50_NUMBER_NAMES_H

#include "engines/text.h"
#include "hw/addr.h"
#include "hw/nv50/chip.h"

/* "BAR/PFIFO_READ BAR1_READ" */
void words_requester(struct text *text, const struct nv50_chip *chip, uint8_t engine,
                     uint8_t client, uint8_t slot);
const char *words_reason(uint8_t reason); /* "reason 9" has no name: "unknown reason" */
const char *words_target(enum target target);

#define MHZ_WORDS 16
/* "275.0 MHz"; 0: "unknown". */
const char *words_mhz(uint32_t khz, char words[MHZ_WORDS]);

#endif
