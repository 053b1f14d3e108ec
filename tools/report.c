/* tools/report.c: barecard report: what report.jsonl files say, as text, JUnit XML or HTML. */
#include "tools/report.h"

#include <getopt.h>
#include <stdio.h>

#include "tools/commands.h"

#define ERROR_MAX 512

static const char help[] =
    "usage: barecard report REPORT.JSONL... [--html FILE] [--junit FILE]\n\n"
    "Makes JUnit XML and HTML of what the firmware wrote to the stick. Without either, prints\n"
    "a line for each run and each result that is not a pass.\n\n"
    "Status: 0, or 2 if a file cannot be read or written; the verdicts do not count.\n";

struct report_options {
    const char *html, *junit;
};

/* Below 0: go on; else the exit status. */
static int parse_arguments(struct report_options *options, int argc, char **argv)
{
    static const struct option longs[] = { { "html", required_argument, NULL, 'w' },
                                           { "junit", required_argument, NULL, 'j' },
                                           { "help", no_argument, NULL, 'h' },
                                           { 0 } };
    int option;

    while ((option = getopt_long(argc, argv, "", longs, NULL)) != -1) {
        if (option == 'h') {
            fputs(help, stdout);
            return STATUS_OK;
        }
        if (option == '?')
            return usage_hint(argv);
        *(option == 'w' ? &options->html : &options->junit) = optarg;
    }
    if (optind == argc)
        return usage_error(argv, "no report.jsonl given");
    return -1;
}

static void print(const struct report_list *list)
{
    for (unsigned run = 0; run < list->run_count; run++) {
        const struct report_run *r = &list->runs[run];

        printf("%s: %s: %s%s%s\n", r->file, r->card ? r->card : "no card",
               r->verdict ? r->verdict : "no verdict, the run was cut off",
               r->verdict_reason && r->verdict_reason[0] ? ": " : "",
               r->verdict_reason ? r->verdict_reason : "");
        for (unsigned i = 0; i < list->result_count; i++) {
            const struct report_result *result = &list->results[i];

            if (result->run == run && result->outcome != OUTCOME_PASS)
                printf("  %-7s  %s: %s\n", report_outcome_name(result->outcome), result->test,
                       result->reason ? result->reason : "");
        }
    }
}

static bool write_out(const struct report_list *list, const struct report_options *options,
                      char error[ERROR_MAX])
{
    if (options->junit && !report_write_junit(list, options->junit, error, ERROR_MAX))
        return false;
    if (options->html && !report_write_html(list, options->html, error, ERROR_MAX))
        return false;
    if (!options->junit && !options->html)
        print(list);
    return true;
}

int command_report(int argc, char **argv)
{
    struct report_options options = { 0 };
    struct report_list list = { 0 };
    char error[ERROR_MAX] = "";
    const int status = parse_arguments(&options, argc, argv);
    bool good = true;

    if (status >= 0)
        return status;
    for (int i = optind; i < argc && good; i++)
        good = report_read(&list, argv[i], error, sizeof(error));
    good = good && write_out(&list, &options, error);
    report_free(&list);
    if (!good)
        fprintf(stderr, "%s: %s\n", argv[0], error);
    return good ? STATUS_OK : STATUS_ERROR;
}
