/* hw/gv100/registers.h: every register of hw/gv100 as tables, for traces and reports.
 *
 * Shape   one list for each block, which ends with a row without a name; masks and numbers stand in the
 *         block's header.
 * Source  docs/hardware/gv100.md, which names the manuals. */
#ifndef HW_GV100_REGISTERS_H
#define HW_GV100_REGISTERS_H

#include "hw/chip.h"
#include "hw/fields.h"

#define GV100_READ  1u
#define GV100_WRITE 2u

/* The unit that each member of an array belongs to; a chip with fewer of these units than GV100 has
 * fewer members. */
enum gv100_per {
    GV100_PER_NOTHING,
    GV100_PER_PBDMA,
    GV100_PER_ENGINE,
    GV100_PER_LCE,
    GV100_PER_TREE, /* of PMC_INTR */
};

struct gv100_register {
    const char *name; /* the manual's, without NV_ */
    uint32_t at;      /* byte in BAR0; of an array the first one */
    uint16_t stride;  /* bytes from one of an array to the next; 0: no array */
    uint16_t count;   /* of an array that is of no unit */
    uint8_t access;   /* GV100_READ, GV100_WRITE */
    uint8_t field_count;
    uint8_t per;    /* enum gv100_per */
    uint32_t chips; /* that have it */
    const struct field *fields;
};

extern const struct gv100_register gv100_pmc_registers[], gv100_ptop_registers[],
    gv100_pbus_registers[], gv100_ptimer_registers[], gv100_pfifo_registers[],
    gv100_pccsr_registers[], gv100_ppbdma_registers[], gv100_pmmu_registers[],
    gv100_usermode_registers[], gv100_function_registers[], gv100_ctrl_registers[],
    gv100_unlisted_registers[];

/* How many members its array has on a chip; 0: it has no such register. */
unsigned gv100_register_count(const struct gv100_register *reg, const struct chip *chip);

/* The board's registers, which manuals do not list either (as gv100_unlisted_registers); only `barecard decode
 * register` asks. */
extern const struct gv100_register gv100_board_registers[];
/* Of a falcon, at offsets from its base; their names follow the falcon's. */
extern const struct gv100_register gv100_falcon_registers[];
struct gv100_falcon {
    const char *name;
    uint32_t base;
    uint32_t chips; /* that have it there */
};
extern const struct gv100_falcon gv100_falcons[]; /* ends with a name of null */

#define GV100_REGISTER_BLOCKS 12
/* All of them. */
extern const struct gv100_register *const gv100_registers[GV100_REGISTER_BLOCKS];

#endif
