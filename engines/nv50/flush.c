#include "engines/nv50/flush.h"

#include "engines/text.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/pgraph.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/slots.h"

/* "engine 0x6 BAR" */
static void name_engine(struct card *card, enum vm_engine engine)
{
    struct text text = text_in(card->late, sizeof(card->late));

    text_format(&text, "engine 0x%x", engine);
    for (unsigned i = 0; i < VM_ENGINE_NAME_COUNT; i++)
        if (vm_engine_names[i].value == engine &&
            (vm_engine_names[i].chips & CHIP_BIT(card->chip->index)))
            text_format(&text, " %s", vm_engine_names[i].name);
}

static enum err flush(struct card *card, enum vm_engine engine)
{
    card_write32(card, PFB_MMU_TLB_FLUSH,
                 FIELD_PUT(PFB_MMU_TLB_FLUSH_ENGINE, (uint32_t)engine) | PFB_MMU_TLB_FLUSH_TRIGGER);
    const enum err e =
        card_wait(card, PFB_MMU_TLB_FLUSH, PFB_MMU_TLB_FLUSH_TRIGGER, 0, TLB_FLUSH_TIMEOUT_US);
    if (e == ERR_TIMEOUT)
        name_engine(card, engine);
    return e;
}

static bool any_unit_busy(uint32_t vstatus)
{
    for (unsigned unit = 0; unit < PGRAPH_VSTATUS_UNITS; unit++)
        if ((vstatus >> 3 * unit & 7) == PGRAPH_UNIT_BUSY)
            return true;
    return false;
}

static bool pgraph_busy(struct card *card)
{
    for (unsigned i = 0; i < PGRAPH_VSTATUS_COUNT; i++)
        if (any_unit_busy(card_read32(card, PGRAPH_VSTATUS + 4 * i)))
            return true;
    return false;
}

static void await_pgraph(struct card *card)
{
    const uint64_t give_up = card->bus->ops->time_us(card->bus) + TLB_FLUSH_TIMEOUT_US;

    while (pgraph_busy(card) && !card_expired(card)) {
        if (card->bus->ops->time_us(card->bus) >= give_up) {
            card_log(card, "PGRAPH is busy before its TLB flush: status 0x%08x, vstatus 0x%08x",
                     card_read32(card, PGRAPH_STATUS), card_read32(card, PGRAPH_VSTATUS));
            return;
        }
    }
}

/* A flush of PGRAPH's TLB while PGRAPH runs can lock up a G86 (tesla-vm.md §8.5): command fetch is
 * stopped and the units awaited first, on every chipset, because it harms none. */
static enum err flush_pgraph(struct card *card)
{
    const uint32_t control = card_read32(card, PGRAPH_FIFO_CONTROL);

    card_write32(card, PGRAPH_FIFO_CONTROL, control & ~PGRAPH_FIFO_CONTROL_PULL);
    await_pgraph(card);
    const enum err e = flush(card, VM_ENGINE_PGRAPH);
    card_write32(card, PGRAPH_FIFO_CONTROL, control);
    return e;
}

enum err vm_flush_tlb(struct card *card, enum vm_engine engine)
{
    return engine == VM_ENGINE_PGRAPH ? flush_pgraph(card) : flush(card, engine);
}

enum err host_flush(struct card *card)
{
    const uint32_t reg = nv50_chip_of(card->chip)->host_flush;

    card->bus->ops->barrier(card->bus);
    card_write32(card, reg, HOST_FLUSH_TRIGGER);
    /* Drivers wait for BUSY alone (silicon-sequences.md §3.3). */
    return card_wait(card, reg, HOST_FLUSH_BUSY, 0, HOST_FLUSH_TIMEOUT_US);
}
