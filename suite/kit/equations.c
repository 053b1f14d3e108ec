#include "suite/kit/equations.h"

void equations_begin(struct equations *equations, uint64_t base, uint64_t bits)
{
    *equations = (struct equations){ .base = base };
    for (; bits && equations->count < EQUATIONS_MAX; bits &= bits - 1)
        equations->mask[equations->count++] = lowest_bit(bits);
}

bool equations_hold(const struct equations *equations, uint64_t at)
{
    const uint64_t apart = at ^ equations->base;

    for (unsigned i = 0; i < equations->count; i++)
        if (parity(equations->mask[i] & apart))
            return false;
    return true;
}

uint64_t equations_bits(const struct equations *equations)
{
    uint64_t bits = 0;

    for (unsigned i = 0; i < equations->count; i++)
        bits |= equations->mask[i];
    return bits;
}

/* Of the equations that break, one goes; added to each of the others, it makes them hold again. */
bool equations_meet(struct equations *equations, uint64_t at)
{
    const uint64_t apart = at ^ equations->base;
    unsigned first = equations->count;

    for (unsigned i = 0; i < equations->count; i++) {
        if (!parity(equations->mask[i] & apart))
            continue;
        if (first == equations->count)
            first = i;
        else
            equations->mask[i] ^= equations->mask[first];
    }
    if (first == equations->count)
        return false;
    equations->mask[first] = equations->mask[--equations->count];
    return true;
}

/* Of the equations from `first` on, the one that begins with the lowest bit. */
static unsigned lowest_of(const struct equations *equations, unsigned first)
{
    unsigned best = first;

    for (unsigned i = first + 1; i < equations->count; i++)
        if (lowest_bit(equations->mask[i]) < lowest_bit(equations->mask[best]))
            best = i;
    return best;
}

void equations_order(struct equations *equations)
{
    for (unsigned i = 0; i < equations->count; i++) {
        const unsigned from = lowest_of(equations, i);
        const uint64_t mask = equations->mask[from];

        equations->mask[from] = equations->mask[i];
        equations->mask[i] = mask;
        for (unsigned j = 0; j < equations->count; j++)
            if (j != i && equations->mask[j] & lowest_bit(mask))
                equations->mask[j] ^= mask;
    }
}

/* The mask after adding those other equations whose lowest bit it has, so that it has none of these
 * bits. */
static uint64_t rest_of(uint64_t mask, const struct equations *others)
{
    for (unsigned i = 0; i < others->count; i++)
        if (mask & lowest_bit(others->mask[i]))
            mask ^= others->mask[i];
    return mask;
}

void equations_without(struct equations *equations, const struct equations *others)
{
    struct equations known = *others;
    unsigned kept = 0;

    equations_order(&known);
    for (unsigned i = 0; i < equations->count && known.count < EQUATIONS_MAX; i++) {
        const uint64_t rest = rest_of(equations->mask[i], &known);

        if (!rest)
            continue;
        equations->mask[kept++] = rest;
        known.mask[known.count++] = rest;
        equations_order(&known);
    }
    equations->count = kept;
}
