/* suite/memory/channels.h: from the addresses of wrong words to the memory channel that they lie in, where no document
 * says how a card spreads its memory.
 *
 * Shape   errors stream in, in any order; the memory for them has a fixed size: a sample of places that is as good as
 *         random, equations that hold for all errors, their data lines. channels_solve may be asked at any time. Where
 *         errors are skipped, those that are looked at lie at the front of memory; then a second sample speaks, which
 *         has one in CHANNEL_STRIDE of all errors, skipped or not, drawn at random so that no order of channels fits
 *         it.
 *         Only findings that cannot be chance are told: n equations over errors that have nothing in common hold with a
 *         chance of 2^(bits - places); at least CHANNEL_SURE places more than address bits are asked for, so less than
 *         one in a million. Errors in one window of 64 KiB count as one place, because they need not be independent. A
 *         memory channel is spread finely: every window has some of it. So equations about a channel decide by bits 8
 *         to 15; a group that is decided by higher bits alone is a row, a bank or a range.
 * Units   addresses in bytes; data lines as bits of a word of 8 bytes.
 * Source  docs/hardware/vram-spread.md §3. */
#ifndef SUITE_MEMORY_CHANNELS_H
#define SUITE_MEMORY_CHANNELS_H

#include "suite/memory/channel_sample.h"

#define CHANNEL_STRIDE 128u
#define CHANNEL_SURE   21

struct channels {
    uint64_t
        bits; /* of addresses in which tested memory differs; those of one sector of 32 bytes are left out */
    uint64_t
        words; /* that a pass meets, each of them once; 0: not known. Set by the test that makes the
                * passes */
    uint64_t looked, skipped; /* wrong words, as often as they were: looked at, and only counted */
    uint64_t before_pass, most_in_pass; /* words before this pass; the most of one that is over */
    uint64_t lowest, highest;           /* of errors */
    uint64_t farthest;                  /* address, of good ones too */
    struct channel_sample every, nth;   /* of errors looked at; of one in CHANNEL_STRIDE of all */
    unsigned until_nth;                 /* errors, until the next of those comes */
    struct equations all;               /* of all errors */
    uint64_t deciding, last; /* bits that these equations ask for; the error looked at last */
    struct equations tested; /* of all addresses that were told, good ones too */
    uint64_t goods;
};

/* Memory from `from` to `to` is tested; to 0: not known, up to the farthest address that is told. */
void channels_open(struct channels *channels, uint64_t from, uint64_t to);
/* The next pass over memory begins. */
void channels_pass(struct channels *channels);
/* A wrong word; `wrong`: its bits, 0: not known. */
void channels_add(struct channels *channels, uint64_t at, uint64_t wrong);
void channels_add_nth(struct channels *channels, uint64_t at, uint64_t wrong);
/* One more wrong word, which is looked at only if it is one in CHANNEL_STRIDE: where very many are wrong, looking at
 * each would take longer than the test. */
static inline void channels_skip(struct channels *channels, uint64_t at, uint64_t wrong)
{
    if (--channels->until_nth)
        channels->skipped++;
    else
        channels_add_nth(channels, at, wrong);
}

/* A word that was right. Not needed where the tested range is known. */
void channels_good(struct channels *channels, uint64_t at);

/* `card`: how many channels the card has, 0: nobody knows. Without errors there are no findings. */
void channels_solve(const struct channels *channels, unsigned card, struct channel_findings *out);

#endif
