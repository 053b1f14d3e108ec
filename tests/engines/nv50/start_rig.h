/* tests/engines/nv50/start_rig.h: a cold card of the model on the bus of this process, and the places from which its VBIOS
 * can be read.
 *
 * Shape   PROM is the model's own (model_config.vbios). The ROM BAR, the firmware's copy and files are here only
 *         if a test hands them in.
 * Units   bytes. */
#pragma once

#include "engines/nv50/start.h"
#include "model/host/host.h"
#include "reference/nv50.h"
#include "tests/kit/bus_tap.h"
#include "tests/kit/tests.h"
#include "tools/nv50/chips.h"

#define RIG_ROM_BAR   0xf0000000u /* where the ROM BAR is */
#define RIG_GIVEN_MAX 4

struct rig_rom {
    const char *name; /* of a file */
    const uint8_t *bytes;
    size_t size;
};

struct start_rig {
    struct host_bus *host;
    struct card card;
    struct start *start;
    struct rig_rom rom_bar;              /* null bytes: the ROM BAR has no address */
    struct rig_rom given[RIG_GIVEN_MAX]; /* the firmware's copy, then files; null: not there */

    struct bus_tap tap;
    uint32_t rom_bar_register;
    unsigned phases;             /* that the card has told so far */
    char phase[START_PHASE_MAX]; /* the last of them */

    /* For an interpreter alone: its accesses are the card's. Each write may be changed before it is made, but not an
     * index; ERR_UNSUPPORTED: it is lost, and nobody is told. Null: all are made. */
    struct devinit_world world;
    enum err (*before_write)(uint32_t at, uint32_t *value);
    uint64_t waited_us;
};

void start_rig_open(struct start_rig *rig, const struct model_config *config);
void start_rig_close(struct start_rig *rig);
/* Looks for a ROM, then starts the card as far as the mode allows. */
enum start_outcome start_rig_start(struct start_rig *rig, enum card_post mode);
/* Whether two words of VRAM keep the written value. */
bool start_rig_alive(struct start_rig *rig);
/* The image that the model makes for that chipset; as many bytes as it has. */
size_t start_rig_rom(const char *chip, uint8_t *bytes, size_t size);
/* Makes the first image's bytes add up to 0. */
void start_rig_close_sum(uint8_t *rom, size_t size);
