/* How fast the CPU reaches VRAM through BAR1, and that words stored there come back. */
#include "suite/nv50/groups.h"

#include "engines/vram.h"

#define PIECE      0x10000u
#define STRETCH    0x100000u
#define WORDS      (PIECE / 8)
#define ORDER_MOST 7 /* 128 pages of 64 KiB are 8 MiB */
#define ROUNDS     8 /* the first ones also pay for an emulator's preparations */
#define FACTOR     UINT64_C(0x9e3779b97f4a7c15)

struct rate {
    struct test *t;
    struct bus *bus;
    uint64_t size;    /* of the block */
    uint64_t stretch; /* that is timed as a whole */
    unsigned order;
    uint64_t *stored, *seen;             /* a piece each */
    uint64_t *copied;                    /* as much system memory as the block has */
    uint64_t write_us, read_us, copy_us; /* of the fastest stretch */
};

static uint64_t now_us(const struct rate *rate)
{
    return rate->bus->ops->time_us(rate->bus);
}

static void keep_least(uint64_t *least, uint64_t us)
{
    *least = us < *least ? us : *least;
}

/* Pieces differ in their first word, so that one in the place of another shows. */
static void name_piece(struct rate *rate, uint64_t number)
{
    rate->stored[0] = number * FACTOR;
}

typedef void stretch(struct rate *rate, uint64_t from, uint64_t to);

static void write_stretch(struct rate *rate, uint64_t from, uint64_t to)
{
    const uint64_t begun_us = now_us(rate);

    for (uint64_t at = from; at < to; at += PIECE) {
        name_piece(rate, at / PIECE);
        if (!card_bar_write_block(rate->t->card, NV_BAR_VRAM, rate->size + at, rate->stored, PIECE))
            return;
    }
    rate->bus->ops->barrier(rate->bus);
    keep_least(&rate->write_us, now_us(rate) - begun_us);
}

static bool read_piece(struct rate *rate, uint64_t at, uint64_t *us)
{
    const uint64_t begun_us = now_us(rate);
    const bool done =
        card_bar_read_block(rate->t->card, NV_BAR_VRAM, rate->size + at, rate->seen, PIECE);

    *us += now_us(rate) - begun_us;
    return done;
}

static void read_stretch(struct rate *rate, uint64_t from, uint64_t to)
{
    uint64_t us = 0;

    for (uint64_t at = from; at < to && read_piece(rate, at, &us); at += PIECE) {
        name_piece(rate, at / PIECE);
        const size_t good =
            rate->bus->ops->find_difference(rate->bus, rate->seen, rate->stored, PIECE);

        if (good == PIECE)
            continue;
        expect_equal(rate->t, rate->stored[good / 8], rate->seen[good / 8],
                     "a block of 64 KiB pages through BAR1");
        return;
    }
    keep_least(&rate->read_us, us);
}

/* A plain copy of as many bytes, 64 a turn. */
static void copy_stretch(struct rate *rate, uint64_t from, uint64_t to)
{
    const uint64_t begun_us = now_us(rate);

    for (uint64_t at = from / 8; at < to / 8; at += WORDS)
        for (unsigned i = 0; i < WORDS; i += 8)
            for (unsigned k = 0; k < 8; k++)
                rate->copied[at + i + k] = rate->stored[i + k];
    keep_least(&rate->copy_us, now_us(rate) - begun_us);
}

static void all(struct rate *rate, stretch *work)
{
    for (unsigned round = 0; round < ROUNDS; round++)
        for (uint64_t at = 0; at < rate->size; at += rate->stretch)
            work(rate, at, at + rate->stretch);
}

/* The block takes at most half of BAR1 and half of VRAM. */
static bool prepare(struct rate *rate, struct test *t)
{
    const uint64_t bar = aperture_size(t->card, APERTURE_BAR1), vram = t->card->vram.size;
    const uint64_t most = bar < vram ? bar : vram;
    struct dma_memory memory;

    *rate = (struct rate){ .t = t, .bus = t->card->bus, .order = ORDER_MOST };
    rate->write_us = rate->read_us = rate->copy_us = UINT64_MAX;
    while ((UINT64_C(2) << (PAGE_SHIFT_64K + rate->order)) > most && rate->order)
        rate->order--;
    rate->size = UINT64_C(1) << (PAGE_SHIFT_64K + rate->order);
    rate->stretch = rate->size < STRETCH ? rate->size : STRETCH;
    if (!test_ok(t, card_dma_alloc(t->card, rate->size + 2 * PIECE, &memory), "preparing a buffer"))
        return false;
    rate->stored = memory.cpu;
    rate->seen = rate->stored + WORDS;
    rate->copied = rate->seen + WORDS;
    for (unsigned i = 0; i < WORDS; i++)
        rate->stored[i] = ~i * FACTOR;
    return true;
}

/* The block lies at its own size in the object's space, where a block may (tesla-vm.md §1.7). */
static bool map(struct rate *rate, struct setup *setup)
{
    const struct dmaobj paged = object_paged();

    setup_open(setup, rate->t, TARGET_VRAM);
    struct pte pte = pte_of(setup_reserve(setup, rate->size, UINT64_C(1) << PAGE_SHIFT_64K));
    const struct pde table = setup_table(setup, (virtual_addr){ 0 }, PDE_TYPE_64K, TARGET_VRAM);
    pte.order = (uint8_t)rate->order;
    setup_block(setup, &table, (virtual_addr){ rate->size }, &pte);
    const uint16_t selector = setup_object(setup, &paged);
    if (!setup_ready(setup))
        return false;
    aperture_bind(rate->t->card, APERTURE_BAR1, selector);
    return true;
}

static unsigned megabytes_a_second(const struct rate *rate, uint64_t us)
{
    return (unsigned)(rate->stretch / (us ? us : 1));
}

static void through_bar1(struct test *t)
{
    struct rate rate;
    struct setup setup;

    if (!prepare(&rate, t) || !map(&rate, &setup))
        return;
    all(&rate, write_stretch);
    all(&rate, read_stretch);
    all(&rate, copy_stretch);
    expect_no_fault(t, "accesses to a contiguous block");
    test_note(
        t, "order %u, fastest MiB: writes %u MB/s, reads %u MB/s, copies in system memory %u MB/s",
        rate.order, megabytes_a_second(&rate, rate.write_us),
        megabytes_a_second(&rate, rate.read_us), megabytes_a_second(&rate, rate.copy_us));
}

static const struct test_case rows[] = {
    { .name = "rate.bar1",
      .source = "tesla-vm.md §1.7",
      .run = through_bar1,
      .basis = PROVEN,
      .claim = CLAIM_WINDOW,
      .flags = TEST_EXTRA,
      .deadline_s = 60 },
};
const struct test_group rate_tests = { rows, ARRAY_SIZE(rows) };
