/* linux/rom.h: VBIOS files in a folder, as the stick has them (docs/rig.md).
 *
 * Shape   index 0 is the file that is named for the card, vendor-device-subsystem.rom, then come the others that end in
 *         .rom, by their names.
 * Errors  0: there is none with that index. */
#ifndef LINUX_ROM_H
#define LINUX_ROM_H

#include <stddef.h>
#include <stdint.h>

#include "pci/bus.h"

size_t rom_file(const char *folder, const uint16_t ids[4], unsigned index, void *bytes, size_t size,
                char name[BUS_ROM_NAME_MAX]);

#endif
