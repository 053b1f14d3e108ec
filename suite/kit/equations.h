/* suite/kit/equations.h: common equations of a set of addresses: exclusive ors of address bits that are the same for
 * each of them.
 *
 * Shape   the equations of a set are a space over GF(2); `mask` is a basis of it. All of them are told by a base and
 *         masks: an address agrees if it differs from the base in an even number of bits of each mask. One address
 *         satisfies every equation; each further one that breaks some of them takes one away.
 * Units   addresses in bytes. */
#ifndef SUITE_KIT_EQUATIONS_H
#define SUITE_KIT_EQUATIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/bits.h"

#define EQUATIONS_MAX 48 /* address bits */

struct equations {
    unsigned count;
    uint64_t base;
    uint64_t mask[EQUATIONS_MAX];
};

/* 1 where an odd number of bits is set. It is asked for each equation of each wrong word: the processor's parity flag
 * answers without a call and without a library. */
static inline unsigned parity(uint64_t bits)
{
    return (unsigned)__builtin_parityll(bits);
}

/* The set of one address; each bit of `bits` is an equation. */
void equations_begin(struct equations *equations, uint64_t base, uint64_t bits);
bool equations_hold(const struct equations *equations, uint64_t at);
/* Address bits that any equation asks for. */
uint64_t equations_bits(const struct equations *equations);
/* The address joins the set. False: all equations went on to hold. */
bool equations_meet(struct equations *equations, uint64_t at);
/* Each mask has a bit that no other one has, its lowest; the lowest such bit comes first. */
void equations_order(struct equations *equations);
/* Leaves out equations that follow from the others', because those hold everywhere. */
void equations_without(struct equations *equations, const struct equations *others);

static inline uint64_t lowest_bit(uint64_t mask)
{
    return mask & (~mask + 1);
}

static inline unsigned lowest_bit_number(uint64_t mask)
{
    return bits_count(lowest_bit(mask) - 1);
}

#endif
