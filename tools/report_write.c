/* tools/report_write.c: JUnit XML and HTML of a list of results, by libxml2's writer, which escapes. */
#include "tools/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libxml/xmlwriter.h>

static void attribute(xmlTextWriterPtr out, const char *name, const char *value)
{
    xmlTextWriterWriteAttribute(out, (const xmlChar *)name, (const xmlChar *)(value ? value : ""));
}

static void number(xmlTextWriterPtr out, const char *name, unsigned value)
{
    xmlTextWriterWriteFormatAttribute(out, (const xmlChar *)name, "%u", value);
}

static void element(xmlTextWriterPtr out, const char *name)
{
    xmlTextWriterStartElement(out, (const xmlChar *)name);
}

static void text(xmlTextWriterPtr out, const char *value)
{
    xmlTextWriterWriteString(out, (const xmlChar *)(value ? value : ""));
}

static void end(xmlTextWriterPtr out)
{
    xmlTextWriterFullEndElement(out);
}

static unsigned count(const struct report_list *list, unsigned run, enum report_outcome outcome)
{
    unsigned n = 0;

    for (unsigned i = 0; i < list->result_count; i++)
        n += list->results[i].run == run && list->results[i].outcome == outcome;
    return n;
}

static unsigned count_all(const struct report_list *list, unsigned run)
{
    unsigned n = 0;

    for (unsigned i = 0; i < OUTCOMES; i++)
        n += count(list, run, (enum report_outcome)i);
    return n;
}

/* JUnit knows failures, errors and skips; a difference from the documents is none of the card's. */
static void junit_outcome(xmlTextWriterPtr out, const struct report_result *result)
{
    static const char *const tags[OUTCOMES] = {
        [OUTCOME_FAIL] = "failure",
        [OUTCOME_SKIP] = "skipped",
        [OUTCOME_ERROR] = "error",
        [OUTCOME_DIFFERS] = "skipped",
    };

    if (result->outcome == OUTCOME_PASS)
        return;
    element(out, tags[result->outcome]);
    attribute(out, "message", result->reason);
    if (result->outcome == OUTCOME_DIFFERS)
        text(out, "differs from the documents; ");
    if (result->basis)
        xmlTextWriterWriteFormatString(out, "basis: %s\n", result->basis);
    if (result->expected)
        xmlTextWriterWriteFormatString(out, "expected: %s\nactual: %s\n", result->expected,
                                       result->actual ? result->actual : "");
    end(out);
}

static void junit_suite(xmlTextWriterPtr out, const struct report_list *list, unsigned run)
{
    const struct report_run *r = &list->runs[run];

    element(out, "testsuite");
    attribute(out, "name", r->card ? r->card : r->file);
    number(out, "tests", count_all(list, run));
    number(out, "failures", count(list, run, OUTCOME_FAIL));
    number(out, "errors", count(list, run, OUTCOME_ERROR));
    number(out, "skipped", count(list, run, OUTCOME_SKIP) + count(list, run, OUTCOME_DIFFERS));
    for (unsigned i = 0; i < list->result_count; i++) {
        if (list->results[i].run != run)
            continue;
        element(out, "testcase");
        attribute(out, "classname", "barecard");
        attribute(out, "name", list->results[i].test);
        junit_outcome(out, &list->results[i]);
        end(out);
    }
    end(out);
}

static void junit(xmlTextWriterPtr out, const struct report_list *list)
{
    element(out, "testsuites");
    for (unsigned run = 0; run < list->run_count; run++)
        junit_suite(out, list, run);
    end(out);
}

static const char style[] =
    "body{font-family:sans-serif;margin:2em;max-width:70em}"
    "table{border-collapse:collapse;width:100%}td{padding:.2em .6em;border-bottom:1px solid #ddd;"
    "vertical-align:top}.verdict{padding:.6em;font-size:140%;color:#fff;background:#777}"
    ".PASS{background:#186a18}.FAIL{background:#a01818}.pass{color:#186a18}.fail{color:#a01818;"
    "font-weight:bold}.error,.differs{color:#a06000}.skip{color:#777}small{color:#555}";

static void html_values(xmlTextWriterPtr out, const struct report_result *result)
{
    if (!result->expected)
        return;
    element(out, "br");
    xmlTextWriterEndElement(out);
    element(out, "small");
    xmlTextWriterWriteFormatString(out, "expected %s; was %s", result->expected,
                                   result->actual ? result->actual : "");
    end(out);
}

static void html_row(xmlTextWriterPtr out, const struct report_result *result)
{
    const char *word = report_outcome_name(result->outcome);

    element(out, "tr");
    element(out, "td");
    attribute(out, "class", word);
    text(out, word);
    end(out);
    element(out, "td");
    text(out, result->test);
    end(out);
    element(out, "td");
    text(out, result->reason ? result->reason : result->note);
    html_values(out, result);
    end(out);
    element(out, "td");
    text(out, result->basis);
    end(out);
    end(out);
}

/* The verdict's first word, of those that have a colour, is its class. */
static void html_verdict(xmlTextWriterPtr out, const struct report_run *run)
{
    const bool known =
        run->verdict && (strcmp(run->verdict, "PASS") == 0 || strcmp(run->verdict, "FAIL") == 0);
    char class[32];

    snprintf(class, sizeof(class), "verdict %s", known ? run->verdict : "");
    element(out, "p");
    attribute(out, "class", class);
    text(out, run->verdict ? run->verdict : "no verdict: the run was cut off");
    if (run->verdict_reason && run->verdict_reason[0])
        xmlTextWriterWriteFormatString(out, ": %s", run->verdict_reason);
    end(out);
}

static void html_run(xmlTextWriterPtr out, const struct report_list *list, unsigned run)
{
    const struct report_run *r = &list->runs[run];

    element(out, "h2");
    text(out, r->card ? r->card : "no card");
    end(out);
    html_verdict(out, r);
    element(out, "p");
    xmlTextWriterWriteFormatString(out, "%u passed, %u failed, %u errors, %u skipped, %u differ. ",
                                   count(list, run, OUTCOME_PASS), count(list, run, OUTCOME_FAIL),
                                   count(list, run, OUTCOME_ERROR), count(list, run, OUTCOME_SKIP),
                                   count(list, run, OUTCOME_DIFFERS));
    xmlTextWriterWriteFormatString(out, "Barecard %s on %s%s.", r->version ? r->version : "?",
                                   r->machine ? r->machine : "?", r->model ? ", device model" : "");
    end(out);
    element(out, "table");
    for (unsigned i = 0; i < list->result_count; i++)
        if (list->results[i].run == run)
            html_row(out, &list->results[i]);
    end(out);
}

static void html(xmlTextWriterPtr out, const struct report_list *list)
{
    element(out, "html");
    element(out, "head");
    element(out, "meta");
    attribute(out, "charset", "utf-8");
    xmlTextWriterEndElement(out);
    element(out, "title");
    text(out, "Barecard report");
    end(out);
    element(out, "style");
    text(out, style);
    end(out);
    end(out);
    element(out, "body");
    element(out, "h1");
    text(out, "Barecard report");
    end(out);
    for (unsigned run = 0; run < list->run_count; run++)
        html_run(out, list, run);
    end(out);
    end(out);
}

/* The document beside the file, then in its place: nobody finds half of one. */
static bool write_file(const struct report_list *list, const char *file, const char *doctype,
                       void (*body)(xmlTextWriterPtr out, const struct report_list *list),
                       char *error, size_t error_size)
{
    char part[4096];
    xmlTextWriterPtr out;

    if ((size_t)snprintf(part, sizeof(part), "%s.part", file) >= sizeof(part) ||
        !(out = xmlNewTextWriterFilename(part, 0))) {
        snprintf(error, error_size, "%s: cannot be written", file);
        return false;
    }
    if (doctype)
        xmlTextWriterWriteRaw(out, (const xmlChar *)doctype);
    else
        xmlTextWriterStartDocument(out, NULL, "UTF-8", NULL);
    body(out, list);
    const bool good = xmlTextWriterEndDocument(out) >= 0 && xmlTextWriterFlush(out) >= 0;
    xmlFreeTextWriter(out);
    if (good && rename(part, file) == 0)
        return true;
    snprintf(error, error_size, "%s: %s", file, strerror(errno));
    unlink(part);
    return false;
}

bool report_write_junit(const struct report_list *list, const char *file, char *error,
                        size_t error_size)
{
    return write_file(list, file, NULL, junit, error, error_size);
}

bool report_write_html(const struct report_list *list, const char *file, char *error,
                       size_t error_size)
{
    return write_file(list, file, "<!DOCTYPE html>\n", html, error, error_size);
}
