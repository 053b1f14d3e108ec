#include "tools/gv100/desk.h"

#include <stddef.h>

#include "hw/gv100/chip.h"
#include "hw/gv100/gmmu.h"
#include "hw/gv100/structures.h"
#include "hw/gv100/unlisted.h"
#include "hw/gv100/usermode.h"
#include "tools/gv100/maps.h"
#include "tools/gv100/probe_words.h"
#include "tools/gv100/pushbuffer.h"
#include "tools/gv100/runlist.h"
#include "tools/gv100/translate.h"

static const struct chip *chip(unsigned index)
{
    return index < GV100_CHIP_COUNT ? &gv100_chips[index].chip : NULL;
}

static const struct structure *structure(unsigned index)
{
    return index < GV100_STRUCTURE_COUNT ? gv100_structures[index] : NULL;
}

static const struct desk_stream streams[] = {
    { "pushbuffer", gv100_decode_pushbuffer },
    { NULL, NULL },
};

static const struct desk_check checks[] = {
    { "runlist", gv100_check_runlist },
    { NULL, NULL },
};

#define STAMP_NS 2000 /* by which time stamps of the same event may differ */

/* The clock, and words of memory that the card has stamped with it: semaphores and records of faults. */
static bool shows_time(uint64_t reg, uint64_t one, uint64_t other)
{
    const bool memory = reg - PRAMIN < PRAMIN_BYTES;
    const uint64_t apart = one > other ? one - other : other - one;

    return reg == PTIMER_TIME_LOW || reg == PTIMER_TIME_HIGH || reg == USERMODE_TIME_0 ||
           reg == USERMODE_TIME_1 || (memory && apart != 0 && apart < STAMP_NS);
}

const struct desk gv100_desk = {
    .chip = chip,
    .structure = structure,
    .streams = streams,
    .checks = checks,
    .shows_time = shows_time,
    .probe_words = gv100_probe_words,
    .vram_most = UINT64_C(1) << GMMU_VID_BITS,
    .system_bits = GMMU_SYS_BITS,
    .translate = gv100_translate,
    .maps = { gv100_maps, gv100_put_place, gv100_put_attributes },
};
