#include "model/nv50/vm/tags.h"

#include <stdlib.h>
#include <string.h>

#include "hw/least.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/storage.h"
#include "hw/nv50/vm.h"
#include "model/nv50/base/card.h"
#include "model/nv50/vm/memory.h"
#include "model/nv50/vram/vram.h"

#define CELLS        0x1000u /* as many as a tag has values */
#define CELL_BLOCKS  256u    /* blocks of a 64 KiB page */
#define BLOCK        256u
#define SECTOR       32u
#define KEPT_SECTORS 2u /* of a compressed block */

bool tags_init(struct nv50 *card)
{
    if (card_knob(card, KNOB_TAG_STATE) != TAG_STATE_REAL)
        return true;
    card->tags = calloc(CELLS, CELL_BLOCKS);
    return card->tags != NULL;
}

void tags_free(struct nv50 *card)
{
    free(card->tags);
}

bool tags_count(const struct nv50 *card, struct mapping mapping)
{
    return card->tags && mapping.compression != COMPRESSION_NONE &&
           mapping.tag <= reg_get(card, PFB_COMP_MAX_TAG);
}

static bool is_listed(const struct nv50 *card, uint8_t type)
{
    for (unsigned i = 0; i < STORAGE_TYPE_COUNT; i++)
        if (storage_types[i].type == type)
            return storage_types[i].chips & card->chip_bit;
    return false;
}

bool tags_corrupt(const struct nv50 *card, struct mapping mapping)
{
    if (card_knob(card, KNOB_ODD_TYPES) != ODD_TYPES_CORRUPT || mapping.type == STORAGE_TYPE_PITCH)
        return false;
    return !is_listed(card, mapping.type) || (mapping.compression != COMPRESSION_NONE &&
                                              mapping.tag >= reg_get(card, PFB_COMP_MAX_TAG));
}

static uint8_t *tag_of(struct nv50 *card, uint32_t at, struct mapping mapping)
{
    return &card->tags[mapping.tag * CELL_BLOCKS + at / BLOCK % CELL_BLOCKS];
}

/* The block as a reader through the compressed mapping sees it. */
static void load(struct nv50 *card, uint32_t block, struct mapping mapping, uint8_t *bytes)
{
    vram_read(card->vram, block, mapping.type, mapping.long_cycle, bytes, BLOCK);
    if (*tag_of(card, block, mapping))
        for (unsigned at = KEPT_SECTORS * SECTOR; at < BLOCK; at += SECTOR)
            memcpy(bytes + at, bytes, SECTOR);
}

static bool regular(const uint8_t *bytes)
{
    return memcmp(bytes, bytes + SECTOR, BLOCK - SECTOR) == 0;
}

static void store(struct nv50 *card, uint32_t block, struct mapping mapping, const uint8_t *bytes)
{
    const bool fewer = regular(bytes);

    *tag_of(card, block, mapping) = fewer;
    vram_write(card->vram, block, mapping.type, mapping.long_cycle, bytes,
               fewer ? KEPT_SECTORS * SECTOR : BLOCK);
}

static size_t piece_of(uint32_t at, size_t size)
{
    return LEAST(size, BLOCK - at % BLOCK);
}

void tags_read(struct nv50 *card, uint32_t at, struct mapping mapping, uint8_t *bytes, size_t size)
{
    uint8_t block[BLOCK];

    for (size_t done = 0, piece; done < size; done += piece) {
        const uint32_t from = at + (uint32_t)done;

        piece = piece_of(from, size - done);
        load(card, from - from % BLOCK, mapping, block);
        memcpy(bytes + done, block + from % BLOCK, piece);
    }
}

void tags_write(struct nv50 *card, uint32_t at, struct mapping mapping, const uint8_t *bytes,
                size_t size)
{
    uint8_t block[BLOCK];

    for (size_t done = 0, piece; done < size; done += piece) {
        const uint32_t to = at + (uint32_t)done;

        piece = piece_of(to, size - done);
        load(card, to - to % BLOCK, mapping, block);
        memcpy(block + to % BLOCK, bytes + done, piece);
        store(card, to - to % BLOCK, mapping, block);
    }
}
