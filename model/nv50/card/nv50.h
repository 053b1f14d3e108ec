/* model/nv50/card/nv50.h: a card of the NV50 family in plain C, without any notion of QEMU.
 *
 * Shape   an adapter makes one with nv50_new, hands it the accesses that reach the card's BARs and
 *         configuration space, and lends it memory, a clock and an interrupt line.
 * Units   bytes, nanoseconds.
 * Errors  nv50_new returns null and a sentence; afterwards nothing fails: the card answers. */
#ifndef MODEL_NV50_CARD_NV50_H
#define MODEL_NV50_CARD_NV50_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/nv50/chip.h"
#include "model/model.h"

struct nv50;

struct nv50_config {
    const struct nv50_chip *chip;
    uint64_t vram_size;   /* 0: the chipset's default (design: g80 6x64M, g84 2x128M) */
    unsigned part_mask;   /* hardware partitions that are enabled; 0: the default */
    unsigned subparts;    /* 1 or 2; 0: the default; GT215+ */
    unsigned select_mask; /* of subpartitions, 0 to 7 */
    unsigned ranks;       /* 1 or 2; 0: one */
    uint64_t bar1_size;   /* 64 MiB to 64 GiB, a power of two; 0: 256 MiB */
    bool cold;            /* the VBIOS has not run */
    bool media;           /* no video, security or copy engine is fused off */
    bool gr3d;     /* 3D and compute take every method and do nothing, otherwise all are illegal */
    uint64_t seed; /* of everything random: power-on VRAM, intermittent defects */
    const uint8_t *vbios; /* null: the model's default ROM */
    size_t vbios_size;
    /* "evo:ADDRESS": head 0 shows a picture of 640 by 480 there; "vga:ADDRESS": VGA shows its window
     * there; null: nothing is shown. Addresses of VRAM, 0x... or decimal. */
    const char *display;
    const char *defects; /* "name:key=value,...+name...", null: none */
    const char *knobs;   /* "name=value+name=value", null: all defaults */
    bool trace;          /* every register access by name, and a list of unknown ones at the end */
};

/* On failure null, and `error` holds a sentence that names the value and what is allowed. */
struct nv50 *nv50_new(const struct nv50_config *config, const struct model_host *host, char *error,
                      size_t error_size);
void nv50_free(struct nv50 *card);
void nv50_reset(struct nv50 *card);
/* What the card does by itself as time goes on: alarms, and looks at semaphores. */
void nv50_wake(struct nv50 *card);

const struct nv50_chip *nv50_chipset(const struct nv50 *card);
uint64_t nv50_bar_size(const struct nv50 *card, unsigned bar); /* 0: there is none */
bool nv50_bar_is_io(const struct nv50 *card, unsigned bar);
bool nv50_bar_is_64bit(const struct nv50 *card, unsigned bar);
bool nv50_bar_is_prefetchable(const struct nv50 *card, unsigned bar);

/* Accesses through BAR0, BAR1, BAR3 and BAR5; size 1, 2, 4 or 8. */
uint64_t nv50_bar_read(struct nv50 *card, unsigned bar, uint64_t offset, unsigned size);
void nv50_bar_write(struct nv50 *card, unsigned bar, uint64_t offset, uint64_t value,
                    unsigned size);
/* Many bytes at once, as if by ascending accesses of 8 bytes through BAR1 and BAR3 (of 4 through
 * BAR0): translated for each page instead of each access. */
void nv50_bar_read_block(struct nv50 *card, unsigned bar, uint64_t offset, void *bytes,
                         size_t size);
void nv50_bar_write_block(struct nv50 *card, unsigned bar, uint64_t offset, const void *bytes,
                          size_t size);

/* Configuration space, 0x1000 bytes. The card keeps the whole of it; an adapter whose surroundings
 * keep the standard header themselves passes on every write and copies the bytes back. */
uint32_t nv50_config_read(struct nv50 *card, unsigned offset, unsigned size);
void nv50_config_write(struct nv50 *card, unsigned offset, uint32_t value, unsigned size);

/* VRAM storage, in the linear order of an untiled short-cycle mapping, page aligned; for adapters
 * that alias it. */
void *nv50_vram(struct nv50 *card, uint64_t *size);
/* The expansion ROM as the ROM BAR shows it. */
const uint8_t *nv50_rom(const struct nv50 *card, size_t *size);

/* Takes the present state as the one that nv50_changed_state compares with: what the machine's own
 * firmware has set up counts as found. */
void nv50_note_state(struct nv50 *card);

/* What tests of the model itself ask: which registers and configuration bytes differ from their value right
 * after power-on or the last nv50_note_state, as a count, and a line for each through `line`. Counters,
 * interrupt status and time do not count. */
unsigned nv50_changed_state(struct nv50 *card, void (*line)(void *opaque, const char *text),
                            void *opaque);

/* The defects and knobs that the model knows, for --help and error messages. Null past the last one. */
const struct model_option *nv50_defect(unsigned index);
const struct model_option *nv50_knob(unsigned index);

#endif
