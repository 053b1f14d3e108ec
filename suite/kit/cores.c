#include "suite/kit/cores.h"

#include "hw/bits.h"

static const struct {
    const char *name, *words, *label, *brief;
} units[CORE_UNITS] = {
    [CORE_REGISTERS] = { "registers", "registers", "register", "reg" },
    [CORE_SHARED] = { "shared", "shared memory", "shared", "mem" },
    [CORE_INTEGER] = { "integer", "integers", "integer", "int" },
    [CORE_FLOAT] = { "float", "floats", "float", "flt" },
    [CORE_SPECIAL] = { "special", "special functions", "special", "sfu" },
    [CORE_FLOW] = { "flow", "program flow", "flow", "flow" },
    [CORE_TEXTURE] = { "texture", "textures", "texture", "tex" },
};

const char *core_unit_words(enum core_unit unit)
{
    return units[unit].words;
}

const char *core_unit_name(enum core_unit unit)
{
    return units[unit].name;
}

const char *core_unit_label(enum core_unit unit, unsigned letters)
{
    return letters < CORE_LABEL_MAX ? units[unit].brief : units[unit].label;
}

enum core_unit core_unit_named(const char *name)
{
    unsigned unit = 0;

    while (unit < CORE_UNITS && !string_equal(units[unit].name, name))
        unit++;
    return (enum core_unit)unit;
}

static const char *const manners[CORE_MANNERS] = { "wrong", "idle", "traps", "hangs" };

const char *core_manner_name(enum core_manner manner)
{
    return manners[manner];
}

enum core_manner core_manner_named(const char *name)
{
    unsigned manner = 0;

    while (manner < CORE_MANNERS && !string_equal(manners[manner], name))
        manner++;
    return (enum core_manner)manner;
}

void core_says(struct text *text, enum core_manner manner, enum core_unit unit, unsigned lane)
{
    static const char *const words[CORE_MANNERS] = { NULL, "runs no program",
                                                     "reports an error for good programs",
                                                     "does not end its programs" };

    if (words[manner]) {
        text_string(text, words[manner]);
        return;
    }
    text_format(text, "%s wrong", core_unit_words(unit));
    if (lane < 32)
        text_format(text, " in lane %u", lane);
}

unsigned cores_count(uint64_t cores)
{
    return bits_count(cores);
}

void core_name(struct text *text, unsigned core)
{
    text_format(text, "TPC %u, MP %u", core / CORE_MPS, core % CORE_MPS);
}

void cores_names(struct text *text, uint64_t cores, unsigned most)
{
    unsigned named = 0;

    for (unsigned core = 0; core < CORES_MAX; core++) {
        if (!(cores >> core & 1))
            continue;
        if (named == most) {
            text_format(text, " and %u more", cores_count(cores) - most);
            return;
        }
        if (named++)
            text_string(text, "; ");
        core_name(text, core);
    }
}

void cores_join(struct core_table *table, const struct core_table *other)
{
    if (!other->tpcs)
        return;
    table->tpcs = other->tpcs;
    table->mps = other->mps;
    table->there |= other->there;
    for (unsigned unit = 0; unit < CORE_UNITS; unit++) {
        table->bad[unit] |= other->bad[unit];
        table->good[unit] = (table->good[unit] | other->good[unit]) & ~table->bad[unit];
    }
}

uint64_t cores_bad(const struct core_table *table)
{
    uint64_t bad = 0;

    for (unsigned unit = 0; unit < CORE_UNITS; unit++)
        bad |= table->bad[unit];
    return bad;
}

uint64_t cores_good(const struct core_table *table)
{
    uint64_t good = 0;

    for (unsigned unit = 0; unit < CORE_UNITS; unit++)
        good |= table->good[unit];
    return good & ~cores_bad(table);
}
