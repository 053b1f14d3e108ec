/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * model/qemu/device.h: a modelled card as a PCI device of QEMU.
 *
 * Shape   the card is reached through model/model.h, whatever its family; these files only carry accesses, bytes, time
 *         and interrupts between it and QEMU. One file for each: properties, config, bars, interrupt. All of it runs
 *         under QEMU's big lock.
 * Errors  only realize can fail, through Error **. */
#ifndef MODEL_QEMU_DEVICE_H
#define MODEL_QEMU_DEVICE_H

#include "model/qemu/compat.h"

#include "model/model.h"
#include "model/qemu/guard.h"
#include "model/qemu/hang.h"

/* The abstract type; each family has a concrete one of its own name below it (plugin.c). */
#define TYPE_CARD      "barecard-card"
#define CARD_DEVICE(o) OBJECT_CHECK(struct card_device, (o), TYPE_CARD)
#define CARD_CLASS(c)  OBJECT_CLASS_CHECK(struct card_class, (c), TYPE_CARD)

#define BAR_COUNT 6

/* The user's values, before they are checked. */
struct device_properties {
    char *chipset, *board, *parts, *vbios, *display, *spread, *defects, *knobs;
    uint64_t vram, bar1, vpr, seed;
    uint32_t subparts, select_mask, ranks, tpcs, boot_0, strap, lces, pbdmas, runlists, channels;
    uint16_t device_id;
    bool d3hot, posted, media, graphics, guard, hang, trace, strict;
};

struct card_class {
    PCIDeviceClass pci; /* first: QEMU casts */
    const struct model_ops *ops;
};

struct device_bar {
    struct card_device *device;
    unsigned index;
    MemoryRegion region;
};

struct device_alias {
    MemoryRegion region; /* enabled while it shows something */
    bool made;
    unsigned bar;
};

struct card_device {
    PCIDevice pci; /* first: QEMU casts */
    struct device_properties properties;
    struct model *card;
    uint8_t *vbios; /* the file's bytes, null without one */
    struct device_bar bars[BAR_COUNT];
    MemoryRegion rom;
    MemoryRegion vram; /* the core's storage; seen by the guest through aliases only */
    struct device_alias aliases[MODEL_ALIASES_MAX];
    struct guard guard;     /* the way of its DMA */
    struct hang hang;       /* whether it still answers */
    QEMUTimer *timer;       /* calls model_wake */
    Notifier exit_notifier; /* set while tracing */
    bool pending;           /* the card asserts its interrupt */
    DeviceState *sound;     /* function 1; null: there is none */
};

/* device.c: makes the types of all families known to QEMU; false: they are already. */
bool device_types_register(void);

/* properties.c */
void device_properties_install(DeviceClass *class);
/* Makes the card as the properties ask; null and an error otherwise. */
struct model *device_make_card(struct card_device *device, const struct model_host *host,
                               Error **errp);

/* config.c: QEMU keeps command, status, BARs, interrupt line and the MSI registers; the card keeps
 * every other byte. */
bool device_config_realize(struct card_device *device, Error **errp);
bool device_config_has_express(const struct card_device *device);
void device_config_reset(struct card_device *device);
/* The card's own mirror in BAR0 was written: QEMU's half follows. */
void device_config_follow(struct card_device *device, unsigned offset);
uint32_t device_config_read(PCIDevice *pci, uint32_t offset, int size);
void device_config_write(PCIDevice *pci, uint32_t offset, uint32_t value, int size);

/* bars.c */
bool device_bars_realize(struct card_device *device, Error **errp);
void device_bars_unrealize(struct card_device *device);
void device_alias_add(void *opaque, unsigned id, unsigned bar, uint64_t offset, uint64_t vram,
                      uint64_t size);
void device_alias_remove(void *opaque, unsigned id);

/* sound.c: function 1 of a card that has one. A card that is plugged into a running machine, that is no function 0, or
 * beside which another device stands, has none. */
bool device_has_sound(const struct card_device *device);
bool device_sound_realize(struct card_device *device, Error **errp);
void device_sound_unrealize(struct card_device *device);
void device_sound_register(void);

/* interrupt.c */
void device_interrupt(void *opaque, bool asserted);
/* MSI was switched on or off. */
void device_interrupt_reroute(struct card_device *device);

#endif
