/* Notes of a strict NV50 card beyond single registers (docs/model.md, "A strict card"): each kind once with its cause,
 * and not where software follows the document. */
#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/fifo/pfifo_rig.h"

static void open_strict(const char *chip)
{
    open_card(chip, NULL);
    nv50_of(card)->strict.on = true;
}

/* Its notes would have no listener any more. */
static int close_strict(void **state)
{
    nv50_of(card)->strict.on = false;
    nv50_of(card)->strict.count = 0;
    return close_card(state);
}

/* How often the kind was noted, and of its first place the first access in `first`. */
static uint64_t noted(enum strict_kind kind, const char **first)
{
    const struct strict *strict = &nv50_of(card)->strict;
    uint64_t count = 0;

    for (unsigned i = 0; i < strict->count; i++)
        if (strict->places[i].kind == kind) {
            if (!count && first)
                *first = strict->places[i].first;
            count += strict->places[i].count;
        }
    return count;
}

/* BAR1's window over one page of VRAM, read once. */
static void show_page(uint32_t high, bool flushed)
{
    static const uint32_t object[] = { 0x7fc00000, 0x0fffffff, 0x00001000, 0, 0, 0 };

    put_words(0x106000, object, 6);
    vram_wr(0x100200, 0x200003);
    vram_wr(0x100204, 0);
    vram_wr(0x200008, 0x300001);
    vram_wr(0x20000c, high);
    if (flushed)
        wr(REF_HOST_FLUSH_G84, 1);
    wr(REF_PBUS_CHANNEL, 0x40000000 | 0x100000 >> 12);
    wr(REF_PBUS_BAR1, 0x80000600);
    model_read(card, 1, 0x10, 4);
}

/* tesla-vm.md §8.4 step 3: "host flush if the tables are in VRAM and were written through a BAR, PMEM or PEEPHOLE". */
TEST(tables_want_a_host_flush, NULL, close_strict)
{
    const char *first = "";

    open_strict("g84");
    show_page(0, true);
    assert_int_equal(0, noted(STRICT_UNFLUSHED, NULL));
    close_strict(NULL);
    open_strict("g84");
    show_page(0, false);
    assert_int_equal(2, noted(STRICT_UNFLUSHED, &first));
    assert_string_equal("a page directory's entry at 0000100200 of the card's memory", first);
}

/* §1.7: bits of a present entry that no document gives a meaning; of an absent one nobody minds. */
TEST(reserved_bits_are_noted, NULL, close_strict)
{
    const char *first = "";

    open_strict("g84");
    show_page(0x80000000, true);
    assert_int_equal(1, noted(STRICT_RESERVED, &first));
    assert_string_equal("PTE 8000000000300001, reserved 8000000000000000", first);
    close_strict(NULL);
    open_strict("g84");
    vram_wr(0x200010, 0xdeadcafe);
    show_page(0, true);
    model_read(card, 1, 0x1010, 4);
    assert_int_equal(0, noted(STRICT_RESERVED, NULL));
}

/* §8.5: on most chipsets a flush of PGRAPH's TLB wants its fetch (0x400500 bit 0) stopped; G80 and MCP79 need no care. */
TEST(pgraphs_flush_wants_quiet, NULL, close_strict)
{
    static const struct {
        const char *chip;
        uint32_t fetch, flush;
        unsigned count;
    } rows[] = {
        { "g84", 0x10001, 1, 1 }, { "g84", 0x10000, 1, 0 },   { "g84", 0x10001, 0x60001, 0 },
        { "g80", 0x10001, 1, 0 }, { "mcp79", 0x10001, 1, 0 }, { "gt215", 0x10001, 1, 1 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_strict(rows[i].chip);
        wr(REF_PGRAPH_FIFO_CONTROL, rows[i].fetch);
        wr(REF_PFB_MMU_TLB_FLUSH, rows[i].flush);
        assert_int_equal(rows[i].count, noted(STRICT_NOT_QUIET, NULL));
        if (i + 1 < ARRAY_SIZE(rows))
            close_strict(NULL);
    }
}

/* A register that only stores: the written value stays a message to nobody, unless somebody reads it. */
TEST(writes_that_nothing_reads, NULL, close_strict)
{
    for (unsigned read = 0; read < 2; read++) {
        const char *first = "";

        open_strict("g84");
        wr(REF_PGRAPH_DEBUG_3, 5);
        wr(REF_PGRAPH_DEBUG_3, 6);
        if (read)
            rd(REF_PGRAPH_DEBUG_3);
        registers_judge_unread(&nv50_of(card)->regs);
        assert_int_equal(!read, noted(STRICT_UNREAD, &first));
        if (!read)
            assert_string_equal("40008c PGRAPH_DEBUG_3, written 2 times", first);
        if (!read)
            close_strict(NULL);
    }
}

/* The same page of system memory through a snooping and a plain window. Other pages are other pages. */
TEST(one_page_with_and_without_snooping, NULL, close_strict)
{
    const char *first = "";

    open_strict("g84");
    model_config_write(card, 4, 6, 2);
    wr(REF_PBUS_PMEM, 2 << 24 | 0x10);
    rd(REF_PMEM_WINDOW);
    wr(REF_PBUS_PMEM, 3 << 24 | 0x11);
    rd(REF_PMEM_WINDOW);
    assert_int_equal(0, noted(STRICT_SNOOP, NULL));
    rd(0x701000);
    wr(REF_PBUS_PMEM, 2 << 24 | 0x11);
    rd(0x701ffc);
    assert_int_equal(1, noted(STRICT_SNOOP, &first));
    assert_string_equal("0000111ffc with, before without", first);
}

/* tesla-mmio.md §4.3: the switcher saves the channel's state over RAMFC, so software's writes there meanwhile are
 * lost. */
TEST(ramfc_of_a_loaded_channel, NULL, close_strict)
{
    const char *first = "";

    open_strict("g84");
    struct channel c = make_channel(1, true);
    run_list(&c, NULL);
    method(&c, 0, 0x50, 1);
    submit(&c);
    wr(0x2604, 0);
    assert_int_equal(0, noted(STRICT_CHANGED, NULL));
    wr(0x2604, 0x80000000 | c.ramfc >> 8);
    run_list(&c, NULL);
    method(&c, 0, 0x50, 2);
    submit(&c);
    vram_wr(c.ramfc + 0x44, 0x7777);
    wr(0x2604, 0);
    assert_int_equal(1, noted(STRICT_CHANGED, &first));
    assert_string_equal("RAMFC 44 of channel 1, which PFIFO has: was 2101ffff, is 00007777", first);
}

/* A DMA object counts from when it is loaded: one that changes later differs from its engine's copy. */
TEST(a_dma_object_that_is_in_use, NULL, close_strict)
{
    const char *first = "";

    open_strict("g84");
    struct channel c = make_channel(1, true);
    run_list(&c, NULL);
    method(&c, 0, 0x50, 1);
    submit(&c);
    assert_int_equal(0, noted(STRICT_CHANGED, NULL));
    vram_wr(c.base + 0x5404, 0xfffffffe);
    method(&c, 0, 0x50, 2);
    submit(&c);
    assert_true(noted(STRICT_CHANGED, &first) >= 1);
    assert_string_equal(
        "DMA object 0540 of channel 00001020, which engine 5 has: word 1 was ffffffff, is "
        "fffffffe",
        first);
}
