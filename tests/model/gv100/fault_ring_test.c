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

/* §6.2, §6.3: a ring of 2 holds one record; the next overflows, which bit 30 of the leaf says where bit 29 of SIZE
 * asks. The ring of replayable faults has bits 28 and 27, and the next lower ones of FAULT_STATUS: a defect's. */
TEST(an_overflow_interrupts_where_asked, NULL, close_world)
{
    for (unsigned n = 0; n < 4; n++) {
        const uint32_t asked = n % 2, i = n / 2, new = 1u << 29 >> 2 * i,
                       over = asked << 30 >> 2 * i;

        open_with(i ? "fault-replay-queued" : NULL, NULL);
        open_channel();
        wr(REF_PCCSR_CHANNEL_INST(1), 0);
        put(BLOCK(1) + 0x200, (uint32_t)PD3 | 0xc30); /* replays */
        wr(REF_PCCSR_CHANNEL_INST(1), 0x80000000 | (uint32_t)(BLOCK(1) >> 12));
        for (unsigned k = 0; k < 2; k++)
            PUT(wr, REF_PFB_PRI_MMU_FAULT_BUFFER_HI(k), 0, REF_PFB_PRI_MMU_FAULT_BUFFER_LO(k),
                ((uint32_t)FAULT + 0x100 * k) | 1, REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(k),
                0x80000002 | asked << 29);
        fault_once();
        assert_pairs(new, rd(REF_HUB_INTR) & 0x78000000, 1u << (9 - i),
                     rd(REF_PFB_PRI_MMU_FAULT_STATUS));
        wr(REF_PCCSR_CHANNEL(1), 1 << 22);
        ring(1);
        wait_ns(100 * US);
        assert_pairs(new | over, rd(REF_HUB_INTR) & 0x78000000, 0x2200 >> i,
                     rd(REF_PFB_PRI_MMU_FAULT_STATUS));
        assert_int_equal(1u << 31, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(i)));
        wr(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(i), 0);
        assert_int_equal(1u << 31, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(i)));
        wr(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(i), 1u << 31 | 1);
        assert_int_equal(0, rd(REF_HUB_INTR) & 0x78000000);
    }
}
