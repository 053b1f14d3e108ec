/* engines/nv50/identify.h: how a card is configured, and whether its VBIOS has run.
 *
 * Units   bytes.
 * Source  docs/hardware/tesla-mmio.md §3.1, §3.6.1, tesla-vm.md §6.1, devinit.md §3. */
#ifndef ENGINES_NV50_IDENTIFY_H
#define ENGINES_NV50_IDENTIFY_H

#include "engines/card.h"
#include "mmu/nv50/place.h"

/* Evidence that the VBIOS has run (devinit.md §3.2, §3.3): the rows that decide, a to d, f or i, and l. */
struct posted_evidence {
    bool pfb_on;         /* PMC_ENABLE bit 20: without it nothing below was read */
    uint32_t mem_amount; /* row a */
    uint32_t cfg0, cfg1; /* row b */
    bool size_agrees;    /* the size that b makes equals a */
    bool refresh;        /* row c */
    bool timings;        /* row d: they are not 0 */
    bool memory_pll;     /* the memory's PLL is enabled */
    bool clocked;        /* row f or i: the memory has a clock */
    uint64_t size;       /* of the memory, as row a has it */
    bool not_set_aside;  /* row m: the system's firmware gave an integrated chipset no memory */
    bool crtc_known;     /* PDISPLAY is on, so crtc was read */
    uint8_t crtc_00, crtc_1a; /* row l */
    bool size_excused;        /* a size that differs from b's is no obstacle */
    bool set_up;              /* §3.3: the registers say that memory works */
    bool holds;               /* ... and at least one byte of four words keeps its writes */
    bool posted;              /* set_up and holds */
    bool cold; /* no part of it has been set up. Neither this nor posted: it is half started */
};

/* Reads, and puts back the CRTC index byte. Only where the registers say that memory works are four words of it
 * written through PMEM and put back (devinit.md §3.3): nothing else is ever written here. */
void card_posted(struct card *card, struct posted_evidence *evidence);
/* The same of a card whose init scripts have just run to their end. They set no VGA mode, so a size that differs from
 * the geometry's is excused here too, because drivers warn of it and go on (§6.2, "After"). */
void card_posted_by_scripts(struct card *card, struct posted_evidence *evidence);

/* Which of the signs of working memory is missing, of a card that is not posted. */
const char *posted_missing(const struct posted_evidence *evidence);

/* Whether PDISPLAY shows a picture: a VGA mode is set, or one of its channels runs (tesla-mmio.md §3.1).
 * Reads only. */
bool card_display_on(struct card *card, const struct posted_evidence *evidence);

/* The memory as the configuration registers describe it. */
struct memory_config {
    uint64_t size;     /* MEM_AMOUNT */
    uint8_t part_mask; /* hardware partitions that are enabled */
    uint8_t parts;
    uint8_t subparts;  /* of each partition */
    bool subparts_odd; /* the register says neither one nor two, so no address tells its chip */
    uint8_t select_mask;
    uint8_t ram_type; /* enum ram_type */
    struct dram_geometry dram;
    uint64_t predicted; /* the size that the geometry makes, or that was stolen from the system */
    bool stolen; /* no memory chips of its own: size, partitions and chips say nothing of any */
    uint64_t stolen_at; /* bus address */
};

void card_memory_config(struct card *card, struct memory_config *config);

#endif
