/* Semaphores of the device model's PFIFO (tesla-mmio.md §4.7): holding a channel, the older kind, errors, looks at
 * them. */
#include "tests/model/nv50/fifo/pfifo_rig.h"

static void push_semaphore(struct channel *c, uint32_t value, uint32_t trigger)
{
    PUSH(c, 0x00100010, 0, MEMORY, value, trigger);
}

/* §4.7: the long release writes {sequence, 0, time}; an acquire waits for its value. */
TEST(semaphores_hold_one_channel_only, NULL, close_card)
{
    open_card("g84", NULL);
    struct channel a = make_channel(1, true), b = make_channel(2, true);
    run_list(&a, &b);
    wr(REF_PTIMER_TIME_HIGH, 3); /* TIME_HIGH */
    PUT(vram_wr, MEMORY, 0, MEMORY + 4, 0xee);
    method(&a, 0, 0x60, HANDLE_VRAM);
    push_semaphore(&a, 9, 1);
    send(&a, 0, 0x50, 1);
    assert_pairs(0, rd(user(&a, 0x48)), 0x30, rd(REF_PFIFO_PULL1) & 0xb0);
    method(&b, 0, 0x60, HANDLE_VRAM);
    push_semaphore(&b, 9, 2);
    method(&b, 0, 0x20, 0);
    send(&b, 0, 0x50, 2);
    assert_pairs(2, rd(user(&b, 0x48)), 1, rd(user(&a, 0x48)), 9, vram_rd(MEMORY), 0,
                 vram_rd(MEMORY + 4), 3, vram_rd(MEMORY + 12), 1 << 30, rd(REF_PFIFO_INTR));
    assert_int_equal(rd(REF_PMC_INTR_HOST) & 0x100, 0); /* not enabled */
    wr(REF_PFIFO_INTR_EN, 0xffffffff);
    assert_int_equal(rd(REF_PMC_INTR_HOST) & 0x100, 0x100);
    PUSH(&a, 0x00100010, 0x12, 0x34567890, 9, 2);
    submit(&a);
    wr(REF_PFB_VM_FAULT, 0x050707ff);
    assert_int_equal(rd(REF_PFB_VM_FAULT_DATA), 0x12); /* bits 39:32 of where it faults */
}

static void expect_semaphore_error(const char *chip, uint32_t at, uint32_t data, uint32_t code)
{
    struct channel c = lone_channel(chip, NULL, true);
    method(&c, 0, at, data);
    send(&c, 0, 0x50, 1);
    assert_pairs(1 << 20, rd(REF_PFIFO_INTR), code, rd(REF_PFIFO_PULL0) >> 20 & 0xf);
    wr(REF_PFIFO_INTR, 1 << 20);
    wr(REF_PFIFO_SEMAPHORE, rd(REF_PFIFO_SEMAPHORE) | 1);
    if (at != 0x14) /* already past it */
        wr(REF_PFIFO_GET, rd(REF_PFIFO_GET) + 4);
    wr(REF_PFIFO_PULL0, 1);
    assert_int_equal(rd(user(&c, 0x48)), 1);
}

TEST(semaphore_errors_have_codes)
{
    expect_semaphore_error("g80", 0x64, 2, 1);
    expect_semaphore_error("g80", 0x64, 0x10000, 3);
    expect_semaphore_error("g80", 0x68, 0, 2);
    expect_semaphore_error("g84", 0x10, 0x100, 3);
    expect_semaphore_error("g84", 0x14, 0x1002, 1);
    for (uint32_t kind = 0; kind <= 5; kind++) /* no object: a NULL_DMAOBJ fault; or no trigger */
        expect_semaphore_error("g84", 0x1c, kind, kind == 1 || kind == 2 || kind == 4 ? 4 : 2);
    expect_semaphore_error("g80", 0x6c, 0, 2);
}

/* §4.7: the older kind acts at an offset of its object by two methods; PULL1 bit 5 tells it. No object: error 4. */
TEST(older_semaphores_have_an_offset)
{
    for (unsigned i = 0; i < 2; i++) {
        struct channel c = lone_channel(i ? "g84" : "g80", NULL, true);

        STORE(c.base + 0x5600, 0x0019003d, 0xffffffff, MEMORY, 0, 0, 0);
        put_handle(&c, 3, 3, 0x560);
        PUT(vram_wr, MEMORY + 0xfff8, 0xee, MEMORY + 0xfffc, 0);
        method(&c, 0, 0x60, 3);
        method(&c, 0, 0x64, 0xfffc);
        method(&c, 0, 0x6c, 0x1234);
        method(&c, 0, 0x68, 0x1234);
        method(&c, 0, 0x50, 1);
        method(&c, 0, 0x68, 0x1235);
        send(&c, 0, 0x50, 2);
        assert_pairs(0x1234, vram_rd(MEMORY + 0xfffc), 0xee, vram_rd(MEMORY + 0xfff8), 1,
                     rd(user(&c, 0x48)), 0x10, rd(REF_PFIFO_PULL1) & 0xb0, 0x1235,
                     rd(REF_PFIFO_ACQUIRE_VALUE));
        vram_wr(MEMORY + 0xfffc, 0x1235);
        clock_now += 1000000;
        rd(0);
        assert_pairs(2, rd(user(&c, 0x48)), 0, rd(REF_PFIFO_PULL1) & 0xb0);
        put_handle(&c, 4, 4, 0x570); /* nothing is there */
        method(&c, 0, 0x60, 4);
        send(&c, 0, 0x6c, 0);
        assert_pairs(1 << 20, rd(REF_PFIFO_INTR), 4, rd(REF_PFIFO_PULL0) >> 20 & 0xf);
    }
}

/* A copy that takes longer than one access: REF and the release after it wait for its end, and a channel that is kicked
 * meanwhile stays until then (§4.5: KICK reads all ones). */
TEST(what_follows_a_long_copy_waits, NULL, close_card)
{
    unsigned looks = 0;

    struct channel c = lone_channel("g84", NULL, true);
    PUT(vram_wr, MEMORY, 0, 0x5fffffc, 0, 0x3fffffc, 0x77777777);
    method(&c, 0, 0x60, HANDLE_VRAM);
    method(&c, 1, 0, HANDLE_M2MF);
    for (uint32_t at = 0x180; at <= 0x188; at += 4)
        method(&c, 1, at, HANDLE_VRAM);
    static const uint32_t words[][2] = {
        { 0x200, 1 },      { 0x21c, 1 },         { 0x238, 0 },         { 0x23c, 0 },
        { 0x324, 0x101 },  { 0x30c, 0x2000000 }, { 0x310, 0x4000000 }, { 0x314, 0x1000 },
        { 0x318, 0x1000 }, { 0x31c, 0x1000 },    { 0x320, 0x2000 },    { 0x328, 0 }
    };
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++)
        method(&c, 1, words[i][0], words[i][1]);
    push_semaphore(&c, 9, 2);
    send(&c, 0, 0x50, 3);
    assert_pairs(0x41, rd(REF_PGRAPH_STATUS), 0, vram_rd(MEMORY), 0, rd(user(&c, 0x48)));
    PUT(wr, REF_PFIFO_ENGINE_CTRL, 1, REF_PFIFO_KICK, c.base >> 12);
    assert_int_equal(0xffffffff, rd(REF_PFIFO_KICK));
    assert_int_equal(0x80000000 | c.base >> 12, rd(REF_PGRAPH_CTXCTL_CUR));
    while (rd(REF_PFIFO_KICK) == 0xffffffff)
        assert_true(++looks < 10000);
    assert_true(looks > 0);
    assert_pairs(0x77777777, vram_rd(0x5fffffc), 0, rd(REF_PGRAPH_CTXCTL_CUR));
    for (looks = 0; rd(user(&c, 0x48)) != 3;)
        assert_true(++looks < 10000);
    assert_int_equal(9, vram_rd(MEMORY));
}

/* A look at MEMORY, and REF_CNT after it. */
static void acquire(struct channel *c, uint32_t handle, uint32_t wanted, uint32_t trigger)
{
    method(c, 0, 0x60, handle);
    push_semaphore(c, wanted, trigger);
    send(c, 0, 0x50, 1);
}

/* 1: equal; 4: not less, signed. */
TEST(values_satisfy_their_trigger)
{
    /* clang-format off */
    static const struct { uint32_t seen, wanted; bool equal, not_less; } rows[] = {
        { 5, 5, true, true }, { 6, 5, false, true }, { 4, 5, false, false },
        { 0, 0xffffffff, false, true }, { 0xffffffff, 0, false, false },
        { 0x80000004, 5, false, true }, { 0x80000005, 5, false, false }
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        for (unsigned kind = 0; kind < 2; kind++) {
            const bool enough = kind ? rows[i].not_less : rows[i].equal;

            struct channel c = lone_channel("g84", NULL, true);
            vram_wr(MEMORY, rows[i].seen);
            acquire(&c, HANDLE_VRAM, rows[i].wanted, kind ? 4 : 1);
            assert_pairs(enough, rd(user(&c, 0x48)),
                         enough ? 0
                         : kind ? 0xb0
                                : 0x30,
                         rd(REF_PFIFO_PULL1) & 0xb0, 0, rd(REF_PFIFO_INTR));
            vram_wr(MEMORY, rows[i].wanted);
            clock_now += 1000000;
            rd(0);
            assert_pairs(1, rd(user(&c, 0x48)), 0, rd(REF_PFIFO_PULL1) & 0xb0);
        }
}

/* The page goes away while the channel waits: the next look fails, MEM_FAULT, and PULL1 asks for no other. */
TEST(a_look_that_fails_is_the_last, NULL, close_card)
{
    open_card("g84", NULL);
    struct channel c = make_channel(1, true);
    const uint32_t table = c.base + 0x14000, directory = c.base + 0x200;

    wipe(directory, 16, 0); /* entries 0 and 1 */
    wipe(table, 0x10000, 0);
    PUT(vram_wr, directory, table | 3, table + 8 * (MEMORY >> 12), MEMORY | 1);
    STORE(c.base + 0x5600, 0x7fc0003d, 0xffffffff, 0, 0, 0, 0);
    put_handle(&c, 3, 3, 0x560);
    run_list(&c, NULL);
    vram_wr(MEMORY, 4);
    acquire(&c, 3, 5, 1);
    assert_pairs(0, rd(REF_PFIFO_INTR), 0x30, rd(REF_PFIFO_PULL1) & 0xb0);
    vram_wr(table + 8 * (MEMORY >> 12), 0);
    PUT(wr, REF_PFB_MMU_TLB_FLUSH, 5u << 16 | 1, REF_PFB_MMU_TLB_FLUSH, 0xcu << 16 | 1);
    clock_now += 1000000;
    rd(0);
    wr(REF_PFB_VM_FAULT, 0x000707ff); /* engine c looks again (§4.7), and its record says so */
    assert_int_equal(0xc, rd(REF_PFB_VM_FAULT_DATA) & 0xf);
    assert_pairs(1 << 20, rd(REF_PFIFO_INTR), 4, rd(REF_PFIFO_PULL0) >> 20 & 0xf, 0,
                 rd(REF_PFIFO_PULL1) & 0xb0, 0, rd(user(&c, 0x48)));
}
