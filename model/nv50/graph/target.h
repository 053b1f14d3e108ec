/* model/nv50/graph/target.h: surfaces that 3D clears: the part of one that a clear covers, and pixels put into it.
 *
 * Shape   clear.c has colour targets and zeta, clipid.c the surface of window ids; both say with struct target where it is.
 * Units   pixels; pitches in bytes.
 * Errors  bool: false is a VM fault.
 * Source  docs/hardware/tesla-engines.md §4.5. */
#ifndef MODEL_NV50_GRAPH_TARGET_H
#define MODEL_NV50_GRAPH_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "model/nv50/graph/color.h"
#include "model/nv50/graph/surface.h"
#include "model/nv50/vm/vm_user.h"

struct nv50;

#define TARGET_MOST  0x2000u /* pixels across and down of the largest surface */
#define TARGET_PIECE 1024u   /* bytes that are worked on at a time */

struct target {
    struct vm_user user;
    uint64_t at;
    uint32_t width, height, pitch, layer; /* the layer of a surface with depth */
    bool tiled;
    struct surface surface;
};

struct area {
    uint32_t left, top, right, bottom;
};

/* All of a surface; the part of it inside a rectangle that two methods give, by place and size or by first and end; the
 * part of it on the screen. */
struct area area_of(uint32_t width, uint32_t height);
void area_cut_to_size(struct area *area, uint32_t horizontal, uint32_t vertical);
void area_cut_to_ends(struct area *area, uint32_t horizontal, uint32_t vertical);
void area_cut_to_screen(const struct nv50 *card, struct area *area);
uint32_t area_lines(const struct area *area);

/* The cost of a line of so many pixels (graph_spend). */
uint64_t target_effort(const struct nv50 *card, uint32_t pixels, const struct pixel *pixel);
/* `count` pixels from x on become `pixel`. */
bool target_write(struct nv50 *card, const struct target *target, uint32_t x, uint32_t y,
                  uint32_t count, const struct pixel *pixel);

/* clipid.c: whether clears look at window ids; the surface; the pixels from x on that may be drawn, or may not: `count` becomes
 * how many. */
bool clipid_is_asked(const struct nv50 *card);
int clipid_take(struct nv50 *card, struct target *target);
bool clipid_look(struct nv50 *card, const struct target *ids, uint32_t x, uint32_t y,
                 uint32_t *count, bool *passes);
void clipid_trap(struct nv50 *card);

#endif
