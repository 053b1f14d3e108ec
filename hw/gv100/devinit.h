/* hw/gv100/devinit.h: the parts of a GV100's ROM that start the card: images, two tokens of BIT, and the program that
 * the power unit (PMU) runs. The names are ours.
 *
 * Shape   pointers of BIT count from the first image; from its end on they count into the image of type 0xe0, which other
 *         images may stand before.
 * Units   bytes; offsets in the structure that the name begins with; words of a program's descriptor by number.
 * Source  docs/hardware/gv100.md §1.10. */
#ifndef HW_GV100_DEVINIT_H
#define HW_GV100_DEVINIT_H

#include "hw/bits.h"

#define ROM_IMAGE_SIGNATURE   0xaa55u
#define ROM_IMAGE_SIGNATURE_N 0x4e56u /* of images that only NVIDIA's programs read */
#define ROM_IMAGE_DATA        0x18    /* 16 bits: where its data structure lies */
#define ROM_DATA_PCIR         0x52494350u
#define ROM_DATA_NPDS         0x5344504eu
#define ROM_DATA_VENDOR       0x04
#define ROM_DATA_DEVICE       0x06
#define ROM_DATA_BYTES        0x0a /* 16 bits: of the data structure */
#define ROM_DATA_LENGTH       0x10 /* 16 bits: of the image, in 512 bytes */
#define ROM_DATA_TYPE         0x14
#define ROM_DATA_LAST         0x15 /* bit 7 */
#define ROM_DATA_LAST_BIT     BIT(7)
#define ROM_NPDE              0x4544504eu /* after the data structure, on the next multiple of 16 */
#define ROM_NPDE_BYTES        0x06        /* 16 bits: of this structure */
#define ROM_NPDE_LENGTH       0x08        /* 16 bits, in 512 bytes: it counts more than the other */
#define ROM_NPDE_LAST         0x0a
#define ROM_NPDE_SUBSYSTEM    0x10 /* vendor, device; only of a structure that is long enough */
#define ROM_UNIT              512u
#define ROM_TYPE_BIOS         0x00
#define ROM_TYPE_EFI          0x03
#define ROM_TYPE_NVIDIA       0xe0

#define ROM_EFI_SIGNATURE 0x04 /* of an image of type EFI: 0x0ef1 */
#define ROM_EFI_SUBSYSTEM 0x08
#define ROM_EFI_MACHINE   0x0a
#define ROM_EFI_OFFSET    0x16 /* 16 bits: where the driver begins */

#define ROM_BIT           0xb8ffu /* followed by "BIT", 0 */
#define ROM_BIT_HEADER    0x08    /* bytes of header and of a token, number of tokens */
#define ROM_BIT_TOKEN     0x09
#define ROM_BIT_COUNT     0x0a
#define ROM_TOKEN_VERSION 0x01
#define ROM_TOKEN_LENGTH  0x02
#define ROM_TOKEN_DATA    0x04
#define ROM_INIT_TABLES   0x14 /* of token I, 16 bits each: place and size */
#define ROM_INIT_SCRIPTS  0x18
#define ROM_INIT_BYTES    0x1c
#define ROM_VERSION_BYTES 5 /* of token i: of the highest four the last first, then one more */

#define ROM_PMU_VERSION     0x00 /* of the table of token p */
#define ROM_PMU_HEADER      0x01
#define ROM_PMU_ENTRY       0x02
#define ROM_PMU_COUNT       0x03
#define ROM_PMU_APPLICATION 0x00 /* of an entry */
#define ROM_PMU_PROGRAM     0x02 /* 32 bits */
#define ROM_PMU_DEVINIT     0x04
#define ROM_PMU_PRE_OS      0x01 /* runs the fan */

/* Words of a program's descriptor. */
enum pmu_program_word {
    PMU_STORED_SIZE,
    PMU_PLAIN_SIZE,
    PMU_ENTRY,
    PMU_INTERFACE, /* in its data */
    PMU_CODE_BASE,
    PMU_CODE_SIZE,
    PMU_CODE_VIRTUAL,
    PMU_SECURE_BASE,
    PMU_SECURE_SIZE,
    PMU_DATA_OFFSET, /* after the descriptor */
    PMU_DATA_BASE,
    PMU_DATA_SIZE,
    PMU_PROGRAM_WORDS
};
#define PMU_PROGRAM_BYTES 0x30

#define PMU_INTERFACE_ENTRY  0x08 /* of the list: where the first structure lies in data memory */
#define PMU_ARGUMENT_TABLES  0x08 /* of that: place in data memory, then in the ROM */
#define PMU_ARGUMENT_SCRIPTS 0x10
#define PMU_ARGUMENT_SIZE    0x1c /* of the scripts */

#define PMU_COMMAND_DEVINIT 0x5000u /* in its first mailbox */
#define PMU_COMMAND_DONE    BIT(13)
#define PMU_LOCKED          0xdead5ec2u /* its ports read this while it keeps others out */
#define PMU_DRIVER_WORD                                                                            \
    0x65726162u        /* ours: by this, in mailbox 1, the model's driver starts the model */
#define PMU_BLOCK 256u /* bytes of code that share a tag */

#endif
