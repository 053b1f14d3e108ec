/* tests/efi/workers_test.c: processors that drive cards with the firmware's MP services (efi/workers.h); each is a thread. */
#include <pthread.h>
#include <string.h>

#include "efi/workers.h"
#include "suite/run/errand.h"
#include "tests/efi/uefi/com1.h"

#define PROCESSORS 4 /* this one is number 2, and number 0 is switched off */

static struct com1 com1;
static struct efi_bus bus;
static struct efi_workers workers;
static const EFI_GUID mp_guid = MP_SERVICES_PROTOCOL_GUID;
static unsigned told_before, told_after;
static bool may_start, comes;
static pthread_t threads[PROCESSORS];
static struct start {
    void(EFIAPI *procedure)(void *argument);
    void *argument;
} starts[PROCESSORS];

static EFI_STATUS EFIAPI count_processors(struct mp_services *self, UINTN *all, UINTN *enabled)
{
    (void)self;
    *all = PROCESSORS;
    *enabled = PROCESSORS - 1;
    return EFI_SUCCESS;
}

static void *processor(void *start)
{
    ((struct start *)start)->procedure(((struct start *)start)->argument);
    return NULL;
}

static EFI_STATUS EFIAPI start_one(struct mp_services *self, void(EFIAPI *procedure)(void *),
                                   UINTN number, EFI_EVENT finished, UINTN timeout_us,
                                   void *argument, BOOLEAN *done)
{
    (void)self;
    assert_non_null(finished);
    assert_int_equal(0, timeout_us);
    assert_null(done);
    if (number == 0 || number == 2)
        return EFI_INVALID_PARAMETER;
    starts[number] = (struct start){ procedure, argument };
    if (!comes)
        return EFI_SUCCESS;
    assert_int_equal(0, pthread_create(&threads[number], NULL, processor, &starts[number]));
    return EFI_SUCCESS;
}

static struct mp_services mp = { .get_number_of_processors = count_processors,
                                 .startup_this_ap = start_one };

/* The firmware has noticed that it is back. */
static EFI_STATUS EFIAPI check_home(EFI_EVENT event)
{
    (void)event;
    return EFI_SUCCESS;
}

static bool before(void *opaque)
{
    (void)opaque;
    told_before++;
    return may_start;
}

static void after(void *opaque)
{
    (void)opaque;
    told_after++;
}

FIXTURE(begin)
{
    com1_begin(&com1);
    machine_offer(machine_handle(1), &mp_guid, &mp);
    bus_open(&bus, machine_handle(9), &machine->table, &com1.clock, &com1.tap);
    comparers_listen(&bus.comparers, &(struct comparers_watch){ .before = before, .after = after });
    workers_open(&workers, &bus);
    machine->boot.CheckEvent = check_home;
    told_before = told_after = 0;
    may_start = comes = true;
    return 0;
}

FIXTURE(end)
{
    bus_close(&bus);
    machine_end();
    return 0;
}

static struct run_workers *ops(void)
{
    return &workers.ops;
}

/* ---- two that come, and go home ---- */

struct work {
    struct errand errand;
    pthread_t by, errand_by;
    unsigned done;
};

static void do_errand(void *of)
{
    ((struct work *)of)->errand_by = pthread_self();
}

static void do_work(void *of)
{
    struct work *const work = of;

    work->by = pthread_self();
    errand_ask(&work->errand, do_errand, work);
    __atomic_fetch_add(&work->done, 1, __ATOMIC_RELEASE);
}

static void wait_for(struct work *work, unsigned done)
{
    while (__atomic_load_n(&work->done, __ATOMIC_ACQUIRE) < done)
        errand_serve(&work->errand);
}

/* Numbers that the firmware refuses are passed over; each worker takes one piece of work after the other, and its errands
 * are done here. */
TEST(workers_take_work_and_go_home, begin, end)
{
    uint32_t bell = 0;
    struct work work[2] = { { .errand = { .workers = ops(), .bell = &bell } },
                            { .errand = { .workers = ops(), .bell = &bell } } };

    const unsigned events = machine->event_count;

    assert_int_equal(2, ops()->begin(ops()->opaque, 3));
    assert_int_equal(1, told_before);
    assert_int_equal(1, told_after);
    uint8_t *const memory = ops()->memory(ops()->opaque, 5000);
    for (unsigned i = 0; i < 5000; i++)
        assert_int_equal(0, memory[i]);
    for (unsigned turn = 1; turn <= 2; turn++) {
        for (unsigned i = 0; i < 2; i++)
            assert_true(ops()->start(ops()->opaque, i, do_work, &work[i]));
        for (unsigned i = 0; i < 2; i++)
            wait_for(&work[i], turn);
    }
    assert_int_equal(4, bell);
    assert_true(work[0].by == threads[1] && work[1].by == threads[3]);
    assert_true(work[0].errand_by == pthread_self());
    ops()->end(ops()->opaque, true);
    pthread_join(threads[1], NULL);
    pthread_join(threads[3], NULL);
    assert_int_equal(0, machine->pages);
    assert_int_equal(events, machine->event_count);
    assert_ptr_equal(&mp, bus.comparers.mp);
}

/* ---- less than that ---- */

TEST(a_firmware_that_hung_is_not_asked, begin, end)
{
    may_start = false;
    assert_int_equal(0, ops()->begin(ops()->opaque, 2));
    assert_int_equal(0, told_after);
    ops()->end(ops()->opaque, true);
    assert_int_equal(0, machine->pages);
}

/* Its memory may still be used, and nobody is asked again. */
TEST(one_that_is_given_up_keeps_its_memory, begin, end)
{
    assert_int_equal(2, ops()->begin(ops()->opaque, 2));
    const UINTN pages = machine->pages;

    assert_true(pages > 0);
    ops()->end(ops()->opaque, false);
    pthread_join(threads[1], NULL);
    pthread_join(threads[3], NULL);
    assert_int_equal(pages, machine->pages);
    assert_null(bus.comparers.mp);
    assert_int_equal(0, ops()->begin(ops()->opaque, 2));
    machine->boot.FreePages(workers.blocks[0].at, workers.blocks[0].pages);
}

/* Nor is memory freed, or its event closed, of one that has not come yet. */
TEST(one_that_is_late_keeps_its_memory, begin, end)
{
    const unsigned events = machine->event_count;

    comes = false;
    assert_int_equal(0, ops()->begin(ops()->opaque, 2));
    const UINTN pages = machine->pages;

    ops()->end(ops()->opaque, true);
    assert_int_equal(pages, machine->pages);
    assert_int_equal(events + 1, machine->event_count);
    assert_null(bus.comparers.mp);
    machine->boot.FreePages(workers.blocks[0].at, workers.blocks[0].pages);
    machine->boot.CloseEvent(workers.home[0]);
}

/* ---- the bus of a card ---- */

/* Without a protocol of the card its stores stay uncached, and no firmware is asked by who may not. */
TEST(a_card_has_a_bus_of_its_own, begin, end)
{
    uint32_t bell = 0;
    struct errand errand = { .workers = ops(), .bell = &bell, .here = true };
    const struct pci_card found = { .at = { 0, 1, 0, 0 } };
    static uint64_t words[16384 / 8];
    struct bus *const own = ops()->bus(ops()->opaque, &bus.bus, &found, &errand, NULL);

    assert_non_null(own);
    assert_int_equal(ERR_UNSUPPORTED, own->ops->set_caching(own, (bus_addr){ 0xd0000000 }, 0x100000,
                                                            BUS_WRITE_COMBINED));
    assert_int_equal(OK,
                     own->ops->set_caching(own, (bus_addr){ 0xd0000000 }, 0x100000, BUS_UNCACHED));
    words[100] = 1;
    assert_int_equal(800, own->ops->find_other(own, words, 0, sizeof(words)));
    assert_int_equal(0, told_before);
    ops()->end(ops()->opaque, true);
    assert_int_equal(0, machine->pages);
}
