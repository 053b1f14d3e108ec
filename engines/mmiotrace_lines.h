/* engines/mmiotrace_lines.h: the lines of which engines/mmiotrace.h makes its log; for its own files alone.
 *
 * Shape   lines are gathered in the trace's text and go on when it is full, or with mmiotrace_send. */
#ifndef ENGINES_MMIOTRACE_LINES_H
#define ENGINES_MMIOTRACE_LINES_H

#include "engines/mmiotrace.h"

void mmiotrace_put(struct mmiotrace *trace, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The keyword and the time with which a line begins. */
void mmiotrace_put_time(struct mmiotrace *trace, const char *keyword);
/* The map id of an address. Before the first access through a BAR, PCIDEV and the MAP lines are written. */
unsigned mmiotrace_mapping(struct mmiotrace *trace, bus_addr at);
/* A line R or W. */
void mmiotrace_put_access(struct mmiotrace *trace, char letter, bus_addr at, unsigned size,
                          uint64_t value);
/* The words that a line before has announced. */
void mmiotrace_put_content(struct mmiotrace *trace, uint64_t at, const void *bytes, size_t size);

/* The blocks of memory within the card's reach that have changed since the last look. */
void mmiotrace_put_memory(struct mmiotrace *trace);
/* From here on, and until it is forgotten, such memory is looked at: zeros at first. */
void mmiotrace_watch(struct mmiotrace *trace, const struct dma_memory *memory);
void mmiotrace_forget(struct mmiotrace *trace, const struct dma_memory *memory);

#endif
