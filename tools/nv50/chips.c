#include "tools/nv50/chips.h"

#include "tools/toolkit.h"

const struct nv50_chip *nv50_chip_named(struct word word)
{
    const struct toolkit *toolkit;
    const struct chip *const chip = toolkit_chip(word, &toolkit);

    return chip && chip->family == FAMILY_NV50 ? nv50_chip_of(chip) : NULL;
}
