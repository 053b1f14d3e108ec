#include "model/nv50/vm/stale.h"

#include <stdlib.h>
#include <string.h>

#include "model/nv50/base/card.h"

#define PAGES 1024 /* of an engine; a newer one takes the place of one with the same slot */
#define PAGE  UINT64_C(0x1000)

struct known_page {
    bool known;
    uint32_t channel;
    uint64_t at;
    uint64_t pte;
    linear_addr linear; /* of `at` */
};

struct stale {
    struct known_page pages[VM_ENGINE_COUNT][PAGES];
};

struct stale *stale_new(void)
{
    return calloc(1, sizeof(struct stale));
}

static bool is_pfifo(unsigned engine)
{
    return engine == VM_ENGINE_PFIFO || engine == VM_ENGINE_PFIFO_BG;
}

void stale_flushed(struct nv50 *card, unsigned engine)
{
    if (!card->stale)
        return;
    memset(card->stale->pages[engine], 0, sizeof(card->stale->pages[engine]));
    if (engine == VM_ENGINE_PFIFO) /* no driver flushes the background engine by itself */
        stale_flushed(card, VM_ENGINE_PFIFO_BG);
}

void stale_bound(struct nv50 *card, unsigned engine)
{
    if (!is_pfifo(engine))
        stale_flushed(card, engine);
}

/* This look-up is no access of the card's: no counter and no latch may notice it. */
static void walk_unseen(struct nv50 *card, uint32_t channel, uint64_t at, struct tlb_entry *entry)
{
    const bool counted = card->counted, looped = card->looped, in_vram = card->last_in_vram;
    const bool traced = card->shell.traced;

    card->counted = false;
    card->shell.traced = false;
    card->shell.strict.paused = true;
    vm_walk(card, channel, at, entry);
    card->counted = counted;
    card->shell.traced = traced;
    card->shell.strict.paused = false;
    card->looped = looped;
    card->last_in_vram = in_vram;
}

static struct known_page *page_at(struct nv50 *card, const struct vm_access *access, uint64_t at)
{
    const uint64_t slot = (at / PAGE) ^ access->channel;

    return &card->stale->pages[access->engine][slot % PAGES];
}

static bool changed(const struct known_page *page, const struct tlb_entry *now)
{
    const uint64_t linear = now->linear.v + (page->at - now->at);

    return now->absent || now->pte != page->pte || linear != page->linear.v ||
           now->linear.target != page->linear.target;
}

/* As far as known a card does not keep a page that was absent (§8.2). */
static void learn(struct known_page *page, uint32_t channel, uint64_t at,
                  const struct tlb_entry *now)
{
    *page = (struct known_page){ .known = !now->absent, .channel = channel, .at = at };
    page->pte = now->pte;
    page->linear = (linear_addr){ now->linear.v + (at - now->at), now->linear.target };
}

void stale_look(struct nv50 *card, const struct vm_access *access, uint64_t at)
{
    struct tlb_entry now;

    if (!card->stale)
        return;
    at &= ~(PAGE - 1);
    struct known_page *const page = page_at(card, access, at);
    walk_unseen(card, access->channel, at, &now);
    if (page->known && page->channel == access->channel && page->at == at && changed(page, &now))
        strict_note(&card->shell.strict, STRICT_STALE, access->engine,
                    "engine %x at %010llx of channel %08x: was %016llx, is %016llx", access->engine,
                    (unsigned long long)at, access->channel, (unsigned long long)page->pte,
                    (unsigned long long)(now.absent ? 0 : now.pte));
    learn(page, access->channel, at, &now);
}
