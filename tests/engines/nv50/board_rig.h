/* tests/engines/nv50/board_rig.h: a VBIOS of our own with the shape of a real one.
 *
 * Shape   the order of its scripts, their opcodes and the registers they touch are those of a G94's (62.94.11.00.03):
 *         engines off, BOOT_0 written back as a delay, HWUNITS_0 by a fuse, straps written back with bit 31, clocks by
 *         the strap in CRTC 0x88, two devices on I2C, one of them under a condition, memory in the order of its chips,
 *         and three polls of 25.5 s, each followed by RESUME. All values are made up. The model takes it for a real
 *         board, whose memory needs no values of the model's own ROM.
 * Units   bytes; places are offsets in the image. */
#pragma once

#include <stdint.h>

#include "model/model.h"

#define BOARD_ROM     0x1000u
#define BOARD_STRAP   2    /* that the ROM selects for itself */
#define BOARD_FAN     0x2e /* written to always; its registers are known as harmless */
#define BOARD_CLOCK   0x6a /* under a condition that does not hold */
#define BOARD_POLLS   3
#define BOARD_SCRIPTS 0x300u /* the first byte of the scripts */
#define BOARD_TABLES  0x180u /* of the tables that they name */

struct board_rom {
    uint8_t bytes[BOARD_ROM];
    unsigned at;                 /* the first free byte */
    unsigned end;                /* of the scripts */
    unsigned polls[BOARD_POLLS]; /* the conditions that they poll for: register, mask, value */
    unsigned fan;                /* the opcode that writes to it */
    unsigned skipped;            /* the condition before the write to the clock generator */
};

/* For a card as the configuration has it, whose memory's geometry the scripts set up. */
void board_rig_make(struct board_rom *rom, const struct model_config *card);
/* Makes the bytes add up to 0 after a change. */
void board_rig_close(struct board_rom *rom);
/* The same card, cold, with that ROM. */
struct model_config board_rig_card(const struct board_rom *rom, const struct model_config *card);
