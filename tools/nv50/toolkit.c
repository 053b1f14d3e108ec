#include "tools/nv50/toolkit.h"

#include <stddef.h>

#include "hw/nv50/chip.h"
#include "hw/nv50/fields.h"
#include "hw/nv50/pcounter.h"
#include "hw/nv50/pgraph.h"
#include "hw/nv50/pnvio.h"
#include "hw/nv50/vm.h"
#include "mmu/nv50/registers.h"
#include "model/nv50/vm/board.h"
#include "tools/nv50/devinit.h"
#include "tools/nv50/log.h"
#include "tools/nv50/maps.h"
#include "tools/nv50/names.h"
#include "tools/nv50/probe_words.h"
#include "tools/nv50/rom_file.h"
#include "tools/nv50/shader.h"
#include "tools/nv50/translate.h"
#include "tools/nv50/vbios.h"

static const struct chip *chip(unsigned index)
{
    return index < CHIP_COUNT ? &nv50_chips[index].chip : NULL;
}

static const struct structure *structure(unsigned index)
{
    return index < NV50_STRUCTURE_COUNT ? &nv50_structures[index] : NULL;
}

/* True for PCOUNTER's counts of clocks, for PGRAPH's busy bits, and for the tachometer's level in
 * the words of lines, which changes while the fan of the model turns. */
static bool depends_on_speed(uint64_t reg, uint64_t one, uint64_t other)
{
    const uint32_t tach = (uint32_t)GPIO_NIBBLE_IN << (4 * BOARD_TACH_LINE);

    if (reg == PNVIO_GPIO_0)
        return (one ^ other) == tach;
    return reg == PGRAPH_STATUS || (reg >= PCOUNTER_CTR_CYCLES && reg < PCOUNTER_THRESHOLD);
}

static const struct chip *rom_chip(const uint8_t *bytes, size_t size)
{
    const struct rom view = { bytes, size };
    struct rom_file file = { .size = size };

    if (rom_find_start(&view, &file.start) != OK)
        return NULL;
    file.parsed = vbios_parse(bytes + file.start, size - file.start, &file.v);
    const struct nv50_chip *const found = file.v.images.count ? rom_file_chip(&file) : NULL;
    return found ? &found->chip : NULL;
}

static const struct toolkit_stream streams[] = {
    { .name = "shader", .decode = nv50_decode_shader, .programs = true },
    { .name = NULL },
};

const struct toolkit nv50_toolkit = {
    .chip = chip,
    .structure = structure,
    .put_chipsets = nv50_put_chipsets,
    .streams = streams,
    .depends_on_speed = depends_on_speed,
    .probe_words = nv50_probe_words,
    .value_name = nv50_value_name,
    .value_named = nv50_value_named,
    .registers = &nv50_register_map,
    .log = nv50_log,
    .log_chip = &nv50_chips[CHIP_GT215].chip,
    .rom_chip = rom_chip,
    .rom_size = nv50_rom_size,
    .describe_rom = nv50_describe_rom,
    .start_by_rom = nv50_start_by_rom,
    .vram_most = UINT64_C(4) << 30,
    .system_bits = ADDRESS_BITS,
    .translate = nv50_translate,
    .maps = { nv50_maps, nv50_put_place, nv50_put_attributes },
};
