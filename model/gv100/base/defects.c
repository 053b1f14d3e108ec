#include "model/gv100/base/defects.h"

#include "hw/gv100/chip.h"

#define DEFECT(identifier, name, parameters, meaning, ...)                                         \
    [DEFECT_##identifier] = { .option = { name, parameters, meaning }, __VA_ARGS__ },
const struct defect_row gv_defect_rows[DEFECT_COUNT] = {
#include "model/gv100/base/defect_list.h"
};
#undef DEFECT
