/* tools/report/command.c: barecard report: report.jsonl files as text, JUnit XML, HTML or CSV. */
#include <getopt.h>
#include <stdio.h>

#include "tools/commands.h"
#include "tools/expect_file.h"
#include "tools/report/folder.h"
#include "tools/report/line.h"
#include "tools/report/places.h"
#include "tools/report/write.h"
#include "tools/save.h"

#define ERROR_MAX 512

static const char help[] =
    "usage: barecard report REPORT.JSONL|FOLDER... [--html FILE] [--junit FILE] [--csv FILE] "
    "[--places TABLE] [--expect FILE] [--check]\n\n"
    "Makes a page (HTML), a file for a build server (JUnit XML) or a table (CSV) of what the "
    "firmware\n"
    "wrote to the stick. Without any of them, prints a line for each card and each result that is "
    "not\n"
    "a pass. \"-\" is standard input, or standard output. A line of a report that cannot be read "
    "is\n"
    "counted and left out. Of a FOLDER every *.jsonl below it is read; the page then begins with "
    "the "
    "yield\n"
    "of rigs and boards, and without an option that is printed instead of the cards.\n\n"
    "Two runs of boards of one kind whose errors lie in the same memory channel are named; with a\n"
    "TABLE of repairs (from barecard confirm) the chip that was replaced there before.\n\n"
    "With a board file (--expect), each value of a card that differs from it is a line of its "
    "own.\n\n"
    "Status: 0, or 2 if a file cannot be read or written. With --check also 1 if any verdict is "
    "FAIL,\n"
    "else 2 if any is another than PASS or is missing.\n";

struct report_options {
    const char *html, *junit, *csv, *places, *expect;
    bool check;
};

/* Below 0: go on; else the exit status. */
static int parse_arguments(struct report_options *options, int argc, char **argv)
{
    static const struct option longs[] = {
        { "html", required_argument, NULL, 'w' },   { "junit", required_argument, NULL, 'j' },
        { "csv", required_argument, NULL, 'v' },    { "check", no_argument, NULL, 'c' },
        { "places", required_argument, NULL, 'p' }, { "expect", required_argument, NULL, 'e' },
        { "help", no_argument, NULL, 'h' },         { 0 },
    };
    int option;

    while ((option = getopt_long(argc, argv, "", longs, NULL)) != -1)
        switch (option) {
        case 'w':
            options->html = optarg;
            break;
        case 'j':
            options->junit = optarg;
            break;
        case 'v':
            options->csv = optarg;
            break;
        case 'p':
            options->places = optarg;
            break;
        case 'e':
            options->expect = optarg;
            break;
        case 'c':
            options->check = true;
            break;
        case 'h':
            fputs(help, stdout);
            return STATUS_OK;
        default:
            return usage_hint(argv);
        }
    if (optind == argc)
        return usage_error(argv, "no report.jsonl given");
    return -1;
}

static void print_words(const char *before, const char *text)
{
    if (!text || !text[0])
        return;
    fputs(before, stdout);
    print_safe(stdout, text);
}

/* Passed tests are left out, because a reader of the text looks for the others. */
static void print_card(const struct report_run *run, const struct report_card *card)
{
    print_words("", run->file);
    if (run->number > 1)
        printf(" run %u", run->number);
    print_words(": ", card->words ? card->words : card->at ? card->at : "no card");
    print_words(": ", card->verdict ? card->verdict : "no verdict, the run was cut off");
    print_words(": ", card->reason);
    putchar('\n');
    for (unsigned i = 0; i < card->result_count; i++) {
        const struct report_result *const result = &card->results[i];

        if (result->outcome == OUTCOME_PASS)
            continue;
        printf("  %-7s  ", report_outcome_name(result->outcome));
        print_words("", result->test);
        print_words(": ", result->reason);
        putchar('\n');
    }
}

/* A line's cards are too many to be read; they are in --csv. */
static bool print_line(const struct report_list *list, char error[ERROR_MAX])
{
    struct line line;
    const bool good = line_count(&line, list);

    if (good)
        line_print(&line, stdout);
    else
        snprintf(error, ERROR_MAX, "out of memory");
    line_free(&line);
    return good;
}

/* Differences, in the firmware's words (suite/run/board_file.c). */
static void print_differences(const struct expectations *expected, const struct report_card *card)
{
    const unsigned product =
        card->facts ? expect_product(expected, card->facts) : expected->products;

    if (product == expected->products) {
        printf("  expected  %s\n", card->facts ? "no match= of the board file fits this card"
                                               : "the report does not say what the card is");
        return;
    }
    for (unsigned i = 0; i < expected->rows; i++) {
        const struct expect_row *const row = &expected->row[i];
        const enum fact fact = (enum fact)row->fact;
        char words[256];
        struct text text = text_in(words, sizeof(words));

        if (!expect_is_of(expected, i, product) || expect_fits(row, &card->facts->of[fact]))
            continue;
        text_format(&text, "%s ", fact_name(fact));
        fact_words(&text, fact, &card->facts->of[fact]);
        text_string(&text, ", ");
        expect_row_words(&text, row);
        print_words("  expected  ", words);
        puts(" expected");
    }
}

static void print(const struct report_list *list, const struct places *places,
                  const struct expectations *expected)
{
    for (unsigned i = 0; i < list->run_count; i++)
        for (unsigned c = 0; c < list->runs[i].card_count; c++) {
            print_card(&list->runs[i], &list->runs[i].cards[c]);
            if (expected)
                print_differences(expected, &list->runs[i].cards[c]);
            places_print(places, &list->runs[i].cards[c], stdout);
        }
    places_compare(list, stdout);
}

static void warn_of_bad_lines(const struct report_list *list, char **argv)
{
    for (unsigned i = 0; i < list->run_count; i++) {
        const struct report_run *const run = &list->runs[i];

        if (!run->bad_lines)
            continue;
        fprintf(stderr, "%s: %s: left out %u line%s that could not be read, the first at line %u: ",
                argv[0], run->file, run->bad_lines, run->bad_lines == 1 ? "" : "s", run->first_bad);
        print_safe(stderr, run->bad_why);
        fputc('\n', stderr);
    }
}

/* A report that is read, or another output, must not be lost under an output. */
static bool outputs_are_apart(const struct report_list *list, const struct report_options *options,
                              char error[ERROR_MAX])
{
    const char *const outputs[] = { options->junit, options->html, options->csv };
    const unsigned count = sizeof(outputs) / sizeof(outputs[0]);

    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = 0; outputs[i] && j < list->input_count; j++)
            if (save_would_replace(outputs[i], &list->inputs[j])) {
                snprintf(error, ERROR_MAX, "%s: is read, and would be written over", outputs[i]);
                return false;
            }
        for (unsigned j = 0; outputs[i] && j < i; j++)
            if (outputs[j] && save_is_same(outputs[i], outputs[j])) {
                snprintf(error, ERROR_MAX, "%s: two outputs have this name", outputs[i]);
                return false;
            }
    }
    return true;
}

/* Text goes to the terminal only if no document is asked for, so that scripts get one output. */
static bool write_out(const struct report_list *list, const struct report_options *options,
                      char error[ERROR_MAX])
{
    if (options->junit && !report_write_junit(list, options->junit, error, ERROR_MAX))
        return false;
    if (options->html && !report_write_html(list, options->html, error, ERROR_MAX))
        return false;
    if (options->csv && !report_write_csv(list, options->csv, error, ERROR_MAX))
        return false;
    if (options->junit || options->html || options->csv)
        return true;
    if (list->folder)
        return print_line(list, error);
    struct places places = { 0 };
    struct expectations expected;
    const bool good =
        (!options->places || places_read(&places, options->places, error, ERROR_MAX)) &&
        (!options->expect || expect_file(&expected, options->expect, error));

    if (good)
        print(list, &places, options->expect ? &expected : NULL);
    places_free(&places);
    return good;
}

/* The error is printed by print_safe, because it may contain a file's name or text. */
int command_report(int argc, char **argv)
{
    struct report_options options = { 0 };
    struct report_list list = { 0 };
    char error[ERROR_MAX] = "";
    int status = parse_arguments(&options, argc, argv);
    bool good = true;

    if (status >= 0)
        return status;
    for (int i = optind; i < argc && good; i++)
        good = report_is_folder(argv[i])
                   ? report_read_folder(&list, argv[i], argv[0], error, sizeof(error))
                   : report_read(&list, argv[i], error, sizeof(error));
    if (good)
        warn_of_bad_lines(&list, argv);
    good = good && outputs_are_apart(&list, &options, error) && write_out(&list, &options, error);
    status = options.check ? report_list_status(&list) : STATUS_OK;
    report_free(&list);
    if (good)
        return status;
    fprintf(stderr, "%s: ", argv[0]);
    print_safe(stderr, error);
    fputc('\n', stderr);
    return STATUS_ERROR;
}
