#include "engines/nv50/fault.h"

#include "hw/nv50/pfb.h"
#include "hw/nv50/pfifo.h"

void fault_arm(struct card *card)
{
    const uint32_t enable = nv50_chip_of(card->chip)->fault_enable & ~PFB_VM_FAULT_INDEX;

    card_set32(card, PFB_VM_FAULT, enable);
    card_write32(card, PFB_VM_FAULT, enable | PFB_VM_FAULT_PENDING);
    fault_interrupts_take(card);
}

bool fault_take(struct card *card, struct vm_fault *fault)
{
    const uint32_t status = card_read32(card, PFB_VM_FAULT);
    const uint32_t keep = status & ~(PFB_VM_FAULT_PENDING | PFB_VM_FAULT_INDEX);
    uint32_t words[FAULT_WORDS];

    if (!(status & PFB_VM_FAULT_PENDING) || card->expired)
        return false;
    for (unsigned i = 0; i < FAULT_WORDS; i++) {
        card_write32(card, PFB_VM_FAULT, keep | FIELD_PUT(PFB_VM_FAULT_INDEX, i));
        words[i] = card_read32(card, PFB_VM_FAULT_DATA);
    }
    card_write32(card, PFB_VM_FAULT, keep | PFB_VM_FAULT_PENDING);
    vm_fault_decode(nv50_chip_of(card->chip), words, fault);
    return true;
}

uint32_t fault_interrupts_take(struct card *card)
{
    const uint32_t mask = PFIFO_INTR_BAR_FAULT | PFIFO_INTR_PEEPHOLE_FAULT;
    const uint32_t seen = card_read32(card, PFIFO_INTR) & mask;

    if (seen && !card->expired)
        card_write32(card, PFIFO_INTR, seen);
    return card->expired ? 0 : seen;
}
