/* model/host/machine.h: the state of the bus in this process, for the files of model/host/ only. */
#ifndef MODEL_HOST_MACHINE_H
#define MODEL_HOST_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/pci.h"
#include "model/common/bytes.h"
#include "model/host/arena.h"
#include "model/host/bridge.h"
#include "model/host/host.h"

#define CARDS_MAX 8

/* Part of a BAR that VRAM storage serves directly. */
struct alias_range {
    bool used;
    unsigned bar;
    uint64_t offset, vram, size;
};

struct slot {
    struct host_bus *host;
    struct model *card;
    uint64_t bar[PCI_BAR_COUNT], bar_size[PCI_BAR_COUNT]; /* size 0: not decoded */
    struct alias_range aliases[MODEL_ALIASES_MAX];
    uint64_t wake_ns; /* when the card wants to be woken; 0: never */
};

struct host_bus {
    struct bus bus; /* first: the operations get this one's address */
    struct bridge bridge;
    unsigned count;
    uint8_t first; /* device number of slot 0 */
    struct slot slots[CARDS_MAX];
    struct arena arena, high; /* system memory below 4 GiB, and above */
    const struct slot *taken; /* the card that memory is given to; null: anyone */
    unsigned strays;          /* accesses of cards to memory that is not given out */
    uint64_t now_ns;
    bool dead, hang, driver_stays;
    unsigned slow, bulk_slow;
    void (*log)(void *opaque, const char *line);
    void *opaque;
};

static inline struct host_bus *host_of(struct bus *bus)
{
    return (struct host_bus *)bus;
}

/* The value of a read of that many bytes, up to 4, where no device answers. */
static inline uint32_t ones(unsigned size)
{
    return (uint32_t)bytes_ones(size);
}

/* Time has passed without an access: wakes the cards whose time has come. */
void machine_wake_cards(struct host_bus *host);

/* Makes the cards and stands in for their surroundings: system memory, clock, trace. False and a
 * sentence if one of them cannot be. */
bool machine_add_cards(struct host_bus *host, const struct host_bus_config *config, char *error,
                       size_t error_size);

#endif
