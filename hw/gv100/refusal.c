#include "hw/gv100/refusal.h"

#include <stddef.h>

static const struct {
    uint32_t word;
    const char *words;
} rows[] = {
    { REFUSAL_HOST_TIMEOUT, "host: time-out" },
    { REFUSAL_HOST_NO_REGISTER, "host: no such register" },
    { REFUSAL_HOST_RING, "host: error of the ring" },
    { REFUSAL_MEMORY, "memory refuses" },
    { REFUSAL_MEMORY_SILENT, "memory does not acknowledge" },
    { REFUSAL_HOST_SQUASHED, "the unit is off" },
    { REFUSAL_TIMEOUT, "time-out" },
    { REFUSAL_NOBODY, "nobody is there" },
    { REFUSAL_IN_RESET, "the unit is in reset" },
    { REFUSAL_FUSED_OFF, "the unit is fused off" },
    { REFUSAL_NO_GPC, "no such GPC or partition" },
    { REFUSAL_POWER_OFF, "the unit has no power" },
    { REFUSAL_RING_DEAD, "the ring is dead" },
    { REFUSAL_NO_REGISTER, "no such register in the unit" },
    { REFUSAL_PRIVILEGE, "refused by privilege" },
    { REFUSAL_PRIVILEGE_BEHIND, "refused by privilege, behind the unit" },
    { REFUSAL_LOCAL_RING, "error of the local ring" },
    { REFUSAL_FALCON, "refused by privilege of a falcon's memory" },
    { REFUSAL_NO_ROUTE, "no route" },
};

const char *refusal_words(uint32_t word)
{
    if (!is_refusal(word))
        return NULL;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        if ((word & REFUSAL_KIND) == (rows[i].word & REFUSAL_KIND))
            return rows[i].words;
    return "refused";
}
