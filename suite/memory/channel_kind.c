#include "suite/memory/channel_kind.h"

#include "hw/bits.h"

#define FINEST      8 /* no channel changes inside of 256 bytes */
#define WINDOW_LOG2 16
#define MOST_LOG2   6  /* of channels on one card, where their number is unknown */
#define ROW_LOG2    13 /* bytes of a row of one channel, at most */
#define PLAIN_LOG2                                                                                 \
    12 /* memory that is dealt out by one address bit is dealt out in smaller pieces */
#define SECTOR_LOG2 5

/* How the equations divide the address bits: a free bit is one that the errors take both values of, whatever the others
 * are. `low` is inside of a window, `high` above. */
struct division {
    unsigned equations, low_equations, high_equations;
    unsigned low_free, high_free;
    bool fine; /* each equation decides by a bit of FINEST or more, inside of a window */
};

static struct division divide(const struct channel_evidence *evidence)
{
    const uint64_t low = evidence->bits & BITS64(WINDOW_LOG2 - 1, 0);
    struct division division = { .equations = evidence->equations->count, .fine = true };

    for (unsigned i = 0; i < division.equations; i++) {
        const uint64_t pivot = lowest_bit(evidence->equations->mask[i]);

        if (pivot & low)
            division.low_equations++;
        else
            division.high_equations++;
        division.fine &= pivot >= BIT64(FINEST) && pivot < BIT64(WINDOW_LOG2);
    }
    division.low_free = bits_count(low) - division.low_equations;
    division.high_free = bits_count(evidence->bits & ~low) - division.high_equations;
    return division;
}

/* Whether the equations from bit `from` on are of one bit each, the highest ones there are: errors in a range. */
static bool is_range(const struct channel_evidence *evidence, unsigned from)
{
    uint64_t fixed = 0;

    for (unsigned i = 0; i < evidence->equations->count; i++) {
        const uint64_t mask = evidence->equations->mask[i];

        if (lowest_bit(mask) < BIT64(from))
            continue;
        if (mask & (mask - 1))
            return false;
        fixed |= mask;
    }
    return (evidence->bits & ~fixed) < lowest_bit(fixed);
}

unsigned channel_places_needed(const struct channel_evidence *evidence)
{
    return bits_count(evidence->bits) + CHANNEL_SURE + evidence->choice;
}

/* The power of two in the number of channels: so many equations one of them has. */
static unsigned halvings(unsigned channels)
{
    unsigned log2 = 0;

    for (; channels && channels % 2 == 0; channels /= 2)
        log2++;
    return log2;
}

/* One address bit that decides by itself may be a dead address line. Where channels are dealt out by plain address bits
 * it is a low one. */
static bool has_line(const struct equations *equations)
{
    for (unsigned i = 0; i < equations->count; i++)
        if (equations->mask[i] >= BIT64(PLAIN_LOG2) &&
            equations->mask[i] == lowest_bit(equations->mask[i]))
            return true;
    return false;
}

static enum channel_kind kind_of_channels(const struct channel_evidence *evidence, unsigned n,
                                          unsigned *of)
{
    if (n > (evidence->card ? halvings(evidence->card) : MOST_LOG2) ||
        has_line(evidence->equations))
        return CHANNELS_PART;
    if (evidence->card)
        *of = evidence->card >> n;
    return *of == 1 ? CHANNELS_ONE : CHANNELS_SHARED;
}

/* Smaller than a channel. A row or bank is one only inside of one channel, whose equations it has as well. */
static enum channel_kind kind_of_part(const struct channel_evidence *evidence,
                                      const struct division *division)
{
    if (!division->low_equations || division->low_equations < halvings(evidence->card))
        return CHANNELS_PART;
    if (!division->high_free)
        return division->low_free >= 2 && division->low_free + SECTOR_LOG2 <= ROW_LOG2
                   ? CHANNELS_ROW
                   : CHANNELS_PART;
    if (evidence->places < division->high_free + CHANNEL_SURE)
        return CHANNELS_PART;
    if (division->low_free <= 1)
        return CHANNELS_COLUMN;
    /* A list of errors that was cut off lies in a range, too, and in no bank. */
    return division->high_equations && division->low_free >= 4 && !is_range(evidence, WINDOW_LOG2)
               ? CHANNELS_BANK
               : CHANNELS_PART;
}

enum channel_kind channel_kind_of(const struct channel_evidence *evidence, unsigned *of)
{
    const struct division division = divide(evidence);
    const unsigned free_bits = division.low_free + division.high_free;

    *of = 0;
    if (evidence->sectors < free_bits + CHANNEL_SURE + evidence->choice)
        return CHANNELS_FEW;
    if (!division.equations)
        return CHANNELS_NONE;
    if (division.fine && evidence->places < channel_places_needed(evidence))
        return CHANNELS_FEW;
    if (division.fine)
        return kind_of_channels(evidence, division.equations, of);
    return is_range(evidence, 0) ? CHANNELS_RANGE : kind_of_part(evidence, &division);
}
