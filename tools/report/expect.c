/* tools/report/expect.c: barecard expect: a board file made of the reports of good cards. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "hw/least.h"
#include "tools/commands.h"
#include "tools/report/list.h"
#include "tools/report/write.h"

#define ERROR_MAX 512

static const char help[] =
    "usage: barecard expect REPORT.JSONL... > board.cfg\n\n"
    "Prints a board file (expect= of barecard.cfg) of the reports of good cards of one product: "
    "what is\n"
    "equal in all of them is expected, what moves becomes limits with the spread that was seen, "
    "and what\n"
    "differs though it should not is left to you, in a comment. Only cards whose verdict is PASS "
    "count.\n"
    "\"-\" is standard input.\n\n"
    "Status: 0, or 2 if a file cannot be read or has no good card that says what it is.\n";

/* Of one fact, over all good cards. */
struct seen {
    unsigned count;
    bool differs;
    struct fact_value first;
    uint64_t low, high;
};

static void see(struct seen *seen, enum fact fact, const struct fact_value *value)
{
    if (value->state != FACT_KNOWN)
        return;
    if (!seen->count++) {
        seen->first = *value;
        seen->low = seen->high = value->number;
        return;
    }
    seen->low = LEAST(seen->low, value->number);
    seen->high = value->number > seen->high ? value->number : seen->high;
    seen->differs |= fact_kind(fact) == FACT_OF_WORD ? strcmp(seen->first.word, value->word) != 0
                                                     : value->number != seen->first.number;
}

static void print_fact(const char *before, enum fact fact, const struct seen *seen)
{
    char words[FACT_WORD_MAX];
    struct text text = text_in(words, sizeof(words));

    fact_plain(&text, fact, &seen->first);
    printf("%s%s=%s", before, fact_name(fact), words);
}

/* The spread over runs and cards, and at least a tenth, so that the next good card is within it. */
static uint64_t margin(const struct seen *seen)
{
    const uint64_t spread = seen->high - seen->low, tenth = seen->high / 10 + 1;

    return spread > tenth ? spread : tenth;
}

static void print_limits(enum fact fact, const struct seen *seen)
{
    const uint64_t more = margin(seen), low = seen->low > more ? seen->low - more : 0;

    printf("%s=", fact_name(fact));
    if (fact_kind(fact) != FACT_OF_CEILING)
        printf("%" PRIu64, low);
    putchar('-');
    if (fact_kind(fact) != FACT_OF_FLOOR)
        printf("%" PRIu64, seen->high + more);
    printf("  # seen %" PRIu64 " to %" PRIu64 "\n", seen->low, seen->high);
}

static void print_row(enum fact fact, const struct seen *seen, unsigned cards)
{
    if (!seen->count)
        return;
    if (seen->count < cards) {
        print_fact("# ", fact, seen);
        printf("  # only %u of %u cards say it\n", seen->count, cards);
    } else if (fact_kind(fact) > FACT_OF_NUMBER) {
        print_limits(fact, seen);
    } else if (!seen->differs) {
        print_fact("", fact, seen);
        putchar('\n');
    } else {
        print_fact("# ", fact, seen);
        puts("  # differs between these cards");
    }
}

/* The mark of the product, if the cards agree on it. */
static void print_match(const struct seen all[FACTS], unsigned cards)
{
    static const uint8_t facts[] = { FACT_SUBSYSTEM, FACT_DEVICE };
    const char *before = "match=";

    for (unsigned i = 0; i < sizeof(facts); i++) {
        const struct seen *const seen = &all[facts[i]];
        char words[FACT_WORD_MAX];
        struct text text = text_in(words, sizeof(words));

        if (seen->count != cards || seen->differs)
            continue;
        fact_plain(&text, (enum fact)facts[i], &seen->first);
        printf("%s%s", before, words);
        before = ",";
    }
    if (*before == ',')
        putchar('\n');
}

/* Only cards that passed count, because the board file describes good ones. */
static int print_file(const struct report_list *list, char **argv)
{
    struct seen all[FACTS] = { 0 };
    unsigned cards = 0, others = 0;

    for (unsigned i = 0; i < list->run_count; i++)
        for (unsigned c = 0; c < list->runs[i].card_count; c++) {
            const struct report_card *const card = &list->runs[i].cards[c];

            if (!card->facts || report_status(card->verdict)) {
                others++;
                continue;
            }
            cards++;
            for (unsigned f = 0; f < FACTS; f++)
                see(&all[f], (enum fact)f, &card->facts->of[f]);
        }
    if (others)
        fprintf(stderr,
                "%s: %u card%s left out, whose verdict is not PASS or of which the report says no "
                "facts\n",
                argv[0], others, others == 1 ? " is" : "s are");
    if (!cards) {
        fprintf(stderr, "%s: no good card\n", argv[0]);
        return STATUS_ERROR;
    }
    printf("# from %u good card%s\n", cards, cards == 1 ? "" : "s");
    print_match(all, cards);
    for (unsigned f = 0; f < FACTS; f++)
        print_row((enum fact)f, &all[f], cards);
    return STATUS_OK;
}

/* All reports are read before the first line is printed, because each limit spans all cards. */
int command_expect(int argc, char **argv)
{
    struct report_list list = { 0 };
    char error[ERROR_MAX] = "";
    static const struct option longs[] = { { "help", no_argument, NULL, 'h' }, { 0 } };
    const int option = getopt_long(argc, argv, "", longs, NULL);
    bool good = true;

    if (option == 'h') {
        fputs(help, stdout);
        return STATUS_OK;
    }
    if (option != -1)
        return usage_hint(argv);
    if (optind == argc)
        return usage_error(argv, "no report.jsonl given");
    for (int i = optind; i < argc && good; i++)
        good = report_read(&list, argv[i], error, sizeof(error));
    if (!good) {
        fprintf(stderr, "%s: ", argv[0]);
        print_safe(stderr, error);
        fputc('\n', stderr);
    }
    const int status = good ? print_file(&list, argv) : STATUS_ERROR;

    report_free(&list);
    return status;
}
