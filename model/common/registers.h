/* model/common/registers.h: a card's registers: their values, and which of these changed.
 *
 * Shape   a family lists its registers one after the other, each with a row of a table of its own. Software's
 *         accesses come through registers_read and registers_write_bytes; the family adds effects beyond storing in its
 *         struct registers_ops. A register that nobody listed reads 0, takes nothing, is counted, and is listed at the
 *         end of a trace.
 * Units   offsets in bytes; every register has 32 bits.
 * Errors  a family that lists more than REGISTERS_MAX registers, or two at one offset, is a mistake of ours
 *         and ends the process. */
#ifndef MODEL_COMMON_REGISTERS_H
#define MODEL_COMMON_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/common/strict.h"

#define REGISTERS_MAX         4096
#define REGISTERS_HASH        8192 /* more than REGISTERS_MAX, a power of two */
#define REGISTERS_UNKNOWN_MAX 256

struct reg {
    uint32_t offset;
    uint32_t value;
    uint32_t noted;     /* the value that registers_changed compares with */
    uint32_t reset;     /* the value after power-on */
    uint32_t bits, w1c; /* that software may write; that a written 1 clears */
    uint16_t index;     /* in an array of registers of one name */
    bool array;         /* there are several of that name */
    bool is_volatile;   /* counters, time, interrupt status: no state of the card */
    bool acts;          /* a write does more than store: `bits` does not say all that counts */
    const char *name;
    const void *row; /* the family's */
};

/* A family's additions to storing. `owner` is its card, `row` the register's row. */
struct registers_ops {
    /* Whether the unit at this offset answers; known and unknown registers. */
    bool (*answers)(void *owner, uint32_t offset);
    /* It did not: the access did nothing. */
    void (*refused)(void *owner, uint32_t offset, bool write, uint32_t value);
    /* The value that software reads of a register in which `stored` is kept. */
    uint32_t (*read)(void *owner, const void *row, uint32_t offset, uint32_t stored);
    /* `value` was stored as far as it can be written. */
    void (*wrote)(void *owner, const void *row, uint32_t offset, uint32_t value);
    /* The name of a register that other cards of the family have there; null: none. May be null itself. */
    const char *(*elsewhere)(void *owner, uint32_t offset);
    /* A line of trace. */
    void (*trace)(void *owner, const char *line);
};

struct unknown_register {
    uint32_t offset, reads, writes;
};

struct registers {
    const struct registers_ops *ops;
    void *owner;
    bool traced;
    struct strict *strict; /* null: not strict */
    unsigned count;
    struct reg all[REGISTERS_MAX];
    uint16_t hash[REGISTERS_HASH]; /* index in `all` plus 1, by offset */
    uint32_t lanes;                /* bits that the write under way carries */
    uint64_t unknown_accesses;
    unsigned unknown_count;
    struct unknown_register unknown[REGISTERS_UNKNOWN_MAX];
};

/* Of a `registers` that is all zeros. */
void registers_init(struct registers *registers, const struct registers_ops *ops, void *owner,
                    bool traced);
/* `reg` with offset, reset value and all that does not change; its value becomes the reset value. */
void registers_add(struct registers *registers, const struct reg *reg);

/* The value after power-on in every register. */
void registers_reset(struct registers *registers);
/* From now on registers_changed compares with the values that registers have at this moment. */
void registers_note(struct registers *registers);
/* How many registers that hold state differ from the noted value, and a line for each (`line` may be null). */
unsigned registers_changed(const struct registers *registers,
                           void (*line)(void *opaque, const char *text), void *opaque);

/* Software's accesses to a whole word, and of `size` bytes at any offset inside one. */
uint32_t registers_read(struct registers *registers, uint32_t offset);
void registers_write_bytes(struct registers *registers, uint32_t offset, uint32_t value,
                           unsigned size);

/* The stored value, without any side effect; 0 where there is no register. */
uint32_t registers_get(const struct registers *registers, uint32_t offset);
void registers_set(struct registers *registers, uint32_t offset, uint32_t value);
/* The same of values that fuses and straps set: each reset restores this value. */
void registers_fix(struct registers *registers, uint32_t offset, uint32_t value);

/* Of a strict card: notes registers that software has written and nothing has read. */
void registers_judge_unread(struct registers *registers);

/* Lines of trace that list the accesses to unknown registers. */
void registers_trace_unknown(struct registers *registers);

#endif
