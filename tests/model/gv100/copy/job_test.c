/* Copy jobs of the GV100 model: when a job ends or never does. Typed from docs/hardware/gv100.md §7. */
#include "tests/model/gv100/host/rounds_rig.h"

#define TARGET (DATA + 0x1000000)
#define PITCH  0x182u /* both ends, non-pipelined */
#define REMAP  0x400u

static void open_one(const char *defects, const char *knobs)
{
    open_channels(&(struct model_config){ .defects = defects, .knobs = knobs, .trace = true }, 1);
    submit(1, (const unsigned[]){ 1 }, 1);
    forget_trace();
}

/* ---- remap ----------------------------------------------------------------------------------- */

/* A long fill, and a long job of elements, take more turns than one. */
TEST(elements_take_time, NULL, close_world)
{
    for (uint32_t fills = 0; fills < 2; fills++) {
        open_one(NULL, NULL);
        put_all(TARGET + 0x7ffff8, 0, DATA + 0x7ffff8, 0x600d, TARGET + 0x7ffffc, 0x5ca1ab1e);
        SEND(1, METHOD(4, 0x700, 0x600d), METHOD(4, 0x708, fills ? 0x30004 : 0x30000), 0x20088100,
             0, (uint32_t)DATA, 0, (uint32_t)TARGET, 0, 0, 0x1fffff, 1,
             METHOD(4, 0x300, PITCH | REMAP));
        assert_int_equal(0, get(TARGET + 0x7ffff8));
        wait_ns(500 * MS);
        assert_pairs(0x600d, get(TARGET + 0x7ffff8), 0x5ca1ab1e, get(TARGET + 0x7ffffc));
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
                METHOD(4, 0x300, PITCH));
            wait_ns(MS);
            if ((get(TARGET) == 0x1234) != (lce <= 2 || lce < 5 - (without < 5 ? without : 5)))
                fail_msg("LCE%u, %u without", lce, without);
        }
}
