#include "tools/nv50/rom_file.h"

#include <stdio.h>

bool rom_file_open(const struct toolkit_rom *rom, struct rom_file *out)
{
    const struct rom view = { rom->bytes, rom->size };

    *out = (struct rom_file){ .bytes = rom->bytes, .size = rom->size };
    if (rom_find_start(&view, &out->start) != OK) {
        fprintf(stderr,
                "%s: %s: no ROM image: no 55 aa with a PCI data structure at a multiple of 512\n",
                rom->program, rom->name);
        return false;
    }
    out->parsed = vbios_parse(out->bytes + out->start, out->size - out->start, &out->v);
    return true;
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

const char *rom_file_version(const struct rom_file *file, char text[16])
{
    const uint8_t *const v = file->v.version;

    if (!file->v.versioned)
        return "-";
    snprintf(text, 16, "%02x.%02x.%02x.%02x.%02x", v[0], v[1], v[2], v[3], v[4]);
    return text;
}
