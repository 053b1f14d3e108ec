/* model/common/strict.h: what software does that no document allows, or that works here and on no card.
 *
 * Shape   whoever sees such an access notes it with its kind and place: a register's offset, an engine. Of each kind
 *         and place the first is kept and all are counted; strict_tell has a line for each. A family gives the sections
 *         of its documents that say what is allowed.
 * Errors  places beyond the list's end are counted together. Nothing else changes: a strict card behaves as any. */
#ifndef MODEL_COMMON_STRICT_H
#define MODEL_COMMON_STRICT_H

#include <stdbool.h>
#include <stdint.h>

enum strict_kind {
    STRICT_UNKNOWN,       /* a register that no document names */
    STRICT_OTHER_CHIPSET, /* one that only other chipsets have */
    STRICT_OFF,           /* of a unit that is off or absent */
    STRICT_NOT_TAKEN,     /* a write to what is only read, as far as anybody says */
    STRICT_BITS,          /* bits of a write that nothing keeps */
    STRICT_STALE,         /* a page that changed, without a flush since it was used */
    STRICT_KINDS
};

#define STRICT_PLACES_MAX 256

struct strict_place {
    enum strict_kind kind;
    uint64_t place;
    uint64_t count;
    char first[144];
};

struct strict {
    bool on;
    unsigned count;
    uint64_t beyond; /* accesses of places that had no room */
    struct strict_place places[STRICT_PLACES_MAX];
};

/* The format is what the first access was: "w 001100 ffffffff PBUS_INTR". */
void strict_note(struct strict *strict, enum strict_kind kind, uint64_t place, const char *format,
                 ...) __attribute__((format(printf, 4, 5)));

/* A line for each kind and place, and one for those beyond; `sections` by kind. */
void strict_tell(const struct strict *strict, const char *const *sections,
                 void (*line)(void *opaque, const char *text), void *opaque);

#endif
