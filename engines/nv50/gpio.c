#include "engines/nv50/gpio.h"

#include "engines/nv50/devinit/pll.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/pnvio.h"
#include "hw/nv50/pstraps.h"

#define MINUTE_US  60000000u
#define LISTEN_US  600000
#define TRY_US     1800000 /* to hear all of it; the last try may begin then */
#define LOOK_US    200     /* between two looks at the line */
#define TURN_EDGES 4       /* of one turn */
#define TURNS      3       /* that overlap */
#define EDGES      (TURNS + TURN_EDGES)

bool line_for(const struct card *card, const struct vbios *v, uint8_t function,
              struct gpio_entry *out)
{
    const bool many = nv50_chip_of(card->chip)->features & FEATURE_GPIO_32;
    unsigned count;

    if (dcb_gpio_count(v, &count) != OK)
        return false;
    for (unsigned i = 0; i < count; i++) {
        *out = dcb_gpio(v, i);
        if (out->function == function && out->line < (many ? GPIO_LINES_G94 : GPIO_LINES_G80))
            return true;
    }
    return false;
}

bool line_level(struct card *card, unsigned line)
{
    static const uint32_t nibbles[] = { PNVIO_GPIO_0, PNVIO_GPIO_8, PNVIO_GPIO_16, PNVIO_GPIO_24 };
    const uint32_t word = card_read32(card, nibbles[line / GPIO_LINES_EACH]);

    return word >> (line % GPIO_LINES_EACH * 4) & GPIO_NIBBLE_IN;
}

/* Where a line is switched to its generator, and which one that is (board.md §4). */
bool line_pulses(struct card *card, unsigned line, struct pulses *out)
{
    static const struct {
        uint32_t line, mode, bit, divisor, duty;
    } rows[] = {
        { 4, PNVIO_GPIO_MODE_0, BIT(4), PNVIO_PWM_DIVISOR_0, PNVIO_PWM_DUTY_0 },
        { 9, PNVIO_GPIO_MODE_0, BIT(9), PNVIO_PWM_DIVISOR_1, PNVIO_PWM_DUTY_1 },
        { 16, PNVIO_GPIO_MODE_16, BIT(0), PNVIO_PWM_DIVISOR_0, PNVIO_PWM_DUTY_0 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        if (rows[i].line != line || !(card_read32(card, rows[i].mode) & rows[i].bit))
            continue;
        *out = (struct pulses){ .divisor_at = rows[i].divisor, .duty_at = rows[i].duty };
        out->divisor = FIELD_GET(PWM_VALUE, card_read32(card, out->divisor_at));
        out->duty = FIELD_GET(PWM_VALUE, card_read32(card, out->duty_at));
        return true;
    }
    return false;
}

/* ---- a fan's speed --------------------------------------------------------------------------- */

/* GT215 and later count by themselves, where somebody has told them to. */
static bool is_counted(struct card *card, unsigned *rpm)
{
    const bool can = nv50_chip_of(card->chip)->features & FEATURE_PLL_GT215;

    if (!can || !(card_read32(card, PNVIO_TACH) & TACH_ON))
        return false;
    const uint32_t period = card_read32(card, PNVIO_TACH_PERIOD);
    const uint32_t pulses = FIELD_GET(TACH_LAST, card_read32(card, PNVIO_TACH_PULSES));
    const uint64_t hz = UINT64_C(1000) * pll_crystal_khz(card_read32(card, PSTRAPS_0_PRIMARY));
    *rpm = period ? (unsigned)(pulses * 60 * hz / (2 * (uint64_t)period)) : 0;
    return period != 0;
}

/* One measurement of a line's pulses. */
struct heard {
    uint64_t at_us[EDGES]; /* when it changed its level */
    unsigned count;
    uint64_t gap_us; /* the longest time between two looks */
};

/* The longest gap between two looks is kept as well, because edges that are closer together may have been missed. */
static struct heard listen(struct card *card, unsigned line)
{
    struct bus *const bus = card->bus;
    const uint64_t begun_us = bus->ops->time_us(bus);
    struct heard heard = { 0 };
    bool level = line_level(card, line);
    uint64_t looked_us = begun_us;

    while (heard.count < EDGES && !card_expired(card)) {
        const uint64_t now_us = bus->ops->time_us(bus);

        if (now_us - begun_us > LISTEN_US)
            break;
        if (now_us - looked_us > heard.gap_us)
            heard.gap_us = now_us - looked_us;
        looked_us = now_us;
        if (line_level(card, line) != level) {
            level = !level;
            heard.at_us[heard.count++] = now_us;
        }
        bus->ops->wait_us(bus, LOOK_US);
    }
    return heard;
}

/* A level that is shorter than the time between two looks may have been missed, with two changes. Levels of a fan are about
 * alike, so none was where the shortest one that was seen is twice as long. */
static bool is_whole(const struct heard *heard)
{
    for (unsigned i = 1; i < heard->count; i++)
        if (heard->at_us[i] - heard->at_us[i - 1] < 2 * heard->gap_us)
            return false;
    return true;
}

static void sort(uint64_t *values, unsigned count)
{
    for (unsigned i = 1; i < count; i++)
        for (unsigned k = i; k && values[k] < values[k - 1]; k--) {
            const uint64_t larger = values[k - 1];

            values[k - 1] = values[k];
            values[k] = larger;
        }
}

/* By the middle one of the turns, as each may have been seen a look too late. */
static unsigned turns_a_minute(const struct heard *heard)
{
    uint64_t turns_us[TURNS];
    unsigned count = 0;

    for (unsigned i = 0; i + TURN_EDGES < heard->count; i++)
        turns_us[count++] = heard->at_us[i + TURN_EDGES] - heard->at_us[i];
    sort(turns_us, count);
    return count && turns_us[count / 2] ? (unsigned)(MINUTE_US / turns_us[count / 2]) : 0;
}

/* A machine is kept from looking by its own management mode, or by other machines beside it. */
static enum tach sample(struct card *card, unsigned line, unsigned *rpm)
{
    struct bus *const bus = card->bus;
    const uint64_t begun_us = bus->ops->time_us(bus);
    struct heard heard;
    bool whole;

    do {
        heard = listen(card, line);
        whole = is_whole(&heard);
    } while (!whole && bus->ops->time_us(bus) - begun_us < TRY_US);
    *rpm = whole ? turns_a_minute(&heard) : 0;
    return !whole ? TACH_MISSED : *rpm ? TACH_SAMPLED : TACH_STANDS;
}

enum tach fan_speed(struct card *card, const struct vbios *v, unsigned *rpm)
{
    struct gpio_entry entry;

    if (is_counted(card, rpm))
        return *rpm ? TACH_COUNTED : TACH_STANDS;
    if (!line_for(card, v, GPIO_FUNCTION_TACH, &entry))
        return TACH_NONE;
    return sample(card, entry.line, rpm);
}
