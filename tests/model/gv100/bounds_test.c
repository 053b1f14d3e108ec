/* Work that a guest can make as long as it likes: no access to the GV100 model, and no wake, takes longer than ten
 * milliseconds of the processor (as it would be without sanitizers), and all of it is done at the end, or goes on. */
#include <time.h>

#include "reference/gv100.h"
#include "tests/model/gv100/channel_rig.h"

#define LIMIT_NS (UINT64_C(10000000) * 20)

static uint64_t spent_ns(void)
{
    struct timespec spent;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return (uint64_t)spent.tv_sec * 1000000000 + (uint64_t)spent.tv_nsec;
}

static void ring_in_time(unsigned channel)
{
    const uint64_t before = spent_ns();

    ring(channel);
    assert_true(spent_ns() - before < LIMIT_NS);
}

/* So many wakes, each of them short. */
static void wake_in_time(unsigned wakes)
{
    for (unsigned i = 0; i < wakes && world.wake_at; i++) {
        const uint64_t before = spent_ns();

        world.now = world.wake_at > world.now ? world.wake_at : world.now;
        world.wake_at = 0;
        model_wake(world.card);
        assert_true(spent_ns() - before < LIMIT_NS);
    }
}

FIXTURE(open_one)
{
    open_world(NULL);
    open_channel();
    return 0;
}

/* A copy of 4 GiB less one byte, in lines of one byte, and in one line. */
TEST(endless_copies, open_one, close_world)
{
    static const uint32_t shapes[][2] = { { 1, 0xffffffff }, { 0xffffffff, 1 } };

    for (unsigned i = 0; i < 2; i++) {
        push(1,
             (const uint32_t[]){ 0x20088100, 0, (uint32_t)DATA, 0, 0, 0, 0, shapes[i][0],
                                 shapes[i][1], 0x200180c0, 0x1000382, 0x200180c0, 0x382 },
             13);
        ring_in_time(1);
        wake_in_time(20);
    }
}

/* A fill of as many elements. */
TEST(an_endless_fill, open_one, close_world)
{
    push(1,
         (const uint32_t[]){ 0x200181c2, 0x00000006, 0x20048100, 0, 0, 0, (uint32_t)DATA,
                             0x20018106, 0xffffffff, 0x200180c0, 0x582 },
         11);
    ring_in_time(1);
    wake_in_time(20);
}

/* The longest segment, of methods that do nothing, eight times. */
TEST(long_segments, open_one, close_world)
{
    for (unsigned i = 0; i < 8; i++)
        push_entry(1, (uint32_t)DATA, 0x1fffffu << 10);
    for (uint64_t at = 0; at < 0x2000; at += 4)
        put(DATA + at, 0x80000002);
    ring_in_time(1);
    wake_in_time(50);
}

/* Two channels of a TSG that hand the turn to each other with every method. */
TEST(two_channels_that_yield, NULL, close_world)
{
    open_world(NULL);
    build_space();
    for (unsigned channel = 1; channel <= 2; channel++)
        make_channel(channel, 0);
    submit_group(1, (const unsigned[]){ 1, 2 }, 2);
    put(DATA, 0x7fff0020);
    for (uint64_t at = 4; at < 0x8000; at += 4)
        put(DATA + at, 3);
    for (unsigned channel = 1; channel <= 2; channel++)
        for (unsigned i = 0; i < 8; i++)
            push_entry(channel, (uint32_t)DATA, 0x1000 << 10);
    ring_in_time(1);
    ring_in_time(2);
    wake_in_time(50);
}

/* A runlist of 65535 entries, whose TSGs all hold a channel that has nothing to do. */
TEST(a_long_runlist, open_one, close_world)
{
    for (unsigned i = 0; i < 65534; i += 2) {
        put(0x1000000 + 16 * i, 1);
        put(0x1000000 + 16 * i + 4, 1);
        put(0x1000000 + 16 * i + 8, i & 0xfff);
        put(0x1000000 + 16 * i + 16, 0);
        put(0x1000000 + 16 * i + 24, 2);
    }
    wr(REF_PFIFO_RUNLIST_BASE, 0x1000000 >> 12);
    const uint64_t before = spent_ns();
    wr(REF_PFIFO_RUNLIST, 2 << 20 | 65534);
    assert_true(spent_ns() - before < LIMIT_NS);
    push(1, (const uint32_t[]){ 0x20050017, (uint32_t)SEM, 0, 1, 0, 1 }, 6);
    ring_in_time(1);
    wake_in_time(20);
    assert_int_equal(1, get(SEM));
}

/* A block of 16 MiB through a BAR that faults everywhere. */
TEST(a_block_of_faults, open_one, close_world)
{
    static uint8_t bytes[0x1000000];

    bind_bar(1, 0x26000);
    const uint64_t before = spent_ns();
    model_read_block(world.card, 1, 0x4000000, bytes, sizeof(bytes));
    assert_true(spent_ns() - before < 10 * LIMIT_NS);
    assert_int_equal(0xff, bytes[0xffffff]);
}
