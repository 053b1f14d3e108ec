#include "tests/silicon/knob_values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DRAWN_PERCENT 30

static unsigned word_count(const char *words)
{
    unsigned count = 1;

    for (; *words; words++)
        count += *words == '|';
    return count;
}

/* Of "lowest..highest" both and one between. */
static unsigned long number_at(const char *range, unsigned index)
{
    char *end;
    const unsigned long low = strtoul(range, &end, 0), high = strtoul(end + 2, NULL, 0);

    return index == 0 ? low : index == 1 ? high : low + (high - low) / 3;
}

static unsigned value_count(const struct model_option *knob)
{
    return strstr(knob->parameters, "..") ? 3 : word_count(knob->parameters);
}

static void write_value(const struct model_option *knob, unsigned index, char text[KNOB_VALUE_MAX])
{
    if (strstr(knob->parameters, "..")) {
        snprintf(text, KNOB_VALUE_MAX, "%s=%lu", knob->name, number_at(knob->parameters, index));
        return;
    }
    const char *word = knob->parameters;
    for (unsigned i = 0; i < index; i++)
        word = strchr(word, '|') + 1;
    snprintf(text, KNOB_VALUE_MAX, "%s=%.*s", knob->name, (int)strcspn(word, "|"), word);
}

unsigned family_chip_count(const struct model_ops *family)
{
    unsigned count = 0;

    while (family->chip(count))
        count++;
    return count;
}

unsigned modelled_count(void)
{
    unsigned count = 0;

    for (unsigned f = 0; model_families[f]; f++)
        count += family_chip_count(model_families[f]);
    return count;
}

const struct chip *modelled_chip(unsigned index)
{
    for (unsigned f = 0; model_families[f]; f++) {
        const unsigned count = family_chip_count(model_families[f]);

        if (index < count)
            return model_families[f]->chip(index);
        index -= count;
    }
    return NULL;
}

const struct model_ops *family_of(const struct chip *chip)
{
    unsigned f = 0;

    while (model_families[f] && model_families[f]->usual->family != chip->family)
        f++;
    return model_families[f];
}

unsigned knob_value_count(void)
{
    const struct model_option *knob;
    unsigned count = 0;

    for (unsigned f = 0; model_families[f]; f++)
        for (unsigned i = 0; (knob = model_families[f]->knob(i)) != NULL; i++)
            count += value_count(knob);
    return count;
}

const struct model_ops *knob_value(unsigned index, char text[KNOB_VALUE_MAX])
{
    const struct model_option *knob;

    for (unsigned f = 0; model_families[f]; f++)
        for (unsigned i = 0; (knob = model_families[f]->knob(i)) != NULL; i++) {
            if (index < value_count(knob)) {
                write_value(knob, index, text);
                return model_families[f];
            }
            index -= value_count(knob);
        }
    return NULL;
}

void knob_draw(struct draw *draw, const struct model_ops *family, char text[KNOBS_TEXT])
{
    const struct model_option *knob;

    text[0] = '\0';
    for (unsigned i = 0; (knob = family->knob(i)) != NULL; i++) {
        char value[KNOB_VALUE_MAX];
        const size_t used = strlen(text);

        if (!draw_chance(draw, DRAWN_PERCENT))
            continue;
        write_value(knob, (unsigned)draw_below(draw, value_count(knob)), value);
        snprintf(text + used, KNOBS_TEXT - used, "%s%s", used ? "+" : "", value);
    }
}
