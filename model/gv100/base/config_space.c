#include "model/gv100/base/config_space.h"

#include <string.h>

#include "hw/gv100/unlisted.h"
#include "hw/pci.h"
#include "model/common/bytes.h"
#include "model/gv100/base/card.h"

#define BAR2_SMALL    UINT64_C(0x800000) /* of a defect */
#define PORTS_SIZE    0x80u
#define INTERRUPT_PIN 0x3d
#define REVISION      0xa1

#define MSI_ENABLE BIT(16) /* of the capability's first word */
#define MSI_WIDE   BIT(23)
/* Measured: 256 bytes a packet, many tags, no reset of the function. */
#define DEVICE_CAP           0x8de1u
#define LINK_CAP_OPTIONALITY BIT(22)
#define LINK_CAP_2           0x2c /* of the PCI Express capability */
#define LINK_CONTROL_2       0x30
#define LINK_SPEEDS          0x0e /* 2.5, 5 and 8 GT/s */
#define AER                  0x420
#define AER_BAD_PACKET       BIT(6)
#define AER_SEVERITY         0x0c
#define AER_UNCORRECTABLE    0x0007f030u
#define AER_CORRECTABLE      0x000031c1u

#define REARM (PCFG_MSI_REARM - PCFG_MIRROR)

#define DEVICE_OTHERS 0x1a50 /* of a defect: no GV100, and of no family that is known */

static const uint8_t bar_offsets[PCI_BAR_COUNT] = { 0x10, 0x14, 0, 0x1c, 0, 0x24 };

/* PCI index 3. */
static uint64_t bar2_size(const struct gv100 *card)
{
    static const uint64_t sizes[] = { 0x2000000, 0x1000000, 0x4000000 }; /* as the knob's words */

    return card->broken[DEFECT_PCI_BAR2_SMALL] ? BAR2_SMALL : sizes[gv_knob(card, KNOB_BAR2_SIZE)];
}

bool gv_config_bar(const struct gv100 *card, unsigned index, struct model_bar *out)
{
    switch (index) {
    case NV_BAR_MMIO:
        *out = (struct model_bar){ .size = NV_MMIO_SIZE };
        return true;
    case NV_BAR_VRAM:
        *out = (struct model_bar){ .size = card->shell.bar1_size, .wide = true, .prefetch = true };
        return true;
    case NV_BAR_RAMIN:
        *out = (struct model_bar){ .size = bar2_size(card), .wide = true, .prefetch = true };
        return true;
    case BAR_PORTS:
        *out = (struct model_bar){ .size = PORTS_SIZE, .io = true };
        return card->board->ports;
    default:
        return false;
    }
}

static void set(struct gv100 *card, unsigned offset, uint32_t value, uint32_t writable)
{
    config_bytes_set(&card->shell.config, offset, value, writable);
}

static void put_bars(struct gv100 *card)
{
    struct model_bar bar;

    for (unsigned i = 0; i < PCI_BAR_COUNT; i++)
        if (gv_config_bar(card, i, &bar))
            config_bytes_set_bar(&card->shell.config, bar_offsets[i], &bar);
    bytes_put32(card->shell.config.writable + PCI_ROM_BAR,
                (uint32_t) ~(card->shell.rom_size - 1) | 1);
}

uint16_t gv_config_device_id(const struct gv100 *card)
{
    if (card->broken[DEFECT_PCI_DEVICE_ID_WRONG])
        return DEVICE_OTHERS;
    if (card->rom_device)
        return card->rom_device;
    return card->large_memory ? card->board->device_large : card->board->device;
}

static void put_header(struct gv100 *card)
{
    const uint32_t device =
        card->shell.device_id ? card->shell.device_id : gv_config_device_id(card);

    set(card, PCI_VENDOR_ID, PCI_VENDOR_NVIDIA | device << 16, 0);
    set(card, PCI_COMMAND, PCI_STATUS_CAPABILITIES << 16, 0);
    bytes_put16(card->shell.config.writable + PCI_COMMAND,
                0x0547); /* IO, memory, master, errors, INTx off */
    bytes_put16(card->shell.config.clears + PCI_STATUS, 0xf900);
    set(card, PCI_REVISION, REVISION | card->board->class_code << 8, 0);
    card->shell.config.writable[0x0c] = 0xff; /* cache line size */
    put_bars(card);
    set(card, PCI_SUBSYSTEM,
        card->rom_subsystem ? card->rom_subsystem
                            : PCI_VENDOR_NVIDIA | (uint32_t)card->board->subsystem << 16,
        0);
    card->shell.config.bytes[PCI_HEADER_TYPE] = card->board->sound ? PCI_HEADER_MULTI : 0;
    card->shell.config.bytes[PCI_CAPABILITIES] = PCI_NV_CAP_PM;
    card->shell.config.bytes[INTERRUPT_PIN] = 1;
    card->shell.config.writable[0x3c] = 0xff; /* interrupt line */
}

#define SPEED_2_5 1u /* as every link begins, until its port trains it anew */
#define SPEED_8   3u

void gv_config_retrain(struct gv100 *card, unsigned speed)
{
    uint8_t *const status = card->shell.config.bytes + PCI_NV_CAP_PCIE + PCIE_LINK_STATUS;
    const uint32_t reached = speed < SPEED_8 ? speed : SPEED_8;
    uint32_t word = bytes_get32(status) & ~PCIE_LINK_STATUS_SPEED;

    word |= FIELD_PUT(PCIE_LINK_STATUS_SPEED, reached);
    if (card->broken[DEFECT_PCI_RETRAIN_NARROWS])
        word = (word & ~PCIE_LINK_STATUS_WIDTH) | FIELD_PUT(PCIE_LINK_STATUS_WIDTH, 8u);
    bytes_put32(status, word);
}

/* PM version 3, MSI with 64-bit address and one vector, PCI Express endpoint version 2. */
static void put_capabilities(struct gv100 *card)
{
    const uint32_t after_msi = card->broken[DEFECT_PCI_CAPABILITY_CUT] ? 0 : PCI_NV_CAP_PCIE;
    const uint32_t width = card->broken[DEFECT_PCI_LINK_NARROW] ? 1 : 16;
    const unsigned express = PCI_NV_CAP_PCIE;

    set(card, PCI_NV_CAP_PM, PCI_CAP_ID_PM | PCI_NV_CAP_MSI << 8 | 0x0003u << 16, 0);
    set(card, PCI_NV_CAP_PM + PCI_PM_CONTROL,
        PCI_PM_NO_SOFT_RESET | (card->shell.d3hot ? PCI_PM_STATE_D3HOT : 0), PCI_PM_STATE | BIT(8));
    set(card, PCI_NV_CAP_MSI, PCI_CAP_ID_MSI | after_msi << 8 | MSI_WIDE, MSI_ENABLE);
    set(card, PCI_NV_CAP_MSI + 4, 0, BITS(31, 2));
    set(card, PCI_NV_CAP_MSI + 8, 0, BITS(31, 0));
    set(card, PCI_NV_CAP_MSI + 12, 0, BITS(15, 0));
    /* A function with I/O ports is a legacy endpoint. */
    set(card, express, PCI_CAP_ID_PCIE | (card->board->ports ? 0x12u : 2u) << 16, 0);
    set(card, express + PCIE_DEVICE_CAP, DEVICE_CAP, 0);
    set(card, express + PCIE_DEVICE_STATUS, 0x2910, BITS(14, 0));
    bytes_put16(card->shell.config.clears + express + PCIE_DEVICE_STATUS + 2, 0xf);
    set(card, express + PCIE_LINK_CAP,
        FIELD_PUT(PCIE_LINK_CAP_SPEED, SPEED_8) | FIELD_PUT(PCIE_LINK_CAP_WIDTH, 16u) |
            LINK_CAP_OPTIONALITY,
        0);
    set(card, express + PCIE_LINK_STATUS,
        FIELD_PUT(PCIE_LINK_STATUS_SPEED, SPEED_2_5) | FIELD_PUT(PCIE_LINK_STATUS_WIDTH, width) |
            BIT(28),
        0x000000c3);
    set(card, express + LINK_CAP_2, LINK_SPEEDS, 0);
    set(card, express + LINK_CONTROL_2, SPEED_8, BITS(12, 0));
}

/* Capabilities after the first 256 bytes: their places were read from cards, the words of some were not. */
static void put_extended(struct gv100 *card)
{
    static const struct {
        uint16_t at, id, next;
    } list[] = {
        { 0x100, 0x0002, 0x250 }, /* virtual channel */
        { 0x250, 0x0018, 0x258 }, /* latency tolerance */
        { 0x258, 0x001e, 0x128 }, /* substates of L1 */
        { 0x128, 0x0004, 0x420 }, /* power budgeting */
        { AER, PCIE_EXTENDED_ID_AER, 0x600 },
        { 0x600, 0x000b, 0x900 }, /* vendor's */
        { 0x900, 0x0019, 0xac0 }, /* secondary PCI Express */
        { 0xac0, 0x0023, 0x000 }, /* vendor's, with its own id */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(list); i++)
        set(card, list[i].at, list[i].id | 1u << 16 | FIELD_PUT(PCIE_EXTENDED_NEXT, list[i].next),
            0);
    set(card, AER + PCIE_AER_UNCORRECT_MASK, 0, AER_UNCORRECTABLE);
    set(card, AER + AER_SEVERITY, 0x00062030, AER_UNCORRECTABLE);
    bytes_put32(card->shell.config.clears + AER + PCIE_AER_CORRECTABLE, AER_CORRECTABLE);
    set(card, AER + PCIE_AER_CORRECT_MASK, 0x00002000, AER_CORRECTABLE);
}

void gv_config_power_on(struct gv100 *card)
{
    memset(&card->shell.config, 0, sizeof(card->shell.config));
    put_header(card);
    put_capabilities(card);
    put_extended(card);
    set(card, PCI_NV_ROM_SHADOW, card->shell.cold ? 0 : 1, BIT(0));
}

void gv_config_link_error(struct gv100 *card)
{
    card->shell.config.bytes[PCI_NV_CAP_PCIE + PCIE_DEVICE_STATUS + 2] |= PCIE_ERROR_CORRECTABLE;
    card->shell.config.bytes[AER + PCIE_AER_CORRECTABLE] |= AER_BAD_PACKET;
}

bool gv_config_bus_master(const struct gv100 *card)
{
    return card->shell.config.bytes[PCI_COMMAND] & PCI_COMMAND_MASTER;
}

bool gv_config_msi_enabled(const struct gv100 *card)
{
    return bytes_get32(card->shell.config.bytes + PCI_NV_CAP_MSI) & MSI_ENABLE;
}

uint32_t gv_config_read(const struct gv100 *card, unsigned offset, unsigned size)
{
    return config_bytes_read(&card->shell.config, offset, size);
}

void gv_config_write(struct gv100 *card, unsigned offset, uint32_t value, unsigned size)
{
    if (!config_bytes_hold(offset, size))
        return;
    config_bytes_write(&card->shell.config, offset, value, size);
    gv_irq_update(card); /* INTx and MSI may have changed places */
}

uint32_t gv_config_mirror_read(struct gv100 *card, unsigned offset, unsigned size)
{
    if (card->broken[DEFECT_PCI_MIRROR_DEAD])
        return 0;
    return gv_config_read(card, offset, size);
}

/* The standard header does not take writes this way: the bus keeps its own picture of it. */
void gv_config_mirror_write(struct gv100 *card, unsigned offset, uint32_t value, unsigned size)
{
    if (!config_bytes_hold(offset, size) || offset < PCI_NV_SUBSYSTEM_WR)
        return;
    if (offset == REARM)
        gv_irq_rearm(card);
    config_bytes_write(&card->shell.config, offset, value, size);
    gv_irq_update(card);
}
