/* model/gv100/card/gv100.h: the family's row of model/models.c. */
#ifndef MODEL_GV100_CARD_GV100_H
#define MODEL_GV100_CARD_GV100_H

#include "model/model.h"

extern const struct model_ops gv100_model;

#endif
