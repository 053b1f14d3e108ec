/* engines/nv50/pgraph.h: PGRAPH from a reset to the point where its direct port takes methods.
 *
 * Source  docs/hardware/silicon-sequences.md §6.1: the steps of a register test that runs on cards of every chipset,
 *         word by word. */
#ifndef ENGINES_NV50_PGRAPH_H
#define ENGINES_NV50_PGRAPH_H

#include "engines/card.h"

/* Resets PGRAPH, clears and enables the traps of all of its units, and enables its error checks. No channel
 * is loaded yet. */
void pgraph_start(struct card *card);
/* Loads a channel by its descriptor (mmu/nv50/channel.h) and lets the port take methods. */
void pgraph_load(struct card *card, uint32_t channel);
/* Acknowledges the traps that can stop the port: those of the units that methods reach. */
void pgraph_clear_traps(struct card *card);

/* The trap words of all TPCs that the card has together, without their enable bits: of textures, of ROPs. */
void pgraph_tpc_traps(struct card *card, uint32_t *tex, uint32_t *prop);

/* Multiprocessors that the card has, and those that have raised an error since their TPC's trap word was cleared: a bit each, four
 * for a TPC. */
#define PGRAPH_MPS_OF_TPC 4u
uint64_t pgraph_mps(struct card *card);
uint64_t pgraph_mp_traps(struct card *card);
/* Flags of all multiprocessors become 0 (tesla-isa.md §8). */
void pgraph_clear_mp_flags(struct card *card);

#endif
