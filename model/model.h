/* model/model.h: a modelled card as its surroundings see it, whatever family it belongs to.
 *
 * Shape   an adapter (QEMU, or the bus of this process) makes a card with model_new, hands it the accesses
 *         that reach its BARs and its configuration space, and lends it memory, a clock and an interrupt
 *         line. Each family is a struct model_ops and a row in models.c; nothing here knows of QEMU.
 * Units   bytes, nanoseconds.
 * Errors  model_new returns null and a sentence; afterwards nothing fails: the card answers. */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/chip.h"

#define MODEL_ALIASES_MAX 32

/* The services of the card's surroundings. Any pointer but dma_read, dma_write and clock_ns may be null. */
struct model_host {
    void *opaque;
    /* A read or write that the card itself issues on the bus. false: no device answered. */
    bool (*dma_read)(void *opaque, uint64_t address, void *bytes, size_t size, bool snoop);
    bool (*dma_write)(void *opaque, uint64_t address, const void *bytes, size_t size, bool snoop);
    uint64_t (*clock_ns)(void *opaque);
    void (*interrupt)(void *opaque, bool asserted);
    /* The card wants to be woken at that time of clock_ns; a later call replaces an earlier one. Null: the
     * next access to BAR0 after that time does it. */
    void (*wake)(void *opaque, uint64_t at_ns);
    void (*trace)(void *opaque, const char *line);
    /* The access under way takes so much longer: the bus waits for an answer that does not come. Null: it
     * takes no time. */
    void (*stall)(void *opaque, uint64_t ns);
    /* BAR offset [offset, offset + size) may be served from VRAM storage at `vram` directly until
     * unalias is called with the same id, which is below MODEL_ALIASES_MAX. */
    void (*alias)(void *opaque, unsigned id, unsigned bar, uint64_t offset, uint64_t vram,
                  uint64_t size);
    void (*unalias)(void *opaque, unsigned id);
};

/* The request of one of a card's base address registers to the machine. */
struct model_bar {
    uint64_t size; /* bytes, a power of two */
    bool io;       /* I/O ports, not memory */
    bool wide;     /* 64 bits: takes the next register too */
    bool prefetch; /* reads have no effect, writes may be merged */
};

/* A defect or knob that a model knows, for --help and error messages. */
struct model_option {
    const char *name;
    const char *parameters; /* "partition=0..7,bit=0..63", empty: none */
    const char *meaning;
};

struct model_config {
    const struct chip *chip;
    const char *board;    /* which board has the chip; null: the family's first */
    uint64_t vram_size;   /* 0: the chipset's default */
    unsigned part_mask;   /* memory partitions that are enabled; 0: the default */
    unsigned subparts;    /* of each partition; 0: the default */
    unsigned select_mask; /* of subpartitions */
    unsigned ranks;       /* of memory chips; 0: one */
    unsigned tpcs;        /* mask of TPCs; 0: all of the die */
    uint32_t
        boot_0; /* as a board was seen to read it, with its device id; 0: the chipset's usual */
    uint64_t bar1_size; /* 0: that of most boards */
    bool cold;          /* the VBIOS has not run */
    bool d3hot;         /* it is found in power state D3hot, in which its BARs answer nothing */
    uint16_t
        device_id;  /* of PCI, in place of the chipset's, which may be another card's; 0: its own */
    unsigned strap; /* RAM strap, the kind of memory on the board; 0: the family's first */
    bool media;     /* no video, security or copy engine is fused off */
    bool
        graphics; /* of a family whose graphics runs signed programs: it takes every method and does nothing */
    unsigned lces, pbdmas, runlists; /* copy engines and their feeders; 0: the family's default */
    unsigned channels;               /* of memory; 0: those of the spread */
    const char
        *spread; /* of addresses over channels: "v100", "gp104", "random", masks; null: v100 */
    uint64_t vpr_size;    /* bytes of a video-protected range that is locked; 0: none */
    uint64_t seed;        /* of everything random: power-on VRAM, intermittent defects */
    const uint8_t *vbios; /* null: the model's default ROM */
    size_t vbios_size;
    /* "evo:ADDRESS": head 0 shows a picture of 640 by 480 there; "vga:ADDRESS": VGA shows its window
     * there; null: nothing is shown. Addresses of VRAM, 0x... or decimal. */
    const char *display;
    const char *defects; /* "name:key=value,...+name...", null: none */
    const char *knobs;   /* "name=value+name=value", null: all defaults */
    bool trace;          /* every register access by name, and a list of unknown ones at the end */
    bool strict;         /* lists accesses that no document allows (model/common/strict.h) */
};

struct model_ops;

struct presence;

/* Every family's card begins with this. */
struct model {
    const struct model_ops *ops;
    struct presence *presence; /* whether it is still on the bus; null: always */
};

/* The functions of a family's cards. */
struct model_ops {
    const char *name;  /* of the family, and of QEMU's device: "nv50" */
    const char *title; /* "NVIDIA card of the NV50 family" */
    /* The family's chipsets, null past the last; and the one of a card about which nothing was said. */
    const struct chip *(*chip)(unsigned index);
    const struct chip *usual;
    /* Where BAR0 shows configuration space: model_write there may change the machine's copy of it. */
    uint64_t config_mirror;
    /* Its defects and knobs; null past the last one. */
    const struct model_option *(*defect)(unsigned index);
    const struct model_option *(*knob)(unsigned index);

    struct model *(*make)(const struct model_config *config, const struct model_host *host,
                          char *error, size_t error_size);
    void (*free)(struct model *model);
    void (*reset)(struct model *model);
    void (*hot_reset)(struct model *model);
    /* The port above has trained the link anew, at that speed or the card's fastest (1: 2.5 GT/s, 2: 5 GT/s). Null:
     * nothing comes of it. */
    void (*retrain)(struct model *model, unsigned speed);
    void (*wake)(struct model *model);

    bool (*bar)(const struct model *model, unsigned index, struct model_bar *out);
    /* In power state D3hot, in which its BARs answer nothing. Null: never. */
    bool (*asleep)(const struct model *model);
    /* Accesses that reach the card: it is on the bus, and awake where they go through a BAR. */
    uint64_t (*read)(struct model *model, unsigned bar, uint64_t at, unsigned size);
    void (*write)(struct model *model, unsigned bar, uint64_t at, uint64_t value, unsigned size);
    /* False where there is no shorter way than word by word. */
    bool (*read_block)(struct model *model, unsigned bar, uint64_t at, void *bytes, size_t size);
    bool (*write_block)(struct model *model, unsigned bar, uint64_t at, const void *bytes,
                        size_t size);
    uint32_t (*config_read)(const struct model *model, unsigned at, unsigned size);
    void (*config_write)(struct model *model, unsigned at, uint32_t value, unsigned size);
    /* Of function 1, which plays the sound of the outputs. Null: no card of the family has one. */
    uint32_t (*sound_read)(const struct model *model, unsigned at, unsigned size);
    void (*sound_write)(struct model *model, unsigned at, uint32_t value, unsigned size);
    void *(*vram)(struct model *model, uint64_t *size);
    const uint8_t *(*rom)(const struct model *model, size_t *size);

    void (*note)(struct model *model);
    unsigned (*changed)(struct model *model, void (*line)(void *opaque, const char *text),
                        void *opaque);
};

/* models.c: the families that are modelled; null ends the list. */
extern const struct model_ops *const model_families[];

/* A card of the family that config->chip belongs to. On failure null, and `error` holds a sentence that names the value
 * and the allowed ones. */
struct model *model_new(const struct model_config *config, const struct model_host *host,
                        char *error, size_t error_size);

/* `model` may be null. */
static inline void model_free(struct model *model)
{
    if (model)
        model->ops->free(model);
}

static inline void model_retrain(struct model *model, unsigned speed)
{
    if (model->ops->retrain)
        model->ops->retrain(model, speed);
}

/* A power cycle, except that VRAM keeps its contents. */
static inline void model_reset(struct model *model)
{
    model->ops->reset(model);
}

/* A reset by the port above the card, after which nobody has run its VBIOS. Its BARs have no addresses. A
 * family may have none of its own: then it is as a power cycle. */
static inline void model_hot_reset(struct model *model)
{
    (model->ops->hot_reset ? model->ops->hot_reset : model->ops->reset)(model);
}

/* The time that model_host's wake asked for has come: alarms, work that waits, looks at semaphores. */
static inline void model_wake(struct model *model)
{
    model->ops->wake(model);
}

/* False: the card has no such BAR. */
static inline bool model_bar(const struct model *model, unsigned index, struct model_bar *out)
{
    return model->ops->bar(model, index, out);
}

/* Accesses through BARs; size 1, 2, 4 or 8. A card that has fallen off the bus, or sleeps, answers ones and takes
 * nothing. */
uint64_t model_read(struct model *model, unsigned bar, uint64_t at, unsigned size);
void model_write(struct model *model, unsigned bar, uint64_t at, uint64_t value, unsigned size);

/* Many bytes at once, as if by ascending single accesses. */
void model_read_block(struct model *model, unsigned bar, uint64_t at, void *bytes, size_t size);
void model_write_block(struct model *model, unsigned bar, uint64_t at, const void *bytes,
                       size_t size);

/* Configuration space, 0x1000 bytes; size 1, 2 or 4. The card keeps the whole of it; an adapter whose
 * surroundings keep the standard header themselves passes on every write and copies the bytes back. */
uint32_t model_config_read(const struct model *model, unsigned at, unsigned size);
void model_config_write(struct model *model, unsigned at, uint32_t value, unsigned size);

/* The same of function 1; ones where the card has none. Nothing answers behind its BAR, register 0. */
uint32_t model_sound_read(const struct model *model, unsigned at, unsigned size);
void model_sound_write(struct model *model, unsigned at, uint32_t value, unsigned size);

/* VRAM storage, page aligned, to which struct model_host's alias refers. */
static inline void *model_vram(struct model *model, uint64_t *size)
{
    return model->ops->vram(model, size);
}

/* The expansion ROM as the ROM BAR shows it. */
static inline const uint8_t *model_rom(const struct model *model, size_t *size)
{
    return model->ops->rom(model, size);
}

/* From now on model_changed compares with the present state: the set-up of the machine's own firmware counts as
 * found. */
static inline void model_note(struct model *model)
{
    model->ops->note(model);
}

/* Which registers and configuration bytes differ from their value right after power-on or the last
 * model_note: a count, and a line for each (`line` may be null). Counters, interrupt status and time do not
 * count. */
static inline unsigned model_changed(struct model *model,
                                     void (*line)(void *opaque, const char *text), void *opaque)
{
    return model->ops->changed(model, line, opaque);
}

#endif
