/* engines/nv50/fault.h: reading and re-arming the VM fault record.
 *
 * Source  docs/hardware/tesla-vm.md §2.1, §2.2. */
#ifndef ENGINES_NV50_FAULT_H
#define ENGINES_NV50_FAULT_H

#include "engines/card.h"
#include "mmu/nv50/fault.h"

/* Enables the units that the chipset's drivers enable, and forgets an old record. */
void fault_arm(struct card *card);

/* Takes the record, if there is one, and re-arms. false: nothing is latched. */
bool fault_take(struct card *card, struct vm_fault *fault);

/* Takes PFIFO's interrupt status for BAR and PEEPHOLE faults and acknowledges those two bits. */
uint32_t fault_interrupts_take(struct card *card);

#endif
