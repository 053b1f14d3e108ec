#include "engines/gv100/silent.h"

#include "engines/gv100/l2.h"
#include "engines/past_deadline.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "hw/least.h"

#define MIB     UINT64_C(0x100000)
#define INSIDE  0x1040u /* where in a step the word lies */
#define PATTERN 0x5a96c33cu
/* Words between two evictions of L2, each of which takes as long as thousands of them. */
#define AT_ONCE   1024u
#define BACK_US   1000000u /* for the words of a trial, whatever deadline has passed */
#define MOST_PART 4        /* no more than this part of the memory is believed to be locked */

struct stretch {
    uint64_t from, to; /* equal: none */
    bool odd;
};

static linear_addr word_at(uint64_t at)
{
    return (linear_addr){ at + INSIDE, TARGET_VRAM };
}

/* One word in each of `count` steps from an address on. */
struct trial {
    struct card *card;
    uint64_t from, step;
    unsigned count;
    bool shown[AT_ONCE]; /* a display may show it: nobody writes there */
    uint32_t before[AT_ONCE];
    bool kept[AT_ONCE];
};

static linear_addr trial_word(const struct trial *trial, unsigned i)
{
    return word_at(trial->from + i * trial->step);
}

static void write_all(const struct trial *trial, uint32_t value)
{
    for (unsigned i = 0; i < trial->count; i++)
        if (!trial->shown[i])
            pmem_write32(trial->card, trial_word(trial, i), value);
}

static void put_back(void *opaque)
{
    const struct trial *const trial = opaque;

    for (unsigned i = 0; i < trial->count; i++)
        if (!trial->shown[i])
            pmem_write32(trial->card, trial_word(trial, i), trial->before[i]);
}

/* A word that stores nothing gives neither value back, once L2, which would have both, has let go of it. A word read
 * after a deadline is not the card's, so nothing is written then; words written before it are put back. */
static void try_words(struct trial *trial)
{
    struct card *const card = trial->card;

    for (unsigned i = 0; i < trial->count; i++) {
        trial->shown[i] = vram_is_shown(card, trial_word(trial, i).v);
        trial->before[i] = pmem_read32(card, trial_word(trial, i));
        trial->kept[i] = trial->shown[i];
    }
    if (card_expired(card))
        return;
    for (unsigned round = 0; round < 2; round++) {
        const uint32_t value = round ? ~PATTERN : PATTERN;

        write_all(trial, value);
        const bool evicted = l2_evict(card, trial->from) == OK;

        for (unsigned i = 0; i < trial->count; i++)
            trial->kept[i] |= !evicted || pmem_read32(card, trial_word(trial, i)) == value;
    }
    card_past_deadline(card, BACK_US, put_back, trial);
}

static bool stores(struct card *card, uint64_t at)
{
    struct trial trial = { .card = card, .from = at, .step = SILENT_STEP, .count = 1 };

    try_words(&trial);
    return trial.kept[0];
}

static void add(struct stretch *stretch, uint64_t from, uint64_t to)
{
    if (stretch->from == stretch->to)
        *stretch = (struct stretch){ .from = from, .to = to };
    else if (stretch->to == from)
        stretch->to = to;
    else
        stretch->odd = true;
}

/* The MiB before the first and after the last that store nothing may hold an edge. */
static void find_edges(struct card *card, struct stretch *stretch)
{
    const uint64_t size = card->vram.size;

    while (stretch->from >= SILENT_STEP && !stores(card, stretch->from - SILENT_STEP))
        stretch->from -= SILENT_STEP;
    while (stretch->to > stretch->from && stores(card, stretch->to - SILENT_STEP))
        stretch->to -= SILENT_STEP;
    while (stretch->to < size && !stores(card, stretch->to))
        stretch->to += SILENT_STEP;
}

/* One word of each MiB is tried first, because most cards have no silent stretch; its edges are looked for only
 * where one was found. */
static struct stretch look(struct card *card)
{
    const uint64_t size = card->vram.size;
    struct stretch found = { 0 };
    struct trial trial;

    for (uint64_t at = 0; at < size && !found.odd && !card_expired(card); at += AT_ONCE * MIB) {
        trial.card = card;
        trial.from = at;
        trial.step = MIB;
        trial.count = (unsigned)LEAST((size - at + MIB - 1) / MIB, AT_ONCE);
        try_words(&trial);
        for (unsigned i = 0; i < trial.count; i++)
            if (!trial.kept[i])
                add(&found, at + i * MIB, at + (i + 1) * MIB);
    }
    if (found.to > found.from && !found.odd)
        find_edges(card, &found);
    return found;
}

enum silent silent_find(struct card *card, uint64_t *from, uint64_t *to)
{
    const struct stretch first = look(card), second = look(card);

    *from = first.from;
    *to = first.to;
    if (first.odd || second.odd || first.from != second.from || first.to != second.to ||
        first.to - first.from > card->vram.size / MOST_PART || card_expired(card))
        return SILENT_ODD;
    return first.to > first.from ? SILENT_FOUND : SILENT_NONE;
}
