/* tools/gv100/maps.c: goes through the tables from PD3 down, with the same steps as the walk (mmu/gv100/step.h), so
 * that a list cannot say anything else than an access would find. Below an entry of PD0 both tables are gone
 * through together, 64 KiB at a time. */
#include "tools/gv100/maps.h"

#include <inttypes.h>
#include <stdio.h>

#include "mmu/gv100/walk.h"
#include "tools/gv100/names.h"
#include "tools/gv100/translate.h"

#define X "0x%" PRIx64

/* Attributes of a page, packed so that ranges compare them at once. */
#define VOL            BITS64(0, 0)
#define PRIVILEGE      BITS64(1, 1)
#define READ_ONLY      BITS64(2, 2)
#define ATOMIC_DISABLE BITS64(3, 3)
#define KIND           BITS64(15, 8)

/* Where a range lies: its aperture, and of peer memory which peer. */
#define PLACE_APERTURE BITS(1, 0)
#define PLACE_PEER     BITS(4, 2)

struct lister {
    struct gmmu gmmu;
    struct maps *maps;
};

/* An entry of a table at this level; false, and a line says so, if the images do not hold it. */
static bool read_entry(const struct lister *l, enum gmmu_level level, linear_addr table,
                       unsigned index, uint64_t va, uint64_t words[2])
{
    const unsigned size = gmmu_levels[level].bytes;
    const linear_addr at = { table.v + (uint64_t)index * size, table.target };

    if (l->gmmu.memory->read(l->gmmu.memory, at, words, size))
        return true;
    maps_error(l->maps, "%s at %s " X " is outside the images, from VA " X " on",
               gmmu_levels[level].name, gv100_target_name(at.target), at.v, va);
    return false;
}

static uint64_t span(enum gmmu_level level)
{
    return UINT64_C(1) << gmmu_levels[level].va_low;
}

static void note_dead(const struct lister *l, const char *what, enum gmmu_level level,
                      linear_addr table, uint64_t va)
{
    maps_note(l->maps, "dead: %s at %s " X " for VA " X ".." X ": nothing in it leads to a page",
              what, gv100_target_name(table.target), table.v, va,
              va + span(level) * gmmu_entries(level) - 1);
}

/* ---- pages ---- */

static void add_sparse(const struct lister *l, uint64_t va, uint64_t size)
{
    maps_add(l->maps, &(struct map_range){ .va = va, .size = size, .sparse = true });
}

static uint8_t place_of(const struct gmmu_pte *pte)
{
    const unsigned peer = pte->aperture == GMMU_PTE_PEER_MEMORY ? pte->peer : 0;

    return (uint8_t)(FIELD_PUT(PLACE_APERTURE, (unsigned)pte->aperture) |
                     FIELD_PUT(PLACE_PEER, peer));
}

static void add_page(const struct lister *l, uint64_t va, const struct gmmu_step *step)
{
    struct gmmu_pte pte;

    gmmu_pte_unpack(step->pte, &pte);
    maps_add(l->maps, &(struct map_range){
                          .va = va,
                          .size = UINT64_C(1) << step->page_shift,
                          .address = gmmu_page_address(l->gmmu.rules, &pte, step->page_shift, va),
                          .target = place_of(&pte),
                          .page_shift = step->page_shift,
                          .attributes = FIELD_PUT(VOL, (uint64_t)pte.vol) |
                                        FIELD_PUT(PRIVILEGE, (uint64_t)pte.privilege) |
                                        FIELD_PUT(READ_ONLY, (uint64_t)pte.read_only) |
                                        FIELD_PUT(ATOMIC_DISABLE, (uint64_t)pte.atomic_disable) |
                                        FIELD_PUT(KIND, (uint64_t)pte.kind),
                      });
}

/* A page or a sparse one of `size` bytes; false if it is neither. */
static bool add_step(const struct lister *l, uint64_t va, uint64_t size,
                     const struct gmmu_step *step)
{
    if (step->next == GMMU_NEXT_PAGE)
        add_page(l, va, step);
    else if (step->next == GMMU_NEXT_SPARSE)
        add_sparse(l, va, size);
    return step->next == GMMU_NEXT_PAGE || step->next == GMMU_NEXT_SPARSE;
}

/* ---- the two tables of an entry of PD0 ---- */

struct tables {
    bool has_big, has_small;
    linear_addr big, small;
    bool big_leads, small_leads; /* to a page, or to a sparse one */
};

#define SMALL_IN_BIG 16

/* The 4 KiB PTEs under one of 64 KiB that settles it: no access comes to them. */
static void note_unreached(const struct lister *l, const struct tables *t, unsigned index,
                           uint64_t va, uint64_t big)
{
    unsigned valid = 0;
    uint64_t word[2];

    for (unsigned i = 0; t->has_small && i < SMALL_IN_BIG; i++) {
        if (!read_entry(l, GMMU_PT_SMALL, t->small, index * SMALL_IN_BIG + i, va, word))
            return;
        valid += (word[0] & GMMU_PTE_VALID) != 0;
    }
    if (valid)
        maps_note(l->maps,
                  "unreached: %u PTEs of 4K at %s " X " for VA " X ".." X ": the 64K PTE is %s",
                  valid, gv100_target_name(t->small.target),
                  t->small.v + (uint64_t)index * SMALL_IN_BIG * 8, va, va + span(GMMU_PT_BIG) - 1,
                  big & GMMU_PTE_VALID ? "valid"
                  : big & GMMU_PTE_VOL ? "sparse"
                                       : "invalid with PRIVILEGE");
}

static bool list_small(const struct lister *l, struct tables *t, unsigned index, uint64_t va,
                       const uint64_t *big)
{
    for (unsigned i = 0; i < SMALL_IN_BIG; i++) {
        const uint64_t page = va + i * span(GMMU_PT_SMALL);
        struct gmmu_step step;
        uint64_t word[2];

        if (!read_entry(l, GMMU_PT_SMALL, t->small, index * SMALL_IN_BIG + i, page, word))
            return false;
        step = gmmu_step_ptes(l->gmmu.rules, big, word);
        t->small_leads |= add_step(l, page, span(GMMU_PT_SMALL), &step);
    }
    return true;
}

/* 64 KiB of addresses. False: the images end here. */
static bool list_slot(const struct lister *l, struct tables *t, unsigned index, uint64_t va)
{
    struct gmmu_step step;
    uint64_t big[2] = { 0, 0 };

    if (t->has_big && !read_entry(l, GMMU_PT_BIG, t->big, index, va, big))
        return false;
    if (t->has_small && !(t->has_big && gmmu_big_settles(l->gmmu.rules, big[0])))
        return list_small(l, t, index, va, t->has_big ? big : NULL);
    step = gmmu_step_ptes(l->gmmu.rules, t->has_big ? big : NULL, NULL);
    t->big_leads |= add_step(l, va, span(GMMU_PT_BIG), &step);
    note_unreached(l, t, index, va, big[0]);
    return true;
}

/* The 2 MiB of one entry of PD0. Gives whether anything in them leads to a page; a table that could not be read to
 * its end counts as one that does, so that it is not called dead. */
static bool list_tables(const struct lister *l, const struct gmmu_step *step, uint64_t va)
{
    struct tables t = { step->has_big, step->has_small, step->big, step->small, false, false };

    for (unsigned i = t.has_big + t.has_small; i; i--)
        if (!maps_table(l->maps))
            return false;
    for (unsigned i = 0; i < gmmu_entries(GMMU_PT_BIG); i++)
        if (!list_slot(l, &t, i, va + i * span(GMMU_PT_BIG)))
            return true;
    if (t.has_big && !t.big_leads)
        note_dead(l, "64 KiB table", GMMU_PT_BIG, t.big, va);
    if (t.has_small && !t.small_leads)
        note_dead(l, "4 KiB table", GMMU_PT_SMALL, t.small, va);
    return t.big_leads || t.small_leads;
}

/* ---- directories ---- */

/* Notes an address in an entry that leads nowhere. */
static void note_address(const struct lister *l, enum gmmu_level level, linear_addr table,
                         unsigned index, uint64_t va, uint64_t word)
{
    if (!(word & GMMU_PDE_APERTURE) && (word & GMMU_PDE_ADDRESS_SYS))
        maps_note(l->maps, "unreached: %s at %s " X " for VA " X " has an address, but aperture 0",
                  gmmu_levels[level].name, gv100_target_name(table.target),
                  table.v + (uint64_t)index * gmmu_levels[level].bytes, va);
}

/* An entry of PD0 is a page of 2 MiB, or up to two tables, or nothing. */
static bool list_pd0_entry(const struct lister *l, linear_addr table, unsigned index, uint64_t va,
                           const uint64_t words[2])
{
    const struct gmmu_step step = gmmu_step_dual(l->gmmu.rules, words);

    if (step.next == GMMU_NEXT_TABLES)
        return list_tables(l, &step, va);
    if (step.next == GMMU_NEXT_PAGE && words[1])
        maps_note(l->maps,
                  "unreached: upper half of PDE0 at %s " X " for VA " X
                  ": the lower half is a page of 2 MiB",
                  gv100_target_name(table.target), table.v + (uint64_t)index * 16, va);
    else if (step.next == GMMU_NEXT_FAULT)
        note_address(l, GMMU_PD0, table, index, va, words[0] | words[1]);
    return add_step(l, va, span(GMMU_PD0), &step);
}

static bool list_directory(const struct lister *l, enum gmmu_level level, linear_addr table,
                           uint64_t va);

static bool list_pde(const struct lister *l, enum gmmu_level level, linear_addr table,
                     unsigned index, uint64_t va, uint64_t word)
{
    const struct gmmu_step step = gmmu_step_pde(l->gmmu.rules, word);

    if (step.next == GMMU_NEXT_TABLES)
        return list_directory(l, level + 1, step.small, va);
    note_address(l, level, table, index, va, word);
    return add_step(l, va, span(level), &step);
}

/* Directories lie in each other three deep. Gives whether anything in it leads to a page. */
static bool list_directory(const struct lister *l, enum gmmu_level level, linear_addr table,
                           uint64_t va)
{
    bool leads = false;
    uint64_t words[2];
    char name[8];

    if (!maps_table(l->maps))
        return false;
    for (unsigned i = 0; i < gmmu_entries(level) && !l->maps->full; i++) {
        const uint64_t at = va + i * span(level);

        if (!read_entry(l, level, table, i, at, words))
            return true;
        leads |= level == GMMU_PD0 ? list_pd0_entry(l, table, i, at, words)
                                   : list_pde(l, level, table, i, at, words[0]);
    }
    snprintf(name, sizeof(name), "PD%c", gmmu_levels[level].name[3]);
    if (!leads && !l->maps->full)
        note_dead(l, name, level, table, va);
    return leads;
}

static const char *place_name(uint8_t target)
{
    return gv100_aperture_name((uint8_t)FIELD_GET(PLACE_APERTURE, target));
}

bool gv100_maps(const struct toolkit_dump *dump, const char *argument, const char *veid,
                struct maps *maps, char why[TOOLKIT_WHY])
{
    const struct lister l = { { &gmmu_rules_default, dump->memory, dump->chip }, maps };
    struct gmmu_result result = { .outcome = GMMU_OK };
    struct gmmu_step step;
    linear_addr instance;
    const char *says;
    int number = GMMU_NO_VEID;
    char text[64];

    if (argument[0] == '0') /* an address alone is one in video memory */
        snprintf(text, sizeof(text), "vid:%s", argument);
    else
        snprintf(text, sizeof(text), "%s", argument);
    if (!gv100_parse_instance(word_of_text(text), &instance, &says)) {
        snprintf(why, TOOLKIT_WHY, "%.60s: %s", argument, says);
        return false;
    }
    if (veid && !gv100_parse_veid(word_of_text(veid), &number)) {
        snprintf(why, TOOLKIT_WHY, "--veid %.60s: - or 0 to 63 wanted", veid);
        return false;
    }
    switch (gmmu_bind(&l.gmmu, instance, number, &step, &result)) {
    case GMMU_FAULT:
        maps_error(maps, "no page tables: fault %s", gv100_fault_name(result.fault));
        break;
    case GMMU_OUTSIDE:
        maps_error(maps, "RAMIN at %s " X " is outside the images",
                   gv100_target_name(result.outside_at.target), result.outside_at.v);
        break;
    default:
        list_directory(&l, GMMU_PD3, step.small, 0);
        maps_find_overlaps(maps, place_name);
    }
    return true;
}

void gv100_put_place(const struct map_range *range, struct out *out)
{
    out_text(out, place_name(range->target));
}

void gv100_put_attributes(const struct map_range *range, struct out *out)
{
    const uint64_t a = range->attributes;

    out_format(out, "vol=%u priv=%u ro=%u ad=%u kind=0x%x", (unsigned)FIELD_GET(VOL, a),
               (unsigned)FIELD_GET(PRIVILEGE, a), (unsigned)FIELD_GET(READ_ONLY, a),
               (unsigned)FIELD_GET(ATOMIC_DISABLE, a), (unsigned)FIELD_GET(KIND, a));
    if (FIELD_GET(PLACE_APERTURE, range->target) == GMMU_PTE_PEER_MEMORY)
        out_format(out, " peer=0x%x", (unsigned)FIELD_GET(PLACE_PEER, range->target));
}
