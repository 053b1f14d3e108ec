/* The device model against the reference, value by value: TLBs and faults, tesla-vm.md §2 and §8.
 * Expected values are typed from docs/hardware/, not taken from the model's tables. */
#include "tests/model/model_rig.h"

TEST(stale_until_flushed, NULL, close_rig)
{
    open_card("g84", NULL, NULL);
    PUT(vram_wr, 0x400000, 0xaaaaaaaa, 0x500000, 0xbbbbbbbb);
    map_one_page(0x400001);

    assert_int_equal(bar1_rd(0), 0xaaaaaaaa);
    vram_wr64(TABLE, 0x500001);
    assert_int_equal(bar1_rd(0), 0xaaaaaaaa);
    flush(0);
    flush(4);
    assert_int_equal(bar1_rd(0), 0xaaaaaaaa);
    flush(6);
    assert_int_equal(bar1_rd(0), 0xbbbbbbbb);

    /* Gone pages live on in the same way; absent ones are not kept. */
    vram_wr64(TABLE, 0);
    assert_int_equal(bar1_rd(0), 0xbbbbbbbb);
    flush(6);
    assert_int_equal(bar1_rd(0), 0xffffffff);
    vram_wr64(TABLE, 0x400001);
    assert_int_equal(bar1_rd(0), 0xaaaaaaaa);
}

TEST(objects_are_kept_from_binding, NULL, close_rig)
{
    open_card("g84", NULL, NULL);
    PUT(vram_wr, 0x400000, 1, 0x500000, 2);
    put_object(SELECTOR, 0x00190000, 0x400000, 0x4fffff);
    bind_bar1(SELECTOR);

    assert_int_equal(bar1_rd(0), 1);
    put_object(SELECTOR, 0x00190000, 0x500000, 0x5fffff);
    flush(6);
    assert_int_equal(bar1_rd(0), 1);
    wr(REF_PBUS_BAR1, 0x80000000 | SELECTOR);
    assert_int_equal(bar1_rd(0), 2);
}

/* §1.7, §8.2: eight pages that stand in one block take one entry, so that nine pages stay in a TLB of two. */
TEST(a_block_takes_one_entry, NULL, close_rig)
{
    open_card("g84", NULL, "tlb_entries=2");
    map_one_page(0);
    for (unsigned page = 0; page < 9; page++) {
        vram_wr64(TABLE + 8 * page, page < 8 ? 0x400181 : 0x480001);
        PUT(vram_wr, 0x400000 + 0x1000 * page, 0x40 + page, 0x500000 + 0x1000 * page, 0x50 + page);
    }
    vram_wr(0x480000, 0x48);
    for (unsigned page = 0; page < 9; page++)
        assert_int_equal(bar1_rd(0x1000 * page), 0x40 + page);

    for (unsigned page = 0; page < 9; page++)
        vram_wr64(TABLE + 8 * page, 0x500001 + 0x1000 * page);
    for (unsigned page = 0; page < 9; page++)
        assert_int_equal(bar1_rd(0x1000 * page), 0x40 + page);
    flush(6);
    for (unsigned page = 0; page < 9; page++)
        assert_int_equal(bar1_rd(0x1000 * page), 0x50 + page);

    flush(6); /* of two entries that which was used last stays (§11, tlb_entries) */
    for (unsigned i = 0; i < 4; i++)
        bar1_rd(i < 3 ? 0x1000 * (i & 1) : 0x2000);
    for (unsigned page = 0; page < 3; page++)
        vram_wr64(TABLE + 8 * page, 0x400001 + 0x1000 * page);
    assert_pairs(0x50, bar1_rd(0), 0x52, bar1_rd(0x2000), 0x41, bar1_rd(0x1000));
}

/* §8.5: with PFIFO's access off PGRAPH comes to rest after a while, and its TLB can be flushed. */
TEST(unguarded_flush_locks_up, NULL, close_rig)
{
    open_card("g86", NULL, "g86_lockup=on");

    wr(REF_PGRAPH_FIFO_CONTROL, 0x10001);
    assert_int_equal(rd(REF_PGRAPH_VSTATUS) & 7, 1);
    wr(REF_PGRAPH_FIFO_CONTROL, 0x10000);
    assert_int_equal(rd(REF_PGRAPH_VSTATUS) & 7, 1); /* fetched commands go on */
    wr(REF_PFB_MMU_TLB_FLUSH, 1);
    assert_int_equal(rd(REF_PFB_MMU_TLB_FLUSH) & 1, 1);
    rig.bus->ops->wait_us(rig.bus, 1000);
    assert_int_equal(rd(REF_PGRAPH_VSTATUS), 0);
    flush(0);
    PUT(wr, REF_PGRAPH_FIFO_CONTROL, 0x10001, REF_PFB_MMU_TLB_FLUSH, 1);
    assert_int_equal(rd(REF_PFB_MMU_TLB_FLUSH) & 1, 1);
}

TEST(null_object_and_no_channel, NULL, close_rig)
{
    open_card("g84", NULL, NULL);
    map_one_page(0);

    wr(REF_PBUS_BAR1, 0x80000000);
    bar1_rd(0x44);
    expect_fault(0x0866, 0x44, true);
    wr(REF_PBUS_CHANNEL, 0x50000000 | CHANNEL >> 12);
    bar1_rd(0x44);
    wr(REF_PFB_VM_FAULT, 0);
    assert_int_equal(rd(REF_PFB_VM_FAULT_DATA) >> 4 & 15, 5);
    wr(REF_PFB_VM_FAULT, 2u << 24);
    assert_int_equal(rd(REF_PFB_VM_FAULT_DATA), 0x1000);
}

TEST(system_pages_and_supervisor, NULL, close_rig)
{
    open_card("g84", NULL, NULL);
    struct dma_memory memory;
    assert_int_equal(rig.bus->ops->dma_alloc(rig.bus, 0x1000, &memory), OK);
    config_put32(0x04, 6);
    map_one_page(memory.bus.v | 3 << 4 | 1);

    ((uint32_t *)memory.cpu)[2] = 0x51515151;
    assert_int_equal(bar1_rd(8), 0x51515151);
    vram_wr64(TABLE, memory.bus.v | 2 << 4 | 1 | 1 << 6);
    flush(6);
    bar1_rd(8);
    expect_fault(0x0836, 8, true);
    put_object(SELECTOR, 0xffc00000, 0, 0xfffffff); /* a supervisor's object */
    bind_bar1(SELECTOR);
    assert_int_equal(bar1_rd(8), 0x51515151);
}

TEST(g80_keeps_its_directory_elsewhere, NULL, close_rig)
{
    open_card("g80", NULL, NULL);
    map_one_page(0x400001);
    vram_wr(0x400020, 0x80);
    assert_int_equal(bar1_rd(0x20), 0x80);

    open_card("g84", NULL, NULL);
    wr(REF_PFB_PD_OFFSET, 0x1407); /* low 3 bits ignored */
    make_channel();
    vram_wr64(CHANNEL + 0x1400, TABLE | 3);
    vram_wr64(TABLE, 0x400001);
    put_object(SELECTOR, 0x7fc00000, 0, 0xfffffff);
    bind_bar1(SELECTOR);
    vram_wr(0x400020, 0x84);
    assert_int_equal(bar1_rd(0x20), 0x84);
}
