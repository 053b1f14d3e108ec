/* engines/gv100/fault.h: faults of the GMMU, in both ways in which they are told.
 *
 * Shape   a ring of entries in memory takes the faults of engines; one latch of registers takes those that
 *         have no ring to go to, of the BARs among them. Taking a fault makes room for the next one.
 * Errors  ERR_NO_MEMORY, ERR_TIMEOUT.
 * Source  docs/hardware/gv100.md §6.2, §6.3. */
#ifndef ENGINES_GV100_FAULT_H
#define ENGINES_GV100_FAULT_H

#include "engines/card.h"
#include "mmu/gv100/fault.h"

enum fault_kind { FAULT_NON_REPLAYABLE, FAULT_REPLAYABLE };

/* The latch's fault; false: it is empty. `status` may be null, else gets FAULT_STATUS as it was, which has
 * the bits of faults that found the latch full; they are acknowledged too. */
bool fault_latch_take(struct card *card, struct gmmu_fault *out, uint32_t *status);

struct fault_ring {
    struct card *card;
    enum fault_kind kind;
    linear_addr at;   /* in memory */
    uint32_t entries; /* of GMMU_FAULT_BYTES */
};

/* The index at which the hardware makes the next record of that kind. */
uint32_t fault_put(struct card *card, enum fault_kind kind);
/* Where the latch says whether it holds a record. */
uint32_t fault_status_register(const struct card *card);

/* How many entries the hardware recommends. */
uint32_t fault_ring_default(struct card *card, enum fault_kind kind);
/* Makes a ring of memory that BAR2's space shows at `shown`, and empties it. */
enum err fault_ring_open(struct fault_ring *ring, struct card *card, enum fault_kind kind,
                         linear_addr at, virtual_addr shown, uint32_t entries) MUST_CHECK;
/* The oldest fault that has not been taken; false: there is none. */
bool fault_ring_take(struct fault_ring *ring, struct gmmu_fault *out);
/* Whether faults were lost since fault_ring_clear. */
bool fault_ring_overflown(struct fault_ring *ring);
void fault_ring_clear(struct fault_ring *ring);
void fault_ring_close(struct fault_ring *ring);

/* Nothing is reported from here on, and nothing old is left. */
void faults_quiet(struct card *card);

#endif
