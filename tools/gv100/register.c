#include "tools/gv100/register.h"

#include <string.h>

#include "hw/gv100/board.h"
#include "hw/gv100/refusal.h"
#include "hw/gv100/registers.h"
#include "hw/gv100/unlisted.h"
#include "tools/gv100/probe_words.h"

/* The manuals' names have NV_ in front, which drivers print or leave out. */
static struct word without_nv(struct word name)
{
    const bool nv = name.length > 3 && strncmp(name.chars, "NV_", 3) == 0;

    return nv ? (struct word){ name.chars + 3, name.length - 3 } : name;
}

static bool is_at(const struct gv100_register *reg, const struct chip *chip,
                  const struct desk_place *place, unsigned *index)
{
    const unsigned count = gv100_register_count(reg, chip);
    const uint32_t into = place->at - reg->at;

    if (!count)
        return false;
    if (place->name.length)
        return register_named(without_nv(place->name), reg->name, reg->stride ? count : 0, index);
    *index = reg->stride ? into / reg->stride : 0;
    return reg->stride ? into % reg->stride == 0 && *index < count : into == 0;
}

static struct desk_register element(const struct gv100_register *reg, unsigned index)
{
    return (struct desk_register){ .name = reg->name,
                                   .at = reg->at + index * reg->stride,
                                   .index = index,
                                   .many = reg->stride != 0,
                                   .fields = reg->fields,
                                   .field_count = reg->field_count };
}

static bool find_in(const struct gv100_register *block, const struct chip *chip,
                    const struct desk_place *place, struct desk_register *out)
{
    unsigned index;

    for (const struct gv100_register *reg = block; reg->name; reg++) {
        if (!is_at(reg, chip, place, &index))
            continue;
        *out = element(reg, index);
        return true;
    }
    return false;
}

static bool find_in_falcon(const struct gv100_falcon *falcon, const struct chip *chip,
                           const struct desk_place *place, struct desk_register *out)
{
    const struct desk_place inside = { register_in_unit(without_nv(place->name), falcon->name),
                                       place->at - falcon->base };

    if (!(falcon->chips & chip_bit(chip)) || (place->name.length && !inside.name.length) ||
        !find_in(gv100_falcon_registers, chip, &inside, out))
        return false;
    out->unit = falcon->name;
    out->at += falcon->base;
    return true;
}

bool gv100_find_register(const struct chip *chip, const struct desk_place *place,
                         struct desk_register *out)
{
    for (unsigned block = 0; block < GV100_REGISTER_BLOCKS; block++)
        if (find_in(gv100_registers[block], chip, place, out))
            return true;
    if (find_in(gv100_board_registers, chip, place, out))
        return true;
    for (const struct gv100_falcon *falcon = gv100_falcons; falcon->name; falcon++)
        if (find_in_falcon(falcon, chip, place, out))
            return true;
    return false;
}

static void each_in(const struct chip *chip, const struct gv100_register *block, const char *unit,
                    uint32_t base, void (*see)(const struct desk_register *reg, void *context),
                    void *context)
{
    for (const struct gv100_register *reg = block; reg->name; reg++)
        for (unsigned i = 0; i < gv100_register_count(reg, chip); i++) {
            struct desk_register one = element(reg, i);

            one.unit = unit;
            one.at += base;
            see(&one, context);
        }
}

void gv100_each_register(const struct chip *chip,
                         void (*see)(const struct desk_register *reg, void *context), void *context)
{
    for (unsigned block = 0; block < GV100_REGISTER_BLOCKS; block++)
        each_in(chip, gv100_registers[block], NULL, 0, see, context);
    each_in(chip, gv100_board_registers, NULL, 0, see, context);
    for (const struct gv100_falcon *falcon = gv100_falcons; falcon->name; falcon++)
        if (falcon->chips & chip_bit(chip))
            each_in(chip, gv100_falcon_registers, falcon->name, falcon->base, see, context);
}

bool gv100_register_words(const struct desk_register *reg, uint32_t value, char *out, size_t size)
{
    if (!is_refusal(value) && reg->fields && strcmp(reg->name, "PTOP_DEVICE_INFO") != 0)
        return false;
    gv100_probe_words(reg->name, reg->index, value, out, size);
    return out[0] != '\0';
}

/* PROM and PRAMIN show memory, where a word like that of a refusal is a word like any other. */
const char *gv100_no_value(uint32_t offset, uint32_t value)
{
    const bool memory = offset - PROM < PROM_SIZE || offset - PRAMIN < PRAMIN_BYTES;

    return memory ? NULL : refusal_words(value);
}
