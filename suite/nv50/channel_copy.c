#include "suite/nv50/channel_copy.h"

#include "engines/nv50/reset.h"
#include "engines/window.h"
#include "suite/memory/view.h"
#include "suite/nv50/setup.h"

#define PAGE     0x1000u
#define PAGES    ((VIEW_LOAD + VIEW_CHUNK) / PAGE)
#define TABLE_AT 0x7000u

#define PTES_AT_ONCE 64u

/* Virtual addresses: the buffer begins at 0, m2mf's record lies after it, and the page after that
 * is absent. */
#define RECORD_AT   ((uint64_t)PAGES * PAGE)
#define PTE_COUNT   (PAGES + 2)
#define OUT_LIMIT   (RECORD_AT + 2 * PAGE - 1)
#define HANDLES     0x40u /* bytes at the start of RAMHT: m2mf's handles all fall into them */
#define OBJECTS     0x100u
#define PDE_AT_G80  0x1400u
#define PDE_AT_G84  0x200u
#define RAMHT_AT    0x2000u
#define OWN_AT      0x3000u
#define OBJECTS_AT  0x5100u
#define RING_AT     0x6000u
#define CACHE_BYTES 0x1000u
#define RAMFC_BYTES 0x100u

/* Pieces of the channel's memory that are written, and so have to be put back afterwards. */
static const struct own_memory_piece pieces[] = {
    { 0, PDE_AT_G84 + 8 },
    { PDE_AT_G80, 8 },
    { RAMHT_AT, HANDLES },
    { OWN_AT + FIFO_OWN_RAMFC, RAMFC_BYTES },
    { OWN_AT + FIFO_OWN_CACHE, CACHE_BYTES },
    { OWN_AT + FIFO_OWN_RUNLIST, 4 },
    { OBJECTS_AT, OBJECTS },
    { RING_AT, FIFO_COMMANDS + M2MF_COMMANDS },
    { TABLE_AT, 8 * PTE_COUNT },
};

_Static_assert(PDE_AT_G84 + 8 + 8 + HANDLES + RAMFC_BYTES + CACHE_BYTES + 4 + OBJECTS +
                       FIFO_COMMANDS + M2MF_COMMANDS + 8 * PTE_COUNT <=
                   4 * CHANNEL_COPY_KEPT,
               "what lies there can be kept");

static const struct own_memory_need need = { .pieces = pieces,
                                             .count = ARRAY_SIZE(pieces),
                                             .span = TABLE_AT + 8 * PTE_COUNT,
                                             .pattern = UINT64_C(0x3333333333333333) };

static bool seek(struct channel_copy *copy, const struct channel_copy_to *to)
{
    if (!copy->sought)
        copy->found =
            own_memory_open(&copy->own_memory, to->card, to->parts, &need, to->other, copy->kept) &&
            card_dma_alloc(to->card, M2MF_LINE, &copy->m2mf.notifier) == OK;
    copy->sought = true;
    return copy->found;
}

/* The card reads all of these pieces, but only ring and table are written whole. */
static enum err clear(struct channel_copy *copy, linear_addr at)
{
    enum err e = OK;

    for (unsigned i = 0; i < ARRAY_SIZE(pieces) && e == OK; i++)
        if (pieces[i].at != RING_AT && pieces[i].at != TABLE_AT)
            e = card_memory_fill(copy->own_memory.card, linear_add(at, pieces[i].at), 0,
                                 pieces[i].size);
    return e;
}

/* The PTE of the nth page: one of the buffer, the record's, or an absent one. */
static enum err pte_word(const struct channel_copy *copy, const struct channel_copy_to *to,
                         uint32_t n, uint64_t *word)
{
    const uint64_t page = n < PAGES ? to->buffer.v + (uint64_t)n * PAGE : copy->m2mf.notifier.bus.v;
    const struct pte pte = pte_of((linear_addr){ page, TARGET_SYSRAM_SNOOP });

    *word = 0;
    return n == PTE_COUNT - 1 ? OK
                              : pte_pack(nv50_chip_of(to->card->chip), PAGE_SHIFT_4K, &pte, word);
}

static enum err map(struct channel_copy *copy, struct vm *vm, const struct channel_copy_to *to)
{
    const struct pde pde = { .type = PDE_TYPE_4K,
                             .size = PDE_SIZE_32M,
                             .table = linear_add(vm->channel, TABLE_AT) };
    uint64_t words[PTES_AT_ONCE];
    enum err e = vm_pde(vm, (virtual_addr){ 0 }, &pde);

    for (uint32_t done = 0; done < PTE_COUNT && e == OK; done += PTES_AT_ONCE) {
        const uint32_t rest = PTE_COUNT - done, count = rest < PTES_AT_ONCE ? rest : PTES_AT_ONCE;

        for (uint32_t i = 0; i < count && e == OK; i++)
            e = pte_word(copy, to, done + i, &words[i]);
        if (e == OK)
            e = card_memory_write(to->card, linear_add(pde.table, 8 * (uint64_t)done), words,
                                  8 * count);
    }
    return e;
}

static struct dmaobj paged(uint64_t base, uint64_t limit)
{
    struct dmaobj object = object_paged();

    object.class_id = DMAOBJ_CLASS_READ_WRITE;
    object.base = base;
    object.limit = limit;
    return object;
}

/* As drivers do it: an unpaged object for VRAM, through which PFIFO reads its commands too, and page tables for system
 * memory. */
static enum err build(struct channel_copy *copy, const struct channel_copy_to *to)
{
    const linear_addr at = copy->own_memory.at[copy->own_memory.used];
    const struct fifo_place place = { .own = linear_add(at, OWN_AT),
                                      .ramht = RAMHT_AT,
                                      .ring = linear_add(at, RING_AT),
                                      .ring_at = at.v + RING_AT };
    struct dmaobj vram = object_unpaged((linear_addr){ 0, TARGET_VRAM }, VIEW_CHUNK);
    const struct dmaobj out = paged(0, OUT_LIMIT), record = paged(RECORD_AT, OUT_LIMIT);
    uint16_t in_selector = 0, out_selector = 0, record_selector = 0;
    struct vm vm;
    enum err e = vm_at(&vm, to->card, at, OBJECTS_AT);

    vram.limit = LIMIT_ALL;
    if (e == OK)
        e = clear(copy, at);
    if (e == OK)
        e = map(copy, &vm, to);
    if (e == OK)
        e = vm_object(&vm, &vram, &in_selector);
    if (e == OK)
        e = vm_object(&vm, &out, &out_selector);
    if (e == OK)
        e = vm_object(&vm, &record, &record_selector);
    if (e == OK)
        e = fifo_lay(&copy->fifo, &vm, in_selector, &place);
    return e == OK ? m2mf_open_by_fifo(&copy->m2mf, &copy->fifo, &vm, record_selector, in_selector,
                                       out_selector)
                   : e;
}

enum err channel_copy_ready(struct channel_copy *copy, const struct channel_copy_to *to,
                            uint64_t near)
{
    enum err e = OK;

    if (!seek(copy, to))
        return ERR_UNSUPPORTED;
    if (!copy->own_memory.lies)
        e = own_memory_enter(&copy->own_memory, near);
    if (e != OK || copy->open)
        return e;
    copy->open = true; /* before it is built: even half of it must be taken down */
    return build(copy, to);
}

/* After these resets neither PFIFO nor PGRAPH uses the channel, so its memory may be put back. */
static void stop(struct card *card)
{
    engines_reset_pfifo(card);
    engines_reset_pgraph(card);
}

enum err channel_copy_leave(struct channel_copy *copy)
{
    if (copy->open)
        stop(copy->own_memory.card);
    copy->open = false;
    return own_memory_leave(&copy->own_memory);
}
