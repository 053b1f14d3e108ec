#include "suite/memory/patterns.h"

static uint64_t solid(const struct piece *piece, unsigned word, unsigned pass, uint64_t seed)
{
    (void)piece, (void)word, (void)pass, (void)seed;
    return 0;
}

/* One line high in each word, the next one in the next word; every line is alone once in 64. */
static uint64_t one_line(const struct piece *piece, unsigned word, unsigned pass, uint64_t seed)
{
    (void)piece, (void)seed;
    return BIT64((word + 8 * pass) % 64);
}

/* A bit of each byte, another one in each pass. */
static uint64_t one_of_eight(const struct piece *piece, unsigned word, unsigned pass, uint64_t seed)
{
    (void)piece, (void)word, (void)seed;
    return UINT64_C(0x0101010101010101) << pass;
}

/* Neighbours differ: in the word, in the row, in the bank. */
static uint64_t chequered(const struct piece *piece, unsigned word, unsigned pass, uint64_t seed)
{
    (void)pass, (void)seed;
    return (piece->at.row + word) & 1 ? UINT64_C(0xaaaaaaaaaaaaaaaa) : UINT64_C(0x5555555555555555);
}

/* Each half tells the address by itself, so that each chip of 32 lanes does. */
static uint64_t own_address(const struct piece *piece, unsigned word, unsigned pass, uint64_t seed)
{
    const uint64_t at = piece->linear + 8 * word;
    const uint32_t name = (uint32_t)at | (uint32_t)(at >> 32 & 7); /* different up to 32 GiB */

    (void)pass, (void)seed;
    return name | (uint64_t)~name << 32;
}

/* Steps of splitmix64 over address, pass and seed. */
static uint64_t mixed(const struct piece *piece, unsigned word, unsigned pass, uint64_t seed)
{
    uint64_t x = seed + piece->linear + 8 * word + (pass + 1) * UINT64_C(0x9e3779b97f4a7c15);

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* clang-format off */
const struct algorithm walking_lines = { "walking ones and zeros", one_line, 8, 4, {
    { .ops = { WRITE_0 } }, { .ops = { READ_0, WRITE_1 } }, { .ops = { READ_1 } },
    { .down = true, .ops = { READ_1 } },
} };

const struct algorithm moving_inversions = { "moving inversions", one_of_eight, 8, 3, {
    { .ops = { WRITE_0 } },
    { .ops = { READ_0, WRITE_1, READ_1 } },
    { .down = true, .ops = { READ_1, WRITE_0, READ_0 } },
} };

const struct algorithm march_c_minus = { "March C-", solid, 1, 6, {
    { .ops = { WRITE_0 } },
    { .ops = { READ_0, WRITE_1 } }, { .ops = { READ_1, WRITE_0 } },
    { .down = true, .ops = { READ_0, WRITE_1 } }, { .down = true, .ops = { READ_1, WRITE_0 } },
    { .ops = { READ_0 } },
} };

const struct algorithm march_ss = { "March SS", solid, 1, 6, {
    { .ops = { WRITE_0 } },
    { .ops = { READ_0, READ_0, WRITE_0, READ_0, WRITE_1 } },
    { .ops = { READ_1, READ_1, WRITE_1, READ_1, WRITE_0 } },
    { .down = true, .ops = { READ_0, READ_0, WRITE_0, READ_0, WRITE_1 } },
    { .down = true, .ops = { READ_1, READ_1, WRITE_1, READ_1, WRITE_0 } },
    { .ops = { READ_0 } },
} };

const struct algorithm checkerboard = { "checkerboard", chequered, 1, 4, {
    { .ops = { WRITE_0 } }, { .ops = { READ_0 } }, { .ops = { WRITE_1 } }, { .ops = { READ_1 } },
} };

const struct algorithm bit_fade = { "bit fade", solid, 1, 4, {
    { .ops = { WRITE_0 } }, { .hold = true, .ops = { READ_0 } },
    { .ops = { WRITE_1 } }, { .hold = true, .ops = { READ_1 } },
} };

const struct algorithm solid_words = { "solid", solid, 1, 4, {
    { .ops = { WRITE_0 } }, { .ops = { READ_0 } }, { .ops = { WRITE_1 } }, { .ops = { READ_1 } },
} };

const struct algorithm random_data = { "random", mixed, 2, 3, {
    { .ops = { WRITE_0 } }, { .ops = { READ_0, WRITE_1 } }, { .down = true, .ops = { READ_1 } },
} };

const struct algorithm address_in_address = { "address in address", own_address, 1, 3, {
    { .ops = { WRITE_0 } }, { .ops = { READ_0, WRITE_1 } }, { .down = true, .ops = { READ_1 } },
} };
/* clang-format on */
