/* suite/kit/channel_finding.h: the broken place, as found from the addresses of wrong words, where no document says how
 * a card spreads its memory (suite/memory/channels.h finds it).
 *
 * Units   addresses in bytes; data lines as bits of a word of 8 bytes.
 * Source  docs/hardware/vram-spread.md §3. */
#ifndef SUITE_KIT_CHANNEL_FINDING_H
#define SUITE_KIT_CHANNEL_FINDING_H

#include "suite/kit/equations.h"

#define CHANNEL_FINDINGS 4
#define CHANNEL_LINES    64
#define CHANNEL_FAILING  128

struct channel_error {
    uint64_t at;
    uint64_t wrong; /* bits, of all times that it was seen */
};

enum channel_kind {
    CHANNELS_FEW,    /* too few errors to say anything */
    CHANNELS_NONE,   /* they have no equation: several channels, or none in particular */
    CHANNELS_EVERY,  /* all words are wrong: every channel alike */
    CHANNELS_ONE,    /* one channel */
    CHANNELS_SHARED, /* one of several channels, or several: `of` of them have these equations */
    CHANNELS_BANK,   /* one bank, of one channel */
    CHANNELS_ROW,    /* one row of it */
    CHANNELS_COLUMN, /* one column of a bank */
    CHANNELS_RANGE,  /* addresses that follow each other */
    CHANNELS_PART,   /* some other part of memory, smaller than a channel */
    CHANNEL_KINDS,
};

struct channel_finding {
    enum channel_kind kind;
    struct equations equations; /* ordered; they hold for `agreeing` of `sampled` errors */
    bool all;    /* they hold for every error that was looked at, not only for the sample */
    unsigned of; /* of SHARED: channels with the same equations; 0: not known */
    unsigned sampled, agreeing;
    unsigned places, needed; /* windows with errors; how many are asked for */
    uint64_t lines;          /* data lines that err in one of twenty of them, or more */
    uint64_t lowest, highest;
};

/* Faults with different data lines are told apart. */
struct channel_findings {
    unsigned count;   /* 0: there were no errors, or chips are told in another way */
    unsigned card;    /* channels of the card; 0: not known */
    uint64_t errors;  /* wrong words */
    uint64_t skipped; /* of them: not looked at */
    uint64_t bits;    /* of addresses that could differ, but for those of one sector */
    unsigned sampled; /* places that the findings are made from */
    struct channel_finding all[CHANNEL_FINDINGS];
    unsigned failing_count;
    struct channel_error failing[CHANNEL_FAILING]; /* some of those places, to be tested again */
};

#endif
