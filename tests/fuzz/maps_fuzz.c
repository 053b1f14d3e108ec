/* Hostile images for `barecard maps`, of both families: lists come to an end, are in order, and agree with the walk on
 * every range; the difference of a list to itself is nothing. The input: flags, then the image. */
#include "hw/gv100/chip.h"
#include "mmu/gv100/walk.h"
#include "tests/fuzz/feed.h"
#include "tools/maps.h"
#include "tools/toolkit.h"

/* At most, of one list; a table of NV50 has up to 131072 entries. */
#define TABLES      8
#define NV50_TABLES 1

enum { FLAG_NV50 = 1, FLAG_REPEAT = 2 };

struct memory {
    const uint8_t *bytes;
    size_t size;
    bool repeated;
};

static bool read_memory(const struct mmu_memory *memory, linear_addr at, void *bytes, size_t size)
{
    const struct memory *const m = memory->context;

    if (!m->repeated && (at.v > m->size || m->size - at.v < size))
        return false;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = m->bytes[(at.v + i) % m->size];
    return true;
}

static void check_order(const struct maps *maps)
{
    for (size_t i = 0; i < maps->count; i++) {
        require(maps->ranges[i].size > 0);
        require(!i || maps->ranges[i - 1].va + maps->ranges[i - 1].size <= maps->ranges[i].va);
    }
}

/* The first and the last byte of a range of GV100's. */
static void check_walk(const struct mmu_memory *memory, const struct map_range *range)
{
    const struct gmmu gmmu = { &gmmu_rules_default, memory, &gv100_chips[CHIP_GV100].chip };
    struct gmmu_access access = { .veid = GMMU_NO_VEID, .privileged = true };
    struct gmmu_result r;

    for (unsigned last = 0; last < 2; last++) {
        const uint64_t into = last ? range->size - 1 : 0;

        access.va = range->va + into;
        gmmu_translate(&gmmu, &access, &r);
        if (range->sparse)
            require(r.outcome == GMMU_SPARSE);
        else
            require(r.page_shift == range->page_shift && r.address == range->address + into);
    }
}

int fuzz_one(const uint8_t *bytes, size_t size)
{
    const struct memory m = { bytes + 1, size - 1, size > 1 && (bytes[0] & FLAG_REPEAT) };
    const struct mmu_memory memory = { .read = read_memory, .context = (void *)&m };
    struct toolkit_dump dump = { .memory = &memory, .vram_size = size };
    const struct toolkit *toolkit;
    struct maps maps, gone, came;
    char why[TOOLKIT_WHY];

    if (!size)
        return 0;
    dump.chip = toolkit_chip(word_of_text(bytes[0] & FLAG_NV50 ? "g84" : "gv100"), &toolkit);
    maps_init(&maps, bytes[0] & FLAG_NV50 ? NV50_TABLES : TABLES);
    maps_init(&gone, TABLES);
    maps_init(&came, TABLES);
    require(toolkit->maps.list(&dump, bytes[0] & FLAG_NV50 ? "0x0" : "vid:0x0", NULL, &maps, why));
    check_order(&maps);
    maps_diff(&maps, &maps, &gone, &came);
    require(!gone.count && !came.count);
    maps_diff(&maps, &gone, &came, &gone);
    for (size_t i = 0; i < maps.count && i < 64 && !(bytes[0] & FLAG_NV50); i++)
        check_walk(&memory, &maps.ranges[i]);
    maps_free(&maps);
    maps_free(&gone);
    maps_free(&came);
    return 0;
}
