#include "efi/clock.h"

#include "efi/cpu.h"
#include "engines/text.h"
#include "hw/least.h"

#define CALIBRATION_US     2000
#define CALIBRATION_ROUNDS 20  /* at most */
#define CALIBRATION_AGREES 200 /* rounds agree that differ by less than one part in so many */
#define TICKS_PER_MS_GUESS 1000000
#define DIFFERS            4 /* sources differ by more than one part in so many */

#define CPUID_TSC       0x15 /* ECX: crystal's Hz; EBX / EAX: the counter's multiple of it */
#define CPUID_FREQUENCY 0x16 /* EAX 15:0: base frequency in MHz, which the counter has too */
#define CPUID_EXTENDED  0x80000000
#define RTC_INDEX       0x70
#define RTC_DATA        0x71
#define RTC_SECONDS     0
#define RTC_STATUS      10
#define RTC_UPDATES     0x80 /* the seconds change just now, and read as anything */
#define RTC_LOOK_MS     10   /* between two looks */
#define RTC_GAP_MS      100  /* a second that was seen so late says nothing */
#define RTC_COUNTED     2

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

/* 0: the CPU does not say. */
static uint64_t ticks_of_cpu(void)
{
    struct cpuid leaf;
    uint32_t last;

    cpu_cpuid(0, 0, &leaf);
    last = leaf.eax;
    if (last >= CPUID_TSC && last < CPUID_EXTENDED) {
        cpu_cpuid(CPUID_TSC, 0, &leaf);
        if (leaf.eax && leaf.ebx && leaf.ecx)
            return (uint64_t)leaf.ecx * leaf.ebx / leaf.eax / 1000;
    }
    if (last < CPUID_FREQUENCY || last >= CPUID_EXTENDED)
        return 0;
    cpu_cpuid(CPUID_FREQUENCY, 0, &leaf);
    return (leaf.eax & 0xffff) * UINT64_C(1000);
}

static bool differ(uint64_t a, uint64_t b)
{
    return a > b ? a - b > b / DIFFERS : b - a > a / DIFFERS;
}

void clock_start(struct clock *clock, EFI_BOOT_SERVICES *boot)
{
    const uint64_t per_ms = ticks_of_stall(boot) / (CALIBRATION_US / 1000), cpu = ticks_of_cpu();

    *clock = (struct clock){ .runs = per_ms != 0, .stall_per_ms = per_ms };
    clock->ticks_per_ms = clock->runs ? per_ms : TICKS_PER_MS_GUESS;
    if (clock->runs && cpu && differ(cpu, per_ms)) {
        clock->ticks_per_ms = cpu;
        clock->source = CLOCK_CPU;
    }
    clock->start_ticks = clock->seen_ticks = cpu_tsc();
}

bool clock_words(const struct clock *clock, char words[CLOCK_WORDS_MAX])
{
    struct text text = text_in(words, CLOCK_WORDS_MAX);
    const uint64_t hundredths =
        clock->stall_per_ms ? clock->ticks_per_ms * 100 / clock->stall_per_ms : 100;

    if (clock->source == CLOCK_STALL)
        return false;
    text_format(&text,
                "the machine's firmware measures time wrongly: %s says %u.%02u times its rate, "
                "which is used",
                clock->source == CLOCK_RTC ? "the real-time clock" : "the CPU",
                (unsigned)(hundredths / 100), (unsigned)(hundredths % 100));
    return true;
}

static uint64_t us_at(const struct clock *clock, uint64_t ticks)
{
    if (ticks < clock->start_ticks)
        return clock->start_us;
    return clock->start_us + (ticks - clock->start_ticks) * 1000 / clock->ticks_per_ms;
}

static uint8_t rtc_read(uint8_t number)
{
    cpu_out8(RTC_INDEX, number);
    return cpu_in8(RTC_DATA);
}

/* In binary or in BCD, whichever it counts in. */
static bool follows(uint8_t second, uint8_t before)
{
    return second == before + 1 || second == 0 || ((before & 0xf) == 9 && second == before + 7);
}

static void use_rtc(struct clock *clock, uint64_t ticks, uint64_t per_ms)
{
    if (!differ(per_ms, clock->ticks_per_ms))
        return;
    clock->start_us = us_at(clock, ticks);
    clock->start_ticks = ticks;
    clock->ticks_per_ms = per_ms;
    clock->source = CLOCK_RTC;
}

/* Counts from one change of the seconds to another, each seen soon after it came. A clock that is not there seems to
 * be updating for ever, and says nothing. */
static void watch_rtc(struct clock *clock, uint64_t ticks)
{
    const uint64_t gap = ticks - clock->rtc.read;

    clock->rtc.looked = ticks;
    if (rtc_read(RTC_STATUS) & RTC_UPDATES)
        return;
    const uint8_t second = rtc_read(RTC_SECONDS);
    clock->rtc.read = ticks;
    if (second != clock->rtc.second &&
        (gap > RTC_GAP_MS * clock->ticks_per_ms || !follows(second, clock->rtc.second))) {
        clock->rtc.from = 0;
    } else if (second != clock->rtc.second && clock->rtc.from == 0) {
        clock->rtc.from = ticks;
        clock->rtc.seconds = 0;
    } else if (second != clock->rtc.second && ++clock->rtc.seconds == RTC_COUNTED) {
        use_rtc(clock, ticks, (ticks - clock->rtc.from) / (1000 * RTC_COUNTED));
        clock->rtc.from = 0;
    }
    clock->rtc.second = second;
}

uint64_t clock_us(struct clock *clock)
{
    const uint64_t ticks = cpu_tsc();

    if (ticks == clock->seen_ticks && ++clock->still % LOOKS_PER_US_STILL == 0)
        clock->start_us++;
    clock->seen_ticks = ticks;
    if (clock->runs && !clock->no_rtc &&
        ticks - clock->rtc.looked >= RTC_LOOK_MS * clock->ticks_per_ms)
        watch_rtc(clock, ticks);
    const uint64_t us = us_at(clock, ticks);
    if (us > clock->last_us)
        clock->last_us = us;
    return clock->last_us;
}

void clock_wait_us(struct clock *clock, uint64_t us)
{
    const uint64_t end = clock_us(clock) + us + 1; /* this microsecond has begun already */
    const uint64_t looks = us * (clock->runs ? LOOKS_PER_US_MAX : LOOKS_PER_US_STILL);

    for (uint64_t look = 0; look < looks && clock_us(clock) < end; look++)
        cpu_pause();
}

/* Halted until the first tick after so long. If a service fails, the caller waits by itself. */
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

/* The firmware counts a timer from its last tick, so the first halt ends up to one tick early, and the second one at the
 * tick after the end: looking at the clock all that time is what a boot under an emulator spends most of a wait's
 * processor time on. A counter that stands while the processor is halted only makes the wait longer. */
void clock_rest_us(struct clock *clock, EFI_BOOT_SERVICES *boot, uint64_t us)
{
    const uint64_t end = clock_us(clock) + us + 1;
    const bool halts = us >= TICK_US;

    if (halts)
        halt_us(boot, us);
    uint64_t now = clock_us(clock);
    if (halts && now < end)
        halt_us(boot, LEAST(end - now, TICK_US));
    now = clock_us(clock);
    if (now < end)
        clock_wait_us(clock, end - now);
}
