/* How tests of the MMU say where a word comes from (suite/nv50/setup.h), and what those of shader cores take. */
#include "suite/kit/chips.h"
#include "suite/nv50/groups.h"
#include "suite/nv50/plain.h"
#include "suite/nv50/setup.h"
#include "suite/nv50/shader_work.h"
#include "tests/kit/bench.h"

/* A word that came from a place of its own says which: in each of two buffers, though it has only the low half. */
TEST(words_name_their_buffer)
{
    /* clang-format off */
    static const struct {
        uint64_t at;
        const char *says;
    } words[] = { { 0x1230001008, "system memory 0x1230001008" }, { 0x1230001ffc, "system memory 0x1230001ffc" },
        { 0x4560005000, "system memory 0x4560005000" }, { 0x4560006ffc, "system memory 0x4560006ffc" } };
    /* clang-format on */
    struct card card = { .dma_count = 2,
                         .dma = { { .bus = { 0x1230001000 }, .size = 0x1000 },
                                  { .bus = { 0x4560005000 }, .size = 0x2000 } } };

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        char line[80];
        struct text text = text_in(line, sizeof(line));

        describe_word(&text, &card, name_of((linear_addr){ words[i].at, TARGET_SYSRAM_SNOOP }));
        assert_string_equal(words[i].says, line);
    }
}

/* Both values are kept of the first failure, and of that alone; who has said something else before does not fail. */
TEST(the_first_difference_is_kept)
{
    static struct bench bench;
    static const struct chip chip = { .title = "G84" };
    struct test t = { .card = &bench.card };

    bench_open(&bench, &chip);
    assert_false(expect_equal(&t, 0x1f, 0x60, "five"));
    assert_false(expect_equal(&t, 0x20, 0x70, "six"));
    assert_string_equal("G84 has 0x60 in five, expected 0x1f", t.sentence);
    assert_string_equal("0x1f", t.expected);
    assert_string_equal("0x60", t.actual);
    assert_int_equal(2, t.failures);
    t = (struct test){ .card = &bench.card };
    test_lacks(&t, "no such unit");
    test_fail(&t, "wrong");
    assert_int_equal(TEST_LACKS, t.result);
    assert_string_equal("no such unit", t.sentence);
}

static struct bench identity;

/* What a test of identity says of the card begins so. */
static void expect_identity(const char *name, const char *says)
{
    struct test t = { .name = name, .card = &identity.card };
    unsigned k = 0;

    while (strcmp(identity_tests.rows[k].name, name) != 0)
        assert_true(++k < identity_tests.count);
    identity_tests.rows[k].run(&t);
    assert_pairs(*says ? TEST_FAIL : TEST_PASS, t.result, *says != 0, t.failures);
    assert_memory_equal(says, t.sentence, strlen(says));
}

/* tesla-mmio.md §1.3: BAR0 is plain memory of 32 bits, BAR1 and BAR3 have 64; from 64 MiB and from 16 MiB on. */
TEST(bars_are_as_documented)
{
    static const struct {
        struct pci_bar bars[4];
        const char *says;
    } rows[] = {
#define WIDE(mib) { .size = UINT64_C(mib) << 20, .is_64bit = true }
        { { [1] = WIDE(64), [3] = WIDE(16) }, "" },
        { { { .io = true }, WIDE(64), [3] = WIDE(16) },
          "G84 has a BAR0 that is not 32-bit memory" },
        { { WIDE(16), WIDE(64), [3] = WIDE(16) }, "G84 has a BAR0 that is not 32-bit memory" },
        { { [1] = { .size = 64 << 20 }, [3] = WIDE(16) }, "G84 has a BAR1 of 0x4000000 bytes" },
        { { [1] = WIDE(63), [3] = WIDE(16) }, "G84 has a BAR1 of 0x3f00000 bytes, expected 64-b" },
        { { [1] = WIDE(64), [3] = { .size = 16 << 20 } }, "G84 has a BAR3 of 0x1000000 bytes" },
        { { [1] = WIDE(64), [3] = WIDE(15) }, "G84 has a BAR3 of 0xf00000 bytes, expected 64-bi" },
#undef WIDE
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        bench_open(&identity, &nv50_chips[CHIP_G84].chip);
        memcpy(identity.card.pci.bars, rows[i].bars, sizeof(rows[i].bars));
        expect_identity("id.bars", rows[i].says);
    }
}

/* After the deadline nothing that a test sees is the card's. */
TEST(after_the_deadline_nothing_counts)
{
    static struct bench bench;
    struct test t = { .card = &bench.card };

    bench_open(&bench, NULL);
    bench.card.expired = true;
    assert_false(test_ok(&t, ERR_TIMEOUT, "a step"));
    assert_false(test_ok(&t, ERR_RANGE, "a step"));
    test_fail(&t, "wrong");
    test_differs(&t, "1", "2", "wrong");
    assert_pairs(TEST_PASS, t.result, 0, t.failures);
    assert_string_equal("", t.sentence);
    assert_string_equal("", t.expected);
}

/* ---- floats without floats: the host's processor is the other witness ---- */

static float float_of(uint32_t word)
{
    float number;

    memcpy(&number, &word, sizeof(number));
    return number;
}

static uint32_t word_of(float number)
{
    uint32_t word;

    memcpy(&word, &number, sizeof(word));
    return word;
}

/* From 2^-7 to 2^8, of any number of bits, so that halves are met as well. */
static uint32_t drawn_float(uint32_t *draws)
{
    *draws = *draws * 1664525 + 1013904223;
    const uint32_t exponent = 120 + (*draws >> 8) % 15, kept = 0x7fffffu << (*draws >> 16) % 24;

    *draws = *draws * 1664525 + 1013904223;
    return (*draws & 0x80000000) | exponent << 23 | (*draws >> 8 & kept & 0x7fffff);
}

/* tesla-isa.md §6: "round to nearest, even of two"; the product of a multiply-add is cut. */
TEST(plain_numbers_are_the_hosts)
{
    const double big = 0x1.8p52; /* there the unit is 1 */
    uint32_t draws = 1;

    for (unsigned i = 0; i < 4000; i++) {
        const uint32_t a = drawn_float(&draws), b = drawn_float(&draws);
        const struct plain x = plain_of(a), y = plain_of(b), product = plain_mul(x, y);
        const float f = float_of(a), g = float_of(b);
        double exact = (double)f * (double)g;
        uint64_t bits;

        memcpy(&bits, &exact, sizeof(bits));
        bits &= ~UINT64_C(0x1fffffff); /* a double has 29 bits more */
        memcpy(&exact, &bits, sizeof(exact));
        assert_pairs(word_of(f + g), plain_word(plain_add(x, y), false), word_of(f * g),
                     plain_word(product, false), word_of((float)exact), plain_word(product, true),
                     f < g, plain_less(a, b), (uint32_t)(int32_t)((double)f + big - big),
                     (uint32_t)plain_whole(x));
        assert_pairs(a, plain_word(plain_add(x, plain_of(0)), false), a,
                     plain_word(plain_add(plain_of(0), x), false), 0, plain_less(a, a), 0,
                     plain_word(plain_add(x, plain_of(a ^ 0x80000000)), false));
    }
}

/* |a - b| <= b / 2^18, of whatever a card gives. */
TEST(numbers_near_each_other_agree_in_18_bits)
{
    /* clang-format off */
    static const struct { uint32_t b, near, far; } rows[] = {
        { 0x3f800000, 0x3f800020, 0x3f800021 }, { 0x3f800000, 0x3f7fffc0, 0x3f7fffbf },
        { 0x3fc00000, 0x3fc00030, 0x3fc00031 }, { 0x3fc00000, 0x3fbfffd0, 0x3fbfffcf },
        { 0x40000000, 0x40000020, 0x40000021 }, { 0x40000000, 0x3fffffc0, 0x3fffffbf },
        { 0x3f7fffff, 0x3f80001f, 0x3f800020 }, { 0x3f800000, 0x3f800000, 0xbf800000 },
        { 0x3f800000, 0x3f800001, 0x40000000 }, { 0x3f800000, 0x3f7fffff, 0 },
        { 0x3f800000, 0x3f800000, 0xa5c3f00d }, { 0x3f800000, 0x3f800000, 0x7f7fffff },
        { 0x3f800000, 0x3f800000, 0x00800000 },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        assert_true(plain_near(plain_of(rows[i].near), plain_of(rows[i].b), 18));
        assert_false(plain_near(plain_of(rows[i].far), plain_of(rows[i].b), 18));
    }
}

/* x times its reciprocal root twice is 1 (Newton's steps). */
static double root_of(double x)
{
    double root = 0.5;

    for (unsigned i = 0; i < 20; i++)
        root *= 1.5 - x / 2 * root * root;
    return root;
}

/* From 1 to 2, of the first operand or the second one, twice that: rcp, rsqrt of both, ex2 of lg2, and two that give 1.
 * The sine there is 0.841 to 1, the cosine 0.540 to -0.416. */
TEST(special_functions_are_near_their_values)
{
    for (unsigned thread = 0; thread < WORK_THREADS; thread += 21) {
        uint32_t in[3];

        work_special.operands(thread, in);
        const double x = (double)float_of(in[0]);
        const double rights[] = { 1 / x, root_of(x), root_of(2 * x), x, 1, 1 };

        assert_int_equal(word_of((float)(2 * x)), in[1]);
        for (unsigned row = 0; row < ARRAY_SIZE(rights); row++) {
            const uint32_t right = word_of((float)rights[row]);

            assert_true(work_special.accepts(row, thread, right));
            assert_false(work_special.accepts(row, thread, right ^ 0x80000000));
            assert_false(work_special.accepts(row, thread, right + 0x80)); /* 17 bits */
            assert_false(work_special.accepts(row, thread, right - 0x80));
        }
        for (unsigned row = 6; row < 8; row++) {
            static const float good[][2] = { { 0.841f, 1 }, { 0.540f, -0.416f } };
            static const float bad[][3] = { { 0.838f, 1.01f, -0.9f }, { 0.544f, -0.42f, 0.9f } };

            for (unsigned i = 0; i < 3; i++) {
                assert_true(work_special.accepts(row, thread, word_of(good[row - 6][i % 2])));
                assert_false(work_special.accepts(row, thread, word_of(bad[row - 6][i])));
            }
        }
    }
}

/* A program that would be too long keeps what fits, and a jump that was left out has no target. */
TEST(programs_end_where_their_room_does)
{
    static struct shader_code code;

    for (uint32_t i = 0; i <= CODE_WORDS / 2; i++)
        put_code(&code, i, ~i);
    assert_int_equal(CODE_WORDS, code.count);
    set_target(&code, put_jump(&code, 1, IF_ALWAYS), 8);
    for (uint32_t i = 0; i < CODE_WORDS / 2; i++)
        assert_pairs(i, code.words[2 * i], ~i, code.words[2 * i + 1]);
}
