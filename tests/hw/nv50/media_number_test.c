/* Numbers of the media engines, of PCOUNTER and of the display a second time, from docs/hardware/tesla-engines.md §2, §3
 * and §5, tesla-mmio.md §1.6, §3.10 and devinit.md §3, §4.3. hw/nv50/media_test.c has the registers that are not here. */
#include <string.h>

#include "hw/bits.h"
#include "tests/kit/tests.h"

#include "hw/nv50/falcon.h"
#include "hw/nv50/media.h"
#include "hw/nv50/pcounter_record.h"
#include "hw/nv50/pdisplay.h"
#include "hw/nv50/pmpeg.h"
#include "hw/nv50/xtensa.h"

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
