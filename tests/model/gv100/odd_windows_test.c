/* Accesses of the GV100 model through windows that no single page serves, pages that QEMU may map, a card that is gone,
 * and rings of faults at their ends. Defects: tests/defects.tsv. Numbers are typed from docs/hardware/gv100.md. */
#include "tests/model/gv100/channel_rig.h"

#define BLOCK1 UINT64_C(0x26000)
#define BLOCK2 UINT64_C(0x27000)
#define PAGE   UINT64_C(0x500000) /* of VRAM, where small pages of the tests lie */

static void open_bar1(const char *defects, const char *knobs)
{
    open_with(defects, knobs);
    build_space();
    bind_bar(1, BLOCK1);
}

/* ---- accesses over several pages (§2.2, §5.5) ---- */

/* §6.1: what changes in a table is seen after an invalidate that covers it. Here tables give way to a page of 2 MiB, and one
 * address of it is invalidated: the page beside is served as it was, and goes on being so. An alias of all 2 MiB would show
 * another card than one that is watched and has no aliases. */
TEST(a_page_over_older_entries_has_no_alias, NULL, close_world)
{
    const uint64_t at = 0xa00000;

    for (unsigned all = 0; all < 2; all++) {
        if (all)
            close_world(NULL);
        open_bar1(NULL, NULL);
        map_small(0, PAGE >> 4 | 1);
        map_small(1, PAGE >> 4 | 1);
        put_all(PAGE, 0x01d01d01, at, 0x4e34e34e, at + 0x1000, 0x4e34e34f);
        assert_pairs(0x01d01d01, bar_get(1, SMALL), 0x01d01d01, bar_get(1, SMALL + 0x1000));
        put64_all(PD0 + 16 * (SMALL >> 21), at >> 4 | 1, PD0 + 16 * (SMALL >> 21) + 8, 0);
        wr_all(REF_PFB_PRI_MMU_INVALIDATE_PDB, (uint32_t)(PD3 >> 8),
               REF_PFB_PRI_MMU_INVALIDATE_UPPER_PDB, 0, REF_PFB_PRI_MMU_INVALIDATE_UPPER_VADDR, 0,
               REF_PFB_PRI_MMU_INVALIDATE_VADDR, (uint32_t)(SMALL + 0x1000) >> 8,
               REF_PFB_PRI_MMU_INVALIDATE, 0x80000000 | all);
        wait_ns(10000);
        assert_pairs(0x4e34e34f, bar_get(1, SMALL + 0x1000), all, world.aliases);
        bar_get(1, 0);
        assert_int_equal(all ? 0x4e34e34e : 0x01d01d01, bar_get(1, SMALL));
    }
}

/* The BARs that changed since a note: nothing, then each BAR that is bound. */
TEST(changes_are_counted, NULL, close_world)
{
    open_world(NULL);
    build_space();
    model_note(world.card);
    assert_int_equal(0, model_changed(world.card, NULL, NULL));
    bind_bar(1, BLOCK1);
    model_note(world.card);
    assert_int_equal(1, model_changed(world.card, NULL, NULL));
    bind_bar(2, BLOCK2);
    model_note(world.card);
    assert_int_equal(2, model_changed(world.card, NULL, NULL));
}

/* ---- windows ---- */

/* A card that has fallen off the bus answers ones, and takes nothing, until it is reset. */
TEST(a_card_that_is_gone, NULL, close_world)
{
    uint8_t bytes[6] = { 0 };

    open_with("bus-gone:after=0", NULL);
    assert_pairs(0xffffffff, rd(0), true, model_read(world.card, 1, 0, 8) == UINT64_MAX, 0xffff,
                 model_config_read(world.card, 0, 2), 0xff, model_config_read(world.card, 0, 1));
    model_read_block(world.card, 1, 0, bytes, sizeof(bytes));
    for (unsigned i = 0; i < sizeof(bytes); i++)
        assert_int_equal(0xff, bytes[i]);
    wr(REF_PBUS_SW_SCRATCH(0), 5);
    model_write_block(world.card, 0, 0x1584, bytes, 4);
    model_hot_reset(world.card);
    assert_pairs(0, rd(REF_PBUS_SW_SCRATCH(0)), 0, rd(REF_PBUS_SW_SCRATCH(1)));
    assert_int_equal(0, rd(REF_POST_STATUS) & 2); /* nobody runs the VBIOS again */
    assert_int_equal(0, model_config_read(world.card, 4, 2));
}

/* ---- the TLB ---- */

/* §6.1: a page that has changed in memory faults until an invalidate, in its address or its target alone. */
TEST(changed_pages_fault, NULL, close_world)
{
    static const uint64_t ptes[] = { (PAGE + 0x1000) >> 4 | 1, PAGE >> 4 | 5 };

    for (unsigned i = 0; i < 2; i++) {
        open_bar1("tlb-changed-faults", NULL);
        put(PAGE, 0x88);
        map_small(0, PAGE >> 4 | 1);
        assert_pairs(0x88, bar_get(1, SMALL), 0x88, bar_get(1, SMALL));
        map_small(0, ptes[i]);
        assert_pairs(0xffffffff, bar_get(1, SMALL), 0x80100702, rd(REF_PFB_PRI_MMU_FAULT_INFO));
        map_small(0, PAGE >> 4 | 1);
        assert_int_equal(0x88, bar_get(1, SMALL));
    }
}

/* ---- records of faults (§6.2, §6.3) ---- */

static void open_buffer(uint32_t size)
{
    open_world(NULL);
    open_channel();
    open_fault_buffer(size);
}

/* A release at a page that is absent; then the channel goes on at one that is there. */
static void fault_once(uint64_t va)
{
    RUN(1, 0x20050017, (uint32_t)va, (uint32_t)(va >> 32), 1, 0, 1);
    map_small((unsigned)(va - SMALL) >> 12, DATA >> 4 | 1);
    invalidate(0);
    wr(REF_PCCSR_CHANNEL(1), 0x400000);
    wait_ns(100000);
}

/* §6.2: PUT that is not inside a size any more starts anew; one that is stays. */
TEST(a_size_restarts_put, NULL, close_world)
{
    open_buffer(4);
    fault_once(SMALL);
    fault_once(SMALL + 0x1000);
    assert_int_equal(2, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0)));
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), 3);
    assert_int_equal(2, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0)));
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), 2);
    assert_int_equal(0, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0)));
}

/* GET beyond the size is corrupted, bit 30, until a 1 is written; so says FAULT_STATUS. */
TEST(a_get_beyond_the_size, NULL, close_world)
{
    open_buffer(4);
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(0), 3);
    assert_int_equal(3, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(0)));
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(0), 4);
    assert_int_equal(0x40000004, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(0)));
    assert_int_equal(0x8200, rd(REF_PFB_PRI_MMU_FAULT_STATUS) & 0xff00);
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(0), 0);
    assert_int_equal(0x40000000, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(0)));
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(0), 0x40000000);
    assert_int_equal(0, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(0)));
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(1), 1); /* it has no size: nothing is beyond it */
    assert_int_equal(1, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(1)));
    assert_int_equal(0x100, rd(REF_PFB_PRI_MMU_FAULT_STATUS) & 0xff00);
}
