#include "suite/net/trail.h"

#include "engines/text.h"
#include "suite/report/record.h"

void trail_begin(struct trail *trail)
{
    trail->kept = trail->used = 0;
    trail->cuts = trail->full = false;
}

static bool has(const char *line, size_t size, const char *part)
{
    const size_t length = string_length(part);

    for (size_t at = 0; at + length <= size; at++) {
        size_t same = 0;

        while (same < length && line[at + same] == part[same])
            same++;
        if (same == length)
            return true;
    }
    return false;
}

static bool is(const char *line, size_t size, const char *type)
{
    const size_t length = string_length(type);

    return size >= length && has(line, length, type);
}

static void put(struct trail *trail, const char *line, size_t size)
{
    if (size > TRAIL_ROOM - trail->used) {
        trail->full = true;
        trail->used = trail->kept = 0;
        return;
    }
    for (size_t i = 0; i < size; i++)
        trail->bytes[trail->used++] = line[i];
}

/* Keeps this line for the whole run, and the running test's or step's before it. */
static void keep(struct trail *trail, const char *line, size_t size)
{
    put(trail, line, size);
    trail->kept = trail->used;
}

/* True: the test or step that the line begins waits for the server. */
static bool add_line(struct trail *trail, const char *line, size_t size)
{
    if (is(line, size, "{\"type\":\"machine\"")) {
        trail_begin(trail);
        keep(trail, line, size);
        return false;
    }
    if (trail->full)
        return false;
    if (is(line, size, "{\"type\":\"note\"")) {
        const bool cut = has(line, size, RECORD_CUT);
        const bool left_out = cut || has(line, size, RECORD_RESET) || has(line, size, RECORD_CRASH);

        trail->cuts |= cut;
        if (left_out)
            keep(trail, line, size);
        return left_out;
    }
    if (is(line, size, "{\"type\":\"end\"")) {
        put(trail, line, size);
        if (trail->cuts)
            trail->kept = trail->used;
        return false;
    }
    if (is(line, size, "{\"type\":\"phase\"") && has(line, size, RECORD_PROCESSORS)) {
        trail->before = trail->used; /* in the midst of a test, whose start stays */
        put(trail, line, size);
        return true;
    }
    if (is(line, size, "{\"type\":\"phase\"") && has(line, size, RECORD_PROCESSORS_STARTED)) {
        trail->used = trail->before < trail->used ? trail->before : trail->used;
        return false;
    }
    if (is(line, size, "{\"type\":\"start\"") || is(line, size, "{\"type\":\"phase\"") ||
        (is(line, size, "{\"type\":\"verdict\"") && !has(line, size, "\"card\":\""))) {
        trail->used = trail->kept;
        put(trail, line, size);
        return true;
    }
    return false;
}

bool trail_add(struct trail *trail, const char *lines, size_t size)
{
    size_t from = 0;
    bool due = false;

    for (size_t at = 0; at < size; at++)
        if (lines[at] == '\n') {
            due |= add_line(trail, lines + from, at + 1 - from);
            from = at + 1;
        }
    return due;
}
