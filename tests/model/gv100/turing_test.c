/* Where the model of a Turing card answers at other places than GV100, asked register by register. Numbers are typed from
 * docs/hardware/gv100.md §13; the paragraph stands above each test. */
#include "model/gv100/base/card.h"
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
}

static void bind_bar1(uint32_t offset)
{
    wr_wait(offset, 0x80000000 | (uint32_t)(BLOCK1 >> 12));
}

static void show(unsigned page)
{
    map_small(0, (uint64_t)(DATA + page * 0x1000) >> 4 | 1);
}

/* §13.1: BOOT_0 of the chip. Locked ranges of memory are told in 0x1fa800 to 0x1fa8ff, nobody is above. */
TEST(the_chip, open_default, close_world)
{
    assert_pairs(0x164000a1, rd(REF_PMC_BOOT_0), 0xbadf1100, rd(0x1fa900), 8, rd(REF_LTC_COUNT));
    /* §13.3: PCEs serve LCE 1, 4, 2, 3; GRCE 0 shares with LCE1 (bit 30), and GRCE 1 with none */
    assert_pairs(1, rd(REF_CE_PCE2LCE_CONFIG(0)), 4, rd(REF_CE_PCE2LCE_CONFIG(1)), 2,
                 rd(REF_CE_PCE2LCE_CONFIG(2)), 3, rd(REF_CE_PCE2LCE_CONFIG(3)), 0x40000001,
                 rd(REF_CE_GRCE_CONFIG(0)), 0xf, rd(REF_CE_GRCE_CONFIG(1)));
}

/* §13.3, PTOP of a TU116: words of the devices as GV100 has them (§1.4), with other engines in bits 29:26 and runlists in
 * 24:21 of the first word, and NVDEC at 0x830000. */
TEST(the_devices, NULL, close_world)
{
    static const struct {
        unsigned at, gv100, engine, runlist;
    } devices[] = { { 0, 0, 0, 0 },     { 3, 3, 11, 0 },  { 6, 6, 12, 0 },  { 9, 9, 8, 8 },
                    { 12, 12, 1, 1 },   { 18, 18, 3, 3 }, { 21, 21, 2, 2 }, { 24, 27, 9, 9 },
                    { 27, 30, 10, 10 }, { 30, 51, 0, 0 } };
    uint32_t words[64], expected[64] = { 0 };

    open_measured(NULL);
    for (unsigned i = 0; i < 64; i++)
        words[i] = rd(REF_PTOP_DEVICE_INFO(0) + 4 * i);
    for (unsigned i = 0; i < ARRAY_SIZE(devices); i++) {
        memcpy(&expected[devices[i].at], &words[devices[i].gv100], 12);
        expected[devices[i].at] &= ~0x3de00000u;
        expected[devices[i].at] |= devices[i].engine << 26 | devices[i].runlist << 21;
    }
    expected[14] = (expected[14] & ~0xfff000u) | 0x830000;
    open_turing(NULL);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(expected[i], rd(REF_PTOP_DEVICE_INFO(0) + 4 * i));
}

/* §13.5, K51: BAR1 follows block and invalidate of the function; GV100's places are dead or do the same. */
TEST(the_old_places, open_default, close_world)
{
    put_all(DATA, 0xcafe0001, DATA + 0x1000, 0xcafe0002);
    show(0);
    bind_bar1(0xb80f40);
    assert_int_equal(0xcafe0001, bar_get(1, SMALL));
    show(1);
    assert_int_equal(0xcafe0001, bar_get(1, SMALL));
    wr(REF_PFB_PRI_MMU_INVALIDATE_PDB, (uint32_t)(PD3 >> 8));
    wr_wait(REF_PFB_PRI_MMU_INVALIDATE, 0x80000001);
    assert_int_equal(0xcafe0001, bar_get(1, SMALL));
    wr(REF_VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE_PDB, (uint32_t)(PD3 >> 8));
    wr(REF_VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE_UPPER_PDB, 0);
    wr_wait(REF_VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE, 0x80000001);
    assert_int_equal(1, rd(REF_VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE));
    wr(REF_VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE, 2);
    assert_int_equal(2, rd(REF_VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE));
    assert_int_equal(0xcafe0002, bar_get(1, SMALL));
    wr(REF_VIRTUAL_FUNCTION_PRIV_BAR1_BLOCK, 0);
    bind_bar1(REF_PBUS_BAR1_BLOCK);
    assert_int_equal(0x80000027, rd(REF_PBUS_BAR1_BLOCK));
    assert_int_not_equal(0xcafe0002, bar_get(1, SMALL));
    open_turing("old_places=work");
    put_all(DATA, 0xcafe0001, DATA + 0x1000, 0xcafe0002);
    show(0);
    bind_bar1(REF_PBUS_BAR1_BLOCK);
    assert_int_equal(0xcafe0001, bar_get(1, SMALL));
    show(1);
    wr(REF_VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE_PDB, (uint32_t)(PD3 >> 8));
    wr_wait(REF_PFB_PRI_MMU_INVALIDATE, 0x80000001);
    assert_int_equal(0xcafe0002, bar_get(1, SMALL));
}

/* §13.6: where one finds the MMU's vectors: 134 of the latch; of each buffer a new entry in 31:16, an error in 15:0. */
TEST(vectors_of_the_mmu, open_default, close_world)
{
    assert_pairs(134, rd(REF_PFB_PRI_MMU_INT_VECTOR_INFO_FAULT), 132 << 16 | 133,
                 rd(REF_PFB_PRI_MMU_INT_VECTOR_FAULT(0)), 64 << 16 | 131,
                 rd(REF_PFB_PRI_MMU_INT_VECTOR_FAULT(1)));
}

/* §13.6: a fault of BAR1 is latched, which is vector 134: leaf 4 bit 6. */
TEST(a_latched_fault, open_default, close_world)
{
    bind_bar1(0xb80f40);
    wr(REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF(0) + 16, 0xffffffff);
    bar_get(1, SMALL + 0x5000);
    assert_pairs(1, rd(REF_VIRTUAL_FUNCTION_PRIV_MMU_FAULT_STATUS) >> 31, 0x40,
                 rd(REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF(0) + 16));
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
    wr(REF_PFIFO_RUNLIST_SUBMIT(RUNLIST_OF_LCE2), 2);
    assert_int_equal(0x8000, rd(REF_PFIFO_RUNLIST_SUBMIT_INFO(RUNLIST_OF_LCE2)));
    wait_ns(10000);
    assert_int_equal(0, rd(REF_PFIFO_RUNLIST_SUBMIT_INFO(RUNLIST_OF_LCE2)));
    put(SEM, 0);
    wr(REF_CTRL_VIRTUAL_CHANNEL_CFG(0), 0);
    push(1, words, 6);
    wr_wait(REF_USERMODE_NOTIFY_CHANNEL_PENDING, 1 | RUNLIST_OF_LCE2 << 16);
    assert_int_equal(0, get(SEM));
    wr(REF_CTRL_VIRTUAL_CHANNEL_CFG(0), 0x80000000);
    wr_wait(REF_USERMODE_NOTIFY_CHANNEL_PENDING, 1 | (RUNLIST_OF_LCE2 + 1) << 16);
    assert_int_equal(0, get(SEM));
    wr_wait(REF_USERMODE_NOTIFY_CHANNEL_PENDING, 1 | RUNLIST_OF_LCE2 << 16);
    assert_int_equal(0x1234, get(SEM));
    for (unsigned i = 0; i < 2; i++) { /* 15 is all runlists; the function has a doorbell too */
        put(SEM, 0);
        push(1, words, 6);
        wr_wait(i ? REF_VIRTUAL_FUNCTION_DOORBELL : REF_USERMODE_NOTIFY_CHANNEL_PENDING,
                1 | (i ? RUNLIST_OF_LCE2 : 15) << 16);
        assert_int_equal(0x1234, get(SEM));
    }
}

/* §13.3, §13.5: the page of the card's own function shows class and time of USERMODE. */
TEST(the_functions_own_page, open_default, close_world)
{
    wr(REF_PTIMER_TIME_HIGH, 0xe0000007);
    assert_pairs(0xc461, rd(REF_VIRTUAL_FUNCTION_CFG0), 7, rd(REF_VIRTUAL_FUNCTION_TIME_1), 7,
                 rd(REF_USERMODE_TIME_1));
    const uint32_t before = rd(REF_USERMODE_TIME_0);
    assert_in_range(rd(REF_VIRTUAL_FUNCTION_TIME_0) - before, 0, 1000);
    assert_int_equal(0, rd(REF_VIRTUAL_FUNCTION_TIME_0) & 31);
}

#define CPU_INTR(name) REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_##name

/* §13.6: vector v is bit v % 32 of leaf v / 32; a bit of the top is two leaves in which an enabled one is pending.
 * A reset leaves none pending or enabled. */
TEST(every_vector_has_its_bit, open_default, close_world)
{
    const uint32_t trigger = CPU_INTR(LEAF_TRIGGER), leaf = CPU_INTR(LEAF(0));
    const uint32_t set = CPU_INTR(LEAF_EN_SET(0)), clear = CPU_INTR(LEAF_EN_CLEAR(0));

    for (unsigned i = 0; i < 8; i++)
        wr(leaf + 4 * i, 0xffffffff);
    wr(CPU_INTR(TOP_EN_SET(0)), 0xffffffff);
    for (unsigned vector = 0; vector < 256; vector++) {
        const uint32_t at = 4 * (vector / 32), bit = 1u << vector % 32;

        wr(trigger, vector);
        wr(trigger, 256 + vector); /* there is none */
        for (unsigned i = 0; i < 8; i++)
            assert_int_equal(4 * i == at ? bit : 0, rd(leaf + 4 * i));
        assert_int_equal(0, rd(CPU_INTR(TOP(0))));
        wr(set + at, bit);
        assert_pairs(bit, rd(set + at), bit, rd(clear + at), 1u << vector / 64,
                     rd(CPU_INTR(TOP(0))), true, world.asserted);
        wr(CPU_INTR(TOP_EN_CLEAR(0)), 1u << vector / 64);
        assert_pairs(~(1u << vector / 64), rd(CPU_INTR(TOP_EN_SET(0))), false, world.asserted);
        wr_all(CPU_INTR(TOP_EN_SET(0)), 1u << vector / 64, leaf + at, ~bit);
        assert_true(world.asserted);
        wr(clear + at, bit);
        assert_int_equal(0, rd(set + at));
        wr(leaf + at, bit);
    }
    for (unsigned i = 0; i < 8; i++)
        wr_all(trigger, 33 * i, set + 4 * i, UINT32_MAX);
    assert_true(world.asserted);
    model_reset(world.card);
    for (unsigned i = 0; i < 8; i++)
        assert_pairs(0, rd(leaf + 4 * i) >> i & 1, 0, rd(set + 4 * i));
    assert_pairs(0, rd(CPU_INTR(TOP_EN_SET(0))), false, world.asserted);
}

/* "128 + b: units of PMC_INTR(0), by their bit b: 8, 13, 18 to 30; 137: PFIFO of PMC_INTR(1); 192 + b, b: engines." */
TEST(every_line_has_its_vector, open_default, close_world)
{
    for (unsigned tree = 0; tree < 2; tree++)
        for (unsigned line = 0; line < 31; line++) {
            const bool unit = line == 8 || line == 13 || line >= 18;
            const unsigned second = unit ? line == 8 ? 137 : 256 : line;
            const unsigned vector = tree ? second : (unit ? 128u : 192u) + line;

            gv_irq_set(gv_of(world.card), tree, 1u << line, true);
            for (unsigned i = 0; i < 8; i++)
                assert_int_equal(i == vector / 32 ? 1u << vector % 32 : 0, rd(CPU_INTR(LEAF(i))));
            gv_irq_set(gv_of(world.card), tree, 1u << line, false);
        }
}

/* §13.7: the card starts itself, which takes the model 250 ms: as far as it has come, ones from below. */
TEST(its_own_start, open_default, close_world)
{
    assert_pairs(0xffffff8f, rd(REF_SELF_START_MASK), 0x3ff, rd(REF_SELF_START));
    open_measured(&(struct model_config){ .chip = &gv100_chips[CHIP_TU104].chip, .cold = true });
    for (unsigned ones = 0, ms = 0; ones < 8; ms++, wait_ns(1000000)) {
        const uint32_t word = rd(REF_SELF_START);

        if (word >> ones & 1)
            ones = ones == 7 ? 10 : ones + 1;
        assert_int_equal((1u << ones) - 1, word);
        if (ones == 10)
            assert_in_range(ms, 249, 250);
    }
    assert_int_equal(2, rd(REF_POST_STATUS) & 2);
}
