/* tests/engines/nv50/board_rom.c: writes a VBIOS of our own with the shape of a real G94's (board_rig.h), for drivers of
 * others to start a card with.
 *
 *     board-rom FILE */
#include <stdio.h>

#include "hw/nv50/chip.h"
#include "tests/engines/nv50/board_rig.h"

int main(int argc, char **argv)
{
    static struct board_rom rom;
    const struct model_config card = { .chip = &nv50_chips[CHIP_G94].chip, .vram_size = 0x400000 };
    FILE *const file = argc == 2 ? fopen(argv[1], "wb") : NULL;

    if (!file) {
        fprintf(stderr, "usage: board-rom FILE\n");
        return 2;
    }
    board_rig_make(&rom, &card);
    board_rig_close(&rom);
    const bool whole = fwrite(rom.bytes, BOARD_ROM, 1, file) == 1;
    return fclose(file) == 0 && whole ? 0 : 1;
}
