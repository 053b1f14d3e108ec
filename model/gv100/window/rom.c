#include "model/gv100/window/rom.h"

#include <stdlib.h>
#include <string.h>

#include "hw/gv100/board.h"
#include "hw/gv100/devinit.h"
#include "hw/pci.h"
#include "model/common/bytes.h"
#include "model/gv100/base/card.h"
#include "model/gv100/window/vbios.h"

#define ROM_BAR_SIZE 0x80000u
#define ERASED_FROM  0x400u

/* The ids in the first image's data structures, if they are those of a board with this chip: the model's own image has
 * those of its board, and no subsystem. */
static void take_board(struct gv100 *card, const uint8_t *image, size_t size)
{
    const size_t data = size > ROM_IMAGE_DATA + 2 ? bytes_get16(image + ROM_IMAGE_DATA) : 0;

    if (!data || data + ROM_DATA_LAST >= size || bytes_get32(image + data) != ROM_DATA_PCIR ||
        bytes_get16(image + data + ROM_DATA_VENDOR) != PCI_VENDOR_NVIDIA)
        return;
    const uint16_t device = (uint16_t)bytes_get16(image + data + ROM_DATA_DEVICE);
    if (device < card->chip->device_id ||
        device >= card->chip->device_id + card->chip->device_id_count)
        return;
    card->rom_device = device;
    const size_t more = (data + bytes_get16(image + data + ROM_DATA_BYTES) + 15) & ~(size_t)15;
    if (more + ROM_NPDE_SUBSYSTEM + 4 <= size && bytes_get32(image + more) == ROM_NPDE &&
        bytes_get16(image + more + ROM_NPDE_BYTES) >= ROM_NPDE_SUBSYSTEM + 4)
        card->rom_subsystem = bytes_get32(image + more + ROM_NPDE_SUBSYSTEM);
}

bool gv_rom_init(struct gv100 *card, const uint8_t *image, size_t size)
{
    card->shell.rom_size = ROM_BAR_SIZE;
    while (card->shell.rom_size < size)
        card->shell.rom_size *= 2;
    card->shell.rom = malloc(card->shell.rom_size);
    if (!card->shell.rom)
        return false;
    memset(card->shell.rom, 0xff, card->shell.rom_size);
    if (image) {
        memcpy(card->shell.rom, image, size);
        take_board(card, image, size);
    } else {
        gv_vbios_build(card, card->shell.rom);
    }
    if (card->broken[DEFECT_ROM_CUT])
        memset(card->shell.rom + ERASED_FROM, 0xff, card->shell.rom_size - ERASED_FROM);
    return true;
}

uint32_t gv_rom_read(const struct gv100 *card, uint32_t offset)
{
    const uint32_t at = (offset - PROM) & ~3u;

    return at < card->shell.rom_size ? bytes_get32(card->shell.rom + at) : UINT32_MAX;
}
