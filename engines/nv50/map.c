#include "engines/nv50/map.h"

#include "engines/window.h"

/* A range of a table, by indices of PTEs. */
struct range {
    struct vm *vm;
    const struct pde *pde;
    unsigned shift; /* log2 of the page size */
    uint64_t first, count;
    struct map_report *report;
};

static uint64_t index_of(virtual_addr at, unsigned shift)
{
    return (at.v & ((UINT64_C(1) << PD_SPAN_LOG2) - 1)) >> shift;
}

static virtual_addr address_of(const struct range *range, uint64_t index)
{
    return (virtual_addr){ index << range->shift };
}

static enum err range_of(struct vm *vm, const struct pde *pde, virtual_addr at, uint64_t size,
                         struct map_report *report, struct range *range)
{
    const unsigned shift = pde_page_shift(nv50_chip_of(vm->card->chip), pde);

    if (!shift)
        return ERR_UNSUPPORTED;
    if ((at.v | size) & ((UINT64_C(1) << shift) - 1))
        return ERR_ALIGN;
    *range = (struct range){ vm, pde, shift, index_of(at, shift), size >> shift, report };
    const uint64_t entries = pde_entries(nv50_chip_of(vm->card->chip), pde);
    return range->first < entries && range->count <= entries - range->first ? OK : ERR_OUTSIDE;
}

static enum err read_index(const struct range *range, uint64_t index, struct pte *pte)
{
    const linear_addr at = { range->pde->table.v + index * 8, range->pde->table.target };
    uint64_t word = 0;
    const enum err e = card_memory_read(range->vm->card, at, &word, sizeof(word));

    if (e == OK)
        pte_unpack(nv50_chip_of(range->vm->card->chip), range->shift, word, pte);
    return e;
}

static enum err write_block(const struct range *range, uint64_t index, const struct pte *pte)
{
    range->report->blocks[pte->order]++;
    return vm_block(range->vm, range->pde, address_of(range, index), pte);
}

/* Maps pages [index, index + count), the first of them to where `pte` points. Each block is as large as its alignment
 * and the number of pages left allow. */
static enum err write_pages(const struct range *range, uint64_t index, uint64_t count,
                            const struct pte *pte)
{
    enum err e = OK;

    for (uint64_t done = 0; done < count && e == OK;) {
        struct pte block = block_advance(pte, range->shift, done);

        block.order = (uint8_t)block_order(index + done, count - done);
        e = write_block(range, index + done, &block);
        done += UINT64_C(1) << block.order;
    }
    return e;
}

/* Sees to it that no block reaches over the boundary before `index`. */
static enum err cut_before(const struct range *range, uint64_t index)
{
    struct pte pte;

    if (index >= pde_entries(nv50_chip_of(range->vm->card->chip), range->pde))
        return OK;
    enum err e = read_index(range, index, &pte);
    if (e != OK || !pte.present)
        return e;
    const uint64_t length = UINT64_C(1) << pte.order, inside = index % length;

    if (inside == 0)
        return OK;
    const struct pte rest = block_advance(&pte, range->shift, inside);
    range->report->split++;
    e = write_pages(range, index - inside, inside, &pte);
    return e == OK ? write_pages(range, index, length - inside, &rest) : e;
}

static enum err cut_ends(const struct range *range)
{
    const enum err e = cut_before(range, range->first);

    return e == OK ? cut_before(range, range->first + range->count) : e;
}

enum err vm_map(struct vm *vm, const struct pde *pde, virtual_addr at, uint64_t size,
                const struct pte *pte, struct map_report *report)
{
    struct range range;
    enum err e = range_of(vm, pde, at, size, report, &range);

    if (e == OK)
        e = cut_ends(&range);
    if (e == OK)
        e = write_pages(&range, range.first, range.count, pte);
    if (e == OK)
        report->pages += (uint32_t)range.count;
    return e;
}

enum err vm_unmap(struct vm *vm, const struct pde *pde, virtual_addr at, uint64_t size,
                  struct map_report *report)
{
    struct range range;
    enum err e = range_of(vm, pde, at, size, report, &range);

    if (e == OK)
        e = cut_ends(&range);
    for (uint64_t i = 0; e == OK && i < range.count; i++)
        e = vm_pte_word(vm, pde, address_of(&range, range.first + i), 0);
    if (e == OK)
        report->pages += (uint32_t)range.count;
    return e;
}
