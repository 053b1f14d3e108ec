#include "suite/kit/neighbours.h"

#include "hw/bits.h"

#define APART       5 /* a fifth of the nearest value */
#define APART_LEAST 5 /* degrees, seconds, MB/s: less is how numbers are cut */

static const uint8_t same[] = { FACT_DEVICE, FACT_SUBSYSTEM, FACT_MEMORY, FACT_PARTITIONS };

void neighbours_product(struct text *text, const struct facts *facts)
{
    for (unsigned i = 0; i < ARRAY_SIZE(same); i++) {
        text_string(text, i ? " " : "");
        fact_plain(text, (enum fact)same[i], &facts->of[same[i]]);
    }
}

bool neighbours_equal(const struct facts *a, const struct facts *b)
{
    for (unsigned i = 0; i < ARRAY_SIZE(same); i++)
        if (a->of[same[i]].state != b->of[same[i]].state ||
            a->of[same[i]].number != b->of[same[i]].number)
            return false;
    return a->of[FACT_DEVICE].state == FACT_KNOWN;
}

bool neighbours_count(enum fact fact, const struct fact_value *value)
{
    return fact_kind(fact) > FACT_OF_NUMBER && value->state == FACT_KNOWN;
}

void neighbours_add(struct neighbours *all, unsigned card, uint64_t value)
{
    if (!all->count++)
        *all = (struct neighbours){ .count = 1, .least = { UINT64_MAX, UINT64_MAX } };
    if (value < all->least[0]) {
        all->least[1] = all->least[0];
        all->least[0] = value;
        all->least_of = card;
    } else if (value < all->least[1]) {
        all->least[1] = value;
    }
    if (value > all->most[0]) {
        all->most[1] = all->most[0];
        all->most[0] = value;
        all->most_of = card;
    } else if (value > all->most[1]) {
        all->most[1] = value;
    }
}

static bool is_apart(uint64_t apart, uint64_t spread, uint64_t nearest)
{
    return apart > spread && apart > nearest / APART && apart >= APART_LEAST;
}

bool neighbours_apart(const struct neighbours *all, struct apart *out)
{
    const uint64_t low = all->least[0], high = all->most[0];

    if (all->count < NEIGHBOURS_LEAST)
        return false;
    if (is_apart(all->least[1] - low, high - all->least[1], all->least[1]))
        *out = (struct apart){ all->least_of, low, all->least[1], high };
    else if (is_apart(high - all->most[1], all->most[1] - low, all->most[1]))
        *out = (struct apart){ all->most_of, high, low, all->most[1] };
    else
        return false;
    return true;
}

void neighbours_words(struct text *text, enum fact fact, const struct apart *apart)
{
    const struct fact_value value = { .state = FACT_KNOWN, .number = apart->value };

    text_format(text, "%s ", fact_name(fact));
    fact_words(text, fact, &value);
    text_format(text, ", its neighbours %llu", (unsigned long long)apart->low);
    if (apart->high != apart->low)
        text_format(text, " to %llu", (unsigned long long)apart->high);
}
