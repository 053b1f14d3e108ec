#include "tools/nv50/rom_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MAX 0x400000 /* no card of the family has a larger ROM */

static bool refuse(const char *program, const char *name, const char *why)
{
    fprintf(stderr, "%s: %s: %s\n", program, name, why);
    return false;
}

static bool read_bytes(FILE *file, struct rom_file *out)
{
    out->bytes = malloc(FILE_MAX + 1);
    if (!out->bytes)
        return false;
    out->size = fread(out->bytes, 1, FILE_MAX + 1, file);
    return !ferror(file);
}

/* One byte more than the largest ROM is read, so that a larger file is noticed. True even where the scripts cannot be
 * parsed: then `parsed` says why. */
bool rom_file_open(const char *name, const char *program, struct rom_file *out)
{
    FILE *const file = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");

    *out = (struct rom_file){ 0 };
    if (!file)
        return refuse(program, name, strerror(errno));
    const bool read = read_bytes(file, out);
    if (file != stdin)
        fclose(file);
    const struct rom rom = { out->bytes, out->size };
    if (!read)
        refuse(program, name, "cannot be read");
    else if (out->size > FILE_MAX)
        refuse(program, name, "larger than any ROM of the family");
    else if (rom_find_start(&rom, &out->start) != OK)
        refuse(program, name,
               "no ROM image: no 55 aa with a PCI data structure at a multiple of 512");
    else {
        out->parsed = vbios_parse(out->bytes + out->start, out->size - out->start, &out->v);
        return true;
    }
    rom_file_close(out);
    return false;
}

void rom_file_close(struct rom_file *file)
{
    free(file->bytes);
    file->bytes = NULL;
}

static bool has_device(const struct nv50_chip *chip, unsigned device)
{
    const unsigned mask = ~0u << chip->device_id_bits;

    return (device & mask) == chip->device_id ||
           (chip->device_id_2 && (device & mask) == chip->device_id_2);
}

const struct nv50_chip *rom_file_chip(const struct rom_file *file)
{
    const struct nv50_chip *found = NULL;

    for (unsigned i = 0; i < CHIP_COUNT; i++) {
        const struct nv50_chip *const chip = &nv50_chips[i];

        if (vbios_is_for(&file->v, chip->chip.id) &&
            (!found || has_device(chip, file->v.images.list[0].device)))
            found = chip;
    }
    return found;
}

bool rom_file_is_gv100(const struct rom_file *file)
{
    return file->v.versioned && file->v.version[0] == 0x88 && file->v.version[1] == 0x00;
}

const char *rom_file_version(const struct rom_file *file, char text[16])
{
    const uint8_t *const v = file->v.version;

    if (!file->v.versioned)
        return "-";
    snprintf(text, 16, "%02x.%02x.%02x.%02x.%02x", v[0], v[1], v[2], v[3], v[4]);
    return text;
}
