/* tests/host/proof_test.c: placement, block by block, by both witnesses.
 *
 * For a configuration and each of its views: both witnesses put the block at the same place, both find it
 * there again (so no two blocks share a place), it stays inside its large page as the pitch view has it,
 * and partitions get the same number of blocks but for one group at the end. A second pass tells which
 * mixtures of views within a large page collide, at the 4 KiB pages that it can be mixed at.
 *
 * Without an argument every configuration over the first blocks, two over all 2^24; with `all`, every one
 * over all of them (make bench). */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "hw/bits.h"
#include "mmu/place.h"
#include "model/core/place.h"

#define ALL        (UINT32_C(1) << 24)
#define SOME       (UINT32_C(1) << 16)
#define PAGE_LOG2  8 /* blocks of a large page */
#define SMALL_LOG2 4 /* of a 4 KiB page */

/* Partition counts 1 to 6 whose mixtures collide, a bit each. Tiled and linear of one cycle differ
 * inside a run of P blocks (of 4P in the long cycle, by pairs or within the run), which never leaves 16;
 * short and long differ inside a group of 4P blocks, and that fits 16 only for P = 1, 2, 4. */
#define MIX_SAME_CYCLE  0x00
#define MIX_OTHER_CYCLE (BIT(3) | BIT(5) | BIT(6))

struct config {
    enum chipset_index chip;
    unsigned parts, subparts, select;
};

static unsigned number, failures;

static void point(bool good, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void point(bool good, const char *format, ...)
{
    va_list list;

    failures += !good;
    printf("%sok %u - ", good ? "" : "not ", ++number);
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    printf("\n");
}

static struct place model_of(const struct config *c)
{
    struct place place = { .long_cycle = chipsets[c->chip].features & FEATURE_LONG_CYCLE };

    place_set_parts(&place, (1u << c->parts) - 1, PART_NUMBERING_ORDINAL);
    place_set_subparts(&place, c->subparts == 2 ? 3 : 1, c->select);
    return place;
}

static bool placement_of(const struct config *c, struct placement *out)
{
    return placement_init(out, &chipsets[c->chip], &mmu_rules_default, c->parts, c->subparts,
                          c->select, NULL) == OK;
}

/* ---- one block ----------------------------------------------------------------------------- */

static bool same_place(const struct place *model, struct place_view view, uint32_t block,
                       struct partition_block there)
{
    unsigned id, sub;
    uint32_t pbi, sbi;

    place_to_partition(model, view, block, &id, &pbi);
    place_to_subpartition(model, pbi, &sub, &sbi);
    return id == there.part && pbi == there.block && sub == there.subpart &&
           sbi == there.subblock && place_from_subpartition(model, sub, sbi) == pbi &&
           place_from_partition(model, view, id, pbi) == block;
}

static bool check_block(const struct placement *p, const struct place *model, struct view view,
                        uint32_t block, uint32_t *part)
{
    const struct place_view other = { .tiled = view.tiled, .long_cycle = view.long_cycle };
    const struct partition_block there = place_block(p, view, block);

    *part = there.part;
    return there.part < p->parts && same_place(model, other, block, there) &&
           block_at(p, view, there) == block && block_at_subpart(p, view, there) == block &&
           block_at(p, (struct view){ 0 }, there) >> PAGE_LOG2 == block >> PAGE_LOG2;
}

static bool balanced(const uint32_t *counts, unsigned parts)
{
    for (unsigned part = 0; part < parts; part++)
        for (unsigned other = 0; other < parts; other++)
            if (counts[part] > counts[other] + 4)
                return false;
    return true;
}

static void prove(const struct config *c, struct view view, uint32_t blocks)
{
    const struct place model = model_of(c);
    uint32_t counts[8] = { 0 }, block = 0, part = 0;
    struct placement p;
    bool good = placement_of(c, &p);

    for (; good && block < blocks; block++) {
        good = check_block(&p, &model, view, block, &part);
        counts[part & 7]++;
    }
    good = good && balanced(counts, c->parts);
    point(good, "proof.%s.parts%u.%s.%s.subparts%u.selmask%u%s: 0x%x blocks",
          chipsets[c->chip].name, c->parts, view.tiled ? "tiled" : "linear",
          view.long_cycle ? "long" : "short", c->subparts, c->select, blocks == ALL ? ".all" : "",
          block);
}

/* ---- mixtures ------------------------------------------------------------------------------ */

/* Whether some block of a small page under `one` shares its place with a block of another small page
 * of the same large page under `other`. */
static bool collide(const struct placement *p, struct view one, struct view other)
{
    for (uint32_t block = 0; block < SOME; block++)
        if (block_alias(p, one, other, block) >> SMALL_LOG2 != block >> SMALL_LOG2)
            return true;
    return false;
}

/* Partition counts for which a mixture collides, as docs/memory-test.md states them. */
static void check_mixture(struct view one, struct view other, unsigned expected)
{
    unsigned seen = 0;

    for (unsigned parts = 1; parts <= 6; parts++) {
        const struct config c = { CHIP_G80, parts, 1, 0 };
        struct placement p;

        if (placement_of(&c, &p) && collide(&p, one, other))
            seen |= 1u << parts;
    }
    point(seen == expected, "proof.mixture.%s_%s.%s_%s: collides with the partition counts 0x%x",
          one.tiled ? "tiled" : "linear", one.long_cycle ? "long" : "short",
          other.tiled ? "tiled" : "linear", other.long_cycle ? "long" : "short", seen);
}

static void check_mixtures(void)
{
    const struct view linear = { 0 }, tiled = { .tiled = true };
    const struct view linear_long = { .long_cycle = true };
    const struct view tiled_long = { .tiled = true, .long_cycle = true };

    check_mixture(linear, tiled, MIX_SAME_CYCLE);
    check_mixture(linear, linear_long, MIX_OTHER_CYCLE);
    check_mixture(tiled, tiled_long, MIX_OTHER_CYCLE);
    check_mixture(linear, tiled_long, MIX_OTHER_CYCLE);
    check_mixture(tiled, linear_long, MIX_OTHER_CYCLE);
    check_mixture(linear_long, tiled_long, MIX_SAME_CYCLE);
}

/* ---- all of them --------------------------------------------------------------------------- */

static void prove_views(const struct config *c, uint32_t blocks)
{
    for (unsigned i = 0; i < 4; i++)
        if (!(i & 2) || (chipsets[c->chip].features & FEATURE_LONG_CYCLE))
            prove(c, (struct view){ .tiled = i & 1, .long_cycle = i & 2 }, blocks);
}

int main(int argc, char **argv)
{
    const bool all = argc == 2 && strcmp(argv[1], "all") == 0;
    const uint32_t blocks = all ? ALL : SOME;

    for (unsigned parts = 1; parts <= 8; parts++) {
        prove_views(&(struct config){ CHIP_G80, parts, 1, 0 }, blocks);
        prove_views(&(struct config){ CHIP_G200, parts, 1, 0 }, blocks);
        prove_views(&(struct config){ CHIP_GT215, parts, 1, 0 }, blocks);
        for (unsigned select = 0; select < 8; select++)
            prove_views(&(struct config){ CHIP_GT215, parts, 2, select }, blocks);
    }
    if (!all) {
        prove(&(struct config){ CHIP_G80, 6, 1, 0 },
              (struct view){ .tiled = true, .long_cycle = true }, ALL);
        prove(&(struct config){ CHIP_GT215, 2, 2, 5 }, (struct view){ .tiled = true }, ALL);
    }
    check_mixtures();
    printf("1..%u\n", number);
    return failures != 0;
}
