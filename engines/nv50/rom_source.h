/* engines/nv50/rom_source.h: the places that a card's VBIOS can be read from, and the best ROM found there.
 *
 * Shape   a chain of images is read as far as its own lengths say, twice, into memory of the caller's. The
 *         best ROM is one that may be carried out on this card; among several, and among none, the one with
 *         the higher score (devinit/image_choice.h), and the place that stands first below.
 * Units   bytes.
 * Errors  none are returned: the reason against a ROM is in its `fault`.
 * Source  docs/hardware/devinit.md §1.1 to §1.5. */
#ifndef ENGINES_NV50_ROM_SOURCE_H
#define ENGINES_NV50_ROM_SOURCE_H

#include "engines/card.h"
#include "engines/nv50/devinit/image_choice.h"

enum rom_source {
    ROM_SOURCE_PROM,     /* the card's own chip, through BAR0 */
    ROM_SOURCE_BAR,      /* ... through the expansion ROM BAR, where the firmware has placed it */
    ROM_SOURCE_FIRMWARE, /* read by the machine's firmware when it found the card */
    ROM_SOURCE_PRAMIN,   /* the copy that an x86 VBIOS leaves in VRAM; of a working card only */
    ROM_SOURCE_FILE,     /* on the stick */
    ROM_SOURCE_COUNT
};

#define ROM_ROOM      0x80000u /* the largest ROM that PROM shows (G200 and later) */
#define ROM_FILES_MAX 16       /* that are looked at */
#define ROM_NAME_MAX  BUS_ROM_NAME_MAX

/* "PROM", "the ROM BAR", ... */
const char *rom_source_name(enum rom_source source);

/* The ROM of the card's own chip, whether or not it is the best. */
struct vbios_chip {
    bool any; /* an image is there */
    bool sum_ok;
    enum vbios_fault fault;
};

/* The ROM of a card, read and judged. */
struct vbios_found {
    bool any; /* else nothing below means anything */
    enum rom_source source;
    unsigned index;          /* of the file */
    char name[ROM_NAME_MAX]; /* of the file; empty: none */
    size_t size;
    unsigned score;
    enum err parsed;
    enum vbios_fault fault;
    struct vbios v;             /* points into `bytes` */
    struct devinit_end refused; /* by the walk, if the fault is VBIOS_UNSOUND */
    struct vbios_chip chip;
};

/* Leaves the best one in `bytes` (ROM_ROOM) and in `found`. */
void vbios_find(struct card *card, bool working, uint8_t *bytes, struct devinit_walk *walk,
                struct vbios_found *found);

#endif
