/* hw/foreign.h: NVIDIA's other graphics, which are of no family here: told by their PCI device id, before anything of
 * them is touched, or by BOOT_0.
 *
 * Source  the PCI ID Repository (pci.ids), vendor 10de; BOOT_0: nouveau's list of chipsets. */
#ifndef HW_FOREIGN_H
#define HW_FOREIGN_H

#include <stdint.h>

/* "Pascal, GP104"; null: no such device, or not known as one. */
const char *foreign_device(uint16_t device);
/* "Pascal" by the chipset's number in BOOT_0; null: as above. */
const char *foreign_chipset(uint32_t chipset);

#endif
