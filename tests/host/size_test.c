/* Self tests on cards with more memory than the smallest ones that other tests run on: what has no room there, and what
 * only a card of 4 GiB has, whose VRAM fills all 32 address bits (docs/hardware/tesla-vm.md §1.7). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/host/run_rig.h"

static void expect_on(unsigned chip, uint64_t vram, const char *suite, const char *const *said)
{
    struct rig *const rig = rig_new();

    rig->card = (struct model_config){ .chip = &nv50_chips[chip].chip, .vram_size = vram };
    rig_suite(rig, suite);
    rig_run(rig);
    for (; *said; said++)
        expect_said(rig->tap, *said);
    rig_free(rig);
}

/* No address is behind such memory, so nothing is asked for there. */
static void four_gigabytes_have_no_end(void **state)
{
    static const char *const said[] = {
        "\nok 1 - vm.pte.vram_limit # SKIP VRAM fills all 32 address bits\n",
        "\nok 2 - vm.order.late (unverified E03)\n",
        "\nok 3 - vram.size: 0x100000000 bytes by MEM_AMOUNT, by geometry and by aliasing\n",
        NULL,
    };

    (void)state;
    expect_on(CHIP_G92, UINT64_C(4) << 30, "vm.pte.vram_limit,vm.order.late,vram.size", said);
}

/* The largest block, 128 pages of 64 KiB, takes half of 16 MiB; it is timed a MiB at a time. */
static void a_block_takes_half_of_memory(void **state)
{
    static const char *const said[] = { "\nok 1 - rate.bar1: order 7, fastest MiB: writes ", NULL };
    static const char *const less[] = { "\nok 1 - rate.bar1: order 6, fastest MiB: writes ", NULL };

    (void)state;
    expect_on(CHIP_G84, 16 << 20, "rate.bar1", said);
    expect_on(CHIP_G84, 8 << 20, "rate.bar1", less);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_gigabytes_have_no_end),
        cmocka_unit_test(a_block_takes_half_of_memory),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
