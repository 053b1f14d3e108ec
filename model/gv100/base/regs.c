#include "model/gv100/base/regs.h"

#include "hw/gv100/registers.h"
#include "model/gv100/base/card.h"

static bool answers(void *owner, uint32_t offset)
{
    const struct gv100 *card = owner;

    return !card->hooks->refused_word(card, offset);
}

static void refused(void *owner, uint32_t offset, bool write, uint32_t value)
{
    struct gv100 *card = owner;

    card->hooks->refused(card, offset, write, value);
}

static uint32_t read(void *owner, const void *row, uint32_t offset, uint32_t stored)
{
    const struct reg_row *own = row;

    return own->read ? own->read(owner, offset, stored) : stored;
}

static void wrote(void *owner, const void *row, uint32_t offset, uint32_t value)
{
    const struct reg_row *own = row;

    if (own->write)
        own->write(owner, offset, value);
}

static void trace(void *owner, const char *line)
{
    shell_trace(owner, "%s", line);
}

static const struct registers_ops ops = {
    .answers = answers,
    .refused = refused,
    .read = read,
    .wrote = wrote,
    .trace = trace,
};

/* A word that keeps nothing, and whose value is made up when it is read, may wait for a one: the flushes do. */
static bool is_trigger(const struct reg_row *row)
{
    return row->read && !row->bits && !row->w1c;
}

/* A row may stand for an array of registers; each of them becomes a register that knows its index. */
static void add_row(struct gv100 *card, const struct reg_row *row)
{
    const unsigned count = row->count ? row->count : 1;
    const unsigned stride = row->stride ? row->stride : 4;

    for (unsigned i = 0; i < count; i++) {
        const uint32_t offset = row->at + i * stride;
        const struct reg reg = {
            .offset = offset,
            .reset = row->reset | (row->undefined & gv_undefined(card, offset)),
            .bits = row->bits,
            .w1c = row->w1c,
            .index = (uint16_t)i,
            .array = count > 1,
            .is_volatile = row->flags & VOL,
            .acts = row->write || is_trigger(row),
            .name = row->name,
            .row = row,
        };

        registers_add(&card->shell.regs, &reg);
    }
}

void gv_regs_init(struct gv100 *card, const struct reg_block *const *blocks, unsigned count)
{
    registers_init(&card->shell.regs, &ops, card, card->shell.traced);
    card->shell.regs.strict = &card->shell.strict;
    for (unsigned i = 0; i < count; i++)
        for (unsigned row = 0; row < blocks[i]->count; row++)
            if (!blocks[i]->rows[row].chips ||
                (blocks[i]->rows[row].chips & chip_bit(&card->chip->chip)))
                add_row(card, &blocks[i]->rows[row]);
}

uint32_t gv_reg(const struct gv100 *card, uint32_t offset)
{
    return registers_get(&card->shell.regs, offset);
}

void gv_set_reg(struct gv100 *card, uint32_t offset, uint32_t value)
{
    registers_set(&card->shell.regs, offset, value);
}

void gv_regs_reset_range(struct gv100 *card, uint32_t first, uint32_t last)
{
    for (unsigned i = 0; i < card->shell.regs.count; i++) {
        struct reg *reg = &card->shell.regs.all[i];

        if (reg->offset >= first && reg->offset <= last)
            reg->value = reg->reset;
    }
}

/* The row of hw/'s tables in which this offset is one of an array, and its index there. */
static const struct gv100_register *named(const struct gv100 *card, uint32_t offset,
                                          unsigned *index)
{
    for (unsigned i = 0; i < GV100_REGISTER_BLOCKS; i++) {
        for (const struct gv100_register *row = gv100_registers[i]; row->name; row++) {
            const unsigned stride = row->stride ? row->stride : 4;

            *index = (offset - row->at) / stride;
            if (offset >= row->at && (offset - row->at) % stride == 0 &&
                *index < gv100_register_count(row, &card->chip->chip))
                return row;
        }
    }
    return NULL;
}

void gv_trace_word(struct gv100 *card, char kind, uint32_t offset, uint32_t value)
{
    unsigned index = 0;

    if (!card->shell.traced)
        return;
    const struct gv100_register *row = named(card, offset, &index);
    shell_trace(&card->shell, "%c %06x %08x %s[%u]", kind, offset, value,
                row ? row->name : "unknown", index);
}
