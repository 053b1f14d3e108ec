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

static void trace(void *owner, const char *line)
{
    card_trace(owner, "%s", line);
}

static const struct registers_ops operations = {
    .answers = answers, .refused = refused, .read = read, .wrote = wrote, .trace = trace
};

static void add(struct nv50 *card, const struct reg_row *row)
{
    const uint16_t count = row->count ? row->count : 1;

    for (uint16_t i = 0; i < count; i++)
        registers_add(&card->regs, &(struct reg){ .offset = row->at + 4u * i,
                                                  .reset = row->reset,
                                                  .bits = row->bits,
                                                  .w1c = row->w1c,
                                                  .index = i,
                                                  .array = count > 1,
                                                  .is_volatile = row->flags & VOL,
                                                  .name = row->name,
                                                  .row = row });
}

void regs_init(struct nv50 *card, const struct reg_block *const *blocks, unsigned count)
{
    registers_init(&card->regs, &operations, card, card->traced);
    for (unsigned b = 0; b < count; b++)
        for (unsigned r = 0; r < blocks[b]->count; r++)
            if (!blocks[b]->rows[r].chips || (blocks[b]->rows[r].chips & card->chip_bit))
                add(card, &blocks[b]->rows[r]);
}

uint32_t reg_get(const struct nv50 *card, uint32_t offset)
{
    return registers_get(&card->regs, offset);
}

void reg_set(struct nv50 *card, uint32_t offset, uint32_t value)
{
    registers_set(&card->regs, offset, value);
}
