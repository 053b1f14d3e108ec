/* hw/gv100/ecc.h: where memory and L2 count the errors that ECC meets, and the scrub that follows a start. The names
 * are ours.
 *
 * Shape   FBPA i has two halves j, a channel of HBM2 each. LTC c has four slices s.
 * Source  docs/hardware/gv100.md §1.9. */
#ifndef HW_GV100_ECC_H
#define HW_GV100_ECC_H

#include "hw/bits.h"

#define ECC_FEATURES      0x409660
#define ECC_FEATURES_DRAM BIT(16) /* memory keeps check bits */
#define FUSE_ECC          0x021228

#define FBPA_ECC_FBPAS                 16
#define FBPA_ECC_HALVES                2
#define FBPA_ECC_PENDING(i)            (0x900398 + 0x4000 * (i))
#define FBPA_ECC_PENDING_CORRECTED     BIT(0) /* of half 0; those of half 1 are 16 bits above */
#define FBPA_ECC_PENDING_UNCORRECTED   BIT(1)
#define FBPA_ECC_STATUS(i, j)          (0x900478 + 0x4000 * (i) + 4 * (j))
#define FBPA_ECC_STATUS_CORRECTED      BIT(1) /* written back as it was read, it clears */
#define FBPA_ECC_STATUS_UNCORRECTED    BIT(2)
#define FBPA_ECC_STATUS_CORRECTED_OV   BIT(17) /* its counter came round */
#define FBPA_ECC_STATUS_UNCORRECTED_OV BIT(18)
#define FBPA_ECC_CORRECTED(i, j)       (0x900480 + 0x4000 * (i) + 4 * (j)) /* since power-on */
#define FBPA_ECC_UNCORRECTED(i, j)     (0x900488 + 0x4000 * (i) + 4 * (j))
#define FBPA_ECC_INTR_EN               0x9a0474 /* of all FBPAs at once */
#define FBPA_ECC_INTR_EN_CORRECTED     BIT(0)
#define FBPA_ECC_INTR_EN_UNCORRECTED   BIT(1)

#define LTC_ECC_LTCS              16
#define LTC_ECC_SLICES            4
#define LTC_ECC_COUNT(c, s)       (0x14051c + 0x2000 * (c) + 0x200 * (s))
#define LTC_ECC_COUNT_CORRECTED   BITS(7, 0)
#define LTC_ECC_COUNT_UNCORRECTED BITS(23, 16)

#define SCRUB      0x100b20
#define SCRUB_DONE BIT(0)

#endif
