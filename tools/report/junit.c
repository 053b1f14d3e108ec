/* tools/report/junit.c: JUnit XML, a suite for each card, by the schemas that build servers check.
 *
 * A suite ends with a test case "verdict", so that a card which was not tested, or a run that was cut off,
 * is never green. Seconds have three digits; values that the report lacks are 0, or 1970. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/report/index.h"
#include "tools/report/write.h"
#include "tools/report/xml.h"

#define NO_TIME "1970-01-01T00:00:00"

/* Seconds and milliseconds. */
static void seconds(xml out, int64_t ms)
{
    xml_format(out, "time", "%" PRId64 ".%03" PRId64, ms < 0 ? 0 : ms / 1000,
               ms < 0 ? 0 : ms % 1000);
}

/* ---- names: build servers keep one result for each class and name, so no two cases have the same ---- */

/* The document, and how often each name is in it so far. */
struct junit {
    xml out;
    struct index names;
};

/* A byte that is no letter, digit or part of a character of UTF-8 becomes '_': build servers cut a
 * class name at its dots. */
static void class_part(FILE *to, const char *text)
{
    fputc('-', to);
    for (; *text; text++)
        fputc(isalnum((unsigned char)*text) || (unsigned char)*text >= 0x80 ? *text : '_', to);
}

/* "barecard.SN4711-525400123456-run3-0000_01_00_0", to be freed: the label or serial number, the rig where the report's
 * place names one or nothing else tells the cards apart, run, round and bus address. */
static char *class_of(struct junit *junit, const struct report_run *run,
                      const struct report_card *card)
{
    const char *const who = run->label && run->label[0] ? run->label : card->serial;
    char *text = NULL;
    size_t size = 0;
    FILE *const to = open_memstream(&text, &size);

    if (!to)
        abort(); /* out of memory */
    if (who && who[0])
        class_part(to, who);
    if (run->rig || !who || !who[0])
        class_part(to, report_rig(run));
    fprintf(to, "-run%u", run->number);
    if (run->round)
        fprintf(to, "-round%u", run->round);
    class_part(to, card->at ? card->at : "no card");
    fclose(to);
    char *class = NULL;
    const unsigned times = ++*index_number(&junit->names, text);
    const int good = times == 1 ? asprintf(&class, "barecard.%s", text + 1)
                                : asprintf(&class, "barecard.%s-again%u", text + 1, times);
    free(text);
    if (good < 0)
        abort(); /* out of memory */
    return class;
}

static void open_case(struct junit *junit, const char *class, const char *name, int64_t ms)
{
    char *key = NULL;

    if (asprintf(&key, "%s\n%s", class, name) < 0)
        abort(); /* out of memory */
    const unsigned times = ++*index_number(&junit->names, key);

    free(key);
    xml_open(junit->out, "testcase");
    xml_attribute(junit->out, "classname", class);
    if (times == 1)
        xml_attribute(junit->out, "name", name);
    else
        xml_format(junit->out, "name", "%s again %u", name, times);
    seconds(junit->out, ms);
}

/* ---- cases and suites ---- */

/* JUnit knows failures, errors and skips; a difference from the documents is none of the card's. */
static void outcome(xml out, const struct report_result *result)
{
    static const char *const tags[OUTCOMES] = {
        [OUTCOME_FAIL] = "failure",
        [OUTCOME_SKIP] = "skipped",
        [OUTCOME_ERROR] = "error",
        [OUTCOME_DIFFERS] = "skipped",
    };

    if (result->outcome == OUTCOME_PASS)
        return;
    xml_open(out, tags[result->outcome]);
    if (result->outcome == OUTCOME_FAIL || result->outcome == OUTCOME_ERROR)
        xml_attribute(out, "type", report_outcome_name(result->outcome));
    xml_attribute(out, "message", result->reason);
    if (result->outcome == OUTCOME_DIFFERS)
        xml_write(out, "differs from the documents, not judged\n");
    if (result->basis)
        xml_print(out, "basis: %s\n", result->basis);
    if (result->expected)
        xml_print(out, "expected: %s\nactual: %s\n", result->expected,
                  result->actual ? result->actual : "");
    xml_close(out);
}

static void verdict_case(struct junit *junit, const char *class, const struct report_card *card)
{
    const int status = report_status(card->verdict);
    const xml out = junit->out;

    open_case(junit, class, "verdict", 0);
    if (status) {
        xml_open(out, status == 1 ? "failure" : "error");
        xml_attribute(out, "type", card->verdict ? card->verdict : "cut off");
        xml_format(out, "message", "%s%s%s",
                   card->verdict ? card->verdict : "no verdict, the run was cut off",
                   card->reason && card->reason[0] ? ": " : "", card->reason ? card->reason : "");
        xml_write(out, card->headline);
        xml_close(out);
    }
    xml_close(out);
}

static int64_t all_ms(const struct report_card *card)
{
    int64_t sum = 0;

    for (unsigned i = 0; i < card->result_count; i++)
        sum += card->results[i].ms > 0 ? card->results[i].ms : 0;
    return sum;
}

static void property(xml out, const char *name, const char *value)
{
    if (!value || !value[0])
        return;
    xml_open(out, "property");
    xml_attribute(out, "name", name);
    xml_attribute(out, "value", value);
    xml_close(out);
}

static void number_property(xml out, const char *name, uint64_t value)
{
    char words[24];

    snprintf(words, sizeof(words), "%" PRIu64, value);
    property(out, name, value ? words : NULL);
}

/* The conditions of the verdict, each figure by itself too. */
static void tested_properties(xml out, const struct report_card *card)
{
    property(out, "tested", card->tested);
    property(out, "not tested", card->not_tested);
    number_property(out, "bytes read", card->how.bytes_read);
    number_property(out, "memory kHz", card->how.memory_khz);
    number_property(out, "memory kHz at most", card->how.memory_top_khz);
    number_property(out, "link lanes", card->how.link_width);
    number_property(out, "link lanes of the card", card->how.link_card_width);
    number_property(out, "one bad read seen in 10^", card->how.bound_log10);
}

/* Facts that the report has not are left out, because an empty property would read like a card without them. */
static void properties(xml out, const struct report_run *run, const struct report_card *card)
{
    char names[FINDING_CHIPS_MAX];
    struct text chips = text_in(names, sizeof(names));

    finding_chips(&chips, &card->finding);
    xml_open(out, "properties");
    property(out, "file", run->file);
    property(out, "barecard", run->version);
    property(out, "label", run->label);
    property(out, "card", card->words);
    property(out, "serial", card->serial);
    property(out, "vbios", card->vbios);
    property(out, "bad chips", names);
    chips = text_in(names, sizeof(names));
    cores_names(&chips, card->finding.cores, CORES_MAX);
    property(out, "bad shader cores", names);
    tested_properties(out, card);
    xml_close(out);
}

/* Whether it begins as a time of ISO 8601: digits where NO_TIME has some, the same signs between them. */
static bool is_time(const char *time)
{
    for (size_t i = 0; NO_TIME[i]; i++)
        if (NO_TIME[i] >= '0' && NO_TIME[i] <= '9' ? time[i] < '0' || time[i] > '9'
                                                   : time[i] != NO_TIME[i])
            return false;
    return true;
}

/* The schema wants a time without its zone. */
static void timestamp(xml out, const char *time)
{
    xml_format(out, "timestamp", "%.*s", (int)strlen(NO_TIME),
               time && is_time(time) ? time : NO_TIME);
}

static void suite_numbers(xml out, const struct report_run *run, const struct report_card *card,
                          unsigned id)
{
    const int status = report_status(card->verdict);
    const unsigned skipped = card->counts[OUTCOME_SKIP] + card->counts[OUTCOME_DIFFERS];

    xml_format(out, "id", "%u", id);
    xml_attribute(out, "package", "barecard");
    xml_attribute(out, "hostname", run->machine && run->machine[0] ? run->machine : "unknown");
    timestamp(out, run->time);
    seconds(out, all_ms(card));
    xml_format(out, "tests", "%u", card->result_count + 1);
    xml_format(out, "failures", "%u", card->counts[OUTCOME_FAIL] + (status == 1));
    xml_format(out, "errors", "%u", card->counts[OUTCOME_ERROR] + (status == 2));
    xml_format(out, "skipped", "%u", skipped);
}

/* system-out and system-err must be there even when empty, as the stricter of the two schemas
 * asks. */
static void suite(struct junit *junit, const struct report_run *run, const struct report_card *card,
                  unsigned id)
{
    const xml out = junit->out;
    char *const class = class_of(junit, run, card);

    xml_open(out, "testsuite");
    xml_format(out, "name", "%s run %u %s", run->file, run->number,
               card->words ? card->words
               : card->at  ? card->at
                           : "no card");
    suite_numbers(out, run, card, id);
    properties(out, run, card);
    for (unsigned i = 0; i < card->result_count; i++) {
        open_case(junit, class, card->results[i].test, card->results[i].ms);
        outcome(out, &card->results[i]);
        xml_close(out);
    }
    verdict_case(junit, class, card);
    free(class);
    xml_open(out, "system-out");
    if (run->bad_lines)
        xml_print(out, "%u lines of the report could not be read", run->bad_lines);
    xml_close(out);
    xml_line(out, "system-err", "");
    xml_close(out);
}

/* Ids run over all runs, because no two suites may share one. */
bool report_write_junit(const struct report_list *list, const char *file, char *error,
                        size_t error_size)
{
    xmlBufferPtr buffer = xmlBufferCreate();
    const xml out = xmlNewTextWriterMemory(buffer, 0);
    struct junit junit = { .out = out };
    unsigned id = 0;

    xmlTextWriterStartDocument(out, NULL, "UTF-8", NULL);
    xml_open(out, "testsuites");
    for (unsigned i = 0; i < list->run_count; i++)
        for (unsigned c = 0; c < list->runs[i].card_count; c++)
            suite(&junit, &list->runs[i], &list->runs[i].cards[c], id++);
    xmlTextWriterEndDocument(out);
    xmlFreeTextWriter(out);
    index_free(&junit.names);
    const bool good = write_document(file, xmlBufferContent(buffer),
                                     (size_t)xmlBufferLength(buffer), error, error_size);
    xmlBufferFree(buffer);
    return good;
}
