/* Which words memory tests write and read with the refresh held off, under load and by programs of the card's own
 * (docs/memory-test.md, board.md §3.3), typed by hand. */
#include "tests/suite/memory/march_rig.h"

/* ---- refresh held off ------------------------------------------------------------------------ */

static void expect_named(char kind, uint64_t at, uint64_t flip)
{
    const struct event *const event = take(kind, at, CHUNK);

    for (unsigned i = 0; i < BLOCK / 8; i++)
        assert_int_equal(mixed_of(at + 8 * i) ^ flip, event->words[i]);
    assert_int_equal(mixed_of(at + CHUNK - 8) ^ flip, event->last);
}

/* "Mixed words, and then their opposite, over all of memory, hold the refresh off for that long, and compare ..." */
TEST(refresh_is_held_off_twice, begin, end)
{
    config.refresh = 500;
    run(memory_refresh, 3 * CHUNK);
    for (uint64_t round = 0; round < 2; round++) {
        for (uint64_t at = 0; at < 3 * CHUNK; at += CHUNK)
            expect_named('w', at, -round);
        take('o', 0, 0);
        take('h', 500000, 0);
        take('O', 0, 0);
        for (uint64_t at = 0; at < 3 * CHUNK; at += CHUNK)
            expect_named('r', at, -round);
    }
    expect_end();
    assert_pairs(2 * 3 * CHUNK / 8, t.compared, 4 * 3 * CHUNK, first_all);
    assert_int_equal(6, flushes); /* after stores, before the wait, after each compare */
    assert_string_equal("500 ms without refresh, 2 times", t.note);
    config.range_from = CHUNK;
    config.range_to = 2 * CHUNK;
    run(memory_refresh, 3 * CHUNK);
    assert_int_equal(2 * CHUNK / 8, t.compared);
    config.range_to = 0;
    broken = CHUNK + 0x108; /* the word or its opposite has the bit */
    run(memory_refresh, 3 * CHUNK);
    assert_non_null(strstr(t.sentence, ": 1 wrong words, bits 0x0000000000000008;"));
    way.shape = way_shape;
    run(memory_refresh, CHUNK);
    assert_int_equal(TEST_PASS, t.result); /* it lies beyond */
    broken = 0x108;
    run(memory_refresh, CHUNK);
    assert_non_null(strstr(t.sentence, "D0-D31, rank A: wrong words after 500 ms without refresh"));
    ranks = parts = 2;
    broken = size + 0x108; /* in the upper half, which is rank B's, and the second partition */
    run(memory_refresh, 2 * CHUNK);
    assert_non_null(strstr(t.sentence, "1 (FBB), D0-D31, rank B: wrong words after 500 ms"));
    made.refresh = ERR_TIMEOUT;
    run(memory_refresh, CHUNK);
    assert_non_null(strstr(t.sentence, "holding the refresh off"));
    assert_int_equal('o', seen->events[seen->count - 1].kind); /* nothing is read */
    asks = 0;
    run(memory_refresh, 3 * CHUNK);
    expect_named('w', 0, 0);
    expect_end();
}

/* ---- load ------------------------------------------------------------------------------------ */

/* "Mixed words go into one half of memory over the link, once. Then the card's own engine copies that half to the other
 * and back, again and again, for at least ten seconds (heat= for as long as that says)": each way takes one here. */
TEST(halves_are_copied_to_and_fro, begin, end)
{
#define NO_MORE "vram: 50 C before, 50 C at most, 50 C after\n"
    /* clang-format off */
    static const struct {
        unsigned chunks, half, heat, stir_ms, rounds, ranks;
        bool cached;
        const char *note;
    } rows[] = {
        { 8, 4, 0, 1000, 1, 1, false, "2 generations of copies, 1 MiB read and written in 2000 ms, 0 M" },
        { 9, 4, 0, 250, 10, 1, false, "20 generations of copies, 10 MiB read and written in 5000 ms, 2 M" },
        { 9, 4, 0, 2500, 2, 1, false, "4 generations of copies, 2 MiB read and written in 10000 ms, 0 M" },
        { 3, 1, 3, 1000, 2, 1, false, "4 generations of copies, 0 MiB read and written in 4000 ms, 0" },
        { 20, 8, 1, 1000, 1, 1, false, "2 generations of copies, 2 MiB read and written in 2000 ms, 1" },
        { 8, 4, 0, 1000, 1, 2, false, "2 generations of copies, 1 MiB read and written in 4000 ms, 0 M" },
        { 1024, 512, 0, 60, 11, 1, false, "22 generations of copies, 1408 MiB read and written in 10560 ms" },
        { 1022, 511, 0, 60, 10, 1, false, "20 generations of copies, 1277 MiB read and written in 9600 ms" },
        { 128, 10, 0, 1000, 1, 1, true, "2 generations of copies, 2 MiB read and written in 2000 ms, 1 " },
    };
    /* clang-format on */

    way.copy = way_copy;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const uint64_t half = rows[i].half * CHUNK,
                       apart = rows[i].chunks / (2 * rows[i].ranks) * CHUNK;
        const uint64_t one = LEAST(half, apart); /* of quarters there are two lower ones */
        const uint64_t step = LEAST(one, VIEW_LOAD);

        config.model = rows[i].rounds == 1; /* "on the device model two generations over 1 MiB" */
        config.heat = (uint16_t)rows[i].heat;
        made.stir_us = rows[i].stir_ms * 1000;
        ranks = rows[i].ranks;
        way.shape = ranks > 1 ? way_shape : NULL;
        way.evict = rows[i].cached ? way_evict : NULL;
        run(memory_load, rows[i].chunks * CHUNK);
        while (seen->events[seen->next].kind != 'w')
            seen->next++;
        for (uint64_t at = 0; at < half; at += CHUNK)
            expect_named('w', at / one * 2 * apart + at % one, 0);
        for (unsigned n = 0; n < 2 * rows[i].rounds; n++)
            for (uint64_t at = 0; at < half; at += step) {
                const uint64_t lower = at / one * 2 * apart + at % one, upper = lower + apart;
                const uint64_t bytes = LEAST(step, half - at);

                assert_int_equal(n % 2 ? lower : upper,
                                 take('k', n % 2 ? upper : lower, bytes)->words[0]);
            }
        for (uint64_t at = 0; at < size; at += VIEW_LOAD)
            take('c', at, LEAST(size - at, VIEW_LOAD));
        expect_end();
        assert_pairs(TEST_PASS, t.result, 2 * half / 8, t.compared, (3 + 4 * rows[i].rounds) * half,
                     last_all); /* stored once, compared twice, copied within both halves */
        assert_int_equal(0, memcmp(t.note, rows[i].note, strlen(rows[i].note)));
        assert_string_equal(NO_MORE, said);
    }
}

/* "A wrong word alone does not tell memory from the copier." "All wrong words, of six chunks of 64 KiB or more, lie
 * in one partition or chip of several": where the chips are known, there are two in one partition. Words that are
 * spoilt on the way back are those of one half. */
TEST(wrong_words_under_load, begin, end)
{
#define RIGHT " of copies by m2mf, and memory is right by BAR1: memory under load, or PGRAPH"
    /* clang-format off */
    static const struct {
        bool silicon;
        unsigned ranks, parts; /* 0: the chips are not known */
        unsigned retests; /* chunks that BAR1 stores 16 times, each other time the opposite */
        struct made made;
        uint64_t broken;  /* for BAR1 as well */
        const char *says;
    } rows[] = {
        { true, 0, 1, 2, { .spoils = 0xd0108, .bits = 8 }, 0, "2 words were wrong after 20 generations" RIGHT },
        { false, 0, 1, 2, { .spoils = 0xd0108, .bits = 8 }, 0, "left 2 wrong words after 2 generations" RIGHT },
        { false, 1, 1, 4, { .spoils = 0x108, .bits = 8, .more = 4 }, 0, "left 5 wrong words after 2 generation" },
        { false, 1, 1, 0, { .spoils = 0x108, .bits = 8, .more = 5 }, 0, "D0-D31, rank A: wrong words under load" },
        { false, 1, 1, 0, { .spoils = 0x108, .bits = 1ull << 40, .more = 5 }, 0, "D32-D63, rank A: wrong words under" },
        { false, 1, 1, 4, { .spoils = 0x108, .bits = 1ull << 40 | 8, .more = 5 }, 0, "left 6 wrong words after 2 gen" },
        { false, 2, 1, 0, { .spoils = 0x108, .bits = 8, .more = 5 }, 0, "D0-D31, rank A: wrong words under load" },
        { false, 1, 2, 0, { .spoils = 0x108, .bits = 1ull << 40 | 8, .more = 5 }, 0, "D0-D63, rank A: wrong words" },
        { false, 1, 3, 4, { .spoils = 0x108, .bits = 8, .more = 5 }, 0, "left 6 wrong words after 2" }, /* of two */
        { false, 1, 1, 4, { .spoils = 0x108, .bits = 8, .more = 4 }, 3 * CHUNK + 0x118, "D0-D31, rank A: wrong words" },
        { false, 1, 1, 4, { .spoils = 0x108, .bits = 8, .more = 4 }, 4 * CHUNK + 0x118, "left 5 wrong words after" },
        { false, 2, 1, 0, { .spoils = 0x80108, .bits = 8, .more = 5 }, 0, "D0-D31, rank B: wrong words under load" },
    };
    /* clang-format on */

    way.copy = way_copy;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        unsigned stores = 0;

        config.model = !rows[i].silicon;
        ranks = rows[i].ranks ? rows[i].ranks : 1;
        parts = rows[i].parts;
        broken = rows[i].broken;
        way.shape = rows[i].ranks ? way_shape : NULL;
        made = rows[i].made;
        run(memory_load, 16 * CHUNK);
        for (unsigned k = 0; k < seen->count; k++)
            if (seen->events[k].kind == 'w') {
                const uint64_t flip = stores >= 8 && stores % 2 ? ONES : 0;

                assert_int_equal(mixed_of(seen->events[k].at) ^ flip, seen->events[k].words[0]);
                stores++;
            }
        assert_int_equal(8 + 16 * rows[i].retests, stores);
        assert_int_equal(rows[i].silicon ? TEST_ERROR : TEST_FAIL, t.result);
        assert_non_null(strstr(t.sentence, rows[i].says));
        assert_non_null(strstr(said, " chunks of 64 KiB; BAR1 reads them so too"));
        assert_true(strstr(rows[i].says, "wrong words under") || !strstr(said, "errors: "));
    }
    way.shape = NULL;
    parts = 1;
    broken = 0;
    made = (struct made){ .errors_from = 2 };
    run(memory_load, 8 * CHUNK);
    assert_non_null(strstr(said, "m2mf stopped copying within VRAM ("));
    assert_non_null(strstr(said, ") after 1 generations"));
    made = (struct made){ .errors_from = 2, .stop = ERR_DEADLINE };
    run(memory_load, 8 * CHUNK);
    assert_string_equal(NO_MORE, said); /* the end of the test is nobody's fault */
    broken = 5 * CHUNK + 0x118;         /* its mixed word has the bit */
    run(memory_load, 8 * CHUNK);
    assert_non_null(strstr(t.sentence, SAYS_BAD_MEMORY ": "));
}

STUB(bool, lies_everywhere, true, const struct memory_view *v, uint64_t at)

/* "A card on which nothing copies lacks this test and does not fail it"; the refresh is held off on request. */
TEST(what_a_card_lacks_is_said, begin, end)
{
    static const char *const says[] = { "one partition alone is asked for",
                                        "nothing copies within VRAM: not proven on this card",
                                        "nothing copies within VRAM: not proven on this card",
                                        "no two places that nothing of the copier's own lies in",
                                        "nobody has asked for it: refresh=MS",
                                        "no source says how this card's refresh is held off" };

    for (unsigned i = 0; i < ARRAY_SIZE(says); i++) {
        config = (struct run_config){ .has_part = i == 0, .model = true, .refresh = i == 5 };
        way.copy = i == 1 ? NULL : way_copy;
        way.stir = i == 2 ? NULL : way_stir;
        way.lies = i == 3 ? lies_everywhere : NULL;
        way.refresh = i == 5 ? NULL : way_refresh;
        start(i < 4 ? memory_load : memory_refresh, 8 * CHUNK);
        assert_pairs(TEST_LACKS, t.result, i > 0 && i < 4, closes, 0, bench.cached);
        assert_string_equal(says[i], t.sentence);
        card_dma_free_all(&card, 0);
    }
}

/* ---- programs of the card's own -------------------------------------------------------------- */

/* Of each element: up or down, reads and writes of zeros, ones and mixed words (2). "A launch works on up to 4 MiB",
 * and a chunk that is left out parts two. What is compared is stored after that. */
static void expect_all_elements(const uint8_t launches_of[2][2][2])
{
    static const char elements[][4] = { "^-2", "^2-", "^-0", "^01", "^10", "v01", "v10", "^0-" };

    take('p', 0, 0);
    for (unsigned i = 0; i < 4 * sizeof(elements) / sizeof(elements[0]); i++) {
        const char *const element = elements[i / 4];
        const bool down = element[0] == 'v';
        const uint8_t *const launch = launches_of[down][i / 2 % 2];
        const char words = element[1 + i % 2];

        while (seen->next < seen->count && strchr("rsh", seen->events[seen->next].kind))
            seen->next++;
        if (words == '-')
            continue;
        const struct event *const event = take(i % 2 ? 'W' : 'C', launch[0] * CHUNK, launch[1]);
        assert_pairs(words - '0', event->words[0], down, event->words[1]);
    }
}

TEST(programs_march_over_four_mib, begin, end)
{
    static const struct {
        unsigned hidden;
        uint8_t launches[2][2][2]; /* up, down: first chunk and how many */
    } rows[] = { { 0, { { { 0, 64 }, { 64, 2 } }, { { 2, 64 }, { 0, 2 } } } },
                 { 3, { { { 0, 3 }, { 4, 62 } }, { { 4, 62 }, { 0, 3 } } } },
                 { 65, { { { 0, 64 }, { 64, 1 } }, { { 1, 64 }, { 0, 1 } } } } };

    config.by_shader = config.model = true;
    for (unsigned i = 0; i < 3 * ARRAY_SIZE(rows); i++) {
        char words[100];

        broken = i % 3 ? 64 * CHUNK + 0x108 : 0;
        also_broken = i % 3 ? 7 * CHUNK + 0x108 : 0;
        high = i % 3 == 2 ? 8 : 0;
        hidden = rows[i / 3].hidden * CHUNK;
        run(march_all, 66 * CHUNK);
        expect_all_elements(rows[i / 3].launches);
        if (!broken)
            expect_end();
        /* Zeros are read three times, ones twice, and the mixed word of each once. */
        const unsigned ones = (mixed_of(broken) >> 3 & 1) + (mixed_of(also_broken) >> 3 & 1);
        snprintf(words, 100, SAYS_BAD_MEMORY ": %u wrong words, bits 0x0000000000000008",
                 high ? 2 * 3 + 2 - ones : 2 * 2 + ones);
        assert_pairs(broken ? TEST_FAIL : TEST_PASS, t.result, !broken, !strstr(t.sentence, words),
                     (66 - (hidden > 0)) * CHUNK / 8 * 6, t.compared, !broken,
                     !strstr(said, "errors: vram from 0x70108 to 0x400108, spaced 0x390000, "));
        assert_non_null(strstr(t.note, "reads by programs, stores likewise"));
    }
}

/* Whether they may work, and what becomes of words that nobody but they finds wrong: "all is done again". */
TEST(programs_alone_make_no_memory_wrong, begin, end)
{
#define AGAIN "all of it again without programs of the card's own: "
#define NONE  "no programs of the card's own: "
#define STOPS "programs of the card's own worked and then stopped ("
    /* clang-format off */
    /* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): in the order in which it is read */
    static const struct {
        bool silicon, risky;
        uint16_t heat;
        struct made made;
        unsigned proofs;
        const char *said, *sentence;
    } rows[] = {
        { false, false, 0, { 0 }, 1, "", "" },
        { true, true, 0, { 0 }, 1, "", "" },
        { true, false, 0, { 0 }, 0, NONE "such programs may hang a card: risky=1 lets them run", "" },
        { false, false, 1, { 0 }, 0, NONE "heat= and part= go by the other ways", "" },
        { false, false, 0, { .prove = ERR_RANGE }, 8, NONE "where they are tried memory does not hold words", "" },
        { false, false, 0, { .prove = ERR_UNSUPPORTED }, 1, NONE "they do not run (", "" },
        { false, false, 0, { .liar = 0x20108 }, 5, AGAIN "BAR1 contradicts one at VRAM 0x20000\n",
          "a program of the card's own found VRAM 0x20000 wrong, and nothing else did: " },
        { false, false, 0, { .liar = 0x20108, .bad = 2 }, 5, AGAIN "BAR1 contradicts one at VRAM 0x20000\n",
          "MP 1: stores or compares words of memory wrong, which" },
        { false, false, 0, { .errors_from = 2 }, 1, AGAIN "one did not come to its end at VRAM 0x0\n", STOPS },
        { false, false, 0, { .errors_from = 6 }, 1, AGAIN "one did not come to its end at VRAM 0x0\n", STOPS },
    };
    /* clang-format on */

    config.by_shader = true;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        config.model = !rows[i].silicon;
        config.risky = rows[i].risky;
        config.heat = rows[i].heat;
        way.copy = rows[i].heat ? NULL : way_copy;
        made = rows[i].made;
        run(march_all, 10 * CHUNK);
        assert_non_null(strstr(said, rows[i].said));
        assert_non_null(strstr(t.sentence, rows[i].sentence));
        assert_pairs(rows[i].said[0] != 0, strstr(said, "programs of the card's own: ") != NULL,
                     rows[i].proofs, proofs, rows[i].sentence[0] != 0, t.result != TEST_PASS);
        if (!rows[i].heat) /* where they are not used copies bring the words */
            assert_int_equal(rows[i].said[0] ? 'c' : 'C', seen->events[seen->count - 1].kind);
    }
    made = (struct made){ 0 };
    shaky = dead = true;
    run(march_all, 66 * CHUNK);
    assert_non_null(strstr(said, AGAIN "they found many wrong words at VRAM 0x400000\n"));
}

/* Programs find the words wrong that BAR1 finds, after as many reads; a launch has up to 512 pieces of the chips. */
TEST(programs_in_the_order_of_chips_find_the_same, begin, end)
{
    /* clang-format off */
    static const struct { void (*test)(struct test *t); unsigned elements; } rows[] = {
        { memory_address, 3 }, { memory_lines, 4 * 8 }, { memory_inversions, 3 * 8 }, { memory_march_c, 6 },
        { memory_march_ss, 6 }, { memory_checkerboard, 4 }, { memory_fade, 4 }, { memory_random, 3 * 2 } };
    /* clang-format on */
    static char lines[sizeof(said)];

    config.model = true;
    for (unsigned i = 0; i < 6 * sizeof(rows) / sizeof(rows[0]); i++) {
        const unsigned row = i % 8, shape = i / 16; /* unknown, one partition, two */
        const uint64_t bytes = (shape ? 1 : 3) * CHUNK;

        parts = shape == 2 ? 2 : 1;
        way.shape = shape ? way_shape : NULL;
        broken = i / 8 % 2 ? 0x708 : 0;
        high = shape == 1 ? 8 : 0;
        also_broken = i / 8 % 2 ? 0x9608 : 0;
        config.by_shader = false;
        run(rows[row].test, bytes);
        const struct test by_bar1 = t;
        memcpy(lines, said, sizeof(lines));
        config.by_shader = true;
        run(rows[row].test, bytes);
        assert_strings(by_bar1.sentence, t.sentence, lines, said);
        assert_pairs(by_bar1.result, t.result, by_bar1.compared, t.compared, 1, proofs);
        if (!broken)
            assert_int_equal(rows[row].elements * (shape ? 1 : 2), launches);
    }
    /* Three looks at the wires, a program's one, three of BAR1: where it is read once more it is right. */
    broken_reads = 3 + 1 + 3;
    also_broken = 0;
    way.shape = NULL;
    run(memory_march_ss, CHUNK);
    assert_non_null(strstr(t.sentence, SAYS_BAD_MEMORY ": 1 wrong words, bits 0x0000000000000008"));
    assert_null(strstr(said, AGAIN));
}
