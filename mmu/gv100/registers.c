#include "mmu/gv100/registers.h"

#include "hw/gv100/registers.h"

/* The manuals' names have NV_ in front, which drivers print or leave out. */
static struct register_query without_nv(const struct register_query *query)
{
    struct register_query out = *query;

    if (query->length > 3 && query->name[0] == 'N' && query->name[1] == 'V' &&
        query->name[2] == '_') {
        out.name += 3;
        out.length -= 3;
    }
    return out;
}

static struct register_view element(const struct gv100_register *reg, unsigned index)
{
    return (struct register_view){ .name = reg->name,
                                   .at = reg->at + index * reg->stride,
                                   .index = index,
                                   .many = reg->stride != 0,
                                   .fields = reg->fields,
                                   .field_count = reg->field_count };
}

static bool find_in(const struct gv100_register *block, const struct chip *chip,
                    const struct register_query *query, struct register_view *out)
{
    unsigned index;

    for (const struct gv100_register *reg = block; reg->name; reg++) {
        const unsigned count = gv100_register_count(reg, chip);
        const struct register_row row = { reg->name, reg->at, reg->stride,
                                          (uint16_t)(reg->stride ? count : 0) };

        if (!count || !register_is_at(&row, query, &index))
            continue;
        *out = element(reg, index);
        return true;
    }
    return false;
}

static bool find_in_falcon(const struct gv100_falcon *falcon, const struct chip *chip,
                           const struct register_query *query, struct register_view *out)
{
    struct register_query inside;

    if (!(falcon->chips & chip_bit(chip)) ||
        !register_in_unit(query, falcon->name, falcon->base, &inside) ||
        !find_in(gv100_falcon_registers, chip, &inside, out))
        return false;
    out->unit = falcon->name;
    out->at += falcon->base;
    return true;
}

static bool find(const struct chip *chip, const struct register_query *asked,
                 struct register_view *out)
{
    const struct register_query query = without_nv(asked);

    for (unsigned block = 0; block < GV100_REGISTER_BLOCKS; block++)
        if (find_in(gv100_registers[block], chip, &query, out))
            return true;
    if (find_in(gv100_board_registers, chip, &query, out))
        return true;
    for (const struct gv100_falcon *falcon = gv100_falcons; falcon->name; falcon++)
        if (find_in_falcon(falcon, chip, &query, out))
            return true;
    return false;
}

static void each_in(const struct chip *chip, const struct gv100_register *block,
                    const struct gv100_falcon *falcon, register_see *see, void *context)
{
    for (const struct gv100_register *reg = block; reg->name; reg++) {
        const unsigned count = gv100_register_count(reg, chip);

        for (unsigned i = 0; i < count; i++) {
            struct register_view one = element(reg, i);

            one.unit = falcon ? falcon->name : NULL;
            one.at += falcon ? falcon->base : 0;
            see(&one, context);
        }
    }
}

static void each(const struct chip *chip, register_see *see, void *context)
{
    for (unsigned block = 0; block < GV100_REGISTER_BLOCKS; block++)
        each_in(chip, gv100_registers[block], NULL, see, context);
    each_in(chip, gv100_board_registers, NULL, see, context);
    for (const struct gv100_falcon *falcon = gv100_falcons; falcon->name; falcon++)
        if (falcon->chips & chip_bit(chip))
            each_in(chip, gv100_falcon_registers, falcon, see, context);
}

const struct register_map gv100_register_map = { find, each };
