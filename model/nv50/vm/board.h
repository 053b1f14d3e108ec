/* model/nv50/vm/board.h: the settings that memory chips and clocks of the modelled board need before memory answers.
 *
 * Shape   a board is made with one of several kinds of memory chips; straps (RAMCFG) say which, and a table
 *         of the VBIOS turns the strap into a column of its other tables. Each kind has values of its own,
 *         and works with no others. Column 3 is for straps that no board has.
 * Units   kHz; register words as hw/nv50/pfb.h and hw/nv50/pclock.h have them.
 * Source  the shape: docs/hardware/devinit.md §4.6, §7.2. The values are the model's own, but for the PLLs',
 *         which are check values of §5.3. */
#ifndef MODEL_NV50_VM_BOARD_H
#define MODEL_NV50_VM_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/nv50/pfb.h"

struct nv50;

#define BOARD_COLUMNS       4
#define BOARD_STRAPS        16
#define BOARD_STRAP_DEFAULT 1
#define BOARD_CORE_KHZ      275000
#define BOARD_CORE_COEF     0x0000a308u /* N 163, M 8; P 1 */
#define BOARD_CORE_P        1
#define BOARD_GT215_CORE    0x00021b01u /* coefficients that GT215's scripts write themselves */
#define BOARD_MASTER        0x00000033u /* core and shader from their PLLs */
#define BOARD_VOLTAGE_LINE  5 /* of the board: the memory's supply, on while it drives 1 */

/* Other lines of the board; 16, which GT215 switches to pulses, is beyond those of G80 (board-sensors.md §5). */
#define BOARD_TACH_LINE      6
#define BOARD_FAN_LINE       4
#define BOARD_FAN_LINE_GT215 16
#define BOARD_FAN_DIVISOR    1350
#define BOARD_FAN_DUTY       540 /* 40 % */
#define BOARD_FAN_RPM        1500
#define BOARD_VID_LINE       10 /* two lines, bit 0 first; resistors pull the second one up */
#define BOARD_VID            2

struct board_memory {
    uint32_t timings[PFB_TIMING_COUNT];
    uint32_t modes[2]; /* mode registers 0 and 1 of the chips */
    uint32_t khz;      /* of the memory's PLL before GT215 */
    uint32_t coef, p;  /* ... and its coefficients; from GT215 on all of them in coef */
};

/* The column that a strap picks; straps 1 and 2 are boards that exist. */
unsigned board_column(unsigned strap);
/* The settings for the kind of memory of a column. */
void board_memory(const struct nv50 *card, unsigned column, struct board_memory *memory);

#endif
