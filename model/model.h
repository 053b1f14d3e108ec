/* model/model.h: a modelled card as its surroundings see it, whatever family it belongs to.
 *
 * Shape   an adapter (QEMU, or the bus of this process) lends a card memory, a clock and an interrupt line.
 *         Nothing here knows of a family, and nothing of QEMU.
 * Units   bytes, nanoseconds.
 * Errors  none here. */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MODEL_ALIASES_MAX 32

/* What the card's surroundings do for it. Any pointer but dma_read, dma_write and clock_ns may be null. */
struct model_host {
    void *opaque;
    /* A read or write that the card itself issues on the bus. false: nobody answered. */
    bool (*dma_read)(void *opaque, uint64_t address, void *bytes, size_t size, bool snoop);
    bool (*dma_write)(void *opaque, uint64_t address, const void *bytes, size_t size, bool snoop);
    uint64_t (*clock_ns)(void *opaque);
    void (*interrupt)(void *opaque, bool asserted);
    /* The card wants to be woken at that time of clock_ns; a later call replaces an earlier one. Null: the
     * next access to BAR0 after that time does it. */
    void (*wake)(void *opaque, uint64_t at_ns);
    void (*trace)(void *opaque, const char *line);
    /* BAR offset [offset, offset + size) may be served from VRAM storage at `vram` directly until
     * unalias is called with the same id, which is below MODEL_ALIASES_MAX. */
    void (*alias)(void *opaque, unsigned id, unsigned bar, uint64_t offset, uint64_t vram,
                  uint64_t size);
    void (*unalias)(void *opaque, unsigned id);
};

/* What one of a card's base address registers asks the machine for. */
struct model_bar {
    uint64_t size; /* bytes, a power of two */
    bool io;       /* I/O ports, not memory */
    bool wide;     /* 64 bits: takes the next register too */
    bool prefetch;
};

/* A defect or knob that a model knows, for --help and error messages. */
struct model_option {
    const char *name;
    const char *parameters; /* "partition=0..7,bit=0..63", empty: none */
    const char *meaning;
};

#endif
