#include "model/gv100/window/window_alias.h"

#include <string.h>

#include "hw/gv100/gmmu.h"
#include "hw/gv100/unlisted.h"
#include "hw/pci.h"
#include "model/gv100/base/card.h"
#include "model/gv100/vm/memory.h"
#include "model/gv100/vram/vram.h"
#include "model/gv100/window/windows.h"

#define HOST_PAGE UINT64_C(0x1000)

/* Whether any page of 2 MiB is plain; without one the search is pointless. */
static bool some_page_is_plain(const struct gv100 *card)
{
    const uint64_t page = BIT64(GMMU_PAGE_2M), end = gv_vram_size(card->vram);

    for (uint64_t at = 0; at < end; at += page)
        if (gv_vram_is_plain(card->vram, at, page))
            return true;
    return false;
}

void gv_window_alias_init(struct gv100 *card)
{
    bool allowed = !card->shell.traced && !card->shell.strict.on && some_page_is_plain(card) &&
                   gv_knob(card, KNOB_TLB_ENTRIES) != 0;

    for (unsigned i = 0; i < DEFECT_COUNT; i++)
        if (card->broken[i] && gv_defect_rows[i].watches)
            allowed = false;
    aliases_init(&card->shell.aliases, &card->shell.host, allowed);
}

void gv_window_unalias(struct gv100 *card)
{
    aliases_drop_bar(&card->shell.aliases, NV_BAR_VRAM);
    aliases_drop_bar(&card->shell.aliases, NV_BAR_RAMIN);
    memset(card->windows->offered, 0, sizeof(card->windows->offered));
    if (card->broken[DEFECT_WINDOW_READS_KEPT])
        memset(card->windows->kept, 0, sizeof(card->windows->kept));
}

static void offer(struct gv100 *card, unsigned bar, uint64_t offset, uint64_t size, uint64_t vram)
{
    if (!aliases_have_room(&card->shell.aliases) || !gv_memory_usable(card) ||
        aliases_cover(&card->shell.aliases, bar, offset) || (offset | vram | size) % HOST_PAGE ||
        vram >= gv_vram_size(card->vram) || size > gv_vram_size(card->vram) - vram ||
        !gv_vram_is_plain(card->vram, vram, size))
        return;
    aliases_add(&card->shell.aliases, &(struct alias){ .bar = bar, .offset = offset, .size = size },
                vram);
}

void gv_window_alias_physical(struct gv100 *card, unsigned bar, uint64_t bar_size)
{
    const uint64_t end = gv_vram_size(card->vram);

    offer(card, bar, 0, bar_size < end ? bar_size : end, 0);
}

void gv_window_alias_page(struct gv100 *card, unsigned bar, uint64_t offset, linear_addr at)
{
    const uint64_t size = BIT64(GMMU_PAGE_2M), inside = offset & (size - 1);

    if (at.target == TARGET_VRAM)
        offer(card, bar, offset - inside, size, at.v - inside);
}

void gv_window_alias_pramin(struct gv100 *card, uint64_t base)
{
    offer(card, NV_BAR_MMIO, PRAMIN, PRAMIN_BYTES, base);
}
