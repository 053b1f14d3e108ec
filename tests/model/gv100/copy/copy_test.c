/* Copy engines of the GV100 model. Numbers are typed from docs/hardware/gv100.md §7. */
#include "tests/model/gv100/channel_rig.h"

#define SRC  DATA
#define DST  (DATA + 0x100000)
#define BUSY 0x77777777u

#define PIPE   2     /* non-pipelined */
#define ONE    8     /* one-word semaphore */
#define PITCH  0x180 /* both ends */
#define PHYSIN 0x1000
#define PHYSTO 0x2000

static void fill(uint64_t at, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++)
        model_write(world.card, 1, at + i, pattern_byte(i), 1);
}

/* §7: the smallest copy with a one-word semaphore. */
static void copy(uint64_t from, uint64_t to, uint32_t size, uint32_t launch)
{
    RUN(1, 0x20038090, 0, (uint32_t)SEM, 0xd0e, 0x20048100, (uint32_t)(from >> 32), (uint32_t)from,
        (uint32_t)(to >> 32), (uint32_t)to, 0x20018106, size, 0x200180c0, launch);
    wait_ns(100000);
}

/* Physical ends need HCE_CTRL.PRIV_MODE; their targets are 0 VRAM, 1 coherent, 2 not coherent. */
TEST(physical_ends, open_usual, close_world)
{
    fill(SRC, 0x1000);
    copy(SRC, DST, 16, PIPE | PITCH | PHYSIN);
    assert_int_equal(4, rd(REF_PPBDMA_INTR_1(1)));
    open_world(NULL);
    build_space();
    make_channel(1, 1 << 17 | 2);
    put(BLOCK(1) + 0xe4, 0x20);
    submit(1, (const unsigned[]){ 1 }, 1);
    fill(SRC, 0x1000);
    RUN(1, 0x20028098, 0, 1);
    copy(SRC, SYSTEM + 0x40, 0x800, PIPE | PITCH | PHYSIN | PHYSTO);
    for (unsigned i = 0; i < 0x800; i++)
        assert_int_equal(pattern_byte(i), world.system[0x40 + i]);
    RUN(1, 0x20028098, 2, 0);
    copy(SYSTEM + 0x40, DST, 0x800, PIPE | PITCH | PHYSIN | PHYSTO);
    assert_int_equal(pattern_byte(0x7ff), vram_byte_at(DST + 0x7ff));
}

/* A launch error interrupts, and the engine goes on when it is cleared. */
TEST(launch_errors, open_usual, close_world)
{
    wr_all(REF_PMC_INTR_EN_SET(0), 0x40, REF_LCE_INTR_EN(1), 4);
    copy(SRC, DST, 16, PIPE | PITCH | 0x01000000);
    assert_true(world.asserted);
    assert_pairs(4, rd(REF_LCE_INTR(1)) & 4, 0xa, rd(REF_LCE_ERROR(1)));
    wr(REF_LCE_INTR_EN(1), 3);
    assert_false(world.asserted);
    wr(REF_LCE_INTR_EN(1), 4);
    assert_true(world.asserted);
    wr(REF_LCE_INTR(1), 4);
    assert_pairs(0, rd(REF_LCE_INTR(1)), false, world.asserted);
    put(SEM, BUSY);
    copy(SRC, DST, 16, PIPE | PITCH | ONE);
    assert_int_equal(0xd0e, get(SEM));
}

/* INTERRUPT_TYPE: blocking and not. */
TEST(interrupts, open_usual, close_world)
{
    copy(0, 0, 0, 2 << 5);
    assert_int_equal(2, rd(REF_LCE_INTR(1)));
    wr(REF_LCE_INTR(1), 2);
    copy(0, 0, 0, 1 << 5);
    assert_int_equal(1, rd(REF_LCE_INTR(1)));
    put(SEM, BUSY);
    copy(0, 0, 0, ONE);
    assert_int_equal(BUSY, get(SEM));
    wr_wait(REF_LCE_INTR(1), 1);
    assert_int_equal(0xd0e, get(SEM));
}

/* §6.3: a fault of a copy: the engine's id of PTOP, client CE1; ENG_FAULTED; it goes on when that is cleared. */
TEST(copy_faults, open_usual, close_world)
{
    open_fault_buffer(16);
    map_small(0, DST >> 4 | 1);
    fill(SRC, 0x2000);
    put(SEM, BUSY);
    copy(SRC, SMALL, 0x1800, PIPE | PITCH | ONE);
    assert_pairs(1, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0)), (uint32_t)SMALL + 0x1000,
                 get(FAULT + 8), 0x10, get(FAULT + 24), 0x80110202, get(FAULT + 28), 0x5ca1ab1e,
                 get(FAULT + 32), 0x800000, rd(REF_PCCSR_CHANNEL(1)) & 0xc00000, 0x40000000,
                 rd(REF_PFIFO_ENGINE_STATUS(2)) & 0x40000000, BUSY, get(SEM));
    map_small(1, (DST + 0x5000) >> 4 | 1);
    invalidate(0);
    wr(REF_PCCSR_CHANNEL(1), 0x800000);
    wait_ns(100000);
    assert_pairs(0xd0e, get(SEM), pattern_byte(0x17ff), vram_byte_at(DST + 0x5000 + 0x7ff));
}

/* §1.4, §6.2: each copy engine's bit of PMC_INTR, fault id from 0xf on, and client: CE0 to CE2, then HSCE3 and on. */
TEST(each_engine_has_its_numbers, NULL, close_world)
{
    static const uint8_t clients[] = { 1, 2, 0x18, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28 };
    static const uint8_t interrupts[] = { 5, 6, 7, 10, 11, 2, 14, 0, 3 };

    for (unsigned lce = 0; lce < 9; lce++) {
        open_world(&(struct model_config){ .lces = 9, .runlists = 13, .pbdmas = 14 });
        build_space();
        make_channel(1, 3 << 16 | (lce ? lce + 1 : 0));
        submit(lce, (const unsigned[]){ 1 }, 1);
        open_fault_buffer(16);
        wr(REF_LCE_INTR_EN(lce), 4);
        copy(SRC, DST, 16, PIPE | PITCH | 0x01000000);
        assert_int_equal(1u << interrupts[lce], rd(REF_PMC_INTR(0)) & 0x4ced);
        wr(REF_LCE_INTR(lce), 4);
        copy(SRC, SMALL, 16, PIPE | PITCH);
        assert_pairs(0xf + lce, get(FAULT + 24), 0x80110002u | clients[lce] << 8, get(FAULT + 28));
    }
}
