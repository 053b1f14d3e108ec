/* suite/memory/copy_path.h: words that only the card's own copy brought wrong: whose fault?
 *
 * Shape   one chunk with such a word is written, copied and read twice through BAR1, again and again, each time to
 *         another piece of the buffer. If BAR1's two reads differ from each other, the memory is intermittent. If
 *         copies go on bringing wrong words while BAR1 never does, the fault is on the path of the copy: its engine,
 *         that engine's way to memory, the link, or the machine's translation of the buffer's addresses. If neither
 *         shows again, the cause stays unknown. In both of these cases no chip is named, and words read by copies prove
 *         nothing: the test is done again by BAR1 alone. The chunk's contents are lost. */
#ifndef SUITE_MEMORY_COPY_PATH_H
#define SUITE_MEMORY_COPY_PATH_H

#include "suite/memory/errors.h"

enum copy_verdict { COPY_UNDECIDED, COPY_PATH, COPY_OF_BAD_MEMORY };

/* A chunk that a copy brought a wrong word of. */
enum copy_verdict copy_judge(struct memory_view *view, uint64_t chunk);

/* Decides about errors that only copies saw. They become errors of the memory, or there are no copies from now on.
 * True: only copies brought wrong words, so that the whole test has to be done again without them. */
bool copy_settle(struct memory_errors *errors) MUST_CHECK;
/* Reports copies that brought wrong words, or stopped under way. On a card that fails the test only where no chip is
 * bad and the copies are known to work, on the device model; else it is the rig's error. */
void copy_report(const struct memory_errors *errors, struct test *t);

#endif
