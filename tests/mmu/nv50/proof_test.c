/* tests/mmu/nv50/proof_test.c: placement, block by block, by both witnesses.
 *
 * For a configuration and each of its views: both witnesses put the block at the same place (AGREE); mmu/
 * finds it there again, so no two blocks share a place (INVERSE); by both it stays inside its large page as
 * the pitch view has it (BLEED); no place lies beyond what the blocks so far need, and partitions and
 * subpartitions get the same number of blocks but for one group at the end (BALANCE). Each property is
 * seen to fail: a placement changed so that it alone does not hold. A second pass tells which mixtures of
 * views within a large page collide, at the 4 KiB pages that it can be mixed at.
 *
 * Without an argument every configuration over the first blocks; with `two` (proof.t) two of them over all
 * 2^24, with `all` (make bench) every one. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "hw/bits.h"
#include "mmu/nv50/place.h"
#include "model/nv50/vram/place.h"

#define ALL        (UINT32_C(1) << 24)
#define SOME       (UINT32_C(1) << 16)
#define PAGE_LOG2  8 /* blocks of a large page */
#define SMALL_LOG2 4 /* of a 4 KiB page */

/* Partition counts whose mixtures collide, a bit each. Tiled and linear of one cycle differ inside a run
 * of P blocks (of 4P in the long cycle, by pairs or within the run), which never leaves 16; short and long
 * differ inside a group of 4P blocks, and that fits 16 only for P = 1, 2, 4; the alternate bank cycle
 * exchanges banks, which are larger than 4 KiB. */
#define MIX_SAME_CYCLE  0x00
#define MIX_OTHER_CYCLE (BIT(3) | BIT(5) | BIT(6))
#define MIX_BANKS       0x7e

struct config {
    enum chipset_index chip;
    unsigned parts, subparts, select;
};

enum property { NOTHING, AGREE, INVERSE, BLEED, BALANCE };
static const char *const property_names[] = { "", "agree", "inverse", "bleed", "balance" };

/* Both witnesses of one configuration; `broken` is the property that is to fail. */
struct pair {
    struct placement mmu;
    struct place model;
    enum property broken;
};

struct spot {
    unsigned part, sub;
    uint32_t block, subblock;
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

static bool open_pair(struct pair *pair, const struct config *c)
{
    /* 4 banks of 32 KiB in each partition, for the bank cycle. */
    const struct dram_geometry dram = { .column_bits = 9,
                                        .bank_bits = 2,
                                        .row_bits_a = 10,
                                        .times3 = (c->parts & (c->parts - 1)) == 0 };

    *pair =
        (struct pair){ .model = { .long_cycle = nv50_chips[c->chip].features & FEATURE_LONG_CYCLE,
                                  .word_log2 = 3,
                                  .column_bits = 9,
                                  .bank_bits = 2,
                                  .row_bits = 10,
                                  .times3 = dram.times3,
                                  .alternate = true } };
    place_set_parts(&pair->model, (1u << c->parts) - 1, PART_NUMBERING_ORDINAL);
    place_set_subparts(&pair->model, c->subparts == 2 ? 3 : 1, c->select);
    return placement_init(&pair->mmu, &nv50_chips[c->chip], &mmu_rules_default, c->parts,
                          c->subparts, c->select, &dram) == OK;
}

/* ---- the two witnesses, and their possible faults ---------------------------------------------- */

static uint32_t swapped(uint32_t block, uint32_t a)
{
    return block == a ? a + 1 : block == a + 1 ? a : block;
}

/* The block that stands for this one where a property is broken: two blocks exchanged by one witness;
 * two at the end of a large page by both, in views other than pitch; two blocks in one place. */
static uint32_t twisted(const struct pair *pair, struct view view, bool is_model, uint32_t block)
{
    if (pair->broken == AGREE && is_model)
        return swapped(block, 16);
    if (pair->broken == BLEED && view.tiled)
        return swapped(block, 255);
    if (pair->broken == INVERSE && block == 17)
        return 16;
    return block;
}

static struct spot spot_of(const struct pair *pair, struct view view, bool is_model, uint32_t block)
{
    const uint32_t as = twisted(pair, view, is_model, block);
    struct spot spot = { .block = block, .subblock = block };

    if (pair->broken == BALANCE)
        return spot;
    if (is_model) {
        place_to_partition(
            &pair->model, (struct place_view){ .tiled = view.tiled, .long_cycle = view.long_cycle },
            as, &spot.part, &spot.block);
        place_to_subpartition(&pair->model, spot.block, &spot.sub, &spot.subblock);
        return spot;
    }
    const struct partition_block there = place_block(&pair->mmu, view, as);
    return (struct spot){ there.part, there.subpart, there.block, there.subblock };
}

static struct partition_block for_mmu(struct spot spot)
{
    return (struct partition_block){ .part = (uint8_t)spot.part,
                                     .block = spot.block,
                                     .subpart = (uint8_t)spot.sub,
                                     .subblock = spot.subblock };
}

/* The pitch block that lies there. */
static uint32_t home(const struct pair *pair, struct spot spot)
{
    return place_home(&pair->model, pair->model.hardware[spot.part], spot.sub, spot.subblock);
}

/* ---- the properties ---------------------------------------------------------------------------- */

/* By its partition and by its subpartition. */
static bool comes_back(const struct pair *pair, struct view view, struct spot spot, uint32_t block)
{
    const struct partition_block there = for_mmu(spot);
    const uint32_t as = pair->broken == INVERSE ? block : twisted(pair, view, false, block);

    return block_at(&pair->mmu, view, there) == as &&
           block_at_subpart(&pair->mmu, view, there) == as;
}

static bool stays_in_page(const struct pair *pair, struct spot spot, uint32_t block)
{
    const uint32_t pitch = block_at(&pair->mmu, (struct view){ 0 }, for_mmu(spot));

    return pitch >> PAGE_LOG2 == block >> PAGE_LOG2 &&
           home(pair, spot) >> PAGE_LOG2 == block >> PAGE_LOG2;
}

/* The first property that this block breaks. */
static enum property broken_by(const struct pair *pair, struct view view, uint32_t block,
                               struct spot *spot)
{
    const struct spot other = spot_of(pair, view, true, block);

    *spot = spot_of(pair, view, false, block);
    if (spot->part != other.part || spot->block != other.block || spot->sub != other.sub ||
        spot->subblock != other.subblock)
        return AGREE;
    if (pair->broken != BALANCE && !comes_back(pair, view, *spot, block))
        return INVERSE;
    if (pair->broken != BALANCE && !stays_in_page(pair, *spot, block))
        return BLEED;
    return spot->part >= pair->mmu.parts || spot->sub >= pair->mmu.subparts ||
                   spot->block > block / pair->mmu.parts + 3
               ? BALANCE
               : NOTHING;
}

static bool balanced(const struct pair *pair, const uint32_t counts[8][2])
{
    for (unsigned i = 0; i < 2u * pair->mmu.parts; i++)
        for (unsigned k = 0; k < 2u * pair->mmu.parts; k++)
            if (i % 2 < pair->mmu.subparts && k % 2 < pair->mmu.subparts &&
                counts[i / 2][i % 2] > counts[k / 2][k % 2] + 4)
                return false;
    return true;
}

static enum property prove(const struct pair *pair, struct view view, uint32_t blocks)
{
    uint32_t counts[8][2] = { 0 };

    for (uint32_t block = 0; block < blocks; block++) {
        struct spot spot;
        const enum property broken = broken_by(pair, view, block, &spot);

        if (broken != NOTHING)
            return broken;
        counts[spot.part][spot.sub]++;
    }
    return balanced(pair, counts) ? NOTHING : BALANCE;
}

static void check(const struct config *c, struct view view, uint32_t blocks)
{
    struct pair pair;
    const bool open = open_pair(&pair, c);
    const enum property broken = open ? prove(&pair, view, blocks) : NOTHING;

    point(open && broken == NOTHING,
          "proof.%s.parts%u.%s.%s.subparts%u.selmask%u%s: 0x%x blocks%s%s",
          nv50_chips[c->chip].chip.name, c->parts, view.tiled ? "tiled" : "linear",
          view.long_cycle ? "long" : "short", c->subparts, c->select, blocks == ALL ? ".all" : "",
          blocks, broken ? ", but not " : "", property_names[broken]);
}

/* A placement with one property broken fails by that one. */
static void check_that_it_fails(const struct config *c, enum property property)
{
    const struct view view = { .tiled = true };
    struct pair pair;
    const bool open = open_pair(&pair, c);

    pair.broken = property;
    const enum property seen = open ? prove(&pair, view, SOME) : NOTHING;
    point(seen == property, "proof.fails.%s.parts%u.%s: seen %s", nv50_chips[c->chip].chip.name,
          c->parts, property_names[property], seen ? property_names[seen] : "nothing");
}

/* ---- mixtures ---------------------------------------------------------------------------------- */

/* The pitch block that shares its place with this block of the view. */
static uint32_t pitch_by_mmu(const struct pair *pair, struct view view, uint32_t block)
{
    return byte_at(&pair->mmu, (struct view){ 0 }, place_byte(&pair->mmu, view, block << 8)) >> 8;
}

static uint32_t pitch_by_model(const struct pair *pair, struct view view, uint32_t block)
{
    struct spot spot = spot_of(pair, view, true, block);

    if (view.alternate_banks)
        spot.subblock = place_alternate(&pair->model, spot.subblock);
    return home(pair, spot);
}

enum mixture { APART, COLLIDE, DISAGREE };

/* Whether some block of a small page under `one` lies where another small page has its own under
 * `other`: then the pitch blocks of the two small pages are not the same sixteen. */
static enum mixture mixed(const struct pair *pair, struct view one, struct view other)
{
    static uint32_t page_of[SOME];
    bool collide = false;

    for (uint32_t block = 0; block < SOME; block++)
        page_of[block] = UINT32_MAX;
    for (uint32_t block = 0; block < SOME; block++) {
        const uint32_t pitch = pitch_by_mmu(pair, other, block);
        if (pitch != pitch_by_model(pair, other, block))
            return DISAGREE;
        if (pitch < SOME)
            page_of[pitch] = block >> SMALL_LOG2;
    }
    for (uint32_t block = 0; block < SOME; block++) {
        const uint32_t pitch = pitch_by_mmu(pair, one, block);
        if (pitch != pitch_by_model(pair, one, block))
            return DISAGREE;
        collide |=
            pitch < SOME && page_of[pitch] != UINT32_MAX && page_of[pitch] != block >> SMALL_LOG2;
    }
    return collide ? COLLIDE : APART;
}

/* Partition counts up to `most` for which a mixture collides, as docs/memory-test.md states them. */
static void check_mixture(enum chipset_index chip, unsigned most, struct view one,
                          struct view other, unsigned expected)
{
    unsigned seen = 0;
    bool agreed = true;

    for (unsigned parts = 1; parts <= most; parts++) {
        struct pair pair;
        const bool open = open_pair(&pair, &(struct config){ chip, parts, 1, 0 });
        const enum mixture mixture = open ? mixed(&pair, one, other) : DISAGREE;

        agreed &= mixture != DISAGREE;
        seen |= mixture == COLLIDE ? 1u << parts : 0;
    }
    point(agreed && seen == expected,
          "proof.mixture.%s.%s_%s.%s_%s%s: collides with the partition counts 0x%x%s",
          nv50_chips[chip].chip.name, one.tiled ? "tiled" : "linear",
          one.long_cycle ? "long" : "short", other.tiled ? "tiled" : "linear",
          other.long_cycle ? "long" : "short", other.alternate_banks ? ".banks" : "", seen,
          agreed ? "" : ", by one witness");
}

static void check_mixtures(void)
{
    const struct view linear = { 0 }, tiled = { .tiled = true };
    const struct view linear_long = { .long_cycle = true };
    const struct view tiled_long = { .tiled = true, .long_cycle = true };
    const struct view banks = { .tiled = true, .alternate_banks = true };

    check_mixture(CHIP_G80, 6, linear, tiled, MIX_SAME_CYCLE);
    check_mixture(CHIP_G80, 6, linear, linear_long, MIX_OTHER_CYCLE);
    check_mixture(CHIP_G80, 6, tiled, tiled_long, MIX_OTHER_CYCLE);
    check_mixture(CHIP_G80, 6, linear, tiled_long, MIX_OTHER_CYCLE);
    check_mixture(CHIP_G80, 6, tiled, linear_long, MIX_OTHER_CYCLE);
    check_mixture(CHIP_G80, 6, linear_long, tiled_long, MIX_SAME_CYCLE);
    check_mixture(CHIP_G80, 6, linear, banks, MIX_BANKS);
    check_mixture(CHIP_G80, 6, tiled, banks, MIX_BANKS);
    check_mixture(CHIP_G200, 8, linear, tiled, MIX_SAME_CYCLE);
    check_mixture(CHIP_G200, 8, linear, linear_long, MIX_SAME_CYCLE);
    check_mixture(CHIP_G200, 8, tiled, banks, MIX_BANKS | BIT(7) | BIT(8));
}

/* ---- all of them ------------------------------------------------------------------------------- */

static void check_views(const struct config *c, uint32_t blocks)
{
    for (unsigned i = 0; i < 4; i++)
        if (!(i & 2) || (nv50_chips[c->chip].features & FEATURE_LONG_CYCLE))
            check(c, (struct view){ .tiled = i & 1, .long_cycle = i & 2 }, blocks);
}

static void check_all(uint32_t blocks)
{
    for (unsigned parts = 1; parts <= 8; parts++) {
        check_views(&(struct config){ CHIP_G80, parts, 1, 0 }, blocks);
        check_views(&(struct config){ CHIP_G200, parts, 1, 0 }, blocks);
        check_views(&(struct config){ CHIP_GT215, parts, 1, 0 }, blocks);
        for (unsigned select = 0; select < 8; select++)
            check_views(&(struct config){ CHIP_GT215, parts, 2, select }, blocks);
    }
}

static void check_that_all_fail(void)
{
    for (enum property property = AGREE; property <= BALANCE; property++) {
        check_that_it_fails(&(struct config){ CHIP_G80, 6, 1, 0 }, property);
        check_that_it_fails(&(struct config){ CHIP_GT215, 2, 2, 5 }, property);
    }
}

int main(int argc, char **argv)
{
    const char *const what = argc == 2 ? argv[1] : "";

    if (strcmp(what, "two") == 0) {
        check(&(struct config){ CHIP_G80, 6, 1, 0 },
              (struct view){ .tiled = true, .long_cycle = true }, ALL);
        check(&(struct config){ CHIP_GT215, 2, 2, 5 }, (struct view){ .tiled = true }, ALL);
    } else {
        check_all(strcmp(what, "all") == 0 ? ALL : SOME);
        check_that_all_fail();
        check_mixtures();
    }
    printf("1..%u\n", number);
    return failures != 0;
}
