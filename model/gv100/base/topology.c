#include "model/gv100/base/topology.h"

#include <stdio.h>

#include "hw/gv100/chip.h"
#include "hw/gv100/ptop.h"
#include "model/model.h"

#define LCE_BASE 0x104000u
#define NONE     DEVICE_NONE

#define NO_RESET_BIT 31 /* of PMC_ENABLE, which never changes */

#define GRAPHICS PTOP_DEVICE_INFO_TYPE_ENUM_GRAPHICS
#define LCE      PTOP_DEVICE_INFO_TYPE_ENUM_LCE
#define NVDEC    PTOP_DEVICE_INFO_TYPE_ENUM_NVDEC
#define NVENC    PTOP_DEVICE_INFO_TYPE_ENUM_NVENC
#define SEC      PTOP_DEVICE_INFO_TYPE_ENUM_SEC
#define IOCTRL   PTOP_DEVICE_INFO_TYPE_ENUM_IOCTRL
#define GSP      PTOP_DEVICE_INFO_TYPE_ENUM_GSP

/* Two Titan V, read alike (§1.4). Words 15 to 17 hold nothing. */
/* clang-format off */
static const struct topology_device measured[] = {
    /* word type   inst base      fault engine runlist intr reset */
    {  0, GRAPHICS, 0, 0x400000,  0x40,  0,     0,     12,  12 },
    {  3, LCE,      0, LCE_BASE,  0x0f, 13,     0,      5,   6 },
    {  6, LCE,      1, LCE_BASE,  0x10, 14,     0,      6,   7 },
    {  9, LCE,      2, LCE_BASE,  0x11,  6,     6,      7,  21 },
    { 12, NVDEC,    0, 0x084000,  0x0a,  1,     1,     17,  15 },
    { 18, SEC,      0, 0x087000,  0x0e,  3,     3,     15,  14 },
    { 21, NVENC,    0, 0x1c8000,  0x0b,  2,     2,     16,  18 },
    { 24, NVENC,    1, 0x1cc000,  0x0c,  4,     4,      1,  19 },
    { 27, LCE,      3, LCE_BASE,  0x12,  7,     7,     10,  22 },
    { 30, LCE,      4, LCE_BASE,  0x13,  8,     8,     11,  23 },
    { 33, LCE,      5, LCE_BASE,  0x14,  9,     9,      2,  24 },
    { 36, NVENC,    2, 0x1d0000,  0x0d,  5,     5,      4,   4 },
    { 39, IOCTRL,   0, 0xa00000,  NONE, NONE, NONE,    22,  25 },
    { 42, LCE,      6, LCE_BASE,  0x15, 10,    10,     14,   9 },
    { 45, LCE,      7, LCE_BASE,  0x16, 11,    11,      0,  10 },
    { 48, LCE,      8, LCE_BASE,  0x17, 12,    12,      3,  11 },
    { 51, GSP,      0, 0x110000,  0x02, NONE, NONE,    27, NONE },
};
/* clang-format on */

/* A TU116 as it was read (§13.3). Words 15 to 17, and from 33 on, hold nothing. */
/* clang-format off */
static const struct topology_device measured_turing[] = {
    /* word type   inst base      fault engine runlist intr reset */
    {  0, GRAPHICS, 0, 0x400000,  0x40,  0,     0,     12,  12 },
    {  3, LCE,      0, LCE_BASE,  0x0f, 11,     0,      5,   6 },
    {  6, LCE,      1, LCE_BASE,  0x10, 12,     0,      6,   7 },
    {  9, LCE,      2, LCE_BASE,  0x11,  8,     8,      7,  21 },
    { 12, NVDEC,    0, 0x830000,  0x0a,  1,     1,     17,  15 },
    { 18, SEC,      0, 0x087000,  0x0e,  3,     3,     15,  14 },
    { 21, NVENC,    0, 0x1c8000,  0x0b,  2,     2,     16,  18 },
    { 24, LCE,      3, LCE_BASE,  0x12,  9,     9,     10,  22 },
    { 27, LCE,      4, LCE_BASE,  0x13, 10,    10,     11,  23 },
    { 30, GSP,      0, 0x110000,  0x02, NONE, NONE,    27, NONE },
};
/* clang-format on */

/* By generation. Where a chip has more units than the one that was read, no source says at which numbers. */
struct measured_card {
    const struct topology_device *devices;
    unsigned count, lces, pbdmas, runlists;
};

static const struct measured_card volta = { measured, ARRAY_SIZE(measured), 9, 14, 13 };
static const struct measured_card turing = { measured_turing, ARRAY_SIZE(measured_turing), 5, 12,
                                             11 };

static const struct measured_card *measured_of(const struct chip *chip)
{
    return chip_bit(chip) & CHIPS_TURING ? &turing : &volta;
}

/* Hub clients of the copy engines: 1, 2 and 0x18, then HSCE3 and on (§6.2). */
static const uint8_t lce_clients[TOPOLOGY_LCES_MAX] = { 0x01, 0x02, 0x18, 0x23, 0x24,
                                                        0x25, 0x26, 0x27, 0x28 };

/* Of a topology that was asked for. */
#define LCES_USUAL     4
#define RUNLISTS_USUAL 5
#define DEVICE_WORDS   3
/* A driver gives up where a runlist has more (§1.4). */
#define PBDMAS_OF_A_RUNLIST 2

static bool take(unsigned asked, unsigned usual, unsigned most, const char *name, unsigned *out,
                 char *error, size_t error_size)
{
    *out = asked ? asked : usual;
    if (*out >= 1 && *out <= most)
        return true;
    snprintf(error, error_size, "%s %u: 1 to %u", name, asked, most);
    return false;
}

/* ---- devices become engines ------------------------------------------------------------------ */

static void add_device(struct topology *topology, const struct topology_device *device)
{
    topology->device[topology->devices++] = *device;
    if (device->engine == NONE)
        return;
    topology->engine[device->engine] = (struct topology_engine){
        .copies = device->type == LCE,
        .lce = device->instance,
        .runlist = device->runlist,
        .reset_bit = device->reset_bit,
        .interrupt_bit = device->interrupt_bit,
        .fault_id = device->fault_id,
        .client = device->type == LCE ? lce_clients[device->instance] : 0,
    };
    if (device->type == LCE)
        topology->lce_engine[device->instance] = device->engine;
    if (topology->engines <= device->engine)
        topology->engines = device->engine + 1u;
}

/* Numbers that no device has are engines that nothing reaches. */
static void clear_engines(struct topology *topology)
{
    for (unsigned i = 0; i < TOPOLOGY_ENGINES_MAX; i++)
        topology->engine[i] =
            (struct topology_engine){ .runlist = NONE, .reset_bit = NO_RESET_BIT };
}

static bool has_runlist(const struct topology *topology, unsigned runlist)
{
    for (unsigned i = 0; i < topology->devices; i++)
        if (topology->device[i].runlist == runlist)
            return true;
    return false;
}

/* PBDMA 0 and 1 serve the runlist of graphics, each other one the runlist before its own number (§3.5). */
static void choose_measured(struct topology *topology, const struct measured_card *card)
{
    for (unsigned i = 0; i < card->count; i++)
        add_device(topology, &card->devices[i]);
    topology->lces = card->lces;
    topology->pbdmas = card->pbdmas;
    topology->runlists = card->runlists;
    topology->pbdma_runlists[0] = 1;
    for (unsigned i = 1; i < topology->pbdmas; i++) {
        const unsigned runlist = has_runlist(topology, i - 1) ? 1u << (i - 1) : 0;

        topology->pbdma_runlists[i] = (uint16_t)runlist;
    }
}

static const struct topology_device *measured_lce(const struct measured_card *card, unsigned lce)
{
    for (unsigned i = 0; i < card->count; i++)
        if (card->devices[i].type == LCE && card->devices[i].instance == lce)
            return &card->devices[i];
    return NULL;
}

static uint8_t runlist_of(const struct topology *topology, unsigned lce)
{
    if (lce == 0 || topology->runlists == 1)
        return 0;
    return (uint8_t)(1 + (lce - 1) % (topology->runlists - 1));
}

/* Words that are not valid stand between the devices, and one of them inside SEC2's chain (card/ptop.c). SEC2 has no engine of host: it is there because a device may
 * lack RUNLIST and ENGINE (§1.4). */
static void add_engines(struct topology *topology, const struct measured_card *card)
{
    struct topology_device device = measured[0];
    unsigned word = 0;

    topology->data_first = true;
    add_device(topology, &device);
    word += DEVICE_WORDS + 1;
    add_device(topology, &(struct topology_device){ (uint8_t)word, SEC, 0, 0x087000, NONE, NONE,
                                                    NONE, 15, 14 });
    word += DEVICE_WORDS + 2;
    for (unsigned i = 0; i < topology->lces; i++) {
        device = *measured_lce(card, i);
        device.word = (uint8_t)word;
        device.engine = (uint8_t)(1 + i);
        device.runlist = runlist_of(topology, i);
        add_device(topology, &device);
        word += DEVICE_WORDS + (i % 2 == 0);
    }
}

static bool choose_asked(struct topology *topology, const struct model_config *config, char *error,
                         size_t error_size)
{
    const struct measured_card *const card = measured_of(config->chip);

    if (!take(config->lces, LCES_USUAL, card->lces, "lces", &topology->lces, error, error_size) ||
        !take(config->pbdmas, card->pbdmas, card->pbdmas, "pbdmas", &topology->pbdmas, error,
              error_size) ||
        !take(config->runlists, RUNLISTS_USUAL, card->runlists, "runlists", &topology->runlists,
              error, error_size))
        return false;
    const unsigned runlists = topology->runlists, pbdmas = topology->pbdmas;
    if (runlists == 0 || pbdmas == 0) /* which take() has seen to */
        return false;
    add_engines(topology, card);
    for (unsigned i = 0; i < pbdmas; i++)
        topology->pbdma_runlists[i] =
            (uint16_t)(i < PBDMAS_OF_A_RUNLIST * runlists ? 1u << i % runlists : 0);
    for (unsigned i = pbdmas; i < runlists; i++) /* each runlist has one */
        topology->pbdma_runlists[i % pbdmas] |= (uint16_t)(1u << i);
    return true;
}

bool gv_topology_choose(struct topology *topology, const struct model_config *config, char *error,
                        size_t error_size)
{
    *topology = (struct topology){ 0 };
    clear_engines(topology);
    if (config->lces || config->pbdmas || config->runlists)
        return choose_asked(topology, config, error, error_size);
    choose_measured(topology, measured_of(config->chip));
    return true;
}

int gv_topology_pbdma(const struct topology *topology, unsigned runlist, unsigned nth)
{
    int first = -1;

    for (unsigned i = 0; i < topology->pbdmas; i++) {
        if (!(topology->pbdma_runlists[i] >> runlist & 1))
            continue;
        if (nth == 0)
            return (int)i;
        if (first < 0)
            first = (int)i;
        nth--;
    }
    return first;
}

const struct topology_engine *gv_topology_engine(const struct topology *topology, unsigned runlist,
                                                 unsigned wanted)
{
    if (wanted < topology->engines && topology->engine[wanted].runlist == runlist)
        return &topology->engine[wanted];
    for (unsigned i = 0; i < topology->engines; i++)
        if (topology->engine[i].runlist == runlist)
            return &topology->engine[i];
    return NULL;
}

const struct topology_engine *gv_topology_lce(const struct topology *topology, unsigned lce)
{
    return &topology->engine[topology->lce_engine[lce]];
}
