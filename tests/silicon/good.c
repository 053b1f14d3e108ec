
#include "reference/words.h"
#include "tests/silicon/knob_values.h"
#include "tests/silicon/point.h"

#define VALUES_SAMPLE 20
#define RANDOM_ALL    2000
#define RANDOM_SAMPLE 6
#define RISKY_SAMPLE  2

/* A good card is never FAIL, and nothing is said of bad memory. */
static void expect_good(struct point *point, const struct card_given *given)
{
    point_run(point, given);
    if (point->said->verdict != VERDICT_FAIL && !strstr(point->said->tap, SAYS_BAD_MEMORY) &&
        !strstr(point->said->tap, "# damage: "))
        return;
    point_complain(point, "%s %s\n", given->chip->name, given->knobs);
    point_quote(point);
}

static unsigned chips(bool all)
{
    (void)all;
    return modelled_count();
}

/* With no knob turned nothing is left to doubt: the verdict is PASS. */
static void good_card(struct point *point, unsigned index)
{
    const struct card_given given = { .chip = modelled_chip(index), .knobs = "" };

    if (!point_begin(point, "silicon.good.%s", given.chip->name))
        return;
    expect_good(point, &given);
    if (point->said->verdict != VERDICT_PASS && !point->complaint[0])
        point_quote(point);
}

static unsigned values(bool all)
{
    return all ? knob_value_count() : VALUES_SAMPLE;
}

/* Of a sample, one value of some that follow each other, so that it is spread over all of them. */
static unsigned value_of(struct point *point, unsigned index, unsigned sample)
{
    const unsigned step = point->all ? 1 : knob_value_count() / sample;

    return step * index + (unsigned)draw_below(&point->draw, step);
}

/* Each value on each chipset; of a sample, on one chipset. */
static void good_knob(struct point *point, unsigned index)
{
    const unsigned number = value_of(point, index, VALUES_SAMPLE);
    char value[KNOB_VALUE_MAX];
    const struct model_ops *const family = knob_value(number, value);
    const unsigned chips = family_chip_count(family);
    const unsigned first = point->all ? 0 : (unsigned)draw_below(&point->draw, chips);
    const unsigned last = point->all ? chips - 1 : first;

    if (!point_begin(point, "silicon.knob.%s.%s", family->name, value))
        return;
    for (unsigned i = first; i <= last; i++) {
        const struct card_given given = { .chip = family->chip(i), .knobs = value };

        expect_good(point, &given);
    }
}

static unsigned combinations(bool all)
{
    return all ? RANDOM_ALL : RANDOM_SAMPLE;
}

static void good_combination(struct point *point, unsigned index)
{
    const struct chip *const chip =
        modelled_chip((unsigned)draw_below(&point->draw, modelled_count()));
    char knobs[KNOBS_TEXT];
    const struct card_given given = { .chip = chip, .knobs = knobs };

    if (!point_begin(point, "silicon.random.%u", index))
        return;
    knob_draw(&point->draw, family_of(chip), knobs);
    expect_good(point, &given);
}

static unsigned risky_runs(bool all)
{
    return all ? knob_value_count() : RISKY_SAMPLE;
}

/* Whoever asks for everything, with tests that may hang a card, gets no false alarm either. */
static void good_risky(struct point *point, unsigned index)
{
    const unsigned number = value_of(point, index, RISKY_SAMPLE);
    char value[KNOB_VALUE_MAX];
    const struct model_ops *const family = knob_value(number, value);
    const unsigned chip = (unsigned)draw_below(&point->draw, family_chip_count(family));
    const struct card_given given = {
        .chip = family->chip(chip), .knobs = value, .suite = "all", .risky = true
    };

    if (point_begin(point, "silicon.risky.%s.%s", given.chip->name, value))
        expect_good(point, &given);
}

const struct section good_cards = { chips, good_card };
const struct section good_knobs = { values, good_knob };
const struct section good_random = { combinations, good_combination };
const struct section good_risks = { risky_runs, good_risky };
