/* The firmware's comparisons (efi/compare.h, efi/pieces.h, linker/compare.asm) against a plain loop: every
 * position, every bit, any size and alignment, and several processors at once. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "efi/pieces.h"
#include "hw/bits.h"

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

/* `size` bytes at the very end of what may be read. */
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

static void wrong_word_is_found_at_every_position(void **state)
{
    uint64_t *const words = before_the_end(CHUNK), *const expected = before_the_end(CHUNK);
    uint64_t seed = 1;

    (void)state;
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

static void every_bit_counts(void **state)
{
    uint64_t *const words = before_the_end(512);

    (void)state;
    for (unsigned way = 0; way < ways(); way++)
        for (unsigned bit = 0; bit < 512 * 8; bit++) {
            const struct comparison c = { words, NULL, 0, 512 };

            fill(words, 64, 0);
            words[bit / 64] = BIT64(bit % 64);
            assert_int_equal(compare_first_difference((enum compare_way)way, &c), bit / 64 * 8);
        }
}

/* Sizes that are no multiple of a register, addresses that are none either, several wrong words. */
static void any_size_and_place_agrees_with_a_plain_loop(void **state)
{
    enum { MOST = 100 };
    uint64_t seed = 2;

    (void)state;
    for (unsigned size = 0; size <= MOST; size++) {
        uint64_t *const words = before_the_end(8 * size), *const expected =
                                                              before_the_end(8 * MOST);

        for (unsigned round = 0; round < 200; round++) {
            const uint64_t value = random_word(&seed);
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

/* ---- what a processor can do ----------------------------------------------------------------- */

/* AVX2 needs XSAVE (26) and AVX (28) in ecx of leaf 1, AVX2 (5) in ebx of leaf 7, the states XMM and YMM
 * (1, 2) in leaf 13; it is on with OSXSAVE (27) and both states in XCR0. */
static void avx2_needs_everything_that_the_manual_names(void **state)
{
    const struct vector_support all = { .features = { .ecx = 0x1c000000 },
                                        .extended = { .ebx = 0x20 },
                                        .states = { .eax = 7 } };
    struct vector_support one;

    (void)state;
    assert_true(vector_has_avx2(&all));
    assert_true(vector_avx2_is_on(&all, 7));
    assert_false(vector_avx2_is_on(&all, 1));
    assert_false(vector_avx2_is_on(&all, 3));
    assert_false(vector_avx2_is_on(&all, 5));
    for (unsigned bit = 26; bit <= 28; bit++) {
        one = all;
        one.features.ecx &= ~BIT(bit);
        assert_int_equal(vector_has_avx2(&one), bit == 27);
        assert_false(vector_avx2_is_on(&one, 7));
    }
    one = all;
    one.extended.ebx = 0xffffffdf;
    assert_false(vector_has_avx2(&one));
    one = all;
    one.states.eax = 3;
    assert_false(vector_has_avx2(&one));
    assert_int_equal(compare_best() == COMPARE_AVX2, ways() == 2);
}

/* ---- several processors ----------------------------------------------------------------------- */

struct members {
    struct pieces pieces;
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
        if (pieces_waiting(&self->all->pieces))
            self->all->worked[self->number] +=
                pieces_work(&self->all->pieces, (enum compare_way)(self->number % ways()));
    return NULL;
}

/* Each comparison has another answer than the one before, so that a late answer would show. */
static void many_find_what_one_finds(void **state)
{
    enum { LARGE = 20 * CHUNK + 24 };
    static struct members all;
    uint64_t *const words = before_the_end(LARGE), *const expected = before_the_end(LARGE);
    pthread_t threads[MEMBERS];
    struct one members[MEMBERS];
    uint64_t seed = 3;
    uint32_t worked = 0;

    (void)state;
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
        assert_int_equal(pieces_compare(&all.pieces, COMPARE_SSE2, &c),
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_word_is_found_at_every_position),
        cmocka_unit_test(every_bit_counts),
        cmocka_unit_test(any_size_and_place_agrees_with_a_plain_loop),
        cmocka_unit_test(avx2_needs_everything_that_the_manual_names),
        cmocka_unit_test(many_find_what_one_finds),
    };

    if (ways() == 1)
        print_message("# this processor has no AVX2: only SSE2 is compared\n");
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("compare", tests, NULL, NULL);
}
