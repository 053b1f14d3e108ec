/* linux/window.h: parts of a card that are mapped into this process, by their addresses on the bus.
 *
 * Shape   a page that has gone (the card was unplugged, or its memory is switched off) reads as all ones from then on:
 *         the handler of SIGBUS puts such a page there. Only memory of this card is mapped.
 * Units   bytes. */
#ifndef LINUX_WINDOW_H
#define LINUX_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/addr.h"
#include "hw/pci.h"

struct window {
    uint64_t at;
    size_t size; /* 0: none */
    uint8_t *memory;
};

struct windows {
    struct window all[PCI_BAR_COUNT];
    bool combined; /* BAR1 is mapped so that stores may be merged */
};

/* Where the CPU finds those bytes; null: they are no whole part of a window. */
uint8_t *window_find(const struct windows *windows, bus_addr at, size_t size);
void windows_close(struct windows *windows);

/* For the whole process: SIGBUS within the windows that are guarded. Null: none are. */
void window_guard(const struct windows *windows);

#endif
