/* engines/nv50/vp2.h: the engines of VP2 (and PMPEG of VP1) by their own registers, without PFIFO or programs.
 *
 * Shape   each function starts one access and gives its outcome; the unit is acknowledged.
 *         That the host may start these is unverified (tesla-engines.md §3.2 to §3.4).
 * Units   bytes.
 * Source  docs/hardware/tesla-engines.md §3.2 to §3.4. */
#ifndef ENGINES_NV50_VP2_H
#define ENGINES_NV50_VP2_H

#include "engines/nv50/media.h"

struct vp2_event {
    uint32_t interrupts; /* of the unit */
    uint32_t error;      /* PMPEG_ERROR */
    bool line;           /* the unit's line was up in PMC */
};

/* From reset, with its interrupts on and the channel of a descriptor current. */
void vp2_open(struct card *card, const struct media_unit *unit, uint32_t descriptor);

/* PVP2, PBSP: the core's first instruction fetch, at an offset of the object of DMA index 0 to 15; limit:
 * bytes that the region covers. From reset each time, because the core starts only once. */
void xtensa_fetch(struct card *card, const struct media_unit *unit, uint32_t descriptor,
                  unsigned index, uint64_t base, uint64_t limit, struct vp2_event *event);

struct pcipher_copy {
    uint16_t src, dst, query; /* selectors */
    uint64_t from, to, query_at;
    uint32_t size; /* a multiple of 16 */
    bool with_query;
    uint32_t sequence;
};

void pcipher_copy(struct card *card, const struct media_unit *unit, const struct pcipher_copy *copy,
                  struct vp2_event *event);

/* PMPEG fetches its command buffer, which holds nothing but NOPs. */
void pmpeg_fetch(struct card *card, const struct media_unit *unit, uint16_t selector, uint32_t at,
                 uint32_t size, struct vp2_event *event);
/* It writes a query; G84 and later. */
void pmpeg_query(struct card *card, const struct media_unit *unit, uint16_t selector, uint32_t at,
                 uint32_t counter, struct vp2_event *event);

#endif
