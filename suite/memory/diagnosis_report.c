/* What a diagnosis says: every damage, what it hides, and the sentence of the test. */
#include "suite/memory/diagnosis.h"

#define WORD       8                        /* bytes that are compared at once */
#define PLACES_MAX (TEST_SENTENCE_MAX - 32) /* "G84 bad memory: " stands before it */

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
    char words[TEST_LINE_MAX - 16];
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

/* All chips first, then as many of the damages as the sentence holds whole; each has a line of its own besides. */
static void sentence_of(struct text *text, const struct memory_errors *errors,
                        const struct damages *damages, const struct finding *finding)
{
    const unsigned count = damages->count + damages->lost;

    if (!count)
        text_format(text, "%llu wrong words without a pattern", (unsigned long long)errors->count);
    if (count > 1)
        text_format(text, "%u faults", count);
    if (count > 1 && finding_chip_count(finding)) {
        text_string(text, finding_chip_count(finding) == 1 ? ", chip " : ", chips ");
        finding_chips(text, finding);
    }
    for (unsigned i = 0; i < damages->count; i++) {
        char words[TEST_LINE_MAX];
        struct text one = text_in(words, sizeof(words));

        damage_words(&one, &damages->all[i], &errors->chips);
        if (text->used + one.used + sizeof("; ; 32 more") > text->size) {
            text_format(text, "; %u more", count - i);
            return;
        }
        text_format(text, "%s%s", i ? "; " : count > 1 ? ": " : "", words);
    }
}

/* What the diagnosis comes to as data. Words that were wrong without a fault name no chip. */
static struct finding finding_of(const struct memory_errors *errors, const struct damages *damages)
{
    struct finding finding = { .cause = CAUSE_NO_PATTERN, .faults = 0 };

    if (!errors->placed)
        return (struct finding){ .cause = CAUSE_MEMORY_UNPLACED, .faults = 1 };
    for (unsigned i = 0; i < damages->count; i++) {
        const struct damage *const d = &damages->all[i];

        finding_add(&finding, &errors->chips, damage_cause(d->kind), d->part,
                    d->kind == DAMAGE_SIZE ? 0 : d->lanes);
        finding.value = d->value;
    }
    finding_take_chips(&finding, &errors->chips);
    finding.faults += damages->lost;
    return finding;
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
    char expected[TEST_VALUE_MAX] = "", actual[TEST_VALUE_MAX] = "", places[PLACES_MAX];
    struct text text = text_in(places, sizeof(places));

    t->strip = errors->strip;
    if (!errors->count && !damages->count)
        return;
    const struct finding finding = finding_of(errors, damages);
    test_chips(t, &errors->chips);
    say_all(errors, damages, t);
    if (errors->placed)
        sentence_of(&text, errors, damages, &finding);
    else
        sentence_without_chips(&text, errors);
    if (!errors->placed)
        say_pattern(errors, t);
    if (errors->count)
        say_first(errors, expected, actual);
    test_find(t, &finding);
    test_differs(t, expected, actual, "bad memory: %s", places);
}
