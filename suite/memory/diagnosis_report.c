/* Words of a diagnosis: every damage, the lanes that it hides, and the sentence of the test. */
#include "suite/kit/channel_measured.h"
#include "suite/kit/channel_words.h"
#include "suite/memory/copy_path.h"
#include "suite/memory/diagnosis.h"

#define WORD           8                        /* bytes that are compared at once */
#define PLACES_MAX     (TEST_SENTENCE_MAX - 32) /* the chip's name and "bad memory: " come first */
#define SAID_EQUATIONS 8 /* in a line for people; the records have all of them */

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

/* Lanes that the found faults hide. */
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

/* All damages, and the lanes that they hide, as lines of the report. */
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

/* All chips first, then as many of the damages as the sentence holds whole; each has a line of its
 * own as well. */
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

/* Where words of other addresses were read, equations may be those of a dead address line. */
static bool tells_place(const struct memory_errors *errors, const struct channel_findings *findings)
{
    const enum channel_kind kind = findings->all[0].kind;

    return !errors->lent && findings->count && kind >= CHANNELS_EVERY &&
           !(errors->pattern.moved && (kind == CHANNELS_PART || kind == CHANNELS_SHARED));
}

/* The finding from the addresses of wrong words, where chips cannot be told apart. */
static struct finding finding_by_address(const struct memory_errors *errors,
                                         const struct channel_findings *findings)
{
    static const uint8_t causes[CHANNEL_KINDS] = {
        [CHANNELS_EVERY] = CAUSE_CHANNELS_ALIKE,  [CHANNELS_ONE] = CAUSE_CHANNEL,
        [CHANNELS_SHARED] = CAUSE_CHANNEL_SHARED, [CHANNELS_BANK] = CAUSE_CHANNEL_PART,
        [CHANNELS_ROW] = CAUSE_CHANNEL_PART,      [CHANNELS_COLUMN] = CAUSE_CHANNEL_PART,
        [CHANNELS_RANGE] = CAUSE_CHANNEL_PART,    [CHANNELS_PART] = CAUSE_CHANNEL_PART,
    };

    if (errors->lent)
        return (struct finding){ .cause = CAUSE_MACHINE_MEMORY, .faults = 1 };
    if (!tells_place(errors, findings))
        return (struct finding){ .cause = CAUSE_MEMORY_UNPLACED, .faults = 1 };
    return (struct finding){ .cause = findings->count > 1 ? CAUSE_SEVERAL_FAULTS
                                                          : causes[findings->all[0].kind],
                             .faults = findings->count };
}

/* The diagnosis as data. Wrong words without a fault name no chip. */
static struct finding finding_of(const struct memory_errors *errors, const struct damages *damages,
                                 const struct channel_findings *channels)
{
    struct finding finding = { .cause = CAUSE_NO_PATTERN, .faults = 0 };

    if (!errors->placed)
        return finding_by_address(errors, channels);
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

/* Words, their bits and their distances are all that is known. */
static void sentence_of_words(struct text *text, const struct memory_errors *errors)
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
    text_string(text, errors->lent ? "; the machine lends this memory: check its DIMMs"
                                   : "; which chip holds them is not known for this chipset");
}

/* How far the fault reaches, by the addresses alone. */
static void sentence_of_channels(struct text *text, const struct memory_errors *errors,
                                 const struct channel_findings *findings)
{
    if (findings->count > 1)
        text_format(text, "%u faults: ", findings->count);
    for (unsigned i = 0; i < findings->count; i++) {
        text_string(text, i ? "; " : "");
        channel_words(text, findings, i);
    }
    if (errors->unstable)
        text_format(text, "; %llu of them right when read again",
                    (unsigned long long)errors->unstable);
}

/* No chip may be named where it is unknown how the family spreads its memory. */
static void sentence_without_chips(struct text *text, const struct memory_errors *errors,
                                   const struct channel_findings *findings)
{
    if (tells_place(errors, findings))
        sentence_of_channels(text, errors, findings);
    else
        sentence_of_words(text, errors);
}

/* Wrong words from copies count only once it is settled that they came from the memory. */
static void solve_channels(const struct memory_errors *errors, struct test *t)
{
    if (errors->placed || !errors->channels.looked ||
        (errors->copied.words && errors->copy != COPY_OF_BAD_MEMORY))
        return;
    const struct vram_way *const way = errors->view->way;

    channels_solve(&errors->channels, way->channels ? way->channels(errors->view) : 0,
                   &t->channels);
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

static void say_channels(const struct channel_findings *findings, struct test *t)
{
    char equations[TEST_VALUE_MAX];

    for (unsigned i = 0; i < findings->count; i++) {
        const struct channel_finding *const finding = &findings->all[i];
        struct text text = text_in(equations, sizeof(equations));

        if (finding->equations.count <= SAID_EQUATIONS)
            channel_masks(&text, finding);
        else
            text_format(&text, "%u equations", finding->equations.count);
        test_say(t, "channels: %s, %u of %u places agree, in %u windows of 64 KiB (%u needed): %s",
                 channel_kind_name(finding->kind), finding->agreeing, finding->sampled,
                 finding->places, finding->needed, equations);
    }
}

/* Only on request (spread=measured), because it is unproven. */
static void say_measured(const struct channel_findings *findings, struct test *t)
{
    char words[TEST_VALUE_MAX];

    for (unsigned i = 0; i < findings->count && t->config->measured; i++)
        for (unsigned n = 0; findings->all[i].kind > CHANNELS_EVERY && n < SPREADS_MEASURED; n++) {
            struct text text = text_in(words, sizeof(words));

            measured_words(&text, &measured_spreads[n], &findings->all[i], findings->bits);
            test_say(t, "channels: %s", words);
        }
}

static void say_facts(const struct memory_errors *errors, struct test *t)
{
    const struct chip_table *const chips = &errors->chips;

    test_fact(t, FACT_WRONG_WORDS, errors->count);
    if (errors->placed)
        test_fact(t, FACT_CHIPS, (uint64_t)chips->parts * chips->ranks * chip_count(chips));
}

/* The finding is set just before the failure, because it goes with the next one (test_find). */
void diagnosis_report(const struct memory_errors *errors, const struct damages *damages,
                      struct test *t)
{
    char expected[TEST_VALUE_MAX] = "", actual[TEST_VALUE_MAX] = "", places[PLACES_MAX];
    struct text text = text_in(places, sizeof(places));

    t->strip = errors->strip;
    say_facts(errors, t);
    if (!errors->count && !damages->count)
        return;
    solve_channels(errors, t);
    const struct finding finding = finding_of(errors, damages, &t->channels);
    test_chips(t, &errors->chips);
    say_all(errors, damages, t);
    if (errors->placed)
        sentence_of(&text, errors, damages, &finding);
    else
        sentence_without_chips(&text, errors, &t->channels);
    if (!errors->placed) {
        say_pattern(errors, t);
        say_channels(&t->channels, t);
        say_measured(&t->channels, t);
    }
    if (errors->count)
        say_first(errors, expected, actual);
    test_find(t, &finding);
    test_differs(t, expected, actual, "bad memory: %s", places);
}
