/* Which words each memory test writes and reads, where, and in which order (board.md §3.3, docs/memory-test.md), typed by
 * hand: over a made-up card of one or three chunks of memory, of which nobody knows how it is spread over chips. Each
 * access of a block is kept and compared with the scheme of the test. */
#include "engines/family.h"
#include "hw/least.h"
#include "reference/words.h"
#include "suite/memory/load.h"
#include "suite/memory/march.h"
#include "suite/memory/memory_tests.h"
#include "suite/memory/patterns.h"
#include "suite/memory/refresh.h"
#include "suite/memory/view.h"
#include "tests/kit/bench.h"
#include "tests/kit/tests.h"

#define BAR_AT     UINT64_C(0xd0000000)
#define CHUNK      0x10000u
#define VRAM_MAX   (2 * VIEW_LOAD)
#define BLOCK      256u /* words that a thorough test writes at once */
#define BATCH      16u  /* blocks that go through one element together */
#define ONES       UINT64_MAX
#define EVENTS_MAX 60000u

/* w, r: a block through BAR1; f: a fill; c: a copy; u, d: a march up or down; s: a store of 8 bytes; h: a wait;
 * k: copies within the memory; o, O: the refresh off, on; p: programs are proven; C, W: they compare, store, m: march. */
struct event {
    char kind;
    uint64_t at; /* of a wait: microseconds */
    uint64_t size;
    uint64_t
        words[BLOCK / 8]; /* of a fill and a store one, of a march the expected and the next one */
    uint64_t last;        /* of a block */
};

static struct log {
    uint64_t ram[VRAM_MAX / 8];
    unsigned count, next; /* events: seen, expected */
    struct event events[EVENTS_MAX];
} * seen;
static uint64_t size, broken, also_broken; /* the words there have no bit 3; 0: none */
static unsigned broken_reads;              /* of them that this is so for */
static bool dead;                          /* with shaky: single reads have none, either */
static bool shaky; /* no word has bit 3 when it is read in a block or by a march; nothing is kept */
static uint64_t late_us[2];     /* that a wait, and the next ones, last longer */
static uint64_t down_us, up_us; /* that a march takes */
static bool on;
static unsigned flushes, closes, launches;
static unsigned parts, ranks; /* of the memory, where its shape is known */
static char said[4096];

static struct bench bench;

/* "Times 0x45631a4a5551ca8d, the upper half xored into the lower one, times 0x94d049bb133111eb." */
static uint64_t mixed_of(uint64_t at)
{
    const uint64_t x = (at + UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0x45631a4a5551ca8d);

    return (x ^ x >> 32) * UINT64_C(0x94d049bb133111eb);
}

static struct event *note(char kind, uint64_t at, uint64_t bytes)
{
    struct event *const event = &seen->events[seen->count];

    seen->count += !shaky;
    assert_true(seen->count < EVENTS_MAX);
    *event = (struct event){ .kind = kind, .at = at, .size = bytes };
    return event;
}

static uint64_t *word_at(uint64_t at)
{
    assert_true(at < size && at % 8 == 0);
    return &seen->ram[at % VRAM_MAX / 8];
}

static uint64_t load(uint64_t at)
{
    const bool is_wrong = at && (at == broken || at == also_broken) && broken_reads;

    broken_reads -= is_wrong;
    return *word_at(at) & ~(is_wrong || shaky ? UINT64_C(8) : 0);
}

static uint64_t offset(bus_addr at)
{
    assert_true(at.v >= BAR_AT);
    return at.v - BAR_AT;
}

/* ---- the bus --------------------------------------------------------------------------------- */

static uint64_t bus_read(struct bus *bus, bus_addr at, uint8_t bytes)
{
    assert_int_equal(8, bytes);
    return shaky && !dead ? *word_at(offset(at)) : load(offset(at));
}

static void bus_write(struct bus *bus, bus_addr at, uint8_t bytes, uint64_t value)
{
    note('s', offset(at), bytes)->words[0] = value;
    memcpy(word_at(offset(at)), &value, bytes);
}

static void read_block(struct bus *bus, bus_addr at, void *bytes, size_t length)
{
    struct event *const event = note('r', offset(at), length);
    uint64_t *const words = bytes;

    for (size_t i = 0; i < length / 8; i++)
        words[i] = load(offset(at) + 8 * i);
    memcpy(event->words, words, length < BLOCK ? length : BLOCK);
    event->last = words[length / 8 - 1];
}

static void write_block(struct bus *bus, bus_addr at, const void *bytes, size_t length)
{
    struct event *const event = note('w', offset(at), length);

    memcpy(word_at(offset(at)), bytes, length);
    memcpy(event->words, bytes, length < BLOCK ? length : BLOCK);
    memcpy(&event->last, (const uint8_t *)bytes + length - 8, 8);
}

static void fill_block(struct bus *bus, bus_addr at, uint64_t word, size_t length)
{
    note('f', offset(at), length)->words[0] = word;
    for (size_t i = 0; i < length; i += 8)
        *word_at(offset(at) + i) = word;
}

static size_t march(struct bus *bus, bus_addr at, size_t length, bool down, uint64_t expect,
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
static void wait_us(struct bus *bus, uint64_t us)
{
    bench.now_us += late_us[0];
    late_us[0] = late_us[1];
    if (seen->count && seen->events[seen->count - 1].kind == 'h')
        seen->events[seen->count - 1].at += us;
    else
        note('h', us, 0);
}

/* ---- the card -------------------------------------------------------------------------------- */

static enum err flush(struct card *card)
{
    flushes++;
    return OK;
}

static enum err way_open(struct memory_view *view)
{
    view->slice = size;
    return OK;
}

static enum err way_show(struct memory_view *view, uint64_t base)
{
    assert_int_equal(0, base);
    return OK;
}

static enum err way_copy(struct memory_view *view, uint64_t from, uint32_t to, uint32_t length)
{
    uint8_t *const buffer = view->buffer.cpu;

    note('c', from, length);
    for (uint32_t i = 0; i < length; i += 8)
        memcpy(buffer + to + i, &(uint64_t){ load(from + i) }, 8);
    return OK;
}

static void way_close(struct memory_view *view)
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
    enum err prove, refresh;
} made; /* 0: none */
static unsigned calls, proofs;

static enum err way_stir(struct memory_view *view, uint64_t from, uint64_t to, uint32_t length,
                         unsigned times)
{
    assert_int_equal(1, times);
    note('k', from, length)->words[0] = to;
    bench.now_us += made.stir_us;
    if (made.errors_from && ++calls >= made.errors_from)
        return ERR_TIMEOUT;
    for (uint64_t i = 0; i < length; i += 8)
        *word_at(to + i) = *word_at(from + i);
    if (made.spoils && made.spoils - to < length) {
        for (unsigned i = 0; i <= made.more; i++)
            *word_at(made.spoils + i * CHUNK) ^= made.bits;
        made.spoils = 0;
    }
    return OK;
}

static enum err way_stirred(struct memory_view *view)
{
    return OK;
}

static enum err way_refresh(struct memory_view *view, bool comes)
{
    note(comes ? 'O' : 'o', 0, 0);
    return made.refresh;
}

static enum err way_prove(struct memory_view *view, const struct way_march *elements,
                          uint64_t chunk, uint64_t *bad)
{
    note('p', chunk, elements != NULL);
    *bad = proofs++ ? made.bad : 0;
    return made.prove;
}

static enum err way_work(struct memory_view *view, const struct way_work *work, uint64_t *wrong)
{
    struct event *const event = note(work->stores ? 'W' : 'C', work->at, work->chunks);

    *wrong = 0;
    event->words[0] = work->mixed ? 2 : work->ones;
    event->words[1] = work->down;
    if (made.errors_from && ++calls >= made.errors_from)
        return ERR_TIMEOUT;
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
static uint64_t splitmix_of(uint64_t z)
{
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* "The piece's address is added to the lower half and taken from the upper one", or the sum goes through the steps of
 * splitmix64, or the word is inverted where the piece says so. */
static uint64_t word_of_march(const struct way_march *march, uint64_t piece, unsigned i)
{
    const uint64_t word = march->words[i], at = piece & ~(uint64_t)WAY_FLIP;

    if (march->by == WAY_ADDRESS)
        return (uint32_t)(word + at) | ((word >> 32) - at) << 32;
    if (march->by == WAY_MIXED)
        return splitmix_of(word + at - UINT64_C(0x9e3779b97f4a7c15));
    return piece & WAY_FLIP ? ~word : word;
}

/* All operations of an element on a piece, up to one that reads a wrong word: that one is in *op. */
static bool march_piece(const struct way_march *march, const uint8_t *ops, uint64_t piece,
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

static enum err way_march(struct memory_view *view, const struct way_march *of, unsigned element,
                          struct way_strands *strands)
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

static enum err way_evict(struct memory_view *view, uint64_t at)
{
    return OK;
}

/* Rows of 256 bytes in four banks, one after the other; blocks of 256 bytes take turns in the partitions. */
static enum err way_shape(struct memory_view *view, struct vram_shape *out)
{
    /* clang-format off */
    *out = (struct vram_shape){ .part_mask = (1u << parts) - 1, .parts = (uint8_t)parts,
        .subparts = 1, .ranks = (uint8_t)ranks, .lanes = 64, .chip_width = 32, .column_bytes = 8,
        .column_bits = 5, .bank_bits = 2,
        .row_bits = { (uint8_t)(7 - parts), (uint8_t)(7 - parts) } };
    /* clang-format on */
    return OK;
}

static bool way_place(const struct memory_view *view, uint64_t at, struct partition_addr *out)
{
    *out = (struct partition_addr){ .column = at >> 3 & 31,
                                    .part = (uint8_t)((at >> 8) % parts),
                                    .rank = ranks > 1 && at >= size / 2,
                                    .bank = (at >> 8) / parts & 3,
                                    .row = (at >> 10) / parts & 63 };
    return true;
}

static uint64_t way_find(const struct memory_view *view, struct partition_addr at)
{
    return ((at.row << 2 | at.bank) * parts + at.part) << 8 | (uint64_t)at.column << 3;
}

static void say(struct test *t, const char *line)
{
    const size_t used = strlen(said);

    snprintf(said + used, sizeof(said) - used, "%s\n", line);
}

static bool goes_on(struct test *t)
{
    return on;
}

static uint64_t first_all, last_all; /* of the first sign of progress, of the last one */

static void progress(struct test *of, uint64_t done, uint64_t all, const char *what)
{
    first_all = first_all ? first_all : all;
    last_all = all;
}

static enum err celsius(struct card *of, unsigned *out)
{
    *out = 50;
    return OK;
}

static const struct family family = { .flush = flush, .celsius = celsius };
static struct card card;
static struct vram_way way;
static struct run_config config;
static struct test t;

FIXTURE(begin)
{
    seen = calloc(1, sizeof(*seen));
    broken = also_broken = 0;
    shaky = dead = false;
    broken_reads = UINT32_MAX;
    late_us[0] = late_us[1] = down_us = up_us = 0;
    made = (struct made){ 0 };
    parts = ranks = 1;
    on = true;
    /* clang-format off */
    way = (struct vram_way){ .open = way_open, .show = way_show, .close = way_close,
        .copier = "m2mf", .copy_line = 0x800, .stir = way_stir, .stirred = way_stirred,
        .copy_engine = "PGRAPH", .refresh = way_refresh, .prove = way_prove, .work = way_work,
        .march = way_march, .worker = "programs" };
    /* clang-format on */
    config = (struct run_config){ .max_temp = 95, .hold = 4 };
}

FIXTURE(end)
{
    free(seen);
}

static void run(void (*test)(struct test *t), uint64_t bytes)
{
    size = bytes;
    seen->count = seen->next = 0;
    first_all = 0;
    calls = proofs = launches = 0;
    flushes = closes = 0;
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
    t = (struct test){ .name = "vram", .card = &card, .way = &way, .config = &config, .say = say,
        .progress = progress, .goes_on = goes_on };
    /* clang-format on */
    test(&t);
    assert_int_equal(1, closes);
    assert_int_equal(2,
                     bench.cached); /* stores are combined, and at the end they are not any more */
    assert_int_equal(BUS_UNCACHED, bench.caching);
    assert_non_null(t.put_back);
    t.put_back(&t);
    card_dma_free_all(&card, 0);
}

static const struct event *take(char kind, uint64_t at, uint64_t bytes)
{
    const struct event *const event = &seen->events[seen->next++];

    if (seen->next > seen->count || event->kind != kind || event->at != at || event->size != bytes)
        fail_msg("event %u of %u is %c 0x%llx 0x%llx, expected %c 0x%llx 0x%llx", seen->next - 1,
                 seen->count, event->kind, (unsigned long long)event->at,
                 (unsigned long long)event->size, kind, (unsigned long long)at,
                 (unsigned long long)bytes);
    return event;
}

static void expect_end(void)
{
    assert_int_equal(seen->next, seen->count);
}

/* ---- thorough tests -------------------------------------------------------------------------- */

/* The word that a 0 of a scheme stands for: in the nth word of the block at an address, in a pass. */
typedef uint64_t zero_word(uint64_t at, unsigned word, unsigned pass);

static uint64_t zeros(uint64_t at, unsigned word, unsigned pass)
{
    return 0;
}

/* One line of 64 in each word, the next one in the next, eight further in each pass. */
static uint64_t one_line(uint64_t at, unsigned word, unsigned pass)
{
    return UINT64_C(1) << (word + 8 * pass) % 64;
}

static uint64_t bit_of_bytes(uint64_t at, unsigned word, unsigned pass)
{
    static const uint64_t words[] = { 0x0101010101010101, 0x0202020202020202, 0x0404040404040404,
                                      0x0808080808080808, 0x1010101010101010, 0x2020202020202020,
                                      0x4040404040404040, 0x8080808080808080 };

    return words[pass];
}

/* Without rows that are known only neighbours in a word and from word to word differ. */
static uint64_t squares(uint64_t at, unsigned word, unsigned pass)
{
    return word % 2 ? UINT64_C(0xaaaaaaaaaaaaaaaa) : UINT64_C(0x5555555555555555);
}

static uint64_t named(uint64_t at, unsigned word, unsigned pass)
{
    const uint64_t here = at + 8ull * word;

    return (0xffffffff - here) << 32 | here;
}

/* Of seed 1234567, whose first two numbers are well known, from the address on. */
static uint64_t splitmix(uint64_t at, unsigned word, unsigned pass)
{
    return splitmix_of(1234567 + at + 8ull * word + pass * UINT64_C(0x9e3779b97f4a7c15));
}

/* One block that is written or read: "w0", "r1". */
static void expect_block(const char *op, zero_word *zero, uint64_t at, unsigned pass)
{
    const struct event *const event = take(op[0], at, BLOCK);

    for (unsigned i = 0; i < BLOCK / 8; i++)
        assert_int_equal(op[1] == '1' ? ~zero(at, i, pass) : zero(at, i, pass), event->words[i]);
}

/* All blocks of a batch go through one operation before the next one. */
static void expect_batch(const char *element, zero_word *zero, unsigned batch, unsigned pass)
{
    for (const char *op = element + 1; *op == 'r' || *op == 'w'; op += 2)
        for (unsigned i = 0; i < BATCH; i++)
            expect_block(op, zero, (uint64_t)(batch * BATCH + i) * BLOCK, pass);
}

/* "^w0 ^r0w1 vr1": an element up, another up, one down; "h": nothing is done for four seconds. */
static void expect_scheme(const char *scheme, zero_word *zero, unsigned passes)
{
    const unsigned batches = CHUNK / BLOCK / BATCH;

    for (unsigned pass = 0; pass < passes; pass++)
        for (const char *element = scheme; element; element = strchr(element, ' ')) {
            element += *element == ' ';
            if (*element == 'h')
                take('h', 4000000, 0);
            for (unsigned n = 0; *element != 'h' && n < batches; n++)
                expect_batch(element, zero, *element == 'v' ? batches - 1 - n : n, pass);
        }
    expect_end();
    assert_pairs(TEST_PASS, t.result, 0, t.untested);
}

TEST(thorough_tests_follow_their_schemes, begin, end)
{
    /* clang-format off */
    static const struct {
        void (*test)(struct test *t);
        const char *scheme;
        zero_word *zero;
        const char *note;       /* reads and writes for each element: ten in six make 1.66 words */
        unsigned passes, reads; /* of each word */
        unsigned flushes;       /* one at the end of each element, one before each hold; cached: one before it */
        bool cached;            /* words just written are read once all others have been */
    } rows[] = {
        { memory_address, "^w0 ^r0w1 vr1", named, "in 0 ms, 0 MB/s; reads by BAR1, stores combined, 1.33 bytes", 1, 2, 3, false },
        { memory_lines, "^w0 ^r0w1 ^r1 vr1", one_line, "1.25 bytes", 8, 24, 32, false },
        { memory_inversions, "^w0 ^r0w1r1 vr1w0r0", bit_of_bytes, "2.33 bytes", 8, 32, 24, false },
        { memory_inversions, "^w0 ^r0w1 ^r1 vr1w0 vr0", bit_of_bytes, "2.33 bytes", 8, 32, 48, true },
        { memory_march_c, "^w0 ^r0w1 ^r1w0 vr0w1 vr1w0 ^r0", zeros, "1.66 bytes", 1, 5, 6, false },
        { memory_march_ss, "^w0 ^r0r0w0r0w1 ^r1r1w1r1w0 vr0r0w0r0w1 vr1r1w1r1w0 ^r0", zeros, "3.66 bytes", 1, 13, 6, false },
        { memory_march_ss, "^w0 ^r0r0w0 ^r0w1 ^r1r1w1 ^r1w0 vr0r0w0 vr0w1 vr1r1w1 vr1w0 ^r0", zeros, "3.66 bytes", 1, 13, 12, true },
        { memory_checkerboard, "^w0 ^r0 ^w1 ^r1", squares, "1.00 bytes", 1, 2, 4, false },
        { memory_fade, "^w0 h ^r0 ^w1 h ^r1", zeros, "in 8000 ms, 0 MB/s; reads by BAR1, stores combined, 1.00 bytes", 1, 2, 6, false },
        { memory_random, "^w0 ^r0w1 vr1", splitmix, "1.33 bytes", 2, 4, 6, false },
    };
    /* clang-format on */

    assert_int_equal(UINT64_C(6457827717110365317), splitmix(0, 0, 0));
    assert_int_equal(UINT64_C(3203168211198807973), splitmix(0, 0, 1));
    config.seed = 1234567;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        way.evict = rows[i].cached ? way_evict : NULL;
        run(rows[i].test, CHUNK);
        expect_scheme(rows[i].scheme, rows[i].zero, rows[i].passes);
        assert_pairs(rows[i].reads * CHUNK / 8, t.compared, rows[i].flushes, flushes);
        assert_non_null(strstr(t.note, rows[i].note));
    }
}

/* Words of a block in runs: those of the offset, or the others. Every block of a batch has its words at the same places,
 * as if batches of 32 words followed each other. */
static void expect_some(unsigned batch, unsigned first, bool chosen, uint64_t word)
{
    for (unsigned block = 0; block < BATCH; block++)
        for (unsigned i = 0, length; i < 32; i += length ? length : 1) {
            const uint64_t at = (uint64_t)(batch * BATCH + block) * BLOCK;

            for (length = 0; i + length < 32; length++)
                if (((batch * 32 + i + length) % 20 == first) != chosen)
                    break;
            if (!length)
                continue;
            const struct event *const event = take('w', at + 8 * i, 8 * length);

            for (unsigned k = 0; k < length; k++)
                assert_int_equal(word, event->words[k]);
        }
}

/* For each of twenty offsets: the chosen words, the others twice, then a look at all. */
TEST(every_twentieth_word_is_kept, begin, end)
{
    run(memory_modulo_20, CHUNK);
    for (unsigned first = 0; first < 20; first++) {
        const uint64_t kept = first % 2 ? ONES : 0;

        for (unsigned step = 0; step < 3; step++)
            for (unsigned batch = 0; batch < 16; batch++)
                expect_some(batch, first, step == 0, step == 0 ? kept : ~kept);
        for (unsigned block = 0; block < 256; block++)
            take('r', (uint64_t)block * BLOCK, BLOCK);
    }
    expect_end();
    assert_int_equal(TEST_PASS, t.result);
    assert_int_equal(CHUNK / 8, t.compared); /* each word once */
    assert_int_equal(80, flushes);
    /* (1/20 + 2 * 19/20 + 1) / 4 */
    assert_non_null(strstr(t.note, "combined, 0.73 bytes"));
}

/* The person at the rig ends it after the first batch of six elements: 4096 / 6 bytes have been through all. */
TEST(an_end_is_an_end, begin, end)
{
    on = false;
    run(memory_march_c, CHUNK);
    expect_batch("^w0", zeros, 0, 0);
    expect_end();
    assert_pairs(0x10000 - 682, t.untested, true, t.strip.left_out[0] == ONES);
    run(memory_modulo_20, CHUNK);
    expect_some(0, 0, true, 0);
    expect_end();
    run(march_all, 3 * CHUNK);
    take('w', 0, CHUNK);
    expect_end();
    assert_pairs(3 * CHUNK, t.untested, true, t.strip.left_out[0] == ONES);
}

/* ---- the quick test -------------------------------------------------------------------------- */

static void expect_march(char kind, uint64_t at, uint64_t bytes, uint64_t expected, uint64_t next)
{
    const struct event *const event = take(kind, at, bytes);

    assert_pairs(expected, event->words[0], next, event->words[1]);
}

static void expect_up(uint64_t expected, uint64_t next)
{
    for (uint64_t at = 0; at < 3 * CHUNK; at += CHUNK)
        expect_march('u', at, CHUNK, expected, next);
}

static void expect_down(uint64_t expected, uint64_t next)
{
    for (uint64_t at = 3 * CHUNK; at > 0; at -= CHUNK)
        expect_march('d', at - CHUNK, CHUNK, expected, next);
}

/* Only the accesses that are marches or stores. */
static void skip_looks(void)
{
    while (seen->next < seen->count && strchr("wrfhc", seen->events[seen->next].kind))
        seen->next++;
}

/* A wrong word's next value is stored, and the element goes on beyond it, up and down. Beyond it there may be nothing left:
 * of the last word up, and of the first one down. */
TEST(a_wrong_word_is_passed, begin, end)
{
    /* clang-format off */
    static const struct {
        uint64_t broken;
        unsigned skipped; /* elements of marches before these */
        struct { char kind; uint64_t at, bytes; } steps[9]; /* of ones, which a 0 follows */
    } rows[] = {
        { CHUNK + 0x108, 1, { { 'u', 0, CHUNK }, { 'u', CHUNK, CHUNK }, { 's', CHUNK + 0x108, 8 },
                              { 'u', CHUNK + 0x110, CHUNK - 0x110 }, { 'u', 2 * CHUNK, CHUNK } } },
        { CHUNK + 0x108, 3, { { 'd', 2 * CHUNK, CHUNK }, { 'd', CHUNK, CHUNK }, { 's', CHUNK + 0x108, 8 },
                              { 'd', CHUNK, 0x108 }, { 'd', 0, CHUNK } } },
        { 2 * CHUNK - 8, 1, { { 'u', 0, CHUNK }, { 'u', CHUNK, CHUNK }, { 's', 2 * CHUNK - 8, 8 }, { 'u', 2 * CHUNK, CHUNK } } },
        { CHUNK, 3, { { 'd', 2 * CHUNK, CHUNK }, { 'd', CHUNK, CHUNK }, { 's', CHUNK, 8 }, { 'd', 0, CHUNK } } },
    };
    /* clang-format on */

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        broken = rows[i].broken;
        run(march_all, 3 * CHUNK);
        while (seen->events[seen->next].kind != 'u')
            seen->next++;
        expect_up(0, ONES);
        skip_looks();
        while (rows[i].skipped == 3 && seen->events[seen->next].kind != 'd')
            seen->next++;
        if (rows[i].skipped == 3)
            expect_down(0, ONES);
        for (unsigned k = 0; rows[i].steps[k].kind; k++) {
            const struct event *const event =
                take(rows[i].steps[k].kind, rows[i].steps[k].at, rows[i].steps[k].bytes);

            if (event->kind == 's')
                assert_int_equal(0, event->words[0]);
            else
                assert_pairs(ONES, event->words[0], 0, event->words[1]);
        }
        if (rows[i].skipped == 3)
            expect_up(0, 0);
        assert_int_equal(TEST_FAIL, t.result);
    }
}

/* The second one of a chunk too, whose mixed word has the bit; that of the first has not. */
TEST(two_wrong_words_are_said_where_they_lie, begin, end)
{
    broken = 0xb908;
    also_broken = 0xc108;
    run(march_all, CHUNK);
    assert_non_null(strstr(t.sentence, SAYS_BAD_MEMORY ": 5 wrong words, bits 0x0000000000000008, "
                                                       "multiples of 0x800 bytes apart;"));
    assert_non_null(strstr(said, "errors: vram from 0xb908 to 0xc108, spaced 0x800, "));
}

/* 65536 words, of which 33494 have bit 3 in their mixed address: so many wrong ones, and all of them twice while they
 * are ones. Each element is looked at again as far as the one before it, which is far enough for all of its words. */
TEST(each_element_looks_again_at_its_own_errors, begin, end)
{
    shaky = true;
    run(march_all, 8 * CHUNK);
    assert_non_null(strstr(t.sentence, SAYS_BAD_MEMORY
                           ": 164566 wrong words, data line 3, in all channels "
                           "alike: GPU or supply, not one chip; 164566 of them right"));
    run(memory_march_c, 8 * CHUNK); /* without addresses */
    assert_non_null(strstr(t.sentence,
                           SAYS_BAD_MEMORY ": 131072 wrong words, bits 0x0000000000000008, "
                                           "131072 of them right when read again;"));
}

/* In the quick test once more, as the mixed word of either has the bit too; twice in March C-; once in modulo-20, for the sixth offset: word 33 of batch 7 counts as word 7 * 32 + 1, and the last word of the chunk as word 511, for the twelfth. */
TEST(wrong_words_are_said_where_they_lie, begin, end)
{
    static const struct {
        void (*test)(struct test *t);
        unsigned count;
        uint64_t words[2]; /* the last one, word 33 */
    } rows[] = { { march_all, 3, { 0xe4e68ba4cf6b11c8, 0x413ea613688c98dc } },
                 { memory_march_c, 2, { ONES, ONES } },
                 { memory_modulo_20, 1, { ONES, ONES } } };

    for (unsigned i = 0; i < 4 * sizeof(rows) / sizeof(rows[0]); i++) {
        const unsigned long long word = rows[i / 4].words[i / 2 % 2];
        char words[3][100];

        broken = i / 2 % 2 ? 0x7108 : 0xfff8;
        way.copy = i % 2 ? way_copy : NULL;
        run(rows[i / 4].test, CHUNK);
        snprintf(words[0], 100, SAYS_BAD_MEMORY ": %u wrong words, bits 0x0000000000000008;",
                 rows[i / 4].count);
        snprintf(words[1], 100, "0x%016llx at VRAM 0x%x", word, (unsigned)broken);
        snprintf(words[2], 100, "0x%016llx", word ^ 8);
        assert_non_null(strstr(t.sentence, words[0]));
        assert_string_equal(words[1], t.expected);
        assert_string_equal(words[2], t.actual);
        assert_true(cause_explains((enum cause)t.finding.cause));
        snprintf(words[0], 100,
                 "errors: vram from 0x%x to 0x%x, spaced 0x0, read 1 for 0: ", (unsigned)broken,
                 (unsigned)broken);
        assert_non_null(strstr(said, words[0]));
        assert_non_null(strstr(said, " 0x0000000000000000, read 0 for 1: 0x0000000000000008\n"));
    }
}

/* The second chunk of three: nothing else is touched, and the others count as not tested. */
TEST(a_range_is_all_that_is_touched, begin, end)
{
    static void (*const tests[])(struct test * t) = { march_all, memory_march_c, memory_modulo_20 };

    config.range_from = CHUNK;
    config.range_to = 2 * CHUNK;
    for (unsigned i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
        run(tests[i], 3 * CHUNK);
        assert_true(seen->count > 8);
        for (unsigned k = 0; k < seen->count; k++)
            if (seen->events[k].kind != 'h')
                assert_int_equal(1, seen->events[k].at / CHUNK);
        assert_pairs(2 * CHUNK, t.untested, TEST_PASS, t.result);
    }
}

/* In bit fade it lay there for four seconds, and a moment. */
TEST(a_suspect_of_a_hold_is_held_as_long, begin, end)
{
    uint64_t held[6] = { 0 };
    unsigned count = 0;

    way.shape = way_shape;
    way.place = way_place;
    way.find = way_find;
    broken = 0x108;
    broken_reads = 1 + 3; /* while it is 0, and while it is 1 */
    run(memory_fade, CHUNK);
    for (unsigned i = 0; i < seen->count && count < 6; i++)
        if (seen->events[i].kind == 'h')
            held[count++] = seen->events[i].at;
    assert_int_equal(4, count);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(i < 2 ? 4000000 : 4050000, held[i]);
}

/* ---- refresh held off ------------------------------------------------------------------------ */

static void expect_named(char kind, uint64_t at, uint64_t flip)
{
    const struct event *const event = take(kind, at, CHUNK);

    for (unsigned i = 0; i < BLOCK / 8; i++)
        assert_int_equal(mixed_of(at + 8 * i) ^ flip, event->words[i]);
    assert_int_equal(mixed_of(at + CHUNK - 8) ^ flip, event->last);
}

/* "Mixed words, and then their opposite, over all of memory, hold the refresh off for that long, and compare every word." */
TEST(refresh_is_held_off_twice, begin, end)
{
    config.refresh = 500;
    run(memory_refresh, 3 * CHUNK);
    for (uint64_t round = 0; round < 2; round++) {
        for (uint64_t at = 0; at < 3 * CHUNK; at += CHUNK)
            expect_named('w', at, -round);
        take('o', 0, 0);
        take('h', 500000, 0);
        take('O', 0, 0);
        for (uint64_t at = 0; at < 3 * CHUNK; at += CHUNK)
            expect_named('r', at, -round);
    }
    expect_end();
    assert_pairs(2 * 3 * CHUNK / 8, t.compared, 4 * 3 * CHUNK, first_all);
    assert_int_equal(6, flushes); /* after stores, before the wait, after each compare */
    assert_string_equal("500 ms without refresh, 2 times", t.note);
    config.range_from = CHUNK;
    config.range_to = 2 * CHUNK;
    run(memory_refresh, 3 * CHUNK);
    assert_int_equal(2 * CHUNK / 8, t.compared);
    config.range_to = 0;
    broken = CHUNK + 0x108; /* the word or its opposite has the bit */
    run(memory_refresh, 3 * CHUNK);
    assert_non_null(
        strstr(t.sentence, SAYS_BAD_MEMORY ": 1 wrong words, bits 0x0000000000000008;"));
    way.shape = way_shape;
    way.place = way_place;
    way.find = way_find;
    run(memory_refresh, CHUNK);
    assert_int_equal(TEST_PASS, t.result); /* it lies beyond */
    broken = 0x108;
    run(memory_refresh, CHUNK);
    assert_non_null(strstr(t.sentence, "D0-D31, rank A: wrong words after 500 ms without refresh"));
    made.refresh = ERR_TIMEOUT;
    run(memory_refresh, CHUNK);
    assert_non_null(strstr(t.sentence, "holding the refresh off"));
}

/* ---- load ------------------------------------------------------------------------------------ */

/* "Mixed words go into one half of memory over the link, once. Then the card's own engine copies that half to the other and
 * back, again and again, for at least ten seconds (heat= for as long as that says)": each way takes one here. */
TEST(halves_are_copied_to_and_fro, begin, end)
{
    /* clang-format off */
    static const struct {
        unsigned chunks, half, heat, stir_ms, rounds, ranks;
        bool cached;
        const char *note;
    } rows[] = {
        { 8, 4, 0, 1000, 1, 1, false, "2 generations of copies, 1 MiB read and written in 2000 ms, 0 M" },
        { 9, 4, 0, 250, 10, 1, false, "20 generations of copies, 10 MiB read and written in 5000 ms, 2 M" },
        { 9, 4, 0, 2500, 2, 1, false, "4 generations of copies, 2 MiB read and written in 10000 ms, 0 M" },
        { 3, 1, 3, 1000, 2, 1, false, "4 generations of copies, 0 MiB read and written in 4000 ms, 0" },
        { 20, 8, 1, 1000, 1, 1, false, "2 generations of copies, 2 MiB read and written in 2000 ms, 1" },
        { 8, 4, 0, 1000, 1, 2, false, "2 generations of copies, 1 MiB read and written in 4000 ms, 0 M" },
        { 128, 10, 0, 1000, 1, 1, true, "2 generations of copies, 2 MiB read and written in 2000 ms, 1 " },
    };
    /* clang-format on */

    way.copy = way_copy;
    way.place = way_place;
    way.find = way_find;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const uint64_t half = rows[i].half * CHUNK,
                       apart = rows[i].chunks / (2 * rows[i].ranks) * CHUNK;
        const uint64_t one = LEAST(half, apart); /* of quarters there are two lower ones */

        config.model = rows[i].rounds == 1; /* "on the device model two generations over 1 MiB" */
        config.heat = (uint16_t)rows[i].heat;
        made.stir_us = rows[i].stir_ms * 1000;
        ranks = rows[i].ranks;
        way.shape = ranks > 1 ? way_shape : NULL;
        way.evict = rows[i].cached ? way_evict : NULL;
        run(memory_load, rows[i].chunks * CHUNK);
        while (seen->events[seen->next].kind != 'w')
            seen->next++;
        for (uint64_t at = 0; at < half; at += CHUNK)
            expect_named('w', at / one * 2 * apart + at % one, 0);
        for (unsigned n = 0; n < 2 * rows[i].rounds; n++)
            for (uint64_t at = 0; at < 2 * half; at += 2 * one)
                assert_int_equal(at / one * apart + (n % 2 ? 0 : apart),
                                 take('k', at / one * apart + (n % 2 ? apart : 0), one)->words[0]);
        for (uint64_t at = 0; at < size; at += VIEW_LOAD)
            take('c', at, LEAST(size, VIEW_LOAD));
        expect_end();
        assert_pairs(TEST_PASS, t.result, 2 * half / 8, t.compared, (3 + 4 * rows[i].rounds) * half,
                     last_all); /* stored once, compared twice, copied within both halves */
        assert_int_equal(0, memcmp(t.note, rows[i].note, strlen(rows[i].note)));
    }
}

/* "A wrong word alone does not tell memory from the copier." "All wrong words, of six chunks of 64 KiB or more, lie in one
 * partition or chip of several": where the chips are known, there are two in one partition. Words that are spoilt on the
 * way back are those of one half. */
TEST(wrong_words_under_load, begin, end)
{
#define RIGHT " of copies by m2mf, and memory is right by BAR1: memory under load, or PGRAPH"
    /* clang-format off */
    static const struct {
        bool silicon;
        unsigned ranks; /* 0: the chips are not known */
        struct made made;
        const char *says;
    } rows[] = {
        { true, 0, { .spoils = 0xd0108, .bits = 8 }, "2 words were wrong after 20 generations" RIGHT },
        { false, 0, { .spoils = 0xd0108, .bits = 8 }, "left 2 wrong words after 2 generations" RIGHT },
        { false, 1, { .spoils = 0x108, .bits = 8, .more = 4 }, "left 5 wrong words after 2 generations" RIGHT },
        { false, 1, { .spoils = 0x108, .bits = 8, .more = 5 }, "D0-D31, rank A: wrong words under load" },
        { false, 1, { .spoils = 0x108, .bits = 1ull << 40, .more = 5 }, "D32-D63, rank A: wrong words under" },
        { false, 1, { .spoils = 0x108, .bits = 1ull << 40 | 8, .more = 5 }, "left 6 wrong words after 2 gen" },
        { false, 2, { .spoils = 0x108, .bits = 8, .more = 5 }, "D0-D31, rank A: wrong words under load" },
        { false, 2, { .spoils = 0x80108, .bits = 8, .more = 5 }, "D0-D31, rank B: wrong words under load" },
    };
    /* clang-format on */

    way.copy = way_copy;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        config.model = !rows[i].silicon;
        ranks = rows[i].ranks ? rows[i].ranks : 1;
        way.shape = rows[i].ranks ? way_shape : NULL;
        way.place = way_place;
        way.find = way_find;
        made = rows[i].made;
        run(memory_load, 16 * CHUNK);
        assert_int_equal(rows[i].silicon ? TEST_ERROR : TEST_FAIL, t.result);
        assert_non_null(strstr(t.sentence, rows[i].says));
        assert_non_null(strstr(said, " chunks of 64 KiB; BAR1 reads them so too"));
    }
    way.shape = NULL;
    made = (struct made){ .errors_from = 2 };
    run(memory_load, 8 * CHUNK);
    assert_non_null(strstr(said, "m2mf stopped copying within VRAM ("));
    assert_non_null(strstr(said, ") after 1 generations"));
    broken = 5 * CHUNK + 0x118; /* its mixed word has the bit */
    run(memory_load, 8 * CHUNK);
    assert_non_null(strstr(t.sentence, SAYS_BAD_MEMORY ": "));
}

/* ---- programs of the card's own -------------------------------------------------------------- */

/* Of each element: up or down, reads and writes of zeros, ones and mixed words (2). "A launch works on up to 4 MiB." What
 * is compared is stored after that. */
static void expect_all_elements(void)
{
    static const char elements[][4] = { "^-2", "^2-", "^-0", "^01", "^10", "v01", "v10", "^0-" };

    take('p', 0, 0);
    for (unsigned i = 0; i < 4 * sizeof(elements) / sizeof(elements[0]); i++) {
        const char *const element = elements[i / 4];
        const bool down = element[0] == 'v', rest = i & 2;
        const char words = element[1 + i % 2];

        while (seen->next < seen->count && strchr("rsh", seen->events[seen->next].kind))
            seen->next++;
        if (words == '-')
            continue;
        const struct event *const event =
            take(i % 2 ? 'W' : 'C', down == rest ? 0 : (rest ? 64 : 2) * CHUNK, rest ? 2 : 64);
        assert_pairs(words - '0', event->words[0], down, event->words[1]);
    }
}

TEST(programs_march_over_four_mib, begin, end)
{
    config.by_shader = config.model = true;
    run(march_all, 66 * CHUNK);
    expect_all_elements();
    expect_end();
    assert_pairs(TEST_PASS, t.result, 66 * CHUNK / 8 * 6, t.compared);
    broken = 65 * CHUNK + 0x108; /* wrong where it is mixed, and each twice where it is ones */
    also_broken = 7 * CHUNK + 0x108;
    run(march_all, 66 * CHUNK);
    expect_all_elements();
    assert_non_null(strstr(t.sentence, SAYS_BAD_MEMORY ": 5 wrong words, bits 0x0000000000000008"));
    assert_non_null(strstr(said, "errors: vram from 0x70108 to 0x410108, spaced 0x3a0000, "));
}

/* Whether they may work, and what becomes of words that nobody but they finds wrong: "all is done again". */
TEST(programs_alone_make_no_memory_wrong, begin, end)
{
#define AGAIN "all of it again without programs of the card's own: "
#define NONE  "no programs of the card's own: "
#define STOPS "programs of the card's own worked and then stopped ("
    /* clang-format off */
    /* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): in the order in which it is read */
    static const struct {
        bool silicon, risky;
        uint16_t heat;
        struct made made;
        unsigned proofs;
        const char *said, *sentence;
    } rows[] = {
        { false, false, 0, { 0 }, 1, "", "" },
        { true, true, 0, { 0 }, 1, "", "" },
        { true, false, 0, { 0 }, 0, NONE "such programs may hang a card: risky=1 lets them run", "" },
        { false, false, 1, { 0 }, 0, NONE "heat= and part= go by the other ways", "" },
        { false, false, 0, { .prove = ERR_RANGE }, 8, NONE "where they are tried memory does not hold words", "" },
        { false, false, 0, { .prove = ERR_UNSUPPORTED }, 1, NONE "they do not run (", "" },
        { false, false, 0, { .liar = 0x20108 }, 5, AGAIN "BAR1 contradicts one at VRAM 0x20000\n",
          "a program of the card's own found VRAM 0x20000 wrong, and nothing else did: " },
        { false, false, 0, { .liar = 0x20108, .bad = 2 }, 5, AGAIN "BAR1 contradicts one at VRAM 0x20000\n",
          "MP 1: stores or compares words of memory wrong, which" },
        { false, false, 0, { .errors_from = 2 }, 1, AGAIN "one did not come to its end at VRAM 0x0\n", STOPS },
        { false, false, 0, { .errors_from = 6 }, 1, AGAIN "one did not come to its end at VRAM 0x0\n", STOPS },
    };
    /* clang-format on */

    config.by_shader = true;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        config.model = !rows[i].silicon;
        config.risky = rows[i].risky;
        config.heat = rows[i].heat;
        way.copy = rows[i].heat ? NULL : way_copy;
        made = rows[i].made;
        run(march_all, 10 * CHUNK);
        assert_non_null(strstr(said, rows[i].said));
        assert_non_null(strstr(t.sentence, rows[i].sentence));
        assert_pairs(rows[i].said[0] != 0, strstr(said, "programs of the card's own: ") != NULL,
                     rows[i].proofs, proofs, rows[i].sentence[0] != 0, t.result != TEST_PASS);
        if (!rows[i].heat) /* where they are not used copies bring the words */
            assert_int_equal(rows[i].said[0] ? 'c' : 'C', seen->events[seen->count - 1].kind);
    }
    made = (struct made){ 0 };
    shaky = dead = true;
    run(march_all, 66 * CHUNK);
    assert_non_null(strstr(said, AGAIN "they found many wrong words at VRAM 0x400000\n"));
}

/* Programs find the words wrong that BAR1 finds, after as many reads; a launch has 512 chip pieces at most. */
TEST(programs_in_the_order_of_chips_find_the_same, begin, end)
{
    static const struct {
        void (*test)(struct test *t);
        unsigned elements;
    } rows[] = { { memory_address, 3 }, { memory_lines, 4 * 8 }, { memory_inversions, 3 * 8 },
                 { memory_march_c, 6 }, { memory_march_ss, 6 },  { memory_checkerboard, 4 },
                 { memory_fade, 4 },    { memory_random, 3 * 2 } };
    static char lines[sizeof(said)];

    config.model = true;
    for (unsigned i = 0; i < 6 * sizeof(rows) / sizeof(rows[0]); i++) {
        const unsigned row = i % 8, shape = i / 16; /* unknown, one partition, two */
        const uint64_t bytes = (shape ? 1 : 3) * CHUNK;

        parts = shape == 2 ? 2 : 1;
        way.shape = shape ? way_shape : NULL;
        way.place = way_place;
        way.find = way_find;
        broken = i / 8 % 2 ? 0x708 : 0;
        also_broken = i / 8 % 2 ? 0x9608 : 0;
        config.by_shader = false;
        run(rows[row].test, bytes);
        const struct test by_bar1 = t;
        memcpy(lines, said, sizeof(lines));
        config.by_shader = true;
        run(rows[row].test, bytes);
        assert_string_equal(by_bar1.sentence, t.sentence);
        assert_string_equal(lines, said);
        assert_pairs(by_bar1.result, t.result, by_bar1.compared, t.compared, 1, proofs);
        if (!broken)
            assert_int_equal(rows[row].elements * (shape ? 1 : 2), launches);
    }
    /* Three looks at the wires, a program's one, three of BAR1: where it is read once more it is right. */
    broken_reads = 3 + 1 + 3;
    also_broken = 0;
    way.shape = NULL;
    run(memory_march_ss, CHUNK);
    assert_non_null(strstr(t.sentence, SAYS_BAD_MEMORY ": 1 wrong words, bits 0x0000000000000008"));
    assert_null(strstr(said, AGAIN));
}
