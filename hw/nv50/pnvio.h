/* hw/nv50/pnvio.h: the card's general purpose lines and its I2C ports.
 * Source  docs/hardware/devinit.md §2.5, nouveau-client.md §4, board.md §4, board-sensors.md §2, §5. */
#ifndef HW_NV50_PNVIO_H
#define HW_NV50_PNVIO_H

#include "hw/bits.h"

/* Interrupt status is cleared by writing 1. */
#define PNVIO_GPIO_INTR_EN   0x00e050
#define PNVIO_GPIO_INTR      0x00e054
#define PNVIO_AUX_INTR_EN    0x00e068 /* G94 and later but not G200 */
#define PNVIO_AUX_INTR       0x00e06c
#define PNVIO_GPIO_INTR_EN_1 0x00e070 /* G94 and later */
#define PNVIO_GPIO_INTR_1    0x00e074

/* Counts the pulses of a fan: GT215 and later. */
#define PNVIO_TACH        0x00e720
#define TACH_ON           BIT(0)
#define TACH_LINE         BITS(20, 16)
#define PNVIO_TACH_PERIOD 0x00e724 /* cycles of the crystal that are counted in */
#define PNVIO_TACH_PULSES 0x00e728
#define TACH_LAST         BITS(15, 0) /* pulses of the last whole period, two a turn */

/* The two generators of pulses for fans: period in counts, and for how many of these the line is 1. */
#define PNVIO_PWM_DIVISOR_0 0x00e114
#define PNVIO_PWM_DUTY_0    0x00e118
#define PNVIO_PWM_DIVISOR_1 0x00e11c
#define PNVIO_PWM_DUTY_1    0x00e120
#define PWM_VALUE           BITS(23, 0)
#define PWM_DUTY_TRIGGER    BIT(31) /* takes a new duty */

/* A nibble for each line: 0 to 7, 8 to 15, and from G94 on 16 to 23, 24 to 31. */
#define PNVIO_GPIO_0      0x00e104
#define PNVIO_GPIO_8      0x00e108
#define PNVIO_GPIO_16     0x00e280
#define PNVIO_GPIO_24     0x00e284
#define GPIO_LINES_EACH   8
#define GPIO_NIBBLE_OUT   BIT(0)
#define GPIO_NIBBLE_DRIVE BIT(1)
#define GPIO_NIBBLE_IN    BIT(2)
#define GPIO_LINES_G80    16
#define GPIO_LINES_G94    32

/* Special routing, 16 lines each: bit n to NVIO, bit 16 + n to a SOR. */
#define PNVIO_GPIO_MODE_0  0x00e100
#define PNVIO_GPIO_MODE_16 0x00e28c

/* Ports in the order of their numbers. */
#define PNVIO_I2C_PORTS                                                                            \
    {                                                                                              \
        0x00e138, 0x00e150, 0x00e168, 0x00e180, 0x00e254, 0x00e274, 0x00e764, 0x00e780, 0x00e79c,  \
            0x00e7b8                                                                               \
    }
#define PNVIO_I2C_PORT_COUNT 10
#define PNVIO_I2C_SCL        BIT(0)
#define PNVIO_I2C_SDA        BIT(1)
#define PNVIO_I2C_SOFTWARE   BIT(2)
#define PNVIO_I2C_IDLE       7
#define PNVIO_I2C_MODE       BITS(3, 2) /* GT215 and later: who drives the lines; 1 is software */
#define PNVIO_I2C_MODE_PMU   2
#define PNVIO_I2C_PORTS_G80  4      /* before G94 */
#define PNVIO_I2C_PORTS_G94  6      /* before GT215 */
#define PMC_ENABLE_I2C       BIT(0) /* of PMC_ENABLE: without it the ports do nothing */

/* A bit for each input that is on: without it a line reads 0 whatever its level. Ports 0 to 3, and port 5 of G94
 * and later; the bits of other ports are not known. */
#define PNVIO_INPUTS        0x00e1b8
#define PNVIO_INPUTS_PORT_0 BIT(16)
#define PNVIO_INPUTS_PORT_5 BIT(20)

/* Pads shared by I2C and AUX, G94 and later; 0x50 apart. */
#define PNVIO_PAD_MODE      0x00e500
#define PNVIO_PAD_OFF       0x00e50c
#define PNVIO_PAD_STRIDE    0x50
#define PNVIO_PAD_MODE_MASK (BITS(15, 14) | BITS(1, 0))
#define PNVIO_PAD_MODE_I2C  (BITS(15, 14) | BIT(0))
#define PNVIO_PAD_MODE_AUX  BIT(1)
#define PNVIO_PAD_OFF_BIT   BIT(0)

/* AUX channels, the ports of DisplayPort outputs: G94 and later but not G200; 0x50 apart. */
#define PNVIO_AUX_OUT       0x00e4c0 /* four words: the bytes to be sent */
#define PNVIO_AUX_IN        0x00e4d0 /* four words: the bytes that came */
#define PNVIO_AUX_ADDRESS   0x00e4e0
#define PNVIO_AUX_CTRL      0x00e4e4
#define PNVIO_AUX_STATUS    0x00e4e8
#define PNVIO_AUX_STRIDE    0x50
#define PNVIO_AUX_COUNT     4
#define AUX_CTRL_RESET      BIT(31)
#define AUX_CTRL_GRANTED    BITS(25, 24) /* whose the channel is */
#define AUX_CTRL_GRANTED_US BIT(24)
#define AUX_CTRL_WANTED     BITS(21, 20)
#define AUX_CTRL_WANTED_US  BIT(20)
#define AUX_CTRL_START      BIT(16) /* clears itself when the transfer is over */
#define AUX_CTRL_COMMAND    BITS(15, 12)
#define AUX_CTRL_SIZE       BITS(8, 0) /* bytes less 1 */
#define AUX_COMMAND_WRITE   8
#define AUX_COMMAND_READ    9
#define AUX_STATUS_SINK     BIT(28) /* something is connected */
#define AUX_STATUS_REPLY    BITS(19, 16)
#define AUX_REPLY_ACK       0
#define AUX_REPLY_DEFER     2
#define AUX_REPLY_I2C_DEFER 8
#define AUX_STATUS_ERRORS   BITS(11, 9)
#define AUX_STATUS_NO_REPLY BIT(8)

#endif
