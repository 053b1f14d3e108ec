/* Words that only the card's own copy brought wrong: whether memory or copy is at fault (suite/memory/copy_path.h).
 * Copies and memory of a made-up card are wrong in the rounds that a test names. */
#include "suite/memory/copy_path.h"
#include "tests/suite/memory/view_rig.h"

#define AT     UINT64_C(0x10000) /* of the chunk */
#define WORDS  (VIEW_CHUNK / 8)
#define PIECES 64   /* chunks in the 4 MiB that a copy brings at most */
#define EVERY  1000 /* a round: all of them */

static uint64_t vram[2 * WORDS];
static struct {
    unsigned copy_wrong, words; /* from this round on a copy brings so many wrong words */
    unsigned for_rounds;
    unsigned read_wrong;   /* in this round BAR1 reads a word wrong at one of two times */
    unsigned stored_wrong; /* from this round on the memory holds another word, and keeps it */
    unsigned stops;        /* in this round the copy does not end */
    unsigned ends;         /* the deadline passes in this round's copy */
} fault;
static unsigned copies, reads, writes;

static void read_block(struct bus *bus, bus_addr at, void *bytes, size_t size)
{
    uint64_t *const words = bytes;

    assert_pairs(AT, at.v, VIEW_CHUNK, size);
    memcpy(words, vram + AT / 8, size);
    if (copies - 1 == fault.read_wrong && reads % 2)
        words[77] ^= 1;
    reads++;
}

/* Each word names its place in both halves; every second round has the complement of all. */
static void write_block(struct bus *bus, bus_addr at, const void *bytes, size_t size)
{
    const uint64_t *const words = bytes;

    assert_pairs(AT, at.v, VIEW_CHUNK, size);
    for (uint64_t i = 0; i < WORDS; i++) {
        const uint64_t word = UINT64_C(0x5a96c3e10f7824bd) ^ (i << 32 | i);

        if (words[i] != (writes % 2 ? ~word : word))
            fail_msg("word %u of round %u", (unsigned)i, writes);
    }
    memcpy(vram + AT / 8, words, size);
    if (writes >= fault.stored_wrong)
        vram[AT / 8] ^= 1;
    writes++;
}

/* Each round copies to another piece of the buffer, which holds the complement of the stored words until then. */
static enum err copy(struct memory_view *v, uint64_t from, uint32_t to, uint32_t size)
{
    uint64_t *const out = (uint64_t *)v->buffer.cpu + to / 8;
    const unsigned round = copies++;

    assert_pairs(AT, from, VIEW_CHUNK, size, round % PIECES * VIEW_CHUNK, to);
    assert_int_equal(writes, flushes); /* every store has arrived */
    for (unsigned i = 0; i < WORDS; i++)
        if (i && out[i] != ~vram[AT / 8 + i])
            fail_msg("round %u finds word %u as it shall become", round, i);
    memcpy(out, vram + AT / 8, size);
    if (round >= fault.copy_wrong && round < fault.copy_wrong + fault.for_rounds)
        for (unsigned i = 0; i < fault.words; i++)
            out[i * (WORDS - 1) % WORDS] ^= BIT64(63);
    bench_of(v->t->card->bus)->now_us += 600;
    v->t->card->expired |= round == fault.ends;
    return round == fault.stops ? ERR_TIMEOUT : OK;
}

static const struct family family = { .flush = count_flush };
static const struct vram_way way = {
    .show = show_all, .copy = copy, .copier = "m2mf", .copy_engine = "PGRAPH"
};
static const struct chip chip = { .title = "G84" };
static struct memory_errors errors;

FIXTURE(begin)
{
    copies = reads = writes = flushes = 0;
    said[0] = '\0';
    memset(&fault, 0xff, sizeof(fault));
    fault.for_rounds = 0;
    free(view.buffer.cpu);
    open_rig(&way, &family, sizeof(vram));
    bench.does.read_block = read_block;
    bench.does.write_block = write_block;
    card.chip = &chip;
    config = (struct run_config){ 0 };
    t.say = keep_line;
    t.deadline_us = 1000;
    card_deadline(&card, 1000); /* not enough for two rounds */
    view.by_copy = true;
    view.buffer = (struct dma_memory){ .cpu = calloc(1, VIEW_LOAD), .size = VIEW_LOAD };
    memset(&errors, 0, sizeof(errors));
    errors.view = &view;
}

FIXTURE(end)
{
    free(view.buffer.cpu);
    view.buffer.cpu = NULL;
}

static void wrong_copies(unsigned from, unsigned words, unsigned for_rounds)
{
    begin(NULL);
    fault.copy_wrong = from;
    fault.words = words;
    fault.for_rounds = for_rounds;
}

static void expect_verdict(enum copy_verdict verdict, unsigned rounds)
{
    assert_pairs(verdict, copy_judge(&view, AT), rounds, copies, rounds, writes);
}

TEST(what_stops_decides_nothing, begin, end)
{
    wrong_copies(0, 6, 1);
    fault.stops = 0;
    expect_verdict(COPY_UNDECIDED, 1);
    assert_int_equal(0, reads);
    wrong_copies(0, 1, EVERY);
    fault.stops = 4;
    expect_verdict(COPY_UNDECIDED, 5);
    wrong_copies(0, 6, 1);
    fault.ends = 0;
    expect_verdict(COPY_UNDECIDED, 1);
    begin(NULL);
    view.by_copy = false;
    expect_verdict(COPY_UNDECIDED, 0);
}

static void copied(uint64_t words)
{
    errors.copied.words = words;
    errors.copied.first_at = AT + 0x1238;
    errors.copied.first_expected = 0x5555;
    errors.copied.first_seen = 0x5557;
}

/* True: the test has to begin again, because copies are given up and nothing else was wrong. */
TEST(a_verdict_settles_what_copies_saw, begin, end)
{
    assert_pairs(false, copy_settle(&errors), 0, copies);
    copied(3);
    assert_pairs(true, copy_settle(&errors), COPY_UNDECIDED, errors.copy, false, view.by_copy);
    wrong_copies(0, 6, 1);
    copied(3);
    assert_pairs(true, copy_settle(&errors), COPY_PATH, errors.copy, false, view.by_copy, 0,
                 errors.count);
    wrong_copies(0, 6, 1);
    copied(3);
    errors.count = 1; /* of the memory: there is a verdict without a second test */
    assert_pairs(false, copy_settle(&errors), false, view.by_copy);
    begin(NULL);
    fault.read_wrong = 0;
    copied(3);
    assert_pairs(false, copy_settle(&errors), COPY_OF_BAD_MEMORY, errors.copy, true, view.by_copy,
                 3, errors.count, 3, errors.unstable);
    begin(NULL);
    copied(3);
    card.expired = true;
    assert_pairs(false, copy_settle(&errors), 0, copies);
}

/* Where "a fault of the memory stopped the copies, and has been told", the sentence is said elsewhere. */
TEST(a_report_blames_no_chip, begin, end)
{
#define AGAIN "copy: 3 words were wrong by m2mf; BAR1 reads each of them right, again and again\n"
#define STOPS "copy: m2mf stopped at VRAM 0x40000, from there on reads came back through BAR1\n"
    /* clang-format off */
    static const struct {
        enum copy_verdict copy;
        enum test_result result;
        uint8_t words, strayed;
        bool stopped, poisoned, model;
        const char *line, *sentence;
    } rows[] = {
        { COPY_UNDECIDED, TEST_PASS, 0, 0, false, false, false, "", "" },
        { COPY_OF_BAD_MEMORY, TEST_PASS, 3, 0, false, false, false, "", "" },
        { COPY_PATH, TEST_ERROR, 3, 0, false, false, false, AGAIN, "copies (m2mf) bring wrong words of memory "
          "that BAR1 reads right: the machine's DMA, the link or PGRAPH, not a memory chip" },
        { COPY_UNDECIDED, TEST_ERROR, 3, 0, false, false, false, "copy: 3 words were wrong by m2mf and right "
          "through BAR1, and not again; the first at VRAM 0x11238\n", "3 words were wrong by m2mf, right through "
          "BAR1, and not wrong again: memory, the machine's DMA or the link; test the card again" },
        { COPY_PATH, TEST_FAIL, 3, 0, false, false, true, AGAIN, "G84 copies wrong words (m2mf) of memory that "
          "BAR1 reads right: PGRAPH, its way to memory or the link, not a memory chip" },
        { COPY_UNDECIDED, TEST_FAIL, 0, 0, true, false, true, STOPS, "G84 stopped copying (m2mf) at VRAM 0x40000 "
          "though it had copied before: PGRAPH or the link, not a memory chip" },
        { COPY_UNDECIDED, TEST_ERROR, 0, 0, true, false, false, STOPS, "copies (m2mf) worked and then stopped: "
          "PGRAPH, the link or its supply, not a memory chip" },
        { COPY_UNDECIDED, TEST_PASS, 0, 0, true, true, true, STOPS, "" },
        { COPY_UNDECIDED, TEST_PASS, 0, 1, false, false, true, "copy: 1 words of m2mf were another place's, of "
          "which BAR1 reads each right: no chip is named by them\n", "" },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        begin(NULL);
        copied(rows[i].words);
        errors.strayed.words = rows[i].strayed;
        errors.copy = (uint8_t)rows[i].copy;
        view.stopped_copying = rows[i].stopped;
        view.poisoned = rows[i].poisoned;
        view.stopped_at = 0x40000;
        config.model = rows[i].model;
        copy_report(&errors, &t);
        assert_int_equal(rows[i].result, t.result);
        assert_strings(rows[i].line, said, rows[i].sentence, t.sentence);
        if (rows[i].copy == COPY_PATH && rows[i].model) {
            assert_string_equal("0x0000000000005555 at VRAM 0x11238", t.expected);
            assert_string_equal("0x0000000000005557", t.actual);
        }
    }
}
