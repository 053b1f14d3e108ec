/* engines/card.c and engines/window.c on a card that is nothing but registers and a clock that the test sets:
 * deadlines that pass between any two accesses, full lists, and the edges of memory. */
#include <string.h>

#include "engines/overtime.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "hw/pci.h"
#include "tests/kit/bench.h"
#include "tests/kit/tests.h"

#define BAR0      UINT64_C(0x10000000)
#define BAR1      UINT64_C(0x20000000)
#define BAR1_SIZE 0x10000u
#define REGISTER  0x0010f0u
#define PMEM_REG  0x001700u
#define PMEM      0x700000u
#define GRANULE   0x10000u
#define VRAM_SIZE (4u * 1024 * 1024)
#define REGS_END  0x2000u
#define LOOKS     12 /* more than any test here takes */

static struct fake {
    struct bench bench;
    uint32_t regs[REGS_END / 4];
    uint32_t vram[VRAM_SIZE / 4];
    unsigned stores_to_pmem;
    bool gone;              /* the slot is empty */
    const uint8_t *watched; /* eight bytes that may be flushed */
} fake;

static uint32_t *word_at(bus_addr at)
{
    const uint32_t reg = (uint32_t)(at.v - BAR0);

    assert_true(at.v >= BAR0);
    if (reg >= PMEM) {
        const uint64_t there =
            ((uint64_t)(fake.regs[PMEM_REG / 4] & 0xffffff) << 16) + (reg - PMEM);

        assert_in_range(there, 0, VRAM_SIZE - 1);
        return &fake.vram[there / 4];
    }
    assert_in_range(reg, 0, REGS_END - 1);
    return &fake.regs[reg / 4];
}

static uint64_t read_word(struct bus *bus, bus_addr at, uint8_t size)
{
    (void)bus;
    assert_int_equal(4, size);
    return fake.gone ? UINT32_MAX : *word_at(at);
}

/* The window in BAR0 has 1 MiB: no block goes beyond it. */
static void expect_inside(bus_addr at, size_t count)
{
    if (at.v >= BAR0 + PMEM)
        assert_in_range(at.v + 4 * count, BAR0 + PMEM, BAR0 + PMEM + 0x100000);
}

static void write_word(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    (void)bus;
    assert_int_equal(4, size);
    if (at.v == BAR0 + PMEM_REG)
        fake.stores_to_pmem++;
    *word_at(at) = (uint32_t)value;
}

static void read_words(struct bus *bus, bus_addr at, uint32_t *words, size_t count)
{
    (void)bus;
    expect_inside(at, count);
    memcpy(words, word_at(at), 4 * count);
}

static void write_words(struct bus *bus, bus_addr at, const uint32_t *words, size_t count)
{
    (void)bus;
    expect_inside(at, count);
    memcpy(word_at(at), words, 4 * count);
}

static size_t march(struct bus *bus, bus_addr at, size_t size, bool down, uint64_t expect,
                    uint64_t next, uint64_t *seen)
{
    (void)bus, (void)down, (void)expect, (void)next;
    assert_in_range(at.v, BAR1, BAR1 + BAR1_SIZE - size);
    *seen = 0x1234;
    return 8;
}

static void cache_flush(struct bus *bus, const void *bytes, size_t size)
{
    (void)bus;
    assert_ptr_equal(fake.watched, bytes);
    assert_int_equal(8, size);
}

FIXTURE(open_card)
{
    memset(&fake, 0, sizeof(fake));
    bench_open(&fake.bench, NULL);
    fake.bench.step_us = 1;
    fake.bench.does.read = read_word;
    fake.bench.does.write = write_word;
    fake.bench.does.read_words = read_words;
    fake.bench.does.write_words = write_words;
    fake.bench.does.march = march;
    fake.bench.does.cache_flush = cache_flush;
    fake.bench.card.vram.size = VRAM_SIZE;
    fake.bench.card.pci.bars[NV_BAR_VRAM] =
        (struct pci_bar){ .at = { BAR1 }, .size = BAR1_SIZE, .assigned = true };
    return 0;
}

FIXTURE(close_card)
{
    card_dma_free_all(&fake.bench.card, 0);
    return 0;
}

static void pull_the_card(void)
{
    fake.gone = true;
    bench_put_config(&fake.bench, 0, 0xffff, 2);
}

/* A deadline that passes when the clock has been asked `looks` times. */
static void expire_after(uint64_t looks)
{
    card_deadline(&fake.bench.card, 1000000);
    fake.bench.looks_left = looks;
}

static void revive(void)
{
    fake.bench.looks_left = BENCH_FOREVER;
    card_revive(&fake.bench.card);
}

/* ---- registers that are restored ---- */

TEST(undo_puts_back_what_was_read_in_time, open_card)
{
    for (unsigned looks = 0; looks < LOOKS; looks++) {
        fake.regs[REGISTER / 4] = 0x12345678;
        expire_after(looks);
        const enum err e = card_set32(&fake.bench.card, REGISTER, 0xabcdef01);

        assert_int_equal(fake.regs[REGISTER / 4] == 0xabcdef01 ? OK : ERR_DEADLINE, e);
        revive();
        card_undo(&fake.bench.card, 0);
        assert_int_equal(0x12345678, fake.regs[REGISTER / 4]);
    }
}

TEST(a_full_list_refuses_changes, open_card)
{
    for (uint32_t i = 0; i < CARD_CHANGES_MAX; i++)
        assert_int_equal(OK, card_set32(&fake.bench.card, REGISTER + 4 * i, i));
    assert_int_equal(OK, card_set32(&fake.bench.card, REGISTER, 7)); /* remembered already */
    assert_false(fake.bench.card.changes_refused);

    fake.regs[0x100 / 4] = 0x55;
    assert_int_equal(ERR_NO_MEMORY, card_set32(&fake.bench.card, 0x100, 1));
    assert_int_equal(0x55, fake.regs[0x100 / 4]);
    assert_true(fake.bench.card.changes_refused);
    assert_non_null(strstr(fake.bench.log, "register 0x000100 stays as it is"));
}

/* ---- PMEM ---- */

TEST(words_never_land_elsewhere, open_card)
{
    for (unsigned looks = 0; looks < LOOKS; looks++) {
        memset(fake.vram, 0, sizeof(fake.vram));
        pmem_write32(&fake.bench.card, (linear_addr){ 0x100000, TARGET_VRAM }, 1);
        expire_after(looks);
        pmem_write32(&fake.bench.card, (linear_addr){ 0x300000, TARGET_VRAM }, 2);
        revive();
        pmem_write32(&fake.bench.card, (linear_addr){ 0x300000, TARGET_VRAM }, 3);
        assert_int_equal(1, fake.vram[0x100000 / 4]);
        assert_int_equal(3, fake.vram[0x300000 / 4]);
        assert_int_equal(3, pmem_read32(&fake.bench.card, (linear_addr){ 0x300000, TARGET_VRAM }));
    }
}

TEST(nothing_is_touched_where_pmem_does_not_point, open_card)
{
    const linear_addr far = { 0x300000, TARGET_VRAM };
    uint32_t word = 0x600d;

    for (uint32_t i = 0; i < CARD_CHANGES_MAX; i++)
        assert_int_equal(OK, card_set32(&fake.bench.card, 4 * i, 0));
    pmem_write32(&fake.bench.card, far, 0xbad);
    assert_int_equal(ERR_NO_MEMORY, card_memory_write(&fake.bench.card, far, &word, 4));
    assert_int_equal(ERR_NO_MEMORY, card_memory_read(&fake.bench.card, far, &word, 4));
    assert_int_equal(ERR_NO_MEMORY, card_memory_fill(&fake.bench.card, far, 0xbad, 0x800));
    assert_int_equal(UINT32_MAX, pmem_read32(&fake.bench.card, far));
    for (uint32_t i = 0; i < VRAM_SIZE / 4; i++)
        assert_int_equal(0, fake.vram[i]);
    assert_int_equal(0x600d, word);
}

TEST(undo_forgets_where_pmem_points, open_card)
{
    const linear_addr near = { 0x10, TARGET_VRAM };

    fake.regs[PMEM_REG / 4] = 0x20;
    pmem_write32(&fake.bench.card, near, 1);
    pmem_write32(&fake.bench.card, near, 2);
    assert_int_equal(1, fake.stores_to_pmem); /* it is known to point there */
    card_undo(&fake.bench.card, 0);
    assert_int_equal(0x20, fake.regs[PMEM_REG / 4]);
    fake.regs[PMEM_REG / 4] = 0x30; /* as by a reset of the card */
    pmem_write32(&fake.bench.card, near, 3);
    assert_int_equal(3, fake.vram[4]);
    card_undo(&fake.bench.card, 1); /* puts nothing back */
    fake.regs[PMEM_REG / 4] = 0x30;
    pmem_write32(&fake.bench.card, near, 4);
    assert_int_equal(4, fake.vram[4]);
}

TEST(a_block_crosses_granules, open_card)
{
    const linear_addr at = { 2 * GRANULE - 8, TARGET_VRAM };
    const uint32_t words[4] = { 1, 2, 3, 4 };
    uint32_t seen[4];

    assert_int_equal(OK, card_memory_write(&fake.bench.card, at, words, sizeof(words)));
    assert_memory_equal(words, &fake.vram[(2 * GRANULE - 8) / 4], sizeof(words));
    assert_int_equal(OK, card_memory_read(&fake.bench.card, at, seen, sizeof(seen)));
    assert_memory_equal(words, seen, sizeof(words));
    assert_int_equal(ERR_OUTSIDE,
                     card_memory_read(&fake.bench.card, (linear_addr){ VRAM_SIZE - 8, TARGET_VRAM },
                                      seen, sizeof(seen)));
    assert_int_equal(ERR_OUTSIDE, card_memory_write(&fake.bench.card,
                                                    (linear_addr){ VRAM_SIZE - 8, TARGET_VRAM },
                                                    words, sizeof(words)));
    assert_int_equal(0, fake.vram[VRAM_SIZE / 4 - 1]);
}

/* At the end of the window PMEM is pointed anew, and the rest appears at the window's start. */
TEST(a_block_crosses_the_window, open_card)
{
    const linear_addr at = { 0x100000 - 8, TARGET_VRAM };
    const uint32_t words[4] = { 1, 2, 3, 4 };
    uint32_t seen[4] = { 0 };

    assert_int_equal(OK, card_memory_write(&fake.bench.card, at, words, sizeof(words)));
    assert_memory_equal(words, &fake.vram[(0x100000 - 8) / 4], sizeof(words));
    assert_int_equal(2, fake.stores_to_pmem);
    assert_int_equal(OK, card_memory_read(&fake.bench.card, at, seen, sizeof(seen)));
    assert_memory_equal(words, seen, sizeof(words));
}

TEST(memory_is_reached_to_its_last_word, open_card)
{
    const linear_addr last = { VRAM_SIZE - 8, TARGET_VRAM },
                      nobodys = { 0x900000, TARGET_SYSRAM_SNOOP };
    const uint32_t words[2] = { 5, 6 };
    uint32_t seen[2] = { 0 };

    assert_int_equal(OK, card_memory_write(&fake.bench.card, last, words, 8));
    assert_int_equal(OK, card_memory_read(&fake.bench.card, last, seen, 8));
    assert_memory_equal(words, seen, 8);
    assert_memory_equal(words, &fake.vram[VRAM_SIZE / 4 - 2], 8);
    assert_int_equal(ERR_OUTSIDE, card_memory_write(&fake.bench.card, nobodys, words, 8));
    assert_int_equal(ERR_OUTSIDE, card_memory_read(&fake.bench.card, nobodys, seen, 8));
    assert_memory_equal(words, seen, 8);
}

TEST(memory_is_read_whole, open_card)
{
    static uint32_t seen[VRAM_SIZE / 4];

    for (uint32_t i = 0; i < VRAM_SIZE / 4; i++)
        fake.vram[i] = 3 * i;
    assert_int_equal(
        OK, card_memory_read(&fake.bench.card, (linear_addr){ 0, TARGET_VRAM }, seen, VRAM_SIZE));
    assert_memory_equal(fake.vram, seen, VRAM_SIZE);
    assert_int_equal(
        ERR_OUTSIDE,
        card_memory_read(&fake.bench.card, (linear_addr){ 4, TARGET_VRAM }, seen, VRAM_SIZE));
}

/* A block whose time ends with its last word is not told as whole: nobody knows how much of it arrived. */
TEST(a_block_that_ends_with_its_time_is_late, open_card)
{
    const linear_addr at = { 0x10, TARGET_VRAM };
    uint32_t word = 7;

    assert_int_equal(OK, card_memory_write(&fake.bench.card, at, &word, 4)); /* PMEM points there */
    expire_after(1);
    assert_int_equal(ERR_DEADLINE, card_memory_write(&fake.bench.card, at, &word, 4));
    revive();
    expire_after(1);
    assert_int_equal(ERR_DEADLINE, card_memory_read(&fake.bench.card, at, &word, 4));
    revive();
    expire_after(2);
    assert_int_equal(OK, card_memory_read(&fake.bench.card, at, &word, 4));
    assert_int_equal(7, word);
}

/* Between tests the window shows memory that is the tests' own, if there is any. */
TEST(pmem_rests_at_the_arenas_start, open_card)
{
    linear_addr at;

    assert_int_equal(OK, vram_reserve(&fake.bench.card, VRAM_LEFT_ALONE, "VGA", 0, 0x200000));
    vram_arena_reset(&fake.bench.card);
    pmem_write32(&fake.bench.card, (linear_addr){ 0x10, TARGET_VRAM }, 1);
    pmem_rest(&fake.bench.card);
    assert_int_equal(0x20, fake.regs[PMEM_REG / 4]);
    assert_int_equal(OK, vram_alloc(&fake.bench.card, 0x1000, 0x1000, &at));
    assert_int_equal(0x200000, at.v); /* the arena is empty again */
    fake.regs[PMEM_REG / 4] = 0x30;   /* nothing is taken for granted afterwards */
    pmem_write32(&fake.bench.card, (linear_addr){ 0x200000, TARGET_VRAM }, 9);
    assert_int_equal(9, fake.vram[0x200000 / 4]);

    assert_int_equal(OK,
                     vram_reserve(&fake.bench.card, VRAM_LEFT_ALONE, "all", 0x200000, 0x200000));
    vram_arena_reset(&fake.bench.card);
    fake.stores_to_pmem = 0;
    pmem_rest(&fake.bench.card);
    assert_int_equal(0, fake.stores_to_pmem);
}

/* ---- a card that is gone ---- */

/* From the first look that finds the slot empty on nothing is asked of the card any more, deadline or not. */
TEST(a_lost_card_has_no_time_left, open_card)
{
    fake.bench.card.decoding = true;
    fake.bench.card.boot_0 = fake.regs[0] = 0x084000a2;
    assert_false(card_lost(&fake.bench.card));
    assert_false(card_expired(&fake.bench.card));
    pull_the_card();
    assert_true(card_lost(&fake.bench.card));
    assert_int_equal(CARD_GONE, fake.bench.card.loss);
    assert_true(card_expired(&fake.bench.card));
    fake.regs[REGISTER / 4] = 5;
    card_write32(&fake.bench.card, REGISTER, 6);
    assert_int_equal(5, fake.regs[REGISTER / 4]);
    card_revive(&fake.bench.card); /* nothing brings it back */
    assert_true(card_expired(&fake.bench.card));
}

/* Nobody is asked, and there is more time than the test had left, but not for ever. */
static void outlast(void *opaque)
{
    struct card *const card = opaque;

    assert_null(card->interrupted);
    assert_false(card_expired(card));
    fake.bench.now_us += 5000;
    assert_true(card_expired(card));
}

static void lose(void *opaque)
{
    pull_the_card();
    assert_true(card_lost(opaque));
}

static bool is_asked(void *opaque)
{
    (void)opaque;
    return false;
}

TEST(what_overtime_leaves, open_card)
{
    fake.bench.card.decoding = true;
    fake.bench.card.boot_0 = fake.regs[0] = 0x084000a2;
    fake.bench.card.interrupted = is_asked;
    card_deadline(&fake.bench.card, 100000);
    const uint64_t deadline_us = fake.bench.card.deadline_us;

    overtime(&fake.bench.card, 4000, outlast, &fake.bench.card);
    assert_false(card_expired(&fake.bench.card)); /* the test has time left */
    assert_int_equal(deadline_us, fake.bench.card.deadline_us);
    assert_ptr_equal(is_asked, fake.bench.card.interrupted);
    fake.bench.now_us += 100000;
    overtime(&fake.bench.card, 4000, outlast, &fake.bench.card);
    assert_true(fake.bench.card.expired);
    card_deadline(&fake.bench.card, 100000);
    overtime(&fake.bench.card, 4000, lose, &fake.bench.card);
    assert_true(fake.bench.card.expired);
}

/* ---- marches ---- */

TEST(a_march_outside_of_the_bar_is_all_wrong, open_card)
{
    uint64_t seen = 0;

    assert_int_equal(8, card_bar_march(&fake.bench.card, NV_BAR_VRAM, BAR1_SIZE - 0x100, 0x100,
                                       false, 0, 0, &seen));
    assert_int_equal(0x1234, seen);
    assert_int_equal(0, card_bar_march(&fake.bench.card, NV_BAR_VRAM, BAR1_SIZE - 0x100, 0x108,
                                       false, 0, 0, &seen));
    assert_true(seen == UINT64_MAX);
    seen = 0;
    assert_int_equal(0, card_bar_march(&fake.bench.card, NV_BAR_RAMIN, 0, 8, true, 0, 0, &seen));
    assert_true(seen == UINT64_MAX);
    expire_after(0);
    assert_int_equal(0x100,
                     card_bar_march(&fake.bench.card, NV_BAR_VRAM, 0, 0x100, false, 0, 0, &seen));
}

/* ---- waiting ---- */

/* One look at the clock begins the wait; each turn takes one for the read, one for the wait's own end. */
TEST(a_wait_ends_with_the_test, open_card)
{
    expire_after(1 + 2 * 10);
    assert_int_equal(ERR_DEADLINE, card_wait(&fake.bench.card, REGISTER, 1, 1, 1000));
    assert_non_null(strstr(fake.bench.log, "register 0x0010f0 mask 0x00000001: wanted 0x00000001, "
                                           "deadline of the test"));
    assert_int_equal(0, fake.bench.card.stuck_count);
}

/* The clock of this test advances by a microsecond whenever it is asked, which each turn of the loop
 * does once. */
TEST(a_stuck_register_gets_less_time_from_then_on, open_card)
{
    assert_int_equal(ERR_TIMEOUT, card_wait(&fake.bench.card, REGISTER, 1, 1, 5000));
    assert_in_range(fake.bench.now_us, 5000, 5002);
    assert_non_null(strstr(fake.bench.log, "wanted 0x00000001, seen 0x00000000 after 5000 us"));
    fake.bench.now_us = 0;
    assert_int_equal(ERR_TIMEOUT, card_wait(&fake.bench.card, REGISTER, 1, 1, 5000));
    assert_in_range(fake.bench.now_us, 50, 52);
    fake.regs[REGISTER / 4] = 3;
    assert_int_equal(OK, card_wait(&fake.bench.card, REGISTER, 1, 1, 5000));
}

/* ---- system memory ---- */

TEST(addresses_beyond_dma_memory_are_nobodys, open_card, close_card)
{
    struct dma_memory first, second;

    assert_int_equal(OK, card_dma_alloc(&fake.bench.card, 0x1000, &first));
    assert_int_equal(OK, card_dma_alloc(&fake.bench.card, 0x1000, &second));
    assert_ptr_equal(first.cpu, card_dma_cpu(&fake.bench.card, 0x800000, 0x1000));
    assert_ptr_equal((uint8_t *)first.cpu + 0xffc, card_dma_cpu(&fake.bench.card, 0x800ffc, 4));
    assert_ptr_equal((uint8_t *)second.cpu + 0x10, card_dma_cpu(&fake.bench.card, 0x810010, 8));
    assert_null(card_dma_cpu(&fake.bench.card, 0x800ffd, 4));
    assert_null(card_dma_cpu(&fake.bench.card, 0x801000, 4));
    assert_null(card_dma_cpu(&fake.bench.card, 0x7ffffc, 4));
    assert_null(card_dma_cpu(&fake.bench.card, 0x7ffffc, 8));
    assert_null(card_dma_cpu(&fake.bench.card, 0x800000, 0x1001));
}

/* Before a read the CPU's copy goes, after a write too; either way a barrier comes last. */
TEST(caches_are_flushed_for_a_card_that_does_not_snoop, open_card, close_card)
{
    const linear_addr snooped = { 0x800010, TARGET_SYSRAM_SNOOP };
    const linear_addr unseen = { 0x800010, TARGET_SYSRAM_NOSNOOP };
    struct dma_memory dma;
    uint64_t word = 5;

    assert_int_equal(OK, card_dma_alloc(&fake.bench.card, 0x1000, &dma));
    fake.watched = (uint8_t *)dma.cpu + 0x10;
    assert_int_equal(OK, card_memory_read(&fake.bench.card, snooped, &word, 8));
    assert_int_equal(OK, card_memory_write(&fake.bench.card, snooped, &word, 8));
    assert_int_equal(0, fake.bench.flushes);
    assert_int_equal(2, fake.bench.barriers);
    assert_int_equal(OK, card_memory_read(&fake.bench.card, unseen, &word, 8));
    assert_int_equal(1, fake.bench.flushes);
    assert_int_equal(OK, card_memory_write(&fake.bench.card, unseen, &word, 8));
    assert_int_equal(3, fake.bench.flushes);
    assert_int_equal(4, fake.bench.barriers);
}

/* ---- the arena ---- */

TEST(the_arena_ends_with_vram, open_card)
{
    linear_addr at;

    assert_int_equal(OK, vram_reserve(&fake.bench.card, VRAM_LEFT_ALONE, "VGA", 0, 0x40000));
    assert_int_equal(OK,
                     vram_reserve(&fake.bench.card, VRAM_LEFT_ALONE, "VBIOS", 0x300000, 0x100000));
    vram_arena_reset(&fake.bench.card);
    assert_int_equal(OK, vram_alloc(&fake.bench.card, 0x1000, 0x1000, &at));
    assert_int_equal(0x40000, at.v);
    assert_int_equal(OK, vram_alloc(&fake.bench.card, 0x100000, 0x100000, &at));
    assert_int_equal(0x100000, at.v);
    assert_int_equal(ERR_NO_MEMORY, vram_alloc(&fake.bench.card, 0x100001, 0x1000, &at));
    assert_int_equal(OK, vram_alloc(&fake.bench.card, 0x100000, 0x1000, &at));
    assert_int_equal(0x200000, at.v);
    assert_int_equal(ERR_NO_MEMORY, vram_alloc(&fake.bench.card, 8, 8, &at));
    vram_arena_reset(&fake.bench.card);
    assert_int_equal(ERR_NO_MEMORY, vram_alloc(&fake.bench.card, UINT64_MAX - 0xfff, 0x1000, &at));
    assert_int_equal(OK, vram_alloc(&fake.bench.card, 8, 8, &at));
    assert_int_equal(0x40000, at.v);
}

/* All of it may be had at once, from its first byte to its last. */
TEST(vram_is_had_whole, open_card)
{
    linear_addr at;

    assert_true(vram_is_free(&fake.bench.card, 0, VRAM_SIZE));
    assert_true(vram_is_free(&fake.bench.card, VRAM_SIZE, 0));
    assert_false(vram_is_free(&fake.bench.card, 1, VRAM_SIZE));
    assert_false(vram_is_free(&fake.bench.card, VRAM_SIZE + 1, 0));
    vram_arena_reset(&fake.bench.card);
    assert_int_equal(OK, vram_alloc(&fake.bench.card, VRAM_SIZE, 1, &at));
    assert_int_equal(0, at.v);
    assert_int_equal(OK, vram_alloc(&fake.bench.card, 0, 1, &at));
    assert_int_equal(ERR_NO_MEMORY, vram_alloc(&fake.bench.card, 1, 1, &at));
    fake.bench.card.dma_count = CARD_DMA_MAX;
    assert_int_equal(ERR_NO_MEMORY,
                     memory_alloc(&fake.bench.card, TARGET_SYSRAM_SNOOP, 0x1000, 0x1000, &at));
}

TEST(owners_end_with_their_list, open_card)
{
    for (unsigned i = 0; i < VRAM_OWNERS_MAX; i++)
        assert_int_equal(
            OK, vram_reserve(&fake.bench.card, VRAM_LEFT_ALONE, "a head", 0x1000 * i, 0x1000));
    assert_int_equal(ERR_NO_MEMORY,
                     vram_reserve(&fake.bench.card, VRAM_LEFT_ALONE, "one more", 0, 0x1000));
}
