#include "engines/gv100/rom.h"

#include "hw/bits.h"
#include "hw/gv100/board.h"

#define ERASED UINT32_MAX

static void put_word(uint8_t *bytes, uint32_t word)
{
    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
}

static uint32_t word_of(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* How many bytes up to the last word that is not erased; 0: no ROM begins here. */
static size_t read_all(struct card *card, uint8_t *bytes)
{
    size_t used = 0;

    if ((card_read32(card, PROM) & 0xffff) != PROM_SIGNATURE)
        return 0;
    for (uint32_t at = 0; at < PROM_SIZE; at += 4) {
        const uint32_t word = card_read32(card, PROM + at);

        put_word(bytes + at, word);
        if (word != ERASED)
            used = at + 4;
    }
    return used;
}

/* A chip that is not there, or that answers too late, gives what the bus held last. */
static bool reads_the_same(struct card *card, const uint8_t *bytes, size_t size)
{
    for (uint32_t at = 0; at < size; at += 4)
        if (card_read32(card, PROM + at) != word_of(bytes + at))
            return false;
    return true;
}

const uint8_t *gv100_rom(struct card *card, size_t *size)
{
    const unsigned mark = card->change_count;
    uint8_t *const bytes = card->workspace;
    bool good;

    if (!bytes)
        return NULL;
    card_phase(card, "reading its VBIOS");
    good = card_set32(card, ROM_SHADOW, card_read32(card, ROM_SHADOW) & ~ROM_SHADOW_ON) == OK;
    *size = good ? read_all(card, bytes) : 0;
    good = *size && reads_the_same(card, bytes, *size);
    card_undo(card, mark);
    return good && !card_expired(card) ? bytes : NULL;
}
