/* model/nv50/vm/alias.h: parts of BAR1, BAR3 and PMEM that the host may serve from VRAM storage directly.
 *
 * Shape   offered after an access that went the long way; an alias lives as long as the TLB entry
 *         or the window setting it stands for. None while a trace, a counter or a defect watches.
 * Units   bytes. */
#ifndef MODEL_NV50_VM_ALIAS_H
#define MODEL_NV50_VM_ALIAS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/nv50/host/windows.h"

struct nv50;
struct tlb_entry;
struct vm_access;
struct vm_result;

#define ALIASES_MAX    32
#define ALIAS_SIZE_MIN 0x20000

struct alias {
    bool used;
    unsigned bar;
    uint64_t offset, size;
    const struct tlb_entry *entry; /* null: no page stands between */
};

struct aliases {
    bool allowed;
    unsigned count;
    struct alias each[ALIASES_MAX];
};

void alias_init(struct nv50 *card);
void alias_offer_vram(struct nv50 *card, enum window window, uint64_t offset);
void alias_offer_entry(struct nv50 *card, enum window window, const struct vm_access *access,
                       const struct vm_result *result);
/* All that PMEM shows from `base` of VRAM on. */
void alias_offer_pmem(struct nv50 *card, uint64_t base);
void alias_drop_entry(struct nv50 *card, const struct tlb_entry *entry);
void alias_drop_bar(struct nv50 *card, unsigned bar);
void alias_drop_all(struct nv50 *card);

#endif
