/* hw/window.h: PMEM, the window in BAR0 that shows memory without translation; NV50 and GV100 alike.
 *
 * Units   bytes.
 * Source  docs/hardware/tesla-mmio.md §3.3; gv100.md §2.1, where it is called BAR0_WINDOW and PRAMIN. */
#ifndef HW_WINDOW_H
#define HW_WINDOW_H

#include "hw/bits.h"

#define PBUS_PMEM         0x001700     /* where the PMEM window points */
#define PBUS_PMEM_ADDRESS BITS(23, 0)  /* >> 16 */
#define PBUS_PMEM_TARGET  BITS(25, 24) /* enum target */
#define PMEM_WINDOW       0x700000
#define PMEM_WINDOW_SIZE  0x100000
#define PMEM_GRANULE      0x10000 /* of the field; drivers move it by its whole size */

#endif
