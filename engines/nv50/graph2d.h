/* engines/nv50/graph2d.h: the 2D engine and the query of the compute class by PGRAPH's direct port: one access of memory
 * through each of their DMA objects.
 *
 * Shape   as m2mf.h: PGRAPH from reset, one channel, no context program. Addresses are offsets in the objects.
 * Units   bytes; a surface is one line of A8R8G8B8, so that a pixel is a word.
 * Errors  of graph_port.h; PGRAPH's answer to an access is in the event.
 * Source  docs/hardware/tesla-engines.md §4.2 to §4.4; tesla-mmio.md §5.7, §5.8. */
#ifndef ENGINES_NV50_GRAPH2D_H
#define ENGINES_NV50_GRAPH2D_H

#include "engines/nv50/graph_port.h"
#include "engines/nv50/vm.h"
#include "hw/nv50/eng2d.h"

#define GRAPH2D_LINE 0x1000u /* bytes of a surface */

/* Selectors of the objects that it reads and writes through. */
struct graph2d_objects {
    uint16_t destination, source, notify, condition, query;
};

struct graph2d {
    struct card *card;
    uint32_t channel;           /* descriptor */
    uint16_t engine2d, compute; /* selectors of the class objects */
    struct graph2d_objects objects;
};

/* Writes the class objects; sets PGRAPH up, from its reset on, with the objects that stand in the struct by then. */
enum err graph2d_prepare(struct graph2d *g, struct vm *vm,
                         const struct graph2d_objects *objects) MUST_CHECK;
enum err graph2d_start(struct graph2d *g) MUST_CHECK;

/* `words` pixels of the destination at `at` become `colour`; with `reads` they are combined with it by exclusive or. */
enum err graph2d_fill(struct graph2d *g, uint64_t at, uint32_t words, uint32_t colour, bool reads,
                      struct graph_event *event) MUST_CHECK;
/* A line of the source goes to the destination. */
enum err graph2d_blit(struct graph2d *g, uint64_t to, uint64_t from,
                      struct graph_event *event) MUST_CHECK;
/* A record of 16 bytes at the start of the object with that selector. */
enum err graph2d_notify(struct graph2d *g, uint16_t object, struct graph_event *event) MUST_CHECK;
/* The word at `at` of the query object becomes `sequence`. */
enum err graph2d_query(struct graph2d *g, uint64_t at, uint32_t sequence,
                       struct graph_event *event) MUST_CHECK;
/* From now on records at `at` of the condition's object decide whether drawing has an effect. */
enum err graph2d_condition(struct graph2d *g, uint64_t at,
                           enum graph_condition condition) MUST_CHECK;

#endif
