/* Notes of a strict NV50 card beyond single registers (docs/model.md, "A strict card"): each kind once with its cause,
 * and not where software follows the document. */
#include "model/nv50/card/vm_ask.h"
#include "tests/model/nv50/fifo/pfifo_rig.h"

static void open_strict(const char *chip)
{
    open_card(chip, NULL);
    nv50_of(card)->shell.strict.on = true;
}

/* Its notes would have no listener any more. */
FIXTURE(close_strict)
{
    nv50_of(card)->shell.strict.on = false;
    nv50_of(card)->shell.strict.count = 0;
    close_card(state);
}

/* How often the kind was noted, and of its first place the first access in `first`. */
static uint64_t noted(enum strict_kind kind, const char **first)
{
    const struct strict *strict = &nv50_of(card)->shell.strict;
    uint64_t count = 0;

    for (unsigned i = 0; i < strict->count; i++)
        if (strict->entries[i].kind == kind) {
            if (!count && first)
                *first = strict->entries[i].first;
            count += strict->entries[i].count;
        }
    return count;
}

/* BAR1's window over the page of VRAM that holds its own table, read once. */
static void show_page(bool flushed)
{
    STORE(0x106000, 0x7fc00000, 0x0fffffff, 0x00001000, 0, 0, 0);
    PUT(vram_wr, 0x100200, 0x200003, 0x100204, 0, 0x200008, 0x200001, 0x20000c, 0);
    if (flushed)
        wr(REF_HOST_FLUSH_G84, 1);
    PUT(wr, REF_PBUS_CHANNEL, 0x40000000 | 0x100000 >> 12, REF_PBUS_BAR1, 0x80000600);
    model_read(card, 1, 0x10, 4);
}

/* tesla-vm.md §8.4 step 3: "host flush if the tables are in VRAM and were written through a BAR, PMEM or PEEPHOLE". */
TEST(tables_want_a_host_flush, NULL, close_strict)
{
    const char *first = "";

    open_strict("g84");
    show_page(true);
    assert_int_equal(0, noted(STRICT_UNFLUSHED, NULL));
    model_write(card, 1, 0x10, 0x300001, 4);
    model_read(card, 1, 0x1000, 4);
    assert_int_equal(1, noted(STRICT_UNFLUSHED, &first));
    assert_string_equal("a page table's entry at 0000200010 of the card's memory", first);
    close_strict(NULL);
    open_strict("g84");
    show_page(false);
    assert_int_equal(2, noted(STRICT_UNFLUSHED, &first));
    assert_string_equal("a page directory's entry at 0000100200 of the card's memory", first);
}

/* The same page of system memory through a snooping and a plain window. Each page is judged by itself. */
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
    rd(REF_PMEM_WINDOW + 0x1000);
    wr(REF_PBUS_PMEM, 2 << 24 | 0x11);
    rd(REF_PMEM_WINDOW + 0x1ffc);
    assert_int_equal(1, noted(STRICT_SNOOP, &first));
    assert_string_equal("0000111ffc with, before without", first);
}

/* tesla-mmio.md §4.3: the switcher saves the channel's state over RAMFC, so software's writes there are lost. */
TEST(ramfc_of_a_loaded_channel, NULL, close_strict)
{
    const char *first = "";

    open_strict("g84");
    struct channel c = make_channel(1, true);
    run_list(&c, NULL);
    send(&c, 0, 0x50, 1);
    wr(REF_PFIFO_CHAN_TABLE + 4, 0);
    assert_int_equal(0, noted(STRICT_CHANGED, NULL));
    wr(REF_PFIFO_CHAN_TABLE + 4, 0x80000000 | c.ramfc >> 8);
    run_list(&c, NULL);
    send(&c, 0, 0x50, 2);
    vram_wr(c.ramfc + 0x44, 0x7777);
    wr(REF_PFIFO_CHAN_TABLE + 4, 0);
    assert_int_equal(1, noted(STRICT_CHANGED, &first));
    assert_string_equal("RAMFC 44 of channel 1, which PFIFO has: was 2101ffff, is 00007777", first);
}

static void no_listener(void *opaque, const char *line)
{
    (void)opaque, (void)line;
}

/* tesla-vm.md §8.2, §8.3: a page that changed is told to each engine unless it was flushed or bound anew; PFIFO's binds
 * are its own, and its flush is the background engine's too. */
TEST(each_engine_forgets_by_flush_or_bind, NULL, close_strict)
{
    enum { CHANGED, KEPT, FLUSH, BIND, FLUSH_OF_PFIFO, WAYS };
    const struct model_config config = { .chip = &nv50_chips[CHIP_GT215].chip,
                                         .seed = 1,
                                         .strict = true };

    new_core((struct model_host){ .trace = no_listener }, &config);
    wr(0x200, 0xffffffff);
    STORE(0x106000, 0x7fc00000, 0x0fffffff, 0, 0, 0, 0);
    STORE(0x100200, 0x200003, 0);
    for (unsigned i = 0; i < REF_VM_ENGINE_COUNT * WAYS; i++) {
        const unsigned engine = i / WAYS, way = i % WAYS;
        const bool pfifo = engine == REF_VM_ENGINE_PFIFO || engine == REF_VM_ENGINE_PFIFO_BG;
        const struct nv50_vm_access access = { .engine = (uint8_t)engine,
                                               .channel = 0x100,
                                               .selector = 0x600,
                                               .logical = 0x1000,
                                               .size = 4 };
        struct nv50_vm_answer met;

        STORE(0x200000, 0x300081, 0, 0x300081, 0); /* two in a block */
        wr(REF_PFB_MMU_TLB_FLUSH, engine << 16 | 1);
        nv50_vm_bind(card, engine, 0x100);
        wr(REF_HOST_FLUSH_G84, 1);
        assert_true(nv50_vm_ask(card, &access, &met));
        if (way != KEPT)
            vram_wr(0x200008, 0x300089); /* read-only */
        if (way == FLUSH || way == FLUSH_OF_PFIFO)
            wr(REF_PFB_MMU_TLB_FLUSH, (way == FLUSH ? engine : 5) << 16 | 1);
        else if (way == BIND)
            nv50_vm_bind(card, engine, 0x100);
        wr(REF_HOST_FLUSH_G84, 1);
        const uint64_t before = noted(STRICT_STALE, NULL);
        nv50_vm_ask(card, &access, &met);
        const bool forgot = way == KEPT || way == FLUSH || (way == BIND && !pfifo) ||
                            (way == FLUSH_OF_PFIFO && pfifo);
        if (noted(STRICT_STALE, NULL) - before == forgot)
            fail_msg("engine %x, way %u", engine, way);
    }
    for (unsigned i = 0; i < nv50_of(card)->shell.strict.count; i++)
        assert_int_equal(nv50_of(card)->shell.strict.entries[i].kind, STRICT_STALE);
}
