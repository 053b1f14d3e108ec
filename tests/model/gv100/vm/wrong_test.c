/* The last byte of a limit, and knobs of an entry, as the GV100 model walks them. The effect of each defect of page
 * tables is a row of tests/defects.tsv. Numbers are typed from docs/hardware/gv100.md §5 and §6.1. */
#include "reference/gv100.h"
#include "tests/model/gv100/channel_rig.h"

#define BLOCK1 UINT64_C(0x26000)

static uint32_t small(unsigned page)
{
    return bar_get(1, SMALL + 0x1000 * (uint64_t)page);
}

/* A page is absent: BAR1's fault is latched (bit 31 of FAULT_STATUS), which frees the latch for the next one. */
static bool faults(uint64_t at)
{
    wr(REF_PFB_PRI_MMU_FAULT_STATUS, 0x80000000);
    bar_get(1, at);
    return rd(REF_PFB_PRI_MMU_FAULT_STATUS) >> 31;
}

/* "Between word 128 and the end no field for a limit is defined", so that words 130 and 131 count for nothing; where they
 * do (K39), the limit is the last byte. */
TEST(a_limit_is_the_last_byte, NULL, close_world)
{
    for (unsigned counts = 0; counts < 2; counts++) {
        open_with(NULL, counts ? "ramin_limit=counts" : NULL);
        build_space();
        build_block(BLOCK1);
        put(BLOCK1 + 0x208, 0x400100);
        wr(REF_PBUS_BAR1_BLOCK, 0x80000000 | (uint32_t)(BLOCK1 >> 12));
        wait_ns(10000);
        put(0x400100, 7);
        put(0x400104, 8);
        assert_int_equal(7, bar_get(1, 0x400100));
        assert_int_equal(counts, faults(0x400104));
        if (!counts)
            close_world(NULL);
    }
}

/* K10: bits above the 47 of a system address are dropped, or lead where nothing is. K08: bit 0 of a directory's entry counts
 * for nothing, or is a fault, also where the entry would be sparse. */
TEST(knobs_of_an_entry)
{
    for (unsigned counts = 0; counts < 2; counts++) {
        open_with(NULL, counts ? "sys_high=count" : "sys_high=dropped");
        build_space();
        bind_bar(1, BLOCK1);
        system_put(SYSTEM, 7);
        map_small(0, (UINT64_C(1) << 47 | SYSTEM) >> 4 | 5);
        assert_int_equal(counts ? 0xffffffff : 7, small(0));
        close_world(NULL);
    }
    for (unsigned fault = 0; fault < 2; fault++) {
        open_with(NULL, fault ? "pde_bit0=fault" : "pde_bit0=ignored");
        build_space();
        bind_bar(1, BLOCK1);
        put64(PD1 + 8, 8);
        put64(PD1 + 16, 9);
        put64(PD1 + 24, PD0 >> 4 | 3);
        put(0x400000, 5);
        assert_false(faults(0x20000000));
        assert_int_equal(fault, faults(0x40000000));
        assert_int_equal(5, bar_get(1, 0x400000));
        if (fault)
            assert_true(faults(0x60400000));
        else
            assert_int_equal(5, bar_get(1, 0x60400000));
        close_world(NULL);
    }
}
