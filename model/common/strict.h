/* model/common/strict.h: accesses by software that no document allows, or that work here and on no card.
 *
 * Shape   the unit that sees such an access notes it with its kind and place: a register's offset, an engine. Of each
 *         kind and place the first is kept and all are counted; strict_tell has a line for each. A family gives the
 *         sections of its documents that say which accesses are allowed.
 * Errors  places beyond the list's end are counted together. Nothing else changes: a strict card behaves as any. */
#ifndef MODEL_COMMON_STRICT_H
#define MODEL_COMMON_STRICT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum strict_kind {
    STRICT_UNKNOWN,       /* a register that no document names */
    STRICT_OTHER_CHIPSET, /* one that only other chipsets have */
    STRICT_OFF,           /* of a unit that is off or absent */
    STRICT_NOT_TAKEN,     /* a write to a register that is read-only in all documents */
    STRICT_BITS,          /* bits of a write that nothing keeps */
    STRICT_UNREAD, /* registers that were written, and that neither software nor a unit has read */
    STRICT_RESERVED,  /* bits of a structure in memory that no document gives a meaning */
    STRICT_STALE,     /* a page that changed, without a flush since it was used */
    STRICT_UNFLUSHED, /* a table that a window has written, without a flush since */
    STRICT_CHANGED,   /* a structure that changed while a unit had it */
    STRICT_NOT_QUIET, /* a bind or a flush of a unit that is not quiet */
    STRICT_SNOOP,     /* system memory that is reached with and without snooping */
    STRICT_KINDS
};

#define STRICT_ENTRIES_MAX   256
#define STRICT_REGISTERS_MAX 4096 /* as many as a card lists */
#define STRICT_PAGES         16384

struct strict_entry {
    enum strict_kind kind;
    uint64_t place;
    uint64_t count;
    char first[144];
};

/* Facts about a page of 4 KiB; another page may take its place in the table. */
struct strict_page {
    uint64_t page;  /* number + 1; 0: none */
    uint32_t epoch; /* of the flush that will come */
    uint8_t seen;   /* bits: without, with snooping */
};

struct strict {
    bool on;
    bool paused; /* the model itself is looking: no access of software's */
    unsigned count;
    uint64_t beyond; /* accesses of places that had no room */
    struct strict_entry entries[STRICT_ENTRIES_MAX];
    uint32_t writes[STRICT_REGISTERS_MAX]; /* of a register, by its number among all */
    bool used[STRICT_REGISTERS_MAX];
    uint32_t epoch;
    struct strict_page written[STRICT_PAGES], snooped[STRICT_PAGES];
};

/* The format makes the words for the first access: "w 001100 ffffffff PBUS_INTR". */
void strict_note(struct strict *strict, enum strict_kind kind, uint64_t place, const char *format,
                 ...) __attribute__((format(printf, 4, 5)));

/* A window has written memory of the card; its writes have reached memory; a table is read there. */
void strict_written(struct strict *strict, uint64_t at, size_t size);
void strict_flushed(struct strict *strict);
void strict_table(struct strict *strict, uint64_t at, const char *what);

/* An access to system memory. */
void strict_snoops(struct strict *strict, uint64_t bus, bool snoop);

/* A line for each kind and place, and one for those beyond; `sections` by kind: "tesla-vm.md §8.3: its rule". */
void strict_tell(const struct strict *strict, const char *const *sections,
                 void (*line)(void *opaque, const char *text), void *opaque);

#endif
