/* model/nv50/graph/draw.h: shared by the parts of the 2D engine: its words, its two surfaces, and pixels that are put
 * into the destination by the operation that is set.
 *
 * Shape   eng2d.c has the methods, rectangles and blits; sifc.c pixels from the host; draw.c puts pixels; surface_2d.c
 *         reads and writes them; pattern.c has the pattern.
 * Units   pixels; pitches in bytes.
 * Errors  bool: false is a VM fault. int: GRAPH_DONE or the code of a data error.
 * Source  docs/hardware/tesla-mmio.md §5.8. */
#ifndef MODEL_NV50_GRAPH_DRAW_H
#define MODEL_NV50_GRAPH_DRAW_H

#include <stdbool.h>
#include <stdint.h>

#include "model/nv50/graph/surface.h"
#include "model/nv50/vm/vm_user.h"

struct nv50;

/* Pixels that are worked on at a time. */
#define PIECE_PIXELS 1024u

struct surface_2d {
    const struct vm_user *user;
    uint64_t at;
    uint32_t format, bytes, pitch, width, height, layer; /* bytes of a pixel, 0: no such format */
    bool tiled;
    struct surface surface;
};

struct span {
    uint32_t x, y, count;
};

/* The word that a method has set. */
uint32_t eng2d_word(const struct nv50 *card, uint32_t method);

/* surface_2d.c */
struct surface_2d surface_2d_of(const struct nv50 *card, bool source);
bool surface_2d_read(struct nv50 *card, const struct surface_2d *surface, struct span span,
                     uint32_t *pixels);
bool surface_2d_write(struct nv50 *card, const struct surface_2d *surface, struct span span,
                      const uint32_t *pixels);

/* draw.c */
/* Whether the destination and the operation that are set can be drawn with. */
int draw_check(const struct nv50 *card, const struct surface_2d *target);
/* Puts pixels of `format` by the operation that is set, inside the clip rectangle. A fault is
 * raised as a trap. */
bool draw_span(struct nv50 *card, const struct surface_2d *target, struct span span,
               const uint32_t *pixels, uint32_t format);

/* pattern.c */
bool pattern_is_known(const struct nv50 *card);
/* The pattern's pixel for a place in the destination, as A8R8G8B8. */
uint32_t pattern_pixel(const struct nv50 *card, uint32_t x, uint32_t y);
/* Takes a word of the colour pattern (methods ENG2D_PATTERN_COLORS to its end). */
void pattern_method(struct nv50 *card, uint32_t method, uint32_t data);

/* sifc.c: one word of pixels or bits. */
int sifc_data(struct nv50 *card, uint32_t data);

#endif
