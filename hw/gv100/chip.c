#include "hw/gv100/chip.h"

#include "hw/gv100/places.h"

/* clang-format off */
#define CHIP(id, name, title, index) { id, name, title, FAMILY_GV100, index }

const struct gv100_chip gv100_chips[GV100_CHIP_COUNT] = {
    /*                      id     name     title                device ids   FBPAs bits */
    [CHIP_GV100] = { CHIP(0x140, "gv100", "GV100", CHIP_GV100), 0x1d80, 0x80, 16, 256, &gv100_places_volta },
    [CHIP_TU102] = { CHIP(0x162, "tu102", "TU102", CHIP_TU102), 0x1e00, 0x80, 12,  32, &gv100_places_turing },
    [CHIP_TU104] = { CHIP(0x164, "tu104", "TU104", CHIP_TU104), 0x1e80, 0x80,  8,  32, &gv100_places_turing },
    [CHIP_TU106] = { CHIP(0x166, "tu106", "TU106", CHIP_TU106), 0x1f00, 0x80,  8,  32, &gv100_places_turing },
    [CHIP_TU116] = { CHIP(0x168, "tu116", "TU116", CHIP_TU116), 0x2180, 0x80,  6,  32, &gv100_places_turing },
    [CHIP_TU117] = { CHIP(0x167, "tu117", "TU117", CHIP_TU117), 0x1f80, 0x80,  4,  32, &gv100_places_turing },
};
/* clang-format on */
