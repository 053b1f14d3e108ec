/* tests/fuzz/guest.h: a guest that drives a modelled card as it likes: a model with a clock of its own and 64 KiB of
 * system memory from bus address 0 on, and records of an input that are played over it.
 *
 * Shape   records of 8 bytes: kind, selector, 16-bit place, 32-bit value; the meaning of a kind is the fuzzer's.
 * Errors  all end the process: the card cannot be made, a record took too long, an alias is none. */
#pragma once

#include "model/model.h"

#define SYSTEM_SIZE    0x10000u
#define GUEST_CHANNELS 4u

struct record {
    uint8_t kind, selector;
    uint16_t place;
    uint32_t value;
};

/* A part of a BAR that the machine serves from VRAM itself. */
struct shown {
    bool used;
    unsigned bar;
    uint64_t offset, vram, size;
};

struct guest {
    struct model *card;
    const struct chip *chip;
    uint64_t now_ns;
    uint64_t tick_ns; /* that each look at the clock takes */
    uint8_t system[SYSTEM_SIZE];
    uint32_t put[GUEST_CHANNELS];  /* GP_PUT of GV100's channels */
    uint32_t used[GUEST_CHANNELS]; /* bytes of its part of the push buffer (gv100_world.h) */
    struct shown aliased[MODEL_ALIASES_MAX];
};

/* A new card with seed 1 in a machine whose memory is zero; guest_close ends it. */
void guest_open(struct guest *guest, const struct chip *chip, uint64_t vram_size);
void guest_close(struct guest *guest);

void wr(struct guest *guest, uint32_t reg, uint32_t value);
void vram_wr(struct guest *guest, uint32_t at, uint32_t value);
/* A read, also where an alias would answer: the card answers the same, for those who watch it. */
void guest_read(struct guest *guest, unsigned bar, uint64_t at, void *bytes, size_t size);
/* The model's calls, whose `opaque` is the guest. An alias lies within VRAM and its BAR. */
extern const struct model_host guest_host;
/* Time goes on, and the card is woken. */
void pass(struct guest *guest, uint64_t ns);

/* One of the family's, by a number. */
const char *defect_of(const struct model_ops *family, unsigned number);

/* Carries out each record, 4096 at most. None may take more than 10 ms of the processor, 20 times that under
 * sanitizers: a machine's processor waits that long for the access. */
void guest_play(struct guest *guest, const uint8_t *bytes, size_t size,
                void (*act)(struct guest *guest, const struct record *record));
