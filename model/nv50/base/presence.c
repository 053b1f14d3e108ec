#include "model/nv50/base/presence.h"

#include "model/nv50/base/card.h"

#define NEVER UINT64_MAX

void presence_power_on(struct nv50 *card, bool armed)
{
    const struct defect *const defect =
        options_defect(&card->options, card_defect_rows[DEFECT_BUS_GONE].option.name, 0);

    *card->presence =
        (struct presence){ .left = defect && armed ? defect_parameter(defect, "after", 0) : NEVER };
}

bool presence_answers(const struct nv50 *card)
{
    struct presence *const presence = card->presence;

    if (presence->left == NEVER)
        return true;
    presence->gone |= presence->left == 0;
    presence->left -= presence->left != 0;
    return !presence->gone;
}
