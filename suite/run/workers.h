/* suite/run/workers.h: the machine's other processors, each of which drives a card where jobs= wants several tested at
 * the same time.
 *
 * Shape   the surroundings (efi/, the host command) fill it. All but `time_us`, `wait` and `wake` is called by the boot
 *         processor alone, which drives no card then: it writes the report and does the workers' errands
 *         (suite/run/errand.h), so that a card whose processor hangs leaves it able to say so.
 * Errors  begin: 0, no other processor; memory and bus: null; start: false. Then the cards are tested one after the
 *         other, or the card is not tested, and both are said. */
#ifndef SUITE_RUN_WORKERS_H
#define SUITE_RUN_WORKERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pci/find.h"

struct run;
struct errand;

struct run_workers {
    void *opaque;
    /* Calls at most so many processors, and says how many have come. They are numbered from 0. */
    unsigned (*begin)(void *opaque, unsigned wanted);
    /* Zeros, 8-byte aligned, until `end`. */
    void *(*memory)(void *opaque, size_t size);
    /* By which a worker drives the card `found` of `bus`. Work that only the boot processor may do goes out as an
     * errand, and remarks go to `run` (run_remark). */
    struct bus *(*bus)(void *opaque, struct bus *bus, const struct pci_card *found,
                       struct errand *errand, struct run *run);
    /* `work` on that processor, which does nothing else just now. */
    bool (*start)(void *opaque, unsigned worker, void (*work)(void *of), void *of);
    /* Microseconds that never go back, as the run's sinks count them, for who drives a card by that bus. */
    uint64_t (*time_us)(void *opaque, struct bus *bus);
    /* Returns once the word may be another than `seen`, or after some milliseconds. Who changes it calls `wake`. */
    void (*wait)(void *opaque, const uint32_t *word, uint32_t seen);
    void (*wake)(void *opaque, const uint32_t *word);
    /* Sends them home and takes the memory back. all_back false: a processor was given up, and memory that it may still
     * use is kept for good. */
    void (*end)(void *opaque, bool all_back);
};

#endif
