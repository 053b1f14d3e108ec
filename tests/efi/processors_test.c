/* tests/efi/processors_test.c: processors that compare with the firmware's own (efi/processors.h), as the bus has them. */
#include <pthread.h>
#include <string.h>

#include "efi/bus.h"
#include "tests/efi/uefi/com1.h"

static struct com1 com1;
static struct efi_bus bus;

FIXTURE(begin)
{
    com1_begin(&com1);
    bus_open(&bus, machine_handle(9), &machine->table, &com1.clock, &com1.tap);
    return 0;
}

FIXTURE(end)
{
    bus_close(&bus);
    machine_end();
    return 0;
}

#define MEMBERS 2

static const EFI_GUID mp_guid = MP_SERVICES_PROTOCOL_GUID;
static pthread_t threads[MEMBERS];
static unsigned started, joined;
static UINTN enabled;
static void(EFIAPI *procedure)(void *argument);
static void *procedure_argument;

static EFI_STATUS EFIAPI count_processors(struct mp_services *self, UINTN *all, UINTN *out)
{
    (void)self;
    *all = enabled + 1;
    *out = enabled;
    return EFI_SUCCESS;
}

static void *member(void *argument)
{
    (void)argument;
    procedure(procedure_argument);
    return NULL;
}

static EFI_STATUS EFIAPI start_all(struct mp_services *self, void(EFIAPI *work)(void *argument),
                                   BOOLEAN one_after_the_other, EFI_EVENT finished,
                                   UINTN timeout_us, void *argument, UINTN **failed)
{
    (void)self, (void)failed;
    assert_false(one_after_the_other);
    assert_non_null(finished);
    assert_int_equal(0, timeout_us);
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
    (void)event;
    for (unsigned i = 0; i < MEMBERS; i++)
        pthread_join(threads[i], NULL);
    joined++;
    return EFI_SUCCESS;
}

static size_t compare(uint64_t *words, size_t size)
{
    return bus.bus.ops->find_other(&bus.bus, words, 7, size);
}

TEST(processors_compare, begin, end)
{
    static uint64_t words[16 * 16384 / 8]; /* sixteen pieces */
    struct mp_services mp = { .get_number_of_processors = count_processors,
                              .startup_all_aps = start_all };

    bus_close(&bus);
    machine_offer(machine_handle(1), &mp_guid, &mp);
    machine->boot.CheckEvent = check_home;
    machine->look_ticks = 1; /* so that nobody is idle for four seconds */
    enabled = MEMBERS + 1;
    started = joined = 0;
    bus_open(&bus, machine_handle(9), &machine->table, &com1.clock, &com1.tap);
    for (size_t i = 0; i < sizeof(words) / 8; i++)
        words[i] = 7;
    assert_int_equal(16384, compare(words, 16384)); /* too little for others */
    assert_int_equal(0, started);
    assert_int_equal(32768, compare(words, 32768)); /* a piece for each of two */
    assert_int_equal(1, started);
    assert_int_equal(sizeof(words), compare(words, sizeof(words)));
    assert_int_equal(1, started);
    assert_string_equal("# compare: 64-bit, 3 processors\n", machine_sent());
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
    assert_int_equal(1, joined);
    assert_int_equal(sizeof(words), compare(words, sizeof(words)));
    assert_int_equal(2, started);
    assert_string_equal("", machine_sent());
    machine->boot.CheckEvent = check_home;
    bus_close(&bus);
    assert_int_equal(2, joined);
    assert_int_equal(0, machine->pages);
    assert_int_equal(0, machine->event_count);
    machine_withdraw(machine_handle(1), &mp_guid);
    bus_open(&bus, machine_handle(9), &machine->table, &com1.clock, &com1.tap);
}

#define PIECES     4
#define WORDS      (PIECES * 16384 / 8)
#define TICKS_MS   UINT64_C(1000000) /* of the stub's time stamp counter */
#define PAGE_BYTES 0x1000

static uint64_t sevens[WORDS];

static void open_with(struct mp_services *mp)
{
    bus_close(&bus);
    machine_offer(machine_handle(1), &mp_guid, mp);
    enabled = MEMBERS + 1;
    started = joined = 0;
    bus_open(&bus, machine_handle(9), &machine->table, &com1.clock, &com1.tap);
    for (size_t i = 0; i < WORDS; i++)
        sevens[i] = 7;
}

static unsigned sent_out;
static uint8_t before[64 * PAGE_BYTES];

/* Each comes, finds nothing to do for four seconds, and goes. */
static EFI_STATUS EFIAPI start_many(struct mp_services *self, void(EFIAPI *work)(void *argument),
                                    BOOLEAN one_after_the_other, EFI_EVENT finished,
                                    UINTN timeout_us, void *argument, UINTN **failed)
{
    (void)self, (void)one_after_the_other, (void)finished, (void)timeout_us, (void)failed;
    started++;
    memcpy(before, argument, (size_t)machine->pages * PAGE_BYTES);
    machine->look_ticks = 5000 * TICKS_MS;
    for (unsigned i = 0; i < sent_out; i++)
        work(argument);
    machine->look_ticks = TICKS_MS / 10;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI all_home(EFI_EVENT event)
{
    (void)event;
    return EFI_SUCCESS;
}

/* There is room for 63. The stub fills pages with 0xa5: memory after the room stays so when more come. */
TEST(more_than_63_processors_find_no_room, begin, end)
{
    struct mp_services mp = { .get_number_of_processors = count_processors,
                              .startup_all_aps = start_many };

    for (sent_out = 63; sent_out <= 70; sent_out++) {
        open_with(&mp);
        machine->boot.CheckEvent = all_home;
        enabled = sent_out + 1;
        assert_int_equal(sizeof(sevens), compare(sevens, sizeof(sevens)));
        assert_int_equal(1, started);
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

/* ---- processors that do not come back --------------------------------------------------------- */

#define TICKS_US UINT64_C(1000)

static jmp_buf taken_away;

static void take_away(void)
{
    longjmp(taken_away, 1);
}

/* One comes, looks for work once, and is heard of no more, as after an exception. */
static EFI_STATUS EFIAPI start_lost(struct mp_services *self, void(EFIAPI *work)(void *argument),
                                    BOOLEAN one_after_the_other, EFI_EVENT finished,
                                    UINTN timeout_us, void *argument, UINTN **failed)
{
    (void)self, (void)one_after_the_other, (void)finished, (void)timeout_us, (void)failed;
    started++;
    machine->pause = take_away;
    if (!setjmp(taken_away))
        work(argument);
    machine->pause = NULL;
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

static void open_with_two(struct mp_services *mp)
{
    open_with(mp);
    enabled = 2;
    machine->look_ticks = 1;
    machine->tsc += TICKS_MS; /* a clock has run before the first comparison */
    assert_int_equal(sizeof(sevens), compare(sevens, sizeof(sevens)));
    assert_int_equal(1, started);
}

/* Five seconds without a look; from then on nobody is called in, and the answers are right as before. */
TEST(a_processor_that_stops_looking_is_given_up, begin, end)
{
    struct mp_services mp = { .get_number_of_processors = count_processors,
                              .startup_all_aps = start_lost };

    open_with_two(&mp);
    assert_string_equal("# compare: 64-bit, 2 processors\n", machine_sent());
    machine->tsc += 4999000 * TICKS_US;
    assert_int_equal(sizeof(sevens), compare(sevens, sizeof(sevens)));
    assert_string_equal("", machine_sent());
    machine->tsc += 2000 * TICKS_US;
    sevens[WORDS - 1] = 6;
    assert_int_equal(sizeof(sevens) - 8, compare(sevens, sizeof(sevens)));
    assert_string_equal("# compare: a processor did not come back, 64-bit on this one alone from "
                        "now on\n",
                        machine_sent());
    assert_int_equal(sizeof(sevens) - 8, compare(sevens, sizeof(sevens)));
    assert_string_equal("", machine_sent());
    assert_int_equal(1, started);
    machine->look_ticks = TICKS_US;
    bus_close(&bus);
    free_room();
    bus_open(&bus, machine_handle(9), &machine->table, &com1.clock, &com1.tap);
}

/* Changes of memory attributes wait a second for it, and say once that it is missing. Its room stays: it may come back
 * and write there. */
TEST(a_missing_processor_is_waited_for, begin, end)
{
    struct mp_services mp = { .get_number_of_processors = count_processors,
                              .startup_all_aps = start_lost };

    open_with_two(&mp);
    machine_sent();
    machine->look_ticks = TICKS_US;
    uint64_t begun = machine->tsc;

    comparers_send_home(&bus.comparers);
    assert_in_range(machine->tsc - begun, 1000 * TICKS_MS, 1001 * TICKS_MS);
    assert_string_equal("# compare: a processor is not back; memory attributes change without it\n",
                        machine_sent());
    begun = machine->tsc;
    comparers_send_home(&bus.comparers);
    assert_in_range(machine->tsc - begun, 1000 * TICKS_MS, 1001 * TICKS_MS);
    assert_string_equal("", machine_sent());
    const int pages = machine->pages;

    bus_close(&bus);
    assert_int_equal(pages, machine->pages);
    free_room();
    bus_open(&bus, machine_handle(9), &machine->table, &com1.clock, &com1.tap);
}

static uint64_t noticed_ticks; /* from then on the firmware knows that all are back */
static unsigned asked;

static EFI_STATUS EFIAPI home_late(EFI_EVENT event)
{
    (void)event;
    asked++;
    return machine->tsc >= noticed_ticks ? EFI_SUCCESS : EFI_NOT_READY;
}

/* Those that have gone of themselves are not missed, however long ago that was; until the firmware has noticed they are
 * not called again. */
TEST(processors_that_have_gone_are_not_missed, begin, end)
{
    struct mp_services mp = { .get_number_of_processors = count_processors,
                              .startup_all_aps = start_many };

    sent_out = 1;
    noticed_ticks = UINT64_MAX;
    machine->boot.CheckEvent = home_late;
    open_with_two(&mp);
    machine_sent();
    machine->tsc += 6000 * TICKS_MS;
    assert_int_equal(sizeof(sevens), compare(sevens, sizeof(sevens)));
    machine->tsc += 6000 * TICKS_MS;
    assert_int_equal(sizeof(sevens), compare(sevens, sizeof(sevens)));
    assert_string_equal("", machine_sent());
    assert_int_equal(1, started);

    machine->look_ticks = TICKS_US;
    noticed_ticks = machine->tsc + 990 * TICKS_MS; /* in time */
    comparers_send_home(&bus.comparers);
    assert_string_equal("", machine_sent());
    assert_in_range(machine->tsc, noticed_ticks, noticed_ticks + 10 * TICKS_US);
    asked = 0;
    comparers_send_home(
        &bus.comparers); /* the firmware's answer is kept: asking has reset the event */
    assert_int_equal(0, asked);
    assert_int_equal(sizeof(sevens), compare(sevens, sizeof(sevens)));
    assert_int_equal(2, started);
}
