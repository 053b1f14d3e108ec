#include "engines/nv50/devinit/rom.h"

bool rom_holds(const struct rom *rom, uint32_t at, uint32_t length)
{
    return at <= rom->size && length <= rom->size - at;
}

uint8_t rom_u8(const struct rom *rom, uint32_t at)
{
    return rom_holds(rom, at, 1) ? rom->bytes[at] : 0;
}

uint16_t rom_u16(const struct rom *rom, uint32_t at)
{
    if (!rom_holds(rom, at, 2))
        return 0;
    return (uint16_t)(rom->bytes[at] | (uint32_t)rom->bytes[at + 1] << 8);
}

uint32_t rom_u32(const struct rom *rom, uint32_t at)
{
    if (!rom_holds(rom, at, 4))
        return 0;
    return rom_u16(rom, at) | (uint32_t)rom_u16(rom, at + 2) << 16;
}

static bool is_signature(uint16_t word)
{
    return word == ROM_SIGNATURE || word == ROM_SIGNATURE_2 || word == ROM_SIGNATURE_NV;
}

/* The PCI data structure of the image that starts at `at`; 0: there is no image. */
static uint32_t find_pcir(const struct rom *rom, uint32_t at)
{
    if (!is_signature(rom_u16(rom, at)))
        return 0;
    const uint32_t offset = rom_u16(rom, at + ROM_PCIR), pcir = at + offset;
    if (!offset || offset % 4 || !rom_holds(rom, pcir, PCIR_SIZE_MIN))
        return 0;
    const uint32_t name = rom_u32(rom, pcir);
    return name == PCIR_SIGNATURE || name == PCIR_RGIS || name == PCIR_NPDS ? pcir : 0;
}

enum err rom_find_start(const struct rom *file, uint32_t *at)
{
    for (uint32_t start = 0; rom_holds(file, start, ROM_UNIT); start += ROM_UNIT)
        if (find_pcir(file, start)) {
            *at = start;
            return OK;
        }
    return ERR_NOT_FOUND;
}

static bool sums_to_zero(const struct rom *rom, uint32_t at, uint32_t length)
{
    uint8_t sum = 0;

    if (!length || !rom_holds(rom, at, length))
        return false;
    for (uint32_t i = 0; i < length; i++)
        sum = (uint8_t)(sum + rom->bytes[at + i]);
    return sum == 0;
}

/* After the PCI data structure an "NPDE" may follow. It has a length and a mark of the last image of its own, which
 * count instead (docs/hardware/devinit.md §1.4). */
static void apply_npde(const struct rom *rom, struct rom_image *image, bool *last)
{
    const uint32_t npde = (image->pcir + rom_u16(rom, image->pcir + PCIR_SIZE) + 15) & ~15u;

    if (image->type == ROM_TYPE_PRIVATE || !rom_holds(rom, npde, NPDE_SIZE) ||
        rom_u32(rom, npde) != NPDE_SIGNATURE)
        return;
    image->length = rom_u16(rom, npde + NPDE_LENGTH) * ROM_UNIT;
    *last = rom_u8(rom, npde + NPDE_INDICATOR) & PCIR_LAST;
}

static void read_image(const struct rom *rom, uint32_t at, uint32_t pcir, struct rom_image *image,
                       bool *last)
{
    *image = (struct rom_image){ .at = at, .pcir = pcir, .type = rom_u8(rom, pcir + PCIR_TYPE) };
    image->vendor = rom_u16(rom, pcir + PCIR_VENDOR);
    image->device = rom_u16(rom, pcir + PCIR_DEVICE);
    image->length = rom_u16(rom, pcir + PCIR_LENGTH) * ROM_UNIT;
    *last = image->type == ROM_TYPE_PRIVATE || (rom_u8(rom, pcir + PCIR_INDICATOR) & PCIR_LAST);
    apply_npde(rom, image, last);

    const bool by_chain = sums_to_zero(rom, at, image->length);
    const bool by_header = sums_to_zero(rom, at, rom_u8(rom, at + ROM_LENGTH) * ROM_UNIT);
    image->cut = !rom_holds(rom, at, image->length);
    image->sum_ok = by_chain || by_header;
    image->sums_differ = by_chain != by_header;
}

enum err rom_chain(const struct rom *rom, struct rom_images *out)
{
    uint32_t at = 0, pcir;
    bool last = false;

    *out = (struct rom_images){ 0 };
    while (!last && out->count < ROM_IMAGES_MAX && (pcir = find_pcir(rom, at))) {
        struct rom_image *const image = &out->list[out->count++];

        read_image(rom, at, pcir, image, &last);
        if (!image->length || image->cut)
            break;
        at += image->length;
    }
    out->complete = last && !out->list[out->count - 1].cut;
    return out->count ? OK : ERR_NOT_FOUND;
}
