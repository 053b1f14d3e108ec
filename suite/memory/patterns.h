/* suite/memory/patterns.h: the data of the thorough memory tests, and their names.
 *
 * Shape   an algorithm is a list of elements over a background; an element goes up or down and does its
 *         operations on each piece: read or write the background, or its complement.
 * Source  the march tests are the published ones: March C- (van de Goor), March SS (Hamdioui, van de
 *         Goor, Rodgers); docs/hardware/board.md §3.3. */
#ifndef SUITE_MEMORY_PATTERNS_H
#define SUITE_MEMORY_PATTERNS_H

#include "suite/memory/order.h"

enum memory_op { OP_END, READ_0, READ_1, WRITE_0, WRITE_1 };

#define ELEMENT_OPS  6
#define ELEMENTS_MAX 8

struct march_element {
    bool down;
    bool hold;                /* nothing happens for `hold` seconds before it */
    bool rest;                /* nothing happens for a moment before it, in the quick test */
    uint8_t ops[ELEMENT_OPS]; /* enum memory_op; OP_END comes last */
};

/* The words of 8 bytes that a piece, or a longer stretch that begins like one, holds in a pass. */
typedef void background(const struct piece *piece, unsigned pass, uint64_t seed, uint64_t *words,
                        unsigned count);

struct algorithm {
    const char *name;
    background *data;  /* null: zeros, so that an element writes one word everywhere */
    enum way_words by; /* how programs of the card make them */
    unsigned passes;
    unsigned element_count;
    struct march_element elements[ELEMENTS_MAX];
};

extern const struct algorithm walking_lines, moving_inversions, march_c_minus, march_ss,
    checkerboard, bit_fade, solid_words, random_data, address_in_address, mixed_addresses;

/* The word of `mixed_addresses` at an address is (x ^ x >> 32) * SCATTER_2, and x is (address + SCATTER_FROM) * SCATTER_1. */
#define SCATTER_FROM UINT64_C(0x9e3779b97f4a7c15)
#define SCATTER_1    UINT64_C(0x45631a4a5551ca8d)
#define SCATTER_2    UINT64_C(0x94d049bb133111eb)
/* The address that `mixed_addresses` stores this word at. */
uint64_t mixed_address_of(uint64_t word);

/* Steps of random_data: x ^= x >> SHIFT_1, x *= MIX_1, x ^= x >> SHIFT_2, x *= MIX_2, x ^= x >> SHIFT_3. */
#define MIX_SHIFT_1 30
#define MIX_SHIFT_2 27
#define MIX_SHIFT_3 31
#define MIX_1       UINT64_C(0xbf58476d1ce4e5b9)
#define MIX_2       UINT64_C(0x94d049bb133111eb)

/* A pass as programs of the card need it. */
void march_of(const struct algorithm *algorithm, unsigned pass, uint64_t seed,
              struct way_march *out);

/* The word that programs have at an address's place `i`, if it is not inverted. */
uint64_t march_word(const struct way_march *march, uint64_t at, unsigned i);

/* "up r0 w1" */
void element_words(struct text *text, const struct march_element *element);

#endif
