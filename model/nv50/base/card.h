/* model/nv50/base/card.h: the state of one modelled card, for the files of model/nv50/ only.
 *
 * Shape   the state that the folders above base/ share, and a pointer to the own state of each unit. Only code that
 *         works on a unit includes its header; other code cannot look inside. card/ allocates all of them together with
 *         the card.
 * Source  docs/hardware/tesla-mmio.md, tesla-vm.md. */
#ifndef MODEL_NV50_BASE_CARD_H
#define MODEL_NV50_BASE_CARD_H

#include "model/common/shell.h"
#include "model/nv50/base/config_space.h"
#include "model/nv50/base/defects.h"
#include "model/nv50/base/gates.h"
#include "model/nv50/base/hooks.h"
#include "model/nv50/base/irq.h"
#include "model/nv50/base/knobs.h"
#include "model/nv50/base/ptimer.h"
#include "model/nv50/base/regs.h"

struct nv50 {
    struct shell shell; /* first: nv50_of */
    const struct nv50_chip *chip;
    uint32_t chip_bit; /* CHIP_BIT of chip */
    bool broken[DEFECT_COUNT];
    unsigned strap; /* RAMCFG: 1 or 2 */
    bool media;
    uint8_t check_order[4]; /* enum check, in the order in which they are made */
    bool dead;              /* nothing answers until reset: HWUNITS_0 bit 28 was cleared, or S06 */
    bool cpu_reads;         /* a read of the CPU through a window is under way */
    bool looped;            /* it came to system memory, and got no answer there */

    const struct reg_block *const *register_blocks; /* of every chipset */
    unsigned register_block_count;
    uint32_t enable_seen; /* PMC_ENABLE before the write under way */
    struct ptimer ptimer;
    struct irq irq;
    const struct hooks *hooks;
    bool counted; /* every access to VRAM must be told to hooks->traffic */

    uint16_t
        asked[16][32]; /* vm/: by engine and client, the slots that have been used since power-on */

    struct vram *vram;   /* vram/ */
    struct tlb *tlbs;    /* vm/: one for each engine of the VM */
    struct stale *stale; /* null unless the card is strict */
    struct fault_latch *fault;
    struct pfb *pfb;
    struct start *start;
    uint8_t *tags;          /* 1: that block is compressed; null unless knob tag_state is "real" */
    bool last_in_vram;      /* the last access to memory met VRAM, not the bus */
    uint64_t copied_within; /* bytes that m2mf has copied from VRAM to VRAM */
    struct pcounter *pcounter; /* count/ */
    struct pgraph *pgraph;     /* graph/ */
    uint32_t *line;            /* GRAPH_LINE_PIXELS of a blit under way */
    struct shader *shader;     /* shader/ */
    struct pfifo *pfifo;       /* fifo/ */
    struct falcon *falcons;    /* media/: by row of media_units */
    struct media *media_units;
    struct windows *windows; /* host/ */
    struct thermal *thermal;
    struct i2c *i2c;
    struct pdisplay *pdisplay;
    uint32_t
        boot_0; /* foundry, stepping and low bits of the device id are this word's; 0: the usual */
    unsigned tpcs; /* mask of TPCs that are not fused off */
    bool
        board_is_given; /* the ROM that was lent is of a real board for this chip, and ids are its own */
    uint16_t board_device;
    uint32_t board_subsystem;
    unsigned rom_reads; /* of a word with a bit that cannot hold */
    struct bar5 *bar5;  /* card/ */
};

static inline struct nv50 *nv50_of(struct model *model)
{
    return (struct nv50 *)model;
}

static inline uint32_t card_knob(const struct nv50 *card, enum knob knob)
{
    return card->shell.options.knobs[knob];
}

/* A parameter of a defect that the card has. */
static inline uint64_t card_given(const struct nv50 *card, enum card_defect defect, const char *key,
                                  uint64_t fallback)
{
    return defect_parameter(
        options_defect(&card->shell.options, card_defect_rows[defect].option.name, 0), key,
        fallback);
}

/* The read under way ends with the bus's completion time-out: always, or as knob `unanswered` has it. */
void card_time_out(struct nv50 *card);
void card_unanswered(struct nv50 *card);

#endif
