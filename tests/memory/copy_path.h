/* tests/memory/copy_path.h: words that only the card's own copy brought wrong: whose fault?
 *
 * Shape   one chunk with such a word is written, copied and read twice through BAR1, again and again. If
 *         what BAR1 reads differs from itself, the memory is intermittent. If copies go on bringing wrong
 *         words while BAR1 never does, it is the way that the copy takes: its engine, that
 *         engine's way to memory, or the link. If neither shows again, nobody can tell.
 *         The chunk's contents are lost. */
#ifndef TESTS_MEMORY_COPY_PATH_H
#define TESTS_MEMORY_COPY_PATH_H

#include "tests/memory/errors.h"

enum copy_verdict { COPY_UNDECIDED, COPY_PATH, COPY_OF_BAD_MEMORY };

/* A chunk that a copy brought a wrong word of. */
enum copy_verdict copy_judge(struct memory_view *view, uint64_t chunk);

/* Decides about what only copies saw, and says it: as errors of the memory, or as the test's failure. */
void copy_settle(struct memory_errors *errors);
/* The copy stopped under way: the card's fault, whatever the memory is like. */
void copy_report(const struct memory_errors *errors, struct test *t);

#endif
