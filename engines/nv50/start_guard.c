#include "engines/nv50/start_guard.h"

#include "engines/nv50/gpio.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/pnvio.h"

/* Coefficients rarely meet a frequency exactly: 2 % more than the table's MHz is still the same clock. */
#define CLOCK_TOLERANCE 50

static enum guard_fan look_at_fan(struct card *card, const struct gpio_entry *entry)
{
    struct pulses p;

    if (!entry->pwm || !line_pulses(card, entry->line, &p))
        return GUARD_FAN_NONE;
    if (!p.divisor)
        return GUARD_FAN_UNKNOWN;
    /* Where 0 is the level that drives the fan, a duty of the whole period stops it. */
    if (entry->off_data ? p.duty < p.divisor : p.duty > 0)
        return GUARD_FAN_RUNS;
    card_write32(card, p.divisor_at, p.divisor);
    card_write32(card, p.duty_at, (entry->off_data ? 0 : p.divisor) | PWM_DUTY_TRIGGER);
    return GUARD_FAN_SET;
}

static bool lacks_power(struct card *card, const struct gpio_entry *entry)
{
    return (entry->function == GPIO_FUNCTION_POWER_BAD ||
            entry->function == GPIO_FUNCTION_POWER_ALERT ||
            entry->function == GPIO_FUNCTION_POWER_LOW) &&
           line_level(card, entry->line) == entry->on_data;
}

/* The board's own wiring, as its GPIO table names it: a fan that must turn, and a power plug that
 * may be missing. */
static void look_at_lines(struct card *card, const struct vbios *v, struct start_guard *guard)
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

void start_guard_card(struct card *card, const struct vbios *v, struct start_guard *guard)
{
    *guard = (struct start_guard){ 0 };
    look_at_lines(card, v, guard);
    card_clocks(card, &guard->clocks);
    if (perf_top(v, &guard->top) == OK)
        guard->too_fast = exceeds(guard->clocks.core_khz, guard->top.core_mhz) ||
                          exceeds(guard->clocks.memory_khz, guard->top.memory_mhz);
}
