/* model/gv100/base/boards.h: the differences between boards with the chip.
 *
 * Shape   property `board`, of those with the chip. The size of the memory is a property of its own: a board's device id may depend on it, and
 *         a Titan V has 24 channels only where they can share it evenly.
 * Source  docs/hardware/gv100.md §1.8. */
#ifndef MODEL_GV100_BASE_BOARDS_H
#define MODEL_GV100_BASE_BOARDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/chip.h"

/* Kinds of memory, as a ROM's table of them counts (docs/hardware/gv100.md §13.1). */
enum gv_memory_kind { MEMORY_GDDR5 = 3, MEMORY_HBM2 = 6, MEMORY_GDDR6 = 9 };

struct gv_board {
    const char *name;
    uint32_t chips;                /* mask of CHIP_BIT() */
    uint16_t device, device_large; /* PCI ids: up to 16 GiB of memory, and more */
    uint16_t subsystem;
    uint16_t sound; /* device id of function 1; 0: the board has none */
    uint32_t class_code;
    unsigned channels;  /* of memory; two for each partition that the fuses leave on */
    bool ports;         /* there is a BAR of I/O ports */
    bool outputs;       /* its fuses leave the display on */
    bool large_bar1;    /* BAR1 shows all of memory */
    bool ecc;           /* memory keeps check bits */
    unsigned ltcs;      /* that are on: slices of L2 in fours */
    unsigned slice_kib; /* of each slice */
    enum gv_memory_kind memory;
    uint32_t rom_version; /* 0x88000000: 88.00.00.00 */
};

/* Null: the first one with the chip. False and a sentence: there is no such board. */
bool gv_board_choose(const struct gv_board **board, const struct chip *chip, const char *name,
                     char *error, size_t error_size);

#define LTC_SLICE_COUNT 4 /* of an LTC */

/* KiB of L2 in each slice. A model with little memory has a small one, a 64th of the memory, as no card has so
 * little that L2 holds much of it. */
unsigned gv_board_slice_kib(const struct gv_board *board, uint64_t vram_size);

#endif
