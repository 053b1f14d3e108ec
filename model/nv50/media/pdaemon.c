#include "hw/nv50/falcon.h"
#include "hw/nv50/media.h"
#include "model/nv50/base/card.h"

/* Where the program of a driver would put its two message rings. */
#define REQUESTS 0x00800100
#define REPLIES  0x00800180

/* Code is taken in and not run: a microcontroller that has been started announces its rings and has
 * nothing to say from then on (docs/hardware/nouveau-client.md §4). */
static void write_control(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    if (!(value & FALCON_UC_CTRL_START))
        return;
    reg_set(card, PDAEMON_BASE + PDAEMON_REQUESTS, REQUESTS);
    reg_set(card, PDAEMON_BASE + PDAEMON_REPLIES, REPLIES);
}

/* PDAEMON's registers beside those of every falcon (falcon.c). */
/* clang-format off */
static const struct reg_row rows[] = {
    REG_AT(PDAEMON_BASE, FALCON_UC_CTRL, .write = write_control, .chips = CHIPS_GT215_UP),
    REG_AT(PDAEMON_BASE, PDAEMON_WORDS, .bits = RW, .count = PDAEMON_WORDS_COUNT, .chips = CHIPS_GT215_UP),
};
/* clang-format on */

const struct reg_block pdaemon_regs = { rows, ARRAY_SIZE(rows) };
