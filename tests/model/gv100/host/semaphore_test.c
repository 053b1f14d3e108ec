/* Host's semaphores on the GV100 model: the values that pass each comparison, what reductions leave, when
 * waiting ends, and a time that a broken card writes late. Numbers are typed from docs/hardware/gv100.md §3.2, §4.4, §4.5. */
#include "tests/model/gv100/host/rounds_rig.h"

#define WIDE_FLAG                   0x01000000u
#define NEW(at, low, high, execute) 0x20050017, (uint32_t)(at), 0, low, high, execute

/* Channel 1; bits 31:30 of its default wait: no time-out, a look each 20 us. */
static void open_one(void)
{
    open_channels(NULL, 1);
    submit(1, (const unsigned[]){ 1 }, 1);
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

/* Equal, >=, >= as a circle, AND, NOR of word and payload, by definition; the newer family all in 32 and in 64 bits. */
TEST(comparisons, NULL, close_world)
{
    /* clang-format off */
    static const struct { uint64_t memory, payload; bool narrow[5], wide[5]; } rows[] = {
        { 5, 5, { 1, 1, 1, 1, 1 }, { 1, 1, 1, 1, 1 } }, { 6, 5, { 0, 1, 1, 1, 1 }, { 0, 1, 1, 1, 1 } },
        { 4, 5, { 0, 0, 0, 1, 1 }, { 0, 0, 0, 1, 1 } }, { 7, 5, { 0, 1, 1, 1, 1 }, { 0, 1, 1, 1, 1 } },
        { 8, 5, { 0, 1, 1, 0, 1 }, { 0, 1, 1, 0, 1 } }, { 1, 0xfffffff0, { 0, 0, 1, 0, 1 }, { 0, 0, 0, 0, 1 } },
        { 0xfffffff0, 1, { 0, 1, 0, 0, 1 }, { 0, 1, 1, 0, 1 } }, { 0x80000000, 0, { 0, 1, 0, 0, 1 }, { 0, 1, 1, 0, 1 } },
        { 0x7fffffff, 0, { 0, 1, 1, 0, 1 }, { 0, 1, 1, 0, 1 } }, { 0xfffffff0, 0x1f, { 0, 1, 0, 1, 0 }, { 0, 1, 1, 1, 1 } },
        { 0x8000000000000000, 0, { 1, 1, 1, 0, 1 }, { 0, 1, 0, 0, 1 } },
        { 0x7fffffffffffffff, 0, { 0, 1, 0, 0, 0 }, { 0, 1, 1, 0, 1 } },
        { 3, 0xfffffffffffffff0, { 0, 0, 1, 0, 1 }, { 0, 0, 1, 0, 1 } },
        { 0xf00000000fffffff, 0x0ffffffff0000000, { 0, 0, 1, 0, 0 }, { 0, 1, 0, 0, 0 } },
        { 0x100000000, 0x100000000, { 1, 1, 1, 0, 1 }, { 1, 1, 1, 1, 1 } },
    };
    /* clang-format on */
    static const uint32_t operations[] = { 0, 2, 3, 4, 5 };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (unsigned n = 0; n < 10; n++) {
            const bool wide = n >= 5;
            const uint64_t payload = rows[i].payload;
            const uint32_t words[] = { NEW(SEM, (uint32_t)payload, (uint32_t)(payload >> 32),
                                           operations[n % 5] | (wide ? WIDE_FLAG : 0)) };

            open_one();
            put64(SEM, rows[i].memory);
            if (goes_on(words, 6) != (wide ? rows[i].wide : rows[i].narrow)[n % 5])
                fail_msg("row %u, operation %u%s", i, operations[n % 5], wide ? ", wide" : "");
        }
}

/* ---- reductions ------------------------------------------------------------------------------ */

/* In 64 bits, and in 32, where the upper word stays. The time goes after it. */
TEST(reductions_of_both_widths, NULL, close_world)
{
    /* clang-format off */
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
        { 0xa9000006, 0x1ffffffff, 1, 0x200000000 }, { 0x28000006, 0x1ffffffff, 1, 0x100000000 }, /* IADD, of 32 bits */
        { 0xa8000006, 0x5ffffffff, 2, 0x500000001 }, { 0x00000006, 0x780000000, 1, 0x780000000 },
        { 0x80000006, 0x780000000, 1, 0x700000001 },
        { 0x00000006, 3, 0xfffffffe, 0xfffffffe }, { 0x08000006, 3, 0xfffffffe, 3 },
        { 0x10000006, 5, 3, 6 }, { 0x18000006, 5, 3, 1 }, { 0x20000006, 5, 3, 7 },
        { 0xb0000006, 5, 9, 6 }, { 0xb0000006, 9, 9, 0 }, /* INC */
        { 0xb8000006, 5, 9, 4 }, { 0xb8000006, 0, 9, 9 }, { 0xb8000006, 10, 9, 9 }, /* DEC */
    };
    /* clang-format on */

    open_one();
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (uint32_t stamped = 0; stamped < 2; stamped++) {
            put64(SEM, rows[i].memory);
            put_all(SEM + 8, 0, SEM + 12, 0);
            RUN(1, NEW(SEM, (uint32_t)rows[i].payload, (uint32_t)(rows[i].payload >> 32),
                       rows[i].execute | stamped << 25));
            assert_pairs(0, rd(REF_PPBDMA_INTR_0(PBDMA)), (uint32_t)rows[i].wanted, get(SEM),
                         rows[i].wanted >> 32, get(SEM + 4), stamped, get(SEM + 12) != 0);
        }
    RUN(1, NEW(SEM, 9, 0, 0x30000006)); /* INC is unsigned only */
    assert_int_equal(1u << 25, rd(REF_PPBDMA_INTR_0(PBDMA)));
}

/* §4.4, §4.5: 4 or 8 bytes of payload; with the time 16, in which a payload of 4 is followed by 0. */
TEST(a_release_writes_its_bytes, NULL, close_world)
{
    open_one();
    for (unsigned n = 0; n < 4; n++) {
        const unsigned wide = n & 1, stamped = n >> 1;
        const uint32_t second = wide ? 0x22222222 : stamped ? 0 : 0x5ca1ab1e;

        for (unsigned word = 0; word < 36; word += 4)
            put(SEM + word, 0x5ca1ab1e);
        RUN(1, NEW(SEM + 16, 0x11111111, 0x22222222, 1 | wide << 24 | stamped << 25));
        assert_pairs(0x5ca1ab1e, get(SEM + 12), 0x11111111, get(SEM + 16), second, get(SEM + 20),
                     stamped, get(SEM + 24) != 0x5ca1ab1e,
                     stamped ? 0x1f /* of the time */ : 0x5ca1ab1e, get(SEM + 28), 0x5ca1ab1e,
                     get(SEM + 32));
    }
}

/* §4.4: "4 bytes; 8 with PAYLOAD_SIZE 1; 16 for a release or reduction with time stamp (an acquire needs no 16). A violation
 * raises SEMAPHORE." A page that is absent is a fault, with a time and without. */
TEST(places_of_a_semaphore, NULL, close_world)
{
    for (uint32_t n = 0; n < 12; n++) {
        const uint32_t kind = n / 4, wide = n >> 1 & 1, stamped = n & 1; /* ACQUIRE, RELEASE, IOR */
        const uint32_t execute = (kind == 2 ? 0x20000006 : kind) | wide << 24 | stamped << 25;
        const uint32_t step = stamped && kind ? 16 : wide ? 8 : 4;

        if (step > 4) { /* SEM_ADDR_LO has no lower bits */
            open_one();
            RUN(1, NEW(SEM + step / 2, 0, 0, execute));
            assert_int_equal(1u << 25, rd(REF_PPBDMA_INTR_0(PBDMA)));
        }
        open_one();
        put64(SEM + step, 0);
        RUN(1, NEW(SEM + step, 0, 0, execute));
        assert_int_equal(0, rd(REF_PPBDMA_INTR_0(PBDMA)));
        RUN(1, NEW(SMALL + 0x9000, 0, 0, execute));
        assert_int_equal(1, rd(REF_PCCSR_CHANNEL(1)) >> 22 & 1);
    }
    open_one();
}

/* §4.4: of the older family's 32 operations those with one bit are; §4.5: of the newer one's eight seven. */
TEST(operations_of_both_families, NULL, close_world)
{
    open_one();
    for (uint32_t op = 0; op < 40; op++) {
        const bool known = op < 32 ? op && !(op & (op - 1)) : op < 39;
        const uint32_t old[] = { 0x20040004, 0, (uint32_t)SEM, 1, 0x01100000 | op };

        put(SEM, 1);
        if (op < 32)
            run_words(1, old, 5);
        else
            RUN(1, RELEASE(SEM, 1, op - 32));
        assert_int_equal(known ? 0 : 1u << 25, rd(REF_PPBDMA_INTR_0(PBDMA)));
        wr_all(REF_PPBDMA_METHOD0(PBDMA), 0, REF_PPBDMA_INTR_0(PBDMA), UINT32_MAX);
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
    assert_pairs(true, timed_out(), 0, get(FLAG(2)));
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

/* A time that comes 100 ms late comes for each record by itself, whole, and changes nothing after it. */
TEST(late_times, NULL, close_world)
{
    open_channels(&(struct model_config){ .defects = "sem-time-late" }, 1);
    submit(1, (const unsigned[]){ 1 }, 1);
    for (unsigned word = 0; word < 48; word += 4)
        put(SEM + word, 0x5ca1ab1e);
    RUN(1, RELEASE(SEM, 1, 0x02000001), RELEASE(SEM + 16, 2, 0x02000001));
    assert_pairs(1, get(SEM), 0x5ca1ab1e, get(SEM + 16));
    wait_ns(105 * MS);
    assert_pairs(0x1f, get(SEM + 12), 2, get(SEM + 16), 0x5ca1ab1e, get(SEM + 28));
    wait_ns(105 * MS);
    assert_pairs(0x1f, get(SEM + 28), 0x5ca1ab1e, get(SEM + 32));
    /* 100 ms lie between both, in steps of 32 ns. */
    assert_in_range(get(SEM + 24) - get(SEM + 8), 100000000, 100100000);
}
