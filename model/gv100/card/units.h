/* model/gv100/card/units.h: all units of the card: their memory, register tables, and the order in which they
 * are reset. */
#ifndef MODEL_GV100_CARD_UNITS_H
#define MODEL_GV100_CARD_UNITS_H

#include <stdint.h>

#include "model/common/options.h"

struct gv100;

extern const struct option_tables gv_options;

/* Null: no memory. */
struct gv100 *gv_units_new(void);
void gv_units_free(struct gv100 *card);

void gv_units_list_registers(struct gv100 *card);
void gv_units_power_on(struct gv100 *card);

/* PMC_ENABLE bits went from 1 to 0. */
void gv_units_reset(struct gv100 *card, uint32_t bits);
/* Bits of PMC_ENABLE_PB that are 0. */
void gv_units_reset_pbdmas(struct gv100 *card, uint32_t pbdmas);

/* Brings interrupts up to date that come with time. */
void gv_units_poll(struct gv100 *card);
/* The time that somebody waited for has come. */
void gv_units_wake(struct gv100 *card);

#endif
