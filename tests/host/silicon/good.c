#include <stddef.h>
#include <string.h>

#include "tests/host/silicon/knob_values.h"
#include "tests/host/silicon/point.h"

#define SAMPLE_CHIPS  2
#define RANDOM_ALL    2000
#define RANDOM_SAMPLE 40

/* A good card is never FAIL, and nothing is said of bad memory. */
static void expect_good(struct point *point, const struct nv50_chip *chip, const char *knobs)
{
    const struct card_given given = { .chip = chip, .knobs = knobs };

    point_run(point, &given);
    if (point->said->verdict != VERDICT_FAIL && !strstr(point->said->tap, "bad memory") &&
        !strstr(point->said->tap, "# damage: "))
        return;
    point_complain(point, "%s %s\n", chip->chip.name, knobs);
    point_quote(point);
}

static unsigned chips(bool all)
{
    (void)all;
    return CHIP_COUNT;
}

static void good_card(struct point *point, unsigned index)
{
    if (point_begin(point, "silicon.good.%s", nv50_chips[index].chip.name))
        expect_good(point, &nv50_chips[index], "");
}

static unsigned values(bool all)
{
    (void)all;
    return knob_value_count();
}

static void good_knob(struct point *point, unsigned index)
{
    const unsigned count = point->all ? CHIP_COUNT : SAMPLE_CHIPS;
    char value[KNOB_VALUE_MAX];

    knob_value(index, value);
    if (!point_begin(point, "silicon.knob.%s", value))
        return;
    for (unsigned i = 0; i < count; i++)
        expect_good(point, &nv50_chips[(count * index + i) % CHIP_COUNT], value);
}

static unsigned combinations(bool all)
{
    return all ? RANDOM_ALL : RANDOM_SAMPLE;
}

static void good_combination(struct point *point, unsigned index)
{
    char knobs[KNOBS_TEXT];

    if (!point_begin(point, "silicon.random.%u", index))
        return;
    knob_draw(&point->draw, knobs);
    expect_good(point, &nv50_chips[draw_below(&point->draw, CHIP_COUNT)], knobs);
}

const struct section good_cards = { chips, good_card };
const struct section good_knobs = { values, good_knob };
const struct section good_random = { combinations, good_combination };
