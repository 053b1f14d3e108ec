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
            shell_now_ns(&card->shell) < card->pgraph->drained_ns);
}

bool pgraph_is_set_up(const struct nv50 *card)
{
    static const uint32_t traps[] = {
        PGRAPH_DISPATCH_TRAP, PGRAPH_M2MF_TRAP,   PGRAPH_VFETCH_TRAP,
        PGRAPH_STRMOUT_TRAP,  PGRAPH_CCACHE_TRAP, PGRAPH_CLIPID_TRAP
    };

    for (unsigned i = 0; i < ARRAY_SIZE(traps); i++)
        if (!(reg_get(card, traps[i]) & PGRAPH_UNIT_TRAP_ENABLE))
            return false;
    return true;
}

/* silicon-sequences.md §6.1, last column. */
bool pgraph_is_set_up_in_full(const struct nv50 *card)
{
    return pgraph_is_set_up(card) && reg_get(card, PMC_ENABLE) == UINT32_MAX &&
           reg_get(card, PGRAPH_CCACHE_MISC) == 1 && reg_get(card, PGRAPH_DEBUG_0) == 0x401889f2;
}

bool pgraph_flush_allowed(const struct nv50 *card, unsigned engine)
{
    return engine != VM_ENGINE_PGRAPH || !locks_up(card);
}

void graph_tell(struct nv50 *card)
{
    irq_follow(card, PMC_INTR_PGRAPH, PGRAPH_INTR, PGRAPH_INTR_EN);
}

/* Errors hold up PFIFO's methods until their handler has acknowledged them, so that the registers
 * still tell of the failing method; notifications do not. */
bool pgraph_accepts(const struct nv50 *card)
{
    const uint32_t errors = PGRAPH_INTR_ILLEGAL_MTHD | PGRAPH_INTR_ILLEGAL_CLASS |
                            PGRAPH_INTR_DOUBLE_NOTIFY | PGRAPH_INTR_DATA_ERROR | PGRAPH_INTR_TRAP;

    return !pgraph_works(card) && gate_is_open(card, PGRAPH_INTR) &&
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

/* A driver waits for the bit of the unit at work. Clears show as the PROP's, because pixels go to memory through
 * it. */
static uint32_t read_status(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    switch (card->pgraph->work.kind) {
    case GRAPH_WORK_NONE:
        return 0;
    case GRAPH_WORK_COPY:
        return PGRAPH_STATUS_ALL | PGRAPH_STATUS_M2MF;
    case GRAPH_WORK_GRID:
        return PGRAPH_STATUS_ALL | PGRAPH_STATUS_TPC_MP;
    case GRAPH_WORK_VERTICES:
        return PGRAPH_STATUS_ALL | PGRAPH_STATUS_VFETCH;
    case GRAPH_WORK_CLEAR:
    case GRAPH_WORK_CLIPID:
    case GRAPH_WORK_STUCK:
        return PGRAPH_STATUS_ALL | PGRAPH_STATUS_TPC_PROP;
    default:
        return PGRAPH_STATUS_ALL | PGRAPH_STATUS_ENG2D;
    }
}

static uint32_t read_fifo_status(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return reg_get(card, PGRAPH_CMD_ADDR) & PGRAPH_CMD_VALID ? 0 : PGRAPH_FIFO_STATUS_EMPTY;
}

/* Where the first of two commands has begun longer work, the second waits in the port as a single command would. */
static void keep_second(struct nv50 *card, uint32_t command)
{
    const uint32_t method = command & PGRAPH_CMD_METHOD;
    const uint32_t next = command & PGRAPH_CMD_NONINC ? method : method + 4;

    reg_set(card, PGRAPH_CMD_DATA_LOW, reg_get(card, PGRAPH_CMD_DATA_HIGH));
    reg_set(card, PGRAPH_CMD_ADDR,
            (command & ~(PGRAPH_CMD_METHOD | PGRAPH_CMD_DOUBLE)) | (next & PGRAPH_CMD_METHOD));
}

/* The command waits in the port while PGRAPH takes no commands (docs/hardware/tesla-mmio.md §5.4). */
void graph_run_port(struct nv50 *card)
{
    const uint32_t command = reg_get(card, PGRAPH_CMD_ADDR);
    const unsigned subchannel = FIELD_GET(PGRAPH_CMD_SUBCHANNEL, command);
    const uint32_t method = command & PGRAPH_CMD_METHOD;

    if (!(command & PGRAPH_CMD_VALID) || card_knob(card, KNOB_M2MF_PORT) == M2MF_PORT_STUCK ||
        !(reg_get(card, PGRAPH_FIFO_CONTROL) & PGRAPH_FIFO_CONTROL_PULL) || pgraph_works(card))
        return;
    reg_set(card, PGRAPH_CMD_ADDR, command & ~PGRAPH_CMD_VALID);
    card->pgraph->by_port = true;
    pgraph_method(card, subchannel, method, reg_get(card, PGRAPH_CMD_DATA_LOW));
    if ((command & PGRAPH_CMD_DOUBLE) && pgraph_works(card))
        keep_second(card, command);
    else if (command & PGRAPH_CMD_DOUBLE)
        pgraph_method(card, subchannel, command & PGRAPH_CMD_NONINC ? method : method + 4,
                      reg_get(card, PGRAPH_CMD_DATA_HIGH));
    card->pgraph->by_port = false;
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
        card->pgraph->drained_ns = shell_now_ns(&card->shell) + DRAIN_NS;
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

/* A unit's part of the channel's state survives its reset (unverified tesla-mmio.md §5.1); only a
 * reset of all units forgets it. */
static void write_unit_reset(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    if (value == UINT32_MAX)
        pgraph_clear(card);
}

static void write_unit_trap(struct nv50 *card, uint32_t offset, uint32_t value)
{
    reg_set(card, offset,
            value & PGRAPH_UNIT_TRAP_CLEAR ? value & PGRAPH_UNIT_TRAP_ENABLE
                                           : (reg_get(card, offset) & ~PGRAPH_UNIT_TRAP_ENABLE) |
                                                 (value & PGRAPH_UNIT_TRAP_ENABLE));
}

/* Unbinds all objects, because those of the channel before may not be used any more (docs/hardware/tesla-vm.md §1.5 T1). */
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

/* A switch of PFIFO runs no context program (§5.3); software may start one. */
static void write_program(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    card->pgraph->program = true;
    card->pgraph->code[reg_get(card, PGRAPH_CTXCTL_INDEX) % CTXPROG_WORDS] = value;
    reg_set(card, PGRAPH_CTXCTL_INDEX, reg_get(card, PGRAPH_CTXCTL_INDEX) + 1);
}

static void write_control(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    if (value & PGRAPH_CTXCTL_RUN)
        ctxprog_run(card);
}

#define CUR (PGRAPH_CTXCTL_VALID | PGRAPH_CTXCTL_CHANNEL)

/* clang-format off */
static const struct reg_row rows[] = {
    REG(PGRAPH_UNIT_RESET, .bits = BITS(22, 0), .write = write_unit_reset),
    REG(PGRAPH_DEBUG_0, .bits = RW),
    REG(PGRAPH_DEBUG_1, .write = write_debug_1),
    REG(PGRAPH_DEBUG_3, .bits = RW),
    REG(PGRAPH_INTR, .w1c = RW, .flags = VOL, .write = write_intr),
    REG(PGRAPH_TRAP, .w1c = RW, .flags = VOL),
    REG(PGRAPH_DATA_ERROR, .flags = VOL),
    REG(PGRAPH_TRAP_EN, .bits = RW),
    REG(PGRAPH_INTR_EN, .bits = RW, .write = write_intr),
    REG(PGRAPH_CTXCTL_STATUS, .flags = VOL),
    REG(PGRAPH_CTXCTL_CONTROL, .bits = BITS(4, 1), .write = write_control),
    REG(PGRAPH_CTXCTL_PC, .bits = BITS(8, 0)),
    REG(PGRAPH_CTXCTL_CMD, .bits = BITS(4, 0)),
    REG(PGRAPH_CTXCTL_INDEX, .bits = BITS(8, 0)),
    REG(PGRAPH_CTXCTL_DATA, .flags = VOL, .write = write_program),
    REG(PGRAPH_CTXCTL_CUR, .bits = CUR, .write = write_current),
    REG(PGRAPH_CTXCTL_NEXT, .bits = CUR),
    REG(PGRAPH_CTXCTL_REG_POINTER, .bits = RW),
    REG(PGRAPH_CTXCTL_XFER_POINTER, .bits = RW),
    REG(PGRAPH_VSTATUS, .count = PGRAPH_VSTATUS_COUNT, .flags = VOL, .read = read_vstatus),
    REG(PGRAPH_FIFO_CONTROL, .bits = BITS(28, 20) | BIT(16) | BIT(8) | PGRAPH_FIFO_CONTROL_PULL, .write = write_fifo_control),
    REG(PGRAPH_FIFO_STATUS, .flags = VOL, .read = read_fifo_status),
    REG(PGRAPH_STATUS, .flags = VOL, .read = read_status),
    REG(PGRAPH_TRAPPED_ADDR, .flags = VOL),
    REG(PGRAPH_TRAPPED_DATA, .count = 2, .flags = VOL),
    REG(PGRAPH_CTXCTL_SWAP, .bits = PGRAPH_CTXCTL_CHANNEL),
    REG(PGRAPH_DISPATCH_TRAP, .flags = VOL, .write = write_unit_trap),
    REG(PGRAPH_CMD_ADDR, .bits = RW, .write = write_command),
    REG(PGRAPH_CMD_DATA_LOW, .bits = RW),
    REG(PGRAPH_CMD_DATA_HIGH, .bits = RW),
    REG(PGRAPH_CTX_SWITCH_1, .bits = RW),
    REG(PGRAPH_CTX_SWITCH_2, .bits = RW),
    REG(PGRAPH_CTX_SWITCH_3, .bits = RW),
    REG(PGRAPH_CTX_SWITCH_4, .bits = RW),
    REG(PGRAPH_FLAGS_0, .bits = RW),
    REG(PGRAPH_FLAGS_1, .bits = RW),
    REG(PGRAPH_FLAGS_2, .reset = PGRAPH_FLAGS_2_ALWAYS_TRUE | PGRAPH_FLAGS_2_IDLE),
    REG(PGRAPH_FLAGS_3, .bits = RW),
    REG(PGRAPH_MISC, .bits = RW, .flags = VOL),
    REG(PGRAPH_ST2_ADDR, .bits = RW, .flags = VOL),
    REG(PGRAPH_COND, .bits = RW, .flags = VOL),
    REG(PGRAPH_VFETCH_TRAP, .flags = VOL, .write = write_unit_trap),
    REG(PGRAPH_STRMOUT_TRAP, .flags = VOL, .write = write_unit_trap),
    REG(PGRAPH_CLIPID_TRAP, .flags = VOL, .write = write_unit_trap),
    REG(PGRAPH_ZCULL_18, .bits = RW, .count = PGRAPH_ZCULL_18_COUNT),
    REG(PGRAPH_ZCULL_A8, .bits = RW),
    REG(PGRAPH_ZCULL_C0, .bits = RW),
    REG(PGRAPH_CCACHE_TRAP, .flags = VOL, .write = write_unit_trap),
    REG(PGRAPH_CCACHE_MISC, .bits = RW),
    REG(PGRAPH_M2MF_TRAP, .flags = VOL, .write = write_unit_trap),
    REG(PGRAPH_M2MF_TRAP_INFO, .count = 4, .flags = VOL),

/* The trap words of TPC i (§5.1): where they are, and how many there can be, depends on the chipset. */
#define TPC_G80(i) \
    REG_AT((i) * PGRAPH_TPC_STRIDE_G80, PGRAPH_TPC_MPC_TRAP_G80, .flags = VOL, .write = write_unit_trap, .chips = CHIPS_PRE_G200), \
    REG_AT((i) * PGRAPH_TPC_STRIDE_G80, PGRAPH_TPC_MPC_TRAP_EN_G80, .bits = RW, .chips = CHIPS_PRE_G200), \
    REG_AT((i) * PGRAPH_TPC_STRIDE_G80, PGRAPH_TPC_TEX_TRAP_G80, .flags = VOL, .write = write_unit_trap, .chips = CHIPS_PRE_G200), \
    REG_AT((i) * PGRAPH_TPC_STRIDE_G80, PGRAPH_TPC_PROP_TRAP_G80, .flags = VOL, .write = write_unit_trap, .chips = CHIPS_PRE_G200)
#define TPC_G200(i) \
    REG_AT((i) * PGRAPH_TPC_STRIDE_G200, PGRAPH_TPC_MPC_TRAP_G200, .flags = VOL, .write = write_unit_trap, .chips = CHIPS_G200_UP), \
    REG_AT((i) * PGRAPH_TPC_STRIDE_G200, PGRAPH_TPC_MPC_TRAP_EN_G200, .bits = RW, .chips = CHIPS_G200_UP), \
    REG_AT((i) * PGRAPH_TPC_STRIDE_G200, PGRAPH_TPC_TEX_TRAP_G200, .flags = VOL, .write = write_unit_trap, .chips = CHIPS_G200_UP), \
    REG_AT((i) * PGRAPH_TPC_STRIDE_G200, PGRAPH_TPC_PROP_TRAP_G200, .flags = VOL, .write = write_unit_trap, .chips = CHIPS_G200_UP)

    TPC_G80(0), TPC_G80(1), TPC_G80(2), TPC_G80(3), TPC_G80(4), TPC_G80(5), TPC_G80(6), TPC_G80(7),
    TPC_G200(0), TPC_G200(1), TPC_G200(2), TPC_G200(3), TPC_G200(4), TPC_G200(5), TPC_G200(6), TPC_G200(7),
    TPC_G200(8), TPC_G200(9),
};
/* clang-format on */

const struct reg_block pgraph_regs = { rows, ARRAY_SIZE(rows) };
