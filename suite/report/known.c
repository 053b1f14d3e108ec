/* The known facts of a card as one record: `barecard expect` makes a board file of such records. */
#include "suite/report/put.h"

static bool is_text(enum fact fact)
{
    return fact_kind(fact) < FACT_OF_NUMBER;
}

static void put_fact(struct json *json, enum fact fact, const struct fact_value *value)
{
    char words[FACT_WORD_MAX];
    struct text text = text_in(words, sizeof(words));

    if (is_text(fact)) {
        fact_plain(&text, fact, value);
        json_text(json, fact_name(fact), words);
    } else {
        json_number(json, fact_name(fact), value->number);
    }
}

void report_facts(struct report *report, const struct facts *facts)
{
    struct json json = record_open(report, "facts");
    bool any = false;

    key_members(&json, &report->key);
    for (unsigned i = 0; i < FACTS; i++)
        if (facts->of[i].state == FACT_KNOWN) {
            put_fact(&json, (enum fact)i, &facts->of[i]);
            any = true;
        }
    if (any)
        put_record(report, &json);
}
