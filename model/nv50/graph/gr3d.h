/* model/nv50/graph/gr3d.h: shared by the parts of 3D: its words and its users of the VM.
 *
 * Shape   gr3d.c has the methods and queries; clear.c and clipid.c the clears; vertex.c and strmout.c the way of
 *         vertices.
 * Units   pixels; bytes.
 * Errors  int: GRAPH_DONE or the code of a data error.
 * Source  docs/hardware/tesla-engines.md §4.5, §4.6. */
#ifndef MODEL_NV50_GRAPH_GR3D_H
#define MODEL_NV50_GRAPH_GR3D_H

#include <stdbool.h>
#include <stdint.h>

#include "model/nv50/vm/vm_user.h"

struct nv50;

/* The word that a method has set; two of them as an address. */
uint32_t gr3d_word(const struct nv50 *card, uint32_t method);
uint64_t gr3d_address(const struct nv50 *card, uint32_t method);
/* `user` is this client and slot, with the object that the method has named. */
int gr3d_bind(struct nv50 *card, struct vm_user *user, uint8_t client, uint8_t slot,
              uint32_t method);
/* Drawing has no effect, because the condition does not hold. */
bool gr3d_undrawn(const struct nv50 *card);

/* Begin the work that the word of a method asks for. */
int clear_begin(struct nv50 *card, uint32_t what);
int clipid_fill_begin(struct nv50 *card, uint32_t number);
int vertices_begin(struct nv50 *card, uint32_t count);

/* strmout.c: results of so many vertices, so many of them a primitive. false: a VM fault, which is told. */
bool strmout_put(struct nv50 *card, uint32_t count, uint32_t vertices);
/* Stream output begins anew. */
void strmout_latch(struct nv50 *card);

#endif
