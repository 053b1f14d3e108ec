#include "tools/rom.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool refuse(const char *program, const char *name, const char *why)
{
    fprintf(stderr, "%s: %s: %s\n", program, name, why);
    return false;
}

/* One byte more than the largest ROM is read, so that a larger file is noticed. */
bool toolkit_rom_read(struct toolkit_rom *rom, const char *program, const char *name)
{
    FILE *const file = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");

    *rom = (struct toolkit_rom){ .program = program, .name = name };
    if (!file)
        return refuse(program, name, strerror(errno));
    rom->bytes = malloc(ROM_FILE_MAX + 1);
    if (rom->bytes)
        rom->size = fread(rom->bytes, 1, ROM_FILE_MAX + 1, file);
    const bool read = rom->bytes && !ferror(file);
    if (file != stdin)
        fclose(file);
    if (read && rom->size <= ROM_FILE_MAX)
        return true;
    toolkit_rom_free(rom);
    if (!read)
        return refuse(program, name, "cannot be read");
    fprintf(stderr, "%s: %s: larger than %d bytes, which no ROM is\n", program, name, ROM_FILE_MAX);
    return false;
}

void toolkit_rom_free(struct toolkit_rom *rom)
{
    free(rom->bytes);
    rom->bytes = NULL;
}

const struct toolkit *toolkit_of_rom(const struct toolkit_rom *rom)
{
    if (rom->chip)
        return toolkit_of(rom->chip);
    for (unsigned d = 0; toolkits[d]; d++)
        if (toolkits[d]->rom_chip(rom->bytes, rom->size))
            return toolkits[d];
    return toolkits[0];
}
