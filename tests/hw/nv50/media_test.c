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

/* Bits of registers 0x000200 and 0x000100, of 0x001540 and 0x00154c, and of 0x100c90. */
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

TEST(falcon_registers_are_the_references)
{
    static const uint32_t pairs[][2] = {
        { FALCON_INTR_SET, 0x000 },
        { FALCON_INTR_ACK, 0x004 },
        { FALCON_INTR, 0x008 },
        { FALCON_INTR_EN_SET, 0x010 },
        { FALCON_INTR_EN_CLEAR, 0x014 },
        { FALCON_INTR_EN, 0x018 },
        { FALCON_INTR_ROUTING, 0x01c },
        { FALCON_CHANNEL_CUR, 0x050 },
        { FALCON_CHANNEL_NEXT, 0x054 },
        { FALCON_CHANNEL_TRIGGER, 0x058 },
        { FALCON_VM_SUPERVISOR, 0x060 },
        { FALCON_XFER_BASE, 0x110 },
        { FALCON_XFER_FALCON, 0x114 },
        { FALCON_XFER_CTRL, 0x118 },
        { FALCON_XFER_OFFSET, 0x11c },
        { FALCON_XFER_STATUS, 0x120 },
        { FALCON_CODE_INDEX, 0x180 },
        { FALCON_DATA_INDEX, 0x1c0 },
        { FALCON_DATA, 0x1c4 },
        { FALCON_UPLOAD, 0xff4 },
        { FALCON_UPLOAD_ADDR, 0xff8 },
        { FALCON_PORT, 0x600 },
        { FALCON_MEMIF_CTRL, 0x624 },
        { PDAEMON_RESET, 0x022210 },
        { PDAEMON_CHANNEL_SETUP, 0x47c },
        { FALCON_INTR_EXIT, 1 << 4 },
        { FALCON_INTR_MEMIF_PORT, 1 << 8 },
        { FALCON_INTR_MEMIF_FAULT, 1 << 9 },
        { FALCON_CHANNEL_VALID, 1 << 30 },
        { FALCON_TRIGGER_LOADED, 1 << 1 },
        { FALCON_XFER_STORE, 0x20 },
        { FALCON_XFER_SIZE, 0x700 },
        { FALCON_XFER_PORT, 0x7000 },
        { FALCON_XFER_STATUS_BUSY, 1 << 1 },
        { FALCON_PORT_TYPE, 7 << 24 },
        { FALCON_PORT_ENABLE, 1 << 30 },
        { FALCON_PORT_ENABLED, 1u << 31 },
        { FALCON_MEMIF_RESET, 1 << 6 },
    };

    check_pairs(pairs, ARRAY_SIZE(pairs));
}

TEST(other_registers_are_the_references)
{
    static const uint32_t pairs[][2] = {
        { XTENSA_INTR, 0xc20 },
        { XTENSA_INTR_VM_FAULT, 1 << 3 },
        { XTENSA_INTR_LIMIT_FAULT, 1 << 5 },
        { XTENSA_CHANNEL_CUR, 0xc28 },
        { XTENSA_REGION + 12 * XTENSA_REGION_STRIDE, 0xcc0 },
        { XTENSA_LIMIT_FAULT_ADDR, 0xd3c },
        { XTENSA_INTR_EN, 0xd84 },
        { PCIPHER_INTR, 0x130 },
        { PCIPHER_INTR_FAULT, 1 << 8 },
        { PCIPHER_INTR_EN, 0x140 },
        { PCIPHER_CHANNEL_CUR, 0x188 },
        { PCIPHER_DMA_QUERY, 0x248 },
        { PCIPHER_DMA_SRC, 0x24c },
        { PCIPHER_DMA_DST, 0x250 },
        { PCIPHER_LAUNCH, 0x28c },
        { PCIPHER_SLOT_CONTEXT, 0 },
        { PCIPHER_SLOT_SRC, 1 },
        { PCIPHER_SLOT_DST, 2 },
        { PCIPHER_SLOT_QUERY, 3 },
        { PMPEG_ERROR + 0xb100, 0xb210 },
        { PMPEG_ERROR_CMD, 1 << 24 },
        { PMPEG_ERROR_QUERY, 1 << 27 },
        { PMPEG_INTR_ERROR, 1 << 16 },
        { PMPEG_CONFIG + 0xb100, 0xb300 },
        { PMPEG_CONFIG_CMD, 1 << 10 },
        { PMPEG_CONFIG_QUERY, 1 << 13 },
        { PMPEG_CHANNEL_CUR + 0xb100, 0xb318 },
        { PMPEG_SLOT_CMD, 1 },
        { PMPEG_SLOT_QUERY, 5 },
        { PMPEG_PIO_METHOD + 0xb100, 0xb250 },
        { PMPEG_ERROR_ADDRESS + 0xb100, 0xb21c },
        { PCOUNTER_RECORD_CHAN, 0xa7a0 },
        { PCOUNTER_RECORD_DMA, 0xa7a4 },
        { PCOUNTER_RECORD_STATUS, 0xa6e0 },
        { PCOUNTER_RECORD_START, 0xa760 },
        { PCOUNTER_STATUS_FAULT, 1 },
        { PCOUNTER_CHAN_VALID, 1u << 31 },
    };

    check_pairs(pairs, ARRAY_SIZE(pairs));
}
