/* model/nv50/base/defects.h: everything of the card but its memory that can be broken on purpose.
 *
 * Shape   a row of defect_list.h is a value of this enum and a row of the table; units ask
 *         card->broken[DEFECT_...]. */
#ifndef MODEL_NV50_BASE_DEFECTS_H
#define MODEL_NV50_BASE_DEFECTS_H

#include "hw/nv50/chip.h"
#include "model/common/options.h"

#define DEFECT(identifier, ...) DEFECT_##identifier,
enum card_defect {
#include "model/nv50/base/defect_list.h"
    DEFECT_COUNT
};
#undef DEFECT

extern const struct defect_row card_defect_rows[DEFECT_COUNT];

#endif
