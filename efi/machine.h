/* efi/machine.h: which machine this is, and leaving it if it is QEMU.
 *
 * Source  SMBIOS 3.4 §5.2 (entry points), §7.2 (type 1); QEMU's fw_cfg and isa-debug-exit. */
#ifndef EFI_MACHINE_H
#define EFI_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "efi/uefi.h"

struct machine {
    bool qemu;
    char name[96];   /* manufacturer and product, "unknown machine" */
    char serial[64]; /* as SMBIOS has it, even a filler like "None"; empty: none */
};

void machine_find(struct machine *machine, EFI_SYSTEM_TABLE *table);
/* Ends QEMU; its exit status is 33, 35, 37 for status 0, 1, 2 (verdict_status). Returns if this is
 * not QEMU or if QEMU has no isa-debug-exit. */
void machine_leave_qemu(const struct machine *machine, int status);

#endif
