/* tools/report/confirm.c: barecard confirm: claims that a good card has shown to be true, as rows for
 * docs/hardware/confirmed.tsv. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "tools/commands.h"
#include "tools/report/list.h"
#include "tools/report/places.h"
#include "tools/report/write.h"

#define ERROR_MAX 512

static const char help[] =
    "usage: barecard confirm REPORT.JSONL...\n"
    "       barecard confirm --chip NAME BEFORE.JSONL AFTER.JSONL\n\n"
    "Prints rows for docs/hardware/confirmed.tsv: each claim that is not "
    "proven yet and that a good card\n"
    "has shown to be true. A good card is a real one (device=silicon) whose "
    "verdict is PASS. \"-\" is\n"
    "standard input.\n\n"
    "With --chip, NAME was replaced between two reports of one card, and the fault was "
    "gone: prints a row\n"
    "of a table of repairs, which barecard report reads. Both reports "
    "say by label or serial\n"
    "number that it is the same card.\n\n"
    "Status: 0, or 2 if a file cannot be read or has no good card.\n";

/* Why this card confirms no claim; null: it is real and good. The rig is asked as well, because a configuration can
 * give the model any name. */
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

/* A refused card does not stop the others, because a folder of reports has bad ones too. */
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

/* ---- a chip that was replaced ------------------------------------------------------------------ */

/* Why the two are not known to be one card, by its label or its serial number; null: they are. */
static const char *not_the_same(const struct report_run *before, const struct report_card *was,
                                const struct report_run *after, const struct report_card *is)
{
    const bool labels = before->label && after->label && before->label[0];
    const bool serials = was->serial && is->serial && was->serial[0];

    if (!was->id || !is->id || strcmp(was->id, is->id) != 0)
        return "the reports are of different boards";
    if (!labels && !serials)
        return "neither label nor serial number says that it is the same card";
    if ((labels && strcmp(before->label, after->label) != 0) ||
        (serials && strcmp(was->serial, is->serial) != 0))
        return "the reports are of different cards";
    return NULL;
}

/* Why the two reports prove nothing about the chip; null: they do. */
static const char *no_proof(const struct report_list *list)
{
    if (list->run_count != 2 || list->runs[0].card_count != 1 || list->runs[1].card_count != 1)
        return "two reports with one run and one card each are wanted";
    const struct report_run *const before = &list->runs[0], *const after = &list->runs[1];
    const struct report_card *const was = &before->cards[0], *const is = &after->cards[0];

    if (before->model || after->model)
        return "it is the device model";
    if (was->fault_count != 1 || !place_is_telling(&was->faults[0]))
        return "the report before does not say one channel";
    if (report_status(is->verdict) != 0)
        return "the verdict after is not PASS";
    return not_the_same(before, was, after, is);
}

/* Needs the runs before and after the repair, because only a card that passes afterwards proves the
 * chip. */
static int print_repair(const struct report_list *list, const char *chip, char **argv)
{
    const char *const why = no_proof(list);

    if (why) {
        fprintf(stderr, "%s: %s\n", argv[0], why);
        return STATUS_ERROR;
    }
    const struct report_card *const was = &list->runs[0].cards[0];
    char lines[24];

    snprintf(lines, sizeof(lines), "0x%llx", (unsigned long long)was->faults[0].lines);
    puts(PLACES_HEADER);
    cell(was->id, '\t');
    cell(was->faults[0].equations, '\t');
    cell(lines, '\t');
    cell(chip, '\t');
    cell(list->runs[1].time, '\t');
    cell(list->runs[0].file, '\t');
    cell(list->runs[1].file, '\n');
    return STATUS_OK;
}

/* One bad file ends the command, because its output is added to a table that others trust. */
int command_confirm(int argc, char **argv)
{
    static const struct option longs[] = { { "chip", required_argument, NULL, 'c' },
                                           { "help", no_argument, NULL, 'h' },
                                           { 0 } };
    const char *chip = NULL;
    struct report_list list = { 0 };
    char error[ERROR_MAX] = "";
    int status = STATUS_OK, option;

    while ((option = getopt_long(argc, argv, "", longs, NULL)) != -1) {
        if (option == '?')
            return usage_hint(argv);
        if (option == 'h') {
            fputs(help, stdout);
            return STATUS_OK;
        }
        chip = optarg;
    }
    if (optind == argc)
        return usage_error(argv, "no report.jsonl given");
    for (int i = optind; i < argc && status == STATUS_OK; i++)
        if (!report_read(&list, argv[i], error, sizeof(error)))
            status = STATUS_ERROR;
    if (status == STATUS_OK)
        status = chip ? print_repair(&list, chip, argv) : print_rows(&list, argv);
    else {
        fprintf(stderr, "%s: ", argv[0]);
        print_safe(stderr, error);
        fputc('\n', stderr);
    }
    report_free(&list);
    return status;
}
