#include "tests/efi/uefi/function.h"

static struct function *of(EFI_PCI_IO_PROTOCOL *io)
{
    return (struct function *)io;
}

static EFI_STATUS EFIAPI get_location(EFI_PCI_IO_PROTOCOL *io, UINTN *segment, UINTN *bus,
                                      UINTN *device, UINTN *function)
{
    *segment = of(io)->segment;
    *bus = of(io)->bus;
    *device = of(io)->device;
    *function = of(io)->number;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI attributes(EFI_PCI_IO_PROTOCOL *io,
                                    EFI_PCI_IO_PROTOCOL_ATTRIBUTE_OPERATION operation, UINT64 bits,
                                    UINT64 *out)
{
    struct function *const function = of(io);

    switch (operation) {
    case EfiPciIoAttributeOperationGet:
        *out = function->attributes;
        return function->get_status;
    case EfiPciIoAttributeOperationSupported:
        *out = function->supported;
        return function->supported_status;
    case EfiPciIoAttributeOperationEnable:
        function->attributes |= bits;
        return EFI_SUCCESS;
    case EfiPciIoAttributeOperationDisable:
        function->attributes &= ~bits;
        return EFI_SUCCESS;
    default:
        return EFI_UNSUPPORTED;
    }
}

static EFI_STATUS EFIAPI allocate_buffer(EFI_PCI_IO_PROTOCOL *io, EFI_ALLOCATE_TYPE type,
                                         EFI_MEMORY_TYPE kind, UINTN pages, VOID **out, UINT64 bits)
{
    EFI_PHYSICAL_ADDRESS at = 0;
    const EFI_STATUS status = machine_stub.boot.AllocatePages(type, kind, pages, &at);

    assert_int_equal(0, bits);
    of(io)->kind = kind;
    if (EFI_ERROR(status))
        return status;
    of(io)->buffers++;
    *out = machine_pointer(at);
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI free_buffer(EFI_PCI_IO_PROTOCOL *io, UINTN pages, VOID *at)
{
    of(io)->buffers--;
    return machine_stub.boot.FreePages((uintptr_t)at, pages);
}

static EFI_STATUS EFIAPI map(EFI_PCI_IO_PROTOCOL *io, EFI_PCI_IO_PROTOCOL_OPERATION operation,
                             VOID *at, UINTN *size, EFI_PHYSICAL_ADDRESS *device, VOID **mapping)
{
    struct function *const function = of(io);

    assert_int_equal(EfiPciIoOperationBusMasterCommonBuffer, operation);
    if (EFI_ERROR(function->map_status))
        return function->map_status;
    *size -= function->map_less;
    *device = function->device_base ? function->device_base : (uintptr_t)at;
    *mapping = machine_handle(7);
    function->mappings++;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI unmap(EFI_PCI_IO_PROTOCOL *io, VOID *mapping)
{
    assert_ptr_equal(machine_handle(7), mapping);
    of(io)->mappings--;
    return of(io)->unmap_status;
}

static EFI_STATUS EFIAPI read_class(EFI_PCI_IO_PROTOCOL *io, EFI_PCI_IO_PROTOCOL_WIDTH width,
                                    UINT32 offset, UINTN count, VOID *out)
{
    assert_pairs(EfiPciIoWidthUint32, width, 8, offset, 1, count);
    memcpy(out, &of(io)->class, 4);
    return EFI_SUCCESS;
}

/* UEFI 2.10 §14.4: the caller frees it. */
static EFI_STATUS EFIAPI bar(EFI_PCI_IO_PROTOCOL *io, UINT8 index, UINT64 *supports, VOID **out)
{
    assert_int_equal(1, index);
    assert_null(supports);
    if (!of(io)->bar[0])
        return EFI_UNSUPPORTED;
    *out = memcpy(malloc(48), of(io)->bar, 46);
    machine_stub.pools++;
    return EFI_SUCCESS;
}

struct function function_at(UINTN segment, UINTN bus, UINTN device, UINTN number)
{
    /* clang-format off */
    return (struct function){ .io = { .GetLocation = get_location, .Attributes = attributes, .AllocateBuffer = allocate_buffer,
                                      .FreeBuffer = free_buffer, .Map = map, .Unmap = unmap, .Pci = { .Read = read_class },
                                      .GetBarAttributes = bar },
                              .segment = segment, .bus = bus, .device = device, .number = number, .supported = UINT64_MAX };
    /* clang-format on */
}

struct card_path card_path(uint8_t device, bool with_output)
{
    const EFI_DEVICE_PATH end = { END_DEVICE_PATH_TYPE,
                                  END_ENTIRE_DEVICE_PATH_SUBTYPE,
                                  { sizeof(end), 0 } };
    struct card_path path = { .end = end };

    path.card = path.output = (PCI_DEVICE_PATH){
        .Header = { HARDWARE_DEVICE_PATH, HW_PCI_DP, { sizeof(PCI_DEVICE_PATH), 0 } },
        .Device = device
    };
    if (!with_output)
        memcpy(&path.output, &end, sizeof(end));
    return path;
}
