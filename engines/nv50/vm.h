/* engines/nv50/vm.h: builds a channel with its page directory, page tables and DMA objects, in memory.
 *
 * Shape   a struct vm is one channel. Its structures lie where `vm_create` was told to put them;
 *         page tables may lie somewhere else. Nothing here flushes: vm_ready does, once.
 * Units   bytes; virtual addresses are 40 bits.
 * Errors  those of the packers (mmu/), ERR_NO_MEMORY, and those of the writes.
 * Source  docs/hardware/tesla-vm.md §1.4, §1.7, §8.4. */
#ifndef ENGINES_NV50_VM_H
#define ENGINES_NV50_VM_H

#include "engines/card.h"
#include "mmu/nv50/dmaobj.h"
#include "mmu/nv50/pde.h"
#include "mmu/nv50/pte.h"

#define VM_CHANNEL_SIZE 0x8000

struct vm {
    struct card *card;
    linear_addr channel;
    uint32_t descriptor;
    uint32_t next_object; /* offset of the next free DMA object */
};

/* An empty channel: no objects, every PDE of type 0. */
enum err vm_create(struct vm *vm, struct card *card, enum target where) MUST_CHECK;

/* The same, but nothing is written: the channel is laid around `objects`, a place in memory where its DMA objects will
 * stand; its page directory is made of the words that memory already has there. For unpaged objects only. ERR_RANGE:
 * too near to the start of memory. */
enum err vm_around(struct vm *vm, struct card *card, linear_addr objects) MUST_CHECK;

/* Nothing is written here either: the channel lies at `channel`, and its objects from `next_object` on. */
enum err vm_at(struct vm *vm, struct card *card, linear_addr channel,
               uint32_t next_object) MUST_CHECK;

/* Puts an object (or raw words) after the others and gives its selector. */
enum err vm_object(struct vm *vm, const struct dmaobj *obj, uint16_t *selector) MUST_CHECK;
enum err vm_object_words(struct vm *vm, const uint32_t words[DMAOBJ_WORDS],
                         uint16_t *selector) MUST_CHECK;
/* Rewrites the object of a selector in place. */
enum err vm_object_change(struct vm *vm, uint16_t selector, const struct dmaobj *obj) MUST_CHECK;

/* A page table of `entries` absent PTEs, and the PDE of `at` that points to it. */
enum err vm_table(struct vm *vm, virtual_addr at, struct pde *pde, enum target where) MUST_CHECK;
enum err vm_pde(struct vm *vm, virtual_addr at, const struct pde *pde) MUST_CHECK;
enum err vm_pde_word(struct vm *vm, virtual_addr at, uint64_t word) MUST_CHECK;

/* The PTE of `at` in the table of a PDE; the upper word is written first (§8.4). */
enum err vm_pte(struct vm *vm, const struct pde *pde, virtual_addr at,
                const struct pte *pte) MUST_CHECK;
enum err vm_pte_word(struct vm *vm, const struct pde *pde, virtual_addr at,
                     uint64_t word) MUST_CHECK;
/* The same PTE in all 2^order places of the block that starts at `at`. */
enum err vm_block(struct vm *vm, const struct pde *pde, virtual_addr at,
                  const struct pte *pte) MUST_CHECK;

/* Host flush, then the TLB of the BARs. */
enum err vm_ready(struct vm *vm) MUST_CHECK;

#endif
