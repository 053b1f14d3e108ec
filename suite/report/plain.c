/* report.txt: the run for people, without any tool: each card, the tests that did not pass, the next steps. Lines end
 * as editors of any system want them. */
#include "suite/report/put.h"

#include "suite/report/advice.h"

#define LINE_ROOM (HEADLINE_MAX + 64)

static void put_line(struct report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void put_line(struct report *report, const char *format, ...)
{
    char line[LINE_ROOM];
    struct text text = text_in(line, sizeof(line) - 2);
    va_list list;

    if (!report->sinks->text)
        return;
    va_start(list, format);
    text_format_list(&text, format, list);
    va_end(list);
    text.size += 2;
    text_string(&text, "\r\n");
    report->sinks->text(report->sinks->opaque, text.chars, text.used);
}

void plain_open(struct report *report, const struct report_run *run)
{
    char words[MOMENT_WORDS_MAX] = "";
    struct text text = text_in(words, sizeof(words));

    moment_words(&text, &run->began);
    put_line(report, "Barecard %s", run->version);
    put_line(report, "Machine  %s", run->machine);
    if (words[0])
        put_line(report, "Begun    %s", words);
    if (run->label[0])
        put_line(report, "Label    %s", run->label);
    put_line(report, "Run      %u on this medium, suite %s", run->number, run->suite);
    put_line(report, "If the last line is no verdict, the run was cut off.");
}

void plain_line(struct report *report, const char *line)
{
    put_line(report, "%s", line);
}

void plain_card(struct report *report, const struct report_card *card, const char *words)
{
    put_line(report, "%s", "");
    put_line(report, "Card %s", words);
    if (card->vbios[0])
        put_line(report, "  VBIOS %s, subsystem %04x:%04x", card->vbios,
                 (unsigned)card->pci->subsystem & 0xffff, (unsigned)card->pci->subsystem >> 16);
    if (card->serial[0])
        put_line(report, "  serial number %s", card->serial);
}

/* Readings of the board (clocks, fan, voltage) are told also of a test that passed. */
static bool is_reading(const struct test *t)
{
    static const char group[] = "board.";

    for (unsigned i = 0; group[i]; i++)
        if (t->name[i] != group[i])
            return false;
    return true;
}

/* Whether a line at the end of the card tells it, with all other tests that were skipped for the same reason. */
static bool is_counted(struct report *report, const struct test *t)
{
    unsigned i = 0;

    while (i < report->skip_count && !string_equal(report->skips[i].reason, t->sentence))
        i++;
    if (i == REPORT_SKIPS)
        return false;
    if (i == report->skip_count) {
        struct report_skip *const skip = &report->skips[report->skip_count++];
        struct text text = text_in(skip->reason, sizeof(skip->reason));

        skip->test = t->name;
        skip->count = 0;
        text_string(&text, t->sentence);
    }
    report->skips[i].count++;
    return true;
}

static void put_skips(struct report *report)
{
    for (unsigned i = 0; i < report->skip_count; i++) {
        const struct report_skip *const skip = &report->skips[i];

        if (skip->count == 1)
            put_line(report, "  SKIP    %s: %s", skip->test, skip->reason);
        else
            put_line(report, "  SKIP    %u tests: %s", skip->count, skip->reason);
    }
}

void plain_result(struct report *report, const struct test *t, const struct report_test *about)
{
    static const char *const words[TEST_RESULTS] = {
        [TEST_FAIL] = "FAIL", [TEST_SKIP] = "SKIP", [TEST_ERROR] = "ERROR"
    };

    if (!words[t->result]) {
        if (is_reading(t))
            put_line(report, "  %s: %s", t->name, t->result == TEST_PASS ? t->note : t->sentence);
        return;
    }
    if (t->result == TEST_SKIP && is_counted(report, t))
        return;
    put_line(report, "  %-8s%s: %s", about->differs ? "differs" : words[t->result], t->name,
             t->sentence);
}

static void put_counts(struct report *report, const struct report_counts *counts)
{
    put_line(report, "  %u passed, %u failed, %u errors, %u skipped, %u differ",
             counts->of[TEST_PASS], counts->of[TEST_FAIL], counts->of[TEST_ERROR],
             report_skipped(counts), counts->differs);
}

void plain_card_verdict(struct report *report, const struct judgement *judgement)
{
    char words[LINE_ROOM], line[HEADLINE_MAX];
    struct text text = text_in(words, sizeof(words)), headline = text_in(line, sizeof(line));

    verdict_words(&text, judgement);
    headline_words(&headline, &judgement->finding);
    put_skips(report);
    put_counts(report, &report->of_card);
    put_line(report, "Card %s: %s", report->key.at, words);
    put_line(report, "  %s", line);
}

void plain_limit(struct report *report, const char *line)
{
    put_line(report, "  %s", line);
}

void plain_steps(struct report *report, const struct judgement *judgement)
{
    const struct advice *const advice = advice_on(&judgement->finding);

    for (unsigned i = 0; i < ADVICE_STEPS && advice->steps[i]; i++)
        put_line(report, "  %u. %s", i + 1, advice->steps[i]);
}

void plain_verdict(struct report *report, const struct judgement *judgement)
{
    char words[LINE_ROOM];
    struct text text = text_in(words, sizeof(words));

    verdict_words(&text, judgement);
    put_line(report, "%s", "");
    put_line(report, "Verdict: %s", words);
}
