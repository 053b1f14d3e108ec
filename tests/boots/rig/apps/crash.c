/* tests/boots/rig/apps/crash.c: Barecard's own code crashes in the middle of the memory test, the only one that takes
 * minutes: after its call that sets the watchdog again, with registers and a stack that can be recognised. */
#include "tests/boots/rig/rig.h"

#define MINUTES 300    /* seconds of the watchdog */
#define UD2     0x0b0f /* the two bytes of that instruction */

static EFI_SET_WATCHDOG_TIMER real_set_watchdog;
static unsigned armings;

static EFI_STATUS EFIAPI set_watchdog(UINTN seconds, UINT64 code, UINTN size, CHAR16 *data)
{
    uint16_t *const caller = __builtin_return_address(0);

    if (seconds > MINUTES && ++armings == 2) {
        *caller = UD2;
        __asm__ volatile("movabs $0x5ca1ab1e00000001, %%rdx\n\t"
                         "push %%rdx\n\t"
                         "movabs $0x5ca1ab1e00000002, %%rdx\n\t"
                         "push %%rdx\n\t"
                         "movabs $0xc0ffee0000000012, %%r12\n\t"
                         "movabs $0xc0ffee0000000007, %%rdi\n\t"
                         "jmp *%%rax"
                         :
                         : "a"(caller)
                         : "rdx", "rdi", "r12", "memory");
    }
    return real_set_watchdog(seconds, code, size, data);
}

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base)
{
    static struct rig rig;

    (void)image_base;
    if (!rig_open(&rig, image, table))
        return EFI_ABORTED;
    real_set_watchdog = rig.boot->SetWatchdogTimer;
    rig.boot->SetWatchdogTimer = set_watchdog;
    return rig_start(&rig, table);
}
