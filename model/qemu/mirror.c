/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/qemu/mirror.h"

#include "hw/nv50/pbus.h"

#define CONFIG_BYTES 0x1000

bool mirror_decode(uint64_t bar0_offset, unsigned *config_offset)
{
    if (bar0_offset < PBUS_PCI_MIRROR || bar0_offset >= PBUS_PCI_MIRROR + CONFIG_BYTES)
        return false;
    *config_offset = (unsigned)(bar0_offset - PBUS_PCI_MIRROR);
    return true;
}
