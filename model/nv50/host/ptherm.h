/* model/nv50/host/ptherm.h: PTHERM from G84 on: the sensor, five thresholds with their states, interrupts and
 * slowing down; and how warm a card with defect board-hot is.
 *
 * Shape   the card has 45 degrees. With the defect it begins at `start`, gets warmer by `rise` degrees for each
 *         second in which its memory is accessed, by `copies` thousandths for each MiB that it copies within its
 *         memory, and cooler by `fall` for each second in which nothing is accessed;
 *         without parameters it is hot and stays so. Thresholds are checked when software reads or writes.
 * Units   degrees C, seconds of the host's clock.
 * Source  docs/hardware/board.md §4. */
#ifndef MODEL_NV50_HOST_PTHERM_H
#define MODEL_NV50_HOST_PTHERM_H

#include <stdbool.h>
#include <stdint.h>

struct nv50;
struct reg_block;

extern const struct reg_block ptherm_regs;

#define PTHERM_THRESHOLDS 5

struct thermal {
    uint64_t milli; /* thousandths of a degree */
    uint64_t at_ns; /* at that time */
    uint64_t loaded_ns;
    uint64_t counted; /* bytes of card->copied_within that have warmed it */
    bool above[PTHERM_THRESHOLDS];
    uint64_t passed_ns[PTHERM_THRESHOLDS]; /* when the temperature crossed it, 0: it did not */
};

void ptherm_power_on(struct nv50 *card);
/* The memory is accessed now. */
void ptherm_load(struct nv50 *card);
/* How warm the card is now. */
int ptherm_celsius(struct nv50 *card);
/* Compares the temperature with the thresholds. */
void ptherm_poll(struct nv50 *card);

#endif
