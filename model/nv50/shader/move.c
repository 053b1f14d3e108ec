/* model/nv50/shader/move.c: moves between registers, $a, $c and special registers, and vote (tesla-isa.md §4.3, §3). */
#include "hw/nv50/pbus.h"
#include "hw/nv50/shader.h"
#include "model/nv50/base/card.h"
#include "model/nv50/shader/warp.h"

/* Of a long one the lanes of a quad that take part stand in second 17:14. */
static bool move(const struct step *s)
{
    const bool wide = s->in->is_long && !s->in->is_immediate;
    const bool half = !(wide ? bits(s->in->second, 26, 1) : bits(s->in->first, 15, 1));
    const unsigned lanes = wide ? bits(s->in->second, 14, 4) : 15;

    EACH_LANE(lane, s->mask)
    {
        uint32_t value;

        if (!(lanes >> (lane & 3) & 1))
            continue;
        if (!operand(s, s->in->is_immediate ? 2 : 1, half, lane, &value))
            return false;
        if (s->in->is_immediate && !half)
            set_register(s, bits(s->in->first, 2, 7), lane,
                         value); /* seven bits, unlike the others */
        else
            put_result(s, lane, value, half);
    }
    return true;
}

/* TPCs that are there below it. */
static unsigned counted_tpc(const struct block *block)
{
    const uint32_t tpcs = FIELD_GET(PBUS_HWUNITS_0_TPCS, reg_get(block->card, PBUS_HWUNITS_0));

    return bits_count(tpcs & (BIT(block->tpc) - 1));
}

static uint32_t special(const struct step *s, unsigned lane)
{
    switch (bits(s->in->second, 14, 4)) {
    case SHADER_SR_PHYSID:
        return FIELD_PUT(SHADER_PHYSID_THREAD, (uint32_t)lane) |
               FIELD_PUT(SHADER_PHYSID_WARP, (uint32_t)s->number) |
               FIELD_PUT(SHADER_PHYSID_MP, (uint32_t)s->block->mp) |
               FIELD_PUT(SHADER_PHYSID_TPC,
                         card_knob(s->block->card, KNOB_PHYSID_TPC) == PHYSID_TPC_COUNTED
                             ? counted_tpc(s->block)
                             : (uint32_t)s->block->tpc);
    case SHADER_SR_CLOCK:
        return (uint32_t)s->block->clock;
    default:
        return 0;
    }
}

static bool move_special(const struct step *s)
{
    EACH_LANE(lane, s->mask)
    set_register(s, bits(s->in->first, 2, 7), lane, special(s, lane));
    return true;
}

static uint32_t flags_at(const struct condition *c, unsigned lane)
{
    return (c->zero >> lane & 1) * SHADER_ZERO | (c->sign >> lane & 1) * SHADER_SIGN |
           (c->carry >> lane & 1) * SHADER_CARRY | (c->overflow >> lane & 1) * SHADER_OVERFLOW;
}

static bool move_from_flags(const struct step *s)
{
    EACH_LANE(lane, s->mask)
    set_register(s, bits(s->in->first, 2, 7), lane,
                 flags_at(&s->warp->c[bits(s->in->second, 12, 2)], lane));
    return true;
}

static bool move_to_flags(const struct step *s)
{
    EACH_LANE(lane, s->mask)
    set_flags(&s->warp->c[bits(s->in->second, 4, 2)], lane,
              lane_register(s, bits(s->in->first, 9, 7), lane));
    return true;
}

static bool move_from_address(const struct step *s)
{
    const unsigned a = bits(s->in->first, 26, 2) | bits(s->in->second, 2, 1) << 2;

    EACH_LANE(lane, s->mask)
    set_register(s, bits(s->in->first, 2, 7), lane, s->warp->a[a][lane]);
    return true;
}

static bool shift_to_address(const struct step *s)
{
    const unsigned to = bits(s->in->first, 2, 3);

    EACH_LANE(lane, s->mask)
    {
        uint32_t value;

        if (!operand(s, 1, false, lane, &value))
            return false;
        if (to)
            s->warp->a[to][lane] = (uint16_t)(value << bits(s->in->first, 16, 4));
    }
    return true;
}

/* The vote is on the predicate, so all active threads take part: the mask of the step has those that say yes. */
static bool vote(const struct step *s)
{
    const bool any = bits(s->in->first, 9, 2) == 1;
    const bool yes = any ? s->mask != 0 : s->mask == s->warp->active;

    if (!(s->block->card->chip_bit & CHIPS_G200_UP))
        return decode_trap(s, DECODE_ILLEGAL_OPCODE);
    EACH_LANE(lane, s->warp->active)
    set_flags(&s->warp->c[bits(s->in->second, 4, 2)], lane, yes ? SHADER_SIGN : SHADER_ZERO);
    return true;
}

static bool zero(const struct step *s)
{
    switch (s->in->secondary) {
    case 1:
        return move_from_flags(s);
    case 2:
        return move_from_address(s);
    case 3:
        return move_special(s);
    case 5:
        return move_to_flags(s);
    case 6:
        return shift_to_address(s);
    case 7:
        return step_shared(s, true);
    default: /* a[] and o[] are of vertex and geometry programs */
        return decode_trap(s, DECODE_ILLEGAL_OPCODE);
    }
}

/* Only sorts, because primary opcodes 0 and 1 hold unrelated instructions; G80 has no loads from s[]. */
bool step_data(const struct step *s)
{
    if (s->in->primary == 0 && s->in->is_long && !s->in->is_immediate)
        return zero(s);
    if (s->in->primary == 0)
        return decode_trap(s, DECODE_ILLEGAL_OPCODE);
    if (!s->in->is_long || s->in->is_immediate)
        return move(s);
    switch (s->in->secondary) {
    case 0:
        return move(s);
    case 1:
        return step_constant(s);
    case 2:
        return s->block->card->chip_bit & CHIPS_G84_UP ? step_shared(s, false)
                                                       : decode_trap(s, DECODE_ILLEGAL_OPCODE);
    case 3:
        return vote(s);
    default:
        return decode_trap(s, DECODE_ILLEGAL_OPCODE);
    }
}
