#include "tests/memory/errors.h"

#include "tests/words.h"

enum err memory_errors_open(struct memory_errors *errors, struct test *t)
{
    const struct memory_config *m = t->memory;

    *errors = (struct memory_errors){ .part_mask = m->part_mask };
    return placement_init(&errors->placement, t->card->chip, &mmu_rules_default, m->parts,
                          m->subparts, m->select_mask, &m->dram);
}

/* Lane of bit 0 of a word of 8 bytes: its two halves are D0-31 and D32-63, or the 32 lanes of the
 * subpartition twice (board.md §1.2). */
static unsigned lane_of(const struct memory_errors *errors, struct partition_block there,
                        unsigned bit)
{
    return errors->placement.chip->features & FEATURE_SUBPARTITIONS
               ? 32u * there.subpart + bit % 32
               : bit;
}

void memory_errors_add(struct memory_errors *errors, uint64_t at, uint64_t expected,
                       uint64_t seen)
{
    const struct view pitch = { 0 };
    const struct partition_block there =
        place_block(&errors->placement, pitch, (uint32_t)(at >> BLOCK_SHIFT));

    if (!errors->count++) {
        errors->first_at = at;
        errors->first_expected = expected;
        errors->first_seen = seen;
    }
    errors->by_part[there.part]++;
    for (unsigned bit = 0; bit < 64; bit++)
        if ((expected ^ seen) >> bit & 1)
            errors->by_lane[there.part][lane_of(errors, there, bit)]++;
}

/* "D37" for one, "D32-D63" for a run, "64 lanes from D0 to D63" for anything else. */
static void say_lanes(struct text *text, const uint64_t by_lane[ERROR_LANES])
{
    unsigned first = ERROR_LANES, last = 0, count = 0;

    for (unsigned lane = 0; lane < ERROR_LANES; lane++) {
        if (!by_lane[lane])
            continue;
        first = first < lane ? first : lane;
        last = lane;
        count++;
    }
    if (count == 1)
        text_format(text, "D%u", first);
    else if (count == last - first + 1)
        text_format(text, "D%u-D%u", first, last);
    else
        text_format(text, "%u lanes from D%u to D%u", count, first, last);
}

void memory_errors_report(const struct memory_errors *errors, struct test *t)
{
    char expected[TEST_VALUE_MAX], actual[TEST_VALUE_MAX], places[TEST_SENTENCE_MAX];
    struct text text = text_in(places, sizeof(places));

    if (!errors->count)
        return;
    for (unsigned part = 0; part < ERROR_PARTS; part++) {
        if (!errors->by_part[part])
            continue;
        if (text.used)
            text_string(&text, "; ");
        words_partition(&text, errors->part_mask, part);
        text_string(&text, " ");
        say_lanes(&text, errors->by_lane[part]);
        text_format(&text, " %llu words", (unsigned long long)errors->by_part[part]);
    }
    text = text_in(expected, sizeof(expected));
    text_format(&text, "0x%016llx at VRAM 0x%llx", (unsigned long long)errors->first_expected,
                (unsigned long long)errors->first_at);
    text = text_in(actual, sizeof(actual));
    text_format(&text, "0x%016llx", (unsigned long long)errors->first_seen);
    t->cause = true;
    test_differs(t, expected, actual, "VRAM errors: %s", places);
}
