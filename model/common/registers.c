#include "model/common/registers.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "model/common/bytes.h"

void registers_init(struct registers *registers, const struct registers_ops *ops, void *owner,
                    bool traced)
{
    registers->ops = ops;
    registers->owner = owner;
    registers->traced = traced;
}

static unsigned slot_of(uint32_t offset)
{
    return (offset >> 2) * 0x9e5u & (REGISTERS_HASH - 1);
}

/* The slot of the hash table that leads to the register, or the free one where it would stand. */
static unsigned find_slot(const struct registers *registers, uint32_t offset)
{
    unsigned slot = slot_of(offset);

    while (registers->hash[slot] && registers->all[registers->hash[slot] - 1].offset != offset)
        slot = (slot + 1) & (REGISTERS_HASH - 1);
    return slot;
}

static const struct reg *find(const struct registers *registers, uint32_t offset)
{
    const unsigned number = registers->hash[find_slot(registers, offset)];

    return number ? &registers->all[number - 1] : NULL;
}

void registers_add(struct registers *registers, const struct reg *reg)
{
    const unsigned slot = find_slot(registers, reg->offset);

    if (registers->count == REGISTERS_MAX || registers->hash[slot])
        abort();
    registers->all[registers->count] = *reg;
    registers->all[registers->count].value = reg->reset;
    registers->all[registers->count].noted = reg->reset;
    registers->hash[slot] = (uint16_t)++registers->count;
}

void registers_reset(struct registers *registers)
{
    for (unsigned i = 0; i < registers->count; i++)
        registers->all[i].value = registers->all[i].reset;
}

void registers_note(struct registers *registers)
{
    for (unsigned i = 0; i < registers->count; i++)
        registers->all[i].noted = registers->all[i].value;
}

static bool is_strict(const struct registers *registers)
{
    return registers->strict && registers->strict->on;
}

uint32_t registers_get(const struct registers *registers, uint32_t offset)
{
    const struct reg *reg = find(registers, offset);

    if (reg && is_strict(registers))
        registers->strict->used[reg - registers->all] = true;
    return reg ? reg->value : 0;
}

void registers_set(struct registers *registers, uint32_t offset, uint32_t value)
{
    const unsigned number = registers->hash[find_slot(registers, offset)];

    if (number)
        registers->all[number - 1].value = value;
}

void registers_fix(struct registers *registers, uint32_t offset, uint32_t value)
{
    const unsigned number = registers->hash[find_slot(registers, offset)];

    if (number)
        registers->all[number - 1].value = registers->all[number - 1].reset = value;
}

/* ---- accesses -------------------------------------------------------------------------------- */

static struct unknown_register *unknown_at(struct registers *registers, uint32_t offset)
{
    unsigned i = 0;

    registers->unknown_accesses++;
    while (i < registers->unknown_count && registers->unknown[i].offset != offset)
        i++;
    if (i == REGISTERS_UNKNOWN_MAX)
        i--; /* the list is full: its last line stands for the rest */
    else if (i == registers->unknown_count)
        registers->unknown[registers->unknown_count++] = (struct unknown_register){ offset, 0, 0 };
    return &registers->unknown[i];
}

__attribute__((format(printf, 2, 3))) static void trace(struct registers *registers,
                                                        const char *format, ...)
{
    char line[128];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    registers->ops->trace(registers->owner, line);
}

/* "r 000200 40110011 PMC_ENABLE", with the index in an array; "off" where the unit does not answer. */
static void trace_access(struct registers *registers, const struct reg *reg, uint32_t offset,
                         char kind, uint32_t value)
{
    if (!registers->traced)
        return;
    const char *name = reg ? reg->name : "unknown";
    const char *off = registers->ops->answers(registers->owner, offset) ? "" : " off";

    if (reg && reg->array)
        trace(registers, "%c %06x %08x %s[%u]%s", kind, offset, value, name, reg->index, off);
    else
        trace(registers, "%c %06x %08x %s%s", kind, offset, value, name, off);
}

/* ---- strict ---------------------------------------------------------------------------------- */

/* Registers that have no row count by their 4 KiB: a driver goes through the words of a unit. */
static void note(struct registers *registers, enum strict_kind kind, const struct reg *reg,
                 uint32_t offset, char access, uint32_t value)
{
    const char *name = reg ? reg->name : "unknown";

    if (kind == STRICT_OTHER_CHIPSET)
        name = registers->ops->elsewhere(registers->owner, offset);
    const uint32_t place = reg ? offset : offset & ~0xfffu;
    strict_note(registers->strict, kind, place, "%c %06x %08x %s", access, offset, value, name);
}

static bool is_elsewhere(const struct registers *registers, uint32_t offset)
{
    return registers->ops->elsewhere && registers->ops->elsewhere(registers->owner, offset);
}

static void judge(struct registers *registers, const struct reg *reg, uint32_t offset, char access,
                  uint32_t value)
{
    if (!is_strict(registers))
        return;
    if (!registers->ops->answers(registers->owner, offset))
        note(registers, STRICT_OFF, reg, offset, access, value);
    else if (!reg && is_elsewhere(registers, offset))
        note(registers, STRICT_OTHER_CHIPSET, reg, offset, access, value);
    else if (!reg)
        note(registers, STRICT_UNKNOWN, reg, offset, access, value);
}

/* A bit that is written with its present value is no mistake, because a driver's read, change, write does so. */
static void judge_bits(struct registers *registers, const struct reg *reg, uint32_t value,
                       uint32_t lanes)
{
    const uint32_t taken = reg->bits | reg->w1c;

    if (!is_strict(registers) || reg->acts || !((value ^ reg->value) & ~taken & lanes))
        return;
    note(registers, taken ? STRICT_BITS : STRICT_NOT_TAKEN, reg, reg->offset, 'w', value);
}

/* A value that stays where it is. One that is written as the reset has left it is no message to anybody. */
static void count_write(struct registers *registers, const struct reg *reg, uint32_t value)
{
    if (is_strict(registers) && !reg->acts && (reg->bits & ~reg->w1c) && value != reg->reset)
        registers->strict->writes[reg - registers->all]++;
}

void registers_judge_unread(struct registers *registers)
{
    for (unsigned i = 0; is_strict(registers) && i < registers->count; i++) {
        const struct reg *reg = &registers->all[i];

        if (registers->strict->writes[i] && !registers->strict->used[i])
            strict_note(registers->strict, STRICT_UNREAD, reg->offset & ~0xfffu,
                        "%06x %s, written %u times", reg->offset, reg->name,
                        registers->strict->writes[i]);
    }
}

/* The access is judged before it is answered, because a strict card also tells of reads that a unit refuses. */
uint32_t registers_read(struct registers *registers, uint32_t offset)
{
    const struct reg *reg = find(registers, offset);
    uint32_t value = reg ? reg->value : 0;

    if (reg && is_strict(registers))
        registers->strict->used[reg - registers->all] = true;
    judge(registers, reg, offset, 'r', 0);
    if (!registers->ops->answers(registers->owner, offset)) {
        trace_access(registers, reg, offset, 'r', 0);
        registers->ops->refused(registers->owner, offset, false, 0);
        return 0;
    }
    if (reg)
        value = registers->ops->read(registers->owner, reg->row, offset, value);
    else
        unknown_at(registers, offset)->reads++;
    trace_access(registers, reg, offset, 'r', value);
    return value;
}

/* Trace and judgement come before the refusal, so that they also show writes that are lost. */
/* `lanes` has ones for the bits that the write carries. */
static void registers_write(struct registers *registers, uint32_t offset, uint32_t value,
                            uint32_t lanes)
{
    const unsigned number = registers->hash[find_slot(registers, offset)];
    struct reg *reg = number ? &registers->all[number - 1] : NULL;

    trace_access(registers, reg, offset, 'w', value);
    judge(registers, reg, offset, 'w', value);
    if (!registers->ops->answers(registers->owner, offset)) {
        registers->ops->refused(registers->owner, offset, true, value);
        return;
    }
    if (!reg) {
        unknown_at(registers, offset)->writes++;
        return;
    }
    judge_bits(registers, reg, value, lanes);
    count_write(registers, reg, value);
    const uint32_t bits = reg->bits & lanes;
    reg->value = ((reg->value & ~bits) | (value & bits)) & ~(value & reg->w1c & lanes);
    registers->lanes = lanes;
    registers->ops->wrote(registers->owner, reg->row, offset, value & lanes);
}

void registers_write_bytes(struct registers *registers, uint32_t offset, uint32_t value,
                           unsigned size)
{
    const unsigned shift = 8 * (offset & 3);

    registers_write(registers, offset & ~3u, value << shift, (uint32_t)bytes_ones(size) << shift);
}

/* ---- changes ---------------------------------------------------------------------------- */

unsigned registers_changed(const struct registers *registers,
                           void (*line)(void *opaque, const char *text), void *opaque)
{
    unsigned changed = 0;

    for (unsigned i = 0; i < registers->count; i++) {
        const struct reg *reg = &registers->all[i];
        char text[128];

        if (reg->is_volatile || reg->value == reg->noted)
            continue;
        snprintf(text, sizeof(text), "%06x %s: 0x%08x, was 0x%08x", reg->offset, reg->name,
                 reg->value, reg->noted);
        if (line)
            line(opaque, text);
        changed++;
    }
    return changed;
}

void registers_trace_unknown(struct registers *registers)
{
    for (unsigned i = 0; registers->traced && i < registers->unknown_count; i++)
        trace(registers, "unknown register %06x: %u reads, %u writes", registers->unknown[i].offset,
              registers->unknown[i].reads, registers->unknown[i].writes);
}
