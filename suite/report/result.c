/* The result of one test: its lines of TAP 13, its record. */
#include "suite/kit/channel_words.h"
#include "suite/report/put.h"

#define CHIPS_WORDS_MAX 1024
#define FAILING_WORDS   32 /* characters of one address and its bits, at most */

static const char *const result_names[TEST_RESULTS] = {
    [TEST_PASS] = "pass", [TEST_FAIL] = "fail",   [TEST_LACKS] = "skip",
    [TEST_SKIP] = "skip", [TEST_ERROR] = "error",
};

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

/* One line, and for a result that is not good a block of YAML after it. */
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
    json_text(json, "chip_words", words);
}

static void put_chip(void *opaque, const char *name)
{
    json_item(opaque, name);
}

/* Data lines as nets of a schematic are named: "FBB D37". */
static void lanes_member(struct json *json, const struct finding *finding)
{
    bool any = false;

    for (unsigned part = 0; part < CHIP_PARTS; part++) {
        char words[FINDING_LANES_MAX + 8];
        struct text text = text_in(words, sizeof(words));

        text_format(&text, "FB%c ", (char)('A' + part));
        const size_t empty = text.used;
        finding_lanes(&text, finding, part);
        if (text.used == empty)
            continue;
        if (!any)
            json_list(json, "lanes");
        any = true;
        json_item(json, words);
    }
    if (any)
        json_list_end(json);
}

/* "cores": ["TPC 3, MP 1"], "unit": "float", "lane": 5 */
static void cores_members(struct json *json, const struct finding *finding)
{
    if (!finding->cores)
        return;
    json_list(json, "cores");
    for (unsigned core = 0; core < CORES_MAX; core++) {
        char name[TEST_LINE_MAX];
        struct text text = text_in(name, sizeof(name));

        if (!(finding->cores >> core & 1))
            continue;
        core_name(&text, core);
        json_item(json, name);
    }
    json_list_end(json);
    json_text(json, "unit", core_unit_name((enum core_unit)finding->unit));
    json_text(json, "manner", core_manner_name((enum core_manner)finding->manner));
    if (finding->lane != FINDING_NO_LANE)
        json_number(json, "lane", finding->lane);
}

void finding_members(struct json *json, const struct finding *finding)
{
    if (finding->cause == CAUSE_NONE)
        return;
    json_text(json, "cause", cause_name((enum cause)finding->cause));
    if (finding->faults)
        json_number(json, "faults", finding->faults);
    if (finding_chip_count(finding)) {
        json_list(json, "chips");
        finding_each_chip(finding, put_chip, json);
        json_list_end(json);
    }
    lanes_member(json, finding);
    cores_members(json, finding);
}

/* '.' is a piece that was tested and good, '-' one of which something was not tested, and a digit says how
 * many digits the number of its wrong words has. */
static char piece_character(const struct vram_strip *strip, unsigned part, unsigned piece)
{
    uint64_t words = strip->wrong[part][piece];
    unsigned digits = 0;

    for (; words && digits < 9; words /= 10)
        digits++;
    if (digits)
        return (char)('0' + digits);
    return strip->left_out[part] >> piece & 1 ? '-' : '.';
}

/* For the picture of VRAM: 64 characters for each partition. */
static void strip_record(struct report *report, const struct test *t)
{
    struct json json = record_open(report, "strip");

    key_members(&json, &report->key);
    json_text(&json, "test", t->name);
    for (unsigned part = 0; part < t->strip.parts; part++) {
        char name[8], pieces[VRAM_PIECES + 1];
        struct text label = text_in(name, sizeof(name));

        strip_name(&label, &t->strip, part);
        for (unsigned i = 0; i < VRAM_PIECES; i++)
            pieces[i] = piece_character(&t->strip, part, i);
        pieces[VRAM_PIECES] = '\0';
        json_text(&json, name, pieces);
    }
    put_record(report, &json);
}

/* The evidence (places, needed, agreeing) goes with the words, so that a tool can judge the finding
 * again. */
static void channel_record(struct report *report, const struct test *t, unsigned n)
{
    const struct channel_finding *const finding = &t->channels.all[n];
    char words[TEST_VALUE_MAX], lines[24];
    struct text text = text_in(words, sizeof(words)), mask = text_in(lines, sizeof(lines));
    struct json json = record_open(report, "channel");

    key_members(&json, &report->key);
    json_text(&json, "test", t->name);
    json_text(&json, "kind", channel_kind_name(finding->kind));
    channel_words(&text, &t->channels, n);
    json_text(&json, "words", words);
    json_number(&json, "channels", t->channels.card);
    text = text_in(report->masks, sizeof(report->masks));
    channel_masks(&text, finding);
    json_text(&json, "equations", report->masks);
    text_format(&mask, "0x%llx", (unsigned long long)finding->lines);
    json_text(&json, "lines", lines);
    json_number(&json, "sampled", finding->sampled);
    json_number(&json, "agreeing", finding->agreeing);
    json_number(&json, "places", finding->places);
    json_number(&json, "needed", finding->needed);
    put_record(report, &json);
}

/* "0xc00:20 ...": some failing addresses and their wrong bits, as many as a record holds. */
static unsigned failing_record(struct report *report, const struct test *t, unsigned from)
{
    struct text text = text_in(report->masks, sizeof(report->masks));
    struct json json = record_open(report, "failing");
    unsigned i = from;

    for (; i < t->channels.failing_count && text.used + FAILING_WORDS < text.size; i++)
        text_format(&text, "%s0x%llx:%llx", i > from ? " " : "",
                    (unsigned long long)t->channels.failing[i].at,
                    (unsigned long long)t->channels.failing[i].wrong);
    key_members(&json, &report->key);
    json_text(&json, "test", t->name);
    json_text(&json, "addresses", report->masks);
    put_record(report, &json);
    return i;
}

static void channel_records(struct report *report, const struct test *t)
{
    for (unsigned i = 0; i < t->channels.count; i++)
        channel_record(report, t, i);
    for (unsigned i = 0; i < t->channels.failing_count;)
        i = failing_record(report, t, i);
}

/* Sets of multiprocessors as masks, four bits a TPC: those that are there, and of each unit that was tested those that were good
 * and bad: "core_float": "0x33 0x0". */
static void core_table_members(struct json *json, const struct core_table *cores)
{
    char words[64];

    json_number(json, "core_tpcs", cores->tpcs);
    json_number(json, "core_mps", cores->mps);
    struct text text = text_in(words, sizeof(words));
    text_format(&text, "0x%llx", (unsigned long long)cores->there);
    json_text(json, "core_there", words);
    for (unsigned unit = 0; unit < CORE_UNITS; unit++) {
        char name[32];
        struct text key = text_in(name, sizeof(name));

        if (!cores->good[unit] && !cores->bad[unit])
            continue;
        text_format(&key, "core_%s", core_unit_name((enum core_unit)unit));
        text = text_in(words, sizeof(words));
        text_format(&text, "0x%llx 0x%llx", (unsigned long long)cores->good[unit],
                    (unsigned long long)cores->bad[unit]);
        json_text(json, name, words);
    }
}

/* Members without a value are left out. */
static void end_record(struct report *report, const struct test *t, const struct report_test *about)
{
    struct json json = record_open(report, "end");

    json_text(&json, "test", t->name);
    key_members(&json, &report->key);
    json_text(&json, "result", result_names[t->result]);
    json_number(&json, "ms", about->ms);
    json_number(&json, "steps", t->steps);
    json_number(&json, "compared", t->compared);
    json_text(&json, "basis", about->basis);
    json_text(&json, "source", about->source);
    if (t->sentence[0])
        json_text(&json, "reason", t->sentence);
    if (t->expected[0])
        json_text(&json, "expected", t->expected);
    if (t->actual[0])
        json_text(&json, "actual", t->actual);
    if (t->note[0])
        json_text(&json, "note", t->note);
    if (t->failures > 1)
        json_number(&json, "failures", t->failures);
    if (t->untested)
        json_number(&json, "untested", t->untested);
    if (t->ecc)
        json_number(&json, "ecc_corrected", t->ecc_corrected);
    if (t->result != TEST_PASS)
        finding_members(&json, &t->finding);
    if (t->chips.parts)
        chips_member(&json, &t->chips);
    if (t->cores.tpcs)
        core_table_members(&json, &t->cores);
    hold_record(report, &json);
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
    if (t->chips.parts)
        tap_chips(report, &t->chips);
    if (t->strip.parts)
        strip_record(report, t);
    channel_records(report, t);
    tap_result(report, t, about);
    end_record(report, t, about);
    plain_result(report, t, about);
    /* Not shown here: the next test or the verdict shows it. */
    stage_end(&report->stage, t, !about->differs);
}
