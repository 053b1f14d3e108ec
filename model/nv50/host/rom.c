#include "model/nv50/host/rom.h"

#include <stdlib.h>
#include <string.h>

#include "hw/nv50/pbus.h"
#include "hw/nv50/pdisplay.h"
#include "hw/nv50/pstraps.h"
#include "hw/nv50/vbios.h"
#include "hw/nv50/vm.h"
#include "hw/pci.h"
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

static bool is_device_of(const struct nv50_chip *chip, unsigned device)
{
    const unsigned mask = 0xffffu << chip->device_id_bits;

    return (device & mask) == chip->device_id ||
           (chip->device_id_2 && (device & mask) == chip->device_id_2);
}

/* The ids in the image's header and in its PCI data structure (devinit.md §1.4), if they are those of a board with
 * this chip. */
static void take_board(struct nv50 *card, const uint8_t *image, size_t size)
{
    const size_t pcir = size > ROM_PCIR + 2 ? bytes_get(image + ROM_PCIR, 2) : 0;

    if (!pcir || pcir + PCIR_SIZE_MIN > size || size < ROM_SUBSYSTEM + 4 ||
        vbios_is_ours(image, size))
        return;
    card->board_device = (uint16_t)bytes_get(image + pcir + PCIR_DEVICE, 2);
    card->board_subsystem = bytes_get32(image + ROM_SUBSYSTEM);
    card->board_is_given = memcmp(image + pcir, "PCIR", 4) == 0 &&
                           bytes_get(image + pcir + PCIR_VENDOR, 2) == PCI_VENDOR_NVIDIA &&
                           is_device_of(card->chip, card->board_device);
}

#define HARDWARE_LIST 0x10 /* of ROM_HARDWARE: where the list of registers is, in words */

/* Select and secondary word of both straps (devinit.md §1.6). */
static bool take_straps(struct nv50 *card)
{
    static const uint32_t registers[] = { PSTRAPS_0_SELECT, PSTRAPS_0_SECONDARY, PSTRAPS_1_SELECT,
                                          PSTRAPS_1_SECONDARY };
    const uint8_t *const block = card->shell.rom + ROM_HARDWARE;
    unsigned sum = 0;

    for (unsigned i = 0; i < ROM_HARDWARE_SIZE; i++)
        sum += block[i];
    if (block[ROM_HARDWARE_MARK] != ROM_HARDWARE_VALID || (sum & 0xff))
        return false;
    for (unsigned i = 0; i < ARRAY_SIZE(registers); i++)
        reg_set(card, registers[i], bytes_get32(block + 4 * i));
    return true;
}

#define LIST_LAST BIT(1)

/* Each entry: one word with place and count, then the values. Registers that the model does not have are left out. */
static void take_list(struct nv50 *card)
{
    size_t at = 4 * bytes_get(card->shell.rom + ROM_HARDWARE + HARDWARE_LIST, 2);
    uint32_t head = 0;

    while (at && !(head & LIST_LAST) && at + 4 <= card->shell.rom_size) {
        head = bytes_get32(card->shell.rom + at);
        const uint32_t first = (head & 0xffc) | (head >> 5 & 0xfffff000);
        const unsigned count = (head >> 12 & 0x1f) + 1;
        at += 4;
        for (unsigned i = 0; i < count && at + 4 <= card->shell.rom_size; i++, at += 4)
            reg_set(card, first + 4 * i, bytes_get32(card->shell.rom + at));
    }
}

void rom_power_on(struct nv50 *card)
{
    if (card->board_is_given && take_straps(card))
        take_list(card);
}

bool rom_init(struct nv50 *card, const uint8_t *image, size_t size)
{
    card->shell.rom_size = rom_bar_size(image ? size : VBIOS_SIZE);
    card->shell.rom = malloc(card->shell.rom_size);
    if (!card->shell.rom)
        return false;
    memset(card->shell.rom, 0xff, card->shell.rom_size);
    if (image) {
        memcpy(card->shell.rom, image, size);
        take_board(card, image, size);
    } else
        vbios_build(card, card->shell.rom);
    if (card->broken[DEFECT_POST_ROM_CUT])
        memset(card->shell.rom + ERASED_FROM, 0xff, card->shell.rom_size - ERASED_FROM);
    return true;
}

void rom_shadow(struct nv50 *card)
{
    const uint64_t end = pfb_vram_limit(card);
    const size_t size = card->shell.rom_size < SHADOW_SIZE ? card->shell.rom_size : SHADOW_SIZE;

    if (card->shell.cold || !pfb_memory_usable(card) || end < UINT64_C(2) * SHADOW_SIZE)
        return;
    const uint32_t at = (uint32_t)(end - SHADOW_SIZE);
    vram_write(card->vram, at, STORAGE_TYPE_PITCH, false, card->shell.rom, size);
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

/* While the shadow is on, the bytes read are no ROM (tesla-mmio.md §1.4). */
uint32_t rom_read(struct nv50 *card, uint32_t offset)
{
    const uint32_t at = (offset - PROM) & ~3u;
    if (config_rom_shadowed(card))
        return (at + (uint32_t)card->shell.seed) * 0x9e3779b1u;
    const uint32_t value =
        at < card->shell.rom_size ? bytes_get32(card->shell.rom + at) : UINT32_MAX;
    return broken_word(card, at, value);
}
