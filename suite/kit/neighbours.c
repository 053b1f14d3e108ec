#include "suite/kit/neighbours.h"

#include "hw/bits.h"

#define APART       5 /* a fifth of the nearest value */
#define APART_LEAST 5 /* degrees, seconds, MB/s: less is how numbers are cut */

bool neighbours_equal(const struct facts *a, const struct facts *b)
{
    static const uint8_t same[] = { FACT_DEVICE, FACT_SUBSYSTEM, FACT_MEMORY, FACT_PARTITIONS };

    for (unsigned i = 0; i < ARRAY_SIZE(same); i++)
        if (a->of[same[i]].state != b->of[same[i]].state ||
            a->of[same[i]].number != b->of[same[i]].number)
            return false;
    return a->of[FACT_DEVICE].state == FACT_KNOWN;
}

bool neighbours_odd(const struct facts *const cards[], unsigned count, unsigned n, enum fact fact,
                    uint64_t *low, uint64_t *high)
{
    const struct fact_value *const own = &cards[n]->of[fact];
    unsigned others = 0;

    if (fact_kind(fact) <= FACT_OF_NUMBER || own->state != FACT_KNOWN)
        return false;
    *low = UINT64_MAX;
    *high = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct fact_value *const value = &cards[i]->of[fact];

        if (i == n || value->state != FACT_KNOWN || !neighbours_equal(cards[n], cards[i]))
            continue;
        others++;
        *low = value->number < *low ? value->number : *low;
        *high = value->number > *high ? value->number : *high;
    }
    if (others + 1 < NEIGHBOURS_LEAST || (own->number >= *low && own->number <= *high))
        return false;
    const uint64_t nearest = own->number < *low ? *low : *high;
    const uint64_t apart = own->number < *low ? *low - own->number : own->number - *high;

    return apart > *high - *low && apart > nearest / APART && apart >= APART_LEAST;
}

void neighbours_words(struct text *text, enum fact fact, const struct fact_value *value,
                      uint64_t low, uint64_t high)
{
    text_format(text, "%s ", fact_name(fact));
    fact_words(text, fact, value);
    text_format(text, ", its neighbours %llu", (unsigned long long)low);
    if (high != low)
        text_format(text, " to %llu", (unsigned long long)high);
}
