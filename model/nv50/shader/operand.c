/* model/nv50/shader/operand.c: where an instruction's operands come from and its result goes (tesla-isa.md §2, §5). */
#include <string.h>

#include "hw/nv50/shader.h"
#include "model/nv50/base/card.h"
#include "model/nv50/shader/warp.h"

/* The cell that a number reaches. */
static unsigned cell(const struct step *s, unsigned number)
{
    return number >= 96 && core_broken(s->block, DEFECT_SHADER_REGISTER_ALIAS) ? number - 32
                                                                               : number;
}

uint32_t lane_register(const struct step *s, unsigned number, unsigned lane)
{
    return number < s->block->launch->registers ? s->warp->r[cell(s, number)][lane] : 0;
}

void set_register(const struct step *s, unsigned number, unsigned lane, uint32_t value)
{
    if (number >= s->block->launch->registers)
        return;
    if (number == 37 && lane == 9 && core_broken(s->block, DEFECT_SHADER_REGISTER_STUCK))
        value |= BIT(4);
    s->warp->r[cell(s, number)][lane] = value;
}

static uint32_t register_operand(const struct step *s, unsigned number, bool half, unsigned lane)
{
    if (!half)
        return lane_register(s, number, lane);
    return lane_register(s, number >> 1, lane) >> (number & 1 ? 16 : 0) & 0xffff;
}

static unsigned address_register(const struct step *s)
{
    const unsigned low = bits(s->in->first, 26, 2);

    return s->in->is_long && !s->in->is_immediate ? low | bits(s->in->second, 2, 1) << 2 : low;
}

static bool has_post_increment(const struct step *s)
{
    return bits(s->in->first, 25, 1);
}

/* ---- operands in memory ---- */

static bool first_is_shared(const struct step *s)
{
    return s->in->in_memory & BIT(1);
}

/* Of an s[]: where its size and its offset stand. */
static unsigned shared_size(const struct step *s)
{
    return bits(s->in->first, s->in->is_long && !s->in->is_immediate ? 14 : 13, 2);
}

static int32_t sign_extended(uint32_t value, unsigned width)
{
    const uint32_t sign = UINT32_C(1) << (width - 1);

    return (int32_t)((value ^ sign) - sign);
}

/* The field's offset in bytes, and with post-increment how far $a goes. */
static int32_t field_offset(const struct step *s, unsigned word_at, unsigned at, unsigned width,
                            unsigned shift)
{
    const uint32_t field = bits(word_at ? s->in->second : s->in->first, at, width);

    return (has_post_increment(s) ? sign_extended(field, width) : (int32_t)field) * (1 << shift);
}

static uint32_t place(const struct step *s, unsigned lane, int32_t offset, bool indexed)
{
    const uint32_t base = indexed ? s->warp->a[address_register(s)][lane] : 0;

    return (base + (indexed && has_post_increment(s) ? 0 : (uint32_t)offset)) & 0xffff;
}

static const unsigned shared_shift[4] = { 0, 1, 1, 2 };

static int32_t shared_offset(const struct step *s)
{
    const bool is_short = !s->in->is_long || s->in->is_immediate;

    return field_offset(s, 0, 9, is_short ? 4 : 5, shared_shift[shared_size(s)]);
}

/* Vertex programs have a[] in the place of s[]: the words of the thread's vertex, by their number. */
static uint32_t vertex_input(const struct step *s, unsigned lane)
{
    const unsigned number = bits(s->in->first, 9, s->in->is_long && !s->in->is_immediate ? 7 : 6);

    return number < SHADER_INPUTS ? s->block->vertices->inputs[number][lane] : 0;
}

static bool shared_operand(const struct step *s, bool half, unsigned lane, uint32_t *value)
{
    const unsigned size = shared_size(s);
    const uint32_t at = place(s, lane, shared_offset(s), true);

    if (s->block->vertices) {
        *value = vertex_input(s, lane);
        return true;
    }
    if (size == 3 && half)
        return decode_trap(s, DECODE_MEMORY_SIZE);
    *value = shared_read(s->block, at, 1u << shared_shift[size]);
    if (size == 2)
        *value = (uint32_t)sign_extended(*value, 16) & (half ? 0xffff : UINT32_MAX);
    return true;
}

static int32_t constant_offset(const struct step *s, unsigned which, bool half)
{
    if (!s->in->is_long)
        return field_offset(s, 0, 16, 5, half ? 1 : 2);
    return field_offset(s, which == 3, which == 3 ? 14 : 16, 7, half ? 1 : 2);
}

static bool constant_is_indexed(const struct step *s)
{
    return !s->in->is_long || !first_is_shared(s);
}

static bool constant_operand(const struct step *s, unsigned which, bool half, unsigned lane,
                             uint32_t *value)
{
    const unsigned space = s->in->is_long ? bits(s->in->second, 22, 4) : bits(s->in->first, 21, 1);

    return constant_read(s->block, space,
                         place(s, lane, constant_offset(s, which, half), constant_is_indexed(s)),
                         half ? 2 : 4, value);
}

/* ---- all of them ---- */

/* A short one and one with an immediate have six bits for a register. */
void find_operands(struct instruction *in)
{
    const bool wide = in->is_long && !in->is_immediate;
    const uint32_t constants = in->is_immediate ? 0 : bits(in->first, 23, 2);
    const bool shared = wide ? bits(in->second, 21, 1) : bits(in->first, 24, 1);

    in->number[0] = (uint8_t)bits(in->first, 2, wide ? 7 : 6);
    in->number[1] = (uint8_t)bits(in->first, 9, wide ? 7 : 6);
    in->number[2] = (uint8_t)bits(in->first, 16, wide ? 7 : 6);
    in->number[3] = (uint8_t)(wide ? bits(in->second, 14, 7) : bits(in->first, 2, 6));
    /* Operand 2 by bit 23, operand 3 by bit 24 of a long one; both set is none. */
    in->in_memory = (uint8_t)(shared << 1 | (constants == 1) << 2 | (wide && constants == 2) << 3);
}

static uint32_t immediate(const struct step *s)
{
    return bits(s->in->first, 16, 6) | bits(s->in->second, 2, 26) << 6;
}

bool operand(const struct step *s, unsigned which, bool half, unsigned lane, uint32_t *value)
{
    if (s->in->in_memory >> which & 1) {
        s->block->used |= (uint8_t)(1u << which);
        return which == 1 ? shared_operand(s, half, lane, value)
                          : constant_operand(s, which, half, lane, value);
    }
    *value = which == 2 && s->in->is_immediate
                 ? immediate(s) & (half ? 0xffff : UINT32_MAX)
                 : register_operand(s, s->in->number[which], half, lane);
    return true;
}

static const uint32_t zeros[WARP_LANES];

static const uint32_t *whole_register(const struct step *s, unsigned number)
{
    return number < s->block->launch->registers ? s->warp->r[cell(s, number)] : zeros;
}

static void take_halves(const uint32_t *restrict from, unsigned shift, uint32_t *restrict to)
{
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        to[lane] = from[lane] >> shift & 0xffff;
}

bool half_operands(const struct step *s, unsigned which, uint32_t values[WARP_LANES],
                   struct halves *out)
{
    const unsigned number = s->in->number[which];

    *out = (struct halves){ values, 0 };
    if ((s->in->in_memory >> which & 1) || (which == 2 && s->in->is_immediate))
        return operands(s, which, true, values) != NULL;
    *out = (struct halves){ whole_register(s, number >> 1), number & 1 ? 16 : 0 };
    return true;
}

/* An s[] that is the same for all threads. */
static bool is_one_place(const struct step *s)
{
    return !s->block->vertices && address_register(s) == 0 && !has_post_increment(s) && s->mask;
}

static const uint32_t *spread(uint32_t values[WARP_LANES])
{
    for (unsigned lane = 1; lane < WARP_LANES; lane++)
        values[lane] = values[0];
    return values;
}

/* Whole registers are not copied, because most operands are such. */
const uint32_t *operands(const struct step *s, unsigned which, bool half,
                         uint32_t values[WARP_LANES])
{
    const unsigned number = s->in->number[which];

    if (s->in->in_memory >> which & 1) {
        if (which == 1 && is_one_place(s))
            return operand(s, which, half, 0, &values[0]) ? spread(values) : NULL;
        memset(values, 0, WARP_LANES * sizeof(*values));
        EACH_LANE(lane, s->mask)
        if (!operand(s, which, half, lane, &values[lane]))
            return NULL;
        return values;
    }
    if (which == 2 && s->in->is_immediate) {
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            values[lane] = immediate(s) & (half ? 0xffff : UINT32_MAX);
        return values;
    }
    if (!half)
        return whole_register(s, number);
    take_halves(whole_register(s, number >> 1), number & 1 ? 16 : 0, values);
    return values;
}

static bool may_increment(unsigned a)
{
    return a >= 1 && a <= 4;
}

bool finish_operands(const struct step *s)
{
    const bool shared = s->block->used & BIT(1), second = s->block->used & BIT(2);
    const unsigned a = address_register(s);

    if (!has_post_increment(s) || !s->block->used)
        return true;
    if (!may_increment(a))
        return decode_trap(s, DECODE_ILLEGAL_POSTINCR);
    const int32_t by = shared ? shared_offset(s) : constant_offset(s, second ? 2 : 3, false);
    EACH_LANE(lane, s->mask)
    s->warp->a[a][lane] = (uint16_t)(s->warp->a[a][lane] + by);
    return true;
}

bool full_address(const struct step *s, unsigned lane, unsigned shift, uint32_t *address)
{
    const unsigned a = address_register(s);
    const uint32_t offset = bits(s->in->first, 9, 16 - shift) << shift;

    *address = (s->warp->a[a][lane] + (has_post_increment(s) ? 0 : offset)) & 0xffff;
    if (!has_post_increment(s))
        return true;
    if (!may_increment(a))
        return decode_trap(s, DECODE_ILLEGAL_POSTINCR);
    s->warp->a[a][lane] = (uint16_t)(s->warp->a[a][lane] + offset);
    return true;
}

/* ---- results ---- */

void put_result(const struct step *s, unsigned lane, uint32_t value, bool half)
{
    const bool wide = s->in->is_long && !s->in->is_immediate;
    const unsigned number = bits(s->in->first, 2, wide ? 7 : 6);

    if (wide && (s->in->second & SHADER_DST_OUTPUT)) {
        if (s->block->vertices && !half)
            s->block->vertices->results[number][lane] = value;
        return;
    }
    if (!half) {
        set_register(s, number, lane, value);
        return;
    }
    const uint32_t old = lane_register(s, number >> 1, lane);
    set_register(s, number >> 1, lane,
                 number & 1 ? (old & 0xffff) | value << 16
                            : (old & ~UINT32_C(0xffff)) | (value & 0xffff));
}

/* Shifts by another number each are not done at once. */
static const uint32_t lane_bits[WARP_LANES] = {
    BIT(0),  BIT(1),  BIT(2),  BIT(3),  BIT(4),  BIT(5),  BIT(6),  BIT(7),
    BIT(8),  BIT(9),  BIT(10), BIT(11), BIT(12), BIT(13), BIT(14), BIT(15),
    BIT(16), BIT(17), BIT(18), BIT(19), BIT(20), BIT(21), BIT(22), BIT(23),
    BIT(24), BIT(25), BIT(26), BIT(27), BIT(28), BIT(29), BIT(30), BIT(31),
};

static void blend(uint32_t mask, uint32_t taken, const uint32_t *restrict values, unsigned shift,
                  uint32_t *restrict to)
{
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        const uint32_t those = mask & lane_bits[lane] ? taken : 0;

        to[lane] = (to[lane] & ~those) | (values[lane] << shift & those);
    }
}

/* In pieces that a compiler moves by itself: a call that reads more at once than was just written has to wait for it. */
static void copy_lanes(uint32_t to[WARP_LANES], const uint32_t from[WARP_LANES])
{
    for (unsigned lane = 0; lane < WARP_LANES; lane += 8)
        memcpy(to + lane, from + lane, 8 * sizeof(*to));
}

/* All lanes are copied at once where nothing tells them apart, because most instructions write the whole warp. */
void put_results(const struct step *s, const uint32_t values[WARP_LANES], bool half)
{
    const bool wide = s->in->is_long && !s->in->is_immediate;
    const unsigned number = bits(s->in->first, 2, wide ? 7 : 6);
    const bool kept = !(wide && (s->in->second & SHADER_DST_OUTPUT));

    const unsigned place = half ? number >> 1 : number, shift = half && (number & 1) ? 16 : 0;
    const uint32_t taken = half ? UINT32_C(0xffff) << shift : UINT32_MAX;

    if (s->block->vertices || core_broken(s->block, DEFECT_SHADER_REGISTER_STUCK)) {
        EACH_LANE(lane, s->mask)
        put_result(s, lane, values[lane], half);
        return;
    }
    if (!kept || place >= s->block->launch->registers)
        return;
    uint32_t *const to = s->warp->r[cell(s, place)];
    if (s->mask == ALL_LANES && !half)
        copy_lanes(to, values);
    else
        blend(s->mask, taken, values, shift, to);
}

void set_flags(struct condition *c, unsigned lane, uint32_t flags)
{
    const uint32_t bit = BIT(lane);

    c->zero = flags & SHADER_ZERO ? c->zero | bit : c->zero & ~bit;
    c->sign = flags & SHADER_SIGN ? c->sign | bit : c->sign & ~bit;
    c->carry = flags & SHADER_CARRY ? c->carry | bit : c->carry & ~bit;
    c->overflow = flags & SHADER_OVERFLOW ? c->overflow | bit : c->overflow & ~bit;
}

void put_flags(const struct step *s, unsigned lane, uint8_t flags)
{
    if (wants_flags(s))
        set_flags(&s->warp->c[bits(s->in->second, 4, 2)], lane, flags);
}

void put_all_flags(const struct step *s, const struct condition *flags)
{
    struct condition *const c = &s->warp->c[bits(s->in->second, 4, 2)];

    if (!wants_flags(s))
        return;
    c->zero = (c->zero & ~s->mask) | (flags->zero & s->mask);
    c->sign = (c->sign & ~s->mask) | (flags->sign & s->mask);
    c->carry = (c->carry & ~s->mask) | (flags->carry & s->mask);
    c->overflow = (c->overflow & ~s->mask) | (flags->overflow & s->mask);
}

uint32_t lanes_with_top(const uint32_t values[WARP_LANES])
{
    uint32_t lanes = 0;

    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        lanes |= values[lane] & BIT(31) ? lane_bits[lane] : 0;
    return lanes;
}

struct condition condition_of(const uint32_t values[WARP_LANES], bool half)
{
    const unsigned shift = half ? 16 : 0;
    uint32_t zero = 0, sign = 0;

    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        const uint32_t value = values[lane] << shift;

        zero |= value ? 0 : lane_bits[lane];
        sign |= value & BIT(31) ? lane_bits[lane] : 0;
    }
    return (struct condition){ .zero = zero, .sign = sign };
}

uint8_t flags_of(uint32_t value, bool half)
{
    if (half)
        value <<= 16;
    return (uint8_t)((value ? 0 : SHADER_ZERO) | (value >> 31 ? SHADER_SIGN : 0));
}

/* The flags are taken as sets of threads. */
static uint32_t lanes_that_hold(unsigned predicate, const struct condition *flags)
{
    const uint32_t z = flags->zero, n = flags->sign, c = flags->carry, o = flags->overflow;

    switch (predicate) {
    case 0x01:
        return (n & ~z) ^ o;
    case 0x02:
        return z & ~n;
    case 0x03:
        return n ^ (z | o);
    case 0x04:
        return ~z & ~(n ^ o);
    case 0x05:
        return ~z;
    case 0x06:
        return ~(n ^ o);
    case 0x07:
        return ~z | ~n;
    case 0x08:
        return z & n;
    case 0x09:
        return n ^ o;
    case 0x0a:
        return z;
    case 0x0b:
        return z | (n ^ o);
    case 0x0c:
        return ~n ^ (z | o);
    case 0x0d:
        return ~z | n;
    case 0x0e:
        return (~n | z) ^ o;
    case 0x0f:
        return UINT32_MAX;
    case 0x10:
        return o;
    case 0x11:
        return c;
    case 0x12:
        return ~z & c;
    case 0x13:
        return n;
    case 0x1c:
        return ~n;
    case 0x1d:
        return z | ~c;
    case 0x1e:
        return ~c;
    case 0x1f:
        return ~o;
    default:
        return 0; /* 0 never; 14 to 1b mean nothing known */
    }
}

uint32_t condition_lanes(const struct step *s)
{
    const unsigned predicate = FIELD_GET(SHADER_PREDICATE, s->in->second);

    if (predicate == 0x11 && core_broken(s->block, DEFECT_SHADER_PREDICATE))
        return 0;
    return lanes_that_hold(predicate, &s->warp->c[bits(s->in->second, 12, 2)]);
}
