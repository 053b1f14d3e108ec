#include "model/nv50/host/pstraps.h"

#include "hw/nv50/pstraps.h"
#include "model/nv50/base/card.h"
#include "model/nv50/vm/start.h"

#define BAR1_LOG2_MIN 26

/* How often 64 MiB are doubled: the first strap has room for three times, the second for the rest. */
static unsigned bar1_doublings(const struct nv50 *card)
{
    return (unsigned)__builtin_ctzll(card->shell.bar1_size) - BAR1_LOG2_MIN;
}

static uint32_t sampled_0(struct nv50 *card)
{
    const uint32_t id = config_device_id(card);
    const unsigned doublings = bar1_doublings(card);
    return PSTRAPS_0_SUBSYSTEM | PSTRAPS_CRYSTAL_27000 |
           FIELD_PUT(PSTRAPS_0_RAMCFG, start_strap(card)) |
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

/* The straps in effect: those of software, or else of the resistors, but for the bits that the ROM has selected for
 * itself. A G94 was seen to show these, and bit 31, which software had set. */
static uint32_t effective(const struct nv50 *card, uint32_t stored, uint32_t sampled,
                          uint32_t select)
{
    const uint32_t by_rom = ~reg_get(card, select) & ~PSTRAPS_OVERRIDE;

    if (stored & PSTRAPS_OVERRIDE)
        return stored;
    return (sampled & ~by_rom) | (reg_get(card, select + 4) & by_rom);
}

static uint32_t read_0(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    return effective(card, stored, sampled_0(card), PSTRAPS_0_SELECT);
}

static uint32_t read_1(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    return effective(card, stored, sampled_1(card), PSTRAPS_1_SELECT);
}

void pstraps_hold(struct nv50 *card)
{
    reg_set(card, PSTRAPS_0_PRIMARY, read_0(card, PSTRAPS_0_PRIMARY, 0) | PSTRAPS_OVERRIDE);
    reg_set(card, PSTRAPS_1_PRIMARY, read_1(card, PSTRAPS_1_PRIMARY, 0) | PSTRAPS_OVERRIDE);
}

/* clang-format off */
static const struct reg_row rows[] = {
    REG(PSTRAPS_0_PRIMARY, .bits = RW, .read = read_0),
    REG(PSTRAPS_0_SELECT, .bits = RW, .reset = BITS(30, 0)),
    REG(PSTRAPS_0_SECONDARY, .bits = RW),
    REG(PSTRAPS_1_PRIMARY, .bits = RW, .read = read_1),
    REG(PSTRAPS_1_SELECT, .bits = RW, .reset = BITS(30, 0)),
    REG(PSTRAPS_1_SECONDARY, .bits = RW),
};
/* clang-format on */

const struct reg_block pstraps_regs = { rows, ARRAY_SIZE(rows) };
