/* model/nv50/base/regs.h: the registers of BAR0 as tables.
 *
 * Shape   a unit lists its registers: where each is, which bits can be written, its value after reset,
 *         effects of a read or write beyond storing (the rest is model/common/registers.h). A unit that PMC_ENABLE has
 *         switched off reads 0 and takes no writes (gates.h).
 * Units   offsets in bytes from BAR0's start; every register is 32 bits wide.
 * Source  docs/hardware/tesla-mmio.md §3. */
#ifndef MODEL_NV50_BASE_REGS_H
#define MODEL_NV50_BASE_REGS_H

#include <stdint.h>

#include "hw/bits.h"
#include "hw/nv50/chip.h"

struct nv50;

/* Words of the tables. `flags`: */
#define VOL  BIT(0) /* counters, time, interrupt status, addresses: no state of the card */
#define KEEP BIT(1) /* survives a reset of its unit through PMC_ENABLE */
/* `bits`, `w1c`: */
#define RW BITS(31, 0)

/* One register, or `count` of them 4 bytes apart. A column that a row leaves out is 0. */
struct reg_row {
    uint32_t at;      /* bytes from BAR0's start */
    const char *name; /* as hw/ has it */
    uint32_t bits;    /* that software may write */
    uint32_t w1c;     /* that a written 1 clears */
    uint32_t reset;
    uint32_t chips; /* mask of CHIP_BIT(); left out: all */
    uint16_t count; /* words; 0: one */
    uint8_t flags;  /* VOL, KEEP */
    /* The value that software sees; null: the stored one. */
    uint32_t (*read)(struct nv50 *card, uint32_t offset, uint32_t stored);
    /* Called after `value` has been stored as far as it is writable. */
    void (*write)(struct nv50 *card, uint32_t offset, uint32_t value);
};

/* A row of such a table: REG(PFIFO_INTR_EN, .bits = RW). REG_AT is for registers of several copies of a unit, each at
 * an offset from its `base`. */
#define REG(register, ...)                                                                         \
    {                                                                                              \
        .at = (register), .name = #register, __VA_ARGS__                                           \
    }
#define REG_AT(base, register, ...)                                                                \
    {                                                                                              \
        .at = (base) + (register), .name = #register, __VA_ARGS__                                  \
    }

struct reg_block {
    const struct reg_row *rows;
    unsigned count;
};

/* Lists the registers that the card's chipset has; the tables must not overlap. */
void regs_init(struct nv50 *card, const struct reg_block *const *blocks, unsigned count);

/* The stored value, without any side effect; 0 where the card has no such register. */
uint32_t reg_get(const struct nv50 *card, uint32_t offset);
void reg_set(struct nv50 *card, uint32_t offset, uint32_t value);
/* The value that fuses and straps set: a reset of the unit restores it. */
void reg_fix(struct nv50 *card, uint32_t offset, uint32_t value);

#endif
