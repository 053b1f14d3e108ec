#include "tools/report/apart.h"

#include <stdio.h>
#include <stdlib.h>

#include "suite/kit/neighbours.h"
#include "tools/report/index.h"

#define WORDS_MAX 512

/* All good cards of one product. */
struct product {
    struct neighbours of[FACTS];
};

/* A card by its number in the list. */
struct card_ref {
    const struct report_run *run;
    const struct report_card *card;
};

struct products {
    struct index index;
    struct product *all;
    struct card_ref *refs;
    unsigned count, cards;
};

/* Null: out of memory. */
static struct product *product_of(struct products *p, const struct facts *facts)
{
    char name[128];
    struct text text = text_in(name, sizeof(name));

    neighbours_product(&text, facts);
    unsigned *const number = index_number(&p->index, name);

    if (!*number) {
        struct product *const all = realloc(p->all, (p->count + 1) * sizeof(*all));

        if (!all)
            return NULL;
        p->all = all;
        p->all[p->count] = (struct product){ 0 };
        *number = ++p->count;
    }
    return &p->all[*number - 1];
}

static bool add(struct products *p, const struct report_run *run, const struct report_card *card)
{
    struct product *const product = product_of(p, card->facts);

    if (!product)
        return false;
    p->refs[p->cards] = (struct card_ref){ run, card };
    for (unsigned f = 0; f < FACTS; f++)
        if (neighbours_count((enum fact)f, &card->facts->of[f]))
            neighbours_add(&product->of[f], p->cards, card->facts->of[f].number);
    p->cards++;
    return true;
}

static bool say(const struct products *p, enum fact fact, const struct apart *apart,
                bool (*one)(void *opaque, const char *words), void *opaque)
{
    const struct card_ref *const ref = &p->refs[apart->card];
    char words[WORDS_MAX];
    struct text text = text_in(words, sizeof(words));

    text_format(&text, "card %s (%s run %u, %s) is unlike its neighbours: ",
                ref->run->label ? ref->run->label : "without a label", ref->run->file,
                ref->run->number, ref->card->at ? ref->card->at : "");
    neighbours_words(&text, fact, apart);
    return one(opaque, words);
}

/* Only cards that passed and have facts are compared, because a bad card is unlike the others
 * anyway. */
bool apart_each(const struct report_list *list, bool (*one)(void *opaque, const char *words),
                void *opaque)
{
    struct products p = { 0 };
    struct apart apart;
    unsigned most = 0;

    for (unsigned i = 0; i < list->run_count; i++)
        most += list->runs[i].card_count;
    p.refs = calloc(most ? most : 1, sizeof(*p.refs));
    bool good = p.refs;
    for (unsigned i = 0; good && i < list->run_count; i++)
        for (unsigned c = 0; good && c < list->runs[i].card_count; c++) {
            const struct report_card *const card = &list->runs[i].cards[c];

            good = !card->facts || report_status(card->verdict) || add(&p, &list->runs[i], card);
        }
    for (unsigned i = 0; good && i < p.count; i++)
        for (unsigned f = 0; good && f < FACTS; f++)
            good = !neighbours_apart(&p.all[i].of[f], &apart) ||
                   say(&p, (enum fact)f, &apart, one, opaque);
    index_free(&p.index);
    free(p.all);
    free(p.refs);
    return good;
}
