/* Where the record of a fault of the GV100 model finds its block. Numbers are typed from docs/hardware/gv100.md §6.2;
 * BAR1 shows the space. */
#include "reference/gv100.h"
#include "tests/model/gv100/host/rounds_rig.h"

/* ---- records (§6.2) -------------------------------------------------------------------------- */

/* A block in system memory, above 4 GiB: all of its address and its aperture are in the record, latched or in the
 * buffer, where the aperture stands two bits lower. */
TEST(records_of_blocks_in_system_memory, NULL, close_world)
{
    for (unsigned buffered = 0; buffered < 2; buffered++)
        for (uint32_t target = 2; target < 4; target++) {
            open_channels(NULL, 1);
            wr(REF_PCCSR_CHANNEL_INST(1), 0);
            for (unsigned i = 0; i < 0x1000; i += 4)
                system_put(SYSTEM + i, get(BLOCK(1) + i));
            wr(REF_PCCSR_CHANNEL_INST(1), 0x80000000 | target << 28 | (uint32_t)(SYSTEM >> 12));
            submit(1, (const unsigned[]){ 1 }, 1);
            if (buffered) {
                for (unsigned i = 0; i < 32; i += 4)
                    put(FAULT + i, 0);
                wr(REF_PFB_PRI_MMU_FAULT_BUFFER_HI(0), 0);
                wr(REF_PFB_PRI_MMU_FAULT_BUFFER_LO(0), (uint32_t)FAULT | 1);
                wr(REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), 0x80000008);
            }
            RUN(1, RELEASE(SMALL + 0x5000, 1, 1));
            assert_int_equal(1, rd(REF_PCCSR_CHANNEL(1)) >> 22 & 1);
            if (buffered) {
                assert_int_equal((uint32_t)SYSTEM | target << 8, get(FAULT));
                assert_int_equal(SYSTEM >> 32, get(FAULT + 4));
                assert_int_equal(SMALL + 0x5000, get(FAULT + 8));
                assert_int_equal(0x1f, get(FAULT + 20)); /* of the time */
            } else {
                assert_int_equal((uint32_t)SYSTEM | target << 10 | 0x21,
                                 rd(REF_PFB_PRI_MMU_FAULT_INST_LO));
                assert_int_equal(SYSTEM >> 32, rd(REF_PFB_PRI_MMU_FAULT_INST_HI));
            }
            close_world(NULL);
        }
}
