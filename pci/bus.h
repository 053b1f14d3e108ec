/* pci/bus.h: the services that a card needs from its surroundings: configuration space, memory
 * behind BARs, DMA memory, time, log. efi/ implements it on UEFI, model/host/ by calling the device
 * model.
 *
 * Units   bytes, microseconds.
 * Errors  a read that no device answers gives all ones, as on PCI; nothing here prints or waits. */
#ifndef PCI_BUS_H
#define PCI_BUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/addr.h"
#include "hw/err.h"

struct pci_function {
    uint16_t segment;
    uint8_t bus, device, function;
};

/* One PCI segment group with the buses that the firmware knows on it. */
struct pci_segment {
    uint16_t segment;
    uint8_t first_bus, last_bus;
};

/* Memory that both the CPU and the card reach, each at an address of its own: where something stands
 * between the card and memory (an IOMMU), `bus` is not the CPU's address. */
struct dma_memory {
    void *cpu;
    bus_addr bus;
    size_t size;
    void *mapping; /* the bus's own */
};

enum bus_caching {
    BUS_UNCACHED,      /* every store goes out as it is written */
    BUS_WRITE_COMBINED /* stores may be merged; bus_barrier() sends them */
};

#define BUS_ROM_NAME_MAX 64

struct bus;

struct bus_ops {
    /* ERR_NOT_FOUND past the last segment. */
    enum err (*segment)(struct bus *bus, unsigned index, struct pci_segment *out);
    /* size is 1, 2 or 4, offset is aligned to it and below 0x1000. */
    uint32_t (*config_read)(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size);
    void (*config_write)(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size,
                         uint32_t value);

    /* Takes a function over from its driver in the machine's firmware. From here until it is
     * given back dma_alloc gives memory that this function reaches. keep_drivers: the console is drawn
     * on it, so its drivers go on. ERR_NOT_FOUND: no firmware manages it, and it may be driven directly; ERR_RIG: a
     * driver does not let go, so hands off; the log says who. */
    enum err (*take)(struct bus *bus, struct pci_function at, bool keep_drivers);
    /* The driver that the machine's firmware has for a function that was taken may start it, and lets go of it again.
     * ERR_NOT_FOUND: there is none, or it does not want it; ERR_RIG: it does not let go. Null: there are no such drivers. */
    enum err (*connect)(struct bus *bus, struct pci_function at);
    /* After bus mastering is off and DMA memory has been freed. */
    void (*give_back)(struct bus *bus, struct pci_function at);
    /* Asks for bits of a function's Command register (PCI_COMMAND_MEMORY, _MASTER) in the way that the
     * surroundings have for it; where they have none nothing happens, and the caller writes. */
    void (*enable)(struct bus *bus, struct pci_function at, uint16_t bits);

    /* Memory behind BARs; size is 1, 2, 4 or 8, at is aligned to it. */
    uint64_t (*read)(struct bus *bus, bus_addr at, uint8_t size);
    void (*write)(struct bus *bus, bus_addr at, uint8_t size, uint64_t value);
    /* Many bytes at once, in the widest accesses there are; 8-byte aligned, ascending. */
    void (*read_block)(struct bus *bus, bus_addr at, void *bytes, size_t size);
    void (*write_block)(struct bus *bus, bus_addr at, const void *bytes, size_t size);
    /* The same word again and again, as write_block would send it. */
    void (*fill_block)(struct bus *bus, bus_addr at, uint64_t word, size_t size);
    /* Many words of 4 bytes, the size that registers and the windows behind them are made for. */
    void (*read_words)(struct bus *bus, bus_addr at, uint32_t *words, size_t count);
    void (*write_words)(struct bus *bus, bus_addr at, const uint32_t *words, size_t count);
    /* One march element over a range, 8 bytes at a time, up or down: each word is read, compared
     * with `expect` and, while it is right, replaced by `next`. Stops at the first wrong word and
     * gives its offset and, in `seen`, the value read; `size` if all are right. */
    size_t (*march)(struct bus *bus, bus_addr at, size_t size, bool down, uint64_t expect,
                    uint64_t next, uint64_t *seen);
    /* How the CPU may treat a range of a BAR. ERR_UNSUPPORTED: it stays uncached. */
    enum err (*set_caching)(struct bus *bus, bus_addr at, size_t size, enum bus_caching caching);

    /* Whether any byte of the range is the machine's own memory, which no BAR may lie over. Null: nobody knows. */
    bool (*is_memory)(struct bus *bus, bus_addr at, uint64_t size);

    /* For the function that was taken: 4 KiB aligned, `bus` below 2^40, zeroed. ERR_NO_MEMORY; ERR_RIG
     * if the surroundings have memory and do not let the function reach it; ERR_NO_DMA if that is so of all memory, and
     * was known before. */
    enum err (*dma_alloc)(struct bus *bus, size_t size, struct dma_memory *out);
    /* The same with `bus` at 4 GiB or above. ERR_UNSUPPORTED: the surroundings give the function no such memory.
     * Null: they never do. */
    enum err (*dma_alloc_high)(struct bus *bus, size_t size, struct dma_memory *out);
    /* Memory of ours alone, `bus` 0, where dma_alloc says ERR_NO_DMA. Null: it never does. */
    enum err (*ram_alloc)(struct bus *bus, size_t size, struct dma_memory *out);
    /* In any order. The function has stopped using it: its address may be taken away, or be given to
     * somebody else. */
    void (*dma_free)(struct bus *bus, struct dma_memory *memory);
    /* Looks through words in system memory, on all processors that the machine lends: bytes before the first word that
     * differs from the expected one, `size` if none does. Sizes are multiples of 8. */
    size_t (*find_other)(struct bus *bus, const uint64_t *words, uint64_t expected, size_t size);
    size_t (*find_difference)(struct bus *bus, const uint64_t *words, const uint64_t *expected,
                              size_t size);
    /* Writes back and forgets the CPU's cached copy, before and after accesses that do not snoop. */
    void (*cache_flush)(struct bus *bus, const void *bytes, size_t size);
    /* Everything that the CPU has written is on its way to the card or in memory after this. */
    void (*barrier)(struct bus *bus);

    /* A VBIOS for that card which the surroundings have: index 0 is the copy that they read from the card themselves, 1
     * and up are files, the one that is named for the card first. How many bytes it has, of which `size` at most are
     * copied; 0: there is none with that index. Null: they have none at all. */
    size_t (*rom)(struct bus *bus, struct pci_function at, unsigned index, void *bytes, size_t size,
                  char name[BUS_ROM_NAME_MAX]);

    uint64_t (*time_us)(struct bus *bus);          /* never goes back */
    void (*wait_us)(struct bus *bus, uint64_t us); /* at least that long */
    void (*log)(struct bus *bus, const char *line);
};

struct bus {
    const struct bus_ops *ops;
};

#endif
