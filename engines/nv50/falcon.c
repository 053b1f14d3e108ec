#include "engines/nv50/falcon.h"

#include "hw/nv50/falcon.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/vm.h"

#define WIPE_TIMEOUT_US     100000
#define PORT_TIMEOUT_US     10000
#define TRANSFER_TIMEOUT_US 10000

#define MEMIF_LINES   (FALCON_INTR_MEMIF_PORT | FALCON_INTR_MEMIF_FAULT)
#define XFER_SIZE_256 6u

static uint32_t reg(const struct falcon *falcon, uint32_t offset)
{
    return falcon->unit->base + offset;
}

static uint32_t get(struct falcon *falcon, uint32_t offset)
{
    return card_read32(falcon->card, reg(falcon, offset));
}

static void put(struct falcon *falcon, uint32_t offset, uint32_t value)
{
    card_write32(falcon->card, reg(falcon, offset), value);
}

/* Writes a register that must be as it was when the test is over. PMC resets every unit but PDAEMON then, and
 * a unit that is off must not be written: its registers stay out of the journal. PDAEMON's are none of PMC's,
 * so the journal puts them back. */
static void set(struct falcon *falcon, uint32_t offset, uint32_t value)
{
    if (falcon->unit->enable)
        put(falcon, offset, value);
    else
        card_set32(falcon->card, reg(falcon, offset), value);
}

static bool is_v3(const struct falcon *falcon)
{
    return nv50_chip_of(falcon->card->chip)->video == VIDEO_VP4;
}

/* A secret engine wipes its memory first (tesla-engines.md §2.3). */
static enum err await_wipe(struct falcon *falcon)
{
    enum err e;

    if (!falcon->unit->secret)
        return OK;
    if (is_v3(falcon))
        return card_wait(falcon->card, reg(falcon, FALCON_CODE_INDEX), FALCON_CODE_BUSY, 0,
                         WIPE_TIMEOUT_US);
    e = card_wait(falcon->card, reg(falcon, FALCON_INTR), FALCON_INTR_EXIT, FALCON_INTR_EXIT,
                  WIPE_TIMEOUT_US);
    put(falcon, FALCON_INTR_ACK, FALCON_INTR_EXIT);
    return e;
}

static void bind_channel(struct falcon *falcon, uint32_t descriptor)
{
    const uint32_t word = (descriptor & FALCON_CHANNEL_DESC) | FALCON_CHANNEL_VALID;

    if (falcon->unit->engine == VM_ENGINE_PDAEMON) {
        set(falcon, PDAEMON_CHANNEL_SETUP, word);
        return;
    }
    set(falcon, FALCON_CHANNEL_NEXT, word);
    set(falcon, FALCON_CHANNEL_CUR, word);
    put(falcon, FALCON_CHANNEL_TRIGGER, FALCON_TRIGGER_LOADED);
}

enum err falcon_open(struct falcon *falcon, struct card *card, const struct media_unit *unit,
                     uint32_t descriptor)
{
    *falcon = (struct falcon){ .card = card, .unit = unit };
    media_restart(card, unit);
    const enum err e = await_wipe(falcon);
    if (e != OK)
        return e;
    put(falcon, FALCON_INTR_ACK, UINT32_MAX);
    set(falcon, FALCON_INTR_ROUTING, FIELD_PUT(FALCON_ROUTING_HOST, MEMIF_LINES));
    put(falcon, FALCON_INTR_EN_SET, MEMIF_LINES);
    bind_channel(falcon, descriptor);
    return OK;
}

void falcon_close(struct falcon *falcon)
{
    for (unsigned i = 0; i < FALCON_PORT_CONTEXT; i++)
        put(falcon, FALCON_PORT + 4 * i, 0);
    put(falcon, FALCON_INTR_EN_CLEAR, MEMIF_LINES);
    put(falcon, FALCON_INTR_ACK, MEMIF_LINES);
    if (falcon->unit->enable) /* PDAEMON may not have been in reset: the journal knows */
        media_stop(falcon->card, falcon->unit);
}

enum err falcon_port(struct falcon *falcon, unsigned port, uint16_t selector)
{
    if (port == FALCON_PORT_CONTEXT)
        return OK;
    put(falcon, FALCON_PORT + 4 * port, selector | FALCON_PORT_ENABLE);
    return card_wait(falcon->card, reg(falcon, FALCON_PORT + 4 * port), FALCON_PORT_ENABLED,
                     FALCON_PORT_ENABLED, PORT_TIMEOUT_US);
}

void falcon_supervisor(struct falcon *falcon, bool on)
{
    set(falcon, FALCON_VM_SUPERVISOR, on);
}

/* The transfer is under way. After a fault this stays true for good. */
static bool pending(struct falcon *falcon)
{
    return (get(falcon, FALCON_XFER_CTRL) & FALCON_XFER_WAITS) ||
           (get(falcon, FALCON_XFER_STATUS) &
            (FALCON_XFER_STATUS_BUSY | FALCON_XFER_STORES | FALCON_XFER_LOADS));
}

/* A transfer that faults never ends by itself: the memory interface is reset then, and its lines are acknowledged, so
 * that the next transfer starts clean. */
void falcon_transfer(struct falcon *falcon, unsigned port, bool store, uint64_t at,
                     struct falcon_event *event)
{
    struct bus *const bus = falcon->card->bus;
    const uint64_t give_up = bus->ops->time_us(bus) + TRANSFER_TIMEOUT_US;

    put(falcon, FALCON_XFER_BASE, (uint32_t)(at >> 8));
    put(falcon, FALCON_XFER_OFFSET, 0);
    put(falcon, FALCON_XFER_FALCON, 0);
    put(falcon, FALCON_XFER_CTRL,
        FIELD_PUT(FALCON_XFER_PORT, port) | FIELD_PUT(FALCON_XFER_SIZE, XFER_SIZE_256) |
            (store ? FALCON_XFER_STORE : 0));
    *event = (struct falcon_event){ .stuck = true };
    while (event->stuck && !card_expired(falcon->card) && bus->ops->time_us(bus) < give_up &&
           !(get(falcon, FALCON_INTR) & MEMIF_LINES))
        event->stuck = pending(falcon);
    event->stuck = pending(falcon);
    event->lines = get(falcon, FALCON_INTR) & MEMIF_LINES;
    event->line = card_read32(falcon->card, PMC_INTR_HOST) & falcon->unit->line;
    if (event->lines || event->stuck) {
        put(falcon, FALCON_MEMIF_CTRL, FALCON_MEMIF_ENABLE | FALCON_MEMIF_RESET);
        put(falcon, FALCON_MEMIF_CTRL, FALCON_MEMIF_ENABLE);
        put(falcon, FALCON_INTR_ACK, MEMIF_LINES);
    } else if (store) {
        put(falcon, FALCON_MEMIF_CTRL, FALCON_MEMIF_ENABLE | FALCON_MEMIF_FLUSH);
    }
}

void falcon_data_read(struct falcon *falcon, uint32_t *words, unsigned count)
{
    const uint32_t data = is_v3(falcon) ? FALCON_DATA : FALCON_UPLOAD;

    if (is_v3(falcon))
        put(falcon, FALCON_DATA_INDEX, FALCON_INDEX_READ_NEXT);
    else
        put(falcon, FALCON_UPLOAD_ADDR, FALCON_UPLOAD_READBACK);
    for (unsigned i = 0; i < count; i++)
        words[i] = get(falcon, data);
}
