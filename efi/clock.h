/* efi/clock.h: time since power-on of our image, from the CPU's time stamp counter.
 *
 * Units   microseconds.
 * Errors  none: a counter that stands still is taken as 1 GHz, and clock_runs says so. */
#ifndef EFI_CLOCK_H
#define EFI_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "efi/uefi.h"

struct clock {
    uint64_t start_ticks, ticks_per_ms, last_us;
    bool runs;
};

/* Measures the counter against the firmware's Stall, which uses the ACPI timer. */
void clock_start(struct clock *clock, EFI_BOOT_SERVICES *boot);
uint64_t clock_us(struct clock *clock); /* never goes back */
void clock_wait_us(struct clock *clock, uint64_t us);
/* Waits at least as long, with the processor halted for most of a wait of tens of milliseconds where the machine's
 * firmware can do that. It never waits longer than one tick of the firmware's timer beyond that. */
void clock_rest_us(struct clock *clock, EFI_BOOT_SERVICES *boot, uint64_t us);

#endif
