#include "model/gv100/vm/pmmu.h"

#include "hw/gv100/function.h"
#include "hw/gv100/places.h"
#include "hw/gv100/pmmu.h"
#include "hw/gv100/unlisted.h"
#include "model/gv100/base/card.h"
#include "model/gv100/vm/fault.h"
#include "model/gv100/vm/tlb.h"
#include "model/gv100/vram/vram.h"

#define FIFO_DEPTH 32
/* How long an invalidate stays in the FIFO, so that software which does not wait is seen. */
#define INVALIDATE_NS 2000

#define CTRL_BITS                                                                                  \
    (PFB_PRI_MMU_CTRL_VOL_FAULT | PFB_PRI_MMU_CTRL_COMP_FAULT | PFB_PRI_MMU_CTRL_MISS_GRAN |       \
     PFB_PRI_MMU_CTRL_CACHE_MODE | PFB_PRI_MMU_CTRL_PDE_CACHE_MODE |                               \
     PFB_PRI_MMU_CTRL_L2_SEND_MODE | PFB_PRI_MMU_CTRL_WORK_CREATION_DISABLE |                      \
     PFB_PRI_MMU_CTRL_USE_PDB_BIG_PAGE_SIZE | PFB_PRI_MMU_CTRL_USE_FULL_COMP_TAG_LINE |            \
     PFB_PRI_MMU_CTRL_ATOMIC_CAPABILITY_MODE |                                                     \
     PFB_PRI_MMU_CTRL_STRONG_BIT_OVERRIDE_ATOMIC_DISABLE | PFB_PRI_MMU_CTRL_MMU_APERTURE |         \
     PFB_PRI_MMU_CTRL_MMU_VOL | PFB_PRI_MMU_CTRL_MMU_DISABLE)

#define WPR2_LO_OFF 0x1ffffe00u /* seen, where nothing is locked (§13.9) */

#define CTRL_UNNAMED BIT(0) /* measured: always 1 */

void gv_pmmu_power_on(struct gv100 *card)
{
    *card->invalidates = (struct invalidates){ 0 };
}

/* ---- the FIFO of invalidates ----------------------------------------------------------------- */

/* One invalidate takes its time after the other. */
static unsigned waiting(struct gv100 *card)
{
    const uint64_t now = shell_now_ns(&card->shell);
    struct invalidates *fifo = card->invalidates;

    if (card->broken[DEFECT_TLB_FIFO_STUCK])
        return fifo->count;
    while (fifo->count && now >= fifo->next_ns) {
        fifo->count--;
        fifo->next_ns += INVALIDATE_NS;
    }
    return fifo->count;
}

static bool is_overrun(const struct gv100 *card)
{
    return card->invalidates->overrun || card->broken[DEFECT_TLB_FIFO_ERROR];
}

static uint32_t read_ctrl(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const unsigned count = waiting(card);

    (void)offset;
    return stored | FIELD_PUT(PFB_PRI_MMU_CTRL_PRI_FIFO_SPACE, FIFO_DEPTH - count) |
           (count ? 0 : PFB_PRI_MMU_CTRL_PRI_FIFO_EMPTY) |
           (is_overrun(card) ? PFB_PRI_MMU_CTRL_PRI_FIFO_ERROR : 0);
}

static void write_ctrl(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    if (value & PFB_PRI_MMU_CTRL_PRI_FIFO_ERROR_CLEAR)
        card->invalidates->overrun = false;
}

/* ---- the scope of an invalidate ---------------------------------------------------------------- */

static uint64_t joined(const struct gv100 *card, uint32_t low, uint32_t high)
{
    return (uint64_t)gv_reg(card, high) << 40 | (uint64_t)(gv_reg(card, low) >> 4) << 12;
}

/* Sizes above the whole space act as the largest one, because a shift by more bits than a word has is undefined. */
static struct tlb_cut cut_of(const struct gv100 *card, uint32_t value)
{
    const struct gv100_places *const places = card->chip->places;
    const uint32_t log2 =
        value & PFB_PRI_MMU_INVALIDATE_USE_SIZE ? gv_reg(card, PFB_PRI_MMU_INVALIDATE_SIZE) : 0;
    const uint64_t size = UINT64_C(0x1000) << (log2 > 51 ? 51 : log2);

    return (struct tlb_cut){
        .all_tables = value & PFB_PRI_MMU_INVALIDATE_ALL_PDB,
        .all_addresses = value & PFB_PRI_MMU_INVALIDATE_ALL_VA,
        .tables = joined(card, places->invalidate_pdb, places->invalidate_upper_pdb),
        .in_system = gv_reg(card, places->invalidate_pdb) & PFB_PRI_MMU_INVALIDATE_PDB_APERTURE,
        .first = joined(card, PFB_PRI_MMU_INVALIDATE_VADDR, PFB_PRI_MMU_INVALIDATE_UPPER_VADDR) &
                 ~(size - 1),
        .size = size,
        .level = card->broken[DEFECT_TLB_LEVEL_IGNORED]
                     ? 1
                     : FIELD_GET(PFB_PRI_MMU_INVALIDATE_CACHE_LEVEL, value),
    };
}

static bool is_cancel(uint32_t value)
{
    return FIELD_GET(PFB_PRI_MMU_INVALIDATE_REPLAY, value) >=
           PFB_PRI_MMU_INVALIDATE_REPLAY_CANCEL_TARGETED;
}

/* Invalidates that a broken card takes and does not make. */
static bool is_lost(const struct gv100 *card, uint32_t value, const struct tlb_cut *cut)
{
    return card->broken[DEFECT_TLB_INVALIDATE_IGNORED] ||
           (card->broken[DEFECT_TLB_ADDRESS_IGNORED] && !cut->all_addresses) ||
           (card->broken[DEFECT_TLB_ALL_SPACES_IGNORED] && cut->all_tables) ||
           (card->broken[DEFECT_TLB_SYSTEM_SPACES_KEPT] && !cut->all_tables && cut->in_system) ||
           (card->broken[DEFECT_TLB_ALL_MISSES_HUB] &&
            !(value & PFB_PRI_MMU_INVALIDATE_HUBTLB_ONLY));
}

/* With a full FIFO the write is lost, and the error says so. In a cancel the bits of the level are an access type;
 * without graphics there is nothing to replay or cancel. */
static void take_invalidate(struct gv100 *card, uint32_t offset, uint32_t value)
{
    struct invalidates *fifo = card->invalidates;

    if (!(value & PFB_PRI_MMU_INVALIDATE_TRIGGER))
        return;
    if (waiting(card) == FIFO_DEPTH) {
        fifo->overrun = true;
        return;
    }
    if (fifo->count++ == 0)
        fifo->next_ns = shell_now_ns(&card->shell) + INVALIDATE_NS;
    struct tlb_cut cut = cut_of(card, value);
    if (FIELD_GET(PFB_PRI_MMU_INVALIDATE_REPLAY, value))
        strict_note(&card->shell.strict, STRICT_UNREAD, offset,
                    "%06x %08x: there is no fault to replay or to cancel (§6.3)", offset, value);
    if (is_cancel(value))
        cut.level = 0;
    if (card->broken[DEFECT_FAULT_REPLAY_RECORDS] &&
        FIELD_GET(PFB_PRI_MMU_INVALIDATE_REPLAY, value))
        gv_fault_repeat(card);
    if (is_lost(card, value, &cut))
        return;
    gv_tlb_invalidate(card, &cut);
}

/* A write to the invalidate's old place does nothing; a driver waits for TRIGGER to clear at the new one (K51). */
static void write_old_invalidate(struct gv100 *card, uint32_t offset, uint32_t value)
{
    if (gv_knob(card, KNOB_OLD_PLACES) == OLD_PLACES_WORK ||
        card->broken[DEFECT_TLB_INVALIDATE_MOVED_BACK])
        take_invalidate(card, offset, value);
}

static void write_invalidate(struct gv100 *card, uint32_t offset, uint32_t value)
{
    if (!card->broken[DEFECT_TLB_INVALIDATE_MOVED_BACK])
        take_invalidate(card, offset, value);
}

static uint32_t read_invalidate(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    return stored | (waiting(card) ? PFB_PRI_MMU_INVALIDATE_TRIGGER : 0);
}

/* ---- ranges that only signed programs open ----------------------------------------------------- */

/* Four words by the index that was written: where the range for protected video begins, the page in which it ends, and
 * the permissions with the lock. A read moves on to the next one (§9.1). */
static uint32_t read_vpr(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const uint32_t index = stored & VPR_STATUS_INDEX;
    uint64_t first, size;
    uint32_t word = 0;

    gv_vram_locked(card->vram, &first, &size);
    if (size && index < 2 && !card->broken[DEFECT_VPR_BOUNDS_ABSURD])
        word = (uint32_t)((index ? first + size - 1 : first) >> 8) & VPR_STATUS_ADDRESS;
    else if ((size || card->broken[DEFECT_VPR_BOUNDS_ABSURD]) && index == 2)
        word = VPR_STATUS_LOCKED;
    gv_set_reg(card, offset, (index + 1) & VPR_STATUS_INDEX);
    return word | index;
}

/* clang-format off */
static const struct reg_row rows[] = {
    REG(PFB_PRI_MMU_CTRL, .bits = CTRL_BITS, .reset = CTRL_UNNAMED, .read = read_ctrl, .write = write_ctrl),
    REG(PFB_PRI_MMU_BIND_IMB, .bits = RW, .undefined = RW),
    REG(PFB_PRI_MMU_BIND, .bits = RW & ~PFB_PRI_MMU_BIND_TRIGGER),
    REG(PFB_PRI_MMU_INVALIDATE_VADDR, .bits = PFB_PRI_MMU_INVALIDATE_VADDR_BITS, .flags = VOL),
    REG(PFB_PRI_MMU_INVALIDATE_UPPER_VADDR, .bits = PFB_PRI_MMU_INVALIDATE_UPPER_VADDR_BITS, .flags = VOL),
    REG(PFB_PRI_MMU_INVALIDATE_PDB, .bits = PFB_PRI_MMU_INVALIDATE_PDB_APERTURE | PFB_PRI_MMU_INVALIDATE_PDB_ADDR, .flags = VOL),
    REG(PFB_PRI_MMU_INVALIDATE_UPPER_PDB, .bits = PFB_PRI_MMU_INVALIDATE_UPPER_PDB_ADDR, .flags = VOL),
    REG(PFB_PRI_MMU_INVALIDATE_PASID, .bits = PFB_PRI_MMU_INVALIDATE_PASID_VAL, .flags = VOL),
    REG(PFB_PRI_MMU_INVALIDATE_SIZE, .bits = PFB_PRI_MMU_INVALIDATE_SIZE_VAL, .flags = VOL),
    REG(PFB_PRI_MMU_INVALIDATE, .bits = RW & ~PFB_PRI_MMU_INVALIDATE_TRIGGER, .undefined = BITS(26, 0), .flags = VOL, .write = write_invalidate, .chips = CHIPS_VOLTA),
    REG(PFB_PRI_MMU_INVALIDATE, .bits = RW & ~PFB_PRI_MMU_INVALIDATE_TRIGGER, .flags = VOL, .write = write_old_invalidate, .chips = CHIPS_TURING),
    REG(VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE_PDB, .bits = PFB_PRI_MMU_INVALIDATE_PDB_APERTURE | PFB_PRI_MMU_INVALIDATE_PDB_ADDR, .flags = VOL, .chips = CHIPS_TURING),
    REG(VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE_UPPER_PDB, .bits = PFB_PRI_MMU_INVALIDATE_UPPER_PDB_ADDR, .flags = VOL, .chips = CHIPS_TURING),
    REG(VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE, .bits = RW & ~PFB_PRI_MMU_INVALIDATE_TRIGGER, .undefined = BITS(26, 0), .flags = VOL, .read = read_invalidate, .write = write_invalidate, .chips = CHIPS_TURING),
    REG(VIRTUAL_FUNCTION_PRIV_MMU_PAGE_FAULT_CTRL, .bits = PFB_PRI_MMU_PAGE_FAULT_CTRL_PRF_FILTER, .reset = PFB_PRI_MMU_PAGE_FAULT_CTRL_PRF_FILTER_SEND_NONE, .chips = CHIPS_TURING),
    REG(PFB_PRI_MMU_PRIV_LEVEL_MASK, .bits = RW, .reset = RW, .chips = CHIPS_TURING),
    REG(PFB_PRI_MMU_PAGE_FAULT_CTRL, .bits = PFB_PRI_MMU_PAGE_FAULT_CTRL_PRF_FILTER, .reset = PFB_PRI_MMU_PAGE_FAULT_CTRL_PRF_FILTER_SEND_NONE),
    REG(PFB_PRI_MMU_DEBUG_CTRL, .bits = RW),
    REG(PFB_PRI_MMU_DEBUG_WR, .bits = RW),
    REG(PFB_PRI_MMU_DEBUG_RD, .bits = RW),
    REG(PFB_HSMMU_PRI_MMU_CTRL, .bits = CTRL_BITS, .reset = CTRL_UNNAMED),
    REG(PFB_HSMMU_PRI_MMU_DEBUG_CTRL, .bits = RW),
    REG(PFB_HSMMU_PRI_MMU_DEBUG_WR, .bits = RW),
    REG(PFB_HSMMU_PRI_MMU_DEBUG_RD, .bits = RW),
    REG(VPR_SCRUB, .chips = CHIPS_TURING),
    REG(WPR2_LO, .reset = WPR2_LO_OFF, .chips = CHIPS_TURING),
    REG(WPR2_HI, .chips = CHIPS_TURING),
    REG(VPR_STATUS, .bits = BITS(3, 0), .flags = VOL, .read = read_vpr),
};
/* clang-format on */

const struct reg_block gv_pmmu_regs = { rows, ARRAY_SIZE(rows) };
