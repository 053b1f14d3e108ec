/* What a diagnosis says: every damage, what it hides, and the sentence of the test. */
#include "suite/memory/diagnosis.h"

#define WORD 8 /* bytes that are compared at once */

static void say_first(const struct memory_errors *errors, char expected[TEST_VALUE_MAX],
                      char actual[TEST_VALUE_MAX])
{
    struct text text = text_in(expected, TEST_VALUE_MAX);

    text_format(&text, "0x%016llx at VRAM 0x%llx", (unsigned long long)errors->first_expected,
                (unsigned long long)errors->first_at);
    text = text_in(actual, TEST_VALUE_MAX);
    text_format(&text, "0x%016llx", (unsigned long long)errors->first_seen);
}

static void say_damage(const struct memory_errors *errors, const struct damage *damage,
                       struct test *t)
{
    char words[TEST_VALUE_MAX];
    struct text text = text_in(words, sizeof(words));

    damage_words(&text, damage, &errors->chips);
    test_say(t, "damage: %s", words);
}

/* What the faults that were found keep from sight. */
static void say_hidden(const struct memory_errors *errors, unsigned part, struct test *t)
{
    const struct part_errors *const part_errors = &errors->parts[part];
    const uint64_t explained = part_errors->explained[0] | part_errors->explained[1];
    const uint64_t veiled = (part_errors->veiled[0] | part_errors->veiled[1]) & ~explained;
    char words[TEST_VALUE_MAX];
    struct text text = text_in(words, sizeof(words));

    words_partition(&text, errors->chips.part_mask, part);
    if (part_errors->rows_lost)
        test_say(t, "hidden: %s: more rows are wrong than are kept apart", words);
    text_string(&text, ", ");
    if (explained) {
        words_lanes(&text, explained);
        test_say(t, "hidden: %s: what else is wrong there shows after the repair", words);
    }
    if (!veiled)
        return;
    text = text_in(words, sizeof(words));
    words_partition(&text, errors->chips.part_mask, part);
    text_string(&text, ", ");
    words_lanes(&text, veiled);
    test_say(t, "hidden: %s: only dead cells, rows and banks can be told there", words);
}

/* All damages, and what they hide, as lines of the report. */
static void say_all(const struct memory_errors *errors, const struct damages *damages,
                    struct test *t)
{
    for (unsigned i = 0; i < damages->count; i++)
        say_damage(errors, &damages->all[i], t);
    for (unsigned part = 0; part < errors->chips.parts; part++)
        say_hidden(errors, part, t);
    if (errors->untried)
        test_say(t, "hidden: %u more wrong cells were not tried by themselves", errors->untried);
}

/* As many of the damages as half a sentence holds. */
static void sentence_of(struct text *text, const struct memory_errors *errors,
                        const struct damages *damages)
{
    if (damages->count > 1)
        text_format(text, "%u faults: ", damages->count + damages->lost);
    if (damages->count)
        damage_words(text, &damages->all[0], &errors->chips);
    else
        text_format(text, "%llu wrong words without a pattern", (unsigned long long)errors->count);
    for (unsigned i = 1; i < damages->count && text->used < TEST_SENTENCE_MAX / 2; i++) {
        text_string(text, "; ");
        damage_words(text, &damages->all[i], &errors->chips);
    }
}

/* No chip may be named where nobody knows how the family spreads its memory. */
static void sentence_without_chips(struct text *text, const struct memory_errors *errors)
{
    text_format(text, "%llu wrong words, bits 0x%016llx", (unsigned long long)errors->count,
                (unsigned long long)(errors->pattern.ones | errors->pattern.zeros));
    if (errors->pattern.spacing > WORD)
        text_format(text, ", multiples of 0x%llx bytes apart",
                    (unsigned long long)errors->pattern.spacing);
    if (errors->pattern.moved)
        text_format(text, ", words of addresses that differ in 0x%llx",
                    (unsigned long long)errors->pattern.moved);
    if (errors->unstable)
        text_format(text, ", %llu of them right when read again",
                    (unsigned long long)errors->unstable);
    text_string(text, "; which chip holds them is not known for this chipset");
}

/* All that is known of errors that no chip is named for. */
static void say_pattern(const struct memory_errors *errors, struct test *t)
{
    test_say(t,
             "errors: %s from 0x%llx to 0x%llx, spaced 0x%llx, read 1 for 0: 0x%016llx, "
             "read 0 for 1: 0x%016llx",
             t->name, (unsigned long long)errors->pattern.lowest_at,
             (unsigned long long)errors->pattern.highest_at,
             (unsigned long long)errors->pattern.spacing, (unsigned long long)errors->pattern.ones,
             (unsigned long long)errors->pattern.zeros);
}

void diagnosis_report(const struct memory_errors *errors, const struct damages *damages,
                      struct test *t)
{
    char expected[TEST_VALUE_MAX] = "", actual[TEST_VALUE_MAX] = "", places[TEST_SENTENCE_MAX];
    struct text text = text_in(places, sizeof(places));

    t->strip = errors->strip;
    if (!errors->count && !damages->count)
        return;
    test_chips(t, &errors->chips);
    say_all(errors, damages, t);
    if (errors->placed)
        sentence_of(&text, errors, damages);
    else
        sentence_without_chips(&text, errors);
    if (!errors->placed)
        say_pattern(errors, t);
    if (errors->count)
        say_first(errors, expected, actual);
    t->cause = true;
    test_differs(t, expected, actual, "bad memory: %s", places);
}
