/* tests/boots/rig/apps/blind.c: firmware that leaves machine checks off, so that one is a reset without a word. */
#include "efi/cpu.h"
#include "tests/boots/rig/rig.h"

#define CR4_MCE (UINT64_C(1) << 6)

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base)
{
    static struct rig rig;

    (void)image_base;
    if (!rig_open(&rig, image, table))
        return EFI_ABORTED;
    cpu_set_cr4(cpu_cr4() & ~CR4_MCE);
    return rig_start(&rig, table);
}
