/* The firmware's comparisons (efi/compare.h, efi/compare_pieces.h, linker/compare.asm) against a plain loop: every
 * position, every bit, any size and alignment, several processors at once, and one that comes late. */
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>

#include "efi/compare_pieces.h"
#include "hw/bits.h"
#include "tests/kit/tests.h"

#define CHUNK   0x10000u /* bytes, as the memory test compares them */
#define WORDS   (CHUNK / 8)
#define MEMBERS 3
#define ROUNDS  4000

static uint64_t random_word(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static size_t plain(const struct comparison *c)
{
    for (size_t i = 0; i < c->size / 8; i++)
        if (c->words[i] != (c->expected ? c->expected[i] : c->value))
            return 8 * i;
    return c->size;
}

/* Ways that this processor can go. */
static unsigned ways(void)
{
    return __builtin_cpu_supports("avx2") ? 2 : 1;
}

/* `size` bytes at the very end of readable memory. */
static uint64_t *before_the_end(size_t size)
{
    const size_t whole = (size + 0xfff) & ~(size_t)0xfff;
    uint8_t *at =
        mmap(NULL, whole + 0x1000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    assert_ptr_not_equal(at, MAP_FAILED);
    assert_int_equal(mprotect(at + whole, 0x1000, PROT_NONE), 0);
    return (uint64_t *)(void *)(at + whole - size);
}

static void fill(uint64_t *words, size_t count, uint64_t value)
{
    for (size_t i = 0; i < count; i++)
        words[i] = value;
}

TEST(wrong_word_is_found_at_every_position)
{
    uint64_t *const words = before_the_end(CHUNK), *const expected = before_the_end(CHUNK);
    uint64_t seed = 1;

    for (unsigned i = 0; i < WORDS; i++)
        expected[i] = random_word(&seed);
    for (unsigned way = 0; way < ways(); way++)
        for (unsigned i = 0; i < WORDS; i++) {
            const uint64_t bit = BIT64(random_word(&seed) % 64);
            struct comparison c = { words, NULL, UINT64_MAX, CHUNK };

            fill(words, WORDS, UINT64_MAX);
            words[i] ^= bit;
            assert_int_equal(compare_first_difference((enum compare_way)way, &c), 8 * i);
            memcpy(words, expected, CHUNK);
            words[i] ^= bit;
            c.expected = expected;
            assert_int_equal(compare_first_difference((enum compare_way)way, &c), 8 * i);
        }
}

TEST(every_bit_counts) /* among zeros, ones and others, for each of which there is a loop */
{
    uint64_t *const words = before_the_end(512);

    for (unsigned way = 0; way < 3 * ways(); way++)
        for (unsigned bit = 0; bit < 512 * 8; bit++) {
            const struct comparison c = { words, NULL, 0 - (uint64_t)(way / ways()), 512 };

            fill(words, 64, c.value);
            words[bit / 64] ^= BIT64(bit % 64);
            assert_int_equal(compare_first_difference((enum compare_way)(way % ways()), &c),
                             bit / 64 * 8);
        }
}

/* Sizes that are no multiple of a register, addresses that are none either, several wrong words. */
TEST(any_size_and_place_agrees_with_a_plain_loop)
{
    enum { MOST = 100 };
    uint64_t seed = 2;

    for (unsigned size = 0; size <= MOST; size++) {
        uint64_t *const words = before_the_end(8 * size), *const expected =
                                                              before_the_end(8 * MOST);

        for (unsigned round = 0; round < 200; round++) {
            const uint64_t value = round % 3 ? 0 - (uint64_t)(round % 3 - 1) : random_word(&seed);
            const bool block = round & 1;
            const struct comparison c = { words,
                                          block ? expected + round % (MOST + 1 - size) : NULL,
                                          value, 8 * size };

            fill(expected, MOST, value);
            fill(words, size, value);
            for (uint64_t wrong = random_word(&seed) % 4; wrong > 0 && size; wrong--)
                words[random_word(&seed) % size] ^= BIT64(random_word(&seed) % 64);
            for (unsigned way = 0; way < ways(); way++)
                assert_int_equal(compare_first_difference((enum compare_way)way, &c), plain(&c));
        }
    }
}

/* ---- features of a processor ----------------------------------------------------------------- */

/* AVX2 needs XSAVE (26) and AVX (28) in ecx of leaf 1, AVX2 (5) in ebx of leaf 7, the states XMM and YMM
 * (1, 2) in leaf 13; it is on with OSXSAVE (27) and both states in XCR0. */
TEST(avx2_needs_everything_that_the_manual_names)
{
    const struct vector_support all = { .features = { .ecx = 0x1c000000 },
                                        .extended = { .ebx = 0x20 },
                                        .states = { .eax = 7 } };
    struct vector_support one;

    assert_pairs(true, vector_has_avx2(&all), true, vector_avx2_is_on(&all, 7), false,
                 vector_avx2_is_on(&all, 1), false, vector_avx2_is_on(&all, 3), false,
                 vector_avx2_is_on(&all, 5));
    for (unsigned bit = 26; bit <= 28; bit++) {
        one = all;
        one.features.ecx &= ~BIT(bit);
        assert_pairs(vector_has_avx2(&one), bit == 27, false, vector_avx2_is_on(&one, 7));
    }
    one = all;
    one.extended.ebx = 0xffffffdf;
    assert_false(vector_has_avx2(&one));
    one = all;
    one.states.eax = 3;
    assert_pairs(false, vector_has_avx2(&one), compare_best() == COMPARE_AVX2, ways() == 2);
}

/* ---- several processors ---------------------------------------------------------------------- */

struct members {
    struct compare_pieces pieces;
    uint32_t stop;
    uint32_t worked[MEMBERS];
};

struct one {
    struct members *all;
    unsigned number;
};

static void *serve(void *argument)
{
    const struct one *self = argument;

    while (!__atomic_load_n(&self->all->stop, __ATOMIC_ACQUIRE))
        if (compare_pieces_waiting(&self->all->pieces))
            self->all->worked[self->number] +=
                compare_pieces_take(&self->all->pieces, (enum compare_way)(self->number % ways()));
    return NULL;
}

/* Each comparison has another answer than the one before, so that a late answer would show. */
TEST(many_find_what_one_finds)
{
    enum { LARGE = 20 * CHUNK + 24 };
    static struct members all;
    uint64_t *const words = before_the_end(LARGE), *const expected = before_the_end(LARGE);
    pthread_t threads[MEMBERS];
    struct one members[MEMBERS];
    uint64_t seed = 3;
    uint32_t worked = 0;

    for (unsigned i = 0; i < LARGE / 8; i++)
        words[i] = expected[i] = random_word(&seed);
    for (unsigned i = 0; i < MEMBERS; i++) {
        members[i] = (struct one){ &all, i };
        assert_int_equal(pthread_create(&threads[i], NULL, serve, &members[i]), 0);
    }
    for (unsigned round = 0; round < ROUNDS; round++) {
        const size_t from = random_word(&seed) % WORDS, wrong = random_word(&seed) % (LARGE / 8);
        const size_t size = random_word(&seed) % (LARGE / 8 - from);
        const struct comparison c = { words + from, expected + from, 0, 8 * size };
        const bool hit = wrong >= from && wrong < from + size;

        words[wrong] ^= 1;
        assert_int_equal(compare_pieces_all(&all.pieces, COMPARE_PLAIN, &c),
                         hit ? 8 * (wrong - from) : 8 * size);
        words[wrong] ^= 1;
    }
    __atomic_store_n(&all.stop, 1, __ATOMIC_RELEASE);
    for (unsigned i = 0; i < MEMBERS; i++) {
        pthread_join(threads[i], NULL);
        worked += all.worked[i];
    }
    print_message("# the others did %u pieces\n", worked);
    assert_true(worked > 0);
}

/* ---- an answer that comes late --------------------------------------------------------------- */

enum { PIECE_COUNT = 3, LATE_PIECE = 1, NONE = PIECE_COUNT };

/* One thread owns the comparisons, the other takes a piece of the first and answers while the second is under
 * way. The owner steps it from inside its own comparing, so that nothing is left to chance. */
struct late {
    struct compare_pieces pieces;
    const uint64_t *words;
    unsigned take_at, answer_at; /* owner's piece of the comparison; NONE: not in this one */
    unsigned took;
    sem_t published, taken, released, answered;
};

/* Which of the two a thread is. */
static _Thread_local struct late *owner, *latecomer;

static void step(struct late *late, unsigned piece)
{
    if (piece == late->take_at) {
        late->take_at = NONE;
        sem_post(&late->published);
        sem_wait(&late->taken);
    }
    if (piece == late->answer_at) {
        late->answer_at = NONE;
        sem_post(&late->released);
        sem_wait(&late->answered);
    }
}

size_t __real_compare_first_difference(enum compare_way way, const struct comparison *c);
size_t __wrap_compare_first_difference(enum compare_way way, const struct comparison *c);

/* The functions that efi/compare_pieces.c calls (Makefile: --wrap). */
size_t __wrap_compare_first_difference(enum compare_way way, const struct comparison *c)
{
    const size_t right = __real_compare_first_difference(way, c);

    if (owner)
        step(owner, (unsigned)((size_t)(c->words - owner->words) * 8 / PIECE));
    if (latecomer) {
        latecomer->took = (unsigned)((size_t)(c->words - latecomer->words) * 8 / PIECE);
        sem_post(&latecomer->taken);
        sem_wait(&latecomer->released);
    }
    return right;
}

static void *come_late(void *argument)
{
    latecomer = argument;
    sem_wait(&latecomer->published);
    compare_pieces_take(&latecomer->pieces, COMPARE_PLAIN);
    sem_post(&latecomer->answered);
    return NULL;
}

/* The second comparison differs in the very piece of which the late answer says that it is right. */
static void expect_difference_in_spite_of(unsigned answer_at)
{
    uint64_t *const words = before_the_end(PIECE_COUNT * PIECE);
    const struct comparison c = { words, NULL, 0, PIECE_COUNT * PIECE };
    const size_t wrong = LATE_PIECE * PIECE + 40;
    struct late late = { .words = words, .take_at = 0, .answer_at = NONE, .took = NONE };
    pthread_t thread;

    sem_init(&late.published, 0, 0);
    sem_init(&late.taken, 0, 0);
    sem_init(&late.released, 0, 0);
    sem_init(&late.answered, 0, 0);
    assert_int_equal(pthread_create(&thread, NULL, come_late, &late), 0);
    owner = &late;

    const size_t first = compare_pieces_all(&late.pieces, COMPARE_PLAIN, &c);
    late.answer_at = answer_at;
    words[wrong / 8] = 1;
    const size_t second = compare_pieces_all(&late.pieces, COMPARE_PLAIN, &c);

    owner = NULL;
    pthread_join(thread, NULL);
    assert_pairs(late.took, LATE_PIECE, late.answer_at, NONE, first, c.size, second, wrong);
}

/* Before the piece is compared again, and after. */
TEST(late_answer_is_none_to_the_next_comparison)
{
    expect_difference_in_spite_of(LATE_PIECE - 1);
    expect_difference_in_spite_of(LATE_PIECE + 1);
}

FIXTURE(say_what_is_compared)
{
    if (ways() == 1)
        print_message("# this processor has no AVX2: only plain registers are compared\n");
}

GROUP(say_what_is_compared, NULL)
