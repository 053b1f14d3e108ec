#include "model/gv100/window/rom.h"

#include <stdlib.h>
#include <string.h>

#include "hw/gv100/board.h"
#include "model/common/bytes.h"
#include "model/gv100/base/card.h"
#include "model/gv100/window/vbios.h"

#define ROM_BAR_SIZE 0x80000u
#define ERASED_FROM  0x400u

bool gv_rom_init(struct gv100 *card, const uint8_t *image, size_t size)
{
    card->rom_size = ROM_BAR_SIZE;
    while (card->rom_size < size)
        card->rom_size *= 2;
    card->rom = malloc(card->rom_size);
    if (!card->rom)
        return false;
    memset(card->rom, 0xff, card->rom_size);
    if (image)
        memcpy(card->rom, image, size);
    else
        gv_vbios_build(card, card->rom);
    if (card->broken[DEFECT_ROM_CUT])
        memset(card->rom + ERASED_FROM, 0xff, card->rom_size - ERASED_FROM);
    return true;
}

bool gv_rom_answers(uint32_t offset)
{
    return offset >= PROM && offset < PROM + PROM_SIZE;
}

uint32_t gv_rom_read(const struct gv100 *card, uint32_t offset)
{
    const uint32_t at = (offset - PROM) & ~3u;

    return at < card->rom_size ? bytes_get32(card->rom + at) : UINT32_MAX;
}
