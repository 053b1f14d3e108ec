/* tests/fuzz/gv100_world.h: a card of GV100's family that a guest drives as it likes: a model with a clock and 64 KiB of
 * system memory, four channels on the runlist of a copy engine, and a driver's whole sequences with them.
 *
 * Shape   virtual addresses are those of VRAM, in pages of 2 MiB; 16 pages of system memory are at SYSTEM_AT.
 * Source  offsets are typed from docs/hardware/gv100.md §2.4, §3, §5 and §13. */
#pragma once

#include "hw/gv100/chip.h"
#include "hw/pci.h"
#include "tests/fuzz/guest.h"

/* In VRAM. */
#define TABLES   0x10000u /* PD3, PD2, PD1, PD0, 4 KiB each, then a table of 4 KiB pages */
#define BLOCK    0x20000u /* instance block of channel n at n * 0x1000 */
#define USERD    0x28000u
#define RUNLIST  0x2f000u
#define RING     0x30000u /* of channel n at n * 0x1000 */
#define PUSH     0x40000u
#define SEGMENTS 0x48000u /* segments of channel n are made at n * 0x1000, as a ring */
#define DATA     0x100000u

/* Virtual addresses: pages of system memory; nothing. */
#define SYSTEM_AT 0x1000000u
#define NOTHING   0x3000000u

/* Where a generation has the registers that a driver uses, and which runlist and engine copy. */
struct gv100_ways {
    uint32_t runlist, engine;
    uint32_t bar1, bar2; /* blocks */
    uint32_t pdb, upper_pdb, invalidate;
    uint32_t buffer;    /* LO of the buffer of faults */
    uint32_t get, size; /* of it; PUT follows GET */
    uint32_t status;    /* of the latched fault */
};

const struct gv100_ways *gv100_ways(const struct guest *guest);
bool gv100_is_turing(const struct guest *guest);

/* Which chip an input is about: records have 8 bytes, and of those after the last one it is how many there are. */
const struct chip *gv100_chip_by(size_t size);

/* A new card with all channels; guest_close ends it. */
void gv100_world_open(struct guest *guest, const struct chip *chip);
/* A runlist of so many entries at RUNLIST plus `more` units of 4 KiB, and a channel's doorbell. */
void gv100_submit(struct guest *guest, uint32_t runlist, uint32_t more, uint32_t length);
void gv100_ring(struct guest *guest, uint32_t channel);
/* All channels as they were; other changes of the guest stay. */
void gv100_world_channels(struct guest *guest);

/* A segment of these words, its GP entry, the doorbell, and time for it. */
void run(struct guest *guest, uint32_t channel, const uint32_t *words, uint32_t count);

#define INCR(subchannel, method, count)                                                            \
    (0x20000000u | (count) << 16 | (uint32_t)(subchannel) << 13 | (method) >> 2)
#define RUN(guest, channel, ...)                                                                   \
    run(guest, channel, (const uint32_t[]){ __VA_ARGS__ },                                         \
        sizeof((const uint32_t[]){ __VA_ARGS__ }) / 4)

/* A driver's whole sequence, by the record's kind: a semaphore, a copy, an invalidate and so on. */
void gv100_world_do(struct guest *guest, const struct record *r);
/* Whether a channel runs after PFIFO's reset, with new tables and an invalidate of all. */
bool gv100_world_works(struct guest *guest);
