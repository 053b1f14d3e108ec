/* Structures that engines/gv100 builds in memory and registers that it writes for a host and its channels, how work is
 * submitted, and how a host is taken down, on a card that is nothing but registers. All structures lie in system memory,
 * page after page, so that each address is known: a host has 9 pieces of it, debug page (64 KiB out of 128), flush page,
 * PD3 of BAR2 and its block, ring, PD2, PD1, PD0 and the table of 4 KiB pages; behind them lies the root of the space.
 * Addresses and values are typed from docs/hardware/gv100.md. */
#include "engines/gv100/bar.h"
#include "engines/gv100/channel.h"
#include "engines/gv100/copy.h"
#include "engines/gv100/flush.h"
#include "hw/gv100/chip.h"
#include "reference/gv100.h"
#include "tests/engines/writes_rig.h"

#define BASE  UINT64_C(0x123458000) /* of the first page that is given */
#define PAGES 128

static struct {
    _Alignas(4096) uint8_t memory[PAGES * 4096];
    unsigned used;            /* pages */
    unsigned count, fails_at; /* pieces of memory; 0: none fails */
    unsigned sticks_at;       /* with that piece a register takes a value and keeps it */
    uint32_t stuck, stuck_at;
} world;

static enum err next_pages(struct bus *bus, size_t size, struct dma_memory *out)
{
    const unsigned pages = (unsigned)(size + 4095) / 4096;

    if (++world.count == world.fails_at)
        return ERR_NO_MEMORY;
    assert_true(world.used + pages <= PAGES);
    *out = (struct dma_memory){ .cpu = world.memory + world.used * 4096,
                                .bus = { BASE + world.used * 4096 },
                                .size = size };
    world.used += pages;
    if (world.count == world.sticks_at)
        keep(world.stuck, world.stuck_at);
    return OK;
}

static int open_bench(void **state)
{
    open_writes(&gv100_chips[CHIP_GV100].chip);
    memset(&world, 0, sizeof(world));
    bench.ops.dma_alloc = next_pages;
    keep(REF_PFB_PRI_MMU_CTRL, 0x00808000); /* room for an invalidate, and none under way */
    keep(REF_FLUSH_HOST, 1);
    keep(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0), 9); /* PUT of the ring */
    return 0;
}

static uint32_t word_of(uint64_t at)
{
    uint32_t word;

    assert_true(at >= BASE && at + 4 <= BASE + sizeof(world.memory));
    memcpy(&word, world.memory + (at - BASE), 4);
    return word;
}

static uint64_t long_of(uint64_t at)
{
    return word_of(at) | (uint64_t)word_of(at + 4) << 32;
}

static const struct topology topology;
static struct host host;

static enum err open_host(void)
{
    return host_open(&host, &bench.card, &topology, TARGET_SYSRAM_SNOOP, 64);
}

static struct space space;
static struct channel channel;

static void open_space(void)
{
    assert_pairs(OK, open_host(), OK, space_open(&space, &bench.card, TARGET_SYSRAM_SNOOP));
    world.count = 0;
    bench_forget(&bench);
}

/* Pieces after the root: window, USERD, PD2, PD1, PD0, table, method buffer, block. */
#define ROOT   UINT64_C(0x123480000)
#define WINDOW UINT64_C(0x123481000)
#define USERD_ UINT64_C(0x123491000)
#define PD2_   UINT64_C(0x123492000)

static const struct channel_form plain = { .id = 0x123,
                                           .runlist = 1,
                                           .engine = 2,
                                           .where = TARGET_SYSRAM_SNOOP,
                                           .instance = TARGET_SYSRAM_SNOOP,
                                           .at = { UINT64_C(0xab34560000) } };

static void make_plain(void)
{
    open_space();
    assert_int_equal(OK, channel_make(&channel, &host, &space, &plain));
    bench_forget(&bench);
}

/* ---- a host, §2.2, §2.3, §5.5, §6.2, §8.3 */

#define SHOWN "70000=1 100cb8=1234792 100cec=0 100cbc=80000005 "

/* Both debug registers and HSHUB's copies name a page of 64 KiB, 0x100c10 the page that flushes read; BAR2 shows the ring. No
 * step follows one that finds no memory. */
TEST(a_host_opens_in_order, open_bench)
{
    assert_int_equal(OK, open_host());
    behind("100cc8=1234602 100ccc=1234602 1facc8=1234602 1faccc=1234602 100c10=1234780 "
           "70000=1 1714=a012347a " SHOWN);
    for (unsigned piece = 1; piece <= 9; piece++) {
        open_bench(state);
        world.fails_at = piece;
        assert_pairs(ERR_NO_MEMORY, open_host(), piece, world.count);
    }
}

/* A block has these words, invalid subcontexts after the first, and zeros elsewhere. */
static void expect_block(uint64_t at, const uint32_t (*words)[2], unsigned count)
{
    for (unsigned i = 0; i < 1024; i++) {
        uint32_t expected = 0;

        for (unsigned k = 0; k < count; k++)
            if (words[k][0] == i)
                expected = words[k][1];
        if (i > 168 && i < 168 + 4 * 64 && i >= 172)
            expected = i % 4 < 2; /* subcontexts after the first are invalid */
        if (word_of(at + 4 * i) != expected)
            fail_msg("word %u is 0x%x, expected 0x%x", i, (unsigned)word_of(at + 4 * i),
                     (unsigned)expected);
    }
}

/* ---- channels, §3.1, §3.2, §8.2 to §8.4 */

/* The values of an ordinary channel: §3.2's start values, a ring of 512 entries, and the space's root with VER2, 64
 * KiB, target 2 and VOL. */
TEST(a_channel_is_made_in_order, open_bench)
{
    static const uint32_t words[][2] = {
        { 2, 0x23491002 },   { 3, 0x1 },          { 4, 0xface },      { 12, 0x7ffff902 },
        { 18, 0x34560000 },  { 19, 0x000900ab },  { 33, 0x20400000 }, { 37, 0x30000001 },
        { 43, 0x2 },         { 61, 0x1000 },      { 62, 0x10003080 }, { 128, 0x23480c06 },
        { 129, 0x1 },        { 130, 0xffffffff }, { 131, 0x1ffff },   { 166, 1 },
        { 168, 0x23480c06 }, { 169, 0x1 },
    };

    open_space();
    memset(world.memory + (WINDOW - BASE), 0x77, 0x20000);
    assert_int_equal(OK, channel_make(&channel, &host, &space, &plain));
    expect_writes("70000=1 100cb8=1234802 100cec=0 100cbc=80000001 800918=a0123496 ");
    expect_block(0x123496000, words, ARRAY_SIZE(words));
    for (uint64_t i = 0; i < 0x2000; i += 4)
        assert_int_equal(0, word_of(WINDOW + i));
    assert_int_equal(0x77777777, word_of(WINDOW + 0x2000));
    for (uint64_t i = 0; i < 0x200; i += 4)
        assert_int_equal(0, word_of(USERD_ + i));
    assert_int_equal(0x77777777, word_of(USERD_ + 0x200));
    /* 0xab34560000: PD2 index 2, PD1 0x159, PD0 0xa2, table 0x160 */
    assert_pairs(true, long_of(ROOT) == (PD2_ >> 4 | 4), true,
                 long_of(PD2_ + 8 * 2) == ((PD2_ + 0x1000) >> 4 | 4), true,
                 long_of(PD2_ + 0x1000 + 8 * 0x159) == ((PD2_ + 0x2000) >> 4 | 4), true,
                 long_of(PD2_ + 0x2000 + 16 * 0xa2 + 8) == ((PD2_ + 0x3000) >> 4 | 4));
    for (uint64_t i = 0; i < 16; i++)
        assert_true(long_of(PD2_ + 0x3000 + 8 * (0x160 + i)) == ((WINDOW + 0x1000 * i) >> 4 | 0xd));
    assert_pairs(true, long_of(PD2_ + 0x3000 + 8 * 0x170) == 0, 512, channel.ring_entries, 1,
                 host.channel_count, 0x123, host.channels[0]);
}

/* Everything that a form can ask for. Two copy engines: 27 * 5 * (13 * 2 + 2) = 3780 bytes of method buffer, one page. */
TEST(a_channel_has_what_its_form_asks_for, open_bench)
{
    static const uint32_t words[][2] = {
        { 2, 0x23491002 },  { 3, 0x1 },          { 4, 0xc36f },      { 12, 0x12345678 },
        { 18, 0x34560000 }, { 19, 0x000400ab },  { 33, 0x20400000 }, { 37, 0x10000001 },
        { 43, 0x20002 },    { 57, 0x20 },        { 61, 0x1100 },     { 62, 0x10003080 },
        { 63, 0x2a00 },     { 128, 0x23480c06 }, { 129, 0x1 },       { 130, 0xffffffff },
        { 131, 0x1ffff },   { 136, 0x1000 },     { 166, 1 },         { 168, 0x23480c06 },
        { 169, 0x1 },
    };
    struct channel_form form = plain;

    open_space();
    set(REF_CE_PCE_MAP, 0xffff8001);
    form.copies = form.privileged = form.physical = form.all_subdevices = true;
    form.signature = 0xc36f;
    form.ring_log2 = 4;
    form.veid = 0x2a;
    form.acquire = 0x12345678;
    assert_int_equal(OK, channel_make(&channel, &host, &space, &form));
    expect_writes(SHOWN "70000=1 100cb8=1234802 100cec=0 100cbc=80000001 800918=a0123497 ");
    expect_block(0x123497000, words, ARRAY_SIZE(words));
    assert_true(host.bar2_next.v == 0x2000);
    assert_true(long_of(0x12347f008) == (0x123496000 >> 4 | 0xd)); /* method buffer in BAR2 */
    assert_int_equal(16, channel.ring_entries);
    for (unsigned piece = 1; piece <= 8; piece++) { /* no memory for one of them */
        open_bench(state);
        open_space();
        world.fails_at = piece;
        assert_int_equal(ERR_NO_MEMORY, channel_make(&channel, &host, &space, &form));
        assert_int_equal(0, host.channel_count);
    }
}

/* 9 copy engines: 16065 bytes, 4 pages. */
TEST(method_buffers_grow_with_the_engines, open_bench)
{
    static const struct {
        uint32_t map, next;
    } rows[] = { { 0x0, 0x2000 }, { 0x1, 0x2000 },   { 0x3, 0x2000 },
                 { 0x7, 0x3000 }, { 0x1ff, 0x5000 }, { 0xffff, 0x8000 } };
    struct channel_form form = plain;

    form.copies = true;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_bench(state);
        open_space();
        set(REF_CE_PCE_MAP, rows[i].map);
        assert_int_equal(OK, channel_make(&channel, &host, &space, &form));
        assert_true(host.bar2_next.v == rows[i].next);
    }
}

TEST(a_channel_is_bound_anew, open_bench)
{
    make_plain();
    assert_int_equal(OK, channel_rebind(&channel));
    expect_writes("70000=1 800918=0 800918=a0123496 ");
    keep(REF_FLUSH_HOST, 2);
    assert_int_equal(ERR_TIMEOUT, channel_rebind(&channel));
    expect_writes("70000=1 ");
    card_deadline(&bench.card, 1);
    assert_int_equal(ERR_DEADLINE, channel_make(&channel, &host, &space, &plain));
}

/* §3.4, §8.3: TSG header with 0x80030001 and one channel, whose USERD and block are named; enabled before and after. */
TEST(a_channel_runs_alone, open_bench)
{
    static const uint32_t list[] = { 0x80030001, 1, 0x123, 0, 0x234910a0, 1, 0x23496123, 1 };

    make_plain();
    assert_int_equal(OK, channel_run_alone(&channel));
    expect_writes("80091c=400 2270=20123497 2274=100002 80091c=400 ");
    for (unsigned i = 0; i < ARRAY_SIZE(list); i++)
        assert_int_equal(list[i], word_of(0x123497000 + 4 * i));
    assert_int_equal(1 << 1, host.runlists);
    world.fails_at = world.count + 1;
    host.runlists = 0;
    assert_int_equal(ERR_NO_MEMORY, channel_run_alone(&channel));
    expect_writes("80091c=400 80091c=400 ");
    assert_int_equal(0, host.runlists);
    const struct runlist_entry bad = tsg_entry(0x1000, 1); /* an id of 13 bits */
    assert_int_equal(ERR_RANGE, host_schedule(&host, 1, &bad, 1));
    expect_writes("");
    keep(REF_PFIFO_ENG_RUNLIST(1), 1u << 20);
    assert_int_equal(ERR_TIMEOUT, channel_run_alone(&channel));
    channel_disable(&channel);
    behind("80091c=400 2270=20123499 2274=100002 80091c=400 80091c=800 ");
}

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
    card_deadline(&bench.card, 1);
    assert_pairs(ERR_DEADLINE, channel_wait(&channel, 0x24, UINT32_MAX, 50000), ERR_DEADLINE,
                 channel_wait_event(&channel, &event, 50000));
}

/* ---- copies, §7 */

TEST(copies_are_these_words, open_bench)
{
    static const uint32_t words[] = {
        0x20088100, 1,     0x2000,     3,     0x4000, 0,    0,          0x99,     1,
        0x200180c0, 0x186, 0x20038090, 5,     0x6000, 0x77, 0x20088100, 0,        0x10,
        0,          0x20,  0x100,      0x200, 0x40,   3,    0x200180c0, 0x20038e,
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

/* ---- registers that are waited for */

TEST(busy_bars_are_said, open_bench)
{
    keep(REF_PBUS_BIND_STATUS, 0x1);
    assert_pairs(ERR_TIMEOUT, bar_unbind(&bench.card, BAR1), ERR_TIMEOUT,
                 bar_rebind(&bench.card, BAR1), OK, bar_unbind(&bench.card, BAR2));
    bench.card.change_count = CARD_CHANGES_MAX;
    memset(bench.card.changes, 0, sizeof(bench.card.changes));
    assert_pairs(ERR_NO_MEMORY, bar_unbind(&bench.card, BAR2), ERR_NO_MEMORY,
                 bar_bind(&bench.card, BAR2, (linear_addr){ 0x1000, TARGET_VRAM }));
}

/* ---- tear-down, §3.5: scheduling off, channels off, preempt, wait, reset of an engine that hangs, by its bit of
 * PMC_ENABLE alone, channels unbound, an empty runlist, scheduling on. §6.2: the ring's GET catches up, then it is off */

static const struct topology engines = {
    .count = 3,
    .engines = { { .engine = 0, .runlist = 12, .reset = 7 },
                 { .engine = 3, .runlist = 0, .reset = 9 },
                 { .engine = 5, .runlist = 0, .reset = ENGINE_NONE } },
};

/* §1.3: PMC_ENABLE is read back after a write before anything else is done. */
static bool enable_written;

static uint64_t read_back(struct bus *bus, bus_addr at, uint8_t size)
{
    if (enable_written)
        assert_int_equal(0x200, at.v - BENCH_BAR0);
    enable_written = false;
    return bench_read(bench_of(bus), at, size);
}

static void write_enable(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    assert_false(enable_written);
    enable_written = at.v - BENCH_BAR0 == 0x200;
    bench_write(bench_of(bus), at, size, value);
}

/* PBDMA 0 serves runlist 12, PBDMAs 1 and 2 runlist 0, PBDMA 3 none of them. */
static void start_close(void)
{
    enable_written = false;
    bench.does.read = read_back;
    bench.does.write = write_enable;
    host = (struct host){ .card = &bench.card,
                          .topology = &engines,
                          .runlists = 0x1001,
                          .channel_count = 2,
                          .channels = { 1, 0x123 },
                          .bar2.root = { 0x12345000, TARGET_SYSRAM_SNOOP },
                          .faults = { .card = &bench.card, .entries = 64 } };
    set_all(REF_PFIFO_CFG0, 4, REF_PFIFO_PBDMA_MAP(0), 0x1000, REF_PFIFO_PBDMA_MAP(1), 0x1,
            REF_PFIFO_PBDMA_MAP(2), 0x1, REF_PFIFO_PBDMA_MAP(3), 0x2);
    keep(REF_PFIFO_RUNLIST_PREEMPT, 0);
    set(REF_PMC_ENABLE, 0xffffffff);
}

#define CLOSE_FROM "2630=1 2630=1001 80000c=800 80091c=800 2638=1 "
#define CLOSE_TO                                                                                   \
    "80000c=c00000 800008=0 80091c=c00000 800918=0 2270=20012345 2274=0 2630=1000 2270=20012345 "  \
    "2274=c00000 2630=0 100e2c=c0000009 100e34=40 "

TEST(a_host_is_closed_whatever_hangs, open_bench)
{
    /* clang-format off */
    static const struct { uint32_t at, value; enum err e; const char *writes; } rows[] = {
        { REF_PFIFO_RUNLIST_PREEMPT, 0, OK, CLOSE_FROM "2638=1000 " CLOSE_TO },
        { REF_PFIFO_RUNLIST_PREEMPT, 0x1, ERR_TIMEOUT, CLOSE_FROM "2638=1000 " CLOSE_TO },
        { REF_PFIFO_RUNLIST_PREEMPT, 0x1000, ERR_TIMEOUT, CLOSE_FROM "2638=1000 " CLOSE_TO },
        { REF_PFIFO_PBDMA_STATUS(0), 0x2000, ERR_TIMEOUT, CLOSE_FROM "2638=1000 " CLOSE_TO },
        { REF_PFIFO_PBDMA_STATUS(1), 0xa000, ERR_TIMEOUT, CLOSE_FROM "2638=1000 " CLOSE_TO },
        { REF_PFIFO_PBDMA_STATUS(2), 0xe000, ERR_TIMEOUT, CLOSE_FROM "2638=1000 " CLOSE_TO },
        { REF_PFIFO_PBDMA_STATUS(3), 0xe000, OK, CLOSE_FROM "2638=1000 " CLOSE_TO }, /* of neither runlist */
        { REF_PFIFO_ENGINE_STATUS(0), 0x2000, ERR_TIMEOUT, CLOSE_FROM "2638=1000 200=ffffff7f 200=ffffffff " CLOSE_TO },
        { REF_PFIFO_ENGINE_STATUS(3), 0x2000, ERR_TIMEOUT, CLOSE_FROM "200=fffffdff 200=ffffffff 2638=1000 " CLOSE_TO },
        { REF_PFIFO_ENGINE_STATUS(1), 0x2000, OK, CLOSE_FROM "2638=1000 " CLOSE_TO }, /* of no engine here */
        { REF_PFIFO_ENGINE_STATUS(5), 0xa000, OK, CLOSE_FROM "2638=1000 " CLOSE_TO }, /* that cannot be reset */
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_bench(state);
        start_close();
        keep(rows[i].at, rows[i].value);
        bench.now_us = 0;
        assert_int_equal(rows[i].e, host_close(&host));
        expect_writes(rows[i].writes);
        const bool waits = rows[i].e != OK || rows[i].at == REF_PFIFO_ENGINE_STATUS(5);
        assert_in_range(bench.now_us, waits ? 200000 : 0, waits ? 202000 : 2000);
        assert_true(!host.card && !host.faults.card);
        assert_pairs(0, host.runlists, 0, host.channel_count, OK, host_close(&host));
        expect_writes("");
    }
}

/* An interrupt of either register blocks the save of a channel: the method is replaced by a NOP, at the PBDMAs of that runlist
 * alone, before and after the preempt and once more. */
TEST(interrupts_do_not_block_a_save, open_bench)
{
#define DROP0 "400c0=80600008 40148=1 40108=0 "
#define DROP2 "440c0=80600008 44148=0 44108=2000 "
    start_close();
    set_all(REF_PPBDMA_INTR_1(0), 1, REF_PPBDMA_INTR_0(2), 0x2000, REF_PPBDMA_INTR_0(3), 0x2000);
    assert_int_equal(OK, host_close(&host));
    expect_writes("2630=1 2630=1001 80000c=800 80091c=800 " DROP2 "2638=1 " DROP2 DROP2 DROP0
                  "2638=1000 " DROP0 DROP0 CLOSE_TO);
}

TEST(a_reset_reads_back, open_bench)
{
    start_close();
    assert_pairs(OK, host_reset(&bench.card, 0x80), false, enable_written);
    card_deadline(&bench.card,
                  1); /* a reset that the deadline of a test cuts short does not count as one */
    assert_int_equal(ERR_DEADLINE, host_reset(&bench.card, 0));
}
