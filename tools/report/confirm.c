/* tools/report/confirm.c: barecard confirm: claims that a good card has shown to be true, as rows for
 * docs/hardware/confirmed.tsv. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "tools/commands.h"
#include "tools/report/list.h"
#include "tools/report/write.h"

#define ERROR_MAX 512

static const char help[] = "usage: barecard confirm REPORT.JSONL...\n\n"
                           "Prints rows for docs/hardware/confirmed.tsv: each claim that is not "
                           "proven yet and that a good card\n"
                           "has shown to be true. A good card is a real one (device=silicon) whose "
                           "verdict is PASS. \"-\" is\n"
                           "standard input.\n\n"
                           "Status: 0, or 2 if a file cannot be read or has no good card.\n";

/* Why a card shows nothing about cards; null: it is a good one. The model is told by its rig too, whatever the
 * configuration has called it. */
static const char *obstacle(const struct report_run *run, const struct report_card *card)
{
    const char *const machine = run->machine ? run->machine : "";

    if (run->model || strcmp(machine, "the device model") == 0)
        return "it is the device model";
    if (strncmp(machine, "QEMU", 4) == 0)
        return "its rig is QEMU";
    if (report_status(card->verdict) != 0)
        return "its verdict is not PASS";
    return card->chipset ? NULL : "the report does not say its chipset";
}

/* A cell ends at a tab and a line at its end. */
static void cell(const char *text, char end)
{
    for (; text && *text; text++)
        putchar((unsigned char)*text < ' ' ? ' ' : *text);
    putchar(end);
}

static void row(const struct report_run *run, const struct report_card *card,
                const struct report_result *result)
{
    const char *const folder = strrchr(run->file, '/');
    char number[16];

    snprintf(number, sizeof(number), "%u", run->number);
    cell(card->chipset, '\t');
    cell(result->test, '\t');
    cell(result->basis, '\t');
    cell(card->id, '\t');
    cell(card->vbios, '\t');
    cell(run->version, '\t');
    cell(run->time, '\t');
    cell(folder ? folder + 1 : run->file, '\t');
    cell(number, '\n');
}

static void rows_of(const struct report_run *run, const struct report_card *card)
{
    for (unsigned i = 0; i < card->result_count; i++) {
        const struct report_result *const result = &card->results[i];

        if (result->outcome != OUTCOME_PASS || !result->basis ||
            strcmp(result->basis, "proven") == 0)
            continue;
        row(run, card, result);
    }
}

static void refuse(char **argv, const struct report_run *run, const struct report_card *card,
                   const char *why)
{
    fprintf(stderr, "%s: ", argv[0]);
    print_safe(stderr, run->file);
    fprintf(stderr, " run %u: ", run->number);
    print_safe(stderr, card->at ? card->at : "no card");
    fprintf(stderr, ": %s\n", why);
}

static int print_rows(const struct report_list *list, char **argv)
{
    unsigned good = 0;

    puts("chipset\ttest\tbasis\tcard\tvbios\tbarecard\ttime\treport\trun");
    for (unsigned i = 0; i < list->run_count; i++)
        for (unsigned c = 0; c < list->runs[i].card_count; c++) {
            const struct report_run *const run = &list->runs[i];

            const struct report_card *const card = &run->cards[c];
            const char *const why = obstacle(run, card);

            if (why) {
                refuse(argv, run, card, why);
                continue;
            }
            good++;
            rows_of(run, card);
        }
    if (good)
        return STATUS_OK;
    fprintf(stderr, "%s: no good card\n", argv[0]);
    return STATUS_ERROR;
}

int command_confirm(int argc, char **argv)
{
    static const struct option longs[] = { { "help", no_argument, NULL, 'h' }, { 0 } };
    struct report_list list = { 0 };
    char error[ERROR_MAX] = "";
    int status = STATUS_OK, option;

    while ((option = getopt_long(argc, argv, "", longs, NULL)) != -1) {
        if (option != 'h')
            return usage_hint(argv);
        fputs(help, stdout);
        return STATUS_OK;
    }
    if (optind == argc)
        return usage_error(argv, "no report.jsonl given");
    for (int i = optind; i < argc && status == STATUS_OK; i++)
        if (!report_read(&list, argv[i], error, sizeof(error)))
            status = STATUS_ERROR;
    if (status == STATUS_OK)
        status = print_rows(&list, argv);
    else
        fprintf(stderr, "%s: %s\n", argv[0], error);
    report_free(&list);
    return status;
}
