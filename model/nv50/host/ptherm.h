/* model/nv50/host/ptherm.h: how warm a card with defect board-hot is.
 *
 * Shape   it begins at `start`, gets warmer by `rise` degrees for each second in which its memory is
 *         accessed, and cooler by `fall` for each second in which it is not. Without parameters it is hot
 *         and stays so.
 * Units   degrees C, seconds of the host's clock.
 * Source  docs/hardware/board.md §4. */
#ifndef MODEL_NV50_HOST_PTHERM_H
#define MODEL_NV50_HOST_PTHERM_H

#include <stdint.h>

struct nv50;

struct thermal {
    uint64_t milli; /* thousandths of a degree */
    uint64_t at_ns; /* at that time */
    uint64_t loaded_ns;
};

void ptherm_power_on(struct nv50 *card);
/* The memory is accessed now. */
void ptherm_load(struct nv50 *card);
uint32_t ptherm_celsius(struct nv50 *card);

#endif
