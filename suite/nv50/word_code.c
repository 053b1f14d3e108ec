#include "suite/nv50/word_code.h"

#define LOW(r)  (2 * (r)) /* halves of a register */
#define HIGH(r) (2 * (r) + 1)

void put_global(struct shader_code *code, bool store, unsigned space, unsigned size, unsigned r,
                unsigned at)
{
    put_code(code, 0xd0000001 | space << 16 | CODE_TO(r) | CODE_ONE(at),
             (store ? 0xa0000000 : 0x80000000) | (uint32_t)size << 21 | CODE_ALWAYS);
}

void put_sum(struct shader_code *code, unsigned to, unsigned a, unsigned b)
{
    put_code(code, 0x20000001 | CODE_TO(to) | CODE_ONE(a), CODE_WIDE | CODE_THREE(b) | CODE_ALWAYS);
}

void put_long_sum(struct shader_code *code, unsigned to, unsigned b)
{
    put_code(code, 0x20000001 | CODE_TO(to) | CODE_ONE(to),
             CODE_WIDE | CODE_THREE(b) | CODE_ALWAYS | SHADER_C_WRITE);
    put_code(code, 0x30400001 | CODE_TO(to + 1) | CODE_ONE(to + 1),
             CODE_WIDE | CODE_THREE(b + 1) | CODE_ALWAYS);
}

void put_long_number(struct shader_code *code, unsigned to, uint64_t number)
{
    put_number(code, to, (uint32_t)number);
    put_number(code, to + 1, (uint32_t)(number >> 32));
}

void put_logic(struct shader_code *code, enum logic operation, unsigned to, unsigned a, unsigned b,
               uint32_t flags)
{
    put_code(code, 0xd0000001 | CODE_TO(to) | CODE_ONE(a) | CODE_TWO(b),
             CODE_WIDE | (uint32_t)operation << 14 | CODE_ALWAYS | flags);
}

/* Products of halves. */
static void put_product(struct shader_code *code, unsigned to, unsigned a, unsigned b)
{
    put_code(code, 0x40000001 | CODE_TO(to) | CODE_ONE(a) | CODE_TWO(b), CODE_ALWAYS);
}

static void put_product_on(struct shader_code *code, unsigned to, unsigned a, unsigned b,
                           uint32_t flags)
{
    put_code(code, 0x60000001 | CODE_TO(to) | CODE_ONE(a) | CODE_TWO(b),
             CODE_THREE(to) | CODE_ALWAYS | flags);
}

static void put_half_sum(struct shader_code *code, unsigned to, unsigned b, uint32_t flags)
{
    put_code(code, 0x20000001 | CODE_TO(to) | CODE_ONE(to), CODE_THREE(b) | CODE_ALWAYS | flags);
}

/* The sum of the products that count 2^16 overflows only where the lower two halves of b have a larger sum than a half can be. */
static bool sum_overflows(uint64_t b)
{
    return (b & 0xffff) + (b >> 16 & 0xffff) > 0xffff;
}

/* By halves: `high` collects the terms of 2^32, the first free register those of 2^16, the third those of 2^48. */
void put_long_product(struct shader_code *code, const struct long_product *p)
{
    const unsigned a[] = { LOW(p->low_a), HIGH(p->low_a), LOW(p->high_a), HIGH(p->high_a) };
    const unsigned b[] = { LOW(p->b), HIGH(p->b), LOW(p->b + 1), HIGH(p->b + 1) };
    const unsigned low = p->low, high = p->high;
    const unsigned p1 = p->free[0], p2 = p->free[1], p3 = p->free[2];
    const bool overflows = sum_overflows(p->value_b);

    put_product(code, low, a[0], b[0]);
    put_product(code, p1, a[0], b[1]);
    put_product(code, high, a[1], b[1]);
    put_product_on(code, high, a[0], b[2], 0);
    put_product_on(code, high, a[2], b[0], 0);
    put_product(code, p3, a[0], b[3]);
    put_product_on(code, p3, a[1], b[2], 0);
    put_product_on(code, p3, a[2], b[1], 0);
    put_product_on(code, p3, a[3], b[0], 0);
    put_product_on(code, p1, a[1], b[0], overflows ? SHADER_C_WRITE : 0);
    if (overflows)
        put_code(code, 0x20400001 | CODE_TO(p3) | CODE_ONE(p3), /* less -1 */
                 CODE_WIDE | CODE_THREE(p->minus_one) | CODE_ONLY(IF_CARRY));
    put_half_sum(code, HIGH(high), LOW(p3), 0);
    put_shift(code, p2, p1, 16, true);
    put_shift(code, p1, p1, 16, false);
    put_code(code, 0x20000001 | CODE_TO(low) | CODE_ONE(low),
             CODE_WIDE | CODE_THREE(p2) | CODE_ALWAYS | SHADER_C_WRITE);
    put_code(code, 0x30400001 | CODE_TO(high) | CODE_ONE(high),
             CODE_WIDE | CODE_THREE(p1) | CODE_ALWAYS);
}

/* It stands in s[], as 16 bits. No other number is taken for a place, whatever s[] gives. */
void put_block_number(struct shader_code *code, unsigned to, unsigned blocks)
{
    put_code(code, 0x10000001 | CODE_TO(to) | CODE_ONE(1u << 5 | 0xc / 2),
             0x0003c000 | CODE_WIDE | CODE_SHARED_1 | CODE_ALWAYS);
    put_and(code, to, to, blocks - 1);
}
