/* Registers of both families by name and by address (mmu/registers.h; docs/prompt.md). */
#include "hw/gv100/chip.h"
#include "hw/nv50/chip.h"
#include "mmu/gv100/registers.h"
#include "mmu/nv50/registers.h"
#include "reference/nv50.h"
#include "tests/kit/tests.h"

static struct {
    const struct register_map *map;
    const struct chip *chip;
    unsigned seen, arrays, elements, next, units, colours;
} maps;

static void open_map(unsigned chip)
{
    const bool gv100 = chip >= CHIP_COUNT;

    memset(&maps, 0, sizeof(maps));
    maps.map = gv100 ? &gv100_register_map : &nv50_register_map;
    maps.chip = gv100 ? &gv100_chips[chip - CHIP_COUNT].chip : &nv50_chips[chip].chip;
}

static bool finds(const char *name, uint32_t at, struct register_view *out)
{
    return maps.map->find(maps.chip, &(struct register_query){ name, name ? strlen(name) : 0, at },
                          out);
}

/* Gives where the index begins, if it is one of several. */
static int name_of(const struct register_view *reg, char name[128])
{
    const int size =
        snprintf(name, 100, "%s%s%s", reg->unit ? reg->unit : "", reg->unit ? "_" : "", reg->name);

    if (reg->many)
        snprintf(name + size, 16, "[%u]", reg->index);
    return size;
}

/* docs/prompt.md: a register is its name, NAME[3] of several, or its offset in BAR0. Each that is listed is found by
 * both; with a letter more, a bracket less or an index too high nothing is called so. */
static void expect_found(const struct register_view *reg, void *context)
{
    const int bare = name_of(reg, context);
    char *const name = context, again[128];
    struct register_view found, at;

    if (!finds(name, 0, &found) || !finds(NULL, reg->at, &at) || at.at != reg->at ||
        found.at != reg->at)
        fail_msg("%s is not found, or another one", name);
    name_of(&found, again);
    assert_string_equal(name, again);
    snprintf(name + strlen(name), 8, "0");
    assert_false(finds(name, 0, &at));
    name[strlen(name) - 1 - reg->many] = '\0';
    assert_int_equal(!reg->many, finds(name, 0, &at));
    snprintf(name + bare, 16, "[%u]", reg->index + reg->many);
    maps.next += finds(name, 0, &at);
    name[bare] = '\0'; /* without an index: the first */
    assert_true(finds(name, 0, &at) && !at.index);
    maps.seen++, maps.arrays += reg->many && !reg->index, maps.elements += reg->many;
    maps.units += reg->unit != NULL, maps.colours += strcmp(reg->name, "LTC_CLEAR_COLOR") == 0;
}

/* tesla-engines.md §2, §3 and gv100.md §9.4: an engine's registers count from its base, on the chips that have it. */
TEST(registers_are_found_by_name_and_by_address)
{
    /* clang-format off */
    static const struct {
        enum chipset_index chip; /* CHIP_COUNT and on: a chip of GV100 */
        uint32_t at;             /* 0: there is none */
        const char *name;
    } rows[] = {
        { CHIP_G98, REF_PVLD_BASE + REF_FALCON_SCRATCH + 4, "PVLD_SCRATCH[1]" }, { CHIP_G84, 0, "PVLD_SCRATCH[1]" },
        { CHIP_GT215, REF_PCOPY_BASE + REF_FALCON_INTR_EN, "PCOPY_INTR_EN" },    { CHIP_G98, 0, "PCOPY_INTR_EN" },
        { CHIP_G84, REF_PFIFO_CHAN_TABLE + 4 * 127, "PFIFO_CHAN_TABLE[127]" },   { CHIP_G84, 0, "PFIFO_CHAN_TABLE[]" },
        { CHIP_G84, 0, "PFIFO_CHAN_TABLE[1" },   { CHIP_G84, 0, "PFIFO_CHAN_TABLE1]" },   { CHIP_G84, 0, "PFIFO_CHAN_TABLE[/]" },
        { CHIP_G84, 0, "PFIFO_CHAN_TABLE[:]" },  { CHIP_G84, 0, "PFIFO_CHAN_TABLE[128]" }, { CHIP_G84, 0, "PFIFO_CHAN_TABL" },
        { CHIP_G98, 0, "PVLDxSCRATCH[1]" },      { CHIP_G98, 0, "PVL_SCRATCH[1]" },       { CHIP_G98, 0, "PVLD_" },
        { CHIP_G84, 0, "PFIFO_CHAN_TABLE[4294967297]" }, { CHIP_COUNT, 0, "NV_" },        { CHIP_COUNT, 0, "GSP_MAILBOX" },
        { CHIP_COUNT, 0, "NX_FECS_MAILBOX[1]" }, { CHIP_COUNT, 0, "NVxFECS_MAILBOX[1]" }, { CHIP_COUNT, 0, "xV_FECS_MAILBOX[1]" },
    };
    /* clang-format on */
    struct register_view one, other;
    char name[128];

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_map(rows[i].chip);
        if (finds(rows[i].name, 0, &one) != (rows[i].at != 0) ||
            (rows[i].at && one.at != rows[i].at))
            fail_msg("%s, row %u", rows[i].name, i);
    }
    assert_true(finds("NV_FECS_MAILBOX[1]", 0, &one) && finds("FECS_MAILBOX", 0, &other));
    assert_int_equal(4, one.at - other.at);
    for (unsigned i = 0; i < CHIP_COUNT + GV100_CHIP_COUNT; i++) {
        open_map(i);
        maps.map->each(maps.chip, expect_found, name);
        assert_true(maps.seen > 500 && maps.elements > 100 && maps.units);
        assert_int_equal(i < CHIP_COUNT ? 0 : 4, maps.colours); /* of the board's block */
        assert_int_equal(maps.elements,
                         maps.arrays + maps.next); /* each but the last has a next one */
        assert_false(finds(NULL, 0xfffffffc, &one));
    }
}
