/* mmu/nv50/translate.h: one access, from selector and logical address to a linear address or a fault.
 *
 * Shape   pure: page tables are read through a callback that the caller gives; VRAM addresses come with
 *         bits 39:32 already dropped.
 * Errors  the three outcomes of struct translation; nothing is printed.
 * Source  docs/hardware/tesla-vm.md §1.5 to §1.9, and the rules of docs/host-command.md. */
#ifndef MMU_NV50_TRANSLATE_H
#define MMU_NV50_TRANSLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/addr.h"
#include "hw/err.h"
#include "hw/nv50/chip.h"
#include "mmu/memory.h"
#include "mmu/nv50/dmaobj.h"
#include "mmu/nv50/pde.h"
#include "mmu/nv50/pte.h"
#include "mmu/nv50/rules.h"

struct mmu {
    const struct nv50_chip *chip;
    const struct mmu_rules *rules;
    const struct mmu_memory *memory;
    uint64_t vram_size; /* bytes, at most 4 GiB */
};

struct mmu_access {
    uint32_t channel; /* descriptor */
    uint16_t selector;
    logical_addr at;
    uint8_t size; /* bytes; matters for two of the limit rules */
    bool write;
};

enum translation_outcome { TRANSLATION_OK, TRANSLATION_FAULT, TRANSLATION_OUTSIDE };
enum translation_structure { STRUCTURE_DMAOBJ, STRUCTURE_PDE, STRUCTURE_PTE };

/* Merged attributes, before any chipset ignores them; compression is the effective one. */
struct attributes {
    bool read_only, supervisor;
    uint8_t type;
    uint8_t compression; /* COMPRESSION_NONE, _SINGLE, _DOUBLE */
    uint16_t tag;        /* 0 with COMPRESSION_NONE */
    bool long_cycle;
    bool encrypted;
};

struct translation {
    enum translation_outcome outcome;
    linear_addr linear;                   /* OK */
    struct attributes attributes;         /* OK */
    uint8_t reason;                       /* FAULT: enum vm_fault_reason */
    enum translation_structure structure; /* OUTSIDE: the unreadable structure, and where */
    linear_addr structure_at;

    /* How it came about, as far as it went; for --explain and for reports. */
    bool has_object, paged, has_pde, has_pte;
    uint32_t object_words[DMAOBJ_WORDS];
    struct dmaobj object;
    virtual_addr sum;
    linear_addr object_at, pde_at, pte_at;
    uint64_t pde_word, pte_word;
    struct pde pde;
    struct pte pte;
};

void mmu_translate(const struct mmu *mmu, const struct mmu_access *access,
                   struct translation *result);

#endif
