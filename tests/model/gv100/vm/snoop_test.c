/* Which accesses of the GV100 model to system memory snoop the CPU's caches: target 2 (coherent) does, target 3 does not, for
 * each structure that has a target (GV-013, GV-028, GV-043, GV-147, GV-148). Numbers are typed from docs/hardware/gv100.md
 * §2.1, §2.2, §3.1, §3.2, §3.5, §5.2, §5.4, §6.2. Of each test system memory holds the one structure alone. */
#include "tests/model/gv100/channel_rig.h"

static void forget_snoops(void)
{
    world.snoops[0] = world.snoops[1] = 0;
}

/* Since the last look there were accesses, and all were of this kind. */
static void expect_snoops(uint32_t target)
{
    assert_int_equal(0, world.snoops[target != 2]);
    assert_int_not_equal(0, world.snoops[target == 2]);
    assert_int_equal(0, world.strays);
    forget_snoops();
}

static void system_put64(uint64_t at, uint64_t value)
{
    system_put(at, (uint32_t)value);
    system_put(at + 4, (uint32_t)(value >> 32));
}

static void copy_to_system(uint64_t from, uint32_t size)
{
    for (uint32_t i = 0; i < size; i += 4)
        system_put(SYSTEM + i, get(from + i));
}

static void open_bar1(void)
{
    open_world(NULL);
    build_space();
    bind_bar(1, BLOCK(0));
    forget_snoops();
}

/* What it does last, with each target, is all snooped, or not at all. */
#define TEST_TARGETS(name)                                                                         \
    static void name##_at(uint32_t target);                                                        \
    TEST(name, NULL, close_world)                                                                  \
    {                                                                                              \
        for (uint32_t target = 2; target < 4; target++) {                                          \
            name##_at(target);                                                                     \
            expect_snoops(target);                                                                 \
            close_world(NULL);                                                                     \
        }                                                                                          \
    }                                                                                              \
    static void name##_at(uint32_t target)

TEST_TARGETS(pages_snoop)
{
    open_bar1();
    map_small(1, SYSTEM >> 4 | target << 1 | 1);
    (void)bar_get(1, SMALL + 0x1000);
    expect_snoops(target);
    bar_put(1, SMALL + 0x1004, 7);
}

/* A table of 4 KiB pages, and PD2, whose entries are of the other form. */
TEST_TARGETS(tables_snoop)
{
    open_bar1();
    system_put64(SYSTEM, DATA >> 4 | 1);
    put64_all(PD0 + 16 * 16, 0, PD0 + 16 * 16 + 8, SYSTEM >> 4 | target << 1);
    (void)bar_get(1, SMALL);
    expect_snoops(target);

    open_bar1();
    map_small(0, DATA >> 4 | 1);
    system_put64(SYSTEM, PD1 >> 4 | 2);
    put64(PD3, SYSTEM >> 4 | target << 1);
    (void)bar_get(1, SMALL);
}

/* PAGE_DIR_BASE_TARGET of a block in VRAM. */
TEST_TARGETS(the_page_directory_base_snoops)
{
    open_bar1();
    map_small(0, DATA >> 4 | 1);
    system_put64(SYSTEM, PD2 >> 4 | 2);
    put(BLOCK(0) + 0x200, (uint32_t)SYSTEM | 0xc00 | target);
    put(BLOCK(0) + 0x204, (uint32_t)(SYSTEM >> 32));
    wr_wait(REF_PBUS_BAR1_BLOCK, 0x80000000 | (uint32_t)(BLOCK(0) >> 12));
    (void)bar_get(1, SMALL);
}

TEST_TARGETS(instance_blocks_snoop)
{
    open_bar1();
    copy_to_system(BLOCK(0), 0x1000);
    wr_wait(REF_PBUS_BAR1_BLOCK, 0x80000000 | target << 28 | (uint32_t)(SYSTEM >> 12));
}

TEST_TARGETS(the_window_snoops)
{
    open_bar1();
    wr(REF_PBUS_BAR0_WINDOW, target << 24 | (uint32_t)(SYSTEM >> 16));
    (void)rd(REF_PRAMIN);
    expect_snoops(target);
    wr(REF_PRAMIN, 1);
}

TEST_TARGETS(runlists_snoop)
{
    open_world(NULL);
    open_channel();
    submit(1, (const unsigned[]){ 1 }, 1);
    copy_to_system(RUNLIST, 0x20);
    forget_snoops();
    wr(REF_PFIFO_RUNLIST_BASE, target << 28 | (uint32_t)(SYSTEM >> 12));
    wr_wait(REF_PFIFO_RUNLIST, 1 << 20 | 2);
}

/* RAMFC's USERD_TARGET: GP_PUT is read there. */
TEST_TARGETS(userd_snoops)
{
    open_world(NULL);
    open_channel();
    put_all(BLOCK(1) + 0x08, (uint32_t)SYSTEM | target, BLOCK(1) + 0x0c, (uint32_t)(SYSTEM >> 32));
    submit(1, (const unsigned[]){ 1 }, 1);
    push(1, (const uint32_t[]){ RELEASE(SEM, 5, 1) }, 6);
    copy_to_system(USERD(1), 0x200);
    forget_snoops();
    ring(1);
    wait_ns(1000000);
    assert_int_equal(5, get(SEM));
}

/* Of a buffer by its physical address. */
TEST_TARGETS(fault_buffers_snoop)
{
    open_world(NULL);
    open_channel();
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_HI(0), (uint32_t)(SYSTEM >> 32));
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_LO(0), (uint32_t)SYSTEM | target << 1 | 1);
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), 0x80000008);
    forget_snoops();
    RUN(1, RELEASE(SMALL, 1, 1));
    assert_pairs(1, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0)), SYSTEM + 32, world.written_end);
}

/* §5.5: the snoops of a sparse page, by the apertures of the debug pages. */
TEST_TARGETS(debug_pages_snoop)
{
    open_bar1();
    map_small(3, 8);
    wr(REF_PFB_PRI_MMU_DEBUG_RD, (uint32_t)(SYSTEM >> 8) | target);
    wr(REF_PFB_PRI_MMU_DEBUG_WR, (uint32_t)(SYSTEM >> 8) | target);
    (void)bar_get(1, SMALL + 0x3000);
    expect_snoops(target);
    bar_put(1, SMALL + 0x3000, 1);
}

/* §7: physical ends of a copy, whose targets are 1 coherent and 2 not. */
TEST(physical_copies_snoop, NULL, close_world)
{
    for (uint32_t target = 2; target < 4; target++)
        for (unsigned source = 0; source < 2; source++) {
            const uint64_t from = source ? SYSTEM : DATA, to = source ? DATA : SYSTEM;

            open_world(NULL);
            build_space();
            make_channel(1, 1 << 17 | 2);
            put(BLOCK(1) + 0xe4, 0x20);
            submit(1, (const unsigned[]){ 1 }, 1);
            forget_snoops();
            RUN(1, 0x20028098, source ? target - 1 : 0, source ? 0 : target - 1, 0x20048100,
                (uint32_t)(from >> 32), (uint32_t)from, (uint32_t)(to >> 32), (uint32_t)to,
                0x20018106, 64, 0x200180c0, 0x3182);
            wait_ns(100000);
            expect_snoops(target);
        }
}

/* §3.1: SC_PAGE_DIR_BASE_TARGET of a subcontext: a report of graphics reads PD3 there. */
TEST_TARGETS(subcontexts_snoop)
{
    open_world(&(struct model_config){ .graphics = true });
    build_space();
    make_channel(1, 1 << 16);
    put_all(BLOCK(1) + 0x298, 1, BLOCK(1) + 0x2a0, (uint32_t)SYSTEM | 0xc00 | target,
            BLOCK(1) + 0x2a4, (uint32_t)(SYSTEM >> 32));
    system_put64(SYSTEM, PD2 >> 4 | 2);
    submit(0, (const unsigned[]){ 1 }, 1);
    forget_snoops();
    RUN(1, 0x200406c0, 0, (uint32_t)DATA, 0x600d, 1u << 28);
    wait_ns(1000000);
    assert_int_equal(0x600d, get(DATA));
}
