#include "efi/compare_pieces.h"

static uint64_t pair(uint32_t comparison, uint32_t number)
{
    return (uint64_t)comparison << 32 | number;
}

static uint32_t high(uint64_t both)
{
    return (uint32_t)(both >> 32);
}

static uint32_t low(uint64_t both)
{
    return (uint32_t)both;
}

struct comparison comparison_part(const struct comparison *all, size_t from, size_t size)
{
    struct comparison out = *all;

    out.words += from / 8;
    out.expected = all->expected != NULL ? all->expected + from / 8 : NULL;
    out.size = size;
    return out;
}

static struct comparison piece_of(const struct comparison *all, uint32_t number)
{
    const size_t from = number * PIECE, rest = all->size - from;

    return comparison_part(all, from, rest < PIECE ? rest : PIECE);
}

static uint64_t ticket_of(const struct compare_pieces *pieces)
{
    return __atomic_load_n(&pieces->ticket, __ATOMIC_ACQUIRE);
}

bool compare_pieces_waiting(const struct compare_pieces *pieces)
{
    const uint32_t next = low(ticket_of(pieces));

    return next != 0 && next <= __atomic_load_n(&pieces->count, __ATOMIC_RELAXED);
}

/* Other processors may read it half written: they then throw their copy away. */
static void set_comparison(struct comparison *to, const struct comparison *from)
{
    __atomic_store_n(&to->words, from->words, __ATOMIC_RELAXED);
    __atomic_store_n(&to->expected, from->expected, __ATOMIC_RELAXED);
    __atomic_store_n(&to->value, from->value, __ATOMIC_RELAXED);
    __atomic_store_n(&to->size, from->size, __ATOMIC_RELAXED);
}

static struct comparison get_comparison(const struct comparison *from)
{
    return (struct comparison){
        .words = __atomic_load_n(&from->words, __ATOMIC_RELAXED),
        .expected = __atomic_load_n(&from->expected, __ATOMIC_RELAXED),
        .value = __atomic_load_n(&from->value, __ATOMIC_RELAXED),
        .size = __atomic_load_n(&from->size, __ATOMIC_RELAXED),
    };
}

bool compare_pieces_take(struct compare_pieces *pieces, enum compare_way way)
{
    uint64_t ticket = ticket_of(pieces);
    const uint32_t next = low(ticket);
    const struct comparison all = get_comparison(&pieces->all);

    if (next == 0 || next > __atomic_load_n(&pieces->count, __ATOMIC_RELAXED))
        return false;
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    /* Fails if anything of the copy has changed meanwhile. */
    if (!__atomic_compare_exchange_n(&pieces->ticket, &ticket, ticket + 1, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE))
        return true;
    const struct comparison piece = piece_of(&all, next - 1);
    const size_t right = compare_first_difference(way, &piece);
    uint64_t empty = pair(high(ticket), 0);
    __atomic_compare_exchange_n(&pieces->results[next - 1], &empty, empty + 1 + right, false,
                                __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return true;
}

static void publish(struct compare_pieces *pieces, const struct comparison *all)
{
    const uint32_t comparison = high(ticket_of(pieces)) + 1;
    const uint32_t count = (uint32_t)((all->size + PIECE - 1) / PIECE);

    __atomic_store_n(&pieces->ticket, pair(comparison, 0), __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    set_comparison(&pieces->all, all);
    __atomic_store_n(&pieces->count, count, __ATOMIC_RELAXED);
    for (uint32_t i = 0; i < count; i++)
        __atomic_store_n(&pieces->results[i], pair(comparison, 0), __ATOMIC_RELAXED);
    __atomic_store_n(&pieces->ticket, pair(comparison, 1), __ATOMIC_RELEASE);
}

static size_t collect(const struct compare_pieces *pieces, enum compare_way way,
                      const struct comparison *all, uint32_t number)
{
    const uint32_t back = low(__atomic_load_n(&pieces->results[number], __ATOMIC_ACQUIRE));
    const struct comparison piece = piece_of(all, number);

    return back != 0 ? back - 1 : compare_first_difference(way, &piece);
}

size_t compare_pieces_all(struct compare_pieces *pieces, enum compare_way way,
                          const struct comparison *all)
{
    publish(pieces, all);
    while (compare_pieces_waiting(pieces))
        compare_pieces_take(pieces, way);
    for (uint32_t i = 0; i < pieces->count; i++) {
        const size_t found = collect(pieces, way, all, i);

        if (found < piece_of(all, i).size)
            return i * PIECE + found;
    }
    return all->size;
}
