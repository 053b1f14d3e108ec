/* engines/nv50/devinit/overlay.h: a world for dry runs. Registers and ports are read from the card;
 * writes go to a table, from where later reads come. Nothing is written to the card but index bytes of
 * the VGA registers that are read.
 *
 * Shape   `inner` is the card's own world; only its register and port reads, and writes of index ports,
 *         are used. The caller provides the memory.
 * Errors  the table is full: ERR_NO_MEMORY.
 * Source  docs/hardware/devinit.md §8.3. */
#ifndef ENGINES_NV50_DEVINIT_OVERLAY_H
#define ENGINES_NV50_DEVINIT_OVERLAY_H

#include "engines/nv50/devinit/devinit.h"

#define OVERLAY_WORDS 4096 /* a real image writes some 300 */

struct overlay_word {
    uint32_t reg, value;
};

struct overlay {
    const struct devinit_world *inner;
    unsigned count;
    struct overlay_word words[OVERLAY_WORDS];
    struct {
        bool written[0x100];
        uint8_t value[0x100];
    } indexed[3]; /* SR, GR, CR */
    uint8_t index[3];
    unsigned i2c, gpio; /* how many there would have been */
};

void overlay_init(struct overlay *overlay, const struct devinit_world *inner);
/* The world to hand to devinit_init; `overlay` must outlive it. */
struct devinit_world overlay_world(struct overlay *overlay);
/* The value last written; false: the register was not written. */
bool overlay_find(const struct overlay *overlay, uint32_t reg, uint32_t *value);

#endif
