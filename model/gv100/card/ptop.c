#include "model/gv100/card/ptop.h"

#include "hw/gv100/ptop.h"
#include "model/gv100/base/card.h"

#define LCE_PRI_BASE 0x104000u
#define GR_PRI_BASE  0x400000u

/* SEC2 has no engine of host: it is there because a device may lack RUNLIST and ENGINE (§1.4). */
#define SEC_PRI_BASE  0x840000u
#define SEC_INTERRUPT 15u
#define SEC_RESET     14u

static const struct reg_row rows[] = {
    MANY(PTOP_DEVICE_INFO, 4),
};

const struct reg_block gv_ptop_regs = { rows, ARRAY_SIZE(rows) };

static void put(struct gv100 *card, unsigned *at, uint32_t word)
{
    if (*at < PTOP_DEVICE_INFO_COUNT)
        gv_set_reg(card, PTOP_DEVICE_INFO((*at)++), word);
}

static uint32_t data_word(uint32_t base, unsigned instance)
{
    return PTOP_DEVICE_INFO_CHAIN | (base & PTOP_DEVICE_INFO_DATA_PRI_BASE) |
           FIELD_PUT(PTOP_DEVICE_INFO_DATA_INST_ID, (uint32_t)instance) |
           PTOP_DEVICE_INFO_ENTRY_DATA;
}

static uint32_t numbers_word(unsigned interrupt, unsigned reset)
{
    return PTOP_DEVICE_INFO_CHAIN | PTOP_DEVICE_INFO_INTR | PTOP_DEVICE_INFO_RESET |
           FIELD_PUT(PTOP_DEVICE_INFO_INTR_ENUM, (uint32_t)interrupt) |
           FIELD_PUT(PTOP_DEVICE_INFO_RESET_ENUM, (uint32_t)reset) | PTOP_DEVICE_INFO_ENTRY_ENUM;
}

static uint32_t type_word(unsigned type)
{
    return FIELD_PUT(PTOP_DEVICE_INFO_TYPE_ENUM, (uint32_t)type) |
           PTOP_DEVICE_INFO_ENTRY_ENGINE_TYPE;
}

/* Three words describe an engine: data, enum, type. Software walks them until one says that it is
 * the last. */
static void put_engine(struct gv100 *card, unsigned *at, unsigned number)
{
    const struct topology_engine *engine = &card->topology.engine[number];
    const bool no_runlist = engine->copies && card->broken[DEFECT_PTOP_RUNLIST_LOST];
    const uint32_t runlist_bit = no_runlist ? 0 : PTOP_DEVICE_INFO_RUNLIST;
    unsigned fault_id = engine->fault_id;

    if (engine->copies && card->broken[DEFECT_PTOP_FAULT_ID_WRONG])
        fault_id ^= 0x40;
    put(card, at,
        data_word(engine->copies ? LCE_PRI_BASE : GR_PRI_BASE, engine->lce) |
            FIELD_PUT(PTOP_DEVICE_INFO_DATA_FAULT_ID_ENUM, (uint32_t)fault_id) |
            PTOP_DEVICE_INFO_DATA_FAULT_ID);
    put(card, at,
        numbers_word(engine->interrupt_bit, engine->reset_bit) | PTOP_DEVICE_INFO_ENGINE |
            runlist_bit | FIELD_PUT(PTOP_DEVICE_INFO_ENGINE_ENUM, (uint32_t)number) |
            FIELD_PUT(PTOP_DEVICE_INFO_RUNLIST_ENUM, (uint32_t)engine->runlist));
    put(card, at,
        type_word(engine->copies ? PTOP_DEVICE_INFO_TYPE_ENUM_LCE
                                 : PTOP_DEVICE_INFO_TYPE_ENUM_GRAPHICS));
}

/* Words that are not valid stand between devices, and one of them inside a chain: they end nothing. */
void gv_ptop_power_on(struct gv100 *card)
{
    unsigned at = 0;

    put_engine(card, &at, 0);
    at++;
    put(card, &at, data_word(SEC_PRI_BASE, 0));
    at++;
    put(card, &at, numbers_word(SEC_INTERRUPT, SEC_RESET));
    put(card, &at, type_word(PTOP_DEVICE_INFO_TYPE_ENUM_SEC));
    at++;
    for (unsigned i = 1; i < card->topology.engines; i++) {
        put_engine(card, &at, i);
        if (i % 2)
            at++;
    }
}
