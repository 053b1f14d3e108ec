/* Copy jobs of the GV100 model: pitches, when a job ends or never does. Typed from docs/hardware/gv100.md §7. */
#include "tests/model/gv100/host/rounds_rig.h"

#define METHOD(method, data) (0x20018000u | (method) / 4), data
#define TARGET               (DATA + 0x1000000)
#define PITCH                0x182u /* both ends, non-pipelined */
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
    /* clang-format off */
    static const struct { int32_t in, out; uint32_t length, code; } rows[] = {
        { 16, 16, 16, 0 }, { 15, 16, 16, 4 }, { 0, 16, 16, 4 }, { -16, 16, 16, 0 }, { -15, 16, 16, 5 }, { -1, 16, 16, 5 },
        { 16, 15, 16, 6 }, { 16, 0, 16, 6 }, { 16, -16, 16, 0 }, { 16, -15, 16, 7 }, { 16, -1, 16, 7 }, { 0, 0, 0, 0 },
        { 24, 16, 4, 0x100 }, { 23, 16, 4, 0x104 }, { -23, 16, 4, 0x105 }, { 24, 15, 4, 0x106 }, { 24, -15, 4, 0x107 },
    };
    /* clang-format on */

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
    }
}

/* ---- remap ----------------------------------------------------------------------------------- */

/* A long fill, and a long job of elements, take more turns than one. */
TEST(elements_take_time, NULL, close_world)
{
    for (uint32_t fills = 0; fills < 2; fills++) {
        open_one(NULL, NULL);
        put_all(TARGET + 0x7ffffc, 0, DATA + 0x7ffffc, 0x600d);
        SEND(1, METHOD(0x700, 0x600d), METHOD(0x708, fills ? 0x30004 : 0x30000), 0x20088100, 0,
             (uint32_t)DATA, 0, (uint32_t)TARGET, 0, 0, 0x200000, 1, METHOD(0x300, PITCH | REMAP));
        assert_int_equal(0, get(TARGET + 0x7ffffc));
        wait_ns(500 * MS);
        assert_int_equal(0x600d, get(TARGET + 0x7ffffc));
    }
}

/* ---- ends ------------------------------------------------------------------------------------ */

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
            put_all(DATA, 0x1234, TARGET, 0);
            RUN(1, 0x20088100, 0, (uint32_t)DATA, 0, (uint32_t)TARGET, 0, 0, 4, 1,
                METHOD(0x300, PITCH));
            wait_ns(MS);
            if ((get(TARGET) == 0x1234) != (lce <= 2 || lce < 5 - (without < 5 ? without : 5)))
                fail_msg("LCE%u, %u without", lce, without);
        }
}
