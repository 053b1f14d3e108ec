#include "hw/nv50/registers.h"

const struct nv50_register *const nv50_registers[NV50_REGISTER_BLOCKS] = {
    nv50_host_registers,  nv50_pfifo_registers,    nv50_pgraph_registers,
    nv50_board_registers, nv50_pclock_registers,   nv50_ptherm_registers,
    nv50_pnvio_registers, nv50_pcounter_registers, nv50_pdaemon_registers,
};
