#include "efi/workers.h"

#include "efi/exceptions.h"
#include "efi/memory.h"
#include "suite/run/errand.h"
#include "suite/run/run.h"

#define PAGE_SIZE  UINT64_C(0x1000)
#define STACK_SIZE 0x40000 /* the firmware's own for them has 32 KiB on some machines */
#define ARRIVAL_US 500000
#define HOME_US    1000000
#define SLICE_MAX  UINT64_C(0x10000000) /* of BAR1 that a memory test uses at once */
#define CACHE_LINE 64

/* A processor and its card. */
struct __attribute__((aligned(CACHE_LINE))) worker {
    struct worker_room *room;
    void (*work)(void *of);
    void *of;
    uint32_t busy, here, left; /* atomic */
    _Alignas(16) uint8_t stack[STACK_SIZE];
};

struct worker_room {
    uint8_t exceptions[EXCEPTION_TABLE_SIZE];
    struct idt_register table;
    uint16_t cs;
    uint32_t home; /* atomic: all go home */
    struct worker workers[EFI_WORKERS_MAX];
};

/* ---- on the other processors ------------------------------------------------------------------- */

static void serve(void *argument)
{
    struct worker *const worker = argument;

    while (!__atomic_load_n(&worker->room->home, __ATOMIC_ACQUIRE)) {
        if (__atomic_load_n(&worker->busy, __ATOMIC_ACQUIRE)) {
            worker->work(worker->of);
            __atomic_store_n(&worker->busy, 0, __ATOMIC_RELEASE);
        }
        cpu_pause();
    }
}

static void EFIAPI worker_main(void *argument)
{
    struct worker *const worker = argument;
    struct idt_register former;
    struct vector_state vector;

    cpu_sidt(&former);
    if (cpu_cs() == worker->room->cs)
        cpu_lidt(&worker->room->table);
    vector_allow(&vector);
    __atomic_store_n(&worker->here, 1, __ATOMIC_RELEASE);
    cpu_call_on(worker->stack + STACK_SIZE, serve, worker);
    vector_restore(&vector);
    cpu_lidt(&former);
    __atomic_store_n(&worker->left, 1, __ATOMIC_RELEASE);
}

/* ---- on this one: memory ----------------------------------------------------------------------- */

static void *workers_memory(void *opaque, size_t size)
{
    struct efi_workers *const workers = opaque;
    const UINTN pages = (size + PAGE_SIZE - 1) / PAGE_SIZE;
    EFI_PHYSICAL_ADDRESS at = 0;

    if (workers->block_count == EFI_BLOCKS_MAX ||
        EFI_ERROR(
            workers->bus->boot->AllocatePages(AllocateAnyPages, EfiBootServicesData, pages, &at)))
        return NULL;
    workers->blocks[workers->block_count].at = at;
    workers->blocks[workers->block_count++].pages = pages;
    memset((void *)(uintptr_t)at, 0, pages * PAGE_SIZE);
    return (void *)(uintptr_t)at;
}

static void free_memory(struct efi_workers *workers)
{
    while (workers->block_count != 0) {
        workers->block_count--;
        workers->bus->boot->FreePages(workers->blocks[workers->block_count].at,
                                      workers->blocks[workers->block_count].pages);
    }
}

/* ---- calling them and sending them home ---------------------------------------------------------- */

static bool waits_for(struct efi_workers *workers, const uint32_t *word, uint64_t us)
{
    struct clock *const clock = workers->bus->clock;
    const uint64_t end = clock_us(clock) + us;

    while (!__atomic_load_n(word, __ATOMIC_ACQUIRE))
        if (clock_us(clock) >= end)
            return false;
    return true;
}

static void prepare_room(struct efi_workers *workers)
{
    struct worker_room *const room = workers->room;

    exceptions_stopping(room->exceptions);
    room->table = (struct idt_register){ EXCEPTION_TABLE_SIZE - 1, (uintptr_t)room->exceptions };
    room->cs = cpu_cs();
    for (unsigned i = 0; i < EFI_WORKERS_MAX; i++)
        workers->room->workers[i].room = room;
}

/* The processor of that number, as the next worker. This one's own number is refused, and so is that of one which is
 * switched off. One that has not come may come yet, to its place in the room, and its event is signalled when it leaves:
 * so nothing of that is closed, freed or given to another one. */
static bool call(struct efi_workers *workers, UINTN number)
{
    EFI_BOOT_SERVICES *const boot = workers->bus->boot;
    struct mp_services *const mp = workers->bus->comparers.mp;
    struct worker *const worker = &workers->room->workers[workers->count];
    EFI_EVENT *const home = &workers->home[workers->count];

    if (EFI_ERROR(boot->CreateEvent(0, 0, NULL, NULL, home)))
        return false;
    if (EFI_ERROR(mp->startup_this_ap(mp, worker_main, number, *home, 0, worker, NULL))) {
        boot->CloseEvent(*home);
        return false;
    }
    workers->one_missing = !waits_for(workers, &worker->here, ARRIVAL_US);
    return !workers->one_missing;
}

/* With one other processor it gives 1 and calls none, because one worker is no faster than the boot processor alone. */
static unsigned workers_begin(void *opaque, unsigned wanted)
{
    struct efi_workers *const workers = opaque;
    struct comparers *const comparers = &workers->bus->comparers;
    UINTN all = 0, enabled = 0;

    workers->count = 0;
    if (comparers->mp == NULL ||
        EFI_ERROR(comparers->mp->get_number_of_processors(comparers->mp, &all, &enabled)) ||
        enabled < 3)
        return comparers->mp != NULL && enabled == 2;
    workers->room = workers_memory(workers, sizeof(*workers->room));
    if (workers->room == NULL || !comparers->watch.before(comparers->watch.opaque))
        return 0;
    comparers_send_home(comparers);
    prepare_room(workers);
    for (UINTN number = 0; number < all && workers->count < wanted &&
                           workers->count < EFI_WORKERS_MAX && !workers->one_missing;
         number++)
        workers->count += call(workers, number);
    comparers->watch.after(comparers->watch.opaque);
    return workers->count;
}

static bool went_home(struct efi_workers *workers)
{
    struct clock *const clock = workers->bus->clock;
    bool all = true;

    if (workers->room != NULL)
        __atomic_store_n(&workers->room->home, 1, __ATOMIC_RELEASE);
    for (unsigned i = 0; i < workers->count; i++) {
        const uint64_t end = clock_us(clock) + HOME_US;
        bool back = waits_for(workers, &workers->room->workers[i].left, HOME_US);

        /* The firmware looks a few times a second whether it is back. */
        while (back && EFI_ERROR(workers->bus->boot->CheckEvent(workers->home[i])))
            back = clock_us(clock) < end;
        if (back)
            workers->bus->boot->CloseEvent(workers->home[i]);
        all &= back;
    }
    return all;
}

static void workers_end(void *opaque, bool all_back)
{
    struct efi_workers *const workers = opaque;
    struct comparers *const comparers = &workers->bus->comparers;

    if (went_home(workers) && all_back && !workers->one_missing)
        free_memory(workers);
    else
        comparers->mp = NULL;
    workers->block_count = 0;
    workers->count = 0;
    workers->room = NULL;
    while (workers->combined_count != 0) {
        const struct bus_range *const range = &workers->combined[--workers->combined_count];

        (void)!caching_uncache(&workers->bus->caching, range->base, range->size);
    }
}

/* ---- cards -------------------------------------------------------------------------------------- */

/* Write combining of BAR1, as a memory test would ask for it. Where the firmware refuses, stores
 * through BAR1 stay slow. */
static struct bus_range combine(struct efi_workers *workers, const struct pci_card *found)
{
    struct bus_range range;

    if (workers->combined_count == EFI_COMBINED_MAX ||
        !pci_io_bar(workers->bus->boot, found->at, NV_BAR_VRAM, &range.base, &range.size))
        return (struct bus_range){ 0 };
    if (range.size > SLICE_MAX)
        range.size = SLICE_MAX;
    if (caching_combine(&workers->bus->caching, range.base, range.size) != OK)
        return (struct bus_range){ 0 };
    workers->combined[workers->combined_count++] = range;
    return range;
}

/* A bus with its own clock and tap, for the card of one worker. */
struct card_bus {
    struct efi_bus bus;
    struct clock clock;
    struct tap tap;
};

static void remark(void *opaque, const char *line)
{
    run_remark(opaque, line);
}

static struct bus *workers_bus(void *opaque, struct bus *bus, const struct pci_card *found,
                               struct errand *errand, struct run *run)
{
    struct efi_workers *const workers = opaque;
    struct card_bus *const own = workers_memory(workers, sizeof(*own));

    (void)bus;
    if (own == NULL)
        return NULL;
    own->tap = (struct tap){ .listener = remark, .opaque = run };
    own->clock = *workers->bus->clock;
    own->clock.no_rtc = true;
    bus_copy(&own->bus, workers->bus, errand, &own->clock, &own->tap);
    own->bus.combined = combine(workers, found);
    return &own->bus.bus;
}

static bool workers_start(void *opaque, unsigned index, void (*work)(void *of), void *of)
{
    struct efi_workers *const workers = opaque;
    struct worker *const worker = &workers->room->workers[index];

    /* Its last work has ended, or is about to. */
    while (__atomic_load_n(&worker->busy, __ATOMIC_ACQUIRE))
        cpu_pause();
    worker->work = work;
    worker->of = of;
    __atomic_store_n(&worker->busy, 1, __ATOMIC_RELEASE);
    return true;
}

static uint64_t workers_time_us(void *opaque, struct bus *bus)
{
    (void)opaque;
    return bus->ops->time_us(bus);
}

static void workers_wait(void *opaque, const uint32_t *word, uint32_t seen)
{
    (void)opaque, (void)word, (void)seen;
    cpu_pause();
}

static void workers_wake(void *opaque, const uint32_t *word)
{
    (void)opaque, (void)word; /* who waits looks again and again */
}

void workers_open(struct efi_workers *workers, struct efi_bus *bus)
{
    *workers = (struct efi_workers){ .bus = bus,
                                     .ops = { .opaque = workers,
                                              .begin = workers_begin,
                                              .memory = workers_memory,
                                              .bus = workers_bus,
                                              .start = workers_start,
                                              .time_us = workers_time_us,
                                              .wait = workers_wait,
                                              .wake = workers_wake,
                                              .end = workers_end } };
}
