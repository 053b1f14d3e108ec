#include "suite/kit/channel_measured.h"

#include "hw/bits.h"

/* Whether a mask adds up from the equations, which are ordered. */
static bool follows(uint64_t mask, const struct equations *equations)
{
    for (unsigned i = 0; i < equations->count; i++)
        if (mask & lowest_bit(equations->mask[i]))
            mask ^= equations->mask[i];
    return !mask;
}

/* How many of the spread's equations hold for all errors of the finding; where all do, *module is their module's
 * number. `bits`: of addresses that could differ. */
static unsigned measured_holds(const struct measured_spread *spread,
                               const struct channel_finding *finding, uint64_t bits,
                               unsigned *module)
{
    unsigned count = 0;

    *module = 0;
    for (unsigned i = 0; i < spread->equations; i++) {
        count += follows(spread->equation[i] & bits, &finding->equations);
        *module |= parity(spread->equation[i] & finding->equations.base) << i;
    }
    return count;
}

void measured_words(struct text *text, const struct measured_spread *spread,
                    const struct channel_finding *finding, uint64_t bits)
{
    unsigned module;
    const unsigned count = measured_holds(spread, finding, bits, &module);

    text_format(text, "measured by others, unproven: %s (%s) ", spread->name, spread->board);
    if (count == spread->equations)
        text_format(text, "agrees, module %u of %u", module, (unsigned)BIT(spread->equations));
    else
        text_format(text, "does not agree, %u of its %u equations hold", count, spread->equations);
}
