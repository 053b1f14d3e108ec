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

/* One macroblock of 16 by 16 pixels. A surface has rows of PMPEG_ROW bytes, its chroma PMPEG_CHROMA_AT after its luma. */
#define PMPEG_ROW          64u
#define PMPEG_CHROMA_AT    0x400u
#define PMPEG_COMMANDS_MAX 10
#define PMPEG_JOB_MAX      16
#define PMPEG_DATA_BYTES   0x300u /* six blocks of 64 numbers of 16 bits */

/* Commands that copy the macroblock from the reference, or draw it from data. Gives how many words. */
unsigned pmpeg_commands(uint32_t words[PMPEG_COMMANDS_MAX], bool copy);

/* Where all of it lies in one object. */
struct pmpeg_work {
    uint16_t object;
    uint32_t commands, words; /* offset, and how many */
    uint32_t image, reference;
    uint32_t data, data_bytes;
};

struct pmpeg_method {
    uint32_t number, data;
};

/* The methods of a job, the last of which starts it; by PIO, with the result. */
unsigned pmpeg_job(struct pmpeg_method list[PMPEG_JOB_MAX], const struct pmpeg_work *work);
void pmpeg_draw(struct card *card, const struct media_unit *unit, const struct pmpeg_work *work,
                struct vp2_event *event);

/* PCIPHER or PMPEG from reset, so that it takes PFIFO's methods. */
void vp2_open_for_fifo(struct card *card, const struct media_unit *unit);
/* After the method that binds an object: PMPEG may ask software first. */
void vp2_answer_bind(struct card *card, const struct media_unit *unit);
void vp2_take_event(struct card *card, const struct media_unit *unit, struct vp2_event *event);
/* PMPEG_CONFIG as it stands in a channel's state then. */
uint32_t pmpeg_config(void);

#endif
