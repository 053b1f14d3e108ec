/* tests/suite/nv50/access_rig.h: the accesses of each self test to a card: those through the windows, the DMA objects and the
 * entries of page directories and tables that the card then reads, the faults that it records, the TLBs that are
 * flushed, the settings of interrupts, partitions and hidden memory, and the methods of m2mf.
 * tests/suite/nv50/accesses/ has the lists: G84's, and the lines of other chipsets that G84 has not. They keep the
 * accesses seen, and were read beside the claims of the tests: they tell that a test asks for something else than it
 * did, not whether it is right.
 *
 * A line is "ADDRESS: WORDS" or "FIRST to LAST, step N: WORDS"; before a register or a method stands its value. Where in
 * VRAM something lies is left out, because a test takes the memory that it is given. The last line of a test is a sum over
 * all its accesses by words: registers, and VRAM through PMEM with the programs of the shader cores. LISTS=FOLDER writes the
 * accesses seen now; a list is changed by hand, but for its sums. */
#ifndef TESTS_SUITE_NV50_ACCESS_RIG_H
#define TESTS_SUITE_NV50_ACCESS_RIG_H

#include "tests/kit/tests.h"
#include "tests/suite/run_rig.h"

struct listed {
    unsigned chip;
    uint64_t vram;
    const char *suite;
    const char *defects; /* null: the card is good */
    bool by_shader;      /* way=shader */
    bool sums_alone; /* where nearly each access would be another line: these, and the whole TAP */
};

int begin_list(void **state); /* a fixture */
void add_to_list(const struct listed *run);
/* Compares the list with the one that is kept under this name. */
void end_list(const char *name);

#endif
