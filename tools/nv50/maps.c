/* tools/nv50/maps.c: goes through the page directory of a channel and each of its tables. These are virtual addresses:
 * a DMA object's base and overrides are not part of an address space. */
#include "tools/nv50/maps.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "hw/nv50/vm.h"
#include "mmu/nv50/channel.h"
#include "mmu/nv50/pde.h"
#include "mmu/nv50/pte.h"
#include "tools/nv50/names.h"

#define X "0x%" PRIx64

/* Attributes of a page, packed so that ranges compare them at once. */
#define READ_ONLY   BITS64(0, 0)
#define SUPERVISOR  BITS64(1, 1)
#define LONG_CYCLE  BITS64(2, 2)
#define ENCRYPTED   BITS64(3, 3)
#define TYPE        BITS64(15, 8)
#define COMPRESSION BITS64(17, 16)

#define TAG BITS64(11, 0) /* higher bits wrap */

struct lister {
    const struct toolkit_dump *dump;
    const struct nv50_chip *chip;
    struct maps *maps;
};

/* VRAM addresses have 32 bits: tesla-vm.md §1.7. */
static linear_addr in_target(linear_addr at)
{
    if (at.target == TARGET_VRAM)
        at.v &= UINT32_MAX;
    return at;
}

static bool read_entry(const struct lister *l, const char *what, linear_addr at, uint64_t va,
                       uint64_t *word)
{
    if (l->dump->memory->read(l->dump->memory, at, word, sizeof(*word)))
        return true;
    maps_error(l->maps, "%s at %s " X " is outside the images, from VA " X " on", what,
               target_name(at.target), at.v, va);
    return false;
}

static uint64_t attributes_of(const struct pte *pte)
{
    return FIELD_PUT(READ_ONLY, (uint64_t)pte->read_only) |
           FIELD_PUT(SUPERVISOR, (uint64_t)pte->supervisor) |
           FIELD_PUT(LONG_CYCLE, (uint64_t)pte->long_cycle) |
           FIELD_PUT(ENCRYPTED, (uint64_t)pte->encrypted) | FIELD_PUT(TYPE, (uint64_t)pte->type) |
           FIELD_PUT(COMPRESSION, (uint64_t)pte->compression);
}

/* Tag cells of each 64 KiB; the fourth value is none in a PTE: tesla-vm.md §5. */
static unsigned tag_step(const struct pte *pte)
{
    return pte->compression == COMPRESSION_SINGLE   ? 1
           : pte->compression == COMPRESSION_DOUBLE ? 2
                                                    : 0;
}

/* A page by its own PTE, which holds the address and tag of its block's first page: tesla-vm.md §1.7. */
static void add_page(const struct lister *l, const struct pte *pte, unsigned page_shift,
                     uint64_t va)
{
    const uint64_t in_block = va & BITS64(page_shift + pte->order - 1, 0);
    const linear_addr at = in_target((linear_addr){ pte->page.v + in_block, pte->page.target });

    const unsigned step = tag_step(pte);
    const uint64_t tag = step ? pte->tag + (in_block >> 16) * step : 0;

    maps_add(l->maps, &(struct map_range){ .va = va,
                                           .size = UINT64_C(1) << page_shift,
                                           .address = at.v,
                                           .target = (uint8_t)at.target,
                                           .page_shift = (uint8_t)page_shift,
                                           .attributes = attributes_of(pte),
                                           .tag = (uint16_t)FIELD_GET(TAG, tag),
                                           .tag_step = (uint8_t)step });
}

/* One table: pages that are present become ranges. A table without any is dead, as nothing can be reached by
 * it. */
static void list_table(const struct lister *l, const struct pde *pde, uint64_t va)
{
    const unsigned page_shift = pde_page_shift(l->chip, pde);
    const uint32_t entries = pde_entries(l->chip, pde);
    uint32_t present = 0;

    if (!maps_table(l->maps))
        return;
    for (uint32_t i = 0; i < entries; i++) {
        const linear_addr at =
            in_target((linear_addr){ pde->table.v + (uint64_t)i * 8, pde->table.target });
        const uint64_t page = va + ((uint64_t)i << page_shift);
        uint64_t word;
        struct pte pte;

        if (!read_entry(l, "PTE", at, page, &word))
            return;
        pte_unpack(l->chip, page_shift, word, &pte);
        present += pte.present;
        if (pte.present && pte.page.target == TARGET_INVALID)
            maps_note(l->maps, "unreached: PTE at %s " X " for VA " X ": its target 1 is no place",
                      target_name(at.target), at.v, page);
        else if (pte.present)
            add_page(l, &pte, page_shift, page);
    }
    if (!present)
        maps_note(l->maps, "dead: table at %s " X " for VA " X ".." X ": no page is present",
                  target_name(pde->table.target), in_target(pde->table).v, va,
                  va + ((uint64_t)entries << page_shift) - 1);
}

/* 2048 entries of 512 MiB each. An entry that names a table, but not so that the card would follow it, is noted,
 * because it is the trace of a mistake. */
static void list_directory(const struct lister *l, linear_addr channel)
{
    for (unsigned i = 0; i < PD_ENTRIES; i++) {
        const uint64_t va = (uint64_t)i << PD_SPAN_LOG2;
        const linear_addr at = in_target(channel_pde(l->chip, channel, (virtual_addr){ va }));
        uint64_t word;
        struct pde pde;

        if (!read_entry(l, "PDE", at, va, &word))
            return;
        pde_unpack(l->chip, word, &pde);
        if (pde_page_shift(l->chip, &pde) && pde.table.target != TARGET_INVALID)
            list_table(l, &pde, va);
        else if (pde.table.v || pde_page_shift(l->chip, &pde))
            maps_note(l->maps, "unreached: table " X " of PDE at %s " X " for VA " X ": %s",
                      pde.table.v, target_name(at.target), at.v, va,
                      pde_page_shift(l->chip, &pde) ? "its target 1 is no place"
                                                    : "its type says that there is none");
    }
}

static const char *place_name(uint8_t target)
{
    return target_name((enum target)target);
}

/* The whole space of a channel: each entry of its page directory, each entry of each table. */
bool nv50_maps(const struct toolkit_dump *dump, const char *argument, const char *veid,
               struct maps *maps, char why[TOOLKIT_WHY])
{
    const struct lister l = { dump, nv50_chip_of(dump->chip), maps };
    uint64_t descriptor;
    linear_addr channel;
    bool over;

    if (veid || !word_hex(word_of_text(argument), &descriptor, &over) || over ||
        descriptor > (CHANNEL_DESC_ADDRESS | CHANNEL_DESC_TARGET)) {
        snprintf(why, TOOLKIT_WHY,
                 veid ? "%.60s has no subcontexts"
                      : "CHANNEL '%.60s': a descriptor of 30 bits wanted, with 0x",
                 veid ? dump->chip->name : argument);
        return false;
    }
    channel = channel_unpack((uint32_t)descriptor);
    if (channel.target == TARGET_INVALID) {
        snprintf(why, TOOLKIT_WHY, "CHANNEL '%.60s': its target 1 is no place", argument);
        return false;
    }
    list_directory(&l, channel);
    maps_find_overlaps(maps, place_name);
    return true;
}

void nv50_put_place(const struct map_range *range, struct out *out)
{
    out_text(out, place_name(range->target));
}

void nv50_put_attributes(const struct map_range *range, struct out *out)
{
    const uint64_t a = range->attributes;

    out_format(out, "ro=%u su=%u type=0x%x comp=%u tag=0x%x cycle=%s enc=%u",
               (unsigned)FIELD_GET(READ_ONLY, a), (unsigned)FIELD_GET(SUPERVISOR, a),
               (unsigned)FIELD_GET(TYPE, a), (unsigned)FIELD_GET(COMPRESSION, a), range->tag,
               a & LONG_CYCLE ? "long" : "short", (unsigned)FIELD_GET(ENCRYPTED, a));
}
