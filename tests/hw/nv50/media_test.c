/* The facts of hw/nv50/media.h and of the engines' headers typed a second time, from docs/hardware/tesla-engines.md
 * §1.4 to §1.6, §2.1, §2.2, §3.1 to §3.4, §5.5 and §7. */
#include <stdbool.h>
#include <string.h>

#include "hw/nv50/falcon.h"
#include "hw/nv50/media.h"
#include "hw/nv50/pcipher.h"
#include "hw/nv50/pcounter_record.h"
#include "hw/nv50/pmpeg.h"
#include "hw/nv50/slots.h"
#include "hw/nv50/xtensa.h"
#include "tests/hw/hw_rig.h"
#include "tests/kit/tests.h"

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
} typed[] = {
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

static bool on(const char *chips, unsigned chip)
{
    const size_t length = strlen(nv50_chips[chip].chip.name);

    for (const char *at = chips; (at = strstr(at, nv50_chips[chip].chip.name)); at += length)
        if ((at == chips || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

static uint32_t bit(int number)
{
    return number < 0 || number > 31 ? 0 : 1u << number;
}

static void check_unit(const struct media_unit *unit, const struct typed_unit *t, unsigned chip)
{
    uint16_t context = 0;

    assert_int_equal(unit->base, t->base);
    assert_int_equal(unit->engine, t->engine);
    assert_int_equal(unit->client, t->client);
    assert_int_equal(unit->enable, bit((int)t->enable) | bit((int)t->second_enable));
    assert_int_equal(unit->line, bit((int)t->line));
    assert_int_equal(unit->fuse[0], bit(t->fuse_1540));
    assert_int_equal(unit->fuse[1], bit(t->fuse_154c));
    assert_int_equal(unit->record, bit((int)t->record));
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

        for (unsigned i = 0; i < ARRAY_SIZE(typed); i++) {
            const struct media_unit *found = NULL;

            for (unsigned k = 0; k < MEDIA_UNIT_COUNT; k++)
                if (!strcmp(media_units[k].name, typed[i].name) &&
                    (media_units[k].chips & CHIP_BIT(chip)))
                    found = &media_units[k];
            wanted += on(typed[i].chips, chip);
            assert_int_equal(found != NULL, on(typed[i].chips, chip));
            if (found)
                check_unit(found, &typed[i], chip);
        }
        for (unsigned k = 0; k < MEDIA_UNIT_COUNT; k++)
            seen += (media_units[k].chips & CHIP_BIT(chip)) != 0;
        assert_int_equal(seen, wanted);
    }
}
