/* tests/efi/config_space_test.c: configuration space by the protocols of root bridges (efi/config_space.h). */
#include "efi/config_space.h"
#include "tests/efi/uefi/machine.h"

static const EFI_GUID bridge_guid = EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL_GUID;

struct bridge {
    EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL io;
    void *resources; /* null: it does not say */
    EFI_STATUS status;
};

static struct access {
    const void *io;
    unsigned width;
    uint64_t address;
    uint32_t value;
    bool write;
} access;

static EFI_STATUS access_status;

static EFI_STATUS EFIAPI config_read(EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL *io,
                                     EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL_WIDTH width, UINT64 address,
                                     UINTN count, VOID *out)
{
    assert_int_equal(1, count);
    access = (struct access){ io, width, address, access.value, false };
    memcpy(out, &access.value, 4);
    return access_status;
}

static EFI_STATUS EFIAPI config_write(EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL *io,
                                      EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL_WIDTH width, UINT64 address,
                                      UINTN count, VOID *in)
{
    assert_int_equal(1, count);
    access = (struct access){ io, width, address, access.value, true };
    memcpy(&access.value, in, 4);
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI configuration(EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL *io, VOID **out)
{
    *out = ((struct bridge *)io)->resources;
    return ((struct bridge *)io)->status;
}

static struct bridge bridge_of(uint32_t segment, void *resources)
{
    return (struct bridge){ .io = { .Pci = { .Read = config_read, .Write = config_write },
                                    .Configuration = configuration,
                                    .SegmentNumber = segment },
                            .resources = resources };
}

/* ACPI 6.4 §6.4.3.5.1: a QWORD descriptor: tag 0x8a, length 43, type 2 is a bus range, minimum at 14, maximum at 22. */
static void buses(uint8_t *out, uint8_t type, uint64_t first, uint64_t last)
{
    memset(out, 0, 46);
    out[0] = 0x8a;
    out[1] = 43;
    out[3] = type;
    memcpy(out + 14, &first, 8);
    memcpy(out + 22, &last, 8);
}

#define AT(number, at) ((struct pci_function){ .segment = (number), .bus = (at) })

TEST(a_bridge_says_which_buses_it_has, machine_up, machine_down)
{
    static uint8_t resources[3 * 46 + 2], wide[2 * 46 + 2];
    struct bridge known = bridge_of(0, resources), silent = bridge_of(5, NULL),
                  broken = bridge_of(6, resources), strange = bridge_of(7, wide);
    struct config_space space;

    config_space_open(&space, &machine->boot);
    assert_int_equal(0, space.count);
    buses(resources, 0, 1, 2); /* memory */
    buses(resources + 46, 2, 0x20, 0x3f);
    resources[92] = 0x79;
    buses(resources + 93, 2, 1, 1); /* past the end */
    buses(wide, 2, 0, 256);         /* no such bus */
    wide[46] = 0x79;
    broken.status = EFI_UNSUPPORTED;
    machine_offer(machine_handle(1), &bridge_guid, &known.io);
    machine_offer(machine_handle(2), &bridge_guid, &silent.io);
    machine_offer(machine_handle(3), &bridge_guid, &broken.io);
    machine_offer(machine_handle(4), &bridge_guid, &strange.io);
    config_space_open(&space, &machine->boot);
    assert_pairs(4, space.count, 0x20, space.bridges[0].buses.first_bus, 0x3f,
                 space.bridges[0].buses.last_bus);
    for (unsigned i = 1; i < 4; i++) {
        assert_pairs(4 + i, space.bridges[i].buses.segment, 0, space.bridges[i].buses.first_bus,
                     255, space.bridges[i].buses.last_bus);
    }

    /* The bridge of a function, by segment and bus. */
    access.value = 0x12345678;
    assert_int_equal(0x12345678, config_space_read(&space, AT(0, 0x20), 0, 4));
    assert_ptr_equal(&known.io, access.io);
    assert_int_equal(0x12345678, config_space_read(&space, AT(0, 0x3f), 0, 4));
    assert_int_equal(0xffffffff, config_space_read(&space, AT(0, 0x40), 0, 4));
    assert_int_equal(0xffff, config_space_read(&space, AT(0, 0x1f), 0, 2));
    assert_int_equal(0xff, config_space_read(&space, AT(4, 0x20), 0, 1));
    access.io = NULL;
    config_space_write(&space, AT(0, 0x1f), 0, 4, 0);
    assert_null(access.io);
    config_space_read(&space, AT(6, 0), 0, 4);
    assert_ptr_equal(&broken.io, access.io);
}

/* UEFI 2.10 §14.2: function in 15:8, device in 23:16, bus in 31:24; the register in 7:0, an extended one in 63:32. */
TEST(configuration_space_is_addressed, machine_up, machine_down)
{
    const struct pci_function function = {
        .segment = 0, .bus = 0x12, .device = 0x1f, .function = 7
    };
    struct bridge bridge = bridge_of(0, NULL);
    struct config_space space;

    machine_offer(machine_handle(1), &bridge_guid, &bridge.io);
    config_space_open(&space, &machine->boot);
    access.value = 0xa1b2c3d4;
    assert_pairs(0xd4, config_space_read(&space, function, 0xff, 1), 0x121f07ff, access.address, 0,
                 access.width, 0xc3d4, config_space_read(&space, function, 0x100, 2),
                 UINT64_C(0x100121f0700), access.address, 1, access.width, 0xa1b2c3d4,
                 config_space_read(&space, function, 0xffc, 4), UINT64_C(0xffc121f0700),
                 access.address, 2, access.width);
    access_status = EFI_DEVICE_ERROR;
    assert_int_equal(0xffff, config_space_read(&space, function, 0, 2));
    access_status = EFI_SUCCESS;
    config_space_write(&space, function, 4, 2, 0x1234);
    assert_true(access.write);
    assert_pairs(0x121f0704, access.address, 0x1234, access.value, 1, access.width);
}
