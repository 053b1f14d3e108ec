/* engines/gv100/images.h: the bytes of a GV100's ROM as images, and the tokens of its information table (BIT).
 *
 * Shape   pure: reads the ROM's bytes alone; a byte outside of them is 0.
 * Units   offsets in the ROM; bytes.
 * Source  docs/hardware/gv100.md §1.10. */
#ifndef ENGINES_GV100_IMAGES_H
#define ENGINES_GV100_IMAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rom_reader {
    const uint8_t *rom;
    size_t size;
    uint32_t first_size; /* of the first image; 0 until it has been read */
    uint32_t own_at;     /* of the image of type 0xe0; 0: there is none */
};

uint32_t rom_byte(const struct rom_reader *r, uint64_t at);
uint32_t rom_half(const struct rom_reader *r, uint64_t at);
uint32_t rom_word(const struct rom_reader *r, uint64_t at);
bool rom_inside(const struct rom_reader *r, uint64_t at, uint64_t size);

struct rom_image {
    uint32_t at, size;
    uint32_t subsystem; /* vendor, device << 16; 0: not said */
    uint16_t vendor, device;
    uint8_t type;
    bool last;
    bool cut; /* the ROM's bytes end before it does */
};

/* The image whose header is there; false: none begins there. */
bool rom_image_at(const struct rom_reader *r, uint32_t at, struct rom_image *out);
/* Where a pointer of BIT leads to. */
uint64_t rom_place(const struct rom_reader *r, uint32_t pointer);

/* Where BIT is; 0: nowhere. */
uint32_t rom_bit(const struct rom_reader *r);

struct rom_token {
    char id;
    uint8_t version;
    uint16_t size, at;
};

unsigned rom_token_count(const struct rom_reader *r, uint32_t bit);
struct rom_token rom_token_at(const struct rom_reader *r, uint32_t bit, unsigned index);
/* Where the data of a token lies; 0: there is no such token, or one too short. */
uint32_t rom_token(const struct rom_reader *r, char id, unsigned version, unsigned bytes);

/* "88.00.41.00.18"; empty without a token i. */
#define ROM_VERSION_MAX 24
void rom_version(const struct rom_reader *r, char out[ROM_VERSION_MAX]);

#endif
