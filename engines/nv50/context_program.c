#include "engines/nv50/context_program.h"

#include "hw/nv50/pgraph.h"

#define RUN_TIMEOUT_US 100000

/* Put together from instructions of a driver's programs (§4.7): the third says which way registers go. */
#define SAVE 0x00700080u
#define LOAD 0x00700000u
#define WAY  2

static const uint32_t program[] = { 0x0070009c, 0x0070008e, SAVE,       0x00200001, 0x00600006,
                                    0x0011020a, 0x0070000e, 0x0070001c, 0x0060000c };

enum err context_program_run(struct card *card, bool save)
{
    card_write32(card, PGRAPH_CTXCTL_INDEX, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(program); i++)
        card_write32(card, PGRAPH_CTXCTL_DATA, i == WAY && !save ? LOAD : program[i]);
    card_write32(card, PGRAPH_CTXCTL_PC, 0);
    card_write32(card, PGRAPH_CTXCTL_CONTROL, PGRAPH_CTXCTL_RUN);
    return card_wait(card, PGRAPH_CTXCTL_STATUS, PGRAPH_CTXCTL_RUNNING, 0, RUN_TIMEOUT_US);
}
