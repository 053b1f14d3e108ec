/* tests/efi/caching_test.c: how BARs are cached, and mapped, by the services of the firmware (efi/caching.h). */
#include "efi/caching.h"
#include "tests/efi/uefi/machine.h"

#define UC  1u
#define WC  2u
#define WB  8u
#define BAR UINT64_C(0xe0000000)

static EFI_CONFIGURATION_TABLE table;
static struct gcd_memory space;
static unsigned alones, added;
static EFI_STATUS space_status, attribute_status, capability_status;
static uint64_t attribute_calls[8], capability_calls[8];
static unsigned attribute_count, capability_count;

static EFI_STATUS EFIAPI get_descriptor(EFI_PHYSICAL_ADDRESS base, struct gcd_memory *out)
{
    *out = space;
    return space_status;
}

static EFI_STATUS EFIAPI set_attributes(EFI_PHYSICAL_ADDRESS base, UINT64 length, UINT64 attributes)
{
    assert_pairs(BAR, base, 0x100000, length);
    assert_int_equal(attribute_count + 1, alones); /* the others were sent home before each */
    attribute_calls[attribute_count++] = attributes;
    return attribute_status;
}

static EFI_STATUS EFIAPI set_capabilities(EFI_PHYSICAL_ADDRESS base, UINT64 length,
                                          UINT64 capabilities)
{
    assert_pairs(BAR, base, 0x100000, length);
    capability_calls[capability_count++] = capabilities;
    return capability_status;
}

static EFI_STATUS EFIAPI add_space(UINT32 type, EFI_PHYSICAL_ADDRESS base, UINT64 length,
                                   UINT64 capabilities)
{
    assert_int_equal(3, type); /* PI 1.7 volume 2 §7.2: EfiGcdMemoryTypeMemoryMappedIo */
    assert_pairs(BAR, base, 0x100000, length, UC, capabilities);
    added++;
    return EFI_SUCCESS;
}

static struct dxe_services dxe;

static void alone(void *opaque)
{
    assert_ptr_equal(&alones, opaque);
    alones++;
}

static struct caching open_caching(void)
{
    static const EFI_GUID guid = DXE_SERVICES_TABLE_GUID;
    struct caching caching;

    memset(&caching, 0xa5, sizeof(caching));
    /* clang-format off */
    dxe = (struct dxe_services){ .header = { .Signature = 0x565245535f455844u, .HeaderSize = sizeof(dxe) },
                                 .add_memory_space = add_space, .get_memory_space_descriptor = get_descriptor,
                                 .set_memory_space_attributes = set_attributes, .set_memory_space_capabilities = set_capabilities };
    space = (struct gcd_memory){ .base = BAR, .length = 0x100000, .capabilities = UC | WC, .attributes = 0x4000 | UC,
                                 .type = GCD_MEMORY_MAPPED_IO };
    /* clang-format on */
    space_status = attribute_status = capability_status = EFI_SUCCESS;
    alones = attribute_count = capability_count = added = 0;
    table = (EFI_CONFIGURATION_TABLE){ guid, &dxe };
    machine->table.ConfigurationTable = &table;
    machine->table.NumberOfTableEntries = 1;
    caching_open(&caching, &machine->table, alone, &alones);
    return caching;
}

STUB(enum err, combine, caching_combine(caching, BAR, 0x100000), struct caching *caching)

TEST(a_range_is_combined_and_put_back, machine_up, machine_down)
{
    struct caching caching = open_caching();

    assert_pairs(OK, combine(&caching), 1, attribute_count);
    assert_int_equal(0x4000 | WC, attribute_calls[0]); /* other attributes stay */
    assert_int_equal(0, capability_count);
    assert_null(caching.refusal);
    assert_int_equal(OK, caching_uncache(&caching, BAR, 0x200000)); /* another range */
    assert_pairs(OK, caching_uncache(&caching, BAR + 0x1000, 0x100000), 1, attribute_count);
    assert_int_equal(OK, caching_uncache(&caching, BAR, 0x100000));
    assert_pairs(2, attribute_count, 0x4000 | UC, attribute_calls[1], 0, capability_count);
    caching_restore(&caching);
    assert_int_equal(2, attribute_count);
    for (uint64_t how = UC; how <= WB; how *= 2) { /* one of four is set, whichever it was */
        space.attributes = 0x4000 | how;
        attribute_count = alones = 0;
        assert_pairs(OK, combine(&caching), 0x4000 | WC, attribute_calls[0]);
        assert_int_equal(OK, caching_uncache(&caching, BAR, 0x100000));
    }
    assert_int_equal(OK, combine(&caching));
    attribute_status = EFI_DEVICE_ERROR;
    assert_int_equal(ERR_RIG, caching_uncache(&caching, BAR, 0x100000));
}

/* Firmware that has not declared it is asked to, and its declaration is taken back. */
TEST(capabilities_are_put_back, machine_up, machine_down)
{
    struct caching caching = open_caching();

    space.capabilities = UC | WB;
    space.attributes = 0; /* MMIO that nobody has set up is uncached */
    assert_pairs(OK, combine(&caching), 1, capability_count, UC | WB | WC, capability_calls[0]);
    caching_restore(&caching);
    assert_pairs(0, caching.count, 2, attribute_count, UC, attribute_calls[1], 2, capability_count,
                 UC | WB, capability_calls[1]);
}

static void expect_refusal(struct caching *caching, const char *service)
{
    assert_pairs(ERR_UNSUPPORTED, combine(caching), 0, caching->count);
    if (service == NULL) {
        assert_null(caching->refusal);
        return;
    }
    assert_string_equal(service, caching->refusal);
    assert_int_equal(EFI_UNSUPPORTED, caching->status);
}

/* The range lies in one piece of MMIO, and the services are there; a refusal names the one that refused. */
TEST(a_refusal_says_which_service, machine_up, machine_down)
{
    for (unsigned i = 0; i < 8; i++) {
        struct caching caching = open_caching();

        space_status = i == 0 ? EFI_UNSUPPORTED : EFI_SUCCESS;
        space.type = i == 1 ? GCD_SYSTEM_MEMORY : GCD_MEMORY_MAPPED_IO;
        space.length -= i == 2;
        space.base += i == 3;
        space.capabilities = i < 4 ? UC | WC : UC;
        capability_status = EFI_UNSUPPORTED;
        dxe.header.HeaderSize -= i == 5 ? 8 : 0; /* an older table, without the service */
        dxe.header.Signature += i == 6;
        machine->table.NumberOfTableEntries = i != 7;
        if (i > 5)
            caching_open(&caching, &machine->table, alone, &alones);
        expect_refusal(&caching, i == 0   ? "GetMemorySpaceDescriptor"
                                 : i == 4 ? "SetMemorySpaceCapabilities"
                                          : NULL);
        assert_pairs(0, attribute_count, i == 4, capability_count);
    }
}

static EFI_STATUS EFIAPI refuse_combining(EFI_PHYSICAL_ADDRESS base, UINT64 length,
                                          UINT64 attributes)
{
    attribute_calls[attribute_count++] = attributes;
    return attributes & WC ? EFI_UNSUPPORTED : attribute_status;
}

/* A half-done change is undone; where even that fails, the rig is to blame. */
TEST(a_refused_attribute_is_undone, machine_up, machine_down)
{
    struct caching caching = open_caching();

    dxe.set_memory_space_attributes = refuse_combining;
    expect_refusal(&caching, "SetMemorySpaceAttributes");
    assert_pairs(2, attribute_count, 0x4000 | UC, attribute_calls[1]);
    expect_refusal(&caching, "SetMemorySpaceAttributes"); /* the firmware is not asked again */
    assert_pairs(2, attribute_count, ERR_UNSUPPORTED, caching_combine(&caching, BAR, 0x1000));
    assert_int_equal(4, attribute_count); /* but about another range */
    attribute_status = EFI_DEVICE_ERROR;
    assert_int_equal(ERR_RIG, combine(&caching));
    assert_int_equal(6, attribute_count); /* and what could not be put back is no refusal */
}

/* A BAR that nobody has mapped becomes MMIO, uncached. Memory is left alone. */
TEST(a_range_is_mapped, machine_up, machine_down)
{
    struct caching caching = open_caching();

    caching_map(&caching, BAR, 0x100000);
    assert_pairs(0, added, 1, attribute_count, UC, attribute_calls[0]);
    space.type = GCD_NON_EXISTENT;
    caching_map(&caching, BAR, 0x100000);
    assert_pairs(1, added, 2, attribute_count);
    space.type = GCD_SYSTEM_MEMORY;
    caching_map(&caching, BAR, 0x100000);
    space.type = GCD_NON_EXISTENT;
    space_status = EFI_UNSUPPORTED;
    caching_map(&caching, BAR, 0x100000);
    caching.dxe = NULL;
    caching_map(&caching, BAR, 0x100000);
    assert_pairs(1, added, 2, attribute_count);
}
