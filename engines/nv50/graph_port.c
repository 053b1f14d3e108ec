#include "engines/nv50/graph_port.h"

#include "engines/nv50/pgraph.h"
#include "hw/nv50/pgraph.h"
#include "hw/nv50/pmc.h"

#define PORT_TIMEOUT_US 100000
#define WORK_TIMEOUT_US 1000000

/* Interrupts that register tests acknowledge before they go on; any other is a complaint (silicon-sequences.md
 * §6.2). */
#define HARMLESS (PGRAPH_INTR_NOTIFY | PGRAPH_INTR_BUFFER_NOTIFY | PGRAPH_INTR_SINGLE_STEP)

enum err graph_method(struct card *card, uint32_t number, uint32_t data)
{
    const enum err e = card_wait(card, PGRAPH_CMD_ADDR, PGRAPH_CMD_VALID, 0, PORT_TIMEOUT_US);

    if (e != OK)
        return e;
    card_write32(card, PGRAPH_CMD_DATA_LOW, data);
    card_write32(card, PGRAPH_CMD_ADDR, number | PGRAPH_CMD_VALID);
    return OK;
}

/* Idle, or stopped by an error, after which a unit may stay busy for good (tesla-vm.md §2.4). */
static enum err await_end(struct card *card)
{
    struct bus *const bus = card->bus;
    const uint64_t give_up = bus->ops->time_us(bus) + WORK_TIMEOUT_US;

    for (;;) {
        if ((card_read32(card, PGRAPH_INTR) & ~HARMLESS) || !card_read32(card, PGRAPH_STATUS))
            return card_expired(card) ? ERR_DEADLINE : OK;
        if (bus->ops->time_us(bus) >= give_up)
            return card_wait(card, PGRAPH_STATUS, UINT32_MAX, 0, 0); /* for its line in the log */
    }
}

static void acknowledge(struct card *card, uint32_t raised)
{
    if (!raised)
        return;
    card_write32(card, PGRAPH_INTR, raised);
    card_write32(card, PGRAPH_FIFO_CONTROL, PGRAPH_FIFO_CONTROL_RUN);
}

/* The words of the traps are read before the traps are cleared, because that loses them. */
enum err graph_take_event(struct card *card, struct graph_event *event)
{
    const enum err e = await_end(card);

    *event = (struct graph_event){ 0 };
    if (e != OK)
        return e;
    const uint32_t raised = card_read32(card, PGRAPH_INTR);
    event->interrupts = raised & ~HARMLESS;
    if (!event->interrupts) {
        acknowledge(card, raised);
        return OK;
    }
    event->line = card_read32(card, PMC_INTR_HOST) & PMC_INTR_PGRAPH;
    event->traps = card_read32(card, PGRAPH_TRAP);
    event->trapped = card_read32(card, PGRAPH_M2MF_TRAP) & ~PGRAPH_UNIT_TRAP_ENABLE;
    event->dispatch = card_read32(card, PGRAPH_DISPATCH_TRAP) & ~PGRAPH_UNIT_TRAP_ENABLE;
    if (event->traps & (PGRAPH_TRAP_TEX | PGRAPH_TRAP_PROP))
        pgraph_tpc_traps(card, &event->tex, &event->prop);
    event->data_error = card_read32(card, PGRAPH_DATA_ERROR);
    event->method = card_read32(card, PGRAPH_TRAPPED_ADDR) & PGRAPH_CMD_METHOD;
    pgraph_clear_traps(card);
    card_write32(card, PGRAPH_TRAP, event->traps);
    acknowledge(card, raised);
    return OK;
}

enum err graph_settle(struct card *card)
{
    struct graph_event event;
    const enum err e = graph_take_event(card, &event);

    if (e != OK || !event.interrupts)
        return e;
    card_log(card, "PGRAPH interrupts 0x%08x, traps 0x%08x, data error 0x%x at method 0x%x",
             event.interrupts, event.traps, event.data_error, event.method);
    return ERR_UNSUPPORTED;
}
