/* engines/nv50/vertices.h: vertices of the 3D unit by PGRAPH's direct port: an array is fetched, goes through a vertex program
 * that passes it on, and to memory by stream output; nothing is rasterised.
 *
 * Shape   3D is set up (engines/nv50/render.h). A vertex has four words.
 * Units   bytes; addresses are offsets in the object.
 * Errors  of graph_port.h; PGRAPH's answer to a draw is in the event.
 * Source  docs/hardware/tesla-engines.md §4.6. */
#ifndef ENGINES_NV50_VERTICES_H
#define ENGINES_NV50_VERTICES_H

#include "engines/nv50/render.h"

#define VERTEX_BYTES 16u

/* The program, for the code's page: word for word what a driver's copies run. */
#define VERTEX_CODE_WORDS 8u
extern const uint32_t vertex_code[VERTEX_CODE_WORDS];

struct vertices {
    uint64_t code;   /* where vertex_code is; a page after it is there too */
    uint64_t from;   /* the array */
    uint64_t to;     /* the output, as long as the array */
    uint64_t runout; /* a vertex that is read in place of one past the array's end */
    uint32_t count;
};

/* Draws them as points. */
enum err vertices_draw(struct render *r, const struct vertices *v,
                       struct graph_event *event) MUST_CHECK;

#endif
