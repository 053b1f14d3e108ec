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

struct crew_room {
    uint8_t exceptions[EXCEPTION_TABLE_SIZE];
    struct idt_register table;
    uint16_t cs;
    uint64_t idle_ticks;
    uint32_t arrived, left, stop; /* atomic */
    struct compare_pieces pieces;
    struct member members[CREW_MAX];
};

/* ---- on the other processors ----------------------------------------------------------------- */

static bool look(struct crew_room *room, struct member *member, enum compare_way way)
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

static void serve(struct crew_room *room, struct member *member)
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
    struct crew_room *const room = argument;
    const uint32_t number = __atomic_fetch_add(&room->arrived, 1, __ATOMIC_ACQ_REL);
    struct idt_register former;
    struct vector_state vector;

    cpu_sidt(&former);
    if (cpu_cs() == room->cs)
        cpu_lidt(&room->table);
    vector_allow(&vector);
    if (number < CREW_MAX)
        serve(room, &room->members[number]);
    vector_restore(&vector);
    cpu_lidt(&former);
    __atomic_fetch_add(&room->left, 1, __ATOMIC_ACQ_REL);
}

/* ---- on this one ----------------------------------------------------------------------------- */

static void say(struct crew *crew, const char *format, unsigned number)
{
    char line[LINE_MAX];
    struct text text = text_in(line, sizeof(line));

    text_format(&text, format, compare_way_name(crew->way), number);
    tap_comment(crew->tap, line);
}

/* Members, less those that have gone. */
static unsigned present(const struct crew *crew)
{
    const uint32_t left = __atomic_load_n(&crew->room->left, __ATOMIC_ACQUIRE);

    return __atomic_load_n(&crew->room->arrived, __ATOMIC_ACQUIRE) - left;
}

static bool prepare_room(struct crew *crew)
{
    const UINTN pages = (sizeof(struct crew_room) + PAGE_SIZE - 1) / PAGE_SIZE;
    EFI_PHYSICAL_ADDRESS at = 0;

    if (crew->room == NULL) {
        if (EFI_ERROR(crew->boot->AllocatePages(AllocateAnyPages, EfiBootServicesData, pages, &at)))
            return false;
        crew->room = (struct crew_room *)(uintptr_t)at;
    }
    memset(crew->room, 0, sizeof(*crew->room));
    exceptions_stopping(crew->room->exceptions);
    crew->room->table =
        (struct idt_register){ EXCEPTION_TABLE_SIZE - 1, (uintptr_t)crew->room->exceptions };
    crew->room->cs = cpu_cs();
    crew->room->idle_ticks = CREW_IDLE_MS * crew->clock->ticks_per_ms;
    return true;
}

static void wait_for_arrivals(struct crew *crew, unsigned expected)
{
    const uint64_t end = clock_us(crew->clock) + ARRIVAL_US;

    while (present(crew) < expected && clock_us(crew->clock) < end)
        cpu_pause();
}

static bool send_out(struct crew *crew)
{
    const struct crew_watch *const watch = &crew->watch;

    if (watch->before != NULL && !watch->before(watch->opaque))
        return false;
    const EFI_STATUS status =
        crew->mp->startup_all_aps(crew->mp, member_main, FALSE, crew->home, 0, crew->room, NULL);

    if (watch->before != NULL)
        watch->after(watch->opaque);
    return !EFI_ERROR(status);
}

/* The firmware refuses to start processors again before it has noticed that all of them are back. */
static void start(struct crew *crew)
{
    UINTN all = 0, enabled = 0;

    if (EFI_ERROR(crew->mp->get_number_of_processors(crew->mp, &all, &enabled)) || enabled < 2 ||
        !prepare_room(crew) || !send_out(crew)) {
        crew->mp = NULL;
        return;
    }
    crew->at_home = false;
    wait_for_arrivals(crew, (unsigned)(enabled - 1));
}

/* Asking for the event also resets it, so its answer is kept. */
static bool are_home(struct crew *crew)
{
    if (!crew->at_home)
        crew->at_home = present(crew) == 0 && !EFI_ERROR(crew->boot->CheckEvent(crew->home));
    return crew->at_home;
}

/* Calls the members in, where there are any and they are not here. */
static void gather(struct crew *crew)
{
    if (crew->mp != NULL && (crew->room == NULL || are_home(crew)))
        start(crew);
    if (crew->said)
        return;
    const unsigned others = crew->mp != NULL ? present(crew) : 0;
    say(crew, others != 0 ? "compare: %s, %u processors" : "compare: %s, %u processor", 1 + others);
    crew->said = true;
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
static void look_after(struct crew *crew)
{
    const uint32_t arrived = __atomic_load_n(&crew->room->arrived, __ATOMIC_ACQUIRE);
    const uint64_t now_us = clock_us(crew->clock);
    bool any = false;

    for (unsigned i = 0; i < CREW_MAX && i < arrived; i++)
        any |= stuck(&crew->room->members[i], now_us);
    if (any) {
        say(crew, "compare: a processor did not come back, %s on this one alone from now on", 0);
        __atomic_store_n(&crew->room->stop, 1, __ATOMIC_RELEASE);
        crew->mp = NULL;
    }
}

void crew_listen(struct crew *crew, const struct crew_watch *watch)
{
    crew->watch = *watch;
}

size_t crew_compare(struct crew *crew, const struct comparison *all)
{
    const size_t most = PIECES_MAX * PIECE;

    if (all->size >= 2 * PIECE)
        gather(crew);
    if (all->size < 2 * PIECE || crew->mp == NULL)
        return compare_first_difference(crew->way, all);
    look_after(crew);
    for (size_t from = 0; from < all->size; from += most) {
        const size_t rest = all->size - from;
        const struct comparison some = comparison_part(all, from, rest < most ? rest : most);
        const size_t found = compare_pieces_all(&crew->room->pieces, crew->way, &some);

        if (found < some.size)
            return from + found;
    }
    return all->size;
}

void crew_open(struct crew *crew, EFI_BOOT_SERVICES *boot, struct clock *clock, struct tap *tap)
{
    *crew = (struct crew){ .boot = boot, .clock = clock, .tap = tap, .at_home = true };
    vector_allow(&crew->vector);
    crew->way = compare_best();
    if (EFI_ERROR(
            boot->LocateProtocol(&(EFI_GUID)MP_SERVICES_PROTOCOL_GUID, NULL, (void **)&crew->mp)) ||
        EFI_ERROR(boot->CreateEvent(0, 0, NULL, NULL, &crew->home)))
        crew->mp = NULL;
}

/* The firmware looks a few times a second whether they are back. */
static bool went_home(struct crew *crew)
{
    const uint64_t end = clock_us(crew->clock) + HOME_US;

    __atomic_store_n(&crew->room->stop, 1, __ATOMIC_RELEASE);
    while (!are_home(crew)) {
        if (clock_us(crew->clock) >= end)
            return false;
        cpu_pause();
    }
    return true;
}

void crew_send_home(struct crew *crew)
{
    if (crew->room == NULL || went_home(crew) || crew->said_missing)
        return;
    say(crew, "compare: a processor is not back; memory attributes change without it", 0);
    crew->said_missing = true;
}

/* The room and the event are freed only when no other processor can still use the one or signal the other. */
void crew_close(struct crew *crew)
{
    const UINTN pages = (sizeof(struct crew_room) + PAGE_SIZE - 1) / PAGE_SIZE;

    if (crew->room != NULL && went_home(crew)) {
        crew->boot->FreePages((uintptr_t)crew->room, pages);
        crew->room = NULL;
    }
    if (crew->home != NULL && crew->room == NULL)
        crew->boot->CloseEvent(crew->home);
    vector_restore(&crew->vector);
}
