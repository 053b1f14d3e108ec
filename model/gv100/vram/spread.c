#include "model/gv100/vram/spread.h"

#include <stdio.h>
#include <string.h>

#include "hw/bits.h"
#include "model/common/numbers.h"
#include "model/common/power_on_noise.h"

#define FBPAS_MAX     16
#define LOWEST_PIVOT  8  /* SPREAD_BLOCK is below */
#define PIVOTS_RANDOM 6  /* random equations begin in that many bits above */
#define ADDRESS_BITS  35 /* 32 GiB */
#define MIB           (UINT64_C(1) << 20)

/* ---- equations ------------------------------------------------------------------------------- */

/* As many of the equations as the number of channels is divisible by 2. */
static bool take_known(struct gv_spread *spread, unsigned channels,
                       const struct measured_spread *known)
{
    spread->channels = channels ? channels : 1u << known->equations;
    while (spread->equations < known->equations &&
           spread->channels % (2u << spread->equations) == 0)
        spread->equations++;
    memcpy(spread->equation, known->equation, sizeof(known->equation));
    return true;
}

/* Each equation has a low bit of its own, so that they are independent, and any of the bits
 * above. */
static bool take_random(struct gv_spread *spread, unsigned channels, uint64_t seed)
{
    const uint64_t above = BITS64(ADDRESS_BITS - 1, LOWEST_PIVOT + PIVOTS_RANDOM);
    uint64_t free_bits = BITS64(LOWEST_PIVOT + PIVOTS_RANDOM - 1, LOWEST_PIVOT);

    spread->channels = channels ? channels : SPREAD_CHANNELS_MAX;
    spread->shift = (unsigned)(noise_next(&seed) % 8);
    spread->banks_by_row = noise_next(&seed) & 1;
    for (; spread->channels % (2u << spread->equations) == 0; spread->equations++) {
        unsigned bit;

        do
            bit = LOWEST_PIVOT + (unsigned)(noise_next(&seed) % PIVOTS_RANDOM);
        while (!(free_bits >> bit & 1));
        free_bits &= ~BIT64(bit);
        spread->equation[spread->equations] = BIT64(bit) | (noise_next(&seed) & above);
    }
    return true;
}

static bool take_masks(struct gv_spread *spread, unsigned channels, const char *words)
{
    for (size_t length; *words; words += length + (words[length] == '+')) {
        length = strcspn(words, "+");
        if (spread->equations == SPREAD_EQUATIONS_MAX ||
            !number_parse(words, length, &spread->equation[spread->equations]))
            return false;
        spread->equations++;
    }
    spread->channels = channels ? channels : 1u << spread->equations;
    return true;
}

static bool take(struct gv_spread *spread, unsigned channels, const char *words, uint64_t seed)
{
    for (unsigned i = 0; i < SPREADS_MEASURED; i++)
        if (strcmp(words, measured_spreads[i].name) == 0)
            return take_known(spread, channels, &measured_spreads[i]);
    if (strcmp(words, "random") == 0)
        return take_random(spread, channels, seed);
    return take_masks(spread, channels, words);
}

/* One bit of each equation that no other has, when equations are added to each other: the lowest there is. False: an
 * equation follows from the others, or decides by bits below a block or above the memory. */
static bool find_pivots(struct gv_spread *spread)
{
    uint64_t rest[SPREAD_EQUATIONS_MAX];

    memcpy(rest, spread->equation, sizeof(rest));
    for (unsigned i = 0; i < spread->equations; i++) {
        const uint64_t pivot = rest[i] & (~rest[i] + 1);

        if (!pivot || spread->equation[i] & BITS64(LOWEST_PIVOT - 1, 0) ||
            spread->equation[i] >> ADDRESS_BITS)
            return false;
        for (unsigned j = i + 1; j < spread->equations; j++)
            rest[j] ^= rest[j] & pivot ? rest[i] : 0;
        spread->pivots |= pivot;
    }
    for (spread->line_log2 = LOWEST_PIVOT; spread->pivots >> spread->line_log2;)
        spread->line_log2++;
    return spread->line_log2 <= 16; /* so that every size of memory has as much of each channel */
}

/* The channels must be a multiple of 2 for each equation, because each equation halves them. */
bool gv_spread_choose(struct gv_spread *spread, unsigned channels, const char *words, uint64_t seed,
                      char *error, size_t error_size)
{
    *spread = (struct gv_spread){ .shift = 2, .banks_by_row = true };
    words = words ? words : measured_spreads[SPREAD_V100].name;
    if (channels > SPREAD_CHANNELS_MAX || (channels > FBPAS_MAX && channels % 2)) {
        snprintf(error, error_size, "channels %u: 1 to %d, above %d an even number", channels,
                 SPREAD_CHANNELS_MAX, FBPAS_MAX);
        return false;
    }
    if (!take(spread, channels, words, seed) || !find_pivots(spread) ||
        spread->channels >> spread->equations << spread->equations != spread->channels) {
        snprintf(error, error_size,
                 "spread %s: v100, gp104, random, or up to %d masks of address bits from 0x100 on "
                 "with + between them, each independent of the others below 64K, and the channels "
                 "a multiple of 2 for each",
                 words, SPREAD_EQUATIONS_MAX);
        return false;
    }
    spread->remainder = spread->channels >> spread->equations;
    spread->halves = spread->channels % 2 ? 1 : 2;
    spread->fbpas = spread->channels / spread->halves;
    return true;
}

/* Whole MiB of each partition, and whole rows of all banks of each channel. */
uint64_t gv_spread_granule(const struct gv_spread *spread)
{
    const bool power_of_two = (spread->channels & (spread->channels - 1)) == 0;

    return power_of_two ? 16 * MIB : 2 * MIB * spread->channels;
}

/* ---- places ---------------------------------------------------------------------------------- */

/* The address without the bits of the mask; those above move down. */
static uint64_t without(uint64_t at, uint64_t mask)
{
    for (unsigned bit = ADDRESS_BITS; bit-- > 0;)
        if (mask >> bit & 1)
            at = (at & (BIT64(bit) - 1)) | (at >> (bit + 1) << bit);
    return at;
}

struct gv_place gv_spread_place(const struct gv_spread *spread, uint64_t at)
{
    const uint64_t line = at >> spread->line_log2, turn = line / spread->remainder;
    const uint64_t inside = turn << spread->line_log2 | (at & (BIT64(spread->line_log2) - 1));
    const uint64_t offset = without(inside, spread->pivots);
    unsigned channel = (unsigned)((line + (turn >> spread->shift)) % spread->remainder)
                       << spread->equations;

    for (unsigned i = 0; i < spread->equations; i++)
        channel |= (unsigned)__builtin_parityll(at & spread->equation[i]) << i;
    const uint32_t row = (uint32_t)(offset / SPREAD_ROW_BYTES / SPREAD_BANKS);
    const uint64_t bank = offset / SPREAD_ROW_BYTES ^ (spread->banks_by_row ? row : 0);
    return (struct gv_place){ .channel = (uint8_t)channel,
                              .fbpa = (uint8_t)(channel / spread->halves),
                              .half = (uint8_t)(channel % spread->halves),
                              .bank = bank % SPREAD_BANKS,
                              .row = row,
                              .column = offset % SPREAD_ROW_BYTES };
}
