/* Self tests on cards with more memory than the smallest ones that other tests run on: objects that have no room there,
 * and addresses that only a card of 4 GiB has, whose VRAM fills all 32 address bits (docs/hardware/tesla-vm.md
 * §1.7). */
#include "tests/kit/bus_tap.h"
#include "tests/kit/tests.h"
#include "tests/suite/run_rig.h"

static void expect_on(unsigned chip, uint64_t vram, bool by_shader, const char *suite,
                      const char *const *said)
{
    struct rig *const rig = rig_new();

    rig->card = (struct model_config){ .chip = &nv50_chips[chip].chip, .vram_size = vram };
    rig->config.by_shader = by_shader;
    rig_run_suite(rig, suite);
    for (; *said; said++)
        expect_said(rig->tap, *said);
    rig_free(rig);
}

/* No address lies beyond such memory, so nothing is asked for there. */
TEST(four_gigabytes_have_no_end)
{
    /* clang-format off */
    static const char *const said[] = { "\nok 1 - vm.pte.vram_limit # SKIP VRAM fills all 32 address bits\n",
        "\nok 2 - vm.order.late (unverified E03)\n", "\nok 3 - vram.size: 0x100000000 bytes by MEM_AMOUNT, by geometry and by aliasing\n", NULL };
    /* clang-format on */

    expect_on(CHIP_G92, UINT64_C(4) << 30, false, "vm.pte.vram_limit,vm.order.late,vram.size",
              said);
}

/* The largest block, 128 pages of 64 KiB, takes half of 16 MiB; it is timed a MiB at a time. */
TEST(a_block_takes_half_of_memory)
{
    static const char *const said[] = { "\nok 1 - rate.bar1: order 7, fastest MiB: writes ", NULL };
    static const char *const less[] = { "\nok 1 - rate.bar1: order 6, fastest MiB: writes ", NULL };

    expect_on(CHIP_G84, 16 << 20, false, "rate.bar1", said);
    expect_on(CHIP_G84, 8 << 20, false, "rate.bar1", less);
}

static struct bus_tap tap;
static uint64_t now_us, ticks;

/* Between two looks at the clock 100 microseconds go by, now and then more. */
static uint64_t tick(struct bus *bus)
{
    now_us += ++ticks % 33 ? 100 : 1100;
    return now_us;
}

static void tell_ticks(struct rig *rig)
{
    struct bus *const bus = host_bus(rig->host);

    now_us = bus->ops->time_us(bus);
    bus_tap(&tap, bus);
    tap.ops.time_us = tick;
}

/* A MiB is 16 blocks, and each access to one looks at the clock as well. All are written between two looks of the test,
 * which are 17 intervals; each is read between two of its own, 32 in all; a copy is one. The fastest counts. */
TEST(rates_are_of_the_fastest_mebibyte)
{
    struct rig *const rig = rig_new();

    rig->card = (struct model_config){ .chip = &nv50_chips[CHIP_G84].chip, .vram_size = 8 << 20 };
    rig->prepare = tell_ticks;
    rig_run_suite(rig, "rate.bar1");
    expect_said(rig->tap, "\nok 1 - rate.bar1: order 6, fastest MiB: writes 616 MB/s, reads 327 "
                          "MB/s, copies in system memory 10485 MB/s");
}

/* With one partition the long cycle and the short one are the same, and the test says so; with two it can tell. */
TEST(one_partition_has_one_cycle)
{
    static const char *const said[] = {
        "\nok 1 - vm.dmaobj.cycle (unverified E29)\n",
        "\nok 1 - vm.dmaobj.cycle: cannot tell long from short with 1 partitions (unverified "
        "E29)\n",
    };

    for (unsigned i = 0; i < ARRAY_SIZE(said); i++) {
        struct rig *const rig = rig_new();

        rig->card =
            (struct model_config){ .chip = &nv50_chips[CHIP_G80].chip, .part_mask = i ? 0x1 : 0x3 };
        rig_run_suite(rig, "vm.dmaobj.cycle");
        expect_said(rig->tap, said[i]);
        rig_free(rig);
    }
}

/* "Programs of the shader cores store and compare the words of vram.quick and of vram.thorough" (docs/memory-test.md):
 * each kind of words, of partitions of 64 lines and of two subpartitions. */
TEST(each_march_runs_as_a_program)
{
    static const char *const said[] = { "; reads by shader programs, stores likewise, 0.", NULL };
    static const char *const suites[] = { "vram.quick", "vram.thorough.address",
                                          "vram.thorough.checkerboard", "vram.thorough.march_ss",
                                          "vram.thorough.random" };

    for (unsigned i = 0; i < ARRAY_SIZE(suites); i++)
        expect_on(i % 2 ? CHIP_G84 : CHIP_GT215, 2 << 20, true, suites[i], said);
}
