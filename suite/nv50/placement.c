/* Where blocks land, seen by aliasing (tesla-vm.md §6). */
#include "suite/nv50/groups.h"

#include "engines/nv50/family.h"
#include "engines/nv50/flush.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "suite/nv50/alias.h"

/* Five bits of the partition block index take part in the partition id, in steps of four with the
 * long cycle: the size in which 8 partitions show all of them. */
#define REGION (8u * 32 * 4 * 256)

#define SMALLEST_DISTANCE 0x80000u /* half of the smallest partition that there is */

/* As much of it as the card's memory has room for, in large pages. */
static uint64_t region_size(const struct test *t)
{
    const uint64_t room = t->card->vram.size / 4 & ~(uint64_t)(LARGE_PAGE - 1);

    return room < REGION ? room : REGION;
}

static void note_blindness(struct test *t, struct view view)
{
    if (alias_is_blind(t, view))
        test_note(t, "cannot tell the partition count: both views are equal with %u",
                  (unsigned)nv50_memory(t->card)->parts);
}

/* An unpaged pitch, short-cycle object shows the same words as PMEM: both are linear (§6.6 A). */
static void pitch_is_linear(struct test *t)
{
    alias_check_object(t, STORAGE_TYPE_PITCH, DMAOBJ_CYCLE_SHORT, (struct view){ 0 },
                       region_size(t));
}

/* A tiled view permutes blocks by the partition adjust (§6.2). */
static void tiled_is_adjusted(struct test *t)
{
    const struct view view = { .tiled = true };

    alias_check_object(t, STORAGE_TYPE_BLOCKLINEAR, DMAOBJ_CYCLE_SHORT, view, region_size(t));
    note_blindness(t, view);
}

/* The long cycle changes partitions every four blocks, on G80 (§6.2). */
static void long_takes_four_blocks(struct test *t)
{
    const struct view view = { .long_cycle = true };

    alias_check_object(t, STORAGE_TYPE_PITCH, DMAOBJ_CYCLE_LONG, view, region_size(t));
    note_blindness(t, view);
}

static void long_and_tiled(struct test *t)
{
    const struct view view = { .long_cycle = true, .tiled = true };

    alias_check_object(t, STORAGE_TYPE_BLOCKLINEAR, DMAOBJ_CYCLE_LONG, view, region_size(t));
    note_blindness(t, view);
}

/* Storage types with long-range reordering permute the banks too, over one row of all partitions or
 * three of them (§6.5; knob lsr_direction). */
static void alternate_permutes_banks(struct test *t)
{
    const uint64_t period = dram_period(&nv50_memory(t->card)->dram, nv50_memory(t->card)->parts);
    const struct view view = { .tiled = true, .alternate_banks = true };

    if (nv50_memory(t->card)->dram.bank_bits > 3) {
        test_lacks(
            t, "no source has the pattern of 16 banks: nothing to compare with (unverified E23)");
        return;
    }
    if (2 * period > t->card->vram.size / 2) {
        test_skip(t, "two periods of the bank cycle do not fit this card's memory");
        return;
    }
    alias_check_periods(t, STORAGE_TYPE_BLOCKLINEAR_LSR, view, period);
}

/* The select mask rewritten: blocks whose partition block has a bit of it move (§6.6 E). Everything
 * that runs lies in system memory, and PMEM alone looks. */
static void select_mask_moves_blocks(struct test *t)
{
    alias_check_select_mask(t);
}

/* PART_MASK with one bit: each partition shown alone, by its hardware number (§6.6 B). */
static void partitions_hold_their_blocks(struct test *t)
{
    alias_check_part_mask(t);
}

/* From G84 on the long cycle is asked for in vain (§6.2, K10). */
static void long_has_no_effect(struct test *t)
{
    if (nv50_chip_of(t->card->chip)->features & FEATURE_LONG_CYCLE) {
        test_lacks(t, "this chipset has the long cycle");
        return;
    }
    alias_check_object(t, STORAGE_TYPE_PITCH, DMAOBJ_CYCLE_LONG,
                       (struct view){ .long_cycle = true }, region_size(t));
}

/* The untranslated windows are pitch views, all of them (§6.6 A). */
static void windows_are_linear(struct test *t)
{
    const bool peephole = setup_apertures(t) == APERTURE_COUNT; /* else no driver uses it */
    linear_addr at;

    if (!test_ok(t, vram_alloc(t->card, LARGE_PAGE, LARGE_PAGE, &at), "preparing memory"))
        return;
    aperture_unbind(t->card, APERTURE_BAR1);
    if (peephole)
        aperture_unbind(t->card, APERTURE_PEEPHOLE);
    for (uint64_t offset = 0; offset < LARGE_PAGE; offset += 256)
        aperture_write32(t->card, peephole ? APERTURE_PEEPHOLE : APERTURE_BAR1,
                         (logical_addr){ at.v + offset }, (uint32_t)(at.v + offset));
    if (!test_ok(t, host_flush(t->card), "flushing host writes"))
        return;
    for (uint64_t offset = 0; offset < LARGE_PAGE; offset += 256) {
        const linear_addr there = { at.v + offset, TARGET_VRAM };

        if (!expect_equal(t, there.v, pmem_read32(t->card, there), "PMEM") ||
            !expect_equal(t, there.v,
                          aperture_read32(t->card, APERTURE_BAR1, (logical_addr){ there.v }),
                          "BAR1 without translation"))
            return;
    }
}

/* The size that the registers say is the memory's: no address shows the word of another one (board.md §3.1, §3.2 "wrong
 * geometry"). Distances are halves of it, which are whole rows of all partitions. */
static void memory_ends_where_it_says(struct test *t)
{
    const uint64_t size = t->card->vram.size;
    linear_addr low;

    if (!test_ok(t, vram_alloc(t->card, 4, 0x100, &low), "preparing memory"))
        return;
    for (uint64_t distance = size / 2; distance >= SMALLEST_DISTANCE; distance /= 2) {
        const linear_addr high = { low.v + distance, TARGET_VRAM };
        const uint32_t before = pmem_read32(t->card, high);

        pmem_write32(t->card, low, (uint32_t)distance);
        pmem_write32(t->card, high, (uint32_t)~distance);
        const uint32_t seen = pmem_read32(t->card, low);
        pmem_write32(t->card, high, before);
        if (test_compared(t, seen != (uint32_t)~distance))
            continue;
        test_fail(
            t, "has 0x%llx bytes by aliasing, but MEM_AMOUNT says 0x%llx and the geometry 0x%llx",
            (unsigned long long)distance, (unsigned long long)size,
            (unsigned long long)nv50_memory(t->card)->predicted);
        return;
    }
    test_note(t, "0x%llx bytes by MEM_AMOUNT, by geometry and by aliasing",
              (unsigned long long)size);
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vram.size", .source = "board.md §3.2", .run = memory_ends_where_it_says,
      .basis = DOCUMENTED, .claim = CLAIM_VRAM },
    { .name = "vram.placement.windows", .source = "tesla-vm.md §6.6", .run = windows_are_linear,
      .basis = DOCUMENTED, .claim = CLAIM_VRAM },
    { .name = "vram.placement.pitch", .source = "tesla-vm.md §6.2", .run = pitch_is_linear,
      .basis = DOCUMENTED, .claim = CLAIM_VRAM, .flags = TEST_CHIPS },
    { .name = "vram.placement.tiled", .source = "tesla-vm.md §6.2", .run = tiled_is_adjusted,
      .basis = UNVERIFIED, .experiment = "E19", .claim = CLAIM_VRAM, .flags = TEST_CHIPS },
    { .name = "vram.placement.long", .source = "tesla-vm.md §6.2", .run = long_takes_four_blocks,
      .basis = UNVERIFIED, .experiment = "E29", .claim = CLAIM_VRAM, .features = FEATURE_LONG_CYCLE, .flags = TEST_CHIPS },
    { .name = "vram.placement.long_tiled", .source = "tesla-vm.md §6.2", .run = long_and_tiled,
      .basis = UNVERIFIED, .experiment = "E29", .claim = CLAIM_VRAM, .features = FEATURE_LONG_CYCLE, .flags = TEST_CHIPS },
    { .name = "vram.placement.alternate", .source = "tesla-vm.md §6.5", .run = alternate_permutes_banks,
      .basis = UNVERIFIED, .experiment = "E23", .claim = CLAIM_VRAM, .flags = TEST_CHIPS },
    { .name = "vram.placement.subpart", .source = "tesla-vm.md §6.3, §6.6 E", .run = select_mask_moves_blocks,
      .basis = UNVERIFIED, .experiment = "E22", .claim = CLAIM_VRAM, .features = FEATURE_SUBPARTITIONS, .flags = TEST_RISKY | TEST_CHIPS },
    { .name = "vram.placement.short", .source = "tesla-vm.md §6.2", .run = long_has_no_effect,
      .basis = UNVERIFIED, .experiment = "E29", .claim = CLAIM_VRAM, .flags = TEST_CHIPS },
    { .name = "vram.placement.parts", .source = "tesla-vm.md §6.2, §6.6 B", .run = partitions_hold_their_blocks,
      .basis = UNVERIFIED, .experiment = "E20", .claim = CLAIM_VRAM, .flags = TEST_RISKY | TEST_CHIPS },
};
/* clang-format on */
const struct test_group placement_tests = { rows, ARRAY_SIZE(rows) };
