/* Host's semaphores on the GV100 model: the values that pass each comparison, where semaphores may lie, when waiting
 * ends, and the errors of a broken card. Numbers are typed from docs/hardware/gv100.md §3.2, §4.4, §4.5. */
#include "reference/gv100.h"
#include "tests/model/gv100/host/rounds_rig.h"

#define OLD(at, payload, execute)   0x20040004, 0, (uint32_t)(at), payload, execute
#define WIDE_FLAG                   0x01000000u
#define NEW(at, low, high, execute) 0x20050017, (uint32_t)(at), 0, low, high, execute

/* Channel 1; bits 31:30 of its default wait: no time-out, a look each 20 us. */
static void open_one(const char *defect)
{
    open_channels(&(struct model_config){ .defects = defect }, 1);
    submit(1, (const unsigned[]){ 1 }, 1);
}

static void put_wide(uint64_t value)
{
    put64(SEM, value);
}

/* Whether a release after these words is made. */
static bool goes_on(const uint32_t *words, unsigned count)
{
    put(FLAG(1), 0);
    push(1, words, count);
    RUN(1, RELEASE(FLAG(1), 1, 1));
    return get(FLAG(1)) == 1;
}

/* ---- comparisons ----------------------------------------------------------------------------- */

/* Equal, >=, >= as a circle, AND, NOR of the word in memory and the payload, each by its definition; of the newer
 * family all in 32 and in 64 bits. */
TEST(comparisons, NULL, close_world)
{
    static const struct {
        uint64_t memory, payload;
        bool narrow[5], wide[5];
    } rows[] = {
        { 5, 5, { 1, 1, 1, 1, 1 }, { 1, 1, 1, 1, 1 } },
        { 6, 5, { 0, 1, 1, 1, 1 }, { 0, 1, 1, 1, 1 } },
        { 4, 5, { 0, 0, 0, 1, 1 }, { 0, 0, 0, 1, 1 } },
        { 7, 5, { 0, 1, 1, 1, 1 }, { 0, 1, 1, 1, 1 } },
        { 8, 5, { 0, 1, 1, 0, 1 }, { 0, 1, 1, 0, 1 } },
        { 1, 0xfffffff0, { 0, 0, 1, 0, 1 }, { 0, 0, 0, 0, 1 } },
        { 0xfffffff0, 1, { 0, 1, 0, 0, 1 }, { 0, 1, 1, 0, 1 } },
        { 0x80000000, 0, { 0, 1, 0, 0, 1 }, { 0, 1, 1, 0, 1 } },
        { 0x7fffffff, 0, { 0, 1, 1, 0, 1 }, { 0, 1, 1, 0, 1 } },
        { 0xfffffff0, 0x1f, { 0, 1, 0, 1, 0 }, { 0, 1, 1, 1, 1 } },
        { 0x8000000000000000, 0, { 1, 1, 1, 0, 1 }, { 0, 1, 0, 0, 1 } },
        { 0x7fffffffffffffff, 0, { 0, 1, 0, 0, 0 }, { 0, 1, 1, 0, 1 } },
        { 3, 0xfffffffffffffff0, { 0, 0, 1, 0, 1 }, { 0, 0, 1, 0, 1 } },
        { 0xf00000000fffffff, 0x0ffffffff0000000, { 0, 0, 1, 0, 0 }, { 0, 1, 0, 0, 0 } },
        { 0x100000000, 0x100000000, { 1, 1, 1, 0, 1 }, { 1, 1, 1, 1, 1 } },
    };
    static const uint32_t operations[] = { 0, 2, 3, 4, 5 };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (unsigned n = 0; n < 10; n++) {
            const bool wide = n >= 5;
            const uint64_t payload = rows[i].payload;
            const uint32_t words[] = { NEW(SEM, (uint32_t)payload, (uint32_t)(payload >> 32),
                                           operations[n % 5] | (wide ? WIDE_FLAG : 0)) };

            open_one(NULL);
            put_wide(rows[i].memory);
            if (goes_on(words, 6) != (wide ? rows[i].wide : rows[i].narrow)[n % 5])
                fail_msg("row %u, operation %u%s", i, operations[n % 5], wide ? ", wide" : "");
            close_world(NULL);
        }
}

/* ---- reductions ------------------------------------------------------------------------------ */

/* In 64 bits, and in 32, where the upper word stays. The time goes after it. */
TEST(reductions_of_both_widths, NULL, close_world)
{
    static const struct {
        uint32_t execute; /* 30:27 operation, 31 unsigned, 24 wide */
        uint64_t memory, payload, wanted;
    } rows[] = {
        { 0x01000006, 0x100000000, 0xffffffff00000000, 0xffffffff00000000 }, /* IMIN */
        { 0x81000006, 0x100000000, 0xffffffff00000000, 0x100000000 },
        { 0x09000006, 0x100000000, 0xffffffff00000000, 0x100000000 }, /* IMAX */
        { 0x89000006, 0x100000000, 0xffffffff00000000, 0xffffffff00000000 },
        { 0x11000006, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00, 0x0ff00ff00ff00ff0 },
        { 0x19000006, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00, 0xf000f000f000f000 },
        { 0x21000006, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00, 0xfff0fff0fff0fff0 },
        { 0xa9000006, 0x1ffffffff, 1, 0x200000000 }, /* IADD */
        { 0x28000006, 0x1ffffffff, 1, 0x100000000 }, /* of 32 bits */
        { 0xa8000006, 0x5ffffffff, 2, 0x500000001 },
        { 0x00000006, 0x780000000, 1, 0x780000000 },
        { 0x80000006, 0x780000000, 1, 0x700000001 },
    };

    open_one(NULL);
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (uint32_t stamped = 0; stamped < 2; stamped++) {
            put_wide(rows[i].memory);
            put(SEM + 8, 0);
            put(SEM + 12, 0);
            RUN(1, NEW(SEM, (uint32_t)rows[i].payload, (uint32_t)(rows[i].payload >> 32),
                       rows[i].execute | stamped << 25));
            assert_int_equal(0, rd(REF_PPBDMA_INTR_0(PBDMA)));
            assert_int_equal((uint32_t)rows[i].wanted, get(SEM));
            assert_int_equal(rows[i].wanted >> 32, get(SEM + 4));
            assert_int_equal(stamped, get(SEM + 12) != 0);
        }
}

/* ---- waiting --------------------------------------------------------------------------------- */

static void open_timed(uint32_t acquire)
{
    open_channels(NULL, 1);
    put(BLOCK(1) + 0x30, acquire);
    submit(1, (const unsigned[]){ 1 }, 1);
}

static bool timed_out(void)
{
    return rd(REF_PPBDMA_INTR_0(PBDMA)) >> 26 & 1;
}

/* 1024 * 500 * 2^1 ns, 1024 us, for each acquire: the wait of the one before it does not count. */
TEST(each_acquire_has_its_own_time, NULL, close_world)
{
    open_timed(0x80000102 | 1u << 11 | 500u << 15);
    PUSH_WORDS(1, ACQUIRE(SEM, 1), ACQUIRE(FLAG(1), 1), RELEASE(FLAG(2), 1, 1));
    put(SEM, 0);
    ring(1);
    wait_ns(700 * US);
    put(SEM, 1);
    wait_ns(700 * US);
    assert_false(timed_out());
    wait_ns(200 * US);
    assert_false(timed_out());
    wait_ns(300 * US);
    assert_true(timed_out());
    assert_int_equal(0, get(FLAG(2)));
}

/* RETRY_MAN * 2^RETRY_EXP host clocks lie between two looks: 100 << 10 of 1 ns are 102 us. */
TEST(looks_are_apart, NULL, close_world)
{
    open_timed(100 | 10 << 7);
    put(SEM, 0);
    SEND(1, ACQUIRE(SEM, 1), RELEASE(FLAG(1), 1, 1));
    put(SEM, 1);
    wait_ns(80 * US);
    assert_int_equal(0, get(FLAG(1)));
    wait_ns(40 * US);
    assert_int_equal(1, get(FLAG(1)));
}

/* ---- defects --------------------------------------------------------------------------------- */

/* The word in memory after it, 5 before, and whether the channel goes on; of a working card, and of a broken one. */
TEST(broken_semaphores, NULL, close_world)
{
    static const struct {
        const char *defect;
        uint32_t words[6];
        unsigned count;
        uint32_t good, bad;
        bool good_goes, bad_goes;
    } rows[] = {
        { "sem-acquire-passes", { ACQUIRE(SEM, 9) }, 6, 5, 5, false, true },
        { "sem-acquire-short", { NEW(SEM, 5, 9, WIDE_FLAG) }, 6, 5, 5, false, false },
        { "sem-old-and-equal", { OLD(SEM, 4, 8) }, 5, 5, 5, true, false },
        { "sem-old-reduction-plain", { OLD(SEM, 4, 0xa8000010) }, 5, 9, 4, true, true },
        { "sem-new-release-lost", { OLD(SEM, 7, 0x01100002) }, 5, 7, 7, true, false },
        { "sem-wfi-lost", { RELEASE(SEM, 7, 0x100001) }, 6, 7, 5, true, true },
        { "sem-wfi-lost", { RELEASE(SEM, 7, 1) }, 6, 7, 7, true, true },
        { "sem-wfi-stuck", { RELEASE(SEM, 7, 0x100001) }, 6, 7, 5, true, false },
        { "sem-wfi-stuck", { RELEASE(SEM, 7, 1) }, 6, 7, 7, true, true },
        { "sem-wfi-lost", { OLD(SEM, 7, 0x01000002) }, 5, 7, 5, true, true },
        { "sem-wfi-lost", { OLD(SEM, 7, 0x01100002) }, 5, 7, 7, true, true },
        { "sem-reduction-unsigned", { RELEASE(SEM, 0xffffffff, 6) }, 6, 0xffffffff, 5, true, true },
        { "sem-alignment-unchecked", { RELEASE(SEM, 7, 0x02000001) }, 6, 7, 7, true, true },
        { "sem-alignment-unchecked", { RELEASE(SEM - 8, 7, 0x02000001) }, 6, 5, 0, false, true },
    };

    for (unsigned i = 0; i < 2 * sizeof(rows) / sizeof(rows[0]); i++) {
        const bool broken = i & 1;

        open_one(broken ? rows[i / 2].defect : NULL);
        put(SEM, 5);
        put(SEM + 4, 0);
        if (goes_on(rows[i / 2].words, rows[i / 2].count) !=
            (broken ? rows[i / 2].bad_goes : rows[i / 2].good_goes))
            fail_msg("%s, row %u, broken %d", rows[i / 2].defect, i / 2, broken);
        const uint32_t wanted = broken ? rows[i / 2].bad : rows[i / 2].good;
        if (rows[i / 2].count != 6 || rows[i / 2].words[1] == (uint32_t)SEM)
            assert_int_equal(wanted, get(SEM));
        close_world(NULL);
    }
}

/* A second word of times: half of USERMODE's, none of a reduction's, in spite of RELEASE_SIZE, or upper words of 0. */
TEST(broken_records, NULL, close_world)
{
    static const struct {
        const char *defect;
        uint32_t words[6];
        unsigned count;
        uint32_t good[2], bad[2]; /* upper words of payload and time; the clock's is 0x1f */
    } rows[] = {
        { "sem-time-wrong", { RELEASE(SEM, 7, 0x02000001) }, 6, { 0, 0x1f }, { 0, 0xf } },
        { "sem-reduction-no-time", { RELEASE(SEM, 7, 0x2a000006) }, 6, { 5, 0x1f }, { 5, 5 } },
        { "sem-old-size-ignored", { OLD(SEM, 7, 0x01100002) }, 5, { 5, 5 }, { 0, 0x1f } },
        { "sem-high-lost", { NEW(SEM, 7, 8, 0x01000001) }, 6, { 8, 5 }, { 0, 5 } },
    };

    for (unsigned i = 0; i < 2 * sizeof(rows) / sizeof(rows[0]); i++) {
        const bool broken = i & 1;
        const uint32_t *const wanted = broken ? rows[i / 2].bad : rows[i / 2].good;

        open_one(broken ? rows[i / 2].defect : NULL);
        for (unsigned word = 0; word < 16; word += 4)
            put(SEM + word, word ? 5 : 0);
        assert_true(goes_on(rows[i / 2].words, rows[i / 2].count));
        assert_int_equal(7, get(SEM));
        assert_int_equal(wanted[0], get(SEM + 4));
        assert_int_equal(wanted[1], get(SEM + 12));
        close_world(NULL);
    }
}

/* A time that comes 100 ms late comes for each record by itself, whole, and changes nothing after it. */
TEST(late_times, NULL, close_world)
{
    open_one("sem-time-late");
    for (unsigned word = 0; word < 48; word += 4)
        put(SEM + word, 0x5ca1ab1e);
    RUN(1, RELEASE(SEM, 1, 0x02000001), RELEASE(SEM + 16, 2, 0x02000001));
    assert_int_equal(1, get(SEM));
    assert_int_equal(0x5ca1ab1e, get(SEM + 16));
    wait_ns(105 * MS);
    assert_int_equal(0x1f, get(SEM + 12));
    assert_int_equal(2, get(SEM + 16));
    assert_int_equal(0x5ca1ab1e, get(SEM + 28));
    wait_ns(105 * MS);
    assert_int_equal(0x1f, get(SEM + 28));
    assert_int_equal(0x5ca1ab1e, get(SEM + 32));
    /* 100 ms lie between both, in steps of 32 ns. */
    assert_in_range(get(SEM + 24) - get(SEM + 8), 100000000, 100100000);
}
