#include "efi/machine_check.h"

#include "efi/cpu.h"
#include "hw/bits.h"

#define CPUID_FEATURES  1
#define CPUID_EDX_MCE   BIT(7)
#define CPUID_EDX_MCA   BIT(14)
#define CR4_MCE         BIT(6)
#define MCG_CAP         0x179
#define MCG_CAP_COUNT   BITS(7, 0)
#define MCI_STATUS(n)   (0x401 + 4 * (n))
#define MCI_ADDRESS(n)  (0x402 + 4 * (n))
#define MCI_VALID       (UINT64_C(1) << 63)
#define MCI_UNCORRECTED (UINT64_C(1) << 61)
#define MCI_HAS_ADDRESS (UINT64_C(1) << 58)
#define BANKS_MAX       64

#define CONTROL_PORT  0x61
#define CONTROL_IOCHK BIT(6)
#define CONTROL_SERR  BIT(7)

void machine_check_own(struct machine_check *check)
{
    struct cpuid features;

    *check = (struct machine_check){ 0 };
    cpu_cpuid(CPUID_FEATURES, 0, &features);
    if (!(features.edx & CPUID_EDX_MCE))
        return;
    if (features.edx & CPUID_EDX_MCA)
        check->banks = (unsigned)(cpu_rdmsr(MCG_CAP) & MCG_CAP_COUNT);
    if (check->banks > BANKS_MAX)
        check->banks = 0;
    check->owned = !(cpu_cr4() & CR4_MCE);
    if (check->owned)
        cpu_set_cr4(cpu_cr4() | CR4_MCE);
}

void machine_check_release(const struct machine_check *check)
{
    if (check->owned)
        cpu_set_cr4(cpu_cr4() & ~(uint64_t)CR4_MCE);
}

bool machine_check_bank(const struct machine_check *check, unsigned bank, struct text *text)
{
    const uint64_t status = bank < check->banks ? cpu_rdmsr(MCI_STATUS(bank)) : 0;

    if (!(status & MCI_VALID))
        return false;
    text_format(text, "machine check bank %u: status=0x%lx%s", bank, status,
                status & MCI_UNCORRECTED ? " uncorrected" : "");
    if (status & MCI_HAS_ADDRESS)
        text_format(text, " address=0x%lx", cpu_rdmsr(MCI_ADDRESS(bank)));
    return true;
}

void nmi_words(struct text *text)
{
    const uint8_t control = cpu_in8(CONTROL_PORT);

    text_format(text, "NMI: port 0x61 reads 0x%x: ", (unsigned)control);
    if (control & CONTROL_SERR)
        text_string(text, "SERR, an error on the bus");
    else if (control & CONTROL_IOCHK)
        text_string(text, "IOCHK, an expansion card");
    else
        text_string(text, "not from the bus");
}
