#include "hw/spread.h"

const struct measured_spread measured_spreads[SPREADS_MEASURED] = {
    [SPREAD_V100] = { .name = "v100",
                      .board = "Tesla V100-SXM2-16GB",
                      .equations = 5,
                      .equation = { UINT64_C(0x3670a2400), UINT64_C(0xed80a800),
                                    UINT64_C(0x74b59000), UINT64_C(0x3a582000),
                                    UINT64_C(0x3e4c48000) } },
    [SPREAD_GP104] = { .name = "gp104",
                       .board = "GTX 1070, GTX 1080",
                       .equations = 3,
                       .equation = { UINT64_C(0x64911400), UINT64_C(0x46b2b800),
                                     UINT64_C(0xce4c3000) } },
};
