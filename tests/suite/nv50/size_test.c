/* Self tests on cards with more memory than the smallest ones that other tests run on: objects that have no room there,
 * and addresses that only a card of 4 GiB has, whose VRAM fills all 32 address bits (docs/hardware/tesla-vm.md
 * §1.7). */
#include "model/nv50/base/card.h"
#include "model/nv50/vram/vram.h"
#include "tests/suite/run_rig.h"

struct row {
    enum chipset_index chip;
    unsigned mib, partitions; /* a mask; 0: the default */
    const char *suite, *said;
};

static void expect_row(const struct row *row, bool by_shader, void (*prepare)(struct rig *rig))
{
    struct rig *const rig = rig_new();

    rig->card = (struct model_config){ .chip = &nv50_chips[row->chip].chip,
                                       .vram_size = (uint64_t)row->mib << 20,
                                       .part_mask = row->partitions };
    rig->prepare = prepare;
    rig->config.by_shader = by_shader;
    rig_run_suite(rig, row->suite);
    expect_said(rig->tap, row->said);
    rig_free(rig);
}

/* With the complement of half a size everywhere, which vram.size looks for where memory shows twice. */
static void fill(struct rig *rig)
{
    uint32_t *const words = vram_storage(nv50_of(host_bus_card(rig->host, 0))->vram);

    for (unsigned i = 0; i < (2 << 20) / 4; i++)
        words[i] = ~(1u << 20);
}

TEST(sizes_of_memory)
{
    static const struct row rows[] = {
        /* clang-format off */
        /* No address lies beyond 4 GiB, so nothing is asked for there. */
        { CHIP_G92, 4096, 0, "vm.pte.vram_limit", "limit # SKIP VRAM fills all 32 address bits\n" },
        { CHIP_G92, 4096, 0, "vm.order.late", "\nok 1 - vm.order.late (unverified E03)\n" },
        { CHIP_G92, 4096, 0, "vram.size", ": 0x100000000 bytes by MEM_AMOUNT, by geometry and by aliasing\n" },
        /* The largest block, 128 pages of 64 KiB, takes half of 16 MiB; it is timed a MiB at a time. */
        { CHIP_G84, 16, 0, "rate.bar1", "\nok 1 - rate.bar1: order 7, fastest MiB: writes " },
        { CHIP_G84, 8, 0, "rate.bar1", "\nok 1 - rate.bar1: order 6, fastest MiB: writes " },
        /* With one partition the long cycle and the short one are the same, and the test says so; two can tell. */
        { CHIP_G80, 0, 0x3, "vm.dmaobj.cycle", "\nok 1 - vm.dmaobj.cycle (unverified E29)\n" },
        { CHIP_G80, 0, 0x1, "vm.dmaobj.cycle", "cannot tell long from short with 1 partitions (unverified" },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        expect_row(&rows[i], false, NULL);
    expect_row(&(struct row){ CHIP_G84, 2, 0, "vram.size", "ok 1 - vram.size: 0x200000 bytes by" },
               false, fill);
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
    expect_row(
        &(struct row){ CHIP_G84, 8, 0, "rate.bar1",
                       "\nok 1 - rate.bar1: order 6, fastest MiB: writes 616 MB/s, reads 327 "
                       "MB/s, copies in system memory 10485 MB/s" },
        false, tell_ticks);
}

/* "Programs of the shader cores store and compare the words of vram.quick and of vram.thorough" (docs/memory-test.md):
 * each kind of words, of partitions of 64 lines and of two subpartitions. */
TEST(each_march_runs_as_a_program)
{
    static const char *const suites[] = { "vram.quick", "vram.thorough.address",
                                          "vram.thorough.checkerboard", "vram.thorough.march_ss",
                                          "vram.thorough.random" };

    for (unsigned i = 0; i < ARRAY_SIZE(suites); i++)
        expect_row(&(struct row){ i % 2 ? CHIP_G84 : CHIP_GT215, 2, 0, suites[i],
                                  "; reads by shader programs, stores likewise, 0." },
                   true, NULL);
}
