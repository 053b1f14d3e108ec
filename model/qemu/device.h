/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * model/qemu/device.h: the card as a PCI device of QEMU, type "nv50".
 *
 * Shape   the core (model/nv50/card/nv50.h) is the card; these files only carry accesses, bytes, time
 *         and interrupts between it and QEMU. One file for each: properties, config, bars,
 *         interrupt. All of it runs under QEMU's big lock.
 * Errors  what can fail does so in realize, through Error **. */
#ifndef MODEL_QEMU_DEVICE_H
#define MODEL_QEMU_DEVICE_H

#include "model/qemu/compat.h"

#include "model/nv50/card/nv50.h"
#include "model/qemu/guard.h"

#define TYPE_NV50      "nv50"
#define NV50_DEVICE(o) OBJECT_CHECK(struct nv50_device, (o), TYPE_NV50)

#define BAR_COUNT 6

/* What the user gave, before it is checked. */
struct nv50_properties {
    char *chipset, *parts, *vbios, *display, *gr3d, *defects, *knobs;
    uint64_t vram, bar1, seed;
    uint32_t subparts, select_mask, ranks;
    bool posted, media, guard, trace;
};

struct nv50_bar {
    struct nv50_device *device;
    unsigned index;
    MemoryRegion region;
};

struct nv50_alias {
    MemoryRegion region;
    bool used;
    unsigned bar;
};

struct nv50_device {
    PCIDevice pci; /* first: QEMU casts */
    struct nv50_properties properties;
    struct nv50 *card;
    uint8_t *vbios; /* the file's bytes, null without one */
    struct nv50_bar bars[BAR_COUNT];
    MemoryRegion rom;
    MemoryRegion vram; /* the core's storage; seen by the guest through aliases only */
    struct nv50_alias aliases[MODEL_ALIASES_MAX];
    struct guard guard;     /* the way of its DMA */
    QEMUTimer *timer;       /* calls nv50_wake */
    Notifier exit_notifier; /* set while tracing */
    bool pending;           /* the card asserts its interrupt */
};

/* properties.c */
void nv50_properties_install(DeviceClass *class);
/* Makes the card as the properties ask; null and an error otherwise. */
struct nv50 *nv50_from_properties(struct nv50_device *device, const struct model_host *host,
                                  Error **errp);

/* config.c: QEMU keeps command, status, BARs, interrupt line and the MSI registers; the card keeps
 * every other byte. */
bool nv50_config_realize(struct nv50_device *device, Error **errp);
bool nv50_config_has_express(const struct nv50_device *device);
void nv50_config_reset(struct nv50_device *device);
/* The card's own mirror in BAR0 was written: QEMU's half follows. */
void nv50_config_follow(struct nv50_device *device, unsigned offset);
uint32_t nv50_config_read_hook(PCIDevice *pci, uint32_t offset, int size);
void nv50_config_write_hook(PCIDevice *pci, uint32_t offset, uint32_t value, int size);

/* bars.c */
bool nv50_bars_realize(struct nv50_device *device, Error **errp);
void nv50_bars_unrealize(struct nv50_device *device);
void nv50_alias_add(void *opaque, unsigned id, unsigned bar, uint64_t offset, uint64_t vram,
                    uint64_t size);
void nv50_alias_remove(void *opaque, unsigned id);

/* interrupt.c */
void nv50_interrupt(void *opaque, bool asserted);
/* MSI was switched on or off. */
void nv50_interrupt_reroute(struct nv50_device *device);

#endif
