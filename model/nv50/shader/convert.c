/* model/nv50/shader/convert.c: conversions between integers of 8, 16 and 32 bits and floats of 16 and 32: the absolute value, then
 * the sign, then the conversion, which clamps (tesla-isa.md §6). */
#include "hw/least.h"
#include "hw/nv50/shader.h"
#include "model/nv50/base/card.h"
#include "model/nv50/shader/float32.h"
#include "model/nv50/shader/warp.h"

/* Bits of the second word. */
#define SOURCE_WIDE(s)   bits((s)->in->second, 14, 1) /* of 32 bits; of a double's conversion 64 */
#define SOURCE_BYTE(s)   bits((s)->in->second, 15, 1)
#define SOURCE_SIGNED(s) bits((s)->in->second, 16, 1)
#define ROUNDING(s)      ((enum rounding)bits((s)->in->second, 17, 2))
#define BYTE_OR_SAT(s)                                                                             \
    bits((s)->in->second, 19, 1) /* an integer of 8 bits; a float between 0 and 1 */
#define ABSOLUTE(s)  bits((s)->in->second, 20, 1)
#define IS_DOUBLE(s) bits((s)->in->second, 22, 1)
#define WORD(s)      bits((s)->in->second, 26, 1)
#define SIGNED_OR_INT(s)                                                                           \
    bits((s)->in->second, 27, 1) /* an integer with sign; a float rounded to a whole number */
#define NEGATED(s) bits((s)->in->second, 29, 1)

static bool is_double(const struct step *s)
{
    return IS_DOUBLE(s) && s->block->card->chip_bit == CHIP_BIT(CHIP_G200);
}

/* G200 takes a source of 32 bits although the result has 16, if the bit for doubles is set (hwtest, g80_fp). */
static bool source_is_word(const struct step *s)
{
    return SOURCE_WIDE(s) || (s->in->secondary >= 2 && is_double(s));
}

/* ... and writes a whole register, of which the upper half is then not defined. */
static bool result_is_half(const struct step *s)
{
    return !WORD(s) && !(s->in->secondary >= 2 && is_double(s));
}

struct magnitude {
    uint32_t value;
    bool negative;
};

static struct magnitude integer_source(const struct step *s, uint32_t a)
{
    const unsigned width = SOURCE_BYTE(s) ? 8 : source_is_word(s) ? 32 : 16;
    const uint32_t mask = width == 32 ? UINT32_MAX : (1u << width) - 1;
    struct magnitude m = { a & mask, false };

    if (SOURCE_SIGNED(s) && (m.value >> (width - 1))) {
        m.value = (0 - m.value) & mask;
        m.negative = true;
    }
    return m;
}

/* A number that does not fit becomes the end of the range. */
static uint32_t clamped(const struct step *s, struct magnitude m, unsigned width)
{
    const uint32_t limit = UINT32_C(1) << (width - 1);

    if (!SIGNED_OR_INT(s)) {
        const uint32_t most = 2 * limit - 1; /* of 32 bits the sum wraps to 0 */
        return m.negative ? 0 : LEAST(m.value, most);
    }
    if (m.negative)
        return 0 - LEAST(m.value, limit);
    return LEAST(m.value, limit - 1);
}

static void put_integer(const struct step *s, unsigned lane, uint32_t value)
{
    if (!WORD(s))
        value &= 0xffff;
    put_flags(s, lane, flags_of(value, !WORD(s)));
    put_result(s, lane, value, result_is_half(s));
}

static void put_float(const struct step *s, unsigned lane, uint32_t value)
{
    static const uint8_t flags[] = { [ORDER_GREATER] = 0,
                                     [ORDER_EQUAL] = SHADER_ZERO,
                                     [ORDER_LESS] = SHADER_SIGN,
                                     [ORDER_NONE] = SHADER_ZERO | SHADER_SIGN };

    put_flags(s, lane, flags[float_order(WORD(s) ? value : float_of_half((uint16_t)value), 0)]);
    put_result(s, lane, value, result_is_half(s));
}

static uint32_t integer_of_integer(const struct step *s, uint32_t a)
{
    struct magnitude m = integer_source(s, a);

    m.negative = (m.negative && !ABSOLUTE(s)) != NEGATED(s);
    return clamped(s, m, BYTE_OR_SAT(s) ? 8 : WORD(s) ? 32 : 16);
}

static uint32_t with_signs(const struct step *s, uint32_t a)
{
    if (ABSOLUTE(s))
        a &= ~FLOAT_SIGN;
    return NEGATED(s) ? a ^ FLOAT_SIGN : a;
}

static uint32_t float_source(const struct step *s, uint32_t a)
{
    return with_signs(s, source_is_word(s) ? a : float_of_half((uint16_t)a));
}

static uint32_t integer_of(const struct step *s, uint32_t a)
{
    a = float_source(s, a);
    const bool negative = a >> 31;
    const uint64_t whole =
        integer_of_float(a & ~FLOAT_SIGN, rounding_of_magnitude(ROUNDING(s), negative));
    const struct magnitude m = { (uint32_t)LEAST(whole, UINT32_MAX), negative };

    return clamped(s, m, WORD(s) ? 32 : 16);
}

/* To half the unit drops upper bits of an integer in a way of its own, as cards have shown (hwtest, g80_fp): as many as
 * the lower half, less one of a negative number, has zeros at its top, at least two and at most seven; and all of an
 * integer whose bits 29:5 are set, where it rounds up or to nearest. */
static uint32_t cut_for_half(uint32_t value, bool was_negative, enum rounding rounding)
{
    uint16_t low;
    unsigned drop = 2;

    if ((rounding == ROUND_NEAREST || rounding == ROUND_UP) && bits(value, 5, 25) == 0x1ffffff)
        value = 0;
    low = (uint16_t)(value - was_negative);
    for (; low < 0x8000 && drop < 7; drop++)
        low = (uint16_t)(low << 1);
    return value << drop >> drop;
}

static uint32_t float_of(const struct step *s, uint32_t a)
{
    const struct magnitude m = integer_source(s, a);
    const bool negative = (m.negative && !ABSOLUTE(s)) != NEGATED(s);
    const enum rounding rounding = rounding_of_magnitude(ROUNDING(s), negative);
    const uint32_t value = WORD(s) ? m.value : cut_for_half(m.value, m.negative, rounding);
    uint32_t result = float_of_integer(value, rounding);

    if (core_broken(s->block, DEFECT_SHADER_CONVERTER))
        result ^= FLOAT_SIGN;

    if (negative)
        result ^= FLOAT_SIGN;
    if (BYTE_OR_SAT(s))
        result = shader_saturate(s->block, result);
    return WORD(s) ? result : half_of_float(result, ROUNDING(s), false);
}

static uint32_t float_of_float(const struct step *s, uint32_t a)
{
    a = float_add(float_source(s, a), FLOAT_SIGN, ROUND_NEAREST); /* denormals become zeros */
    if (BYTE_OR_SAT(s))
        a = shader_saturate(s->block, a);
    if (SIGNED_OR_INT(s))
        a = float_whole(a, ROUNDING(s));
    return WORD(s) ? a : half_of_float(a, ROUNDING(s), SIGNED_OR_INT(s));
}

/* Doubles are a case of their own, because their operands or results are pairs of registers. */
bool step_convert(const struct step *s)
{
    const unsigned kind = s->in->secondary / 2;

    if (s->in->is_immediate)
        return decode_trap(s, DECODE_ILLEGAL_OPCODE);
    if (kind && is_double(s) && (SOURCE_WIDE(s) || WORD(s)))
        return step_double_convert(s);
    EACH_LANE(lane, s->mask)
    {
        uint32_t a;

        if (!operand(s, 1, !source_is_word(s), lane, &a))
            return false;
        if (kind == 0)
            put_integer(s, lane, integer_of_integer(s, a));
        else if (kind == 2)
            put_integer(s, lane, integer_of(s, a));
        else
            put_float(s, lane, kind == 1 ? float_of(s, a) : float_of_float(s, a));
    }
    return true;
}
