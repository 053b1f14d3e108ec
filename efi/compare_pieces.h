/* efi/compare_pieces.h: one comparison, done piece by piece by any number of processors.
 *
 * Shape   a comparison is published by one processor; all take pieces of it by counting a ticket up.
 *         The ticket also numbers the comparison, so that taking fails if it has changed since it was
 *         read, and a late result of a former comparison is thrown away. No processor waits for another: a piece that
 *         is not back when nothing is left to take is compared a second time.
 *         All zeros is a valid start.
 * Units   bytes. */
#ifndef EFI_COMPARE_PIECES_H
#define EFI_COMPARE_PIECES_H

#include "efi/compare.h"

#define PIECE      ((size_t)16 * 1024) /* that one processor takes at a time */
#define PIECES_MAX 256                 /* of one comparison */

struct compare_pieces {
    struct comparison all; /* valid while the ticket names a piece of it */
    uint32_t count;
    __attribute__((aligned(64))) uint64_t ticket; /* comparison << 32 | next piece + 1; 0: none */
    /* comparison << 32, plus 1 + bytes that were right when it is back */
    uint64_t results[PIECES_MAX];
};

/* Bytes [from, from + size) of a comparison. */
struct comparison comparison_part(const struct comparison *all, size_t from, size_t size);

/* Whether there is a piece to take; reads one cache line. */
bool compare_pieces_waiting(const struct compare_pieces *pieces);
/* Takes one piece, compares it and answers; false: there was none. */
bool compare_pieces_take(struct compare_pieces *pieces, enum compare_way way);
/* Publishes, works, collects: bytes before the first word that differs; size if none does. Only one
 * processor calls this; size is at most PIECES_MAX * PIECE. */
size_t compare_pieces_all(struct compare_pieces *pieces, enum compare_way way,
                          const struct comparison *all);

#endif
