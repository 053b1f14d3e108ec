#include "model/nv50/card/units.h"

#include <stdlib.h>

#include "hw/nv50/pmc.h"
#include "hw/nv50/vm.h"
#include "model/nv50/card/bar5.h"
#include "model/nv50/card/nv50.h"
#include "model/nv50/card/pmc.h"
#include "model/nv50/card/posted.h"
#include "model/nv50/count/pcounter.h"
#include "model/nv50/fifo/pfifo.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/host/i2c.h"
#include "model/nv50/host/pbus.h"
#include "model/nv50/host/pclock.h"
#include "model/nv50/host/pdisplay.h"
#include "model/nv50/host/pstraps.h"
#include "model/nv50/host/ptherm.h"
#include "model/nv50/host/rom.h"
#include "model/nv50/host/windows.h"
#include "model/nv50/media/falcon.h"
#include "model/nv50/media/media.h"
#include "model/nv50/shader/mp.h"
#include "model/nv50/vm/fault.h"
#include "model/nv50/vm/pfb.h"
#include "model/nv50/vm/start.h"
#include "model/nv50/vm/tlb.h"
#include "model/nv50/vram/vram_defects.h"

struct units {
    struct nv50 card; /* first: units_free gets its address */
    struct presence presence;
    struct tlb tlbs[VM_ENGINE_COUNT];
    struct fault_latch fault;
    struct pfb pfb;
    struct start start;
    struct pcounter pcounter;
    struct pgraph pgraph;
    uint32_t line[GRAPH_LINE_PIXELS];
    struct pfifo pfifo;
    struct falcon falcons[MEDIA_UNIT_COUNT];
    struct media media;
    struct windows windows;
    struct thermal thermal;
    struct i2c i2c;
    struct pdisplay pdisplay;
    struct bar5 bar5;
};

static const struct hooks hooks = {
    .refused = pbus_refused,
    .traffic = pcounter_traffic,
    .flush_allowed = pgraph_flush_allowed,
    .graph_is_set_up = pgraph_is_set_up,
    .kick = pfifo_run,
};

static const struct reg_block *const register_tables[] = {
    &pmc_regs,    &pbus_regs,   &pstraps_regs,  &ptimer_regs, &pfb_regs,      &pfifo_regs,
    &pgraph_regs, &mp_regs,     &pdisplay_regs, &pclock_regs, &ptherm_regs,   &pdaemon_regs,
    &falcon_regs, &xtensa_regs, &pcipher_regs,  &pmpeg_regs,  &pcounter_regs, &pcounter_record_regs,
};

static const struct defect_table defect_tables[] = {
    { card_defect_rows, DEFECT_COUNT },
    { vram_defect_rows, VRAM_DEFECT_COUNT },
};

const struct option_tables nv50_options = {
    .defects = defect_tables,
    .defect_tables = ARRAY_SIZE(defect_tables),
    .knobs = knob_rows,
    .knob_count = KNOB_COUNT,
};

/* All units in one piece of memory; base knows each only by a pointer, so that it needs no unit's header. */
struct nv50 *units_new(void)
{
    struct units *units = calloc(1, sizeof(*units));

    if (!units)
        return NULL;
    units->card.hooks = &hooks;
    units->card.shell.model.presence = &units->presence;
    units->card.tlbs = units->tlbs;
    units->card.fault = &units->fault;
    units->card.pfb = &units->pfb;
    units->card.start = &units->start;
    units->card.pcounter = &units->pcounter;
    units->card.pgraph = &units->pgraph;
    units->card.line = units->line;
    units->card.pfifo = &units->pfifo;
    units->card.falcons = units->falcons;
    units->card.media_units = &units->media;
    units->card.windows = &units->windows;
    units->card.thermal = &units->thermal;
    units->card.i2c = &units->i2c;
    units->card.pdisplay = &units->pdisplay;
    units->card.bar5 = &units->bar5;
    return &units->card;
}

void units_free(struct nv50 *card)
{
    free((struct units *)card);
}

void units_list_registers(struct nv50 *card)
{
    regs_init(card, register_tables, ARRAY_SIZE(register_tables));
}

/* Registers first, so that a unit can lay its own values over them; units with values of the VBIOS before the others
 * that look at these; posted_power_on over all units. */
void units_power_on(struct nv50 *card)
{
    aliases_drop_all(&card->shell.aliases);
    registers_reset(&card->shell.regs);
    irq_power_on(card);
    config_power_on(card);
    pbus_power_on(card);
    pmc_power_on(card);
    pclock_power_on(card);
    rom_power_on(card);
    pfb_power_on(card);
    windows_reset(card);
    tlb_drop_all(card);
    fault_reset(card);
    pcounter_reset(card);
    pdisplay_power_on(card);
    ptherm_power_on(card);
    falcon_power_on(card);
    media_power_on(card);
    pgraph_reset(card);
    pfifo_reset(card);
    ptimer_power_on(card);
    posted_power_on(card);
    *card->bar5 = (struct bar5){ 0 };
    rom_shadow(card);
}

/* The registers of a unit are reset before the unit itself, whose reset tells the level of its line. */
void units_reset(struct nv50 *card, uint32_t bits)
{
    gates_reset_registers(card, bits);
    falcon_reset_units(card, bits);
    media_reset_units(card, bits);
    if (bits & PMC_ENABLE_PFB) {
        tlb_drop_all(card);
        fault_reset(card);
    }
    if (bits & PMC_ENABLE_PFIFO)
        pfifo_reset(card);
    if (bits & PMC_ENABLE_PGRAPH)
        pgraph_reset(card);
    if (bits & PMC_ENABLE_PDISPLAY)
        pdisplay_reset(card);
    if (bits & PMC_ENABLE_PTIMER)
        ptimer_reset(card);
}

void units_wake(struct nv50 *card)
{
    card->shell.wake_ns = 0;
    ptimer_poll(card);
    ptherm_poll(card);
    pgraph_wake(card);
    pfifo_run(card);
}
