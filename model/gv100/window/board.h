/* model/gv100/window/board.h: fuses, straps, sizes of memory, and words that only a driver's start touches.
 *
 * Source  docs/hardware/gv100.md §1.3, §1.4, §8.5. */
#ifndef MODEL_GV100_WINDOW_BOARD_H
#define MODEL_GV100_WINDOW_BOARD_H

struct reg_block;

extern const struct reg_block gv_board_regs;

#endif
