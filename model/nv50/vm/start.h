/* model/nv50/vm/start.h: how the memory of a cold card comes to answer.
 *
 * Shape   a cold card's memory is dead until all of this holds, however software brings it about: PFB was
 *         reset through PMC_ENABLE; the board's supply of the memory is on; the core's and the memory's PLL
 *         are locked at the board's frequencies, and in use; geometry, timings and type are those of the
 *         chips that the board has; after that the chips were precharged, refreshed twice and got their mode
 *         registers; refresh is on. Commands to chips that have no clock or no supply are lost. Once it
 *         answers, it answers as that of any card.
 * Units   nanoseconds.
 * Source  docs/hardware/devinit.md §7.2, where most of it is (unverified). */
#ifndef MODEL_NV50_VM_START_H
#define MODEL_NV50_VM_START_H

#include <stdbool.h>
#include <stdint.h>

struct nv50;

#define PLL_LOCK_NS 100000 /* (unverified devinit.md §7.2) */

struct start {
    bool reset_seen; /* PFB was off and on again */
    bool awake;      /* the memory answers */
    unsigned precharges, refreshes;
    uint32_t modes[2];           /* the chips' mode registers */
    uint64_t core_ns, memory_ns; /* when the PLL was last changed */
};

void start_power_on(struct nv50 *card);
/* Registers that the start depends on were written, with the meaning that the name says. */
void start_command(struct nv50 *card, uint32_t offset, uint32_t value); /* of PFB, to the chips */
void start_pll_changed(struct nv50 *card, uint32_t offset, uint32_t value);
void start_pfb_switched(struct nv50 *card, bool on);
/* Looks whether all of it holds now. */
void start_update(struct nv50 *card);

bool start_is_awake(const struct nv50 *card);
/* Whether the PLL has come to its frequency. */
bool start_core_locked(const struct nv50 *card);
bool start_memory_locked(const struct nv50 *card);
/* The RAM strap as the register shows it. */
unsigned start_strap(const struct nv50 *card);

#endif
