/* tests/boots/rig/apps/trap.c: a card whose takeover resets the machine, each time: when memory is asked for it. */
#include "tests/boots/rig/rig.h"

static struct rig rig;

static EFI_STATUS EFIAPI allocate(EFI_PCI_IO_PROTOCOL *io, EFI_ALLOCATE_TYPE type,
                                  EFI_MEMORY_TYPE memory, UINTN pages, void **host,
                                  UINT64 attributes)
{
    (void)io, (void)type, (void)memory, (void)pages, (void)host, (void)attributes;
    rig.table->RuntimeServices->ResetSystem(EfiResetCold, EFI_SUCCESS, 0, NULL);
    return EFI_ABORTED;
}

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base)
{
    (void)image_base;
    if (!rig_open(&rig, image, table))
        return EFI_ABORTED;
    rig.card_io->AllocateBuffer = allocate;
    return rig_start(&rig, table);
}
