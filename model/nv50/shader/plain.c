/* model/nv50/shader/plain.c: the forms of integer instructions that programs mostly consist of: registers alone, all threads of a warp,
 * nothing of the multiprocessor broken. They compute the same as integer.c, which takes all other forms, and are faster because they
 * skip its checks (tesla-isa.md §4.3, §6). */
#include "hw/nv50/shader.h"
#include "model/nv50/shader/quad.h"
#include "model/nv50/shader/warp.h"

static inline uint32_t any_of(quad q)
{
    return q[0] | q[1] | q[2] | q[3];
}

/* A bit for each of the threads from `i` on. */
static inline quad bits_of(unsigned i)
{
    return (quad){ 1, 2, 4, 8 } << i;
}

/* Registers that do not exist read 0. */
static inline const uint32_t *source(const struct step *s, unsigned number)
{
    static const uint32_t zeros[WARP_LANES];

    return number < s->block->launch->registers ? s->warp->r[number] : zeros;
}

static inline bool is_plain(const struct step *s, unsigned to)
{
    return s->mask == ALL_LANES && s->block->sound && to < s->block->launch->registers;
}

/* ---- sums and logic ---- */

static struct condition zero_and_sign(const uint32_t *values)
{
    quad zero = { 0 }, sign = { 0 };

    EACH_QUAD(i)
    {
        const quad x = quad_at(values + i);

        zero |= (quad)(x == 0) & bits_of(i);
        sign |= (quad)((x & BIT(31)) != 0) & bits_of(i);
    }
    return (struct condition){ .zero = any_of(zero), .sign = any_of(sign) };
}

/* The sum, and its flags for $c. */
static struct condition add_flagged(const uint32_t *a, const uint32_t *b, uint32_t *to)
{
    quad carry = { 0 }, over = { 0 };

    EACH_QUAD(i)
    {
        const quad x = quad_at(a + i), y = quad_at(b + i), sum = x + y;

        carry |= (quad)((((x & y) | ((x | y) & ~sum)) & BIT(31)) != 0) & bits_of(i);
        over |= (quad)((((x ^ sum) & (y ^ sum)) & BIT(31)) != 0) & bits_of(i);
        put_quad(to + i, sum);
    }
    struct condition flags = zero_and_sign(to);
    flags.carry = any_of(carry);
    flags.overflow = any_of(over);
    return flags;
}

static bool plain_add(const struct step *s)
{
    const unsigned number = s->in->number[0];
    const uint32_t *const a = source(s, s->in->number[1]), *const b = source(s, s->in->number[3]);

    if (!is_plain(s, number))
        return s->in->general(s);
    uint32_t *const to = s->warp->r[number];
    if (wants_flags(s)) {
        const struct condition flags = add_flagged(a, b, to);

        put_all_flags(s, &flags);
        return true;
    }
    EACH_QUAD(i)
    put_quad(to + i, quad_at(a + i) + quad_at(b + i));
    return true;
}

static bool plain_add_carry(const struct step *s)
{
    const unsigned number = s->in->number[0];
    const uint32_t *const a = source(s, s->in->number[1]), *const b = source(s, s->in->number[3]);
    const uint32_t carry = s->warp->c[bits(s->in->second, 12, 2)].carry;

    if (!is_plain(s, number))
        return s->in->general(s);
    uint32_t *const to = s->warp->r[number];
    EACH_QUAD(i)
    put_quad(to + i, quad_at(a + i) + quad_at(b + i) - (quad)((bits_of(i) & carry) != 0));
    return true;
}

/* Four lanes at a time, because whole warps of such operations are most of a memory test's program. */
static bool plain_logic(const struct step *s)
{
    const unsigned number = s->in->number[0], operation = bits(s->in->second, 14, 2);
    const uint32_t *const a = source(s, s->in->number[1]), *const b = source(s, s->in->number[2]);

    if (!is_plain(s, number))
        return s->in->general(s);
    uint32_t *const to = s->warp->r[number];
    EACH_QUAD(i)
    {
        const quad x = quad_at(a + i), y = quad_at(b + i);

        put_quad(to + i, operation == 0 ? x & y : operation == 1 ? x | y : x ^ y);
    }
    if (wants_flags(s)) {
        const struct condition flags = zero_and_sign(to);

        put_all_flags(s, &flags);
    }
    return true;
}

static bool plain_shift(const struct step *s)
{
    const unsigned number = s->in->number[0], by = bits(s->in->first, 16, 7);
    const uint32_t *const a = source(s, s->in->number[1]);

    if (!is_plain(s, number))
        return s->in->general(s);
    uint32_t *const to = s->warp->r[number];
    EACH_QUAD(i)
    put_quad(to + i, s->in->secondary == 6 ? quad_at(a + i) << by : quad_at(a + i) >> by);
    return true;
}

/* ---- halves ---- */

static inline unsigned shift_of(unsigned half)
{
    return half & 1 ? 16 : 0;
}

static inline quad half_at(const uint32_t *from, unsigned shift)
{
    return quad_at(from) >> shift & 0xffff;
}

static bool plain_multiply(const struct step *s)
{
    const unsigned number = s->in->number[0];
    const unsigned x = s->in->number[1], y = s->in->number[2];
    const uint32_t *const a = source(s, x >> 1), *const b = source(s, y >> 1);

    if (!is_plain(s, number))
        return s->in->general(s);
    uint32_t *const to = s->warp->r[number];
    EACH_QUAD(i)
    put_quad(to + i, half_at(a + i, shift_of(x)) * half_at(b + i, shift_of(y)));
    return true;
}

static bool plain_multiply_add(const struct step *s)
{
    const unsigned number = s->in->number[0];
    const unsigned x = s->in->number[1], y = s->in->number[2];
    const uint32_t *const a = source(s, x >> 1), *const b = source(s, y >> 1);
    const uint32_t *const c = source(s, s->in->number[3]);

    if (!is_plain(s, number))
        return s->in->general(s);
    uint32_t *const to = s->warp->r[number];
    EACH_QUAD(i)
    put_quad(to + i, half_at(a + i, shift_of(x)) * half_at(b + i, shift_of(y)) + quad_at(c + i));
    return true;
}

/* The other half of the register stays. */
static bool plain_add_half(const struct step *s)
{
    const unsigned number = s->in->number[0], shift = shift_of(number);
    const unsigned x = s->in->number[1], y = s->in->number[3];
    const uint32_t *const a = source(s, x >> 1), *const b = source(s, y >> 1);

    if (!is_plain(s, number >> 1))
        return s->in->general(s);
    uint32_t *const to = s->warp->r[number >> 1];
    EACH_QUAD(i)
    {
        const quad sum = half_at(a + i, shift_of(x)) + half_at(b + i, shift_of(y));

        put_quad(to + i, (quad_at(to + i) & ~(UINT32_C(0xffff) << shift)) | (sum & 0xffff)
                                                                                << shift);
    }
    return true;
}

/* ---- which form an instruction has ---- */

static execute_function *sum_of(const struct instruction *in)
{
    const bool flags = in->second & SHADER_C_WRITE, wide = bits(in->second, 26, 1);
    const bool with_carry = in->primary == 3, inverted = bits(in->first, 22, 1);

    if (bits(in->second, 27, 1) || with_carry != inverted || (in->primary == 3 && in->secondary))
        return NULL;
    if (!wide)
        return with_carry || flags ? NULL : plain_add_half;
    if (with_carry)
        return flags ? NULL : plain_add_carry;
    return plain_add;
}

static execute_function *shift_by_number_of(const struct instruction *in)
{
    const bool counted = bits(in->second, 20, 1), is_signed = bits(in->second, 27, 1);

    return counted && !is_signed && bits(in->second, 26, 1) && bits(in->first, 16, 7) < 32 &&
                   !(in->second & SHADER_C_WRITE)
               ? plain_shift
               : NULL;
}

static execute_function *logic_of(const struct instruction *in)
{
    return in->secondary == 0 && bits(in->second, 26, 1) && bits(in->second, 14, 4) < 3
               ? plain_logic
               : NULL;
}

/* Null leaves the instruction to its general function, because only forms that programs use often have one here. */
execute_function *plain_execute(const struct instruction *in)
{
    if (!in->is_long || in->is_immediate || in->in_memory || (in->second & SHADER_DST_OUTPUT))
        return NULL;
    switch (in->primary) {
    case 2:
        return sum_of(in);
    case 3:
        return in->secondary == 6 || in->secondary == 7 ? shift_by_number_of(in) : sum_of(in);
    case 4:
        return bits(in->second, 14, 3) || (in->second & SHADER_C_WRITE) ? NULL : plain_multiply;
    case 6:
        return in->secondary || bits(in->second, 26, 2) || (in->second & SHADER_C_WRITE)
                   ? NULL
                   : plain_multiply_add;
    case 0xd:
        return logic_of(in);
    default:
        return NULL;
    }
}
