#include "engines/nv50/reset.h"

#include "hw/nv50/pmc.h"

#define MASTERS                                                                                    \
    (PMC_ENABLE_PVPE | PMC_ENABLE_PMEDIA | PMC_ENABLE_PFIFO | PMC_ENABLE_PGRAPH |                  \
     PMC_ENABLE_PCOPY | PMC_ENABLE_PCIPHER | PMC_ENABLE_PBSP | PMC_ENABLE_PVP2 |                   \
     PMC_ENABLE_PGRAPH_CHSW | PMC_ENABLE_PMPEG_CHSW | PMC_ENABLE_PCOPY_CHSW |                      \
     PMC_ENABLE_PVP2_CHSW | PMC_ENABLE_PCIPHER_CHSW | PMC_ENABLE_PBSP_CHSW)

void engines_reset(struct card *card)
{
    card_set32(card, PMC_ENABLE, card_read32(card, PMC_ENABLE) & ~MASTERS);
    card_read32(card, PMC_ENABLE); /* posts the write */
}

void engines_reset_display(struct card *card)
{
    card_set32(card, PMC_ENABLE, card_read32(card, PMC_ENABLE) & ~PMC_ENABLE_PDISPLAY);
    card_read32(card, PMC_ENABLE);
}

static void release(struct card *card, uint32_t units)
{
    card_set32(card, PMC_ENABLE, card_read32(card, PMC_ENABLE) | units);
    card_read32(card, PMC_ENABLE);
}

void engines_release_pfifo(struct card *card)
{
    release(card, PMC_ENABLE_PFIFO);
}

void engines_release_pgraph(struct card *card)
{
    release(card, PMC_ENABLE_PGRAPH);
}
