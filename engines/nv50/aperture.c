#include "engines/nv50/aperture.h"

#include "engines/nv50/flush.h"
#include "hw/least.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pfifo.h"

/* The differences between the three (tesla-vm.md §1.1, §2.4). */
static const struct aperture_row {
    const char *name;
    uint32_t reg;
    uint8_t bar; /* PCI BAR index, of the two that are BARs */
    uint8_t engine, slot;
    uint32_t fault_bit;
} apertures[APERTURE_COUNT] = {
    [APERTURE_BAR1] = { "BAR1", PBUS_BAR1, NV_BAR_VRAM, VM_ENGINE_BAR, 0, PFIFO_INTR_BAR_FAULT },
    [APERTURE_BAR3] = { "BAR3", PBUS_BAR3, NV_BAR_RAMIN, VM_ENGINE_BAR, 1, PFIFO_INTR_BAR_FAULT },
    [APERTURE_PEEPHOLE] = { "PEEPHOLE", PBUS_PEEPHOLE, 0, VM_ENGINE_PEEPHOLE, 0,
                            PFIFO_INTR_PEEPHOLE_FAULT },
};

const char *aperture_name(enum aperture aperture)
{
    return apertures[aperture].name;
}

uint64_t aperture_size(const struct card *card, enum aperture aperture)
{
    const uint64_t most = UINT64_C(1) << 32; /* PEEPHOLE addresses have 32 bits */

    if (aperture == APERTURE_PEEPHOLE)
        return most;
    const struct pci_bar *bar = &card->pci.bars[apertures[aperture].bar];
    return !bar->assigned ? 0 : LEAST(bar->size, most);
}

uint8_t aperture_engine(enum aperture aperture)
{
    return apertures[aperture].engine;
}

uint8_t aperture_client(bool write)
{
    return write ? VM_CLIENT_PFIFO_WRITE : VM_CLIENT_PFIFO_READ;
}

uint8_t aperture_slot(enum aperture aperture)
{
    return apertures[aperture].slot;
}

uint32_t aperture_fault_bit(enum aperture aperture)
{
    return apertures[aperture].fault_bit;
}

void aperture_context(struct card *card, uint32_t descriptor, bool bar)
{
    card_set32(card, PBUS_CHANNEL, descriptor | (bar ? PBUS_CHANNEL_BAR : 0));
}

void aperture_channel(struct card *card, uint32_t descriptor)
{
    aperture_context(card, descriptor, false);
    aperture_context(card, descriptor, true);
}

/* No driver of the last years flushes PEEPHOLE's TLB (silicon-sequences.md §4), so only a bind does. */
void aperture_bind(struct card *card, enum aperture aperture, uint16_t selector)
{
    if (aperture == APERTURE_PEEPHOLE && vm_flush_tlb(card, VM_ENGINE_PEEPHOLE) != OK)
        card_log(card, "PEEPHOLE's TLB could not be flushed, it may show what was mapped before");
    card_set32(card, apertures[aperture].reg, PBUS_WINDOW_DMAOBJ | selector);
}

void aperture_unbind(struct card *card, enum aperture aperture)
{
    card_set32(card, apertures[aperture].reg, 0);
}

uint32_t aperture_read32(struct card *card, enum aperture aperture, logical_addr at)
{
    const uint32_t port = nv50_chip_of(card->chip)->peephole_rw;

    if (aperture != APERTURE_PEEPHOLE)
        return (uint32_t)card_bar_read(card, apertures[aperture].bar, at.v, 4);
    card_write32(card, port + PEEPHOLE_ADDRESS, (uint32_t)at.v);
    return card_read32(card, port + PEEPHOLE_DATA);
}

void aperture_write32(struct card *card, enum aperture aperture, logical_addr at, uint32_t value)
{
    const uint32_t port = nv50_chip_of(card->chip)->peephole_rw;

    if (aperture != APERTURE_PEEPHOLE) {
        card_bar_write(card, apertures[aperture].bar, at.v, 4, value);
        return;
    }
    card_write32(card, port + PEEPHOLE_ADDRESS, (uint32_t)at.v);
    card_write32(card, port + PEEPHOLE_DATA, value);
}
