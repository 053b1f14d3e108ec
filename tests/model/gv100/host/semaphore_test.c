/* Host's semaphores on the GV100 model: when waiting ends, and a time that a broken card writes late. Their operations are
 * held by tests/suite/gv100. Numbers are typed from docs/hardware/gv100.md §3.2, §4.4, §4.5. */
#include "reference/gv100.h"
#include "tests/model/gv100/host/rounds_rig.h"

/* §4.5: a word that is equal to the payload is not less. */
TEST(equal_words_pass, NULL, close_world)
{
    open_channels(NULL, 1);
    submit(1, (const unsigned[]){ 1 }, 1);
    put(SEM, 5);
    RUN(1, 0x20050017, (uint32_t)SEM, 0, 5, 0, 2, RELEASE(SEM, 7, 1));
    assert_int_equal(7, get(SEM));
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

/* A time that comes 100 ms late comes for each record by itself, whole, and changes nothing after it. */
TEST(late_times, NULL, close_world)
{
    open_channels(&(struct model_config){ .defects = "sem-time-late" }, 1);
    submit(1, (const unsigned[]){ 1 }, 1);
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
