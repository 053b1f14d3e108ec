/* hw/nv50/registers.h: registers of the NV50 family as tables, which `barecard decode register` puts into words.
 *
 * Shape   one list for each group of units, which ends with a row without a name; masks and numbers stand in
 *         the units' headers. A name may stand twice, for different chipsets.
 * Source  docs/hardware/tesla-mmio.md, tesla-vm.md. */
#ifndef HW_NV50_REGISTERS_H
#define HW_NV50_REGISTERS_H

#include "hw/fields.h"

struct nv50_register {
    const char *name; /* as the unit's header has it, without a chipset */
    uint32_t at;      /* byte in BAR0; of an array the first one */
    uint16_t stride;  /* bytes from one of an array to the next; 0: no array */
    uint16_t count;   /* of an array */
    uint32_t chips;   /* mask of CHIP_BIT() */
    uint8_t field_count;
    const struct field *fields; /* null: none is known */
};

extern const struct nv50_register nv50_host_registers[], nv50_pfifo_registers[],
    nv50_pgraph_registers[], nv50_board_registers[], nv50_pclock_registers[],
    nv50_ptherm_registers[], nv50_pnvio_registers[], nv50_pcounter_registers[],
    nv50_pdaemon_registers[];

/* By enum media_kind: registers of a video, copy, security or power engine, at offsets from the base that media_units
 * has for it; their names follow the engine's. */
extern const struct nv50_register *const nv50_media_registers[];

#define NV50_REGISTER_BLOCKS 9
/* All of them. */
extern const struct nv50_register *const nv50_registers[NV50_REGISTER_BLOCKS];

#endif
