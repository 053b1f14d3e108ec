/* model/gv100/base/topology.h: what engines, runlists and PBDMAs the card has, and how they belong together.
 *
 * Shape   engine 0 is GRAPHICS on runlist 0, which the first LCE shares; the other LCEs have a runlist each
 *         until there are no more, then share them from the second runlist on. The table that PTOP shows is
 *         built from this (card/ptop.c).
 * Source  docs/hardware/gv100.md §1.4, §3.5. */
#ifndef MODEL_GV100_BASE_TOPOLOGY_H
#define MODEL_GV100_BASE_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct model_config;

#define TOPOLOGY_LCES_MAX     9
#define TOPOLOGY_PBDMAS_MAX   14
#define TOPOLOGY_RUNLISTS_MAX 13
#define TOPOLOGY_ENGINES_MAX  (1 + TOPOLOGY_LCES_MAX)

struct topology_engine {
    bool copies; /* an LCE; otherwise graphics */
    uint8_t lce; /* its number, of an LCE */
    uint8_t runlist;
    uint8_t reset_bit, interrupt_bit; /* of PMC_ENABLE and PMC_INTR */
    uint8_t fault_id;                 /* the MMU's engine id */
    uint8_t client;                   /* the hub client of its accesses */
};

struct topology {
    unsigned lces, pbdmas, runlists;
    unsigned engines;
    struct topology_engine engine[TOPOLOGY_ENGINES_MAX];
    uint16_t pbdma_runlists[TOPOLOGY_PBDMAS_MAX]; /* mask of the runlists that a PBDMA serves */
};

/* False and a sentence: more than the chip can have. 0 stands for what the model has by itself. */
bool gv_topology_choose(struct topology *topology, const struct model_config *config, char *error,
                        size_t error_size);

/* The nth PBDMA that serves the runlist; past its last one the first. -1: none serves it. */
int gv_topology_pbdma(const struct topology *topology, unsigned runlist, unsigned nth);
/* The engine that takes methods of that runlist's channels: `wanted` if it is on the runlist, otherwise the
 * lowest one that is. Null: there is none. */
const struct topology_engine *gv_topology_engine(const struct topology *topology, unsigned runlist,
                                                 unsigned wanted);

#endif
