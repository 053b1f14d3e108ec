#include "model/nv50/base/config_space.h"

#include <string.h>

#include "hw/least.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pmc.h"
#include "hw/pci.h"
#include "model/common/bytes.h"
#include "model/nv50/base/card.h"

#define BAR1_SMALL    UINT64_C(0x2000000) /* of a defect: no strap makes it */
#define BAR3_SIZE     UINT64_C(0x2000000)
#define BAR5_SIZE     0x80u
#define ROM_BAR       0x30
#define INTERRUPT_PIN 0x3d
#define REVISION      0xa2

#define MSI_ENABLE BIT(16) /* of the capability's first word */
#define REARM      0xff

/* Where a MacBook with MCP79 has its stolen memory, and one with MCP89. The modelled machines have less memory of their
 * own below 4 GiB. */
#define STOLEN_MCP79 0x40000000u
#define STOLEN_MCP89 0x6f000000u

static uint64_t bar1_size(const struct nv50 *card)
{
    return card->broken[DEFECT_PCI_BAR1_SMALL] ? BAR1_SMALL : card->shell.bar1_size;
}

/* The registers of the BARs, by their index. */
static const uint8_t bar_offsets[PCI_BAR_COUNT] = { 0x10, 0x14, 0, 0x1c, 0, 0x24 };

/* docs/hardware/tesla-mmio.md §1.3: registers, VRAM, RAMIN and ports; the two large ones take two registers each. */
bool config_bar(const struct nv50 *card, unsigned index, struct model_bar *out)
{
    const bool prefetch3 = card->chip->features & FEATURE_BAR3_PREFETCH;

    switch (index) {
    case NV_BAR_MMIO:
        *out = (struct model_bar){ .size = NV_MMIO_SIZE };
        return true;
    case NV_BAR_VRAM:
        *out = (struct model_bar){ .size = bar1_size(card), .wide = true, .prefetch = true };
        return true;
    case NV_BAR_RAMIN:
        *out = (struct model_bar){ .size = BAR3_SIZE, .wide = true, .prefetch = prefetch3 };
        return true;
    case BAR_PORTS:
        *out = (struct model_bar){ .size = BAR5_SIZE, .io = true };
        return true;
    default:
        return false;
    }
}

static void set(struct nv50 *card, unsigned offset, uint32_t value, uint32_t writable)
{
    config_bytes_set(&card->shell.config, offset, value, writable);
}

static void put_bars(struct nv50 *card)
{
    struct model_bar bar;

    for (unsigned i = 0; i < PCI_BAR_COUNT; i++)
        if (config_bar(card, i, &bar))
            config_bytes_set_bar(&card->shell.config, bar_offsets[i], &bar);
    bytes_put(card->shell.config.writable + ROM_BAR, ~(card->shell.rom_size - 1) | 1, 4);
}

uint16_t config_device_id(const struct nv50 *card)
{
    if (card->board_is_given)
        return card->board_device;
    if (!card->boot_0)
        return card->chip->device_id;
    return (uint16_t)(card->chip->device_id |
                      (card->chip->device_id_bits == 4
                           ? FIELD_GET(PMC_BOOT_0_DEVID_G80, card->boot_0)
                           : FIELD_GET(PMC_BOOT_0_DEVID_G92, card->boot_0)));
}

static uint16_t device_id(const struct nv50 *card)
{
    static const struct nv50_chip *const other = &nv50_chips[CHIP_G92];

    if (card->shell.device_id)
        return card->shell.device_id;
    if (card->broken[DEFECT_PCI_DEVICE_ID_WRONG])
        return card->chip == other ? nv50_chips[CHIP_G80].device_id : other->device_id;
    return config_device_id(card);
}

static uint32_t subsystem(const struct nv50 *card)
{
    return card->board_is_given && card->board_subsystem
               ? card->board_subsystem
               : PCI_VENDOR_NVIDIA | (uint32_t)config_device_id(card) << 16;
}

static void put_header(struct nv50 *card)
{
    uint8_t *writable = card->shell.config.writable;

    set(card, PCI_VENDOR_ID, PCI_VENDOR_NVIDIA | (uint32_t)device_id(card) << 16, 0);
    set(card, PCI_COMMAND, PCI_STATUS_CAPABILITIES << 16, 0);
    bytes_put(writable + PCI_COMMAND, 0x0547, 2); /* IO, memory, master, parity, SERR, INTx off */
    bytes_put(card->shell.config.clears + PCI_STATUS, 0xf900, 2);
    set(card, PCI_REVISION, REVISION | (uint32_t)PCI_CLASS_VGA << 8, 0);
    bytes_put(writable + 0x0c, 0xff, 1); /* cache line size */
    put_bars(card);
    set(card, PCI_SUBSYSTEM, subsystem(card), 0);
    set(card, PCI_NV_SUBSYSTEM_WR, bytes_get32(card->shell.config.bytes + PCI_SUBSYSTEM),
        BITS(31, 0));
    bytes_put(card->shell.config.bytes + PCI_CAPABILITIES, PCI_NV_CAP_PM, 1);
    bytes_put(card->shell.config.bytes + INTERRUPT_PIN, 1, 1);
    bytes_put(writable + 0x3c, 0xff, 1); /* interrupt line */
}

#define SPEED_2_5 1u
#define SPEED_5   2u

/* board-sensors.md §12 */
static unsigned fastest(const struct nv50 *card)
{
    return card->chip_bit & (CHIP_BIT(CHIP_G80) | CHIP_BIT(CHIP_G84) | CHIP_BIT(CHIP_G86))
               ? SPEED_2_5
               : SPEED_5;
}

void config_retrain(struct nv50 *card, unsigned speed)
{
    uint8_t *const status = card->shell.config.bytes + PCI_NV_CAP_PCIE + PCIE_LINK_STATUS;
    uint32_t word = (uint32_t)bytes_get(status, 4);

    if (card->chip->features & FEATURE_IGP)
        return;
    word &= ~PCIE_LINK_STATUS_SPEED;
    word |= FIELD_PUT(PCIE_LINK_STATUS_SPEED, LEAST(speed, fastest(card)));
    if (card->broken[DEFECT_PCI_RETRAIN_NARROWS])
        word = (word & ~PCIE_LINK_STATUS_WIDTH) | FIELD_PUT(PCIE_LINK_STATUS_WIDTH, 8u);
    bytes_put(status, word, 4);
}

/* PM version 3, MSI with 64-bit address, PCI Express endpoint version 2 (§1.4). IGPs are no PCI
 * Express functions. */
static void put_capabilities(struct nv50 *card)
{
    const bool igp = card->chip->features & FEATURE_IGP;
    const bool vendor = card->chip->features & FEATURE_PCI_VENDOR;
    const uint32_t after_msi = igp ? (vendor ? 0xb4 : 0) : PCI_NV_CAP_PCIE;
    const uint32_t back = card->broken[DEFECT_PCI_CAPABILITY_CUT] ? 0 : after_msi;
    const uint32_t width = card->broken[DEFECT_PCI_LINK_NARROW] ? 1 : 16;

    set(card, PCI_NV_CAP_PM, PCI_CAP_ID_PM | PCI_NV_CAP_MSI << 8 | 0x0003u << 16, 0);
    set(card, PCI_NV_CAP_PM + PCI_PM_CONTROL,
        PCI_PM_NO_SOFT_RESET | (card->shell.d3hot ? PCI_PM_STATE_D3HOT : 0), PCI_PM_STATE | BIT(8));
    set(card, PCI_NV_CAP_MSI, PCI_CAP_ID_MSI | back << 8 | BIT(23), MSI_ENABLE);
    set(card, 0x6c, 0, BITS(31, 2));
    set(card, 0x70, 0, BITS(31, 0));
    set(card, 0x74, 0, BITS(15, 0));
    if (vendor)
        set(card, 0xb4, PCI_CAP_ID_VENDOR | 0x14u << 16, 0);
    if (igp)
        return;
    set(card, PCI_NV_CAP_PCIE, PCI_CAP_ID_PCIE | (vendor ? 0xb4u : 0) << 8 | 2u << 16, 0);
    set(card, PCI_NV_CAP_PCIE + PCIE_DEVICE_CAP, PCIE_DEVICE_CAP_TAGS | PCIE_DEVICE_CAP_ROLES, 0);
    set(card, PCI_NV_CAP_PCIE + PCIE_DEVICE_STATUS, 0x2010, BITS(14, 0));
    bytes_put(card->shell.config.clears + PCI_NV_CAP_PCIE + PCIE_DEVICE_STATUS + 2, 0xf, 2);
    set(card, PCI_NV_CAP_PCIE + PCIE_LINK_CAP,
        FIELD_PUT(PCIE_LINK_CAP_SPEED, fastest(card)) | FIELD_PUT(PCIE_LINK_CAP_WIDTH, 16u), 0);
    set(card, PCI_NV_CAP_PCIE + PCIE_LINK_STATUS,
        FIELD_PUT(PCIE_LINK_STATUS_SPEED, 1u) | FIELD_PUT(PCIE_LINK_STATUS_WIDTH, width) | BIT(28),
        0x000000c3);
    if (card->chip->features & FEATURE_PCI_LINK_2)
        set(card, 0xa8, 1, BITS(3, 0));
}

/* Virtual channel, power budgeting, vendor specific (§1.4). */
static void put_extended(struct nv50 *card)
{
    const uint32_t last = card->chip->features & FEATURE_PCI_VENDOR ? 0x600 : 0;

    if (card->chip->features & FEATURE_IGP)
        return;
    set(card, 0x100, 0x0002 | 1u << 16 | 0x128u << 20, 0);
    set(card, 0x114, 0x800000ff, 0);
    set(card, 0x128, 0x0004 | 1u << 16 | last << 20, 0);
    if (last)
        set(card, 0x600, 0x000b | 1u << 16, 0);
    if (last)
        set(card, 0x604, 0x02410001, 0);
}

static void put_nvidia(struct nv50 *card)
{
    set(card, PCI_NV_ROM_SHADOW, card->shell.cold ? 0 : 1, BIT(0));
    set(card, 0x54, 0, BIT(0));
    set(card, 0x5c, 0, BITS(7, 4));
    set(card, 0x140, 0x10 << 12, BITS(17, 12));
    set(card, 0x150, 0, BIT(31) | BITS(8, 7));
    set(card, 0x418, 0, 0xff000);
    if (!(card->chip->features & FEATURE_PCI_CONFIG))
        return;
    set(card, 0x41c, BITS(12, 11), BITS(31, 0));
    set(card, 0x460, 0x1110, BITS(15, 1));
    set(card, 0x484, 0, BITS(2, 0));
}

void config_power_on(struct nv50 *card)
{
    memset(&card->shell.config, 0, sizeof(card->shell.config));
    put_header(card);
    put_capabilities(card);
    put_extended(card);
    put_nvidia(card);
    config_bytes_note(&card->shell.config);
}

void config_set_fakefb(struct nv50 *card, uint64_t size)
{
    const uint32_t base = card->chip_bit & CHIP_BIT(CHIP_MCP89) ? STOLEN_MCP89 : STOLEN_MCP79;

    set(card, PCI_NV_FAKEFB_BASE, size ? base >> 12 : 0, BITS(31, 8));
    set(card, PCI_NV_FAKEFB_SIZE, (uint32_t)(size >> 12), BITS(31, 8));
}

bool config_bus_master(const struct nv50 *card)
{
    return card->shell.config.bytes[PCI_COMMAND] & PCI_COMMAND_MASTER;
}

bool config_msi_enabled(const struct nv50 *card)
{
    return bytes_get32(card->shell.config.bytes + PCI_NV_CAP_MSI) & MSI_ENABLE;
}

bool config_rom_shadowed(const struct nv50 *card)
{
    return card->shell.config.bytes[PCI_NV_ROM_SHADOW] & 1;
}

uint32_t config_read(const struct nv50 *card, unsigned offset, unsigned size)
{
    return config_bytes_read(&card->shell.config, offset, size);
}

/* The subsystem's number is shown in one place and written in another. */
static void write_bytes(struct nv50 *card, unsigned offset, uint32_t value, unsigned size)
{
    uint8_t *const bytes = card->shell.config.bytes;

    config_bytes_write(&card->shell.config, offset, value, size);
    memcpy(bytes + PCI_SUBSYSTEM, bytes + PCI_NV_SUBSYSTEM_WR, 4);
    irq_update(card);
}

static bool rearms(unsigned offset, uint32_t value, unsigned size)
{
    return offset == PCI_NV_CAP_MSI && size == 1 && value == REARM;
}

/* The ROM shadow bit moves only through BAR0 (§1.4, §1.5). */
void config_write(struct nv50 *card, unsigned offset, uint32_t value, unsigned size)
{
    if (!config_bytes_hold(offset, size) || (offset & ~3u) == PCI_NV_ROM_SHADOW)
        return;
    if (rearms(offset, value, size) && card->chip->msi_rearm == MSI_REARM_CONFIG)
        irq_rearm(card);
    write_bytes(card, offset, value, size);
}

uint32_t config_mirror_read(struct nv50 *card, unsigned offset, unsigned size)
{
    if (card->broken[DEFECT_PCI_MIRROR_DEAD])
        return 0;
    return config_read(card, offset, size);
}

/* The standard header does not take writes this way: the bus keeps its own picture of it. */
void config_mirror_write(struct nv50 *card, unsigned offset, uint32_t value, unsigned size)
{
    if (!config_bytes_hold(offset, size) || offset < PCI_NV_SUBSYSTEM_WR)
        return;
    if (rearms(offset, value, size) && card->chip->msi_rearm == MSI_REARM_MIRROR)
        irq_rearm(card);
    write_bytes(card, offset, value, size);
}
