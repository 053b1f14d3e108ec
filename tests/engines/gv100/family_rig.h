/* A made-up GV100 for what engines/gv100 reads before anything runs: a ROM chip, protected ranges, one copy engine.
 * Addresses are typed from docs/hardware/gv100.md. */
#pragma once

#include "engines/gv100/family.h"
#include "hw/gv100/chip.h"
#include "reference/gv100.h"
#include "tests/engines/writes_rig.h"
#define PROM_AT    0x300000u
#define PROM_BYTES 0x80000u /* §8.5 */

static struct {
    uint8_t rom[PROM_BYTES];
    uint8_t workspace[CARD_WORKSPACE];
    unsigned reads, changes_at; /* the chip's last word changes at that read of PROM; 0: never */
    uint32_t last;
    char steps[512];
} chip;

static inline uint64_t read_rom_or_reg(struct bus *bus, bus_addr at, uint8_t size)
{
    const uint32_t offset = (uint32_t)(at.v - BENCH_BAR0) - PROM_AT;
    uint32_t word;

    if (offset >= PROM_BYTES)
        return bench_read(bench_of(bus), at, size);
    assert_int_equal(4, size);
    chip.reads++;
    chip.last = offset;
    memcpy(&word, chip.rom + offset, 4);
    return chip.reads == chip.changes_at ? ~word : word;
}

static inline void note_step(void *opaque, const char *what)
{
    const size_t used = strlen(chip.steps);

    snprintf(chip.steps + used, sizeof(chip.steps) - used, "%s; ", what);
}

FIXTURE(open_bench)
{
    open_writes(&gv100_chips[CHIP_GV100].chip);
    memset(&chip, 0, sizeof(chip));
    memset(chip.rom, 0xff, sizeof(chip.rom));
    bench.does.read = read_rom_or_reg;
    bench.card.family = &gv100_family;
    bench.card.phase = note_step;
}

static inline void put_rom(uint32_t bytes)
{
    chip.rom[0] = 0x55;
    chip.rom[1] = 0xaa;
    for (uint32_t i = 2; i < bytes; i++)
        chip.rom[i] = (uint8_t)(i * 7 + (i >> 8) * 3);
}

static uint32_t wpr_words[6], vpr_words[3];

/* Each word repeats its index in its low bits. */
static inline void write_asked(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    bench_write(bench_of(bus), at, size, value);
    if (at.v - BENCH_BAR0 == 0x100cd4 && value < 6)
        set(REF_WPR_RANGE, (wpr_words[value] & ~15u) | (uint32_t)value);
    if (at.v - BENCH_BAR0 == 0x100cd0 && value < 3)
        set(REF_VPR_STATUS, (vpr_words[value] & ~(value == 2 ? 3u : 15u)) | (uint32_t)value);
}

static inline void open_memory(void **state)
{
    open_bench(state);
    bench.does.write = write_asked;
    memset(wpr_words, 0, sizeof(wpr_words));
    memset(vpr_words, 0, sizeof(vpr_words));
    set_all(REF_PTOP_SCAL_NUM_FBPS, 4, REF_PTOP_SCAL_NUM_FBPA_PER_FBP, 1);
    for (unsigned k = 0; k < 4; k++)
        set(REF_FBPA_SIZE(k), 16);
}

static inline void take_one(void)
{
    /* one LCE, runlist 2, engine 1, reset bit 6 */
    set(REF_PTOP_DEVICE_INFO(0),
        0x80000000u | 1u << 26 | 1 << 5 | 2u << 21 | 1 << 4 | 6u << 9 | 1 << 2 | 2);
    set_all(REF_PTOP_DEVICE_INFO(1), 19u << 2 | 3, REF_PFIFO_CFG0, 1, REF_PMC_ENABLE, 0x40000042);
    assert_int_equal(OK, gv100_family.take(&bench.card));
}
