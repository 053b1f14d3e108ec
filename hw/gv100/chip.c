#include "hw/gv100/chip.h"

const struct gv100_chip gv100_chips[GV100_CHIP_COUNT] = {
    [CHIP_GV100] = { { 0x140, "gv100", "GV100", FAMILY_GV100, CHIP_GV100 }, 0x1d80, 0x80 },
};
