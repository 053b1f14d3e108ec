/* tests/boots/rig/apps/bare.c: firmware that has no protocol for the card; and Barecard's pages are counted. */
#include "tests/boots/rig/rig.h"

/* Of the system's own services, in front of which ours stand. */
static EFI_BOOT_SERVICES services;
static uint64_t pages_held;

static EFI_STATUS EFIAPI allocate(EFI_ALLOCATE_TYPE type, EFI_MEMORY_TYPE memory, UINTN pages,
                                  EFI_PHYSICAL_ADDRESS *at)
{
    const EFI_STATUS status = services.AllocatePages(type, memory, pages, at);

    if (!EFI_ERROR(status) && memory == EfiBootServicesData)
        pages_held += pages;
    return status;
}

/* Barecard's own state, its exception handlers and its code are loader's memory and freed later. */
static EFI_STATUS EFIAPI release(EFI_PHYSICAL_ADDRESS at, UINTN pages)
{
    const EFI_STATUS status = services.FreePages(at, pages);

    if (!EFI_ERROR(status))
        pages_held -= pages;
    if (pages_held == 0)
        rig_say("all of the card's memory came back", UINT64_MAX);
    return status;
}

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base)
{
    static EFI_BOOT_SERVICES counting;
    static EFI_SYSTEM_TABLE its;
    static struct rig rig;

    (void)image_base;
    if (!rig_open(&rig, image, table))
        return EFI_ABORTED;
    if (EFI_ERROR(rig.boot->UninstallProtocolInterface(
            rig.card, &(EFI_GUID)EFI_PCI_IO_PROTOCOL_GUID, rig.card_io))) {
        rig_say("the card's protocol cannot be taken away", UINT64_MAX);
        return EFI_ABORTED;
    }
    services = *rig.boot;
    counting = services;
    counting.AllocatePages = allocate;
    counting.FreePages = release;
    its = *table;
    its.BootServices = &counting;
    return rig_start(&rig, &its);
}
