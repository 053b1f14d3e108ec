#include "hw/gv100/registers.h"

#include "hw/gv100/places.h"

const struct gv100_register *const gv100_registers[GV100_REGISTER_BLOCKS] = {
    gv100_pmc_registers,      gv100_ptop_registers,  gv100_pbus_registers,
    gv100_ptimer_registers,   gv100_pfifo_registers, gv100_pccsr_registers,
    gv100_ppbdma_registers,   gv100_pmmu_registers,  gv100_usermode_registers,
    gv100_function_registers, gv100_ctrl_registers,  gv100_unlisted_registers,
};

unsigned gv100_register_count(const struct gv100_register *reg, const struct chip *chip)
{
    const struct gv100_places *const places = gv100_places_of(chip);
    const unsigned counts[] = {
        [GV100_PER_NOTHING] = reg->count,     [GV100_PER_PBDMA] = places->pbdmas,
        [GV100_PER_ENGINE] = places->engines, [GV100_PER_LCE] = places->lces,
        [GV100_PER_TREE] = places->trees,
    };

    if (!(reg->chips & chip_bit(chip)))
        return 0;
    return reg->stride ? counts[reg->per] : 1;
}
