/* tests/silicon/knob_values.h: the chipsets that are modelled, and the values of their knobs that are tried: each
 * word, and of a number its ends and one between.
 *
 * Shape   both are numbered over all families, one family after the other. */
#pragma once

#include "model/model.h"
#include "tests/silicon/card_run.h"
#include "tests/silicon/draw.h"

#define KNOB_VALUE_MAX 64

unsigned modelled_count(void);
/* Null past the last one. */
const struct chip *modelled_chip(unsigned index);

unsigned family_chip_count(const struct model_ops *family);
const struct model_ops *family_of(const struct chip *chip);

/* The values of all knobs of all families. */
unsigned knob_value_count(void);
/* "name=value" of one of them; returns the family whose cards have it. */
const struct model_ops *knob_value(unsigned index, char text[KNOB_VALUE_MAX]);

/* A value of about every third knob of a family, as model_config has them. */
void knob_draw(struct draw *draw, const struct model_ops *family, char text[KNOBS_TEXT]);
