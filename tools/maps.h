/* tools/maps.h: `barecard maps`: an address space as ranges, and oddities of its tables.
 *
 * Shape   a family adds one page after the other, by ascending address; pages that go on where the last one
 *         ended become one range. Notes are lines of their own, printed after the ranges.
 * Source  docs/host-command.md, "maps". */
#ifndef TOOLS_MAPS_H
#define TOOLS_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/out.h"

struct map_range {
    uint64_t va, size;   /* bytes */
    bool sparse;         /* nothing else counts then */
    uint64_t address;    /* where it begins in its target */
    uint8_t target;      /* as the family numbers them */
    uint8_t page_shift;  /* log2 of a page in bytes */
    uint64_t attributes; /* as the family packs them */
    uint16_t tag;        /* the first cell, 12 bits; only with tag_step */
    uint8_t tag_step;    /* cells of each 64 KiB; 0: no tags */
};

struct maps {
    struct map_range *ranges;
    size_t count, room;
    char **notes;
    size_t note_count, note_room;
    size_t plain_count, error_count; /* of the notes */
    size_t tables;                   /* read so far */
    size_t most;     /* tables, and ranges, at most; tables can lead into each other */
    bool full;       /* there were more */
    bool incomplete; /* something could not be read, or there was too much of it */
};

/* More than a card's whole memory needs in pages of 4 KiB. */
#define MAPS_MOST ((size_t)1 << 18)

void maps_init(struct maps *maps, size_t most);
void maps_free(struct maps *maps);

void maps_add(struct maps *maps, const struct map_range *range);
/* A line about the tables. */
void maps_note(struct maps *maps, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same for an error that makes the list incomplete: "error: ...". */
void maps_error(struct maps *maps, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Before a table is read; false: there have been too many. */
bool maps_table(struct maps *maps);

/* Notes for every two ranges that lie in one place; `name` is a target's. */
void maps_find_overlaps(struct maps *maps, const char *(*name)(uint8_t target));

/* Notes for ranges, or their ends, past the `size` bytes of VRAM, which is target 0 of both families. */
void maps_find_beyond(struct maps *maps, uint64_t size);

/* Ranges that only `before` has go to *gone, those that only `after` has to *came. */
void maps_diff(const struct maps *before, const struct maps *after, struct maps *gone,
               struct maps *came);

#endif
