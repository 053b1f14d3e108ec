#include "engines/nv50/devinit/perf.h"

/* A table that the token 'P' points to; 0: none. */
static uint32_t find_table(const struct vbios *v, uint32_t pointer_1, uint32_t pointer_2,
                           uint32_t bytes)
{
    const struct bit_token *const token = vbios_token(v, 'P');
    const uint32_t pointer = token && token->version == 1 ? pointer_1 : pointer_2;
    const uint32_t table = token && token->at && token->size >= pointer + 4
                               ? rom_u32(&v->image, token->at + pointer)
                               : 0;

    return table && rom_holds(&v->image, table, bytes) ? table : 0;
}

/* ---- levels ---------------------------------------------------------------------------------- */

/* How a version of the table lies. Sub-entries follow each entry. */
struct layout {
    uint32_t header, count, entry, subs,
        sub;                       /* entry and sub: their bytes; subs: how many follow each */
    uint32_t core, shader, memory; /* where their words stand, from the entry's start */
    uint32_t mask;
};

/* The sizes stand at other places of the header in version 4.0 than before, and its clocks in
 * sub-entries. */
static enum err read_layout(const struct rom *image, uint32_t table, struct layout *out)
{
    const uint8_t version = rom_u8(image, table), header = rom_u8(image, table + 1);
    const uint8_t b2 = rom_u8(image, table + 2), b3 = rom_u8(image, table + 3);
    const uint8_t b4 = rom_u8(image, table + 4), b5 = rom_u8(image, table + 5);

    switch (version) {
    case PERF_VERSION_25:
    case PERF_VERSION_30:
    case PERF_VERSION_35:
        *out = (struct layout){ .header = header, .count = b2, .entry = b3, .subs = b4, .sub = b5 };
        out->core = version == PERF_VERSION_25 ? PERF_CORE_25 : PERF_CORE_30;
        out->shader = PERF_SHADER_30;
        out->memory = PERF_MEMORY_30;
        out->mask = 0xffff;
        return OK;
    case PERF_VERSION_40:
        *out = (struct layout){ .header = header, .count = b5, .entry = b2, .subs = b4, .sub = b3 };
        out->core = out->entry + PERF_SUB_CORE_40 * out->sub;
        out->shader = out->entry + PERF_SUB_SHADER_40 * out->sub;
        out->memory = out->entry + PERF_SUB_MEMORY_40 * out->sub;
        out->mask = PERF_MHZ_40;
        return OK;
    default:
        return ERR_UNSUPPORTED;
    }
}

static struct perf_level read_level(const struct rom *image, uint32_t at, const struct layout *l)
{
    return (struct perf_level){ .core_mhz = rom_u16(image, at + l->core) & l->mask,
                                .shader_mhz = rom_u16(image, at + l->shader) & l->mask,
                                .memory_mhz = rom_u16(image, at + l->memory) & l->mask };
}

/* Its header says how long the table is, so all of it is checked to lie in the image before a row is read. */
enum err perf_read(const struct vbios *v, struct perf_table *out)
{
    const uint32_t table = find_table(v, BIT_PERF_TABLE, BIT_PERF_TABLE, 6);
    struct layout l;

    *out = (struct perf_table){ 0 };
    if (!table)
        return ERR_NOT_FOUND;
    const enum err e = read_layout(&v->image, table, &l);
    if (e != OK)
        return e;
    const uint32_t stride = l.entry + l.subs * l.sub;
    if (l.count > PERF_LEVELS_MAX || !rom_holds(&v->image, table, l.header + l.count * stride))
        return ERR_RANGE;
    for (uint32_t i = 0; i < l.count; i++) {
        const uint32_t at = table + l.header + i * stride;
        const struct perf_level level = read_level(&v->image, at, &l);

        if (rom_u8(&v->image, at) != PERF_UNUSED &&
            (level.core_mhz || level.shader_mhz || level.memory_mhz))
            out->levels[out->count++] = level;
    }
    return OK;
}

enum err perf_top(const struct vbios *v, struct perf_top *out)
{
    struct perf_table table;
    const enum err e = perf_read(v, &table);

    *out = (struct perf_top){ 0 };
    for (unsigned i = 0; i < table.count; i++) {
        const struct perf_level *const level = &table.levels[i];

        out->core_mhz = level->core_mhz > out->core_mhz ? level->core_mhz : out->core_mhz;
        out->memory_mhz = level->memory_mhz > out->memory_mhz ? level->memory_mhz : out->memory_mhz;
    }
    return e;
}

/* ---- voltages -------------------------------------------------------------------------------- */

struct voltages {
    uint32_t first, count, entry; /* of entries; entry: bytes of each */
    unsigned shift;
    uint8_t mask;
    uint32_t base_uv; /* without entries */
    int16_t step_uv;
};

/* Four layouts: all but the last list one voltage for each entry; 4.0 gives a base and a step
 * instead. */
static enum err read_voltages(const struct vbios *v, struct voltages *out)
{
    const struct rom *const image = &v->image;
    const uint32_t table = find_table(v, BIT_PERF_VOLTAGE_1, BIT_PERF_VOLTAGE_2, 6);

    if (!table)
        return ERR_NOT_FOUND;
    const uint8_t b1 = rom_u8(image, table + 1), b2 = rom_u8(image, table + 2);
    const uint8_t b3 = rom_u8(image, table + 3), b4 = rom_u8(image, table + 4);
    switch (rom_u8(image, table)) {
    case VOLTAGE_VERSION_10:
    case VOLTAGE_VERSION_12:
        *out = (struct voltages){ .first = table + 5, .count = b2, .entry = b1, .mask = b4 };
        break;
    case VOLTAGE_VERSION_20:
        *out = (struct voltages){ .first = table + b1, .count = b2, .entry = b3 };
        out->mask = rom_u8(image, table + 5);
        break;
    case VOLTAGE_VERSION_30:
        *out = (struct voltages){ .first = table + b1, .count = b3, .entry = b2, .mask = b4 };
        out->shift = VOLTAGE_SHIFT_30;
        break;
    case VOLTAGE_VERSION_40:
        *out = (struct voltages){ .mask = rom_u8(image, table + VOLTAGE_MASK_40),
                                  .base_uv = rom_u32(image, table + VOLTAGE_BASE_40),
                                  .step_uv = (int16_t)rom_u16(image, table + VOLTAGE_STEP_40) };
        return rom_holds(image, table, VOLTAGE_MASK_40 + 1) ? OK : ERR_RANGE;
    default:
        return ERR_UNSUPPORTED;
    }
    return rom_holds(image, out->first, out->count * out->entry) ? OK : ERR_RANGE;
}

enum err voltage_lines(const struct vbios *v, uint8_t *mask)
{
    struct voltages table;
    const enum err e = read_voltages(v, &table);

    if (e == OK)
        *mask = table.mask;
    return e;
}

/* A table with a base gives the voltage by a sum; one without is searched, because its rows need not be in order. */
enum err voltage_of(const struct vbios *v, uint8_t vid, uint32_t *uv)
{
    struct voltages table;
    const enum err e = read_voltages(v, &table);

    if (e != OK)
        return e;
    if (table.base_uv) {
        *uv = (uint32_t)((int32_t)table.base_uv + vid * table.step_uv);
        return OK;
    }
    for (uint32_t i = 0; i < table.count; i++) {
        const uint32_t at = table.first + i * table.entry;

        if (rom_u8(&v->image, at + 1) >> table.shift != vid)
            continue;
        *uv = rom_u8(&v->image, at) * 10000u;
        return OK;
    }
    return ERR_RANGE;
}
