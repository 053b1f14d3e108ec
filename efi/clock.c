#include "efi/clock.h"

#include "efi/cpu.h"

#define CALIBRATION_US     2000
#define CALIBRATION_ROUNDS 20  /* at most */
#define CALIBRATION_AGREES 200 /* rounds agree that differ by less than one part in so many */
#define TICKS_PER_MS_GUESS 1000000

/* A look takes longer than 1 ns, so a clock that runs ends a wait before this count does. */
#define LOOKS_PER_US_MAX   1000
#define LOOKS_PER_US_STILL 10

#define TICK_US      10000 /* of the timer of most machines' firmware; events happen at its ticks */
#define TIMER_PER_US 10    /* SetTimer counts in 100 ns */

/* Stall may take longer than asked, because of an interrupt or because a hypervisor lets others run, and never less:
 * the shortest round is the truth, once a second one has been as short. */
static uint64_t ticks_of_stall(EFI_BOOT_SERVICES *boot)
{
    uint64_t shortest = UINT64_MAX;
    bool agreed = false;

    for (unsigned round = 0; round < CALIBRATION_ROUNDS && !agreed; round++) {
        const uint64_t before = cpu_tsc();
        boot->Stall(CALIBRATION_US);
        const uint64_t ticks = cpu_tsc() - before;
        const uint64_t longer = ticks > shortest ? ticks : shortest;

        shortest = ticks < shortest ? ticks : shortest;
        agreed = round > 0 && longer - shortest <= shortest / CALIBRATION_AGREES;
    }
    return shortest;
}

void clock_start(struct clock *clock, EFI_BOOT_SERVICES *boot)
{
    const uint64_t per_ms = ticks_of_stall(boot) / (CALIBRATION_US / 1000);

    clock->runs = per_ms != 0;
    clock->ticks_per_ms = clock->runs ? per_ms : TICKS_PER_MS_GUESS;
    clock->start_ticks = cpu_tsc();
    clock->last_us = 0;
}

uint64_t clock_us(struct clock *clock)
{
    const uint64_t us = (cpu_tsc() - clock->start_ticks) * 1000 / clock->ticks_per_ms;

    if (us > clock->last_us)
        clock->last_us = us;
    return clock->last_us;
}

void clock_wait_us(struct clock *clock, uint64_t us)
{
    const uint64_t end = clock_us(clock) + us;
    const uint64_t looks = us * (clock->runs ? LOOKS_PER_US_MAX : LOOKS_PER_US_STILL);

    for (uint64_t look = 0; look < looks && clock_us(clock) < end; look++)
        cpu_pause();
}

/* Halted until the first tick after so long. What fails here leaves the wait to the caller. */
static void halt_us(EFI_BOOT_SERVICES *boot, uint64_t us)
{
    EFI_EVENT timer;
    UINTN index;

    if (EFI_ERROR(boot->CreateEvent(EVT_TIMER, 0, NULL, NULL, &timer)))
        return;
    if (!EFI_ERROR(boot->SetTimer(timer, TimerRelative, us * TIMER_PER_US)))
        (void)boot->WaitForEvent(1, &timer, &index);
    boot->CloseEvent(timer);
}

/* The event comes at the tick behind its time, so one tick less is asked for, and the rest is waited for here. A
 * counter that stands while the processor is halted only makes the wait longer. */
void clock_rest_us(struct clock *clock, EFI_BOOT_SERVICES *boot, uint64_t us)
{
    const uint64_t end = clock_us(clock) + us;

    if (us > TICK_US)
        halt_us(boot, us - TICK_US);
    const uint64_t now = clock_us(clock);
    if (now < end)
        clock_wait_us(clock, end - now);
}
