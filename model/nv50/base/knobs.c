#include "model/nv50/base/knobs.h"

/* Every order of the checks supervisor, read-only, memory type, VRAM limit. */
#define CHECK_ORDERS                                                                               \
    "SRMV|SRVM|SMRV|SMVR|SVRM|SVMR|RSMV|RSVM|RMSV|RMVS|RVSM|RVMS|MSRV|MSVR|MRSV|MRVS|MVSR|"        \
    "MVRS|VSRM|VSMR|VRSM|VRMS|VMSR|VMRS"

#define WORD(identifier, name, words, meaning)                                                     \
    [KNOB_##identifier] = { { name, words, meaning }, words, 0, 0 },
#define NUMBER(identifier, name, range, meaning, initial, highest)                                 \
    [KNOB_##identifier] = { { name, range, meaning }, 0, initial, highest },
const struct knob_row knob_rows[KNOB_COUNT] = {
#include "model/nv50/base/knob_list.h"
};
#undef WORD
#undef NUMBER
