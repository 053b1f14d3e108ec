/* model/nv50/shader/atomic.c: atomic operations on g[], of words from G84 and of pairs of words from G200 on (tesla-isa.md §6). */
#include "hw/nv50/shader.h"
#include "model/common/bytes.h"
#include "model/nv50/base/card.h"
#include "model/nv50/shader/warp.h"

enum {
    ATOM_ADD = 0,
    ATOM_EXCHANGE = 1,
    ATOM_COMPARE = 2,
    ATOM_INC = 4,
    ATOM_DEC = 5,
    ATOM_MAX = 6,
    ATOM_MIN = 7,
    ATOM_AND = 10,
    ATOM_OR = 11,
    ATOM_XOR = 12,
};

static uint32_t most(uint32_t a, uint32_t b, bool is_signed)
{
    return (is_signed ? (int32_t)a > (int32_t)b : a > b) ? a : b;
}

/* The step of a count that goes round at b. Before G200 one whose b is less than 0 as a signed number counts between b and 0
 * (hwtest, g80_atom32). */
static uint32_t counted(uint32_t old, uint32_t b, bool up, bool round_below)
{
    const uint32_t next = up ? old + 1 : old - 1;

    if (round_below && (int32_t)b < 0)
        return (int32_t)next > 0 || (int32_t)b > (int32_t)next ? (up ? b : 0) : next;
    return next <= b ? next : up ? 0 : b;
}

/* The new value in memory; an undefined operation leaves the old one. */
static uint32_t atom_result(const struct step *s, unsigned size, uint32_t old, uint32_t b,
                            uint32_t c)
{
    const bool is_signed = size == 7;
    const bool before_g200 = s->block->card->chip_bit & CHIPS_PRE_G200;

    switch (bits(s->in->second, 2, 4)) {
    case ATOM_ADD:
        return old + b;
    case ATOM_EXCHANGE:
        return b;
    case ATOM_COMPARE:
        return old == b ? c : old;
    case ATOM_INC:
        return counted(old, b, true, is_signed && before_g200);
    case ATOM_DEC:
        return counted(old, b, false, is_signed && before_g200);
    case ATOM_MAX:
        return most(old, b, is_signed);
    case ATOM_MIN:
        return most(old, b, is_signed) == old ? b : old;
    case ATOM_AND:
        return old & b;
    case ATOM_OR:
        return old | b;
    case ATOM_XOR:
        return old ^ b;
    default:
        return old;
    }
}

/* At a size below a word the operand is repeated, and the result is cut to that size; from G200 on memory then stays
 * (hwtest). */
static uint32_t repeated(uint32_t b, unsigned size)
{
    return size < 2 ? (b & 0xff) * 0x01010101 : size < 4 ? (b & 0xffff) * 0x00010001 : b;
}

static uint32_t old_of(unsigned size, uint32_t old)
{
    switch (size) {
    case 0:
        return (uint8_t)old;
    case 1:
        return (uint32_t)(int8_t)old;
    case 2:
        return (uint16_t)old;
    case 3:
        return (uint32_t)(int16_t)old;
    default:
        return old;
    }
}

static bool atom_of_lane(const struct step *s, unsigned lane, bool gives, uint64_t at)
{
    const unsigned size = bits(s->in->second, 21, 3);
    const uint32_t b =
        repeated(lane_register(s, bits(s->in->first, gives ? 16 : 2, 7), lane), size);
    const uint32_t c = lane_register(s, bits(s->in->second, 14, 7), lane);
    const bool stays = size < 4 && !(s->block->card->chip_bit & CHIPS_PRE_G200);
    struct nv50 *const card = s->block->card;
    uint32_t old;

    s->block->owed += 2 * EFFORT_ACCESS;
    if (!vm_user_read32(card, &s->block->launch->global, at, &old) ||
        !vm_user_write32(card, &s->block->launch->global, at,
                         stays ? old : atom_result(s, size, old, b, c)))
        return memory_trap(s, SHADER_UNIT_PROP, 0);
    if (gives)
        set_register(s, bits(s->in->first, 2, 7), lane, old_of(size, old));
    return true;
}

/* ---- pairs of words ---- */

static uint64_t pair(const struct step *s, unsigned number, unsigned lane)
{
    return lane_register(s, number, lane) | (uint64_t)lane_register(s, number + 1, lane) << 32;
}

/* Of the operations three have 64 bits; the others leave memory as it is. */
static uint64_t pair_result(const struct step *s, uint64_t old, uint64_t b, uint64_t c)
{
    switch (bits(s->in->second, 2, 4)) {
    case ATOM_ADD:
        return old + b;
    case ATOM_EXCHANGE:
        return b;
    case ATOM_COMPARE:
        return old == b ? c : old;
    default:
        return old;
    }
}

/* Both words go in one access, because the other threads must not see one of them without the other. */
static bool atom_of_pair(const struct step *s, unsigned lane, bool gives, uint64_t at)
{
    const uint64_t b = pair(s, bits(s->in->first, gives ? 16 : 2, 7), lane);
    const uint64_t c = pair(s, bits(s->in->second, 14, 7), lane);
    const struct vm_user *const user = &s->block->launch->global;
    const unsigned to = bits(s->in->first, 2, 7);
    uint8_t bytes[8];

    s->block->owed += 2 * EFFORT_ACCESS;
    if (!vm_user_read(s->block->card, user, at, bytes, sizeof(bytes)))
        return memory_trap(s, SHADER_UNIT_PROP, 0);
    const uint64_t old = bytes_get(bytes, sizeof(bytes));
    bytes_put(bytes, pair_result(s, old, b, c), sizeof(bytes));
    if (!vm_user_write(s->block->card, user, at, bytes, sizeof(bytes)))
        return memory_trap(s, SHADER_UNIT_PROP, 0);
    if (gives) {
        set_register(s, to, lane, (uint32_t)old);
        set_register(s, to + 1, lane, (uint32_t)(old >> 32));
    }
    return true;
}

/* ---- all of them ---- */

#define SIZE_PAIR 4u
#define SIZE_QUAD 5u

static bool is_there(const struct step *s, unsigned size)
{
    return s->block->card->chip_bit & (size == SIZE_QUAD   ? 0
                                       : size == SIZE_PAIR ? CHIPS_G200_UP
                                                           : CHIPS_G84_UP);
}

/* An atomic operation gives the old value; a reduction does not. */
bool step_atomic(const struct step *s, bool gives)
{
    const unsigned size = bits(s->in->second, 21, 3);
    const struct shader_space *const space =
        &s->block->launch->spaces[bits(s->in->first, gives ? 23 : 16, 4)];

    if (!is_there(s, size))
        return decode_trap(s, DECODE_ILLEGAL_OPCODE);
    EACH_LANE(lane, s->mask)
    {
        uint64_t at;

        if (!global_place(s, space, lane, size == SIZE_PAIR ? 8 : 4, &at))
            return memory_trap(s, SHADER_UNIT_MPC, gives ? GLOBAL_LIMIT_ATOM : GLOBAL_LIMIT_RED);
        if (!(size == SIZE_PAIR ? atom_of_pair : atom_of_lane)(s, lane, gives, at))
            return false;
    }
    return true;
}
