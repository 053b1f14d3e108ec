/* tests/efi/workers_test.c: processors that drive cards with the firmware's MP services (efi/workers.h); each is a thread. */
#include <pthread.h>

#include "efi/exceptions.h"
#include "efi/workers.h"
#include "suite/run/errand.h"
#include "tests/efi/uefi/com1.h"
#include "tests/efi/uefi/function.h"

#define PROCESSORS 12 /* this one is number 2, and number 0 is switched off */

static struct efi_workers workers;
static unsigned told_before, told_after;
static bool may_start, comes;
static UINTN all, enabled;
static pthread_t threads[PROCESSORS];
static unsigned thread_count;
static struct start {
    void(EFIAPI *procedure)(void *argument);
    void *argument;
} starts[PROCESSORS];

static EFI_STATUS EFIAPI count_processors(struct mp_services *self, UINTN *out, UINTN *out_enabled)
{
    *out = all;
    *out_enabled = enabled;
    return EFI_SUCCESS;
}

static struct machine_registers left; /* by the first of them */

static void *processor(void *start)
{
    struct machine_registers own = { machine->cr4, machine->xcr0, machine->idt };

    machine_is_on(&own);
    ((struct start *)start)->procedure(((struct start *)start)->argument);
    machine_is_on(NULL);
    if (start == starts)
        left = own;
    return NULL;
}

static EFI_STATUS EFIAPI start_one(struct mp_services *self, void(EFIAPI *procedure)(void *),
                                   UINTN number, EFI_EVENT finished, UINTN timeout_us,
                                   void *argument, BOOLEAN *done)
{
    assert_non_null(finished);
    assert_int_equal(0, timeout_us);
    assert_null(done);
    assert_in_range(number, 0, all - 1);
    if (number == 0 || number == 2)
        return EFI_INVALID_PARAMETER;
    starts[thread_count] = (struct start){ procedure, argument };
    if (!comes)
        return EFI_SUCCESS;
    assert_int_equal(
        0, pthread_create(&threads[thread_count], NULL, processor, &starts[thread_count]));
    thread_count++;
    return EFI_SUCCESS;
}

static struct mp_services mp = { .get_number_of_processors = count_processors,
                                 .startup_this_ap = start_one };

/* The firmware has noticed that it is back. */
STUB(EFI_STATUS EFIAPI, check_home, EFI_SUCCESS, EFI_EVENT event)

static bool before(void *opaque)
{
    told_before++;
    return may_start;
}

static void after(void *opaque)
{
    told_after++;
}

FIXTURE(begin)
{
    com1_begin(state);
    machine_offer(machine_handle(1), &mp_guid, &mp);
    bus_open_again();
    comparers_listen(&bus.comparers, &(struct comparers_watch){ .before = before, .after = after });
    workers_open(&workers, &bus);
    machine->boot.CheckEvent = check_home;
    told_before = told_after = 0;
    may_start = comes = true;
    machine->look_ticks = 1; /* so that none is late, however many look */
    all = 4;
    enabled = 3;
    thread_count = 0;
}

static struct run_workers *ops(void)
{
    return &workers.ops;
}

static void end_workers(bool all_back)
{
    ops()->end(ops()->opaque, all_back);
    while (thread_count)
        pthread_join(threads[--thread_count], NULL);
}

/* ---- two that come, and go home ---- */

struct work {
    struct errand errand;
    pthread_t by, errand_by;
    unsigned done;
    struct idt_register exceptions;
    uint64_t xcr0;
};

static void do_errand(void *of)
{
    ((struct work *)of)->errand_by = pthread_self();
}

static void do_work(void *of)
{
    struct work *const work = of;

    work->by = pthread_self();
    cpu_sidt(&work->exceptions);
    work->xcr0 = cpu_xcr0();
    errand_ask(&work->errand, do_errand, work);
    __atomic_fetch_add(&work->done, 1, __ATOMIC_RELEASE);
}

static void wait_for(struct work *work, unsigned done)
{
    while (__atomic_load_n(&work->done, __ATOMIC_ACQUIRE) < done)
        errand_serve(&work->errand);
}

/* Numbers that the firmware refuses are passed over; workers take piece after piece, and its errands are done here. */
TEST(workers_take_work_and_go_home, begin, bus_end)
{
    uint32_t bell = 0;
    struct work work[2] = { { .errand = { .workers = ops(), .bell = &bell } },
                            { .errand = { .workers = ops(), .bell = &bell } } };

    const unsigned events = machine->event_count;

    assert_pairs(2, ops()->begin(ops()->opaque, 3), 1, told_before, 1, told_after);
    const int pages = machine->pages;
    uint8_t *const memory = ops()->memory(ops()->opaque, 4097);
    for (unsigned i = 0; i < 4097; i++)
        assert_int_equal(0, memory[i]);
    assert_non_null(ops()->memory(ops()->opaque, 4096));
    assert_int_equal(pages + 3, machine->pages);
    for (unsigned turn = 1; turn <= 2; turn++) {
        for (unsigned i = 0; i < 2; i++)
            assert_true(ops()->start(ops()->opaque, i, do_work, &work[i]));
        for (unsigned i = 0; i < 2; i++)
            wait_for(&work[i], turn);
    }
    assert_pairs(4, bell, true, work[0].by == threads[0] && work[1].by == threads[1]);
    assert_true(work[0].errand_by == pthread_self());
    end_workers(true);
    assert_pairs(0, machine->pages, events, machine->event_count);
    assert_ptr_equal(&mp, bus.comparers.mp);
}

/* "An exception on one stops that processor and nothing else", and it may use AVX2; the firmware gets its own back. */
TEST(a_worker_has_a_state_of_its_own, begin, bus_end)
{
    uint32_t bell = 0;
    struct work work = { .errand = { .workers = ops(), .bell = &bell } };
    uint8_t stopping[EXCEPTION_TABLE_SIZE];

    exceptions_stopping(stopping);
    machine->cpuid = machine_avx2;
    assert_int_equal(1, ops()->begin(ops()->opaque, 1));
    assert_true(ops()->start(ops()->opaque, 0, do_work, &work));
    wait_for(&work, 1);
    assert_int_equal(sizeof(stopping) - 1, work.exceptions.limit);
    assert_memory_equal(stopping, machine_pointer(work.exceptions.base), sizeof(stopping));
    assert_int_equal(7, work.xcr0);
    end_workers(true);
    assert_true(left.idt.base == machine->idt.base && left.xcr0 == 3 && left.cr4 == 0);
}

/* ---- less than that ---- */

/* No more than 8, than are wanted, or than there are; one other is no faster than this one alone. And
 * none where the firmware has hung in that. */
TEST(so_many_workers_are_called, begin, bus_end)
{
    static const struct {
        unsigned all, enabled, wanted, come, called;
        bool hung;
    } rows[] = { { 4, 3, 3, 2, 2, false }, { 4, 3, 1, 1, 1, false }, { 12, 11, 20, 8, 8, false },
                 { 4, 2, 2, 1, 0, false }, { 4, 1, 2, 0, 0, false }, { 4, 3, 2, 0, 0, true } };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        all = rows[i].all;
        enabled = rows[i].enabled;
        may_start = !rows[i].hung;
        told_before = told_after = 0;
        assert_int_equal(rows[i].come, ops()->begin(ops()->opaque, rows[i].wanted));
        assert_pairs(rows[i].called, thread_count, rows[i].called || rows[i].hung, told_before,
                     rows[i].called != 0, told_after);
        end_workers(true);
        assert_int_equal(0, machine->pages);
        assert_non_null(bus.comparers.mp);
    }
    bus.comparers.mp = NULL;
    assert_int_equal(0, ops()->begin(ops()->opaque, 2));
}

/* Its memory may still be used, and nobody is asked again. */
TEST(one_that_is_given_up_keeps_its_memory, begin, bus_end)
{
    assert_int_equal(2, ops()->begin(ops()->opaque, 2));
    const UINTN pages = machine->pages;

    assert_true(pages > 0);
    end_workers(false);
    assert_int_equal(pages, machine->pages);
    assert_null(bus.comparers.mp);
    assert_int_equal(0, ops()->begin(ops()->opaque, 2));
    machine->boot.FreePages(workers.blocks[0].at, workers.blocks[0].pages);
}

/* Nor is memory freed, or its event closed, of one that has not come yet. */
TEST(one_that_is_late_keeps_its_memory, begin, bus_end)
{
    const unsigned events = machine->event_count;

    comes = false;
    machine->look_ticks = 100;
    assert_int_equal(0, ops()->begin(ops()->opaque, 2));
    const UINTN pages = machine->pages;

    ops()->end(ops()->opaque, true);
    assert_pairs(pages, machine->pages, events + 1, machine->event_count);
    assert_null(bus.comparers.mp);
    machine->boot.FreePages(workers.blocks[0].at, workers.blocks[0].pages);
    machine->boot.CloseEvent(workers.home[0]);
}

/* ---- the bus of a card ---- */

#define BAR 0xd0000000u

static uint64_t cached[32]; /* attributes that the firmware was asked for, and how many bytes */
static unsigned cached_count;

static EFI_STATUS EFIAPI describe(EFI_PHYSICAL_ADDRESS base, struct gcd_memory *out)
{
    *out = (struct gcd_memory){ .base = base,
                                .length = 0x40000000,
                                .capabilities = EFI_MEMORY_UC | EFI_MEMORY_WC,
                                .attributes = EFI_MEMORY_UC,
                                .type = GCD_MEMORY_MAPPED_IO };
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI cache(EFI_PHYSICAL_ADDRESS base, UINT64 length, UINT64 attributes)
{
    assert_int_equal(BAR, base);
    cached[cached_count++] = attributes << 32 | length;
    return EFI_SUCCESS;
}

/* "BAR1 of each card is set to write combining before any processor is sent out": all of it that a memory test uses at
 * once, 256 MiB, for 8 cards. ACPI 6.4 §6.4.3.5.1: its descriptor has 0x8a at 0, its type at 3 (memory is 0), its least
 * address at 14 and its length at 38. Without one its stores stay uncached, and no firmware is asked by who may not. */
TEST(a_card_has_a_bus_of_its_own, begin, bus_end)
{
    /* clang-format off */
    static const struct { uint8_t tag, type; unsigned size, combined; } rows[] = {
        { 0, 0, 0x100000, 0 }, { 0x8a, 0, 0x10001000, 0x10000000 }, { 0x8a, 1, 0x100000, 0 },
        { 0x87, 0, 0x100000, 0 }, { 0x8a, 0, 0, 0 }, { 0x8a, 0, 0x100000, 0x100000 }, { 0x8a, 0, 0x2000, 0x2000 },
        { 0x8a, 0, 0x3000, 0x3000 }, { 0x8a, 0, 0x4000, 0x4000 }, { 0x8a, 0, 0x5000, 0x5000 },
        { 0x8a, 0, 0x6000, 0x6000 }, { 0x8a, 0, 0x7000, 0x7000 }, { 0x8a, 0, 0x8000, 0 } };
    /* clang-format on */
    struct dxe_services dxe = { .get_memory_space_descriptor = describe,
                                .set_memory_space_attributes = cache };
    uint32_t bell = 0;
    struct errand errand = { .workers = ops(), .bell = &bell, .here = true };
    const struct pci_card found = { .at = { 0, 1, 0, 0 } };
    struct function card = function_at(0, 1, 0, 0);
    static uint64_t words[16384 / 8];
    unsigned asked = cached_count = 0;

    machine_offer(machine_handle(2), &pci_guid, &card.io);
    bus.caching.dxe = &dxe;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const unsigned size = rows[i].combined ? rows[i].combined : 0x1000;

        card.bar[0] = rows[i].tag;
        card.bar[3] = rows[i].type;
        memcpy(card.bar + 14, &(uint64_t){ BAR }, 8);
        memcpy(card.bar + 38, &rows[i].size, 4);
        struct bus *const own = ops()->bus(ops()->opaque, &bus.bus, &found, &errand, NULL);

        asked += rows[i].combined != 0;
        for (unsigned from = BAR - 1; from <= BAR + 1; from++)
            assert_int_equal(
                from == BAR && rows[i].combined ? OK : ERR_UNSUPPORTED,
                own->ops->set_caching(own, (bus_addr){ from }, size, BUS_WRITE_COMBINED));
        assert_int_equal(OK, own->ops->set_caching(own, (bus_addr){ BAR }, size, BUS_UNCACHED));
        assert_int_equal(asked, cached_count);
        if (rows[i].combined)
            assert_true(cached[asked - 1] == (UINT64_C(2) << 32 | size));
        own->ops->wait_us(own, 10000);
        assert_int_equal(0, machine->halted);
        words[100] = 1;
        assert_int_equal(800, own->ops->find_other(own, words, 0, sizeof(words)));
    }
    assert_pairs(8, asked, 0, told_before);
    ops()->end(ops()->opaque, true);
    for (; asked; asked--) /* each is uncached again */
        assert_true(cached[16 - asked] == (UINT64_C(1) << 32 | (cached[asked - 1] & UINT32_MAX)));
    assert_int_equal(0, machine->pages);
}
