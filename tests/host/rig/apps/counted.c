/* tests/host/rig/apps/counted.c: counts what Barecard itself asks the machine's firmware for, by the address that the
 * call comes from, until Barecard is left by its key X: pages, and buffers of the pool. The machine must not say that
 * it is QEMU, or Barecard ends it. */
#include "efi/cpu.h"
#include "tests/host/rig/rig.h"

#define DEBUG_EXIT  0x501
#define STATUS_GOOD 0x10

static struct {
    uint64_t base, size; /* of Barecard's image */
    uint64_t taken;      /* pages, in all */
    int64_t pages, buffers;
} count;

static EFI_BOOT_SERVICES real;

#define FROM_BARECARD ((uint64_t)(uintptr_t)__builtin_return_address(0) - count.base < count.size)

static EFI_STATUS EFIAPI allocate_pages(EFI_ALLOCATE_TYPE type, EFI_MEMORY_TYPE memory, UINTN pages,
                                        EFI_PHYSICAL_ADDRESS *at)
{
    const EFI_STATUS status = real.AllocatePages(type, memory, pages, at);

    if (FROM_BARECARD && !EFI_ERROR(status)) {
        count.taken += pages;
        count.pages += (int64_t)pages;
    }
    return status;
}

static EFI_STATUS EFIAPI free_pages(EFI_PHYSICAL_ADDRESS at, UINTN pages)
{
    const EFI_STATUS status = real.FreePages(at, pages);

    if (FROM_BARECARD && !EFI_ERROR(status))
        count.pages -= (int64_t)pages;
    return status;
}

static EFI_STATUS EFIAPI allocate_pool(EFI_MEMORY_TYPE memory, UINTN size, void **buffer)
{
    const EFI_STATUS status = real.AllocatePool(memory, size, buffer);

    count.buffers += FROM_BARECARD && !EFI_ERROR(status);
    return status;
}

static EFI_STATUS EFIAPI locate_handles(EFI_LOCATE_SEARCH_TYPE by, EFI_GUID *protocol, void *key,
                                        UINTN *handles, EFI_HANDLE **buffer)
{
    const EFI_STATUS status = real.LocateHandleBuffer(by, protocol, key, handles, buffer);

    count.buffers += FROM_BARECARD && !EFI_ERROR(status);
    return status;
}

static EFI_STATUS EFIAPI list_users(EFI_HANDLE handle, EFI_GUID *protocol,
                                    EFI_OPEN_PROTOCOL_INFORMATION_ENTRY **entries, UINTN *users)
{
    const EFI_STATUS status = real.OpenProtocolInformation(handle, protocol, entries, users);

    count.buffers += FROM_BARECARD && !EFI_ERROR(status);
    return status;
}

static EFI_STATUS EFIAPI free_pool(void *buffer)
{
    const EFI_STATUS status = real.FreePool(buffer);

    count.buffers -= FROM_BARECARD && !EFI_ERROR(status);
    return status;
}

static EFI_STATUS EFIAPI start_image(EFI_HANDLE image, UINTN *size, CHAR16 **data)
{
    EFI_LOADED_IMAGE_PROTOCOL *loaded = NULL;

    if (!EFI_ERROR(real.HandleProtocol(image, &(EFI_GUID)EFI_LOADED_IMAGE_PROTOCOL_GUID,
                                       (void **)&loaded))) {
        count.base = (uintptr_t)loaded->ImageBase;
        count.size = loaded->ImageSize;
    }
    return real.StartImage(image, size, data);
}

/* A key at every second look, so that whoever takes all keys that wait comes to an end. */
static EFI_STATUS EFIAPI press_x(SIMPLE_INPUT_INTERFACE *input, EFI_INPUT_KEY *key)
{
    static unsigned looks;

    (void)input;
    if (looks++ % 2 == 0)
        return EFI_NOT_READY;
    *key = (EFI_INPUT_KEY){ .UnicodeChar = 'x' };
    return EFI_SUCCESS;
}

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base)
{
    static struct rig rig;

    (void)image_base;
    if (!rig_open(&rig, image, table))
        return EFI_ABORTED;
    real = *rig.boot;
    rig.boot->AllocatePages = allocate_pages;
    rig.boot->FreePages = free_pages;
    rig.boot->AllocatePool = allocate_pool;
    rig.boot->LocateHandleBuffer = locate_handles;
    rig.boot->OpenProtocolInformation = list_users;
    rig.boot->FreePool = free_pool;
    rig.boot->StartImage = start_image;
    table->ConIn->ReadKeyStroke = press_x;
    rig_start(&rig, table);
    rig_say("pages taken:", count.taken);
    rig_say("pages kept:", (uint64_t)count.pages);
    rig_say("buffers kept:", (uint64_t)count.buffers);
    cpu_out16(DEBUG_EXIT, STATUS_GOOD);
    return EFI_ABORTED;
}
