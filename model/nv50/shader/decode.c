/* model/nv50/shader/decode.c: instructions taken apart (tesla-isa.md §2, §4). */
#include "hw/nv50/shader.h"
#include "model/common/bytes.h"
#include "model/nv50/base/card.h"
#include "model/nv50/shader/warp.h"

/* Approximate cost of each thread of an instruction that is done thread by thread, and of a thread's operand in memory. */
#define EFFORT_LANE    30
#define EFFORT_OPERAND 300

static bool refused(const struct step *s)
{
    return decode_trap(s, DECODE_ILLEGAL_OPCODE);
}

static bool nothing(const struct step *s)
{
    (void)s;
    return true;
}

static bool load_local(const struct step *s)
{
    return step_local(s, false);
}

static bool store_local(const struct step *s)
{
    return step_local(s, true);
}

static bool load_global(const struct step *s)
{
    return step_global(s, false);
}

static bool store_global(const struct step *s)
{
    return step_global(s, true);
}

static bool reduce(const struct step *s)
{
    return step_atomic(s, false);
}

static bool exchange(const struct step *s)
{
    return step_atomic(s, true);
}

static execute_function *thirteen_of(const struct instruction *in)
{
    static execute_function *const others[] = { [2] = load_local, store_local, load_global,
                                                store_global,     reduce,      exchange };

    if (in->is_immediate)
        return integer_execute(in);
    if (!in->is_long)
        return refused;
    return in->secondary < 2 ? integer_execute(in) : others[in->secondary];
}

static execute_function *execute_of(const struct instruction *in)
{
    switch (in->primary) {
    case 0x0:
    case 0x1:
        return step_data;
    case 0x2:
    case 0x3:
    case 0x4:
    case 0x5:
    case 0x6:
    case 0x7:
        return integer_execute(in);
    case 0x9:
    case 0xb:
    case 0xc:
    case 0xe:
        return step_float;
    case 0xa:
        return in->is_long ? step_convert : refused;
    case 0xd:
        return thirteen_of(in);
    case 0xf: /* nop, pmevent */
        return in->is_long && !in->is_immediate && in->secondary == 7 ? nothing : step_texture;
    default: /* interp is of fragment programs */
        return refused;
    }
}

/* bra, ret, break, brkpt, and every long instruction without an immediate. */
static bool may_be_predicated(const struct instruction *in)
{
    const uint32_t controls = BIT(0x1) | BIT(0x3) | BIT(0x5) | BIT(0xb);

    if (!in->is_long || in->is_immediate)
        return false;
    return !in->is_control || (controls >> in->primary & 1);
}

/* Logic, additions and products are done for all threads at once. */
static bool is_done_at_once(const struct instruction *in)
{
    return in->primary == 0xd || (in->primary >= 2 && in->primary <= 7) || in->is_control;
}

/* The cost of each thread, without its accesses to memory, which are counted as they are made. */
static uint16_t each_of(const struct instruction *in)
{
    const bool constant = in->primary == 1 || (in->primary != 0xd && bits(in->first, 23, 2));

    return (uint16_t)((constant ? EFFORT_OPERAND : 0) + (is_done_at_once(in) ? 0 : EFFORT_LANE));
}

void take_apart(struct instruction *in, const uint8_t *bytes, bool aligned)
{
    in->first = bytes_get32(bytes);
    in->is_long = in->first & SHADER_LONG;
    in->is_control = in->first & SHADER_CONTROL;
    in->second = in->is_long && aligned ? bytes_get32(bytes + 4) : 0;
    in->tail = in->is_long && !in->is_control ? (uint8_t)(in->second & SHADER_TAIL) : 0;
    in->is_immediate = in->tail == SHADER_TAIL_IMM;
    in->primary = FIELD_GET(SHADER_OPCODE, in->first);
    in->secondary = in->is_long ? FIELD_GET(SHADER_SECONDARY, in->second) : 0;
    in->predicated =
        may_be_predicated(in) && FIELD_GET(SHADER_PREDICATE, in->second) != SHADER_ALWAYS;
    in->each = each_of(in);
    in->execute = in->is_control ? NULL : execute_of(in);
    find_operands(in);
    in->general = in->execute;
    if (!in->is_control && plain_execute(in))
        in->execute = plain_execute(in);
}
