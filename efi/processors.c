#include "efi/processors.h"

#include "efi/exceptions.h"
#include "efi/memory.h"
#include "engines/text.h"

#define PAGE_SIZE  0x1000
#define LINE_MAX   160
#define CACHE_LINE 64

#define STUCK_US        5000000 /* a piece takes microseconds, under an emulator milliseconds */
#define ARRIVAL_US      500000
#define HOME_US         1000000
#define LOOKS_BETWEEN   1024 /* so often is work looked for before the time is asked again */
#define IDLE_ROUNDS_MAX 1000000

/* One cache line each. */
struct __attribute__((aligned(CACHE_LINE))) member {
    uint32_t looks; /* for pieces; atomic */
    uint32_t gone;  /* atomic */
    /* `looks` as the first processor saw it last, and when. */
    uint32_t seen;
    uint64_t seen_us;
};

struct comparers_room {
    uint8_t exceptions[EXCEPTION_TABLE_SIZE];
    struct idt_register table;
    uint16_t cs;
    uint64_t idle_ticks;
    uint32_t arrived, left, stop; /* atomic */
    struct compare_pieces pieces;
    struct member members[COMPARERS_MAX];
};

/* ---- on the other processors ----------------------------------------------------------------- */

static bool look(struct comparers_room *room, struct member *member, enum compare_way way)
{
    bool any = false;

    for (unsigned i = 0; i < LOOKS_BETWEEN; i++) {
        __atomic_store_n(&member->looks, member->looks + 1, __ATOMIC_RELAXED);
        if (compare_pieces_waiting(&room->pieces))
            any |= compare_pieces_take(&room->pieces, way);
        else
            cpu_pause();
    }
    return any;
}

static void serve(struct comparers_room *room, struct member *member)
{
    const enum compare_way way = compare_best();
    uint64_t since = cpu_tsc();

    /* The count ends it where even the time stamp counter stands still. */
    for (unsigned rounds = 0; rounds < IDLE_ROUNDS_MAX && cpu_tsc() - since < room->idle_ticks &&
                              !__atomic_load_n(&room->stop, __ATOMIC_ACQUIRE);
         rounds++)
        if (look(room, member, way)) {
            since = cpu_tsc();
            rounds = 0;
        }
    __atomic_store_n(&member->gone, 1, __ATOMIC_RELEASE);
}

static void EFIAPI member_main(void *argument)
{
    struct comparers_room *const room = argument;
    const uint32_t number = __atomic_fetch_add(&room->arrived, 1, __ATOMIC_ACQ_REL);
    struct idt_register former;
    struct vector_state vector;

    cpu_sidt(&former);
    if (cpu_cs() == room->cs)
        cpu_lidt(&room->table);
    vector_allow(&vector);
    if (number < COMPARERS_MAX)
        serve(room, &room->members[number]);
    vector_restore(&vector);
    cpu_lidt(&former);
    __atomic_fetch_add(&room->left, 1, __ATOMIC_ACQ_REL);
}

/* ---- on this one ----------------------------------------------------------------------------- */

static void say(struct comparers *comparers, const char *format, unsigned number)
{
    char line[LINE_MAX];
    struct text text = text_in(line, sizeof(line));

    text_format(&text, format, compare_way_name(comparers->way), number);
    tap_comment(comparers->tap, line);
}

/* Members, less those that have gone. */
static unsigned present(const struct comparers *comparers)
{
    const uint32_t left = __atomic_load_n(&comparers->room->left, __ATOMIC_ACQUIRE);

    return __atomic_load_n(&comparers->room->arrived, __ATOMIC_ACQUIRE) - left;
}

static bool prepare_room(struct comparers *comparers)
{
    const UINTN pages = (sizeof(struct comparers_room) + PAGE_SIZE - 1) / PAGE_SIZE;
    EFI_PHYSICAL_ADDRESS at = 0;

    if (comparers->room == NULL) {
        if (EFI_ERROR(
                comparers->boot->AllocatePages(AllocateAnyPages, EfiBootServicesData, pages, &at)))
            return false;
        comparers->room = (struct comparers_room *)(uintptr_t)at;
    }
    memset(comparers->room, 0, sizeof(*comparers->room));
    exceptions_stopping(comparers->room->exceptions);
    comparers->room->table =
        (struct idt_register){ EXCEPTION_TABLE_SIZE - 1, (uintptr_t)comparers->room->exceptions };
    comparers->room->cs = cpu_cs();
    comparers->room->idle_ticks = COMPARERS_IDLE_MS * comparers->clock->ticks_per_ms;
    return true;
}

static void wait_for_arrivals(struct comparers *comparers, unsigned expected)
{
    const uint64_t end = clock_us(comparers->clock) + ARRIVAL_US;

    while (present(comparers) < expected && clock_us(comparers->clock) < end)
        cpu_pause();
}

static bool send_out(struct comparers *comparers)
{
    const struct comparers_watch *const watch = &comparers->watch;

    if (watch->before != NULL && !watch->before(watch->opaque))
        return false;
    const EFI_STATUS status = comparers->mp->startup_all_aps(
        comparers->mp, member_main, FALSE, comparers->home, 0, comparers->room, NULL);

    if (watch->before != NULL)
        watch->after(watch->opaque);
    return !EFI_ERROR(status);
}

/* The firmware refuses to start processors again before it has noticed that all of them are back. */
static void start(struct comparers *comparers)
{
    UINTN all = 0, enabled = 0;

    if (EFI_ERROR(comparers->mp->get_number_of_processors(comparers->mp, &all, &enabled)) ||
        enabled < 2 || !prepare_room(comparers) || !send_out(comparers)) {
        comparers->mp = NULL;
        return;
    }
    comparers->at_home = false;
    wait_for_arrivals(comparers, (unsigned)(enabled - 1));
}

/* Asking for the event also resets it, so its answer is kept. */
static bool are_home(struct comparers *comparers)
{
    if (!comparers->at_home)
        comparers->at_home =
            present(comparers) == 0 && !EFI_ERROR(comparers->boot->CheckEvent(comparers->home));
    return comparers->at_home;
}

/* Calls the members in, where there are any and they are not here. */
static void gather(struct comparers *comparers)
{
    if (comparers->mp != NULL && (comparers->room == NULL || are_home(comparers)))
        start(comparers);
    if (comparers->said)
        return;
    const unsigned others = comparers->mp != NULL ? present(comparers) : 0;
    say(comparers, others != 0 ? "compare: %s, %u processors" : "compare: %s, %u processor",
        1 + others);
    comparers->said = true;
}

/* A processor that has stopped looking without leaving: an exception ended it, or it was taken away. */
static bool stuck(struct member *member, uint64_t now_us)
{
    const uint32_t looks = __atomic_load_n(&member->looks, __ATOMIC_RELAXED);

    if (__atomic_load_n(&member->gone, __ATOMIC_ACQUIRE) || looks != member->seen) {
        member->seen = looks;
        member->seen_us = now_us;
    }
    return member->seen_us != 0 && now_us - member->seen_us > STUCK_US;
}

/* Once a processor is stuck, no other one gets work any more. The room is not freed: a processor that comes back late
 * would still write to it. */
static void look_after(struct comparers *comparers)
{
    const uint32_t arrived = __atomic_load_n(&comparers->room->arrived, __ATOMIC_ACQUIRE);
    const uint64_t now_us = clock_us(comparers->clock);
    bool any = false;

    for (unsigned i = 0; i < COMPARERS_MAX && i < arrived; i++)
        any |= stuck(&comparers->room->members[i], now_us);
    if (any) {
        say(comparers, "compare: a processor did not come back, %s on this one alone from now on",
            0);
        __atomic_store_n(&comparers->room->stop, 1, __ATOMIC_RELEASE);
        comparers->mp = NULL;
    }
}

void comparers_listen(struct comparers *comparers, const struct comparers_watch *watch)
{
    comparers->watch = *watch;
}

size_t comparers_compare(struct comparers *comparers, const struct comparison *all)
{
    const size_t most = PIECES_MAX * PIECE;

    if (all->size >= 2 * PIECE)
        gather(comparers);
    if (all->size < 2 * PIECE || comparers->mp == NULL)
        return compare_first_difference(comparers->way, all);
    look_after(comparers);
    for (size_t from = 0; from < all->size; from += most) {
        const size_t rest = all->size - from;
        const struct comparison some = comparison_part(all, from, rest < most ? rest : most);
        const size_t found = compare_pieces_all(&comparers->room->pieces, comparers->way, &some);

        if (found < some.size)
            return from + found;
    }
    return all->size;
}

void comparers_open(struct comparers *comparers, EFI_BOOT_SERVICES *boot, struct clock *clock,
                    struct tap *tap)
{
    *comparers = (struct comparers){ .boot = boot, .clock = clock, .tap = tap, .at_home = true };
    vector_allow(&comparers->vector);
    comparers->way = compare_best();
    if (EFI_ERROR(boot->LocateProtocol(&(EFI_GUID)MP_SERVICES_PROTOCOL_GUID, NULL,
                                       (void **)&comparers->mp)) ||
        EFI_ERROR(boot->CreateEvent(0, 0, NULL, NULL, &comparers->home)))
        comparers->mp = NULL;
}

/* The firmware looks a few times a second whether they are back. */
static bool went_home(struct comparers *comparers)
{
    const uint64_t end = clock_us(comparers->clock) + HOME_US;

    __atomic_store_n(&comparers->room->stop, 1, __ATOMIC_RELEASE);
    while (!are_home(comparers)) {
        if (clock_us(comparers->clock) >= end)
            return false;
        cpu_pause();
    }
    return true;
}

void comparers_send_home(struct comparers *comparers)
{
    if (comparers->room == NULL || went_home(comparers) || comparers->said_missing)
        return;
    say(comparers, "compare: a processor is not back; memory attributes change without it", 0);
    comparers->said_missing = true;
}

/* The room and the event are freed only when no other processor can still use the one or signal the other. */
void comparers_close(struct comparers *comparers)
{
    const UINTN pages = (sizeof(struct comparers_room) + PAGE_SIZE - 1) / PAGE_SIZE;

    if (comparers->room != NULL && went_home(comparers)) {
        comparers->boot->FreePages((uintptr_t)comparers->room, pages);
        comparers->room = NULL;
    }
    if (comparers->home != NULL && comparers->room == NULL)
        comparers->boot->CloseEvent(comparers->home);
    vector_restore(&comparers->vector);
}
