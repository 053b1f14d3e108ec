#include "tools/report.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#define LINE_MAX_BYTES 65536

/* Where reading stands. */
struct reader {
    struct report_list *list;
    const char *file;
    unsigned line;
    char *started; /* the test that runs, null: none */
    char *error;
    size_t error_size;
};

static bool refuse(struct reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool refuse(struct reader *r, const char *format, ...)
{
    const int used = snprintf(r->error, r->error_size, "%s line %u: ", r->file, r->line);
    va_list list;

    va_start(list, format);
    if (used >= 0 && (size_t)used < r->error_size)
        vsnprintf(r->error + used, r->error_size - (size_t)used, format, list);
    va_end(list);
    return false;
}

/* Room for one more element behind `count`. */
static void *grow(void *all, unsigned count, size_t size)
{
    void *more = realloc(all, (count + 1) * size);

    if (!more) {
        fputs("barecard report: out of memory\n", stderr);
        exit(2);
    }
    memset((char *)more + count * size, 0, size);
    return more;
}

static char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text ? strdup(text) : NULL;
}

static struct report_run *add_run(struct reader *r)
{
    struct report_list *list = r->list;

    list->runs = grow(list->runs, list->run_count, sizeof(*list->runs));
    list->runs[list->run_count].file = strdup(r->file);
    return &list->runs[list->run_count++];
}

static struct report_run *last_run(struct reader *r)
{
    return r->list->run_count ? &r->list->runs[r->list->run_count - 1] : NULL;
}

static struct report_result *add_result(struct reader *r)
{
    struct report_list *list = r->list;

    list->results = grow(list->results, list->result_count, sizeof(*list->results));
    list->results[list->result_count].run = list->run_count - 1;
    return &list->results[list->result_count++];
}

/* A test that was started and never ended: the machine was reset, or lost its power. */
static void end_started(struct reader *r)
{
    if (!r->started)
        return;
    struct report_result *result = add_result(r);
    result->test = r->started;
    result->reason = strdup("the report ends while this test runs");
    result->outcome = OUTCOME_ERROR;
    r->started = NULL;
}

static bool take_machine(struct reader *r, const json_t *object)
{
    end_started(r);
    struct report_run *run = add_run(r);
    char *device = text_of(object, "device");

    run->version = text_of(object, "version");
    run->machine = text_of(object, "machine");
    run->model = device && strcmp(device, "model") == 0;
    free(device);
    return true;
}

static bool take_card(struct reader *r, const json_t *object)
{
    struct report_run *run = last_run(r);

    free(run->card);
    run->card = text_of(object, "card");
    return true;
}

static bool take_start(struct reader *r, const json_t *object)
{
    end_started(r);
    r->started = text_of(object, "test");
    return r->started ? true : refuse(r, "a start without \"test\"");
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

static bool take_end(struct reader *r, const json_t *object)
{
    const char *word = json_string_value(json_object_get(object, "result"));
    enum report_outcome outcome;

    if (!json_string_value(json_object_get(object, "test")))
        return refuse(r, "an end without \"test\"");
    if (!word || !outcome_of(word, &outcome))
        return refuse(r, "\"result\" is %s, expected pass, fail, skip or error",
                      word ? word : "missing");
    struct report_result *result = add_result(r);
    result->test = text_of(object, "test");
    result->basis = text_of(object, "basis");
    result->reason = text_of(object, "reason");
    result->expected = text_of(object, "expected");
    result->actual = text_of(object, "actual");
    result->note = text_of(object, "note");
    result->outcome = outcome;
    if (outcome == OUTCOME_FAIL && !last_run(r)->model && result->basis &&
        strncmp(result->basis, "unverified", 10) == 0)
        result->outcome = OUTCOME_DIFFERS;
    free(r->started);
    r->started = NULL;
    return true;
}

static bool take_verdict(struct reader *r, const json_t *object)
{
    struct report_run *run = last_run(r);

    free(run->verdict);
    free(run->verdict_reason);
    run->verdict = text_of(object, "verdict");
    run->verdict_reason = text_of(object, "reason");
    return run->verdict ? true : refuse(r, "a verdict without \"verdict\"");
}

static bool take_object(struct reader *r, const json_t *object)
{
    static const struct {
        const char *type;
        bool (*take)(struct reader *r, const json_t *object);
    } kinds[] = {
        { "card", take_card },
        { "start", take_start },
        { "end", take_end },
        { "verdict", take_verdict },
    };
    const char *type = json_string_value(json_object_get(object, "type"));

    if (!type)
        return refuse(r, "expected an object with \"type\"");
    if (strcmp(type, "machine") == 0)
        return take_machine(r, object);
    if (!last_run(r) || strcmp(last_run(r)->file, r->file) != 0)
        return refuse(r, "\"%s\" before any \"machine\"", type);
    for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (strcmp(type, kinds[i].type) == 0)
            return kinds[i].take(r, object);
    return true; /* a kind of record that came later */
}

static bool take_line(struct reader *r, const char *line, size_t length)
{
    json_error_t why;
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &why);

    if (!object)
        return refuse(r, "not JSON: %s", why.text);
    const bool good = take_object(r, object);
    json_decref(object);
    return good;
}

static bool read_lines(struct reader *r, FILE *file)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    bool good = true;

    while (good && (length = getline(&line, &room, file)) > 0) {
        r->line++;
        if (line[length - 1] != '\n')
            break; /* cut by a reset or a power cut */
        if (length > LINE_MAX_BYTES)
            good = refuse(r, "longer than %d bytes", LINE_MAX_BYTES);
        else if (length > 1)
            good = take_line(r, line, (size_t)length - 1);
    }
    free(line);
    return good;
}

bool report_read(struct report_list *list, const char *file, char *error, size_t error_size)
{
    struct reader r = { .list = list, .file = file, .error = error, .error_size = error_size };
    FILE *stream = fopen(file, "r");
    const unsigned before = list->run_count;

    if (!stream) {
        snprintf(error, error_size, "%s: %s", file, strerror(errno));
        return false;
    }
    bool good = read_lines(&r, stream);
    if (good)
        end_started(&r);
    free(r.started);
    if (good && list->run_count == before)
        good = refuse(&r, "no run in this file");
    fclose(stream);
    return good;
}

void report_free(struct report_list *list)
{
    for (unsigned i = 0; i < list->run_count; i++) {
        struct report_run *run = &list->runs[i];

        free(run->file), free(run->version), free(run->machine), free(run->card);
        free(run->verdict), free(run->verdict_reason);
    }
    for (unsigned i = 0; i < list->result_count; i++) {
        struct report_result *result = &list->results[i];

        free(result->test), free(result->basis), free(result->reason);
        free(result->expected), free(result->actual), free(result->note);
    }
    free(list->runs);
    free(list->results);
    *list = (struct report_list){ 0 };
}

const char *report_outcome_name(enum report_outcome outcome)
{
    static const char *const names[OUTCOMES] = {
        [OUTCOME_PASS] = "pass",   [OUTCOME_FAIL] = "fail",       [OUTCOME_SKIP] = "skip",
        [OUTCOME_ERROR] = "error", [OUTCOME_DIFFERS] = "differs",
    };

    return names[outcome];
}
