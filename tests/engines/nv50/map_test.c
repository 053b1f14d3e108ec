/* The table builder against a table kept page by page beside it: random ranges mapped, mapped over and
 * unmapped; after each step every page must be as expected, in legal blocks. */
#include "engines/nv50/graph2d.h"
#include "engines/nv50/map.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "tests/engines/nv50/start_rig.h"

#define PAGES 0x400 /* of the table that are played with */

static struct rig {
    struct start_rig on;
    struct vm vm;
    struct pde pde;
    unsigned shift;
    struct pte wanted[PAGES]; /* as pages by themselves */
    struct map_report report;
} rig;

static void open_rig(unsigned chip, enum pde_type type)
{
    const struct model_config config = { .chip = &nv50_chips[chip].chip,
                                         .vram_size = UINT64_C(4) << 20,
                                         .part_mask = 1 };

    memset(&rig, 0, sizeof(rig));
    start_rig_open(&rig.on, &config);
    rig.pde = (struct pde){ .type = (uint8_t)type };
    assert_int_equal(vm_create(&rig.vm, &rig.on.card, TARGET_SYSRAM_SNOOP), OK);
    assert_int_equal(vm_table(&rig.vm, (virtual_addr){ 0 }, &rig.pde, TARGET_SYSRAM_SNOOP), OK);
    rig.shift = pde_page_shift(nv50_chip_of(rig.on.card.chip), &rig.pde);
}

static void close_rig(void)
{
    card_dma_free_all(&rig.on.card, 0);
    start_rig_close(&rig.on);
}

static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *seed >> 33;
}

static struct pte pte_at(unsigned page)
{
    const linear_addr at = { rig.pde.table.v + page * 8, rig.pde.table.target };
    struct pte pte;
    uint64_t word;

    assert_int_equal(OK, card_memory_read(&rig.on.card, at, &word, sizeof(word)));
    pte_unpack(nv50_chip_of(rig.on.card.chip), rig.shift, word, &pte);
    return pte;
}

/* All PTEs of a block are equal and lie in it; each page has the meaning asked for. */
static void check(void)
{
    for (unsigned page = 0; page < PAGES; page++) {
        const struct pte pte = pte_at(page);
        const unsigned length = 1u << pte.order, first = page & ~(length - 1);
        const struct pte *const wanted = &rig.wanted[page];

        assert_int_equal(pte.present, wanted->present);
        if (!pte.present)
            continue;
        for (unsigned i = first; i < first + length; i++) {
            const struct pte other = pte_at(i);
            assert_pairs(other.present, pte.present, other.read_only, pte.read_only,
                         other.supervisor, pte.supervisor, other.order, pte.order, other.page.v,
                         pte.page.v, other.page.target, pte.page.target, other.type, pte.type,
                         other.compression, pte.compression, other.tag, pte.tag, other.long_cycle,
                         pte.long_cycle, other.encrypted, pte.encrypted);
        }
        assert_pairs(pte.page.v + ((uint64_t)(page - first) << rig.shift), wanted->page.v,
                     pte.page.target, wanted->page.target, pte.read_only, wanted->read_only,
                     pte.supervisor, wanted->supervisor, pte.type, wanted->type, pte.compression,
                     wanted->compression, pte.long_cycle, wanted->long_cycle, pte.encrypted,
                     wanted->encrypted);
        const uint64_t cells = (((uint64_t)(page - first) << rig.shift) >> 16) * pte.compression;
        assert_int_equal(pte.tag + cells, wanted->tag);
    }
}

static void play(unsigned chip, enum pde_type type)
{
    uint64_t seed = chip * 10 + type;

    open_rig(chip, type);
    for (unsigned step = 0; step < 150; step++) {
        const unsigned first = (unsigned)(next_random(&seed) % PAGES);
        const unsigned count = 1 + (unsigned)(next_random(&seed) % (PAGES - first));
        const virtual_addr at = { (uint64_t)first << rig.shift };
        const struct pte pte = { .present = true,
                                 .read_only = next_random(&seed) % 2,
                                 .supervisor = next_random(&seed) % 2,
                                 .type = (uint8_t)(next_random(&seed) % 0x80),
                                 .long_cycle = next_random(&seed) % 2,
                                 .encrypted = chip != CHIP_G80 && next_random(&seed) % 2,
                                 .page = { (next_random(&seed) % 0x1000) << rig.shift,
                                           next_random(&seed) % 2 ? TARGET_VRAM
                                                                  : TARGET_SYSRAM_SNOOP },
                                 .compression = rig.shift == 16 ? (uint8_t)(step % 3) : 0 };
        const bool unmaps = step % 3 == 2;

        if (unmaps)
            assert_int_equal(
                vm_unmap(&rig.vm, &rig.pde, at, (uint64_t)count << rig.shift, &rig.report), OK);
        else
            assert_int_equal(
                vm_map(&rig.vm, &rig.pde, at, (uint64_t)count << rig.shift, &pte, &rig.report), OK);
        for (unsigned i = 0; i < count; i++) {
            rig.wanted[first + i] = pte;
            rig.wanted[first + i].present = !unmaps;
            rig.wanted[first + i].page.v += (uint64_t)i << rig.shift;
            rig.wanted[first + i].tag =
                (uint16_t)((((uint64_t)i << rig.shift) >> 16) * pte.compression);
        }
        check();
    }
    assert_true(rig.report.split > 0);
    close_rig();
}

TEST(random_ranges_of_pages)
{
    play(CHIP_G80, PDE_TYPE_4K);
    play(CHIP_G84, PDE_TYPE_4K);
    play(CHIP_GT215, PDE_TYPE_16K);
    play(CHIP_G84, PDE_TYPE_64K);
}

/* Each takes two objects of the channel's memory, until that has no more room. */
TEST(objects_of_2d_end_with_their_room)
{
    const struct graph2d_objects objects = { 0 };
    struct graph2d g;
    unsigned made = 0;

    open_rig(CHIP_G84, PDE_TYPE_4K);
    while (made < 0x1000 && graph2d_prepare(&g, &rig.vm, &objects) == OK)
        made++;
    assert_in_range(made, 1, 0xfff);
    close_rig();
}

/* 0x34567 pages from index 0x1ab9 on need no more blocks: each as large as its index and the rest allow, 7 at most. */
TEST(orders_are_the_largest_legal)
{
    assert_pairs(0, block_order(0, 1), 1, block_order(0, 2), 0, block_order(1, 100), 1,
                 block_order(2, 100), 2, block_order(4, 7), 2, block_order(8, 7), 7,
                 block_order(0x80, 0x80), 6, block_order(0x80, 0x7f), 7, block_order(0, 0x20000));
    for (unsigned index = 0; index < 0x400; index++)
        for (unsigned pages = 1; pages < 0x180; pages++) {
            const unsigned order = block_order(index, pages);

            assert_true(order <= 7 && index % (1u << order) == 0 && pages >= 1u << order);
            assert_true(order == 7 || index % (2u << order) != 0 || pages < 2u << order);
        }
}

TEST(ranges_outside_are_refused)
{
    static const struct {
        bool unmaps;
        uint32_t at, size;
        enum err e;
    } rows[] = {
        { false, 0x1000, 0x10000, ERR_ALIGN },       { false, 0, 0x8000, ERR_ALIGN },
        { false, 0x1fff0000, 0x20000, ERR_OUTSIDE }, { true, 0x1fff0000, 0x20000, ERR_OUTSIDE },
        { false, 0x1fff0000, 0x10000, OK },          { false, 0, 0x10000, ERR_UNSUPPORTED }
    };
    const struct pte pte = { .present = true };

    open_rig(CHIP_G84, PDE_TYPE_64K);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const virtual_addr at = { rows[i].at };
        rig.pde.type = rows[i].e == ERR_UNSUPPORTED ? PDE_TYPE_16K : PDE_TYPE_64K;
        assert_int_equal(rows[i].e,
                         rows[i].unmaps
                             ? vm_unmap(&rig.vm, &rig.pde, at, rows[i].size, &rig.report)
                             : vm_map(&rig.vm, &rig.pde, at, rows[i].size, &pte, &rig.report));
    }
    close_rig();
}

/* By hand: 0x80 pages are one block of order 7. Pages 3 and 4 cut it before page 3, into blocks of 2, 1, 1, 4, 8, 16, 32
 * and 64 pages, then the one of pages 4 to 7 before page 5, into 1, 1 and 2; they themselves are two of one page. */
TEST(what_is_done_is_summed_up)
{
    static const uint32_t blocks[BLOCK_ORDERS] = { 6, 2, 1, 1, 1, 1, 1, 1 };
    const struct pte pte = { .present = true, .page = { 0x100000, TARGET_VRAM } };

    open_rig(CHIP_G84, PDE_TYPE_64K);
    assert_int_equal(vm_map(&rig.vm, &rig.pde, (virtual_addr){ 0 }, 0x800000, &pte, &rig.report),
                     OK);
    assert_pairs(rig.report.pages, 0x80, rig.report.blocks[7], 1, rig.report.split, 0);
    assert_int_equal(
        vm_map(&rig.vm, &rig.pde, (virtual_addr){ 0x30000 }, 0x20000, &pte, &rig.report), OK);
    assert_pairs(rig.report.pages, 0x82, rig.report.split, 2);
    assert_memory_equal(rig.report.blocks, blocks, sizeof(blocks));
    assert_pairs(pte_at(5).order, 0, pte_at(6).order, 1);
    assert_true(pte_at(5).page.v == 0x150000);
    close_rig();
}
