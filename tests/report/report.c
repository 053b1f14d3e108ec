#include "tests/report/report.h"

#include "tests/report/json.h"
#include "tests/report/layout.h"

#define CHIPS_WORDS_MAX 512

static const char *const result_names[TEST_RESULTS] = {
    [TEST_PASS] = "pass", [TEST_FAIL] = "fail",   [TEST_LACKS] = "skip",
    [TEST_SKIP] = "skip", [TEST_ERROR] = "error",
};

static void put_tap(struct report *report, const struct text *text)
{
    if (report->sinks->tap)
        report->sinks->tap(report->sinks->opaque, text->chars, text->used);
}

static void put_record(struct report *report, struct json *json)
{
    json_close(json);
    if (report->sinks->record)
        report->sinks->record(report->sinks->opaque, json->text.chars, json->text.used);
}

static void put_screen(struct report *report)
{
    if (report->sinks->screen)
        report->sinks->screen(report->sinks->opaque, &report->screen);
}

static void draw(struct report *report)
{
    layout_run(report);
    put_screen(report);
}

void report_open(struct report *report, const struct run_sinks *sinks, const struct report_run *run)
{
    *report = (struct report){ .sinks = sinks };
    struct text text = text_in(report->line, sizeof(report->line));
    struct text title = text_in(report->title, sizeof(report->title));

    text_format(&text, "TAP version 13\n# barecard %s on %s\n", run->version, run->machine);
    put_tap(report, &text);
    text_format(&title, " Barecard %s", run->version);
    struct json json = json_open(report->line, sizeof(report->line));
    json_string(&json, "type", "machine");
    json_string(&json, "version", run->version);
    json_string(&json, "machine", run->machine);
    json_string(&json, "suite", run->suite);
    json_string(&json, "device", run->model ? "model" : "silicon");
    put_record(report, &json);
    draw(report);
}

static void put_comment(struct report *report, const char *line)
{
    struct text text = text_in(report->line, sizeof(report->line));

    text_format(&text, "# %s\n", line);
    put_tap(report, &text);
}

static void key_members(struct json *json, const struct card_key *key)
{
    if (!key->at[0])
        return;
    json_string(json, "card", key->at);
    json_string(json, "id", key->id);
}

void report_note(struct report *report, const char *line)
{
    struct json json = json_open(report->line, sizeof(report->line));

    json_string(&json, "type", "note");
    key_members(&json, &report->key);
    json_string(&json, "text", line);
    put_record(report, &json);
}

void report_comment(struct report *report, const char *format, ...)
{
    char line[REPORT_COMMENT_MAX];
    struct text text = text_in(line, sizeof(line));
    va_list list;

    va_start(list, format);
    text_format_list(&text, format, list);
    va_end(list);
    put_comment(report, line);
    report_note(report, line);
}

void report_begin_card(struct report *report, const struct card_key *key)
{
    report->key = *key;
    report->of_card = (struct report_counts){ 0 };
    report->picture = (struct report_picture){ 0 };
}

void report_phase(struct report *report, const char *phase)
{
    struct json json = json_open(report->line, sizeof(report->line));

    json_string(&json, "type", "phase");
    json_string(&json, "phase", phase);
    key_members(&json, &report->key);
    put_record(report, &json);
}

void report_left_out(struct report *report, const struct card_key *key, bool phase,
                     const char *name)
{
    char line[REPORT_COMMENT_MAX];
    struct text text = text_in(line, sizeof(line));

    text_format(&text, RECORD_RESET "%s, card %s", name, key->at);
    put_comment(report, line);
    struct json json = json_open(report->line, sizeof(report->line));
    json_string(&json, "type", "note");
    json_string(&json, phase ? "phase" : "test", name);
    key_members(&json, key);
    json_string(&json, "text", RECORD_RESET);
    put_record(report, &json);
}

static void card_words(const struct report_card *card, struct text *text)
{
    const struct pci_function at = card->pci->at;

    text_format(text, "%04x:%02x:%02x.%u %04x:%04x", (unsigned)at.segment, (unsigned)at.bus,
                (unsigned)at.device, (unsigned)at.function, (unsigned)card->pci->vendor,
                (unsigned)card->pci->device);
    if (card->chip)
        text_format(text, " %s", card->chip->title);
    if (card->memory)
        text_format(text, " %llu MiB", (unsigned long long)(card->memory->size >> 20));
    if (card->memory && card->memory->parts)
        text_format(text, ", %u partition%s", card->memory->parts,
                    card->memory->parts == 1 ? "" : "s");
    text_format(text, ": %s", card->state);
}

static void card_record(struct report *report, const struct report_card *card, const char *words)
{
    struct json json = json_open(report->line, sizeof(report->line));

    json_string(&json, "type", "card");
    json_string(&json, "card", words);
    json_number(&json, "device_id", card->pci->device);
    json_number(&json, "boot_0", card->boot_0);
    if (card->chip)
        json_string(&json, "chipset", card->chip->name);
    if (card->memory) {
        json_number(&json, "vram", card->memory->size);
        if (card->memory->parts) {
            json_number(&json, "partitions", card->memory->parts);
            json_number(&json, "partition_mask", card->memory->part_mask);
            json_number(&json, "ram_type", card->memory->ram_type);
        }
    }
    json_string(&json, "state", card->state);
    put_record(report, &json);
}

void report_card(struct report *report, const struct report_card *card)
{
    char words[TEST_VALUE_MAX];
    struct text text = text_in(words, sizeof(words));

    card_words(card, &text);
    char said[TEST_VALUE_MAX + 8];
    struct text comment = text_in(said, sizeof(said));

    text_format(&comment, "card %s", words);
    put_comment(report, said);
    card_record(report, card, words);
    struct text line = text_in(report->picture.card, sizeof(report->picture.card));
    text_format(&line, " %s", words);
    draw(report);
}

void report_plan(struct report *report, unsigned count, unsigned risky_left_out)
{
    report->planned += count;
    report->of_card.risky_left_out = risky_left_out;
    report->all.risky_left_out += risky_left_out;
}

void report_start(struct report *report, const char *test)
{
    struct json json = json_open(report->line, sizeof(report->line));

    json_string(&json, "type", "start");
    json_string(&json, "test", test);
    key_members(&json, &report->key);
    put_record(report, &json);
    report_progress(report, test, "");
}

void report_progress(struct report *report, const char *test, const char *what)
{
    struct text text = text_in(report->now, sizeof(report->now));

    text_format(&text, "%s %s", test, what);
    draw(report);
}

static void yaml(struct text *text, const char *key, const char *value)
{
    if (!value[0])
        return;
    text_format(text, "  %s: \"", key);
    for (; *value; value++)
        if (*value == '"' || *value == '\\')
            text_format(text, "\\%c", *value);
        else
            text_char(text, *value);
    text_string(text, "\"\n");
}

/* Where the values and the source of a result that is not good stand, as TAP 13 wants them. */
static void tap_details(struct text *text, const struct test *t, const struct report_test *about)
{
    text_string(text, "  ---\n");
    yaml(text, "source", about->source);
    yaml(text, "basis", about->basis);
    if (t->result == TEST_ERROR)
        yaml(text, "severity", "error");
    yaml(text, "expected", t->expected);
    yaml(text, "actual", t->actual);
    if (t->failures > 1)
        text_format(text, "  failures: %u\n", t->failures);
    text_string(text, "  ...\n");
}

static void tap_result(struct report *report, const struct test *t, const struct report_test *about)
{
    struct text text = text_in(report->line, sizeof(report->line));
    const bool skipped = t->result == TEST_LACKS || t->result == TEST_SKIP;
    const bool good = t->result == TEST_PASS || skipped;

    text_format(&text, "%sok %u - %s", good ? "" : "not ", report->number, t->name);
    if (!good)
        text_format(&text, ": %s", t->sentence);
    else if (t->result == TEST_PASS && t->note[0])
        text_format(&text, ": %s", t->note);
    if (about->differs)
        text_format(&text, " # TODO %s", about->basis);
    else if (skipped)
        text_format(&text, " # SKIP %s", t->sentence);
    else if (about->open)
        text_format(&text, " (%s)", about->basis);
    text_char(&text, '\n');
    if (!good)
        tap_details(&text, t, about);
    put_tap(report, &text);
}

/* A line for each partition and rank: "chips A0=65536 A1=0". */
static void tap_chips(struct report *report, const struct chip_table *chips)
{
    for (unsigned part = 0; part < chips->parts; part++)
        for (unsigned rank = 0; rank < chips->ranks; rank++) {
            char words[TEST_VALUE_MAX];
            struct text text = text_in(words, sizeof(words));

            for (unsigned chip = 0; chip < chip_count(chips); chip++) {
                text_char(&text, ' ');
                chip_name(&text, chips, part, rank, chip);
                text_format(&text, "=%llu%s", (unsigned long long)chips->wrong[part][rank][chip],
                            chips->bad[part][rank][chip] ? "!" : "");
            }
            report_comment(report, "chips%s", words);
        }
    report_comment(report,
                   "chips of %u data lines%s; wrong words of each, ! where a fault was found",
                   (unsigned)chips->width, chips->assumed ? " (assumed by RAM type)" : "");
}

/* Those with wrong words: "A0=65536 B1=3". */
static void chips_member(struct json *json, const struct chip_table *chips)
{
    char words[CHIPS_WORDS_MAX];
    struct text text = text_in(words, sizeof(words));

    for (unsigned part = 0; part < chips->parts; part++)
        for (unsigned rank = 0; rank < chips->ranks; rank++)
            for (unsigned chip = 0; chip < chip_count(chips); chip++) {
                if (!chips->wrong[part][rank][chip] && !chips->bad[part][rank][chip])
                    continue;
                if (text.used)
                    text_char(&text, ' ');
                chip_name(&text, chips, part, rank, chip);
                text_format(&text, "=%llu", (unsigned long long)chips->wrong[part][rank][chip]);
            }
    json_number(json, "chip_width", chips->width);
    json_string(json, "chips", words);
}

static void end_record(struct report *report, const struct test *t, const struct report_test *about)
{
    struct json json = json_open(report->line, sizeof(report->line));

    json_string(&json, "type", "end");
    json_string(&json, "test", t->name);
    key_members(&json, &report->key);
    json_string(&json, "result", result_names[t->result]);
    json_string(&json, "basis", about->basis);
    if (t->sentence[0])
        json_string(&json, "reason", t->sentence);
    if (t->expected[0])
        json_string(&json, "expected", t->expected);
    if (t->actual[0])
        json_string(&json, "actual", t->actual);
    if (t->note[0])
        json_string(&json, "note", t->note);
    if (t->chips.parts)
        chips_member(&json, &t->chips);
    put_record(report, &json);
}

static void remember(struct report *report, const struct test *t, bool todo)
{
    static const char *const words[TEST_RESULTS] = { "pass ", "FAIL ", "skip ", "SKIP ", "ERROR" };
    static const uint8_t colours[TEST_RESULTS] = { SCREEN_GOOD, SCREEN_BAD, SCREEN_DIM, SCREEN_WARN,
                                                   SCREEN_WARN };
    struct report_history *const last = &report->history[report->history_count++ % REPORT_HISTORY];
    struct text text = text_in(last->text, sizeof(last->text));

    last->colour = todo ? SCREEN_WARN : colours[t->result];
    text_format(&text, "%s %s", todo ? "todo " : words[t->result], t->name);
    if (t->result != TEST_PASS || t->note[0])
        text_format(&text, ": %s", t->result != TEST_PASS ? t->sentence : t->note);
}

static void count(struct report_counts *counts, const struct test *t, bool differs)
{
    if (differs)
        counts->differs++;
    else
        counts->of[t->result]++;
}

void report_end(struct report *report, const struct test *t, const struct report_test *about)
{
    report->number++;
    count(&report->all, t, about->differs);
    count(&report->of_card, t, about->differs);
    if (t->chips.parts) {
        tap_chips(report, &t->chips);
        report->picture.chips = t->chips;
    }
    tap_result(report, t, about);
    end_record(report, t, about);
    /* What comes next, another test or the verdict, draws it. */
    remember(report, t, about->differs);
}

unsigned report_skipped(const struct report_counts *counts)
{
    return counts->of[TEST_LACKS] + counts->of[TEST_SKIP];
}

/* "FAIL: vram.quick: ..."; a limited selection reads "PASS (only vm)". */
static void verdict_words(struct text *text, enum verdict verdict, const char *reason)
{
    text_string(text, verdict_name(verdict));
    if (reason[0])
        text_format(text, "%s%s", reason[0] == '(' ? " " : ": ", reason);
}

/* Of a card, or without a key of the run. */
static void verdict_record(struct report *report, const struct card_key *key, enum verdict verdict,
                           const char *reason)
{
    const struct report_counts *const counts = key ? &report->of_card : &report->all;
    struct json json = json_open(report->line, sizeof(report->line));

    json_string(&json, "type", "verdict");
    if (key)
        key_members(&json, key);
    json_string(&json, "verdict", verdict_name(verdict));
    json_string(&json, "reason", reason);
    json_number(&json, "passed", counts->of[TEST_PASS]);
    json_number(&json, "failed", counts->of[TEST_FAIL]);
    json_number(&json, "skipped", report_skipped(counts));
    json_number(&json, "errors", counts->of[TEST_ERROR]);
    json_number(&json, "differs", counts->differs);
    json_number(&json, "risky_left_out", counts->risky_left_out);
    put_record(report, &json);
}

static uint8_t colour_of(enum verdict verdict)
{
    return verdict == VERDICT_PASS   ? SCREEN_GOOD
           : verdict == VERDICT_FAIL ? SCREEN_BAD
                                     : SCREEN_WARN;
}

void report_card_verdict(struct report *report, enum verdict verdict, const char *reason)
{
    struct text text = text_in(report->line, sizeof(report->line));

    text_format(&text, "# card %s verdict: ", report->key.at);
    verdict_words(&text, verdict, reason);
    text_char(&text, '\n');
    put_tap(report, &text);
    verdict_record(report, &report->key, verdict, reason);
    if (!report->card_count || verdict_rank(verdict) > verdict_rank(report->worst_verdict)) {
        report->worst = report->picture;
        report->worst_verdict = verdict;
    }
    if (report->card_count < REPORT_HISTORY) {
        struct report_history *const line = &report->cards[report->card_count];
        struct text words = text_in(line->text, sizeof(line->text));

        line->colour = colour_of(verdict);
        text_format(&words, "%s ", report->key.at);
        verdict_words(&words, verdict, reason);
    }
    report->card_count++;
}

/* The lines before the verdict: how many tests there were, and what does not count. */
static void tap_plan(struct report *report, struct text *text, const char *reason)
{
    const unsigned differs = report->all.differs, risky = report->all.risky_left_out;

    if (report->number)
        text_format(text, "1..%u\n", report->number);
    else
        text_format(text, "1..0 # SKIP %s\n", reason);
    if (differs)
        text_format(text, "# %u claim%s from the documents, not judged\n", differs,
                    differs == 1 ? " differs" : "s differ");
    if (risky)
        text_format(text, "# %u test%s that may hang a card left out: risky=1 selects %s\n", risky,
                    risky == 1 ? "" : "s", risky == 1 ? "it" : "them");
}

void report_verdict(struct report *report, enum verdict verdict, const char *reason)
{
    struct text text = text_in(report->line, sizeof(report->line));

    report->now[0] = '\0';
    tap_plan(report, &text, reason);
    text_string(&text, "# verdict: ");
    verdict_words(&text, verdict, reason);
    text_char(&text, '\n');
    put_tap(report, &text);
    verdict_record(report, NULL, verdict, reason);
    if (report->card_count)
        report->picture = report->worst;
    layout_verdict(report, verdict, reason);
    put_screen(report);
}
