#include "engines/gv100/rom.h"

#include "hw/bits.h"
#include "hw/gv100/board.h"
#include "hw/gv100/devinit.h"
#include "hw/gv100/vbios.h"

#define ERASED     UINT32_MAX
#define BIT_WITHIN 0x400

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

/* A chip that is not there, or that answers too late, gives the last word of the bus. */
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

/* ---- a few bytes of it --------------------------------------------------------------------------- */

/* Pointers of 16 bits and counts of 8 lead nowhere outside of PROM. */
static uint32_t half_at(struct card *card, uint32_t at)
{
    const uint32_t word = card_read32(card, PROM + (at & ~3u));
    const uint32_t next = at % 4 == 3 ? card_read32(card, PROM + at + 1) : 0;

    return (word >> 8 * (at % 4) | next << 8) & 0xffff;
}

static uint32_t byte_at(struct card *card, uint32_t at)
{
    return half_at(card, at) & 0xff;
}

/* BIT stands behind the first image's header; a ROM that has none within its first KiB is not searched further. */
static uint32_t find_bit(struct card *card)
{
    for (uint32_t at = 0; at < BIT_WITHIN; at++)
        if (half_at(card, at) == ROM_BIT && half_at(card, at + 2) == 0x4942 &&
            half_at(card, at + 4) == 0x0054)
            return at;
    return 0;
}

/* Where the table of memory types is; 0: nowhere. */
static uint32_t find_types(struct card *card)
{
    const uint32_t bit = find_bit(card);
    const uint32_t count = bit ? byte_at(card, bit + ROM_BIT_COUNT) : 0;
    uint32_t token = bit + (bit ? byte_at(card, bit + ROM_BIT_HEADER) : 0);

    for (uint32_t i = 0; i < count; i++, token += byte_at(card, bit + ROM_BIT_TOKEN))
        if (byte_at(card, token) == 'M' && byte_at(card, token + ROM_TOKEN_VERSION) == 2 &&
            half_at(card, token + ROM_TOKEN_LENGTH) >= MEMORY_TOKEN_BYTES)
            return half_at(card, half_at(card, token + ROM_TOKEN_DATA) + MEMORY_TABLE);
    return 0;
}

static const char *kind_name(uint32_t kind)
{
    switch (kind) {
    case MEMORY_KIND_GDDR5:
        return "GDDR5";
    case MEMORY_KIND_HBM2:
        return "HBM2";
    case MEMORY_KIND_GDDR6:
        return "GDDR6";
    default:
        return NULL;
    }
}

/* The entry of the board's strap. */
static const char *read_kind(struct card *card)
{
    const uint32_t strap = FIELD_GET(STRAPS_MEMORY, card_read32(card, STRAPS));
    const uint32_t table = find_types(card);
    const uint32_t count = table ? byte_at(card, table + MEMORY_COUNT) : 0;
    uint32_t at = table + byte_at(card, table + TABLE_HEADER);

    if (!table || byte_at(card, table) != MEMORY_VERSION_10)
        return NULL;
    for (uint32_t i = 0; i < count; i++, at += byte_at(card, table + MEMORY_ENTRY)) {
        const uint32_t entry = byte_at(card, at);

        if (FIELD_GET(MEMORY_STRAP, entry) == strap)
            return kind_name(FIELD_GET(MEMORY_KIND, entry));
    }
    return NULL;
}

const char *gv100_memory_kind(struct card *card)
{
    const unsigned mark = card->change_count;
    const char *kind = NULL;

    if (card_set32(card, ROM_SHADOW, card_read32(card, ROM_SHADOW) & ~ROM_SHADOW_ON) == OK)
        kind = read_kind(card);
    card_undo(card, mark);
    return card_expired(card) ? NULL : kind;
}
