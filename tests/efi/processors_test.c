/* tests/efi/processors_test.c: processors that compare with the firmware's own (efi/processors.h), as the bus has them. */
#include <pthread.h>

#include "tests/efi/uefi/com1.h"

#define MEMBERS 2

static pthread_t threads[MEMBERS];
static unsigned counted, started, joined;
static UINTN enabled;
static void(EFIAPI *procedure)(void *argument);
static void *procedure_argument;

static EFI_STATUS EFIAPI count_processors(struct mp_services *self, UINTN *all, UINTN *out)
{
    counted++;
    *all = enabled + 1;
    *out = enabled;
    return EFI_SUCCESS;
}

static struct mp_services mp = { .get_number_of_processors = count_processors };

static void *member(void *argument)
{
    procedure(procedure_argument);
    return NULL;
}

#define UNUSED __attribute__((unused))
#define START(name)                                                                                \
    static EFI_STATUS EFIAPI name(struct mp_services *self UNUSED,                                 \
                                  void(EFIAPI * work)(void *argument),                             \
                                  BOOLEAN one_after_the_other UNUSED, EFI_EVENT finished UNUSED,   \
                                  UINTN timeout_us UNUSED, void *argument, UINTN **failed UNUSED)

START(start_all)
{
    assert_pairs(true, !one_after_the_other && finished, 0, timeout_us);
    procedure = work;
    procedure_argument = argument;
    started++;
    for (unsigned i = 0; i < MEMBERS; i++)
        assert_int_equal(0, pthread_create(&threads[i], NULL, member, NULL));
    return EFI_SUCCESS;
}

/* The firmware notices that all are back. */
static EFI_STATUS EFIAPI check_home(EFI_EVENT event)
{
    for (unsigned i = 0; i < MEMBERS; i++)
        pthread_join(threads[i], NULL);
    joined++;
    return EFI_SUCCESS;
}

static size_t compare(uint64_t *words, size_t size)
{
    return bus.bus.ops->find_other(&bus.bus, words, 7, size);
}

TEST(processors_compare, bus_begin, bus_end)
{
    static uint64_t words[16 * 16384 / 8]; /* sixteen pieces */

    bus_close(&bus);
    mp.startup_all_aps = start_all;
    machine_offer(machine_handle(1), &mp_guid, &mp);
    machine->boot.CheckEvent = check_home;
    machine->look_ticks = 1; /* so that nobody is idle for four seconds */
    enabled = MEMBERS + 1;
    started = joined = 0;
    bus_open_again();
    for (size_t i = 0; i < sizeof(words) / 8; i++)
        words[i] = 7;
    assert_int_equal(16384, compare(words, 16384)); /* too little for others */
    assert_int_equal(0, started);
    assert_int_equal(32768, compare(words, 32768)); /* a piece for each of two */
    assert_pairs(1, started, sizeof(words), compare(words, sizeof(words)), 1, started);
    assert_said("# compare: 64-bit, 3 processors\n");
    for (size_t i = 0; i < sizeof(words) / 8; i += 1001) {
        words[i] = 8;
        words[sizeof(words) / 8 - 1] = 9;
        assert_int_equal(8 * i, compare(words, sizeof(words)));
        words[i] = words[sizeof(words) / 8 - 1] = 7;
    }
    static uint64_t expected[sizeof(words) / 8];

    memcpy(expected, words, sizeof(words));
    expected[5000] = 1;
    assert_int_equal(40000, bus.bus.ops->find_difference(&bus.bus, words, expected, sizeof(words)));
    assert_int_equal(1, started);
    comparers_send_home(&bus.comparers);
    assert_pairs(1, joined, sizeof(words), compare(words, sizeof(words)), 2, started);
    assert_said("");
    machine->boot.CheckEvent = check_home;
    bus_close(&bus);
    assert_pairs(2, joined, 0, machine->pages, 0, machine->event_count);
    machine_withdraw(machine_handle(1), &mp_guid);
    bus_open_again();
}

#define PIECES     4
#define WORDS      (PIECES * 16384 / 8)
#define TICKS_MS   UINT64_C(1000000) /* of the stub's time stamp counter */
#define PAGE_BYTES 0x1000

static uint64_t sevens[WORDS];

static void open_with(void *start)
{
    bus_close(&bus);
    mp.startup_all_aps = start;
    machine_offer(machine_handle(1), &mp_guid, &mp);
    enabled = MEMBERS + 1;
    started = joined = 0;
    bus_open_again();
    for (size_t i = 0; i < WORDS; i++)
        sevens[i] = 7;
}

static unsigned sent_out;
static struct idt_register former;
static uint8_t before[64 * PAGE_BYTES];

/* Each comes, finds nothing to do for four seconds, and goes. */
START(start_many)
{
    started++;
    former = machine->idt;
    memcpy(before, argument, (size_t)machine->pages * PAGE_BYTES);
    machine->look_ticks = 5000 * TICKS_MS;
    machine->cpuid = machine_avx2;
    for (unsigned i = 0; i < sent_out; i++)
        work(argument);
    machine->cpuid = NULL;
    assert_true(machine->cr4 == 0 && machine->idt.base == former.base); /* as the firmware had it */
    machine->look_ticks = TICKS_MS / 10;
    return EFI_SUCCESS;
}

STUB(EFI_STATUS EFIAPI, all_home, EFI_SUCCESS, EFI_EVENT event)

/* There is room for 63. The stub fills pages with 0xa5: memory after the room stays so when more come. */
TEST(more_than_63_processors_find_no_room, bus_begin, bus_end)
{
    for (sent_out = 63; sent_out <= 70; sent_out++) {
        open_with(start_many);
        machine->boot.CheckEvent = all_home;
        enabled = sent_out + 1;
        assert_pairs(sizeof(sevens), compare(sevens, sizeof(sevens)), 1, started);
        const size_t bytes = (size_t)machine->pages * PAGE_BYTES;
        const uint8_t *const room = (const uint8_t *)bus.comparers.room;
        size_t used = bytes;

        assert_in_range(bytes, PAGE_BYTES, sizeof(before));
        while (used && before[used - 1] == 0xa5)
            used--;
        assert_in_range(used, bytes - PAGE_BYTES + 1, bytes - 64);
        assert_memory_equal(before + used, room + used, bytes - used);
        /* the last of them has left his mark, in the last line of the room */
        assert_memory_not_equal(before + used - 64, room + used - 64, 64);
        machine_sent();
        machine_withdraw(machine_handle(1), &mp_guid);
    }
}

/* AVX2 is on with bit 18 of CR4 and bits 2:0 of XCR0; the machine's firmware gets back what it had. */
TEST(avx2_is_switched_on_and_off, bus_begin, bus_end)
{
    for (unsigned had = 0; had < 2; had++) {
        const uint64_t cr4 = 0x668 | had << 18, xcr0 = had ? 7 : 1;

        bus_close(&bus);
        machine->cpuid = machine_avx2;
        machine->cr4 = cr4;
        machine->xcr0 = xcr0;
        bus_open_again();
        assert_true(machine->cr4 == (0x668 | 1 << 18) && machine->xcr0 == 7);
        if (__builtin_cpu_supports("avx2"))
            assert_int_equal(0, compare(memset(sevens, 8, 32768), 32768));
        assert_said(__builtin_cpu_supports("avx2") ? "# compare: avx2, 1 processor\n" : "");
        bus_close(&bus);
        assert_true(machine->cr4 == cr4 && machine->xcr0 == xcr0);
        machine->cpuid = NULL;
        bus_open_again();
    }
}

/* One that is alone is not asked about others again. */
TEST(nobody_else_is_asked_for_once, bus_begin, bus_end)
{
    open_with(start_all);
    enabled = 1;
    counted = 0;
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(sizeof(sevens), compare(sevens, sizeof(sevens)));
    assert_pairs(1, counted, 0, started);
    assert_said("# compare: 64-bit, 1 processor\n");
}

/* ---- processors that do not come back --------------------------------------------------------- */

#define TICKS_US UINT64_C(1000)

static jmp_buf taken_away;

/* An exception ends in a table of ours, and AVX2 may be used. */
static void take_away(void)
{
    assert_true(machine->idt.limit == 4095 && machine->idt.base != former.base);
    assert_true(machine->cr4 == 1 << 18 && machine->xcr0 == 7);
    longjmp(taken_away, 1);
}

/* One comes, looks for work once, and is heard of no more, as after an exception. */
START(start_lost)
{
    started++;
    former = machine->idt;
    machine->pause = take_away;
    machine->cpuid = machine_avx2;
    if (!setjmp(taken_away))
        work(argument);
    machine->pause = NULL;
    machine->cpuid = NULL;
    return EFI_SUCCESS;
}

/* The state of a comparers when not all of it comes back. */
static void free_room(void)
{
    const UINTN pages = (UINTN)machine->pages;

    assert_non_null(bus.comparers.room);
    machine->boot.FreePages((uintptr_t)bus.comparers.room, pages);
    machine->boot.CloseEvent(bus.comparers.home);
}

static void open_with_two(void *start)
{
    open_with(start);
    enabled = 2;
    machine->look_ticks = 1;
    machine->tsc += TICKS_MS; /* a clock has run before the first comparison */
    assert_pairs(sizeof(sevens), compare(sevens, sizeof(sevens)), 1, started);
}

/* Five seconds without a look; from then on nobody is called in, and the answers are right as before. */
TEST(a_processor_that_stops_looking_is_given_up, bus_begin, bus_end)
{
    open_with_two(start_lost);
    assert_said("# compare: 64-bit, 2 processors\n");
    machine->tsc += 4999000 * TICKS_US;
    assert_int_equal(sizeof(sevens), compare(sevens, sizeof(sevens)));
    assert_said("");
    machine->tsc += 2000 * TICKS_US;
    sevens[WORDS - 1] = 6;
    assert_int_equal(sizeof(sevens) - 8, compare(sevens, sizeof(sevens)));
    assert_said("# compare: a processor did not come back, 64-bit on this one alone from now on\n");
    assert_int_equal(sizeof(sevens) - 8, compare(sevens, sizeof(sevens)));
    assert_said("");
    assert_int_equal(1, started);
    machine->look_ticks = TICKS_US;
    bus_close(&bus);
    free_room();
    bus_open_again();
}

/* Changes of memory attributes wait a second for it, and say once that it is missing. Its room stays its own. */
TEST(a_missing_processor_is_waited_for, bus_begin, bus_end)
{
    open_with_two(start_lost);
    machine_sent();
    machine->look_ticks = TICKS_US;
    uint64_t begun = machine->tsc;

    comparers_send_home(&bus.comparers);
    assert_in_range(machine->tsc - begun, 1000 * TICKS_MS, 1001 * TICKS_MS);
    assert_said("# compare: a processor is not back; memory attributes change without it\n");
    begun = machine->tsc;
    comparers_send_home(&bus.comparers);
    assert_in_range(machine->tsc - begun, 1000 * TICKS_MS, 1001 * TICKS_MS);
    assert_said("");
    const int pages = machine->pages;

    bus_close(&bus);
    assert_int_equal(pages, machine->pages);
    free_room();
    bus_open_again();
}

static uint64_t noticed_ticks; /* from then on the firmware knows that all are back */
static unsigned asked;

static EFI_STATUS EFIAPI home_late(EFI_EVENT event)
{
    asked++;
    return machine->tsc >= noticed_ticks ? EFI_SUCCESS : EFI_NOT_READY;
}

/* Those that have gone of themselves are not missed; until the firmware has noticed they are not called again. */
TEST(processors_that_have_gone_are_not_missed, bus_begin, bus_end)
{
    sent_out = 1;
    noticed_ticks = UINT64_MAX;
    machine->boot.CheckEvent = home_late;
    open_with_two(start_many);
    machine_sent();
    machine->tsc += 6000 * TICKS_MS;
    assert_int_equal(sizeof(sevens), compare(sevens, sizeof(sevens)));
    machine->tsc += 6000 * TICKS_MS;
    assert_int_equal(sizeof(sevens), compare(sevens, sizeof(sevens)));
    assert_said("");
    assert_int_equal(1, started);

    machine->look_ticks = TICKS_US;
    noticed_ticks = machine->tsc + 990 * TICKS_MS; /* in time */
    comparers_send_home(&bus.comparers);
    assert_said("");
    assert_in_range(machine->tsc, noticed_ticks, noticed_ticks + 10 * TICKS_US);
    asked = 0;
    comparers_send_home(
        &bus.comparers); /* the firmware's answer is kept: asking has reset the event */
    assert_pairs(0, asked, sizeof(sevens), compare(sevens, sizeof(sevens)), 2, started);
}
