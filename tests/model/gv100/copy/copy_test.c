/* Copy engines of the GV100 model. Numbers are typed from docs/hardware/gv100.md §7; the paragraph stands above each
 * test. */
#include "reference/gv100.h"
#include "tests/model/gv100/channel_rig.h"

#define SRC  DATA
#define DST  (DATA + 0x100000)
#define BUSY 0x77777777u

#define PIPE   2 /* non-pipelined */
#define FLUSH  4
#define ONE    8     /* one-word semaphore */
#define FOUR   0x10  /* four words */
#define PITCH  0x180 /* both ends */
#define LINES  0x200
#define REMAP  0x400
#define PHYSIN 0x1000
#define PHYSTO 0x2000

FIXTURE(open_one)
{
    open_world(NULL);
    open_channel();
    return 0;
}

static uint8_t pattern(uint64_t i)
{
    return (uint8_t)(i * 7 + (i >> 8) + 3);
}

/* Bytes of VRAM, through BAR1 in its physical state. */
static uint8_t byte_at(uint64_t at)
{
    return (uint8_t)model_read(world.card, 1, at, 1);
}

static void fill(uint64_t at, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++)
        model_write(world.card, 1, at + i, pattern(i), 1);
}

static void clear(uint64_t at, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++)
        model_write(world.card, 1, at + i, 0xee, 1);
}

/* §7: the smallest copy with a one-word semaphore. */
static void copy(uint64_t from, uint64_t to, uint32_t size, uint32_t launch)
{
    RUN(1, 0x20038090, 0, (uint32_t)SEM, 0xd0e, 0x20048100, (uint32_t)(from >> 32), (uint32_t)from,
        (uint32_t)(to >> 32), (uint32_t)to, 0x20018106, size, 0x200180c0, launch);
    wait_ns(100000);
}

static void copy_2d(uint64_t from, uint64_t to, int32_t in, int32_t out, uint32_t size,
                    uint32_t lines, uint32_t launch)
{
    RUN(1, 0x20038090, 0, (uint32_t)SEM, 0xd0e, 0x20088100, (uint32_t)(from >> 32), (uint32_t)from,
        (uint32_t)(to >> 32), (uint32_t)to, (uint32_t)in, (uint32_t)out, size, lines, 0x200180c0,
        launch);
    wait_ns(100000);
}

/* Every size and alignment of a few: bytes around the destination stay. */
TEST(bytes_are_copied_and_no_others, open_one, close_world)
{
    static const uint32_t sizes[] = { 1, 2, 3, 31, 4095, 4096, 4097, 10001 };

    fill(SRC, 0x4000);
    for (unsigned i = 0; i < sizeof(sizes) / 4; i++) {
        const uint64_t from = SRC + i * 5 % 7, to = DST + 16 + i * 3 % 11;

        clear(DST, 0x4000);
        put(SEM, BUSY);
        copy(from, to, sizes[i], PIPE | FLUSH | ONE | PITCH);
        assert_int_equal(0xd0e, get(SEM));
        assert_int_equal(0xee, byte_at(to - 1));
        assert_int_equal(0xee, byte_at(to + sizes[i]));
        for (uint32_t b = 0; b < sizes[i]; b++)
            assert_int_equal(byte_at(from + b), byte_at(to + b));
    }
}

TEST(across_the_bus, open_one, close_world)
{
    for (unsigned i = 0; i < 16; i++)
        map_small(i, (SYSTEM + 0x1000 * i) >> 4 | 5); /* coherent */
    fill(SRC, 0x3000);
    copy(SRC, SMALL + 0x123, 0x2345, PIPE | PITCH);
    for (unsigned i = 0; i < 0x2345; i++)
        assert_int_equal(pattern(i), world.system[0x123 + i]);
    copy(SMALL + 0x123, DST, 0x2345, PIPE | PITCH);
    for (unsigned i = 0; i < 0x2345; i++)
        assert_int_equal(pattern(i), byte_at(DST + i));
    assert_int_equal(0, world.strays);
}

/* Several lines, with pitches, one of them negative. */
TEST(lines, open_one, close_world)
{
    fill(SRC, 0x4000);
    clear(DST, 0x4000);
    copy_2d(SRC, DST, 100, 300, 70, 9, PIPE | PITCH | LINES);
    for (unsigned line = 0; line < 9; line++) {
        assert_int_equal(pattern(100 * line), byte_at(DST + 300 * line));
        assert_int_equal(pattern(100 * line + 69), byte_at(DST + 300 * line + 69));
        assert_int_equal(0xee, byte_at(DST + 300 * line + 70));
    }
    assert_int_equal(0xee, byte_at(DST + 300 * 9));
    clear(DST, 0x1000);
    copy_2d(SRC + 200, DST, -100, 64, 64, 3, PIPE | PITCH | LINES);
    assert_int_equal(pattern(200), byte_at(DST));
    assert_int_equal(pattern(100), byte_at(DST + 64));
    assert_int_equal(pattern(0), byte_at(DST + 128));
}

/* LINE_COUNT counts only with MULTI_LINE_ENABLE. */
TEST(one_line, open_one, close_world)
{
    fill(SRC, 0x1000);
    clear(DST, 0x1000);
    copy_2d(SRC, DST, 100, 100, 50, 9, PIPE | PITCH);
    assert_int_equal(pattern(49), byte_at(DST + 49));
    assert_int_equal(0xee, byte_at(DST + 100));
}

/* Fill: X = A, Y = B, size 4, two components; LINE_LENGTH counts elements. */
TEST(fills, open_one, close_world)
{
    clear(DST, 0x1000);
    RUN(1, 0x200381c0, 0x11223344, 0x55667788, 0x01030054);
    copy(0, DST + 8, 100, PIPE | PITCH | REMAP);
    assert_int_equal(0xeeeeeeee, bar_get(1, DST + 4));
    for (unsigned i = 0; i < 100; i++) {
        assert_int_equal(0x11223344, bar_get(1, DST + 8 + 8 * i));
        assert_int_equal(0x55667788, bar_get(1, DST + 12 + 8 * i));
    }
    assert_int_equal(0xeeeeeeee, bar_get(1, DST + 808));
}

/* Swizzle: bytes W Z Y X of four components; NO_WRITE leaves the old byte. */
TEST(swizzles, open_one, close_world)
{
    fill(SRC, 0x100);
    clear(DST, 0x100);
    RUN(1, 0x200181c2, 0x03300163);
    copy(SRC, DST, 8, PIPE | PITCH | REMAP);
    for (unsigned i = 0; i < 8; i++) {
        assert_int_equal(pattern(4 * i + 3), byte_at(DST + 4 * i));
        assert_int_equal(0xee, byte_at(DST + 4 * i + 1));
        assert_int_equal(pattern(4 * i + 1), byte_at(DST + 4 * i + 2));
        assert_int_equal(pattern(4 * i), byte_at(DST + 4 * i + 3));
    }
}

/* Four words: payload, 0, the time; a reduction adds. */
TEST(semaphores, open_one, close_world)
{
    put(SEM + 4, BUSY);
    copy(0, 0, 0, FOUR);
    assert_int_equal(0xd0e, get(SEM));
    assert_int_equal(0, get(SEM + 4));
    assert_int_equal(rd(REF_USERMODE_TIME_1), get(SEM + 12));
    put(SEM, 2);
    copy(0, 0, 0, ONE | 5 << 14 | 1 << 19);
    assert_int_equal(0xd10, get(SEM));
}

/* Physical ends need HCE_CTRL.PRIV_MODE; their targets are 0 VRAM, 1 coherent, 2 not coherent. */
TEST(physical_ends, open_one, close_world)
{
    fill(SRC, 0x1000);
    copy(SRC, DST, 16, PIPE | PITCH | PHYSIN);
    assert_int_equal(4, rd(REF_PPBDMA_INTR_1(0) + 0x2000));
    close_world(NULL);
    open_world(NULL);
    build_space();
    make_channel(1, 1 << 17 | 2);
    put(BLOCK(1) + 0xe4, 0x20);
    submit(1, (const unsigned[]){ 1 }, 1);
    fill(SRC, 0x1000);
    RUN(1, 0x20028098, 0, 1);
    copy(SRC, SYSTEM + 0x40, 0x800, PIPE | PITCH | PHYSIN | PHYSTO);
    for (unsigned i = 0; i < 0x800; i++)
        assert_int_equal(pattern(i), world.system[0x40 + i]);
    RUN(1, 0x20028098, 2, 0);
    copy(SYSTEM + 0x40, DST, 0x800, PIPE | PITCH | PHYSIN | PHYSTO);
    assert_int_equal(pattern(0x7ff), byte_at(DST + 0x7ff));
}

static void expect_error(uint32_t code)
{
    assert_int_equal(4, rd(0x104410 + 0x80) & 4);
    assert_int_equal(code, rd(0x104418 + 0x80));
    wr(0x104410 + 0x80, 4);
    assert_int_equal(0, rd(0x104410 + 0x80));
}

/* Codes of the launch error; the engine goes on when it is cleared. */
TEST(launch_errors, open_one, close_world)
{
    wr(0x160, 0x40);
    wr(0x10440c + 0x80, 4);
    copy(SRC, DST, 16, PIPE | PITCH | 0x01000000);
    assert_true(world.asserted);
    assert_int_equal(0x40, rd(0x100) & 0x40); /* the interrupt that PTOP gives LCE1 */
    expect_error(0xa);
    assert_false(world.asserted);
    copy(SRC, DST, 16, 3 | PITCH);
    expect_error(9);
    copy_2d(SRC, DST, 8, 100, 16, 2, PIPE | PITCH | LINES);
    expect_error(4);
    copy_2d(SRC, DST, -8, 100, 16, 2, PIPE | PITCH | LINES);
    expect_error(5);
    copy_2d(SRC, DST, 100, 8, 16, 2, PIPE | PITCH | LINES);
    expect_error(6);
    RUN(1, 0x200181c2, 0x00000001);
    copy(SRC, DST, 16, PIPE | PITCH | REMAP);
    expect_error(8);
    RUN(1, 0x20038090, 0, (uint32_t)SEM + 4, 1, 0x200180c0, FOUR);
    expect_error(2);
    put(SEM, BUSY);
    copy(SRC, DST, 16, PIPE | PITCH | ONE);
    assert_int_equal(0xd0e, get(SEM));
}

/* §4.7: a method that the class does not have is dropped: acknowledged, the PBDMA goes on after it. */
TEST(an_illegal_method, open_one, close_world)
{
    put(SEM, BUSY);
    RUN(1, 0x20018041, 1, 0x20050017, (uint32_t)SEM, 0, 0xd0e, 0, 1);
    assert_int_equal(8, rd(REF_PPBDMA_INTR_1(0) + 0x2000));
    assert_int_equal(0x104, rd(REF_PPBDMA_HCE_DBG0(0) + 0x2000));
    assert_int_equal(1, rd(REF_PPBDMA_HCE_DBG1(0) + 0x2000));
    assert_int_equal(BUSY, get(SEM));
    wr(REF_PPBDMA_INTR_1(0) + 0x2000, 8);
    wait_ns(10000);
    assert_int_equal(0, rd(REF_PPBDMA_INTR_1(0) + 0x2000));
    assert_int_equal(0xd0e, get(SEM));
}

/* §4.7: SET_RENDER_ENABLE_C 2, conditional, with bit 3 of the address in B set; FALSE needs no address. */
TEST(a_misaligned_render_enable, open_one, close_world)
{
    RUN(1, 0x20018096, 8, 0x20018097, 0);
    assert_int_equal(0, rd(REF_PPBDMA_INTR_1(0) + 0x2000));
    RUN(1, 0x20018097, 2);
    assert_int_equal(2, rd(REF_PPBDMA_INTR_1(0) + 0x2000));
    assert_int_equal(0x25c, rd(REF_PPBDMA_HCE_DBG0(0) + 0x2000));
}

/* INTERRUPT_TYPE: blocking and not. */
TEST(interrupts, open_one, close_world)
{
    copy(0, 0, 0, 2 << 5);
    assert_int_equal(2, rd(0x104410 + 0x80));
    wr(0x104410 + 0x80, 2);
    copy(0, 0, 0, 1 << 5);
    assert_int_equal(1, rd(0x104410 + 0x80));
    put(SEM, BUSY);
    copy(0, 0, 0, ONE);
    assert_int_equal(BUSY, get(SEM));
    wr(0x104410 + 0x80, 1);
    wait_ns(10000);
    assert_int_equal(0xd0e, get(SEM));
}

/* SET_RENDER_ENABLE_C: 0 suppresses a launch, 1 lets it through; modes above 4 are not defined (§4.7). */
TEST(render_enable, open_one, close_world)
{
    put(SEM, BUSY);
    RUN(1, 0x20018097, 0);
    copy(0, 0, 0, ONE);
    assert_int_equal(BUSY, get(SEM));
    RUN(1, 0x20018097, 1);
    copy(0, 0, 0, ONE);
    assert_int_equal(0xd0e, get(SEM));
    RUN(1, 0x20018096, 0, 0x20018097, 4);
    assert_int_equal(0, rd(REF_PPBDMA_INTR_1(0) + 0x2000));
    RUN(1, 0x20018097, 5);
    assert_int_equal(1, rd(REF_PPBDMA_INTR_1(0) + 0x2000));
}

/* §4.4, §4.5: a release with WFI comes after the copy, one without may overtake it; SEMAPHORED's bit is the other
 * way around. The copy is so long that it takes several turns. */
TEST(wait_for_idle, open_one, close_world)
{
    static const struct {
        uint32_t words[6];
        bool waits;
    } cases[] = {
        { { 0x20050017, (uint32_t)SEM + 16, 0, 1, 0, 0x00100001 }, true },
        { { 0x20050017, (uint32_t)SEM + 16, 0, 1, 0, 0x00000001 }, false },
        { { 0x20040004, 0, (uint32_t)SEM + 16, 1, 0x01000002, 0 }, true },
        { { 0x20040004, 0, (uint32_t)SEM + 16, 1, 0x01100002, 0 }, false },
    };

    for (unsigned i = 0; i < 4; i++) {
        put(SEM, BUSY);
        put(SEM + 16, 0);
        push(1,
             (const uint32_t[]){ 0x20038090, 0, (uint32_t)SEM, 0xd0e, 0x20048100, 0, (uint32_t)SRC,
                                 0, 0x1000000, 0x20018106, 0x800000, 0x200180c0,
                                 PIPE | PITCH | ONE },
             13);
        push(1, cases[i].words, 6);
        ring(1);
        while (get(SEM) == BUSY && !get(SEM + 16))
            wait_ns(1000);
        assert_int_equal(cases[i].waits, get(SEM) != BUSY);
        wait_ns(10000000);
        assert_int_equal(1, get(SEM + 16));
    }
}

/* §6.3: a fault of a copy: the engine's id of PTOP, client CE1; ENG_FAULTED; it goes on when that is cleared. */
TEST(copy_faults, open_one, close_world)
{
    bind_bar(2, 0x27000);
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_HI(0), 0);
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_LO(0), (uint32_t)FAULT);
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), 0x80000010);
    map_small(0, DST >> 4 | 1);
    fill(SRC, 0x2000);
    put(SEM, BUSY);
    copy(SRC, SMALL, 0x1800, PIPE | PITCH | ONE);
    assert_int_equal(1, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0)));
    assert_int_equal((uint32_t)SMALL + 0x1000, get(FAULT + 8));
    assert_int_equal(0x10, get(FAULT + 24));
    assert_int_equal(0x80110202, get(FAULT + 28));
    assert_int_equal(0x800000, rd(REF_PCCSR_CHANNEL(1)) & 0xc00000);
    assert_int_equal(0x40000000, rd(REF_PFIFO_ENGINE_STATUS(2)) & 0x40000000);
    assert_int_equal(BUSY, get(SEM));
    map_small(1, (DST + 0x5000) >> 4 | 1);
    invalidate(0);
    wr(REF_PCCSR_CHANNEL(1), 0x800000);
    wait_ns(100000);
    assert_int_equal(0xd0e, get(SEM));
    assert_int_equal(pattern(0x17ff), byte_at(DST + 0x5000 + 0x7ff));
}

/* §1.3, §8.5: an engine's reset bit ends a job that hangs there. */
TEST(an_engine_is_reset, open_one, close_world)
{
    copy(SRC, SMALL, 16, PIPE | PITCH);
    assert_int_equal(0x40000000, rd(REF_PFIFO_ENGINE_STATUS(2)) & 0x40000000);
    wr(REF_PMC_ENABLE, ~(1u << 7));
    wr(REF_PMC_ENABLE, ~0u);
    assert_int_equal(0, rd(REF_PFIFO_ENGINE_STATUS(2)) &
                            0xe000e000); /* FAULTED, BUSY, CTX_STATUS; ids say nothing */
    wr(REF_PCCSR_CHANNEL(1), 0x800000);
    put(SEM, BUSY);
    copy(SRC, DST, 16, PIPE | PITCH | ONE);
    assert_int_equal(0xd0e, get(SEM));
}

/* Two channels on one engine: each has its own settings. */
TEST(engines_are_shared, NULL, close_world)
{
    open_world(NULL);
    build_space();
    make_channel(1, 1 << 17 | 2);
    make_channel(2, 1 << 17 | 2);
    submit(1, (const unsigned[]){ 1, 2 }, 2);
    RUN(1, 0x20038090, 0, (uint32_t)SEM, 0x111);
    RUN(2, 0x20038090, 0, (uint32_t)SEM + 16, 0x222, 0x200180c0, ONE);
    RUN(1, 0x200180c0, ONE);
    assert_int_equal(0x111, get(SEM));
    assert_int_equal(0x222, get(SEM + 16));
}
