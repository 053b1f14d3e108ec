/* engines/nv50/compute_plain.h: the compute class, set up method by method as a register test does on real cards: one object over all of
 * VRAM, neither l[] nor a stack of their own, no buffer, image or sampler in use. Programs then run by compute_run in one
 * block of COMPUTE_PLAIN_THREADS threads.
 *
 * Shape   compute_prepare with one object, then compute_plain_start in place of compute_start.
 * Errors  those of graph_port.h.
 * Source  silicon-sequences.md §6.2, tesla-engines.md §4.8. */
#ifndef ENGINES_NV50_COMPUTE_PLAIN_H
#define ENGINES_NV50_COMPUTE_PLAIN_H

#include "engines/nv50/compute.h"

#define COMPUTE_PLAIN_THREADS 512u

/* Words of the object: read-write VRAM from 0 on, without an end. */
extern const uint32_t compute_plain_object[6];

enum err compute_plain_start(struct compute *c) MUST_CHECK;

#endif
