#include "tools/probe_dump.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "hw/bits.h"
#include "suite/kit/registers.h"

/* A limit, because the unnamed words of a raw dump would be millions. */
#define UNKNOWN_MOST 65536

struct filling {
    const struct bar0 *dump;
    json_t *registers;
};

const struct chip *probe_dump_chip(const struct bar0 *dump, const struct toolkit **toolkit)
{
    uint32_t word;

    if (!bar0_word(dump, BOOT_0, &word))
        return NULL;
    for (unsigned d = 0; toolkits[d]; d++)
        for (unsigned i = 0; toolkits[d]->chip(i); i++)
            if (toolkits[d]->chip(i)->id == FIELD_GET(BOOT_0_CHIPSET, word)) {
                *toolkit = toolkits[d];
                return toolkits[d]->chip(i);
            }
    return NULL;
}

static void add(json_t *registers, const char *name, uint32_t word)
{
    json_t *const value = json_sprintf("0x%08" PRIx32, word);

    if (!value || json_object_set_new(registers, name, value) < 0)
        abort(); /* out of memory */
}

static void see(const struct register_view *reg, void *context)
{
    struct filling *const f = context;
    char name[64];
    struct text title = text_in(name, sizeof(name));
    uint32_t word;

    if (!bar0_word(f->dump, reg->at, &word) || (reg->many && !word))
        return;
    register_title(&title, reg);
    add(f->registers, name, word);
}

/* Words that no table names, by their addresses. */
static void add_unknown(const struct filling *f, const struct toolkit *toolkit,
                        const struct chip *chip)
{
    unsigned count = 0;

    for (uint32_t at = 0; at < BAR0_BYTES && count < UNKNOWN_MOST; at += 4) {
        struct register_view reg;
        char name[16];
        uint32_t word;

        if (!bar0_word(f->dump, at, &word) ||
            toolkit->registers->find(chip, &(struct register_query){ .at = at }, &reg))
            continue;
        snprintf(name, sizeof(name), "0x%06" PRIx32, at);
        add(f->registers, name, word);
        count++;
    }
}

json_t *probe_dump_card(const struct bar0 *dump, const struct toolkit *toolkit,
                        const struct chip *chip)
{
    json_t *const card = json_pack("{s:s, s:s, s:b, s:{}}", "card", "-", "chipset", chip->name,
                                   "dump", 1, "registers");
    struct filling f = { dump, json_object_get(card, "registers") };

    if (!card)
        abort(); /* out of memory */
    toolkit->registers->each(chip, see, &f);
    if (!dump->raw)
        add_unknown(&f, toolkit, chip);
    return card;
}
