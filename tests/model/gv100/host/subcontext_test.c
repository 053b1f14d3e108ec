/* Subcontexts of the GV100 model's graphics, by the report that drivers write fences with: a client that carries its channel's
 * VEID, and binds that take place when graphics gets a context (docs/hardware/gv100.md §3.1, §4.3). Numbers are typed from
 * there. Space A is the rig's; B is the same with every two pages of 2 MiB exchanged. */
#include "tests/model/gv100/channel_rig.h"

#define PD3_B UINT64_C(0x50000)
#define PD2_B UINT64_C(0x51000)
#define PD1_B UINT64_C(0x52000)
#define PD0_B UINT64_C(0x53000)

#define IN_A UINT64_C(0x400000)
#define IN_B UINT64_C(0x600000) /* where B has the page of IN_A */

#define ENG_FAULTED    (1u << 23)
#define ENGINE_FAULTED (1u << 30)

/* Address high, low, payload, and a release of one word. */
#define REPORT(value) 0x200406c0, 0, (uint32_t)IN_A, value, 1u << 28

static void entry(unsigned channel, unsigned veid, uint64_t tables, uint32_t bits)
{
    put(BLOCK(channel) + 0x2a0 + 16 * veid, (uint32_t)tables | bits);
    put(BLOCK(channel) + 0x2a4 + 16 * veid, 0);
}

static void make_space_b(void)
{
    put64_all(PD3_B, PD2_B >> 4 | 2, PD2_B, PD1_B >> 4 | 2, PD1_B, PD0_B >> 4 | 2);
    for (unsigned i = 0; i < 16; i++)
        put64_all(PD0_B + 16 * i, (uint64_t)(i ^ 1) << 17 | 1, PD0_B + 16 * i + 8, 0);
}

/* Channels 1 and 2 in TSGs of their own on the graphics runlist: each with A as subcontext 0, B as 33, and a fault buffer of 16
 * entries. Their contexts lie in one place, or not. */
static void open_graphics(bool one_context)
{
    open_world(&(struct model_config){ .graphics = true });
    build_space();
    make_space_b();
    for (unsigned channel = 1; channel < 3; channel++) {
        make_channel(channel, 1 << 16);
        put_all(BLOCK(channel) + 0x210, 4 | (one_context ? 0x1000 : 0x1000 * channel),
                BLOCK(channel) + 0x298, 1, BLOCK(channel) + 0x29c, 2);
        entry(channel, 0, PD3, 0xc00);
        entry(channel, 33, PD3_B, 0xc00);
    }
    for (unsigned i = 0; i < 16 * 8; i++)
        put(FAULT + 4 * i, 0);
    wr_all(REF_PFB_PRI_MMU_FAULT_BUFFER_LO(0), (uint32_t)FAULT | 1,
           REF_PFB_PRI_MMU_FAULT_BUFFER_HI(0), 0, REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), 0x80000010);
}

static void start(unsigned veid_1, unsigned veid_2)
{
    put_all(BLOCK(1) + 0xfc, veid_1 << 8, BLOCK(2) + 0xfc, veid_2 << 8);
    submit(0, (const unsigned[]){ 1, 2 }, 2);
    put_all(IN_A, 0, IN_B, 0);
}

/* "In which of the two pages a report arrives": its letter, or - for neither. */
static char report(unsigned channel, uint32_t value)
{
    put(SEM, 0);
    RUN(channel, REPORT(value), RELEASE(SEM, value, 1));
    wait_ns(1000 * US);
    return (char)(get(IN_A) == value ? 'A' : get(IN_B) == value ? 'B' : '-');
}

/* "The SC array serves graphics", each VEID by its own entry; words 128 and 129 are for others. */
TEST(graphics_uses_the_tables_of_its_veid, NULL, close_world)
{
    open_graphics(false);
    put(BLOCK(1) + 0x200, 1);
    start(0, 33);
    assert_pairs('A', report(1, 0x11), 'B', report(2, 0x22), 0,
                 rd(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0)));
}

/* "Address high (7:0) and low"; a release of four words has the time after it, whose high word is PTIMER's. Bits 39:38
 * of the address choose PD2's entry 3, bits 37:29 PD1's entry 0x1f7. */
TEST(a_report_of_four_words_has_the_time, NULL, close_world)
{
    open_graphics(false);
    put64_all(PD2_B + 8 * 3, PD1_B >> 4 | 2, PD1_B + 8 * 0x1f7, PD0_B >> 4 | 2);
    start(33, 0);
    put(IN_B + 4, 0xffffffff);
    RUN(1, 0x200406c0, 0x1fe, 0xe0000000 + (uint32_t)IN_A, 0x77, 0);
    assert_pairs(0x77, get(IN_B), 0, get(IN_B + 4), rd(REF_USERMODE_TIME_1), get(IN_B + 12));
    assert_int_not_equal(0, get(IN_B + 8));
}

/* Faults of a subcontext: "an access by a VEID whose array entry is not filled in gives a page fault" (GV-040), target
 * INVALID unbinds (GV-045), an old format and pages of 128 KiB are UNBOUND_INST_BLOCK; and of the bits the last bind
 * that is no unbind counts for all (GV-051, 054, 057). Here VEID 33 is asked. */
TEST(subcontexts_are_bound_by_their_entries, NULL, close_world)
{
    /* clang-format off */
    static const struct { uint32_t valid[2]; uint32_t bits_0, bits_33, bits_40; bool good, replayable; } rows[] = {
        { { 0, 2 }, 0xc00, 0xc00, 0xc00, true, false }, { { 1, 0 }, 0xc00, 0xc00, 0xc00, false, false },
        { { 0xffffffff, 0xfffffffd }, 0xc00, 0xc00, 0xc00, false, false }, { { 0, 2 }, 0xc00, 0xc01, 0xc00, false, false },
        { { 0, 2 }, 0xc00, 0x800, 0xc00, false, false }, { { 0, 2 }, 0xc00, 0x400, 0xc00, false, false },
        { { 1, 2 }, 0x000, 0xc00, 0xc00, true, false }, /* an earlier bind does not count */
        { { 0, 0x102 }, 0xc00, 0x000, 0xc00, true, false }, /* a later one does */
        { { 0, 0x102 }, 0xc00, 0xc00, 0x800, false, false }, { { 0, 0x102 }, 0xc00, 0xc00, 0x400, false, false },
        { { 0, 0x102 }, 0xc00, 0xc00, 0x001, true, false }, /* an unbind does not */
        { { 1, 1 }, 0xc10, 0xc00, 0xc00, false, true }, { { 1, 1 }, 0xc20, 0xc00, 0xc00, false, true },
        { { 0, 0x100 }, 0xc30, 0xc30, 0xc00, false, false },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_graphics(false);
        put_all(BLOCK(1) + 0x298, rows[i].valid[0], BLOCK(1) + 0x29c, rows[i].valid[1]);
        for (unsigned veid = 0; veid < 64; veid++)
            entry(1, veid, PD3, rows[i].bits_0);
        entry(1, 33, PD3_B, rows[i].bits_33);
        for (unsigned veid = 40; veid < 64; veid++)
            entry(1, veid, PD3, rows[i].bits_40);
        start(33, 0);
        assert_int_equal(rows[i].good ? 'B' : '-', report(1, 0x1000 + i));
        assert_int_equal(!rows[i].good, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0)));
        if (!rows[i].good) {
            /* UNBOUND_INST_BLOCK 4, write 1, hub client FE 4; bit 30: some client may replay, 7: this one does not. */
            assert_pairs(0x80110404u | (rows[i].replayable ? 1u << 30 : 0), get(FAULT + 28), 0x40,
                         get(FAULT + 24), BLOCK(1), get(FAULT), (uint32_t)IN_A, get(FAULT + 8));
        }
    }
}

/* A fault of graphics stops its channel before the next method, and its engine says so (§6.3); cleared, the channel
 * goes on after the method. */
TEST(a_fault_of_graphics_stops_its_channel, NULL, close_world)
{
    open_graphics(false);
    start(5, 33);
    assert_pairs('-', report(1, 0x11), ENG_FAULTED, rd(REF_PCCSR_CHANNEL(1)) & ENG_FAULTED, 0,
                 rd(REF_PCCSR_CHANNEL(2)) & ENG_FAULTED, 0, get(SEM), ENGINE_FAULTED,
                 rd(REF_PFIFO_ENGINE_STATUS(0)) & ENGINE_FAULTED, 'B', report(2, 0x22));
    put(BLOCK(1) + 0xfc, 0);
    wr(REF_PCCSR_CHANNEL(1), ENG_FAULTED);
    assert_pairs('A', report(1, 0x33), 1, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0)));
}

/* "All channels of one context must have the same subcontext entries, since any of their instance blocks may be the one
 * loaded" (GV-041): the second channel of a context finds the first one's bindings. Another context binds its own, and
 * so does the same context when it comes back. */
TEST(a_context_is_bound_once, NULL, close_world)
{
    for (unsigned one = 0; one < 2; one++) {
        open_graphics(one);
        entry(2, 33, PD3, 0xc00);
        start(33, 33);
        assert_pairs('B', report(1, 0x11), one ? 'B' : 'A', report(2, 0x22));
        entry(1, 33, PD3, 0xc00);
        assert_int_equal(one ? 'B' : 'A', report(1, 0x33));
    }
}

/* A channel that is unbound takes its context's binds with it. */
TEST(an_unbound_channel_forgets_its_subcontexts, NULL, close_world)
{
    open_graphics(true);
    start(33, 33);
    assert_int_equal('B', report(1, 0x11));
    wr(REF_PCCSR_CHANNEL(1), 1 << 11);
    wait_ns(1000 * US);
    wr(REF_PFIFO_PREEMPT, 0x01000010); /* preempts the TSG 17 of channel 1 */
    wait_ns(1000 * US);
    wr(REF_PCCSR_CHANNEL_INST(1), 0);
    entry(2, 33, PD3, 0xc00);
    assert_int_equal('A', report(2, 0x22));
}

/* §6.1: an invalidate by the subcontext's own page directory base drops graphics' entries of it. */
TEST(invalidates_reach_graphics, NULL, close_world)
{
    open_graphics(false);
    start(33, 0);
    assert_int_equal('B', report(1, 0x11));
    put64(PD0_B + 16 * 2, UINT64_C(2) << 17 | 1);
    assert_int_equal('B', report(1, 0x22));
    invalidate(0); /* of A's */
    assert_int_equal('B', report(1, 0x33));
    wr_all(REF_PFB_PRI_MMU_INVALIDATE_PDB, (uint32_t)(PD3_B >> 8),
           REF_PFB_PRI_MMU_INVALIDATE_UPPER_PDB, 0, REF_PFB_PRI_MMU_INVALIDATE, 0x80000001);
    wait_ns(10000);
    assert_int_equal('A', report(1, 0x44));
}
