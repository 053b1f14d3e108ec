/* Numbers of the media engines, of PCOUNTER and of the display a second time, from docs/hardware/tesla-engines.md §2, §3
 * and §5, tesla-mmio.md §1.6, §3.10 and devinit.md §3, §4.3. hw/nv50/media_test.c has the registers that are not here. */
#include <string.h>

#include "tests/hw/number_rig.h"

#include "hw/nv50/falcon.h"
#include "hw/nv50/media.h"
#include "hw/nv50/pcounter_record.h"
#include "hw/nv50/pdisplay.h"
#include "hw/nv50/pmpeg.h"
#include "hw/nv50/xtensa.h"

/* tesla-engines.md §2.2, §2.5; PDAEMON's rings: nouveau-client.md §4. */
TEST(falcons_are_the_references)
{
    static const struct number numbers[] = {
        N(FALCON_INTR_MODE, 0x00c),
        F(FALCON_INTR_MEMIF_PORT, 8, 8),
        F(FALCON_INTR_MEMIF_FAULT, 9, 9),
        F(FALCON_XFER_PORT, 14, 12),
        N(FALCON_CODE_INDEX, 0x180),
        N(FALCON_CODE, 0x184),
        N(FALCON_CODE_VIRT, 0x188),
        N(FALCON_PORT_DMAOBJ, 0),
        N(FALCON_PORT_VRAM, 4),
        N(FALCON_PORT_SYSRAM, 5),
        N(FALCON_PORT_SYSRAM_NOSNOOP, 6),
        N(PDAEMON_CHANNEL_SETUP, 0x10a47c - 0x10a000),
        N(PDAEMON_SCRATCH, 0x10a4a0 - 0x10a000),
        N(PDAEMON_SCRATCH_COUNT, 20),
        N(PDAEMON_REQUESTS, 0x10a4d0 - 0x10a000),
        N(PDAEMON_REPLIES, 0x10a4dc - 0x10a000),
        N(MEDIA_FALCON, 0), /* our own: four kinds */
        N(MEDIA_XTENSA, 1),
        N(MEDIA_PCIPHER, 2),
        N(MEDIA_PMPEG, 3),
        N(MEDIA_UNIT_COUNT, 14), /* 11 units; PVLD stands three times, PDAEMON twice */
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* §3.4; the PMPEG offsets count from 0xb100, methods from 0. */
TEST(pmpeg_is_the_references)
{
    static const struct number numbers[] = {
        N(PMPEG_INTR, 0xb100 - 0xb100),
        F(PMPEG_INTR_FETCH_DONE, 8, 8),
        F(PMPEG_INTR_ERROR, 16, 16),
        N(PMPEG_INTR_EN, 0xb140 - 0xb100),
        N(PMPEG_STATUS, 0xb200 - 0xb100),
        N(PMPEG_ERROR, 0xb210 - 0xb100),
        F(PMPEG_ERROR_CMD, 24, 24),
        F(PMPEG_ERROR_QUERY, 27, 27),
        N(PMPEG_ERROR_ADDRESS, 0xb21c - 0xb100),
        N(PMPEG_PIO_METHOD, 0xb250 - 0xb100),
        N(PMPEG_PIO_DATA, 0xb254 - 0xb100),
        N(PMPEG_PIO_CONTROL, 0xb258 - 0xb100),
        F(PMPEG_PIO_TRIGGER, 0, 0),
        F(PMPEG_PIO_IDLE, 8, 8),
        N(PMPEG_CONFIG, 0xb300 - 0xb100),
        F(PMPEG_CONFIG_PFIFO, 0, 0),
        F(PMPEG_CONFIG_ERRORS, 8, 8),
        F(PMPEG_CONFIG_CMD, 10, 10),
        F(PMPEG_CONFIG_QUERY, 13, 13),
        N(PMPEG_CHANNEL_CUR, 0xb318 - 0xb100),
        N(PMPEG_CHANNEL_NEXT, 0xb31c - 0xb100),
        F(PMPEG_CHANNEL_DESC, 29, 0),
        N(PMPEG_COMMANDS, 0xb320 - 0xb100),
        N(PME_ENABLE, 0xb860),
        N(PMPEG_DMA_CMD, 0x190),
        N(PMPEG_DMA_QUERY, 0x1c0),
        N(PMPEG_QUERY_OFFSET, 0x31c),
        N(PMPEG_QUERY_COUNTER, 0x320),
        N(PMPEG_CMD_OFFSET, 0x380),
        N(PMPEG_CMD_SIZE, 0x384),
        N(PMPEG_EXEC, 0x394),
        N(PMPEG_NOP, 0x10000000),
        N(PMPEG_SLOT_CMD, 1),
        N(PMPEG_SLOT_QUERY, 5),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* §3.2; the table's offsets have 0xc00 in them. */
TEST(xtensa_is_the_references)
{
    static const struct number numbers[] = {
        N(XTENSA_INTR, 0xc20),
        F(XTENSA_INTR_VM_FAULT, 3, 3),
        F(XTENSA_INTR_LIMIT_FAULT, 5, 5),
        N(XTENSA_CHANNEL_CUR, 0xc28),
        N(XTENSA_CHANNEL_NEXT, 0xc2c),
        F(XTENSA_CHANNEL_DESC, 29, 0),
        N(XTENSA_REGION, 0xc30),
        N(XTENSA_REGION_STRIDE, 12),
        N(XTENSA_REGIONS, 16),
        N(XTENSA_REGION_BASE, 0xc30 - 0xc30),
        N(XTENSA_REGION_SETUP, 0xc34 - 0xc30),
        N(XTENSA_REGION_LIMIT, 0xc38 - 0xc30),
        F(XTENSA_SETUP_INDEX, 3, 0),
        F(XTENSA_SETUP_PHYSICAL, 4, 4),
        N(XTENSA_SETUP_D08, 0xd08),
        N(XTENSA_SETUP_D10, 0xd10),
        N(XTENSA_SETUP_D28, 0xd28),
        N(XTENSA_LIMIT_FAULT_ADDR, 0xd3c),
        N(XTENSA_INTR_EN, 0xd84),
        N(XTENSA_FIFO_CTRL, 0xd94),
        N(XTENSA_BOOT_REGION, 0xc0000020 >> 28),
        N(XTENSA_BOOT_OFFSET, 0xc0000020 & 0xfffffff),
        N(XTENSA_LINE, 32),
        N(XTENSA_CONTEXT, 15),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* §5.1, §5.5. */
TEST(counters_records_are_the_references)
{
    static const struct number numbers[] = {
        N(PCOUNTER_RECORD_HIGH, 0xa6a0),  N(PCOUNTER_RECORD_STATUS, 0xa6e0),
        F(PCOUNTER_STATUS_FAULT, 0, 0),   N(PCOUNTER_RECORD_LIMIT, 0xa720),
        N(PCOUNTER_RECORD_START, 0xa760), N(PCOUNTER_RECORD_CHAN, 0xa7a0),
        F(PCOUNTER_CHAN_DESC, 29, 0),     F(PCOUNTER_CHAN_VALID, 31, 31),
        N(PCOUNTER_RECORD_DMA, 0xa7a4),   N(PCOUNTER_GCTRL, 0xa7a8),
        F(PCOUNTER_CTRL_SHORT, 20, 20),   F(PCOUNTER_CTRL_PERIOD, 23, 21),
        N(PCOUNTER_PERIODIC, 0x0d),       N(PCOUNTER_PACKET_SHORT, 16),
        N(PCOUNTER_PACKET_LONG, 32),      N(PCOUNTER_TRAILERS, 4),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* devinit.md §3.1, §4.3; tesla-mmio.md §1.6, §3.10. */
TEST(display_is_the_references)
{
    static const struct number numbers[] = {
        N(PDISPLAY_CRTC, 0x619400),   N(CRTC_LOCK, 0x3f),
        N(CRTC_LOCK_OPEN, 0x57),      N(PRMIO, 0x601000),
        N(VGA_PORT_SEQUENCER, 0x3c4), N(VGA_PORT_GRAPHICS, 0x3ce),
        N(VGA_PORT_CRTC, 0x3d4),      F(PDISPLAY_VGA_ROM_WINDOW_ADDRESS, 31, 8),
        N(PDISPLAY_ACTIVE_STRIDE, 8), N(PDISPLAY_INTR_0, 0x610020),
        N(PDISPLAY_INTR_1, 0x610024),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* §2.1, §2.3: bytes of a falcon's data memory, and which of them wipe theirs when they come out of reset. */
TEST(memories_of_falcons_are_the_references)
{
    static const struct {
        const char *name;
        uint32_t chips;
        uint16_t data;
        bool secret;
    } typed[] = {
        { "PVLD", 0x0340, 0x1000, false },  /* G98, MCP77, MCP79 */
        { "PVLD", 0x1c00, 0x1000, true },   /* GT215, GT216, GT218 */
        { "PVLD", 0x2000, 0x2000, true },   /* MCP89 */
        { "PPDEC", 0x3f40, 0x1000, false }, /* all seven */
        { "PPPP", 0x3f40, 0x800, false },   /* */
        { "PSEC", 0x0340, 0x800, true },    /* G98, MCP77, MCP79 */
        { "PCOPY", 0x3c00, 0x800, false },  /* from GT215 on */
        { "PDAEMON", 0x1c00, 0x3000, false }, { "PDAEMON", 0x2000, 0x6000, false },
        { "PVCOMP", 0x2000, 0xb00, false },   { "PVP2", 0x00be, 0, false },
        { "PBSP", 0x00be, 0, false },         { "PCIPHER", 0x00be, 0, false },
        { "PMPEG", 0x00bf, 0, false },
    };
    static const struct {
        const char *name;
        unsigned kind;
    } kinds[] = {
        { "PVP2", MEDIA_XTENSA },
        { "PBSP", MEDIA_XTENSA },
        { "PCIPHER", MEDIA_PCIPHER },
        { "PMPEG", MEDIA_PMPEG },
    };

    assert_int_equal(MEDIA_UNIT_COUNT, ARRAY_SIZE(typed));
    for (unsigned i = 0; i < MEDIA_UNIT_COUNT; i++) {
        unsigned kind = MEDIA_FALCON;

        assert_string_equal(media_units[i].name, typed[i].name);
        assert_int_equal(media_units[i].chips, typed[i].chips);
        assert_int_equal(media_units[i].data, typed[i].data);
        assert_int_equal(media_units[i].secret, typed[i].secret);
        for (unsigned k = 0; k < ARRAY_SIZE(kinds); k++)
            if (strcmp(kinds[k].name, typed[i].name) == 0)
                kind = kinds[k].kind;
        assert_int_equal(media_units[i].kind, kind);
    }
}

/* §5.1: domains and trailers of core clock B (G80) or D and of the memory's; §5.4: PFB's write. 0: not known. */
TEST(wirings_are_the_references)
{
    static const struct pcounter_wiring typed[] = {
        { 2, 0xee, 4, 0x2e, 0xc3 }, /* G80 */
        { 7, 0xec, 4, 0x4c, 0 },    /* G84 */
        { 7, 0xcc, 4, 0x4c, 0x6f }, /* G86 */
        { 7, 0xec, 4, 0x4c, 0 },    /* G92 */
        { 7, 0xec, 4, 0x4c, 0 },    /* G94 */
        { 7, 0xec, 4, 0x4c, 0 },    /* G96 */
        { 7, 0xac, 4, 0x4c, 0x4b }, /* G98 */
        { 7, 0x8c, 4, 0x6c, 0x75 }, /* G200 */
        { 6, 0xac, 0xff, 0, 0x40 }, /* MCP77 */
        { 6, 0xac, 0xff, 0, 0x40 }, /* MCP79 */
        { 7, 0xec, 4, 0x6c, 0x7d }, /* GT215 */
        { 7, 0xec, 4, 0x6c, 0x7b }, /* GT216 */
        { 7, 0xcc, 4, 0x6c, 0x65 }, /* GT218 */
        { 7, 0xec, 4, 0xec, 0x63 }, /* MCP89 */
    };

    assert_int_equal(CHIP_COUNT, ARRAY_SIZE(typed));
    for (unsigned i = 0; i < CHIP_COUNT; i++) {
        assert_int_equal(pcounter_wirings[i].core, typed[i].core);
        assert_int_equal(pcounter_wirings[i].core_signals, typed[i].core_signals);
        assert_int_equal(pcounter_wirings[i].memory, typed[i].memory);
        assert_int_equal(pcounter_wirings[i].memory_signals, typed[i].memory_signals);
        assert_int_equal(pcounter_wirings[i].pfb_write, typed[i].pfb_write);
    }
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

    for (unsigned i = 0; i < PCOUNTER_TRAILERS; i++) {
        assert_int_equal(pcounter_trailers[i].first, typed[i].first);
        assert_int_equal(pcounter_trailers[i].chips, typed[i].chips);
    }
}
