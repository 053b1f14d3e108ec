/* tools/nv50/rom_file.h: a VBIOS in a file, parsed.
 *
 * Shape   the whole file in memory; the ROM starts where its first image header stands, after a
 *         preamble if there is one.
 * Errors  a message on stderr, and false. */
#ifndef TOOLS_NV50_ROM_FILE_H
#define TOOLS_NV50_ROM_FILE_H

#include "engines/nv50/devinit/walk.h"
#include "tools/toolkit.h"

struct rom_file {
    const uint8_t *bytes;
    size_t size;
    uint32_t start; /* of the first image */
    struct vbios v;
    enum err parsed; /* OK, or the error of vbios_parse: an image chain, but no BIT */
};

/* The bytes stay the caller's. True even where the scripts cannot be parsed: then `parsed` says why. */
bool rom_file_open(const struct toolkit_rom *rom, struct rom_file *out);

/* The chipset that the version names, null: none. G94's number stands for G96 too; `device` decides. */
const struct nv50_chip *rom_file_chip(const struct rom_file *file);
/* "60.84.34.12.05", "-" without one. */
const char *rom_file_version(const struct rom_file *file, char text[16]);

#endif
