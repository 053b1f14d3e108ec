/* efi/image.h: facts about this image from linker/version.asm and linker/efi.lds. */
#ifndef EFI_IMAGE_H
#define EFI_IMAGE_H

#include <stdint.h>

/* "barecard VERSION BUILDID" */
extern const char firmware_version[];
#define FIRMWARE_NAME_LENGTH 9 /* "barecard " */

/* Says in the firmware's log whose watchdog it was; smaller codes are the firmware's own. */
#define FIRMWARE_WATCHDOG_CODE 0x10000

/* The end of the loaded image; its start comes from linker/start.asm. */
extern const uint8_t image_end[];

#endif
