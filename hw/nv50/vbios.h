/* hw/nv50/vbios.h: the video BIOS as it lies in its ROM: image chain, information table, init tables,
 * display configuration.
 *
 * Shape   offsets of fields, in bytes from the structure's start; several bytes are little-endian.
 * Source  docs/hardware/devinit.md §1.4, §1.6, §2, §4.6, §5.2, board.md §1,
 *         board-sensors.md §1. */
#ifndef HW_NV50_VBIOS_H
#define HW_NV50_VBIOS_H

#include "hw/bits.h"

/* Expansion ROM header. */
#define ROM_SIGNATURE      0xaa55
#define ROM_SIGNATURE_2    0xbb77
#define ROM_SIGNATURE_NV   0x4e56
#define ROM_UNIT           512u
#define ROM_LENGTH         0x02 /* byte, units */
#define ROM_PCIR           0x18 /* word, a multiple of 4 */
#define ROM_DCB            0x36 /* word, first image */
#define ROM_SUBSYSTEM      0x54 /* vendor, device */
#define ROM_HARDWARE       0x58 /* words that the card loads at reset */
#define ROM_HARDWARE_SIZE  0x14
#define ROM_HARDWARE_MARK  0x12 /* byte 0xa5 */
#define ROM_HARDWARE_VALID 0xa5
#define ROM_IMAGES_MAX     8

#define PCIR_SIGNATURE 0x52494350u /* "PCIR" */
#define PCIR_RGIS      0x53494752u
#define PCIR_NPDS      0x5344504eu
#define PCIR_VENDOR    0x04
#define PCIR_DEVICE    0x06
#define PCIR_SIZE      0x0a
#define PCIR_LENGTH    0x10 /* word, units */
#define PCIR_TYPE      0x14
#define PCIR_INDICATOR 0x15
#define PCIR_LAST      BIT(7)
#define PCIR_SIZE_MIN  0x18

#define ROM_TYPE_X86     0x00
#define ROM_TYPE_OF      0x01
#define ROM_TYPE_EFI     0x03
#define ROM_TYPE_PRIVATE 0x70 /* always the last */
#define ROM_TYPE_DATA    0xe0

#define NPDE_SIGNATURE 0x4544504eu /* "NPDE", after the PCIR at the next multiple of 16 */
#define NPDE_LENGTH    0x08
#define NPDE_INDICATOR 0x0a
#define NPDE_SIZE      0x0b

/* BIOS information table. */
#define BIT_MAGIC_0       0xb8ff
#define BIT_MAGIC_1       0x00544942u /* "BIT" and a 0 byte */
#define BIT_VERSION       0x06
#define BIT_VERSION_1     0x0100
#define BIT_HEADER        0x08
#define BIT_TOKEN         0x09
#define BIT_TOKENS        0x0a
#define BIT_HEADER_MIN    12
#define BIT_TOKEN_MIN     6
#define BIT_TOKEN_ID      0
#define BIT_TOKEN_VERSION 1
#define BIT_TOKEN_SIZE    2
#define BIT_TOKEN_POINTER 4
#define BIT_TOKENS_MAX    64

/* Token 'i'. */
#define BIT_INFO_VERSION   0x00 /* patch, minor, chip, major: the last one is printed first */
#define BIT_INFO_OEM       0x04
#define BIT_INFO_DATE      0x0f /* 8 characters */
#define BIT_INFO_DATE_SIZE 8
#define BIT_INFO_BOARD     0x17 /* word: the PCI device id that the board was made as */

/* Token 'I': one word each. */
#define BIT_INIT_SCRIPTS      0x00
#define BIT_INIT_MACRO_INDEX  0x02
#define BIT_INIT_MACROS       0x04
#define BIT_INIT_CONDITIONS   0x06
#define BIT_INIT_IO           0x08
#define BIT_INIT_IO_FLAGS     0x0a
#define BIT_INIT_PRIVATE      0x0e
#define BIT_INIT_ARRAYS       0x10
#define BIT_INIT_TABLES       0x14 /* where the tables above lie, and their size */
#define BIT_INIT_BOOT_SCRIPTS 0x18 /* where the boot scripts lie, and their size */

#define CONDITION_SIZE    12   /* register, mask, value */
#define IO_CONDITION_SIZE 5    /* port, index, mask, value */
#define IO_FLAG_SIZE      9    /* port, index, mask, shift, array, mask of its byte, value */
#define MACRO_INDEX_SIZE  2    /* first, count */
#define MACRO_SIZE        8    /* register, value */
#define IO_DIRECT         0xff /* index: the port itself is read */

/* Token 'M'. */
#define BIT_MEMORY_1_COLUMNS 0x02
#define BIT_MEMORY_1_STRAPS  0x03
#define BIT_MEMORY_1_SIZE    5
#define BIT_MEMORY_2_COLUMNS 0x00
#define BIT_MEMORY_2_STRAPS  0x01
#define BIT_MEMORY_2_INFO    0x03
#define BIT_MEMORY_2_SIZE    3
#define MEMORY_INFO_VERSION  0x10
#define MEMORY_INFO_SKIP     0xf

/* Token 'C', version 1. */
#define BIT_CLOCK_LIMITS 0x08

/* Token 'P': the first dword points to the performance table (board-sensors.md §1.1, §1.2, §1.4). */
#define BIT_PERF_TABLE     0x00
#define BIT_PERF_VOLTAGE_1 0x10 /* dword of version 1, and of version 2: to the voltage table */
#define BIT_PERF_VOLTAGE_2 0x0c
#define PERF_VERSION_25    0x25
#define PERF_VERSION_30    0x30
#define PERF_VERSION_35    0x35
#define PERF_VERSION_40    0x40
#define PERF_UNUSED        0xff
#define PERF_CORE_25       0x06 /* words, MHz */
#define PERF_CORE_30       0x08
#define PERF_SHADER_30     0x0a /* of 0x25 too */
#define PERF_MEMORY_30     0x0c /* of 0x25 too */
#define PERF_BOOT_40       0x0b /* in the header: the level at which the card boots */
#define PERF_SUB_CORE_40   0 /* number of the sub-entry, whose first word has MHz in its low bits */
#define PERF_SUB_SHADER_40 1
#define PERF_SUB_MEMORY_40 2
#define PERF_MHZ_40        BITS(13, 0)
#define PERF_LEVELS_MAX    16

/* The voltage table: an entry is a voltage in 10 mV, then the levels of the VID lines. */
#define VOLTAGE_VERSION_10 0x10
#define VOLTAGE_VERSION_12 0x12
#define VOLTAGE_VERSION_20 0x20
#define VOLTAGE_VERSION_30 0x30
#define VOLTAGE_VERSION_40 0x40 /* no entries: start and step in uV */
#define VOLTAGE_BASE_40    0x04 /* dword */
#define VOLTAGE_STEP_40    0x08 /* word, signed */
#define VOLTAGE_MASK_40    0x0b
#define VOLTAGE_SHIFT_30   2 /* of the VID in its byte */

/* Tokens 'U' and 'd': the first word of each points to a table: version, size of the header, size of an entry,
 * count. Each entry is the pointer to a record that is meant for outputs of one type. */
#define DISPLAY_ANY_LINK      0x20 /* versions of which a record is for either link */
#define DISPLAY_LINKS         0xc0
#define DISPLAY_RECORD_TYPE   0x00 /* word */
#define DISPLAY_RECORD_MASK   0x02 /* 'U': dword, 'd': word */
#define DISPLAY_RECORD_SCRIPT 0x06 /* 'U': word, the first script */
#define DP_RECORD_FLAGS       0x05 /* 'd': byte */

/* PLL limits, table versions 0x20, 0x21, 0x30, 0x40. */
#define PLL_ID_CORE   0x01
#define PLL_ID_SHADER 0x02
#define PLL_ID_NVIO   0x03
#define PLL_ID_MEMORY 0x04
#define PLL_ID_VIDEO  0x05
#define PLL_ID_VPLL   0x80 /* and up */
#define PLL_ID_MAX    0xff /* a larger number is a register */

/* Display configuration block 4.0, its GPIO table and its ports. */
#define DCB_VERSION        0x40
#define DCB_SIGNATURE      0x4edcbdcbu
#define DCB_PORTS          0x04
#define DCB_SIGNATURE_AT   0x06
#define DCB_GPIO           0x0a
#define DCB_HEADER_MIN     0x0c
#define GPIO_TABLE_VERSION 0x40
#define GPIO_ENTRY_SIZE    4
#define GPIO_LINE          BITS(4, 0)
#define GPIO_FUNCTION      BITS(15, 8)
#define GPIO_INIT_ON       BIT(24)
#define GPIO_NVIO          BIT(25)
#define GPIO_SOR           BIT(26)
#define GPIO_OFF_DATA      BIT(27)
#define GPIO_OFF_INPUT     BIT(28)
#define GPIO_ON_DATA       BIT(29)
#define GPIO_ON_INPUT      BIT(30)
#define GPIO_PWM           BIT(31)
#define GPIO_UNUSED        0xff
#define GPIO_FUNCTION_FAN  0x09
#define GPIO_FUNCTION_TACH 0x3d
/* The lines that ask the regulator for a voltage, bit 0 first (board-sensors.md §6.1). */
#define GPIO_FUNCTIONS_VID                                                                         \
    {                                                                                              \
        0x04, 0x05, 0x06, 0x1a, 0x73, 0x74, 0x75, 0x76                                             \
    }
#define GPIO_VID_COUNT            8
#define GPIO_FUNCTION_VID_DEFAULT 0x1b /* on: the board's own voltage, whatever the lines say */
#define GPIO_FUNCTION_POWER_BAD                                                                    \
    0x10 /* inputs that say by their "on" level that the card lacks power */
#define GPIO_FUNCTION_POWER_ALERT 0x4c
#define GPIO_FUNCTION_POWER_LOW   0x79
#define DCB_ENTRIES               0x02 /* outputs */
#define DCB_ENTRY_SIZE_AT         0x03
#define DCB_ENTRY_SIZE            8
#define DCB_DEVICES               0x12
#define DCB_HEADER_DEVICES        0x14 /* a header that is shorter has no pointer to I2C devices */
#define DCB_CONNECTORS            0x14
#define DCB_HEADER_CONNECTORS     0x16 /* a header that is shorter has no pointer to connectors */
#define DCB_TYPE                  BITS(3, 0) /* of the entry's first word */
#define DCB_TYPE_DP               0x6
#define DCB_TYPE_END              0xe
#define DCB_TYPE_SKIP             0xf
#define DCB_ENTRY_PORT            BITS(7, 4)
#define DCB_HEADS                 BITS(11, 8)
#define DCB_CONNECTOR             BITS(15, 12)
#define DCB_LOCATION              BITS(21, 20)
#define DCB_RESOURCES             BITS(27, 24)
#define DCB_LINKS                 BITS(5, 4) /* of its second word */
#define DCB_EXTERNAL              BITS(15, 8)
#define CONNECTOR_TABLE_MIN                                                                        \
    4 /* version, size of the header, count, size of an entry, whose byte 0 is the type */
#define CONNECTOR_INTERNAL_DP 0x47
/* Devices on I2C: version, size of the header, count, size of an entry. */
#define DEVICE_VERSION_30     0x30
#define DEVICE_VERSION_40     0x40
#define DEVICE_HEADER_MIN     4
#define DEVICE_ENTRY_MIN      4
#define DEVICE_TYPE           0x00
#define DEVICE_ADDRESS        0x01 /* of 8 bits: the address of 7 bits, and a 0 */
#define DEVICE_FLAGS          0x02
#define DEVICE_SECONDARY_PORT BIT(4) /* of the flags */
#define DEVICE_SKIP           0xff
/* Types of devices whose registers can be read without changing anything (board-sensors.md §1.6, §3.1). */
#define DEVICE_ADM1032   0x01
#define DEVICE_MAX6649   0x02
#define DEVICE_LM99      0x03
#define DEVICE_MAX1617   0x06
#define DEVICE_LM64      0x07
#define DEVICE_ADT7473   0x0a
#define DEVICE_LM89      0x0b
#define DEVICE_TMP411    0x0c
#define DEVICE_ADT7461   0x0d
#define DEVICE_INA219    0x4c
#define DEVICE_INA209    0x4d
#define DEVICE_INA3221   0x4e
#define DEVICE_ADT7473_2 0x70 /* a second number for the same chip */
#define DEVICE_VT1103    0x40 /* a regulator: never asked */

/* The resistors that power monitors measure at: version, sizes of header and entry, count. Each is a byte of
 * milliohms, then a byte of flags. */
#define BIT_PERF_SHUNTS     0x28 /* dword of token 'P', version 2 */
#define SHUNTS_VERSION_10   0x10
#define SHUNTS_VERSION_20   0x20
#define SHUNTS_HEADER_MIN   4
#define SHUNTS_DEVICE_10    0x02 /* number of the device in its table */
#define SHUNTS_DEVICE_20    0x01
#define SHUNTS_RESISTORS_10 0x03
#define SHUNTS_RESISTORS_20 0x05
#define SHUNT_SIZE          2
#define SHUNT_FLAGS         1
#define SHUNT_OFF           BIT(6)

#define CCB_VERSION    0x40
#define CCB_DEFAULTS   0x04
#define CCB_PRIMARY    BITS(3, 0)
#define CCB_SECONDARY  BITS(7, 4)
#define CCB_HEADER_MIN 5
#define CCB_ENTRY_SIZE 4
#define CCB_ACCESS     BITS(31, 24)
#define CCB_ACCESS_I2C 5
#define CCB_ACCESS_AUX 6
#define CCB_UNUSED     0xff
#define CCB_PORT       BITS(3, 0)
#define CCB_HYBRID     BIT(8)
#define CCB_PARTNER    BITS(12, 9)

#endif
