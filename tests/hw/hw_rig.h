/* tests/hw/hw_rig.h: rows and structures of hw/ by name, for the tests that type them again. */
#pragma once

#include "hw/nv50/chip.h"
#include "hw/nv50/fields.h"
#include "mmu/fields.h"
#include "tests/kit/tests.h"

static inline const struct structure *structure_of(const char *name)
{
    for (unsigned i = 0; i < NV50_STRUCTURE_COUNT; i++)
        if (strcmp(nv50_structures[i].name, name) == 0)
            return &nv50_structures[i];
    fail_msg("no structure %s", name);
    return NULL;
}

static inline const struct field *field_of(const struct structure *s, const struct nv50_chip *chip,
                                           const char *name)
{
    for (unsigned i = 0; i < s->field_count; i++)
        if (field_on(&s->fields[i], &chip->chip) && strcmp(s->fields[i].name, name) == 0)
            return &s->fields[i];
    return NULL;
}

static inline int has_word(const char *words, const char *word)
{
    const size_t length = strlen(word);

    for (const char *at = strstr(words, word); at; at = strstr(at + 1, word))
        if ((at == words || at[-1] == ' ') && (!at[length] || at[length] == ' '))
            return 1;
    return 0;
}
