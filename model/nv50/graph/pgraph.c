#include "model/nv50/graph/pgraph.h"

#include "hw/nv50/pgraph.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/vm.h"
#include "model/nv50/base/card.h"
#include "model/nv50/count/pcounter.h"
#include "model/nv50/vm/tlb.h"

#define DRAIN_NS 20000 /* how long PGRAPH is busy after it was fed last (a choice) */

static bool locks_up(const struct nv50 *card)
{
    if (card->broken[DEFECT_GRAPH_FETCH_UNSTOPPABLE])
        return true;
    return card_knob(card, KNOB_G86_LOCKUP) != 0 &&
           (pgraph_works(card) || (reg_get(card, PGRAPH_FIFO_CONTROL) & PGRAPH_FIFO_CONTROL_PULL) ||
            card_now_ns(card) < card->pgraph->drained_ns);
}

bool pgraph_flush_allowed(const struct nv50 *card, unsigned engine)
{
    return engine != VM_ENGINE_PGRAPH || !locks_up(card);
}

void graph_tell(struct nv50 *card)
{
    irq_follow(card, PMC_INTR_PGRAPH, PGRAPH_INTR, PGRAPH_INTR_EN);
}

/* Errors stop what PFIFO sends until their handler has acknowledged them, so that the registers
 * still tell of the failing method; notifications do not. */
bool pgraph_accepts(const struct nv50 *card)
{
    const uint32_t errors = PGRAPH_INTR_ILLEGAL_MTHD | PGRAPH_INTR_ILLEGAL_CLASS |
                            PGRAPH_INTR_DOUBLE_NOTIFY | PGRAPH_INTR_DATA_ERROR | PGRAPH_INTR_TRAP;

    return !pgraph_works(card) && regs_enabled(card, PGRAPH_INTR) &&
           (reg_get(card, PGRAPH_FIFO_CONTROL) & PGRAPH_FIFO_CONTROL_PULL) &&
           !(reg_get(card, PGRAPH_INTR) & reg_get(card, PGRAPH_INTR_EN) & errors);
}

static uint32_t read_vstatus(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    const enum graph_work_kind work = card->pgraph->work.kind;

    if (offset == PGRAPH_VSTATUS_2 && (work == GRAPH_WORK_RECTANGLE || work == GRAPH_WORK_BLIT))
        return FIELD_PUT(PGRAPH_VSTATUS_2_ENG2D, (uint32_t)PGRAPH_UNIT_BUSY);
    return offset == PGRAPH_VSTATUS && locks_up(card) ? PGRAPH_UNIT_BUSY : stored;
}

static uint32_t read_status(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    switch (card->pgraph->work.kind) {
    case GRAPH_WORK_NONE:
        return 0;
    case GRAPH_WORK_COPY:
        return PGRAPH_STATUS_ALL | PGRAPH_STATUS_M2MF;
    default:
        return PGRAPH_STATUS_ALL | PGRAPH_STATUS_ENG2D;
    }
}

static uint32_t read_fifo_status(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return reg_get(card, PGRAPH_CMD_ADDR) & PGRAPH_CMD_VALID ? 0 : PGRAPH_FIFO_STATUS_EMPTY;
}

/* The first of two commands has begun something that takes longer: the second one waits in the port as if it
 * had come alone. */
static void keep_second(struct nv50 *card, uint32_t command)
{
    const uint32_t method = command & PGRAPH_CMD_METHOD;
    const uint32_t next = command & PGRAPH_CMD_NONINC ? method : method + 4;

    reg_set(card, PGRAPH_CMD_DATA_LOW, reg_get(card, PGRAPH_CMD_DATA_HIGH));
    reg_set(card, PGRAPH_CMD_ADDR,
            (command & ~(PGRAPH_CMD_METHOD | PGRAPH_CMD_DOUBLE)) | (next & PGRAPH_CMD_METHOD));
}

/* The command waits in the port while PGRAPH takes none (docs/hardware/tesla-mmio.md §5.4). */
void graph_run_port(struct nv50 *card)
{
    const uint32_t command = reg_get(card, PGRAPH_CMD_ADDR);
    const unsigned subchannel = FIELD_GET(PGRAPH_CMD_SUBCHANNEL, command);
    const uint32_t method = command & PGRAPH_CMD_METHOD;

    if (!(command & PGRAPH_CMD_VALID) ||
        !(reg_get(card, PGRAPH_FIFO_CONTROL) & PGRAPH_FIFO_CONTROL_PULL) || pgraph_works(card))
        return;
    reg_set(card, PGRAPH_CMD_ADDR, command & ~PGRAPH_CMD_VALID);
    pgraph_method(card, subchannel, method, reg_get(card, PGRAPH_CMD_DATA_LOW));
    if ((command & PGRAPH_CMD_DOUBLE) && pgraph_works(card))
        keep_second(card, command);
    else if (command & PGRAPH_CMD_DOUBLE)
        pgraph_method(card, subchannel, command & PGRAPH_CMD_NONINC ? method : method + 4,
                      reg_get(card, PGRAPH_CMD_DATA_HIGH));
}

static void write_command(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    pgraph_begin_turn(card);
    graph_run_port(card);
}

static void write_fifo_control(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    if (!(value & PGRAPH_FIFO_CONTROL_PULL))
        card->pgraph->drained_ns = card_now_ns(card) + DRAIN_NS;
    pgraph_begin_turn(card);
    graph_run_port(card);
    card->hooks->kick(card);
}

/* An error that is acknowledged lets PFIFO go on. */
static void write_intr(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    card->hooks->kick(card);
    graph_tell(card);
}

/* What a unit holds of the channel's state survives its reset (unverified tesla-mmio.md §5.1); only
 * the reset of all of them forgets it. */
static void write_unit_reset(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    if (value == UINT32_MAX)
        pgraph_reset(card);
}

static void write_unit_trap(struct nv50 *card, uint32_t offset, uint32_t value)
{
    reg_set(card, offset,
            value & PGRAPH_UNIT_TRAP_CLEAR ? value & PGRAPH_UNIT_TRAP_ENABLE
                                           : (reg_get(card, offset) & ~PGRAPH_UNIT_TRAP_ENABLE) |
                                                 (value & PGRAPH_UNIT_TRAP_ENABLE));
}

/* Nobody's objects: what was bound may not be used any more (docs/hardware/tesla-vm.md §1.5 T1). */
static void forget_channel(struct nv50 *card)
{
    const uint32_t nobody = FIELD_PUT(CHANNEL_DESC_TARGET, (uint32_t)TARGET_INVALID);

    for (unsigned i = 0; i < M2MF_USERS; i++)
        card->pgraph->m2mf[i].channel = nobody;
    for (unsigned i = 0; i < ENG2D_USERS; i++)
        card->pgraph->eng2d[i].channel = nobody;
}

static void write_current(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    if (!(value & PGRAPH_CTXCTL_VALID)) {
        if (!card->broken[DEFECT_VM_NO_CHANNEL_ACCEPTED])
            forget_channel(card);
        return;
    }
    tlb_bind(card, VM_ENGINE_PGRAPH, value & PGRAPH_CTXCTL_CHANNEL);
    m2mf_rebind(card);
    eng2d_rebind(card);
}

static void write_debug_1(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    if (value & PGRAPH_DEBUG_1_PM_TRIGGER)
        pcounter_trigger(card);
}

/* Context programs are taken in and never run (§5.3): switches need none here. */
static void write_program(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    reg_set(card, PGRAPH_CTXCTL_INDEX, reg_get(card, PGRAPH_CTXCTL_INDEX) + 1);
}

#define ALL CHIPS_ALL
#define VOL REG_VOLATILE
#define RW  BITS(31, 0)
#define CUR (PGRAPH_CTXCTL_VALID | PGRAPH_CTXCTL_CHANNEL)

/* clang-format off */
static const struct reg_row rows[] = {
    { PGRAPH_UNIT_RESET, "PGRAPH_UNIT_RESET", BITS(22, 0), 0, 0, ALL, 1, 0, write_unit_reset },
    { 0x400080, "PGRAPH_DEBUG_0", RW, 0, 0, ALL, 1, 0, 0 },
    { PGRAPH_DEBUG_1, "PGRAPH_DEBUG_1", 0, 0, 0, ALL, 1, 0, write_debug_1 },
    { 0x40008c, "PGRAPH_DEBUG_3", RW, 0, 0, ALL, 1, 0, 0 },
    { PGRAPH_INTR, "PGRAPH_INTR", RW, 0, VOL | REG_W1C, ALL, 1, 0, write_intr },
    { PGRAPH_TRAP, "PGRAPH_TRAP", RW, 0, VOL | REG_W1C, ALL, 1, 0, 0 },
    { PGRAPH_DATA_ERROR, "PGRAPH_DATA_ERROR", 0, 0, VOL, ALL, 1, 0, 0 },
    { PGRAPH_TRAP_EN, "PGRAPH_TRAP_EN", RW, 0, 0, ALL, 1, 0, 0 },
    { PGRAPH_INTR_EN, "PGRAPH_INTR_EN", RW, 0, 0, ALL, 1, 0, write_intr },
    { PGRAPH_CTXCTL_STATUS, "PGRAPH_CTXCTL_STATUS", 0, 0, VOL, ALL, 1, 0, 0 },
    { 0x400304, "PGRAPH_CTXCTL_CONTROL", BITS(4, 1), 0, 0, ALL, 1, 0, 0 },
    { 0x400310, "PGRAPH_CTXCTL_PC", BITS(8, 0), 0, 0, ALL, 1, 0, 0 },
    { PGRAPH_CTXCTL_CMD, "PGRAPH_CTXCTL_CMD", BITS(4, 0), 0, 0, ALL, 1, 0, 0 },
    { PGRAPH_CTXCTL_INDEX, "PGRAPH_CTXCTL_INDEX", BITS(8, 0), 0, 0, ALL, 1, 0, 0 },
    { PGRAPH_CTXCTL_DATA, "PGRAPH_CTXCTL_DATA", 0, 0, VOL, ALL, 1, 0, write_program },
    { PGRAPH_CTXCTL_CUR, "PGRAPH_CTXCTL_CUR", CUR, 0, 0, ALL, 1, 0, write_current },
    { PGRAPH_CTXCTL_NEXT, "PGRAPH_CTXCTL_NEXT", CUR, 0, 0, ALL, 1, 0, 0 },
    { 0x400334, "PGRAPH_CTXCTL_REG_POINTER", RW, 0, 0, ALL, 1, 0, 0 },
    { 0x40033c, "PGRAPH_CTXCTL_XFER_POINTER", RW, 0, 0, ALL, 1, 0, 0 },
    { PGRAPH_VSTATUS, "PGRAPH_VSTATUS", 0, 0, VOL, ALL, PGRAPH_VSTATUS_COUNT, read_vstatus, 0 },
    { PGRAPH_FIFO_CONTROL, "PGRAPH_FIFO_CONTROL", BITS(28, 20) | BIT(16) | BIT(8) | PGRAPH_FIFO_CONTROL_PULL, 0, 0, ALL, 1, 0, write_fifo_control },
    { PGRAPH_FIFO_STATUS, "PGRAPH_FIFO_STATUS", 0, 0, VOL, ALL, 1, read_fifo_status, 0 },
    { PGRAPH_STATUS, "PGRAPH_STATUS", 0, 0, VOL, ALL, 1, read_status, 0 },
    { PGRAPH_TRAPPED_ADDR, "PGRAPH_TRAPPED_ADDR", 0, 0, VOL, ALL, 1, 0, 0 },
    { PGRAPH_TRAPPED_DATA, "PGRAPH_TRAPPED_DATA", 0, 0, VOL, ALL, 2, 0, 0 },
    { PGRAPH_CTXCTL_SWAP, "PGRAPH_CTXCTL_SWAP", PGRAPH_CTXCTL_CHANNEL, 0, 0, ALL, 1, 0, 0 },
    { PGRAPH_DISPATCH_TRAP, "PGRAPH_DISPATCH_TRAP", 0, 0, VOL, ALL, 1, 0, write_unit_trap },
    { PGRAPH_CMD_ADDR, "PGRAPH_CMD_ADDR", RW, 0, 0, ALL, 1, 0, write_command },
    { PGRAPH_CMD_DATA_LOW, "PGRAPH_CMD_DATA", RW, 0, 0, ALL, 2, 0, 0 },
    { PGRAPH_CTX_SWITCH_1, "PGRAPH_CTX_SWITCH", RW, 0, 0, ALL, 4, 0, 0 },
    { 0x400824, "PGRAPH_CTXCTL_FLAGS", RW, 0, 0, ALL, 2, 0, 0 },
    { 0x40082c, "PGRAPH_CTXCTL_FLAGS_2", 0, BIT(13) | BIT(0), 0, ALL, 1, 0, 0 },
    { 0x400830, "PGRAPH_CTXCTL_FLAGS_3", RW, 0, 0, ALL, 1, 0, 0 },
    { PGRAPH_MISC, "PGRAPH_MISC", RW, 0, VOL, ALL, 1, 0, 0 },
    { 0x40084c, "PGRAPH_ST2_ADDR", RW, 0, VOL, ALL, 1, 0, 0 },
    { 0x4008e8, "PGRAPH_COND", RW, 0, VOL, ALL, 1, 0, 0 },
    { 0x400c04, "PGRAPH_VFETCH_TRAP", 0, 0, VOL, ALL, 1, 0, write_unit_trap },
    { 0x401800, "PGRAPH_STRMOUT_TRAP", 0, 0, VOL, ALL, 1, 0, write_unit_trap },
    { 0x402000, "PGRAPH_CLIPID_TRAP", 0, 0, VOL, ALL, 1, 0, write_unit_trap },
    { 0x402c18, "PGRAPH_ZCULL_18", RW, 0, 0, ALL, 34, 0, 0 },
    { 0x402ca8, "PGRAPH_ZCULL_A8", RW, 0, 0, ALL, 1, 0, 0 },
    { 0x402cc0, "PGRAPH_ZCULL_C0", RW, 0, 0, ALL, 1, 0, 0 },
    { 0x405018, "PGRAPH_CCACHE_TRAP", 0, 0, VOL, ALL, 1, 0, write_unit_trap },
    { 0x405020, "PGRAPH_CCACHE_MISC", RW, 0, 0, ALL, 1, 0, 0 },
    { PGRAPH_M2MF_TRAP, "PGRAPH_M2MF_TRAP", 0, 0, VOL, ALL, 1, 0, write_unit_trap },
    { 0x406804, "PGRAPH_M2MF_TRAP_INFO", 0, 0, VOL, ALL, 4, 0, 0 },

/* The trap words of TPC i (§5.1): where they are, and how many there can be, depends on the chipset. */
#define OLD CHIPS_PRE_G200
#define NEW CHIPS_G200_UP
#define TPC_OLD(i)                                                                                 \
    { 0x408314 + ((i) << 12), "TPC_MPC_TRAP", 0, 0, VOL, OLD, 1, 0, write_unit_trap },            \
    { 0x408318 + ((i) << 12), "TPC_MPC_TRAP_EN", RW, 0, 0, OLD, 1, 0, 0 },                        \
    { 0x408900 + ((i) << 12), "TPC_TEX_TRAP", 0, 0, VOL, OLD, 1, 0, write_unit_trap },            \
    { 0x408e08 + ((i) << 12), "TPC_PROP_TRAP", 0, 0, VOL, OLD, 1, 0, write_unit_trap }
#define TPC_NEW(i)                                                                                 \
    { 0x40831c + ((i) << 11), "TPC_MPC_TRAP", 0, 0, VOL, NEW, 1, 0, write_unit_trap },            \
    { 0x408320 + ((i) << 11), "TPC_MPC_TRAP_EN", RW, 0, 0, NEW, 1, 0, 0 },                        \
    { 0x408600 + ((i) << 11), "TPC_TEX_TRAP", 0, 0, VOL, NEW, 1, 0, write_unit_trap },            \
    { 0x408708 + ((i) << 11), "TPC_PROP_TRAP", 0, 0, VOL, NEW, 1, 0, write_unit_trap }

    TPC_OLD(0), TPC_OLD(1), TPC_OLD(2), TPC_OLD(3), TPC_OLD(4), TPC_OLD(5), TPC_OLD(6), TPC_OLD(7),
    TPC_NEW(0), TPC_NEW(1), TPC_NEW(2), TPC_NEW(3), TPC_NEW(4), TPC_NEW(5), TPC_NEW(6), TPC_NEW(7),
    TPC_NEW(8), TPC_NEW(9),
};
/* clang-format on */

const struct reg_block pgraph_regs = { rows, ARRAY_SIZE(rows) };
