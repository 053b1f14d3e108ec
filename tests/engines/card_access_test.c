/* engines/card.c access by access: which accesses reach the bus, which answers raise the question whether the card is
 * still there, and the effect of the reply (engines/card.h). The card is a page of bytes behind each BAR. */
#include <string.h>

#include "engines/card.h"
#include "hw/bits.h"
#include "hw/pci.h"
#include "tests/kit/bench.h"
#include "tests/kit/tests.h"

#define BAR0      UINT64_C(0x10000000)
#define BAR1      UINT64_C(0x20000000)
#define ROOM      0x1000u
#define START     UINT64_C(5000000)
#define BOOT_0_IS 0x084000a2u

static struct {
    struct bench bench;
    struct card card;
    uint8_t bytes[2][ROOM];
    unsigned asked;
    bool stop;    /* the user's answer when asked */
    size_t right; /* words that a march finds right */
    uint64_t seen;
} b;

static size_t march(struct bus *bus, bus_addr at, size_t size, bool down, uint64_t expect,
                    uint64_t next, uint64_t *seen)
{
    (void)bus, (void)down, (void)expect, (void)next;
    assert_true(at.v >= BAR0 && at.v % BAR0 <= ROOM - size);
    *seen = b.seen;
    return b.right;
}

static bool user(void *opaque)
{
    assert_ptr_equal(&b, opaque);
    b.asked++;
    return b.stop;
}

static enum err dma_alloc_high(struct bus *bus, size_t size, struct dma_memory *out)
{
    const enum err e = bus->ops->dma_alloc(bus, size, out);

    out->bus.v = UINT64_C(0x100005000);
    return e;
}

/* The words of the vendor and the Command register. */
static void say_config(uint16_t vendor, uint16_t command)
{
    bench_put_config(&b.bench, 0, vendor, 2);
    bench_put_config(&b.bench, 4, command, 2);
}

FIXTURE(open_card)
{
    memset(&b, 0, sizeof(b));
    bench_open(&b.bench, NULL);
    bench_add_region(&b.bench, BAR0, b.bytes[0], ROOM);
    bench_add_region(&b.bench, BAR1, b.bytes[1], ROOM);
    b.bench.does.march = march;
    b.bench.now_us = START;
    say_config(0x10de, 2);
    card_init(&b.card, &b.bench.bus, &(struct pci_card){ .vendor = 0x10de });
    b.card.boot_0 = BOOT_0_IS;
    b.card.pci.bars[0] = (struct pci_bar){ .at = { BAR0 }, .size = ROOM, .assigned = true };
    b.card.pci.bars[1] = (struct pci_bar){ .at = { BAR1 }, .size = ROOM, .assigned = true };
    memcpy(b.bytes[0], &(uint32_t){ BOOT_0_IS }, 4);
    return 0;
}

static void pass_the_deadline(void)
{
    card_deadline(&b.card, 10);
    b.bench.now_us += 10;
}

/* The slot is empty: the vendor reads as ones, and so does all else. */
static void pull_the_card(void)
{
    memset(b.bytes, 0xff, sizeof(b.bytes));
    say_config(0xffff, 0xffff);
}

/* ---- whether the card is there */

TEST(what_the_card_answers_decides, open_card)
{
    static const struct {
        bool decoding;
        uint32_t boot_0;
        uint16_t vendor, command;
        enum card_loss loss;
    } rows[] = {
        { true, BOOT_0_IS, 0xffff, 0, CARD_ANSWERS }, /* nobody has to ask further */
        { true, 0x12345678, 0x10de, 0, CARD_ANSWERS },
        { true, 0x12345678, 0xffff, 2, CARD_GONE },
        { true, UINT32_MAX, 0xffff, 2, CARD_GONE },
        { true, UINT32_MAX, 0x10de, 2, CARD_SILENT },
        { true, UINT32_MAX, 0x10de, 0xffff, CARD_SILENT },
        { true, UINT32_MAX, 0x10de, 0xfffd, CARD_WAS_RESET },
        { true, UINT32_MAX, 0x10de, 0, CARD_WAS_RESET },
        { false, BOOT_0_IS, 0xffff, 2, CARD_GONE },
        { false, BOOT_0_IS, 0x10de, 0, CARD_ANSWERS },
        { false, UINT32_MAX, 0x10de, 0, CARD_ANSWERS },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_card(state);
        b.card.decoding = rows[i].decoding;
        memcpy(b.bytes[0], &rows[i].boot_0, 4);
        say_config(rows[i].vendor, rows[i].command);
        assert_int_equal(rows[i].loss != CARD_ANSWERS, card_lost(&b.card));
        assert_int_equal(rows[i].loss, b.card.loss);
        assert_int_equal(rows[i].loss != CARD_ANSWERS, card_expired(&b.card));
        if (rows[i].loss != CARD_ANSWERS) { /* it stays lost, whatever comes back */
            open_card(state);
            b.card.decoding = true;
            b.card.loss = (uint8_t)rows[i].loss;
            assert_true(card_lost(&b.card));
            assert_int_equal(rows[i].loss, b.card.loss);
            card_deadline(&b.card, 1000);
            assert_true(card_expired(&b.card));
        }
    }
}

/* Ones, and nothing else, make whoever reads ask; only of a card that decodes. */
TEST(ones_raise_the_question, open_card)
{
    static const uint8_t sizes[] = { 1, 2, 4, 8 };

    for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++)
        for (unsigned decoding = 0; decoding < 2; decoding++) {
            const uint64_t ones = UINT64_MAX >> (64 - 8 * sizes[i]);

            open_card(state);
            b.card.decoding = decoding;
            memset(b.bytes[1], 0xff, 0x200);
            b.bytes[1][0x100] = 0xfe;
            say_config(0xffff, 2);
            memcpy(b.bytes[0], "\1\2\3\4", 4); /* BOOT_0 is another one's */
            assert_true(card_bar_read(&b.card, 1, 0x100, sizes[i]) == (ones & ~1ull));
            assert_int_equal(CARD_ANSWERS, b.card.loss);
            assert_true(card_bar_read(&b.card, 1, 0x40, sizes[i]) == ones);
            assert_int_equal(decoding ? CARD_GONE : CARD_ANSWERS, b.card.loss);
        }
}

/* A block tells by its last 8 bytes, of which each one counts. */
TEST(the_end_of_a_block_tells_of_a_card_that_went, open_card)
{
    uint8_t block[64];

    for (unsigned good = 0; good <= sizeof(block); good++) {
        open_card(state);
        b.card.decoding = true;
        pull_the_card();
        if (good < sizeof(block))
            b.bytes[1][0x80 + good] = 0x7f;
        const bool there = good >= sizeof(block) - 8 && good < sizeof(block);
        assert_int_equal(there, card_bar_read_block(&b.card, 1, 0x80, block, sizeof(block)));
        assert_memory_equal(b.bytes[1] + 0x80, block, sizeof(block));
        assert_int_equal(there ? CARD_ANSWERS : CARD_GONE, b.card.loss);
    }
}

TEST(the_last_word_of_registers_tells, open_card)
{
    uint32_t words[4];

    for (unsigned good = 0; good < 4; good++) {
        open_card(state);
        b.card.decoding = true;
        pull_the_card();
        b.bytes[0][0x40 + 4 * good] = 0;
        card_read_words(&b.card, 0x40, words, 4);
        assert_memory_equal(b.bytes[0] + 0x40, words, sizeof(words));
        assert_int_equal(good == 3 ? CARD_ANSWERS : CARD_GONE, b.card.loss);
    }
    open_card(state);
    b.card.decoding = true;
    pull_the_card();
    card_read_words(&b.card, 0x40, words, 0); /* none of them is ones */
    assert_int_equal(CARD_ANSWERS, b.card.loss);
}

/* A march that ends at ones is right to its end if they are an empty slot's. */
TEST(a_march_on_a_card_that_went_finds_no_error, open_card)
{
    static const struct {
        size_t right;
        uint64_t seen;
        bool gone;
        size_t result;
    } rows[] = {
        { 0x100, 0, false, 0x100 },        { 0x40, 5, false, 0x40 },
        { 0x40, UINT64_MAX, false, 0x40 }, { 0x40, UINT64_MAX, true, 0x100 },
        { 0x40, 5, true, 0x40 },           { 0x100, UINT64_MAX, true, 0x100 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        uint64_t seen = 1;

        open_card(state);
        b.card.decoding = true;
        if (rows[i].gone)
            pull_the_card();
        b.right = rows[i].right;
        b.seen = rows[i].seen;
        assert_int_equal(rows[i].result, card_bar_march(&b.card, 1, 0, 0x100, false, 0, 0, &seen));
        assert_true(seen == rows[i].seen);
        /* who found all right has not asked */
        assert_int_equal(i == 3 ? CARD_GONE : CARD_ANSWERS, b.card.loss);
    }
}

/* ---- accesses that do not reach the bus */

/* Each kind of access at a place of a BAR: whether it reached the bus, and its value if not. */
static bool reaches(unsigned kind, unsigned bar, uint64_t offset, size_t size)
{
    const unsigned before = b.bench.reads + b.bench.writes + b.bench.blocks;
    uint64_t block[4] = { 7, 7, 7, 7 }, seen = 3;
    uint32_t words[4] = { 7, 7, 7, 7 };
    bool good = true;

    switch (kind) {
    case 0:
        good = card_bar_read(&b.card, bar, offset, (uint8_t)size) != UINT64_MAX >> (64 - 8 * size);
        break;
    case 1:
        card_bar_write(&b.card, bar, offset, (uint8_t)size, 1);
        good = b.bench.reads + b.bench.writes + b.bench.blocks > before;
        break;
    case 2:
        good = card_bar_read_block(&b.card, bar, offset, block, size);
        break;
    case 3:
        good = card_bar_write_block(&b.card, bar, offset, block, size);
        break;
    case 4:
        good = card_bar_fill_block(&b.card, bar, offset, 0, size);
        break;
    case 5:
        card_read_words(&b.card, (uint32_t)offset, words, size / 4);
        for (unsigned i = 0; i < 4; i++)
            assert_int_equal(b.bench.blocks > before || i >= size / 4
                                 ? (b.bench.blocks > before && i < size / 4 ? 0 : 7)
                                 : UINT32_MAX,
                             words[i]);
        good = b.bench.blocks > before;
        break;
    case 6:
        memset(words, 0, sizeof(words));
        card_write_words(&b.card, (uint32_t)offset, words, size / 4);
        good = b.bench.blocks > before;
        break;
    default:
        b.right = size;
        good = card_bar_march(&b.card, bar, offset, size, false, 0, 0, &seen) == size;
        break;
    }
    const bool reached = b.bench.reads + b.bench.writes + b.bench.blocks > before;
    if (kind < 7)
        assert_int_equal(good, reached);
    return reached;
}

TEST(nothing_goes_beyond_a_bar, open_card)
{
    for (unsigned kind = 0; kind < 8; kind++) {
        open_card(state);
        memset(b.bytes, 0, sizeof(b.bytes));
        assert_true(reaches(kind, 0, ROOM - 8, 8));
        assert_false(reaches(kind, 0, ROOM - 4, 8));
        assert_false(reaches(kind, 0, ROOM, 8));
        assert_false(reaches(kind, 0, UINT32_MAX - 7, 8));
        assert_true(reaches(kind, 0, 8, 8));
        b.card.pci.bars[0].size = 8;
        assert_true(reaches(kind, 0, 0, 8));
        b.card.pci.bars[0].size = 4;
        assert_false(reaches(kind, 0, 0, 8));
        b.card.pci.bars[0].size = ROOM;
        b.card.pci.bars[0].io = true;
        assert_false(reaches(kind, 0, 8, 8));
        b.card.pci.bars[0].io = false;
        b.card.pci.bars[0].assigned = false;
        assert_false(reaches(kind, 0, 8, 8));
    }
}

TEST(nothing_comes_behind_a_deadline, open_card)
{
    uint64_t seen = 3;

    for (unsigned kind = 0; kind < 8; kind++) {
        open_card(state);
        pass_the_deadline();
        assert_false(reaches(kind, 0, 8, 8));
        card_revive(&b.card);
        assert_true(reaches(kind, 0, 8, 8));
    }
    open_card(state);
    pass_the_deadline();
    assert_int_equal(0xff, card_read8(&b.card, 8));
    assert_int_equal(ERR_DEADLINE, card_set32(&b.card, 8, 1));
    assert_int_equal(0, b.card.change_count);
    /* a march that could not be made is not wrong */
    assert_int_equal(0x100, card_bar_march(&b.card, 1, 0, 0x100, false, 0, 0, &seen));
}

TEST(a_byte_is_one_byte, open_card)
{
    memcpy(b.bytes[0] + 0x20, "\1\2\3\4", 4);
    assert_int_equal(2, card_read8(&b.card, 0x21));
    card_write8(&b.card, 0x22, 0x55);
    assert_memory_equal("\1\2\x55\4", b.bytes[0] + 0x20, 4);
    card_write32(&b.card, 0x20, 0x0badcafe);
    assert_int_equal(0x0badcafe, card_read32(&b.card, 0x20));
}

/* ---- time */

/* A deadline has passed at its microsecond, not one before, and stays so. */
TEST(a_deadline_passes_at_its_microsecond, open_card)
{
    assert_false(card_expired(&b.card));
    card_deadline(&b.card, 1000);
    b.bench.now_us = START + 999;
    assert_false(card_expired(&b.card));
    card_extend(&b.card, 500);
    b.bench.now_us = START + 1498;
    assert_false(card_expired(&b.card));
    b.bench.now_us = START + 1499;
    assert_true(card_expired(&b.card));
    card_extend(&b.card, 500); /* too late */
    b.bench.now_us = START;
    assert_true(card_expired(&b.card));
    card_deadline(&b.card, 0); /* none */
    b.bench.now_us = UINT64_MAX;
    assert_false(card_expired(&b.card));
}

/* The user is asked at once, and then every tenth of a second, but only while there is a deadline. */
TEST(the_user_is_asked_ten_times_a_second, open_card)
{
    b.card.interrupted = user;
    b.card.interrupted_opaque = &b;
    assert_false(card_expired(&b.card));
    assert_int_equal(0, b.asked);
    card_deadline(&b.card, 10000000);
    assert_false(card_expired(&b.card));
    assert_int_equal(1, b.asked);
    b.bench.now_us += 99999;
    assert_false(card_expired(&b.card));
    assert_int_equal(1, b.asked);
    b.bench.now_us += 1;
    assert_false(card_expired(&b.card));
    assert_false(card_expired(&b.card));
    assert_int_equal(2, b.asked);
    b.bench.now_us += 100000;
    b.stop = true;
    assert_true(card_expired(&b.card));
    assert_int_equal(3, b.asked);
    b.stop = false; /* the user's answer holds */
    b.bench.now_us += 100000;
    assert_true(card_expired(&b.card));
    assert_int_equal(3, b.asked);
    card_deadline(&b.card, 10); /* after the deadline nobody is asked */
    b.bench.now_us += 10;
    assert_true(card_expired(&b.card));
    assert_int_equal(3, b.asked);
}

/* ---- waiting */

/* Of a card that is lost nothing is said of the register. */
TEST(a_wait_on_a_lost_card_says_nothing, open_card)
{
    b.card.decoding = true;
    pull_the_card();
    assert_int_equal(ERR_DEADLINE, card_wait(&b.card, 0x40, 1, 0, 1000));
    assert_int_equal(CARD_GONE, b.card.loss);
    assert_int_equal(0, b.bench.lines);
    assert_int_equal(0, b.card.stuck_count);
}

/* With the clock past its end a wait looks once. Four registers are remembered, once each; further ones get
 * their whole time again. */
TEST(four_stuck_registers_are_remembered, open_card)
{
    for (unsigned round = 0; round < 2; round++)
        for (unsigned i = 0; i < CARD_STUCK_MAX; i++)
            assert_int_equal(ERR_TIMEOUT, card_wait(&b.card, 0x40 + 4 * i, 1, 1, 0));
    assert_int_equal(CARD_STUCK_MAX, b.card.stuck_count);
    for (unsigned i = 0; i < CARD_STUCK_MAX; i++)
        assert_int_equal(0x40 + 4 * i, b.card.stuck[i]);
    b.card.change_count = 0;
    assert_int_equal(ERR_TIMEOUT, card_wait(&b.card, 0x80, 1, 1, 0));
    assert_int_equal(CARD_STUCK_MAX, b.card.stuck_count);
    assert_int_equal(0, b.card.change_count); /* memory after the list is unchanged */
    assert_int_equal(2 * CARD_STUCK_MAX + 1, b.bench.lines);
}

/* ---- memory of the system */

TEST(dma_memory_is_counted, open_card)
{
    struct dma_memory memory;

    assert_int_equal(ERR_UNSUPPORTED, card_dma_alloc_high(&b.card, 0x1000, &memory));
    assert_int_equal(0, b.card.dma_count);
    b.bench.ops.dma_alloc_high = dma_alloc_high;
    assert_int_equal(OK, card_dma_alloc_high(&b.card, 0x1000, &memory));
    assert_true(memory.bus.v == UINT64_C(0x100005000));
    for (unsigned i = 1; i < CARD_DMA_MAX; i++)
        assert_int_equal(OK, card_dma_alloc(&b.card, 0x1000, &memory));
    assert_int_equal(ERR_NO_MEMORY, card_dma_alloc(&b.card, 0x1000, &memory));
    assert_int_equal(CARD_DMA_MAX, b.card.dma_count);
    card_dma_free_all(&b.card, 0);
}
