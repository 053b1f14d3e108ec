#include "tools/nv50/register.h"

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

bool nv50_find_register(const struct chip *chip, const struct desk_place *place,
                        struct desk_register *out)
{
    unsigned index;

    for (unsigned block = 0; block < NV50_REGISTER_BLOCKS; block++)
        for (const struct nv50_register *reg = nv50_registers[block]; reg->name; reg++) {
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
