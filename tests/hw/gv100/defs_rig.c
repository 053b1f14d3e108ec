#include "tests/hw/gv100/defs_rig.h"

const struct chip *const defs_chips[2] = { &gv100_chips[CHIP_GV100].chip,
                                           &gv100_chips[CHIP_TU104].chip };

uint64_t def_number(const struct def *def)
{
    if (def->is_field || def->low_step)
        fail_msg("%s is no number", def->name);
    return (uint64_t)def->low;
}

void def_bits(const struct def *def, uint64_t i, uint64_t *high, uint64_t *low)
{
    if (!def->is_field)
        fail_msg("%s is no field", def->name);
    *high = (uint64_t)(def->high + (int64_t)i * def->high_step);
    *low = (uint64_t)(def->low + (int64_t)i * def->low_step);
}

struct defs defs_of(const struct def *file, const struct chip *chip)
{
    struct defs defs = { .chip = chip };
    const unsigned manual = chip_bit(chip) & CHIPS_TURING ? 2 : 1;
    size_t count = 0;

    while (file[count].name)
        count++;
    defs.list = calloc(count + 1, sizeof(*defs.list));
    assert_non_null(defs.list);
    tests_own(defs.list, free);
    for (; file->name; file++)
        if (file->chips & manual)
            defs.list[defs.count++] = *file;
    return defs;
}

const struct def *defs_find(const struct defs *defs, const char *name)
{
    for (size_t i = 0; i < defs->count; i++)
        if (strcmp(defs->list[i].name, name) == 0)
            return &defs->list[i];
    return NULL;
}

const char *def_behind(const struct def *def, const char *prefix)
{
    const size_t length = strlen(prefix);

    return strncmp(def->name, prefix, length) == 0 ? def->name + length : NULL;
}
