#include "suite/memory/channel_sample.h"

/* Where the index has the place, or would have it. Three of four entries are free, so a search ends soon. */
static uint16_t *entry_of(struct channel_sample *sample, uint64_t at)
{
    unsigned i = channel_mixed(at) % CHANNEL_INDEX;

    while (sample->index[i] && sample->place[sample->index[i] - 1].at != at)
        i = (i + 1) % CHANNEL_INDEX;
    return &sample->index[i];
}

/* Drops the places with hashes in the upper half until there is room. */
static void make_room(struct channel_sample *sample)
{
    while (sample->used == CHANNEL_SAMPLE) {
        unsigned kept = 0;

        sample->below /= 2;
        for (unsigned i = 0; i < CHANNEL_INDEX; i++)
            sample->index[i] = 0;
        for (unsigned i = 0; i < sample->used; i++) {
            if (channel_mixed(sample->place[i].at) >= sample->below)
                continue;
            sample->place[kept] = sample->place[i];
            *entry_of(sample, sample->place[kept].at) = (uint16_t)(kept + 1);
            kept++;
        }
        sample->used = kept;
    }
}

void channel_sample_keep(struct channel_sample *sample, uint64_t at, uint64_t wrong)
{
    uint16_t *const entry = entry_of(sample, at);

    if (*entry) {
        sample->place[*entry - 1].wrong |= wrong;
        return;
    }
    sample->place[sample->used++] = (struct channel_error){ at, wrong };
    *entry = (uint16_t)sample->used;
    make_room(sample);
}
