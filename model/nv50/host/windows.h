/* model/nv50/host/windows.h: the CPU's windows onto memory, BAR1, BAR3 and PEEPHOLE; and PMEM, the part of
 * BAR0 that shows memory untranslated.
 *
 * Shape   a window either shows VRAM or goes through a DMA object, which is read when the window's
 *         selector (or the channel) is written, and kept.
 * Units   bytes; offsets count from the window's own start.
 * Source  docs/hardware/tesla-mmio.md §3.3, tesla-vm.md §1.2, §8.2. */
#ifndef MODEL_NV50_HOST_WINDOWS_H
#define MODEL_NV50_HOST_WINDOWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/nv50/vm.h"

struct nv50;

#define WINDOW_NO_BAR 0xff

struct window {
    uint8_t bar;    /* WINDOW_NO_BAR: registers of BAR0 reach it */
    uint8_t engine; /* enum vm_engine, of its accesses */
    uint8_t slot;
    uint64_t size;    /* of the BAR */
    uint32_t control; /* the register that has its mode and selector */
    uint32_t channel; /* descriptor */
    bool bound;       /* an object was read since power-on */
    bool straight;    /* its aliases were made while it showed VRAM as it lies, without an object */
    uint32_t object[DMAOBJ_WORDS];
};

enum {
    WINDOW_BAR1,
    WINDOW_BAR3,
    WINDOW_PEEPHOLE,
    WINDOW_COUNT
}; /* as their registers follow each other */

struct windows {
    struct window each[WINDOW_COUNT];
    uint32_t pmem_word; /* last written to PBUS_PMEM */
    uint32_t pmem_used; /* accesses since PMEM moved */
};

void windows_reset(struct nv50 *card);
/* PBUS_CHANNEL was written. */
void windows_set_channel(struct nv50 *card, uint32_t value);
/* A selector register, at this offset of BAR0, was written. */
void windows_bind(struct nv50 *card, uint32_t control);

/* The window that this BAR is; null: it is none. */
struct window *windows_of_bar(struct nv50 *card, unsigned bar);
struct window *windows_peephole(struct nv50 *card);

void window_read(struct nv50 *card, struct window *window, uint64_t offset, void *bytes,
                 size_t size);
void window_write(struct nv50 *card, struct window *window, uint64_t offset, const void *bytes,
                  size_t size);

/* Whether BAR1's remapper moves it (knob remap_posted). */
bool windows_remapped(const struct nv50 *card);

/* PBUS_PMEM was written. */
void pmem_moved(struct nv50 *card);
void pmem_read(struct nv50 *card, uint32_t offset, void *bytes, size_t size);
void pmem_write(struct nv50 *card, uint32_t offset, const void *bytes, size_t size);

unsigned windows_changed(struct nv50 *card, void (*line)(void *opaque, const char *text),
                         void *opaque);

#endif
