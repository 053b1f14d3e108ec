#include "tools/nv50/chips.h"

#include "tools/commands.h"
#include "tools/desk.h"

const struct nv50_chip *nv50_chip_named(struct word word)
{
    const struct desk *desk;
    const struct chip *const chip = desk_chip(word, &desk);

    return chip && chip->family == FAMILY_NV50 ? nv50_chip_of(chip) : NULL;
}

int chipset_refused(char **argv, const char *name)
{
    const struct desk *desk;

    if (desk_chip(word_of_text(name), &desk))
        return usage_error(argv, "%s: " GV100_START, name);
    return desk_no_chip(argv, name);
}

const struct nv50_chip *chipset_named(const char *name)
{
    return nv50_chip_named(word_of_text(name));
}
