#include "tools/nv50/register.h"

#include "hw/nv50/media.h"
#include "hw/nv50/registers.h"

/* Whether a place, a name or an address, is this register or one of this array. */
static bool is_at(const struct nv50_register *reg, const struct desk_place *place, unsigned *index)
{
    const uint32_t into = place->at - reg->at;

    if (place->name.length)
        return register_named(place->name, reg->name, reg->count, index);
    *index = reg->stride ? into / reg->stride : 0;
    return reg->stride ? into % reg->stride == 0 && *index < reg->count : into == 0;
}

static bool find_in(const struct nv50_register *block, const struct chip *chip,
                    const struct desk_place *place, struct desk_register *out)
{
    unsigned index;

    for (const struct nv50_register *reg = block; reg->name; reg++) {
        if (!(reg->chips & chip_bit(chip)) || !is_at(reg, place, &index))
            continue;
        *out = (struct desk_register){ .name = reg->name,
                                       .at = reg->at + index * reg->stride,
                                       .index = index,
                                       .many = reg->stride != 0,
                                       .fields = reg->fields,
                                       .field_count = reg->field_count };
        return true;
    }
    return false;
}

/* Of a video, copy, security or power engine: its registers are those of its kind, from its base on. */
static bool find_in_unit(const struct media_unit *unit, const struct chip *chip,
                         const struct desk_place *place, struct desk_register *out)
{
    const struct desk_place inside = { register_in_unit(place->name, unit->name),
                                       place->at - unit->base };

    if (!(unit->chips & chip_bit(chip)) || (place->name.length && !inside.name.length) ||
        !find_in(nv50_media_registers[unit->kind], chip, &inside, out))
        return false;
    out->unit = unit->name;
    out->at += unit->base;
    return true;
}

bool nv50_find_register(const struct chip *chip, const struct desk_place *place,
                        struct desk_register *out)
{
    for (unsigned block = 0; block < NV50_REGISTER_BLOCKS; block++)
        if (find_in(nv50_registers[block], chip, place, out))
            return true;
    for (unsigned i = 0; i < MEDIA_UNIT_COUNT; i++)
        if (find_in_unit(&media_units[i], chip, place, out))
            return true;
    return false;
}
