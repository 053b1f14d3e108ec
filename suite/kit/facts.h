/* suite/kit/facts.h: facts that a run has found out about a card, as data: for the report, and for a station with
 * expectations (docs/station.md).
 *
 * Shape   the runner and the tests enter their facts; a row of fact_list.h for each. A fact that no test has asked for
 *         is not the same as one that the card lacks.
 * Units   as the row says: MiB, MHz, mV, degrees C, MB (10^6 bytes) a second. */
#ifndef SUITE_KIT_FACTS_H
#define SUITE_KIT_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "engines/text.h"

#define FACT(identifier, ...) FACT_##identifier,
enum fact {
#include "suite/kit/fact_list.h"
    FACTS
};
#undef FACT

enum fact_kind {
    FACT_OF_WORD,    /* "g84" */
    FACT_OF_HEX,     /* 0x402 */
    FACT_OF_PAIR,    /* two numbers of 16 bits, "1462:0910" */
    FACT_OF_NUMBER,  /* the same on each good board */
    FACT_OF_MEASURE, /* a number that moves from card to card and from run to run */
    FACT_OF_CEILING, /* the same, and less is always good */
    FACT_OF_FLOOR,   /* the same, and more is always good */
};

enum fact_state {
    FACT_OPEN,   /* the card was not asked */
    FACT_ABSENT, /* it was asked, and has none that could be read */
    FACT_KNOWN,
};

#define FACT_WORD_MAX 32

struct fact_value {
    uint8_t state; /* enum fact_state */
    uint64_t number;
    char word[FACT_WORD_MAX]; /* of FACT_OF_WORD */
};

/* All zeros: nothing is known. */
struct facts {
    struct fact_value of[FACTS];
};

const char *fact_name(enum fact fact);
enum fact_kind fact_kind(enum fact fact);
/* The fact of that name; FACTS: there is none. */
enum fact fact_named(const char *name);

void fact_number(struct facts *facts, enum fact fact, uint64_t number);
/* An empty word is none. */
void fact_word(struct facts *facts, enum fact fact, const char *word);
/* Keeps the larger of the earlier value and this one. */
void fact_most(struct facts *facts, enum fact fact, uint64_t number);
/* The test of that name has come to its end: facts that it did not find, the card lacks. Null: the
 * takeover has. */
void facts_asked(struct facts *facts, const char *test);

/* "512 MiB", "0x3", "1462:0910", "g84"; "nothing" where it is not known. */
void fact_words(struct text *text, enum fact fact, const struct fact_value *value);
/* The same as a board file has it, without the unit. */
void fact_plain(struct text *text, enum fact fact, const struct fact_value *value);

#endif
