#include "tests/silicon/point.h"

#include <unistd.h>

/* Of the machine's own time. The longest run takes a few seconds; one that goes on ends the process. */
#define ENDS_WITHIN_S 300

#define QUOTED 3

bool point_begin(struct point *point, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(point->name, sizeof(point->name), format, list);
    va_end(list);
    return !point->only || strstr(point->name, point->only);
}

void point_complain(struct point *point, const char *format, ...)
{
    const size_t used = strlen(point->complaint);
    va_list list;

    va_start(list, format);
    vsnprintf(point->complaint + used, COMPLAINT_MAX - used, format, list);
    va_end(list);
}

void point_run(struct point *point, const struct card_given *given)
{
    alarm(ENDS_WITHIN_S);
    card_run(given, point->said);
    alarm(0);
    atomic_fetch_add(&point->counts->runs, 1);
    if (!point->said->made)
        point_complain(point, "%s: %s\n", given->chip->name, point->said->tap);
    else if (!card_last_line(point->said))
        point_complain(point, "%s: no verdict\n", given->chip->name);
    else if (point->said->verdict == VERDICT_PASS)
        atomic_fetch_add(&point->counts->passed, 1);
}

void point_quote(struct point *point)
{
    const char *at = point->said->tap;
    const char *const last = card_last_line(point->said);
    unsigned quoted = 0;

    point_complain(point, "  %.*s\n", last ? (int)strcspn(last, "\n") : 0, last ? last : "");
    while (quoted < QUOTED && (at = strstr(at, "\nnot ok")) != NULL) {
        const size_t length = strcspn(++at, "\n");

        if (memmem(at, length, "# TODO", 6))
            continue;
        point_complain(point, "  %.*s\n", (int)length, at);
        quoted++;
    }
}
