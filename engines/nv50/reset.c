#include "engines/nv50/reset.h"

#include "hw/nv50/pbus.h"
#include "hw/nv50/pfifo.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/pstraps.h"
#include "hw/nv50/ptimer.h"

#define GRAPH (PMC_ENABLE_PGRAPH | PMC_ENABLE_PGRAPH_CHSW)
#define MEDIA                                                                                      \
    (PMC_ENABLE_PVPE | PMC_ENABLE_PMEDIA | PMC_ENABLE_PCOPY | PMC_ENABLE_PCIPHER |                 \
     PMC_ENABLE_PBSP | PMC_ENABLE_PVP2 | PMC_ENABLE_PMPEG_CHSW | PMC_ENABLE_PCOPY_CHSW |           \
     PMC_ENABLE_PVP2_CHSW | PMC_ENABLE_PCIPHER_CHSW | PMC_ENABLE_PBSP_CHSW)
#define ALL UINT32_MAX

/* Each write is read back, so that it has arrived before the next one. */
static void reset(struct card *card, uint32_t units)
{
    card_set32(card, PMC_ENABLE, ALL & ~units);
    card_read32(card, PMC_ENABLE);
    card_set32(card, PMC_ENABLE, ALL);
    card_read32(card, PMC_ENABLE);
}

void engines_reset_pgraph(struct card *card)
{
    reset(card, GRAPH);
}

void engines_reset_pfifo(struct card *card)
{
    reset(card, PMC_ENABLE_PFIFO);
}

/* The order is that of silicon-sequences.md §5.1. Registers that make PFIFO run are journalled, so that PFIFO stands
 * still again when the run has put them back. */
static void start_pfifo(struct card *card)
{
    card_write32(card, PFIFO_INTR, ALL);
    for (unsigned i = 0; i < PFIFO_CHANNELS; i++)
        card_write32(card, PFIFO_CHAN_TABLE + 4 * i, 0);
    card_write32(card, PFIFO_RUNLIST, 0);
    card_write32(card, PFIFO_RUNLIST_LENGTH, 0);
    card_set32(card, PFIFO_CACHES, PFIFO_CACHES_REASSIGN | PFIFO_CACHES_COMMIT);
    card_set32(card, PFIFO_PUSH0, PFIFO_PUSH0_ACCESS);
    card_set32(card, PFIFO_PULL0, PFIFO_PULL0_ACCESS);
    card_set32(card, PFIFO_CACHES, PFIFO_CACHES_REASSIGN);
}

void engines_quiet(struct card *card)
{
    reset(card, PMC_ENABLE_PFIFO | GRAPH | MEDIA);
    start_pfifo(card);
}

/* The nominal rate, 31.25 MHz times 32 ns: crystal times (source + 1), times MUL, over DIV (§2.1). */
static void start_timer(struct card *card)
{
    static const struct {
        uint32_t crystal, source, div, mul;
    } rows[] = {
        { PSTRAPS_CRYSTAL_27000, 2, 324, 125 },
        { PSTRAPS_CRYSTAL_25000, 2, 12, 5 },
        { PSTRAPS_CRYSTAL_13500, 4, 54, 25 },
        { PSTRAPS_CRYSTAL_14318, 4, 7159, 3125 },
    };
    const uint32_t crystal = card_read32(card, PSTRAPS_0_PRIMARY) & PSTRAPS_0_CRYSTAL;

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        if (rows[i].crystal == crystal) {
            card_set32(card, PTIMER_CLOCK_SOURCE, rows[i].source);
            card_set32(card, PTIMER_CLOCK_DIV, rows[i].div);
            card_set32(card, PTIMER_CLOCK_MUL, rows[i].mul);
        }
}

void engines_prepare(struct card *card)
{
    card_set32(card, PMC_INTR_EN_HOST, 0);
    card_set32(card, PMC_ENABLE, ALL);
    card_read32(card, PMC_ENABLE);
    card_write32(card, PBUS_INTR, ALL);
    start_timer(card);
    for (unsigned i = 0; i < PBUS_REMAP_COUNT; i++)
        card_set32(card, PBUS_REMAP + 4 * i, 0);
}
