/* suite/memory/channel_sample.h: which places of wrong words are kept, where there is no room for all of them.
 *
 * Shape   a place is kept if the hash of its address is low; when the room is full, the limit of the hashes is halved.
 *         So the sample is as good as random, however often and in which order errors come.
 * Units   addresses in bytes. */
#ifndef SUITE_MEMORY_CHANNEL_SAMPLE_H
#define SUITE_MEMORY_CHANNEL_SAMPLE_H

#include "suite/kit/channel_finding.h"

#define CHANNEL_SAMPLE 1024 /* places */
#define CHANNEL_INDEX  (4 * CHANNEL_SAMPLE)

/* Places of errors, each once: all of them, or those with the lowest hashes. */
struct channel_sample {
    uint64_t below; /* hashes of kept places are lower */
    unsigned used;
    struct channel_error place[CHANNEL_SAMPLE];
    uint16_t index[CHANNEL_INDEX]; /* 1 + a place's number, at its hash or after it; 0: free */
};

/* As good as random, the same for the same address. */
static inline uint64_t channel_mixed(uint64_t value)
{
    value *= UINT64_C(0x9e3779b97f4a7c15);
    value = (value ^ value >> 31) * UINT64_C(0xbf58476d1ce4e5b9);
    return value ^ value >> 29;
}

/* An error whose hash is low enough. */
void channel_sample_keep(struct channel_sample *sample, uint64_t at, uint64_t wrong);
/* An error with these wrong bits; `below` of a new sample is UINT64_MAX, all else 0. Most errors are not kept once there
 * are many: those cost no call. */
static inline void channel_sample_add(struct channel_sample *sample, uint64_t at, uint64_t wrong)
{
    if (channel_mixed(at) < sample->below)
        channel_sample_keep(sample, at, wrong);
}

#endif
