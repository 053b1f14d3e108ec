#include "model/nv50/host/pdisplay.h"

#include <stdio.h>
#include <string.h>

#include "hw/nv50/pdisplay.h"
#include "hw/nv50/vm.h"
#include "model/common/bytes.h"
#include "model/common/numbers.h"
#include "model/nv50/base/card.h"
#include "model/nv50/vram/vram.h"

#define CHANNEL_WORDS (PDISPLAY_CHANNELS * PDISPLAY_CHANNEL_STRIDE / 4)

/* The values that a text mode of 80 columns leaves there. */
#define POSTED_HORIZONTAL_TOTAL 0x5f
#define POSTED_REPAINT_1        0x3c

/* A picture of head 0: 640 by 480 pixels of 4 bytes, lines without gaps. */
#define PICTURE_SIZE    (FIELD_PUT(PDISPLAY_SIZE_WIDTH, 640) | FIELD_PUT(PDISPLAY_SIZE_HEIGHT, 480))
#define PICTURE_STORAGE (PDISPLAY_STORAGE_LINEAR | FIELD_PUT(PDISPLAY_STORAGE_PITCH, 640 * 4 / 256))
#define PICTURE_HANDLE  0xd1500001u
/* EVO's table of objects lies before the copy of the ROM; which entry the handle has does not matter here. */
#define OBJECTS_FROM_END 0x80000u
#define ENTRY            0x128u
#define OBJECT           0x2000u

bool pdisplay_choose(struct nv50 *card, const char *text)
{
    if (!text && card_knob(card, KNOB_VGA_POSTED) == VGA_POSTED_ON)
        text = "vga:0";
    if (!text)
        return true;
    card->pdisplay->picture = strncmp(text, "evo:", 4) == 0   ? PICTURE_EVO
                              : strncmp(text, "vga:", 4) == 0 ? PICTURE_VGA
                                                              : PICTURE_NONE;
    if (card->pdisplay->picture == PICTURE_NONE)
        return false;
    return number_parse(text + 4, strlen(text + 4), &card->pdisplay->picture_at);
}

/* The state that a driver's EVO channel leaves: a table of objects, one object, and the head's surface. */
static void show_by_evo(struct nv50 *card)
{
    const uint64_t size = vram_geometry(card->vram)->size, objects = size - OBJECTS_FROM_END;
    const uint32_t entry[2] = { PICTURE_HANDLE, FIELD_PUT(PDISPLAY_RAMHT_OBJECT, OBJECT) };
    /* The object starts where the picture does, so that its base counts. */
    const uint32_t object[DMAOBJ_WORDS] = { DMAOBJ_CLASS_READ |
                                                FIELD_PUT(DMAOBJ0_TARGET, DMAOBJ_TARGET_VRAM),
                                            (uint32_t)size - 1,
                                            (uint32_t)card->pdisplay->picture_at };

    vram_write(card->vram, (uint32_t)objects + ENTRY, 0, false, entry, sizeof(entry));
    vram_write(card->vram, (uint32_t)objects + OBJECT, 0, false, object, sizeof(object));
    reg_set(card, PDISPLAY_OBJECTS,
            (uint32_t)(objects >> 8) | PDISPLAY_OBJECTS_ENABLE |
                FIELD_PUT(PDISPLAY_OBJECTS_TARGET, 1));
    reg_set(card, PDISPLAY_CHANNEL, PDISPLAY_CHANNEL_ENABLE);
    reg_set(card, PDISPLAY_CORE_DMA + PDISPLAY_IN_USE, PICTURE_HANDLE);
    reg_set(card, PDISPLAY_CORE_SIZE + PDISPLAY_IN_USE, PICTURE_SIZE);
    reg_set(card, PDISPLAY_CORE_STORAGE + PDISPLAY_IN_USE, PICTURE_STORAGE);
    reg_set(card, PDISPLAY_CORE_PARAMS + PDISPLAY_IN_USE,
            FIELD_PUT(PDISPLAY_PARAMS_FORMAT, PDISPLAY_FORMAT_A8R8G8B8));
}

static void show(struct nv50 *card)
{
    if (card->pdisplay->picture == PICTURE_NONE)
        return;
    reg_set(card, PDISPLAY_ACTIVE, PDISPLAY_ACTIVE_ON);
    if (card->pdisplay->picture == PICTURE_EVO)
        show_by_evo(card);
    else
        reg_set(card, PDISPLAY_VGA_RAM_WINDOW,
                (uint32_t)(card->pdisplay->picture_at >> 18 << 10) | PDISPLAY_VGA_RAM_ENABLE |
                    FIELD_PUT(PDISPLAY_VGA_RAM_TARGET, 1));
}

void pdisplay_power_on(struct nv50 *card)
{
    pdisplay_reset(card);
    if (!card->shell.cold && card_knob(card, KNOB_MODE_POSTED) == MODE_POSTED_VGA &&
        !card->broken[DEFECT_HALF_GEOMETRY]) {
        card->pdisplay->crtc[CRTC_HORIZONTAL_TOTAL] = POSTED_HORIZONTAL_TOTAL;
        card->pdisplay->crtc[CRTC_REPAINT_1] = POSTED_REPAINT_1;
    }
    memcpy(card->pdisplay->power_on, card->pdisplay->crtc, CRTC_COUNT);
    show(card);
}

void pdisplay_reset(struct nv50 *card)
{
    card->pdisplay->index = 0;
    memset(card->pdisplay->crtc, 0, CRTC_COUNT);
}

const char *pdisplay_port_name(uint32_t offset)
{
    return offset == PRMIO_CRTC_INDEX ? "PRMIO_CRTC_INDEX" : "PRMIO_CRTC_DATA";
}

uint8_t pdisplay_read_port(struct nv50 *card, uint32_t offset)
{
    if (!gate_is_open(card, offset))
        return 0;
    return offset == PRMIO_CRTC_INDEX ? card->pdisplay->index
                                      : card->pdisplay->crtc[card->pdisplay->index];
}

void pdisplay_write_port(struct nv50 *card, uint32_t offset, uint8_t value)
{
    if (!gate_is_open(card, offset))
        return;
    if (offset == PRMIO_CRTC_INDEX)
        card->pdisplay->index = value;
    else
        card->pdisplay->crtc[card->pdisplay->index] = value;
}

static uint32_t read_array(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)stored;
    return bytes_get32(card->pdisplay->crtc + (offset - PDISPLAY_CRTC));
}

static void write_array(struct nv50 *card, uint32_t offset, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        if (card->shell.regs.lanes >> (8 * i) & 0xff)
            card->pdisplay->crtc[offset - PDISPLAY_CRTC + i] = (uint8_t)(value >> (8 * i));
}

unsigned pdisplay_changed(struct nv50 *card, void (*line)(void *opaque, const char *text),
                          void *opaque)
{
    unsigned changed = 0;
    for (unsigned i = 0; i < CRTC_COUNT; i++) {
        if (card->pdisplay->crtc[i] == card->pdisplay->power_on[i])
            continue;
        char text[64];
        snprintf(text, sizeof(text), "CRTC %02x: 0x%02x, was 0x%02x", i, card->pdisplay->crtc[i],
                 card->pdisplay->power_on[i]);
        if (line)
            line(opaque, text);
        changed++;
    }
    return changed;
}

/* The waiting value and the one in use, of both heads; only the display itself changes them. */
#define OF_BOTH_HEADS(name)                                                                        \
    REG(PDISPLAY_##name, .count = 2), REG_AT(PDISPLAY_HEAD_STRIDE, PDISPLAY_##name, .count = 2)

static uint32_t read_start(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)card, (void)offset;
    return stored | PDISPLAY_START_READY;
}

/* Done at once. */
static void write_start(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)value;
    reg_set(card, offset, reg_get(card, offset) & ~PDISPLAY_START_UPDATE);
}

/* clang-format off */
static const struct reg_row rows[] = {
    REG(PDISPLAY_CRTC, .count = CRTC_COUNT / 4, .flags = VOL, .read = read_array, .write = write_array),
    REG(PDISPLAY_CHANNEL, .bits = RW, .count = CHANNEL_WORDS),
    REG(PDISPLAY_INTR_0, .w1c = RW, .flags = VOL),
    REG(PDISPLAY_INTR_1, .w1c = RW, .flags = VOL),
    REG(PDISPLAY_START, .bits = PDISPLAY_START_UPDATE | BITS(15, 0), .read = read_start, .write = write_start),
    REG(PDISPLAY_OBJECTS, .bits = RW),
    REG(PDISPLAY_ACTIVE),
    OF_BOTH_HEADS(CORE_DMA),
    OF_BOTH_HEADS(CORE_OFFSET),
    OF_BOTH_HEADS(CORE_SIZE),
    OF_BOTH_HEADS(CORE_STORAGE),
    OF_BOTH_HEADS(CORE_PARAMS),
    OF_BOTH_HEADS(BASE_DMA),
    OF_BOTH_HEADS(BASE_OFFSET),
    OF_BOTH_HEADS(BASE_SIZE),
    OF_BOTH_HEADS(BASE_STORAGE),
    OF_BOTH_HEADS(BASE_PARAMS),
    REG(PDISPLAY_VGA_RAM_WINDOW, .bits = RW, .flags = KEEP),
    REG(PDISPLAY_VGA_ROM_WINDOW, .bits = RW, .flags = KEEP),
};
/* clang-format on */

const struct reg_block pdisplay_regs = { rows, ARRAY_SIZE(rows) };
