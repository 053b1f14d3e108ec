#include "model/nv50/base/card.h"

#define PDAEMON_SCRATCH_REQUESTS 0x10a4d0 /* size << 16 | offset of the ring in data memory */
#define PDAEMON_SCRATCH_REPLIES  0x10a4dc

#define PDAEMON_CONTROL       0x10a100
#define PDAEMON_CONTROL_START BIT(1)

/* Where the program of a driver would put its two message rings. */
#define REQUESTS 0x00800100
#define REPLIES  0x00800180

/* Code is taken in and not run: a microcontroller that has been started announces its rings and has
 * nothing to say from then on (docs/hardware/nouveau-client.md §4). */
static void write_control(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    if (!(value & PDAEMON_CONTROL_START))
        return;
    reg_set(card, PDAEMON_SCRATCH_REQUESTS, REQUESTS);
    reg_set(card, PDAEMON_SCRATCH_REPLIES, REPLIES);
}

#define NEW CHIPS_GT215_UP
#define RW  BITS(31, 0)

/* What PDAEMON has beside the registers of every falcon (falcon.c). */
/* clang-format off */
static const struct reg_row rows[] = {
    { PDAEMON_CONTROL, "PDAEMON_CONTROL", 0, 0, 0, NEW, 1, 0, write_control },
    { 0x10a4a0, "PDAEMON_SCRATCH_4", RW, 0, 0, NEW, 20, 0, 0 },
};
/* clang-format on */

const struct reg_block pdaemon_regs = { rows, ARRAY_SIZE(rows) };
