/* tests/efi/pci_io_test.c: a card, taken and given back by its protocol (efi/pci_io.h). */
#include "tests/efi/uefi/com1.h"
#include "tests/efi/uefi/function.h"

static const EFI_GUID name_guid = EFI_COMPONENT_NAME2_PROTOCOL_GUID;

static const struct pci_function at = { .segment = 1, .bus = 2, .device = 3, .function = 4 };

static struct pci_io open_taken(void)
{
    struct pci_io taken;

    memset(&taken, 0xa5, sizeof(taken));
    pci_io_open(&taken, &machine->boot, machine_handle(9), &com1.tap);
    return taken;
}

/* ---- taking ---------------------------------------------------------------------------------- */

/* UEFI 2.10 §14.4: attribute bits 9 memory, 10 bus master. Attributes that were on stay on. */
TEST(a_card_is_taken_and_given_back, com1_begin, machine_down)
{
    struct function near[5] = { function_at(0, 2, 3, 4), function_at(1, 3, 3, 4),
                                function_at(1, 2, 4, 4), function_at(1, 2, 3, 5),
                                function_at(1, 2, 3, 4) };
    struct pci_io taken = open_taken();

    assert_int_equal(ERR_NOT_FOUND, pci_io_take(&taken, at, false));
    for (unsigned i = 0; i < 4; i++)
        machine_offer(machine_handle(10 + i), &pci_guid, &near[i].io);
    assert_int_equal(ERR_NOT_FOUND, pci_io_take(&taken, at, false));
    assert_null(taken.io);
    machine_offer(machine_handle(14), &pci_guid, &near[4].io);
    near[4].attributes = 0x300;
    assert_int_equal(OK, pci_io_take(&taken, at, false));
    assert_ptr_equal(&near[4].io, taken.io);
    assert_int_equal(1, machine->disconnected.count);
    assert_ptr_equal(machine_handle(14), machine->disconnected.handles[0]);
    assert_ptr_equal(machine_handle(14), machine->opened.handles[0]);
    assert_int_equal(0x20, machine->open_attributes); /* UEFI 2.10 §7.3: exclusive */

    near[4].attributes = 0xf00;
    pci_io_give_back(&taken);
    assert_int_equal(0xb00, near[4].attributes); /* bus mastering was ours */
    assert_int_equal(1, machine->closed.count);
    assert_ptr_equal(machine_handle(14), machine->closed.handles[0]);
    assert_true(!taken.io && !taken.handle);
    pci_io_give_back(&taken);
    assert_int_equal(1, machine->closed.count);
    assert_said("");
}

/* Where the earlier attributes are unknown, nothing is turned off; a card of the console keeps its driver. */
TEST(what_stays_of_a_card, com1_begin, machine_down)
{
    struct function card = function_at(1, 2, 3, 4);
    struct pci_io taken = open_taken();

    machine_offer(machine_handle(1), &pci_guid, &card.io);
    card.get_status = EFI_UNSUPPORTED;
    assert_int_equal(OK, pci_io_take(&taken, at, false));
    card.attributes = 0xf00;
    pci_io_give_back(&taken);
    assert_int_equal(0xf00, card.attributes);
    machine->disconnected.count = machine->opened.count = machine->closed.count = 0;
    assert_int_equal(OK, pci_io_take(&taken, at, true));
    pci_io_give_back(&taken);
    assert_int_equal(0,
                     machine->disconnected.count + machine->opened.count + machine->closed.count);
}

/* ---- who does not let go --------------------------------------------------------------------- */

static EFI_OPEN_PROTOCOL_INFORMATION_ENTRY users[4];
static EFI_STATUS users_status;

static EFI_STATUS EFIAPI open_information(EFI_HANDLE handle, EFI_GUID *guid,
                                          EFI_OPEN_PROTOCOL_INFORMATION_ENTRY **out, UINTN *count)
{
    EFI_HANDLE *pool = NULL;

    assert_ptr_equal(machine_handle(1), handle);
    assert_memory_equal(&pci_guid, guid, sizeof(pci_guid));
    if (EFI_ERROR(users_status))
        return users_status;
    machine->boot.LocateHandleBuffer(ByProtocol, guid, NULL, count, &pool); /* any pool will do */
    *count = 4;
    memcpy(pool, users, sizeof(users));
    *out = (void *)pool;
    return EFI_SUCCESS;
}

static CHAR16 driver_words[80];

static EFI_STATUS EFIAPI driver_name(EFI_COMPONENT_NAME2_PROTOCOL *self, CHAR8 *language,
                                     CHAR16 **out)
{
    assert_string_equal("en", (const char *)language);
    *out = driver_words[0] ? driver_words : NULL;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI no_driver_name(EFI_COMPONENT_NAME2_PROTOCOL *self, CHAR8 *language,
                                        CHAR16 **out)
{
    *out = driver_words;
    return EFI_UNSUPPORTED;
}

static void words(const char *text)
{
    memset(driver_words, 0, sizeof(driver_words));
    for (unsigned i = 0; text[i]; i++)
        driver_words[i] = (CHAR16)(uint8_t)text[i];
}

#define REFUSED(by)                                                                                \
    assert_int_equal(ERR_RIG, pci_io_take(&taken, at, false));                                     \
    assert_string_equal("# the machine's firmware does not let go of the card "                    \
                        "(0x800000000000000f)" by "\n",                                            \
                        machine_sent())

/* UEFI 2.10 §7.3: open attributes 0x10 by driver, 0x20 exclusive; 4 only asks. */
TEST(who_holds_a_card_is_named, com1_begin, machine_down)
{
    struct function card = function_at(1, 2, 3, 4);
    struct pci_io taken = open_taken();
    EFI_COMPONENT_NAME2_PROTOCOL named = { .GetDriverName = driver_name },
                                 nameless = { .GetDriverName = no_driver_name };

    machine_offer(machine_handle(1), &pci_guid, &card.io);
    machine_offer(machine_handle(2), &name_guid, &named);
    machine_offer(machine_handle(4), &name_guid, &nameless);
    machine->boot.OpenProtocolInformation = open_information;
    machine->disconnect_status = EFI_ACCESS_DENIED;
    for (unsigned i = 0; i < 4; i++)
        users[i] = (EFI_OPEN_PROTOCOL_INFORMATION_ENTRY){
            .AgentHandle = machine_handle((const unsigned[]){ 2, 3, 2, 4 }[i]),
            .Attributes = (const UINT32[]){ 0x10, 0x20, 0x0c, 0x10 }[i]
        };
    words("Some \x7f Driver~");
    REFUSED(": Some ? Driver~: a driver without a name: a driver without a name");
    assert_null(taken.io);
    assert_int_equal(0, machine->opened.count);

    /* 64 letters of a name; opening alone may be refused. */
    machine->disconnect_status = EFI_SUCCESS;
    machine->open_status = EFI_ACCESS_DENIED;
    users[1].Attributes = users[3].Attributes = 0;
    words("0123456789012345678901234567890123456789012345678901234567890123x");
    REFUSED(": 0123456789012345678901234567890123456789012345678901234567890123");
    words("");
    REFUSED(": a driver without a name");
    users_status = EFI_NOT_FOUND;
    REFUSED("");
    users_status = EFI_SUCCESS;
}

static EFI_STATUS connect_status;

static EFI_STATUS EFIAPI connect(EFI_HANDLE card, EFI_HANDLE *drivers, EFI_DEVICE_PATH *rest,
                                 BOOLEAN recursive)
{
    assert_ptr_equal(machine_handle(1), card);
    assert_true(recursive && machine->closed.count == machine->opened.count);
    return connect_status;
}

/* UEFI 2.10 §7.3: a driver starts on a card that nobody has opened alone; then the card is ours again. */
TEST(a_driver_may_have_the_card_meanwhile, com1_begin, machine_down)
{
    struct function card = function_at(1, 2, 3, 4);
    struct pci_io taken = open_taken();

    machine->boot.OpenProtocolInformation = open_information;
    machine->boot.ConnectController = connect;
    machine_offer(machine_handle(1), &pci_guid, &card.io);
    assert_int_equal(ERR_NOT_FOUND, pci_io_connect(&taken));
    assert_int_equal(OK, pci_io_take(&taken, at, true)); /* its drivers have stayed */
    assert_pairs(ERR_NOT_FOUND, pci_io_connect(&taken), OK, pci_io_take(&taken, at, false), OK,
                 pci_io_connect(&taken));
    connect_status = EFI_NOT_FOUND;
    assert_pairs(ERR_NOT_FOUND, pci_io_connect(&taken), 3, machine->opened.count, 2,
                 machine->closed.count, 3, machine->disconnected.count, true, taken.exclusive);
    assert_said("");
    machine->disconnect_status = EFI_ACCESS_DENIED;
    connect_status = EFI_SUCCESS;
    assert_int_equal(ERR_RIG, pci_io_connect(&taken));
    assert_memory_equal("# the machine's firmware does not let go of the card", machine_sent(), 52);
    pci_io_give_back(&taken);
    assert_pairs(3, machine->opened.count, 3, machine->closed.count);
}

/* Bits 1 memory and 2 master of the Command register; only those that the function supports. */
TEST(bits_are_enabled_by_the_protocol, com1_begin, machine_down)
{
    /* clang-format off */
    static const struct { uint16_t bits; UINT64 supported, on; } rows[] = {
        { 2, UINT32_MAX, 0x200 }, { 4, UINT32_MAX, 0x400 }, { 6, UINT32_MAX, 0x600 }, { 6, 512, 512 },
        { 1, UINT32_MAX, 0 } };
    /* clang-format on */
    struct function card = function_at(1, 2, 3, 4);
    const struct pci_io taken = open_taken();

    pci_io_enable(&taken, at, 6); /* without the protocol nothing happens */
    machine_offer(machine_handle(1), &pci_guid, &card.io);
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        card.attributes = 0;
        card.supported = rows[i].supported;
        pci_io_enable(&taken, at, rows[i].bits);
        assert_int_equal(rows[i].on, card.attributes);
    }
    card.attributes = 0;
    card.supported_status = EFI_UNSUPPORTED; /* it does not say: all are tried */
    pci_io_enable(&taken, at, 6);
    assert_int_equal(0x600, card.attributes);
}
