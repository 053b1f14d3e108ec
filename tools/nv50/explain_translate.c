#include "tools/nv50/explain.h"

#include <inttypes.h>

#include "hw/nv50/vm.h"
#include "mmu/nv50/channel.h"
#include "tools/nv50/names.h"

#define X "0x%" PRIx64

static void explain_channel(const struct mmu_access *access, struct out *out)
{
    const linear_addr channel = channel_unpack(access->channel);

    explain_step(out, "§1.3", "channel 0x%" PRIx32 ": bits 29:28 = %s, bits 27:0 << 12 = " X,
                 access->channel, target_name(channel.target), channel.v);
}

static void explain_object(const struct mmu_access *access, const struct translation *t,
                           struct out *out)
{
    const uint32_t *const w = t->object_words;

    explain_step(out, "§1.4", "selector 0x%x: DMA object at + 0x%x = %s " X, access->selector,
                 (unsigned)access->selector * 16, target_name(t->object_at.target), t->object_at.v);
    if (!t->has_object)
        return;
    explain_step(out, "§1.5 T4",
                 "its words: 0x%" PRIx32 " 0x%" PRIx32 " 0x%" PRIx32 " 0x%" PRIx32 " 0x%" PRIx32
                 " 0x%" PRIx32,
                 w[0], w[1], w[2], w[3], w[4], w[5]);
}

/* The 41-bit sum: its wrapped value is not shown, because the default rule faults instead. */
static void explain_limit(const struct mmu_access *access, const struct translation *t,
                          struct out *out)
{
    const bool over = t->outcome == TRANSLATION_FAULT && t->reason == FAULT_DMAOBJ_LIMIT;

    explain_step(out, "§1.5 T6", "base " X " + address " X " = " X, t->object.base, access->at.v,
                 t->sum.v);
    explain_step(out, "§1.6", X " %s limit " X ": %s", t->sum.v, over ? ">=" : "<", t->object.limit,
                 over ? "DMAOBJ_LIMIT" : "inside");
}

/* A missing table is explained by its first cause only, because the walk ends there. */
static void explain_table(const struct mmu *mmu, const struct translation *t, struct out *out)
{
    const unsigned shift = pde_page_shift(mmu->chip, &t->pde);

    explain_step(out, "§1.5 T8", "object word 0 bits 17:16 = 0: paged");
    explain_step(out, "§1.5 T9", X " >> 29 = 0x%x: PDE at channel + 0x%x + 0x%x * 8 = %s " X,
                 t->sum.v, (unsigned)(t->sum.v >> PD_SPAN_LOG2), mmu->chip->pd_offset,
                 (unsigned)(t->sum.v >> PD_SPAN_LOG2), target_name(t->pde_at.target), t->pde_at.v);
    if (!t->has_pde)
        return;
    if (!shift)
        explain_step(out, "§1.7", "PDE " X ": type %u, no table: PT_NOT_PRESENT", t->pde_word,
                     t->pde.type);
    else if (t->pde.table.target == TARGET_INVALID)
        explain_step(out, "§1.10", "PDE " X ": target 1: PT_NOT_PRESENT", t->pde_word);
    else
        explain_step(out, "§1.7",
                     "PDE " X ": type %u, %u KiB pages, 0x%" PRIx32 " entries, table at %s " X,
                     t->pde_word, t->pde.type, 1u << (shift - 10), pde_entries(mmu->chip, &t->pde),
                     target_name(t->pde.table.target), t->pde.table.v);
}

static void explain_pte_word(const struct translation *t, struct out *out)
{
    const struct pte *const p = &t->pte;

    if (!p->present)
        explain_step(out, "§1.5 T13", "PTE " X ": bit 0 is clear: PAGE_NOT_PRESENT", t->pte_word);
    else if (p->page.target == TARGET_INVALID)
        explain_step(out, "§1.10", "PTE " X ": target 1: WRONG_MEMTYPE", t->pte_word);
    else
        explain_step(out, "§1.7",
                     "PTE " X ": page %s " X
                     ", order %u, ro=%d su=%d type=0x%x comp=%u tag=0x%x cycle=%s enc=%d",
                     t->pte_word, target_name(p->page.target), p->page.v, p->order, p->read_only,
                     p->supervisor, p->type, p->compression, p->tag,
                     p->long_cycle ? "long" : "short", p->encrypted);
}

static void explain_page(const struct mmu *mmu, const struct translation *t, struct out *out)
{
    const unsigned shift = pde_page_shift(mmu->chip, &t->pde);
    const uint64_t in_table = t->sum.v & BITS64(PD_SPAN_LOG2 - 1, 0), index = in_table >> shift;

    if (!shift || t->pde.table.target == TARGET_INVALID)
        return;
    if (t->outcome == TRANSLATION_FAULT && t->reason == FAULT_PT_TOO_SHORT) {
        explain_step(out, "§1.5 T12",
                     X " >> %u = " X ", but the table has 0x%" PRIx32 " entries: PT_TOO_SHORT",
                     in_table, shift, index, pde_entries(mmu->chip, &t->pde));
        return;
    }
    explain_step(out, "§1.5 T12", X " >> %u = " X ": PTE at " X " + " X " * 8 = %s " X, in_table,
                 shift, index, t->pde.table.v, index, target_name(t->pte_at.target), t->pte_at.v);
    if (t->has_pte)
        explain_pte_word(t, out);
}

static bool has_result(const struct translation *t)
{
    return t->has_object &&
           (!t->paged || (t->has_pte && t->pte.present && t->pte.page.target != TARGET_INVALID));
}

static void explain_linear(const struct mmu *mmu, const struct translation *t, struct out *out)
{
    uint64_t span;

    if (!t->paged) {
        explain_step(out, "§1.5 T8", "object word 0 bits 17:16 = %u: unpaged, linear = %s " X,
                     t->object.target, target_name(t->linear.target), t->linear.v);
        return;
    }
    span = UINT64_C(1) << (pde_page_shift(mmu->chip, &t->pde) + t->pte.order);
    explain_step(out, "§1.7", "block of " X " bytes: linear = " X " + (" X " mod " X ") = %s " X,
                 span, t->pte.page.v, t->sum.v, span, target_name(t->linear.target), t->linear.v);
}

/* Paged and unpaged objects take tags from different bases, because the PTE of a page has its own;
 * so each has its own step. */
static void explain_tag(const struct translation *t, struct out *out)
{
    const struct dmaobj *const o = &t->object;
    const uint64_t base = (uint64_t)o->compression_base << 16;
    const bool wanted =
        o->compression == COMPRESSION_SINGLE || o->compression == COMPRESSION_DOUBLE;

    if (t->linear.target != TARGET_VRAM)
        explain_step(out, "§1.8", "not in VRAM: comp=0 tag=0x0");
    else if (t->paged && t->attributes.compression)
        explain_step(out, "§1.7", "tag = PTE's 0x%x + (offset in the block >> 16) * %u = 0x%x",
                     t->pte.tag, t->attributes.compression, t->attributes.tag);
    else if (!t->paged && wanted && t->linear.v < base)
        explain_step(out, "§1.9", X " is below the compression base " X ": comp=0", t->linear.v,
                     base);
    else if (!t->paged && wanted)
        explain_step(out, "§1.9", "(" X " - " X ") >> 16 = " X ", + 0x%x = tag " X ", limit 0x%x%s",
                     t->linear.v, base, (t->linear.v - base) >> 16, o->tag_base,
                     o->tag_base + ((t->linear.v - base) >> 16), o->tag_limit,
                     t->attributes.compression ? "" : ": above, comp=0");
}

static void explain_attributes(const struct translation *t, struct out *out)
{
    const struct attributes *const a = &t->attributes;
    const struct dmaobj *const o = &t->object;

    explain_step(out, "§1.8",
                 "object says access=%u privilege=%u type=0x%x comp=%u cycle=%u enc=%u", o->access,
                 o->privilege, o->type, o->compression, o->cycle, o->encryption);
    explain_tag(t, out);
    explain_step(out, "§1.8", "merged: ro=%d su=%d type=0x%x comp=%u tag=0x%x cycle=%s enc=%d",
                 a->read_only, a->supervisor, a->type, a->compression, a->tag,
                 a->long_cycle ? "long" : "short", a->encrypted);
}

/* In the order of T16, T17 and the VRAM limit, because the first that fails is the reason of the
 * fault. */
static void explain_checks(const struct mmu *mmu, const struct mmu_access *access,
                           const struct translation *t, struct out *out)
{
    const struct attributes *const a = &t->attributes;

    if (a->supervisor && !t->object.supervisor) {
        explain_step(out, "§1.5 T16", "supervisor only, and object word 0 bit 31 is clear: %s",
                     fault_name(FAULT_PAGE_SUPERVISOR_ONLY));
        return;
    }
    if (a->read_only && access->write) {
        explain_step(out, "§1.5 T17", "a write, and read-only: %s",
                     fault_name(FAULT_PAGE_READ_ONLY));
        return;
    }
    if (t->linear.target == TARGET_VRAM)
        explain_step(out, "§1.11", X " %s VRAM size " X "%s", t->linear.v,
                     t->linear.v < mmu->vram_size ? "<" : ">=", mmu->vram_size,
                     t->linear.v < mmu->vram_size ? ": inside" : ": VRAM_LIMIT");
}

/* As far as the walk went: a step that was not reached is not printed, so the last line is the cause. */
void explain_translation(const struct mmu *mmu, const struct mmu_access *access,
                         const struct translation *t, struct out *out)
{
    explain_channel(access, out);
    if (channel_unpack(access->channel).target == TARGET_INVALID) {
        explain_step(out, "§1.5 T2", "target 1 is no place: NO_CHANNEL");
        return;
    }
    if (!access->selector) {
        explain_step(out, "§1.5 T3", "selector 0: NULL_DMAOBJ");
        return;
    }
    explain_object(access, t, out);
    if (!t->has_object)
        return;
    explain_limit(access, t, out);
    if (t->outcome == TRANSLATION_FAULT && t->reason == FAULT_DMAOBJ_LIMIT)
        return;
    if (t->paged)
        explain_table(mmu, t, out);
    if (t->has_pde)
        explain_page(mmu, t, out);
    if (!has_result(t))
        return;
    explain_linear(mmu, t, out);
    explain_attributes(t, out);
    explain_checks(mmu, access, t, out);
}
