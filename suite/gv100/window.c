/* The window in BAR0, which shows memory without translation: VRAM, system memory, and how much VRAM there is. */
#include "suite/gv100/groups.h"

#include "engines/gv100/family.h"
#include "engines/gv100/flush.h"
#include "engines/gv100/l2.h"
#include "engines/text.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "hw/window.h"

#define SPAN        0x40000u /* of VRAM that patterns go to */
#define DMA_BYTES   0x10000u /* a machine may have mapped the first page of a buffer and no more */
#define PROBE_VALUE 0x6b8d3a41u
#define LOWS        20 /* words below the last one, in steps of powers of two */

static uint32_t window_word(linear_addr at)
{
    return FIELD_PUT(PBUS_PMEM_ADDRESS, (uint32_t)(at.v >> 16)) |
           FIELD_PUT(PBUS_PMEM_TARGET, (uint32_t)at.target);
}

/* One word appears at another offset when the base moves, in steps of 64 KiB (§2.1), which no driver does. */
static void base_moves_in_small_steps(struct test *t)
{
    struct gv_setup *const setup = gv_setup_open(t);
    linear_addr memory;

    if (!setup || !gv_setup_memory(setup, TARGET_VRAM, SPAN, PAGE_64K, &memory))
        return;
    for (unsigned back = 0; back < 8 && back * PMEM_GRANULE <= memory.v; back++) {
        const linear_addr base = { memory.v - back * PMEM_GRANULE, TARGET_VRAM };

        for (uint32_t at = 0; at < SPAN; at += PMEM_GRANULE) {
            if (!gv_setup_ok(setup, pmem_point(t->card, window_word(base)), "moving the window"))
                return;
            if (!expect_equal(t, name_at(linear_add(memory, at)),
                              card_read32(t->card, PMEM_WINDOW + back * PMEM_GRANULE + at),
                              "the BAR0 window, from another base"))
                return;
        }
    }
}

/* Evicts L2, which would answer with the word just written, whatever memory made of it (§1.11). */
static bool memory_answers(struct gv_setup *setup, linear_addr at)
{
    return gv_setup_ok(setup, l2_evict(setup->card, at.v), "making memory answer and not L2");
}

/* Each bit of a word alone high, then alone low. */
static uint32_t one_bit(unsigned n)
{
    return n < 32 ? BIT(n) : ~BIT(n - 32);
}

/* VRAM keeps words and single bits (§2.1). */
static void vram_stores(struct test *t)
{
    struct gv_setup *const setup = gv_setup_open(t);
    linear_addr memory;

    if (!setup || !gv_setup_memory(setup, TARGET_VRAM, SPAN, PAGE_4K, &memory))
        return;
    if (!memory_answers(setup, memory))
        return;
    for (uint32_t at = 0; at < SPAN; at += 0x44)
        if (!expect_name(setup, linear_add(memory, at), "VRAM"))
            return;
    for (unsigned bit = 0; bit < 64; bit++)
        if (!gv_setup_write(setup, linear_add(memory, 4 * bit), one_bit(bit)))
            return;
    if (!memory_answers(setup, memory))
        return;
    for (unsigned bit = 0; bit < 64; bit++)
        if (!expect_equal(t, one_bit(bit), gv_setup_read(setup, linear_add(memory, 4 * bit)),
                          "VRAM, one bit at a time"))
            return;
}

/* A word that does not get through is told as the rig's error, because system memory is not the card's. If it is VRAM's
 * word at that address, the sentence says so. */
static bool gets_through(struct test *t, linear_addr at, uint32_t expected, uint32_t seen,
                         const char *what)
{
    if (test_compared(t, seen == expected))
        return true;
    test_blame(t, CAUSE_DMA_BLOCKED);
    test_error(
        t,
        "the card has 0x%x in %s%s, expected 0x%x: DMA protection of the rig (VT-d, AMD-Vi), "
        "or the port above",
        seen, what, is_word_of_vram(t->card, at, seen) ? ", as VRAM at that address" : "",
        expected);
    return false;
}

/* The card reads and writes the memory of the machine: bus mastering works (§2.1). */
static void system_memory_both_ways(struct test *t)
{
    static const enum target targets[] = { TARGET_SYSRAM_SNOOP, TARGET_SYSRAM_NOSNOOP };

    for (unsigned i = 0; i < ARRAY_SIZE(targets); i++) {
        struct gv_setup *const setup = gv_setup_open(t);
        linear_addr memory;

        if (!setup || !gv_setup_memory(setup, targets[i], DMA_BYTES, PAGE_4K, &memory))
            return;
        for (uint32_t at = 0; at < DMA_BYTES; at += 0x124) {
            const linear_addr here = linear_add(memory, at);

            if (!gets_through(t, here, name_at(here), pmem_read32(t->card, here),
                              i == 0 ? "coherent system memory, read by the card"
                                     : "noncoherent system memory, read by the card"))
                return;
            pmem_write32(t->card, here, ~name_at(here));
            if (!gv_setup_ok(setup, bar_flush(t->card), "flushing host writes") ||
                !gets_through(t, here, ~name_at(here), gv_setup_read(setup, here),
                              "system memory, written by the card"))
                return;
        }
    }
}

/* System memory at 4 GiB or above, where the machine has it for the card. */
static void high_system_memory(struct test *t)
{
    static const enum target targets[] = { TARGET_SYSRAM_SNOOP, TARGET_SYSRAM_NOSNOOP };
    struct gv_setup *const setup = gv_setup_open(t);
    linear_addr memory;

    for (unsigned i = 0; i < ARRAY_SIZE(targets); i++) {
        if (!setup || !gv_setup_high_memory(setup, targets[i], DMA_BYTES, &memory))
            return;
        for (uint32_t at = 0; at < DMA_BYTES; at += 0x124) {
            const linear_addr here = linear_add(memory, at);

            if (!gv_setup_name(setup, here) ||
                !expect_equal(t, name_at(here), pmem_read32(t->card, here),
                              "system memory above 4 GiB, read by the card"))
                return;
            pmem_write32(t->card, here, ~name_at(here));
            if (!gv_setup_ok(setup, bar_flush(t->card), "flushing host writes") ||
                !expect_equal(t, ~name_at(here), gv_setup_read(setup, here),
                              "system memory above 4 GiB, written by the card"))
                return;
        }
    }
}

/* Each flush ends (§2.3). */
static void flushes_end(struct test *t)
{
    const char *const doing = "flushing";

    if (!test_works(t, bar_flush(t->card), doing) || !test_works(t, system_flush(t->card), doing))
        return;
    (void)!test_works(t, l2_flush(t->card), doing);
}

/* The last word of VRAM of `size` bytes that a test may write: the end may be memory that the card protects. 0: there
 * is none. */
static uint64_t last_free_word(const struct card *card, uint64_t size)
{
    for (uint64_t end = size; end > SPAN; end -= PMEM_GRANULE)
        if (vram_is_free(card, end - PMEM_GRANULE, PMEM_GRANULE))
            return end - 4;
    return 0;
}

/* The word that lies half, a quarter, ... of the size below; 0: there is none. */
static linear_addr low_of(linear_addr top, uint64_t size, unsigned n)
{
    const uint64_t below = size >> (n + 1);

    return (linear_addr){ below >= SPAN && below <= top.v ? top.v - below : 0, TARGET_VRAM };
}

/* Reads those words from memory after `value` is written to the last one. */
static bool read_lows(struct test *t, linear_addr top, uint32_t value, uint64_t size,
                      uint32_t out[LOWS])
{
    pmem_write32(t->card, top, value);
    if (!test_ok(t, l2_evict(t->card, top.v), "making memory answer and not L2"))
        return false;
    for (unsigned i = 0; i < LOWS && low_of(top, size, i).v; i++)
        out[i] = pmem_read32(t->card, low_of(top, size, i));
    return true;
}

/* The partitions' registers say how much there is; the last word of it is not a word of the lower half that the
 * address has come round to (§1.4). */
static void size_is_what_stores(struct test *t)
{
    struct card *const card = t->card;
    struct fb_size fb;

    gv100_fb_size(card, &fb);
    if (fb.mixed) {
        test_skip(t, "partitions of different sizes: what lies above 0x1000000000 is not tested");
        return;
    }
    expect_equal(t, fb.bytes, card->vram.size, "the size of VRAM");
    const linear_addr top = { last_free_word(card, fb.bytes), TARGET_VRAM };
    if (!top.v) {
        test_skip(t, "somebody holds all of VRAM");
        return;
    }
    const uint32_t before = pmem_read32(card, top);
    uint32_t with[LOWS], without[LOWS];

    if (!read_lows(t, top, ~PROBE_VALUE, fb.bytes, with) ||
        !read_lows(t, top, PROBE_VALUE, fb.bytes, without))
        return;
    /* Whether it is a good chip, the memory tests say. */
    const char *const kept = pmem_read32(card, top) == PROBE_VALUE
                                 ? ""
                                 : "; the last word does not keep what is written";
    for (unsigned i = 0; i < LOWS && low_of(top, fb.bytes, i).v; i++)
        if (with[i] == ~PROBE_VALUE && test_compared(t, without[i] == PROBE_VALUE))
            test_fail(t,
                      "says that it has %llu MiB, but the BAR0 window shows 0x%llx and 0x%llx as "
                      "one word",
                      (unsigned long long)(fb.bytes >> 20), (unsigned long long)top.v,
                      (unsigned long long)low_of(top, fb.bytes, i).v);
    pmem_write32(card, top, before);
    test_note(t, "%llu MiB in %u partitions%s", (unsigned long long)(fb.bytes >> 20), fb.partitions,
              kept);
}

/* How far past the end a test may write: where addresses come round (K17), the word there is one without an owner, a
 * display least of all. 0: there is none. */
static uint64_t free_offset(const struct card *card)
{
    for (uint64_t at = SPAN; at < card->vram.size; at += PMEM_GRANULE)
        if (vram_is_free(card, at, PMEM_GRANULE))
            return at;
    return 0;
}

/* Whether a word past the end is memory of its own: it stores, and no word below changes with it. */
static bool stores_past(struct test *t, uint64_t size, uint64_t offset)
{
    static const uint32_t values[] = { PROBE_VALUE, ~PROBE_VALUE };
    const linear_addr past = { size + offset, TARGET_VRAM };
    struct card *const card = t->card;
    const uint32_t before = pmem_read32(card, past);
    bool own = true;

    for (unsigned n = 0; n < ARRAY_SIZE(values) && own; n++) {
        uint32_t seen[LOWS] = { 0 };

        for (unsigned i = 0; i < LOWS && size >> i > SPAN; i++)
            seen[i] = pmem_read32(card, (linear_addr){ past.v - (size >> i), TARGET_VRAM });
        pmem_write32(card, past, values[n]);
        own &= test_ok(t, l2_evict(card, offset), "making memory answer and not L2") &&
               pmem_read32(card, past) == values[n];
        for (unsigned i = 0; i < LOWS && size >> i > SPAN; i++)
            own &= seen[i] == pmem_read32(card, (linear_addr){ past.v - (size >> i), TARGET_VRAM });
    }
    pmem_write32(card, past, before);
    return own;
}

/* Nothing stores past the end that the registers give. No source gives the contents there: the lower memory once more,
 * or nothing. */
static void memory_ends(struct test *t)
{
    const uint64_t offset = free_offset(t->card);
    struct fb_size fb;

    if (!offset) {
        test_skip(t, "somebody holds all of VRAM");
        return;
    }
    gv100_fb_size(t->card, &fb);
    if (test_compared(t, stores_past(t, fb.bytes, offset)))
        test_fail(t, "has memory behind the %llu MiB that its registers give",
                  (unsigned long long)(fb.bytes >> 20));
}

/* A part is locked, and its bounds make no sense. */
static void say_silent(struct test *t)
{
    uint64_t from, to;
    const enum silent silent = gv100_silent(t->card, &from, &to);

    if (silent == SILENT_FOUND)
        test_fail(t,
                  "has a part of VRAM locked for protected video (VPR), and bounds of it that make "
                  "no sense: 0x%llx to 0x%llx stores nothing and is left out",
                  (unsigned long long)from, (unsigned long long)to);
    else
        test_fail(t,
                  "has a part of VRAM locked for protected video (VPR), and bounds of it that make "
                  "no sense: %s",
                  silent == SILENT_NONE ? "all of it stores what is written"
                                        : "what stores nothing is no one stretch");
}

/* Memory that the card itself protects from writers (§9.1): it is left out of every test of
 * memory. */
static void protected_ranges_are_known(struct test *t)
{
    struct text note = text_in(t->note, sizeof(t->note));
    unsigned found = 0;

    for (enum gv100_protected i = 0; i < PROTECTED_COUNT; i++) {
        const char *const name = gv100_protected_name(i);
        uint64_t from, to;

        if (test_compared(t, gv100_protected_range(t->card, i, &from, &to))) {
            text_format(&note, "%s%s 0x%llx to 0x%llx", found++ ? ", " : "", name,
                        (unsigned long long)from, (unsigned long long)to);
        } else if (from) {
            test_fail(t, "says that 0x%llx to 0x%llx are protected (%s), in VRAM of 0x%llx bytes",
                      (unsigned long long)from, (unsigned long long)to, name,
                      (unsigned long long)t->card->vram.size);
        } else if (i == PROTECTED_VPR && gv100_vpr_locked(t->card)) {
            say_silent(t);
        }
    }
    if (!found)
        text_string(&note, "no WPR, no VPR");
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vram.size", .source = "gv100.md §1.4", .run = size_is_what_stores,
      .basis = DOCUMENTED, .claim = CLAIM_VRAM },
    { .name = "window.base", .source = "gv100.md §2.1", .run = base_moves_in_small_steps,
      .basis = DOCUMENTED, .claim = CLAIM_WINDOW },
    { .name = "window.vram", .source = "gv100.md §2.1", .run = vram_stores,
      .basis = PROVEN, .claim = CLAIM_WINDOW },
    { .name = "window.flush", .source = "gv100.md §2.3", .run = flushes_end,
      .basis = PROVEN, .claim = CLAIM_WINDOW },
    { .name = "link.dma", .source = "gv100.md §2.1", .run = system_memory_both_ways,
      .basis = DOCUMENTED, .claim = CLAIM_LINK, .needs = "window.vram,window.flush" },
    { .name = "link.dma.high", .source = "gv100.md §2.1", .run = high_system_memory,
      .basis = DOCUMENTED, .claim = CLAIM_LINK, .needs = "link.dma" },
    { .name = "vram.end", .source = "gv100.md §1.4", .run = memory_ends,
      .basis = UNVERIFIED, .experiment = "gv100.md §2.1", .claim = CLAIM_VRAM, .needs = "vram.size" },
    { .name = "vram.protected", .source = "gv100.md §9.1", .run = protected_ranges_are_known,
      .basis = DOCUMENTED, .claim = CLAIM_IDENTITY },
};
/* clang-format on */

const struct test_group gv100_window_tests = { rows, ARRAY_SIZE(rows) };
