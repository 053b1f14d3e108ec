/* The facts of hw/ typed a second time: every DMA slot (seed nv50-vm, "VM users", "DMA slots"). The values
 * stand here as the seeds and the reference give them; nothing is taken from hw/ but the slots under test. */
#include "hw/nv50/slots.h"
#include "tests/hw/hw_rig.h"

/* Chipsets in the order of the table; a range of slots stands in one row. */
#define EVERY   "g80 g84 g86 g92 g94 g96 g98 g200 mcp77 mcp79 gt215 gt216 gt218 mcp89"
#define NOT_G80 "g84 g86 g92 g94 g96 g98 g200 mcp77 mcp79 gt215 gt216 gt218 mcp89"
#define VP2     "g84 g86 g92 g94 g96 g200"                /* [G84:G98 G200:MCP77] */
#define VP1_2   "g80 g84 g86 g92 g94 g96 g200"            /* [NV50:G98 G200:MCP77] */
#define VP3_4   "g98 mcp77 mcp79 gt215 gt216 gt218 mcp89" /* [G98:G200 MCP77-] */
#define VP3     "g98 mcp77 mcp79"                         /* [G98:GT215], tesla-vm.md K42 */
#define VP4     "gt215 gt216 gt218 mcp89"

/* The unit behind each pair of engine and client. */
/* clang-format off */
static const struct { unsigned engine, client; const char *engine_name, *client_name, *chips; } typed_units[] = {
    { 0, 0, "PGRAPH", "STRMOUT", EVERY }, { 0, 3, "PGRAPH", "DISPATCH", EVERY }, { 0, 5, "PGRAPH", "CCACHE", EVERY },
    { 0, 7, "PGRAPH", "CLIPID", EVERY }, { 0, 9, "PGRAPH", "VFETCH", EVERY }, { 0, 0xa, "PGRAPH", "TEXTURE", EVERY },
    { 0, 0xb, "PGRAPH", "PROP", EVERY }, { 4, 4, "PEEPHOLE", "PFIFO_WRITE", EVERY },
    { 4, 8, "PEEPHOLE", "PFIFO_READ", EVERY }, { 6, 4, "BAR", "PFIFO_WRITE", EVERY },
    { 6, 8, "BAR", "PFIFO_READ", EVERY }, { 5, 8, "PFIFO", "PFIFO_READ", EVERY },
    { 5, 4, "PFIFO", "PFIFO_WRITE", EVERY }, { 0xc, 8, "PFIFO_BG", "PFIFO_READ", NOT_G80 },
    { 1, 6, "PVP1", "PVPE", "g80" }, { 7, 6, "PME", "PVPE", "g80" }, { 8, 6, "PMPEG", "PVPE", VP1_2 },
    { 0xb, 0xf, "PCOUNTER", "PCOUNTER", NOT_G80 }, { 1, 0xc, "PVP2", "PVP2", VP2 }, { 9, 0xd, "PBSP", "PBSP", VP2 },
    { 0xa, 0xe, "PCIPHER", "PCIPHER", VP2 }, { 1, 0xc, "PPDEC", "PPDEC", VP3_4 }, { 8, 6, "PPPP", "PPPP", VP3_4 },
    { 9, 0xd, "PVLD", "PVLD", VP3_4 }, { 0xa, 0xe, "PSEC", "PSEC", VP3 }, { 0xd, 0x13, "PCOPY", "PCOPY", VP4 },
    { 0xe, 0x11, "PDAEMON", "PDAEMON", VP4 }, { 7, 0x14, "PVCOMP", "PVCOMP", "mcp89" },
};
/* clang-format on */

TEST(slots_have_the_names_of_their_units)
{
    const struct structure *const fault = structure_of("fault");

    for (size_t i = 0; i < ARRAY_SIZE(typed_units); i++)
        for (unsigned c = 0; c < CHIP_COUNT; c++) {
            const struct chip *const chip = &nv50_chips[c].chip;

            if (!has_word(typed_units[i].chips, chip->name))
                continue;
            assert_string_equal(field_value_name(field_of(fault, &nv50_chips[c], "engine"), chip,
                                                 typed_units[i].engine),
                                typed_units[i].engine_name);
            assert_string_equal(field_value_name(field_of(fault, &nv50_chips[c], "client"), chip,
                                                 typed_units[i].client),
                                typed_units[i].client_name);
        }
}

/* The purpose of each slot: seed nv50-vm, "DMA slots". Rows of ports or targets have one name, and the slot's digit. */
/* clang-format off */
static const struct { unsigned engine, client, first, last; const char *name, *chips; } typed_names[] = {
    { 0, 0, 0, 0, "STRMOUT", EVERY }, { 0, 3, 0, 0, "CONTEXT", EVERY }, { 0, 3, 1, 1, "NOTIFY", EVERY },
    { 0, 3, 2, 2, "QUERY", EVERY }, { 0, 3, 3, 3, "COND", EVERY }, { 0, 3, 4, 4, "M2MF_IN", EVERY },
    { 0, 3, 5, 5, "M2MF_OUT", EVERY }, { 0, 3, 6, 6, "M2MF_NOTIFY", EVERY }, { 0, 5, 0, 0, "CODE_CB", EVERY },
    { 0, 5, 1, 1, "TIC", EVERY }, { 0, 5, 2, 2, "TSC", EVERY }, { 0, 7, 0, 0, "CLIPID", EVERY },
    { 0, 9, 0, 0, "VERTEX", EVERY }, { 0, 0xa, 0, 0, "TEXTURE", EVERY }, { 0, 0xb, 0, 7, "RT", EVERY },
    { 0, 0xb, 8, 8, "ZETA", EVERY }, { 0, 0xb, 9, 9, "LOCAL", EVERY }, { 0, 0xb, 0xa, 0xa, "GLOBAL", EVERY },
    { 0, 0xb, 0xb, 0xb, "STACK", EVERY }, { 0, 0xb, 0xc, 0xc, "DST2D", EVERY },
    { 4, 4, 0, 0, "PEEPHOLE_WRITE", EVERY }, { 4, 8, 0, 0, "PEEPHOLE_READ", EVERY },
    { 6, 4, 0, 0, "BAR1_WRITE", EVERY }, { 6, 8, 0, 0, "BAR1_READ", EVERY }, { 6, 4, 1, 1, "BAR3_WRITE", EVERY },
    { 6, 8, 1, 1, "BAR3_READ", EVERY }, { 5, 8, 0, 0, "PUSHBUFFER", EVERY }, { 5, 4, 1, 1, "SEMAPHORE_WRITE", EVERY },
    { 5, 8, 1, 1, "SEMAPHORE_READ", EVERY }, { 0xc, 8, 1, 1, "SEMAPHORE_POLL", NOT_G80 },
    { 1, 6, 8, 8, "PVP1_CONTEXT", "g80" }, { 7, 6, 4, 4, "PME_CONTEXT", "g80" }, { 8, 6, 1, 1, "PMPEG_CMD", VP1_2 },
    { 8, 6, 2, 2, "PMPEG_DATA", VP1_2 }, { 8, 6, 3, 3, "PMPEG_IMAGE", VP1_2 }, { 8, 6, 4, 4, "PMPEG_CONTEXT", VP1_2 },
    { 8, 6, 5, 5, "PMPEG_QUERY", VP2 }, { 0xb, 0xf, 0, 0, "PCOUNTER_RECORD", NOT_G80 },
    { 1, 0xc, 0, 0xf, "PVP2_PORT", VP2 }, { 9, 0xd, 0, 0xf, "PBSP_PORT", VP2 },
    { 0xa, 0xe, 0, 0, "PCIPHER_CONTEXT", VP2 }, { 0xa, 0xe, 1, 1, "PCIPHER_SRC", VP2 },
    { 0xa, 0xe, 2, 2, "PCIPHER_DST", VP2 }, { 0xa, 0xe, 3, 3, "PCIPHER_QUERY", VP2 },
    { 1, 0xc, 0, 7, "PPDEC_PORT", VP3_4 }, { 8, 6, 0, 7, "PPPP_PORT", VP3_4 }, { 9, 0xd, 0, 7, "PVLD_PORT", VP3_4 },
    { 0xa, 0xe, 0, 7, "PSEC_PORT", VP3 }, { 0xd, 0x13, 0, 7, "PCOPY_PORT", VP4 },
    { 0xe, 0x11, 0, 7, "PDAEMON_PORT", VP4 }, { 7, 0x14, 0, 7, "PVCOMP_PORT", "mcp89" },
};
/* clang-format on */

static unsigned typed_on(unsigned engine, unsigned client, unsigned slot, const char *chip)
{
    unsigned found = 0;

    for (size_t i = 0; i < ARRAY_SIZE(typed_names); i++)
        found += typed_names[i].engine == engine && typed_names[i].client == client &&
                 slot >= typed_names[i].first && slot <= typed_names[i].last &&
                 has_word(typed_names[i].chips, chip);
    return found;
}

static unsigned table_slot_on(unsigned engine, unsigned client, unsigned slot, unsigned chip)
{
    unsigned found = 0;

    for (unsigned i = 0; i < VM_SLOT_COUNT; i++)
        found += vm_slots[i].engine == engine && vm_slots[i].client == client &&
                 vm_slots[i].slot == slot && (vm_slots[i].chips >> chip & 1);
    return found;
}

/* Every triple on every chipset: in the table as often as typed, which is once or never. */
TEST(every_slot_stands_on_its_chipsets)
{
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++)
        for (unsigned engine = 0; engine < 0x10; engine++)
            for (unsigned client = 0; client < 0x20; client++)
                for (unsigned slot = 0; slot < 0x10; slot++)
                    if (table_slot_on(engine, client, slot, chip) !=
                        typed_on(engine, client, slot, nv50_chips[chip].chip.name))
                        fail_msg("%x/%x/%x on %s", engine, client, slot,
                                 nv50_chips[chip].chip.name);
}

static const char *table_name(unsigned engine, unsigned client, unsigned slot, unsigned chip)
{
    for (unsigned i = 0; i < VM_SLOT_COUNT; i++)
        if (vm_slots[i].engine == engine && vm_slots[i].client == client &&
            vm_slots[i].slot == slot && (vm_slots[i].chips >> chip & 1))
            return vm_slots[i].name;
    return "";
}

TEST(every_slot_has_its_name)
{
    char name[32];

    for (size_t i = 0; i < ARRAY_SIZE(typed_names); i++)
        for (unsigned slot = typed_names[i].first; slot <= typed_names[i].last; slot++) {
            if (typed_names[i].first == typed_names[i].last)
                snprintf(name, sizeof(name), "%s", typed_names[i].name);
            else
                snprintf(name, sizeof(name), "%s%X", typed_names[i].name, slot);
            for (unsigned chip = 0; chip < CHIP_COUNT; chip++)
                if (has_word(typed_names[i].chips, nv50_chips[chip].chip.name))
                    assert_string_equal(
                        table_name(typed_names[i].engine, typed_names[i].client, slot, chip), name);
        }
}
