#include "model/nv50/base/card.h"
#include "model/nv50/vm/memory.h"
#include "model/nv50/vm/pfb.h"
#include "model/nv50/vm/tlb.h"
#include "model/nv50/vm/translate.h"

struct table {
    uint64_t pde;
    unsigned page_shift;
    linear_addr base;
};

linear_addr vm_channel_base(uint32_t channel)
{
    return (linear_addr){ (uint64_t)FIELD_GET(CHANNEL_DESC_ADDRESS, channel) << 12,
                          (enum target)FIELD_GET(CHANNEL_DESC_TARGET, channel) };
}

/* In an absent entry the other bits do not matter. */
static void report_reserved(struct nv50 *card, const char *what, uint64_t word, uint64_t reserved,
                            bool present)
{
    if (present && (word & reserved))
        strict_note(&card->shell.strict, STRICT_RESERVED, reserved, "%s %016llx, reserved %016llx",
                    what, (unsigned long long)word, (unsigned long long)(word & reserved));
    if (card_knob(card, KNOB_RESERVED_BITS) != 0 && (word & reserved))
        shell_trace(&card->shell, "%s %016llx has reserved bits %016llx", what,
                    (unsigned long long)word, (unsigned long long)(word & reserved));
}

/* T9, T10: 0 if there is no table. */
static unsigned page_shift(const struct nv50 *card, uint64_t pde)
{
    static const unsigned before_gt215[] = { 0, PAGE_SHIFT_4K, PAGE_SHIFT_64K };

    switch (FIELD_GET(PDE_TYPE, pde)) {
    case PDE_TYPE_64K:
        return PAGE_SHIFT_64K;
    case PDE_TYPE_16K:
        return card->chip->features & FEATURE_PAGES_16K
                   ? PAGE_SHIFT_16K
                   : before_gt215[card_knob(card, KNOB_PDE_TYPE2)];
    case PDE_TYPE_4K:
        return PAGE_SHIFT_4K;
    default:
        return 0;
    }
}

/* Defects of a PDE: pages of another size, tables that are elsewhere or not there. */
static void break_table(const struct nv50 *card, struct table *table)
{
    const bool *broken = card->broken;
    const unsigned type = (unsigned)FIELD_GET(PDE_TYPE, table->pde);

    if ((type == PDE_TYPE_64K && broken[DEFECT_VM_LARGE_PAGE_SMALL]) ||
        (type == PDE_TYPE_16K && broken[DEFECT_VM_MEDIUM_PAGE_SMALL]) ||
        (type == PDE_TYPE_NONE && broken[DEFECT_VM_PDE_TYPE_IGNORED]))
        table->page_shift = PAGE_SHIFT_4K;
    if (broken[DEFECT_VM_PDE_TARGET_IGNORED] ||
        (broken[DEFECT_VM_PDE_INVALID_ACCEPTED] && table->base.target == TARGET_INVALID))
        table->base.target = TARGET_VRAM;
    if (broken[DEFECT_VM_TABLE_HIGH_KEPT] && table->base.target == TARGET_VRAM &&
        table->base.v >> 32)
        table->page_shift = 0;
}

/* T9 to T11. */
static bool find_table(struct nv50 *card, uint32_t channel, uint64_t at, struct table *table)
{
    linear_addr place = vm_channel_base(channel);
    uint64_t index = at >> PD_SPAN_LOG2;

    if (card->broken[DEFECT_VM_PDE_INDEX_SHORT])
        index &= PD_ENTRIES / 2 - 1;
    place.v += pfb_pd_offset(card) + 8 * index;
    table->pde = memory_read64(card, place);
    if (place.target == TARGET_VRAM)
        strict_table(&card->shell.strict, place.v, "a page directory's entry");
    shell_trace(&card->shell, "pde %016llx at %010llx of channel %08x",
                (unsigned long long)table->pde, (unsigned long long)at, channel);
    report_reserved(card, "PDE", table->pde, PDE_IGNORED | PDE_UNKNOWN,
                    FIELD_GET(PDE_TYPE, table->pde) != 0);
    table->page_shift = page_shift(card, table->pde);
    table->base.v = table->pde & PDE_ADDRESS;
    table->base.target = (enum target)FIELD_GET(PDE_TARGET, table->pde);
    break_table(card, table);
    return table->page_shift != 0 && table->base.target != TARGET_INVALID;
}

/* T12: bytes of the 512 MiB that the table covers. */
static uint64_t covered(const struct nv50 *card, const struct table *table)
{
    static const uint64_t by_code[] = { UINT64_C(512) << 20, UINT64_C(128) << 20,
                                        UINT64_C(64) << 20, UINT64_C(32) << 20 };
    const bool sized = table->page_shift == PAGE_SHIFT_4K
                           ? !card->broken[DEFECT_VM_PT_SIZE_IGNORED]
                           : card_knob(card, KNOB_PT_SIZE_ON_LARGE) != 0;
    return by_code[sized ? FIELD_GET(PDE_SIZE, table->pde) : 0];
}

static uint64_t read_pte(struct nv50 *card, const struct table *table, uint64_t offset)
{
    linear_addr place = table->base;
    if (card->broken[DEFECT_VM_PT_INDEX_SHORT])
        offset &= BIT64(PD_SPAN_LOG2 - 1) - 1;
    place.v += 8 * (offset >> table->page_shift);
    const uint64_t pte = memory_read64(card, place);
    if (place.target == TARGET_VRAM)
        strict_table(&card->shell.strict, place.v, "a page table's entry");
    report_reserved(card, "PTE", pte, PTE_IGNORED | PTE_UNKNOWN | PTE_UNKNOWN_63,
                    pte & PTE_PRESENT);
    return pte;
}

static uint64_t page_address(const struct nv50 *card, const struct table *table, uint64_t pte)
{
    if (table->page_shift == PAGE_SHIFT_64K && card->broken[DEFECT_VM_LARGE_PAGE_UNMASKED])
        return pte & PTE_ADDRESS;
    return pte & PTE_ADDRESS & ~((UINT64_C(1) << table->page_shift) - 1);
}

static enum target page_target(const struct nv50 *card, uint64_t pte)
{
    const enum target target = (enum target)FIELD_GET(PTE_TARGET, pte);
    if (card->broken[DEFECT_VM_PTE_TARGET_IGNORED])
        return TARGET_VRAM;
    if (target == TARGET_INVALID && card_knob(card, KNOB_PTE_TARGET1) == PTE_TARGET1_SYSRAM)
        return TARGET_SYSRAM_SNOOP;
    return target;
}

static void fail(struct tlb_entry *entry, uint64_t at, enum vm_fault_reason reason)
{
    *entry = (struct tlb_entry){ .at = at & ~UINT64_C(0xfff), .span = 0x1000, .absent = true };
    entry->reason = (uint8_t)reason;
}

/* T9 to T14: the directory's entry, the size of its table, the page's entry, the block that it belongs to. */
void vm_walk(struct nv50 *card, uint32_t channel, uint64_t at, struct tlb_entry *entry)
{
    const uint64_t offset = at & (BIT64(PD_SPAN_LOG2) - 1);
    struct table table;

    if (!find_table(card, channel, at, &table)) {
        fail(entry, at, FAULT_PT_NOT_PRESENT);
        return;
    }
    if (offset >= covered(card, &table)) {
        fail(entry, at, FAULT_PT_TOO_SHORT);
        return;
    }
    uint64_t pte = read_pte(card, &table, offset);
    shell_trace(&card->shell, "pte %016llx at %010llx", (unsigned long long)pte,
                (unsigned long long)at);
    if (!(pte & PTE_PRESENT) && !card->broken[DEFECT_VM_PTE_PRESENT_IGNORED]) {
        fail(entry, at, FAULT_PAGE_NOT_PRESENT);
        return;
    }
    const unsigned order =
        card->broken[DEFECT_VM_CONTIG_IGNORED] ? 0 : (unsigned)FIELD_GET(PTE_ORDER, pte);
    const uint64_t span = UINT64_C(1) << (table.page_shift + order);
    if (order && card_knob(card, KNOB_BLOCK_SOURCE) == BLOCK_FIRST)
        pte = read_pte(card, &table, offset & ~(span - 1));
    const enum target target = page_target(card, pte);
    if (target == TARGET_INVALID && card_knob(card, KNOB_PTE_TARGET1) == PTE_TARGET1_FAULT) {
        fail(entry, at, FAULT_WRONG_MEMTYPE);
        return;
    }
    *entry = (struct tlb_entry){ .at = at & ~(span - 1), .span = span, .pte = pte };
    entry->linear = (linear_addr){ page_address(card, &table, pte), target };
}
