/* tests/host/silicon/knob_values.h: the values of the model's knobs that are tried: each word, and of a number
 * its ends and one between. */
#ifndef TESTS_HOST_SILICON_KNOB_VALUES_H
#define TESTS_HOST_SILICON_KNOB_VALUES_H

#include "tests/host/silicon/card_run.h"
#include "tests/host/silicon/draw.h"

#define KNOB_VALUE_MAX 64

/* The values of all knobs. */
unsigned knob_value_count(void);
/* "name=value" of one of them. */
void knob_value(unsigned index, char text[KNOB_VALUE_MAX]);

/* A value of about every third knob, as model_config has them. */
void knob_draw(struct draw *draw, char text[KNOBS_TEXT]);

#endif
