#include "engines/nv50/scanout.h"

#include "engines/window.h"
#include "hw/least.h"
#include "hw/nv50/pdisplay.h"
#include "hw/nv50/pmc.h"
#include "mmu/nv50/dmaobj.h"

#define TARGET_IS_VRAM 1
#define GOB_LINES      4
#define GOB_BYTES      64
#define CHANNEL_CORE   0
#define CHANNEL_BASE   1 /* of head 0; the other head's follows */

/* Registers of one surface. */
struct surface {
    uint32_t dma, offset, size, storage, params;
};

static const struct surface core_surface = { PDISPLAY_CORE_DMA, PDISPLAY_CORE_OFFSET,
                                             PDISPLAY_CORE_SIZE, PDISPLAY_CORE_STORAGE,
                                             PDISPLAY_CORE_PARAMS };
static const struct surface base_surface = { PDISPLAY_BASE_DMA, PDISPLAY_BASE_OFFSET,
                                             PDISPLAY_BASE_SIZE, PDISPLAY_BASE_STORAGE,
                                             PDISPLAY_BASE_PARAMS };

static uint32_t in_use(struct card *card, unsigned head, uint32_t reg)
{
    return card_read32(card, reg + head * PDISPLAY_HEAD_STRIDE + PDISPLAY_IN_USE);
}

static bool runs(struct card *card, unsigned channel)
{
    return card_read32(card, PDISPLAY_CHANNEL + channel * PDISPLAY_CHANNEL_STRIDE) &
           (PDISPLAY_CHANNEL_ENABLE | PDISPLAY_CHANNEL_STATE);
}

static uint64_t bytes_of_pixel(uint8_t format)
{
    switch (format) {
    case 0x1e:
        return 1;
    case 0x1f:
    case 0xe8:
    case 0xe9:
        return 2;
    case 0xca:
        return 8;
    default:
        return 4;
    }
}

/* Where offsets of a surface count from; false: not in VRAM. An object that cannot be found starts at 0,
 * as those of drivers do. */
static bool object_base(struct card *card, unsigned channel, uint32_t handle, uint64_t *base)
{
    const uint32_t objects = card_read32(card, PDISPLAY_OBJECTS);
    const uint64_t ramht = (uint64_t)(objects & PDISPLAY_OBJECTS_ADDRESS) << 8;
    uint32_t words[DMAOBJ_WORDS], entry[2];
    struct dmaobj object;

    *base = 0;
    if (!(objects & PDISPLAY_OBJECTS_ENABLE) ||
        FIELD_GET(PDISPLAY_OBJECTS_TARGET, objects) != TARGET_IS_VRAM)
        return true;
    for (unsigned i = 0; i < PDISPLAY_RAMHT_ENTRIES; i++) {
        if (card_memory_read(card, (linear_addr){ ramht + 8 * i, TARGET_VRAM }, entry, 8) != OK)
            return true;
        if (entry[0] != handle || FIELD_GET(PDISPLAY_RAMHT_CHANNEL, entry[1]) != channel)
            continue;
        const uint64_t at = ramht + FIELD_GET(PDISPLAY_RAMHT_OBJECT, entry[1]);
        if (card_memory_read(card, (linear_addr){ at, TARGET_VRAM }, words, sizeof(words)) != OK)
            return true;
        dmaobj_unpack(nv50_chip_of(card->chip), words, &object);
        *base = object.base;
        return object.target == DMAOBJ_TARGET_VRAM;
    }
    return true;
}

static uint64_t surface_bytes(uint32_t size, uint32_t storage, uint32_t params)
{
    const uint64_t width = FIELD_GET(PDISPLAY_SIZE_WIDTH, size),
                   height = FIELD_GET(PDISPLAY_SIZE_HEIGHT, size),
                   pitch = FIELD_GET(PDISPLAY_STORAGE_PITCH, storage);
    const uint64_t line =
        width * bytes_of_pixel((uint8_t)FIELD_GET(PDISPLAY_PARAMS_FORMAT, params));

    if (!height)
        return 0;
    if (storage & PDISPLAY_STORAGE_LINEAR)
        return 256 * pitch * (height - 1) + line;
    const uint64_t lines = GOB_LINES << FIELD_GET(PDISPLAY_STORAGE_BLOCK, storage);
    return GOB_BYTES * pitch * ((height + lines - 1) / lines * lines);
}

static unsigned add(struct card *card, struct scanout *out, const char *what, uint64_t from,
                    uint64_t size)
{
    if (!size || from >= card->vram.size)
        return 0;
    *out = (struct scanout){ .what = what, .from = from };
    out->to = from + LEAST(size, card->vram.size - from);
    return 1;
}

static unsigned add_surface(struct card *card, unsigned head, unsigned channel,
                            const struct surface *regs, struct scanout *out)
{
    static const char *const names[PDISPLAY_HEADS] = { "head 0", "head 1" };
    const uint32_t handle = in_use(card, head, regs->dma);
    uint64_t base;

    if (!handle || !object_base(card, channel, handle, &base))
        return 0;
    return add(card, out, names[head], base + ((uint64_t)in_use(card, head, regs->offset) << 8),
               surface_bytes(in_use(card, head, regs->size), in_use(card, head, regs->storage),
                             in_use(card, head, regs->params)));
}

static unsigned add_vga(struct card *card, struct scanout *out)
{
    const uint32_t window = card_read32(card, PDISPLAY_VGA_RAM_WINDOW);

    uint64_t from = 0;

    if (window & PDISPLAY_VGA_RAM_ENABLE) {
        if (FIELD_GET(PDISPLAY_VGA_RAM_TARGET, window) != TARGET_IS_VRAM)
            return 0;
        from = (uint64_t)(window & PDISPLAY_VGA_RAM_ADDRESS) << 8;
    }
    const unsigned count = add(card, out, "VGA", from, PDISPLAY_VGA_RAM_SIZE);
    out->vga = count;
    return count;
}

/* A head without its core channel is the VGA's, which shows memory that no channel names. */
unsigned scanout_read(struct card *card, struct scanout list[SCANOUT_MAX])
{
    const uint32_t active = card_read32(card, PDISPLAY_ACTIVE);
    const bool driven = runs(card, CHANNEL_CORE);
    const unsigned mark = card->change_count;
    unsigned count = 0, heads = 0;

    for (unsigned head = 0; head < PDISPLAY_HEADS; head++) {
        if ((active >> head * PDISPLAY_ACTIVE_STRIDE & PDISPLAY_ACTIVE_HEAD) != PDISPLAY_ACTIVE_ON)
            continue;
        heads++;
        if (!driven)
            continue;
        count += add_surface(card, head, CHANNEL_CORE, &core_surface, &list[count]);
        if (runs(card, CHANNEL_BASE + head))
            count += add_surface(card, head, CHANNEL_BASE + head, &base_surface, &list[count]);
    }
    card_undo(card, mark);
    return heads && !driven ? add_vga(card, list) : count;
}
