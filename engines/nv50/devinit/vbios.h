/* engines/nv50/devinit/vbios.h: a VBIOS' facts about itself and the places of its tables. Pure.
 *
 * Shape   vbios_parse reads the image chain, the BIT and its tokens once; everything else asks the
 *         decoded struct. `image` is the first image, which scripts and their tables lie in.
 * Units   pointers are byte offsets in that image; 0: there is none.
 * Errors  vbios_parse: ERR_NOT_FOUND without an image chain or without a BIT; the members known by
 *         then are filled in.
 * Source  docs/hardware/devinit.md §1.4, §2. */
#ifndef ENGINES_NV50_DEVINIT_VBIOS_H
#define ENGINES_NV50_DEVINIT_VBIOS_H

#include "engines/nv50/devinit/rom.h"

struct bit_token {
    char id;
    uint8_t version;
    uint16_t size, at;
};

struct vbios {
    struct rom rom;   /* the whole chain */
    struct rom image; /* the first image, as much of it as there is */
    struct rom_images images;

    uint32_t bit; /* where the BIT is */
    uint16_t bit_version;
    bool bit_sum_ok;
    unsigned token_count;
    struct bit_token tokens[BIT_TOKENS_MAX];

    bool versioned;     /* there is a token 'i' */
    uint8_t version[5]; /* as printed: major, chip, minor, patch, OEM */
    char date[BIT_INFO_DATE_SIZE + 1];
    uint16_t board; /* PCI device id that the board was made as, 0: not said */

    bool startable; /* there is a token 'I' with a table of scripts */
    uint16_t scripts, macro_index, macros, conditions, io_conditions, io_flags, private_script,
        arrays;
    uint16_t tables_at, tables_size; /* the segment that holds them, 0: not said */
    uint16_t boot_at, boot_size;     /* the segment of the boot scripts, 0: not said */

    uint8_t strap_columns; /* values for each register in strap tables, 0: not said */
    uint16_t strap_table, memory_info;
    uint16_t pll_limits;
    uint16_t dcb;
};

enum err vbios_parse(const uint8_t *bytes, size_t size, struct vbios *out) MUST_CHECK;

/* Script number `index` of the table; false: outside of the image. 0 in `at`: there is none. */
bool vbios_script(const struct vbios *v, unsigned index, uint16_t *at);
/* The first token with that id, null: none. */
const struct bit_token *vbios_token(const struct vbios *v, char id);
/* Whether the version's chip byte names the chipset with that id (BOOT_0 bits 28:20). */
bool vbios_is_for(const struct vbios *v, unsigned chipset_id);

#endif
