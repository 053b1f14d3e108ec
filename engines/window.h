/* engines/window.h: the untranslated way to memory: the PMEM window in BAR0.
 *
 * Shape   a neutral observer: always unpaged, always kind 0, never through the VM. System memory is
 *         reached by the CPU directly where it is ours.
 * Units   bytes; linear addresses as in hw/addr.h, 4-byte aligned.
 * Errors  card_memory_*: ERR_OUTSIDE if the address is neither VRAM nor memory of ours, ERR_RANGE if address or size are
 *         not those of whole words.
 * Source  docs/hardware/tesla-mmio.md §3.3, §3.4; gv100.md §2.1. */
#ifndef ENGINES_WINDOW_H
#define ENGINES_WINDOW_H

#include "engines/card.h"

/* PBUS_PMEM takes this word. After an error the window may show its former place. */
enum err pmem_point(struct card *card, uint32_t word) MUST_CHECK;
/* Where PMEM stays between tests: over the start of the arena, which most of them need first. Its place before the
 * first call comes back with the registers that the takeover changed. The next access points it anew. */
void pmem_rest(struct card *card);
/* One word through PMEM, wherever it lies: all ones, or no store, if PMEM could not be pointed there. */
uint32_t pmem_read32(struct card *card, linear_addr at);
void pmem_write32(struct card *card, linear_addr at, uint32_t value);

/* Structures and patterns: VRAM through PMEM, system memory by the CPU. Whole words. */
enum err card_memory_read(struct card *card, linear_addr at, void *bytes, size_t size) MUST_CHECK;
enum err card_memory_write(struct card *card, linear_addr at, const void *bytes,
                           size_t size) MUST_CHECK;
enum err card_memory_fill(struct card *card, linear_addr at, uint32_t word, size_t size) MUST_CHECK;

#endif
