/* How tests of GV100's memory move it: fills, copies and stirring by copy engines, and slices behind BAR1, each looked at
 * in the model's own storage. Memory that they do not name keeps its words. And results when the way to that memory is
 * at fault: a fault of BAR1, of a copy engine, and tables that BAR1 does not find. The card has 16 MiB of VRAM, and a
 * BAR1 of 64 MiB. Typed from docs/hardware/gv100.md §6.2, §6.3, §9.1. */
#include "engines/gv100/bar.h"
#include "engines/gv100/family.h"
#include "engines/gv100/fault.h"
#include "engines/gv100/flush.h"
#include "engines/gv100/silent.h"
#include "reference/gv100.h"
#include "suite/gv100/bar1_slice.h"
#include "suite/gv100/way.h"
#include "suite/memory/view.h"
#include "tests/suite/run_rig.h"

#define MIB   UINT64_C(0x100000)
#define WORKS (UINT64_C(4) << 20) /* where the tests work, up to 12 MiB */
#define A     UINT64_C(0x0123456789abcdef)
#define B     UINT64_C(0xfedcba9876543210)

static struct {
    uint8_t *vram, *before; /* its content, and the expected one */
    uint64_t size;
    struct memory_view view;
    void (*run)(struct test *t);
    void (*work)(struct memory_view *view);
    bool worked;
    struct bus_tap tap;
    uint64_t bar0, bar1;
    char rang[40];         /* channels, since this was emptied: '1' is that of the first engine */
    bool hurries, flushed; /* flushed: what the host has written, since the last invalidate */
    uint64_t skipped_us;
    uint32_t deaf;         /* channels from 0 to 31 whose doorbells are lost */
    uint32_t blocks[4096]; /* of channels, as PCCSR was told last */
    uint32_t ring_size;    /* of fault records, with ENABLE in bit 31 */
    unsigned read_count;   /* of BAR1, while the view is opened */
    uint64_t reads[64];
    uint32_t words[64]; /* that memory held then */
    unsigned wrong;     /* of each 16 of them, the first that BAR1 shows otherwise */
    enum { NOTHING, ALLOCATION, RING, FLUSH } fails; /* the nth of them */
    unsigned nth, asked;
    bool failed;
} bench;

static bool fails_now(unsigned what)
{
    if (bench.fails != what || ++bench.asked != bench.nth)
        return false;
    return bench.failed = true;
}

static enum err see_alloc(struct bus *bus, size_t size, struct dma_memory *out)
{
    return fails_now(ALLOCATION) ? ERR_NO_MEMORY : bench.tap.real->dma_alloc(bus, size, out);
}

static void see_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    const uint64_t reg = at.v - bench.bar0;

    if (reg == REF_USERMODE_NOTIFY_CHANNEL_PENDING && strlen(bench.rang) + 1 < sizeof(bench.rang))
        bench.rang[strlen(bench.rang)] = (char)('0' + value);
    if (reg - 0x800000 < 0x8000 && reg % 8 == 0)
        bench.blocks[(reg - 0x800000) / 8] = (uint32_t)value;
    if (reg == REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0))
        bench.ring_size = (uint32_t)value;
    if (reg == REF_PFB_PRI_MMU_FAULT_BUFFER_LO(0)) /* it does not move while it is in use */
        assert_int_equal(bench.ring_size >> 31, 0);
    if (reg == REF_FLUSH_L2)
        (void)fails_now(FLUSH);
    if (reg == REF_PFB_PRI_MMU_INVALIDATE) /* tables have arrived before TLBs forget (§2.3) */
        assert_true(bench.flushed);
    bench.flushed = reg == REF_FLUSH_HOST || (bench.flushed && reg != REF_PFB_PRI_MMU_INVALIDATE);
    if (reg != REF_USERMODE_NOTIFY_CHANNEL_PENDING ||
        (!(value < 32 && bench.deaf >> value & 1) && !fails_now(RING)))
        bench.tap.real->write(bus, at, size, value);
}

/* Time goes on quickly where something is waited for in vain. */
static uint64_t see_time(struct bus *bus)
{
    bench.skipped_us += bench.deaf || bench.hurries ? 1000 : bench.failed ? 20000 : 0;
    return bench.tap.real->time_us(bus) + bench.skipped_us;
}

static uint64_t see_read(struct bus *bus, bus_addr at, uint8_t size)
{
    const uint64_t offset = at.v - bench.bar1;
    uint64_t mask = 0;

    if (bench.wrong && offset < bench.size && bench.read_count % 16 < bench.wrong)
        mask = ~UINT64_C(0);
    if (offset < bench.size && bench.read_count < 64) {
        memcpy(&bench.words[bench.read_count], bench.vram + offset, 4);
        bench.reads[bench.read_count++] = offset;
    }
    if (bench.fails == FLUSH && bench.asked == bench.nth && at.v == bench.bar0 + REF_FLUSH_L2)
        return 2; /* pending */
    return bench.tap.real->read(bus, at, size) ^ mask;
}

static void look(struct rig *rig)
{
    struct model *const card = host_bus_card(rig->host, 0);

    bench.vram = card->ops->vram(card, &bench.size);
    bench.before = realloc(bench.before, bench.size);
    assert_non_null(bench.before);
    memcpy(bench.before, bench.vram, bench.size);
    card->ops->write(card, 0, REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), bench.ring_size, 4);
    bus_tap(&bench.tap, host_bus(rig->host));
    bench.tap.ops.read = see_read;
    bench.tap.ops.write = see_write;
    bench.tap.ops.time_us = see_time;
    bench.tap.ops.dma_alloc = see_alloc;
}

/* Sixteen words of the second MiB, for somebody holds some of the first: each 64 KiB and a word after the one before.
 * Each has a value that tells it from the others, and gets its own back. */
static void expect_words_tried(void)
{
    assert_in_range(bench.read_count, 16, 64);
    assert_true(bench.read_count == 16 || bench.reads[16] != 0x200080);
    for (uint32_t i = 0; i < 16; i++) {
        const uint64_t at = 0x100000 + i * 0x10008;

        assert_pairs(bench.reads[i], at, bench.words[i],
                     0x5a0ff1a5 ^ (i | i << 8 | i << 16 | i << 24));
        assert_memory_equal(bench.vram + at, bench.before + at, 8);
    }
}

/* No channel is bound, and no record is written any more. */
static void expect_stopped(void)
{
    for (unsigned i = 0; i < 4096; i++)
        assert_int_equal(bench.blocks[i] >> 31, 0);
    assert_int_equal(bench.ring_size >> 31, 0);
}

/* Each call once, on all engines: how many say that they have not worked. */
static unsigned bad_calls(struct memory_view *view)
{
    const struct vram_way *const way = &gv100_way;
    unsigned bad = way->fill(view, WORKS, A, 0x1000) != OK;

    bad += way->filled(view) != OK;
    bad += way->copy(view, WORKS, 0, 0x200000) != OK;
    bad += way->begin(view, WORKS, 0, 0x200000) != OK;
    bad += way->end(view) != OK;
    bad += way->stir(view, WORKS, WORKS + 0x100000, 0x1000, 40) != OK;
    bad += way->stirred(view) != OK;
    return bad + (way->evict(view, WORKS) != OK);
}

/* Whatever fails: the test does not pass, or copies are not used, or one of the calls says so. */
static void run_failing(struct test *t)
{
    const unsigned what = bench.fails;

    bench.fails = what == ALLOCATION ? what : NOTHING;
    bench.failed = bench.worked = false;
    bench.asked = 0;
    const bool open = view_open(&bench.view, t, "moving memory");
    if (open) {
        view_try_copy(&bench.view, false);
        bench.fails = what;
        bench.worked = bench.view.by_copy && !bad_calls(&bench.view);
        bench.fails = NOTHING;
        view_close(&bench.view);
        expect_stopped();
    }
    bench.fails = what;
    assert_pairs(open || t->result == TEST_ERROR, true, bench.worked, !bench.failed);
}

/* A try of the copies spoils a chunk, which is put back before the work begins. */
static void run_work(struct test *t)
{
    bench.bar0 = t->card->pci.bars[NV_BAR_MMIO].at.v;
    bench.bar1 = t->card->pci.bars[NV_BAR_VRAM].at.v;
    bench.read_count = 0;
    if (!view_open(&bench.view, t, "moving memory"))
        return;
    expect_words_tried();
    view_try_copy(&bench.view, false);
    if (expect_equal(t, true, bench.view.by_copy, "copies")) {
        view_flush(&bench.view);
        memcpy(bench.vram, bench.before, bench.size);
        bench.work(&bench.view);
        bench.worked = true;
    }
    view_close(&bench.view);
    expect_stopped();
}

static void run_row(struct test *t)
{
    bench.run(t);
}

static const struct test_case rows[] = {
    { .name = "way",
      .source = "none",
      .run = run_row,
      .basis = PROVEN,
      .claim = CLAIM_VRAM,
      .deadline_s = 600 },
};
static const struct test_group group = { rows, 1 };
static const struct test_group *const groups[] = { &group };
static const struct suite suite = {
    .family = &gv100_family, .way = &gv100_way, .groups = groups, .count = 1
};
static const struct suite *const suite_list_of_one[] = { &suite };
static const struct suites suites = { suite_list_of_one, 1 };

static struct rig *run_like(const struct model_config *like)
{
    struct rig *const rig = rig_new();

    bench.worked = false;
    rig->card = *like;
    rig->card.chip = &gv100_chips[CHIP_GV100].chip;
    rig->card.vram_size = like->vram_size ? like->vram_size : 16 * MIB;
    rig->card.bar1_size = 64 * MIB;
    rig->setup.suites = &suites;
    rig->prepare = look;
    rig_run(rig);
    return rig;
}

static struct rig *run_card(void (*work)(struct memory_view *view), unsigned lces,
                            uint64_t vram_size)
{
    bench.run = bench.fails ? run_failing : run_work;
    bench.work = work;
    return run_like(&(struct model_config){ .vram_size = vram_size, .lces = lces });
}

static void run_with(void (*work)(struct memory_view *view), unsigned lces, uint64_t vram_size)
{
    struct rig *const rig = run_card(work, lces, vram_size);

    if (!strstr(rig->tap, "\nok 1 - way") || !bench.worked)
        fail_msg("%s", rig->tap);
    for (uint64_t at = 0; memcmp(bench.vram, bench.before, bench.size) != 0; at += 8)
        if (memcmp(bench.vram + at, bench.before + at, 8) != 0)
            fail_msg("0x%llx holds 0x%016llx, expected 0x%016llx", (unsigned long long)at,
                     (unsigned long long)*(uint64_t *)(bench.vram + at),
                     (unsigned long long)*(uint64_t *)(bench.before + at));
    rig_free(rig);
}

static void run_on(void (*work)(struct memory_view *view), unsigned lces)
{
    run_with(work, lces, 16 * MIB);
}

/* ---- fills ----------------------------------------------------------------------------------- */

static void fill(struct memory_view *view, uint64_t at, uint64_t word, uint64_t size)
{
    assert_int_equal(gv100_way.fill(view, at, word, size), OK);
    for (uint64_t i = 0; i < size; i += 8)
        memcpy(bench.before + at + i, &word, 8);
}

/* The same word and size, another word, another size, both, a fill over the end of one before, and 0, which is a word
 * like any other: one push buffer. */
static void fill_in_turn(struct memory_view *view)
{
    memset(bench.rang, 0, sizeof(bench.rang));
    fill(view, WORKS, A, 0x1000);
    fill(view, WORKS + 0x2000, A, 0x1000);
    fill(view, WORKS + 0x4000, B, 0x1000);
    fill(view, WORKS + 0x6000, B, 0x1800);
    fill(view, WORKS + 0x8000, A, 0x1000);
    fill(view, WORKS + 0x8800, B, 0x1000);
    fill(view, WORKS + 0xb000, B, 8);
    fill(view, WORKS + 0x2800, 0, 0x400);
    fill(view, 15 * MIB - 0x1000, A, 0x1000);
    assert_string_equal("", bench.rang);
    assert_int_equal(gv100_way.filled(view), OK);
    assert_string_equal("1", bench.rang);
}

/* More than one push buffer holds; the first one after each is told its word and size anew. */
static void fill_often(struct memory_view *view)
{
    for (unsigned i = 0; i < 300; i++)
        fill(view, WORKS + 0x2000 * i, i % 100 < 50 ? A : B + i, i % 7 ? 0x1000 : 0x800);
    assert_int_equal(gv100_way.filled(view), OK);
    fill(view, 11 * MIB, A, 0x1000);
    assert_pairs(gv100_way.filled(view), OK, gv100_way.filled(view), OK);
}

TEST(fills_end_where_they_should)
{
    run_on(fill_in_turn, 0);
    run_on(fill_often, 0);
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* Sizes around a share of 64 KiB, for no engine gets less than that. */
static void copy_pieces(struct memory_view *view)
{
    static const uint32_t sizes[] = { 8,       0x1000,  0xfff8,  0x10000,  0x10008, 0x20000,
                                      0x30000, 0x34568, 0x40000, 0x100000, 0x3ffff8 };
    uint8_t *const buffer = view->buffer.cpu;

    for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        for (uint32_t to = 0; to < 0x2000; to += 0x1008) {
            const uint64_t from = WORKS + 0x40000 * i + 0x18;

            memset(buffer, 0x77, to + sizes[i] + 16);
            assert_int_equal(gv100_way.copy(view, from, to, sizes[i]), OK);
            assert_memory_equal(buffer + to, bench.before + from, sizes[i]);
            for (uint32_t near = 1; near <= 16; near++) {
                assert_int_equal(buffer[to + sizes[i] + near - 1], 0x77);
                if (to)
                    assert_int_equal(buffer[to - near], 0x77);
            }
        }
}

/* Of each 512 KiB begun one engine of three has a share, in whole pieces of 64 KiB, and the last one the rest. Engines
 * take turns, from one copy to the next; a deaf one brings none of its share. */
static void share_copies(struct memory_view *view)
{
    static const uint32_t cases[][2] = { { 0x1000, 0x10000 },   { 0x80000, 0x80000 },
                                         { 0x80008, 0x50000 },  { 0x100000, 0x80000 },
                                         { 0x100008, 0x60000 }, { 0x180000, 0x80000 },
                                         { 0x200008, 0xb0000 } };
    uint8_t *const buffer = view->buffer.cpu;

    memset(bench.rang, 0, sizeof(bench.rang));
    assert_int_equal(OK, gv100_way.copy(view, WORKS, 0, 8));
    unsigned next = (unsigned)(bench.rang[0] - '0') % 3;
    for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
        const uint32_t size = cases[i][0], share = cases[i][1], count = (size + share - 1) / share;

        for (unsigned deaf = 0; deaf <= count; deaf++, next = (next + count) % 3) {
            bench.deaf = deaf < count ? 1u << (1 + (next + deaf) % 3) : 0;
            memset(bench.rang, 0, sizeof(bench.rang));
            memset(buffer, 0x77, size);
            assert_int_equal(deaf < count ? ERR_TIMEOUT : OK, gv100_way.copy(view, WORKS, 0, size));
            assert_int_equal(count, strlen(bench.rang));
            for (uint32_t at = 0; at < size; at++)
                assert_int_equal(at / share == deaf ? 0x77 : bench.before[WORKS + at], buffer[at]);
            for (unsigned n = 0; n < count; n++)
                assert_int_equal('1' + (next + n) % 3, bench.rang[n]);
        }
    }
}

/* Filled memory is there for the next copy, whose engine may be another one: the first waits for its fills. */
static void copy_what_is_filled(struct memory_view *view)
{
    const uint8_t *const buffer = view->buffer.cpu;

    fill(view, WORKS, A, 0x1000);
    fill(view, WORKS + 0x1000, B, 0x1000);
    memset(bench.rang, 0, sizeof(bench.rang));
    assert_int_equal(gv100_way.copy(view, WORKS, 0, 0x2000), OK);
    assert_pairs('1', bench.rang[0], 2, strlen(bench.rang));
    assert_memory_equal(buffer, bench.before + WORKS, 0x2000);
}

TEST(copies_bring_what_is_there)
{
    bench.ring_size = 1u << 31 | 64;                /* somebody's ring */
    for (unsigned lces = 2; lces <= 4; lces += 2) { /* one of them is for graphics */
        run_on(copy_pieces, lces);
        run_on(copy_what_is_filled, lces);
    }
    run_on(share_copies, 4);
    bench.ring_size = 0;
}

/* 97 copies are four push buffers. Later fills and copies see their results. */
static void stir_and_go_on(struct memory_view *view)
{
    memset(bench.rang, 0, sizeof(bench.rang));
    assert_pairs(gv100_way.stir(view, WORKS, WORKS + 0x100000, 0x2000, 97), OK, strlen(bench.rang),
                 4);
    memcpy(bench.before + WORKS + 0x100000, bench.before + WORKS, 0x2000);
    fill(view, WORKS + 0x100800, A, 0x1000);
    fill(view, WORKS + 0x200000, B, 0x1000);
    assert_pairs(gv100_way.stirred(view), OK, gv100_way.filled(view), OK);
    fill(view, WORKS + 0x100800, A, 0x1000);
    assert_int_equal(gv100_way.filled(view), OK);
    assert_int_equal(gv100_way.stir(view, WORKS + 0x200000, WORKS + 0x300000, 0x1000, 1), OK);
    memcpy(bench.before + WORKS + 0x300000, bench.before + WORKS + 0x200000, 0x1000);
    assert_int_equal(gv100_way.copy(view, WORKS + 0x300000, 0, 0x1000), OK);
    assert_memory_equal(view->buffer.cpu, bench.before + WORKS + 0x300000, 0x1000);
}

/* Where one channel does both, earlier fills are done first. */
static void stir_what_is_filled(struct memory_view *view)
{
    fill(view, WORKS, A, 0x1000);
    assert_int_equal(gv100_way.stir(view, WORKS, WORKS + 0x100000, 0x1000, 1), OK);
    memcpy(bench.before + WORKS + 0x100000, bench.before + WORKS, 0x1000);
    fill(view, WORKS + 0x100800, B, 0x1000);
    assert_int_equal(gv100_way.filled(view), OK);
}

TEST(stirring_copies_within_vram)
{
    run_on(stir_and_go_on, 0);
    run_on(stir_and_go_on, 2);
    run_on(stir_what_is_filled, 2);
}

/* ---- engines that do not answer -------------------------------------------------------------- */

/* From now on no engine works: copies, fills and copies within VRAM say so. */
static void go_deaf(struct memory_view *view)
{
    bench.deaf = ~0u;
    assert_pairs(gv100_way.copy(view, WORKS, 0, 0x1000), ERR_TIMEOUT,
                 gv100_way.fill(view, WORKS, A, 0x1000), OK, gv100_way.filled(view), ERR_TIMEOUT,
                 gv100_way.stir(view, WORKS, WORKS + 0x100000, 0x1000, 70), ERR_TIMEOUT,
                 gv100_way.stir(view, WORKS, WORKS + 0x100000, 0x1000, 1), OK,
                 gv100_way.stirred(view), ERR_TIMEOUT);
    bench.deaf = 0;
}

/* Channels have the number of their engine and one more: here the second of three has no part in it. */
TEST(an_engine_that_is_not_served)
{
    bench.deaf = 1 << 3;
    run_on(copy_pieces, 4);
    run_on(fill_in_turn, 4);
    run_on(stir_and_go_on, 4);
    bench.deaf = 0;
    run_on(go_deaf, 3);
}

/* By the way of a test of memory: its own memory, then all doorbells and flushes of L2 that its calls need. */
TEST(each_failure_is_told)
{
    for (unsigned what = ALLOCATION; what <= FLUSH; what++)
        for (bench.nth = 1, bench.failed = true; bench.failed; bench.nth++) {
            bench.fails = what;
            rig_free(run_card(NULL, what == ALLOCATION ? 2 : 4, 16 * MIB));
        }
    bench.fails = NOTHING;
}

/* ---- slices ---------------------------------------------------------------------------------- */

/* In slices that do not begin where the one before did. */
static void look_through_bar1(struct memory_view *view)
{
    for (unsigned round = 0; round < 2; round++)
        for (uint64_t at = 0x40008; at < bench.size - MIB; at += 0x1bff18) {
            uint64_t word;

            memcpy(&word, bench.before + at, 8);
            if (round)
                view_write(view, at, 8, word = ~word);
            else if (view_read(view, at, 8) != word)
                fail_msg("BAR1 shows 0x%llx otherwise", (unsigned long long)at);
            memcpy(bench.before + at, &word, 8);
        }
    view_flush(view);
}

/* 4 MiB and three pages of 64 KiB after them, in a space of their own; the one after the last leads nowhere. */
static void map_a_part(struct memory_view *view)
{
    struct card *const card = view->t->card;
    const uint64_t at = 16 * MIB, size = 4 * MIB + 0x30000;
    struct space space;
    linear_addr instance;
    struct gmmu_fault fault;

    assert_pairs(space_open(&space, card, TARGET_SYSRAM_SNOOP), OK,
                 bar1_slice_map(&space, at, WORKS, size), OK,
                 instance_make(&space, TARGET_SYSRAM_SNOOP, NULL, &instance), OK,
                 bar_bind(card, BAR1, instance), OK);
    for (uint64_t in = 0xfffc; in < size; in += 0x10000) {
        const uint32_t word = 0xa0000000 | (uint32_t)in; /* no other page has it */

        memcpy(bench.vram + WORKS + in, &word, sizeof(word));
        memcpy(bench.before + WORKS + in, &word, sizeof(word));
        assert_int_equal(bar_read32(card, BAR1, (virtual_addr){ at + in }), word);
    }
    assert_false(fault_latch_take(card, &fault, NULL));
    (void)bar_read32(card, BAR1, (virtual_addr){ at + size });
    assert_true(fault_latch_take(card, &fault, NULL));
    assert_int_equal(fault.address & ~UINT64_C(0xfff), at + size);
}

static void nothing(struct memory_view *view)
{
}

/* More than half of the words have to be the same both ways; the card's memory may have the rest on its conscience. */
TEST(more_than_half_the_words_agree)
{
    bench.wrong = 7;
    run_on(nothing, 0);
    bench.wrong = 8;
    struct rig *const rig = run_card(nothing, 0, 128 * MIB);
    bench.wrong = 0;
    assert_false(bench.worked);
    assert_non_null(strstr(rig->tap, "BAR1 shows 8 of 16 words as the BAR0 window does"));
}

/* All at once, and a half of it; parts of 2 MiB have small pages. */
TEST(bar1_shows_all_of_it)
{
    run_on(map_a_part, 0);
    run_on(look_through_bar1, 0);
    run_with(look_through_bar1, 0, 128 * MIB);
}

/* ---- a way that is at fault (§6.2, §6.3, §9.1) ------------------------------------------------ */

static bool opened, needs_kept;
static const char *needs_log; /* null: nothing */

static void run_broken(struct test *t)
{
    memcpy(bench.before, bench.vram, bench.size);
    opened = view_open(&bench.view, t, "looking");
    if (!opened)
        return;
    bench.work(&bench.view);
    if (test_compared(t, true))
        view_close(&bench.view);
    if (needs_kept)
        assert_memory_equal(bench.vram, bench.before, 16 * MIB);
}

/* Words of the report. */
static void expect_says(void (*does)(struct memory_view *view), const struct model_config *like,
                        const char *words)
{
    bench.run = run_broken;
    bench.work = does;
    struct rig *const rig = run_like(like);
    expect_said(rig->tap, words);
    if (needs_log)
        expect_said(rig->log, needs_log);
    needs_log = NULL;
    rig_free(rig);
}

/* A cell that is stuck at 1, and corrected: reads that make memory answer are no part of the test; one before them is. */
static void evict_all(struct memory_view *v)
{
    view_write(v, 0x800000, 8, 0);
    assert_int_equal(OK, gv100_way.evict(v, 0x800000));
    (void)view_read(v, 0x800000, 8);
    for (uint64_t at = 0; at < 32 * MIB; at += 2 * MIB)
        assert_int_equal(OK, gv100_way.evict(v, at % (16 * MIB)));
}

/* 32 bytes of each line of 128, of twice what L2 holds: LTCs, slices of each, KiB of a slice (§1.11). */
static void evict_all_by_copies(struct memory_view *v)
{
    struct card *const card = v->t->card;
    const uint32_t l2 = card_read32(card, REF_LTC_NUMBER) *
                        (card_read32(card, REF_LTC_SLICES) >> 28) *
                        (card_read32(card, REF_LTC_SLICE_SIZE) & 0xffff) * 1024;

    view_try_copy(v, false);
    const uint64_t before = v->link_read;
    assert_pairs(true, v->by_copy, OK, gv100_way.evict(v, WORKS), l2 / 2, v->link_read - before);
    evict_all(v);
}

TEST(evictions_count_no_errors)
{
    static const struct model_config bad = { .board = "v100",
                                             .defects = "vram-cell:at=0x800000,bit=3,value=1" };

    expect_says(evict_all, &bad, "way: ECC counted 1 corrected and 0 uncorrectable errors in FB");
    expect_says(evict_all_by_copies, &bad, "way: ECC counted 1 corrected and 0 uncorrectable");
}

/* An error beyond correction ends a copy with a record of its own kind, which is no translation (§1.9). */
static void copy_lost(struct memory_view *v)
{
    assert_pairs(OK, gv100_way.fill(v, 0x800000, UINT64_MAX, 0x1000), OK, gv100_way.filled(v), OK,
                 gv100_way.evict(v, 0x800000));
    assert_int_not_equal(OK, gv100_way.copy(v, 0x800000, 0, 0x1000));
    assert_true(v->poisoned);
}

/* The same without its record, as if the ring had had no room: the counters tell. */
static void copy_lost_unrecorded(struct memory_view *v)
{
    struct card *const card = v->t->card;

    assert_pairs(OK, gv100_way.fill(v, 0x800000, UINT64_MAX, 0x1000), OK, gv100_way.filled(v), OK,
                 gv100_way.evict(v, 0x800000), OK, gv100_way.begin(v, 0x800000, 0, 0x1000));
    for (unsigned i = 0; i < 2; i++)
        card_write32(card, REF_PFB_PRI_MMU_FAULT_BUFFER_GET(i),
                     card_read32(card, REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(i)));
    assert_int_not_equal(OK, gv100_way.end(v));
    assert_true(v->poisoned);
}

TEST(what_is_lost_is_memory)
{
    struct model_config lost = { .board = "v100", .defects = "vram-cells:at=0x800000" };

    expect_says(copy_lost_unrecorded, &lost, "uncorrectable memory errors in FBPA ");
    expect_says(copy_lost, &lost, "uncorrectable memory errors in FBPA ");
    lost.knobs = "ecc_counters=refuse";
    expect_says(copy_lost, &lost, "after looking: memory errors that ECC cannot correct");
}

/* Past the end of the mapped addresses. */
static void look_behind(struct memory_view *v)
{
    (void)bar_read32(v->t->card, BAR1, (virtual_addr){ 32 * MIB });
}

static void look_nowhere_else(struct memory_view *v)
{
    (void)bar_read32(v->t->card, BAR1, (virtual_addr){ 16 * MIB - 4 });
}

/* The engine of BAR1 is 4; its tables and its instance block lie in system memory. */
TEST(a_fault_of_bar1_is_told_at_the_end)
{
    static const struct model_config good = { .lces = 0 };

    expect_says(look_nowhere_else, &good, "\nok 1 - way");
    expect_says(look_behind, &good,
                "not ok 1 - way: recorded PDE HUB/HOST_CPU VIRT_READ engine 0x4 at 0x2000000 "
                "instance 0x");
    expect_says(look_behind, &good,
                " of system memory after looking: that is translation, and no memory chip");
}

/* 10 s pass without an answer. The page directory has no entry for addresses past the last 2 MiB. */
static void copy_behind(struct memory_view *v)
{
    bench.hurries = true;
    assert_int_equal(ERR_TIMEOUT, gv100_way.copy(v, 16 * MIB, 0, 0x1000));
    bench.hurries = false;
}

static void look_and_copy_behind(struct memory_view *v)
{
    look_behind(v);
    copy_behind(v);
    assert_int_equal(TEST_ERROR, v->t->result);
}

/* VRAM begins at bit 40 of the copy engines' space. Whether that is the card's fault, tests of copies say. */
TEST(a_fault_of_a_copy_is_for_the_log)
{
    static const struct model_config good = { .lces = 0 };

    needs_log = "the copy engines recorded PDE HUB/";
    expect_says(copy_behind, &good, "\nok 1 - way");
    needs_log = " VIRT_READ engine 0x";
    expect_says(copy_behind, &good, "\nok 1 - way");
    needs_log = " at 0x10001000000 instance 0x";
    expect_says(copy_behind, &good, "\nok 1 - way");
    needs_log = "the copy engines recorded PDE HUB/";
    expect_says(look_and_copy_behind, &good,
                "not ok 1 - way: recorded PDE HUB/HOST_CPU VIRT_READ engine 0x4 at 0x2000000 ");
}

/* ---- tables in VRAM -------------------------------------------------------------------------- */

static bool has_tables(uint64_t at)
{
    return memcmp(bench.vram + at, bench.before + at, 0x6000) != 0;
}

/* Each MiB, from both ends, is seen as it is, wherever the tables are: in one of two places, which take turns. Copy
 * engines, whose tables and rings lie in system memory, are of no use then. */
static void look_everywhere(struct memory_view *v)
{
    unsigned turns = 0;

    assert_pairs(ERR_UNSUPPORTED, gv100_way.copy(v, 0, 0, 0x1000), ERR_UNSUPPORTED,
                 gv100_way.fill(v, 0, 0, 0x1000), ERR_UNSUPPORTED,
                 gv100_way.stir(v, 0, MIB, 0x1000, 1));
    for (unsigned i = 0; i < 32; i++) {
        const uint64_t base = (i & 1 ? 15 - i / 2 : i / 2) * MIB;

        for (uint64_t at = base; at < base + MIB; at += 0x10000) {
            uint64_t word;

            memcpy(&word, bench.before + at, 8);
            assert_true(view_read(v, at, 8) == word);
        }
        assert_true(has_tables(0x550000) != has_tables(0xaa0000));
        turns += has_tables(0x550000);
    }
    assert_in_range(turns, 1, 31);
    assert_int_equal(OK, gv100_way.make_room(v, VIEW_NOTHING));
    assert_memory_equal(bench.vram, bench.before, 16 * MIB);
    assert_pairs(OK, gv100_way.show(v, 0), true, memcmp(bench.vram, bench.before, 16 * MIB) != 0);
}

/* In the end VRAM holds its old words. */
TEST(tables_take_turns_in_vram)
{
    static const struct model_config blocked = { .defects = "bus-dma-blocked" };

    needs_kept = true;
    expect_says(look_everywhere, &blocked, "\nok 1 - way");
    needs_kept = false;
}

TEST(locked_memory_is_not_judged)
{
    static const struct model_config locked = {
        .defects = "vpr-bounds-absurd+vram-unwritten:first=0x100000,size=0xc00000"
    };

    expect_says(NULL, &locked,
                "# SKIP a part of VRAM is locked for protected video (VPR), the card does not say "
                "where, and what stores nothing is no one stretch");
    assert_false(opened);
}

/* ---- the search for memory that stores nothing (§9.1) ---------------------------------------------------------------- */

#define SHOWN_FROM UINT64_C(0x200000)
#define SHOWN_TO   UINT64_C(0x640000)

static uint64_t window; /* where the window in BAR0 shows VRAM: 0x1700, in steps of 64 KiB */
static unsigned patterns, in_picture;

static void see_pattern(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    const uint64_t offset = at.v - bench.view.t->card->pci.bars[0].at.v;

    if (offset == REF_PBUS_BAR0_WINDOW)
        window = (value & 0xffffff) << 16;
    if (offset >= 0x700000 && offset < 0x800000) {
        patterns++;
        in_picture +=
            window + offset - 0x700000 >= SHOWN_FROM && window + offset - 0x700000 < SHOWN_TO;
    }
    bench.tap.real->write(bus, at, size, value);
}

static enum silent search(struct card *card, uint64_t *from, uint64_t *to, uint64_t deadline_us)
{
    patterns = in_picture = 0;
    card_deadline(card, deadline_us);
    const enum silent found = silent_find(card, from, to);
    card_deadline(card, 600000000);
    assert_int_equal(OK, l2_flush(card));
    assert_memory_equal(bench.vram, bench.before, 16 * MIB);
    return found;
}

/* Each word is back, also where a deadline ends the search at any of its accesses; no word of a picture changes. */
static void search_in_vain_and_whole(struct memory_view *v)
{
    struct card *const card = v->t->card;
    uint64_t from, to;
    unsigned cut = 0;

    assert_int_equal(OK, l2_flush(card));
    memcpy(bench.before, bench.vram, 16 * MIB);
    card->vram.owners[card->vram.owner_count++] =
        (struct vram_owner){ VRAM_SHOWN, "a display", SHOWN_FROM, SHOWN_TO };
    bench.tap.ops.write = see_pattern;
    assert_pairs(SILENT_FOUND, search(card, &from, &to, 600000000), true,
                 from == 0xa00000 && to == 0xa80000, true, patterns > 40 && !in_picture);
    const unsigned whole = patterns;
    for (uint64_t us = 1; us < 100000; us += us / 2 + 1) {
        assert_int_not_equal(SILENT_NONE, search(card, &from, &to, us));
        cut += patterns && patterns < whole;
    }
    assert_true(cut > 3);
    bench.tap.ops.write = see_write;
    card->vram.owner_count--;
}

TEST(a_search_leaves_memory_as_it_was)
{
    static const struct model_config locked = { .defects =
                                                    "vram-unwritten:first=0xa00000,size=0x80000" };

    needs_kept = true;
    expect_says(search_in_vain_and_whole, &locked, "\nok 1 - way");
    needs_kept = false;
}
