/* tools/report/csv.c: a line for each card of each run, as RFC 4180 has it, with a line of names first. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/report/finding.h"
#include "tools/report/write.h"

/* A spreadsheet takes a cell that begins so for a formula, in quotes too; after an apostrophe it is text. Labels and
 * serial numbers come from whoever typed them, or from a card. */
static bool looks_like_formula(const char *text)
{
    return text && text[0] && strchr("=+-@\t\r", text[0]);
}

static void cell(FILE *to, const char *text)
{
    fputc('"', to);
    if (looks_like_formula(text))
        fputc('\'', to);
    for (; text && *text; text++) {
        if (*text == '"')
            fputc('"', to);
        fputc(*text, to);
    }
    fputc('"', to);
}

static void number(FILE *to, uint64_t value)
{
    fprintf(to, ",%" PRIu64, value);
}

/* The chips of every test that found wrong words, in the order of the tests. */
static void chips(FILE *to, const struct report_card *card)
{
    char *all = NULL;
    size_t size = 0;
    FILE *const text = open_memstream(&all, &size);

    for (unsigned i = 0; text && i < card->result_count; i++)
        if (card->results[i].chip_words && card->results[i].chip_words[0])
            fprintf(text, "%s%s", ftell(text) ? " " : "", card->results[i].chip_words);
    if (text)
        fclose(text);
    cell(to, all);
    free(all);
}

/* "board.clocks: core 495.0 MHz; board.fan: told to run at 40 %" */
static void readings(FILE *to, const struct report_card *card)
{
    char *all = NULL;
    size_t size = 0;
    FILE *const text = open_memstream(&all, &size);

    for (unsigned i = 0; text && i < card->result_count; i++) {
        const char *const words = report_reading(&card->results[i]);

        if (words)
            fprintf(text, "%s%s: %s", ftell(text) ? "; " : "", card->results[i].test, words);
    }
    if (text)
        fclose(text);
    cell(to, all);
    free(all);
}

/* One line as RFC 4180 has it: it ends with CR LF. */
static void line(FILE *to, const struct report_run *run, const struct report_card *card)
{
    const char *const texts[] = {
        run->file,    run->time,     run->label,
        card->at,     card->chipset, card->id,
        card->serial, card->vbios,   card->verdict ? card->verdict : "CUT OFF",
        card->reason
    };
    char bad[FINDING_CHIPS_MAX];
    struct text names = text_in(bad, sizeof(bad));

    for (unsigned i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        if (i)
            fputc(',', to);
        cell(to, texts[i]);
    }
    number(to, run->number);
    number(to, card->vram);
    for (unsigned i = 0; i < OUTCOMES; i++)
        number(to, card->counts[i]);
    fputc(',', to);
    chips(to, card);
    fputc(',', to);
    cell(to, report_rig(run));
    fputc(',', to);
    readings(to, card);
    fputc(',', to);
    cell(to, cause_name(report_cause(&card->finding, card->verdict)));
    fputc(',', to);
    finding_chips(&names, &card->finding);
    cell(to, bad);
    fputc(',', to);
    cell(to, card->tested);
    fputc(',', to);
    cell(to, card->not_tested);
    fputs("\r\n", to);
}

/* Made in memory and written as a whole, because a failure must leave the old file. */
bool report_write_csv(const struct report_list *list, const char *file, char *error,
                      size_t error_size)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *const to = open_memstream(&bytes, &size);

    if (!to) {
        snprintf(error, error_size, "out of memory");
        return false;
    }
    fputs("file,time,label,card,chipset,id,serial,vbios,verdict,reason,run,vram,passed,failed,"
          "skipped,"
          "errors,differs,chips,rig,board,cause,bad_chips,tested,not_tested\r\n",
          to);
    for (unsigned i = 0; i < list->run_count; i++)
        for (unsigned c = 0; c < list->runs[i].card_count; c++)
            line(to, &list->runs[i], &list->runs[i].cards[c]);
    fclose(to);
    const bool good = write_document(file, bytes, size, error, error_size);
    free(bytes);
    return good;
}
