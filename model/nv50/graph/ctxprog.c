/* model/nv50/graph/ctxprog.c: context programs that software starts (docs/hardware/tesla-engines.md §4.7): registers go from and to the
 * context object through slot 0/3/0. Waits, branches and bulk transfers are passed over: they concern units whose state
 * is not modelled. */
#include "hw/nv50/pgraph.h"
#include "model/nv50/base/card.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/vm/vm_user.h"

#define REGISTERS_AT 0x400000u

/* Registers of one program: more are left out, for the machine stands still meanwhile. */
#define MOVED_MOST 1024u

struct run {
    struct vm_user user;
    unsigned moved;
    uint32_t scratch, pointer; /* in words, or of knob context_program in bytes */
    bool in_bytes;
};

static bool is_stored(uint32_t reg)
{
    return reg >= PGRAPH_FLAGS_0 && reg <= PGRAPH_FLAGS_3;
}

/* One register. Only the flags are stored words without an effect of their own; others read 0, and take nothing. */
static bool move(struct nv50 *card, struct run *run, uint32_t reg)
{
    if (run->moved++ >= MOVED_MOST)
        return true;
    const uint64_t at = run->in_bytes ? run->pointer & ~UINT32_C(3) : UINT64_C(4) * run->pointer;
    const bool stored = is_stored(reg);
    uint32_t word = stored ? reg_get(card, reg) : 0;

    run->pointer += run->in_bytes ? 4 : 1;
    if (reg_get(card, PGRAPH_FLAGS_0) & PGRAPH_FLAGS_0_SAVE)
        return vm_user_write32(card, &run->user, at, word);
    if (!vm_user_read32(card, &run->user, at, &word))
        return false;
    if (stored && !card->broken[DEFECT_GRAPH_CONTEXT_UNREAD])
        reg_set(card, reg, word);
    return true;
}

static bool move_all(struct nv50 *card, struct run *run, uint32_t word)
{
    const uint32_t count = FIELD_GET(CTXPROG_COUNT, word);
    const uint32_t first = REGISTERS_AT + 4 * FIELD_GET(CTXPROG_REGISTER, word);

    for (uint32_t i = 0; i < (count ? count : run->scratch % MOVED_MOST); i++)
        if (!move(card, run, first + 4 * i)) {
            graph_trap(card, PGRAPH_TRAP_DISPATCH, PGRAPH_DISPATCH_TRAP,
                       PGRAPH_DISPATCH_TRAP_REGISTERS);
            return false;
        }
    return true;
}

static void set_flag(struct nv50 *card, uint32_t word)
{
    const uint32_t flag = FIELD_GET(CTXPROG_FLAG, word);
    const uint32_t reg = PGRAPH_FLAGS_0 + 4 * (flag / 32), bit = BIT(flag % 32);

    reg_set(card, reg,
            word & CTXPROG_FLAG_SET ? reg_get(card, reg) | bit : reg_get(card, reg) & ~bit);
}

/* False: the program ends. */
static bool step(struct nv50 *card, struct run *run, uint32_t word)
{
    switch (FIELD_GET(CTXPROG_OPCODE, word)) {
    case CTXPROG_OP_MOVE:
        return move_all(card, run, word);
    case CTXPROG_OP_SCRATCH:
        run->scratch = FIELD_GET(CTXPROG_SCRATCH, word);
        return true;
    case CTXPROG_OP_COMMAND:
        if (FIELD_GET(CTXPROG_COMMAND, word) == CTXPROG_POINT)
            run->pointer = run->scratch;
        return FIELD_GET(CTXPROG_COMMAND, word) != CTXPROG_END;
    case CTXPROG_OP_FLAG:
        set_flag(card, word);
        return true;
    default:
        return true;
    }
}

void ctxprog_run(struct nv50 *card)
{
    const uint32_t knob = card_knob(card, KNOB_CONTEXT_PROGRAM);
    struct run run = { .in_bytes = knob == CONTEXT_PROGRAM_BYTES,
                       .user = { .engine = VM_ENGINE_PGRAPH,
                                 .read_client = VM_CLIENT_DISPATCH,
                                 .write_client = VM_CLIENT_DISPATCH,
                                 .slot = card->broken[DEFECT_GRAPH_CONTEXT_SLOT] ? 1 : 0 } };

    if (knob == CONTEXT_PROGRAM_HANGS)
        reg_set(card, PGRAPH_CTXCTL_STATUS, PGRAPH_CTXCTL_RUNNING);
    if (knob == CONTEXT_PROGRAM_HANGS || knob == CONTEXT_PROGRAM_SILENT)
        return;
    vm_user_bind(card, &run.user, reg_get(card, PGRAPH_CTXCTL_SWAP),
                 card->chip->layout == CHANNEL_LAYOUT_G80 ? 0x20 : 0x02);
    for (uint32_t pc = reg_get(card, PGRAPH_CTXCTL_PC); pc < CTXPROG_WORDS; pc++)
        if (!step(card, &run, card->pgraph->code[pc]))
            return;
}
