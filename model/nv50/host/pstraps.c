#include "model/nv50/host/pstraps.h"

#include "model/nv50/base/card.h"

/* docs/hardware/tesla-mmio.md §3.8 */
#define PSTRAPS_0_PRIMARY   0x101000
#define PSTRAPS_0_SELECT    0x101004
#define PSTRAPS_0_SECONDARY 0x101008
#define PSTRAPS_1_PRIMARY   0x10100c
#define PSTRAPS_1_SELECT    0x101010
#define PSTRAPS_1_SECONDARY 0x101014

#define PSTRAPS_OVERRIDE    BIT(31)
#define PSTRAPS_0_SUBSYSTEM BIT(1)
#define PSTRAPS_0_DEVID     BITS(13, 10)
#define PSTRAPS_0_BAR1      BITS(15, 14) /* 64 MiB << (this + PSTRAPS_1_BAR1) */
#define PSTRAPS_0_SPI       BIT(22)
#define PSTRAPS_0_DEVID_4   BIT(28)
#define PSTRAPS_1_VGA       BIT(4)
#define PSTRAPS_1_BAR5      BIT(16)

#define PSTRAPS_1_BAR1 BITS(22, 20)
#define BAR1_LOG2_MIN  26

/* How often 64 MiB are doubled: the first strap has room for three times, the second for the rest. */
static unsigned bar1_doublings(const struct nv50 *card)
{
    return (unsigned)__builtin_ctzll(card->bar1_size) - BAR1_LOG2_MIN;
}

static uint32_t sampled_0(struct nv50 *card)
{
    const uint32_t id = config_device_id(card);
    const unsigned doublings = bar1_doublings(card);
    return PSTRAPS_0_SUBSYSTEM | PSTRAPS_0_SPI |
           FIELD_PUT(PSTRAPS_0_BAR1, doublings < 3 ? doublings : 3) |
           FIELD_PUT(PSTRAPS_0_DEVID, id & 0xf) |
           (card->chip->device_id_bits == 5 && (id & 0x10) ? PSTRAPS_0_DEVID_4 : 0);
}

static uint32_t sampled_1(struct nv50 *card)
{
    const unsigned doublings = bar1_doublings(card);

    return PSTRAPS_1_VGA | PSTRAPS_1_BAR5 |
           FIELD_PUT(PSTRAPS_1_BAR1, doublings < 3 ? 0 : doublings - 3);
}

static uint32_t read_0(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    return stored & PSTRAPS_OVERRIDE ? stored & ~PSTRAPS_OVERRIDE : sampled_0(card);
}

static uint32_t read_1(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    return stored & PSTRAPS_OVERRIDE ? stored & ~PSTRAPS_OVERRIDE : sampled_1(card);
}

/* clang-format off */
static const struct reg_row rows[] = {
    { PSTRAPS_0_PRIMARY, "PSTRAPS_0_PRIMARY", BITS(31, 0), 0, 0, CHIPS_ALL, 1, read_0, 0 },
    { PSTRAPS_0_SELECT, "PSTRAPS_0_SELECT", BITS(31, 0), BITS(30, 0), 0, CHIPS_ALL, 1, 0, 0 },
    { PSTRAPS_0_SECONDARY, "PSTRAPS_0_SECONDARY", BITS(31, 0), 0, 0, CHIPS_ALL, 1, 0, 0 },
    { PSTRAPS_1_PRIMARY, "PSTRAPS_1_PRIMARY", BITS(31, 0), 0, 0, CHIPS_ALL, 1, read_1, 0 },
    { PSTRAPS_1_SELECT, "PSTRAPS_1_SELECT", BITS(31, 0), BITS(30, 0), 0, CHIPS_ALL, 1, 0, 0 },
    { PSTRAPS_1_SECONDARY, "PSTRAPS_1_SECONDARY", BITS(31, 0), 0, 0, CHIPS_ALL, 1, 0, 0 },
};
/* clang-format on */

const struct reg_block pstraps_regs = { rows, ARRAY_SIZE(rows) };
