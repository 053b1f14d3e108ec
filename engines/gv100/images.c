#include "engines/gv100/images.h"

#include "engines/text.h"
#include "hw/gv100/devinit.h"

uint32_t rom_byte(const struct rom_reader *r, uint64_t at)
{
    return at < r->size ? r->rom[at] : 0;
}

uint32_t rom_half(const struct rom_reader *r, uint64_t at)
{
    return rom_byte(r, at) | rom_byte(r, at + 1) << 8;
}

uint32_t rom_word(const struct rom_reader *r, uint64_t at)
{
    return rom_half(r, at) | rom_half(r, at + 2) << 16;
}

bool rom_inside(const struct rom_reader *r, uint64_t at, uint64_t size)
{
    return at < r->size && size <= r->size - at;
}

/* Where an NPDE follows the data structure, its length and last bit count instead (gv100.md §1.10).
 * */
bool rom_image_at(const struct rom_reader *r, uint32_t at, struct rom_image *out)
{
    const uint32_t signature = rom_half(r, at), data = at + rom_half(r, at + ROM_IMAGE_DATA);
    const uint32_t kind = rom_word(r, data);

    if ((signature != ROM_IMAGE_SIGNATURE && signature != ROM_IMAGE_SIGNATURE_N) ||
        (kind != ROM_DATA_PCIR && kind != ROM_DATA_NPDS))
        return false;
    const uint32_t more = (data + rom_half(r, data + ROM_DATA_BYTES) + 15) & ~15u;
    const bool has_more = rom_word(r, more) == ROM_NPDE;
    const bool has_ids = has_more && rom_half(r, more + ROM_NPDE_BYTES) >= ROM_NPDE_SUBSYSTEM + 4;

    *out = (struct rom_image){
        .at = at,
        .size = rom_half(r, has_more ? more + ROM_NPDE_LENGTH : data + ROM_DATA_LENGTH) * ROM_UNIT,
        .subsystem = has_ids ? rom_word(r, more + ROM_NPDE_SUBSYSTEM) : 0,
        .vendor = (uint16_t)rom_half(r, data + ROM_DATA_VENDOR),
        .device = (uint16_t)rom_half(r, data + ROM_DATA_DEVICE),
        .type = (uint8_t)rom_byte(r, data + ROM_DATA_TYPE),
        .last =
            rom_byte(r, has_more ? more + ROM_NPDE_LAST : data + ROM_DATA_LAST) & ROM_DATA_LAST_BIT,
    };
    out->cut = !rom_inside(r, at, out->size);
    return out->size != 0;
}

uint64_t rom_place(const struct rom_reader *r, uint32_t pointer)
{
    return pointer < r->first_size ? pointer : (uint64_t)pointer - r->first_size + r->own_at;
}

static bool is_bit(const struct rom_reader *r, uint32_t at)
{
    return rom_half(r, at) == ROM_BIT && rom_word(r, at + 2) == 0x00544942;
}

uint32_t rom_bit(const struct rom_reader *r)
{
    for (uint32_t at = 1; at < r->first_size; at++)
        if (is_bit(r, at))
            return at;
    return 0;
}

unsigned rom_token_count(const struct rom_reader *r, uint32_t bit)
{
    return rom_byte(r, bit + ROM_BIT_COUNT);
}

struct rom_token rom_token_at(const struct rom_reader *r, uint32_t bit, unsigned index)
{
    const uint32_t at =
        bit + rom_byte(r, bit + ROM_BIT_HEADER) + index * rom_byte(r, bit + ROM_BIT_TOKEN);

    return (struct rom_token){ .id = (char)rom_byte(r, at),
                               .version = (uint8_t)rom_byte(r, at + ROM_TOKEN_VERSION),
                               .size = (uint16_t)rom_half(r, at + ROM_TOKEN_LENGTH),
                               .at = (uint16_t)rom_half(r, at + ROM_TOKEN_DATA) };
}

uint32_t rom_token(const struct rom_reader *r, char id, unsigned version, unsigned bytes)
{
    const uint32_t bit = rom_bit(r);

    for (unsigned i = 0; bit && i < rom_token_count(r, bit); i++) {
        const struct rom_token token = rom_token_at(r, bit, i);

        if (token.id == id && token.version == version && token.size >= bytes)
            return token.at;
    }
    return 0;
}

void rom_version(const struct rom_reader *r, char out[ROM_VERSION_MAX])
{
    const uint32_t at = rom_token(r, 'i', 2, ROM_VERSION_BYTES);
    struct text text = text_in(out, ROM_VERSION_MAX);

    if (at)
        text_format(&text, "%02x.%02x.%02x.%02x.%02x", rom_byte(r, at + 3), rom_byte(r, at + 2),
                    rom_byte(r, at + 1), rom_byte(r, at), rom_byte(r, at + 4));
}
