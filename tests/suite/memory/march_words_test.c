/* Which words the thorough and the quick memory test write and read, where, and in which order (board.md §3.3,
 * docs/memory-test.md), typed by hand and compared with the scheme of the test. */
#include "tests/suite/memory/march_rig.h"

/* ---- thorough tests -------------------------------------------------------------------------- */

/* The word that a 0 of a scheme stands for: in the nth word of the block at an address, in a pass. */
typedef uint64_t zero_word(uint64_t at, unsigned word, unsigned pass);

STUB(uint64_t, zeros, 0, uint64_t at, unsigned word, unsigned pass)

/* One line of 64 in each word, the next one in the next, eight further in each pass. */
static uint64_t one_line(uint64_t at, unsigned word, unsigned pass)
{
    return UINT64_C(1) << (word + 8 * pass) % 64;
}

static uint64_t bit_of_bytes(uint64_t at, unsigned word, unsigned pass)
{
    static const uint64_t words[] = { 0x0101010101010101, 0x0202020202020202, 0x0404040404040404,
                                      0x0808080808080808, 0x1010101010101010, 0x2020202020202020,
                                      0x4040404040404040, 0x8080808080808080 };

    return words[pass];
}

/* Without rows that are known only neighbours in a word and from word to word differ. */
static uint64_t squares(uint64_t at, unsigned word, unsigned pass)
{
    return word % 2 ? UINT64_C(0xaaaaaaaaaaaaaaaa) : UINT64_C(0x5555555555555555);
}

static uint64_t named(uint64_t at, unsigned word, unsigned pass)
{
    const uint64_t here = at + 8ull * word;

    return (0xffffffff - here) << 32 | here;
}

/* Of seed 1234567, whose first two numbers are well known, from the address on. */
static uint64_t splitmix(uint64_t at, unsigned word, unsigned pass)
{
    return splitmix_of(1234567 + at + 8ull * word + pass * UINT64_C(0x9e3779b97f4a7c15));
}

/* One block that is written or read: "w0", "r1". */
static void expect_block(const char *op, zero_word *zero, uint64_t at, unsigned pass)
{
    const struct event *const event = take(op[0], at, BLOCK);

    for (unsigned i = 0; i < BLOCK / 8; i++)
        assert_int_equal(op[1] == '1' ? ~zero(at, i, pass) : zero(at, i, pass), event->words[i]);
}

/* All blocks of a batch go through one operation before the next one. */
static void expect_batch(const char *element, zero_word *zero, unsigned batch, unsigned pass)
{
    for (const char *op = element + 1; *op == 'r' || *op == 'w'; op += 2)
        for (unsigned i = 0; i < BATCH; i++)
            expect_block(op, zero, (uint64_t)(batch * BATCH + i) * BLOCK, pass);
}

/* "^w0 ^r0w1 vr1": an element up, another up, one down; "h": nothing is done for four seconds. */
static void expect_scheme(const char *scheme, zero_word *zero, unsigned passes)
{
    const unsigned batches = CHUNK / BLOCK / BATCH;

    for (unsigned pass = 0; pass < passes; pass++)
        for (const char *element = scheme; element; element = strchr(element, ' ')) {
            element += *element == ' ';
            if (*element == 'h')
                take('h', 4000000, 0);
            for (unsigned n = 0; *element != 'h' && n < batches; n++)
                expect_batch(element, zero, *element == 'v' ? batches - 1 - n : n, pass);
        }
    expect_end();
    assert_pairs(TEST_PASS, t.result, 0, t.untested);
}

TEST(thorough_tests_follow_their_schemes, begin, end)
{
    /* clang-format off */
    static const struct {
        void (*test)(struct test *t);
        const char *scheme;
        zero_word *zero;
        const char *note;       /* reads and writes for each element: ten in six make 1.66 words */
        unsigned passes, reads; /* of each word */
        unsigned flushes;       /* one at the end of each element, one before each hold; cached: one before it */
        bool cached;            /* words just written are read once all others have been */
    } rows[] = {
        { memory_address, "^w0 ^r0w1 vr1", named, "in 0 ms, 0 MB/s; reads by BAR1, stores combined, 1.33 bytes", 1, 2, 3, false },
        { memory_lines, "^w0 ^r0w1 ^r1 vr1", one_line, "1.25 bytes", 8, 24, 32, false },
        { memory_inversions, "^w0 ^r0w1r1 vr1w0r0", bit_of_bytes, "2.33 bytes", 8, 32, 24, false },
        { memory_inversions, "^w0 ^r0w1 ^r1 vr1w0 vr0", bit_of_bytes, "2.33 bytes", 8, 32, 48, true },
        { memory_march_c, "^w0 ^r0w1 ^r1w0 vr0w1 vr1w0 ^r0", zeros, "1.66 bytes", 1, 5, 6, false },
        { memory_march_ss, "^w0 ^r0r0w0r0w1 ^r1r1w1r1w0 vr0r0w0r0w1 vr1r1w1r1w0 ^r0", zeros, "3.66 bytes", 1, 13, 6, false },
        { memory_march_ss, "^w0 ^r0r0w0 ^r0w1 ^r1r1w1 ^r1w0 vr0r0w0 vr0w1 vr1r1w1 vr1w0 ^r0", zeros, "3.66 bytes", 1, 13, 12, true },
        { memory_checkerboard, "^w0 ^r0 ^w1 ^r1", squares, "1.00 bytes", 1, 2, 4, false },
        { memory_fade, "^w0 h ^r0 ^w1 h ^r1", zeros, "in 8000 ms, 0 MB/s; reads by BAR1, stores combined, 1.00 bytes", 1, 2, 6, false },
        { memory_random, "^w0 ^r0w1 vr1", splitmix, "1.33 bytes", 2, 4, 6, false },
    };
    /* clang-format on */

    assert_int_equal(UINT64_C(6457827717110365317), splitmix(0, 0, 0));
    assert_int_equal(UINT64_C(3203168211198807973), splitmix(0, 0, 1));
    config.seed = 1234567;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        way.evict = rows[i].cached ? way_evict : NULL;
        run(rows[i].test, CHUNK);
        expect_scheme(rows[i].scheme, rows[i].zero, rows[i].passes);
        assert_pairs(rows[i].reads * CHUNK / 8, t.compared, rows[i].flushes, flushes);
        assert_non_null(strstr(t.note, rows[i].note));
    }
}

/* Words of a block in runs: those of the offset, or the others. Every block of a batch has its words at the same
 * places, as if batches of 32 words followed each other. */
static void expect_some(unsigned batch, unsigned first, bool chosen, uint64_t word)
{
    for (unsigned block = 0; block < BATCH; block++)
        for (unsigned i = 0, length; i < 32; i += length ? length : 1) {
            const uint64_t at = (uint64_t)(batch * BATCH + block) * BLOCK;

            for (length = 0; i + length < 32; length++)
                if (((batch * 32 + i + length) % 20 == first) != chosen)
                    break;
            if (!length)
                continue;
            const struct event *const event = take('w', at + 8 * i, 8 * length);

            for (unsigned k = 0; k < length; k++)
                assert_int_equal(word, event->words[k]);
        }
}

/* For each of twenty offsets: the chosen words, the others twice, then a look at all. */
TEST(every_twentieth_word_is_kept, begin, end)
{
    run(memory_modulo_20, CHUNK);
    for (unsigned first = 0; first < 20; first++) {
        const uint64_t kept = first % 2 ? ONES : 0;

        for (unsigned step = 0; step < 3; step++)
            for (unsigned batch = 0; batch < 16; batch++)
                expect_some(batch, first, step == 0, step == 0 ? kept : ~kept);
        for (unsigned block = 0; block < 256; block++)
            take('r', (uint64_t)block * BLOCK, BLOCK);
    }
    expect_end();
    assert_int_equal(TEST_PASS, t.result);
    assert_int_equal(CHUNK / 8, t.compared); /* each word once */
    assert_int_equal(80, flushes);
    /* (1/20 + 2 * 19/20 + 1) / 4 */
    assert_non_null(strstr(t.note, "combined, 0.73 bytes"));
}

/* The person at the rig ends it after the first batch of six elements: 4096 / 6 bytes have been through all. */
TEST(an_end_is_an_end, begin, end)
{
    asks = 0;
    run(memory_march_c, CHUNK);
    expect_batch("^w0", zeros, 0, 0);
    expect_end();
    assert_pairs(0x10000 - 682, t.untested, true, t.strip.left_out[0] == ONES);
    run(memory_modulo_20, CHUNK);
    expect_some(0, 0, true, 0);
    expect_end();
    run(march_all, 3 * CHUNK);
    take('w', 0, CHUNK);
    expect_end();
    assert_pairs(3 * CHUNK, t.untested, true, t.strip.left_out[0] == ONES);
    asks = 1 + 5; /* the last of them while nothing is done, each 100 ms later */
    run(memory_fade, CHUNK);
    for (unsigned n = 0; n < 16; n++)
        expect_batch("^w0", zeros, n, 0);
    take('h', 500000, 0);
    expect_batch("^r0", zeros, 0, 0);
    expect_end();
    assert_int_equal(CHUNK - (CHUNK + 4096) / 4, t.untested);
}

/* ---- the quick test -------------------------------------------------------------------------- */

static void expect_all(char kind, uint64_t expected, uint64_t next)
{
    for (unsigned i = 0; i < 3; i++) {
        const struct event *const event = take(kind, (kind == 'u' ? i : 2 - i) * CHUNK, CHUNK);

        assert_pairs(expected, event->words[0], next, event->words[1]);
    }
}

/* "By then each cell has been read with both values": three of six elements of March C-, after both of mixed words. */
TEST(a_march_that_hurries_ends_early, begin, end)
{
    run(march_all, 3 * CHUNK);
    assert_non_null(strstr(t.note, "1.50 bytes")); /* twelve in eight */
    hurry = true;
    run(march_all, 3 * CHUNK);
    while (seen->events[seen->next].kind != 'u')
        seen->next++;
    expect_all('u', 0, ONES);
    take('h', 50000, 0);
    expect_all('u', ONES, 0);
    expect_end();
    assert_pairs(true, t.shortened, 0, t.untested, 3 * 3 * CHUNK / 8, t.compared);
    assert_non_null(strstr(t.note, "1.40 bytes")); /* seven in five */
}

/* Where copies bring the words what is stored down begins at the top, 1 KiB after the other: all zeros, at the end. */
TEST(copies_bring_the_words_of_a_march, begin, end)
{
    way.copy = way_copy;
    run(march_all, 3 * CHUNK);
    seen->next = seen->count - 1 - 3 * CHUNK / 0x400;
    for (unsigned n = 3 * CHUNK / 0x400; n--;)
        assert_int_equal(0, take('f', n * 0x400, 0x400)->words[0]);
    take('c', 0, 3 * CHUNK);
    expect_end();
}

/* A wrong word's next value is stored, and the element goes on beyond it, up and down. Beyond it there may be
 * nothing left: of the last word up, and of the first one down. */
TEST(a_wrong_word_is_passed, begin, end)
{
    /* clang-format off */
    static const struct {
        uint64_t broken;
        unsigned skipped; /* elements of marches before these */
        struct { char kind; uint64_t at, bytes; } steps[9]; /* of ones, which a 0 follows */
    } rows[] = {
        { CHUNK + 0x108, 1, { { 'u', 0, CHUNK }, { 'u', CHUNK, CHUNK }, { 's', CHUNK + 0x108, 8 },
                              { 'u', CHUNK + 0x110, CHUNK - 0x110 }, { 'u', 2 * CHUNK, CHUNK } } },
        { CHUNK + 0x108, 3, { { 'd', 2 * CHUNK, CHUNK }, { 'd', CHUNK, CHUNK }, { 's', CHUNK + 0x108, 8 },
                              { 'd', CHUNK, 0x108 }, { 'd', 0, CHUNK } } },
        { 2 * CHUNK - 8, 1, { { 'u', 0, CHUNK }, { 'u', CHUNK, CHUNK }, { 's', 2 * CHUNK - 8, 8 }, { 'u', 2 * CHUNK, CHUNK } } },
        { CHUNK, 3, { { 'd', 2 * CHUNK, CHUNK }, { 'd', CHUNK, CHUNK }, { 's', CHUNK, 8 }, { 'd', 0, CHUNK } } },
    };
    /* clang-format on */

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        broken = rows[i].broken;
        run(march_all, 3 * CHUNK);
        while (seen->events[seen->next].kind != 'u')
            seen->next++;
        expect_all('u', 0, ONES);
        while (seen->next < seen->count && strchr("wrfhc", seen->events[seen->next].kind))
            seen->next++; /* to marches and stores */
        while (rows[i].skipped == 3 && seen->events[seen->next].kind != 'd')
            seen->next++;
        if (rows[i].skipped == 3)
            expect_all('d', 0, ONES);
        for (unsigned k = 0; rows[i].steps[k].kind; k++) {
            const struct event *const event =
                take(rows[i].steps[k].kind, rows[i].steps[k].at, rows[i].steps[k].bytes);

            if (event->kind == 's')
                assert_int_equal(0, event->words[0]);
            else
                assert_pairs(ONES, event->words[0], 0, event->words[1]);
        }
        if (rows[i].skipped == 3)
            expect_all('u', 0, 0);
        assert_int_equal(TEST_FAIL, t.result);
    }
}

/* The second one of a chunk too, whose mixed word has the bit; that of the first has not. */
TEST(two_wrong_words_are_said_where_they_lie, begin, end)
{
    broken = 0xb908;
    also_broken = 0xc108;
    run(march_all, CHUNK);
    assert_non_null(strstr(t.sentence, SAYS_BAD_MEMORY ": 5 wrong words, bits 0x0000000000000008, "
                                                       "multiples of 0x800 bytes apart;"));
    assert_non_null(strstr(said, "errors: vram from 0xb908 to 0xc108, spaced 0x800, "));
}

/* 65536 words, of which 33494 have bit 3 in their mixed address: so many wrong ones, and all of them twice while they
 * are ones. Each element is looked at again as far as the one before it, which is far enough for all of its words. */
TEST(each_element_looks_again_at_its_own_errors, begin, end)
{
    shaky = true;
    run(march_all, 8 * CHUNK);
    assert_non_null(strstr(t.sentence, SAYS_BAD_MEMORY
                           ": 164566 wrong words, data line 3, in all channels "
                           "alike: GPU or supply, not one chip; 164566 of them right"));
    run(memory_march_c, 8 * CHUNK); /* without addresses */
    assert_non_null(strstr(t.sentence,
                           SAYS_BAD_MEMORY ": 131072 wrong words, bits 0x0000000000000008, "
                                           "131072 of them right when read again;"));
}

/* In the quick test once more, as the mixed word of either has the bit too; twice in March C-; once in modulo-20,
 * for the sixth offset: word 33 of batch 7 counts as 7 * 32 + 1, the last of the chunk as 511, for the twelfth. */
TEST(wrong_words_are_said_where_they_lie, begin, end)
{
    static const struct {
        void (*test)(struct test *t);
        unsigned count;
        uint64_t words[2]; /* the last one, word 33 */
    } rows[] = { { march_all, 3, { 0xe4e68ba4cf6b11c8, 0x413ea613688c98dc } },
                 { memory_march_c, 2, { ONES, ONES } },
                 { memory_modulo_20, 1, { ONES, ONES } } };

    for (unsigned i = 0; i < 4 * sizeof(rows) / sizeof(rows[0]); i++) {
        const unsigned long long word = rows[i / 4].words[i / 2 % 2];
        char words[3][100];

        broken = i / 2 % 2 ? 0x7108 : 0xfff8;
        way.copy = i % 2 ? way_copy : NULL;
        run(rows[i / 4].test, CHUNK);
        snprintf(words[0], 100, SAYS_BAD_MEMORY ": %u wrong words, bits 0x0000000000000008;",
                 rows[i / 4].count);
        snprintf(words[1], 100, "0x%016llx at VRAM 0x%x", word, (unsigned)broken);
        snprintf(words[2], 100, "0x%016llx", word ^ 8);
        assert_non_null(strstr(t.sentence, words[0]));
        /* What jumps from chip to chip goes by the feed that moves least. */
        assert_int_equal(i % 2 && i / 4, strstr(t.note, "m2mf through PFIFO,") != NULL);
        assert_strings(words[1], t.expected, words[2], t.actual);
        assert_true(cause_explains((enum cause)t.finding.cause));
        snprintf(words[0], 100,
                 "errors: vram from 0x%x to 0x%x, spaced 0x0, read 1 for 0: ", (unsigned)broken,
                 (unsigned)broken);
        assert_non_null(strstr(said, words[0]));
        assert_non_null(strstr(said, " 0x0000000000000000, read 0 for 1: 0x0000000000000008\n"));
    }
}

/* Where an address line is broken, "only memory that holds one word everywhere shows other faults". */
TEST(cells_show_behind_a_broken_line, begin, end)
{
    way.shape = way_shape;
    blind = 0x1000; /* four banks of 256 bytes lie below the rows */
    for (unsigned i = 0; i < 6; i++) {
        broken = i / 2 ? 0x2108 : 0;
        high = i / 2 == 2 ? 8 : 0;
        run(i % 2 ? march_all : memory_march_c, CHUNK);
        assert_non_null(strstr(t.sentence, "D0-D63, rank A: address line stuck: row bit 2"));
        assert_pairs(broken && !high, strstr(t.sentence, "bit 3 at 0x2108 cell stuck at 0") != NULL,
                     high != 0, strstr(t.sentence, "bit 3 at 0x2108 cell stuck at 1") != NULL,
                     (i % 2 + 5 + 2) * CHUNK / 8, t.compared);
    }
}

/* The second chunk of three: nothing else is touched, and the others count as not tested. */
TEST(a_range_is_all_that_is_touched, begin, end)
{
    static void (*const tests[])(struct test * t) = { march_all, memory_march_c, memory_modulo_20 };

    config.range_from = CHUNK;
    config.range_to = 2 * CHUNK;
    for (unsigned i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
        run(tests[i], 3 * CHUNK);
        assert_true(seen->count > 8);
        for (unsigned k = 0; k < seen->count; k++)
            if (seen->events[k].kind != 'h')
                assert_int_equal(1, seen->events[k].at / CHUNK);
        assert_pairs(2 * CHUNK, t.untested, TEST_PASS, t.result);
    }
}

/* In bit fade a word lies there for four seconds, and a moment. The march leaves all of memory alone for 50 ms,
 * twice. A word may be read three elements after it was written, "two where the march turns from up to down, and one
 * to spare": so long is it left alone once more, a minute at most. */
TEST(a_suspect_is_held_as_long, begin, end)
{
    static const struct {
        void (*test)(struct test *t);
        unsigned broken_reads; /* of bit fade: while it is 0, and while it is 1 */
        uint64_t up_us, down_us, late_us, hold_us, held_us;
    } rows[] = {
        { memory_fade, 1 + 3, 0, 0, 0, 4000000, 4050000 },
        { march_all, 5, 0, 0, 0, 50000, 50000 },
        { march_all, 5, 0, 0, 1000, 50000, 51000 },
        { march_all, 5, 2000000, 3000000, 0, 50000, 12050000 }, /* twice: it stops there once */
        { march_all, 5, 1000000, 3000000, 0, 50000, 9050000 },
        { march_all, 5, 0, 20000000, 0, 50000, 60000000 },
    };

    way.shape = way_shape;
    broken = 0x108;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        uint64_t held[5] = { 0 };
        unsigned count = 0;

        broken_reads = rows[i].broken_reads;
        late_us[0] = rows[i].late_us;
        up_us = rows[i].up_us;
        down_us = rows[i].down_us;
        run(rows[i].test, CHUNK);
        for (unsigned k = 0; k < seen->count && count < 5; k++)
            if (seen->events[k].kind == 'h')
                held[count++] = seen->events[k].at;
        assert_pairs(4, count, rows[i].hold_us, held[0], rows[i].hold_us, held[1], rows[i].held_us,
                     held[2], rows[i].held_us, held[3]);
    }
}
