#include "engines/gv100/silent.h"

#include "engines/family.h"
#include "engines/window.h"

#define MIB       UINT64_C(0x100000)
#define INSIDE    0x1040u /* where in a step the word lies */
#define PATTERN   0x5a96c33cu
#define MOST_PART 4 /* no more than this part of the memory is believed to be locked */

struct stretch {
    uint64_t from, to; /* equal: none */
    bool odd;
};

/* A word that stores nothing gives neither value back. */
static bool stores(struct card *card, uint64_t at)
{
    const linear_addr word = { at + INSIDE, TARGET_VRAM };
    const uint32_t before = pmem_read32(card, word);
    bool kept = false;

    for (unsigned i = 0; i < 2 && !kept; i++) {
        const uint32_t value = i ? ~PATTERN : PATTERN;

        pmem_write32(card, word, value);
        if (card_flush(card) != OK)
            return true;
        kept = pmem_read32(card, word) == value;
    }
    pmem_write32(card, word, before);
    return kept;
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

/* The MiB before the first and behind the last that store nothing may hold an edge. */
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

static struct stretch look(struct card *card)
{
    struct stretch found = { 0 };

    for (uint64_t at = 0; at < card->vram.size && !found.odd && !card_expired(card); at += MIB)
        if (!stores(card, at))
            add(&found, at, at + MIB);
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
