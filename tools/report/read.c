/* tools/report/read.c: the lines of report.jsonl, one object each, by jansson. */
#include "tools/report/list.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "suite/report/verdict.h"
#include "tools/report/finding.h"
#include "tools/report/folder.h"
#include "tools/report/index.h"
#include "tools/report/utf8.h"

#define LINE_MAX_BYTES 65536

/* Where reading stands. */
struct reader {
    struct report_list *list;
    struct report_run *run; /* of this file; null before its first machine record */
    const char *file;
    unsigned line, runs;
    unsigned early_bad; /* bad lines before the first run */
    char *early_why;
    unsigned started_count, started_room;
    struct started {
        char *test, *at;
    } * started;         /* tests that run, each with its card; null: none said */
    struct index places; /* bus address to the place of its last card in the run, from 1 */
    char why[160];
};

static bool refuse(struct reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool refuse(struct reader *r, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(r->why, sizeof(r->why), format, list);
    va_end(list);
    return false;
}

static void *have(void *memory)
{
    if (!memory) {
        fputs("barecard report: out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

/* Room for one more element after `count`; doubles, so that thousands of runs take linear time. */
static void *grow(void *all, unsigned count, unsigned *room, size_t size)
{
    if (count == *room) {
        *room = *room ? 2 * *room : 8;
        all = have(realloc(all, *room * size));
    }
    memset((char *)all + count * size, 0, size);
    return all;
}

static char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text ? strdup(text) : NULL;
}

static uint64_t number_of(const json_t *object, const char *key)
{
    const json_int_t value = json_integer_value(json_object_get(object, key));

    return value > 0 ? (uint64_t)value : 0;
}

/* ---- cards ---- */

/* The bus address is the first word of a card's line. */
static char *address_of(const char *words)
{
    return words ? strndup(words, strcspn(words, " ")) : NULL;
}

static struct report_card *add_card(struct report_run *run, char *at)
{
    run->cards = grow(run->cards, run->card_count, &run->room, sizeof(*run->cards));
    run->cards[run->card_count].at = at;
    return &run->cards[run->card_count++];
}

/* The card that a record names; without a name, the last one. After its verdict, the next record from that bus
 * address is another card's: the self tests on the host give each chipset the same slot. */
static struct report_card *card_named(struct reader *r, const char *words)
{
    struct report_run *const run = r->run;

    if (!words)
        return run->card_count ? &run->cards[run->card_count - 1] : add_card(run, NULL);
    char *const at = address_of(words);
    unsigned *const last = index_number(&r->places, at);
    if (*last && !run->cards[*last - 1].verdict) {
        free(at);
        return &run->cards[*last - 1];
    }
    *last = run->card_count + 1;
    return add_card(run, at);
}

static struct report_card *card_of(struct reader *r, const json_t *object)
{
    return card_named(r, json_string_value(json_object_get(object, "card")));
}

static struct report_result *add_result(struct report_card *card, enum report_outcome outcome)
{
    card->results = grow(card->results, card->result_count, &card->room, sizeof(*card->results));
    card->results[card->result_count].outcome = outcome;
    card->results[card->result_count].ms = -1;
    card->counts[outcome]++;
    return &card->results[card->result_count++];
}

static const char ends_in_test[] = "the report ends while this test runs";

/* The test that runs on that card is over; gives its name, null: none runs. */
static char *take_started(struct reader *r, const char *at)
{
    for (unsigned i = 0; i < r->started_count; i++) {
        const struct started started = r->started[i];

        if (started.at && at ? strcmp(started.at, at) != 0 : started.at != at)
            continue;
        r->started[i] = r->started[--r->started_count];
        free(started.at);
        return started.test;
    }
    return NULL;
}

/* A test that was started and never ended: the machine was reset, or lost its power. */
static void left_open(struct reader *r, const char *at, char *test, const char *why)
{
    struct report_result *const result = add_result(card_named(r, at), OUTCOME_ERROR);

    result->test = test;
    result->reason = strdup(why);
}

static void end_test(struct reader *r, const char *at, const char *why)
{
    char *const test = take_started(r, at);

    if (test)
        left_open(r, at, test, why);
}

static void end_started(struct reader *r, const char *why)
{
    for (unsigned i = 0; i < r->started_count; i++) {
        left_open(r, r->started[i].at, r->started[i].test, why);
        free(r->started[i].at);
    }
    r->started_count = 0;
}

/* ---- records ---- */

/* A machine record begins a run; the one before it may have been cut off without an end. */
static bool take_machine(struct reader *r, const json_t *object)
{
    struct report_list *const list = r->list;

    end_started(r, ends_in_test);
    index_free(&r->places);
    list->runs = grow(list->runs, list->run_count, &list->room, sizeof(*list->runs));
    r->run = &list->runs[list->run_count++];
    r->run->file = utf8_name(r->file);
    r->run->rig = report_rig_of_name(r->run->file);
    r->runs++;
    r->run->number = (unsigned)number_of(object, "run");
    r->run->number = r->run->number ? r->run->number : r->runs;
    r->run->round = (unsigned)number_of(object, "round");
    r->run->version = text_of(object, "version");
    r->run->machine = text_of(object, "machine");
    r->run->time = text_of(object, "time");
    r->run->label = text_of(object, "label");
    r->run->suite = text_of(object, "suite");
    const char *const device = json_string_value(json_object_get(object, "device"));
    r->run->model = device && strcmp(device, "model") == 0;
    return true;
}

static void set_text(char **to, const json_t *object, const char *key)
{
    char *const text = text_of(object, key);

    if (text) {
        free(*to);
        *to = text;
    }
}

static bool take_card(struct reader *r, const json_t *object)
{
    struct report_card *const card = card_of(r, object);

    set_text(&card->words, object, "words");
    if (!card->words)
        set_text(&card->words, object, "card");
    set_text(&card->id, object, "id");
    set_text(&card->chipset, object, "chipset");
    set_text(&card->serial, object, "serial");
    set_text(&card->vbios, object, "vbios");
    card->vram = number_of(object, "vram");
    card->partitions = (unsigned)number_of(object, "partitions");
    card->partition_mask = (unsigned)number_of(object, "partition_mask");
    return true;
}

static bool take_start(struct reader *r, const json_t *object)
{
    end_test(r, json_string_value(json_object_get(object, "card")), ends_in_test);
    if (!json_string_value(json_object_get(object, "test")))
        return refuse(r, "a start without \"test\"");
    r->started = grow(r->started, r->started_count, &r->started_room, sizeof(*r->started));
    r->started[r->started_count++] =
        (struct started){ text_of(object, "test"), text_of(object, "card") };
    return true;
}

static bool outcome_of(const char *word, enum report_outcome *out)
{
    for (unsigned i = 0; i < OUTCOME_DIFFERS; i++)
        if (strcmp(word, report_outcome_name((enum report_outcome)i)) == 0) {
            *out = (enum report_outcome)i;
            return true;
        }
    return false;
}

/* On silicon only a proven claim fails a card. */
static enum report_outcome judged(const struct reader *r, enum report_outcome outcome,
                                  const char *basis)
{
    const bool proven = !basis || strcmp(basis, "proven") == 0;

    return outcome == OUTCOME_FAIL && !r->run->model && !proven ? OUTCOME_DIFFERS : outcome;
}

/* Two masks: the multiprocessors whose unit was good, and bad. */
static void take_core_unit(struct core_table *cores, const json_t *object, enum core_unit unit)
{
    char key[32];

    snprintf(key, sizeof(key), "core_%s", core_unit_name(unit));
    const char *const words = json_string_value(json_object_get(object, key));
    unsigned long long good, bad;

    if (!words || sscanf(words, "0x%llx 0x%llx", &good, &bad) != 2)
        return;
    cores->good[unit] = good;
    cores->bad[unit] = bad;
}

static void take_cores(struct report_card *card, const json_t *object)
{
    const char *const there = json_string_value(json_object_get(object, "core_there"));
    const uint64_t tpcs = number_of(object, "core_tpcs"), mps = number_of(object, "core_mps");
    unsigned long long mask;

    if (!there || sscanf(there, "0x%llx", &mask) != 1 || tpcs > CORE_TPCS || mps > CORE_MPS)
        return;
    struct core_table cores = { .tpcs = (uint8_t)tpcs, .mps = (uint8_t)mps, .there = mask };
    for (unsigned unit = 0; unit < CORE_UNITS; unit++)
        take_core_unit(&cores, object, (enum core_unit)unit);
    cores_join(&card->cores, &cores);
}

/* A result needs a test's name and an outcome that is known; everything else may be missing. */
static bool take_end(struct reader *r, const json_t *object)
{
    const char *const word = json_string_value(json_object_get(object, "result"));
    const char *const basis = json_string_value(json_object_get(object, "basis"));
    const json_t *const ms = json_object_get(object, "ms");
    enum report_outcome outcome;

    if (!json_string_value(json_object_get(object, "test")))
        return refuse(r, "an end without \"test\"");
    if (!word || !outcome_of(word, &outcome))
        return refuse(r, "\"result\" is %s, expected pass, fail, skip or error",
                      word ? word : "missing");
    struct report_result *result = add_result(card_of(r, object), judged(r, outcome, basis));
    result->test = text_of(object, "test");
    take_cores(card_of(r, object), object);
    result->basis = text_of(object, "basis");
    result->reason = text_of(object, "reason");
    result->expected = text_of(object, "expected");
    result->actual = text_of(object, "actual");
    result->note = text_of(object, "note");
    /* Schema 1 called the words "chips", which now is a list of bad chips. */
    result->chip_words = text_of(object, "chip_words");
    if (!result->chip_words)
        result->chip_words = text_of(object, "chips");
    result->chip_width = (unsigned)number_of(object, "chip_width");
    result->ms = json_is_integer(ms) ? (int64_t)json_integer_value(ms) : -1;
    free(take_started(r, json_string_value(json_object_get(object, "card"))));
    return true;
}

static void take_tested(struct report_card *card, const json_t *object)
{
    set_text(&card->tested, object, "tested");
    set_text(&card->not_tested, object, "not_tested");
    card->how = (struct report_tested){ .bytes_read = number_of(object, "bytes_read"),
                                        .memory_khz = number_of(object, "memory_khz"),
                                        .memory_top_khz = number_of(object, "memory_top_khz"),
                                        .link_width = number_of(object, "link_width"),
                                        .link_card_width = number_of(object, "link_card_width"),
                                        .bound_log10 = number_of(object, "bound_log10") };
}

/* One with a card is that card's, one without is the run's. */
static bool take_verdict(struct reader *r, const json_t *object)
{
    const bool own = json_object_get(object, "card");
    struct report_card *const card = own ? card_of(r, object) : NULL;

    if (!json_string_value(json_object_get(object, "verdict")))
        return refuse(r, "a verdict without \"verdict\"");
    set_text(own ? &card->verdict : &r->run->verdict, object, "verdict");
    set_text(own ? &card->reason : &r->run->reason, object, "reason");
    set_text(own ? &card->headline : &r->run->headline, object, "headline");
    set_text(own ? &card->test : &r->run->test, object, "test");
    *(own ? &card->finding : &r->run->finding) = report_finding(object);
    if (own)
        take_tested(card, object);
    return true;
}

/* The firmware itself has failed, so the run has no verdict of its own: it is not whole, and its card not judged. */
static bool take_crash(struct reader *r, const json_t *object)
{
    struct report_run *const run = r->run;
    const char *const code = json_string_value(json_object_get(object, "code"));
    const char *const headline = json_string_value(json_object_get(object, "headline"));

    free(run->reason);
    if (asprintf(&run->reason, "%s: code %s", headline ? headline : "Barecard failed",
                 code ? code : "unknown") < 0)
        abort();
    end_started(r, run->reason);
    free(run->verdict);
    run->verdict = strdup(WORD_INCOMPLETE);
    run->finding.cause = CAUSE_FIRMWARE;
    set_text(&run->headline, object, "headline");
    set_text(&run->test, object, "test");
    return true;
}

/* Reading of a sensor or a clock; -1 where the record lacks it. */
static int reading_of(const json_t *object, const char *key)
{
    const json_t *const value = json_object_get(object, key);
    const json_int_t number = json_is_integer(value) ? json_integer_value(value) : -1;

    return number >= 0 && number <= INT32_MAX ? (int)number : -1;
}

static bool take_sample(struct reader *r, const json_t *object)
{
    struct report_card *const card = card_of(r, object);
    card->samples =
        grow(card->samples, card->sample_count, &card->sample_room, sizeof(*card->samples));
    card->samples[card->sample_count++] = (struct report_sample){
        .up = number_of(object, "up"),
        .celsius = reading_of(object, "celsius"),
        .mb_per_s = reading_of(object, "mb_per_s"),
    };
    return true;
}

/* Every member with as many characters as there are pieces is a partition's. */
static bool take_strip(struct reader *r, const json_t *object)
{
    struct report_card *const card = card_of(r, object);
    const char *name;
    json_t *value;

    json_object_foreach((json_t *)object, name, value)
    {
        if (json_string_length(value) != REPORT_PIECES)
            continue;
        card->strips =
            grow(card->strips, card->strip_count, &card->strip_room, sizeof(*card->strips));
        card->strips[card->strip_count++] =
            (struct report_strip){ strdup(name), strdup(json_string_value(value)) };
    }
    return true;
}

static char *text_or_nothing(const json_t *object, const char *key)
{
    char *const text = text_of(object, key);

    return text ? text : strdup("");
}

static bool take_channel(struct reader *r, const json_t *object)
{
    struct report_card *const card = card_of(r, object);
    const char *const lines = json_string_value(json_object_get(object, "lines"));

    card->faults = grow(card->faults, card->fault_count, &card->fault_room, sizeof(*card->faults));
    card->faults[card->fault_count++] =
        (struct report_fault){ .test = text_or_nothing(object, "test"),
                               .kind = text_or_nothing(object, "kind"),
                               .words = text_or_nothing(object, "words"),
                               .equations = text_or_nothing(object, "equations"),
                               .lines = lines ? strtoull(lines, NULL, 16) : 0 };
    return true;
}

/* One of the run as a whole belongs to no card. */
static bool take_note(struct reader *r, const json_t *object)
{
    struct report_card *card;

    if (!json_object_get(object, "card") || !json_string_value(json_object_get(object, "text")))
        return true;
    card = card_of(r, object);
    card->notes = grow(card->notes, card->note_count, &card->note_room, sizeof(*card->notes));
    card->notes[card->note_count++] = text_of(object, "text");
    return true;
}

/* A board file takes printable ASCII alone. */
static bool is_plain_word(const char *text)
{
    size_t length = 0;

    while (text[length] >= ' ' && text[length] < 0x7f)
        length++;
    return !text[length] && length < FACT_WORD_MAX;
}

/* A number as it is, or a text in the form of its kind; a value in no such form is unknown. */
static void take_fact(struct facts *facts, enum fact fact, const json_t *value)
{
    const char *const text = json_string_value(value);
    unsigned a, b;

    if (json_is_integer(value) && json_integer_value(value) >= 0)
        fact_number(facts, fact, (uint64_t)json_integer_value(value));
    else if (text && fact_kind(fact) == FACT_OF_WORD && is_plain_word(text))
        fact_word(facts, fact, text);
    else if (text && fact_kind(fact) == FACT_OF_PAIR && sscanf(text, "%4x:%4x", &a, &b) == 2)
        fact_number(facts, fact, (uint64_t)a << 16 | b);
    else if (text && fact_kind(fact) == FACT_OF_HEX && strncmp(text, "0x", 2) == 0)
        fact_number(facts, fact, strtoull(text, NULL, 16));
}

static bool take_facts(struct reader *r, const json_t *object)
{
    struct report_card *const card = card_of(r, object);
    const char *name;
    json_t *value;

    if (!card->facts)
        card->facts = have(malloc(sizeof(*card->facts)));
    *card->facts = (struct facts){ 0 };
    json_object_foreach((json_t *)object, name, value)
    {
        if (fact_named(name) != FACTS)
            take_fact(card->facts, fact_named(name), value);
    }
    return true;
}

static bool take_object(struct reader *r, const json_t *object)
{
    static const struct {
        const char *type;
        bool (*take)(struct reader *r, const json_t *object);
    } kinds[] = {
        { "card", take_card },       { "start", take_start },     { "end", take_end },
        { "verdict", take_verdict }, { "sample", take_sample },   { "strip", take_strip },
        { "note", take_note },       { "channel", take_channel }, { "crash", take_crash },
        { "facts", take_facts },
    };
    const char *const type = json_string_value(json_object_get(object, "type"));

    if (!type)
        return refuse(r, "expected an object with \"type\"");
    if (strcmp(type, "machine") == 0)
        return take_machine(r, object);
    if (!r->run)
        return refuse(r, "\"%s\" before any \"machine\"", type);
    for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (strcmp(type, kinds[i].type) == 0)
            return kinds[i].take(r, object);
    return true; /* a kind of record that came later */
}

static bool take_line(struct reader *r, const char *line, size_t length)
{
    json_error_t why;
    json_t *object;

    if (length > LINE_MAX_BYTES)
        return refuse(r, "longer than %d bytes", LINE_MAX_BYTES);
    object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &why);
    if (!object)
        return refuse(r, "not JSON: %s", why.text);
    const bool good = take_object(r, object);
    json_decref(object);
    return good;
}

/* Counts a line that could not be read; the rest of the file still counts. */
static void note_bad(struct reader *r)
{
    unsigned *const count = r->run ? &r->run->bad_lines : &r->early_bad;
    char **const why = r->run ? &r->run->bad_why : &r->early_why;

    if (!(*count)++) {
        *why = strdup(r->why);
        if (r->run)
            r->run->first_bad = r->line;
    }
}

static void read_lines(struct reader *r, FILE *file)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;

    while ((length = getline(&line, &room, file)) > 0) {
        r->line++;
        if (line[length - 1] != '\n')
            break; /* cut by a reset or a power cut */
        const char *const text = r->line == 1 ? utf8_after_mark(line) : line;
        length -= text - line;
        if (length > 1 && !take_line(r, text, (size_t)length - 1))
            note_bad(r);
    }
    free(line);
    if (r->run)
        end_started(r, ends_in_test);
}

/* Whether any card of the run shows, by its own verdict, that the run is not good. */
static bool shown_by_a_card(const struct report_run *run)
{
    for (unsigned i = 0; i < run->card_count; i++)
        if (report_status(run->cards[i].verdict))
            return true;
    return false;
}

static char *copy_of(const char *text)
{
    return text ? strdup(text) : NULL;
}

static void share_verdict(const struct report_run *run, struct report_card *card)
{
    card->verdict = copy_of(run->verdict);
    card->reason = copy_of(run->reason);
    card->headline = copy_of(run->headline);
    card->test = copy_of(run->test);
    card->finding = run->finding;
}

/* An entry that has no card of its own carries the run's verdict. */
static void add_whole_run(struct report_run *run, const char *words)
{
    struct report_card *const card = add_card(run, NULL);

    card->words = copy_of(words);
    share_verdict(run, card);
}

/* A run of one card says its verdict once. A run that was cut off between two cards, or left one out, is not
 * good although each card that it names is: an entry of its own says so, for a build server sees entries
 * alone. */
static void share_verdicts(struct report_list *list, unsigned from)
{
    for (unsigned i = from; i < list->run_count; i++) {
        struct report_run *const run = &list->runs[i];
        struct report_card *const card = run->cards;

        if (!run->card_count) {
            add_whole_run(run, NULL);
        } else if (run->card_count == 1 && !card->verdict) {
            share_verdict(run, card);
        } else if (report_status(run->verdict) && !shown_by_a_card(run)) {
            add_whole_run(run, "the whole run");
        }
    }
}

/* So that no output is written over it. */
static void note_input(struct report_list *list, FILE *stream)
{
    list->inputs = grow(list->inputs, list->input_count, &list->input_room, sizeof(*list->inputs));
    if (fstat(fileno(stream), &list->inputs[list->input_count]) == 0)
        list->input_count++;
}

/* Bad lines before the first run belong to that run, because no other can name them. */
bool report_read(struct report_list *list, const char *file, char *error, size_t error_size)
{
    const bool standard = strcmp(file, "-") == 0;
    struct reader r = { .list = list, .file = standard ? "standard input" : file };
    FILE *const stream = standard ? stdin : fopen(file, "r");
    const unsigned before = list->run_count;
    bool good = true;

    if (!stream) {
        snprintf(error, error_size, "%s: %s", file, strerror(errno));
        return false;
    }
    note_input(list, stream);
    read_lines(&r, stream);
    if (ferror(stream)) {
        snprintf(error, error_size, "%s: %s", r.file, strerror(errno));
        good = false;
    } else if (list->run_count == before) {
        snprintf(error, error_size, "%s: no run in this file%s%s", r.file, r.early_why ? ": " : "",
                 r.early_why ? r.early_why : "");
        good = false;
    } else if (r.early_bad) {
        list->runs[before].bad_lines += r.early_bad;
        if (!list->runs[before].bad_why)
            list->runs[before].bad_why = strdup(r.early_why);
    }
    share_verdicts(list, before);
    index_free(&r.places);
    free(r.started);
    free(r.early_why);
    if (!standard)
        fclose(stream);
    return good;
}

/* ---- the end ---- */

/* Each text is freed here, because all are copies: the objects of the file are gone after their
 * line. */
static void free_card(struct report_card *card)
{
    free(card->facts);
    for (unsigned i = 0; i < card->result_count; i++) {
        struct report_result *const result = &card->results[i];

        free(result->test), free(result->basis), free(result->reason), free(result->chip_words);
        free(result->expected), free(result->actual), free(result->note);
    }
    for (unsigned i = 0; i < card->strip_count; i++)
        free(card->strips[i].name), free(card->strips[i].pieces);
    for (unsigned i = 0; i < card->fault_count; i++)
        free(card->faults[i].test), free(card->faults[i].kind), free(card->faults[i].words),
            free(card->faults[i].equations);
    free(card->faults);
    for (unsigned i = 0; i < card->note_count; i++)
        free(card->notes[i]);
    free(card->results), free(card->samples), free(card->strips), free(card->notes);
    free(card->at), free(card->words), free(card->id), free(card->chipset);
    free(card->serial), free(card->vbios), free(card->verdict), free(card->reason);
    free(card->headline), free(card->test), free(card->tested), free(card->not_tested);
}

void report_free(struct report_list *list)
{
    for (unsigned i = 0; i < list->run_count; i++) {
        struct report_run *const run = &list->runs[i];

        for (unsigned c = 0; c < run->card_count; c++)
            free_card(&run->cards[c]);
        free(run->cards);
        free(run->file), free(run->version), free(run->machine), free(run->time);
        free(run->label), free(run->suite), free(run->verdict), free(run->reason);
        free(run->headline), free(run->test);
        free(run->bad_why), free(run->rig);
    }
    free(list->runs);
    free(list->inputs);
    *list = (struct report_list){ 0 };
}

const char *report_rig(const struct report_run *run)
{
    return run->rig ? run->rig : run->machine ? run->machine : "unknown rig";
}

const char *report_outcome_name(enum report_outcome outcome)
{
    static const char *const names[OUTCOMES] = {
        [OUTCOME_PASS] = "pass",   [OUTCOME_FAIL] = "fail",       [OUTCOME_SKIP] = "skip",
        [OUTCOME_ERROR] = "error", [OUTCOME_DIFFERS] = "differs",
    };

    return names[outcome];
}

int report_status(const char *verdict)
{
    return !verdict                          ? 2
           : strcmp(verdict, WORD_PASS) == 0 ? 0
           : strcmp(verdict, WORD_FAIL) == 0 ? 1
                                             : 2;
}

/* The worse of two statuses: 1, a FAIL, goes before 2. */
static int worse(int a, int b)
{
    return a == 1 || b == 1 ? 1 : a > b ? a : b;
}

int report_list_status(const struct report_list *list)
{
    int status = list->unread ? 2 : 0;

    for (unsigned i = 0; i < list->run_count; i++) {
        const struct report_run *const run = &list->runs[i];

        status = worse(status, report_status(run->verdict));
        for (unsigned c = 0; c < run->card_count; c++)
            status = worse(status, report_status(run->cards[c].verdict));
    }
    return status;
}

const char *report_reading(const struct report_result *result)
{
    if (strncmp(result->test, "board.", 6) != 0)
        return NULL;
    return result->reason ? result->reason : result->note ? result->note : "";
}
