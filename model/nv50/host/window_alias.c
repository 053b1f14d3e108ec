#include "model/nv50/host/window_alias.h"

#include "hw/least.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/vm.h"
#include "hw/pci.h"
#include "model/nv50/base/card.h"
#include "model/nv50/host/windows.h"
#include "model/nv50/vm/pfb.h"
#include "model/nv50/vm/tags.h"
#include "model/nv50/vm/translate.h"
#include "model/nv50/vram/vram.h"

#define HOST_PAGE      UINT64_C(0x1000)
#define ALIAS_SIZE_MIN 0x20000 /* less is not worth the cost of making an alias */

/* Defects of the memory watch their own ranges (vram_is_plain). */
void window_alias_init(struct nv50 *card)
{
    bool allowed = !card->shell.traced && !card->shell.strict.on;

    for (unsigned i = 0; i < DEFECT_COUNT; i++)
        if (card->broken[i] && card_defect_rows[i].watches)
            allowed = false;
    aliases_init(&card->shell.aliases, &card->shell.host, allowed);
}

static bool possible(const struct nv50 *card)
{
    return aliases_have_room(&card->shell.aliases) && !card->counted && pfb_memory_usable(card) &&
           !(reg_get(card, PMC_VRAM_HIDE_LOW) & PMC_VRAM_HIDE_ENABLE) && !windows_remapped(card);
}

static bool possible_at(const struct nv50 *card, const struct window *window, uint64_t offset)
{
    return window->bar != WINDOW_NO_BAR && possible(card) &&
           !aliases_cover(&card->shell.aliases, window->bar, offset);
}

static void realise(struct nv50 *card, const struct alias *wanted, uint64_t vram)
{
    if (wanted->size < ALIAS_SIZE_MIN || vram + wanted->size > pfb_vram_limit(card) ||
        (wanted->offset | vram) % HOST_PAGE ||
        aliases_cover(&card->shell.aliases, wanted->bar, wanted->offset) ||
        !vram_is_plain(card->vram, (uint32_t)vram, wanted->size))
        return;
    aliases_add(&card->shell.aliases, wanted, vram);
}

void window_alias_vram(struct nv50 *card, const struct window *window, uint64_t offset)
{
    if (!possible_at(card, window, offset))
        return;
    const uint64_t size = LEAST(window->size, pfb_vram_limit(card));
    realise(card, &(struct alias){ .bar = window->bar, .size = size & ~(HOST_PAGE - 1) }, 0);
}

void window_alias_pmem(struct nv50 *card, uint64_t base)
{
    const uint64_t limit = pfb_vram_limit(card);

    if (!possible(card) || base >= limit)
        return;
    const uint64_t size = LEAST(PMEM_WINDOW_SIZE, limit - base) & ~(HOST_PAGE - 1);
    realise(card, &(struct alias){ .bar = NV_BAR_MMIO, .offset = PMEM_WINDOW, .size = size }, base);
}

/* A run of addresses that one TLB entry translates, or one unpaged object. The object's run lives until its
 * window is bound again, when every alias of the window goes. */
struct run {
    uint64_t at, span; /* base of the object plus offset */
    uint64_t linear;   /* where `at` lies */
};

static bool run_of(const struct vm_access *access, const struct vm_result *result, uint64_t base,
                   struct run *out)
{
    const struct tlb_entry *entry = result->entry;

    if (entry)
        *out = (struct run){ entry->at, entry->span, entry->linear.v };
    else if (FIELD_GET(DMAOBJ0_TARGET, access->object[0]) == DMAOBJ_TARGET_VRAM)
        *out = (struct run){ base, UINT64_C(1) << 32, base };
    else
        return false;
    return out->span >= ALIAS_SIZE_MIN;
}

/* Whether the access met storage in its own order, and may have written it. */
static bool is_plain(const struct nv50 *card, const struct vm_result *result)
{
    return !result->read_only && result->at.target == TARGET_VRAM &&
           result->mapping.type == STORAGE_TYPE_PITCH && !result->mapping.long_cycle &&
           !tags_count(card, result->mapping) && !tags_corrupt(card, result->mapping);
}

/* The alias is the part of the run that the object's limit, the BAR and the size of VRAM let through. It
 * ends short of the limit's own page, of which the limit may cut off a part. */
void window_alias_page(struct nv50 *card, const struct window *window,
                       const struct vm_access *access, const struct vm_result *result)
{
    const uint64_t base = vm_object_base(card, access->object);
    const uint64_t limit = vm_object_limit(card, access->object) & ~(HOST_PAGE - 1);
    struct run run;

    if (!possible_at(card, window, access->logical) || !is_plain(card, result) ||
        !run_of(access, result, base, &run))
        return;
    const uint64_t first = run.at > base ? run.at : base;
    const uint64_t end = LEAST(LEAST(run.at + run.span, limit), base + window->size);
    if (end <= first)
        return;
    const uint64_t vram = (uint32_t)(run.linear + first - run.at);
    const uint64_t there = pfb_vram_limit(card);
    const uint64_t size = LEAST(end - first, vram < there ? there - vram : 0);
    const struct alias wanted = { .bar = window->bar,
                                  .offset = first - base,
                                  .size = size & ~(HOST_PAGE - 1),
                                  .source = result->entry };
    realise(card, &wanted, vram);
}
