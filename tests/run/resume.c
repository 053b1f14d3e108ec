#include "tests/run/resume.h"

#include "engines/text.h"

/* One line of report.jsonl; we read only lines that we wrote, so a plain search finds a member. */
struct record {
    const char *from, *to;
};

static const char *find(struct record r, const char *part)
{
    const size_t length = string_length(part);

    for (; (size_t)(r.to - r.from) >= length; r.from++) {
        size_t i = 0;

        while (i < length && r.from[i] == part[i])
            i++;
        if (i == length)
            return r.from + length;
    }
    return NULL;
}

static bool next_record(const char **at, const char *end, struct record *out)
{
    const char *stop = *at;

    while (stop < end && *stop != '\n')
        stop++;
    if (stop == end) /* a line without its end was cut by the reset */
        return false;
    *out = (struct record){ *at, stop };
    *at = stop + 1;
    return true;
}

static bool member(struct record r, const char *key, char out[RESUME_NAME_MAX])
{
    const char *from = find(r, key);
    struct text text = text_in(out, RESUME_NAME_MAX);

    if (!from)
        return false;
    for (; from < r.to && *from != '"'; from++)
        text_char(&text, *from);
    return from < r.to && !text.cut;
}

static void leave_out(struct resume *resume, const char *name)
{
    if (resume->count == RESUME_MAX || resume_leaves_out(resume, name))
        return;
    struct text text = text_in(resume->left_out[resume->count++], RESUME_NAME_MAX);

    text_string(&text, name);
}

void resume_read(struct resume *resume, const char *report, size_t size)
{
    const char *at = report;
    char name[RESUME_NAME_MAX], running[RESUME_NAME_MAX] = "";
    struct record r;

    *resume = (struct resume){ 0 };
    while (next_record(&at, report + size, &r)) {
        if (find(r, "\"type\":\"machine\"") || find(r, "\"type\":\"verdict\"")) {
            *resume = (struct resume){ 0 };
            running[0] = '\0';
        } else if (find(r, "\"type\":\"start\"") && member(r, "\"test\":\"", name)) {
            struct text text = text_in(running, sizeof(running));

            text_string(&text, name);
        } else if (find(r, "\"type\":\"end\"") && member(r, "\"test\":\"", name)) {
            running[0] = '\0';
            if (find(r, "\"reason\":\"" RESUME_REASON))
                leave_out(resume, name);
        }
    }
    if (running[0])
        leave_out(resume, running);
}

bool resume_leaves_out(const struct resume *resume, const char *test)
{
    for (unsigned i = 0; i < resume->count; i++)
        if (string_equal(resume->left_out[i], test))
            return true;
    return false;
}
