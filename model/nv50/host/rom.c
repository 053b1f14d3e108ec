#include "model/nv50/host/rom.h"

#include <stdlib.h>
#include <string.h>

#include "hw/nv50/pbus.h"
#include "hw/nv50/pdisplay.h"
#include "hw/nv50/vm.h"
#include "model/common/bytes.h"
#include "model/nv50/base/card.h"
#include "model/nv50/host/vbios.h"
#include "model/nv50/vm/memory.h"
#include "model/nv50/vm/pfb.h"
#include "model/nv50/vram/vram.h"

#define ERASED_FROM   0x800u
#define UNSTABLE_WORD 0xffcu
#define SHADOW_SIZE   0x20000u /* a multiple of the pointer's 64 KiB */

static size_t rom_bar_size(size_t image)
{
    size_t size = PROM_SIZE;
    while (size < image)
        size *= 2;
    return size;
}

bool rom_init(struct nv50 *card, const uint8_t *image, size_t size)
{
    card->rom_size = rom_bar_size(image ? size : VBIOS_SIZE);
    card->rom = malloc(card->rom_size);
    if (!card->rom)
        return false;
    memset(card->rom, 0xff, card->rom_size);
    if (image)
        memcpy(card->rom, image, size);
    else
        vbios_build(card, card->rom);
    if (card->broken[DEFECT_POST_ROM_CUT])
        memset(card->rom + ERASED_FROM, 0xff, card->rom_size - ERASED_FROM);
    return true;
}

void rom_shadow(struct nv50 *card)
{
    const uint64_t end = pfb_vram_limit(card);
    const size_t size = card->rom_size < SHADOW_SIZE ? card->rom_size : SHADOW_SIZE;

    if (card->cold || !pfb_memory_usable(card) || end < UINT64_C(2) * SHADOW_SIZE)
        return;
    const uint32_t at = (uint32_t)(end - SHADOW_SIZE);
    vram_write(card->vram, at, STORAGE_TYPE_PITCH, false, card->rom, size);
    reg_set(card, PDISPLAY_VGA_ROM_WINDOW,
            (at >> 16) << 8 | PDISPLAY_VGA_ROM_WINDOW_ENABLE |
                FIELD_PUT(PDISPLAY_VGA_ROM_WINDOW_TARGET, 1u));
}

bool rom_answers(const struct nv50 *card, uint32_t offset)
{
    const uint32_t size = card->chip_bit >= CHIP_BIT(CHIP_G200) ? PROM_SIZE_G200 : PROM_SIZE;
    return offset >= PROM && offset < PROM + size;
}

/* A bit that cannot hold. The ROM BAR, which the machine's firmware reads once, shows it as it was written. */
static uint32_t broken_word(struct nv50 *card, uint32_t at, uint32_t value)
{
    if (card->broken[DEFECT_POST_ROM_UNSTABLE] && at == UNSTABLE_WORD)
        return value ^ (card->rom_reads++ & 1);
    return value;
}

/* While the shadow is on, what comes is no ROM (tesla-mmio.md §1.4). */
uint32_t rom_read(struct nv50 *card, uint32_t offset)
{
    const uint32_t at = (offset - PROM) & ~3u;
    if (config_rom_shadowed(card))
        return (at + (uint32_t)card->seed) * 0x9e3779b1u;
    const uint32_t value = at < card->rom_size ? bytes_get32(card->rom + at) : UINT32_MAX;
    return broken_word(card, at, value);
}
