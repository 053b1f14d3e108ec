#include "suite/nv50/exercised.h"

#include <stddef.h>

#include "hw/bits.h"

#define FALCONS     (CHIPS_VP3 | CHIPS_VP4)
#define PVPE        VM_CLIENT_PVPE
#define NO_METHOD   "no public method"
#define EVERY_SLOT  0, UINT8_MAX
#define ONE_SLOT(n) (n), (n)

/* Slots from the first to the last of a client, on these chipsets. The first row that has a slot counts. */
struct exercised {
    uint8_t engine, client, first, last;
    uint32_t chips;
    const char *test, *why; /* one of them is null */
};

/* clang-format off */
static const struct exercised rows[] = {
    { VM_ENGINE_PGRAPH, VM_CLIENT_STRMOUT, ONE_SLOT(0), CHIPS_ALL, "vm.render.strmout", NULL },
    { VM_ENGINE_PGRAPH, VM_CLIENT_DISPATCH, ONE_SLOT(0), CHIPS_ALL, "vm.graph.context", NULL },
    { VM_ENGINE_PGRAPH, VM_CLIENT_DISPATCH, ONE_SLOT(1), CHIPS_ALL, "vm.graph.notify", NULL },
    { VM_ENGINE_PGRAPH, VM_CLIENT_DISPATCH, ONE_SLOT(2), CHIPS_ALL, "vm.graph.query", NULL },
    { VM_ENGINE_PGRAPH, VM_CLIENT_DISPATCH, ONE_SLOT(3), CHIPS_ALL, "vm.graph.cond", NULL },
    { VM_ENGINE_PGRAPH, VM_CLIENT_DISPATCH, 4, 6, CHIPS_ALL, "vm.graph.copy", NULL },
    { VM_ENGINE_PGRAPH, VM_CLIENT_CCACHE, ONE_SLOT(0), CHIPS_ALL, "vm.compute.code", NULL },
    { VM_ENGINE_PGRAPH, VM_CLIENT_CCACHE, ONE_SLOT(1), CHIPS_ALL, "vm.compute.tic", NULL },
    { VM_ENGINE_PGRAPH, VM_CLIENT_CCACHE, ONE_SLOT(2), CHIPS_ALL, "vm.compute.tsc", NULL },
    { VM_ENGINE_PGRAPH, VM_CLIENT_CLIPID, ONE_SLOT(0), CHIPS_ALL, "vm.render.clipid", NULL },
    { VM_ENGINE_PGRAPH, VM_CLIENT_VFETCH, ONE_SLOT(0), CHIPS_ALL, "vm.render.vertex", NULL },
    { VM_ENGINE_PGRAPH, VM_CLIENT_TEXTURE, ONE_SLOT(0), CHIPS_ALL, "vm.graph.src2d", NULL },
    { VM_ENGINE_PGRAPH, VM_CLIENT_PROP, ONE_SLOT(0), CHIPS_ALL, "vm.render.rt0", NULL },
    { VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 1, 7, CHIPS_ALL, "vm.render.rt", NULL },
    { VM_ENGINE_PGRAPH, VM_CLIENT_PROP, ONE_SLOT(8), CHIPS_ALL, "vm.render.zeta", NULL },
    { VM_ENGINE_PGRAPH, VM_CLIENT_PROP, ONE_SLOT(9), CHIPS_ALL, "vm.compute.local", NULL },
    { VM_ENGINE_PGRAPH, VM_CLIENT_PROP, ONE_SLOT(0xa), CHIPS_ALL, "vm.compute.global", NULL },
    { VM_ENGINE_PGRAPH, VM_CLIENT_PROP, ONE_SLOT(0xb), CHIPS_ALL, "vm.compute.stack", NULL },
    { VM_ENGINE_PGRAPH, VM_CLIENT_PROP, ONE_SLOT(0xc), CHIPS_ALL, "vm.graph.dst2d", NULL },
    { VM_ENGINE_PVP, PVPE, ONE_SLOT(8), CHIPS_VP1, NULL, NO_METHOD },
    { VM_ENGINE_PME, PVPE, ONE_SLOT(4), CHIPS_VP1, NULL, NO_METHOD },
    { VM_ENGINE_PEEPHOLE, VM_CLIENT_PFIFO_WRITE, ONE_SLOT(0), CHIPS_ALL, "vm.dmaobj.null", NULL },
    { VM_ENGINE_PEEPHOLE, VM_CLIENT_PFIFO_READ, ONE_SLOT(0), CHIPS_ALL, "vm.dmaobj.null", NULL },
    { VM_ENGINE_BAR, VM_CLIENT_PFIFO_WRITE, 0, 1, CHIPS_ALL, "vm.dmaobj.null", NULL },
    { VM_ENGINE_BAR, VM_CLIENT_PFIFO_READ, 0, 1, CHIPS_ALL, "vm.dmaobj.null", NULL },
    { VM_ENGINE_PFIFO, VM_CLIENT_PFIFO_READ, ONE_SLOT(0), CHIPS_ALL, "vm.fifo.push", NULL },
    { VM_ENGINE_PFIFO, VM_CLIENT_PFIFO_WRITE, ONE_SLOT(1), CHIPS_ALL, "vm.fifo.semaphore", NULL },
    { VM_ENGINE_PFIFO, VM_CLIENT_PFIFO_READ, ONE_SLOT(1), CHIPS_ALL, "vm.fifo.acquire", NULL },
    { VM_ENGINE_PFIFO_BG, VM_CLIENT_PFIFO_READ, ONE_SLOT(1), CHIPS_G84_UP, "vm.fifo.acquire", NULL },
    { VM_ENGINE_PMPEG, PVPE, ONE_SLOT(1), CHIPS_VP1 | CHIPS_VP2, "vm.pmpeg.fetch", NULL },
    { VM_ENGINE_PMPEG, PVPE, ONE_SLOT(2), CHIPS_VP1 | CHIPS_VP2, "vm.pmpeg.data", NULL },
    { VM_ENGINE_PMPEG, PVPE, ONE_SLOT(3), CHIPS_VP1 | CHIPS_VP2, "vm.pmpeg.image", NULL },
    { VM_ENGINE_PMPEG, PVPE, ONE_SLOT(4), CHIPS_VP1 | CHIPS_VP2, "vm.pmpeg.context", NULL },
    { VM_ENGINE_PMPEG, PVPE, ONE_SLOT(5), CHIPS_VP2, "vm.pmpeg.fetch", NULL },
    { VM_ENGINE_PCIPHER, VM_CLIENT_PCIPHER, ONE_SLOT(0), CHIPS_VP2, "vm.pcipher.context", NULL },
    { VM_ENGINE_PCIPHER, VM_CLIENT_PCIPHER, 1, 3, CHIPS_VP2, "vm.pcipher.copy", NULL },
    { VM_ENGINE_PCOUNTER, VM_CLIENT_PCOUNTER, ONE_SLOT(0), CHIPS_G84_UP, "vm.pcounter.record", NULL },
    { VM_ENGINE_PVP, VM_CLIENT_PVP2, EVERY_SLOT, CHIPS_VP2, "vm.xtensa.fault", NULL }, /* PVP2 */
    { VM_ENGINE_PBSP, VM_CLIENT_PBSP, EVERY_SLOT, CHIPS_VP2, "vm.xtensa.fault", NULL }, /* PBSP */
    { VM_ENGINE_PDAEMON, VM_CLIENT_PDAEMON, ONE_SLOT(7), CHIPS_GT215_UP, "vm.falcon.port", NULL },
    { VM_ENGINE_PDAEMON, VM_CLIENT_PDAEMON, EVERY_SLOT, CHIPS_GT215_UP, "vm.falcon.copy", NULL },
    { VM_ENGINE_PVP, VM_CLIENT_PVP2, EVERY_SLOT, FALCONS, "vm.falcon.copy", NULL },     /* PVDEC */
    { VM_ENGINE_PMPEG, PVPE, EVERY_SLOT, FALCONS, "vm.falcon.copy", NULL },       /* PPPP */
    { VM_ENGINE_PBSP, VM_CLIENT_PBSP, EVERY_SLOT, FALCONS, "vm.falcon.copy", NULL },     /* PVLD */
    { VM_ENGINE_PCIPHER, VM_CLIENT_PCIPHER, EVERY_SLOT, CHIPS_VP3, "vm.falcon.copy", NULL }, /* PCRYPT3 */
    { VM_ENGINE_PCOPY, VM_CLIENT_PCOPY, EVERY_SLOT, CHIPS_GT215_UP, "vm.falcon.copy", NULL }, /* PCOPY */
    { VM_ENGINE_PME, VM_CLIENT_PVCOMP, EVERY_SLOT, CHIP_BIT(CHIP_MCP89), "vm.falcon.copy", NULL }, /* PVCOMP */
};
/* clang-format on */

static const struct exercised *row_of(const struct vm_slot *slot)
{
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        if (rows[i].engine == slot->engine && rows[i].client == slot->client &&
            rows[i].first <= slot->slot && slot->slot <= rows[i].last &&
            (rows[i].chips & slot->chips) == slot->chips)
            return &rows[i];
    return NULL;
}

const char *slot_exercised_by(const struct vm_slot *slot)
{
    const struct exercised *const row = row_of(slot);

    return row ? row->test : NULL;
}

const char *slot_why_not(const struct vm_slot *slot)
{
    const struct exercised *const row = row_of(slot);

    return row ? row->why : "nothing is known of it";
}
