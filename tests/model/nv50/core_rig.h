/* tests/model/nv50/core_rig.h: the core of the model without a machine around it: no bus, no system memory, a clock
 * that goes on by a microsecond each time it is looked at.
 *
 * Shape   one card at a time; rd and wr are registers, vram_rd and vram_wr go through the PMEM window. */
#pragma once

#include "model/model.h"
#include "model/nv50/base/card.h"
#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tools/nv50/chips.h"

static struct model *card;

static uint64_t clock_now;

static inline bool no_dma_read(void *opaque, uint64_t address, void *bytes, size_t size, bool snoop)
{
    (void)opaque, (void)address, (void)bytes, (void)size, (void)snoop;
    return false;
}

static inline bool no_dma_write(void *opaque, uint64_t address, const void *bytes, size_t size,
                                bool snoop)
{
    (void)opaque, (void)address, (void)bytes, (void)size, (void)snoop;
    return false;
}

static inline uint64_t clock_ns(void *opaque)
{
    return clock_now += 1000;
}

static inline int close_card(void **state)
{
    model_free(card);
    card = NULL;
    return 0;
}

/* Any card, for a host that has these calls beside its clock; the one before it ends. */
static inline void new_core(struct model_host host, const struct model_config *config)
{
    char error[200] = "";

    close_card(NULL);
    host.dma_read = no_dma_read;
    host.dma_write = no_dma_write;
    if (!host.clock_ns)
        host.clock_ns = clock_ns;
    card = model_new(config, &host, error, sizeof(error));
    if (!card)
        fail_msg("%s", error);
}

/* A card by name, as a driver has it: every unit is on, and PTIMER's source is the crystal. */
static inline void open_core(const char *chip, const char *defects, const char *knobs)
{
    const struct model_config config = {
        .chip = &chipset_named(chip)->chip, .seed = 1, .defects = defects, .knobs = knobs
    };

    new_core((struct model_host){ 0 }, &config);
    model_write(card, 0, REF_PMC_ENABLE, 0xffffffff, 4);
    if (!knobs || !strstr(knobs, "ptimer_posted"))
        model_write(card, 0, REF_PTIMER_CLOCK_SOURCE, 2, 4);
}

static inline void wr(uint32_t offset, uint32_t value)
{
    model_write(card, 0, offset, value, 4);
}

static inline uint32_t rd(uint32_t offset)
{
    return (uint32_t)model_read(card, 0, offset, 4);
}

static inline void vram_wr(uint32_t at, uint32_t value)
{
    PUT(wr, REF_PBUS_PMEM, at >> 16, REF_PMEM_WINDOW + (at & 0xffff), value);
}

static inline uint32_t vram_rd(uint32_t at)
{
    wr(REF_PBUS_PMEM, at >> 16);
    return rd(REF_PMEM_WINDOW + (at & 0xffff));
}

/* Words of VRAM that follow each other. */
#define ROW(...)       (const uint32_t[]){ __VA_ARGS__ }, sizeof((const uint32_t[]){ __VA_ARGS__ }) / 4
#define STORE(at, ...) store(at, ROW(__VA_ARGS__))

static inline void store(uint32_t at, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        vram_wr(at + 4 * (uint32_t)i, words[i]);
}

static inline void wipe(uint32_t first, uint32_t bytes, uint32_t word)
{
    for (uint32_t at = 0; at < bytes; at += 4)
        vram_wr(first + at, word);
}

/* How many of these words have a value. */
static inline unsigned words_of(uint32_t first, uint32_t bytes, uint32_t word)
{
    unsigned count = 0;

    for (uint32_t at = 0; at < bytes; at += 4)
        count += vram_rd(first + at) == word;
    return count;
}
