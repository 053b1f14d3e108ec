/* model/nv50/shader/integer.c: integers, of 32 bits or 16 (tesla-isa.md §6). Long, short and immediate forms have their
 * modifiers in different places, and compute the same. */
#include "hw/nv50/shader.h"
#include "model/nv50/base/card.h"
#include "model/nv50/shader/warp.h"

static bool has_second(const struct step *s)
{
    return s->in->is_long && !s->in->is_immediate;
}

static uint32_t cut(uint32_t value, bool half)
{
    return half ? value & 0xffff : value;
}

/* Results of instructions that set neither carry nor overflow. */
static void put_plain(const struct step *s, const uint32_t results[WARP_LANES], bool half)
{
    put_results(s, results, half);
    if (!wants_flags(s))
        return;
    const struct condition flags = condition_of(results, half);
    put_all_flags(s, &flags);
}

static int64_t valued(uint32_t value, bool half, bool is_signed)
{
    if (half)
        return is_signed ? (int16_t)value : (int64_t)(value & 0xffff);
    return is_signed ? (int32_t)value : (int64_t)value;
}

enum sum { SUM_ADD, SUM_SUB, SUM_SUBR, SUM_ADDC };

/* The inputs of an adder of 32 or 16 bits: masks that invert its operands, and its carry. */
struct adder {
    uint32_t all, not_a, not_b, one;
    unsigned top;
    uint32_t saturates;
    bool with_carry;
};

/* a + b, a - b, b - a, a + b + carry; a subtraction adds the complement and one. */
static struct adder adder_of(enum sum kind, bool half, bool saturates)
{
    const uint32_t all = half ? 0xffff : UINT32_MAX;

    return (struct adder){ .all = all,
                           .not_a = kind == SUM_SUBR ? all : 0,
                           .not_b = kind == SUM_SUB ? all : 0,
                           .one = kind == SUM_SUB || kind == SUM_SUBR,
                           .top = half ? 15 : 31,
                           .saturates = saturates,
                           .with_carry = kind == SUM_ADDC };
}

/* All threads at once, without a branch for each, because an addition is the commonest instruction. */
static void add_lanes(const struct adder how, const uint32_t *restrict a,
                      const uint32_t *restrict b, const uint32_t *restrict carries,
                      uint32_t *restrict out)
{
    if (!how.not_a && !how.not_b && !how.with_carry && how.all == UINT32_MAX) {
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            out[lane] = a[lane] + b[lane];
        return;
    }
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        out[lane] =
            ((a[lane] ^ how.not_a) + (b[lane] ^ how.not_b) + how.one + carries[lane]) & how.all;
}

/* A sum that saturates becomes the end of the range that it has passed. */
static void saturate_lanes(const struct adder how, const uint32_t *restrict a,
                           const uint32_t *restrict b, uint32_t *restrict out)
{
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        const uint32_t x = a[lane] ^ how.not_a, y = b[lane] ^ how.not_b, sum = out[lane];
        const uint32_t over = ((x ^ sum) & (y ^ sum)) >> how.top & 1;

        out[lane] = over ? (how.all >> 1) + (~sum >> how.top & 1) : sum;
    }
}

/* Carry and overflow are told from the top bits of operands and sum. */
static struct condition flags_of_sum(const struct adder how, const uint32_t *restrict a,
                                     const uint32_t *restrict b, const uint32_t *restrict sums)
{
    uint32_t carries[WARP_LANES], overs[WARP_LANES];
    struct condition flags = condition_of(sums, how.top == 15);

    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        const uint32_t x = a[lane] ^ how.not_a, y = b[lane] ^ how.not_b, sum = sums[lane];

        carries[lane] = ((x & y) | ((x | y) & ~sum)) << (31 - how.top);
        overs[lane] = ((x ^ sum) & (y ^ sum)) << (31 - how.top);
    }
    flags.carry = lanes_with_top(carries);
    flags.overflow = lanes_with_top(overs);
    return flags;
}

static void carries_of(const struct step *s, uint32_t carries[WARP_LANES])
{
    const uint32_t c = s->warp->c[has_second(s) ? bits(s->in->second, 12, 2) : 0].carry;

    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        carries[lane] = c >> lane & 1;
}

/* A sum and its flags, which go to $c where they are asked for. */
static void sums(const struct step *s, const struct adder how, const uint32_t *a, const uint32_t *b,
                 uint32_t out[WARP_LANES])
{
    static const uint32_t none[WARP_LANES];
    uint32_t carries[WARP_LANES];
    struct condition flags = { 0 };

    if (how.with_carry)
        carries_of(s, carries);
    add_lanes(how, a, b, how.with_carry ? carries : none, out);
    if (!how.saturates && !wants_flags(s))
        return;
    flags = flags_of_sum(how, a, b, out);
    if (how.saturates) {
        saturate_lanes(how, a, b, out);
        const struct condition result = condition_of(out, how.top == 15);
        flags.zero = result.zero;
        flags.sign = result.sign;
    }
    if (core_broken(s->block, DEFECT_SHADER_OVERFLOW))
        flags.overflow = 0;
    put_all_flags(s, &flags);
}

static bool add(const struct step *s)
{
    const bool wide = has_second(s);
    const bool half = !(wide ? bits(s->in->second, 26, 1) : bits(s->in->first, 15, 1));
    const bool saturates = wide ? bits(s->in->second, 27, 1) : bits(s->in->first, 8, 1);
    const enum sum kind = (enum sum)(bits(s->in->first, 22, 1) | bits(s->in->first, 28, 1) << 1);
    uint32_t a_values[WARP_LANES], b_values[WARP_LANES], results[WARP_LANES];
    const uint32_t *const a = operands(s, 1, half, a_values);
    const uint32_t *const b = operands(s, wide ? 3 : 2, half, b_values);

    if (!a || !b)
        return false;
    sums(s, adder_of(kind, half, saturates), a, b, results);
    for (unsigned lane = 0; core_broken(s->block, DEFECT_SHADER_ADDER) && lane < WARP_LANES; lane++)
        results[lane] ^= a[lane] & b[lane] & BIT(6) ? BIT(7) : 0;
    put_results(s, results, half);
    return true;
}

/* ---- products ---- */

static uint32_t product_16(uint32_t a, uint32_t b, bool a_signed, bool b_signed)
{
    return (uint32_t)(valued(a, true, a_signed) * valued(b, true, b_signed));
}

/* Of the lower 24 bits of each: the lower 32 bits, or bits 47:16. */
static uint32_t product_24(uint32_t a, uint32_t b, bool is_signed, bool high)
{
    const int64_t x = is_signed ? (int32_t)(a << 8) >> 8 : (int32_t)(a & 0xffffff);
    const int64_t y = is_signed ? (int32_t)(b << 8) >> 8 : (int32_t)(b & 0xffffff);
    const uint64_t product = (uint64_t)(x * y);

    return (uint32_t)(product >> (high ? 16 : 0));
}

struct product {
    bool is_24, is_signed, high, saturates;
    bool b_signed; /* of 16 bits: the second one */
};

/* The nine kinds of products of a long multiply-add; a short one can have the first four. A long one of primary opcode 7 with a
 * secondary one above 0 is u24. */
#define U24 3
static const struct product products[] = {
    { false, false, false, false, false }, { false, true, false, false, true },
    { false, true, false, true, true },    { true, false, false, false, false },
    { true, true, false, false, true },    { true, true, false, true, true },
    { true, false, true, false, false },   { true, true, true, false, true },
    { true, true, true, true, true },
};

/* Plain products of 16 bits are the steps of larger ones, so all threads' are made at once. */
static void multiply_halves(const struct halves a, const struct halves b, uint32_t *restrict out)
{
    const uint32_t *const x = a.from, *const y = b.from;

    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        out[lane] = (x[lane] >> a.shift & 0xffff) * (y[lane] >> b.shift & 0xffff);
}

/* The products of an instruction's first two operands. */
static bool products_of(const struct step *s, const struct product p, uint32_t *restrict out)
{
    uint32_t a_values[WARP_LANES], b_values[WARP_LANES];
    struct halves x, y;

    if (!p.is_24 && !p.is_signed && !p.b_signed) {
        if (!half_operands(s, 1, a_values, &x) || !half_operands(s, 2, b_values, &y))
            return false;
        multiply_halves(x, y, out);
        return true;
    }
    const uint32_t *const a = operands(s, 1, !p.is_24, a_values);
    const uint32_t *const b = operands(s, 2, !p.is_24, b_values);
    for (unsigned lane = 0; a && b && lane < WARP_LANES; lane++)
        out[lane] = p.is_24 ? product_24(a[lane], b[lane], p.is_signed, p.high)
                            : product_16(a[lane], b[lane], p.is_signed, p.b_signed);
    return a && b;
}

/* The flags are taken first, because the short and the long form have them in different bits. */
static bool multiply(const struct step *s)
{
    const bool wide = has_second(s);
    const bool is_24 = wide ? bits(s->in->second, 16, 1) : bits(s->in->first, 22, 1);
    const bool one = wide ? bits(s->in->second, 15, 1) : bits(s->in->first, 15, 1);
    const bool other = wide ? bits(s->in->second, 14, 1) : bits(s->in->first, 8, 1);

    const struct product p = {
        .is_24 = is_24, .is_signed = one, .b_signed = other, .high = is_24 && other
    };
    uint32_t results[WARP_LANES];

    if (!products_of(s, p, results))
        return false;
    for (unsigned lane = 0; core_broken(s->block, DEFECT_SHADER_MULTIPLIER) && lane < WARP_LANES;
         lane++)
        results[lane] &= ~BIT(20);
    put_plain(s, results, false);
    return true;
}

/* Short and long instructions are decoded apart, because they have kind and sum in different bits. */
static bool multiply_add(const struct step *s)
{
    const bool wide = has_second(s);
    const unsigned kind = wide ? s->in->secondary + (s->in->primary == 7 ? 8 : 0)
                               : bits(s->in->first, 8, 1) | bits(s->in->first, 15, 1) << 1;
    const enum sum sum =
        wide ? (enum sum)bits(s->in->second, 26, 2)
             : (enum sum)(bits(s->in->first, 22, 1) | bits(s->in->first, 28, 1) << 1);

    const struct product p = products[kind < sizeof(products) / sizeof(*products) ? kind : U24];
    uint32_t c_values[WARP_LANES], produced[WARP_LANES], results[WARP_LANES];
    const bool good = products_of(s, p, produced);
    const uint32_t *c = good ? operands(s, 3, false, c_values) : NULL;

    if (!c)
        return false;
    if (core_broken(s->block, DEFECT_SHADER_MAD_OPERAND)) {
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            c_values[lane] = c[lane] & 0xffff;
        c = c_values;
    }
    sums(s, adder_of(sum, false, p.saturates), produced, c, results);
    put_results(s, results, false);
    return true;
}

/* ---- differences, comparisons, shifts ---- */

/* |a - b| + c; flags as of the sum. */
static bool sad(const struct step *s)
{
    const bool wide = has_second(s);
    const bool half = !(wide ? bits(s->in->second, 26, 1) : bits(s->in->first, 15, 1));
    const bool is_signed = wide ? bits(s->in->second, 27, 1) : bits(s->in->first, 8, 1);

    uint32_t a_values[WARP_LANES], b_values[WARP_LANES], c_values[WARP_LANES];
    uint32_t apart[WARP_LANES], results[WARP_LANES];
    const uint32_t *const a = operands(s, 1, half, a_values);
    const uint32_t *const b = operands(s, 2, half, b_values);
    const uint32_t *const c = operands(s, 3, false, c_values);

    if (!a || !b || !c)
        return false;
    EACH_LANE(lane, ALL_LANES)
    {
        const int64_t difference =
            valued(a[lane], half, is_signed) - valued(b[lane], half, is_signed);

        apart[lane] = (uint32_t)(difference < 0 ? -difference : difference);
    }
    sums(s, adder_of(SUM_ADD, false, false), apart, c, results);
    put_results(s, results, false);
    return true;
}

static bool compare(const struct step *s, bool half, bool is_signed)
{
    EACH_LANE(lane, s->mask)
    {
        uint32_t a, b;

        if (!operand(s, 1, half, lane, &a) || !operand(s, 2, half, lane, &b))
            return false;
        const int64_t x = valued(a, half, is_signed), y = valued(b, half, is_signed);
        const unsigned which = x < y ? 14 : x == y ? 15 : 16;
        const uint32_t result = bits(s->in->second, which, 1) ? cut(UINT32_MAX, half) : 0;
        put_flags(s, lane, flags_of(result, half));
        put_result(s, lane, result, half);
    }
    return true;
}

static bool choose(const struct step *s, bool half, bool is_signed)
{
    const bool least = s->in->secondary == 5;

    EACH_LANE(lane, s->mask)
    {
        uint32_t a, b;

        if (!operand(s, 1, half, lane, &a) || !operand(s, 2, half, lane, &b))
            return false;
        const bool below = valued(a, half, is_signed) < valued(b, half, is_signed);
        const uint32_t result =
            below == (core_broken(s->block, DEFECT_SHADER_CHOICE) ? !least : least) ? a : b;
        put_flags(s, lane, flags_of(result, half));
        put_result(s, lane, result, half);
    }
    return true;
}

static uint32_t shifted(uint32_t a, uint32_t by, bool left, bool fill, bool half)
{
    const unsigned size = half ? 16 : 32;

    if (left)
        return by < size ? cut(a << by, half) : 0;
    const uint32_t ones = fill && a >> (size - 1) ? cut(UINT32_MAX, half) : 0;
    if (by >= size)
        return ones;
    return a >> by | (by ? cut(ones << (size - by), half) : 0);
}

/* The carry is the last bit that was shifted out; a count of the size or more shifts out none. */
static bool carry_of_shift(uint32_t a, uint32_t by, bool left, bool half)
{
    const unsigned size = half ? 16 : 32;

    if (by == 0 || by >= size)
        return false;
    return a >> (left ? size - by : by - 1) & 1;
}

/* Overflow is told at a shift by one alone, where it means that the top bit has changed. */
static void shift_lanes(const uint32_t *restrict a, uint32_t by, bool left, bool fill, bool half,
                        uint32_t *restrict out)
{
    const uint32_t all = half ? 0xffff : UINT32_MAX;

    if (by >= (half ? 16 : 32) || fill) {
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            out[lane] = shifted(a[lane], by, left, fill, half);
        return;
    }
    for (unsigned lane = 0; left && lane < WARP_LANES; lane++)
        out[lane] = a[lane] << by & all;
    for (unsigned lane = 0; !left && lane < WARP_LANES; lane++)
        out[lane] = a[lane] >> by;
}

static void put_shift_flags(const struct step *s, const uint32_t *a, const uint32_t *by, bool left,
                            bool half, const uint32_t *results)
{
    const unsigned top = half ? 15 : 31;

    if (!wants_flags(s))
        return;
    EACH_LANE(lane, s->mask)
    put_flags(
        s, lane,
        (uint8_t)(flags_of(results[lane], half) |
                  (carry_of_shift(a[lane], by[lane], left, half) ? SHADER_CARRY : 0) |
                  (by[lane] == 1 && a[lane] >> top != results[lane] >> top ? SHADER_OVERFLOW : 0)));
}

/* A count in the instruction is the same for all lanes, which lets them be shifted in one vector loop. */
static bool shift(const struct step *s, bool half, bool is_signed)
{
    const bool left = s->in->secondary == 6, counted = bits(s->in->second, 20, 1);
    const bool fills = is_signed && !core_broken(s->block, DEFECT_SHADER_SHIFTER);
    uint32_t a_values[WARP_LANES], by_values[WARP_LANES], results[WARP_LANES];
    const uint32_t *const a = operands(s, 1, half, a_values);
    const uint32_t *const by = counted ? by_values : operands(s, 2, half, by_values);

    if (!a || !by)
        return false;
    for (unsigned lane = 0; counted && lane < WARP_LANES; lane++)
        by_values[lane] = bits(s->in->first, 16, 7);
    if (counted)
        shift_lanes(a, by[0], left, fills, half, results);
    for (unsigned lane = 0; !counted && lane < WARP_LANES; lane++)
        results[lane] = shifted(a[lane], by[lane], left, fills, half);
    put_shift_flags(s, a, by, left, half, results);
    put_results(s, results, half);
    return true;
}

static bool three(const struct step *s)
{
    const bool half = !bits(s->in->second, 26, 1), is_signed = bits(s->in->second, 27, 1);

    switch (s->in->secondary) {
    case 0:
        return add(s);
    case 3:
        return compare(s, half, is_signed);
    case 4:
    case 5:
        return choose(s, half, is_signed);
    case 6:
    case 7:
        return shift(s, half, is_signed);
    default:
        return decode_trap(s, DECODE_ILLEGAL_OPCODE);
    }
}

/* ---- logic ---- */

/* One loop for each operation, because a compiler turns such loops into vector instructions. */
static void logic_lanes(unsigned operation, uint32_t not_a, uint32_t not_b,
                        const uint32_t *restrict a, const uint32_t *restrict b,
                        uint32_t *restrict out)
{
    switch (operation) {
    case 0:
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            out[lane] = (a[lane] ^ not_a) & (b[lane] ^ not_b);
        return;
    case 1:
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            out[lane] = (a[lane] ^ not_a) | (b[lane] ^ not_b);
        return;
    case 2:
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            out[lane] = a[lane] ^ not_a ^ b[lane] ^ not_b;
        return;
    default:
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            out[lane] = b[lane] ^ not_b;
    }
}

/* The flags are taken first, because the short and the long form have them in different bits. */
static bool logic(const struct step *s)
{
    const bool wide = has_second(s), half = wide && !bits(s->in->second, 26, 1);
    const unsigned operation = wide ? bits(s->in->second, 14, 2)
                                    : bits(s->in->first, 8, 1) | bits(s->in->first, 15, 1) << 1;
    const bool not_a = wide ? bits(s->in->second, 16, 1) : bits(s->in->first, 22, 1);
    const bool not_b = wide && bits(s->in->second, 17, 1);

    uint32_t a_values[WARP_LANES], b_values[WARP_LANES], results[WARP_LANES];
    const uint32_t *const a = operands(s, 1, half, a_values);
    const uint32_t *b = operands(s, 2, half, b_values);

    if (!a || !b)
        return false;
    if (core_broken(s->block, DEFECT_SHADER_LOGIC) && operation == 0) {
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            b_values[lane] = b[lane] | BIT(30);
        b = b_values;
    }
    logic_lanes(operation, not_a ? UINT32_MAX : 0, not_b ? UINT32_MAX : 0, a, b, results);
    for (unsigned lane = 0; half && lane < WARP_LANES; lane++)
        results[lane] &= 0xffff;
    put_plain(s, results, half);
    return true;
}

/* add $a: $a plus 16 bits. */
static bool add_address(const struct step *s)
{
    const unsigned from = bits(s->in->first, 26, 2) | bits(s->in->second, 2, 1) << 2;
    const unsigned to = bits(s->in->first, 2, 3);

    EACH_LANE(lane, s->mask)
    if (to)
        s->warp->a[to][lane] = (uint16_t)(s->warp->a[from][lane] + bits(s->in->first, 9, 16));
    return true;
}

static bool refused(const struct step *s)
{
    return decode_trap(s, DECODE_ILLEGAL_OPCODE);
}

/* A long word with an immediate has no room for the secondary opcode, so the forms that need one are chosen for
 * wide words alone. */
execute_function *integer_execute(const struct instruction *in)
{
    const bool wide = in->is_long && !in->is_immediate;

    switch (in->primary) {
    case 2:
        return add;
    case 3:
        return wide ? three : add;
    case 4:
        return multiply;
    case 5:
        return in->is_immediate ? refused : sad;
    case 6:
    case 7:
        return multiply_add;
    default:
        return wide && in->secondary == 1 ? add_address : logic;
    }
}
