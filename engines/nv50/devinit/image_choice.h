/* engines/nv50/devinit/image_choice.h: whether an image may be carried out on a card, and which of several images
 * is the best one. Pure.
 *
 * Source  docs/hardware/devinit.md §1.5. */
#ifndef ENGINES_NV50_DEVINIT_IMAGE_CHOICE_H
#define ENGINES_NV50_DEVINIT_IMAGE_CHOICE_H

#include "engines/nv50/devinit/walk.h"

/* The first thing that stands in the way. */
enum vbios_fault {
    VBIOS_SOUND,
    VBIOS_NO_IMAGE,     /* no chain of images starts here */
    VBIOS_CUT,          /* the first image is longer than the ROM's bytes */
    VBIOS_FOREIGN,      /* the first image is not x86 code for a card of this vendor */
    VBIOS_CHECKSUM,     /* its bytes do not add up to 0 */
    VBIOS_NO_BIT,       /* no information table */
    VBIOS_BIT_DAMAGED,  /* its header does not add up to 0, or has another version */
    VBIOS_NO_VERSION,   /* no token i */
    VBIOS_OTHER_CHIP,   /* the version names another chipset, or none */
    VBIOS_OTHER_DEVICE, /* made for another PCI device id */
    VBIOS_OTHER_BOARD,  /* made for another subsystem */
    VBIOS_NO_SCRIPTS,   /* no token I, or no table of scripts */
    VBIOS_UNSOUND,      /* the walk refuses its scripts */
    VBIOS_UNSTABLE,     /* two reads of the ROM differ */
    VBIOS_FAULT_COUNT
};

/* The card that an image is for. */
struct vbios_card {
    uint16_t chipset;        /* BOOT_0 bits 28:20 */
    uint16_t vendor, device; /* PCI */
    uint32_t subsystem;      /* PCI: vendor, device << 16; 0: unknown */
};

/* Walks the scripts as well; `parsed` is the result of vbios_parse. Card null: no card to compare with. */
enum vbios_fault vbios_judge(const struct vbios *v, enum err parsed, const struct vbios_card *card,
                             struct devinit_walk *walk);
/* Half a sentence for people: "its checksum is wrong". */
const char *vbios_fault_text(enum vbios_fault fault);

/* The larger the better: each x86 image whose bytes add up to 0 counts 4, with a wrong sum 2, every other
 * image 4. 0: no image. */
unsigned vbios_score(const struct vbios *v);

/* The subsystem id that the first image carries; 0: none. */
uint32_t vbios_subsystem(const struct vbios *v);

#endif
