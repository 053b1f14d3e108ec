/* A made-up card of one or three chunks of memory, of which nobody knows how it is spread over chips, for which
 * words each memory test writes and reads, where, and in which order: each access of a block is kept. */
#pragma once

#include "hw/least.h"
#include "reference/words.h"
#include "suite/memory/load.h"
#include "suite/memory/march.h"
#include "suite/memory/memory_tests.h"
#include "suite/memory/patterns.h"
#include "suite/memory/refresh.h"
#include "tests/suite/memory/view_rig.h"

#define BAR_AT     UINT64_C(0xd0000000)
#define CHUNK      0x10000u
#define VRAM_MAX   (16 * VIEW_LOAD)
#define BLOCK      256u /* words that a thorough test writes at once */
#define BATCH      16u  /* blocks that go through one element together */
#define ONES       UINT64_MAX
#define EVENTS_MAX 60000u

/* w, r: a block through BAR1; f: a fill; c: a copy; u, d: a march up or down; s: a store of 8 bytes; h: a wait; k:
 * copies within the memory; o, O: the refresh off, on; p: programs are proven; C, W: they compare, store, m: march. */
struct event {
    char kind;
    uint64_t at; /* of a wait: microseconds */
    uint64_t size;
    uint64_t words[BLOCK / 8]; /* a fill and a store have one, a march the expected and the next */
    uint64_t last;             /* of a block */
};

static struct log {
    uint64_t ram[VRAM_MAX / 8];
    unsigned count, next; /* events: seen, expected */
    struct event events[EVENTS_MAX];
} * seen;
static uint64_t size, broken, also_broken; /* the words there have no bit 3; 0: none */
static uint64_t high;                      /* bits that they have instead */
static uint64_t blind;                     /* bits of addresses that memory does not see */
static uint64_t hidden;                    /* a chunk that nobody may touch; 0: none */
static unsigned broken_reads;              /* of them that this is so for */
static bool dead;                          /* with shaky: single reads have none, either */
static bool shaky; /* no word has bit 3 when it is read in a block or by a march; nothing is kept */
static uint64_t late_us[2];     /* that a wait, and the next ones, last longer */
static uint64_t down_us, up_us; /* that a march takes */
static unsigned asks;           /* whether the test may go on, that are said yes to */
static unsigned closes, launches;
static bool hurry;            /* M has been pressed */
static unsigned parts, ranks; /* of the memory, where its shape is known */

/* "Times 0x45631a4a5551ca8d, the upper half xored into the lower one, times 0x94d049bb133111eb." */
static inline uint64_t mixed_of(uint64_t at)
{
    const uint64_t x = (at + UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0x45631a4a5551ca8d);

    return (x ^ x >> 32) * UINT64_C(0x94d049bb133111eb);
}

static inline struct event *note(char kind, uint64_t at, uint64_t bytes)
{
    struct event *const event = &seen->events[seen->count];

    seen->count += !shaky;
    assert_true(seen->count < EVENTS_MAX);
    *event = (struct event){ .kind = kind, .at = at, .size = bytes };
    return event;
}

static inline uint64_t *word_at(uint64_t at)
{
    assert_true(at < size && at % 8 == 0);
    return &seen->ram[(at & ~blind) / 8];
}

static inline uint64_t load(uint64_t from)
{
    const uint64_t at = from & ~blind;
    const bool is_wrong = at && (at == broken || at == also_broken) && broken_reads;

    broken_reads -= is_wrong;
    return (*word_at(at) & ~(is_wrong || shaky ? UINT64_C(8) : 0)) | (is_wrong ? high : 0);
}

static inline uint64_t offset(bus_addr at)
{
    assert_true(at.v >= BAR_AT);
    return at.v - BAR_AT;
}

/* ---- the bus --------------------------------------------------------------------------------- */

static inline uint64_t bus_read(struct bus *bus, bus_addr at, uint8_t bytes)
{
    assert_int_equal(8, bytes);
    return shaky && !dead ? *word_at(offset(at)) : load(offset(at));
}

static inline void bus_write(struct bus *bus, bus_addr at, uint8_t bytes, uint64_t value)
{
    note('s', offset(at), bytes)->words[0] = value;
    memcpy(word_at(offset(at)), &value, bytes);
}

static inline void read_block(struct bus *bus, bus_addr at, void *bytes, size_t length)
{
    struct event *const event = note('r', offset(at), length);
    uint64_t *const words = bytes;

    for (size_t i = 0; i < length / 8; i++)
        words[i] = load(offset(at) + 8 * i);
    memcpy(event->words, words, length < BLOCK ? length : BLOCK);
    event->last = words[length / 8 - 1];
}

static inline void write_block(struct bus *bus, bus_addr at, const void *bytes, size_t length)
{
    struct event *const event = note('w', offset(at), length);

    for (size_t i = 0; i < length; i += 8)
        memcpy(word_at(offset(at) + i), (const uint8_t *)bytes + i, 8);
    memcpy(event->words, bytes, length < BLOCK ? length : BLOCK);
    memcpy(&event->last, (const uint8_t *)bytes + length - 8, 8);
}

static inline void fill_block(struct bus *bus, bus_addr at, uint64_t word, size_t length)
{
    note('f', offset(at), length)->words[0] = word;
    for (size_t i = 0; i < length; i += 8)
        *word_at(offset(at) + i) = word;
}

static inline size_t march(struct bus *bus, bus_addr at, size_t length, bool down, uint64_t expect,
                           uint64_t next, uint64_t *read)
{
    struct event *const event = note(down ? 'd' : 'u', offset(at), length);

    bench.now_us += down ? down_us : up_us;
    event->words[0] = expect;
    event->words[1] = next;
    for (size_t n = 0; n < length; n += 8) {
        const size_t i = down ? length - 8 - n : n;

        *read = load(offset(at) + i);
        if (*read != expect)
            return i;
        *word_at(offset(at) + i) = next;
    }
    return length;
}

/* Waits that follow each other are one. */
static inline void wait_us(struct bus *bus, uint64_t us)
{
    bench.now_us += late_us[0];
    late_us[0] = late_us[1];
    if (seen->count && seen->events[seen->count - 1].kind == 'h')
        seen->events[seen->count - 1].at += us;
    else
        note('h', us, 0);
}

/* ---- the card -------------------------------------------------------------------------------- */

static inline enum err way_open(struct memory_view *v)
{
    v->slice = size;
    v->hide_from = hidden;
    v->hide_to = hidden ? hidden + 8 : 0;
    return OK;
}

static inline enum err way_show(struct memory_view *v, uint64_t base)
{
    assert_int_equal(0, base);
    return OK;
}

static inline enum err way_copy(struct memory_view *v, uint64_t from, uint32_t to, uint32_t length)
{
    uint8_t *const buffer = v->buffer.cpu;

    note('c', from, length);
    for (uint32_t i = 0; i < length; i += 8)
        memcpy(buffer + to + i, &(uint64_t){ load(from + i) }, 8);
    return OK;
}

static inline void way_close(struct memory_view *v)
{
    closes++;
}

static struct made {
    uint64_t stir_us;      /* that a copy within VRAM takes */
    uint64_t spoils, bits; /* a place where one of them spoils a word, once, and how */
    unsigned more;         /* chunks after it in which it does, too */
    unsigned errors_from;  /* the nth of these, or of works of programs, and all that follow fail */
    uint64_t liar;         /* a place at which programs find another word than is there */
    uint64_t bad;          /* processors that err when they are asked again */
    enum err prove, refresh, stop; /* 0: a timeout */
} made;                            /* 0: none */
static unsigned calls, proofs;

static inline enum err way_stir(struct memory_view *v, uint64_t from, uint64_t to, uint32_t length,
                                unsigned times)
{
    assert_int_equal(1, times);
    note('k', from, length)->words[0] = to;
    bench.now_us += made.stir_us;
    if (made.errors_from && ++calls >= made.errors_from)
        return made.stop ? made.stop : ERR_TIMEOUT;
    memmove(word_at(to), word_at(from), length);
    if (made.spoils && made.spoils - to < length) {
        for (unsigned i = 0; i <= made.more; i++)
            *word_at(made.spoils + i * CHUNK) ^= made.bits;
        made.spoils = 0;
    }
    return OK;
}

static inline enum err way_stirred(struct memory_view *v)
{
    return OK;
}

static inline enum err way_refresh(struct memory_view *v, bool comes)
{
    note(comes ? 'O' : 'o', 0, 0);
    return made.refresh;
}

static inline enum err way_prove(struct memory_view *v, const struct way_march *elements,
                                 uint64_t chunk, uint64_t *bad)
{
    note('p', chunk, elements != NULL);
    *bad = proofs++ ? made.bad : 0;
    return made.prove;
}

static inline enum err way_work(struct memory_view *v, const struct way_work *work, uint64_t *wrong)
{
    struct event *const event = note(work->stores ? 'W' : 'C', work->at, work->chunks);

    *wrong = 0;
    event->words[0] = work->mixed ? 2 : work->ones;
    event->words[1] = work->down;
    if (made.errors_from && ++calls >= made.errors_from)
        return made.stop ? made.stop : ERR_TIMEOUT;
    for (uint64_t i = 0; i < (uint64_t)work->chunks * CHUNK; i += 8) {
        const uint64_t at = work->at + i, solid = work->ones ? ONES : 0;
        const uint64_t word = work->mixed ? mixed_of(at) : solid;

        if (work->stores)
            *word_at(at) = word;
        else if ((made.liar && at == made.liar) || load(at) != word)
            *wrong |= UINT64_C(1) << i / CHUNK;
    }
    return OK;
}

/* The number that splitmix64 makes of a state. */
static inline uint64_t splitmix_of(uint64_t z)
{
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* "The piece's address is added to the lower half and taken from the upper one", or the sum goes through the steps of
 * splitmix64, or the word is inverted where the piece says so. */
static inline uint64_t word_of_march(const struct way_march *march, uint64_t piece, unsigned i)
{
    const uint64_t word = march->words[i], at = piece & ~(uint64_t)WAY_FLIP;

    if (march->by == WAY_ADDRESS)
        return (uint32_t)(word + at) | ((word >> 32) - at) << 32;
    if (march->by == WAY_MIXED)
        return splitmix_of(word + at - UINT64_C(0x9e3779b97f4a7c15));
    return piece & WAY_FLIP ? ~word : word;
}

/* All operations of an element on a piece, up to one that reads a wrong word: that one is in *op. */
static inline bool march_piece(const struct way_march *march, const uint8_t *ops, uint64_t piece,
                               unsigned *op)
{
    for (*op = 0; ops[*op] != OP_END; ++*op)
        for (unsigned i = 0; i < WAY_WORDS; i++) {
            const uint64_t at = (piece & ~(uint64_t)WAY_FLIP) + 8 * i;
            const bool one = ops[*op] == READ_1 || ops[*op] == WRITE_1;
            const uint64_t word = word_of_march(march, piece, i) ^ (one ? ONES : 0);

            if (ops[*op] == WRITE_0 || ops[*op] == WRITE_1)
                *word_at(at) = word;
            else if (load(at) != word)
                return false;
        }
    return true;
}

static inline enum err way_march(struct memory_view *v, const struct way_march *of,
                                 unsigned element, struct way_strands *strands)
{
    launches++;
    for (unsigned i = 0; i < WAY_STRANDS; i++) {
        assert_true(i < parts || !strands->of[i].count); /* one chip after the other has its own */
        while (strands->of[i].done < strands->of[i].count && !strands->of[i].stopped)
            if (march_piece(of, of->ops[element], strands->of[i].pieces[strands->of[i].done],
                            &strands->of[i].next))
                strands->of[i].done++;
            else
                strands->of[i].stopped = true;
    }
    return OK;
}

static inline enum err way_evict(struct memory_view *v, uint64_t at)
{
    assert_true(at < size);
    return OK;
}

/* Rows of 256 bytes in four banks, one after the other; blocks of 256 bytes take turns in the partitions. */
static inline enum err way_shape(struct memory_view *v, struct vram_shape *out)
{
    /* clang-format off */
    *out = (struct vram_shape){ .part_mask = (1u << parts) - 1, .parts = (uint8_t)parts,
        .subparts = 1, .ranks = (uint8_t)ranks, .lanes = 64, .chip_width = 32, .column_bytes = 8,
        .column_bits = 5, .bank_bits = 2,
        .row_bits = { (uint8_t)(7 - parts), (uint8_t)(7 - parts) } };
    /* clang-format on */
    return OK;
}

static inline bool way_place(const struct memory_view *v, uint64_t at, struct partition_addr *out)
{
    *out = (struct partition_addr){ .column = at >> 3 & 31,
                                    .part = (uint8_t)((at >> 8) % parts),
                                    .rank = ranks > 1 && at >= size / 2,
                                    .bank = (at >> 8) / parts & 3,
                                    .row = (at >> 10) / parts & 63 };
    return true;
}

static inline uint64_t way_find(const struct memory_view *v, struct partition_addr at)
{
    return ((at.row << 2 | at.bank) * parts + at.part) << 8 | (uint64_t)at.column << 3;
}

static inline bool goes_on(struct test *of)
{
    return asks && asks--;
}

static uint64_t first_all, last_all; /* of the first sign of progress, of the last one */

static inline void progress(struct test *of, uint64_t done, uint64_t all, const char *what)
{
    first_all = first_all ? first_all : all;
    last_all = all;
}

static inline enum err celsius(struct card *of, unsigned *out)
{
    *out = 50;
    return OK;
}

static const struct family family = { .flush = count_flush, .celsius = celsius };
static const char *const feeds[] = { "", " through PFIFO", NULL };
static struct vram_way way;

FIXTURE(begin)
{
    seen = calloc(1, sizeof(*seen));
    broken = also_broken = high = blind = hidden = 0;
    shaky = dead = hurry = false;
    broken_reads = UINT32_MAX;
    late_us[0] = late_us[1] = down_us = up_us = 0;
    made = (struct made){ 0 };
    parts = ranks = 1;
    asks = UINT32_MAX;
    /* clang-format off */
    way = (struct vram_way){ .open = way_open, .show = way_show, .close = way_close,
        .copier = "m2mf", .copy_line = 0x800, .stir = way_stir, .stirred = way_stirred,
        .copy_engine = "PGRAPH", .refresh = way_refresh, .prove = way_prove, .work = way_work,
        .march = way_march, .worker = "programs", .place = way_place, .find = way_find,
        .feeds = feeds, .nimble_feed = 1 };
    /* clang-format on */
    config = (struct run_config){ .max_temp = 95, .hold = 4 };
}

FIXTURE(end)
{
    free(seen);
}

static inline void start(void (*test)(struct test *t), uint64_t bytes)
{
    size = bytes;
    first_all = 0;
    seen->count = seen->next = calls = proofs = launches = flushes = closes = 0;
    said[0] = '\0';
    bench_open(&bench, NULL);
    bench.now_us = 100000000;
    bench.does.read = bus_read;
    bench.does.write = bus_write;
    bench.does.read_block = read_block;
    bench.does.write_block = write_block;
    bench.does.fill_block = fill_block;
    bench.does.march = march;
    bench.does.wait_us = wait_us;
    card = (struct card){ .bus = &bench.bus, .family = &family };
    card.pci.bars[NV_BAR_VRAM] =
        (struct pci_bar){ .at = { BAR_AT }, .size = size, .assigned = true };
    card.vram.size = size;
    /* clang-format off */
    t = (struct test){ .name = "vram", .card = &card, .way = &way, .config = &config, .say = keep_line,
        .progress = progress, .goes_on = goes_on, .hurry = &hurry };
    /* clang-format on */
    test(&t);
}

static void run(void (*test)(struct test *t), uint64_t bytes)
{
    start(test, bytes);
    /* Stores are combined, and at the end they are not any more. */
    assert_pairs(1, closes, 2, bench.cached, BUS_UNCACHED, bench.caching, true, !!t.put_back);
    t.put_back(&t);
    card_dma_free_all(&card, 0);
}

static inline const struct event *take(char kind, uint64_t at, uint64_t bytes)
{
    const struct event *const event = &seen->events[seen->next++];

    if (seen->next > seen->count || event->kind != kind || event->at != at || event->size != bytes)
        fail_msg("event %u of %u is %c 0x%llx 0x%llx, expected %c 0x%llx 0x%llx", seen->next - 1,
                 seen->count, event->kind, (unsigned long long)event->at,
                 (unsigned long long)event->size, kind, (unsigned long long)at,
                 (unsigned long long)bytes);
    return event;
}

static inline void expect_end(void)
{
    assert_int_equal(seen->next, seen->count);
}
