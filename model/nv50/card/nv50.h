/* model/nv50/card/nv50.h: the NV50 family of modelled cards.
 * Source  docs/hardware/tesla-mmio.md. */
#ifndef MODEL_NV50_CARD_NV50_H
#define MODEL_NV50_CARD_NV50_H

#include "model/common/options.h"
#include "model/model.h"

extern const struct model_ops nv50_model;

/* The defects and knobs of the family. */
extern const struct option_tables nv50_options;

#endif
