/* engines/nv50/gpio.h: the board's general purpose lines as the card sees them: levels, pulses, a fan's
 * tachometer. Reads only.
 *
 * Units   as each member says.
 * Source  docs/hardware/devinit.md §2.5, board.md §4, board-sensors.md §2.4, §5. */
#ifndef ENGINES_NV50_GPIO_H
#define ENGINES_NV50_GPIO_H

#include "engines/card.h"
#include "engines/nv50/devinit/dcb.h"

/* Settings of a generator of pulses, in cycles: the period, and for how much of it the line is 1. */
struct pulses {
    uint32_t divisor_at, duty_at; /* its registers */
    uint32_t divisor, duty;       /* divisor 0: it has not been set up */
};

/* A fan's tachometer gives two pulses a turn. */
enum tach {
    TACH_NONE,    /* the board lists no line for it */
    TACH_STANDS,  /* no pulses: it stands, is not there, or has no such wire */
    TACH_MISSED,  /* the machine looked too rarely to have seen every pulse */
    TACH_COUNTED, /* by the card */
    TACH_SAMPLED, /* by looking at the line */
};

/* The first line of the board for this function, if the chipset has it; false: there is none. */
bool line_for(const struct card *card, const struct vbios *v, uint8_t function,
              struct gpio_entry *out) MUST_CHECK;
bool line_level(struct card *card, unsigned line);
/* The generator that the line is switched to; false: none. */
bool line_pulses(struct card *card, unsigned line, struct pulses *out) MUST_CHECK;
/* Turns a minute; takes up to 0.6 s where no pulses come, and 2.4 s on a machine that is kept from looking. */
enum tach fan_speed(struct card *card, const struct vbios *v, unsigned *rpm);

#endif
