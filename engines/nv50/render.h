/* engines/nv50/render.h: clears of the 3D unit by PGRAPH's direct port: colour targets, depth, window ids.
 *
 * Shape   as m2mf.h: PGRAPH from reset, one channel, no context program; all state that a clear needs is sent, because the
 *         state after a reset is not known. One DMA object serves all clients. The class is the chipset's own.
 * Units   bytes; addresses are offsets in the object. Targets and zeta are 32 bits a pixel.
 * Errors  of graph_port.h; PGRAPH's answer to a clear is in the event.
 * Source  docs/hardware/tesla-engines.md §4.5; the order is that of a driver's clears. */
#ifndef ENGINES_NV50_RENDER_H
#define ENGINES_NV50_RENDER_H

#include "engines/nv50/graph_port.h"
#include "engines/nv50/vm.h"

#define RENDER_TARGETS 8u
#define RENDER_PAGE    0x1000u /* bytes of the surfaces of depth and of window ids */
#define RENDER_IDS     64u     /* window ids in a line, and lines */

struct render {
    struct card *card;
    uint32_t channel;        /* descriptor */
    uint16_t class, objects; /* selectors: of the class object, of the DMA object */
};

struct render_method {
    uint32_t number, data;
};

/* Sends methods of the class. */
enum err render_send(struct render *r, const struct render_method *list, unsigned count) MUST_CHECK;
/* Writes the class object; sets PGRAPH up, from its reset on. */
enum err render_prepare(struct render *r, struct vm *vm, uint16_t objects) MUST_CHECK;
enum err render_start(struct render *r) MUST_CHECK;

/* `words` pixels of target `number` (below RENDER_TARGETS), a line at `at`, become `value`; at most 64. */
enum err render_clear(struct render *r, unsigned number, uint64_t at, uint32_t words,
                      uint32_t value, struct graph_event *event) MUST_CHECK;
/* Every word of the page at `at` becomes this depth, the bits of a float from 0 to 1. */
enum err render_clear_depth(struct render *r, uint64_t at, uint32_t depth,
                            struct graph_event *event) MUST_CHECK;
/* The first `lines` lines of window ids at `at` become `number`. */
enum err render_fill_ids(struct render *r, uint64_t at, uint32_t lines, uint8_t number,
                         struct graph_event *event) MUST_CHECK;
/* From now on clears have an effect only on pixels whose window id at `at` is `number`. */
enum err render_ask_ids(struct render *r, uint64_t at, uint8_t number) MUST_CHECK;

#endif
