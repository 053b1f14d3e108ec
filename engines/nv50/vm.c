#include "engines/nv50/vm.h"

#include "engines/nv50/flush.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "mmu/nv50/channel.h"

enum err vm_create(struct vm *vm, struct card *card, enum target where)
{
    *vm = (struct vm){ .card = card, .next_object = channel_free_offset(nv50_chip_of(card->chip)) };
    enum err e = memory_alloc(card, where, VM_CHANNEL_SIZE, CHANNEL_ALIGN, &vm->channel);

    if (e == OK)
        e = card_memory_fill(card, vm->channel, 0, VM_CHANNEL_SIZE);
    if (e == OK)
        e = channel_pack(vm->channel, &vm->descriptor);
    return e;
}

enum err vm_around(struct vm *vm, struct card *card, linear_addr objects)
{
    const uint32_t free_offset = channel_free_offset(nv50_chip_of(card->chip));

    if (objects.v < free_offset)
        return ERR_RANGE;
    const uint64_t base = (objects.v - free_offset) & ~(uint64_t)(CHANNEL_ALIGN - 1);
    *vm = (struct vm){ .card = card,
                       .channel = { base, objects.target },
                       .next_object = (uint32_t)(objects.v - base) };
    return channel_pack(vm->channel, &vm->descriptor);
}

enum err vm_at(struct vm *vm, struct card *card, linear_addr channel, uint32_t next_object)
{
    *vm = (struct vm){ .card = card, .channel = channel, .next_object = next_object };
    return channel_pack(channel, &vm->descriptor);
}

enum err vm_object_words(struct vm *vm, const uint32_t words[DMAOBJ_WORDS], uint16_t *selector)
{
    /* 16-byte steps leave no room for 24 bytes: objects stand 32 bytes apart. */
    const uint32_t offset = (vm->next_object + 31) & ~31u;

    if (offset + DMAOBJ_BYTES > VM_CHANNEL_SIZE)
        return ERR_NO_MEMORY;
    *selector = (uint16_t)(offset >> CHANNEL_SELECTOR_SHIFT);
    vm->next_object = offset + 32;
    return card_memory_write(vm->card, channel_object(vm->channel, *selector), words, DMAOBJ_BYTES);
}

enum err vm_object(struct vm *vm, const struct dmaobj *obj, uint16_t *selector)
{
    uint32_t words[DMAOBJ_WORDS];
    const enum err e = dmaobj_pack(nv50_chip_of(vm->card->chip), obj, words);

    return e == OK ? vm_object_words(vm, words, selector) : e;
}

enum err vm_object_change(struct vm *vm, uint16_t selector, const struct dmaobj *obj)
{
    uint32_t words[DMAOBJ_WORDS];
    const enum err e = dmaobj_pack(nv50_chip_of(vm->card->chip), obj, words);

    if (e != OK)
        return e;
    return card_memory_write(vm->card, channel_object(vm->channel, selector), words, DMAOBJ_BYTES);
}

enum err vm_pde_word(struct vm *vm, virtual_addr at, uint64_t word)
{
    return card_memory_write(vm->card, channel_pde(nv50_chip_of(vm->card->chip), vm->channel, at),
                             &word, sizeof(word));
}

enum err vm_pde(struct vm *vm, virtual_addr at, const struct pde *pde)
{
    uint64_t word;
    const enum err e = pde_pack(nv50_chip_of(vm->card->chip), pde, &word);

    return e == OK ? vm_pde_word(vm, at, word) : e;
}

enum err vm_table(struct vm *vm, virtual_addr at, struct pde *pde, enum target where)
{
    const uint32_t size = pde_entries(nv50_chip_of(vm->card->chip), pde) * 8;

    if (!size)
        return ERR_UNSUPPORTED;
    enum err e = memory_alloc(vm->card, where, size, 0x1000, &pde->table);
    if (e == OK)
        e = card_memory_fill(vm->card, pde->table, 0, size);
    return e == OK ? vm_pde(vm, at, pde) : e;
}

enum err vm_pte_word(struct vm *vm, const struct pde *pde, virtual_addr at, uint64_t word)
{
    const unsigned shift = pde_page_shift(nv50_chip_of(vm->card->chip), pde);

    if (!shift)
        return ERR_UNSUPPORTED;
    const uint64_t index = (at.v & ((UINT64_C(1) << PD_SPAN_LOG2) - 1)) >> shift;
    const uint32_t high = (uint32_t)(word >> 32), low = (uint32_t)word;
    const linear_addr entry = { pde->table.v + index * 8, pde->table.target };

    if (index >= pde_entries(nv50_chip_of(vm->card->chip), pde))
        return ERR_OUTSIDE;
    const enum err e =
        card_memory_write(vm->card, (linear_addr){ entry.v + 4, entry.target }, &high, 4);
    return e == OK ? card_memory_write(vm->card, entry, &low, 4) : e;
}

enum err vm_pte(struct vm *vm, const struct pde *pde, virtual_addr at, const struct pte *pte)
{
    uint64_t word;
    const enum err e = pte_pack(nv50_chip_of(vm->card->chip),
                                pde_page_shift(nv50_chip_of(vm->card->chip), pde), pte, &word);

    return e == OK ? vm_pte_word(vm, pde, at, word) : e;
}

enum err vm_block(struct vm *vm, const struct pde *pde, virtual_addr at, const struct pte *pte)
{
    const unsigned shift = pde_page_shift(nv50_chip_of(vm->card->chip), pde);
    enum err e = OK;

    for (uint32_t page = 0; page < 1u << pte->order && e == OK; page++)
        e = vm_pte(vm, pde, (virtual_addr){ at.v + ((uint64_t)page << shift) }, pte);
    return e;
}

enum err vm_ready(struct vm *vm)
{
    const enum err e = host_flush(vm->card);

    return e == OK ? vm_flush_tlb(vm->card, VM_ENGINE_BAR) : e;
}
