#include "model/core/rom.h"

#include <stdlib.h>
#include <string.h>

#include "hw/pbus.h"
#include "hw/pci.h"
#include "hw/pdisplay.h"
#include "model/core/card.h"
#include "model/core/memory.h"

#define IMAGE_SIZE 0x1000
#define UNIT       512
#define PCIR       0x40
#define VERSION_AT 0x80

#define SHADOW_SIZE 0x20000u /* a multiple of the pointer's 64 KiB */

static void put16(uint8_t *at, unsigned value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

/* docs/hardware/devinit.md §1.4; the byte sum of the image is 0. */
static void build(uint8_t *rom, uint16_t device_id)
{
    static const uint8_t signature[] = { 0x55, 0xaa, IMAGE_SIZE / UNIT, 0xcb };
    static const char version[] = "Barecard model ROM";
    uint8_t sum = 0;

    memset(rom, 0, IMAGE_SIZE);
    memcpy(rom, signature, sizeof(signature));
    put16(rom + 0x18, PCIR);
    put16(rom + 0x54, PCI_VENDOR_NVIDIA);
    put16(rom + 0x56, device_id);
    memcpy(rom + PCIR, "PCIR", 4);
    put16(rom + PCIR + 0x04, PCI_VENDOR_NVIDIA);
    put16(rom + PCIR + 0x06, device_id);
    put16(rom + PCIR + 0x0a, 0x18);
    rom[PCIR + 0x0f] = PCI_CLASS_VGA >> 16;
    put16(rom + PCIR + 0x10, IMAGE_SIZE / UNIT);
    rom[PCIR + 0x15] = 0x80; /* the last image */
    memcpy(rom + VERSION_AT, version, sizeof(version));
    for (unsigned i = 0; i < IMAGE_SIZE - 1; i++)
        sum = (uint8_t)(sum + rom[i]);
    rom[IMAGE_SIZE - 1] = (uint8_t)-sum;
}

static size_t rom_bar_size(size_t image)
{
    size_t size = PROM_SIZE;
    while (size < image)
        size *= 2;
    return size;
}

bool rom_init(struct nv50 *card, const uint8_t *image, size_t size)
{
    card->rom_size = rom_bar_size(image ? size : IMAGE_SIZE);
    card->rom = malloc(card->rom_size);
    if (!card->rom)
        return false;
    memset(card->rom, 0xff, card->rom_size);
    if (image)
        memcpy(card->rom, image, size);
    else
        build(card->rom, card->chip->device_id);
    return true;
}

const uint8_t *nv50_rom(const struct nv50 *card, size_t *size)
{
    *size = card->rom_size;
    return card->rom;
}

void rom_shadow(struct nv50 *card)
{
    const uint64_t end = pfb_vram_limit(card);
    const size_t size = card->rom_size < SHADOW_SIZE ? card->rom_size : SHADOW_SIZE;

    if (!pfb_memory_usable(card) || end < UINT64_C(2) * SHADOW_SIZE)
        return;
    const uint32_t at = (uint32_t)(end - SHADOW_SIZE);
    vram_write(card->vram, at, STORAGE_TYPE_PITCH, false, card->rom, size);
    reg_set(card, PDISPLAY_VGA_ROM_WINDOW,
            (at >> 16) << 8 | PDISPLAY_VGA_ROM_WINDOW_ENABLE | 1 /* VRAM */);
}

bool rom_is_window(const struct nv50 *card, uint32_t offset)
{
    const uint32_t size = card->chip_bit >= CHIP_BIT(CHIP_G200) ? PROM_SIZE_G200 : PROM_SIZE;
    return offset >= PROM && offset < PROM + size;
}

/* While the shadow is on, what comes is no ROM (tesla-mmio.md §1.4). */
uint32_t rom_window_read(struct nv50 *card, uint32_t offset)
{
    const uint32_t at = (offset - PROM) & ~3u;
    uint32_t value = 0;

    if (config_rom_shadowed(card))
        return (at + (uint32_t)card->seed) * 0x9e3779b1u;
    for (unsigned i = 0; i < 4; i++)
        value |= (uint32_t)(at + i < card->rom_size ? card->rom[at + i] : 0xff) << (8 * i);
    return value;
}
