/* MEM_OP: barriers, flushes and TLB invalidates from a channel (docs/hardware/gv100.md §4.6). */
#include "hw/gv100/methods.h"
#include "hw/gv100/ppbdma.h"
#include "model/gv100/base/card.h"
#include "model/gv100/host/fifo.h"
#include "model/gv100/vm/memory.h"
#include "model/gv100/vm/tlb.h"

/* Values of REPLAY from here on cancel a fault; size and level of the invalidate do not count then. */
#define CANCELS 3

static enum step done(struct pbdma *pbdma)
{
    pbdma->words[RAMFC_METHOD0] &= ~RAMFC_METHOD_VALID;
    return STEP_DONE;
}

static struct tlb_cut cut_of(const struct pbdma *pbdma, uint32_t d, bool targeted)
{
    const uint32_t a = pbdma->words[RAMFC_MEM_OP_A], c = pbdma->words[RAMFC_MEM_OP_C];
    const bool cancels = FIELD_GET(MEM_OP_C_REPLAY, c) >= CANCELS;
    const uint32_t log2 = cancels ? 0 : FIELD_GET(MEM_OP_A_INVALIDATION_SIZE, a);
    const uint64_t size = UINT64_C(0x1000) << (log2 > 51 ? 51 : log2);
    const uint64_t va = (uint64_t)pbdma->words[RAMFC_MEM_OP_B] << 32 | (a & MEM_OP_A_ADDRESS);

    return (struct tlb_cut){
        .all_tables = c & MEM_OP_C_PDB_ALL,
        .all_addresses = !targeted,
        .tables = (uint64_t)FIELD_GET(MEM_OP_D_PDB_ADDRESS, d) << 32 | (c & MEM_OP_C_PDB_ADDRESS),
        .in_system = FIELD_GET(MEM_OP_C_PDB_APERTURE, c) != 0,
        .first = va & ~(size - 1),
        .size = size,
        .level = cancels ? 0 : FIELD_GET(MEM_OP_C_LEVEL, c),
    };
}

/* An invalidate without privilege is an illegal method. */
static enum step invalidate(struct gv100 *card, unsigned number, uint32_t d, bool targeted)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    const struct tlb_cut cut = cut_of(pbdma, d, targeted);

    if (!gv_pbdma_is_privileged(pbdma) && !card->broken[DEFECT_HOST_PRIVILEGE_UNCHECKED])
        return gv_pbdma_reject(card, number, 0, PPBDMA_INTR_0_METHOD);
    if (!card->broken[DEFECT_TLB_MEMOP_IGNORED])
        gv_tlb_invalidate(card, &cut);
    return done(pbdma);
}

/* Barriers are done at once, because the model's accesses happen in order. */
enum step gv_memop(struct gv100 *card, unsigned number, uint32_t d)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];

    switch (FIELD_GET(MEM_OP_D_OPERATION, d)) {
    case MEM_OP_MEMBAR:
    case MEM_OP_L2_PEERMEM_INVALIDATE:
    case MEM_OP_L2_SYSMEM_INVALIDATE:
    case MEM_OP_L2_CLEAN_COMPTAGS:
    case MEM_OP_L2_WAIT_FOR_SYS_PENDING_READS:
        return card->broken[DEFECT_HOST_BARRIER_STUCK] ? STEP_BUSY : done(pbdma);
    case MEM_OP_L2_FLUSH_DIRTY:
        if (card->broken[DEFECT_HOST_BARRIER_STUCK])
            return STEP_BUSY;
        gv_memory_clean(card);
        return done(pbdma);
    case MEM_OP_TLB_INVALIDATE:
        return invalidate(card, number, d, false);
    case MEM_OP_TLB_INVALIDATE_TARGETED:
        return invalidate(card, number, d, true);
    case MEM_OP_ACCESS_COUNTER_CLR:
        if (!gv_pbdma_is_privileged(pbdma))
            return gv_pbdma_reject(card, number, 0, PPBDMA_INTR_0_METHOD);
        return done(pbdma);
    default:
        return gv_pbdma_reject(card, number, 0, PPBDMA_INTR_0_METHOD);
    }
}
