/* tests/model/nv50/vram/vram_rig.h: a memory of the model by itself, with a clock that the test moves.
 *
 * Shape   rig_new makes one or ends the test; rig_configure, changes, rig_start for special ones.
 * Units   linear addresses in bytes. */
#pragma once

#include "hw/bits.h"
#include "model/nv50/card/nv50.h"
#include "model/nv50/vram/place.h"
#include "model/nv50/vram/vram.h"
#include "tests/kit/tests.h"

#define MIB       (UINT64_C(1) << 20)
#define PITCH     0x00
#define TILED     0x70
#define TILED_LSR 0x72

struct rig {
    struct options options;
    struct vram_config config;
    struct vram *vram;
    uint64_t now_ns;
    char error[512];
};

static inline uint64_t rig_clock(void *opaque)
{
    return ((struct rig *)opaque)->now_ns;
}

/* One partition has `part_mib` MiB; null defects and knobs: none. */
static inline void rig_configure(struct rig *rig, enum chipset_index chip, unsigned part_mask,
                                 unsigned part_mib, const char *knobs)
{
    *rig =
        (struct rig){ .config = { .chip = &nv50_chips[chip], .part_mask = part_mask, .seed = 1 } };
    rig->config.size = MIB * part_mib * bits_count(part_mask);
    assert_true(options_parse(&rig->options, &nv50_options, &rig->config.chip->chip, NULL, knobs,
                              rig->error, sizeof rig->error));
}

static inline void rig_start(struct rig *rig, const char *defects)
{
    const struct options knobs = rig->options;
    if (defects && !options_parse(&rig->options, &nv50_options, &rig->config.chip->chip, defects,
                                  NULL, rig->error, sizeof rig->error))
        fail_msg("%s", rig->error);
    memcpy(rig->options.knobs, knobs.knobs, sizeof knobs.knobs);
    rig->config.options = &rig->options;
    rig->config.clock_ns = rig_clock;
    rig->config.opaque = rig;
    rig->vram = vram_new(&rig->config, rig->error, sizeof rig->error);
}

static inline struct vram *rig_new(struct rig *rig, enum chipset_index chip, unsigned part_mask,
                                   unsigned part_mib, const char *defects)
{
    rig_configure(rig, chip, part_mask, part_mib, NULL);
    rig_start(rig, defects);
    if (!rig->vram)
        fail_msg("%s", rig->error);
    return rig->vram;
}

static inline uint32_t read_as(struct vram *vram, uint64_t linear, uint8_t type, bool long_cycle)
{
    uint32_t word;
    vram_read(vram, (uint32_t)linear, type, long_cycle, &word, sizeof word);
    return word;
}

static inline uint32_t get(struct vram *vram, uint64_t linear)
{
    return read_as(vram, linear, PITCH, false);
}

static inline void put(struct vram *vram, uint64_t linear, uint32_t word)
{
    vram_write(vram, (uint32_t)linear, PITCH, false, &word, sizeof word);
}

/* The first word of each block becomes the block's number. */
static inline void number_blocks(struct vram *vram, uint32_t blocks)
{
    for (uint32_t block = 0; block < blocks; block++)
        put(vram, (uint64_t)block << BLOCK_LOG2, block);
}

/* Of all partitions together. */
static inline uint64_t row_bytes(const struct vram_geometry *geometry)
{
    return geometry->parts * (UINT64_C(8) << geometry->column_bits) << geometry->bank_bits;
}

static inline void expect_refusal(struct rig *rig, const char *defects, const char *sentence)
{
    rig_start(rig, defects);
    assert_null(rig->vram);
    if (!strstr(rig->error, sentence))
        fail_msg("\"%s\" does not say \"%s\"", rig->error, sentence);
}
