/* hw/pci.h: PCI configuration space, the standard part and NVIDIA's.
 * Source  PCI Local Bus 3.0 §6; docs/hardware/tesla-mmio.md §1. */
#ifndef HW_PCI_H
#define HW_PCI_H

#include "hw/bits.h"

#define PCI_VENDOR_NVIDIA 0x10de
#define PCI_VENDOR_NONE   0xffff

#define PCI_VENDOR_ID           0x00
#define PCI_DEVICE_ID           0x02
#define PCI_COMMAND             0x04
#define PCI_COMMAND_IO          BIT(0)
#define PCI_COMMAND_MEMORY      BIT(1)
#define PCI_COMMAND_MASTER      BIT(2)
#define PCI_COMMAND_SERR        BIT(8) /* fatal errors go up as system errors */
#define PCI_STATUS              0x06
#define PCI_STATUS_CAPABILITIES BIT(4)
#define PCI_REVISION            0x08
#define PCI_CLASS               0x08 /* 31:8 class code */
#define PCI_CLASS_CODE          BITS(31, 8)
#define PCI_CLASS_BASE_DISPLAY  0x03
#define PCI_CLASS_VGA           0x030000
#define PCI_CLASS_3D            0x030200
#define PCI_CLASS_SUBTRACTIVE   0x060401 /* a bridge that passes on unclaimed accesses */
#define PCI_HEADER_TYPE         0x0e
#define PCI_HEADER_MULTI        BIT(7)
#define PCI_HEADER_KIND         BITS(6, 0)
#define PCI_HEADER_BRIDGE       1
#define PCI_SECONDARY_BUS       0x19
#define PCI_BAR0                0x10
#define PCI_BAR_COUNT           6
#define PCI_BAR_IO              BIT(0)
#define PCI_BAR_TYPE            BITS(2, 1)
#define PCI_BAR_TYPE_64         2
#define PCI_BAR_PREFETCH        BIT(3)
#define PCI_BAR_MEM_ADDRESS     BITS(31, 4)
#define PCI_SUBSYSTEM           0x2c
#define PCI_ROM_BAR             0x30
#define PCI_ROM_BAR_ENABLE      BIT(0)
#define PCI_ROM_BAR_ADDRESS     BITS(31, 11)
#define PCI_CAPABILITIES        0x34
#define PCI_CAPABILITIES_FIRST  0x40

#define PCI_BRIDGE_MEMORY              0x20 /* base and limit: address bits 31:20 of each */
#define PCI_BRIDGE_WINDOW_BASE         BITS(15, 4)
#define PCI_BRIDGE_WINDOW_LIMIT        BITS(31, 20)
#define PCI_BRIDGE_PREFETCH            0x24
#define PCI_BRIDGE_PREFETCH_64BIT      BIT(0)
#define PCI_BRIDGE_PREFETCH_BASE_HIGH  0x28
#define PCI_BRIDGE_PREFETCH_LIMIT_HIGH 0x2c

#define PCI_BRIDGE_CONTROL       0x3e
#define PCI_BRIDGE_CONTROL_SERR  BIT(1) /* passes on system errors from below */
#define PCI_BRIDGE_CONTROL_RESET BIT(6) /* holds all that is below in reset */

#define PCI_CAP_ID_PM     0x01
#define PCI_CAP_ID_MSI    0x05
#define PCI_CAP_ID_VENDOR 0x09
#define PCI_CAP_ID_PCIE   0x10

/* The power management capability, PCI Bus Power Management 1.2 §3.2. */
#define PCI_PM_CONTROL       0x04 /* 16 bits, from the capability */
#define PCI_PM_STATE         BITS(1, 0)
#define PCI_PM_STATE_D3HOT   3u
#define PCI_PM_NO_SOFT_RESET BIT(3)  /* D3hot to D0 keeps the contents of configuration space */
#define PCI_PM_EVENT         BIT(15) /* an event has come; writing 1 clears it */
#define PCI_PM_WAKE_US       10000 /* after D3hot nothing is asked of a function that long (§5.6.1) */

/* NVIDIA's fixed places (tesla-mmio.md §1.4, board.md §5). */
#define PCI_NV_SUBSYSTEM_WR       0x40
#define PCI_NV_ROM_SHADOW         0x50
#define PCI_NV_CAP_PM             0x60
#define PCI_NV_CAP_MSI            0x68
#define PCI_NV_CAP_PCIE           0x78
#define PCI_NV_FAKEFB_BASE        0xf4
#define PCI_NV_FAKEFB_SIZE        0xf8
#define PCIE_CAPS                 0x02 /* 16 bits, from the PCI Express capability */
#define PCIE_CAPS_VERSION         BITS(3, 0)
#define PCIE_CAPS_TYPE            BITS(7, 4)
#define PCIE_CAPS_TYPE_ROOT_PORT  4
#define PCIE_DEVICE_CAP           0x04    /* from the PCI Express capability */
#define PCIE_DEVICE_CAP_TAGS      BIT(5)  /* extended */
#define PCIE_DEVICE_CAP_ROLES     BIT(15) /* role-based error reporting: every function since 1.1 */
#define PCIE_LINK_CAP             0x0c
#define PCIE_LINK_CAP_SPEED       BITS(3, 0)
#define PCIE_LINK_CAP_WIDTH       BITS(9, 4)
#define PCIE_LINK_STATUS          0x10 /* 32-bit read: control low, status high */
#define PCIE_LINK_STATUS_SPEED    BITS(19, 16)
#define PCIE_LINK_STATUS_WIDTH    BITS(25, 20)
#define PCIE_LINK_STATUS_TRAINS   BIT(27) /* a port: it is not done with that yet */
#define PCIE_LINK_CONTROL_RETRAIN BIT(5)  /* a port: trains the link anew; reads 0 */
#define PCIE_LINK_CONTROL_2       0x30    /* 16 bits, of version 2 */
#define PCIE_LINK_2_SPEED         BITS(3, 0)
#define PCIE_DEVICE_STATUS        0x08 /* 32-bit read: control low, status high */
#define PCIE_DEVICE_STATUS_ERRORS BITS(19, 16)
#define PCIE_ROOT_CONTROL         0x1c /* 16 bits, of a root port */
#define PCIE_ROOT_CONTROL_SERR                                                                     \
    BITS(2, 0) /* correctable, non-fatal, fatal errors become system errors */

/* Bits of the error half of PCIE_DEVICE_STATUS; each is cleared by writing 1. */
#define PCIE_ERROR_CORRECTABLE BIT(0)
#define PCIE_ERROR_NON_FATAL   BIT(1)
#define PCIE_ERROR_FATAL       BIT(2)
#define PCIE_ERROR_UNSUPPORTED                                                                     \
    BIT(3) /* an unsupported request, which role-based reporting also calls correctable */

/* Extended capabilities (PCI Express Base 2.0 §7.9). */
#define PCIE_EXTENDED           0x100
#define PCIE_EXTENDED_ID        BITS(15, 0)
#define PCIE_EXTENDED_NEXT      BITS(31, 20)
#define PCIE_EXTENDED_ID_SERIAL 0x0003
#define PCIE_SERIAL_LOW         0x04 /* the two halves of an EUI-64 (§7.12) */
#define PCIE_SERIAL_HIGH        0x08

/* Advanced Error Reporting (docs/hardware/uefi-on-machines.md §3.5). */
#define PCIE_EXTENDED_ID_AER     0x0001
#define PCIE_AER_UNCORRECTABLE   0x04 /* status, each bit cleared by writing 1 */
#define PCIE_AER_UNCORRECT_MASK  0x08
#define PCIE_AER_CORRECTABLE     0x10 /* status, likewise */
#define PCIE_AER_CORRECT_MASK    0x14
#define PCIE_AER_ROOT_COMMAND    0x2c
#define PCIE_AER_ROOT_INTERRUPTS BITS(2, 0)

/* Uncorrectable errors that only a bad link or a broken end makes, and those that software makes by an access to an
 * address where no device answers, or one answers "no". */
#define PCIE_AER_LINK_ERRORS   (BIT(4) | BIT(5) | BIT(13) | BIT(17) | BIT(18) | BIT(19))
#define PCIE_AER_ACCESS_ERRORS (BIT(12) | BIT(14) | BIT(15) | BIT(16) | BIT(20))
/* Correctable: receiver, bad TLP, bad DLLP, replay number rollover, replay timer. */
#define PCIE_AER_CORRECTED_LINK (BIT(0) | BIT(6) | BIT(7) | BIT(8) | BIT(12))

/* Numbers and sizes of the card's BARs (tesla-mmio.md §1.3). */
#define NV_BAR_MMIO  0
#define NV_BAR_VRAM  1
#define NV_BAR_RAMIN 3
#define NV_MMIO_SIZE 0x1000000

#endif
