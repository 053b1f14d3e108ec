#include "mmu/nv50/registers.h"

#include "hw/nv50/media.h"
#include "hw/nv50/registers.h"

static struct register_view element(const struct nv50_register *reg, unsigned index)
{
    return (struct register_view){ .name = reg->name,
                                   .at = reg->at + index * reg->stride,
                                   .index = index,
                                   .many = reg->stride != 0,
                                   .fields = reg->fields,
                                   .field_count = reg->field_count };
}

static bool find_in(const struct nv50_register *block, const struct chip *chip,
                    const struct register_query *query, struct register_view *out)
{
    unsigned index;

    for (const struct nv50_register *reg = block; reg->name; reg++) {
        const struct register_row row = { reg->name, reg->at, reg->stride, reg->count };

        if (!(reg->chips & chip_bit(chip)) || !register_is_at(&row, query, &index))
            continue;
        *out = element(reg, index);
        return true;
    }
    return false;
}

/* Of a video, copy, security or power engine: its registers are those of its kind, from its base on. */
static bool find_in_unit(const struct media_unit *unit, const struct chip *chip,
                         const struct register_query *query, struct register_view *out)
{
    struct register_query inside;

    if (!(unit->chips & chip_bit(chip)) ||
        !register_in_unit(query, unit->name, unit->base, &inside) ||
        !find_in(nv50_media_registers[unit->kind], chip, &inside, out))
        return false;
    out->unit = unit->name;
    out->at += unit->base;
    return true;
}

static bool find(const struct chip *chip, const struct register_query *query,
                 struct register_view *out)
{
    for (unsigned block = 0; block < NV50_REGISTER_BLOCKS; block++)
        if (find_in(nv50_registers[block], chip, query, out))
            return true;
    for (unsigned i = 0; i < MEDIA_UNIT_COUNT; i++)
        if (find_in_unit(&media_units[i], chip, query, out))
            return true;
    return false;
}

static void each_in(const struct nv50_register *block, const struct chip *chip,
                    const struct media_unit *unit, register_see *see, void *context)
{
    for (const struct nv50_register *reg = block; reg->name; reg++)
        for (unsigned i = 0; (reg->chips & chip_bit(chip)) && i < (reg->stride ? reg->count : 1u);
             i++) {
            struct register_view one = element(reg, i);

            one.unit = unit ? unit->name : NULL;
            one.at += unit ? unit->base : 0;
            see(&one, context);
        }
}

static void each(const struct chip *chip, register_see *see, void *context)
{
    for (unsigned block = 0; block < NV50_REGISTER_BLOCKS; block++)
        each_in(nv50_registers[block], chip, NULL, see, context);
    for (const struct media_unit *unit = media_units; unit < media_units + MEDIA_UNIT_COUNT; unit++)
        if (unit->chips & chip_bit(chip))
            each_in(nv50_media_registers[unit->kind], chip, unit, see, context);
}

const struct register_map nv50_register_map = { find, each };
