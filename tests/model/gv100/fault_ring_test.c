/* Spots of the GV100 model that a good run seldom comes to: a ring of faults that BAR2 does not show, its overflow.
 * Numbers are typed from docs/hardware/gv100.md. */
#include "tests/model/gv100/channel_rig.h"

/* A release to an address of 39 bits without tables. */
static void fault_once(void)
{
    RUN(1, 0x20050017, 0, 0x40, 1, 0, 1);
}

/* §6.2, §6.3: with an address that BAR2 does not have, the record is lost (bit 11 of FAULT_STATUS, ERROR), and the latch has
 * the MMU's own fault: BAR2 (5), client 0xa of the hub, a virtual write, PDE. */
TEST(a_ring_that_bar2_does_not_show, NULL, close_world)
{
    open_usual(NULL);
    bind_bar(2, 0x26000);
    wr_all(REF_PFB_PRI_MMU_FAULT_BUFFER_HI(0), 0x12, REF_PFB_PRI_MMU_FAULT_BUFFER_LO(0), 0x3456000,
           REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), 0x80000010);
    fault_once();
    assert_pairs(0x80000800, rd(REF_PFB_PRI_MMU_FAULT_STATUS) & 0x80000c00, 5,
                 rd(REF_PFB_PRI_MMU_FAULT_INST_LO) & 0x1ff, 0x26000,
                 rd(REF_PFB_PRI_MMU_FAULT_INST_LO) & 0xfffff000, 0x3456000,
                 rd(REF_PFB_PRI_MMU_FAULT_ADDR_LO) & 0xfffff000, 0x12,
                 rd(REF_PFB_PRI_MMU_FAULT_ADDR_HI), 0x0a00, rd(REF_PFB_PRI_MMU_FAULT_INFO) & 0x7f00,
                 1 << 16, rd(REF_PFB_PRI_MMU_FAULT_INFO) & 0xf0000, 1 << 20,
                 rd(REF_PFB_PRI_MMU_FAULT_INFO) & 0x10001f, 0,
                 rd(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0)) & 0xfffff);
}

/* §6.2, §6.3: a ring of 2 holds one record; the next overflows, which bit 30 of the leaf says where bit 29 of SIZE asks. */
TEST(an_overflow_interrupts_where_asked, NULL, close_world)
{
    for (unsigned asked = 0; asked < 2; asked++) {
        open_usual(NULL);
        PUT(wr, REF_PFB_PRI_MMU_FAULT_BUFFER_HI(0), 0, REF_PFB_PRI_MMU_FAULT_BUFFER_LO(0),
            (uint32_t)FAULT | 1, REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), 0x80000002 | asked << 29);
        fault_once();
        assert_int_equal(1u << 29, rd(REF_HUB_INTR) & 0x78000000);
        wr(REF_PCCSR_CHANNEL(1), 1 << 22);
        ring(1);
        wait_ns(100 * US);
        assert_int_equal(1u << 29 | asked << 30, rd(REF_HUB_INTR) & 0x78000000);
        assert_int_equal(1u << 31, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(0)) & 1u << 31);
        wr(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(0), 0);
        assert_int_equal(1u << 31, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(0)));
        wr(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(0), 1u << 31 | 1);
        assert_int_equal(0, rd(REF_HUB_INTR) & 0x78000000);
    }
}
