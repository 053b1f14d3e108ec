/* Host of the GV100 model at the ends of its rows of units and registers, and the last method of a header. Numbers
 * are typed from docs/hardware/gv100.md; the paragraph stands above each test. */
#include "tests/model/gv100/channel_rig.h"

/* 13 runlists, 14 PBDMAs, 9 copy engines: PBDMA i serves runlist i, the last one runlist 0 too, as its second. */
FIXTURE(open_all)
{
    open_world(&(struct model_config){ .lces = 9, .runlists = 13, .pbdmas = 14 });
    build_space();
    for (unsigned i = 0; i < 4; i++)
        put(SEM + 0x40 * i, 0);
}

/* §3.5: ids from 10 on have no engine behind them. */
TEST(there_are_no_more_engines, open_all, close_world)
{
    for (unsigned i = 10; i < 15; i++) {
        assert_pairs(0, rd(REF_PFIFO_ENGINE_STATUS(i)), 0, rd(REF_PFIFO_ENGINE_STATUS_INST(i)));
        wr(REF_PFIFO_INTR_CTXSW_TIMEOUT + 4 * i, 0x100);
        assert_int_equal(0, rd(REF_PFIFO_ENGINE_STATUS(i)));
    }
    wr(REF_PFIFO_INTR_CTXSW_TIMEOUT + 4 * 9, 0xff);
    assert_int_equal(0, rd(REF_PFIFO_ENGINE_STATUS(9)) & 0x40000000);
    wr(REF_PFIFO_INTR_CTXSW_TIMEOUT + 4 * 9, 0x100);
    assert_int_equal(0x40000000, rd(REF_PFIFO_ENGINE_STATUS(9)) & 0x40000000);
    wr(REF_PFIFO_INTR_CTXSW_TIMEOUT, 0x100);
    assert_int_equal(0x40000000, rd(REF_PFIFO_ENGINE_STATUS(0)) & 0x40000000);
}

/* ---- rows of registers ---- */

/* §3.2: RUNTIME counts 1024 ns while the channel is on a PBDMA, and goes on from its value in RAMFC. */
TEST(time_on_a_pbdma_is_counted, open_usual, close_world)
{
    put(BLOCK(1) + 0x2c, 5000);
    RUN(1, RELEASE(SEM, 1, 1));
    wait_ns(1024 * 1000);
    wr(REF_PFIFO_PREEMPT, 0x01000011);
    assert_int_equal(0, rd(REF_PFIFO_PREEMPT) & 0x100000);
    assert_in_range(get(BLOCK(1) + 0x2c), 6000, 6200);
}

/* §4.7: STATUS: 0 empty, 2 blocked, in bits 31:28 of the PBDMA and 15:12 of its methods. */
TEST(a_pbdma_has_its_status, open_usual, close_world)
{
    RUN(1, RELEASE(SEM, 1, 1));
    assert_int_equal(0, rd(REF_PPBDMA_STATUS(1)));
    RUN(1, ACQUIRE(SEM, 2));
    assert_int_equal(0x20002000, rd(REF_PPBDMA_STATUS(1)));
    put(SEM, 2);
    wait_ns(1000 * US);
    assert_int_equal(0, rd(REF_PPBDMA_STATUS(1)));
    RUN(1, 0x20010001, 0);
    assert_int_equal(0x20002000, rd(REF_PPBDMA_STATUS(1)));
    wr_all(REF_PPBDMA_METHOD0(1), 0x80600008, REF_PPBDMA_INTR_0(1), 0x200000);
    wait_ns(10 * US);
    assert_int_equal(0, rd(REF_PPBDMA_STATUS(1)));
    SEND(1, 0x20048100, 0, (uint32_t)DATA, 0, 0x1000000, 0x20018106, 0x1000000, 0x200180c0, 0x182,
         RELEASE(SEM, 3, 0x00100001));
    assert_pairs(0x20002000, rd(REF_PPBDMA_STATUS(1)), 2, get(SEM));
}

/* ---- runlists ---- */

/* §3.4, §4.7: a TSG whose channel cannot be saved, because of an interrupt, keeps its runlist: also a PBDMA that it does
 * not use stays empty. */
TEST(a_frozen_channel_keeps_its_runlist, open_usual, close_world)
{
    const uint32_t entries[4][4] = { { 0x01000001, 1, 17, 0 },
                                     { (uint32_t)USERD(1), 0, (uint32_t)BLOCK(1) | 1, 0 },
                                     { 0x01000001, 1, 18, 0 },
                                     { (uint32_t)USERD(2) | 2, 0, (uint32_t)BLOCK(2) | 2, 0 } };

    make_channel(2, 1 << 17 | 2);
    submit_raw(1, entries, 4);
    RUN(1, 0x20010001, 0, RELEASE(SEM, 1, 1));
    RUN(2, RELEASE(SEM + 0x40, 1, 1));
    wait_ns(10000 * US);
    assert_int_equal(0, get(SEM + 0x40));
    wr_all(REF_PPBDMA_METHOD0(1), 0x80600008, REF_PPBDMA_INTR_0(1), 0x200000);
    wait_ns(1000 * US);
    assert_pairs(1, get(SEM), 1, get(SEM + 0x40));
}

/* §4.2: no method lies past 0x3ffc: INC and ONEINC that would go on to one raise PBENTRY, bit 18. */
TEST(headers_end_with_the_methods, open_usual, close_world)
{
    /* clang-format off */
    static const struct { uint32_t header; bool passes; } rows[] = {
        { 0x20010fff, true }, { 0x20020fff, false }, { 0x20020ffe, true }, { 0x20030ffe, false }, { 0xa0010fff, true },
        { 0xa0020fff, false }, { 0xa0020ffe, true }, { 0xa0040ffe, true }, { 0x60010fff, true }, { 0x60040fff, true },
        { 0x2ffe0002, true }, { 0x2fff0002, false },
    };
    /* clang-format on */

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        RUN(1, rows[i].header);
        assert_int_equal(rows[i].header, rd(REF_PPBDMA_HDR_SHADOW(1)));
        if (rd(REF_PPBDMA_INTR_0(1)) != (rows[i].passes ? 0 : 0x40000))
            fail_msg("header %08x: %x", rows[i].header, rd(REF_PPBDMA_INTR_0(1)));
        wr(REF_PPBDMA_PB_COUNT(1), 0); /* PB_COUNT */
        wr(REF_PPBDMA_INTR_0(1), 0x40000);
    }
}
