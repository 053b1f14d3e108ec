/* model/nv50/base/card.h: the whole state of one modelled card, for the files of model/nv50/ only.
 *
 * Shape   struct nv50 holds every unit's state; a unit's functions stand in the file of its name.
 * Source  docs/hardware/tesla-mmio.md, tesla-vm.md. */
#ifndef MODEL_NV50_BASE_CARD_H
#define MODEL_NV50_BASE_CARD_H

#include "model/nv50/base/config.h"
#include "model/nv50/base/defects.h"
#include "model/nv50/base/knobs.h"
#include "model/nv50/base/options.h"
#include "model/nv50/base/ptimer.h"
#include "model/nv50/base/regs.h"
#include "model/nv50/card/bar5.h"
#include "model/nv50/card/nv50.h"
#include "model/nv50/count/pcounter.h"
#include "model/nv50/fifo/pfifo.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/host/pdisplay.h"
#include "model/nv50/host/ptherm.h"
#include "model/nv50/host/windows.h"
#include "model/nv50/media/falcon.h"
#include "model/nv50/media/media.h"
#include "model/nv50/vm/alias.h"
#include "model/nv50/vm/fault.h"
#include "model/nv50/vm/pfb.h"
#include "model/nv50/vm/tlb.h"
#include "model/nv50/vram/vram.h"

struct nv50 {
    const struct nv50_chip *chip;
    uint32_t chip_bit; /* CHIP_BIT of chip */
    struct nv50_host host;
    struct options options;
    bool broken[DEFECT_COUNT];
    bool cold;
    bool media;
    enum pdisplay_picture picture;
    uint64_t picture_at; /* in VRAM */
    uint64_t bar1_size;
    bool traced;
    uint64_t seed;
    char check_order[4]; /* of the late checks, by knob: S, R, M, V */
    bool dead;           /* HWUNITS_0 bit 28 was cleared: nothing answers until reset */

    struct vram *vram;
    uint8_t *tags; /* 1: that block is compressed; null unless knob tag_state is "real" */
    bool met_vram; /* where the last access to memory went */
    uint8_t *rom;
    size_t rom_size;

    struct registers regs;
    struct config config;
    struct windows windows;
    struct tlb tlbs[VM_ENGINE_COUNT];
    struct fault_latch fault;
    struct pfb pfb;
    struct pcounter pcounter;
    struct ptimer ptimer;
    struct thermal thermal;
    struct pdisplay pdisplay;
    struct pfifo pfifo;
    struct pgraph pgraph;
    uint32_t line[GRAPH_LINE_PIXELS];        /* of a blit under way */
    struct falcon falcons[MEDIA_UNIT_COUNT]; /* by row of media_units */
    struct media media_units;
    struct bar5 bar5;
    struct aliases aliases;
    uint64_t wake_ns; /* when nv50_wake is due; 0: never */
    bool interrupt_asserted;
    bool msi_sent; /* waits for the re-arming write */
};

static inline uint32_t card_knob(const struct nv50 *card, enum knob knob)
{
    return card->options.knobs[knob];
}

/* One line of trace, if the card is traced. */
void card_trace(struct nv50 *card, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The interrupt line follows what PMC says (pmc.c). Called after whatever may change a leaf. */
void card_update_interrupt(struct nv50 *card);
void card_rearm_msi(struct nv50 *card);

/* nv50_wake shall come so many nanoseconds from now, or earlier. */
void card_wake_after(struct nv50 *card, uint64_t ns);

/* Everything that a power cycle does except VRAM's content. */
void card_power_on(struct nv50 *card);

#endif
