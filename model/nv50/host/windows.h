/* model/nv50/host/windows.h: the CPU's ways to memory: BAR1, BAR3, PEEPHOLE and PMEM.
 *
 * Shape   BAR1, BAR3 and PEEPHOLE either show VRAM or go through a DMA object, which is read when
 *         its selector (or the channel) is written, and kept.
 * Units   bytes; offsets count from the window's own start.
 * Source  docs/hardware/tesla-mmio.md §3.3, tesla-vm.md §1.2, §8.2. */
#ifndef MODEL_NV50_HOST_WINDOWS_H
#define MODEL_NV50_HOST_WINDOWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/nv50/vm.h"

struct nv50;

enum window { WINDOW_BAR1, WINDOW_BAR3, WINDOW_PEEPHOLE, WINDOW_COUNT };

struct windows {
    uint32_t bar_channel, peephole_channel; /* descriptors */
    bool bound[WINDOW_COUNT];
    uint32_t objects[WINDOW_COUNT][DMAOBJ_WORDS];
    uint32_t pmem_used; /* accesses since PMEM moved */
};

void windows_reset(struct nv50 *card);
/* PBUS_CHANNEL was written. */
void windows_set_channel(struct nv50 *card, uint32_t value);
/* The window's selector register was written. */
void windows_bind(struct nv50 *card, enum window window);

void window_read(struct nv50 *card, enum window window, uint64_t offset, void *bytes, size_t size);
void window_write(struct nv50 *card, enum window window, uint64_t offset, const void *bytes,
                  size_t size);

/* PBUS_PMEM was written. */
void pmem_moved(struct nv50 *card);
void pmem_read(struct nv50 *card, uint32_t offset, void *bytes, size_t size);
void pmem_write(struct nv50 *card, uint32_t offset, const void *bytes, size_t size);

unsigned windows_changed(struct nv50 *card, void (*line)(void *opaque, const char *text),
                         void *opaque);

#endif
