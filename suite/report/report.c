#include "suite/report/put.h"

#include "hw/bits.h"

void put_tap(struct report *report, const struct text *text)
{
    if (report->sinks->tap)
        report->sinks->tap(report->sinks->opaque, text->chars, text->used);
}

/* A record has a time only if the clock is known, because a wrong time is worse than none. */
struct json record_open(struct report *report, const char *type)
{
    const struct run_sinks *const sinks = report->sinks;
    struct json json = json_open(report->line, sizeof(report->line));

    json_text(&json, "type", type);
    if (!sinks->time_us)
        return json;
    struct moment now = report->began;
    char words[MOMENT_WORDS_MAX];
    struct text text = text_in(words, sizeof(words));
    const uint64_t up_ms = (sinks->time_us(sinks->opaque) - report->began_us) / 1000;

    now.ms += up_ms;
    moment_words(&text, &now);
    if (now.known)
        json_text(&json, "time", words);
    json_number(&json, "up", up_ms);
    return json;
}

/* A sink may note something while it has lines, such as that a server does not answer: its note goes out after them. */
static void put_held(struct report *report)
{
    if (report->putting)
        return;
    report->putting = true;
    while (report->held_used) {
        const size_t size = report->held_used;

        if (report->sinks->record)
            report->sinks->record(report->sinks->opaque, report->held, size);
        report->held_used -= size;
        for (size_t i = 0; i < report->held_used; i++)
            report->held[i] = report->held[size + i];
    }
    report->putting = false;
}

void hold_record(struct report *report, struct json *json)
{
    json_close(json);
    if (report->held_used + json->text.used > sizeof(report->held))
        put_held(report);
    if (report->held_used + json->text.used > sizeof(report->held))
        return; /* a sink's second note; TAP has it */
    __builtin_memcpy(report->held + report->held_used, json->text.chars, json->text.used);
    report->held_used += json->text.used;
}

void put_record(struct report *report, struct json *json)
{
    hold_record(report, json);
    put_held(report);
}

static void show(struct report *report, bool now)
{
    if (report->sinks->show)
        report->sinks->show(report->sinks->opaque, &report->stage.scene, now);
}

/* The machine record is written before anything is touched, because a run that hangs at once must
 * still be found. */
void report_open(struct report *report, const struct run_sinks *sinks, const struct report_run *run)
{
    *report = (struct report){ .sinks = sinks, .began = run->began };
    if (sinks->time_us)
        report->began_us = sinks->time_us(sinks->opaque);
    struct text text = text_in(report->line, sizeof(report->line));

    text_format(&text, "TAP version 13\n# barecard %s on %s\n", run->version, run->machine);
    put_tap(report, &text);
    struct json json = record_open(report, "machine");
    json_number(&json, "schema", RECORD_SCHEMA);
    json_number(&json, "run", run->number);
    if (run->round)
        json_number(&json, "round", run->round);
    if (run->label[0])
        json_text(&json, "label", run->label);
    json_text(&json, "version", run->version);
    json_text(&json, "machine", run->machine);
    json_text(&json, "suite", run->suite);
    json_text(&json, "device", run->model ? "model" : "silicon");
    put_record(report, &json);
    plain_open(report, run);
    stage_open(&report->stage, run->version, run->machine);
    report->stage.scene.label = run->label;
    show(report, true);
}

static void put_comment(struct report *report, const char *line)
{
    struct text text = text_in(report->line, sizeof(report->line));

    text_format(&text, "# %s\n", line);
    put_tap(report, &text);
}

void key_members(struct json *json, const struct card_key *key)
{
    if (!key->at[0])
        return;
    json_text(json, "card", key->at);
    json_text(json, "id", key->id);
}

void report_note(struct report *report, const char *line)
{
    struct json json = record_open(report, "note");

    key_members(&json, &report->key);
    json_text(&json, "text", line);
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

void report_found(struct report *report, const struct card_key *key)
{
    stage_found(&report->stage, key->at);
}

void report_begin_card(struct report *report, const struct card_key *key)
{
    report->key = *key;
    report->of_card = (struct report_counts){ 0 };
    report->skip_count = 0;
    stage_begin(&report->stage, key->at);
}

void report_phase(struct report *report, const char *phase)
{
    struct json json = record_open(report, "phase");

    json_text(&json, "phase", phase);
    key_members(&json, &report->key);
    put_record(report, &json);
}

void report_left_out(struct report *report, const struct card_key *key, bool phase,
                     const char *name, const char *why)
{
    char line[REPORT_COMMENT_MAX];
    struct text text = text_in(line, sizeof(line));

    text_format(&text, "%s%s, card %s", why, name, key->at);
    put_comment(report, line);
    plain_line(report, line);
    struct json json = record_open(report, "note");
    json_text(&json, phase ? "phase" : "test", name);
    key_members(&json, key);
    json_text(&json, "text", why);
    put_record(report, &json);
}

void report_cut(struct report *report, const struct card_key *key, const char *test, unsigned cuts)
{
    char line[REPORT_COMMENT_MAX];
    struct text text = text_in(line, sizeof(line));

    text_format(&text, RECORD_CUT "%s, card %s", test, key->at);
    put_comment(report, line);
    plain_line(report, line);
    struct json json = record_open(report, "note");
    json_text(&json, "test", test);
    key_members(&json, key);
    json_text(&json, "text", RECORD_CUT);
    json_number(&json, "cuts", cuts);
    put_record(report, &json);
}

/* "512 MiB, 4 partitions"; "11264 MiB GDDR6, 352 bits, 11 of 12 FBPAs" where that is known: they are its partitions. */
static void memory_words(const struct vram_map *memory, struct text *text)
{
    text_format(text, "%llu MiB", (unsigned long long)(memory->size >> 20));
    if (memory->kind)
        text_format(text, " %s", memory->kind);
    if (memory->bus_bits)
        text_format(text, ", %u bits", memory->bus_bits);
    if (memory->parts && memory->parts < memory->parts_most)
        text_format(text, ", %u of %u FBPAs", memory->parts, memory->parts_most);
    else if (memory->parts && memory->parts_most)
        text_format(text, ", %u FBPAs", memory->parts);
    else if (memory->parts)
        text_format(text, ", %u partition%s", memory->parts, memory->parts == 1 ? "" : "s");
}

static void card_words(const struct report_card *card, struct text *text)
{
    const struct pci_function at = card->pci->at;

    text_format(text, "%04x:%02x:%02x.%u %04x:%04x", (unsigned)at.segment, (unsigned)at.bus,
                (unsigned)at.device, (unsigned)at.function, (unsigned)card->pci->vendor,
                (unsigned)card->pci->device);
    if (card->chip)
        text_format(text, " %s", card->chip->title);
    if (card->memory) {
        text_string(text, " ");
        memory_words(card->memory, text);
    }
    text_format(text, ": %s", card->state);
}

/* The card as it was found, for readers of report.jsonl. */
static void card_record(struct report *report, const struct report_card *card, const char *words)
{
    struct json json = record_open(report, "card");

    key_members(&json, &report->key);
    json_text(&json, "words", words);
    json_number(&json, "vendor_id", card->pci->vendor);
    json_number(&json, "device_id", card->pci->device);
    json_number(&json, "subsystem_vendor_id", card->pci->subsystem & 0xffff);
    json_number(&json, "subsystem_id", card->pci->subsystem >> 16);
    json_number(&json, "revision", card->pci->revision);
    json_number(&json, "boot_0", card->boot_0);
    if (card->vbios[0])
        json_text(&json, "vbios", card->vbios);
    if (card->serial[0])
        json_text(&json, "serial", card->serial);
    if (card->chip)
        json_text(&json, "chipset", card->chip->name);
    if (card->memory) {
        json_number(&json, "vram", card->memory->size);
        if (card->memory->parts) {
            json_number(&json, "partitions", card->memory->parts);
            json_number(&json, "partition_mask", card->memory->part_mask);
            json_number(&json, "ram_type", card->memory->ram_type);
        }
        if (card->memory->kind)
            json_text(&json, "memory_kind", card->memory->kind);
        if (card->memory->bus_bits)
            json_number(&json, "bus_bits", card->memory->bus_bits);
    }
    json_text(&json, "state", card->state);
    put_record(report, &json);
}

static void stage_memory(struct report *report, const struct report_card *card)
{
    char words[SCENE_LINE];
    struct text text = text_in(words, sizeof(words));

    if (card->memory)
        memory_words(card->memory, &text);
    stage_card(&report->stage, card->chip ? card->chip->title : "", words);
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
    plain_card(report, card, words);
    stage_memory(report, card);
    show(report, true);
}

void report_weigh(struct report *report, unsigned weight)
{
    stage_weigh(&report->stage, weight);
}

void report_plan(struct report *report, unsigned count, unsigned risky_left_out)
{
    stage_plan(&report->stage, count);
    report->of_card.risky_left_out = risky_left_out;
    report->all.risky_left_out += risky_left_out;
}

void report_start(struct report *report, const char *test, unsigned weight, unsigned watchdog_s)
{
    struct json json = record_open(report, "start");

    json_text(&json, "test", test);
    key_members(&json, &report->key);
    json_number(&json, "watchdog", watchdog_s);
    put_record(report, &json);
    stage_start(&report->stage, test, weight);
    show(report, false);
}

void report_next(struct report *report, const char *test)
{
    stage_next(&report->stage, test);
}

/* ", until 14:32", on the clock that the machine shows. */
static void put_end_time(const struct report *report, struct text *text, uint64_t left_s)
{
    const struct run_sinks *const sinks = report->sinks;
    struct moment end = report->began;

    if (!end.known || !sinks->time_us)
        return;
    end.ms += (sinks->time_us(sinks->opaque) - report->began_us) / 1000 + left_s * 1000;
    const unsigned minute = (unsigned)(end.ms / 60000 % ((uint64_t)24 * 60));

    text_format(text, ", until %02u:%02u", minute / 60, minute % 60);
}

void report_progress(struct report *report, const struct test *t, unsigned percent,
                     const char *what)
{
    char words[TEST_VALUE_MAX + TEST_PLAN_MAX];
    struct text text = text_in(words, sizeof(words));

    if (t->plan[0]) {
        text_format(&text, "%s", t->plan);
        put_end_time(report, &text, t->left_s);
        text_string(&text, t->shortens ? "; M shortens; " : "; ");
    }
    text_string(&text, what);
    stage_progress(&report->stage, t, percent, words);
    show(report, false);
}

void report_sample(struct report *report, const char *test, const struct test_sample *sample)
{
    if (sample->words && !report->sinks->shows_progress)
        put_comment(report, sample->words);
    struct json json = record_open(report, "sample");
    key_members(&json, &report->key);
    json_text(&json, "test", test);
    json_number(&json, "percent", sample->percent);
    json_number(&json, "mb_per_s", sample->mb_per_s);
    if (sample->sensor)
        json_number(&json, "celsius", sample->celsius);
    if (sample->words)
        json_text(&json, "text", sample->words);
    put_record(report, &json);
}

void report_pause(struct report *report, bool paused)
{
    const bool new = report->stage.scene.paused != paused;

    put_held(report);
    report->stage.scene.paused = paused;
    show(report, new);
}

void report_show(struct report *report)
{
    show(report, true);
}

unsigned report_skipped(const struct report_counts *counts)
{
    return counts->of[TEST_LACKS] + counts->of[TEST_SKIP];
}

void verdict_words(struct text *text, const struct judgement *judgement)
{
    const char *const reason = judgement->reason;
    char said[CONDITIONS_WORDS_MAX];
    struct text conditions = text_in(said, sizeof(said));

    text_string(text, verdict_name(judgement->verdict));
    if (reason[0])
        text_format(text, "%s%s", reason[0] == '(' ? " " : ": ", reason);
    conditions_words(&judgement->conditions, &conditions);
    if (judgement->verdict == VERDICT_PASS && said[0])
        text_format(text, "%s%s", reason[0] && reason[0] != '(' ? "; " : ": ", said);
}

static void number_if(struct json *json, const char *name, uint64_t value)
{
    if (value)
        json_number(json, name, value);
}

/* In words as the lines of a PASS have them, and each figure by itself. */
static void conditions_members(struct json *json, const struct judgement *judgement)
{
    const struct conditions *const c = &judgement->conditions;
    char said[CONDITIONS_WORDS_MAX], unseen[CONDITIONS_WORDS_MAX];
    struct text words = text_in(said, sizeof(said)), not_seen = text_in(unseen, sizeof(unseen));

    if (!c->read)
        return;
    conditions_words(c, &words);
    conditions_unseen(c, &not_seen);
    if (judgement->verdict == VERDICT_PASS) {
        json_text(json, "tested", said);
        json_text(json, "not_tested", unseen);
        json_number(json, "bound_log10", conditions_bound(c));
    }
    json_number(json, "bytes_read", c->read);
    number_if(json, "memory_khz", c->memory_khz);
    number_if(json, "memory_top_khz", c->memory_top_khz);
    number_if(json, "link_width", c->link.width);
    number_if(json, "link_card_width", c->link.card);
    number_if(json, "link_port_width", c->link.port);
    number_if(json, "link_speed", c->link.speed);
    if (!c->sensor)
        return;
    json_number(json, "coolest", c->coolest);
    json_number(json, "hottest", c->hottest);
}

/* Of a card, or without a key of the run. */
static void verdict_record(struct report *report, const struct card_key *key,
                           const struct judgement *judgement)
{
    const struct report_counts *const counts = key ? &report->of_card : &report->all;
    struct json json = record_open(report, "verdict");
    char words[HEADLINE_MAX];
    struct text headline = text_in(words, sizeof(words));

    if (key)
        key_members(&json, key);
    headline_words(&headline, &judgement->finding);
    json_text(&json, "verdict", verdict_name(judgement->verdict));
    json_text(&json, "reason", judgement->reason);
    json_text(&json, "headline", words);
    if (judgement->test)
        json_text(&json, "test", judgement->test);
    finding_members(&json, &judgement->finding);
    if (finding_chip_count(&judgement->finding))
        json_number(&json, "chip_width", judgement->finding.width);
    conditions_members(&json, judgement);
    json_number(&json, "passed", counts->of[TEST_PASS]);
    json_number(&json, "failed", counts->of[TEST_FAIL]);
    json_number(&json, "skipped", report_skipped(counts));
    json_number(&json, "errors", counts->of[TEST_ERROR]);
    json_number(&json, "differs", counts->differs);
    json_number(&json, "risky_left_out", counts->risky_left_out);
    put_record(report, &json);
}

/* Further limits of a PASS, one sentence each. */
static void put_limits(struct report *report, const struct judgement *judgement,
                       void (*put)(struct report *report, const char *line))
{
    static void (*const words[])(const struct conditions *c,
                                 struct text *text) = { conditions_bound_words, conditions_unseen,
                                                        conditions_lanes };
    static const char *const names[] = { "", "not tested: ", "" };
    const struct conditions *const c = &judgement->conditions;

    if (judgement->verdict != VERDICT_PASS || !c->read)
        return;
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        char line[2 * CONDITIONS_WORDS_MAX];
        struct text text = text_in(line, sizeof(line));

        text_string(&text, names[i]);
        const size_t before = text.used;
        words[i](c, &text);
        if (text.used > before)
            put(report, line);
    }
}

void report_card_verdict(struct report *report, const struct judgement *judgement)
{
    put_limits(report, judgement, put_comment);
    struct text text = text_in(report->line, sizeof(report->line));

    text_format(&text, "# card %s verdict: ", report->key.at);
    verdict_words(&text, judgement);
    text_char(&text, '\n');
    put_tap(report, &text);
    verdict_record(report, &report->key, judgement);
    plain_card_verdict(report, judgement);
    put_limits(report, judgement, plain_limit);
    plain_steps(report, judgement);
    stage_card_verdict(&report->stage, judgement);
}

/* ---- several cards at the same time ------------------------------------------------------------ */

void report_open_card(struct report *report, const struct report *of, const struct run_sinks *sinks)
{
    *report = (struct report){ .sinks = sinks, .began = of->began, .began_us = of->began_us };
    stage_open(&report->stage, of->stage.scene.version, of->stage.scene.machine);
}

static void pass(struct report *report, const char *text, size_t size)
{
    if (report->sinks->tap && size)
        report->sinks->tap(report->sinks->opaque, text, size);
}

/* Length of the text before the number in the line of a test; 0: it is another line. */
static size_t before_number(const char *line, size_t size)
{
    static const char *const words[] = { "ok ", "not ok " };

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        const size_t length = string_length(words[i]);
        size_t same = 0;

        while (same < length && same < size && line[same] == words[i][same])
            same++;
        if (same == length)
            return length;
    }
    return 0;
}

/* Numbers are given anew, because each card's report counts its own tests from 1. */
void report_pass_tap(struct report *report, const char *text, size_t size)
{
    for (size_t from = 0, to; from < size; from = to) {
        char letters[16];
        struct text number = text_in(letters, sizeof(letters));
        const size_t before = before_number(text + from, size - from);

        for (to = from; to < size && text[to] != '\n'; to++)
            continue;
        to += to < size;
        if (before) {
            text_format(&number, "%u", ++report->number);
            pass(report, text + from, before);
            pass(report, letters, number.used);
            from += before;
            while (from < to && text[from] >= '0' && text[from] <= '9')
                from++;
        }
        pass(report, text + from, to - from);
    }
}

/* After the records that this report has held back, because they go out in the order in which they
 * were made. */
void report_pass_record(struct report *report, const char *lines, size_t size)
{
    put_held(report);
    if (size > sizeof(report->held) - report->held_used)
        return; /* a sink that is in the midst of its own note: TAP has the lost line */
    __builtin_memcpy(report->held + report->held_used, lines, size);
    report->held_used += size;
    put_held(report);
}

void report_show_card(struct report *report, unsigned place, const struct report *of_card)
{
    stage_show_card(&report->stage, place, &of_card->stage);
    show(report, false);
}

static void add_counts(struct report_counts *all, const struct report_counts *more)
{
    for (unsigned i = 0; i < TEST_RESULTS; i++)
        all->of[i] += more->of[i];
    all->differs += more->differs;
    all->risky_left_out += more->risky_left_out;
}

void report_add_card(struct report *report, const struct report *of_card)
{
    add_counts(&report->all, &of_card->all);
    stage_add_card(&report->stage, &of_card->stage);
    show(report, true);
}

void report_together(struct report *report, bool together)
{
    report->key = (struct card_key){ 0 }; /* records of the run are no card's */
    stage_together(&report->stage, together);
    show(report, true);
}

/* ---- the end ------------------------------------------------------------------------------------ */

/* The lines before the verdict: the number of tests, and the failures and omissions that do not
 * count. */
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

void report_rounds(struct report *report, const char *words)
{
    report->key = (struct card_key){ 0 };
    report_comment(report, "%s", words);
}

void report_verdict(struct report *report, const struct judgement *judgement)
{
    report->key = (struct card_key){ 0 }; /* the records that follow are no card's */
    struct text text = text_in(report->line, sizeof(report->line));

    tap_plan(report, &text, judgement->reason);
    text_string(&text, "# verdict: ");
    verdict_words(&text, judgement);
    text_char(&text, '\n');
    put_tap(report, &text);
    verdict_record(report, NULL, judgement);
    plain_verdict(report, judgement);
    stage_verdict(&report->stage, judgement);
    show(report, true);
}
