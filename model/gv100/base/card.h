/* model/gv100/base/card.h: the state of one modelled card, for the files of model/gv100/ only.
 *
 * Shape   the state that the folders above base/ share, and a pointer to the own state of each unit. Only code that
 *         works on a unit includes its header; other code cannot look inside. card/ allocates all of them together with
 *         the card. External names begin with gv_, because every family is linked into one program.
 * Source  docs/hardware/gv100.md. */
#ifndef MODEL_GV100_BASE_CARD_H
#define MODEL_GV100_BASE_CARD_H

#include "hw/gv100/places.h"
#include "model/common/shell.h"
#include "model/gv100/base/boards.h"
#include "model/gv100/base/clock.h"
#include "model/gv100/base/config_space.h"
#include "model/gv100/base/defects.h"
#include "model/gv100/base/generation.h"
#include "model/gv100/base/hooks.h"
#include "model/gv100/base/irq.h"
#include "model/gv100/base/knobs.h"
#include "model/gv100/base/regs.h"
#include "model/gv100/base/topology.h"

struct gv100 {
    struct shell shell; /* first: gv_of */
    const struct gv100_chip *chip;
    bool broken[DEFECT_COUNT];
    bool graphics_runs;     /* property graphics: it takes methods */
    uint16_t rom_device;    /* of the board whose ROM was lent; 0: none, or of another chip */
    uint32_t rom_subsystem; /* vendor, device << 16; 0: not said */
    const struct gv_board *board;
    bool large_memory; /* more than 16 GiB: another device id on some boards */
    struct topology topology;

    uint32_t enable_seen;      /* PMC_ENABLE before the write under way */
    struct config_bytes sound; /* of function 1; all ones where the board has none */
    struct clock clock;
    uint64_t started_ns; /* when it has started itself, where it does */
    struct irq irq;
    const struct hooks *hooks;

    struct gv_vram *vram;                            /* vram/ */
    uint64_t l2_reads, l2_corrected, l2_uncorrected; /* of a broken L2 */
    struct tlb *tlb;                                 /* vm/ */
    struct fault_unit *faults;
    struct invalidates *invalidates;
    struct windows *windows;    /* window/ */
    struct fifo *fifo;          /* host/ */
    struct copy_engine *copies; /* copy/ */
    struct falcons *falcons;    /* falcon/ */
};

static inline struct gv100 *gv_of(struct model *model)
{
    return (struct gv100 *)model;
}

static inline uint32_t gv_knob(const struct gv100 *card, enum knob knob)
{
    return card->shell.options.knobs[knob];
}

/* A value where the manuals give none: any bits, the same each time, and others for each card and place, so that
 * software which depends on them fails on one card or another. `place` is an offset in BAR0, or a number that no
 * register has. */
uint32_t gv_undefined(const struct gv100 *card, uint32_t place);

#endif
