/* hw/gv100/vbios.h: the board's display configuration (DCB) 4.1 and the tables that it points to, as a GV100's ROM has
 * them.
 *
 * Shape   each table begins with version, size of the header, number of entries, size of an entry. Offsets are bytes from
 *         the structure's start; fields are of an entry's first word, if no other is named.
 * Source  docs/hardware/gv100.md §1.10. */
#ifndef HW_GV100_VBIOS_H
#define HW_GV100_VBIOS_H

#include "hw/bits.h"

#define DCB_AT         0x36 /* 16 bits of the first image: where it is */
#define DCB_VERSION_41 0x41
#define DCB_VERSION_40 0x40
#define DCB_CCB        0x04 /* 16 bits: ports */
#define DCB_MAGIC_AT   0x06
#define DCB_MAGIC      0x4edcbdcbu
#define DCB_LINES      0x0a
#define DCB_I2C        0x12 /* devices on I2C */
#define DCB_CONNECTOR  0x14
#define DCB_HEADER_41  0x16 /* a header that is shorter lacks some of these */

#define TABLE_HEADER 0x01
#define TABLE_COUNT  0x02
#define TABLE_ENTRY  0x03
#define TABLE_LEAST  4

#define OUTPUT_TYPE      BITS(3, 0)
#define OUTPUT_PORT      BITS(7, 4) /* its row of the table of ports */
#define OUTPUT_HEADS     BITS(11, 8)
#define OUTPUT_CONNECTOR BITS(15, 12)
#define OUTPUT_PADS      BITS(27, 24) /* macros of pads; 4.0 had the resource that drives it */
#define OUTPUT_LINKS     BITS(5, 4)   /* of the second word: links of these pads */
#define OUTPUT_CRT       0x0
#define OUTPUT_TMDS      0x2
#define OUTPUT_LVDS      0x3
#define OUTPUT_DP        0x6
#define OUTPUT_END       0xe
#define OUTPUT_SKIP      0xf

#define PORT_I2C    BITS(4, 0)
#define PORT_AUX    BITS(9, 5)
#define PORT_UNUSED 0x1f

#define LINE_NUMBER    BITS(5, 0)
#define LINE_ON        BIT(7) /* how it starts */
#define LINE_FUNCTION  BITS(15, 8)
#define LINE_UNUSED    0xff
#define LINE_LEVELS    0x04   /* the fifth byte of an entry: */
#define LINE_OFF_DATA  BIT(4) /* the level that is driven */
#define LINE_OFF_INPUT BIT(5) /* nothing is driven */
#define LINE_ON_DATA   BIT(6)
#define LINE_ON_INPUT  BIT(7)

#define CONNECTOR_TYPE   BITS(7, 0)
#define CONNECTOR_DVI_I  0x30
#define CONNECTOR_DVI_D  0x31
#define CONNECTOR_DP     0x46
#define CONNECTOR_EDP    0x47
#define CONNECTOR_HDMI   0x61
#define CONNECTOR_UNUSED 0xff

#define I2C_DEVICE_TYPE      BITS(7, 0)
#define I2C_DEVICE_ADDRESS   BITS(15, 9)
#define I2C_DEVICE_SECONDARY BIT(20)
#define I2C_DEVICE_UNUSED    0xff

/* Kinds of memory by strap: token M has where the table is; an entry's first byte has both (§13.1). */
#define MEMORY_TOKEN_BYTES 5
#define MEMORY_TABLE       3 /* 16 bits of the token */
#define MEMORY_VERSION_10  0x10
#define MEMORY_ENTRY       2 /* the table's bytes: of an entry, and how many; header as in the others */
#define MEMORY_COUNT       3
#define MEMORY_KIND        BITS(3, 0)
#define MEMORY_STRAP       BITS(7, 4)
#define MEMORY_KIND_GDDR5  3
#define MEMORY_KIND_HBM2   6
#define MEMORY_KIND_GDDR6  9

#define VERSION_MAJOR 0x88u /* followed by 00: GV100's */
#define VERSION_DATE  0x0f  /* of token i: 8 characters */

#endif
