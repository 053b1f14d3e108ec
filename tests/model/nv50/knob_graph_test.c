/* Ways in which PGRAPH and PFIFO of silicon may differ, each as a knob of the model (silicon-sequences.md §15). */
#include "tests/model/nv50/graph/pgraph_rig.h"

static bool copies_a_word(void)
{
    PUT(vram_wr, 0x200000, 0x44332211, 0x300000, 0);
    bind_m2mf(VRAM, VRAM, VRAM);
    copy(0x200000, 0x300000, 4, 4, 4, 1);
    return vram_rd(0x300000) == 0x44332211;
}

/* S03: bring_up writes as drivers do; register tests write two registers more (§6.1). */
TEST(m2mf_wants_the_whole_setup, NULL, close_card)
{
    bring_up_knobs("g84", NULL, "m2mf_port=with_setup");
    assert_false(copies_a_word());
    wr(REF_PGRAPH_CCACHE_MISC, 1);
    assert_false(copies_a_word());
    wr(REF_PGRAPH_DEBUG_0, 0x401889f2);
    assert_true(copies_a_word());
    wr(REF_PMC_ENABLE, 0xfffffffd);
    assert_false(copies_a_word());
}

TEST(m2mf_is_silent, NULL, close_card)
{
    bring_up_knobs("g84", NULL, "m2mf_port=silent");
    PUT(wr, REF_PGRAPH_CCACHE_MISC, 1, REF_PGRAPH_DEBUG_0, 0x401889f2);
    assert_false(copies_a_word());
    assert_int_equal(rd(REF_PGRAPH_INTR), 0);
}

/* S08: class 0x3d reads and writes, 0 is a class of no object that m2mf takes. */
TEST(class_is_checked_if_asked, NULL, close_card)
{
    bring_up_knobs("g84", NULL, "class_check=debug_0");
    vram_wr(CHANNEL + 16 * VRAM, 0x00190000);
    SEND(0, { 0, M2MF }, { 0x184, VRAM });
    assert_int_equal(rd(REF_PGRAPH_INTR), 0);
    wr(REF_PGRAPH_DEBUG_0, 0x10);
    send(0, 0x184, VRAM);
    assert_int_equal(rd(REF_PGRAPH_INTR), 1u << 20);
}

static uint32_t complaint_of(uint32_t method, uint32_t base)
{
    vram_wr(CHANNEL + 16 * VRAM + 8, base);
    send(0, method, VRAM);
    const uint32_t error = rd(REF_PGRAPH_INTR) ? rd(REF_PGRAPH_DATA_ERROR) : 0;
    PUT(wr, REF_PGRAPH_INTR, 0xffffffff, REF_PGRAPH_FIFO_CONTROL, 0x10001);
    return error;
}

/* tesla-vm.md §1.6: by this answer an object is bound if its base is a multiple of 256, in each slot of m2mf; any other
 * has DATA_ERROR b. By default any base will do. */
TEST(bases_are_aligned_if_asked)
{
    static const uint32_t slots[] = { 0x180, 0x184, 0x188 },
                          odd[] = { 1, 4, 0x80, 0x1f0, 0xfffffff0 };

    for (unsigned aligned = 0; aligned < 2; aligned++) {
        bring_up_knobs("g84", NULL, aligned ? "base_alignment=256" : NULL);
        send(0, 0, M2MF);
        for (unsigned slot = 0; slot < ARRAY_SIZE(slots); slot++) {
            for (unsigned i = 0; i < ARRAY_SIZE(odd); i++)
                assert_int_equal(aligned ? 0x0b : 0, complaint_of(slots[slot], odd[i]));
            assert_int_equal(0, complaint_of(slots[slot], 0x100));
            assert_int_equal(0, complaint_of(slots[slot], 0xffffff00));
        }
        close_card(state);
    }
}
