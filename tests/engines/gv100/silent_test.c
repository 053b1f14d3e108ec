/* Memory that stores nothing, and what drives L2 out (docs/hardware/gv100.md §9.1, §1.11). */
#include "engines/gv100/silent.h"

#include "engines/gv100/l2.h"
#include "engines/vram.h"
#include "tests/engines/gv100/family_rig.h"

#define STEP    0x20000u
#define MOST    9600u
#define EVICTED 256u /* lines of 128 bytes that are twice an L2 of 16 KiB */

/* Memory of which a word in each step is written. L2 has such a word until it has been told to let go of it, and so
 * many lines have been read after that. A stretch stores nothing from one of these times on to another one, but for
 * values whose last bit is `keeps`. */
static struct {
    unsigned size, reads, flushes, keeps; /* the size in steps */
    struct nothing {
        unsigned from, to, first, last;
    } odd[2];
    struct {
        uint32_t in, value, kept;
        unsigned read, flush;
    } at[MOST];
} vram;

static bool stores_nothing(uint64_t step)
{
    for (const struct nothing *n = vram.odd; n < vram.odd + 2; n++)
        if (step >= n->from && step < n->to && vram.flushes >= n->first && vram.flushes <= n->last)
            return true;
    return false;
}

static uint64_t vram_at(bus_addr at)
{
    const uint64_t offset = at.v - BENCH_BAR0 - 0x700000;
    const uint64_t base = bench_get(&bench, REF_PBUS_BAR0_WINDOW) & 0xffffff;

    if (offset >= 0x100000)
        return UINT64_MAX;
    assert_in_range(base << 16 | offset, 0, (uint64_t)STEP * vram.size - 1);
    return base << 16 | offset;
}

static uint64_t read_vram(struct bus *bus, bus_addr at, uint8_t size)
{
    const uint64_t there = vram_at(at), step = there / STEP;

    if (there == UINT64_MAX)
        return bench_read(bench_of(bus), at, size);
    vram.reads++;
    if (vram.at[step].in != there % STEP)
        return (uint32_t)~there;
    if (vram.flushes > vram.at[step].flush && vram.reads > vram.at[step].read + EVICTED &&
        stores_nothing(step))
        return vram.at[step].kept;
    return vram.at[step].value;
}

static void write_vram(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    const uint64_t there = vram_at(at), step = there / STEP;

    vram.flushes += at.v - BENCH_BAR0 == REF_FLUSH_L2;
    if (there == UINT64_MAX) {
        write_asked(bus, at, size, value);
        return;
    }
    assert_false(vram_is_shown(&bench.card, there));
    assert_true(!vram.at[step].in || vram.at[step].in == there % STEP);
    if (!vram.at[step].in)
        vram.at[step].kept = (uint32_t)~there;
    if ((value & 1) == vram.keeps)
        vram.at[step].kept = (uint32_t)value;
    vram.at[step].in = there % STEP;
    vram.at[step].value = (uint32_t)value;
    vram.at[step].read = vram.reads;
    vram.at[step].flush = vram.flushes;
}

static void open_vram(void **state, unsigned size, struct nothing odd)
{
    open_memory(state);
    memset(&vram, 0, sizeof(vram));
    vram.size = size;
    vram.keeps = 2; /* no value has it */
    vram.odd[0] = odd;
    bench.does.read = read_vram;
    bench.does.write = write_vram;
    bench.lists_writes = false;
    set_all(REF_LTC_NUMBER, 1, REF_LTC_SLICES, 0x10000000, REF_LTC_SLICE_SIZE, 16);
    keep(REF_FLUSH_L2, 0);
}

/* "A word of each MiB takes two values, and what keeps neither, twice the same, in one stretch of at most a quarter of
 * the memory, is left out by steps of 128 KiB": eight to a MiB. Nobody writes where a display shows, and each word
 * comes back. A look lets L2 go twice for words of the MiBs, and twice for each of three steps at the edges of 80 to
 * 88: eight times. */
TEST(what_stores_nothing_is_found)
{
    /* clang-format off */
#define ALWAYS 0, -1u
#define LATER  9, -1u
    static const struct {
        struct nothing odd, more;
        unsigned shown, keeps, busy;
        enum silent is;
    } rows[] = {
        { { 80, 96, ALWAYS }, { 0 }, 0, 2, 0, SILENT_FOUND }, { { 77, 90, ALWAYS }, { 0 }, 0, 2, 0, SILENT_FOUND },
        { { 0, 9, ALWAYS }, { 0 }, 0, 2, 0, SILENT_FOUND }, { { 247, 256, ALWAYS }, { 0 }, 0, 2, 0, SILENT_FOUND },
        { { 8, 72, ALWAYS }, { 0 }, 0, 2, 0, SILENT_FOUND }, { { 8, 73, ALWAYS }, { 0 }, 0, 2, 0, SILENT_ODD },
        { { 7, 72, ALWAYS }, { 0 }, 0, 2, 0, SILENT_ODD }, { { 80, 96, ALWAYS }, { 0 }, 84, 2, 0, SILENT_FOUND },
        { { 80, 96, ALWAYS }, { 0 }, 0, 0, 0, SILENT_NONE }, { { 80, 96, ALWAYS }, { 0 }, 0, 1, 0, SILENT_NONE },
        { { 80, 96, ALWAYS }, { 0 }, 0, 2, 1, SILENT_NONE }, { { 8000, 8800, ALWAYS }, { 0 }, 0, 2, 0, SILENT_FOUND },
        { { 8192, 8200, ALWAYS }, { 0 }, 0, 2, 0, SILENT_FOUND },
        { { 80, 88, ALWAYS }, { 96, 104, ALWAYS }, 0, 2, 0, SILENT_ODD },
        { { 80, 88, ALWAYS }, { 79, 80, LATER }, 0, 2, 0, SILENT_ODD },
        { { 80, 88, ALWAYS }, { 88, 89, LATER }, 0, 2, 0, SILENT_ODD },
        { { 80, 88, ALWAYS }, { 96, 97, LATER }, 0, 2, 0, SILENT_ODD },
        { { 80, 88, ALWAYS }, { 96, 97, 0, 2 }, 0, 2, 0, SILENT_ODD },
    };
    /* clang-format on */
    uint64_t from, to;

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const unsigned first = rows[i].shown ? rows[i].shown : rows[i].odd.from;
        const bool none = rows[i].is == SILENT_NONE;

        open_vram(state, rows[i].odd.to > 256 ? MOST : 256, rows[i].odd);
        vram.odd[1] = rows[i].more;
        vram.keeps = rows[i].keeps;
        keep(REF_FLUSH_L2, rows[i].busy);
        bench.card.vram.size = (uint64_t)STEP * vram.size;
        bench.card.vram.owner_count = 1;
        bench.card.vram.owners[0] =
            (struct vram_owner){ VRAM_SHOWN, "head 0", 0, (uint64_t)STEP * rows[i].shown };
        assert_int_equal(rows[i].is, silent_find(&bench.card, &from, &to));
        assert_pairs(none ? 0 : first, from / STEP, none ? 0 : rows[i].odd.to, to / STEP, 0,
                     (from | to) % STEP);
        for (uint64_t k = 0; k < vram.size; k++)
            assert_true(!vram.at[k].in ||
                        vram.at[k].value == (uint32_t) ~(k * STEP + vram.at[k].in));
    }
    open_vram(state, 64 * 8, (struct nothing){ 80, 96, ALWAYS });
    vpr_words[2] = 0x10; /* locked, and its bounds read 0 */
    assert_int_equal(OK, gv100_family.memory(&bench.card));
    take_one();
    assert_non_null(strstr(chip.steps, "looking for the part of its memory that stores nothing; "));
    assert_int_equal(SILENT_FOUND, gv100_silent(&bench.card, &from, &to));
    const struct vram_owner *const last = &bench.card.vram.owners[2];
    assert_pairs(3, bench.card.vram.owner_count, VRAM_LOCKED, last->use, true,
                 from == 80 * STEP && to == 96 * STEP, true, from == last->from && to == last->to);
    assert_string_equal("VPR, as it stores nothing", last->name);
}

/* §1.11: "reads twice as much as L2 holds elsewhere": LTCs by slices (31:28) by KiB (15:0), at most the 6 MiB of the
 * largest board, which count where the registers say what cannot be, and never more than half of the memory. */
TEST(l2_is_driven_out)
{
    /* clang-format off */
    static const struct { uint32_t ltcs, slices, kib, mib; uint64_t bytes; } rows[] = {
        { 1, 0x1fffffff, 0xffff0010, 64, 0x8000 }, { 16, 0x40000000, 96, 64, 0xc00000 },
        { 12, 0x40000000, 64, 64, 0x600000 }, { 1, 0x10000000, 15, 64, 0xc00000 },
        { 16, 0x40000000, 97, 64, 0xc00000 }, { 17, 0x10000000, 16, 64, 0xc00000 },
        { 0xbadf5040, 0x40000000, 16, 64, 0xc00000 }, { 1, 0xbadf5040, 16, 64, 0xc00000 },
        { 1, 0x10000000, 0xbadf5040, 64, 0xc00000 }, { 16, 0x40000000, 96, 8, 0x400000 },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_bench(state);
        bench.card.vram.size = (uint64_t)rows[i].mib << 20;
        set_all(REF_LTC_NUMBER, rows[i].ltcs, REF_LTC_SLICES, rows[i].slices, REF_LTC_SLICE_SIZE,
                rows[i].kib);
        assert_true(l2_evict_size(&bench.card) == rows[i].bytes);
    }
    bench.card.vram.size = 64 << 20;
    assert_pairs(0x340000, l2_evict_from(&bench.card, 0x2345678), 0x2120000,
                 l2_evict_from(&bench.card, 0x123456), 0x120000,
                 l2_evict_from(&bench.card, 0x212ffff));
    open_vram(state, 8 * 8, (struct nothing){ 0 });
    bench.card.vram.size = 8 << 20;
    set(REF_LTC_SLICE_SIZE, 64); /* 1024 lines: from 0x7f0000 to the end, and on from the start */
    assert_pairs(OK, l2_evict(&bench.card, 0x3ff000), 1, vram.flushes, 1024, vram.reads, 0,
                 bench_get(&bench, REF_PBUS_BAR0_WINDOW));
    keep(REF_FLUSH_L2, 1);
    assert_pairs(ERR_TIMEOUT, l2_evict(&bench.card, 0), 1024, vram.reads);
}
