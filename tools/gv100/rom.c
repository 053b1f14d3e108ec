#include "tools/gv100/rom.h"

#include "hw/gv100/devinit.h"
#include "hw/gv100/vbios.h"

#define PMU_ROOM 0x10000u /* bytes of each memory of the PMU of a GV100 */

/* The chain, as far as the file has it. */
static void read_images(struct gv100_rom *rom)
{
    struct rom_image image = { 0 };
    uint32_t at = 0;

    while (rom->image_count < GV100_IMAGES && !rom->ended) {
        if (!rom_image_at(&rom->reader, at, &image)) {
            rom->missing_at = at;
            return;
        }
        rom->images[rom->image_count++] = image;
        rom->ended = image.last;
        at += image.size;
        if (image.type == ROM_TYPE_NVIDIA && !rom->reader.own_at)
            rom->reader.own_at = image.at;
    }
}

static bool adds_up(const struct rom_reader *r, uint32_t at, uint32_t size)
{
    unsigned sum = 0;

    for (uint32_t i = 0; i < size; i++)
        sum += rom_byte(r, (uint64_t)at + i);
    return !(sum & 0xff);
}

static void read_date(struct gv100_rom *rom)
{
    const uint32_t at = rom_token(&rom->reader, 'i', 2, VERSION_DATE + sizeof(rom->date) - 1);

    for (unsigned i = 0; at && i < sizeof(rom->date) - 1; i++) {
        const uint32_t c = rom_byte(&rom->reader, at + VERSION_DATE + i);

        rom->date[i] = (char)(c >= ' ' && c < 0x7f ? c : 0);
    }
}

/* The first image is searched for in steps of ROM_UNIT, because dumps may carry a preamble before
 * it. */
bool gv100_rom_read(struct gv100_rom *rom, const uint8_t *bytes, size_t size)
{
    struct rom_image first;
    uint32_t start = 0;

    *rom = (struct gv100_rom){ .reader = { .rom = bytes, .size = size } };
    while (!rom_image_at(&rom->reader, start, &first)) {
        start += ROM_UNIT;
        if (start >= size)
            return false;
    }
    rom->start = start;
    rom->reader =
        (struct rom_reader){ .rom = bytes + start, .size = size - start, .first_size = first.size };
    read_images(rom);
    rom->sum_ok = !first.cut && adds_up(&rom->reader, 0, first.size);
    rom->bit = rom_bit(&rom->reader);
    rom->bit_sum_ok = rom->bit && adds_up(&rom->reader, rom->bit,
                                          rom_byte(&rom->reader, rom->bit + ROM_BIT_HEADER));
    rom_version(&rom->reader, rom->version);
    read_date(rom);
    starter_read(&rom->starter, bytes + start, size - start, PMU_ROOM, PMU_ROOM);
    return true;
}

bool gv100_rom_is_ours(const struct gv100_rom *rom)
{
    const uint32_t at = rom_token(&rom->reader, 'i', 2, ROM_VERSION_BYTES);

    return at && rom_byte(&rom->reader, at + 3) == VERSION_MAJOR &&
           rom_byte(&rom->reader, at + 2) == 0;
}

static struct gv100_table gv100_rom_table(const struct gv100_rom *rom, uint32_t at)
{
    const struct rom_reader *const r = &rom->reader;
    const struct gv100_table table = { .at = at,
                                       .version = rom_byte(r, at),
                                       .header = rom_byte(r, at + TABLE_HEADER),
                                       .count = rom_byte(r, at + TABLE_COUNT),
                                       .entry = rom_byte(r, at + TABLE_ENTRY) };

    if (!at || table.header < TABLE_LEAST || !table.entry ||
        !rom_inside(r, at, table.header + table.count * table.entry))
        return (struct gv100_table){ 0 };
    return table;
}

struct gv100_table gv100_rom_dcb(const struct gv100_rom *rom)
{
    const struct rom_reader *const r = &rom->reader;
    const uint32_t at = rom_half(r, DCB_AT);

    if (rom_word(r, at + DCB_MAGIC_AT) != DCB_MAGIC)
        return (struct gv100_table){ 0 };
    return gv100_rom_table(rom, at);
}

struct gv100_table gv100_rom_of_dcb(const struct gv100_rom *rom, uint32_t pointer, uint32_t version)
{
    const struct gv100_table dcb = gv100_rom_dcb(rom);
    struct gv100_table table = { 0 };

    if (dcb.at && dcb.version == DCB_VERSION_41 && dcb.header >= DCB_HEADER_41)
        table = gv100_rom_table(rom, rom_half(&rom->reader, dcb.at + pointer));
    return table.version == version ? table : (struct gv100_table){ 0 };
}

uint32_t gv100_table_entry(const struct gv100_table *table, unsigned index)
{
    return table->at + table->header + index * table->entry;
}
