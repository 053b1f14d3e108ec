#include "model/gv100/base/knobs.h"

/* Every order of the checks privilege, read-only, atomic, kind. */
#define CHECK_ORDERS                                                                               \
    "PRAK|PRKA|PARK|PAKR|PKRA|PKAR|RPAK|RPKA|RAPK|RAKP|RKPA|RKAP|APRK|APKR|ARPK|ARKP|AKPR|"        \
    "AKRP|KPRA|KPAR|KRPA|KRAP|KAPR|KARP"

#define WORD(identifier, name, words, meaning)                                                     \
    [KNOB_##identifier] = { { name, words, meaning }, words, 0, 0 },
#define NUMBER(identifier, name, range, meaning, initial, highest)                                 \
    [KNOB_##identifier] = { { name, range, meaning }, 0, initial, highest },
const struct knob_row gv_knob_rows[KNOB_COUNT] = {
#include "model/gv100/base/knob_list.h"
};
#undef WORD
#undef NUMBER
