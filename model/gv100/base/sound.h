/* model/gv100/base/sound.h: function 1 of a board with outputs, which plays their sound.
 *
 * Shape   its configuration space alone: the machine finds it, and places its BAR, behind which nothing is. No driver of
 *         the family touches it, and the firmware has to leave it as the machine set it up.
 * Source  docs/hardware/gv100.md §1.1, §1.8. */
#ifndef MODEL_GV100_BASE_SOUND_H
#define MODEL_GV100_BASE_SOUND_H

#include <stdint.h>

struct gv100;

/* As gv_config_power_on leaves function 0, which comes first. */
void gv_sound_power_on(struct gv100 *card);

/* Size 1, 2 or 4. Ones where the board has no such function. */
uint32_t gv_sound_read(const struct gv100 *card, unsigned offset, unsigned size);
void gv_sound_write(struct gv100 *card, unsigned offset, uint32_t value, unsigned size);

#endif
