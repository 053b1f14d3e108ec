/* Tests of the board and not of the processor: the link's width, the ROM. */
#include "suite/gv100/groups.h"

#include "hw/pci.h"
#include "pci/find.h"
#include "suite/kit/link.h"

#define PROM          0x300000 /* the ROM's first MiB, in BAR0 (gv100.md §8.5) */
#define PROM_SIZE     0x100000u
#define MIRROR        0x088000
#define ROM_SIGNATURE 0xaa55
#define ROM_VENDORS   0x4e56      /* of an image that is not for the machine: its own program */
#define ROM_DATA_AT   0x18        /* 16 bits: where the data structure lies */
#define ROM_DATA      0x52494350u /* "PCIR" */
#define ROM_DATA_NV   0x5344504eu /* "NPDS", of the same form */
#define DATA_BYTES    0x0a        /* 16 bits: of the data structure */
#define DATA_DEVICE   0x04        /* vendor, device */
#define DATA_LENGTH   0x10        /* of the image, in 512 bytes; 16 bits */
#define DATA_LAST     0x15        /* bit 7: the last image */
#define DATA_TYPE     0x14        /* 0: for a PC's BIOS */
#define TYPE_PRIVATE  0x70
#define ROM_MORE                                                                                   \
    0x4544504eu /* "NPDE", at the next multiple of 16: its length and last count instead */
#define MORE_LENGTH 0x08
#define MORE_LAST   0x0a
#define IMAGES_MAX  (PROM_SIZE / 512) /* an image has 512 bytes at least */

/* The lists of §1.1: power management, MSI, PCI Express. */
static void capabilities_are_there(struct test *t)
{
    static const uint8_t ids[] = { PCI_CAP_ID_PM, PCI_CAP_ID_MSI, PCI_CAP_ID_PCIE };
    uint16_t at;

    for (unsigned i = 0; i < ARRAY_SIZE(ids); i++) {
        const enum err e = pci_capability(t->card->bus, t->card->pci.at, ids[i], &at);

        if (test_compared(t, e == ERR_RANGE))
            test_fail(t, "has a list of PCI capabilities without an end");
        else if (test_compared(t, e != OK))
            test_fail(t, "has no capability 0x%02x in its list", (unsigned)ids[i]);
    }
}

/* ---- ROM ------------------------------------------------------------------------------------- */

static uint8_t rom_byte(struct test *t, uint32_t at)
{
    if (at >= PROM_SIZE)
        return 0xff;
    return (uint8_t)(card_read32(t->card, PROM + (at & ~3u)) >> (8 * (at & 3)));
}

static uint32_t rom_word(struct test *t, uint32_t at, unsigned bytes)
{
    uint32_t word = 0;

    for (unsigned i = 0; i < bytes; i++)
        word |= (uint32_t)rom_byte(t, at + i) << (8 * i);
    return word;
}

struct image {
    uint32_t data; /* where its data structure lies */
    uint32_t size; /* 0: there is no image */
    bool last;
};

/* As its data structure says, or the one that NVIDIA adds to that; type 0x70 is the last one (devinit.md §1.4). */
static struct image image_at(struct test *t, uint32_t at)
{
    struct image image = { .data = at + rom_word(t, at + ROM_DATA_AT, 2) };
    const uint32_t signature = rom_word(t, at, 2), name = rom_word(t, image.data, 4);

    if ((signature != ROM_SIGNATURE && signature != ROM_VENDORS) ||
        (name != ROM_DATA && name != ROM_DATA_NV))
        return image;
    const uint32_t more = (image.data + rom_word(t, image.data + DATA_BYTES, 2) + 15) & ~15u;
    const bool private = rom_byte(t, image.data + DATA_TYPE) == TYPE_PRIVATE;
    const bool has_more = !private && rom_word(t, more, 4) == ROM_MORE;

    image.size = 512 * rom_word(t, has_more ? more + MORE_LENGTH : image.data + DATA_LENGTH, 2);
    image.last =
        private || rom_byte(t, has_more ? more + MORE_LAST : image.data + DATA_LAST) & 0x80;
    return image;
}

static bool expect_sum(struct test *t, uint32_t image, uint32_t size)
{
    uint8_t sum = 0;

    for (uint32_t at = 0; at < size; at++)
        sum = (uint8_t)(sum + rom_byte(t, image + at));
    return expect_equal(t, 0, sum, "the sum of the ROM's first image");
}

/* Images follow each other to the one that says it is the last; the first is for this device, and its bytes add
 * up to 0. */
static void rom_is_whole(struct test *t)
{
    uint32_t at = 0;

    card_set32(t->card, MIRROR + PCI_NV_ROM_SHADOW,
               card_read32(t->card, MIRROR + PCI_NV_ROM_SHADOW) & ~1u);
    for (unsigned n = 0; n < IMAGES_MAX; n++) {
        const struct image image = image_at(t, at);

        if (test_compared(t, !image.size)) {
            test_fail(t, "has no image at 0x%x of its ROM", at);
            return;
        }
        if (n == 0) {
            expect_equal(t, t->card->pci.device, rom_word(t, image.data + DATA_DEVICE + 2, 2),
                         "the device that the ROM is for");
            if (rom_byte(t, image.data + DATA_TYPE) == 0 && !expect_sum(t, at, image.size))
                return;
        }
        if (test_compared(t, image.last))
            return;
        at += image.size;
    }
    test_fail(t, "has more than %u images in its ROM", IMAGES_MAX);
}

/* ---- sensors --------------------------------------------------------------------------------- */

/* No source that we use gives the registers of its I2C ports, nor the sensors of its boards. */
static void sensors_are_read(struct test *t)
{
    test_lacks(t, "no source says how sensors on I2C are read on this chip");
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "identity.capabilities", .source = "gv100.md §1.1", .run = capabilities_are_there,
      .basis = DOCUMENTED, .claim = CLAIM_IDENTITY, .flags = TEST_COLD },
    { .name = "identity.rom", .source = "gv100.md §8.5", .run = rom_is_whole,
      .basis = DOCUMENTED, .claim = CLAIM_IDENTITY, .flags = TEST_COLD },
    { .name = "link.width", .source = "board.md §5", .run = link_is_wide,
      .basis = DOCUMENTED, .claim = CLAIM_LINK, .flags = TEST_COLD },
    { .name = "link.retrain", .source = "board-sensors.md §8.2", .run = link_retrains,
      .basis = UNVERIFIED, .experiment = "board-sensors.md S14", .claim = CLAIM_LINK, .flags = TEST_RISKY | TEST_EXTRA },
    { .name = "board.sensors", .source = "gv100.md §8.5", .run = sensors_are_read,
      .basis = UNVERIFIED, .experiment = "gv100.md §8.5", .claim = CLAIM_BOARD },
};
/* clang-format on */

const struct test_group gv100_board_tests = { rows, ARRAY_SIZE(rows) };
