#include "model/nv50/host/gpio.h"

#include "hw/nv50/pnvio.h"
#include "model/nv50/base/card.h"
#include "model/nv50/vm/board.h"

#define MINUTE_NS    UINT64_C(60000000000)
#define TURN_EDGES   4
#define TURN_PULSES  2
#define CRYSTAL_HZ   UINT64_C(27000000)
#define NIBBLE(line) (4 * ((line) % GPIO_LINES_EACH))
#define VID_LINES    2

static bool has_fan(const struct nv50 *card)
{
    return !(card->chip->features & FEATURE_IGP);
}

static unsigned rpm(const struct nv50 *card)
{
    return card_knob(card, KNOB_FAN_TACH) == FAN_TACH_SILENT ? 0 : BOARD_FAN_RPM;
}

/* The level that the board gives a line which the card does not drive. Only its own ROM knows the purpose of a given
 * board's lines. */
static bool pulled(struct nv50 *card, unsigned line, bool stored)
{
    if (card->board_is_given)
        return stored;
    if (line == BOARD_TACH_LINE && rpm(card))
        return shell_now_ns(&card->shell) * rpm(card) * TURN_EDGES / MINUTE_NS & 1;
    if (line >= BOARD_VID_LINE && line < BOARD_VID_LINE + VID_LINES)
        return line != BOARD_VID_LINE;
    return stored;
}

static unsigned first_line(uint32_t offset)
{
    switch (offset) {
    case PNVIO_GPIO_8:
        return 8;
    case PNVIO_GPIO_16:
        return 16;
    case PNVIO_GPIO_24:
        return 24;
    default:
        return 0;
    }
}

uint32_t lines_read(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    for (unsigned i = 0; has_fan(card) && i < GPIO_LINES_EACH; i++) {
        const uint32_t nibble = stored >> NIBBLE(i);
        const bool level = nibble & GPIO_NIBBLE_DRIVE
                               ? nibble & GPIO_NIBBLE_OUT
                               : pulled(card, first_line(offset) + i, nibble & GPIO_NIBBLE_IN);
        const uint32_t in = (uint32_t)GPIO_NIBBLE_IN << NIBBLE(i);

        stored = level ? stored | in : stored & ~in;
    }
    return stored;
}

uint32_t lines_read_pulses(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    if (!(reg_get(card, PNVIO_TACH) & TACH_ON))
        return 0;
    return FIELD_PUT(TACH_LAST, (uint32_t)(reg_get(card, PNVIO_TACH_PERIOD) * (uint64_t)rpm(card) *
                                           TURN_PULSES / (60 * CRYSTAL_HZ)) &
                                    0xffff);
}

/* The fan gets pulses, and the two lines of the core's voltage are driven. */
void lines_power_on(struct nv50 *card)
{
    const bool gt215 = card->chip->features & FEATURE_PLL_GT215;
    const unsigned vid = card->broken[DEFECT_VID_UNLISTED] ? 3 : BOARD_VID;
    uint32_t word = 0;

    if (card->shell.cold || !has_fan(card))
        return;
    reg_set(card, gt215 ? PNVIO_GPIO_MODE_16 : PNVIO_GPIO_MODE_0,
            gt215 ? BIT(BOARD_FAN_LINE_GT215 - 16) : BIT(BOARD_FAN_LINE));
    reg_set(card, PNVIO_PWM_DIVISOR_0, BOARD_FAN_DIVISOR);
    reg_set(card, PNVIO_PWM_DUTY_0, card->broken[DEFECT_FAN_PWM_OFF] ? 0 : BOARD_FAN_DUTY);
    for (unsigned i = 0; i < VID_LINES; i++)
        word |= (GPIO_NIBBLE_DRIVE | (vid >> i & 1 ? GPIO_NIBBLE_OUT : 0))
                << NIBBLE(BOARD_VID_LINE + i);
    reg_set(card, PNVIO_GPIO_8, word);
}
