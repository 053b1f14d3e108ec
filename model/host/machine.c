#include "model/host/machine.h"

#include <stdio.h>
#include <string.h>

/* System memory as this card sees it: the memory that it was given while it was the taken one. A port
 * that passes nothing up is no stray access: nothing arrives. */
static void *memory_at(const struct slot *slot, uint64_t address, size_t size)
{
    struct host_bus *const host = slot->host;
    const bool others = host->taken && host->taken != slot;

    if (!bridge_passes_up(&host->bridge))
        return NULL;
    void *memory = others ? NULL : arena_at(&host->arena, address, size);
    if (!others && !memory)
        memory = arena_at(&host->high, address, size);
    host->strays += memory == NULL;
    return memory;
}

static bool dma_read(void *opaque, uint64_t address, void *bytes, size_t size, bool snoop)
{
    const struct slot *slot = opaque;
    const void *from = memory_at(slot, address, size);

    (void)snoop; /* one process: no cache stands between */
    if (!from)
        return false;
    memcpy(bytes, from, size);
    return true;
}

static bool dma_write(void *opaque, uint64_t address, const void *bytes, size_t size, bool snoop)
{
    const struct slot *slot = opaque;
    void *to = memory_at(slot, address, size);

    (void)snoop;
    if (!to)
        return false;
    memcpy(to, bytes, size);
    return true;
}

static uint64_t clock_ns(void *opaque)
{
    return ((const struct slot *)opaque)->host->now_ns;
}

static void wake(void *opaque, uint64_t at_ns)
{
    ((struct slot *)opaque)->wake_ns = at_ns;
}

/* A woken card may ask for its next time at once; a time that has passed by then waits for the next look. */
void machine_wake_cards(struct host_bus *host)
{
    for (unsigned i = 0; i < host->count; i++) {
        struct slot *slot = &host->slots[i];

        if (slot->wake_ns == 0 || slot->wake_ns > host->now_ns)
            continue;
        slot->wake_ns = 0;
        model_wake(slot->card);
    }
}

static void trace(void *opaque, const char *line)
{
    const struct host_bus *host = ((const struct slot *)opaque)->host;
    if (host->log)
        host->log(host->opaque, line);
}

static void stall(void *opaque, uint64_t ns)
{
    ((const struct slot *)opaque)->host->now_ns += ns;
}

static void alias(void *opaque, unsigned id, unsigned bar, uint64_t offset, uint64_t vram,
                  uint64_t size)
{
    ((struct slot *)opaque)->aliases[id] = (struct alias_range){ true, bar, offset, vram, size };
}

static void unalias(void *opaque, unsigned id)
{
    ((struct slot *)opaque)->aliases[id].used = false;
}

/* Each card sees the bus through a slot of its own, which is the opaque pointer of its surroundings. */
bool machine_add_cards(struct host_bus *host, const struct host_bus_config *config, char *error,
                       size_t error_size)
{
    if (config->count > CARDS_MAX) {
        snprintf(error, error_size, "%u cards: at most %d fit on the bus", config->count,
                 CARDS_MAX);
        return false;
    }
    for (unsigned i = 0; i < config->count; i++) {
        struct slot *slot = &host->slots[i];
        const struct model_host surroundings = {
            .opaque = slot,
            .dma_read = dma_read,
            .dma_write = dma_write,
            .clock_ns = clock_ns,
            .wake = wake,
            .trace = trace,
            .stall = stall,
            .alias = alias,
            .unalias = unalias,
        };
        slot->host = host;
        slot->card = model_new(&config->cards[i], &surroundings, error, error_size);
        if (!slot->card)
            return false;
        host->count++;
    }
    return true;
}
