#include "model/nv50/vm/tlb.h"

#include <stdlib.h>
#include <string.h>

#include "hw/nv50/vm.h"
#include "model/common/power_on_noise.h"
#include "model/nv50/base/card.h"
#include "model/nv50/vm/stale.h"

bool tlb_init(struct nv50 *card)
{
    const unsigned count = card_knob(card, KNOB_TLB_ENTRIES);

    if (card->shell.strict.on && !(card->stale = stale_new()))
        return false;
    if (count == 0)
        return true;
    for (unsigned engine = 0; engine < VM_ENGINE_COUNT; engine++) {
        struct tlb *tlb = &card->tlbs[engine];
        tlb->entries = calloc(count, sizeof(*tlb->entries));
        if (!tlb->entries)
            return false;
        tlb->count = count;
    }
    return true;
}

void tlb_free(struct nv50 *card)
{
    for (unsigned engine = 0; engine < VM_ENGINE_COUNT; engine++)
        free(card->tlbs[engine].entries);
    free(card->stale);
}

/* Knob bind_flush: whether entries outlive a change of the engine's channel, and then answer for any other or
 * for their own alone. PFIFO changes channels without the driver: of a kept entry it can know only by a tag. */
static bool keeps(const struct nv50 *card, unsigned engine)
{
    const unsigned rule = card_knob(card, KNOB_BIND_FLUSH);
    const bool pfifo = engine == VM_ENGINE_PFIFO || engine == VM_ENGINE_PFIFO_BG;

    return card->broken[DEFECT_TLB_BIND_KEEPS] || rule == BIND_FLUSH_KEEP ||
           (rule != BIND_FLUSH_DROP && pfifo);
}

static bool answers_any(const struct nv50 *card)
{
    return card->broken[DEFECT_TLB_BIND_KEEPS] ||
           card_knob(card, KNOB_BIND_FLUSH) == BIND_FLUSH_KEEP;
}

static bool covers(const struct nv50 *card, const struct tlb *tlb, const struct tlb_entry *entry,
                   uint64_t at)
{
    uint64_t offset = at - entry->at;
    const uint64_t span = card->broken[DEFECT_TLB_ENTRY_TOO_LONG] ? 2 * entry->span : entry->span;

    if (card->broken[DEFECT_TLB_HIGH_BITS_IGNORED])
        offset &= UINT32_MAX;
    return entry->valid && offset < span && (entry->channel == tlb->channel || answers_any(card));
}

/* Host aliases live no longer than the entry they come from. */
static void drop(struct nv50 *card, struct tlb_entry *entry)
{
    if (entry->valid)
        aliases_drop_of(&card->shell.aliases, entry);
    entry->valid = false;
}

/* Knob tlb_loses: each look-up finds any one of sixteen entries gone. */
static void lose(struct nv50 *card, struct tlb *tlb)
{
    const uint64_t draw = noise_next(&tlb->noise);

    if (tlb->count == 0)
        return;
    struct tlb_entry *const entry = &tlb->entries[draw % tlb->count];
    drop(card, entry);
    if (tlb->last == entry)
        tlb->last = NULL;
}

/* The entry that answered last is looked at first, because most accesses come to the same page again. */
const struct tlb_entry *tlb_find(struct nv50 *card, unsigned engine, uint64_t at)
{
    struct tlb *tlb = &card->tlbs[engine];

    if (card_knob(card, KNOB_TLB_LOSES) == TLB_LOSES_ANYTHING)
        lose(card, tlb);

    if (tlb->last && covers(card, tlb, tlb->last, at)) {
        tlb->last->used = ++tlb->clock;
        return tlb->last;
    }
    for (unsigned i = 0; i < tlb->count; i++) {
        if (covers(card, tlb, &tlb->entries[i], at)) {
            tlb->last = &tlb->entries[i];
            tlb->last->used = ++tlb->clock;
            return tlb->last;
        }
    }
    return NULL;
}

static struct tlb_entry *oldest(struct tlb *tlb)
{
    struct tlb_entry *found = &tlb->entries[0];
    for (unsigned i = 0; i < tlb->count; i++) {
        if (!tlb->entries[i].valid)
            return &tlb->entries[i];
        if (tlb->entries[i].used < found->used)
            found = &tlb->entries[i];
    }
    return found;
}

void tlb_fill(struct nv50 *card, unsigned engine, const struct tlb_entry *entry)
{
    struct tlb *tlb = &card->tlbs[engine];
    if (tlb->count == 0)
        return;
    struct tlb_entry *place = oldest(tlb);
    drop(card, place);
    *place = *entry;
    place->valid = true;
    place->channel = tlb->channel;
    place->used = ++tlb->clock;
    tlb->last = place;
}

static void drop_engine(struct nv50 *card, unsigned engine)
{
    struct tlb *tlb = &card->tlbs[engine];
    for (unsigned i = 0; i < tlb->count; i++)
        drop(card, &tlb->entries[i]);
    tlb->last = NULL;
}

void tlb_bind(struct nv50 *card, unsigned engine, uint32_t channel)
{
    struct tlb *tlb = &card->tlbs[engine];

    stale_bound(card, engine);
    if (!keeps(card, engine))
        drop_engine(card, engine);
    tlb->channel = channel;
}

static void drop_oldest(struct nv50 *card, unsigned engine)
{
    struct tlb *tlb = &card->tlbs[engine];
    struct tlb_entry *found = NULL;

    for (unsigned i = 0; i < tlb->count; i++)
        if (tlb->entries[i].valid && (!found || tlb->entries[i].used < found->used))
            found = &tlb->entries[i];
    if (found)
        drop(card, found);
}

static bool flush_is_lost(const bool *broken, unsigned engine)
{
    return broken[DEFECT_TLB_FLUSH_IGNORED] ||
           (broken[DEFECT_TLB_FLUSH_GRAPH_IGNORED] && engine == VM_ENGINE_PGRAPH) ||
           (broken[DEFECT_TLB_FLUSH_FIFO_IGNORED] && engine == VM_ENGINE_PFIFO);
}

/* Whose TLB a flush drops instead. */
static unsigned broken_engine(const bool *broken, unsigned engine)
{
    if (broken[DEFECT_TLB_FLUSH_ID_SHORT])
        engine &= 7;
    if (broken[DEFECT_TLB_FLUSH_SWAPPED] && engine == VM_ENGINE_BAR)
        return VM_ENGINE_PEEPHOLE;
    if (broken[DEFECT_TLB_FLUSH_SWAPPED] && engine == VM_ENGINE_PEEPHOLE)
        return VM_ENGINE_BAR;
    return engine;
}

void tlb_flush(struct nv50 *card, unsigned engine)
{
    stale_flushed(card, engine);
    if (flush_is_lost(card->broken, engine))
        return;
    engine = broken_engine(card->broken, engine);
    if (card->broken[DEFECT_TLB_SHARED])
        tlb_drop_all(card);
    else if (card->broken[DEFECT_TLB_FLUSH_FIRST_ONLY])
        drop_oldest(card, engine);
    else
        drop_engine(card, engine);
    /* Engine c has no flush of its own in any driver, so one that flushes 5 must do for both. */
    if (engine == VM_ENGINE_PGRAPH &&
        card_knob(card, KNOB_BIND_FLUSH) == BIND_FLUSH_TAGGED_WITH_PGRAPH) {
        drop_engine(card, VM_ENGINE_PFIFO);
        drop_engine(card, VM_ENGINE_PFIFO_BG);
    }
}

void tlb_drop_all(struct nv50 *card)
{
    for (unsigned engine = 0; engine < VM_ENGINE_COUNT; engine++) {
        stale_flushed(card, engine);
        drop_engine(card, engine);
    }
}
