/* tests/boots/rig/rig.h: UEFI applications that make a machine awkward and then start Barecard in it.
 *
 * Shape   each application is one C file with an efi_main; run-qemu.sh --firmware boots it, and leaves
 *         Barecard beside it on the stick as \EFI\BOOT\BARECARD.EFI. An application's complaints go to COM1 as a TAP
 *         comment that begins "# rig: ". Barecard ends QEMU, so nothing comes
 *         after it.
 * Errors  an application that cannot do its work says so and does not start Barecard. */
#pragma once

#include <stdbool.h>

#include "efi/uefi.h"

struct rig {
    EFI_HANDLE image;
    EFI_SYSTEM_TABLE *table;
    EFI_BOOT_SERVICES *boot;
    EFI_HANDLE card; /* the first function of NVIDIA's */
    EFI_PCI_IO_PROTOCOL *card_io;
};

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base);

/* False: there is no card, and the report says it. */
bool rig_open(struct rig *rig, EFI_HANDLE image, EFI_SYSTEM_TABLE *table);
/* Starts Barecard with that system table, or another file that lies on the stick under its name, with the options in
 * the file OPTIONS beside it if there is one; returns only if it could not. */
EFI_STATUS rig_start(const struct rig *rig, EFI_SYSTEM_TABLE *table);

/* A line that begins "# rig: ", with a number if it is not UINT64_MAX. */
void rig_say(const char *what, uint64_t number);

uint16_t rig_command(EFI_PCI_IO_PROTOCOL *io); /* the Command register */

/* An application that does only this, once the card is found (false: it could not), and then starts Barecard. */
#define RIG_APPLICATION(does)                                                                      \
    EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base)            \
    {                                                                                              \
        static struct rig rig;                                                                     \
                                                                                                   \
        (void)image_base;                                                                          \
        if (!rig_open(&rig, image, table) || !(does))                                              \
            return EFI_ABORTED;                                                                    \
        return rig_start(&rig, table);                                                             \
    }

static inline void rig_out32(uint16_t port, uint32_t value)
{
    __asm__ volatile("outl %0, %1" : : "a"(value), "Nd"(port));
}
