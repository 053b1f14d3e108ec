#include "suite/kit/facts.h"

#include "hw/bits.h"

static const struct {
    const char *name, *unit, *test;
    enum fact_kind kind;
} rows[FACTS] = {
#define FACT(identifier, kind, name, unit, test) [FACT_##identifier] = { name, unit, test, kind },
#include "suite/kit/fact_list.h"
#undef FACT
};

const char *fact_name(enum fact fact)
{
    return rows[fact].name;
}

enum fact_kind fact_kind(enum fact fact)
{
    return rows[fact].kind;
}

enum fact fact_named(const char *name)
{
    unsigned fact = 0;

    while (fact < FACTS && !string_equal(rows[fact].name, name))
        fact++;
    return (enum fact)fact;
}

void fact_number(struct facts *facts, enum fact fact, uint64_t number)
{
    facts->of[fact].state = FACT_KNOWN;
    facts->of[fact].number = number;
}

void fact_word(struct facts *facts, enum fact fact, const char *word)
{
    struct text text = text_in(facts->of[fact].word, FACT_WORD_MAX);

    text_string(&text, word);
    facts->of[fact].state = word[0] ? FACT_KNOWN : FACT_ABSENT;
}

void fact_most(struct facts *facts, enum fact fact, uint64_t number)
{
    if (facts->of[fact].state != FACT_KNOWN || facts->of[fact].number < number)
        fact_number(facts, fact, number);
}

static bool is_of(enum fact fact, const char *test)
{
    const char *const asks = rows[fact].test;

    return test && asks ? string_equal(asks, test) : test == asks;
}

void facts_asked(struct facts *facts, const char *test)
{
    for (unsigned i = 0; i < FACTS; i++)
        if (is_of((enum fact)i, test) && facts->of[i].state == FACT_OPEN)
            facts->of[i].state = FACT_ABSENT;
}

void fact_plain(struct text *text, enum fact fact, const struct fact_value *value)
{
    const unsigned long long number = value->number;

    if (value->state != FACT_KNOWN)
        text_string(text, "nothing");
    else if (rows[fact].kind == FACT_OF_WORD)
        text_string(text, value->word);
    else if (rows[fact].kind == FACT_OF_HEX)
        text_format(text, "0x%llx", number);
    else if (rows[fact].kind == FACT_OF_PAIR)
        text_format(text, "%04x:%04x", (unsigned)(number >> 16) & 0xffff,
                    (unsigned)number & 0xffff);
    else
        text_format(text, "%llu", number);
}

void fact_words(struct text *text, enum fact fact, const struct fact_value *value)
{
    fact_plain(text, fact, value);
    if (value->state == FACT_KNOWN)
        text_string(text, rows[fact].unit);
}
