/* tools/gv100/rom.h: a GV100's ROM as `vbios` and `devinit` read it: images, BIT, the board's tables, the program that
 * starts the card.
 *
 * Units   offsets in the ROM, which begins after a preamble if there is one.
 * Source  docs/hardware/gv100.md §1.10. */
#ifndef TOOLS_GV100_ROM_H
#define TOOLS_GV100_ROM_H

#include "engines/gv100/starter.h"
#include "tools/toolkit.h"

#define GV100_IMAGES 16

struct gv100_rom {
    struct rom_reader reader;
    uint32_t start; /* in the file */
    unsigned image_count;
    struct rom_image images[GV100_IMAGES];
    bool ended;          /* the last image says that it is the last */
    uint32_t missing_at; /* where the image would be that the file lacks; 0: it lacks none */
    bool sum_ok;         /* of the first image */
    uint32_t bit;        /* 0: there is none */
    bool bit_sum_ok;
    char version[ROM_VERSION_MAX];
    char date[9];
    struct starter starter;
};

/* False: no image begins at a multiple of 512. */
bool gv100_rom_read(struct gv100_rom *rom, const uint8_t *bytes, size_t size);
/* Whether its version is GV100's. */
bool gv100_rom_is_ours(const struct gv100_rom *rom);

/* A table of the display configuration; at 0: there is none, or one of another version. */
struct gv100_table {
    uint32_t at, version, header, count, entry;
};

/* The display configuration itself, checked by its magic. */
struct gv100_table gv100_rom_dcb(const struct gv100_rom *rom);
/* Of the version that is wanted, from the pointer at this offset of the configuration. */
struct gv100_table gv100_rom_of_dcb(const struct gv100_rom *rom, uint32_t pointer,
                                    uint32_t version);
/* Where entry number `index` of a table lies. */
uint32_t gv100_table_entry(const struct gv100_table *table, unsigned index);

#endif
