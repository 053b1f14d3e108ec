/* model/host/host.h: a struct bus with one or more modelled cards on it, in this process.
 *
 * Shape   a flat bus: segment 0, bus 0 (bridges) and 1; cards at 01:00.0, 01:01.0, ... (or from `first` on); system memory
 *         is a private arena that dma_alloc draws from; time is virtual and advances with accesses,
 *         so a run is repeatable.
 * Errors  host_bus_new: null and a sentence. */
#ifndef MODEL_HOST_HOST_H
#define MODEL_HOST_HOST_H

#include "model/host/bridge.h"
#include "model/model.h"
#include "pci/bus.h"

struct host_bus;

/* bar1_size 0: the model's. count may be 0: a bus without a card. */
struct host_bus_config {
    const struct model_config *cards;
    unsigned count;
    uint8_t first;          /* device number of the first of them */
    uint64_t system_memory; /* bytes; 0: 16 MiB */
    uint64_t bar_base;      /* where BARs are assigned; 0: 0xc0000000. May lie above 4 GiB */
    bool bars_unassigned;
    enum bridge_fault bridge; /* of the port above the cards */
    bool driver_stays;        /* a driver of the machine's firmware does not let go of the cards */
    bool dead;                /* the cards' BARs read all ones */
    unsigned slow;            /* accesses take so many times their time; 0: once */
    unsigned
        bulk_slow; /* bytes of blocks and marches do, beside that; 0: once, a gigabyte a second */
    bool hang;     /* reads from BAR0 take a second of virtual time each */
    void (*log)(void *opaque, const char *line); /* null: nowhere */
    void *opaque;
};

struct host_bus *host_bus_new(const struct host_bus_config *config, char *error, size_t error_size);
void host_bus_free(struct host_bus *host);
struct bus *host_bus(struct host_bus *host);
/* How often a card read or wrote system memory that no card was given. */
unsigned host_bus_strays(const struct host_bus *host);
struct model *host_bus_card(struct host_bus *host, unsigned index);

#endif
