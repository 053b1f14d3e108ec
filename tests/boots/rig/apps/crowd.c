/* tests/boots/rig/apps/crowd.c: memory attributes as firmware changes them, on all processors: complains of
 * each change that is asked for while one of them is not with the firmware. */
#include "efi/protocols.h"
#include "efi/tables.h"
#include "tests/boots/rig/rig.h"

static struct mp_services *mp;
static unsigned changes;
static EFI_STATUS(EFIAPI *real_set_attributes)(EFI_PHYSICAL_ADDRESS base, UINT64 length,
                                               UINT64 attributes);

static void EFIAPI come_and_go(void *argument)
{
    (void)argument;
}

static EFI_STATUS EFIAPI set_attributes(EFI_PHYSICAL_ADDRESS base, UINT64 length, UINT64 attributes)
{
    const EFI_STATUS status = mp->startup_all_aps(mp, come_and_go, FALSE, NULL, 0, NULL, NULL);

    if (EFI_ERROR(status))
        rig_say("memory attributes changed while a processor is out:", status);
    if (changes++ == 0)
        rig_say("the first change of memory attributes", UINT64_MAX);
    return real_set_attributes(base, length, attributes);
}

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base)
{
    struct dxe_services *const dxe = table_find(table, &(EFI_GUID)DXE_SERVICES_TABLE_GUID);
    static struct rig rig;

    (void)image_base;
    if (!rig_open(&rig, image, table))
        return EFI_ABORTED;
    if (dxe == NULL || EFI_ERROR(rig.boot->LocateProtocol(&(EFI_GUID)MP_SERVICES_PROTOCOL_GUID,
                                                          NULL, (void **)&mp))) {
        rig_say("there are no DXE or MP services", UINT64_MAX);
        return EFI_ABORTED;
    }
    real_set_attributes = dxe->set_memory_space_attributes;
    dxe->set_memory_space_attributes = set_attributes;
    return rig_start(&rig, table);
}
