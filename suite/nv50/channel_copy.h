/* suite/nv50/channel_copy.h: m2mf for the memory test, fed by PFIFO as drivers feed it.
 *
 * Shape   channel, RAMFC, runlist, commands and page table lie in own memory: in the VRAM that is tested, out of the
 *         way of the chunk in hand. m2mf reads VRAM through an unpaged object and writes system memory through pages
 *         of 4 KiB. Where memory holds no two such places there is no copy of this kind.
 * Units   bytes.
 * Errors  as an enum err says; ERR_UNSUPPORTED where no place is found.
 * Source  docs/hardware/silicon-sequences.md §5.1, §5.2, §6.3. */
#ifndef SUITE_NV50_CHANNEL_COPY_H
#define SUITE_NV50_CHANNEL_COPY_H

#include "engines/nv50/fifo.h"
#include "engines/nv50/m2mf.h"
#include "suite/memory/own_memory.h"

#define CHANNEL_COPY_KEPT 0x1300u /* words; as many as the pieces of its own memory have, or more */

struct channel_copy {
    bool sought, found; /* places for it */
    bool open;          /* m2mf is set up */
    struct own_memory own_memory;
    struct fifo fifo;
    struct m2mf m2mf;
    uint32_t kept[CHANNEL_COPY_KEPT];
};

/* Surroundings of the channel: destination of the copies, and memory that its places stay clear
 * of. */
struct channel_copy_to {
    struct card *card;
    unsigned parts;
    bus_addr buffer; /* of VIEW_LOAD + VIEW_CHUNK bytes (suite/memory/view.h) */
    const struct own_memory *other;
};

/* Makes ready copy->m2mf, which then copies from VRAM addresses to offsets in the buffer. `near`: an address in the
 * chunk that is worked on. */
enum err channel_copy_ready(struct channel_copy *copy, const struct channel_copy_to *to,
                            uint64_t near) MUST_CHECK;
/* PFIFO and PGRAPH are quiet, and VRAM has its former contents. */
enum err channel_copy_leave(struct channel_copy *copy) MUST_CHECK;

#endif
