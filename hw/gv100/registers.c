#include "hw/gv100/registers.h"

const struct gv100_register *const gv100_registers[GV100_REGISTER_BLOCKS] = {
    gv100_pmc_registers,      gv100_ptop_registers,  gv100_pbus_registers,
    gv100_ptimer_registers,   gv100_pfifo_registers, gv100_pccsr_registers,
    gv100_ppbdma_registers,   gv100_pmmu_registers,  gv100_usermode_registers,
    gv100_unlisted_registers,
};
