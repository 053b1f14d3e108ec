/* model/nv50/shader/control.c: branches, calls, loops, joins, exits and barriers (tesla-isa.md §3, §4.4).
 *
 * Where threads of a warp go different ways, one side goes on and the other is pushed. When no thread is active any
 * more, the top of the stack says which threads go on: of a branch its other side; after a call or a loop the threads
 * that have left it; at a join point the threads that wait there. No source says which side of a branch goes first;
 * here it is the one that branches. */
#include "hw/nv50/shader.h"
#include "model/nv50/base/card.h"
#include "model/nv50/shader/warp.h"

/* ---- the stack: the first entries on the chip, the others in memory ---- */

static bool push(struct step *s, enum stack_kind kind, uint32_t pc, uint32_t mask)
{
    struct warp *const warp = s->warp;
    const struct stack_entry entry = { pc, mask, (uint8_t)kind };

    if (warp->depth < STACK_ON_CHIP)
        warp->stack[warp->depth] = entry;
    else if (!stack_store(s, warp->depth, &entry))
        return false;
    warp->depth++;
    return true;
}

static bool top(struct step *s, struct stack_entry *entry)
{
    struct warp *const warp = s->warp;

    if (!warp->depth)
        return false;
    if (warp->depth <= STACK_ON_CHIP) {
        *entry = warp->stack[warp->depth - 1];
        return true;
    }
    return stack_load(s, warp->depth - 1, entry);
}

static uint32_t lanes_in(const struct warp *warp, enum lane_state state)
{
    uint32_t mask = 0;

    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        mask |= (uint32_t)(warp->state[lane] == state) << lane;
    return mask;
}

static void set_state(struct warp *warp, uint32_t mask, enum lane_state state)
{
    EACH_LANE(lane, mask)
    warp->state[lane] = (uint8_t)state;
}

/* No thread is active: takes entries off the stack until one lets threads go on. False: the stack could not be read. */
static bool unwind(struct step *s)
{
    struct warp *const warp = s->warp;
    struct stack_entry entry;

    while (warp->depth) {
        if (!top(s, &entry))
            return false;
        if (entry.kind == STACK_CALL)
            set_state(warp, entry.mask & lanes_in(warp, LANE_RETURNED), LANE_RUNS);
        if (entry.kind == STACK_BREAK)
            set_state(warp, entry.mask & lanes_in(warp, LANE_BROKE), LANE_RUNS);
        warp->active = entry.mask & lanes_in(warp, LANE_RUNS);
        warp->pc = entry.pc;
        if (warp->active && entry.kind == STACK_JOIN)
            return true; /* the join instruction there takes the entry away */
        warp->depth--;
        if (warp->active)
            return true;
    }
    warp->ended = true;
    return true;
}

static bool leave(struct step *s, uint32_t mask, enum lane_state state)
{
    set_state(s->warp, mask, state);
    s->warp->active &= ~mask;
    return s->warp->active ? true : unwind(s);
}

bool step_exit(struct step *s)
{
    return leave(s, s->mask, LANE_EXITED);
}

/* The other side of a branch comes first, and the threads that have arrived wait; once there is none, all go on
 * together. */
bool step_join(struct step *s)
{
    struct warp *const warp = s->warp;
    struct stack_entry entry;

    if (!warp->depth)
        return mp_trap(s, MP_STACK_UNDERFLOW);
    if (!top(s, &entry))
        return false;
    if (entry.kind != STACK_BRANCH && entry.kind != STACK_JOIN)
        return mp_trap(s, MP_STACK_MISMATCH);
    warp->depth--;
    warp->active = entry.mask & lanes_in(warp, LANE_RUNS);
    if (entry.kind == STACK_BRANCH)
        warp->pc = entry.pc;
    return warp->active ? true : unwind(s);
}

/* ---- instructions ---- */

static uint32_t target(const struct step *s)
{
    return (bits(s->in->first, 11, 16) | bits(s->in->second, 14, 6) << 16) << 2;
}

static bool branch(struct step *s)
{
    struct warp *const warp = s->warp;
    const uint32_t stay = warp->active & ~s->mask;

    if (!s->mask)
        return true;
    if (stay && !core_broken(s->block, DEFECT_SHADER_BRANCH) &&
        !push(s, STACK_BRANCH, warp->pc, stay))
        return false;
    warp->active = s->mask;
    warp->pc = target(s);
    return true;
}

static bool call(struct step *s)
{
    if (core_broken(s->block, DEFECT_SHADER_CALL))
        return true;
    if (!push(s, STACK_CALL, s->warp->pc, s->warp->active))
        return false;
    s->warp->pc = target(s);
    return true;
}

static bool has_entry(struct step *s, enum stack_kind kind, bool *found)
{
    const uint32_t depth = s->warp->depth;
    struct stack_entry entry;
    bool good = true;

    *found = false;
    for (; s->warp->depth && good && !*found; s->warp->depth--) {
        good = top(s, &entry);
        *found = good && entry.kind == kind;
    }
    s->warp->depth = depth;
    return good;
}

/* ret and break leave to the innermost entry of their kind. */
static bool leave_to(struct step *s, enum stack_kind kind, enum lane_state state)
{
    bool found;

    if (!s->mask)
        return true;
    if (!has_entry(s, kind, &found))
        return false;
    return found ? leave(s, s->mask, state) : mp_trap(s, MP_STACK_UNDERFLOW);
}

/* A barrier counts warps, and is back at 0 when as many have come as it is given; warps that wait go on then. */
static bool barrier(struct step *s)
{
    struct block *const block = s->block;
    const unsigned number = bits(s->in->first, 21, 4);
    const bool all = bits(s->in->second, 14, 1) || bits(s->in->first, 9, 12) == 0xfff;
    const unsigned wanted = all ? block->warp_count : bits(s->in->first, 9, 12);

    if (bits(s->in->first, 25, 1) && ++block->arrived[number] >= wanted &&
        !core_broken(block, DEFECT_SHADER_BARRIER_SHUT))
        block->arrived[number] = 0;
    s->warp->waits = bits(s->in->first, 26, 1) && block->arrived[number] != 0 &&
                     !core_broken(block, DEFECT_SHADER_BARRIER_OPEN);
    s->warp->barrier = (uint8_t)number;
    return true;
}

bool step_control(struct step *s)
{
    switch (s->in->primary) {
    case 0x1:
        return branch(s);
    case 0x2:
        return call(s);
    case 0x3:
        return leave_to(s, STACK_CALL, LANE_RETURNED);
    case 0x4:
        return push(s, STACK_BREAK, target(s), s->warp->active);
    case 0x5:
        return leave_to(s, STACK_BREAK, LANE_BROKE);
    case 0x8:
        return barrier(s);
    case 0x9:
        return decode_trap(s, DECODE_TRAP_INSTRUCTION);
    case 0xa:
        return push(s, STACK_JOIN, target(s), s->warp->active);
    case 0xb:
        return s->block->card->chip_bit & CHIPS_G84_UP ? true
                                                       : decode_trap(s, DECODE_ILLEGAL_OPCODE);
    default: /* discard, quadon and quadpop are fragments'; bra c[] and preret are not modelled */
        return decode_trap(s, DECODE_ILLEGAL_OPCODE);
    }
}
