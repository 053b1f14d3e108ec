/* engines/card.c and engines/window.c on a card that is nothing but registers and a clock that the test sets: blocks
 * and marches at the edges of a window, and the wait for a register that is stuck. */
#include "engines/connect.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "tests/kit/bench.h"

#define BAR0      UINT64_C(0x10000000)
#define BAR1      UINT64_C(0x20000000)
#define BAR1_SIZE 0x10000u
#define REGISTER  0x0010f0u
#define PMEM_REG  0x001700u
#define PMEM      0x700000u
#define VRAM_SIZE (4u * 1024 * 1024)
#define REGS_END  0x2000u

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
    assert_int_equal(4, size);
    if (at.v == BAR0 + PMEM_REG)
        fake.stores_to_pmem++;
    *word_at(at) = (uint32_t)value;
}

static void read_words(struct bus *bus, bus_addr at, uint32_t *words, size_t count)
{
    expect_inside(at, count);
    memcpy(words, word_at(at), 4 * count);
}

static void write_words(struct bus *bus, bus_addr at, const uint32_t *words, size_t count)
{
    expect_inside(at, count);
    memcpy(word_at(at), words, 4 * count);
}

static size_t march(struct bus *bus, bus_addr at, size_t size, bool down, uint64_t expect,
                    uint64_t next, uint64_t *seen)
{
    assert_in_range(at.v, BAR1, BAR1 + BAR1_SIZE - size);
    *seen = 0x1234;
    return 8;
}

static void cache_flush(struct bus *bus, const void *bytes, size_t size)
{
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
}

/* ---- PMEM ---- */

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

/* tesla-mmio.md §0: aligned 32-bit accesses. */
TEST(memory_is_accessed_in_whole_words, open_card)
{
    uint8_t bytes[16] = { 0 };

    for (unsigned at = 0; at < 8; at++)
        for (unsigned size = 0; size < 8; size++) {
            const enum err wanted = at % 4 || size % 4 ? ERR_RANGE : OK;
            const linear_addr place = { at, TARGET_VRAM };

            assert_int_equal(wanted, card_memory_write(&fake.bench.card, place, bytes, size));
            assert_int_equal(wanted, card_memory_read(&fake.bench.card, place, bytes, size));
        }
}

/* ---- memory of the machine ---- */

static enum err ram_alloc(struct bus *bus, size_t size, struct dma_memory *out)
{
    return size == 8 ? OK : ERR_TIMEOUT;
}

/* Work need not be reached by the card: where no DMA is possible any memory does, and only there. */
TEST(work_lies_anywhere_without_dma, open_card)
{
    static const struct {
        enum err dma, wanted;
        bool ram;
        unsigned size, kept;
    } rows[] = { { OK, OK, true, 4, 1 },
                 { ERR_NO_DMA, OK, true, 8, 1 },
                 { ERR_NO_DMA, ERR_TIMEOUT, true, 4, 0 },
                 { ERR_NO_DMA, ERR_NO_DMA, false, 8, 0 },
                 { ERR_NO_MEMORY, ERR_NO_MEMORY, true, 8, 0 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct card *const card = &fake.bench.card;
        struct dma_memory memory = { 0 };

        fake.bench.dma_error = rows[i].dma;
        fake.bench.ops.ram_alloc = rows[i].ram ? ram_alloc : NULL;
        assert_int_equal(rows[i].wanted, card_work_alloc(card, rows[i].size, &memory));
        assert_int_equal(rows[i].kept, card->dma_count);
        card_dma_free_all(card, 0);
    }
}

/* ---- a driver of the machine's firmware ---- */

static enum err connected;
static unsigned looks, works_from; /* the look that finds it started */

/* It leaves the card mastering the bus, without its memory. */
static enum err connect_driver(struct bus *bus, struct pci_function at)
{
    fake.bench.config[4] = 4;
    return connected;
}

static bool works(struct card *card)
{
    return ++looks >= works_from;
}

/* "It is connected once, the card is looked at again for CONNECT_US": each 10 ms of 2 s, and at their end. */
TEST(a_driver_is_asked_to_start_the_card, open_card)
{
    static const struct {
        uint8_t post;
        enum err e;
        unsigned from, looks; /* 0: nobody is asked, or cannot be */
        const char *says;
    } rows[] = {
        { POST_AUTO, OK, 1, 1, "driver was connected, and has started it\n" },
        { POST_RUN, OK, 201, 201, "driver was connected, and has started it\n" },
        { POST_AUTO, OK, 202, 201, "driver was connected, and has not started it in 2 s\n" },
        { POST_AUTO, ERR_NOT_FOUND, 1, 0, "has no driver that wants this card\n" },
        { POST_AUTO, ERR_TIMEOUT, 1, 0, "own driver of this card cannot be asked to start it\n" },
        { POST_DRY, OK, 1, 0, NULL },
        { POST_OFF, OK, 1, 0, NULL },
    };
    struct card *const card = &fake.bench.card;

    card->post = POST_AUTO;
    assert_false(card_connect(card, works)); /* a bus without such drivers */
    fake.bench.ops.connect = connect_driver;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const bool starts = rows[i].from && rows[i].looks >= rows[i].from;

        looks = 0, works_from = rows[i].from, connected = rows[i].e;
        fake.bench.log[0] = card->started[0] = '\0';
        fake.bench.config[4] = 6, fake.bench.waited_us = 0;
        card->post = rows[i].post;
        assert_pairs(starts, card_connect(card, works), rows[i].looks, looks, rows[i].says ? 2 : 6,
                     fake.bench.config[4], 10000 * (looks - (looks && looks < 202)),
                     fake.bench.waited_us);
        assert_string_equal(starts ? "started by its own UEFI driver" : "", card->started);
        assert_true(rows[i].says ? strstr(fake.bench.log, rows[i].says) != NULL : !*fake.bench.log);
    }
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
    card_deadline(&fake.bench.card, 1000000);
    fake.bench.looks_left = 0;
    assert_int_equal(0x100,
                     card_bar_march(&fake.bench.card, NV_BAR_VRAM, 0, 0x100, false, 0, 0, &seen));
}

/* ---- waiting ---- */

/* The clock of this test advances by a microsecond whenever it is asked, which each turn of the loop does once. */
TEST(a_stuck_register_gets_less_time_from_then_on, open_card)
{
    assert_int_equal(ERR_TIMEOUT, card_wait(&fake.bench.card, REGISTER, 1, 1, 5000));
    assert_int_equal(5001, fake.bench.now_us);
    assert_non_null(strstr(fake.bench.log, "wanted 0x00000001, seen 0x00000000 after 5000 us"));
    fake.bench.now_us = 0;
    assert_int_equal(ERR_TIMEOUT, card_wait(&fake.bench.card, REGISTER, 1, 1, 5000));
    assert_int_equal(51, fake.bench.now_us);
    fake.regs[REGISTER / 4] = 3;
    assert_int_equal(OK, card_wait(&fake.bench.card, REGISTER, 1, 1, 5000));
}
