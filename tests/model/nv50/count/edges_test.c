/* PCOUNTER of the device model at its edges: writes that end a count and writes that do not. Expected values are
 * typed from docs/hardware/tesla-engines.md §5. */
#include "tests/kit/tests.h"
#include "tests/model/nv50/count/pcounter_rig.h"

/* Each of the eight domains counts by itself, and each keeps BARs from being shown past the card. */
TEST(domains_count_by_themselves, NULL, close_card)
{
    open_card("g86", 0, NULL);
    for (unsigned d = 0; d < 8; d++) {
        bar1_wr(0);
        assert_int_equal(aliases, 1);
        single(d, 0, 0xffff);
        assert_int_equal(aliases, 0);
        bar1_wr(0);
        assert_int_equal(aliases, 0);
        wr(CTRL(d), 0);
    }
    for (unsigned d = 8; d-- > 0;) {
        single(d, 0, 0xffff);
        now += 1000;
    }
    for (unsigned d = 0; d < 8; d++) {
        assert_int_equal(rd(CTRL(d)), 0x30000000);
        assert_int_equal(rd(EVENT(d)), 500 * (d + 1));
    }
}

/* Bit 0 of QUAD_ACK alone reads a period away; CTRL 25:24: 0 empty, 1 valid, 3 overflow. */
TEST(periods_are_acknowledged, NULL, close_card)
{
    static const uint32_t left[] = { 3, 1, 0, 0 };

    open_card("g86", 0, NULL);
    wr(CTRL(7), 1);
    for (unsigned i = 0; i < 3; i++)
        wr(PRE_OP(7), 0);
    for (unsigned i = 0; i < ARRAY_SIZE(left); i++) {
        assert_int_equal(rd(CTRL(7)) >> 24, left[i]);
        wr(0xa7fc, 0xfffffffe);
        assert_int_equal(rd(CTRL(7)) >> 24, left[i]);
        wr(0xa7fc, 0xffffffff);
    }
}
