/* A random mapper of its own builds page tables for GV100 word by word, in video and in system memory, and keeps its
 * intent for every 4 KiB: the walk must give that back, and `maps` must list it. Pages of 2 MiB lie beside dual
 * entries, 4 KiB tables under 64 KiB tables with anything in them. */
#include "hw/gv100/chip.h"
#include "mmu/gv100/walk.h"
#include "tests/kit/tests.h"
#include "tools/maps.h"
#include "tools/toolkit.h"

#define MEMORY   0x100000
#define SYS_BASE UINT64_C(0x700000000000)
#define SLOTS    24  /* of 2 MiB, anywhere in the address space */
#define PAGES    512 /* of 4 KiB in a slot */
#define WORLDS   40

enum meant { MEANT_PAGE, MEANT_SPARSE, MEANT_PDE, MEANT_PTE };

struct page {
    enum meant meant;
    unsigned aperture, shift, peer;
    uint64_t address; /* of this 4 KiB */
    bool vol, priv, ro, ad;
    uint8_t kind;
};

struct slot {
    uint64_t va;
    struct page pages[PAGES];
};

struct world {
    uint8_t vid[MEMORY], sys[MEMORY];
    uint64_t vid_used, sys_used;
    struct slot slots[SLOTS];
    unsigned count;
    uint64_t pd3; /* in video memory */
    struct mmu_memory memory;
};

static uint64_t state_of_random = 0x2545f4914f6cdd1d;

static uint64_t any(uint64_t below)
{
    state_of_random ^= state_of_random << 13;
    state_of_random ^= state_of_random >> 7;
    state_of_random ^= state_of_random << 17;
    return (state_of_random >> 11) % below;
}

/* ---- memory --------------------------------------------------------------------------------- */

static bool read_world(const struct mmu_memory *memory, linear_addr at, void *bytes, size_t size)
{
    const struct world *const w = memory->context;
    const uint64_t from = at.target == TARGET_VRAM ? at.v : at.v - SYS_BASE;

    if (from > MEMORY - size)
        return false;
    memcpy(bytes, (at.target == TARGET_VRAM ? w->vid : w->sys) + from, size);
    return true;
}

/* A table somewhere, as a directory's entry names it: aperture 1, 2 or 3 in bits 2:1, the address >> 4. */
struct table {
    uint8_t *bytes;
    uint64_t entry;
};

static struct table new_table(struct world *w, uint64_t size)
{
    const uint64_t aperture = 1 + any(3);
    uint64_t *const used = aperture == 1 ? &w->vid_used : &w->sys_used;
    struct table t;

    *used = (*used + size - 1) & ~(size - 1);
    assert_true(*used + size <= MEMORY);
    t.bytes = (aperture == 1 ? w->vid : w->sys) + *used;
    t.entry = ((aperture == 1 ? 0 : SYS_BASE) + *used) >> 4 | aperture << 1;
    *used += size;
    return t;
}

static uint64_t get(const uint8_t *bytes, unsigned index)
{
    uint64_t word;

    memcpy(&word, bytes + (size_t)index * 8, sizeof(word));
    return word;
}

static void put(uint8_t *bytes, unsigned index, uint64_t word)
{
    memcpy(bytes + (size_t)index * 8, &word, sizeof(word));
}

/* The directory that an entry names, made if there is none. */
static uint8_t *directory(struct world *w, uint8_t *bytes, unsigned index)
{
    uint64_t entry = get(bytes, index);

    if (!entry) {
        entry = new_table(w, 0x1000).entry;
        put(bytes, index, entry);
    }
    return (entry & 6) == 2 ? w->vid + (entry << 4 & 0xfffff000)
                            : w->sys + ((entry << 4 & ~UINT64_C(0xfff)) - SYS_BASE);
}

/* ---- the mapper ----------------------------------------------------------------------------- */

/* A page of 1 << shift bytes with random attributes: its PTE, and its intended meaning. */
static uint64_t new_page(unsigned shift, struct page *page)
{
    static const uint8_t kinds[] = { 0x00, 0x01, 0xfe, 0xfd };
    const bool vid = any(2);
    const uint64_t address = any(UINT64_C(1) << (vid ? 37 - shift : 47 - shift)) << shift;

    *page = (struct page){
        .meant = MEANT_PAGE,
        .aperture = (unsigned)(vid ? any(2) : 2 + any(2)),
        .shift = shift,
        .address = address,
        .vol = any(2),
        .priv = any(2),
        .ro = any(2),
        .ad = any(2),
        .kind = kinds[any(4)],
    };
    page->peer = page->aperture == 1 ? (unsigned)any(8) : 0;
    return address >> 4 | 1 | (uint64_t)page->aperture << 1 | (uint64_t)page->vol << 3 |
           (uint64_t)page->priv << 5 | (uint64_t)page->ro << 6 | (uint64_t)page->ad << 7 |
           (uint64_t)page->peer << 33 | (uint64_t)page->kind << 56;
}

/* Gives `page`, or its parts, to `count` times 4 KiB from `first` on. */
static void mean(struct slot *slot, unsigned first, unsigned count, const struct page *page)
{
    for (unsigned i = 0; i < count; i++) {
        slot->pages[first + i] = *page;
        slot->pages[first + i].address += (uint64_t)i << 12;
    }
}

static void mean_only(struct slot *slot, unsigned first, unsigned count, enum meant meant)
{
    mean(slot, first, count, &(struct page){ .meant = meant });
}

static void fill_small(struct slot *slot, const struct table *small, unsigned first, bool counts)
{
    for (unsigned i = first; i < first + 16; i++) {
        struct page page = { .meant = MEANT_PTE };
        uint64_t word = 0;

        switch (any(4)) {
        case 0:
            page.meant = MEANT_SPARSE;
            word = 0x8 | any(2) << 5;
            break;
        case 1:
            word = any(UINT64_C(1) << 40) << 8 | 0xf6; /* anything but VALID and VOL */
            break;
        default:
            word = new_page(12, &page);
        }
        put(small->bytes, i, word & ~(page.meant == MEANT_PTE ? UINT64_C(9) : 0));
        if (counts)
            mean(slot, i, 1, &page);
    }
}

/* One or both tables. */
static void map_tables(struct world *w, struct slot *slot, uint8_t *entry)
{
    const unsigned which = (unsigned)any(3); /* 0 big, 1 small, 2 both */
    struct table big = { 0 }, small = { 0 };

    if (which != 1)
        big = new_table(w, 0x100);
    if (which != 0)
        small = new_table(w, 0x1000);
    put(entry, 0, big.entry);
    put(entry, 1, small.entry);
    for (unsigned i = 0; i < 32; i++) {
        const unsigned state = which == 1 ? 3 : (unsigned)any(4);
        struct page page;

        if (state == 0)
            put(big.bytes, i, new_page(16, &page));
        else if (which != 1) /* sparse, no small page, or nothing */
            put(big.bytes, i, state == 1 ? 0x8 | any(2) << 5 : state == 2 ? 0x20 : 0xd6);
        if (state == 0)
            mean(slot, i * 16, 16, &page);
        else
            mean_only(slot, i * 16, 16, state == 1 ? MEANT_SPARSE : MEANT_PTE);
        if (which != 0)
            fill_small(slot, &small, i * 16, state == 3);
    }
}

/* 2 MiB somewhere: PD3 to PD0 as needed, then a page, tables, a sparse range, or nothing. */
static void map_slot(struct world *w, struct slot *slot)
{
    uint8_t *const pd2 = directory(w, w->vid + w->pd3, slot->va >> 47 & 3);
    uint8_t *const pd1 = directory(w, pd2, slot->va >> 38 & 511);
    uint8_t *const pd0 = directory(w, pd1, slot->va >> 29 & 511);
    uint8_t *const entry = pd0 + (slot->va >> 21 & 255) * 16;
    struct page page;

    switch (any(6)) {
    case 0:
        put(entry, 0, 0x8);
        mean_only(slot, 0, PAGES, MEANT_SPARSE);
        break;
    case 1:
        mean_only(slot, 0, PAGES, MEANT_PDE);
        break;
    case 2:
        put(entry, 0, new_page(21, &page));
        put(entry, 1, any(UINT64_C(1) << 40));
        mean(slot, 0, PAGES, &page);
        break;
    default:
        map_tables(w, slot, entry);
    }
}

static bool is_taken(const struct world *w, uint64_t va)
{
    for (unsigned i = 0; i < w->count; i++)
        if (w->slots[i].va == va)
            return true;
    return false;
}

static struct world *new_world(void)
{
    static struct world w;
    const uint64_t near = any(UINT64_C(1) << 28) << 21;
    const uint32_t pdb[2] = { 0x2c00, 0 };

    memset(&w, 0, sizeof(w));
    w.memory = (struct mmu_memory){ .read = read_world, .context = &w };
    w.pd3 = 0x2000;
    w.vid_used = 0x3000;
    memcpy(w.vid + 0x1200, pdb, sizeof(pdb));
    /* A handful of places, and slots beside each other in them. */
    while (w.count < SLOTS) {
        const uint64_t place = any(2) ? near : any(8) * UINT64_C(0x1249249200000);
        const uint64_t va = (place + (any(4) << 21)) & 0x1ffffffe00000;

        if (is_taken(&w, va))
            continue;
        w.slots[w.count].va = va;
        map_slot(&w, &w.slots[w.count++]);
    }
    return &w;
}

/* ---- the walk's answers --------------------------------------------------------------------- */

static void check_page(struct world *w, uint64_t va, const struct page *page)
{
    const struct gmmu gmmu = { &gmmu_rules_default, &w->memory, &gv100_chips[CHIP_GV100].chip };
    const struct gmmu_access access = { .instance = { 0x1000, TARGET_VRAM },
                                        .veid = GMMU_NO_VEID,
                                        .va = va,
                                        .operation = (enum gmmu_operation)any(3),
                                        .privileged = any(2) };
    const bool writes = access.operation != GMMU_READ;
    struct gmmu_result r;
    int fault = -1;

    gmmu_translate(&gmmu, &access, &r);
    if (page->meant == MEANT_SPARSE) {
        assert_int_equal(r.outcome, GMMU_SPARSE);
        return;
    }
    if (page->meant == MEANT_PDE)
        fault = GMMU_FAULT_PDE;
    else if (page->meant == MEANT_PTE)
        fault = GMMU_FAULT_PTE;
    else if (page->priv && !access.privileged)
        fault = GMMU_FAULT_PRIV_VIOLATION;
    else if (page->ro && writes)
        fault = GMMU_FAULT_RO_VIOLATION;
    else if (page->ad && access.operation == GMMU_ATOMIC)
        fault = GMMU_FAULT_ATOMIC_VIOLATION;
    assert_int_equal(r.outcome, fault < 0 ? GMMU_OK : GMMU_FAULT);
    if (fault >= 0) {
        assert_int_equal(r.fault, fault);
        return;
    }
    assert_pairs(r.address, page->address | (va & 0xfff), r.aperture, page->aperture, r.page_shift,
                 page->shift, r.pte.vol, page->vol, r.pte.kind, page->kind);
    if (page->aperture == GMMU_PTE_PEER_MEMORY)
        assert_int_equal(r.pte.peer, page->peer);
}

TEST(the_walk_gives_the_mapping_back)
{
    for (unsigned round = 0; round < WORLDS; round++) {
        struct world *const w = new_world();

        for (unsigned s = 0; s < w->count; s++)
            for (unsigned i = 0; i < PAGES; i++)
                check_page(w, w->slots[s].va + ((uint64_t)i << 12) + any(0x1000),
                           &w->slots[s].pages[i]);
    }
}

static const struct map_range *range_at(const struct maps *maps, uint64_t va)
{
    for (size_t i = 0; i < maps->count; i++)
        if (va >= maps->ranges[i].va && va - maps->ranges[i].va < maps->ranges[i].size)
            return &maps->ranges[i];
    return NULL;
}

/* Every 4 KiB that is mapped is in a range that says so, and the ranges hold not a byte more. */
TEST(maps_lists_the_mapping)
{
    for (unsigned round = 0; round < WORLDS; round++) {
        struct world *const w = new_world();
        struct toolkit_dump dump = { .memory = &w->memory, .vram_size = MEMORY };
        uint64_t meant = 0, listed = 0;
        const struct toolkit *toolkit;
        char why[TOOLKIT_WHY];
        struct maps maps;

        dump.chip = toolkit_chip(word_of_text("gv100"), &toolkit);
        maps_init(&maps, MAPS_MOST);
        assert_true(toolkit->maps.list(&dump, "vid:0x1000", NULL, &maps, why));
        assert_false(maps.incomplete);
        for (unsigned s = 0; s < w->count; s++)
            for (unsigned i = 0; i < PAGES; i++) {
                const struct page *const page = &w->slots[s].pages[i];
                const uint64_t va = w->slots[s].va + ((uint64_t)i << 12);
                const struct map_range *const range = range_at(&maps, va);

                if (page->meant != MEANT_PAGE && page->meant != MEANT_SPARSE) {
                    assert_null(range);
                    continue;
                }
                meant += 0x1000;
                assert_non_null(range);
                assert_int_equal(range->sparse, page->meant == MEANT_SPARSE);
                if (range->sparse)
                    continue;
                assert_pairs(range->address + (va - range->va), page->address, range->page_shift,
                             page->shift, range->target & 3, page->aperture);
            }
        for (size_t i = 0; i < maps.count; i++)
            listed += maps.ranges[i].size;
        assert_int_equal(listed, meant);
        maps_free(&maps);
    }
}
