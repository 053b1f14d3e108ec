/* Host of the GV100 model: runlists, GP entries, push buffers, methods, semaphores, preemption, faults.
 * Numbers are typed from docs/hardware/gv100.md; the paragraph stands above each test. */
#include "tests/model/gv100/channel_rig.h"

static uint32_t intr0(unsigned pbdma)
{
    return rd(REF_PPBDMA_INTR_0(pbdma));
}

/* Runlist 1 has PBDMA 1 first. */
#define PBDMA 1

/* ---- submitting ---- */

/* §3.5, §3.4. */
TEST(runlist_registers, open_usual, close_world)
{
    wr_all(REF_PFIFO_RUNLIST_BASE, (uint32_t)(RUNLIST >> 12), REF_PFIFO_RUNLIST, 0x00100002);
    assert_int_equal(0x00100002, rd(REF_PFIFO_ENG_RUNLIST(1)));
    assert_int_equal((uint32_t)(RUNLIST >> 12), rd(REF_PFIFO_ENG_RUNLIST_BASE(1)));
    wait_ns(10000);
    assert_pairs(2, rd(REF_PFIFO_ENG_RUNLIST(1)), 0x40000000, rd(REF_PFIFO_INTR_0) & 0x40000000, 2,
                 rd(REF_PFIFO_INTR_RUNLIST));
    wr(REF_PFIFO_INTR_RUNLIST, 2);
    assert_int_equal(0, rd(REF_PFIFO_INTR_0) & 0x40000000);
}

static void expect_bad_tsg(const uint32_t (*entries)[4], unsigned count)
{
    wr(REF_PFIFO_INTR_0, 0xffffffff);
    submit_raw(2, entries, count);
    assert_pairs(0x100, rd(REF_PFIFO_INTR_0) & 0x100, 0x20, rd(REF_PFIFO_INTR_SCHED_ERROR));
}

/* §3.4: a channel outside of a TSG, a TSG of length 0, one that ends or is followed by another too early. */
TEST(bad_tsgs, open_usual, close_world)
{
    static const uint32_t empty[4] = { 0x80030001, 0, 16, 0 }, again[][4] = {
        { 0x80030001, 2, 16, 0 }, { 0, 0, 2, 0 }, { 1, 1, 17, 0 }, { 0, 0, 3, 0 }
    };

    expect_bad_tsg(&again[1], 1);
    expect_bad_tsg(&empty, 1);
    expect_bad_tsg(again, 2);
    expect_bad_tsg(again, 4);
}

/* §3.4: 128 channels are the most that a TSG has, though its field holds 255. */
TEST(the_longest_tsg, open_usual, close_world)
{
    uint32_t entries[130][4] = { { 0x80030001, 128, 16, 0 } };

    for (uint32_t i = 1; i < 130; i++)
        entries[i][2] = i;
    wr(REF_PFIFO_INTR_0, 0xffffffff);
    submit_raw(2, (const uint32_t(*)[4])entries, 129);
    assert_int_equal(0, rd(REF_PFIFO_INTR_0) & 0x100);
    entries[0][1] = 129;
    expect_bad_tsg((const uint32_t(*)[4])entries, 130);
}

/* §3.4, §3.5: a runlist has 16 bits of entries: here channel 1 is one of the third TSG. */
TEST(a_long_runlist, open_usual, close_world)
{
    uint32_t entries[3 * 129][4] = { 0 };

    for (uint32_t i = 0; i < ARRAY_SIZE(entries); i++) {
        entries[i][0] = i % 129 ? 0 : 0x80030001;
        entries[i][1] = i % 129 ? 0 : 128;
        entries[i][2] = i % 129 ? i + 100 : 16 + i / 129;
    }
    entries[300][2] = 1;
    submit_raw(1, (const uint32_t(*)[4])entries, ARRAY_SIZE(entries));
    RUN(1, RELEASE(SEM, 7, 1));
    assert_pairs(7, get(SEM), 18, rd(REF_PFIFO_PBDMA_STATUS(PBDMA)) & 0xfff);
}

/* §3.3: host writes GET, a virtual address, and GP_GET when the channel has run dry. */
TEST(userd_follows, open_usual, close_world)
{
    RUN(1, 0, 0, 0);
    assert_pairs((uint32_t)PUSH(1) + 12, get(USERD(1) + 0x44), 0, get(USERD(1) + 0x60), 1,
                 get(USERD(1) + 0x88), 1, get(USERD(1) + 0x8c));
}

/* §3.3: the ring comes around at its size. */
TEST(the_ring_wraps, open_usual, close_world)
{
    for (unsigned i = 1; i <= 200; i++) {
        RUN(1, RELEASE(SEM, i, 1));
        assert_int_equal(i, get(SEM));
    }
    assert_int_equal(200 % 64, get(USERD(1) + 0x88));
}

/* §8.1: without the doorbell host does not look at GP_PUT. */
TEST(without_a_doorbell_nothing_happens, open_usual, close_world)
{
    push(1, (const uint32_t[]){ RELEASE(SEM, 1, 1) }, 6);
    wait_ns(1000000);
    assert_int_equal(0, get(SEM));
    ring(1);
    assert_int_equal(1, get(SEM));
}

/* §8.2: bind, enable, status. */
TEST(channel_ram, open_usual, close_world)
{
    assert_int_equal(0x80000000 | (uint32_t)(BLOCK(1) >> 12), rd(REF_PCCSR_CHANNEL_INST(1)));
    assert_int_equal(1, rd(REF_PCCSR_CHANNEL(1)));
    wr_all(REF_PCCSR_CHANNEL_INST(0), 0x1abcdef, REF_PCCSR_CHANNEL_INST(4095), 0x2345678);
    assert_pairs(0x1abcdef, rd(REF_PCCSR_CHANNEL_INST(0)), 0x2345678,
                 rd(REF_PCCSR_CHANNEL_INST(4095)));
    wr(REF_PCCSR_CHANNEL_INST(1), 0x80000123);
    assert_pairs(1, rd(REF_PFIFO_INTR_0) & 1, 1, rd(REF_PFIFO_INTR_BIND_ERROR));
    wr(REF_PCCSR_CHANNEL_INST(3), 0x90000123);
    assert_int_equal(6, rd(REF_PFIFO_INTR_BIND_ERROR));
    wr(REF_PCCSR_CHANNEL(1), 0x800 | 3 << 16);
    assert_int_equal(3 << 16, rd(REF_PCCSR_CHANNEL(1)));
    RUN(1, RELEASE(SEM, 77, 1));
    assert_int_not_equal(77, get(SEM));
    wr(REF_PCCSR_CHANNEL(1), 0x400);
    assert_int_equal(77, get(SEM));
}

/* ---- push buffers ---- */

/* §4.2: INC, NONINC, ONEINC, IMMD, and a header whose data comes in the next segment. */
TEST(headers, open_usual, close_world)
{
    RUN(1, 0x20020017, (uint32_t)SEM, 0, 0x60020019, 5, 6, 0x8001001b);
    RUN(1, 0x20020017, (uint32_t)SEM + 4, 0, 0xa0030018, 0, 9, 10, 0x8001001b);
    assert_pairs(6, get(SEM), 10, get(SEM + 4));
    push(1, (const uint32_t[]){ 0x20050017, (uint32_t)SEM + 8 }, 2);
    RUN(1, 0, 11, 0, 1);
    assert_int_equal(11, get(SEM + 8));
}

/* §4.2: END_PB_SEGMENT, and a count of 0. */
TEST(segments_end, open_usual, close_world)
{
    RUN(1, 0xe0000000, RELEASE(SEM, 1, 1));
    assert_int_equal(0, get(SEM));
    RUN(1, 0x20000017, RELEASE(SEM, 2, 1));
    assert_int_equal(2, get(SEM));
}

/* §4.2, §3.2: the count of a header has 13 bits; PB_COUNT tells how many of its data words are missing. */
TEST(a_count_has_13_bits, open_usual, close_world)
{
    RUN(1, 0x7fff0019);
    assert_int_equal(0x1fff, rd(REF_PPBDMA_PB_COUNT(PBDMA)) & 0x1fffff);
    RUN(1, 5);
    assert_int_equal(0x1ffe, rd(REF_PPBDMA_PB_COUNT(PBDMA)) & 0x1fffff);
}

/* §4.2: headers of no methods do nothing, whatever else they say; bit 12 is nothing; an entry of 0 is none. */
TEST(empty_headers_do_nothing, open_usual, close_world)
{
    RUN(1, 0x20000000, 0x2000ffff, 0x6000ffff, 0xa000ffff, 0, RELEASE(SEM, 1, 1));
    assert_int_equal(1, get(SEM));
    RUN(1, 0x20021017, (uint32_t)SEM, 0, 0x60021019, 3, 2, 0x8001101b);
    assert_int_equal(2, get(SEM));
    RUN(1, 0x20021017, (uint32_t)SEM, 0, 0xa0031018, 0, 4, 3, 0x8001101b);
    assert_pairs(3, get(SEM), 0, intr0(PBDMA));
}

/* §4.2: each illegal encoding raises PBENTRY; the channel goes on when it is cleared. */
TEST(illegal_headers, open_usual, close_world)
{
    static const uint32_t words[] = { 0x00040020, 0x40010002, 0xc0000000, 0x00100000,
                                      0x00050010, 0x20020fff, 0xa0020fff };

    for (unsigned i = 0; i < sizeof(words) / 4; i++) {
        RUN(1, words[i], RELEASE(SEM, i + 1, 1));
        assert_pairs(1 << 18, intr0(PBDMA), words[i], rd(REF_PPBDMA_HDR_SHADOW(PBDMA)));
        assert_int_not_equal(i + 1, get(SEM));
        wr(REF_PPBDMA_INTR_0(PBDMA), 1 << 18);
        assert_int_equal(i + 1, get(SEM));
    }
}

/* §4.2: with CHANNEL_DMA, a mask that misses the ID drops methods until one meets it. One that is stored is not applied
 * before it is used; the other fields of a control entry mean nothing. */
TEST(subdevice_masks, open_usual, close_world)
{
    RUN(1, 0x00010020, RELEASE(SEM, 1, 1));
    assert_int_equal(0, get(SEM));
    RUN(1, 0x00020010, 0x00030000, RELEASE(SEM, 2, 1));
    assert_int_equal(2, get(SEM));
    RUN(1, 0x0002002f, RELEASE(SEM, 3, 1));
    assert_int_equal(3, get(SEM));
    RUN(1, 0x0003fff0, RELEASE(SEM, 4, 1));
    assert_int_equal(3, get(SEM));
    RUN(1, 0x00018010, RELEASE(SEM, 5, 1));
    assert_int_equal(5, get(SEM));
    /* "With CHANNEL_DMA disabled SSDM and USE raise PBENTRY"; STORE does not. */
    wr(REF_PPBDMA_SUBDEVICE(PBDMA), 0x10000001);
    for (uint32_t tert_op = 1; tert_op < 4; tert_op++) {
        RUN(1, tert_op << 16 | 0x10);
        assert_int_equal(tert_op == 2 ? 0 : 1 << 18, intr0(PBDMA));
        wr(REF_PPBDMA_INTR_0(PBDMA), 1 << 18);
    }
}

/* §4.1: a segment, a NOP, an illegal opcode; a segment past the 40 bits. */
TEST(gp_entries, open_usual, close_world)
{
    push_entry(1, 0, 0);
    push_entry(1, 0, 1);
    RUN(1, RELEASE(SEM, 3, 1));
    assert_int_equal(1 << 15, intr0(PBDMA));
    wr(REF_PPBDMA_INTR_0(PBDMA), 1 << 15);
    assert_int_equal(3, get(SEM));
    push_entry(1, 0xfffffff8, 2 << 10 | 0xff);
    ring(1);
    assert_pairs(1 << 15, intr0(PBDMA), 0xfffffff8, rd(REF_PPBDMA_GP_SHADOW_0(PBDMA)),
                 2 << 10 | 0xff, rd(REF_PPBDMA_GP_SHADOW_1(PBDMA)));
    wr(REF_PPBDMA_INTR_0(PBDMA), 1 << 15);
    push_entry(1, 0xfffffff8, 1 << 10 | 0xff);
    ring(1);
    assert_int_equal(0, intr0(PBDMA) & 1 << 15);
    assert_int_equal(1, rd(REF_PCCSR_CHANNEL(1)) >> 22 & 1); /* fetched, which is not mapped */
    wr(REF_PCCSR_CHANNEL(1), 0x400000);
}

/* §4.1: "a ring that passes the end of the 40-bit space raises GPFIFO", bit 13: its last entry before that is fetched,
 * though here nothing is mapped. §3.3: "GP_PUT, GP_GET or GP_FETCH >= 2^LIMIT2 raises PBDMA interrupt GPPTR", 14. */
TEST(a_ring_ends_with_the_40_bits, NULL, close_world)
{
    /* clang-format off */
    static const struct { uint64_t base; uint32_t put, get, fetch, told; bool faults; } rows[] = {
        { 0xfffffffff8, 2, 0, 0, 0, true }, { 0xfffffffff8, 2, 1, 0, 1 << 13, false },
        { RING(2), 63, 63, 63, 0, false }, { RING(2), 64, 0, 0, 1 << 14, false },
        { RING(2), 0, 64, 0, 1 << 14, false }, { RING(2), 0, 0, 64, 1 << 14, false },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_usual(NULL);
        make_channel(2, 0);
        put_all(BLOCK(2) + 0x14, rows[i].get, BLOCK(2) + 0x50, rows[i].fetch, BLOCK(2) + 0x48,
                rows[i].base, BLOCK(2) + 0x4c, 6 << 16 | rows[i].base >> 32, USERD(2) + 0x8c,
                rows[i].put);
        submit(1, (const unsigned[]){ 2 }, 1);
        ring(2);
        assert_pairs(rows[i].told, intr0(PBDMA), rows[i].faults,
                     rd(REF_PCCSR_CHANNEL(2)) >> 22 & 1);
    }
}

/* ---- methods ---- */

/* §4.4: NON_STALL_INTERRUPT sets bit 31 of PFIFO's INTR_0. */
TEST(non_stall_interrupt, open_usual, close_world)
{
    wr_all(REF_PMC_INTR_EN_SET(0), 0x100, REF_PFIFO_INTR_EN_0, 0x80000000);
    RUN(1, 0x20010008, 0);
    assert_pairs(0x80000000, rd(REF_PFIFO_INTR_0) & 0x80000000, true, world.asserted, 0,
                 rd(REF_PMC_INTR(1)) & 0x100);
    wr(REF_PFIFO_INTR_EN_1, 0x80000000); /* of the second tree */
    assert_int_equal(0x100, rd(REF_PMC_INTR(1)) & 0x100);
    wr(REF_PFIFO_INTR_0, 0x80000000);
    assert_false(world.asserted);
}

/* §4.4: methods below 0x100, and words of RAMFC (§3.2) that some of them set; "all other addresses are reserved and
 * raise METHOD", and leave the method in METHOD0. SEMAPHORED, SEM_EXECUTE and CLEAR_FAULTED have tests of their own. */
TEST(every_method_of_host, open_usual, close_world)
{
    /* clang-format off */
    static const struct { uint32_t method, data, word; } known[] = {
        { 0x00, 0xc3b5, 0 }, { 0x08, 5, 0 }, { 0x10, 0x11, REF_PPBDMA_SEM_ADDR_HI(PBDMA) },
        { 0x14, 0x220, REF_PPBDMA_SEM_ADDR_LO(PBDMA) }, { 0x18, 0x33, REF_PPBDMA_SEM_PAYLOAD_LO(PBDMA) },
        { 0x20, 6, 0 }, { 0x24, 7, 0 }, { 0x28, 0x44, REF_PPBDMA_MEM_OP_A(PBDMA) },
        { 0x2c, 0x55, REF_PPBDMA_MEM_OP_B(PBDMA) }, { 0x30, 0x66, REF_PPBDMA_MEM_OP_C(PBDMA) }, { 0x34, 5u << 27, 0 },
        { 0x50, 0x77, REF_PPBDMA_REF(PBDMA) }, { 0x5c, 0x88, REF_PPBDMA_SEM_ADDR_LO(PBDMA) },
        { 0x60, 0x99, REF_PPBDMA_SEM_ADDR_HI(PBDMA) }, { 0x64, 0xaa, REF_PPBDMA_SEM_PAYLOAD_LO(PBDMA) },
        { 0x68, 0xbb, REF_PPBDMA_SEM_PAYLOAD_HI(PBDMA) }, { 0x78, 0, 0 }, { 0x7c, 0, 0 }, { 0x80, 0, 0 },
        { 0x80, 2, 0 }, { 0x80, 3, 0 },
    };
    /* clang-format on */
    uint32_t names[3] = { 1u << 7 | 1u << 27, 1u << 1, 0 }; /* those apart, by method / 4 */

    for (unsigned i = 0; i < ARRAY_SIZE(known); i++) {
        RUN(1, 0x20010000 | known[i].method / 4, known[i].data);
        assert_pairs(0, intr0(PBDMA) | rd(REF_PPBDMA_INTR_1(PBDMA)), 0,
                     rd(REF_PPBDMA_METHOD0(PBDMA)) >> 31);
        if (known[i].word)
            assert_int_equal(known[i].data, rd(known[i].word));
        names[known[i].method / 128] |= 1u << known[i].method / 4 % 32;
    }
    for (uint32_t method = 0; method < 0x100; method += 4) {
        if (names[method / 128] >> method / 4 % 32 & 1 && method != 0x80)
            continue;
        RUN(1, 0x20010000 | method / 4, 1);
        assert_pairs(1 << 21, intr0(PBDMA), 0x80000000 | method,
                     rd(REF_PPBDMA_METHOD0(PBDMA)) & 0x80003ffc);
        wr_all(REF_PPBDMA_METHOD0(PBDMA), 0, REF_PPBDMA_INTR_0(PBDMA), 1 << 21);
    }
}

/* §4.1, §4.4: "METHOD_CRC feeds 6 bytes per engine method: subchannel, address, data": methods that differ in one have
 * other sums. CRC_CHECK "compares METHOD_CRC, then clears it; mismatch raises METHODCRC", bit 22. */
TEST(sums_of_methods, open_usual, close_world)
{
    uint32_t sums[20] = { 0 };

    for (uint32_t i = 0; i < 20; i++) {
        const uint32_t method = 0x20010000 | i % 5 << 13 | (0x700 + i / 5 % 2 * 4) / 4;

        RUN(1, method, i < 10 ? 5 : 0x80000005);
        sums[i] = rd(REF_PPBDMA_METHOD_CRC(PBDMA));
        for (uint32_t k = 0; k < i; k++)
            assert_int_not_equal(sums[k], sums[i]);
        RUN(1, 0x2001001f, sums[i], 0x2001001f, 0);
        assert_pairs(0, intr0(PBDMA), 0, rd(REF_PPBDMA_METHOD_CRC(PBDMA)));
        RUN(1, method, 5, 0x2001001f, 0);
        assert_pairs(1 << 22, intr0(PBDMA), 0, rd(REF_PPBDMA_METHOD_CRC(PBDMA)));
        wr_all(REF_PPBDMA_METHOD0(PBDMA), 0, REF_PPBDMA_INTR_0(PBDMA), 1 << 22);
    }
}

/* §4.4: another class on a copy engine's runlist. */
TEST(classes, open_usual, close_world)
{
    RUN(1, 0x20018000, 0xc397);
    assert_int_equal(1 << 4, rd(REF_PPBDMA_INTR_1(PBDMA)));
    wr(REF_PPBDMA_INTR_1(PBDMA), 1 << 4);
    RUN(1, 0x20018041, 0x1234); /* no method of a copy engine's */
    assert_pairs(1 << 3, rd(REF_PPBDMA_INTR_1(PBDMA)), 0x104, rd(REF_PPBDMA_HCE_DBG0(PBDMA)),
                 0x1234, rd(REF_PPBDMA_HCE_DBG1(PBDMA)));
}

/* §4.7: an enable for every interrupt, of which bits 8 and 28 of the first word are none, and four and one of the second. */
TEST(enables_of_interrupts, open_usual, close_world)
{
    static const uint32_t rows[][3] = { { REF_PPBDMA_INTR_EN_0(PBDMA), 0, 0xeffffeff },
                                        { REF_PPBDMA_INTR_EN_1(PBDMA), 0, 0x8000001f },
                                        { REF_PPBDMA_INTR_STALL(PBDMA), 0xeffffeff, 0xeffffeff },
                                        { REF_PPBDMA_INTR_STALL_1(PBDMA), 0x8000001f,
                                          0x8000001f } };

    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(rows[i][1], rd(rows[i][0]));
        wr(rows[i][0], UINT32_MAX);
        assert_int_equal(rows[i][2], rd(rows[i][0]));
    }
}

/* ---- preemption ---- */

/* §3.5: preempt of a TSG takes its channel off the PBDMA and saves RAMFC; then it goes on where it was. */
TEST(preempts, open_usual, close_world)
{
    RUN(1, RELEASE(SEM, 1, 0), RELEASE(SEM + 0x40, 6, 1));
    assert_int_equal(0x1000 | 17 | 1 << 13, rd(REF_PFIFO_PBDMA_STATUS(1)) & 0xffff);
    assert_int_equal(0x80000000 | (uint32_t)(BLOCK(1) >> 12), rd(REF_PFIFO_PBDMA_STATUS_INST(1)));
    wr_all(REF_PFIFO_SCHED_DISABLE, 2, REF_PFIFO_PREEMPT, 0x01000011);
    assert_pairs(0, rd(REF_PFIFO_PREEMPT) & 0x100000, 0, rd(REF_PFIFO_PBDMA_STATUS(1)) >> 13 & 7,
                 (uint32_t)PUSH(1) + 24, get(BLOCK(1) + 0x18));
    put(SEM, 1);
    wait_ns(100000);
    assert_int_not_equal(6, get(SEM + 0x40));
    wr(REF_PFIFO_SCHED_DISABLE, 0);
    wait_ns(100000);
    assert_int_equal(6, get(SEM + 0x40));
}

/* §3.2: a channel that comes onto a PBDMA brings all words of RAMFC, and takes them along when it leaves. The rig fills
 * in those that it needs to run, RUNTIME counts, and GP_PUT is USERD's. */
TEST(ramfc_is_loaded_and_saved_whole, open_usual, close_world)
{
    static const uint32_t used[] = { 0x00, 0x08, 0x0c, 0x10, 0x14, 0x2c, 0x30, 0x48, 0x4c,
                                     0x50, 0x58, 0x84, 0x88, 0x94, 0xac, 0xc0, 0xf4 };
    bool is_used[64] = { false };

    make_channel(2, 0);
    for (unsigned i = 0; i < sizeof(used) / sizeof(used[0]); i++)
        is_used[used[i] / 4] = true;
    is_used[0x68 / 4] = is_used[0xa4 / 4] = is_used[0xa8 / 4] = true; /* no registers (§1.7) */
    for (unsigned i = 0; i < 64; i++)
        if (!is_used[i])
            put(BLOCK(2) + 4 * i, 0x400 * i);
    submit(1, (const unsigned[]){ 2 }, 1);
    ring(2);
    assert_int_equal(0x12, rd(REF_PFIFO_PBDMA_STATUS(PBDMA)) & 0xfff);
    for (unsigned i = 0; i < 64; i++)
        if (!is_used[i])
            assert_int_equal(0x400 * i, rd(REF_PPBDMA_GP_PUT(PBDMA) + 4 * i));
    for (unsigned i = 0; i < 64; i++)
        if (!is_used[i])
            put(BLOCK(2) + 4 * i, 0);
    wr(REF_PFIFO_PREEMPT, 0x01000012);
    for (unsigned i = 0; i < 64; i++)
        if (!is_used[i])
            assert_int_equal(0x400 * i, get(BLOCK(2) + 4 * i));
}

/* ---- faults ---- */

/* §6.3: the channel does not run again before the bit is cleared; then it repeats the failed access. */
TEST(a_faulted_channel_goes_on, open_usual, close_world)
{
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), 0x40000000);
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(1), 0x40000000);
    assert_pairs(0x40002061, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0)), 0x40001800,
                 rd(REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(1)));
    open_fault_buffer(8);
    RUN(1, RELEASE(SMALL, 44, 1));
    assert_int_equal(1, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0)));
    map_small(0, DATA >> 4 | 1);
    invalidate(0);
    ring(1);
    assert_int_not_equal(44, get(DATA));
    wr(REF_PCCSR_CHANNEL(1), 0x400000);
    wait_ns(100000);
    assert_pairs(44, get(DATA), 1, rd(REF_PCCSR_CHANNEL(1)) & 1);
}

/* §4.4: CLEAR_FAULTED from another channel, which goes on at once; a bit that does not come times out. */
TEST(clear_faulted, open_usual, close_world)
{
    open_fault_buffer(8);
    make_channel(2, 0);
    submit(2, (const unsigned[]){ 2 }, 1);
    RUN(1, RELEASE(SMALL, 44, 1));
    map_small(0, DATA >> 4 | 1);
    invalidate(0);
    SEND(2, 0x20010021, 1);
    assert_pairs(44, get(DATA), 0, rd(REF_PCCSR_CHANNEL(1)) & 0x400000);
    RUN(2, 0x20010021, 3);
    wait_ns(3000000);
    assert_int_equal(1 << 20, intr0(2));
}

/* ---- the ends of rows of units and registers, and the last method of a header ---- */

/* 13 runlists, 14 PBDMAs, 9 copy engines: PBDMA i serves runlist i, the last one runlist 0 too, as its second. */
FIXTURE(open_all)
{
    open_world(&(struct model_config){ .lces = 9, .runlists = 13, .pbdmas = 14 });
    build_space();
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
