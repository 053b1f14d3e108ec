#include "model/host/bridge.h"

#include <string.h>

#include "hw/pci.h"
#include "model/common/bytes.h"

#define CAP_PCIE 0x40 /* where the capability lies */

#define CAP_PCIE_ROOT_PORT 0x0142u    /* version 2, root port, with a slot */
#define COMMAND_WRITABLE   0x0547u    /* of a bridge: I/O, memory, master, parity, SERR, no INTx */
#define CONTROL_WRITABLE   0x005fu    /* parity, SERR, ISA, VGA, VGA 16 bits, bus reset */
#define LINK_16_LANES      0x00000102 /* capable of 5 GT/s, 16 lanes */
#define LINK_16_LANES_UP   0x11010000 /* runs at 2.5 GT/s, 16 lanes; slot clock */

static void put(struct bridge *bridge, unsigned offset, uint32_t value, unsigned size)
{
    bytes_put(bridge->bytes + offset, value, size);
}

/* A PCI Express root port of 16 lanes that can do 5 GT/s and does 2.5, or a bridge without any capability. */
void bridge_init(struct bridge *bridge, uint8_t secondary, enum bridge_fault fault)
{
    memset(bridge, 0, sizeof(*bridge));
    bridge->fault = fault;
    bytes_put32(bridge->bytes + PCI_VENDOR_ID, 0x29e18086);
    if (fault != BRIDGE_SHUT && fault != BRIDGE_STAYS_SHUT)
        bytes_put16(bridge->bytes + PCI_COMMAND, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER);
    bytes_put32(bridge->bytes + PCI_CLASS, 0x06040000);
    bridge->bytes[PCI_HEADER_TYPE] = 1;
    bridge->bytes[0x19] = secondary;
    bridge->bytes[0x1a] = secondary;
    if (fault == BRIDGE_CONVENTIONAL)
        return;
    bytes_put16(bridge->bytes + PCI_STATUS, PCI_STATUS_CAPABILITIES);
    bridge->bytes[PCI_CAPABILITIES] = CAP_PCIE;
    bytes_put32(bridge->bytes + CAP_PCIE, PCI_CAP_ID_PCIE | CAP_PCIE_ROOT_PORT << 16);
    bytes_put32(bridge->bytes + CAP_PCIE + PCIE_LINK_CAP, LINK_16_LANES);
    bytes_put32(bridge->bytes + CAP_PCIE + PCIE_LINK_STATUS, LINK_16_LANES_UP);
    bytes_put16(bridge->bytes + CAP_PCIE + PCIE_LINK_CONTROL_2, 2);
}

unsigned bridge_speed(const struct bridge *bridge)
{
    const unsigned can = LINK_16_LANES & PCIE_LINK_CAP_SPEED;
    const unsigned target = bridge->bytes[CAP_PCIE + PCIE_LINK_CONTROL_2] & PCIE_LINK_2_SPEED;

    return target && target < can ? target : can;
}

uint32_t bridge_read(const struct bridge *bridge, unsigned offset, unsigned size)
{
    if (bridge->dead)
        return (uint32_t)bytes_ones(size);
    return offset + size <= sizeof(bridge->bytes)
               ? (uint32_t)bytes_get(bridge->bytes + offset, size)
               : 0;
}

bool bridge_resets(const struct bridge *bridge)
{
    return bridge->bytes[PCI_BRIDGE_CONTROL] & PCI_BRIDGE_CONTROL_RESET;
}

bool bridge_passes_down(struct bridge *bridge)
{
    bridge->dead |= bridge->fault == BRIDGE_DIES;
    if (bridge->fault == BRIDGE_CLOSES)
        bridge->bytes[PCI_COMMAND] &= (uint8_t)~PCI_COMMAND_MEMORY;
    return !bridge->dead && !bridge_resets(bridge) &&
           (bridge->bytes[PCI_COMMAND] & PCI_COMMAND_MEMORY);
}

bool bridge_passes_up(const struct bridge *bridge)
{
    return !bridge->dead && (bridge->bytes[PCI_COMMAND] & PCI_COMMAND_MASTER);
}

void bridge_write(struct bridge *bridge, unsigned offset, uint32_t value, unsigned size)
{
    if (offset == PCI_COMMAND && bridge->fault != BRIDGE_STAYS_SHUT)
        put(bridge, PCI_COMMAND, value & COMMAND_WRITABLE, size < 2 ? 1 : 2);
    bridge->retrained = bridge->fault != BRIDGE_CONVENTIONAL &&
                        offset == CAP_PCIE + PCIE_LINK_STATUS &&
                        (value & PCIE_LINK_CONTROL_RETRAIN);
    if (bridge->fault != BRIDGE_CONVENTIONAL && offset == CAP_PCIE + PCIE_LINK_CONTROL_2)
        bytes_put16(bridge->bytes + offset, value & PCIE_LINK_2_SPEED);
    if (offset == PCI_BRIDGE_CONTROL)
        put(bridge, PCI_BRIDGE_CONTROL, value & CONTROL_WRITABLE, size < 2 ? 1 : 2);
}
