/* Opcodes that write registers, and those that write values picked by the RAM strap. */
#include "engines/nv50/devinit/state.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/pstraps.h"

#define PMC_ENABLE_BIT_0 BIT(0)

/* Bit 0 of PMC_ENABLE keeps I2C alive; the driver that starts such cards sets it in every such write
 * (devinit.md §4.8). */
void op_zm_reg(struct devinit *d)
{
    const uint32_t keep = (arg32(d, 1) & OPERAND_OFFSET) == PMC_ENABLE ? PMC_ENABLE_BIT_0 : 0;

    devinit_write(d, arg32(d, 1), arg32(d, 5) | keep);
}

void op_nv_reg(struct devinit *d)
{
    devinit_mask(d, arg32(d, 1), arg32(d, 5), arg32(d, 9));
}

void op_resetbits_nv_reg(struct devinit *d)
{
    devinit_mask(d, arg32(d, 1), ~arg32(d, 5), 0);
}

void op_setbits_nv_reg(struct devinit *d)
{
    devinit_mask(d, arg32(d, 1), UINT32_MAX, arg32(d, 5));
}

void op_reg_array(struct devinit *d)
{
    for (uint32_t i = 0; i < arg8(d, 5); i++)
        devinit_write(d, arg32(d, 1) + 4 * i, arg32(d, 6 + 4 * i));
}

void op_zm_reiterate(struct devinit *d)
{
    for (uint32_t i = 0; i < arg8(d, 5); i++)
        devinit_write(d, arg32(d, 1), arg32(d, 6 + 4 * i));
}

void op_direct_copy(struct devinit *d)
{
    devinit_write(d, arg32(d, 5), devinit_read(d, arg32(d, 1)));
}

void op_nv_copy(struct devinit *d)
{
    const uint32_t moved = devinit_shift(devinit_read(d, arg32(d, 1)), arg8(d, 5));

    devinit_mask(d, arg32(d, 14), arg32(d, 18), (moved & arg32(d, 6)) ^ arg32(d, 10));
}

/* The masked bits stay, the others come from the sum. */
void op_add_nv_reg(struct devinit *d)
{
    const uint32_t before = devinit_read(d, arg32(d, 1)), mask = arg32(d, 5);

    devinit_write(d, arg32(d, 1), (before & mask) | ((before + arg32(d, 9)) & ~mask));
}

void op_index_byte_array(struct devinit *d)
{
    const uint32_t index = devinit_shift(devinit_read(d, arg32(d, 1)), arg8(d, 5)) & arg8(d, 6);
    uint32_t pointer, at;

    if (!devinit_entry(d, d->v->arrays, 2, arg8(d, 7), &pointer) ||
        !devinit_entry(d, rom_u16(&d->v->image, pointer), 1, index, &at))
        return;
    const unsigned left = arg8(d, 16);
    const uint32_t value = left < 32 ? (uint32_t)rom_u8(&d->v->image, at) << left : 0;
    devinit_mask(d, arg32(d, 8), arg32(d, 12), value);
}

void op_macro(struct devinit *d)
{
    uint32_t entry, at;

    if (!devinit_entry(d, d->v->macro_index, MACRO_INDEX_SIZE, arg8(d, 1), &entry))
        return;
    const unsigned first = rom_u8(&d->v->image, entry), count = rom_u8(&d->v->image, entry + 1);
    for (unsigned i = 0; i < count; i++)
        if (devinit_entry(d, d->v->macros, MACRO_SIZE, first + i, &at))
            devinit_write(d, rom_u32(&d->v->image, at), rom_u32(&d->v->image, at + 4));
}

/* A destination of 0 means that nothing is to be written; so does a value beyond the list. */
void op_restrict_prog(struct devinit *d)
{
    const uint8_t shift = arg8(d, 9);
    const uint32_t masked = devinit_read(d, arg32(d, 1)) & arg32(d, 5);
    const uint32_t index = shift < 32 ? masked >> shift : 0;

    if (index >= arg8(d, 10))
        devinit_warn(d, DEVINIT_WARN_INDEX, index);
    else if (arg32(d, 11))
        devinit_write(d, arg32(d, 11), arg32(d, 15 + 4 * index));
}

static void strap_changed(struct devinit *d, uint32_t strap)
{
    if (!d->rules.dry) {
        devinit_warn(d, DEVINIT_WARN_STRAP, strap);
        return;
    }
    devinit_fail(d, DEVINIT_STRAP, PSTRAPS_0_PRIMARY);
    d->end.expected = d->strap;
    d->end.seen = strap;
}

/* The strap as this generation has it read: 70.xx once, the others each time, which must not change. If it does, a dry
 * run ends; a run goes on with the first value, since half of the memory's set-up has been chosen by that. */
static bool read_strap(struct devinit *d)
{
    const bool once = d->v->versioned && d->v->version[0] >= 0x70;

    if (d->strap_known && once)
        return true;
    const uint32_t strap = FIELD_GET(PSTRAPS_0_RAMCFG, devinit_read(d, PSTRAPS_0_PRIMARY));
    if (d->strap_known && strap != d->strap && !devinit_ended(d)) {
        strap_changed(d, strap);
        return !devinit_ended(d);
    }
    d->strap = strap;
    d->strap_known = true;
    return !devinit_ended(d);
}

/* The memory information table of newer boards names the column by strap; false: it has no entry. */
static bool find_in_info(const struct devinit *d, unsigned *column)
{
    const struct rom *const image = &d->v->image;
    const uint32_t table = d->v->memory_info;

    if (!table || rom_u8(image, table) != MEMORY_INFO_VERSION || rom_u8(image, table + 4) != 0)
        return false;
    const uint32_t header = rom_u8(image, table + 1), size = rom_u8(image, table + 2);
    for (unsigned i = 0; i < rom_u8(image, table + 3); i++) {
        const uint32_t at = table + header + i * size;

        if (!rom_holds(image, at, 2))
            return false;
        if (rom_u8(image, at) >> 4 == d->strap) {
            *column = rom_u8(image, at + 1) & 0xf;
            return true;
        }
    }
    return false;
}

/* The column of the RAM strap; false, and the end: image and board do not fit. */
static bool devinit_column(struct devinit *d, unsigned *column)
{
    if (devinit_ended(d) || !read_strap(d))
        return false;
    if (!find_in_info(d, column))
        *column = d->v->strap_table ? rom_u8(&d->v->image, d->v->strap_table + d->strap) : d->strap;
    if (*column >= d->v->strap_columns) {
        devinit_fail(d, DEVINIT_STRAP, *column);
        d->end.expected = d->v->strap_columns;
        d->end.seen = d->strap;
    }
    return !devinit_ended(d);
}

void op_mem_info(struct devinit *d)
{
    (void)read_strap(d);
}

void op_xmemsel_zm_array(struct devinit *d)
{
    const uint32_t reg = arg32(d, 1), distance = arg8(d, 5);
    unsigned column;

    if (!devinit_column(d, &column) || !reg)
        return;
    for (uint32_t i = 0; i < arg8(d, 6); i++)
        devinit_write(d, reg + distance * i, arg32(d, 7 + 4 * (i * d->v->strap_columns + column)));
}

void op_xmemsel_pllid(struct devinit *d)
{
    unsigned column;

    if (devinit_column(d, &column))
        devinit_set_pll(d, arg8(d, 1), arg32(d, 2 + 4 * column));
}

/* Writes the value that the strap picks, if the column's screen bit is set. `screen` is where the bits are. */
static void write_screened(struct devinit *d, uint32_t screen, uint32_t keep)
{
    const uint32_t values = screen + (d->v->strap_columns + 7u) / 8;
    unsigned column;

    if (!devinit_column(d, &column) || !arg32(d, 1) ||
        !(arg8(d, screen + column / 8) & BIT(column % 8)))
        return;
    const uint32_t kept = keep ? devinit_read(d, arg32(d, 1)) & keep : 0;
    devinit_write(d, arg32(d, 1), kept | arg32(d, values + 4 * column));
}

void op_xmemsel_screen_zm(struct devinit *d)
{
    write_screened(d, 5, 0);
}

void op_xmemsel_screen(struct devinit *d)
{
    write_screened(d, 9, arg32(d, 5));
}
