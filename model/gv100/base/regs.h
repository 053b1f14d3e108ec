/* model/gv100/base/regs.h: the registers of BAR0 as tables.
 *
 * Shape   a unit lists its registers: where each is, which bits can be written, its value after reset, effects of a
 *         read or write beyond storing (the rest is model/common/registers.h). PCCSR and the PBDMAs keep their own
 *         words, because there are thousands of them (host/).
 * Units   offsets in bytes from BAR0's start; every register is 32 bits wide.
 * Source  docs/hardware/gv100.md §1.2. */
#ifndef MODEL_GV100_BASE_REGS_H
#define MODEL_GV100_BASE_REGS_H

#include <stdint.h>

#include "hw/bits.h"

struct gv100;

/* Words of the tables. `flags`: */
#define VOL                                                                                        \
    BIT(0) /* counters, time, interrupt status, pointers of hardware: no state of the card */
/* `bits`, `w1c`: */
#define RW BITS(31, 0)

/* One register, or `count` of them `stride` bytes apart. A column that a row leaves out is 0. */
struct reg_row {
    uint32_t at;      /* bytes from BAR0's start */
    const char *name; /* as hw/ has it */
    uint32_t bits;    /* that software may write */
    uint32_t w1c;     /* that a written 1 clears */
    uint32_t reset;
    uint32_t undefined; /* bits whose value after reset the manuals do not give (gv_undefined) */
    uint16_t count;     /* 0: one */
    uint16_t stride;    /* bytes; 0: 4 */
    uint8_t flags;      /* VOL */
    uint32_t chips;     /* that have it, a mask of CHIP_BIT(); 0: all */
    /* The value that software sees; null: the stored one. */
    uint32_t (*read)(struct gv100 *card, uint32_t offset, uint32_t stored);
    /* Called after `value` has been stored as far as it is writable. */
    void (*write)(struct gv100 *card, uint32_t offset, uint32_t value);
};

/* A row of such a table: REG(PFIFO_INTR_EN_0, .bits = RW); MANY for NAME(i), NAME_COUNT of them. */
#define REG(register, ...)                                                                         \
    {                                                                                              \
        .at = (register), .name = #register, __VA_ARGS__                                           \
    }
#define MANY(register, step, ...)                                                                  \
    {                                                                                              \
        .at = register(0), .name = #register, .count = register##_COUNT, .stride = (step),         \
        __VA_ARGS__                                                                                \
    }

struct reg_block {
    const struct reg_row *rows;
    unsigned count;
};

/* Lists the registers; the tables must not overlap. */
void gv_regs_init(struct gv100 *card, const struct reg_block *const *blocks, unsigned count);

/* The stored value, without any side effect; 0 where there is no such register. */
uint32_t gv_reg(const struct gv100 *card, uint32_t offset);
void gv_set_reg(struct gv100 *card, uint32_t offset, uint32_t value);
/* The values after power-on in the registers of [first, last]. */
void gv_regs_reset_range(struct gv100 *card, uint32_t first, uint32_t last);

/* Lines of trace for words that are kept outside of the tables: 'r' or 'w', and the name that hw/ has. */
void gv_trace_word(struct gv100 *card, char kind, uint32_t offset, uint32_t value);

#endif
