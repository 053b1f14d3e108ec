#include "model/gv100/card/refused.h"

#include "hw/bits.h"
#include "hw/gv100/pfifo.h"
#include "hw/gv100/pmc.h"
#include "hw/gv100/ppbdma.h"
#include "hw/gv100/refusal.h"
#include "model/gv100/base/card.h"
#include "model/gv100/window/ecc.h"

enum when {
    ALWAYS,
    HOST_OFF,     /* PFIFO's bit of PMC_ENABLE is 0 */
    GRAPHICS_OFF, /* that of the first engine is */
    RING_DEAD,    /* nobody has started the card */
};

struct refused_range {
    uint32_t first, last;
    enum when when;
    uint32_t word;
};

/* The first row that fits counts. The window, PROM and the copy of configuration space are no registers: bar0.c serves
 * them before it asks here. */
/* clang-format off */
static const struct refused_range refused_ranges[] = {
    { 0x000a04, 0x000a07, ALWAYS,       REFUSAL_HOST_NO_REGISTER },
    { 0x002000, 0x003fff, HOST_OFF,     REFUSAL_HOST_SQUASHED },
    { 0x040000, 0x05ffff, HOST_OFF,     REFUSAL_HOST_SQUASHED },
    { 0x800000, 0x80ffff, HOST_OFF,     REFUSAL_HOST_SQUASHED },
    { 0x810000, 0x81ffff, HOST_OFF,     REFUSAL_HOST_TIMEOUT },
    { 0x002504, 0x00250b, ALWAYS,       REFUSAL_HOST_NO_REGISTER },
    { 0x012070, 0x012073, ALWAYS,       REFUSAL_HOST_TIMEOUT },
    { 0x100200, 0x100207, ALWAYS,       REFUSAL_NO_REGISTER },
    { 0x100808, 0x10080b, ALWAYS,       REFUSAL_NO_REGISTER },
    { 0x100a40, 0x100a43, ALWAYS,       REFUSAL_NO_REGISTER },
    { 0x101004, 0x101007, ALWAYS,       REFUSAL_NO_REGISTER },
    { 0x137000, 0x137fff, ALWAYS,       REFUSAL_NO_REGISTER },
    { 0x17e000, 0x17efff, RING_DEAD,    REFUSAL_RING_DEAD },
    { 0x900000, 0x9affff, RING_DEAD,    REFUSAL_RING_DEAD },
    { 0x400000, 0x408fff, GRAPHICS_OFF, REFUSAL_IN_RESET | 1 },
    { 0x409660, 0x409663, ALWAYS,       0 }, /* whether memory has ECC is told in reset too */
    { 0x4098c8, 0x4098cb, GRAPHICS_OFF, REFUSAL_NO_ROUTE | 0x45 },
    { 0x409000, 0x409fff, GRAPHICS_OFF, REFUSAL_IN_RESET | 1 },
    { 0x409624, 0x409627, ALWAYS,       REFUSAL_NO_REGISTER },
    { 0x418240, 0x418243, ALWAYS,       REFUSAL_NOBODY },
    { 0x410000, 0x41ffff, RING_DEAD,    REFUSAL_RING_DEAD },
    { 0x418000, 0x418fff, GRAPHICS_OFF, REFUSAL_IN_RESET | 1 },
    { 0x410000, 0x41ffff, GRAPHICS_OFF, REFUSAL_IN_RESET },
};

/* Parts of BAR0 in which a unit has registers; the others are empty. */
static const struct {
    uint32_t first, last;
    uint32_t chips; /* 0: all */
} units[] = {
    { 0x000000, 0x003fff, 0 }, /* PMC, PBUS, PFIFO */
    { 0x009000, 0x009fff, 0 }, /* PTIMER */
    { 0x00dc00, 0x00dcff, 0 }, /* GPIO */
    { 0x020000, 0x022fff, 0 }, /* thermal, fuses, PTOP */
    { 0x040000, 0x05ffff, 0 }, /* PBDMAs */
    { 0x070000, 0x070fff, 0 }, /* flushes */
    { 0x087000, 0x087fff, CHIPS_VOLTA }, /* SEC2 */
    { 0x100000, 0x101fff, 0 }, /* PFB hub, straps */
    { 0x104000, 0x105fff, 0 }, /* copy engines */
    { 0x10a000, 0x10efff, 0 }, /* PMU, memory */
    { 0x120000, 0x12ffff, 0 }, /* PRI ring */
    { 0x140000, 0x15ffff, 0 }, /* L2, each of its parts */
    { 0x17e000, 0x17efff, 0 }, /* all of them */
    { 0x1fac00, 0x1facff, 0 }, /* HSHUB */
    { 0x409000, 0x409fff, 0 }, /* FECS */
    { 0x41a000, 0x41afff, 0 }, /* GPCCS */
    { 0x601300, 0x6013ff, 0 }, /* VGA ports */
    { 0x610000, 0x6bffff, 0 }, /* display: a driver writes there at its end, though nothing is shown; where the VBIOS is */
    { 0x800000, 0x81ffff, 0 }, /* channel RAM, USERMODE */
    { 0x900000, 0x9affff, 0 }, /* FBPAs */
    { 0x110000, 0x118fff, CHIPS_TURING }, /* GSP, and how far the card has started itself */
    { 0x1fa800, 0x1fa8ff, CHIPS_TURING }, /* ranges that the card's firmware has locked */
    { 0x840000, 0x840fff, CHIPS_TURING }, /* SEC2 */
    { 0xb60000, 0xbbffff, CHIPS_TURING }, /* control of all functions, page of its own */
};
/* clang-format on */

/* Offsets in the registers of each PBDMA at which there is none. */
static const uint16_t pbdma_holes[] = { 0x068, 0x0a4, 0x0a8, 0x104 };

static bool is_off(const struct gv100 *card, uint32_t bit)
{
    return !(gv_reg(card, PMC_ENABLE) & bit) && !card->broken[DEFECT_PMC_ENABLE_NOT_GATING];
}

static bool holds(const struct gv100 *card, enum when when)
{
    switch (when) {
    case HOST_OFF:
        return is_off(card, PMC_ENABLE_PFIFO);
    case GRAPHICS_OFF:
        return is_off(card, BIT(card->topology.engine[0].reset_bit));
    case RING_DEAD:
        return card->shell.cold;
    default:
        return true;
    }
}

static bool is_pbdma_hole(uint32_t offset)
{
    if (offset < PPBDMA_GP_PUT(0) || offset >= PPBDMA_GP_PUT(PPBDMA_GP_PUT_COUNT))
        return false;
    for (unsigned i = 0; i < ARRAY_SIZE(pbdma_holes); i++)
        if ((offset - PPBDMA_GP_PUT(0)) % (PPBDMA_GP_PUT(1) - PPBDMA_GP_PUT(0)) == pbdma_holes[i])
            return true;
    return false;
}

/* The register that a mask keeps from software (defect masked); null: none. */
static const struct defect *mask_of(const struct gv100 *card, uint32_t offset)
{
    const struct defect *mask;

    for (unsigned i = 0;
         card->broken[DEFECT_MASKED] && (mask = options_defect(&card->shell.options, "masked", i));
         i++)
        if (defect_parameter(mask, "register", 0) == offset)
            return mask;
    return NULL;
}

bool gv_write_masked(const struct gv100 *card, uint32_t offset)
{
    return mask_of(card, offset);
}

/* The most particular reason comes first, because a card says only one: a mask on the register, then its unit's
 * state, then an address that nobody has. */
uint32_t gv_refused_word(const struct gv100 *card, uint32_t offset)
{
    const struct defect *const mask = mask_of(card, offset);

    if (mask && defect_parameter(mask, "reads", 0))
        return REFUSAL_PRIVILEGE;
    for (unsigned i = 0; i < ARRAY_SIZE(refused_ranges); i++)
        if (offset >= refused_ranges[i].first && offset <= refused_ranges[i].last &&
            holds(card, refused_ranges[i].when))
            return refused_ranges[i].word;
    const uint32_t ecc = gv_ecc_refusal(card, offset);
    if (ecc)
        return ecc;
    if (is_pbdma_hole(offset))
        return REFUSAL_HOST_NO_REGISTER;
    for (unsigned i = 0; i < ARRAY_SIZE(units); i++)
        if (offset >= units[i].first && offset <= units[i].last &&
            (!units[i].chips || (units[i].chips & chip_bit(&card->chip->chip))))
            return 0;
    return REFUSAL_NOBODY;
}
