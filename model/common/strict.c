#include "model/common/strict.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

static const char *const sentences[STRICT_KINDS] = {
    [STRICT_UNKNOWN] = "a register that no document names",
    [STRICT_OTHER_CHIPSET] = "a register that only other chipsets have",
    [STRICT_OFF] = "an access to a unit that is off or absent",
    [STRICT_NOT_TAKEN] = "a write that no document says is taken",
    [STRICT_BITS] = "bits written that nothing keeps or reads",
    [STRICT_STALE] = "a page that changed since it was used, without a flush",
};

/* Null: the list is full. */
static struct strict_place *place_of(struct strict *strict, enum strict_kind kind, uint64_t place)
{
    unsigned i = 0;

    while (i < strict->count &&
           (strict->places[i].kind != kind || strict->places[i].place != place))
        i++;
    if (i == STRICT_PLACES_MAX)
        return NULL;
    if (i == strict->count)
        strict->places[strict->count++] = (struct strict_place){ .kind = kind, .place = place };
    return &strict->places[i];
}

void strict_note(struct strict *strict, enum strict_kind kind, uint64_t place, const char *format,
                 ...)
{
    if (!strict->on)
        return;
    struct strict_place *const at = place_of(strict, kind, place);
    if (!at) {
        strict->beyond++;
        return;
    }
    if (at->count++ == 0) {
        va_list arguments;

        va_start(arguments, format);
        vsnprintf(at->first, sizeof(at->first), format, arguments);
        va_end(arguments);
    }
}

void strict_tell(const struct strict *strict, const char *const *sections,
                 void (*line)(void *opaque, const char *text), void *opaque)
{
    char text[384];

    for (unsigned kind = 0; kind < STRICT_KINDS; kind++)
        for (unsigned i = 0; i < strict->count; i++) {
            const struct strict_place *at = &strict->places[i];

            if (at->kind != kind)
                continue;
            snprintf(text, sizeof(text), "strict: %s (%s): %" PRIu64 " time%s, first %s",
                     sentences[kind], sections[kind], at->count, at->count == 1 ? "" : "s",
                     at->first);
            line(opaque, text);
        }
    if (strict->beyond) {
        snprintf(text, sizeof(text), "strict: %" PRIu64 " more at places beyond the first %u",
                 strict->beyond, STRICT_PLACES_MAX);
        line(opaque, text);
    }
}
