/* The ROM that the model has of its own, scripts and all, taken down byte by byte and read against the tables of
 * docs/hardware/devinit.md. That the scripts start a card, the tests of cold cards show. */
#include "tests/model/model_rig.h"

#define ROM_SIZE 0x1000

/* Bytes as hexadecimal numbers, from `at` on. */
struct piece {
    unsigned at;
    const char *bytes;
};

/* clang-format off */
static const struct piece g84[] = {
    { 0x000, "55 aa 08 cb" }, { 0x018, "70 00" }, /* x86 image of 8 * 512 bytes, which returns; PCI data structure */
    { 0x036, "24 04" }, { 0x054, "de 10 00 04" }, /* display configuration; subsystem */
    { 0x058, "ff ff ff 7f 00 00 00 00 ff ff ff 7f 00 00 00 00 00 00 a5 63" }, /* straps as the resistors have them, valid, bytes that add up to 0 */
    { 0x070, "50 43 49 52 de 10 00 04 00 00 18 00 00 00 00 03 08 00 00 00 00 80 00 00" }, /* PCI data structure: device, VGA, 8 * 512 bytes, x86, the last image */
    { 0x088, "42 61 72 65 63 61 72 64 20 6d 6f 64 65 6c 20 52 4f 4d" }, /* a name */
    { 0x0a0, "02 02 02 02 02 02 02 02 02 02 02 02 02 02 02 02" }, { 0x0b0, "a0 00" }, /* arrays: type 2, GDDR3, for each strap; list of arrays */
    { 0x0b2, "40 15 00 00 00 00 ff 00 00 00 03 00" }, /* condition 0: partitions 0 and 1 */
    { 0x0be, "80 40 00 00 00 01 00 00 00 01 00 00" }, /* condition 1: NVPLL has locked */
    { 0x0ca, "0c 02 10 00 ff ff ff ff 00 00 00 10" }, { 0x0d6, "d4 03 3d 80 80" }, /* condition 2: 256 MiB; I/O condition 0: CRTC 0x3d, bit 7 */
    { 0x0db, "00 01 01 00 00 00 00 00 00 00 00 00 00 00 00 00" }, /* straps 1 and 2 exist */
    { 0x0eb, "d4 03 3c 0f 00 db 00 01 01" }, /* I/O flag 0: by CRTC 0x3c bits 3:0 */
    { 0x0f4, "00 01" }, { 0x0f6, "d4 02 10 00 01 00 00 00" }, /* macro index: macro 0; macro 0: PRECHARGE = 1 */
    { 0x0fe, "03 02 01 03 03 03 03 03 03 03 03 03 03 03 03 ff" }, /* strap to column */
    { 0x10e, "90 01 e8 03 00 00 00 00 01 00 00 00 1b 00 00 00" }, /* PLL limits: VCO 400 to 1000 MHz, input from 1, at most 27 */
    { 0x11e, "08 ff 01 0d 00 00 00 00 00 06 00 00" }, /* N 8 to 255, M 1 to 13, P to 6 */
    { 0x12a, "78 69 00 00" }, { 0x12e, "30 04 07 02" }, /* reference 27000 kHz; PLL limits 3.0: two of 7 bytes */
    { 0x132, "01 0e 01 28 40 00 00" }, { 0x139, "04 0e 01 08 40 00 00" }, /* core, NVPLL; memory, MPLL */
    { 0x140, "8c" }, { 0x141, "47 00 02 00 00 00 11 10 00" }, /* RESET_BEGUN; RESETBITS_NV_REG */
    { 0x14a, "74 14 00" }, { 0x14d, "7a 00 02 00 00 ff ff ff ff" }, { 0x156, "8d" }, /* TIME; ZM_REG; RESET_END */
    { 0x157, "37 00 10 10 00 02 0f d4 03 3c f0" }, { 0x162, "71" }, /* COPY; DONE */
    { 0x163, "4b 28 40 00 00 38 32 04 00" }, { 0x16c, "48 28 40 00 00 00 00 00 80" }, /* PLL32; SETBITS_NV_REG */
    { 0x175, "87 04 20 a1 07 00 38 32 04 00 80 1a 06 00 c0 27 09 00" }, { 0x187, "47 08 40 00 00 00 02 00 00" }, /* XMEMSEL_PLLID; RESETBITS_NV_REG */
    { 0x190, "48 08 40 00 00 00 00 00 80" }, { 0x199, "74 96 00" }, /* SETBITS_NV_REG; TIME */
    { 0x19c, "6e 40 c0 00 00 00 ff ff ff 33 00 00 00" }, { 0x1a9, "71" }, { 0x1aa, "6b 04" }, /* NV_REG; DONE; SUB */
    { 0x1ac, "8e" }, { 0x1ad, "53 3d 80" }, { 0x1b0, "71" }, /* GPIO_ALL; ZM_CRTC; DONE */
    { 0x1b1, "76 00" }, { 0x1b3, "39 00" }, { 0x1b5, "75 00" }, /* IO_CONDITION; IO_FLAG_CONDITION; CONDITION */
    { 0x1b7, "7a 04 02 10 00 00 90 44 01" }, { 0x1c0, "7a 50 02 10 00 01 00 00 00" }, /* ZM_REG */
    { 0x1c9, "96 00 10 10 00 02 0f 00 14 07 10 00 00 00 00 00 00" }, /* INDEX_BYTE_ARRAY_NV_REG */
    { 0x1da, "8f 20 02 10 00 04 0a" }, { 0x1e1, "00 0c 0b 0a 00 0c 0c 0b 00 0c 0d 0c 00 0c 0e 0d" }, /* XMEMSEL_ZM_NV_REG_ARRAY; columns 0 to 3 */
    { 0x1f1, "01 0c 0b 0a 01 0c 0c 0b 01 0c 0d 0c 01 0c 0e 0d" }, { 0x201, "02 0c 0b 0a 02 0c 0c 0b 02 0c 0d 0c 02 0c 0e 0d" }, /* columns 0 to 3 */
    { 0x211, "03 0c 0b 0a 03 0c 0c 0b 03 0c 0d 0c 03 0c 0e 0d" }, { 0x221, "04 0c 0b 0a 04 0c 0c 0b 04 0c 0d 0c 04 0c 0e 0d" }, /* columns 0 to 3 */
    { 0x231, "05 0c 0b 0a 05 0c 0c 0b 05 0c 0d 0c 05 0c 0e 0d" }, { 0x241, "06 0c 0b 0a 06 0c 0c 0b 06 0c 0d 0c 06 0c 0e 0d" }, /* columns 0 to 3 */
    { 0x251, "07 0c 0b 0a 07 0c 0c 0b 07 0c 0d 0c 07 0c 0e 0d" }, { 0x261, "08 0c 0b 0a 08 0c 0c 0b 08 0c 0d 0c 08 0c 0e 0d" }, /* columns 0 to 3 */
    { 0x271, "09 0c 0b 0a 09 0c 0c 0b 09 0c 0d 0c 09 0c 0e 0d" }, { 0x281, "56 02 02" }, /* columns 0 to 3; POLL_NV */
    { 0x284, "6f 00" }, { 0x286, "33 02" }, { 0x288, "7a d0 02 10 00 01 00 00 00" }, { 0x291, "36" }, /* MACRO; REPEAT; ZM_REG; END_REPEAT */
    { 0x292, "32 d4 03 3c 0f 00 03 c0 02 10 00 62 05 00 00 52 05 00 00 42 05 00 00" }, /* IO_RESTRICT_PROG */
    { 0x2a9, "8f c4 02 10 00 04 01 08 24 00 00 09 24 00 00 0a 24 00 00 0b 24 00 00" }, /* XMEMSEL_ZM_NV_REG_ARRAY */
    { 0x2c0, "57 01 00" }, { 0x2c3, "48 10 02 10 00 00 00 00 80" }, /* TIME_MSEC; SETBITS_NV_REG */
    { 0x2cc, "72" }, { 0x2cd, "71" }, { 0x2ce, "57 01 00" }, { 0x2d1, "71" }, /* RESUME; DONE; TIME_MSEC; DONE */
    { 0x2d4, "40 01 aa 01 b1 01 00 00 63 01" }, /* scripts: 0, 1, 2, the end, clocks */
    { 0x2ee, "00 00 84 60" }, { 0x305, "00 04" }, /* token i: version 60.84; device */
    { 0x307, "d4 02 f4 00 f6 00 b2 00 d6 00 eb 00 00 00 ce 02 b0 00 00 00 a0 00 a0 00 40 01 92 01" }, /* token I: tables, scripts; both from and how long */
    { 0x323, "00 00 04 fe 00 00 00 00 00 00 00 00 00" }, /* token M: 4 columns, strap table */
    { 0x330, "00 00 00 00 00 00 00 00 2e 01 00 00" }, /* token C: PLL limits */
    { 0x33c, "10 04 04 02" }, { 0x348, "3c 03 00" }, /* loads 1.0: none used; token A: loads */
    { 0x34b, "30 06 03 10 01 02" }, /* levels 3.0: 3 of 16 bytes and one sub-entry of 2 */
    { 0x351, "20 00 00 00 00 00 28 5a a9 00 52 01 64 00 00 00 00 00" }, /* 0x20: 0.90 V, 169, 338, 100 MHz */
    { 0x363, "21 00 00 00 00 00 28 64 13 01 26 02 90 01 00 00 00 00" }, /* 0x21: 1.00 V, 275, 550, 400 MHz */
    { 0x375, "22 00 00 00 00 00 28 6e ef 01 bf 04 84 03 00 00 00 00" }, /* 0x22: 1.10 V, 495, 1215, 900 MHz */
    { 0x387, "30 06 02 03 03 00" }, { 0x38d, "5a 00 64 04 6e 08" }, /* voltages 3.0: 3 of 2 bytes; 0.90, 1.00, 1.10 V by 0, 1, 2 */
    { 0x393, "4b 03 00 00 00 00 00 00 00 00 00 00 00 00 00 00 87 03 00 00" }, /* token P: levels, voltages */
    { 0x3a8, "ff b8 42 49 54 00 00 01 0c 06 09 4e" }, /* BIT: 9 tokens of 6 bytes */
    { 0x3b4, "69 02 19 00 ee 02" }, { 0x3ba, "49 01 1c 00 07 03" }, /* token i; token I */
    { 0x3c0, "4d 01 0d 00 23 03" }, { 0x3c6, "43 01 0c 00 30 03" }, /* token M; token C */
    { 0x3cc, "41 01 03 00 48 03" }, { 0x3d2, "44 01 04 00 de 02" }, /* token A; token D */
    { 0x3d8, "4c 01 02 00 de 02" }, { 0x3de, "54 01 02 00 de 02" }, /* token L; token T */
    { 0x3e4, "50 01 14 00 93 03" }, { 0x3ec, "40 06 06 04 00 00" }, /* token P; lines 4.0: 6 of 4 bytes */
    { 0x3f2, "05 18 00 21" }, { 0x3f6, "00 ff 00 00" }, { 0x3fa, "04 09 00 a2" }, /* line 5: memory voltage, on; not used; line 4: fan, by pulses */
    { 0x3fe, "06 3d 00 70" }, /* line 6: its tachometer, read only */
    { 0x402, "0a 04 00 20" }, { 0x406, "0b 05 00 21" }, /* line 10: voltage bit 0; line 11: voltage bit 1, on */
    { 0x40a, "40 05 01 04 00 00 00 00 05" }, { 0x413, "40 05 00 04 00" }, /* ports 4.0: one of 4 bytes, I2C; connectors 4.0: none */
    { 0x418, "40 05 01 04 00 0a 5c 00 00" }, /* devices 4.0: ADT7473 at 0x2e */
    { 0x424, "40 1b 01 08 0a 04 cb bd dc 4e ec 03 00 00 00 00 00 00 18 04 13 04 00 00 00 00 00" }, /* display configuration 4.0: one entry of 8 bytes */
    { 0x43f, "0e 00 00 00 00 00 00 00" }, { 0xfff, "11" }, /* no output; all bytes add up to 0 */
};

static const struct piece gt215[] = {
    { 0x000, "55 aa 08 cb" }, { 0x018, "70 00" }, /* x86 image of 8 * 512 bytes, which returns; PCI data structure */
    { 0x036, "18 04" }, { 0x054, "de 10 a0 0c" }, /* display configuration; subsystem */
    { 0x058, "ff ff ff 7f 00 00 00 00 ff ff ff 7f 00 00 00 00 00 00 a5 63" }, /* straps as the resistors have them, valid, bytes that add up to 0 */
    { 0x070, "50 43 49 52 de 10 a0 0c 00 00 18 00 00 00 00 03 08 00 00 00 00 80 00 00" }, /* PCI data structure: device, VGA, 8 * 512 bytes, x86, the last image */
    { 0x088, "42 61 72 65 63 61 72 64 20 6d 6f 64 65 6c 20 52 4f 4d" }, /* a name */
    { 0x0a0, "04 04 04 04 04 04 04 04 04 04 04 04 04 04 04 04" }, { 0x0b0, "a0 00" }, /* arrays: type 4, GDDR5, for each strap; list of arrays */
    { 0x0b2, "40 15 00 00 00 00 ff 00 00 00 03 00" }, /* condition 0: partitions 0 and 1 */
    { 0x0be, "00 40 00 00 00 00 02 00 00 00 02 00" }, /* condition 1: the memory PLL has locked */
    { 0x0ca, "0c 02 10 00 ff ff ff ff 00 00 00 10" }, { 0x0d6, "d4 03 3d 80 80" }, /* condition 2: 256 MiB; I/O condition 0: CRTC 0x3d, bit 7 */
    { 0x0db, "00 01 01 00 00 00 00 00 00 00 00 00 00 00 00 00" }, /* straps 1 and 2 exist */
    { 0x0eb, "d4 03 3c 0f 00 db 00 01 01" }, /* I/O flag 0: by CRTC 0x3c bits 3:0 */
    { 0x0f4, "00 01" }, { 0x0f6, "d4 02 10 00 01 00 00 00" }, /* macro index: macro 0; macro 0: PRECHARGE = 1 */
    { 0x0fe, "03 02 01 03 03 03 03 03 03 03 03 03 03 03 03 ff" }, /* strap to column */
    { 0x10e, "10 05 02 02 00" }, /* memory information 1.0: 2 of 2 bytes */
    { 0x113, "13 02" }, { 0x115, "23 01" }, /* strap 1, GDDR5: column 2; strap 2, GDDR5: column 1 */
    { 0x117, "8c" }, { 0x118, "47 00 02 00 00 00 11 10 00" }, /* RESET_BEGUN; RESETBITS_NV_REG */
    { 0x121, "74 14 00" }, { 0x124, "7a 00 02 00 00 ff ff ff ff" }, { 0x12d, "8d" }, /* TIME; ZM_REG; RESET_END */
    { 0x12e, "37 00 10 10 00 02 0f d4 03 3c f0" }, { 0x139, "71" }, /* COPY; DONE */
    { 0x13a, "7a 04 42 00 00 01 1b 02 00" }, { 0x143, "7a 00 42 00 00 01 00 00 00" }, /* ZM_REG */
    { 0x14c, "8f 04 40 00 00 04 01 01 25 01 00 01 28 02 00 01 1e 03 00 01 2d 01 00" }, /* XMEMSEL_ZM_NV_REG_ARRAY */
    { 0x163, "7a 00 40 00 00 01 00 00 00" }, { 0x16c, "74 96 00" }, { 0x16f, "56 01 02" }, /* ZM_REG; TIME; POLL_NV */
    { 0x172, "71" }, { 0x173, "6b 04" }, { 0x175, "8e" }, { 0x176, "53 3d 80" }, /* DONE; SUB; GPIO_ALL; ZM_CRTC */
    { 0x179, "71" }, { 0x17a, "76 00" }, { 0x17c, "39 00" }, /* DONE; IO_CONDITION; IO_FLAG_CONDITION */
    { 0x17e, "75 00" }, { 0x180, "7a 04 02 10 00 00 90 44 01" }, { 0x189, "7a 50 02 10 00 01 00 00 00" }, /* CONDITION; ZM_REG; ZM_REG */
    { 0x192, "96 00 10 10 00 02 0f 00 14 07 10 00 00 00 00 00 00" }, /* INDEX_BYTE_ARRAY_NV_REG */
    { 0x1a3, "8f 20 02 10 00 04 0a" }, { 0x1aa, "00 0c 0b 0a 00 0c 0c 0b 00 0c 0d 0c 00 0c 0e 0d" }, /* XMEMSEL_ZM_NV_REG_ARRAY; columns 0 to 3 */
    { 0x1ba, "01 0c 0b 0a 01 0c 0c 0b 01 0c 0d 0c 01 0c 0e 0d" }, { 0x1ca, "02 0c 0b 0a 02 0c 0c 0b 02 0c 0d 0c 02 0c 0e 0d" }, /* columns 0 to 3 */
    { 0x1da, "03 0c 0b 0a 03 0c 0c 0b 03 0c 0d 0c 03 0c 0e 0d" }, { 0x1ea, "04 0c 0b 0a 04 0c 0c 0b 04 0c 0d 0c 04 0c 0e 0d" }, /* columns 0 to 3 */
    { 0x1fa, "05 0c 0b 0a 05 0c 0c 0b 05 0c 0d 0c 05 0c 0e 0d" }, { 0x20a, "06 0c 0b 0a 06 0c 0c 0b 06 0c 0d 0c 06 0c 0e 0d" }, /* columns 0 to 3 */
    { 0x21a, "07 0c 0b 0a 07 0c 0c 0b 07 0c 0d 0c 07 0c 0e 0d" }, { 0x22a, "08 0c 0b 0a 08 0c 0c 0b 08 0c 0d 0c 08 0c 0e 0d" }, /* columns 0 to 3 */
    { 0x23a, "09 0c 0b 0a 09 0c 0c 0b 09 0c 0d 0c 09 0c 0e 0d" }, { 0x24a, "56 02 02" }, /* columns 0 to 3; POLL_NV */
    { 0x24d, "90 0c 02 10 00 1c 0e 10 00" }, { 0x256, "6f 00" }, /* DIRECT_COPY_NV_REG; MACRO */
    { 0x258, "33 02" }, { 0x25a, "7a d0 02 10 00 01 00 00 00" }, { 0x263, "36" }, /* REPEAT; ZM_REG; END_REPEAT */
    { 0x264, "32 d4 03 3c 0f 00 03 c0 02 10 00 62 05 00 00 52 05 00 00 42 05 00 00" }, /* IO_RESTRICT_PROG */
    { 0x27b, "8f c4 02 10 00 04 01 08 24 00 00 09 24 00 00 0a 24 00 00 0b 24 00 00" }, /* XMEMSEL_ZM_NV_REG_ARRAY */
    { 0x292, "57 01 00" }, { 0x295, "48 10 02 10 00 00 00 00 80" }, /* TIME_MSEC; SETBITS_NV_REG */
    { 0x29e, "72" }, { 0x29f, "71" }, { 0x2a0, "57 01 00" }, { 0x2a3, "71" }, /* RESUME; DONE; TIME_MSEC; DONE */
    { 0x2a4, "17 01 73 01 7a 01 00 00 3a 01" }, /* scripts: 0, 1, 2, the end, clocks */
    { 0x2be, "00 00 15 70" }, { 0x2d5, "a0 0c" }, /* token i: version 70.15; device */
    { 0x2d7, "a4 02 f4 00 f6 00 b2 00 d6 00 eb 00 00 00 a0 02 b0 00 00 00 a0 00 77 00 17 01 8d 01" }, /* token I: tables, scripts; both from and how long */
    { 0x2f3, "04 fe 00 0e 01 00 00" }, /* token M: 4 columns, strap table, memory information */
    { 0x2fa, "00 00 00 00 00 00 00 00 00 00 00 00" }, /* token C: nothing */
    { 0x306, "10 04 04 02" }, { 0x312, "06 03 00" }, /* loads 1.0: none used; token A: loads */
    { 0x315, "40 0c 04 04 03 03 00 00 00 00 00 22" }, /* levels 4.0: 3 of 4 bytes and 3 of 4; starts at 0x22 */
    { 0x321, "20 00 5a 00 87 00 00 00 0e 01 00 00 87 00 00 00" }, /* 0x20: 0.90 V, 135, 270, 135 MHz */
    { 0x331, "21 00 5a 00 6c 01 00 00 20 03 00 00 0e 01 00 00" }, /* 0x21: 0.90 V, 364, 800, 270 MHz */
    { 0x341, "22 00 5f 00 29 02 00 00 46 05 00 00 1c 02 00 00" }, /* 0x22: 0.95 V, 553, 1350, 540 MHz */
    { 0x351, "40 10 00 00 a0 bb 0d 00 a8 61 00 03 00 00 00 00" }, /* voltages 4.0: from 900000 by 25000 microvolts, two bits */
    { 0x361, "10 04 05 01 00 f8 01 05 00" }, /* shunts 1.0: second device, 5 milliohms */
    { 0x36a, "15 03 00 00 00 00 00 00 00 00 00 00 51 03 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 61 03 00 00" }, /* token P: levels, voltages, shunts */
    { 0x398, "ff b8 42 49 54 00 00 01 0c 06 09 4e" }, /* BIT: 9 tokens of 6 bytes */
    { 0x3a4, "69 02 19 00 be 02" }, { 0x3aa, "49 01 1c 00 d7 02" }, /* token i; token I */
    { 0x3b0, "4d 02 07 00 f3 02" }, { 0x3b6, "43 01 0c 00 fa 02" }, /* token M; token C */
    { 0x3bc, "41 01 03 00 12 03" }, { 0x3c2, "44 01 04 00 ae 02" }, /* token A; token D */
    { 0x3c8, "4c 01 02 00 ae 02" }, { 0x3ce, "54 01 02 00 ae 02" }, /* token L; token T */
    { 0x3d4, "50 02 2c 00 6a 03" }, { 0x3dc, "40 06 06 04 00 00" }, /* token P; lines 4.0: 6 of 4 bytes */
    { 0x3e2, "05 18 00 21" }, { 0x3e6, "00 ff 00 00" }, { 0x3ea, "10 09 00 a2" }, /* line 5: memory voltage, on; not used; line 16: fan, by pulses */
    { 0x3ee, "06 3d 00 70" }, /* line 6: its tachometer, read only */
    { 0x3f2, "0a 04 00 20" }, { 0x3f6, "0b 05 00 21" }, /* line 10: voltage bit 0; line 11: voltage bit 1, on */
    { 0x3fa, "40 05 01 04 00 00 00 00 05" }, { 0x403, "40 05 00 04 00" }, /* ports 4.0: one of 4 bytes, I2C; connectors 4.0: none */
    { 0x408, "40 05 02 04 00 07 30 00 00 4c 80 00 00" }, /* devices 4.0: LM64 at 0x18, INA219 at 0x40 */
    { 0x418, "40 1b 01 08 fa 03 cb bd dc 4e dc 03 00 00 00 00 00 00 08 04 03 04 00 00 00 00 00" }, /* display configuration 4.0: one entry of 8 bytes */
    { 0x433, "0e 00 00 00 00 00 00 00" }, { 0xfff, "23" }, /* no output; all bytes add up to 0 */
};

static const struct piece mcp77[] = {
    { 0x000, "55 aa 08 cb" }, { 0x018, "70 00" }, /* x86 image of 8 * 512 bytes, which returns; PCI data structure */
    { 0x036, "f0 01" }, { 0x054, "de 10 40 08" }, /* display configuration; subsystem */
    { 0x058, "ff ff ff 7f 00 00 00 00 ff ff ff 7f 00 00 00 00 00 00 a5 63" }, /* straps as the resistors have them, valid, bytes that add up to 0 */
    { 0x070, "50 43 49 52 de 10 40 08 00 00 18 00 00 00 00 03 08 00 00 00 00 80 00 00" }, /* PCI data structure: device, VGA, 8 * 512 bytes, x86, the last image */
    { 0x088, "42 61 72 65 63 61 72 64 20 6d 6f 64 65 6c 20 52 4f 4d" }, { 0x0a0, "8c" }, /* a name; RESET_BEGUN */
    { 0x0a1, "47 00 02 00 00 00 11 10 00" }, { 0x0aa, "74 14 00" }, /* RESETBITS_NV_REG; TIME */
    { 0x0ad, "7a 00 02 00 00 ff ff ff ff" }, { 0x0b6, "8d" }, /* ZM_REG; RESET_END */
    { 0x0b7, "37 00 10 10 00 02 0f d4 03 3c f0" }, { 0x0c2, "71" }, { 0x0c3, "57 01 00" }, /* COPY; DONE; TIME_MSEC */
    { 0x0c6, "71" }, { 0x0c8, "a0 00 00 00 00 00 00 00 00 00" }, /* DONE; scripts: the first alone */
    { 0x0e2, "00 00 77 62" }, { 0x0f9, "40 08" }, /* token i: version 62.77; device */
    { 0x0fb, "c8 00 00 00 00 00 00 00 00 00 00 00 00 00 c3 00 00 00 00 00 a0 00 00 00 a0 00 27 00" }, /* token I: no tables; scripts from and how long */
    { 0x117, "00 00 00 00 00 00 00 00 00 00 00 00 00" }, { 0x124, "00 00 00 00 00 00 00 00 00 00 00 00" }, /* token M: nothing; token C: nothing */
    { 0x130, "10 04 04 02" }, { 0x13c, "30 01 00" }, /* loads 1.0: none used; token A: loads */
    { 0x13f, "30 06 03 10 01 02" }, /* levels 3.0: 3 of 16 bytes and one sub-entry of 2 */
    { 0x145, "20 00 00 00 00 00 28 5a a9 00 52 01 64 00 00 00 00 00" }, /* 0x20: 0.90 V, 169, 338, 100 MHz */
    { 0x157, "21 00 00 00 00 00 28 64 13 01 26 02 90 01 00 00 00 00" }, /* 0x21: 1.00 V, 275, 550, 400 MHz */
    { 0x169, "22 00 00 00 00 00 28 6e ef 01 bf 04 84 03 00 00 00 00" }, /* 0x22: 1.10 V, 495, 1215, 900 MHz */
    { 0x17b, "30 06 02 03 03 00" }, { 0x181, "5a 00 64 04 6e 08" }, /* voltages 3.0: 3 of 2 bytes; 0.90, 1.00, 1.10 V by 0, 1, 2 */
    { 0x187, "3f 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 7b 01 00 00" }, /* token P: levels, voltages */
    { 0x19c, "ff b8 42 49 54 00 00 01 0c 06 09 4e" }, /* BIT: 9 tokens of 6 bytes */
    { 0x1a8, "69 02 19 00 e2 00" }, { 0x1ae, "49 01 1c 00 fb 00" }, /* token i; token I */
    { 0x1b4, "4d 01 0d 00 17 01" }, { 0x1ba, "43 01 0c 00 24 01" }, /* token M; token C */
    { 0x1c0, "41 01 03 00 3c 01" }, { 0x1c6, "44 01 04 00 d2 00" }, /* token A; token D */
    { 0x1cc, "4c 01 02 00 d2 00" }, { 0x1d2, "54 01 02 00 d2 00" }, /* token L; token T */
    { 0x1d8, "50 01 14 00 87 01" }, { 0x1e0, "40 06 00 04 00 00" }, /* token P; lines 4.0: none */
    { 0x1e6, "40 05 00 04 00" }, { 0x1eb, "40 05 00 04 00" }, /* ports 4.0: none; connectors 4.0: none */
    { 0x1f0, "40 1b 01 08 e6 01 cb bd dc 4e e0 01 00 00 00 00 00 00 00 00 eb 01 00 00 00 00 00" }, /* display configuration 4.0: one entry of 8 bytes */
    { 0x20b, "0e 00 00 00 00 00 00 00" }, { 0xfff, "f4" }, /* no output; all bytes add up to 0 */
};

/* Differences of other boards, where nobody has started the card, and with a defect. */
static const struct { const char *chip, *defect; bool cold; struct piece piece; } others[] = {
    { "g92", NULL, false, { 0x199, "74 96 00 6e 40 c0 00 00" } }, /* no status to wait for */
    { "g94", NULL, false, { 0x199, "74 96 00 56 01 02 6e 40" } }, /* condition 1: 2 * 100 ms */
    { "g96", NULL, false, { 0x199, "74 96 00 56 01 02 6e 40" } }, { "g98", NULL, false, { 0x199, "74 96 00 56 01 02 6e 40" } },
    { "g200", NULL, false, { 0x199, "74 96 00 6e 40 c0 00 00" } },
    { "g98", NULL, false, { 0x0a0, "01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01" } }, /* DDR2 */
    { "g98", NULL, false, { 0x0b2, "40 15 00 00 00 00 ff 00 00 00 01 00" } }, /* one partition */
    { "gt216", NULL, false, { 0x10e, "10 05 02 02 00 10 02 20 01" } }, /* DDR2: type 0 */
    { "gt216", NULL, false, { 0x361, "20 04 0b 01 00 00 00 00 00 05 00 0a 00 05 40" } }, /* INA3221: 5, 10, off */
    { "gt216", NULL, false, { 0x40c, "40 05 01 04 00 4e 80 00 00" } },
    { "gt218", NULL, false, { 0x361, "15 03 00 00 00 00 00 00 00 00 00 00 51 03 00 00" } }, /* nothing measures */
    { "g200", NULL, false, { 0x418, "40 05 02 04 00 0a 5c 00 00 40 e0 00 00" } }, /* ADT7473, VT1103 at 0x70 */
    { "g84", NULL, true, { 0x3ec, "40 06 02 04 00 00 05 18 00 21 00 ff 00 00" } },
    { "g84", NULL, true, { 0x3fa, "40 05 00 04 00 40 05 00 04 00" } }, /* neither ports nor connectors */
    { "g84", NULL, true, { 0x404, "40 1b 01 08 fa 03 cb bd dc 4e ec 03 00 00 00 00 00 00 00 00 ff 03 00 00 00 00 00" } },
    { "gt215", NULL, true, { 0x361, "15 03 00 00 00 00 00 00 00 00 00 00 51 03 00 00" } },
    { "g84", "post-opcode-unknown", true, { 0x1ad, "01 53 3d 80 71" } },
    { "g84", "post-write-outside", true, { 0x1ad, "7a 3c 01 40 00 00 00 00 00 53" } },
    { "g84", "post-i2c-silent", true, { 0x1ad, "4d 00 90 01 10 55 53" } },
    { "g84", "post-i2c-silent", true, { 0x3fe, "40 05 01 04 00 00 00 00 05 40 05 00" } }, /* a port for the script */
    { "g84", "post-script-endless", true, { 0x1ad, "5c ad 01 53" } },
    { "g84", "post-script-missing", true, { 0x1b8, "40 01 aa 01 00 00 00 00 63 01" } },
    { "g84", "post-rom-foreign", false, { 0x054, "de 10 01 04" } }, { "g84", "post-rom-foreign", false, { 0x074, "de 10 01 04" } },
};
/* clang-format on */

static void read_rom(const char *chip, bool cold, const char *defect, uint8_t *bytes)
{
    open_rig(&(struct model_config){
        .chip = &chipset_named(chip)->chip, .seed = 1, .cold = cold, .defects = defect });
    wr(REF_PBUS_PCI_MIRROR + REF_PCI_NV_ROM_SHADOW, 0); /* not the shadow in VRAM */
    for (unsigned at = 0; at < ROM_SIZE; at += 4) {
        const uint32_t word = rd(REF_PROM + at);
        for (unsigned i = 0; i < 4; i++)
            bytes[at + i] = (uint8_t)(word >> 8 * i);
    }
}

static void expect_byte(const char *chip, const uint8_t *rom, unsigned at, unsigned expected)
{
    if (rom[at] != expected)
        fail_msg("%s: the ROM has 0x%02x at 0x%03x, 0x%02x is right", chip, rom[at], at, expected);
}

/* Returns the address after the piece. */
static unsigned expect_piece(const char *chip, const uint8_t *rom, const struct piece *piece)
{
    unsigned at = piece->at;

    for (const char *text = piece->bytes; *text; text += text[2] ? 3 : 2)
        expect_byte(chip, rom, at++, (unsigned)strtoul(text, NULL, 16));
    return at;
}

/* A byte that no piece names is 0. */
static void expect_rom(const char *chip, const struct piece *pieces, unsigned count)
{
    uint8_t rom[ROM_SIZE];
    unsigned at = 0;

    read_rom(chip, false, NULL, rom);
    for (unsigned i = 0; i < count; i++) {
        for (; at < pieces[i].at; at++)
            expect_byte(chip, rom, at, 0);
        at = expect_piece(chip, rom, &pieces[i]);
    }
    assert_int_equal(at, ROM_SIZE);
}

TEST(roms_are_as_typed)
{
    expect_rom("g84", g84, ARRAY_SIZE(g84));
    expect_rom("gt215", gt215, ARRAY_SIZE(gt215));
    expect_rom("mcp77", mcp77, ARRAY_SIZE(mcp77));
}

TEST(other_boards_differ_where_they_should)
{
    for (unsigned i = 0; i < ARRAY_SIZE(others); i++) {
        uint8_t rom[ROM_SIZE];

        read_rom(others[i].chip, others[i].cold, others[i].defect, rom);
        expect_piece(others[i].chip, rom, &others[i].piece);
    }
}

/* The ROM's BAR is a power of two, 128 KiB at least. */
TEST(larger_images_have_larger_bars, NULL, close_rig)
{
    static const uint32_t sizes[] = { 0x200, 0x20000, 0x20001, 0x40000, 0x60000 },
                          bars[] = { 0xfffe0001, 0xfffe0001, 0xfffc0001, 0xfffc0001, 0xfff80001 };
    static uint8_t image[0x60000];

    for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++) {
        open_rig(&(struct model_config){
            .chip = &chipset_named("g84")->chip, .vbios = image, .vbios_size = sizes[i] });
        model_config_write(rig.card, 0x30, 0xffffffff, 4);
        assert_int_equal(model_config_read(rig.card, 0x30, 4), bars[i]);
    }
}

/* The bytes of an image add up to 0, but with the defect one bit of the last one is the other way. */
TEST(sums_are_0_without_the_defect)
{
    static const char *const defects[] = { NULL, "post-rom-checksum" };

    for (unsigned i = 0; i < ARRAY_SIZE(defects); i++) {
        uint8_t rom[ROM_SIZE], sum = 0;

        read_rom("g84", true, defects[i], rom);
        for (unsigned at = 0; at < ROM_SIZE; at++)
            sum = (uint8_t)(sum + rom[at]);
        assert_int_equal(sum, defects[i] ? 0x10 : 0);
    }
}
