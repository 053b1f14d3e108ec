#include "hw/foreign.h"

#include <stddef.h>

#include "hw/bits.h"

#define NV30   "NV3x or older"
#define NV40   "NV40 family"
#define FERMI  "Fermi, "
#define KEPLER "Kepler, "
#define MAX    "Maxwell, "
#define PASCAL "Pascal, "
#define AMPERE "Ampere, "
#define ADA    "Ada, "

/* In the order of their ids. Between these rows lie those of G80 to MCP89, GV100 and Turing, and others' that are no graphics. */
static const struct {
    uint16_t first, last;
    const char *name;
} devices[] = {
    { 0x0008, 0x003f, NV30 },
    { 0x0040, 0x004f, NV40 ", NV40" },
    { 0x0090, 0x009f, NV40 ", G70" },
    { 0x00a0, 0x00af, NV30 },
    { 0x00c0, 0x00cf, NV40 ", NV41" },
    { 0x00f0, 0x00f0, NV40 ", NV40" },
    { 0x00f1, 0x00f4, NV40 ", NV43" },
    { 0x00f5, 0x00f5, NV40 ", G70" },
    { 0x00f6, 0x00f6, NV40 ", NV43" },
    { 0x00f8, 0x00f8, NV40 ", NV45" },
    { 0x00f9, 0x00f9, NV40 ", NV40" },
    { 0x00fa, 0x00ff, NV30 },
    { 0x0100, 0x013f, NV30 },
    { 0x0140, 0x014f, NV40 ", NV43" },
    { 0x0150, 0x015f, NV30 },
    { 0x0160, 0x016f, NV40 ", NV44" },
    { 0x0170, 0x018f, NV30 },
    { 0x01a0, 0x01af, NV30 },
    { 0x01d0, 0x01df, NV40 ", G72" },
    { 0x01f0, 0x01ff, NV30 },
    { 0x0200, 0x020f, NV30 },
    { 0x0210, 0x021f, NV40 ", NV48" },
    { 0x0220, 0x022f, NV40 ", NV44" },
    { 0x0240, 0x024f, NV40 ", C51" },
    { 0x0250, 0x028f, NV30 },
    { 0x0290, 0x029f, NV40 ", G71" },
    { 0x02e0, 0x02e2, NV40 ", G73" },
    { 0x02e3, 0x02e5, NV40 ", G71" },
    { 0x0300, 0x034f, NV30 },
    { 0x038b, 0x038b, NV40 ", G73" },
    { 0x0390, 0x039f, NV40 ", G73" },
    { 0x03d0, 0x03df, NV40 ", C61" },
    { 0x0530, 0x053f, NV40 ", C67" },
    { 0x06c0, 0x06df, FERMI "GF100" },
    { 0x07e0, 0x07ef, NV40 ", C73" },
    { 0x0dc0, 0x0ddf, FERMI "GF106" },
    { 0x0de0, 0x0dff, FERMI "GF108" },
    { 0x0e20, 0x0e3f, FERMI "GF104" },
    { 0x0f00, 0x0f0f, FERMI "GF108" },
    { 0x0fc0, 0x0fff, KEPLER "GK107" },
    { 0x1000, 0x103f, KEPLER "GK110" },
    { 0x1040, 0x107f, FERMI "GF119" },
    { 0x1080, 0x109f, FERMI "GF110" },
    { 0x1140, 0x114f, FERMI "GF117" },
    { 0x1180, 0x11bf, KEPLER "GK104" },
    { 0x11c0, 0x11ff, KEPLER "GK106" },
    { 0x1200, 0x121f, FERMI "GF114" },
    { 0x1240, 0x125f, FERMI "GF116" },
    { 0x1280, 0x12bf, KEPLER "GK208" },
    { 0x1340, 0x137f, MAX "GM108" },
    { 0x1380, 0x13bf, MAX "GM107" },
    { 0x13c0, 0x13ff, MAX "GM204" },
    { 0x1400, 0x143f, MAX "GM206" },
    { 0x15f0, 0x15ff, PASCAL "GP100" },
    { 0x1610, 0x166f, MAX "GM204" },
    { 0x1720, 0x172f, PASCAL "GP100" },
    { 0x1740, 0x174f, MAX "GM108" },
    { 0x1780, 0x179f, MAX "GM107" },
    { 0x17c0, 0x17ff, MAX "GM200" },
    { 0x1b00, 0x1b7f, PASCAL "GP102" },
    { 0x1b80, 0x1bff, PASCAL "GP104" },
    { 0x1c00, 0x1c7f, PASCAL "GP106" },
    { 0x1c80, 0x1cff, PASCAL "GP107" },
    { 0x1d00, 0x1d7f, PASCAL "GP108" },
    { 0x2080, 0x20ff, AMPERE "GA100" },
    { 0x2200, 0x227f, AMPERE "GA102" },
    { 0x2300, 0x237f, "Hopper, GH100" },
    { 0x2400, 0x247f, AMPERE "GA103" },
    { 0x2480, 0x24ff, AMPERE "GA104" },
    { 0x2500, 0x257f, AMPERE "GA106" },
    { 0x2580, 0x25ff, AMPERE "GA107" },
    { 0x2680, 0x26ff, ADA "AD102" },
    { 0x2700, 0x277f, ADA "AD103" },
    { 0x2780, 0x27ff, ADA "AD104" },
    { 0x2800, 0x287f, ADA "AD106" },
    { 0x2880, 0x28ff, ADA "AD107" },
};

/* By bits 28 to 24, as nouveau groups them. */
static const struct {
    uint32_t first, last;
    const char *name;
} chipsets[] = {
    { 0x040, 0x04f, NV40 },        { 0x060, 0x06f, NV40 },      { 0x0c0, 0x0df, "Fermi" },
    { 0x0e0, 0x10f, "Kepler" },    { 0x110, 0x12f, "Maxwell" }, { 0x130, 0x13f, "Pascal" },
    { 0x170, 0x17f, "Ampere" },    { 0x180, 0x18f, "Hopper" },  { 0x190, 0x19f, "Ada" },
    { 0x1a0, 0x1bf, "Blackwell" },
};

const char *foreign_device(uint16_t device)
{
    for (unsigned i = 0; i < ARRAY_SIZE(devices); i++)
        if (device >= devices[i].first && device <= devices[i].last)
            return devices[i].name;
    return NULL;
}

const char *foreign_chipset(uint32_t chipset)
{
    for (unsigned i = 0; i < ARRAY_SIZE(chipsets); i++)
        if (chipset >= chipsets[i].first && chipset <= chipsets[i].last)
            return chipsets[i].name;
    return NULL;
}
