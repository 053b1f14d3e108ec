#include "suite/nv50/alias.h"

#include "engines/nv50/family.h"
#include "engines/nv50/flush.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pfb.h"
#include "suite/nv50/number_names.h"

#define BLOCK (1u << BLOCK_SHIFT)

bool alias_placement(struct test *t, struct placement *placement)
{
    const struct memory_config *m = nv50_memory(t->card);

    return test_ok(t,
                   placement_init(placement, nv50_chip_of(t->card->chip), &mmu_rules_default,
                                  m->parts, m->subparts, m->select_mask, &m->dram),
                   "reading the memory configuration");
}

bool alias_is_blind(struct test *t, struct view view)
{
    const struct view plain = { 0 };
    struct placement placement;

    if (!alias_placement(t, &placement))
        return true;
    for (uint32_t block = 0; block < 4096; block++)
        if (block_alias(&placement, view, plain, block) != block)
            return false;
    return true;
}

/* Fills blocks with their numbers; PMEM is a pitch view that needs no page tables. */
static bool fill_blocks(struct test *t, linear_addr at, uint64_t size)
{
    for (uint64_t offset = 0; offset < size; offset += BLOCK) {
        const linear_addr block = { at.v + offset, TARGET_VRAM };

        if (!test_ok(t, card_memory_fill(t->card, block, (uint32_t)(block.v >> BLOCK_SHIFT), BLOCK),
                     "filling blocks"))
            return false;
    }
    return test_ok(t, host_flush(t->card), "flushing host writes");
}

/* Tells the block's expected and actual partition, because a person with the board needs these. */
static void complain(struct test *t, const struct placement *p, struct view view, uint32_t at,
                     uint32_t wanted, uint32_t seen, const char *layout)
{
    const struct partition_block there = place_block(p, view, at);
    const struct partition_block seen_at = place_block(p, (struct view){ 0 }, seen);
    char expected[TEST_VALUE_MAX], actual[TEST_VALUE_MAX];
    struct text text = text_in(expected, sizeof(expected));

    text_format(&text, "block 0x%x: ", wanted);
    words_partition(&text, nv50_memory(t->card)->part_mask, there.part);
    text_format(&text, " block 0x%x", there.block);
    text = text_in(actual, sizeof(actual));
    text_format(&text, "block 0x%x", seen);
    if (seen < t->card->vram.size >> BLOCK_SHIFT) {
        text_string(&text, ": ");
        words_partition(&text, nv50_memory(t->card)->part_mask, seen_at.part);
        text_format(&text, " block 0x%x", seen_at.block);
    }
    test_differs(t, expected, actual, "%splaced block 0x%x of the %s %s view at %s, expected %s",
                 layout, at, view.tiled ? "tiled" : "pitch", view.long_cycle ? "long" : "short",
                 actual, expected);
}

/* Reads each block once through BAR1, whose offset 0 is `start`. */
static void check_blocks(struct test *t, struct view view, linear_addr start, uint64_t size)
{
    struct placement placement;

    if (!alias_placement(t, &placement))
        return;
    for (uint64_t offset = 0; offset < size; offset += BLOCK) {
        const uint32_t block = (uint32_t)((start.v + offset) >> BLOCK_SHIFT);
        const uint32_t wanted = alias_shared_with(&placement, view, block);
        const uint32_t seen = aperture_read32(t->card, APERTURE_BAR1, (logical_addr){ offset });

        if (test_compared(t, seen != wanted)) {
            char layout[TEST_VALUE_MAX] = "";
            struct text text = text_in(layout, sizeof(layout));

            alias_explain(t, &placement, view, start, size, &text);
            complain(t, &placement, view, block, wanted, seen, layout);
            return;
        }
    }
}

/* The page is filled through the plain view first, so that each of its blocks names its own place. */
void alias_check_page(struct test *t, const struct dmaobj *object, const struct pte *pte,
                      struct view view)
{
    struct pte mapped = *pte;
    struct setup setup;

    setup_open(&setup, t, TARGET_VRAM);
    linear_addr page = { 0, TARGET_VRAM };
    if (setup.err == OK)
        setup.err = vram_alloc(t->card, LARGE_PAGE, LARGE_PAGE, &page);
    const struct pde table = setup_table(&setup, (virtual_addr){ 0 }, PDE_TYPE_64K, TARGET_VRAM);
    mapped.page = page;
    setup_page(&setup, &table, (virtual_addr){ 0 }, &mapped);
    const uint16_t selector = setup_object(&setup, object);
    if (!setup_ready(&setup) || !fill_blocks(t, page, LARGE_PAGE))
        return;

    aperture_bind(t->card, APERTURE_BAR1, selector);
    check_blocks(t, view, page, LARGE_PAGE);
    expect_no_fault(t, "reading a page");
    vram_arena_reset(t->card);
}

/* As alias_check_object, over memory whose start is a multiple of `align`. */
static void check_object(struct test *t, uint8_t type, uint8_t cycle, struct view view,
                         uint64_t size, uint64_t align)
{
    struct setup setup;
    linear_addr start = { 0, TARGET_VRAM };

    setup_open(&setup, t, TARGET_VRAM);
    if (setup.err == OK)
        setup.err = vram_alloc(t->card, size + align, LARGE_PAGE, &start);
    if (setup.err == OK)
        start.v = (start.v + align - 1) / align * align;
    if (!test_ok(t, setup.err, "preparing memory"))
        return;
    struct dmaobj object = object_unpaged(start, size);
    object.type = type;
    object.cycle = cycle;
    const uint16_t selector = setup_object(&setup, &object);
    if (!setup_ready(&setup) || !fill_blocks(t, start, size))
        return;

    aperture_bind(t->card, APERTURE_BAR1, selector);
    check_blocks(t, view, start, size);
    expect_no_fault(t, "reading through an object");
    vram_arena_reset(t->card);
}

void alias_check_object(struct test *t, uint8_t type, uint8_t cycle, struct view view,
                        uint64_t size)
{
    check_object(t, type, cycle, view, size, LARGE_PAGE);
}

void alias_check_periods(struct test *t, uint8_t type, struct view view, uint64_t period)
{
    check_object(t, type, DMAOBJ_CYCLE_SHORT, view, 2 * period, period);
}

/* The block that appears at `block` once the mask is the other one: its place by the new mask, in
 * the old one's numbering. */
static uint32_t moved_block(const struct placement *before, const struct placement *after,
                            uint32_t block)
{
    return block_at_subpart(before, (struct view){ 0 },
                            place_block(after, (struct view){ 0 }, block));
}

static void look_under_mask(struct test *t, const struct placement *before, linear_addr start,
                            uint64_t size, unsigned mask)
{
    struct placement after = *before;

    after.select_mask = (uint8_t)mask;
    for (uint64_t offset = 0; offset < size; offset += BLOCK) {
        const uint32_t block = (uint32_t)((start.v + offset) >> BLOCK_SHIFT);
        const uint32_t wanted = moved_block(before, &after, block);
        if (wanted - (start.v >> BLOCK_SHIFT) >= size >> BLOCK_SHIFT)
            continue; /* its partner lies outside of the filled range */
        const uint32_t seen = pmem_read32(t->card, (linear_addr){ start.v + offset, TARGET_VRAM });

        if (test_compared(t, seen != wanted)) {
            complain(t, &after, (struct view){ 0 }, block, wanted, seen, "");
            return;
        }
    }
}

/* All eight masks, because each moves other blocks; the configured one is put back at the end. */
void alias_check_select_mask(struct test *t)
{
    const uint64_t size = 2 * LARGE_PAGE;
    struct placement before;
    linear_addr start;

    if (nv50_memory(t->card)->subparts != 2) {
        test_lacks(t, "one subpartition is enabled");
        return;
    }
    if (!alias_placement(t, &before) ||
        !test_ok(t, vram_alloc(t->card, size, LARGE_PAGE, &start), "preparing memory") ||
        !fill_blocks(t, start, size))
        return;
    const uint32_t word = card_read32(t->card, PFB_SUBPART) & ~PFB_SUBPART_SELECT;
    for (unsigned mask = 0; mask < 8; mask++) {
        card_set32(t->card, PFB_SUBPART, word | FIELD_PUT(PFB_SUBPART_SELECT, mask));
        look_under_mask(t, &before, start, size, mask);
    }
    card_set32(t->card, PFB_SUBPART, word | FIELD_PUT(PFB_SUBPART_SELECT, before.select_mask));
    vram_arena_reset(t->card);
}

/* The only partition left holds its blocks in order: block n is block n of that partition in the
 * full map. */
static bool look_at_partition(struct test *t, const struct placement *full, uint8_t part,
                              linear_addr start, uint64_t size)
{
    for (uint64_t offset = 0; offset < size; offset += BLOCK) {
        const uint32_t number = (uint32_t)((start.v + offset) >> BLOCK_SHIFT);
        const struct partition_block there = place_block(full, (struct view){ 0 }, number);
        const linear_addr alone = { (uint64_t)there.block << BLOCK_SHIFT, TARGET_VRAM };

        if (there.part == part && !expect_equal(t, number, pmem_read32(t->card, alone),
                                                "a block of the only partition left"))
            return false;
    }
    return true;
}

/* With one partition left alone in the mask, its blocks close up: the word at each address then tells which blocks that
 * partition had (tesla-vm.md §6.6). */
void alias_check_part_mask(struct test *t)
{
    const uint64_t size = 2 * LARGE_PAGE;
    struct placement full;
    linear_addr start;

    if (!alias_placement(t, &full) ||
        !test_ok(t, vram_alloc(t->card, size, LARGE_PAGE, &start), "preparing memory") ||
        !fill_blocks(t, start, size))
        return;
    const uint32_t word = card_read32(t->card, PBUS_HWUNITS_0);
    uint8_t part = 0;
    for (unsigned hardware = 0; hardware < 8 && !card_expired(t->card); hardware++) {
        if (!(nv50_memory(t->card)->part_mask >> hardware & 1))
            continue;
        card_set32(t->card, PBUS_HWUNITS_0,
                   (word & ~PBUS_HWUNITS_0_PARTS) |
                       FIELD_PUT(PBUS_HWUNITS_0_PARTS, 1u << hardware));
        if (!look_at_partition(t, &full, part++, start, size))
            break;
    }
    card_set32(t->card, PBUS_HWUNITS_0, word);
    expect_equal(t, (uint32_t)(start.v >> BLOCK_SHIFT), pmem_read32(t->card, start),
                 "the first block once all partitions are back");
    vram_arena_reset(t->card);
}
