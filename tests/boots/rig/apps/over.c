/* tests/boots/rig/apps/over.c: firmware that has put BAR1 of the card over the machine's memory, at 512 MiB. */
#include "hw/pci.h"
#include "tests/boots/rig/rig.h"

#define BAR1  0x14u /* and its upper half */
#define THERE 0x20000000u

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base)
{
    static struct rig rig;
    UINT32 halves[] = { THERE, 0 };

    (void)image_base;
    if (!rig_open(&rig, image, table))
        return EFI_ABORTED;
    rig.card_io->Pci.Write(rig.card_io, EfiPciIoWidthUint32, BAR1, 2, halves);
    return rig_start(&rig, table);
}
