#include "hw/err.h"

#include "hw/bits.h"

/* The words are part of reports, so a missing one is said and not left empty. */
const char *err_name(enum err e)
{
    static const char *const names[ERR_COUNT] = {
        [OK] = "ok",
        [ERR_RANGE] = "value out of range",
        [ERR_ALIGN] = "address not aligned",
        [ERR_UNSUPPORTED] = "not on this chipset",
        [ERR_NOT_FOUND] = "not found",
        [ERR_NO_MEMORY] = "out of memory",
        [ERR_TIMEOUT] = "timeout",
        [ERR_DEADLINE] = "deadline",
        [ERR_DEAD] = "card does not answer",
        [ERR_OUTSIDE] = "address outside memory",
        [ERR_CONFIG] = "bad configuration",
        [ERR_RIG] = "the rig refused",
        [ERR_NO_DMA] = "the card is lent no memory",
    };

    return (unsigned)e < ARRAY_SIZE(names) ? names[e] : "unknown error";
}
