#include "tools/gv100/toolkit.h"

#include <stddef.h>

#include "hw/gv100/chip.h"
#include "hw/gv100/gmmu.h"
#include "hw/gv100/structures.h"
#include "mmu/gv100/registers.h"
#include "tools/gv100/chipsets.h"
#include "tools/gv100/log.h"
#include "tools/gv100/maps.h"
#include "tools/gv100/probe_words.h"
#include "tools/gv100/pushbuffer.h"
#include "tools/gv100/register.h"
#include "tools/gv100/runlist.h"
#include "tools/gv100/translate.h"
#include "tools/gv100/vbios.h"

static const struct chip *chip(unsigned index)
{
    return index < GV100_CHIP_COUNT ? &gv100_chips[index].chip : NULL;
}

static const struct structure *structure(unsigned index)
{
    return index < GV100_STRUCTURE_COUNT ? gv100_structures[index] : NULL;
}

static const struct toolkit_stream streams[] = {
    { .name = "pushbuffer", .decode = gv100_decode_pushbuffer },
    { .name = NULL },
};

static const struct toolkit_check checks[] = {
    { "runlist", gv100_check_runlist },
    { NULL, NULL },
};

const struct toolkit gv100_toolkit = {
    .chip = chip,
    .structure = structure,
    .put_chipsets = gv100_put_chipsets,
    .streams = streams,
    .checks = checks,
    .probe_words = gv100_probe_words,
    .registers = &gv100_register_map,
    .register_words = gv100_register_words,
    .no_value = gv100_no_value,
    .log = gv100_log,
    .log_chip = &gv100_chips[0].chip,
    .rom_chip = gv100_rom_chip,
    .rom_size = gv100_rom_size,
    .describe_rom = gv100_describe_rom,
    .start_by_rom = gv100_start_by_rom,
    .vram_most = UINT64_C(1) << GMMU_VID_BITS,
    .system_bits = GMMU_SYS_BITS,
    .translate = gv100_translate,
    .maps = { gv100_maps, gv100_put_place, gv100_put_attributes },
};
