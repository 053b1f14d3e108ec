/* A driver's whole sequences on a GV100, with one or two things in it as a record has them. */
#include "reference/gv100.h"
#include "tests/fuzz/gv100_world.h"

/* VRAM, system memory, or nothing. */
static uint32_t address_of(const struct record *r)
{
    const uint32_t low = r->place & 0xffff;

    return (r->selector & 0x30) == 0x30 ? NOTHING + low
                                        : (r->selector & 0x10 ? SYSTEM_AT : DATA) + low;
}

/* The address, a payload that memory may have, and the operation; on channels of two families of methods. */
static void semaphore(struct guest *guest, const struct record *r)
{
    const uint32_t channel = r->selector % GUEST_CHANNELS, at = address_of(r);

    if (r->selector & 8)
        RUN(guest, channel, INCR(0, 0x10, 4), r->place >> 14, at, r->selector >> 6, r->value);
    else
        RUN(guest, channel, INCR(0, 0x5c, 5), at, 0, r->selector >> 6, r->place, r->value);
}

/* Two channels of a TSG hand a token on, and yield as the input says. */
static void take_turns(struct guest *guest, const struct record *r)
{
    const uint32_t acquire = (r->selector & 4 ? 3u : 0u) | (r->selector & 8 ? 1u << 12 : 0);

    vram_wr(guest, DATA, 0);
    RUN(guest, 0, INCR(0, 0x5c, 5), DATA, 0, 1, 0, acquire, INCR(0, 0x80, 1), r->value & 3,
        INCR(0, 0x5c, 5), DATA, 0, 2, 0, 1);
    RUN(guest, 1, INCR(0, 0x80, 1), r->value >> 2 & 3, INCR(0, 0x5c, 5), DATA, 0, 1, 0, 1,
        INCR(0, 0x78, 1), r->place & 1);
    pass(guest, (uint64_t)r->place << 4);
}

/* Lines, pitches, elements and a semaphore; the launch is the input's. */
static void copy(struct guest *guest, const struct record *r)
{
    const uint32_t channel = r->selector % GUEST_CHANNELS, at = address_of(r),
                   pitch = r->place >> 8;

    RUN(guest, channel, INCR(4, 0x260, 2), r->place & 3, r->place >> 2 & 3, INCR(4, 0x240, 3), 0,
        DATA + 0x40000, r->value, INCR(4, 0x700, 3), r->value, ~r->value,
        r->selector & 4 ? r->value >> 4 : 0x01030054, INCR(4, 0x400, 8), 0, DATA, 0, at, pitch,
        0u - pitch, r->place & 0xfff, r->place >> 12, INCR(4, 0x300, 1),
        r->selector & 8 ? r->value : 0x182 | (r->value & 0x3f067c));
}

static void one_method(struct guest *guest, const struct record *r)
{
    static const uint16_t methods[] = { 0x00, 0x04, 0x08, 0x20, 0x24, 0x50,  0x78,
                                        0x7c, 0x80, 0x84, 0x38, 0x70, 0x25c, 0x1000 };
    const uint32_t method = methods[(r->selector >> 3) % ARRAY_SIZE(methods)];

    RUN(guest, r->selector % GUEST_CHANNELS, INCR(r->place & 7, method, 1), r->value);
}

static void mem_op(struct guest *guest, const struct record *r)
{
    static const uint32_t operations[] = { 9, 10, 5, 13, 15, 16, 14, 0 };

    RUN(guest, r->selector % GUEST_CHANNELS, INCR(0, 0x28, 4), r->value, r->place,
        r->selector & 4 ? r->value : TABLES,
        operations[r->selector >> 5] << 27 | (r->value & 0x7ffffff));
}

/* By register: of the space, or of any. */
static void invalidate(struct guest *guest, const struct record *r)
{
    const struct gv100_ways *const ways = gv100_ways(guest);

    wr(guest, ways->pdb, r->selector & 1 ? r->value : TABLES >> 8);
    wr(guest, ways->upper_pdb, 0);
    wr(guest, REF_PFB_PRI_MMU_INVALIDATE_VADDR, r->value & ~15u);
    wr(guest, REF_PFB_PRI_MMU_INVALIDATE_UPPER_VADDR, r->place);
    wr(guest, ways->invalidate, 0x80000000 | r->value);
    pass(guest, 5000);
}

/* A PTE as it comes, or one that is valid; then a look through BAR1 and BAR2. */
static void page(struct guest *guest, const struct record *r)
{
    const uint32_t index = r->place & 15, at = TABLES + 0x4000 + 8 * index;

    vram_wr(guest, at, r->selector & 1 ? r->value : (r->value & 0xff) | (DATA >> 4) | 1);
    vram_wr(guest, at + 4, r->selector & 2 ? r->value : 0);
    if (r->selector & 4)
        vram_wr(guest, TABLES + 0x3000 + 16 * 8, r->selector & 8 ? r->value : TABLES >> 4 | 2);
    if (r->selector & 16)
        wr(guest, gv100_ways(guest)->invalidate, 0x80000003);
    pass(guest, 5000);
    model_read(guest->card, NV_BAR_VRAM, SYSTEM_AT + 0x1000 * index, 4);
    model_write(guest->card, NV_BAR_VRAM, SYSTEM_AT + 0x1000 * index + 8, r->value, 8);
    model_read(guest->card, NV_BAR_RAMIN, SYSTEM_AT + 0x1000 * index + 0xffc, 8);
}

/* Registers that a driver reads after an interrupt. */
static void look(struct guest *guest)
{
    /* clang-format off */
    static const struct { uint32_t first, count, step; } status[] = {
        { 0x000100, 2, 4 }, { REF_PFIFO_CFG0, 3, 4 }, { REF_PFIFO_INTR_0, 1, 4 },
        { REF_PFIFO_ENG_RUNLIST(0), 4, 8 }, { REF_PFIFO_PBDMA_MAP(0), 4, 4 },
        { REF_PFIFO_INTR_BIND_ERROR, 1, 4 }, { REF_PFIFO_INTR_PBDMA_ID, 1, 4 },
        { REF_PFIFO_SCHED_DISABLE, 4, 4 }, { REF_PFIFO_ENGINE_STATUS(0), 8, 8 },
        { REF_PFIFO_INTR_RUNLIST, 1, 4 }, { REF_PFIFO_PBDMA_STATUS(0), 4, 4 },
        { REF_PPBDMA_INTR_0(0), 2, 0x2000 }, { REF_HUB_INTR, 6, 4 },
        { REF_PFB_PRI_MMU_FAULT_BUFFER_LO(0), 16, 4 }, { 0x104410, 4, 4 }, { 0x104418, 3, 0x80 },
        { 0x800000, 8, 4 }, { REF_PBUS_BIND_STATUS, 1, 4 }
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(status); i++)
        for (uint32_t n = 0; n < status[i].count; n++)
            model_read(guest->card, NV_BAR_MMIO, status[i].first + n * status[i].step, 4);
}

/* The documented recovery (§4.2, §4.7): NOP in place of the method, no data left, interrupts cleared, FAULTED cleared. */
static void recover(struct guest *guest, const struct record *r)
{
    const uint32_t pbdma = 0x40000 + 0x2000 * (r->selector >> 2 & 3);
    const struct gv100_ways *const ways = gv100_ways(guest);

    look(guest);
    wr(guest, pbdma + 0xc0, 0x80600008);
    if (r->place & 1) {
        wr(guest, pbdma + 0x84, 0x20400000);
        wr(guest, pbdma + 0x88, 0);
    }
    wr(guest, pbdma + 0x148, 0xffffffff);
    wr(guest, pbdma + 0x108, 0xffffffff);
    for (uint32_t i = 0; i < GUEST_CHANNELS; i++)
        wr(guest, REF_PCCSR_CHANNEL(i), 0xc00400);
    wr(guest, REF_PFIFO_INTR_0, 0xffffffff);
    wr(guest, ways->status, 0x800000ff);
    if (r->place & 2)
        wr(guest, ways->get, model_read(guest->card, NV_BAR_MMIO, ways->get + 4, 4) & 0xc00fffff);
    if (r->place & 4)
        wr(guest, ways->bar1, 0x80000000 | BLOCK >> 12);
    pass(guest, 20000);
}

static void preempt(struct guest *guest, const struct record *r)
{
    wr(guest, REF_PFIFO_SCHED_DISABLE, r->place & 1 ? r->value & 0xf : 0);
    wr(guest, r->selector & 1 ? REF_PFIFO_PREEMPT : REF_PFIFO_RUNLIST_PREEMPT,
       r->selector & 1 ? r->value & 0x1000003 : r->place);
    pass(guest, r->value & 0xffff);
    wr(guest, REF_PFIFO_SCHED_DISABLE, 0);
}

/* Single registers that act, so that they need not be found among those of their block. */
static uint32_t acting_register(const struct guest *guest, uint8_t selector)
{
    /* clang-format off */
    static const uint32_t turing[] = {
        REF_PFIFO_RUNLIST_BASE_LO(0), REF_PFIFO_RUNLIST_BASE_HI(0), REF_PFIFO_RUNLIST_SUBMIT(0),
        REF_PFIFO_RUNLIST_BASE_LO(8), REF_PFIFO_RUNLIST_BASE_HI(8), REF_PFIFO_RUNLIST_SUBMIT(8),
        REF_PFIFO_RUNLIST_SUBMIT_INFO(8), REF_SELF_START_MASK, REF_SELF_START, REF_WPR2_LO,
        REF_CTRL_VIRTUAL_CHANNEL_CFG(0), 0xb66880, REF_VIRTUAL_FUNCTION_PRIV_BAR1_BLOCK,
        REF_VIRTUAL_FUNCTION_PRIV_BAR2_BLOCK, REF_VIRTUAL_FUNCTION_PRIV_BIND_STATUS,
        REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF(0), REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF(2),
        REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF(4), REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF(6),
        REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF_EN_SET(0), REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF_EN_SET(4),
        REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF_EN_CLEAR(4), REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP(0),
        REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP_EN_SET(0), REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP_EN_CLEAR(0),
        REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF_TRIGGER, REF_VIRTUAL_FUNCTION_PRIV_MMU_FAULT_BUFFER_LO(0),
        REF_VIRTUAL_FUNCTION_PRIV_MMU_FAULT_BUFFER_GET(0), REF_VIRTUAL_FUNCTION_PRIV_MMU_FAULT_BUFFER_SIZE(0),
        REF_VIRTUAL_FUNCTION_PRIV_MMU_FAULT_BUFFER_LO(1), REF_VIRTUAL_FUNCTION_PRIV_MMU_FAULT_BUFFER_GET(1),
        REF_VIRTUAL_FUNCTION_PRIV_MMU_FAULT_BUFFER_SIZE(1), REF_VIRTUAL_FUNCTION_PRIV_MMU_PAGE_FAULT_CTRL,
        REF_VIRTUAL_FUNCTION_PRIV_MMU_FAULT_STATUS, REF_VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE_PDB,
        REF_VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE, REF_VIRTUAL_FUNCTION_DOORBELL, REF_USERMODE_NOTIFY_CHANNEL_PENDING,
        REF_PFIFO_INTR_CTXSW_TIMEOUT, REF_PFB_PRI_MMU_PRIV_LEVEL_MASK, REF_PFB_PRI_MMU_INT_VECTOR_INFO_FAULT,
        REF_PFB_PRI_MMU_INT_VECTOR_FAULT(0), REF_CE_PCE_MAP, 0x104040, 0x104034,
    };
    static const uint32_t offsets[] = {
        0x100160, REF_PMC_INTR_EN_SET(0), REF_PMC_INTR_EN_CLEAR(0), REF_PMC_INTR_EN_CLEAR(1), REF_PMC_INTR_SW(0),
        REF_PMC_ENABLE_PB, REF_PCFG_MSI_REARM, REF_PBUS_INTR_EN_0, REF_PBUS_INTR_EN_1, REF_PBUS_SW_INTR_0,
        REF_PBUS_BAR0_WINDOW, REF_PFIFO_INTR_EN_0, 0x002144, 0x002200, REF_PFIFO_ACQ_PRETEST, REF_PFIFO_ENG_TIMEOUT,
        REF_PFIFO_CLEAR_FAULTED_TIMEOUT, REF_PTIMER_TIME_LOW, REF_PTIMER_TIME_HIGH, REF_PTIMER_PRI_TIMEOUT_SAVE_0,
        REF_FLUSH_HOST, REF_FLUSH_SYSTEM, REF_FLUSH_L2, REF_HUB_INTR_EN_SET, REF_HUB_INTR_EN_CLEAR,
        REF_PFB_PRI_MMU_CTRL, REF_PFB_PRI_MMU_BIND, REF_VPR_STATUS, REF_WPR_RANGE, REF_PFB_PRI_MMU_PAGE_FAULT_CTRL,
        REF_PFB_PRI_MMU_DEBUG_CTRL, REF_PFB_PRI_MMU_FAULT_BUFFER_LO(0), REF_PFB_PRI_MMU_FAULT_BUFFER_GET(0),
        REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), REF_PFB_PRI_MMU_FAULT_BUFFER_LO(1), REF_PFB_PRI_MMU_FAULT_BUFFER_GET(1),
        REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(1), 0x10ecc4, REF_PTOP_SCAL_NUM_GPCS, REF_PPBDMA_INTR_EN_0(0),
        REF_PPBDMA_GP_SHADOW_0(0), REF_PPBDMA_METHOD0(0), REF_PPBDMA_METHOD1(0), 0x040080, REF_PPBDMA_HDR_SHADOW(0),
        REF_PPBDMA_INTR_EN_1(0), 0x104410, 0x104414, 0x087054, 0x087058, 0x087100, 0x087108, 0x0871c0, 0x0871c4,
        0x8403c0, 0x10a054, 0x10a100, 0x409100, 0x41a100, 0x40910c, REF_TSENSOR, 0x00d610, 0x00e114,
    };
    /* clang-format on */

    if (gv100_is_turing(guest) && selector & 0x80)
        return turing[selector % ARRAY_SIZE(turing)];
    return offsets[selector % ARRAY_SIZE(offsets)];
}

/* Any header, with data. */
static void any_header(struct guest *guest, const struct record *r)
{
    RUN(guest, r->selector % GUEST_CHANNELS, r->value, r->place, INCR(0, 0x5c, 5), DATA, 0,
        r->place, 0, 1);
}

static void act(struct guest *guest, const struct record *r)
{
    wr(guest, acting_register(guest, r->selector), r->value);
    model_read(guest->card, NV_BAR_MMIO, acting_register(guest, r->selector), 4);
}

/* All four channels are as they were. */
static void begin_anew(struct guest *guest, const struct record *r)
{
    (void)r;
    gv100_world_channels(guest);
}

void gv100_world_do(struct guest *guest, const struct record *r)
{
    static void (*const kinds[12])(struct guest * guest, const struct record *r) = {
        semaphore,  any_header, copy,    take_turns, one_method, mem_op,
        invalidate, page,       recover, preempt,    act,        begin_anew
    };

    kinds[r->kind % 24 - 12](guest, r);
}
