/* engines/nv50/flush.h: flushes of the host's writes, and of TLBs with the guard that PGRAPH needs.
 *
 * Errors  ERR_TIMEOUT if the trigger bit does not clear.
 * Source  docs/hardware/tesla-vm.md §8.1, §8.5, §8.6. */
#ifndef ENGINES_NV50_FLUSH_H
#define ENGINES_NV50_FLUSH_H

#include "engines/card.h"
#include "hw/nv50/vm.h"

#define TLB_FLUSH_TIMEOUT_US  2000000
#define HOST_FLUSH_TIMEOUT_US 2000000

enum err vm_flush_tlb(struct card *card, enum vm_engine engine) MUST_CHECK;

/* Waits until the host's writes have reached memory. */
enum err host_flush(struct card *card) MUST_CHECK;

#endif
