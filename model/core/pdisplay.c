#include "model/core/pdisplay.h"

#include <stdio.h>
#include <string.h>

#include "hw/pdisplay.h"

#include "model/core/card.h"

#define CRTC_ARRAY    0x619400
#define CHANNEL_WORDS (PDISPLAY_CHANNELS * PDISPLAY_CHANNEL_STRIDE / 4)

/* What a text mode of 80 columns leaves there. */
#define POSTED_HORIZONTAL_TOTAL 0x5f
#define POSTED_REPAINT_1        0x3c

void pdisplay_power_on(struct nv50 *card)
{
    card->pdisplay = (struct pdisplay){ 0 };
    if (!card->cold) {
        card->pdisplay.crtc[CRTC_HORIZONTAL_TOTAL] = POSTED_HORIZONTAL_TOTAL;
        card->pdisplay.crtc[CRTC_REPAINT_1] = POSTED_REPAINT_1;
    }
    memcpy(card->pdisplay.power_on, card->pdisplay.crtc, CRTC_COUNT);
}

void pdisplay_reset(struct nv50 *card)
{
    card->pdisplay.index = 0;
    memset(card->pdisplay.crtc, 0, CRTC_COUNT);
}

bool pdisplay_is_port(uint32_t offset)
{
    return offset == PRMIO_CRTC_INDEX || offset == PRMIO_CRTC_DATA;
}

const char *pdisplay_port_name(uint32_t offset)
{
    return offset == PRMIO_CRTC_INDEX ? "PRMIO_CRTC_INDEX" : "PRMIO_CRTC_DATA";
}

uint8_t pdisplay_read_port(struct nv50 *card, uint32_t offset)
{
    if (!regs_enabled(card, offset))
        return 0;
    return offset == PRMIO_CRTC_INDEX ? card->pdisplay.index
                                      : card->pdisplay.crtc[card->pdisplay.index];
}

void pdisplay_write_port(struct nv50 *card, uint32_t offset, uint8_t value)
{
    if (!regs_enabled(card, offset))
        return;
    if (offset == PRMIO_CRTC_INDEX)
        card->pdisplay.index = value;
    else
        card->pdisplay.crtc[card->pdisplay.index] = value;
}

static uint32_t read_array(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)stored;
    uint32_t value = 0;
    for (unsigned i = 0; i < 4; i++)
        value |= (uint32_t)card->pdisplay.crtc[offset - CRTC_ARRAY + i] << (8 * i);
    return value;
}

static void write_array(struct nv50 *card, uint32_t offset, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        if (card->regs.lanes >> (8 * i) & 0xff)
            card->pdisplay.crtc[offset - CRTC_ARRAY + i] = (uint8_t)(value >> (8 * i));
}

unsigned pdisplay_changed(struct nv50 *card, void (*line)(void *opaque, const char *text),
                          void *opaque)
{
    unsigned changed = 0;
    for (unsigned i = 0; i < CRTC_COUNT; i++) {
        if (card->pdisplay.crtc[i] == card->pdisplay.power_on[i])
            continue;
        char text[64];
        snprintf(text, sizeof(text), "CRTC %02x: 0x%02x, was 0x%02x", i, card->pdisplay.crtc[i],
                 card->pdisplay.power_on[i]);
        if (line)
            line(opaque, text);
        changed++;
    }
    return changed;
}

/* clang-format off */
static const struct reg_row rows[] = {
    { CRTC_ARRAY, "PDISPLAY_CRTC", 0, 0, REG_VOLATILE, CHIPS_ALL, CRTC_COUNT / 4, read_array, write_array },
    { PDISPLAY_CHANNEL, "PDISPLAY_CHANNEL", BITS(31, 0), 0, 0, CHIPS_ALL, CHANNEL_WORDS, 0, 0 },
    { 0x610020, "PDISPLAY_INTR_0", BITS(31, 0), 0, REG_VOLATILE | REG_W1C, CHIPS_ALL, 1, 0, 0 },
    { 0x610024, "PDISPLAY_INTR_1", BITS(31, 0), 0, REG_VOLATILE | REG_W1C, CHIPS_ALL, 1, 0, 0 },
    { PDISPLAY_VGA_ROM_WINDOW, "PDISPLAY_VGA_ROM_WINDOW", BITS(31, 0), 0, REG_KEEP, CHIPS_ALL, 1, 0, 0 },
};
/* clang-format on */

const struct reg_block pdisplay_regs = { rows, ARRAY_SIZE(rows) };
