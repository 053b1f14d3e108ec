#include "engines/nv50/devinit/perf.h"

/* How a version of the table lies. Sub-entries follow each entry. */
struct layout {
    uint32_t header, count, entry, subs,
        sub;               /* entry and sub: their bytes; subs: how many follow each */
    uint32_t core, memory; /* where their words stand, from the entry's start */
    uint32_t mask;
};

static enum err read_layout(const struct rom *image, uint32_t table, struct layout *out)
{
    const uint8_t version = rom_u8(image, table), header = rom_u8(image, table + 1);
    const uint8_t b2 = rom_u8(image, table + 2), b3 = rom_u8(image, table + 3);
    const uint8_t b4 = rom_u8(image, table + 4), b5 = rom_u8(image, table + 5);

    switch (version) {
    case PERF_VERSION_25:
    case PERF_VERSION_30:
    case PERF_VERSION_35:
        *out = (struct layout){ header, b2, b3, b4, b5, PERF_CORE_30, PERF_MEMORY_30, 0xffff };
        if (version == PERF_VERSION_25)
            out->core = PERF_CORE_25;
        return OK;
    case PERF_VERSION_40:
        *out = (struct layout){ .header = header, .count = b5, .entry = b2, .subs = b4, .sub = b3 };
        out->core = out->entry + PERF_SUB_CORE_40 * out->sub;
        out->memory = out->entry + PERF_SUB_MEMORY_40 * out->sub;
        out->mask = PERF_MHZ_40;
        return OK;
    default:
        return ERR_UNSUPPORTED;
    }
}

enum err perf_top(const struct vbios *v, struct perf_top *out)
{
    const struct bit_token *const token = vbios_token(v, 'P');
    const uint32_t table =
        token && token->at && token->size >= 4 ? rom_u32(&v->image, token->at + BIT_PERF_TABLE) : 0;
    struct layout l;

    if (!table || !rom_holds(&v->image, table, 6))
        return ERR_NOT_FOUND;
    const enum err e = read_layout(&v->image, table, &l);
    if (e != OK)
        return e;
    *out = (struct perf_top){ 0 };
    for (uint32_t i = 0; i < l.count; i++) {
        const uint32_t at = table + l.header + i * (l.entry + l.subs * l.sub);
        const uint32_t core = rom_u16(&v->image, at + l.core) & l.mask;
        const uint32_t memory = rom_u16(&v->image, at + l.memory) & l.mask;

        if (rom_u8(&v->image, at) == PERF_UNUSED)
            continue;
        out->core_mhz = core > out->core_mhz ? core : out->core_mhz;
        out->memory_mhz = memory > out->memory_mhz ? memory : out->memory_mhz;
    }
    return OK;
}
