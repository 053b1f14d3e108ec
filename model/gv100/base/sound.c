#include "model/gv100/base/sound.h"

#include <string.h>

#include "hw/pci.h"
#include "model/common/bytes.h"
#include "model/gv100/base/card.h"

#define CLASS_SOUND   0x040300u /* High Definition Audio */
#define REVISION      0xa1u
#define BAR_SIZE      0x4000u /* of the controller's registers, by the standard's layout of them */
#define INTERRUPT_PIN 0x3d
#define EXPRESS_2     0x0002u /* a PCI Express endpoint, version 2 */

static void set(struct gv100 *card, unsigned offset, uint32_t value, uint32_t writable)
{
    config_bytes_set(&card->sound, offset, value, writable);
}

/* The capabilities stand where function 0 has them (inferred from sound functions of NVIDIA's other boards). */
static void put_capabilities(struct gv100 *card)
{
    card->sound.bytes[PCI_CAPABILITIES] = PCI_NV_CAP_PM;
    set(card, PCI_NV_CAP_PM, PCI_CAP_ID_PM | PCI_NV_CAP_MSI << 8 | 0x0003u << 16, 0);
    set(card, PCI_NV_CAP_PM + PCI_PM_CONTROL, PCI_PM_NO_SOFT_RESET, PCI_PM_STATE);
    set(card, PCI_NV_CAP_MSI, PCI_CAP_ID_MSI | PCI_NV_CAP_PCIE << 8 | BIT(23), BIT(16));
    set(card, PCI_NV_CAP_MSI + 4, 0, BITS(31, 2));
    set(card, PCI_NV_CAP_MSI + 8, 0, BITS(31, 0));
    set(card, PCI_NV_CAP_MSI + 12, 0, BITS(15, 0));
    set(card, PCI_NV_CAP_PCIE, PCI_CAP_ID_PCIE | EXPRESS_2 << 16, 0);
    set(card, PCI_NV_CAP_PCIE + PCIE_DEVICE_CAP, PCIE_DEVICE_CAP_ROLES | PCIE_DEVICE_CAP_TAGS, 0);
    set(card, PCI_NV_CAP_PCIE + PCIE_DEVICE_STATUS, 0x2910, BITS(14, 0));
    set(card, PCI_NV_CAP_PCIE + PCIE_LINK_CAP,
        config_bytes_read(&card->shell.config, PCI_NV_CAP_PCIE + PCIE_LINK_CAP, 4), 0);
    set(card, PCI_NV_CAP_PCIE + PCIE_LINK_STATUS,
        config_bytes_read(&card->shell.config, PCI_NV_CAP_PCIE + PCIE_LINK_STATUS, 4), 0);
}

void gv_sound_power_on(struct gv100 *card)
{
    const struct model_bar bar = { .size = BAR_SIZE };
    const uint32_t board = config_bytes_read(&card->shell.config, PCI_SUBSYSTEM, 4);

    memset(&card->sound, 0, sizeof(card->sound));
    if (!card->board->sound) {
        memset(card->sound.bytes, 0xff, sizeof(card->sound.bytes));
        return;
    }
    set(card, PCI_VENDOR_ID, PCI_VENDOR_NVIDIA | (uint32_t)card->board->sound << 16, 0);
    set(card, PCI_COMMAND, PCI_STATUS_CAPABILITIES << 16, 0);
    bytes_put16(card->sound.writable + PCI_COMMAND, 0x0546); /* memory, master, errors, INTx off */
    set(card, PCI_REVISION, REVISION | CLASS_SOUND << 8, 0);
    card->sound.writable[0x0c] = 0xff; /* cache line size */
    card->sound.bytes[PCI_HEADER_TYPE] = PCI_HEADER_MULTI;
    config_bytes_set_bar(&card->sound, PCI_BAR0, &bar);
    set(card, PCI_SUBSYSTEM, board, 0);
    card->sound.bytes[INTERRUPT_PIN] = 2;
    card->sound.writable[0x3c] = 0xff; /* interrupt line */
    put_capabilities(card);
}

uint32_t gv_sound_read(const struct gv100 *card, unsigned offset, unsigned size)
{
    return config_bytes_read(&card->sound, offset, size);
}

void gv_sound_write(struct gv100 *card, unsigned offset, uint32_t value, unsigned size)
{
    if (config_bytes_hold(offset, size))
        config_bytes_write(&card->sound, offset, value, size);
}
