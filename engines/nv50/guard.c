#include "engines/nv50/guard.h"

#include "engines/nv50/devinit/dcb.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/pnvio.h"

/* Coefficients rarely meet a frequency exactly: 2 % more than the table's MHz is still the same clock. */
#define CLOCK_TOLERANCE 50

/* Where a fan's line is switched to its generator, and which one that is (board.md §4). */
struct generator {
    uint32_t line, mode, bit;
    uint32_t at; /* of its divisor and duty, from those of the first one */
};

static const struct generator *find_generator(unsigned line)
{
    static const struct generator rows[] = {
        { 4, PNVIO_GPIO_MODE_0, BIT(4), 0 },
        { 9, PNVIO_GPIO_MODE_0, BIT(9), PNVIO_PWM_DIVISOR_1 - PNVIO_PWM_DIVISOR_0 },
        { 16, PNVIO_GPIO_MODE_16, BIT(0), 0 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        if (rows[i].line == line)
            return &rows[i];
    return NULL;
}

static enum guard_fan look_at_fan(struct card *card, const struct gpio_entry *entry)
{
    const struct generator *const g = entry->pwm ? find_generator(entry->line) : NULL;

    if (!g || !(card_read32(card, g->mode) & g->bit))
        return GUARD_FAN_NONE;
    const uint32_t divisor = FIELD_GET(PWM_VALUE, card_read32(card, PNVIO_PWM_DIVISOR_0 + g->at));
    const uint32_t duty = FIELD_GET(PWM_VALUE, card_read32(card, PNVIO_PWM_DUTY_0 + g->at));
    if (!divisor)
        return GUARD_FAN_UNKNOWN;
    /* Where 0 is the level that drives the fan, a duty of the whole period stops it. */
    if (entry->off_data ? duty < divisor : duty > 0)
        return GUARD_FAN_RUNS;
    card_write32(card, PNVIO_PWM_DIVISOR_0 + g->at, divisor);
    card_write32(card, PNVIO_PWM_DUTY_0 + g->at,
                 (entry->off_data ? 0 : divisor) | PWM_DUTY_TRIGGER);
    return GUARD_FAN_SET;
}

/* The level that a line of the board has. */
static bool line_level(struct card *card, unsigned line)
{
    static const uint32_t nibbles[] = { PNVIO_GPIO_0, PNVIO_GPIO_8, PNVIO_GPIO_16, PNVIO_GPIO_24 };
    const uint32_t word = card_read32(card, nibbles[line / GPIO_LINES_EACH]);

    return word >> (line % GPIO_LINES_EACH * 4) & GPIO_NIBBLE_IN;
}

static bool lacks_power(struct card *card, const struct gpio_entry *entry)
{
    return (entry->function == GPIO_FUNCTION_POWER_BAD ||
            entry->function == GPIO_FUNCTION_POWER_ALERT ||
            entry->function == GPIO_FUNCTION_POWER_LOW) &&
           line_level(card, entry->line) == entry->on_data;
}

static void look_at_lines(struct card *card, const struct vbios *v, struct guard *guard)
{
    const bool many = nv50_chip_of(card->chip)->features & FEATURE_GPIO_32;
    unsigned count;

    if (dcb_gpio_count(v, &count) != OK)
        return;
    for (unsigned i = 0; i < count; i++) {
        const struct gpio_entry entry = dcb_gpio(v, i);

        if (entry.line >= (many ? GPIO_LINES_G94 : GPIO_LINES_G80))
            continue;
        if (entry.function == GPIO_FUNCTION_FAN && guard->fan == GUARD_FAN_NONE)
            guard->fan = look_at_fan(card, &entry);
        if (lacks_power(card, &entry)) {
            guard->no_power = true;
            guard->power_line = entry.line;
        }
    }
}

static bool exceeds(uint32_t khz, uint32_t mhz)
{
    return mhz && khz > mhz * 1000 + mhz * 1000 / CLOCK_TOLERANCE;
}

void guard_card(struct card *card, const struct vbios *v, struct guard *guard)
{
    *guard = (struct guard){ 0 };
    look_at_lines(card, v, guard);
    card_clocks(card, &guard->clocks);
    if (perf_top(v, &guard->top) == OK)
        guard->too_fast = exceeds(guard->clocks.core_khz, guard->top.core_mhz) ||
                          exceeds(guard->clocks.memory_khz, guard->top.memory_mhz);
}
