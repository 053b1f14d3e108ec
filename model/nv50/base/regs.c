#include "model/nv50/base/regs.h"

#include "model/nv50/base/card.h"

static bool answers(void *owner, uint32_t offset)
{
    return gate_is_open(owner, offset);
}

static void refused(void *owner, uint32_t offset, bool write, uint32_t value)
{
    struct nv50 *card = owner;
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

/* A register's name on the chipsets that have it; null: no chipset has it. */
static const char *elsewhere(void *owner, uint32_t offset)
{
    const struct nv50 *card = owner;

    for (unsigned b = 0; b < card->register_block_count; b++)
        for (unsigned r = 0; r < card->register_blocks[b]->count; r++) {
            const struct reg_row *row = &card->register_blocks[b]->rows[r];

            if (offset >= row->at && offset < row->at + 4u * (row->count ? row->count : 1))
                return row->name;
        }
    return NULL;
}

static void trace(void *owner, const char *line)
{
    shell_trace(owner, "%s", line);
}

static const struct registers_ops operations = {
    .answers = answers,
    .refused = refused,
    .read = read,
    .wrote = wrote,
    .elsewhere = elsewhere,
    .trace = trace,
};

static void add(struct nv50 *card, const struct reg_row *row)
{
    const uint16_t count = row->count ? row->count : 1;

    for (uint16_t i = 0; i < count; i++)
        registers_add(&card->shell.regs, &(struct reg){ .offset = row->at + 4u * i,
                                                        .reset = row->reset,
                                                        .bits = row->bits,
                                                        .w1c = row->w1c,
                                                        .index = i,
                                                        .array = count > 1,
                                                        .is_volatile = row->flags & VOL,
                                                        .acts = row->write != NULL,
                                                        .name = row->name,
                                                        .row = row });
}

void regs_init(struct nv50 *card, const struct reg_block *const *blocks, unsigned count)
{
    card->register_blocks = blocks;
    card->register_block_count = count;
    registers_init(&card->shell.regs, &operations, card, card->shell.traced);
    card->shell.regs.strict = &card->shell.strict;
    for (unsigned b = 0; b < count; b++)
        for (unsigned r = 0; r < blocks[b]->count; r++)
            if (!blocks[b]->rows[r].chips || (blocks[b]->rows[r].chips & card->chip_bit))
                add(card, &blocks[b]->rows[r]);
}

uint32_t reg_get(const struct nv50 *card, uint32_t offset)
{
    return registers_get(&card->shell.regs, offset);
}

void reg_fix(struct nv50 *card, uint32_t offset, uint32_t value)
{
    registers_fix(&card->shell.regs, offset, value);
}

void reg_set(struct nv50 *card, uint32_t offset, uint32_t value)
{
    registers_set(&card->shell.regs, offset, value);
}
