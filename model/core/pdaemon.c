#include "model/core/card.h"

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
#define VOL REG_VOLATILE

/* docs/hardware/tesla-engines.md §2.2; idle, and with its memory cleared. */
/* clang-format off */
static const struct reg_row rows[] = {
    { 0x022210, "PDAEMON_POWER", RW, 0, 0, NEW, 1, 0, 0 },
    { 0x10a004, "PDAEMON_INTR_ACK", 0, 0, VOL, NEW, 1, 0, 0 },
    { 0x10a008, "PDAEMON_INTR", 0, 0, VOL, NEW, 1, 0, 0 },
    { 0x10a010, "PDAEMON_INTR_EN_SET", RW, 0, 0, NEW, 2, 0, 0 },
    { 0x10a01c, "PDAEMON_INTR_ROUTE", RW, 0, 0, NEW, 1, 0, 0 },
    { 0x10a040, "PDAEMON_SCRATCH", RW, 0, 0, NEW, 2, 0, 0 },
    { 0x10a048, "PDAEMON_ACCESS", RW, 0, 0, NEW, 1, 0, 0 },
    { 0x10a04c, "PDAEMON_STATUS", 0, 0, VOL, NEW, 1, 0, 0 },
    { PDAEMON_CONTROL, "PDAEMON_CONTROL", 0, 0, 0, NEW, 1, 0, write_control },
    { 0x10a104, "PDAEMON_ENTRY", RW, 0, 0, NEW, 1, 0, 0 },
    { 0x10a10c, "PDAEMON_FIFO_CONTROL", BIT(0), 0, 0, NEW, 1, 0, 0 },
    { 0x10a180, "PDAEMON_CODE_INDEX", RW, 0, 0, NEW, 3, 0, 0 },
    { 0x10a1c0, "PDAEMON_DATA_INDEX", RW, 0, 0, NEW, 2, 0, 0 },
    { 0x10a4a0, "PDAEMON_SCRATCH_4", RW, 0, 0, NEW, 20, 0, 0 },
};
/* clang-format on */

const struct reg_block pdaemon_regs = { rows, ARRAY_SIZE(rows) };
