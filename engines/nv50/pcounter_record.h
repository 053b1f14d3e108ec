/* engines/nv50/pcounter_record.h: PCOUNTER's record buffer, of the host's clock domain. G84 and later.
 *
 * Shape   the domain sends one packet each 1024 clocks; nothing of PCOUNTER has a reset of its own, so the
 *         journal puts its registers back.
 * Units   bytes.
 * Source  docs/hardware/tesla-engines.md §5.1, §5.5. */
#ifndef ENGINES_NV50_PCOUNTER_RECORD_H
#define ENGINES_NV50_PCOUNTER_RECORD_H

#include "engines/card.h"

/* Sends packets to an offset of the selector's object; PCOUNTER_RECORD_STATUS after the first. */
uint32_t pcounter_record(struct card *card, uint32_t descriptor, uint16_t selector, uint32_t at);

#endif
