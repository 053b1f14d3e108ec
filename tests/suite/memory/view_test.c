/* All of VRAM through a BAR1 of four chunks (suite/memory/view.h): which slice is shown, the traffic over the link, the
 * words of a copy and when they are not believed, over a made-up card whose memory is an array. */
#include "reference/nv50.h"
#include "suite/memory/own_memory.h"
#include "tests/suite/memory/view_rig.h"

#define BAR_AT UINT64_C(0xd0000000)
#define SLICE  (4 * VIEW_CHUNK)
#define SIZE   (VIEW_LOAD + 10 * VIEW_CHUNK)

static uint8_t *vram;
static enum err caching_error, copy_error, fill_error, open_error, show_error, store_error;
static unsigned blocks_left; /* that are read until the deadline passes */
static uint64_t shown, room_at, copied_from;
static uint32_t copied_to, copied_size;
static unsigned shows, filled, closes, rooms, copies, stores, store_wrong;
static bool fill_is_idle, stains, copy_is_wrong, fill_is_wrong, copy_is_idle, came_too_early;
static unsigned copy_fails_from;        /* the nth of them and all that follow; 0: none */
static uint64_t lost_bits;              /* of each word of memory */
static unsigned copy_wrong, fill_wrong; /* so many words at the start of a chunk */
static uint32_t lost_page; /* of the buffer, which large copies do not write; 0: none */

static uint64_t pmem, bad_from, bad_to; /* where PMEM lies, and where it stores other words */
static uint64_t bad_bits, stuck_at;     /* these of its bits, at these values; 0: bit 0 flips */
static unsigned pmem_words;             /* that it stored */
static uint64_t restless;               /* the word that reads otherwise each time; 0: none */
static unsigned wrong_reads, reads;     /* of it: so many are still to come; so many were made */

static uint8_t *at_bar(bus_addr at, size_t size)
{
    if (at.v - REF_PMEM_WINDOW < REF_PMEM_WINDOW_SIZE)
        return vram + pmem + (at.v - REF_PMEM_WINDOW);
    assert_in_range(at.v, BAR_AT, BAR_AT + SLICE - size);
    return vram + shown + (at.v - BAR_AT);
}

static uint64_t bus_read(struct bus *bus, bus_addr at, uint8_t size)
{
    uint64_t value = 0;

    if (at.v == REF_PBUS_PMEM)
        return pmem / REF_PMEM_GRANULE;
    memcpy(&value, at_bar(at, size), size);
    if (!restless || at.v - REF_PMEM_WINDOW + pmem != restless)
        return value;
    reads++;
    return wrong_reads ? value ^ wrong_reads-- : value;
}

static void bus_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    if (at.v == REF_PBUS_PMEM) {
        pmem = value * REF_PMEM_GRANULE;
        return;
    }
    pmem_words += size == 4;
    value &= ~lost_bits;
    if (size == 4 && at.v - REF_PMEM_WINDOW + pmem - bad_from < bad_to - bad_from)
        value = bad_bits ? (value & ~bad_bits) | (bad_bits & stuck_at) : value ^ 1;
    memcpy(at_bar(at, size), &value, size);
}

static void read_block(struct bus *bus, bus_addr at, void *bytes, size_t size)
{
    memcpy(bytes, at_bar(at, size), size);
    card.expired |= !blocks_left--;
}

static void write_block(struct bus *bus, bus_addr at, const void *bytes, size_t size)
{
    memcpy(at_bar(at, size), bytes, size);
}

static enum err set_caching(struct bus *bus, bus_addr at, size_t size, enum bus_caching wanted)
{
    assert_pairs(BAR_AT, at.v, SLICE, size);
    return caching_error;
}

/* ---- the way --------------------------------------------------------------------------------- */

static enum err way_open(struct memory_view *v)
{
    v->slice = SLICE;
    return open_error;
}

static enum err way_show(struct memory_view *v, uint64_t base)
{
    assert_int_equal(0, base % SLICE);
    shows++;
    shown = base;
    return show_error;
}

static enum err way_room(struct memory_view *v, uint64_t at)
{
    rooms++;
    room_at = at;
    v->stained = stains;
    return OK;
}

static enum err way_copy(struct memory_view *v, uint64_t from, uint32_t to, uint32_t size)
{
    uint8_t *const buffer = v->buffer.cpu;

    copies++;
    copied_from = from;
    copied_to = to;
    copied_size = size;
    v->copied_with = 7;
    came_too_early |= v->written;
    if (copy_error != OK || copy_is_idle)
        return copy_error;
    if (copy_fails_from && copies >= copy_fails_from)
        return ERR_TIMEOUT;
    for (uint32_t i = 0; i < size; i += 64)
        if (!lost_page || (size <= VIEW_CHUNK && to == 0) || (to + i) / 4096 != lost_page)
            memcpy(buffer + to + i, vram + from + i, 64);
    for (uint32_t i = 0; copy_is_wrong && i < size; i++)
        buffer[to + i] ^= 1;
    for (uint32_t i = 0; i < copy_wrong && size == VIEW_CHUNK && to == 0; i++)
        buffer[8 * i] ^= 1;
    return OK;
}

/* The link brings 1 KiB in 1 us, and nothing is in the buffer before the copy's end has been waited for. */
static bool under_way;
static uint64_t arrives_us, way_from;
static uint32_t way_to, way_size;
static unsigned ends;
static enum err begin_error, end_error;

static enum err way_begin(struct memory_view *v, uint64_t from, uint32_t to, uint32_t size)
{
    assert_false(under_way);
    v->copied_with = 7;
    if (begin_error != OK)
        return begin_error;
    under_way = true;
    arrives_us = bench.now_us + size / 1024;
    way_from = from;
    way_to = to;
    way_size = size;
    return OK;
}

static enum err way_end(struct memory_view *v)
{
    assert_true(under_way);
    under_way = false;
    ends++;
    if (bench.now_us < arrives_us)
        bench.now_us = arrives_us;
    return end_error == OK ? way_copy(v, way_from, way_to, way_size) : end_error;
}

static enum err way_fill(struct memory_view *v, uint64_t at, uint64_t word, uint64_t size)
{
    word &= ~lost_bits;
    for (uint64_t i = 0; i < size && fill_error == OK && !fill_is_idle; i += 8)
        memcpy(vram + at + i, fill_is_wrong || i < UINT64_C(8) * fill_wrong ? &i : &word, 8);
    return fill_error;
}

static enum err way_filled(struct memory_view *v)
{
    filled++;
    return fill_error;
}

static enum err way_store(struct memory_view *v, uint32_t from, uint64_t at, uint32_t size)
{
    uint8_t *const buffer = v->buffer.cpu;

    stores++;
    assert_pairs(VIEW_LOAD, from, at & ~(uint64_t)(VIEW_CHUNK - 1), room_at);
    for (uint32_t i = 0; i < store_wrong; i++)
        buffer[from + 8 * i] ^= 1;
    if (store_error == OK)
        memcpy(vram + at, buffer + from, size);
    return store_error;
}

static void way_close(struct memory_view *v)
{
    closes++;
}

static const char *const feeds[] = { " by hand", " by PFIFO", NULL };
static struct vram_way way;
static const struct family family = { .flush = count_flush };

static void open_view(void)
{
    assert_true(view_open(&view, &t, "looking"));
}

FIXTURE(begin)
{
    vram = calloc(1, 2 * VIEW_LOAD);
    for (uint64_t at = 0; at < SIZE; at += 8)
        memcpy(vram + at, &at, 8);
    shows = flushes = filled = closes = rooms = copies = stores = store_wrong = ends = 0;
    caching_error = copy_error = fill_error = open_error = show_error = store_error = OK;
    blocks_left = UINT32_MAX;
    fill_is_idle = stains = copy_is_wrong = fill_is_wrong = copy_is_idle = came_too_early = false;
    under_way = false;
    lost_bits = lost_page = copy_fails_from = copy_wrong = fill_wrong = 0;
    begin_error = end_error = OK;
    said[0] = '\0';
    /* clang-format off */
    way = (struct vram_way){ .open = way_open, .show = way_show, .make_room = way_room,
        .copy = way_copy, .store = way_store, .fill = way_fill, .filled = way_filled,
        .copier = "m2mf", .feeds = feeds, .nimble_feed = 1, .copy_line = 0x800,
        .close = way_close };
    /* clang-format on */
    bench_open(&bench, NULL);
    bench.does.read = bus_read;
    bench.does.write = bus_write;
    bench.does.read_block = read_block;
    bench.does.write_block = write_block;
    bench.does.set_caching = set_caching;
    card = (struct card){ .bus = &bench.bus, .family = &family };
    card.pci.bars[NV_BAR_VRAM] =
        (struct pci_bar){ .at = { BAR_AT }, .size = SLICE, .assigned = true };
    card.vram.size = SIZE;
    config = (struct run_config){ 0 };
    t = (struct test){
        .name = "vram.quick", .card = &card, .way = &way, .config = &config, .say = keep_line
    };
    open_view();
}

FIXTURE(end)
{
    card_dma_free_all(&card, 0);
    free(vram);
}

/* ---- BAR1 ------------------------------------------------------------------------------------ */

TEST(stores_go_out_together, begin, end)
{
    uint64_t word;

    (void)view_read(&view, 0, 8);
    assert_int_equal(0, bench.barriers);
    view_combine(&view);
    assert_pairs(true, view.combined, BUS_WRITE_COMBINED, bench.caching, 1, bench.barriers);
    assert_string_equal("", said);
    (void)view_read(&view, 0, 8);
    assert_pairs(2, bench.barriers, true, view_read_block(&view, 0, &word, 8), 3, bench.barriers);
    view_close(&view);
    assert_pairs(2, bench.cached, BUS_UNCACHED, bench.caching, 4, bench.barriers, false,
                 view.combined, 1, closes);
    view_close(&view);
    assert_int_equal(2, bench.cached);
    caching_error = ERR_UNSUPPORTED;
    view_combine(&view);
    assert_false(view.combined);
    assert_string_equal(
        "vram.quick: the firmware refuses write combining, stores through BAR1 stay uncached\n",
        said);
}

/* How long, how fast, by which ways; of all of memory the traffic for each byte that was gone over, as well. */
TEST(a_note_says_how_fast, begin, end)
{
#define HOW "MB/s; reads by m2mf by PFIFO, stores combined"
    view.by_copy = view.combined = true;
    view.feed = 1;
    for (unsigned i = 0; i < 3; i++) {
        config.has_part = i == 1;
        config.range_to = i == 2;
        view.link_read = 25;
        view.link_written = 75;
        view_note(&view, "up ", 1, 77);
        assert_string_equal(i ? "up part of 4 MiB in 0 ms, 100 " HOW
                              : "up 4 MiB in 0 ms, 100 " HOW
                                ", 1.29 bytes over the link for each byte and pass",
                            t.note);
    }
    view.combined = false;
    view_note(&view, "", 1999, 0);
    assert_string_equal("part of 4 MiB in 1 ms, 0 MB/s; reads by m2mf by PFIFO, stores uncached",
                        t.note);
}

/* ---- memory that is left out ----------------------------------------------------------------- */

TEST(owners_are_left_alone, begin, end)
{
    static const struct vram_owner owners[5] = { { VRAM_LEFT_ALONE, "drivers", 0x10000, 0x30000 },
                                                 { VRAM_SHOWN, "display", 0x58000, 0x60000 },
                                                 { VRAM_HOLE, "no chip", 0x80000, 0x90000 },
                                                 { VRAM_LOCKED, "WPR", 0xa0000, 0xa1000 },
                                                 { VRAM_VGA, "VGA", 0xc8000, 0xd4000 } };
#define LEFT_OUT(range, why) "vram.quick: VRAM " range " is " why ", and left out\n"
    static const char lines[] = LEFT_OUT("0x58000 to 0x60000", "shown by display")
        LEFT_OUT("0x80000 to 0x90000", "a hole (no chip)")
            LEFT_OUT("0xa0000 to 0xa1000", "locked by the card (WPR)")
                LEFT_OUT("0xc8000 to 0xd4000", "shown by VGA");
    static const bool left_out[16] = {
        [5] = true, [8] = true, [10] = true, [12] = true, [13] = true
    };

    for (unsigned first = 0; first < 5; first++) { /* any may be the first */
        end(NULL);
        begin(NULL);
        card_dma_free_all(&card, 0);
        card.vram.owner_count = 5;
        for (unsigned i = 0; i < 5; i++)
            card.vram.owners[(first + i) % 5] = owners[i];
        open_view();
        assert_true(first ? strlen(said) == strlen(lines) : !strcmp(lines, said));
        for (unsigned chunk = 0; chunk < 16; chunk++)
            assert_int_equal(left_out[chunk], view_left_out(&view, chunk * VIEW_CHUNK + 0x1234));
        assert_pairs(0xc0000, t.vga.from, 0xe0000, t.vga.to, 0x20000, t.excused);
        assert_string_equal("VGA", t.vga.name);
        assert_pairs(0x20000, view.saved.size, VIEW_CHUNK, view_memory(&view, 0x70000, VIEW_CHUNK),
                     0, view_memory(&view, 0x80000, VIEW_CHUNK), 0x18000,
                     view_memory(&view, 0x78000, 0x20000) + 0x8000, 0x10000,
                     view_memory(&view, 0x78000, 0x20000), 0x8000,
                     view_memory(&view, 0x78000, 0x10000));
    }
}

TEST(what_cannot_be_opened_or_shown, begin, end)
{
    show_error = ERR_TIMEOUT;
    assert_pairs(0xffffffff, view_read(&view, 0, 4), UINT64_MAX, view_read(&view, 0, 8));
    t.result = TEST_PASS;
    open_error = ERR_TIMEOUT;
    assert_false(view_open(&view, &t, "looking"));
    t.result = TEST_FAIL; /* by the way itself */
    open_error = OK;
    assert_false(view_open(&view, &t, "looking"));
}

/* ---- copies ---------------------------------------------------------------------------------- */

TEST(copies_bring_four_megabytes, begin, end)
{
    view.by_copy = true;
    view.link_read = 0;
    const uint64_t *words = view_load(&view, 0x12340, 64);
    assert_pairs(0x12340, words[0], 0, copied_from, 0, copied_to, VIEW_LOAD, copied_size, VIEW_LOAD,
                 view.link_read, 7, view.loaded_with, 0x20000, *view_load(&view, 0x20000, 64));
    assert_int_equal(1, copies); /* it is there */
    assert_pairs(VIEW_LOAD + 8, *view_load(&view, VIEW_LOAD + 8, 64), 2, copies);
    assert_int_equal(SIZE - VIEW_LOAD, copied_size); /* the rest */
    view_flush(&view);
    (void)view_load(&view, VIEW_LOAD, 64);
    assert_int_equal(3, copies);
    stains = true; /* the way's structures lay in that chunk when it was copied */
    words = view_load(&view, VIEW_LOAD + VIEW_CHUNK, 128);
    assert_pairs(4, copies, VIEW_LOAD + VIEW_CHUNK, copied_from, VIEW_LOAD, copied_to, 128,
                 copied_size, VIEW_LOAD + VIEW_CHUNK, words[0]);
}

/* A copy that fails leaves the rest of the test to BAR1. */
TEST(a_copy_that_fails_is_the_last, begin, end)
{
    view.by_copy = true;
    copy_error = ERR_TIMEOUT;
    assert_pairs(VIEW_LOAD + 16, *view_load(&view, VIEW_LOAD + 16, 64), false, view.by_copy, true,
                 view.stopped_copying, VIEW_LOAD, view.stopped_at, 64, view.link_read);
    view.by_copy = true;
    copy_error = ERR_DEADLINE;
    (void)view_load(&view, 0, 64);
    assert_false(view.stopped_copying); /* the test is over anyway */
}

/* Where memory is not gone over in a row, each part comes all the same, and no word of another one is taken for it.
 * The next one is on its way: upwards, or down where the last one of a load, or one before the current one, is asked
 * for. */
TEST(parts_come_in_any_order, begin, end)
{
    static const struct {
        uint64_t at, begun; /* the last one, 1 MiB each */
    } rows[] = { { 0x250000, 0x300000 },   { 0x010000, 0 },          { 0x3f0000, 0 },
                 { 0x110000, 0x100000 },   { VIEW_LOAD, VIEW_LOAD }, { 0x020000, 0x100000 },
                 { VIEW_LOAD, VIEW_LOAD }, { 0x3f0000, 0x200000 },   { 0x210000, 0x100000 } };

    way.begin = way_begin;
    way.end = way_end;
    view.by_copy = true;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        assert_pairs(rows[i].at + 0x1238, view_load(&view, rows[i].at, VIEW_CHUNK)[0x1238 / 8],
                     rows[i].begun, way_from);
    view_close(&view);
    assert_pairs(false, under_way, 2 + 1 + 0 + 1 + 1 + 2 + 1 + 2 + 1, ends);
}

/* The words that have come are good, and the rest comes through BAR1. */
TEST(a_part_that_does_not_come_is_read_by_bar1, begin, end)
{
    way.begin = way_begin;
    way.end = way_end;
    view.by_copy = true;
    assert_int_equal(0x10000, *view_load(&view, 0x10000, 64));
    end_error = ERR_TIMEOUT;
    assert_pairs(0x20000, *view_load(&view, 0x20000, 64), VIEW_PART,
                 *view_load(&view, VIEW_PART, 64), false, view.by_copy, VIEW_PART, view.stopped_at);

    end_error = OK;
    view.by_copy = true;
    view_flush(&view);
    assert_pairs(0, *view_load(&view, 0, 64), true, under_way);
    begin_error = ERR_TIMEOUT; /* of a part that is asked for instead of the one on its way */
    assert_pairs(3 * VIEW_PART, *view_load(&view, 3 * VIEW_PART, 64), false,
                 view.by_copy || under_way, 3 * VIEW_PART, view.stopped_at);
}

TEST(blocks_that_lie_together_come_together, begin, end)
{
    uint64_t at[12];
    const uint64_t *words;

    for (unsigned i = 0; i < 10; i++)
        at[i] = 0x1000 + 0x100 * i; /* 0x800 bytes are a line */
    at[10] = 0x5000;
    at[11] = 0x4000;
    view.by_copy = true;
    words = view_gather(&view, at, 12, 0x100);
    assert_pairs(4, copies, 0, flushes); /* eight, two, one, one */
    for (unsigned i = 0; i < 12; i++)
        assert_int_equal(at[i] + 8, words[i * 32 + 1]);
    assert_pairs(0x4000, copied_from, 11 * 0x100, copied_to, 0x100, copied_size);
    (void)view_gather(&view, at, 9, 0x100); /* others may stand after those asked for */
    assert_pairs(4 + 2, copies, 0x1800, copied_from, 0x800, copied_to, 0x100, copied_size);
    (void)view_gather(&view, at, 2, 0x100);
    assert_pairs(4 + 2 + 1, copies, 0x200, copied_size);
    view.written = true;
    copy_error = ERR_TIMEOUT;
    memset(view.buffer.cpu, 0, 0x1000);
    words = view_gather(&view, at, 12, 0x100);
    assert_pairs(1, flushes, 4 + 2 + 1 + 1, copies); /* earlier writes are flushed first */
    for (unsigned i = 0; i < 12; i++)
        assert_int_equal(at[i] + 8, words[i * 32 + 1]);
}

TEST(the_card_fills_by_itself, begin, end)
{
    view.by_copy = true;
    view_fill_block(&view, 0x2000, 5, 0x1000);
    assert_pairs(true, view.filling && view.written, 0, filled, 0, view.link_written, 5,
                 view_read(&view, 0x2ff8, 8), 1, filled, 0x3000, view_read(&view, 0x3000, 8));
    assert_int_equal(1, filled); /* it has ended, once for all */
    fill_error = ERR_TIMEOUT;
    view_fill_block(&view, 0, 5, 0x1000);
    assert_int_equal(TEST_ERROR, t.result);
    char sentence[200];
    snprintf(sentence, sizeof(sentence), "m2mf stopped filling VRAM (%s); the memory is not judged",
             err_name(ERR_TIMEOUT));
    assert_string_equal(sentence, t.sentence);
}

static uint64_t word_in_vram(uint64_t at)
{
    uint64_t word;

    memcpy(&word, vram + at, 8);
    return word;
}

/* The first chunk that may be touched is where copies are tried, and no more of the memory is spoilt. A card without
 * fills of its own has nothing more to prove. */
TEST(copies_are_tried_in_one_chunk, begin, end)
{
    way.fill = NULL;
    config.range_from = 2 * VIEW_CHUNK;
    config.range_to = SIZE;
    view_try_copy(&view, false);
    assert_pairs(true, view.by_copy, 3, copies, 1, flushes, 2 * VIEW_CHUNK, copied_from, VIEW_LOAD,
                 copied_to, 2 * VIEW_CHUNK - 8, word_in_vram(2 * VIEW_CHUNK - 8));
    for (uint64_t i = 0; i < VIEW_CHUNK / 8; i++)
        assert_int_equal(UINT64_C(0x0123456789abcdef) ^ i, word_in_vram(2 * VIEW_CHUNK + 8 * i));
    assert_int_equal(3 * VIEW_CHUNK, word_in_vram(3 * VIEW_CHUNK));
    config = (struct run_config){ 0 };
    way.make_room = NULL; /* nothing is ever loaded past the buffer */
    copied_from = 1;
    view_try_copy(&view, false);
    assert_pairs(0, copied_from, 0, copied_to, VIEW_LOAD, copied_size);
    copies = 0;
    view.by_copy = false;
    view.reach = 0;
    view_try_copy(&view, false);
    assert_pairs(0, copies, false, view.by_copy);
}

static bool try_copy(void)
{
    view_try_copy(&view, true);
    return view.by_copy;
}

/* Zeros that arrive are not words that nobody has written: those say "not yet", and differ from each other. */
TEST(zeros_are_words_like_others, begin, end)
{
    memset(vram + 0x20000, 0, 0x2000);
    lost_page = 1;
    assert_false(try_copy());
    for (uint64_t i = 512; i < 520; i++)
        assert_int_equal(UINT64_C(0x6e6f742079657400) ^ i * UINT64_C(0x9e3779b97f4a7c15),
                         ((const uint64_t *)view.buffer.cpu)[i]);
    lost_page = 0;
    assert_true(try_copy());
}

/* A copy that brings something else, one of which a page does not arrive, a fill that leaves something else. */
TEST(copies_are_tried_before_they_are_used, begin, end)
{
    copy_is_wrong = true;
    view_try_copy(&view, false);
    assert_false(view.by_copy);
    assert_string_equal(
        "VRAM cannot be read by m2mf by hand\nVRAM cannot be read by m2mf by PFIFO\n"
        "reads come back through BAR1\n",
        bench.log);
    copy_is_wrong = false;
    fill_is_wrong = true;
    view_try_copy(&view, false);
    assert_false(view.by_copy);
    fill_is_wrong = false;
    static const uint32_t pages[] = { 1, VIEW_LOAD / 4096 - 1, VIEW_LOAD / 4096,
                                      (VIEW_LOAD + VIEW_CHUNK) / 4096 - 1 };
    for (unsigned i = 0; i < ARRAY_SIZE(pages); i++) {
        char wanted[256];

        lost_page = pages[i];
        bench.log[0] = '\0';
        assert_false(try_copy());
        snprintf(wanted, sizeof(wanted),
                 "m2mf wrote nothing into the machine's memory at byte 0x%x of a buffer\n"
                 "VRAM cannot be read by m2mf by PFIFO\nreads come back through BAR1\n",
                 4096 * lost_page);
        assert_string_equal(wanted, bench.log);
    }
    lost_page = (VIEW_LOAD + VIEW_CHUNK) / 4096; /* past the buffer */
    assert_true(try_copy());
    memset(vram, 0,
           VIEW_CHUNK); /* one that does nothing, where memory and the buffer have the same zeros */
    memset(view.buffer.cpu, 0, VIEW_CHUNK);
    copy_is_idle = true;
    bench.log[0] = '\0';
    assert_false(try_copy());
    assert_string_equal("VRAM cannot be read by m2mf by PFIFO\nreads come back through BAR1\n",
                        bench.log);
}

/* Memory may be bad where copies are tried, as long as more than half of its words come right: 4097 of 8192. A word
 * that BAR1 and the copy read alike is right, whatever was stored. */
TEST(bad_memory_is_no_bad_copy, begin, end)
{
    static const struct {
        unsigned copy_wrong, fill_wrong;
        bool good;
    } rows[] = { { 4095, 0, true }, { 4096, 0, false }, { 0, 4095, true }, { 0, 4096, false } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        copy_wrong = rows[i].copy_wrong;
        fill_wrong = rows[i].fill_wrong;
        view_try_copy(&view, true);
        assert_int_equal(rows[i].good, view.by_copy);
        view.by_copy = false;
    }
    memset(vram + VIEW_CHUNK, 0, 8); /* after the chunk nothing counts */
    memset((uint8_t *)view.buffer.cpu + VIEW_CHUNK, 0, VIEW_CHUNK + 8);
    memset(vram + 2 * VIEW_CHUNK, 0, 8);
    fill_wrong = 0;
    copy_wrong = 4096;
    assert_false(try_copy());
    fill_wrong = 4096;
    copy_wrong = 0;
    assert_false(try_copy());
    assert_false(came_too_early); /* stores had arrived each time */
    copy_wrong = fill_wrong = 0;
    lost_bits = 3;
    assert_true(try_copy());
    lost_bits = 0;
}

/* Copies store blocks where most of a chunk comes out as BAR1 leaves it, and words no more. */
TEST(stores_by_copies_are_tried, begin, end)
{
    uint64_t words[32] = { 1, 2, 3 };

    way.fill = NULL;
    view_try_store(&view); /* nothing copies yet */
    assert_false(view.storing || view.tried_storing);
    for (store_wrong = 4096; store_wrong >= 4095; store_wrong--) {
        view.by_copy = true;
        view.tried_storing = false;
        view_try_store(&view);
        assert_int_equal(store_wrong == 4095, view.storing);
        view_try_store(&view);
    }
    assert_int_equal(2, stores); /* once each time */
    store_wrong = 0;
    view_write_block(&view, VIEW_CHUNK, words, sizeof(words));
    assert_int_equal(3, word_in_vram(VIEW_CHUNK + 16));
    view_fill_block(&view, VIEW_CHUNK + 0x800, 77, 0x400);
    view_fill_block(&view, VIEW_CHUNK + 0x1000, 77, 0x800);
    view_fill_block(&view, 2 * VIEW_CHUNK, 77, 0x400);
    assert_pairs(77, word_in_vram(VIEW_CHUNK + 0xbf8), VIEW_CHUNK + 0xc00,
                 word_in_vram(VIEW_CHUNK + 0xc00), 77, word_in_vram(VIEW_CHUNK + 0x17f8), 77,
                 word_in_vram(2 * VIEW_CHUNK + 0x3f8), 2 + 4, stores);
    view_fill_block(&view, 4 * VIEW_CHUNK, 78, 0x200);
    view_write_block(&view, 4 * VIEW_CHUNK, words, sizeof(words)); /* where 78 was prepared */
    view_fill_block(&view, 4 * VIEW_CHUNK, 78, 0x200);
    assert_int_equal(78, word_in_vram(4 * VIEW_CHUNK));
    view_write(&view, VIEW_CHUNK, 8, 5);
    view_end_stores(&view);
    view_fill_block(&view, 0, 6, 0x400);
    assert_pairs(2 + 7, stores, 6, word_in_vram(0x3f8), true, view.stale);
    view.stale = false;
    view.storing = true; /* a failed store is done by BAR1, and nothing is copied any more */
    store_error = ERR_TIMEOUT;
    view_fill_block(&view, 3 * VIEW_CHUNK, 8, 0x400);
    assert_pairs(8, word_in_vram(3 * VIEW_CHUNK), false, view.storing || view.by_copy, true,
                 view.stopped_copying && view.stale, 3 * VIEW_CHUNK, view.stopped_at);
}

/* ---- room for structures --------------------------------------------------------------------- */

/* "The two differ in all upper bits of their address in a partition": of stretches of 64 KiB, 74 of this memory, which
 * the partitions share. A place holds words, and pages or blocks are tried before another stretch, of three. */
TEST(structures_have_two_places, begin, end)
{
    static const struct own_memory_piece pieces[] = { { 0, 0xf8 }, { 0xfc, 4 } };
    /* clang-format off */
    static const struct {
        unsigned parts, most; /* bits that near ones differ in: of 4 stretches none, of 128 two */
        bool block;           /* blocks are tried, else pages; up to 32 of a stretch */
        uint64_t pattern, bad_from, bad_to, at[2]; /* none: there is no room */
    } rows[] = {
        { 1, 1, false, 0x15555, 0, 0, { 0x150000, 0x2a0000 } },
        { 1, 1, false, 0x15555, 0x1500fc, 0x150100, { 0x151000, 0x2a0000 } },
        { 1, 1, false, 0x15555, 0x1500f8, 0x1500fc, { 0x150000, 0x2a0000 } }, /* between the pieces */
        { 1, 1, false, 0x15555, 0x150000, 0x160000, { 0x140000, 0x2a0000 } },
        { 1, 1, false, 0x15555, 0x140000, 0x160000, { 0x170000, 0x2a0000 } },
        { 1, 1, false, 0x15555, 0x140000, 0x180000, { 0 } },
        { 1, 1, false, 0, 0, 0, { 0x1000, 0x3f0000 } }, /* after what lies in front */
        { 2, 1, true, 0x15555, 0, 0, { 0x2a0000, 0x140000 } },
        { 2, 1, true, 0x15555, 0x2a0000, 0x2a0100, { 0x2a1300, 0x140000 } },
        { 9, 1, true, 0x15555, 0, 0, { 0x2d0000, 0x120000 } },
        { 16, 0, true, 0x15555, 0, 0, { 0x100000, 0x200000 } }, { 64, 0, false, 0, 0, 0, { 0 } },
        { 4, 1, false, 0x15555, 0x140000, 0x15f000, { 0x15f000, 0x280000 } },
        { 4, 1, false, 0x15555, 0x140000, 0x160000, { 0x100000, 0x280000 } },
        { 1, 2, false, 0x15555, 0, 0, { 0x550000, 0x2a0000 } },
    };
    /* clang-format on */
    struct own_memory own;
    uint32_t kept[63];

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const unsigned parts = rows[i].parts, most = rows[i].most;
        const struct own_memory_need need = { pieces,        2,    0x100,          0x1000,
                                              rows[i].block, NULL, rows[i].pattern };
        const uint64_t *const at = rows[i].at;

        end(NULL);
        begin(NULL);
        card.pci.bars[NV_BAR_MMIO] = (struct pci_bar){ .size = 1 << 24, .assigned = true };
        bad_from = rows[i].bad_from;
        bad_to = rows[i].bad_to;
        pmem_words = 0;
        card.vram.size = most == 2 ? 2 * VIEW_LOAD : SIZE;
        assert_int_equal(at[0] != 0, own_memory_open(&own, &card, parts, &need, NULL, kept));
        if (!at[0])
            continue;
        assert_pairs(at[0], own.at[0].v, at[1], own.at[1].v);
        if (!bad_to) /* sixteen times, and put back */
            assert_pairs(2 * 63 * 17, pmem_words, 2 * 16, flushes);
        for (uint64_t n = 0; n < SIZE / VIEW_CHUNK; n++) {
            for (unsigned k = 0; k < 2; k++)
                assert_int_equal(bits_count(n / parts ^ at[k] / VIEW_CHUNK / parts) <= most,
                                 own_memory_is_near(&own, k, n * VIEW_CHUNK));
            assert_int_equal(OK, own_memory_enter(&own, n * VIEW_CHUNK));
            assert_pairs(false, own_memory_is_in_the_way(&own, n * VIEW_CHUNK), true,
                         own_memory_is_in_the_way(&own, at[own.used]));
            memset(vram + at[own.used], 0xff, 0xf8);
            assert_pairs(OK, own_memory_leave(&own), false,
                         own_memory_is_in_the_way(&own, at[own.used]));
        }
        restless = at[1] + 0x18;
        for (unsigned wrong = 0; wrong < 10; wrong++) {
            wrong_reads = wrong; /* looked at eight times, or until two are the same */
            reads = 0;
            assert_pairs(OK, own_memory_enter(&own, at[0]), wrong + 2 < 8 ? wrong + 2 : 8, reads,
                         wrong < 8, kept[6] == (uint32_t)restless, OK, own_memory_leave(&own));
            memcpy(vram + restless, &restless, 8);
        }
        restless = 0;
        for (uint64_t n = 0; n < SIZE && !bad_to; n += 8)
            assert_true(n == word_in_vram(n));
        struct own_memory second; /* stays clear of the first one */
        assert_true(bad_to || own_memory_open(&second, &card, parts, &need, &own, kept));
        for (unsigned k = 0; k < 2 && !bad_to; k++)
            assert_false(own_memory_meets(&own, second.at[k].v, 0x100));
        for (unsigned k = 0; k < 2; k++)
            assert_pairs(false, own_memory_meets(&own, at[k] - 4, 4), true,
                         own_memory_meets(&own, at[k] - 4, 8), true,
                         own_memory_meets(&own, at[k] + 0xfc, 4), false,
                         own_memory_meets(&own, at[k] + 0x100, 4));
    }
    bad_from = 0x550000; /* "both values of each bit" */
    bad_to = 0x550004;
    for (unsigned bit = 0; bit < 2 * 32; bit++) {
        const struct own_memory_need need = { pieces, 2, 0x100, 0x1000, false, NULL, 0x15555 };

        bad_bits = BIT(bit % 32);
        stuck_at = bit < 32 ? 0 : UINT32_MAX;
        assert_pairs(true, own_memory_open(&own, &card, 1, &need, NULL, kept), 0x551000,
                     own.at[0].v);
    }
    bad_bits = 0;
}
