#include "model/nv50/vm/alias.h"

#include <string.h>

#include "hw/nv50/pbus.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/vm.h"
#include "hw/pci.h"
#include "model/nv50/base/card.h"
#include "model/nv50/card/nv50.h"
#include "model/nv50/host/windows.h"
#include "model/nv50/vm/pfb.h"
#include "model/nv50/vm/tags.h"
#include "model/nv50/vm/translate.h"
#include "model/nv50/vram/vram.h"

#define HOST_PAGE UINT64_C(0x1000)

/* Whether a defect changes what a good access through a window does. Those of records, of flushes, of
 * engines and of other registers do not. */
static bool watches_windows(const char *defect)
{
    static const char *const others[] = {
        "falcon-",  "fault-",    "fifo-", "graph-", "m2mf-",  "media-",     "pci-",
        "pcipher-", "pcounter-", "pfb-",  "pmc-",   "pmpeg-", "tlb-flush-", "xtensa-",
    };

    for (unsigned i = 0; i < ARRAY_SIZE(others); i++)
        if (strncmp(defect, others[i], strlen(others[i])) == 0)
            return false;
    return true;
}

/* Defects of the memory watch their own ranges (vram_is_plain). */
void alias_init(struct nv50 *card)
{
    card->aliases->allowed = card->host.alias && card->host.unalias && !card->traced;
    for (unsigned i = 0; i < DEFECT_COUNT; i++)
        if (card->broken[i] && watches_windows(card_defect_rows[i].option.name))
            card->aliases->allowed = false;
}

static unsigned bar_of(enum window window)
{
    return window == WINDOW_BAR1 ? NV_BAR_VRAM : NV_BAR_RAMIN;
}

static bool known(const struct nv50 *card, unsigned bar, uint64_t offset)
{
    for (unsigned i = 0; i < ALIASES_MAX; i++) {
        const struct alias *alias = &card->aliases->each[i];
        if (alias->used && alias->bar == bar && offset - alias->offset < alias->size)
            return true;
    }
    return false;
}

static bool possible(const struct nv50 *card)
{
    return card->aliases->allowed && !card->counted && card->aliases->count < ALIASES_MAX &&
           pfb_memory_usable(card) && !(reg_get(card, PMC_VRAM_HIDE_LOW) & PMC_VRAM_HIDE_ENABLE);
}

static void realise(struct nv50 *card, const struct alias *wanted, uint64_t vram)
{
    if (wanted->size < ALIAS_SIZE_MIN || vram + wanted->size > pfb_vram_limit(card) ||
        (wanted->offset | vram) % HOST_PAGE || known(card, wanted->bar, wanted->offset) ||
        !vram_is_plain(card->vram, (uint32_t)vram, wanted->size))
        return;
    unsigned id = 0;
    while (card->aliases->each[id].used)
        id++;
    card->aliases->each[id] = *wanted;
    card->aliases->each[id].used = true;
    card->aliases->count++;
    card->host.alias(card->host.opaque, id, wanted->bar, wanted->offset, vram, wanted->size);
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

void alias_offer_vram(struct nv50 *card, enum window window, uint64_t offset)
{
    if (window == WINDOW_PEEPHOLE || !possible(card) || known(card, bar_of(window), offset))
        return;
    const uint64_t size = least(nv50_bar_size(card, bar_of(window)), pfb_vram_limit(card));
    realise(card, &(struct alias){ .bar = bar_of(window), .size = size & ~(HOST_PAGE - 1) }, 0);
}

void alias_offer_pmem(struct nv50 *card, uint64_t base)
{
    const uint64_t limit = pfb_vram_limit(card);

    if (!possible(card) || base >= limit)
        return;
    const uint64_t size = least(PMEM_WINDOW_SIZE, limit - base) & ~(HOST_PAGE - 1);
    realise(card, &(struct alias){ .bar = NV_BAR_MMIO, .offset = PMEM_WINDOW, .size = size }, base);
}

/* What an access stands on: a TLB entry, or an unpaged object, which lives until its window is bound
 * again (then every alias goes). */
struct ground {
    uint64_t at, span; /* in the space of the object's sum */
    uint64_t linear;
};

static bool ground_of(const struct vm_access *access, const struct vm_result *result, uint64_t base,
                      struct ground *out)
{
    const struct tlb_entry *entry = result->entry;

    if (entry)
        *out = (struct ground){ entry->at, entry->span, entry->linear.v };
    else if (FIELD_GET(DMAOBJ0_TARGET, access->object[0]) == DMAOBJ_TARGET_VRAM)
        *out = (struct ground){ base, UINT64_C(1) << 32, base };
    else
        return false;
    return out->span >= ALIAS_SIZE_MIN;
}

/* The part of the ground that the object lets through, short of its last page. */
void alias_offer_entry(struct nv50 *card, enum window window, const struct vm_access *access,
                       const struct vm_result *result)
{
    const uint64_t base = vm_object_base(card, access->object);
    const uint64_t limit = vm_object_limit(card, access->object) & ~(HOST_PAGE - 1);
    struct ground ground;

    if (window == WINDOW_PEEPHOLE || !possible(card) || result->read_only ||
        result->at.target != TARGET_VRAM || result->mapping.type != STORAGE_TYPE_PITCH ||
        result->mapping.long_cycle || tags_count(card, result->mapping) ||
        known(card, bar_of(window), access->logical) || !ground_of(access, result, base, &ground))
        return;
    const uint64_t first = ground.at > base ? ground.at : base;
    uint64_t end = least(ground.at + ground.span, limit);
    end = least(end, base + nv50_bar_size(card, bar_of(window)));
    if (end <= first)
        return;
    const struct alias wanted = { .bar = bar_of(window),
                                  .offset = first - base,
                                  .size = (end - first) & ~(HOST_PAGE - 1),
                                  .entry = result->entry };
    realise(card, &wanted, (uint32_t)(ground.linear + first - ground.at));
}

static void drop(struct nv50 *card, unsigned id)
{
    card->aliases->each[id].used = false;
    card->aliases->count--;
    card->host.unalias(card->host.opaque, id);
}

void alias_drop_entry(struct nv50 *card, const struct tlb_entry *entry)
{
    for (unsigned i = 0; i < ALIASES_MAX && card->aliases->count; i++)
        if (card->aliases->each[i].used && card->aliases->each[i].entry == entry)
            drop(card, i);
}

void alias_drop_bar(struct nv50 *card, unsigned bar)
{
    for (unsigned i = 0; i < ALIASES_MAX && card->aliases->count; i++)
        if (card->aliases->each[i].used && card->aliases->each[i].bar == bar)
            drop(card, i);
}

void alias_drop_all(struct nv50 *card)
{
    for (unsigned i = 0; i < ALIASES_MAX && card->aliases->count; i++)
        if (card->aliases->each[i].used)
            drop(card, i);
}
