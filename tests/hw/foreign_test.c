/* tests/hw/foreign_test.c: NVIDIA's other graphics by their ids (hw/foreign.h), typed a second time from the PCI ID
 * Repository, vendor 10de: products, and the device ids of the families that are tested, which are none of them. */
#include "hw/foreign.h"

#include "hw/bits.h"

#include "tests/kit/tests.h"

TEST(other_cards_are_known_by_their_device_ids)
{
    static const struct {
        uint16_t device;
        const char *name; /* null: it may be tested, or is no graphics */
    } rows[] = {
        /* Their sixteen belong to several: NV1, bridges of PCIe, cards for AGP, one G73. */
        /* clang-format off */
        { 0x0007, NULL }, { 0x0008, "NV3x or older" }, { 0x00ef, NULL }, { 0x00f0, "NV40 family, NV40" },
        { 0x00f4, "NV40 family, NV43" }, { 0x00f5, "NV40 family, G70" }, { 0x00f6, "NV40 family, NV43" },
        { 0x00f7, NULL }, { 0x00f8, "NV40 family, NV45" }, { 0x00f9, "NV40 family, NV40" }, { 0x00fa, "NV3x or older" },
        { 0x00ff, "NV3x or older" }, { 0x02df, NULL }, { 0x02e0, "NV40 family, G73" }, { 0x02e2, "NV40 family, G73" },
        { 0x02e3, "NV40 family, G71" }, { 0x02e5, "NV40 family, G71" }, { 0x02e6, NULL },
        { 0x038a, NULL }, { 0x038b, "NV40 family, G73" }, { 0x038c, NULL },
        /* clang-format on */
        { 0x0041, "NV40 family, NV40" }, /* GeForce 6800 */
        { 0x0091, "NV40 family, G70" },  /* GeForce 7800 GTX */
        { 0x00f1, "NV40 family, NV43" }, /* GeForce 6600 GT */
        { 0x01d1, "NV40 family, G72" },  /* GeForce 7300 LE */
        { 0x0191, NULL },                /* 8800 GTX */
        { 0x0240, "NV40 family, C51" },  /* GeForce 6150 */
        { 0x0392, "NV40 family, G73" },  /* GeForce 7600 GS */
        { 0x03d0, "NV40 family, C61" },  /* GeForce 6150SE */
        { 0x0322, "NV3x or older" },     /* GeForce FX 5200 */
        { 0x0402, NULL },                /* 8600 GT */
        { 0x0414, NULL },                /* 9800 GT */
        { 0x042f, NULL },                /* Quadro NVS 290 */
        { 0x05e2, NULL },                /* GTX 260 */
        { 0x05ff, NULL },                /* NVS 450 or later ids of GT200 */
        { 0x0605, NULL },                /* 9800 GT */
        { 0x0622, NULL },                /* 9600 GT */
        { 0x065f, NULL },                /* G96 */
        { 0x06c0, "Fermi, GF100" },      /* GTX 480 */
        { 0x06dd, "Fermi, GF100" },      /* Quadro 4000 */
        { 0x06e4, NULL },                /* 8400 GS */
        { 0x06ff, NULL },                /* HICx16 of G98 */
        { 0x0849, NULL },                /* GeForce 8200 */
        { 0x0863, NULL },                /* 9400M */
        { 0x08a0, NULL },                /* 320M */
        { 0x0a20, NULL },                /* GT 220 */
        { 0x0a65, NULL },                /* 210 */
        { 0x0ca3, NULL },                /* GT 240 */
        { 0x0dc4, "Fermi, GF106" },      /* GTS 450 */
        { 0x0de1, "Fermi, GF108" },      /* GT 430 */
        { 0x0e22, "Fermi, GF104" },      /* GTX 460 */
        { 0x0fc6, "Kepler, GK107" },     /* GTX 650 */
        { 0x1005, "Kepler, GK110" },     /* GTX TITAN */
        { 0x104a, "Fermi, GF119" },      /* GT 610 */
        { 0x1080, "Fermi, GF110" },      /* GTX 580 */
        { 0x10c3, NULL },                /* 8400 GS Rev. 3, a GT218 */
        { 0x1180, "Kepler, GK104" },     /* GTX 680 */
        { 0x1381, "Maxwell, GM107" },    /* GTX 750 */
        { 0x13c2, "Maxwell, GM204" },    /* GTX 970 */
        { 0x15f8, "Pascal, GP100" },     /* Tesla P100 */
        { 0x17c2, "Maxwell, GM200" },    /* GTX TITAN X */
        { 0x1b06, "Pascal, GP102" },     /* GTX 1080 Ti */
        { 0x1b80, "Pascal, GP104" },     /* GTX 1080 */
        { 0x1c03, "Pascal, GP106" },     /* GTX 1060 */
        { 0x1d01, "Pascal, GP108" },     /* GT 1030 */
        { 0x1d81, NULL },                /* TITAN V */
        { 0x1dba, NULL },                /* Quadro GV100 */
        { 0x1db4, NULL },                /* V100 */
        { 0x1df6, NULL },                /* V100S */
        { 0x1e04, NULL },                /* RTX 2080 Ti */
        { 0x1eb8, NULL },                /* T4 */
        { 0x1f82, NULL },                /* GTX 1650 */
        { 0x20b0, "Ampere, GA100" },     /* A100 */
        { 0x2184, NULL },                /* GTX 1660 */
        { 0x2204, "Ampere, GA102" },     /* RTX 3090 */
        { 0x2330, "Hopper, GH100" },     /* H100 */
        { 0x2684, "Ada, AD102" },        /* RTX 4090 */
        { 0x28e0, "Ada, AD107" },        /* RTX 4060 of laptops */
        { 0xffff, NULL },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const char *const name = foreign_device(rows[i].device);

        if (!rows[i].name && name)
            fail_msg("device 0x%04x is called %s", rows[i].device, name);
        if (rows[i].name) {
            assert_non_null(name);
            assert_string_equal(rows[i].name, name);
        }
    }
    for (uint32_t device = 0x10; device < 0x10000; device++) /* sixteen of a kind, but for these */
        if (device >> 4 != 0x0f && device >> 4 != 0x2e && device >> 4 != 0x38 &&
            foreign_device((uint16_t)device) != foreign_device((uint16_t)(device & ~15u)))
            fail_msg("device 0x%04x is called otherwise than those before it", device);
}

TEST(other_chipsets_are_known_by_boot_0)
{
    static const struct {
        uint32_t chipset;
        const char *name;
    } rows[] = {
        { 0x04b, "NV40 family" }, { 0x050, NULL },     { 0x0af, NULL },      { 0x0c0, "Fermi" },
        { 0x0e4, "Kepler" },      { 0x108, "Kepler" }, { 0x124, "Maxwell" }, { 0x134, "Pascal" },
        { 0x140, NULL },          { 0x164, NULL },     { 0x172, "Ampere" },  { 0x192, "Ada" },
        { 0x1b2, "Blackwell" },   { 0x1ff, NULL },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const char *const name = foreign_chipset(rows[i].chipset);

        assert_int_equal(!rows[i].name, !name);
        if (rows[i].name)
            assert_string_equal(rows[i].name, name);
    }
    for (uint32_t chipset = 0; chipset < 0x200; chipset++) /* by their upper digits */
        assert_true(foreign_chipset(chipset) == foreign_chipset(chipset & ~15u));
}
