/* efi/clock.h: time since power-on of our image, from the CPU's time stamp counter.
 *
 * Shape   three sources say how fast the counter is: the CPU itself (CPUID 0x15, 0x16), the firmware's Stall, and the
 *         real-time clock, whose seconds are watched whenever the time is asked for, at no cost. Where Stall differs
 *         from one of the others by more than one part in four, it is wrong: firmware may have a wrong idea of its own
 *         clock. A change of the rate never sets the time back.
 * Units   microseconds.
 * Errors  none: a counter that stands still is taken as 1 GHz, and each look at it as 0.1 us, so that every wait ends.
 * Source  Intel SDM volume 2A, CPUID; MC146818A data sheet: register 0 is the seconds. */
#ifndef EFI_CLOCK_H
#define EFI_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "efi/uefi.h"

#define CLOCK_WORDS_MAX 128

enum clock_source { CLOCK_STALL, CLOCK_CPU, CLOCK_RTC };

struct clock {
    uint64_t start_ticks, ticks_per_ms, last_us;
    bool runs;
    bool no_rtc; /* of another processor than the one that reads the real-time clock */

    enum clock_source source; /* of ticks_per_ms */
    uint64_t stall_per_ms;    /* measured by Stall */
    uint64_t start_us;        /* at start_ticks */
    uint64_t seen_ticks, still;
    struct {
        uint64_t looked, read; /* ticks: the last look, and the last that found a second */
        uint64_t from;         /* ticks of the second that counting began with; 0: none */
        uint8_t second;        /* as it was read last */
        unsigned seconds;      /* since `from` */
    } rtc;
};

/* Measures the counter against the firmware's Stall, and asks the CPU. */
void clock_start(struct clock *clock, EFI_BOOT_SERVICES *boot);
/* "the machine's firmware measures time wrongly: ..."; false: it does not, as far as anybody knows yet. */
bool clock_words(const struct clock *clock, char words[CLOCK_WORDS_MAX]);
uint64_t clock_us(struct clock *clock); /* never goes back */
void clock_wait_us(struct clock *clock, uint64_t us);
/* Waits at least as long, with the processor halted for most of a wait of tens of milliseconds where the machine's
 * firmware can do that. It never waits longer than one tick of the firmware's timer beyond that. */
void clock_rest_us(struct clock *clock, EFI_BOOT_SERVICES *boot, uint64_t us);

#endif
