/* model/gv100/base/defects.h: everything of the card but the cells of its memory that can be broken on purpose.
 *
 * Shape   a row of defect_list.h is a value of this enum and a row of the table; units ask
 *         card->broken[DEFECT_...]. */
#ifndef MODEL_GV100_BASE_DEFECTS_H
#define MODEL_GV100_BASE_DEFECTS_H

#include "model/common/options.h"

#define DEFECT(identifier, ...) DEFECT_##identifier,
enum card_defect {
#include "model/gv100/base/defect_list.h"
    DEFECT_COUNT
};
#undef DEFECT

extern const struct defect_row gv_defect_rows[DEFECT_COUNT];

#endif
