/* Jobs of the GV100 model's copy engines: launches that are not allowed, components that are left out, all bits of
 * addresses, when a job ends, and when it never does. Numbers are typed from docs/hardware/gv100.md §7. */
#include "reference/gv100.h"
#include "tests/model/gv100/host/rounds_rig.h"

#define METHOD(method, data) (0x20018000u | (method) / 4), data
#define TARGET               (DATA + 0x1000000)
#define PITCH                0x182u /* both ends, non-pipelined */
#define ONE_WORD             8u
#define FOUR_WORDS           16u
#define MANY_LINES           0x200u
#define REMAP                0x400u

/* LCE1, which serves runlist 1. */
#define LCE_INTR  0x104490
#define LCE_ERROR 0x104498

static void open_one(const char *defects, const char *knobs)
{
    open_channels(&(struct model_config){ .defects = defects, .knobs = knobs, .trace = true }, 1);
    submit(1, (const unsigned[]){ 1 }, 1);
    forget_trace();
}

static void copy_lines(int32_t in, int32_t out, uint32_t length, uint32_t launch)
{
    RUN(1, 0x20088100, 0, (uint32_t)DATA + 0x1000, 0, (uint32_t)TARGET + 0x1000, (uint32_t)in,
        (uint32_t)out, length, 2, METHOD(0x300, launch));
    wait_ns(MS);
}

/* ---- errors of a launch ---------------------------------------------------------------------- */

/* A line of one end is longer than its pitch, counted forwards or backwards; equal is not longer. With REMAP lengths are
 * elements, here of 2 bytes, of 3 components of the source and 2 of the target. */
TEST(lines_fit_their_pitches, NULL, close_world)
{
    static const struct {
        int32_t in, out;
        uint32_t length, code;
    } rows[] = {
        { 16, 16, 16, 0 },     { 15, 16, 16, 4 },    { 0, 16, 16, 4 },      { -16, 16, 16, 0 },
        { -15, 16, 16, 5 },    { -1, 16, 16, 5 },    { 16, 15, 16, 6 },     { 16, 0, 16, 6 },
        { 16, -16, 16, 0 },    { 16, -15, 16, 7 },   { 16, -1, 16, 7 },     { 0, 0, 0, 0 },
        { 24, 16, 4, 0x100 },  { 23, 16, 4, 0x104 }, { -23, 16, 4, 0x105 }, { 24, 15, 4, 0x106 },
        { 24, -15, 4, 0x107 },
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const bool remap = rows[i].code & 0x100;
        char line[32] = "launch error 0\n";

        open_one(NULL, NULL);
        RUN(1, METHOD(0x708, 0x01210021)); /* X = Y of the source, Y = Z of it */
        copy_lines(rows[i].in, rows[i].out, rows[i].length,
                   PITCH | MANY_LINES | (remap ? REMAP : 0));
        if (rd(LCE_ERROR) != (rows[i].code & 0xff))
            fail_msg("row %u: %x", i, rd(LCE_ERROR));
        assert_int_equal(rows[i].code & 0xff ? 4 : 0, rd(LCE_INTR) & 4);
        line[13] = (char)('0' + (rows[i].code & 0xf));
        assert_int_equal((rows[i].code & 0xff) != 0, is_traced(line));
        close_world(NULL);
    }
}

/* ---- remap ----------------------------------------------------------------------------------- */

/* Whichever component is NO_WRITE (6), its bytes stay, and the others come: here constants A and B, or the source. */
TEST(components_are_left_out, NULL, close_world)
{
    open_one(NULL, NULL);
    for (uint32_t count = 1; count <= 4; count++)
        for (uint32_t left_out = 0; left_out < count; left_out++)
            for (uint32_t read = 0; read < 2; read++) {
                uint32_t from = 0;

                for (uint32_t i = 0; i < count; i++)
                    from |= (i == left_out ? 6 : read ? i : 4 + i % 2) << 4 * i;
                for (uint32_t at = 0; at < 128; at += 4) {
                    put(TARGET + 0x1000 + at, 0xeeeeeeee);
                    put(DATA + 0x1000 + at, 0x5000 + at);
                }
                RUN(1, METHOD(0x700, 0xa0a0a0a0), METHOD(0x704, 0xb0b0b0b0),
                    METHOD(0x708, from | 0x30000 | (count - 1) << 20 | (count - 1) << 24));
                copy_lines(0, 0, 3, PITCH | REMAP);
                for (uint32_t i = 0; i < 4 * count; i++) {
                    const uint32_t part = i % count;
                    const uint32_t wanted = i >= 3 * count || part == left_out ? 0xeeeeeeee
                                            : read                             ? 0x5000 + 4 * i
                                            : part % 2                         ? 0xb0b0b0b0
                                                                               : 0xa0a0a0a0;

                    assert_int_equal(wanted, get(TARGET + 0x1000 + 4 * i));
                }
            }
}

/* A long fill, and a long job of elements, take more turns than one. */
TEST(elements_take_time, NULL, close_world)
{
    for (uint32_t fills = 0; fills < 2; fills++) {
        open_one(NULL, NULL);
        put(TARGET + 0x7ffffc, 0);
        put(DATA + 0x7ffffc, 0x600d);
        PUSH_WORDS(1, METHOD(0x700, 0x600d), METHOD(0x708, fills ? 0x30004 : 0x30000), 0x20088100,
                   0, (uint32_t)DATA, 0, (uint32_t)TARGET, 0, 0, 0x200000, 1,
                   METHOD(0x300, PITCH | REMAP));
        ring(1);
        assert_int_equal(0, get(TARGET + 0x7ffffc));
        wait_ns(500 * MS);
        assert_int_equal(0x600d, get(TARGET + 0x7ffffc));
        close_world(NULL);
    }
}

/* ---- addresses ------------------------------------------------------------------------------- */

/* The tables are entered by one bit of the address alone: bits 48:47 index PD3, 46:38 PD2, 37:29 PD1. */
static void map_by_bit(unsigned bit)
{
    put64(PD3, 0);
    put64(PD2, 0);
    put64(PD1, 0);
    put64(PD3 + 8 * (bit >= 47 ? 1u << (bit - 47) : 0), PD2 >> 4 | 2);
    put64(PD2 + 8 * (bit >= 38 && bit < 47 ? 1u << (bit - 38) : 0), PD1 >> 4 | 2);
    put64(PD1 + 8 * (bit < 38 ? 1u << (bit - 29) : 0), PD0 >> 4 | 2);
}

/* Source, target and semaphore have 49 bits. Ring and push buffer lie in host's own space: the engine's pages are
 * mapped anew while it waits. */
TEST(all_bits_of_addresses, NULL, close_world)
{
    for (unsigned bit = 32; bit < 49; bit++) {
        const uint32_t upper = 1u << (bit - 32);

        open_one(NULL, NULL);
        put(DATA, 0x1230000 + bit);
        put(TARGET, 0);
        put(FLAG(2), 0);
        PUSH_WORDS(1, 0x20038090, upper, (uint32_t)FLAG(2), bit, 0x20088100, upper, (uint32_t)DATA,
                   upper, (uint32_t)TARGET, 0, 0, 4, 1, METHOD(0x300, PITCH | ONE_WORD));
        ring(1);
        wait_ns(MS);
        assert_int_equal(1, rd(REF_PCCSR_CHANNEL(1)) >> 23 & 1); /* nothing is there yet */
        assert_int_equal(upper, rd(REF_PFB_PRI_MMU_FAULT_ADDR_HI));
        map_by_bit(bit);
        wr(REF_PFIFO_SCHED_DISABLE, 2);
        invalidate(0);
        wr(REF_PCCSR_CHANNEL(1), 1 << 23);
        wr(REF_PFIFO_SCHED_DISABLE, 0);
        wait_ns(MS);
        assert_int_equal(0x1230000 + bit, get(TARGET));
        assert_int_equal(bit, get(FLAG(2)));
        close_world(NULL);
    }
}

#define PD3_OF_BAR2 UINT64_C(0x16000)

/* §3.1: the buffer in which a faulted engine saves its methods has 49 bits, of BAR2's space. The other bits of word 137
 * are nobody's. */
TEST(all_bits_of_the_method_buffer, NULL, close_world)
{
    for (unsigned bit = 32; bit < 49; bit++) {
        open_one(NULL, NULL);
        build_block(BLOCK(0));
        put(BLOCK(0) + 0x200, (uint32_t)PD3_OF_BAR2 | 0xc00);
        wr(REF_PBUS_BAR2_BLOCK, 0x80000000 | (uint32_t)(BLOCK(0) >> 12));
        wait_ns(10 * US);
        for (unsigned i = 0; i < 4; i++)
            put64(PD3_OF_BAR2 + 8 * i, 0);
        put64(PD3_OF_BAR2 + 8 * (bit >= 47 ? 1u << (bit - 47) : 0), PD2 >> 4 | 2);
        put64(PD2 + 8 * (bit >= 38 && bit < 47 ? 1u << (bit - 38) : 0), PD1 >> 4 | 2);
        put64(PD1 + 8 * (bit < 38 ? 1u << (bit - 29) : 0), PD0 >> 4 | 2);
        put(BLOCK(1) + 0x220, (uint32_t)DATA);
        put(BLOCK(1) + 0x224, 0xfffe0000 | 1u << (bit - 32));
        put(DATA, 0);
        RUN(1, 0x20088100, 0, (uint32_t)SMALL, 0, (uint32_t)TARGET, 0, 0, 4, 1,
            METHOD(0x300, PITCH));
        wait_ns(MS);
        assert_int_equal(1, rd(REF_PCCSR_CHANNEL(1)) >> 23 & 1);
        assert_int_equal(0x100, get(DATA)); /* the first of its methods is NOP */
        close_world(NULL);
    }
}

/* ---- semaphores ------------------------------------------------------------------------------ */

/* Four words are payload, 0, and time, or the time first (K37); one word is the payload alone. */
TEST(words_of_a_semaphore, NULL, close_world)
{
    for (unsigned time_first = 0; time_first < 2; time_first++)
        for (unsigned four = 0; four < 2; four++) {
            open_one(NULL, time_first ? "four_words=time" : NULL);
            for (unsigned word = 0; word < 24; word += 4)
                put(SEM + word, 0x5ca1ab1e);
            RUN(1, 0x20038090, 0, (uint32_t)SEM, 7, METHOD(0x300, four ? FOUR_WORDS : ONE_WORD));
            wait_ns(MS);
            const unsigned payload = four && time_first ? 8 : 0;
            assert_int_equal(7, get(SEM + payload));
            assert_int_equal(four ? 0 : 0x5ca1ab1e, get(SEM + (payload ^ 4)));
            assert_int_equal(four ? 0x1f : 0x5ca1ab1e, get(SEM + (payload ^ 12)));
            assert_int_equal(four, get(SEM + (payload ^ 8)) != 0x5ca1ab1e);
            assert_int_equal(0x5ca1ab1e, get(SEM + 16));
            close_world(NULL);
        }
}

/* ---- ends ------------------------------------------------------------------------------------ */

/* §1.3: an engine that is reset in the midst of a copy does no more of it, and nobody waits for it: neither a release
 * after the copy nor a preempt. */
TEST(a_reset_ends_the_job, NULL, close_world)
{
    open_one(NULL, NULL);
    put(DATA + 0x7ffffc, 0x600d);
    put(TARGET + 0x7ffffc, 0);
    PUSH_WORDS(1, COPY(0x800000), RELEASE(FLAG(1), 1, 0x100001));
    ring(1);
    assert_int_equal(0, get(FLAG(1)));
    wr(REF_PMC_ENABLE, ~(1u << 7)); /* LCE1's bit by PTOP */
    wr(REF_PMC_ENABLE, ~0u);
    wait_ns(MS);
    assert_int_equal(1, get(FLAG(1)));
    wr(REF_PFIFO_PREEMPT, 1);
    assert_int_equal(0, rd(REF_PFIFO_PREEMPT) >> 20 & 1);
    wait_ns(100 * MS);
    assert_int_equal(0, get(TARGET + 0x7ffffc));
}

/* K38: the last n of the engines after LCE2 have no PCE. Of a card with 5, LCE3 and LCE4 are after it. */
TEST(engines_without_a_pce, NULL, close_world)
{
    for (unsigned without = 0; without < 7; without++)
        for (unsigned lce = 1; lce < 5; lce++) {
            char knob[32] = "lces_without_pce=0";

            knob[17] = (char)('0' + without);
            open_world(&(struct model_config){ .lces = 5, .runlists = 5, .knobs = knob });
            build_space();
            make_channel(1, 1 << 17 | (lce + 1));
            submit(lce, (const unsigned[]){ 1 }, 1);
            put(DATA, 0x1234);
            put(TARGET, 0);
            RUN(1, 0x20088100, 0, (uint32_t)DATA, 0, (uint32_t)TARGET, 0, 0, 4, 1,
                METHOD(0x300, PITCH));
            wait_ns(MS);
            if ((get(TARGET) == 0x1234) != (lce <= 2 || lce < 5 - (without < 5 ? without : 5)))
                fail_msg("LCE%u, %u without", lce, without);
            close_world(NULL);
        }
}
