/* tests/efi/machine_check_test.c: an error in the processor's banks and on the bus (efi/machine_check.h). */
#include "efi/machine_check.h"
#include "tests/efi/uefi/machine.h"

static uint32_t check_features;
static uint64_t check_banks, check_status;

static struct cpuid check_cpuid(uint32_t leaf, uint32_t subleaf)
{
    assert_int_equal(1, leaf);
    return (struct cpuid){ .edx = check_features };
}

/* Intel SDM volume 3B §15.3: MCG_CAP 0x179, bits 7:0 banks; bank n has status 0x401 + 4n and address 0x402 + 4n. */
static uint64_t check_msr(uint32_t number)
{
    switch (number) {
    case 0x179:
        return check_banks;
    case 0x401 + 4 * 3:
        return check_status;
    case 0x402 + 4 * 3:
        return 0xfeed000;
    default:
        fail_msg("MSR 0x%x is read", number);
        return 0;
    }
}

static unsigned owned_banks(uint32_t edx, uint64_t banks)
{
    struct machine_check check;

    check_features = edx;
    check_banks = banks;
    machine->cr4 = 0x20;
    machine->cpuid = check_cpuid;
    machine->msr = check_msr;
    machine_check_own(&check);
    assert_pairs((edx & 0x80) != 0, check.owned, edx & 0x80 ? 0x60 : 0x20, machine->cr4);
    machine_check_release(&check);
    assert_int_equal(0x20, machine->cr4);
    return check.banks;
}

TEST(machine_checks_are_owned, machine_up, machine_down)
{
    struct machine_check check;

    assert_int_equal(0, owned_banks(0x4000, 4));          /* no machine checks at all */
    assert_int_equal(0, owned_banks(0x80, 4));            /* but no banks */
    assert_int_equal(6, owned_banks(0x4080, 0xffffff06)); /* the count is bits 7:0 */
    assert_pairs(64, owned_banks(0x4080, 64), 0, owned_banks(0x4080, 65));
    machine->cr4 = 0x60; /* the firmware has them on, and keeps them */
    machine_check_own(&check);
    assert_false(check.owned);
    machine_check_release(&check);
    assert_int_equal(0x60, machine->cr4);
}

static void expect_bank(uint64_t status, const char *words)
{
    const struct machine_check check = { .banks = 4 };
    char letters[128] = "";
    struct text text = text_in(letters, sizeof(letters));

    check_status = status;
    machine->msr = check_msr;
    assert_int_equal(*words != '\0', machine_check_bank(&check, 3, &text));
    assert_string_equal(words, letters);
    assert_false(machine_check_bank(&check, 4, &text));
}

/* Bit 63 valid, 61 uncorrected, 58 with an address. */
TEST(a_bank_says_what_it_holds, machine_up, machine_down)
{
    expect_bank(UINT64_C(0x7fffffffffffffff), "");
    expect_bank(UINT64_C(0x8000000000000151), "machine check bank 3: status=0x8000000000000151");
    expect_bank(UINT64_C(0xa000000000000151),
                "machine check bank 3: status=0xa000000000000151 uncorrected");
    expect_bank(UINT64_C(0x8400000000000151),
                "machine check bank 3: status=0x8400000000000151 address=0xfeed000");
}

static uint8_t control;

static uint8_t control_port(uint16_t port)
{
    assert_int_equal(0x61, port);
    return control;
}

/* The PC's port 0x61: bit 7 SERR, bit 6 IOCHK. */
TEST(an_nmi_has_a_sender, machine_up, machine_down)
{
    static const char *const words[] = { "NMI: port 0x61 reads 0x3f: not from the bus",
                                         "NMI: port 0x61 reads 0x7f: IOCHK, an expansion card",
                                         "NMI: port 0x61 reads 0x80: SERR, an error on the bus" };

    machine->in8 = control_port;
    for (unsigned i = 0; i < 3; i++) {
        char letters[128] = "";
        struct text text = text_in(letters, sizeof(letters));

        control = (const uint8_t[]){ 0x3f, 0x7f, 0x80 }[i];
        nmi_words(&text);
        assert_string_equal(words[i], letters);
    }
}
