/* What PGRAPH and PFIFO of silicon may do otherwise, each as a knob of the model (silicon-sequences.md §15). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/host/pgraph_rig.h"

static void bring_up_with(const char *knobs)
{
    bring_up_knobs("g84", NULL, knobs);
}

static bool copies_a_word(void)
{
    vram_wr(0x200000, 0x44332211);
    vram_wr(0x300000, 0);
    bind_m2mf(VRAM, VRAM, VRAM);
    copy(0x200000, 0x300000, 4, 4, 4, 1);
    return vram_rd(0x300000) == 0x44332211;
}

/* S03: bring_up does what drivers do; register tests write two registers more (§6.1). */
static void m2mf_wants_the_whole_setup(void **state)
{
    (void)state;
    bring_up_with("m2mf_port=with_setup");
    assert_false(copies_a_word());
    wr(0x405020, 1);
    assert_false(copies_a_word());
    wr(0x400080, 0x401889f2);
    assert_true(copies_a_word());
    wr(0x200, 0xfffffffd);
    assert_false(copies_a_word());
}

static void m2mf_is_silent(void **state)
{
    (void)state;
    bring_up_with("m2mf_port=silent");
    wr(0x405020, 1);
    wr(0x400080, 0x401889f2);
    assert_false(copies_a_word());
    assert_int_equal(rd(0x400100), 0);
}

static void methods_stay_in_the_port(void **state)
{
    (void)state;
    bring_up_with("m2mf_port=stuck");
    send(0, 0, M2MF);
    assert_int_equal(rd(0x400808) >> 31, 1);
}

/* S08: class 0x3d reads and writes, 0 is a class of no object that m2mf takes. */
static void class_is_checked_if_asked(void **state)
{
    (void)state;
    bring_up_with("class_check=debug_0");
    vram_wr(CHANNEL + 16 * VRAM, 0x00190000);
    send(0, 0, M2MF);
    send(0, 0x184, VRAM);
    assert_int_equal(rd(0x400100), 0);
    wr(0x400080, 0x10);
    send(0, 0x184, VRAM);
    assert_int_equal(rd(0x400100), 1u << 20);
}

static void class_is_always_checked_by_default(void **state)
{
    (void)state;
    bring_up_with(NULL);
    vram_wr(CHANNEL + 16 * VRAM, 0x00190000);
    send(0, 0, M2MF);
    send(0, 0x184, VRAM);
    assert_int_equal(rd(0x400100), 1u << 20);
}

/* S14: bit 24 comes with a copy that is in order, and goes when it is acknowledged. */
static void copies_raise_a_bit_more(void **state)
{
    (void)state;
    bring_up_with("fault_bits=more");
    assert_true(copies_a_word());
    assert_int_equal(rd(0x400100), 1u << 24);
    wr(0x400100, 1u << 24);
    assert_int_equal(rd(0x400100), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(m2mf_wants_the_whole_setup, close_card),
        cmocka_unit_test_teardown(m2mf_is_silent, close_card),
        cmocka_unit_test_teardown(methods_stay_in_the_port, close_card),
        cmocka_unit_test_teardown(class_is_checked_if_asked, close_card),
        cmocka_unit_test_teardown(class_is_always_checked_by_default, close_card),
        cmocka_unit_test_teardown(copies_raise_a_bit_more, close_card),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("knob_graph", tests, NULL, NULL);
}
