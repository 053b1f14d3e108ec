/* model/gv100/base/topology.h: the card's engines, runlists and PBDMAs, and how they belong together.
 *
 * Shape   with nothing asked for, the devices of two real Titan V as they were read: 17 in PTOP, 15 engines, 13
 *         runlists, 14 PBDMAs, LCE0 and LCE1 beside graphics; of Turing those of a TU116, which has holes in the numbers of
 *         its engines and runlists. With a count of LCEs, PBDMAs or runlists, a card
 *         that there need not be: graphics and the first LCE on runlist 0, the other LCEs on a runlist each until
 *         there are no more, then sharing them from the second one on; SEC2 beside them.
 *         Engines have the host's numbers: engine 0 is GRAPHICS.
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
#define TOPOLOGY_ENGINES_MAX  15
#define TOPOLOGY_DEVICES_MAX  20

#define DEVICE_NONE 0xff /* an id that the device does not have */

/* A device of PTOP's table. */
struct topology_device {
    uint8_t word; /* of the table, at which it begins */
    uint8_t type; /* PTOP_DEVICE_INFO_TYPE_ENUM_ */
    uint8_t instance;
    uint32_t base; /* in BAR0 */
    uint8_t fault_id, engine, runlist, interrupt_bit, reset_bit;
};

struct topology_engine {
    bool
        copies; /* an LCE; otherwise graphics, or a unit that takes no methods before its program is loaded */
    uint8_t lce; /* its number, of an LCE */
    uint8_t runlist;
    uint8_t reset_bit, interrupt_bit; /* of PMC_ENABLE and PMC_INTR */
    uint8_t fault_id;                 /* the MMU's engine id */
    uint8_t client;                   /* the hub client of its accesses */
};

struct topology {
    unsigned lces, pbdmas, runlists;
    unsigned engines; /* highest number and one */
    struct topology_engine engine[TOPOLOGY_ENGINES_MAX];
    uint8_t lce_engine[TOPOLOGY_LCES_MAX]; /* the engine that an LCE is */
    bool
        data_first; /* a device's words are DATA, ENUM, TYPE; otherwise ENUM, TYPE, DATA, as on cards */
    unsigned devices;
    struct topology_device device[TOPOLOGY_DEVICES_MAX];
    uint16_t pbdma_runlists[TOPOLOGY_PBDMAS_MAX]; /* mask of the runlists that a PBDMA serves */
};

/* False and a sentence: more than the chip can have. 0 stands for the model's default. */
bool gv_topology_choose(struct topology *topology, const struct model_config *config, char *error,
                        size_t error_size);

/* The nth PBDMA that serves the runlist; past its last one the first. -1: none serves it. */
int gv_topology_pbdma(const struct topology *topology, unsigned runlist, unsigned nth);
/* The engine that takes methods of that runlist's channels: `wanted` if it is on the runlist, otherwise the
 * lowest one that is. Null: there is none. */
const struct topology_engine *gv_topology_engine(const struct topology *topology, unsigned runlist,
                                                 unsigned wanted);
/* The engine that is this LCE. */
const struct topology_engine *gv_topology_lce(const struct topology *topology, unsigned lce);

#endif
