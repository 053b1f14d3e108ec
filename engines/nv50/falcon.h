/* engines/nv50/falcon.h: a falcon engine's memory interface, driven by the host, without a program.
 *
 * Shape   a channel is made current, a port is given a DMA object, and a transfer between the object
 *         and the engine's data memory is started by a register. That the microcontroller need not run
 *         for it, and that the host may bind the channel, is unverified (tesla-engines.md §2.4, §2.5).
 * Units   bytes; transfers are 4 << n, n from 2 to 6, aligned to their size.
 * Errors  ERR_TIMEOUT if something does not end: a secret unit's wipe has 100 ms, a port and a transfer have
 *         10 ms. The memory interface's complaints are data.
 * Source  docs/hardware/tesla-engines.md §2.2 to §2.6. */
#ifndef ENGINES_NV50_FALCON_H
#define ENGINES_NV50_FALCON_H

#include "engines/nv50/media.h"

#define FALCON_XFER 256u /* the largest transfer */

struct falcon {
    struct card *card;
    const struct media_unit *unit;
};

/* Complaints of the memory interface; no lines: none. */
struct falcon_event {
    uint32_t lines; /* FALCON_INTR_MEMIF_ bits */
    bool stuck;     /* the transfer did not end */
    bool line;      /* the unit's line was up in PMC */
};

/* From reset, with the channel of a descriptor current. */
enum err falcon_open(struct falcon *falcon, struct card *card, const struct media_unit *unit,
                     uint32_t descriptor) MUST_CHECK;
void falcon_close(struct falcon *falcon);

/* Ports 0 to 6; port 7 always shows the channel's context object. */
enum err falcon_port(struct falcon *falcon, unsigned port, uint16_t selector) MUST_CHECK;
void falcon_supervisor(struct falcon *falcon, bool on);

/* Moves FALCON_XFER bytes between an offset of the port's object and the start of data memory; all events are
 * acknowledged, and the memory interface is ready again. */
void falcon_transfer(struct falcon *falcon, unsigned port, bool store, uint64_t at,
                     struct falcon_event *event);

/* The start of data memory, whole words. */
void falcon_data_read(struct falcon *falcon, uint32_t *words, unsigned count);

#endif
