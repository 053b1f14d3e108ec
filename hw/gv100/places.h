/* hw/gv100/places.h: the differences between the generations of the GV100 family: offsets and counts of registers,
 * numbers of classes and kinds.
 *
 * Shape   a register that is 0 is not there. Where not only a value but an order of accesses differs, an enum says which;
 *         engines/gv100 and model/gv100 each switch over it in one place.
 * Units   bytes in BAR0; counts.
 * Source  docs/hardware/gv100.md §13. */
#ifndef HW_GV100_PLACES_H
#define HW_GV100_PLACES_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/gv100/chip.h"

/* How a runlist is given to the host. A later generation, whose runlists have blocks that PTOP tells, is one more. */
enum gv100_runlists {
    GV100_RUNLISTS_SHARED, /* base and submit once for all; where each stands in a pair of its own */
    GV100_RUNLISTS_OWN,    /* four registers of its own for each */
};

/* The value that is written to the doorbell. */
enum gv100_doorbell {
    GV100_DOORBELL_CHANNEL, /* a channel id */
    GV100_DOORBELL_RUNLIST, /* a channel id and its runlist, once CTRL_VIRTUAL_CHANNEL_CFG lets it */
};

/* How the units' interrupts reach the host. */
enum gv100_interrupts {
    GV100_INTERRUPTS_TREES, /* PMC_INTR, a tree for each MSI */
    GV100_INTERRUPTS_LEAVES, /* vectors in leaves below one top, and PMC_INTR's two trees among them */
};

/* Who runs the VBIOS's program after a reset. */
enum gv100_start {
    GV100_START_DRIVER, /* its driver, on the PMU's falcon */
    GV100_START_ITSELF, /* the card: SELF_START says when it is done */
};

struct gmmu_kind_range;

struct gv100_places {
    uint8_t runlist_way;   /* enum gv100_runlists */
    uint8_t doorbell_way;  /* enum gv100_doorbell */
    uint8_t interrupt_way; /* enum gv100_interrupts */
    uint8_t start_way;     /* enum gv100_start */

    /* The most that a chip has; PTOP lists those of a card. */
    uint8_t pbdmas, runlists, engines, lces;
    uint8_t trees;     /* of PMC_INTR */
    bool id_holes;     /* numbers of engines and runlists leave some out */
    bool board_memory; /* its memory chips stand on the board, and the ROM says of which kind */

    uint16_t channel_class, usermode_class, copy_class;

    uint16_t bar1_engine, bar2_engine; /* in records of faults */

    uint32_t pbdma_enable; /* PMC_ENABLE_PB; 0: PBDMAs are on with the host */
    uint32_t bar1_block, bar2_block, bind_status;
    uint32_t invalidate_pdb, invalidate_upper_pdb, invalidate;
    uint32_t fault_buffer;        /* FAULT_BUFFER_LO(0); HI, GET, PUT, SIZE follow */
    uint32_t fault_buffer_stride; /* to those of buffer 1 */
    uint32_t fault;        /* FAULT_ADDR_LO; ADDR_HI, INST_LO, INST_HI, INFO, STATUS follow */
    uint32_t fault_filter; /* PAGE_FAULT_CTRL */
    uint32_t locked_range; /* WPR2_LO; WPR2_HI follows. 0: WPR_RANGE alone tells */
    uint32_t scratch;      /* PBUS_SW_SCRATCH(0) */
    uint8_t scratch_count;

    const struct gmmu_kind_range *kinds;              /* ends with a row that is 0 */
    uint8_t kind_generic, kind_invalid, kind_foreign; /* the last: one that it has not */
    uint32_t stall_vectors; /* CTRL_LEGACY_ENGINE_STALL_INTR_BASE_VECTORID; 0: it has none */
    uint16_t stall_vector;  /* its value */
};

extern const struct gv100_places gv100_places_volta, gv100_places_turing;

static inline const struct gv100_places *gv100_places_of(const struct chip *chip)
{
    return gv100_chip_of(chip)->places;
}

#endif
