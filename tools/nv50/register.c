#include "tools/nv50/register.h"

#include <stddef.h>

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

static struct desk_register element(const struct nv50_register *reg, unsigned index)
{
    return (struct desk_register){ .name = reg->name,
                                   .at = reg->at + index * reg->stride,
                                   .index = index,
                                   .many = reg->stride != 0,
                                   .fields = reg->fields,
                                   .field_count = reg->field_count };
}

static bool find_in(const struct nv50_register *block, const struct chip *chip,
                    const struct desk_place *place, struct desk_register *out)
{
    unsigned index;

    for (const struct nv50_register *reg = block; reg->name; reg++) {
        if (!(reg->chips & chip_bit(chip)) || !is_at(reg, place, &index))
            continue;
        *out = element(reg, index);
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

static void each_in(const struct nv50_register *block, const struct chip *chip, const char *unit,
                    uint32_t base, void (*see)(const struct desk_register *reg, void *context),
                    void *context)
{
    for (const struct nv50_register *reg = block; reg->name; reg++)
        for (unsigned i = 0; (reg->chips & chip_bit(chip)) && i < (reg->stride ? reg->count : 1u);
             i++) {
            struct desk_register one = element(reg, i);

            one.unit = unit;
            one.at += base;
            see(&one, context);
        }
}

void nv50_each_register(const struct chip *chip,
                        void (*see)(const struct desk_register *reg, void *context), void *context)
{
    for (unsigned block = 0; block < NV50_REGISTER_BLOCKS; block++)
        each_in(nv50_registers[block], chip, NULL, 0, see, context);
    for (const struct media_unit *unit = media_units; unit < media_units + MEDIA_UNIT_COUNT; unit++)
        if (unit->chips & chip_bit(chip))
            each_in(nv50_media_registers[unit->kind], chip, unit->name, unit->base, see, context);
}
