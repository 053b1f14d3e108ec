#include "model/gv100/base/generation.h"

#include "hw/gv100/ctrl.h"
#include "hw/gv100/places.h"
#include "hw/gv100/usermode.h"
#include "model/gv100/base/card.h"

bool gv_has_leaves(const struct gv100 *card)
{
    return card->chip->places->interrupt_way == GV100_INTERRUPTS_LEAVES;
}

bool gv_starts_itself(const struct gv100 *card)
{
    return card->chip->places->start_way == GV100_START_ITSELF;
}

uint32_t gv_doorbell_channel(const struct gv100 *card, uint32_t value, unsigned *runlist)
{
    *runlist = DOORBELL_ANY;
    if (card->chip->places->doorbell_way == GV100_DOORBELL_CHANNEL)
        return value;
    if (!(gv_reg(card, CTRL_VIRTUAL_CHANNEL_CFG(0)) & CTRL_VIRTUAL_CHANNEL_CFG_PENDING_ENABLE))
        return DOORBELL_NOBODY;
    *runlist = FIELD_GET(TU_USERMODE_NOTIFY_CHANNEL_PENDING_RUNLIST_ID, value);
    if (*runlist == CTRL_DOORBELL_RUNLIST_ID_ALL)
        *runlist = DOORBELL_ANY;
    if (card->broken[DEFECT_DOORBELL_WRONG_RUNLIST] && *runlist != DOORBELL_ANY)
        *runlist += 1;
    return FIELD_GET(TU_USERMODE_NOTIFY_CHANNEL_PENDING_CHID, value);
}
