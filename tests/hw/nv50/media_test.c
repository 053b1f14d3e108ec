/* The facts of the media engines, of falcons and of PCOUNTER a second time, from docs/hardware/tesla-engines.md §1.4 to
 * §1.6, §2, §3, §5 and §7; their registers stand in tests/hw/reference/nv50.def. */
#include "hw/nv50/media.h"
#include "hw/nv50/pcounter_record.h"
#include "hw/nv50/slots.h"
#include "tests/hw/hw_rig.h"

#define VP2 "g84 g86 g92 g94 g96 g200"
#define VP3 "g98 mcp77 mcp79"
#define VP4 "gt215 gt216 gt218 mcp89"

/* Bits of registers 0x000200 and 0x000100, of 0x001540 and 0x00154c, and of PFB_VM_FAULT. */
static const struct typed_unit {
    const char *name, *chips;
    uint32_t base;
    unsigned engine, client, enable, second_enable, line;
    int fuse_1540, fuse_154c;
    unsigned record;
    uint16_t context;
} typed_units[] = {
    { "PVLD", VP3 " " VP4, 0x084000, 0x9, 0xd, 15, 26, 15, 30, 5, 19, 8 },
    { "PPDEC", VP3 " " VP4, 0x085000, 0x1, 0xc, 17, 24, 17, 30, -1, 16, 4 },
    { "PPPP", VP3 " " VP4, 0x086000, 0x8, 0x6, 1, 22, 0, 30, -1, 18, 6 },
    { "PSEC", VP3, 0x087000, 0xa, 0xe, 14, 25, 14, -1, 6, 20, 0xa },
    { "PCOPY", VP4, 0x104000, 0xd, 0x13, 13, 23, 22, -1, 9, 11, 0xc },
    { "PDAEMON", VP4, 0x10a000, 0xe, 0x11, 99, 99, 18, -1, -1, 23, 0 },
    { "PVCOMP", "mcp89", 0x1c1000, 0x7, 0x14, 14, 25, 14, -1, 6, 12, 0xa },
    { "PVP2", VP2, 0x00f000, 0x1, 0xc, 17, 24, 17, 30, -1, 16, 4 },
    { "PBSP", VP2, 0x103000, 0x9, 0xd, 15, 26, 15, 30, 5, 19, 8 },
    { "PCIPHER", VP2, 0x102000, 0xa, 0xe, 14, 25, 14, -1, 6, 20, 0xa },
    { "PMPEG", "g80 " VP2, 0x00b100, 0x8, 0x6, 1, 22, 0, 30, -1, 18, 6 },
};

static uint32_t bit(int number)
{
    return number < 0 || number > 31 ? 0 : 1u << number;
}

static void check_unit(const struct media_unit *unit, const struct typed_unit *t, unsigned chip)
{
    uint16_t context = 0;

    assert_pairs(unit->base, t->base, unit->engine, t->engine, unit->client, t->client);
    assert_pairs(unit->enable, bit((int)t->enable) | bit((int)t->second_enable), unit->line,
                 bit((int)t->line), unit->fuse[0], bit(t->fuse_1540), unit->fuse[1],
                 bit(t->fuse_154c), unit->record, bit((int)t->record));
    for (unsigned i = 0; i < VM_CONTEXT_COUNT; i++)
        if (vm_contexts[i].engine == unit->engine && (vm_contexts[i].chips & CHIP_BIT(chip)))
            context = vm_contexts[i].selector;
    assert_int_equal(context, chip == CHIP_G80 ? 0x26 : t->context);
}

/* Every unit stands on its chipsets, once, and nobody else does. */
TEST(media_units_are_the_references)
{
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
        unsigned wanted = 0, seen = 0;

        for (unsigned i = 0; i < ARRAY_SIZE(typed_units); i++) {
            const struct media_unit *found = NULL;
            const int there = has_word(typed_units[i].chips, nv50_chips[chip].chip.name);

            for (unsigned k = 0; k < MEDIA_UNIT_COUNT; k++)
                if (!strcmp(media_units[k].name, typed_units[i].name) &&
                    (media_units[k].chips & CHIP_BIT(chip)))
                    found = &media_units[k];
            wanted += there;
            assert_int_equal(found != NULL, there);
            if (found)
                check_unit(found, &typed_units[i], chip);
        }
        for (unsigned k = 0; k < MEDIA_UNIT_COUNT; k++)
            seen += (media_units[k].chips & CHIP_BIT(chip)) != 0;
        assert_int_equal(seen, wanted);
    }
}

/* §2.1, §2.3: bytes of a falcon's data memory, and which of them wipe theirs when they come out of reset. */
TEST(memories_of_falcons_are_the_references)
{
    /* clang-format off */
    enum { G80 = 0x1, V2 = 0xbe, V3 = 0x340, V4 = 0x1c00, MCP89 = 0x2000 }; /* as above; V4 but for MCP89 */
    static const struct { const char *name; uint32_t chips; uint16_t data; bool secret; } typed[] = {
        { "PVLD", V3, 0x1000, false }, { "PVLD", V4, 0x1000, true }, { "PVLD", MCP89, 0x2000, true },
        { "PPDEC", V3 | V4 | MCP89, 0x1000, false }, { "PPPP", V3 | V4 | MCP89, 0x800, false },
        { "PSEC", V3, 0x800, true }, { "PCOPY", V4 | MCP89, 0x800, false }, { "PDAEMON", V4, 0x3000, false },
        { "PDAEMON", MCP89, 0x6000, false }, { "PVCOMP", MCP89, 0xb00, false }, { "PVP2", V2, 0, false },
        { "PBSP", V2, 0, false }, { "PCIPHER", V2, 0, false }, { "PMPEG", G80 | V2, 0, false },
    };
    static const struct { const char *name; unsigned kind; } kinds[] = {
        { "PVP2", MEDIA_XTENSA }, { "PBSP", MEDIA_XTENSA }, { "PCIPHER", MEDIA_PCIPHER },
        { "PMPEG", MEDIA_PMPEG }
    };
    /* clang-format on */

    assert_int_equal(MEDIA_UNIT_COUNT, ARRAY_SIZE(typed));
    for (unsigned i = 0; i < MEDIA_UNIT_COUNT; i++) {
        unsigned kind = MEDIA_FALCON;

        assert_string_equal(media_units[i].name, typed[i].name);
        assert_pairs(media_units[i].chips, typed[i].chips, media_units[i].data, typed[i].data,
                     media_units[i].secret, typed[i].secret);
        for (unsigned k = 0; k < ARRAY_SIZE(kinds); k++)
            if (strcmp(kinds[k].name, typed[i].name) == 0)
                kind = kinds[k].kind;
        assert_int_equal(media_units[i].kind, kind);
    }
}

/* §5.1: domains and trailers of core clock B (G80) or D and of the memory's; §5.4: PFB's write. 0: not known. */
TEST(wirings_are_the_references)
{
    /* clang-format off */
    static const struct pcounter_wiring typed[] = {
        [CHIP_G80] = { 2, 0xee, 4, 0x2e, 0xc3 }, [CHIP_G84] = { 7, 0xec, 4, 0x4c, 0 },
        [CHIP_G86] = { 7, 0xcc, 4, 0x4c, 0x6f }, [CHIP_G92] = { 7, 0xec, 4, 0x4c, 0 },
        [CHIP_G94] = { 7, 0xec, 4, 0x4c, 0 }, [CHIP_G96] = { 7, 0xec, 4, 0x4c, 0 },
        [CHIP_G98] = { 7, 0xac, 4, 0x4c, 0x4b }, [CHIP_G200] = { 7, 0x8c, 4, 0x6c, 0x75 },
        [CHIP_MCP77] = { 6, 0xac, 0xff, 0, 0x40 }, [CHIP_MCP79] = { 6, 0xac, 0xff, 0, 0x40 },
        [CHIP_GT215] = { 7, 0xec, 4, 0x6c, 0x7d }, [CHIP_GT216] = { 7, 0xec, 4, 0x6c, 0x7b },
        [CHIP_GT218] = { 7, 0xcc, 4, 0x6c, 0x65 }, [CHIP_MCP89] = { 7, 0xec, 4, 0xec, 0x63 },
    };
    /* clang-format on */

    assert_int_equal(CHIP_COUNT, ARRAY_SIZE(typed));
    assert_memory_equal(pcounter_wirings, typed, sizeof(typed));
}

/* §5.1: the host's trailer ends at 5f, 7f, 9f or ff, which is signal 0x1f of it. G80 writes no records. */
TEST(trailers_are_the_references)
{
    static const struct pcounter_trailer typed[] = {
        { 0x5f - 0x1f, 0x007e }, /* G84 to G98 */
        { 0x7f - 0x1f, 0x0080 }, /* G200 */
        { 0x9f - 0x1f, 0x2300 }, /* MCP77, MCP79, MCP89 */
        { 0xff - 0x1f, 0x1c00 }, /* GT215, GT216, GT218 */
    };

    for (unsigned i = 0; i < PCOUNTER_TRAILERS; i++)
        assert_pairs(pcounter_trailers[i].first, typed[i].first, pcounter_trailers[i].chips,
                     typed[i].chips);
}
