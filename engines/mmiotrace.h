/* engines/mmiotrace.h: a bus that writes down each access to the card before it is made, and passes it on.
 *
 * Shape   text in the format of Linux's mmiotrace, version 20070824: VERSION, PCIDEV and MAP once, a line "W" before
 *         each write and a line "R" after each read, and lines "MARK" for all that the format has no line for:
 *         a read before it is made, configuration space, many words at once, memory that the card reaches.
 *         docs/mmio-log.md has each line. After a hang the last line of the text is the access that it cut off.
 * Units   times in seconds of the bus's clock; addresses as the processor has them.
 * Errors  none: the receiver of the text has to report that it cannot be kept.
 * Source  Linux, Documentation/trace/mmiotrace.rst, "Trace Log Format". */
#ifndef ENGINES_MMIOTRACE_H
#define ENGINES_MMIOTRACE_H

#include "pci/bus.h"
#include "pci/find.h"

#define MMIOTRACE_TEXT     4096
#define MMIOTRACE_MEMORIES 96
#define MMIOTRACE_BLOCK    256  /* bytes of memory that are compared together */
#define MMIOTRACE_BLOCKS   8192 /* of all memory that is compared */
#define MMIOTRACE_LARGEST                                                                          \
    0x100000u                   /* larger pieces are workspaces of tests: they are not compared */
#define MMIOTRACE_WORDS_EACH 16 /* so many words at once have a line each */

/* A piece of memory that the card reaches, and where its sums stand. */
struct mmiotrace_memory {
    const uint8_t *cpu; /* null: free */
    uint64_t bus;
    size_t size;
    unsigned first; /* of the sums of its blocks */
};

struct mmiotrace {
    struct bus bus; /* first, so that a struct bus * is one of these */
    struct bus *below;
    /* Whole lines, which are on the medium when it returns. */
    void (*lines)(void *opaque, const char *text, size_t size);
    void *opaque;
    bool writes_only;
    const struct pci_card *card; /* whose BARs the accesses lie in */
    bool mapped;                 /* PCIDEV and MAP have been written */
    size_t used;
    char text[MMIOTRACE_TEXT];
    struct mmiotrace_memory memories[MMIOTRACE_MEMORIES];
    unsigned blocks;
    uint32_t sums[MMIOTRACE_BLOCKS];
};

/* `card` stays where it is, and its BARs may become known later. */
void mmiotrace_open(struct mmiotrace *trace, struct bus *below, const struct pci_card *card,
                    bool writes_only, void (*lines)(void *, const char *, size_t), void *opaque);
/* A line that names the next step: a test, a step of the takeover. */
void mmiotrace_mark(struct mmiotrace *trace, const char *kind, const char *name);
/* Sends the last reads that are not on the medium yet. */
void mmiotrace_send(struct mmiotrace *trace);

/* The sum by which blocks that were read are compared: FNV-1a over words of 64 bits, the bytes after the last of them
 * as one more. */
uint64_t mmiotrace_sum(const void *bytes, size_t size);

#endif
