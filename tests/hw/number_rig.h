/* tests/hw/number_rig.h: constants of hw/ beside their numbers in the reference.
 *
 * Shape   N(NAME, number) and F(NAME, highest bit, lowest bit) in a table, then check_numbers. */
#ifndef TESTS_HW_NUMBER_RIG_H
#define TESTS_HW_NUMBER_RIG_H

#include "hw/bits.h"
#include "tests/kit/tests.h"

struct number {
    const char *name;
    uint64_t ours, reference;
};

/* N: a number. F: a field, by its highest and its lowest bit. */
#define N(name, reference)                                                                         \
    {                                                                                              \
#name, name, reference                                                                     \
    }
#define F(name, high, low)                                                                         \
    {                                                                                              \
#name, name, (UINT64_C(2) << (high)) - (UINT64_C(1) << (low))                              \
    }

static inline void check_numbers(const struct number *numbers, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (numbers[i].ours != numbers[i].reference)
            fail_msg("%s is 0x%llx, the reference says 0x%llx", numbers[i].name,
                     (unsigned long long)numbers[i].ours, (unsigned long long)numbers[i].reference);
}

#endif
