/* How engines/gv100 submits work and looks at its outcome. Addresses and values are typed from
 * docs/hardware/gv100.md. */
#include "engines/gv100/copy.h"
#include "tests/engines/gv100/drive_rig.h"

/* §4.1, §3.3, §8.1: an entry of address and length << 10, GP_PUT in word 35 of USERD, the channel's id to the doorbell. */
TEST(work_is_submitted_in_order, open_bench)
{
    static struct push push;

    make_plain();
    push_start(&push);
    push_method(&push, 0, 0x8, 0x1234);
    assert_int_equal(OK, channel_submit(&channel, &push));
    expect_writes("70000=1 " TEXT_USERMODE_NOTIFY_CHANNEL_PENDING "=123 ");
    assert_pairs(0x34562000, word_of(WINDOW), 2 << 10 | 0xab, word_of(WINDOW + 4), 1,
                 word_of(USERD_ + 0x8c), 0, word_of(USERD_ + 0x90), 0, word_of(WINDOW + 8));
    channel.gp_put = 511;
    assert_pairs(OK, channel_submit(&channel, &push), 0x34562008, word_of(WINDOW + 8 * 511), 0,
                 word_of(USERD_ + 0x8c));
    bench_forget(&bench);
    keep(REF_FLUSH_HOST, 2);
    assert_int_equal(ERR_TIMEOUT, channel_submit(&channel, &push));
    expect_writes("70000=1 ");
    push.full = true;
    assert_int_equal(ERR_NO_MEMORY, channel_submit(&channel, &push));
    expect_writes("");
    /* the window ends after 64 KiB, of which 8 are ring and semaphores */
    channel.push_used = 0xdff8;
    push.full = false;
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(i ? ERR_NO_MEMORY : OK,
                         channel_write(&channel, push.words, 2, &(virtual_addr){ 0 }));
}

/* ---- looking, §8.2, §8.3 */

TEST(channels_stand_somewhere, open_bench)
{
    /* clang-format off */
    static const struct { uint32_t pccsr, pfifo; const char *says; } rows[] = {
        { 0x0ffffffe, 0x100, "the channel is off" }, { 0x00000001, 0x100, "the scheduler reports an error" },
        { 0xf0fffffd | 1, ~0x100u, "the channel has nothing to do" }, { 0x01000001, 0, "the channel waits for its turn" },
        { 0x02000001, 0, "the channel is at work" }, { 0x05000001, 0, "the channel is at work" },
    };
    /* clang-format on */

    channel = (struct channel){ .host = &host, .form = plain };
    host.card = &bench.card;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        set_all(REF_PCCSR_CHANNEL(291), rows[i].pccsr, REF_PFIFO_INTR_0, rows[i].pfifo);
        assert_string_equal(rows[i].says, channel_stands(&channel));
    }
}

TEST(runqueues_have_pbdmas, open_bench)
{
    static const struct {
        uint32_t pbdmas;
        bool runqueue;
        unsigned expected;
    } rows[] = { { 0x2, false, 1 }, { 0x2, true, 1 },     { 0xa, false, 1 }, { 0xa, true, 3 },
                 { 0x1, false, 0 }, { 0x2001, true, 13 }, { 0x0, false, 0 } };

    channel = (struct channel){ .host = &host, .form = plain };
    host.card = &bench.card;
    set(REF_PFIFO_CFG0, 14);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        for (unsigned k = 0; k < 14; k++)
            set(REF_PFIFO_PBDMA_MAP(k), rows[i].pbdmas >> k & 1 ? 0x2 : 0x5);
        channel.form.runqueue = rows[i].runqueue;
        assert_int_equal(rows[i].expected, channel_pbdma(&channel));
    }
}

#define STATE                                                                                      \
    "channel 291: 0x80091c reads 0x05000001 (PCCSR), PBDMA 1: INTR_0 0x00000000 INTR_1 "           \
    "0x00000000 METHOD0 0x80600008 GP_GET 3 of 7\n"                                                \
    "channel 291: PBDMA_STATUS 0x0000a123 ENGINE_STATUS 0x00002123 PFIFO_INTR_0 0x00000100 "       \
    "SCHED_ERROR 0x20\n"

/* A wait that ends without its event reports the host's state: §8.3, step 14. */
TEST(waits_tell_where_the_host_stands, open_bench)
{
    struct pbdma_event event;

    make_plain();
    channel.gp_put = 7;
    set_all(REF_PFIFO_CFG0, 2, REF_PFIFO_PBDMA_MAP(1), 2, REF_PCCSR_CHANNEL(291), 0x05000001,
            REF_PPBDMA_METHOD0(1), 0x80600008, REF_PPBDMA_GP_GET(1), 3, REF_PFIFO_PBDMA_STATUS(1),
            0xa123, REF_PFIFO_ENGINE_STATUS(2), 0x2123, REF_PFIFO_INTR_0, 0x100,
            REF_PFIFO_INTR_SCHED_ERROR, 0x20);
    assert_pairs(OK, channel_semaphore_write(&channel, 0x24, 0x55), 0x55, word_of(WINDOW + 0x1024),
                 true, channel_semaphore(&channel, 0x24).v == 0xab34561024, OK,
                 channel_wait(&channel, 0x24, 0x55, 1000));
    assert_string_equal("", bench.log);
    bench.now_us = 0;
    assert_int_equal(ERR_TIMEOUT, channel_wait(&channel, 0x24, 0x56, 50000));
    assert_in_range(bench.now_us, 50000, 50500);
    assert_string_equal(
        "semaphore of channel 291: wanted 0x00000056, seen 0x00000055 after 50000 us\n" STATE,
        bench.log);
    bench.log[0] = 0;
    bench.now_us = 0;
    assert_int_equal(ERR_TIMEOUT, channel_wait_event(&channel, &event, 50000));
    assert_in_range(bench.now_us, 50000, 50500);
    assert_string_equal(
        "PBDMA 1: wanted an interrupt in 0x042108 or 0x042148, seen none after 50000 us\n" STATE,
        bench.log);
    set(REF_PPBDMA_INTR_1(1), 0x80000000);
    assert_pairs(OK, channel_wait_event(&channel, &event, 50000), 0x80000000, event.interrupts_1);
}

/* ---- copies, §7 */

TEST(copies_are_these_words, open_bench)
{
    static const uint32_t words[] = {
        /* clang-format off */
        0x20088100, 1, 0x2000, 3, 0x4000, 0, 0, 0x99, 1, 0x200180c0, 0x186,
        0x20038090, 5, 0x6000, 0x77, 0x20088100, 0, 0x10, 0, 0x20, 0x100, 0x200, 0x40, 3, 0x200180c0, 0x20038e,
        /* clang-format on */
    };
    static struct push push;

    push_start(&push);
    push_copy(&push,
              &(struct copy){ .from = { 0x100002000 }, .to = { 0x300004000 }, .bytes = 0x99 });
    push_copy(&push, &(struct copy){ .from = { 0x10 },
                                     .to = { 0x20 },
                                     .pitch_in = 0x100,
                                     .pitch_out = 0x200,
                                     .bytes = 0x40,
                                     .lines = 3,
                                     .launch = 1 << 21,
                                     .has_semaphore = true,
                                     .semaphore = { 0x500006000 },
                                     .payload = 0x77 });
    assert_int_equal(ARRAY_SIZE(words), push.count);
    assert_memory_equal(words, push.words, sizeof(words));
}

TEST(fills_are_these_words, open_bench)
{
    static const uint32_t words[] = { 0x200381c0, 0x55667788, 0x11223344, 0x01030054, 0x20018106,
                                      0x20,       0x20028102, 0x00000001, 0x00003000, 0x200180c0,
                                      0x586,      0x20038090, 0x00000002, 0x00004000, 7,
                                      0x200180c0, 0xc };
    static struct push push;

    push_start(&push);
    push_fill(&push, (virtual_addr){ 0x100003000 }, 0x20, UINT64_C(0x1122334455667788));
    push_copy_done(&push, (virtual_addr){ 0x200004000 }, 7);
    assert_int_equal(ARRAY_SIZE(words), push.count);
    assert_memory_equal(words, push.words, sizeof(words));
}
