#include "model/common/presence.h"

#define NEVER UINT64_MAX

void presence_open(struct presence *presence, const struct defect *defect)
{
    *presence = (struct presence){ .left = defect ? defect_parameter(defect, "after", 0) : NEVER };
}

bool presence_answers(struct presence *presence)
{
    if (presence->left == NEVER)
        return true;
    presence->gone |= presence->left == 0;
    presence->left -= presence->left != 0;
    return !presence->gone;
}
