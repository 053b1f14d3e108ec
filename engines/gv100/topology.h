/* engines/gv100/topology.h: which engines the card has, as PTOP's device table lists them.
 *
 * Shape   read once, at the takeover, and kept in the card's notes. An id that the table does not give is
 *         ENGINE_NONE.
 * Limits  the table has 64 words, so 64 devices can be listed, and all are kept; a Titan V lists 17. Host has registers for
 *         13 runlists and 15 engines, and the table's fields go to 15: a copy engine beyond is kept and never driven.
 * Source  docs/hardware/gv100.md §1.4. */
#ifndef ENGINES_GV100_TOPOLOGY_H
#define ENGINES_GV100_TOPOLOGY_H

#include "engines/card.h"

#define ENGINES_MAX 64 /* as many as PTOP has words */
#define ENGINE_NONE 0xff

struct engine {
    uint32_t base; /* in BAR0, of the unit; LCEs may share one */
    uint8_t type;  /* PTOP_DEVICE_INFO_TYPE_ENUM_ */
    uint8_t instance;
    uint8_t engine, runlist; /* ids of the host */
    uint8_t interrupt;       /* bit of PMC_INTR */
    uint8_t reset;           /* bit of PMC_ENABLE */
    uint8_t fault;           /* engine id in fault records */
};

struct topology {
    uint8_t count;
    uint8_t engines_most, runlists_most; /* that the host has registers for */
    struct engine engines[ENGINES_MAX];
    struct card_refusal refusal; /* a word of the table is no value, so no device is known */
};

void topology_read(struct card *card, struct topology *out);

/* The nth copy engine whose runlist graphics does not share; null: there are not as many. */
const struct engine *topology_copy(const struct topology *topology, unsigned nth);
unsigned topology_copies(const struct topology *topology);
/* Copy engines that are left out because host has no registers for their engine id or their runlist. */
unsigned topology_beyond(const struct topology *topology);

/* Bits of PMC_ENABLE that reset the copy engines. */
uint32_t topology_copy_resets(const struct topology *topology);

/* Bits of the PBDMAs that serve a runlist. */
uint32_t runlist_pbdmas(struct card *card, uint8_t runlist);

#endif
