/* model/gv100/window/windows.h: BAR1, BAR2 and the moving window in BAR0, through which the machine sees memory.
 *
 * Shape   the window in BAR0 (PRAMIN) is physical. BAR1 and BAR2 are physical or virtual; a bind reads the instance
 *         block at once, and BIND_STATUS shows it under way for a while.
 * Units   offsets in bytes from the start of the BAR, or of PRAMIN.
 * Source  docs/hardware/gv100.md §2.1, §2.2, §6.3. */
#ifndef MODEL_GV100_WINDOW_WINDOWS_H
#define MODEL_GV100_WINDOW_WINDOWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/gv100/vm/space.h"

struct gv100;

enum { WINDOW_BAR1, WINDOW_BAR2, WINDOW_COUNT };

#define KEPT_LINES 1024

/* 8 bytes that a BAR has read, of a defect. */
struct kept_line {
    bool used;
    uint64_t line; /* offset / 8 */
    uint8_t bytes[8];
};

struct windows {
    struct space spaces[WINDOW_COUNT];
    uint64_t bound_ns[WINDOW_COUNT]; /* when the bind under way ends */
    uint64_t offered
        [WINDOW_COUNT]; /* 1 + the page of 2 MiB last offered as an alias, taken or not; 0: none */
    uint32_t pramin_word;          /* last written to PBUS_BAR0_WINDOW */
    uint32_t refused_reads;        /* of the window in BAR0 while memory does not work */
    uint32_t moved_accesses;       /* through PRAMIN since it was moved */
    uint8_t vga_index, vga[0x100]; /* index port, and the bytes that it selects */
    struct kept_line kept[KEPT_LINES];
};

void gv_windows_power_on(struct gv100 *card);

/* PBUS_BAR1_BLOCK or PBUS_BAR2_BLOCK was written. */
void gv_window_bind(struct gv100 *card, unsigned window);
/* PBUS_BIND_STATUS. */
uint32_t gv_window_bind_status(const struct gv100 *card);

/* Accesses of any size; a faulting read gives the value of knob bar_fault_value, a faulting write is lost. */
void gv_window_read(struct gv100 *card, unsigned window, uint64_t offset, void *bytes, size_t size);
void gv_window_write(struct gv100 *card, unsigned window, uint64_t offset, const void *bytes,
                     size_t size);

/* PBUS_BAR0_WINDOW was written. */
void gv_pramin_moved(struct gv100 *card);
void gv_pramin_read(struct gv100 *card, uint32_t offset, void *bytes, size_t size);
void gv_pramin_write(struct gv100 *card, uint32_t offset, const void *bytes, size_t size);

/* Which spaces are bound that were not at power-on: a count, and a line for each. */
unsigned gv_windows_changed(struct gv100 *card, void (*line)(void *opaque, const char *text),
                            void *opaque);

/* window_alias.c: no part of a BAR is served by the surroundings any longer. */
void gv_window_unalias(struct gv100 *card);

#endif
