#include "suite/memory/patterns.h"

/* One line high in each word, the next one in the next word; every line is alone once in 64. */
static void one_line(const struct piece *piece, unsigned pass, uint64_t seed, uint64_t *words,
                     unsigned count)
{
    (void)piece, (void)seed;
    for (unsigned i = 0; i < count; i++)
        words[i] = BIT64((i + 8 * pass) % 64);
}

/* A bit of each byte, another one in each pass. */
static void one_of_eight(const struct piece *piece, unsigned pass, uint64_t seed, uint64_t *words,
                         unsigned count)
{
    (void)piece, (void)seed;
    for (unsigned i = 0; i < count; i++)
        words[i] = UINT64_C(0x0101010101010101) << pass;
}

/* Neighbours differ: in the word, in the row, in the bank. */
static void chequered(const struct piece *piece, unsigned pass, uint64_t seed, uint64_t *words,
                      unsigned count)
{
    (void)pass, (void)seed;
    for (unsigned i = 0; i < count; i++)
        words[i] =
            (piece->at.row + i) & 1 ? UINT64_C(0xaaaaaaaaaaaaaaaa) : UINT64_C(0x5555555555555555);
}

/* Each half tells the address by itself, so that each chip of 32 lanes does. */
static void own_address(const struct piece *piece, unsigned pass, uint64_t seed, uint64_t *words,
                        unsigned count)
{
    (void)pass, (void)seed;
    for (unsigned i = 0; i < count; i++) {
        const uint64_t at = piece->linear + 8 * i;
        const uint32_t name = (uint32_t)at | (uint32_t)(at >> 32 & 7); /* different up to 32 GiB */

        words[i] = name | (uint64_t)~name << 32;
    }
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> MIX_SHIFT_1) * MIX_1;
    x = (x ^ x >> MIX_SHIFT_2) * MIX_2;
    return x ^ x >> MIX_SHIFT_3;
}

/* Of address 0. */
static uint64_t mixed_from(unsigned pass, uint64_t seed)
{
    return seed + (pass + 1) * UINT64_C(0x9e3779b97f4a7c15);
}

/* Steps of splitmix64 over address, pass and seed. Each word is another one, because each step can be undone, and half
 * of the lines switch from one word to the next, in both directions. */
static void mixed(const struct piece *piece, unsigned pass, uint64_t seed, uint64_t *words,
                  unsigned count)
{
    const uint64_t from = mixed_from(pass, seed) + piece->linear;

    for (unsigned i = 0; i < count; i++)
        words[i] = mix(from + 8 * i);
}

#define SCATTER_STEP (8 * SCATTER_1) /* from one word to the next */

static uint64_t scatter(uint64_t x)
{
    return (x ^ x >> 32) * SCATTER_2;
}

/* The address alone, by fewer steps than `mixed`, as all of memory goes through them twice. The lowest three lines have the
 * least to do with the rest: SCATTER_1 is a factor with which they, too, switch in a third to two thirds of all beats. Four words
 * at a time, because an emulator spends as much on a branch as on a word; `count` is a multiple of that. */
static void scattered(const struct piece *piece, unsigned pass, uint64_t seed, uint64_t *words,
                      unsigned count)
{
    uint64_t x = (piece->linear + SCATTER_FROM) * SCATTER_1;

    (void)pass, (void)seed;
    for (size_t i = 0; i < count; i += 4, x += 4 * SCATTER_STEP) {
        words[i] = scatter(x);
        words[i + 1] = scatter(x + SCATTER_STEP);
        words[i + 2] = scatter(x + 2 * SCATTER_STEP);
        words[i + 3] = scatter(x + 3 * SCATTER_STEP);
    }
}

/* The steps of `scattered` undone, the last one first; the factors are its own to the power of -1, modulo 2^64. */
uint64_t mixed_address_of(uint64_t word)
{
    const uint64_t x = word * UINT64_C(0x319642b2d24d8ec3);

    return (x ^ x >> 32) * UINT64_C(0x536d9f2fe5200845) - SCATTER_FROM;
}

/* clang-format off */
const struct algorithm walking_lines = { "walking ones and zeros", one_line, WAY_SAME, 8, 4, {
    { .ops = { WRITE_0 } }, { .ops = { READ_0, WRITE_1 } }, { .ops = { READ_1 } },
    { .down = true, .ops = { READ_1 } },
} };

const struct algorithm moving_inversions = { "moving inversions", one_of_eight, WAY_SAME, 8, 3, {
    { .ops = { WRITE_0 } },
    { .ops = { READ_0, WRITE_1, READ_1 } },
    { .down = true, .ops = { READ_1, WRITE_0, READ_0 } },
} };

const struct algorithm march_c_minus = { "March C-", NULL, WAY_SAME, 1, 6, {
    { .ops = { WRITE_0 } },
    { .rest = true, .ops = { READ_0, WRITE_1 } }, { .rest = true, .ops = { READ_1, WRITE_0 } },
    { .down = true, .ops = { READ_0, WRITE_1 } }, { .down = true, .ops = { READ_1, WRITE_0 } },
    { .ops = { READ_0 } },
} };

const struct algorithm march_ss = { "March SS", NULL, WAY_SAME, 1, 6, {
    { .ops = { WRITE_0 } },
    { .ops = { READ_0, READ_0, WRITE_0, READ_0, WRITE_1 } },
    { .ops = { READ_1, READ_1, WRITE_1, READ_1, WRITE_0 } },
    { .down = true, .ops = { READ_0, READ_0, WRITE_0, READ_0, WRITE_1 } },
    { .down = true, .ops = { READ_1, READ_1, WRITE_1, READ_1, WRITE_0 } },
    { .ops = { READ_0 } },
} };

const struct algorithm checkerboard = { "checkerboard", chequered, WAY_FLIPPED, 1, 4, {
    { .ops = { WRITE_0 } }, { .ops = { READ_0 } }, { .ops = { WRITE_1 } }, { .ops = { READ_1 } },
} };

const struct algorithm bit_fade = { "bit fade", NULL, WAY_SAME, 1, 4, {
    { .ops = { WRITE_0 } }, { .hold = true, .ops = { READ_0 } },
    { .ops = { WRITE_1 } }, { .hold = true, .ops = { READ_1 } },
} };

const struct algorithm solid_words = { "solid", NULL, WAY_SAME, 1, 4, {
    { .ops = { WRITE_0 } }, { .ops = { READ_0 } }, { .ops = { WRITE_1 } }, { .ops = { READ_1 } },
} };

const struct algorithm random_data = { "random", mixed, WAY_MIXED, 2, 3, {
    { .ops = { WRITE_0 } }, { .ops = { READ_0, WRITE_1 } }, { .down = true, .ops = { READ_1 } },
} };

const struct algorithm address_in_address = { "address in address", own_address, WAY_ADDRESS, 1, 3, {
    { .ops = { WRITE_0 } }, { .ops = { READ_0, WRITE_1 } }, { .down = true, .ops = { READ_1 } },
} };

const struct algorithm mixed_addresses = { "mixed addresses", scattered, WAY_SAME, 1, 2, {
    { .ops = { WRITE_0 } }, { .ops = { READ_0 } },
} };
/* clang-format on */

_Static_assert(ELEMENT_OPS == WAY_OPS && ELEMENTS_MAX == WAY_ELEMENTS,
               "one is a copy of the other");
_Static_assert(PIECE_WORDS == WAY_WORDS, "the words of a piece");

void march_of(const struct algorithm *algorithm, unsigned pass, uint64_t seed,
              struct way_march *out)
{
    const struct piece first = { .linear = 0 };

    *out = (struct way_march){ .by = (uint8_t)algorithm->by,
                               .pass = pass,
                               .count = algorithm->element_count };
    if (algorithm->data)
        algorithm->data(&first, pass, seed, out->words, WAY_WORDS);
    for (unsigned i = 0; algorithm->by == WAY_MIXED && i < WAY_WORDS; i++)
        out->words[i] = mixed_from(pass, seed) + 8 * i;
    for (unsigned i = 0; i < out->count; i++)
        for (unsigned op = 0; op < WAY_OPS; op++)
            out->ops[i][op] = algorithm->elements[i].ops[op];
}

uint64_t march_word(const struct way_march *march, uint64_t at, unsigned i)
{
    const uint64_t word = march->words[i];

    switch (march->by) {
    case WAY_ADDRESS:
        return ((word + at) & UINT32_MAX) | ((word >> 32) - at) << 32;
    case WAY_MIXED:
        return mix(word + at);
    default:
        return word;
    }
}

void element_words(struct text *text, const struct march_element *element)
{
    static const char *const ops[] = {
        [READ_0] = " r0", [READ_1] = " r1", [WRITE_0] = " w0", [WRITE_1] = " w1"
    };

    text_string(text, element->down ? "down" : "up");
    for (unsigned i = 0; i < ELEMENT_OPS && element->ops[i] != OP_END; i++)
        text_string(text, ops[element->ops[i]]);
}
