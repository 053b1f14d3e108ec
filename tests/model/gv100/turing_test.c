/* Where the model of a Turing card answers at other places than GV100, asked register by register. Numbers are typed from
 * docs/hardware/gv100.md §13; the paragraph stands above each test. */
#include "reference/gv100.h"
#include "tests/model/gv100/channel_rig.h"

#define BLOCK1          UINT64_C(0x27000) /* of BAR1 */
#define RUNLIST_OF_LCE2 8u

static void open_turing(const char *knobs)
{
    open_measured(&(struct model_config){ .chip = &gv100_chips[CHIP_TU104].chip, .knobs = knobs });
    build_space();
    build_block(BLOCK1);
}

FIXTURE(open_default)
{
    open_turing(NULL);
    return 0;
}

static void write_and_wait(uint32_t offset, uint32_t value)
{
    wr(offset, value);
    wait_ns(10000);
}

static void bind_bar1(uint32_t offset)
{
    write_and_wait(offset, 0x80000000 | (uint32_t)(BLOCK1 >> 12));
}

static void show(unsigned page)
{
    map_small(0, (uint64_t)(DATA + page * 0x1000) >> 4 | 1);
}

/* §13.1: BOOT_0 of the chip. Locked ranges of memory are told in 0x1fa800 to 0x1fa8ff, nobody is above. */
TEST(the_chip, open_default, close_world)
{
    assert_int_equal(0x164000a1, rd(REF_PMC_BOOT_0));
    assert_int_equal(0xbadf1100, rd(0x1fa900));
}

/* §13.5, K51: BAR1 follows the block and the invalidate of the function's page; those at GV100's places, which store
 * the written value, are dead or do the same. */
TEST(the_old_places, open_default, close_world)
{
    put(DATA, 0xcafe0001);
    put(DATA + 0x1000, 0xcafe0002);
    show(0);
    bind_bar1(0xb80f40);
    assert_int_equal(0xcafe0001, bar_get(1, SMALL));
    show(1);
    assert_int_equal(0xcafe0001, bar_get(1, SMALL));
    wr(REF_PFB_PRI_MMU_INVALIDATE_PDB, (uint32_t)(PD3 >> 8));
    write_and_wait(REF_PFB_PRI_MMU_INVALIDATE, 0x80000001);
    assert_int_equal(0xcafe0001, bar_get(1, SMALL));
    wr(REF_VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE_PDB, (uint32_t)(PD3 >> 8));
    wr(REF_VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE_UPPER_PDB, 0);
    write_and_wait(REF_VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE, 0x80000001);
    assert_int_equal(0, rd(REF_VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE) & 0x80000000);
    assert_int_equal(0xcafe0002, bar_get(1, SMALL));
    wr(REF_VIRTUAL_FUNCTION_PRIV_BAR1_BLOCK, 0);
    bind_bar1(REF_PBUS_BAR1_BLOCK);
    assert_int_equal(0x80000027, rd(REF_PBUS_BAR1_BLOCK));
    assert_int_not_equal(0xcafe0002, bar_get(1, SMALL));
    close_world(NULL);
    open_turing("old_places=work");
    put(DATA, 0xcafe0001);
    put(DATA + 0x1000, 0xcafe0002);
    show(0);
    bind_bar1(REF_PBUS_BAR1_BLOCK);
    assert_int_equal(0xcafe0001, bar_get(1, SMALL));
    show(1);
    wr(REF_VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE_PDB, (uint32_t)(PD3 >> 8));
    write_and_wait(REF_PFB_PRI_MMU_INVALIDATE, 0x80000001);
    assert_int_equal(0xcafe0002, bar_get(1, SMALL));
}

/* §13.6: where a driver finds the MMU's vectors: 134 of the latch; of each buffer a new entry in 31:16, an error in
 * 15:0. */
TEST(vectors_of_the_mmu, open_default, close_world)
{
    assert_int_equal(134, rd(REF_PFB_PRI_MMU_INT_VECTOR_INFO_FAULT));
    assert_int_equal(132 << 16 | 133, rd(REF_PFB_PRI_MMU_INT_VECTOR_FAULT(0)));
    assert_int_equal(64 << 16 | 131, rd(REF_PFB_PRI_MMU_INT_VECTOR_FAULT(1)));
}

/* §13.6: a fault of BAR1 is latched, which is vector 134: leaf 4 bit 6, below bit 2 of the top. */
TEST(a_latched_fault, open_default, close_world)
{
    bind_bar1(0xb80f40);
    wr(REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF_EN_CLEAR(0) + 16, 0xffffffff);
    wr(REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF(0) + 16, 0xffffffff);
    wr(REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP_EN_SET(0), 4);
    bar_get(1, SMALL + 0x5000);
    assert_int_equal(0x80000000, rd(REF_VIRTUAL_FUNCTION_PRIV_MMU_FAULT_STATUS) & 0x80000000);
    assert_int_equal(0x40, rd(REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF(0) + 16));
    assert_int_equal(0, rd(REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP(0)));
    assert_false(world.asserted);
    wr(REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF_EN_SET(0) + 16, 0x40);
    assert_int_equal(4, rd(REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP(0)));
    assert_true(world.asserted);
    wr(REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP_EN_CLEAR(0), 4);
    assert_false(world.asserted);
    wr(REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP_EN_SET(0), 4);
    assert_true(world.asserted);
    wr(REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF(0) + 16, 0x40);
    assert_int_equal(0, rd(REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP(0)));
    assert_false(world.asserted);
}

/* §13.5: a runlist has registers of its own, and no doorbell is heard before 0xb65000 lets it in. */
TEST(a_channel_runs, open_default, close_world)
{
    const uint32_t words[] = { 0x20050017, (uint32_t)SEM, 0, 0x1234, 0, 1 };
    const uint32_t runlist[][4] = { { 0x80030001, 1, 17, 0 },
                                    { (uint32_t)USERD(1), 0, (uint32_t)BLOCK(1) | 1, 0 } };

    make_channel(1, 0);
    for (unsigned i = 0; i < 8; i++)
        put(RUNLIST + 4 * i, runlist[i / 4][i % 4]);
    wr(REF_PFIFO_RUNLIST_BASE_LO(RUNLIST_OF_LCE2), (uint32_t)RUNLIST);
    wr(REF_PFIFO_RUNLIST_BASE_HI(RUNLIST_OF_LCE2), 0);
    write_and_wait(REF_PFIFO_RUNLIST_SUBMIT(RUNLIST_OF_LCE2), 2);
    assert_int_equal(0, rd(REF_PFIFO_RUNLIST_SUBMIT_INFO(RUNLIST_OF_LCE2)));
    put(SEM, 0);
    wr(REF_CTRL_VIRTUAL_CHANNEL_CFG(0), 0);
    push(1, words, 6);
    write_and_wait(REF_USERMODE_NOTIFY_CHANNEL_PENDING, 1 | RUNLIST_OF_LCE2 << 16);
    assert_int_equal(0, get(SEM));
    wr(REF_CTRL_VIRTUAL_CHANNEL_CFG(0), 0x80000000);
    write_and_wait(REF_USERMODE_NOTIFY_CHANNEL_PENDING, 1 | (RUNLIST_OF_LCE2 + 1) << 16);
    assert_int_equal(0, get(SEM));
    write_and_wait(REF_USERMODE_NOTIFY_CHANNEL_PENDING, 1 | RUNLIST_OF_LCE2 << 16);
    assert_int_equal(0x1234, get(SEM));
}

/* §13.7: the card starts itself. */
TEST(its_own_start, open_default, close_world)
{
    assert_int_equal(1, rd(REF_SELF_START_MASK) & 1);
    assert_int_equal(0xff, rd(REF_SELF_START) & 0xff);
}
