/* How engines/gv100 takes a host down, whatever hangs. Addresses and values are typed from docs/hardware/gv100.md. */
#include "engines/gv100/bar.h"
#include "engines/gv100/flush.h"
#include "tests/engines/gv100/drive_rig.h"

/* ---- registers that are waited for */

TEST(busy_bars_are_said, open_bench)
{
    keep(REF_PBUS_BIND_STATUS, 0x1);
    assert_pairs(ERR_TIMEOUT, bar_unbind(&bench.card, BAR1), ERR_TIMEOUT,
                 bar_rebind(&bench.card, BAR1), OK, bar_unbind(&bench.card, BAR2));
    bench.card.change_count = CARD_CHANGES_MAX;
    memset(bench.card.changes, 0, sizeof(bench.card.changes));
    assert_pairs(ERR_NO_MEMORY, bar_unbind(&bench.card, BAR2), ERR_NO_MEMORY,
                 bar_bind(&bench.card, BAR2, (linear_addr){ 0x1000, TARGET_VRAM }));
}

TEST(no_room_for_an_invalidate_is_said, open_bench)
{
    const struct tlb_scope all = { .all_pdbs = true };

    keep(REF_PFB_PRI_MMU_CTRL, 0x00008000);
    assert_int_equal(ERR_TIMEOUT, tlb_invalidate(&bench.card, &all));
    assert_string_equal("register 0x100c80 mask 0x00ff0000: wanted any bit, seen 0\n", bench.log);
}

/* ---- tear-down, §3.5 */

static const struct topology engines = {
    .count = 2,
    .engines = { { .engine = 0, .runlist = 12, .reset = 7 },
                 { .engine = 3, .runlist = 0, .reset = 9 } },
};

/* §1.3: PMC_ENABLE is read back after a write before anything else is done. */
static bool enable_written;

static uint64_t read_back(struct bus *bus, bus_addr at, uint8_t size)
{
    if (enable_written)
        assert_int_equal(0x200, at.v - BENCH_BAR0);
    enable_written = false;
    return bench_read(bench_of(bus), at, size);
}

static void write_enable(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    assert_false(enable_written);
    enable_written = at.v - BENCH_BAR0 == 0x200;
    bench_write(bench_of(bus), at, size, value);
}

/* PBDMA 0 serves runlist 12, PBDMAs 1 and 2 runlist 0, PBDMA 3 none of them. */
static void start_close(void)
{
    enable_written = false;
    bench.does.read = read_back;
    bench.does.write = write_enable;
    host = (struct host){ .card = &bench.card,
                          .topology = &engines,
                          .runlists = 0x1001,
                          .channel_count = 1,
                          .channels = { 1 } };
    set_all(REF_PFIFO_CFG0, 4, REF_PFIFO_PBDMA_MAP(0), 0x1000, REF_PFIFO_PBDMA_MAP(1), 0x1,
            REF_PFIFO_PBDMA_MAP(2), 0x1, REF_PFIFO_PBDMA_MAP(3), 0x2);
    keep(REF_PFIFO_RUNLIST_PREEMPT, 0);
    set(REF_PMC_ENABLE, 0xffffffff);
}

#define CLOSE_FROM "2630=1 2630=1001 80000c=800 2638=1 "
#define CLOSE_TO   "80000c=c00000 800008=0 2270=0 2274=0 2630=1000 2270=0 2274=c00000 2630=0 "

TEST(a_host_is_closed_whatever_hangs, open_bench)
{
    /* clang-format off */
    static const struct { uint32_t at, value; enum err e; const char *writes; } rows[] = {
        { REF_PFIFO_RUNLIST_PREEMPT, 0, OK, CLOSE_FROM "2638=1000 " CLOSE_TO },
        { REF_PFIFO_RUNLIST_PREEMPT, 0x1, ERR_TIMEOUT, CLOSE_FROM "2638=1000 " CLOSE_TO },
        { REF_PFIFO_RUNLIST_PREEMPT, 0x1000, ERR_TIMEOUT, CLOSE_FROM "2638=1000 " CLOSE_TO },
        { REF_PFIFO_PBDMA_STATUS(0), 0x2000, ERR_TIMEOUT, CLOSE_FROM "2638=1000 " CLOSE_TO },
        { REF_PFIFO_PBDMA_STATUS(1), 0xa000, ERR_TIMEOUT, CLOSE_FROM "2638=1000 " CLOSE_TO },
        { REF_PFIFO_PBDMA_STATUS(2), 0xe000, ERR_TIMEOUT, CLOSE_FROM "2638=1000 " CLOSE_TO },
        { REF_PFIFO_PBDMA_STATUS(3), 0xe000, OK, CLOSE_FROM "2638=1000 " CLOSE_TO }, /* of neither runlist */
        { REF_PFIFO_ENGINE_STATUS(0), 0x2000, ERR_TIMEOUT, CLOSE_FROM "2638=1000 200=ffffff7f 200=ffffffff " CLOSE_TO },
        { REF_PFIFO_ENGINE_STATUS(3), 0x2000, ERR_TIMEOUT, CLOSE_FROM "200=fffffdff 200=ffffffff 2638=1000 " CLOSE_TO },
        { REF_PFIFO_ENGINE_STATUS(1), 0x2000, OK, CLOSE_FROM "2638=1000 " CLOSE_TO }, /* of no engine here */
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_bench(state);
        start_close();
        keep(rows[i].at, rows[i].value);
        bench.now_us = 0;
        assert_int_equal(rows[i].e, host_close(&host));
        expect_writes(rows[i].writes);
        if (rows[i].e == OK)
            assert_in_range(bench.now_us, 0, 2000);
        else
            assert_in_range(bench.now_us, 200000, 202000);
        assert_null(host.card);
        assert_pairs(0, host.runlists, 0, host.channel_count);
    }
}

/* An interrupt of either register blocks the save of a channel: the method is replaced by a NOP, at the PBDMAs of that runlist
 * alone, before and after the preempt and once more. */
TEST(interrupts_do_not_block_a_save, open_bench)
{
#define DROP0 "400c0=80600008 40148=1 40108=0 "
#define DROP2 "440c0=80600008 44148=0 44108=2000 "
    start_close();
    set_all(REF_PPBDMA_INTR_1(0), 1, REF_PPBDMA_INTR_0(2), 0x2000, REF_PPBDMA_INTR_0(3), 0x2000);
    assert_int_equal(OK, host_close(&host));
    expect_writes("2630=1 2630=1001 80000c=800 " DROP2 "2638=1 " DROP2 DROP2 DROP0
                  "2638=1000 " DROP0 DROP0 CLOSE_TO);
}

TEST(a_reset_reads_back, open_bench)
{
    start_close();
    assert_pairs(OK, host_reset(&bench.card, 0x80), false, enable_written);
}
