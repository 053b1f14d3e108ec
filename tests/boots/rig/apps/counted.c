/* tests/boots/rig/apps/counted.c: counts Barecard's own requests to the machine's firmware, by the address that the
 * call comes from, until Barecard is left by its key X: pages, buffers of the pool, and the serial ports whose drivers
 * are let go and taken back. The machine must not say that it is QEMU, or Barecard ends it. */
#include "efi/cpu.h"
#include "tests/boots/rig/rig.h"

#define DEBUG_EXIT  0x501
#define STATUS_GOOD 0x10
#define KEY_CYCLES  UINT64_C(1500000000) /* half a second or so */

static struct {
    uint64_t base, size; /* of Barecard's image */
    uint64_t taken;      /* pages, in all */
    int64_t pages, buffers;
    uint64_t let_go, back; /* bit n: COM(n + 1) */
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

/* The bit of a serial port; 0: it is none. */
static uint64_t port_bit(EFI_HANDLE handle)
{
    EFI_DEVICE_PATH *node = NULL;

    if (EFI_ERROR(
            real.HandleProtocol(handle, &(EFI_GUID)EFI_DEVICE_PATH_PROTOCOL_GUID, (void **)&node)))
        return 0;
    for (; !IsDevicePathEnd(node); node = NextDevicePathNode(node)) {
        const ACPI_HID_DEVICE_PATH *const acpi = (const ACPI_HID_DEVICE_PATH *)node;

        if (DevicePathType(node) == ACPI_DEVICE_PATH && acpi->HID == EISA_PNP_ID(0x0501))
            return UINT64_C(1) << acpi->UID;
    }
    return 0;
}

static EFI_STATUS EFIAPI disconnect(EFI_HANDLE controller, EFI_HANDLE driver, EFI_HANDLE child)
{
    if (FROM_BARECARD)
        count.let_go |= port_bit(controller);
    return real.DisconnectController(controller, driver, child);
}

static EFI_STATUS EFIAPI connect(EFI_HANDLE controller, EFI_HANDLE *drivers, EFI_DEVICE_PATH *rest,
                                 BOOLEAN recursive)
{
    if (FROM_BARECARD)
        count.back |= port_bit(controller);
    return real.ConnectController(controller, drivers, rest, recursive);
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

/* A key at every second look, so that whoever takes all keys that wait comes to an end; as slowly as a person types. */
static EFI_STATUS EFIAPI press_x(SIMPLE_INPUT_INTERFACE *input, EFI_INPUT_KEY *key)
{
    static unsigned looks;
    static uint64_t before;

    (void)input;
    if (looks++ % 2 == 0)
        return EFI_NOT_READY;
    if (cpu_tsc() - before < KEY_CYCLES)
        return EFI_NOT_READY;
    before = cpu_tsc();
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
    rig.boot->DisconnectController = disconnect;
    rig.boot->ConnectController = connect;
    rig.boot->StartImage = start_image;
    table->ConIn->ReadKeyStroke = press_x;
    rig_start(&rig, table);
    rig_say("pages taken:", count.taken);
    rig_say("pages kept:", (uint64_t)count.pages);
    rig_say("buffers kept:", (uint64_t)count.buffers);
    rig_say("serial ports let go:", count.let_go);
    rig_say("serial ports taken back:", count.back);
    cpu_out16(DEBUG_EXIT, STATUS_GOOD);
    return EFI_ABORTED;
}
