#include "model/nv50/card/units.h"

#include <stdlib.h>

#include "hw/nv50/vm.h"
#include "model/nv50/card/bar5.h"
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

struct units {
    struct nv50 card; /* first: units_free gets its address */
    struct tlb tlbs[VM_ENGINE_COUNT];
    struct fault_latch fault;
    struct pfb pfb;
    struct aliases aliases;
    struct pcounter pcounter;
    struct pgraph pgraph;
    uint32_t line[GRAPH_LINE_PIXELS];
    struct pfifo pfifo;
    struct falcon falcons[MEDIA_UNIT_COUNT];
    struct media media;
    struct windows windows;
    struct thermal thermal;
    struct pdisplay pdisplay;
    struct bar5 bar5;
};

struct nv50 *units_new(void)
{
    struct units *units = calloc(1, sizeof(*units));

    if (!units)
        return NULL;
    units->card.tlbs = units->tlbs;
    units->card.fault = &units->fault;
    units->card.pfb = &units->pfb;
    units->card.aliases = &units->aliases;
    units->card.pcounter = &units->pcounter;
    units->card.pgraph = &units->pgraph;
    units->card.line = units->line;
    units->card.pfifo = &units->pfifo;
    units->card.falcons = units->falcons;
    units->card.media_units = &units->media;
    units->card.windows = &units->windows;
    units->card.thermal = &units->thermal;
    units->card.pdisplay = &units->pdisplay;
    units->card.bar5 = &units->bar5;
    return &units->card;
}

void units_free(struct nv50 *card)
{
    free((struct units *)card);
}
