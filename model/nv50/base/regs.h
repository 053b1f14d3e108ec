/* model/nv50/base/regs.h: the registers of BAR0 as tables.
 *
 * Shape   a unit lists its registers: where each is, which bits can be written, its value after reset,
 *         what a read or write does beyond storing. Words without a row read 0, are counted, and are listed by
 *         the trace. A unit that PMC_ENABLE has switched off reads 0 and takes no writes.
 * Units   offsets in bytes from BAR0's start; every register is 32 bits wide.
 * Source  docs/hardware/tesla-mmio.md §3. */
#ifndef MODEL_NV50_BASE_REGS_H
#define MODEL_NV50_BASE_REGS_H

#include <stdbool.h>
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
    /* The value that software sees; null: what is stored. */
    uint32_t (*read)(struct nv50 *card, uint32_t offset, uint32_t stored);
    /* Called after `value` has been stored as far as it is writable. */
    void (*write)(struct nv50 *card, uint32_t offset, uint32_t value);
};

/* A row of such a table: REG(PFIFO_INTR_EN, .bits = RW). REG_AT is for what stands several times, at an
 * offset from `base`. */
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

#define REGS_MAX         4096
#define REGS_HASH        8192
#define REGS_UNKNOWN_MAX 256

struct reg {
    const struct reg_row *row;
    uint32_t offset, value;
    uint32_t power_on; /* the value that nv50_changed_state compares with */
};

struct unknown_reg {
    uint32_t offset, reads, writes;
};

struct registers {
    unsigned count;
    struct reg all[REGS_MAX];
    uint16_t hash[REGS_HASH]; /* index in all + 1, by offset */
    uint32_t lanes;           /* bits that the write under way carries */
    uint32_t enable_seen;     /* PMC_ENABLE before the write under way */
    unsigned unknown_count;
    uint64_t unknown_accesses;
    struct unknown_reg unknown[REGS_UNKNOWN_MAX];
};

/* Lists the registers that the card's chipset has; the tables must not overlap. */
void regs_init(struct nv50 *card, const struct reg_block *const *blocks, unsigned count);
void regs_reset(struct nv50 *card);
/* From now on regs_changed compares with the values that registers have at this moment. */
void regs_note_power_on(struct nv50 *card);

/* Software's access. lanes: the bits that are really written. */
uint32_t regs_read(struct nv50 *card, uint32_t offset);
void regs_write(struct nv50 *card, uint32_t offset, uint32_t value, uint32_t lanes);

/* What is stored, without any side effect; 0 where the card has no such register. */
uint32_t reg_get(const struct nv50 *card, uint32_t offset);
void reg_set(struct nv50 *card, uint32_t offset, uint32_t value);

/* Whether PMC_ENABLE lets the unit at this offset answer. */
bool regs_enabled(const struct nv50 *card, uint32_t offset);
/* PMC_ENABLE bits went from 1 to 0: their units are reset. */
void regs_reset_units(struct nv50 *card, uint32_t bits);

unsigned regs_changed(struct nv50 *card, void (*line)(void *opaque, const char *text),
                      void *opaque);
void regs_trace_unknown(struct nv50 *card);

#endif
