/* Opcodes that may set the flag to skip. They are not reached in skip state. */
#include "engines/nv50/devinit/state.h"

/* Condition `index`; the register, mask and value are kept for a poll that gives up. */
static bool is_met(struct devinit *d, unsigned index)
{
    uint32_t at;

    if (!devinit_entry(d, d->v->conditions, CONDITION_SIZE, index, &at))
        return false;
    d->looked_at.what = rom_u32(&d->v->image, at);
    d->looked_at.mask = rom_u32(&d->v->image, at + 4);
    d->looked_at.expected = rom_u32(&d->v->image, at + 8);
    d->looked_at.seen = devinit_read(d, d->looked_at.what);
    return (d->looked_at.seen & d->looked_at.mask) == d->looked_at.expected;
}

static uint8_t port_value(struct devinit *d, uint32_t entry)
{
    const uint16_t port = rom_u16(&d->v->image, entry);
    const uint8_t index = rom_u8(&d->v->image, entry + 2);

    return index == IO_DIRECT ? devinit_port_read(d, port) : devinit_index_read(d, port, index);
}

static bool is_io_met(struct devinit *d, unsigned index)
{
    uint32_t at;

    if (!devinit_entry(d, d->v->io_conditions, IO_CONDITION_SIZE, index, &at))
        return false;
    d->looked_at.what = rom_u16(&d->v->image, at);
    d->looked_at.mask = rom_u8(&d->v->image, at + 3);
    d->looked_at.expected = rom_u8(&d->v->image, at + 4);
    d->looked_at.seen = port_value(d, at);
    return (d->looked_at.seen & d->looked_at.mask) == d->looked_at.expected;
}

static bool is_io_flag_met(struct devinit *d, unsigned index)
{
    const struct rom *const image = &d->v->image;
    uint32_t at, flag;

    if (!devinit_entry(d, d->v->io_flags, IO_FLAG_SIZE, index, &at))
        return false;
    const unsigned masked = port_value(d, at) & rom_u8(image, at + 3);
    const uint8_t shift = rom_u8(image, at + 4);
    if (!devinit_entry(d, rom_u16(image, at + 5), 1, shift < 32 ? masked >> shift : 0, &flag))
        return false;
    return (rom_u8(image, flag) & rom_u8(image, at + 7)) == rom_u8(image, at + 8);
}

void op_condition(struct devinit *d)
{
    d->skip = !is_met(d, arg8(d, 1));
}

void op_io_condition(struct devinit *d)
{
    d->skip = !is_io_met(d, arg8(d, 1));
}

void op_io_flag_condition(struct devinit *d)
{
    d->skip = !is_io_flag_met(d, arg8(d, 1));
}

/* Polls until met; false: it gave up, or the run has ended. The specification gives t x 100 ms; real
 * hardware has needed longer, so it is never less than 200 ms (§9, row 5). Once all polls together have
 * used up their time, each looks once. */
static bool poll(struct devinit *d, bool (*met)(struct devinit *d, unsigned index))
{
    const uint32_t asked = arg8(d, 2) * DEVINIT_POLL_UNIT_US;
    const uint32_t limit = asked > DEVINIT_POLL_LEAST_US ? asked : DEVINIT_POLL_LEAST_US;

    for (uint32_t us = 0; !devinit_ended(d); us += DEVINIT_POLL_STEP_US) {
        if (met(d, arg8(d, 1)) || d->rules.dry)
            return true;
        if (us >= limit || d->polled_us >= DEVINIT_POLL_US || devinit_ended(d))
            return false;
        d->polled_us += DEVINIT_POLL_STEP_US;
        const enum err e = d->world->wait(d->world->context, DEVINIT_POLL_STEP_US);
        if (e != OK) {
            devinit_fail(d, DEVINIT_WORLD, 0);
            d->end.error = e;
        }
    }
    return false;
}

/* A poll that fails is a condition that does not hold, as on every engine that carries scripts out. The first one is
 * kept, because it may be why the card does not work afterwards. */
static void poll_or_skip(struct devinit *d, bool (*met)(struct devinit *d, unsigned index))
{
    if (poll(d, met) || devinit_ended(d))
        return;
    d->skip = true;
    devinit_warn(d, DEVINIT_WARN_POLL, d->looked_at.what);
    if (d->polls_failed++)
        return;
    d->poll = d->looked_at;
    d->poll.script = d->end.script;
    d->poll.at = d->at;
    d->poll.opcode = arg8(d, 0);
}

void op_poll_nv(struct devinit *d)
{
    poll_or_skip(d, is_met);
}

void op_poll(struct devinit *d)
{
    poll_or_skip(d, is_io_met);
}
