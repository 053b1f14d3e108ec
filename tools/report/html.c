/* tools/report/html.c: one page without scripts or further files: a list of cards, the bad ones first, then
 * for each card the verdict, its chips and the cause, the next steps, its memory as a strip, its temperature, its
 * failures, all tests as squares, the rest folded. */
#include "tools/report/html.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite/report/advice.h"
#include "suite/report/verdict.h"
#include "tools/report/finding.h"
#include "tools/report/line.h"

/* A page of a whole line shows so many of its cards at length, the worst and latest ones: each is 40 KB. */
#define LINE_SECTIONS 100

/* A card of a run, in the order of the page. */
struct entry {
    const struct report_run *run;
    const struct report_card *card;
    unsigned number;
};

const char *html_class(const char *verdict)
{
    if (verdict && strcmp(verdict, WORD_PASS) == 0)
        return "pass";
    if (verdict && strcmp(verdict, WORD_FAIL) == 0)
        return "fail";
    return verdict && strcmp(verdict, WORD_NOT_TESTED) == 0 ? "none" : "part";
}

static const char *verdict_of(const struct report_card *card)
{
    return card->verdict ? card->verdict : "CUT OFF";
}

static const char *name_of(const struct report_card *card)
{
    return card->words ? card->words : card->at ? card->at : "no card";
}

static const struct advice *card_advice(const struct report_card *card)
{
    struct finding finding = card->finding;

    finding.cause = (uint8_t)report_cause(&card->finding, card->verdict);
    return advice_on(&finding);
}

/* In the words of the screen. */
static void headline(xml out, const struct report_card *card)
{
    xml_write(out, card->headline ? card->headline : card_advice(card)->headline);
}

/* ---- the parts of a card ---- */

/* Reason and conditions stand in the band, because a page is often judged by its first screen. */
static void band(xml out, const struct report_card *card)
{
    char class[16];

    snprintf(class, sizeof(class), "band %s", html_class(card->verdict));
    xml_class(out, "header", class, NULL);
    xml_open(out, "h2");
    xml_class(out, "span", "word", verdict_of(card));
    headline(out, card);
    xml_close(out);
    if (card->reason && card->reason[0])
        xml_line(out, "p", card->reason);
    if (card->tested)
        xml_line(out, "p", card->tested);
    if (card->not_tested && card->not_tested[0]) {
        xml_open(out, "p");
        xml_print(out, "Not tested: %s", card->not_tested);
        xml_close(out);
    }
    if (card->at)
        xml_line(out, "p", name_of(card));
    xml_close(out);
}

static void steps(xml out, const struct report_card *card)
{
    const struct advice *const advice = card_advice(card);

    xml_line(out, "h3", "What to do next");
    xml_open(out, "ol");
    for (unsigned i = 0; i < ADVICE_STEPS && advice->steps[i]; i++)
        xml_line(out, "li", advice->steps[i]);
    xml_close(out);
}

static void fact(xml out, const char *name, const char *value)
{
    if (!value || !value[0])
        return;
    xml_line(out, "dt", name);
    xml_line(out, "dd", value);
}

static void facts(xml out, const struct entry *e)
{
    char counts[160], version[160], number[16];

    snprintf(counts, sizeof(counts), "%u passed, %u failed, %u errors, %u skipped, %u differ",
             e->card->counts[OUTCOME_PASS], e->card->counts[OUTCOME_FAIL],
             e->card->counts[OUTCOME_ERROR], e->card->counts[OUTCOME_SKIP],
             e->card->counts[OUTCOME_DIFFERS]);
    snprintf(number, sizeof(number), "%u", e->run->number);
    /* Twelve digits tell two builds apart; the whole digest would fill a line. */
    snprintf(version, sizeof(version), "%.32s", e->run->version ? e->run->version : "?");
    xml_line(out, "h3", "The run");
    xml_open(out, "dl");
    fact(out, "tests", counts);
    fact(out, "time", e->run->time);
    fact(out, "run", number);
    fact(out, "label", e->run->label);
    fact(out, "serial", e->card->serial);
    fact(out, "VBIOS", e->card->vbios);
    fact(out, "rig", e->run->machine);
    fact(out, "Barecard", version);
    fact(out, "device", e->run->model ? "the device model" : "");
    fact(out, "file", e->run->file);
    xml_close(out);
    if (e->run->bad_lines)
        xml_print(out, "%u lines of the report could not be read and are left out. ",
                  e->run->bad_lines);
}

/* Readings of the board, without a judgement. */
static void readings(xml out, const struct report_card *card)
{
    bool any = false;

    for (unsigned i = 0; i < card->result_count; i++) {
        const char *const words = report_reading(&card->results[i]);

        if (!words)
            continue;
        if (!any) {
            xml_line(out, "h3", "The board");
            xml_open(out, "dl");
        }
        any = true;
        fact(out, strchr(card->results[i].test, '.') + 1, words);
    }
    if (any)
        xml_close(out);
}

/* ---- results ---- */

static void head(xml out, const char *const *names)
{
    xml_open(out, "thead");
    xml_open(out, "tr");
    for (; *names; names++) {
        xml_open(out, "th");
        xml_attribute(out, "scope", "col");
        xml_write(out, *names);
        xml_close(out);
    }
    xml_close(out);
    xml_close(out);
}

/* Expected and seen values are code, because they are compared character by character. */
static void result_row(xml out, const struct report_result *r)
{
    xml_open(out, "tr");
    xml_open(out, "th");
    xml_attribute(out, "scope", "row");
    xml_write(out, r->test);
    xml_close(out);
    xml_class(out, "td", report_outcome_name(r->outcome), report_outcome_name(r->outcome));
    xml_open(out, "td");
    xml_write(out, r->reason ? r->reason : r->note);
    if (r->expected) {
        xml_open(out, "div");
        xml_line(out, "code", r->expected);
        xml_write(out, " expected, seen ");
        xml_line(out, "code", r->actual ? r->actual : "");
        xml_close(out);
    }
    xml_close(out);
    xml_line(out, "td", r->basis);
    xml_close(out);
}

/* Whether the verdict rests on this test. */
static bool is_cause(const struct report_card *card, const struct report_result *r)
{
    return card->test && strcmp(card->test, r->test) == 0;
}

/* Both values, with the characters marked in which they differ. */
static void value_row(xml out, const char *name, const char *value, const char *other)
{
    const bool same_length = strlen(value) == strlen(other);

    xml_line(out, "dt", name);
    xml_open(out, "dd");
    xml_open(out, "code");
    for (size_t i = 0; value[i]; i++) {
        const char one[2] = { value[i], '\0' };

        if (same_length && value[i] != other[i])
            xml_line(out, "mark", one);
        else
            xml_write(out, one);
    }
    xml_close(out);
    xml_close(out);
}

/* The first word alone: an address after it is said once. */
static char *first_word(const char *value)
{
    return strndup(value, strcspn(value, " "));
}

/* The last failure that explains others. Two numbers are drawn bit against bit, words are not. */
static void cause(xml out, const struct report_card *card)
{
    const struct report_result *found = NULL;

    for (unsigned i = 0; i < card->result_count; i++)
        if (is_cause(card, &card->results[i]) && card->results[i].outcome == OUTCOME_FAIL)
            found = &card->results[i];
    if (!found || !found->expected || !found->actual)
        return;
    char *const expected = first_word(found->expected), *const actual = first_word(found->actual);
    const bool values = strncmp(expected, "0x", 2) == 0 && strncmp(actual, "0x", 2) == 0;

    xml_line(out, "h3", "The cause");
    xml_class(out, "dl", "cause", NULL);
    fact(out, "test", found->test);
    value_row(out, "expected", values ? expected : found->expected, values ? actual : "");
    value_row(out, "seen", values ? actual : found->actual, values ? expected : "");
    xml_close(out);
    free(expected);
    free(actual);
}

static void result_rows(xml out, const struct report_card *card, const bool wanted[OUTCOMES],
                        bool cause)
{
    for (unsigned i = 0; i < card->result_count; i++)
        if (wanted[card->results[i].outcome] && is_cause(card, &card->results[i]) == cause)
            result_row(out, &card->results[i]);
}

/* The cause first, then as they ran. */
static void result_table(xml out, const struct report_card *card, const bool wanted[OUTCOMES])
{
    static const char *const names[] = { "test", "result", "what was seen", "basis", NULL };

    xml_open(out, "table");
    head(out, names);
    xml_open(out, "tbody");
    result_rows(out, card, wanted, true);
    result_rows(out, card, wanted, false);
    xml_close(out);
    xml_close(out);
}

static void failures(xml out, const struct report_card *card)
{
    static const bool wanted[OUTCOMES] = { [OUTCOME_FAIL] = true, [OUTCOME_ERROR] = true };

    if (!card->counts[OUTCOME_FAIL] && !card->counts[OUTCOME_ERROR])
        return;
    xml_line(out, "h3", "What failed");
    result_table(out, card, wanted);
}

static void fold(xml out, const struct report_card *card, enum report_outcome outcome,
                 const char *words)
{
    bool wanted[OUTCOMES] = { false };

    if (!card->counts[outcome])
        return;
    wanted[outcome] = true;
    xml_open(out, "details");
    xml_open(out, "summary");
    xml_print(out, "%u %s", card->counts[outcome], words);
    xml_close(out);
    result_table(out, card, wanted);
    xml_close(out);
}

static void notes(xml out, const struct report_card *card)
{
    if (!card->note_count)
        return;
    xml_open(out, "details");
    xml_open(out, "summary");
    xml_print(out, "%u remark%s", card->note_count, card->note_count == 1 ? "" : "s");
    xml_close(out);
    xml_open(out, "ul");
    for (unsigned i = 0; i < card->note_count; i++)
        xml_line(out, "li", card->notes[i]);
    xml_close(out);
    xml_close(out);
}

/* ---- all tests as squares, a line for each group ---- */

/* Tests of translation have their subject in the second word of their name, others in the first. */
static size_t group_length(const char *test)
{
    const size_t first = strcspn(test, ".");

    if (strncmp(test, "vm.", 3) != 0)
        return first;
    return first + 1 + strcspn(test + first + 1, ".");
}

static bool same_group(const struct report_result *a, const struct report_result *b)
{
    const size_t length = group_length(a->test);

    return length == group_length(b->test) && strncmp(a->test, b->test, length) == 0;
}

static bool is_first_of_group(const struct report_card *card, unsigned index)
{
    for (unsigned i = 0; i < index; i++)
        if (same_group(&card->results[i], &card->results[index]))
            return false;
    return true;
}

static void square(xml out, const struct report_result *r)
{
    static const char *const signs[OUTCOMES] = {
        [OUTCOME_PASS] = "\xe2\x9c\x93", [OUTCOME_FAIL] = "\xe2\x9c\x97", [OUTCOME_SKIP] = "-",
        [OUTCOME_ERROR] = "!",           [OUTCOME_DIFFERS] = "?",
    };
    const bool unproven = r->basis && strncmp(r->basis, "unverified", 10) == 0;

    xml_open(out, "i");
    xml_format(out, "class", "%s%s", report_outcome_name(r->outcome), unproven ? " unproven" : "");
    xml_format(out, "title", "%s: %s", r->test, report_outcome_name(r->outcome));
    xml_write(out, signs[r->outcome]);
    xml_close(out);
}

/* A square for each test of the group: tests of one unit, by the first part of their names. */
static void group(xml out, const struct report_card *card, unsigned first)
{
    const struct report_result *const all = card->results;
    unsigned count = 0, passed = 0, failed = 0;

    xml_class(out, "div", "group", NULL);
    xml_open(out, "span");
    xml_print(out, "%.*s", (int)group_length(all[first].test), all[first].test);
    xml_close(out);
    xml_class(out, "span", "cells", NULL);
    for (unsigned i = first; i < card->result_count; i++) {
        if (!same_group(&all[first], &all[i]))
            continue;
        square(out, &all[i]);
        count++;
        passed += all[i].outcome == OUTCOME_PASS;
        failed += all[i].outcome == OUTCOME_FAIL;
    }
    xml_close(out);
    xml_open(out, "span");
    xml_print(out, "%u of %u passed", passed, count);
    if (failed)
        xml_print(out, ", %u failed", failed);
    xml_close(out);
    xml_close(out);
}

static void coverage(xml out, const struct report_card *card)
{
    if (!card->result_count)
        return;
    xml_line(out, "h3", "Every test");
    for (unsigned i = 0; i < card->result_count; i++)
        if (is_first_of_group(card, i))
            group(out, card, i);
    xml_class(
        out, "p", "mute",
        "\xe2\x9c\x93 passed, \xe2\x9c\x97 failed, ! error of the rig, - skipped, ? differs from "
        "the documents; a dotted frame: no source proves the claim.");
}

static void section(xml out, const struct entry *e)
{
    xml_open(out, "section");
    xml_format(out, "id", "c%u", e->number);
    band(out, e->card);
    xml_class(out, "div", "two", NULL);
    xml_open(out, "div");
    if (e->card->finding.cores) /* the results that the verdict rests on come first */
        html_cores(out, e->card);
    html_board(out, e->card);
    if (!e->card->finding.cores)
        html_cores(out, e->card);
    cause(out, e->card);
    if (!html_has_board(e->card)) /* no half of the page stays empty */
        steps(out, e->card);
    xml_close(out);
    xml_open(out, "div");
    if (html_has_board(e->card))
        steps(out, e->card);
    facts(out, e);
    readings(out, e->card);
    xml_close(out);
    xml_close(out);
    html_channels(out, e->card);
    html_strips(out, e->card);
    html_curves(out, e->card);
    failures(out, e->card);
    coverage(out, e->card);
    fold(out, e->card, OUTCOME_DIFFERS, "differ from the documents, not judged");
    fold(out, e->card, OUTCOME_SKIP, "skipped");
    fold(out, e->card, OUTCOME_PASS, "passed");
    notes(out, e->card);
    xml_close(out);
}

/* ---- the page ---- */

static void list_entry(xml out, const struct entry *e, bool shown)
{
    xml_open(out, "li");
    xml_open(out, "a");
    xml_attribute(out, "class", html_class(e->card->verdict));
    if (shown)
        xml_format(out, "href", "#c%u", e->number);
    xml_line(out, "b", verdict_of(e->card));
    xml_open(out, "span");
    xml_print(out, "%s%s%s", name_of(e->card), e->run->label ? ", " : "",
              e->run->label ? e->run->label : "");
    xml_close(out);
    xml_open(out, "span");
    headline(out, e->card);
    xml_close(out);
    xml_close(out);
    xml_close(out);
}

static int rank(const struct entry *e)
{
    static const int ranks[] = { 2, 0, 1 }; /* by status: PASS last, FAIL first */

    return ranks[report_status(e->card->verdict)];
}

static int by_rank(const void *a, const void *b)
{
    const struct entry *const x = a, *const y = b;

    return rank(x) != rank(y) ? rank(x) - rank(y) : x->number < y->number ? -1 : 1;
}

/* For a line of rigs the latest ones come first, because people look for these. */
static int by_rank_latest(const void *a, const void *b)
{
    const struct entry *const x = a, *const y = b;
    const int time = strcmp(x->run->time ? x->run->time : "", y->run->time ? y->run->time : "");

    return rank(x) != rank(y) || !time ? by_rank(a, b) : -time;
}

/* All cards of all runs, the bad ones first; to be freed. */
static struct entry *entries_of(const struct report_list *list, unsigned *count)
{
    struct entry *all;
    unsigned n = 0;

    for (unsigned i = 0; i < list->run_count; i++)
        n += list->runs[i].card_count;
    *count = 0;
    all = calloc(n ? n : 1, sizeof(*all));
    for (unsigned i = 0; all && i < list->run_count; i++)
        for (unsigned c = 0; c < list->runs[i].card_count; c++, (*count)++)
            all[*count] = (struct entry){ &list->runs[i], &list->runs[i].cards[c], *count + 1 };
    if (all)
        qsort(all, *count, sizeof(*all), list->folder ? by_rank_latest : by_rank);
    return all;
}

static void page_head(xml out)
{
    xml_open(out, "head");
    xml_open(out, "meta");
    xml_attribute(out, "charset", "utf-8");
    xmlTextWriterEndElement(out);
    xml_open(out, "meta");
    xml_attribute(out, "name", "viewport");
    xml_attribute(out, "content", "width=device-width, initial-scale=1");
    xmlTextWriterEndElement(out);
    xml_line(out, "title", "Barecard report");
    xml_open(out, "style");
    xmlTextWriterWriteRaw(out, (const xmlChar *)report_style);
    xml_close(out);
    xml_close(out);
}

static void body_of_line(xml out, const struct line *line, unsigned count, unsigned shown)
{
    line_html(line, out);
    xml_line(out, "h3", "Cards");
    if (shown < count) {
        xml_open(out, "p");
        xml_print(
            out,
            "%u of %u cards, the bad and the latest ones first, are shown at length below; of the "
            "others barecard report FILE makes a page.",
            shown, count);
        xml_close(out);
    }
}

/* A folder of thousands of cards lists them all, and shows the whole section of the first ones
 * only. */
static void page_body(xml out, const struct entry *all, unsigned count, const struct line *line)
{
    const unsigned shown = line && count > LINE_SECTIONS ? LINE_SECTIONS : count;
    unsigned by_status[3] = { 0 };

    for (unsigned i = 0; i < count; i++)
        by_status[report_status(all[i].card->verdict)]++;
    xml_open(out, "body");
    xml_class(out, "header", "top", NULL);
    xml_line(out, "h1", "Barecard report");
    xml_open(out, "p");
    xml_print(out, "%u card%s: %u FAIL, %u PASS, %u other", count, count == 1 ? "" : "s",
              by_status[1], by_status[0], by_status[2]);
    xml_close(out);
    xml_close(out);
    xml_open(out, "main");
    if (line)
        body_of_line(out, line, count, shown);
    xml_class(out, "ul", "cards", NULL);
    for (unsigned i = 0; i < count; i++)
        list_entry(out, &all[i], i < shown);
    xml_close(out);
    for (unsigned i = 0; i < shown; i++)
        section(out, &all[i]);
    xml_close(out);
    xml_close(out);
}

/* Made in memory and written as a whole, because a failure must leave the old page. */
bool report_write_html(const struct report_list *list, const char *file, char *error,
                       size_t error_size)
{
    unsigned count = 0;
    struct entry *const all = entries_of(list, &count);
    struct line line = { 0 };

    if (!all || (list->folder && !line_count(&line, list))) {
        snprintf(error, error_size, "out of memory");
        line_free(&line);
        free(all);
        return false;
    }
    xmlBufferPtr buffer = xmlBufferCreate();
    xml out = xmlNewTextWriterMemory(buffer, 0);
    xmlTextWriterWriteRaw(out, (const xmlChar *)"<!DOCTYPE html>\n");
    xml_open(out, "html");
    xml_attribute(out, "lang", "en");
    page_head(out);
    page_body(out, all, count, list->folder ? &line : NULL);
    xmlTextWriterEndDocument(out);
    xmlFreeTextWriter(out);
    const bool good = write_document(file, xmlBufferContent(buffer),
                                     (size_t)xmlBufferLength(buffer), error, error_size);
    xmlBufferFree(buffer);
    line_free(&line);
    free(all);
    return good;
}
