#include "model/gv100/card/units.h"

#include <stdlib.h>

#include "hw/gv100/pmc.h"
#include "model/gv100/base/card.h"
#include "model/gv100/base/sound.h"
#include "model/gv100/card/function.h"
#include "model/gv100/card/pmc.h"
#include "model/gv100/card/posted.h"
#include "model/gv100/card/ptop.h"
#include "model/gv100/card/refused.h"
#include "model/gv100/copy/copy.h"
#include "model/gv100/falcon/falcon.h"
#include "model/gv100/host/fifo.h"
#include "model/gv100/vm/fault.h"
#include "model/gv100/vm/pmmu.h"
#include "model/gv100/vm/tlb.h"
#include "model/gv100/vram/vram.h"
#include "model/gv100/vram/vram_faults.h"
#include "model/gv100/window/board.h"
#include "model/gv100/window/ecc.h"
#include "model/gv100/window/pbus.h"
#include "model/gv100/window/ptimer.h"
#include "model/gv100/window/windows.h"

struct units {
    struct gv100 card; /* first: gv_units_free gets its address */
    struct presence presence;
    struct fault_unit faults;
    struct invalidates invalidates;
    struct windows windows;
    struct copy_engine copies[TOPOLOGY_LCES_MAX];
    struct falcons falcons;
};

static void engine_moved(struct gv100 *card, unsigned lce)
{
    (void)lce;
    gv_fifo_run(card);
}

/* As a VBIOS leaves a card that it has started, except that the host's view of the ROM stays as it
 * is. */
static void started(struct gv100 *card)
{
    if (!card->shell.cold)
        return;
    card->shell.cold = false;
    gv_posted_power_on(card);
    gv_pmc_power_on(card);
    gv_window_unalias(card);
    gv_irq_update(card);
}

static const struct hooks hooks = {
    .refused_word = gv_refused_word,
    .refused = gv_pbus_refused,
    .unalias = gv_window_unalias,
    .started = started,
    .engine_moved = engine_moved,
    .engine_faulted = gv_fifo_engine_faulted,
};

static const struct reg_block *const register_tables[] = {
    &gv_pmc_regs,  &gv_ptop_regs,   &gv_board_regs,  &gv_pbus_regs,
    &gv_pmmu_regs, &gv_fault_regs,  &gv_ptimer_regs, &gv_fifo_regs,
    &gv_copy_regs, &gv_falcon_regs, &gv_ecc_regs,    &gv_function_regs,
};

static const struct defect_table defect_tables[] = {
    { gv_defect_rows, DEFECT_COUNT },
    { gv_vram_defect_rows, VRAM_DEFECTS },
    { gv_vram_fault_rows, VRAM_FAULT_DEFECTS },
};

const struct option_tables gv_options = {
    .defects = defect_tables,
    .defect_tables = ARRAY_SIZE(defect_tables),
    .knobs = gv_knob_rows,
    .knob_count = KNOB_COUNT,
};

/* The card points to each of its units, because their folders do not include each other. */
struct gv100 *gv_units_new(void)
{
    struct units *units = calloc(1, sizeof(*units));

    if (!units)
        return NULL;
    units->card.hooks = &hooks;
    units->card.shell.model.presence = &units->presence;
    units->card.faults = &units->faults;
    units->card.invalidates = &units->invalidates;
    units->card.windows = &units->windows;
    units->card.copies = units->copies;
    units->card.falcons = &units->falcons;
    units->card.tlb = gv_tlb_new();
    units->card.fifo = gv_fifo_new();
    if (!units->card.tlb || !units->card.fifo) {
        gv_units_free(&units->card);
        return NULL;
    }
    return &units->card;
}

void gv_units_free(struct gv100 *card)
{
    gv_fifo_free(card->fifo);
    gv_tlb_free(card->tlb);
    free((struct units *)card);
}

void gv_units_list_registers(struct gv100 *card)
{
    gv_regs_init(card, register_tables, ARRAY_SIZE(register_tables));
}

/* Registers first, so that a unit can lay its own values over them. */
void gv_units_power_on(struct gv100 *card)
{
    aliases_drop_all(&card->shell.aliases);
    registers_reset(&card->shell.regs);
    gv_posted_power_on(card);
    gv_irq_power_on(card);
    gv_config_power_on(card);
    gv_sound_power_on(card);
    gv_self_start_power_on(card);
    gv_clock_power_on(card);
    gv_pmc_power_on(card);
    gv_ptop_power_on(card);
    gv_pmmu_power_on(card);
    gv_fault_power_on(card);
    gv_windows_power_on(card);
    gv_tlb_drop_all(card);
    gv_fifo_reset(card);
    gv_copy_power_on(card);
    gv_falcon_power_on(card);
}

void gv_units_reset(struct gv100 *card, uint32_t bits)
{
    if (bits & PMC_ENABLE_PFIFO)
        gv_fifo_reset(card);
    for (unsigned i = 0; i < card->topology.engines; i++) {
        const struct topology_engine *engine = &card->topology.engine[i];

        if (!(bits >> engine->reset_bit & 1))
            continue;
        gv_fifo_engine_reset(card, i);
        if (engine->copies)
            gv_copy_reset(card, engine->lce);
    }
    gv_fifo_run(card);
}

void gv_units_reset_pbdmas(struct gv100 *card, uint32_t pbdmas)
{
    for (unsigned i = 0; i < TOPOLOGY_PBDMAS_MAX; i++)
        if (pbdmas >> i & 1)
            gv_fifo_reset_pbdma(card, i);
    gv_fifo_run(card);
}

void gv_units_poll(struct gv100 *card)
{
    gv_self_start_poll(card);
    gv_ptimer_poll(card);
    gv_fifo_poll(card);
}

void gv_units_wake(struct gv100 *card)
{
    card->shell.wake_ns = 0;
    gv_units_poll(card);
    gv_fifo_run(card);
    gv_fifo_plan_wake(card);
    gv_ptimer_plan_wake(card);
}
