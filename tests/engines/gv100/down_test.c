/* How engines/gv100 takes a host down; records of faults and page tables as they lie in memory. Addresses and values are
 * typed from docs/hardware/gv100.md. */
#include "engines/gv100/bar.h"
#include "engines/gv100/flush.h"
#include "reference/gv100.h"
#include "tests/engines/gv100/drive_rig.h"

/* ---- records of faults, §6.2 */

TEST(a_record_is_taken_once, open_bench)
{
    static const uint32_t record[8] = { 0x23456200, 0x12, 0x89abc003, 0x1f234,
                                        1,          2,    0x1a5,      0x80100002 };
    struct fault_ring ring = { .card = &bench.card,
                               .at = { 0x1234581e0, TARGET_SYSRAM_SNOOP },
                               .entries = 4 };
    struct gmmu_fault fault;
    struct dma_memory page;

    assert_int_equal(OK, card_dma_alloc(&bench.card, 4096, &page));
    memset(page.cpu, 0x77, 4096);
    memcpy(world.memory + 0x1e0 + 3 * 32, record, 32);
    set(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(0), 3);
    keep(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0), 2);
    assert_true(fault_ring_take(&ring, &fault));
    assert_true(fault.valid && fault.address == UINT64_C(0x1f23489abc000));
    assert_int_equal(2, fault.type);
    expect_writes("100e2c=0 "); /* after the last entry comes the first */
    assert_int_equal(0x1a5, word_of(BASE + 0x1e0 + 3 * 32 + 24));
    assert_int_equal(0, word_of(BASE + 0x1e0 + 3 * 32 + 28));
    assert_int_equal(0x77777777, word_of(BASE + 0x1e0 + 4 * 32));
    /* neither past the end nor where PUT is, though there is memory */
    set(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(0), 4);
    assert_false(fault_ring_take(&ring, &fault));
    set(REF_PFB_PRI_MMU_FAULT_BUFFER_GET(0), 2);
    assert_false(fault_ring_take(&ring, &fault));
    expect_writes("");
}

TEST(a_ring_lies_at_its_address, open_bench)
{
    struct fault_ring ring;

    assert_int_equal(ERR_OUTSIDE, fault_ring_open(&ring, &bench.card, FAULT_REPLAYABLE,
                                                  (linear_addr){ 0x5000, TARGET_SYSRAM_SNOOP },
                                                  (virtual_addr){ 0 }, 16));
    expect_writes("");
    struct dma_memory page;
    assert_int_equal(OK, card_dma_alloc(&bench.card, 4096, &page));
    assert_int_equal(OK, fault_ring_open(&ring, &bench.card, FAULT_REPLAYABLE,
                                         (linear_addr){ BASE, TARGET_SYSRAM_SNOOP },
                                         (virtual_addr){ UINT64_C(0x1234587654000) }, 16));
    expect_writes("100e48=10 100e3c=12345 100e38=87654000 100e48=80000010 100e40=c0000000 ");
    card_deadline(&bench.card, 1);
    bench.now_us += 10;
    assert_int_equal(ERR_DEADLINE, fault_ring_open(&ring, &bench.card, FAULT_REPLAYABLE,
                                                   (linear_addr){ BASE, TARGET_SYSRAM_SNOOP },
                                                   (virtual_addr){ 0 }, 16));
}

/* ---- page tables, §5 */

static const struct gmmu_pte pte = { .valid = true, .page = 0x200000 };

/* A directory that leads to memory that is not ours, and a table that cannot be had, end a mapping. */
TEST(a_mapping_ends_where_it_cannot_go_on, open_bench)
{
    linear_addr entry;

    open_space();
    assert_int_equal(
        OK, space_entry(&space, (virtual_addr){ UINT64_C(0x1ffffffffffff) }, GMMU_PD3, &entry));
    assert_true(entry.v == ROOT + 3 * 8);
    assert_int_equal(ERR_RANGE, space_entry(&space, (virtual_addr){ UINT64_C(0x2000000000000) },
                                            GMMU_PD3, &entry));
    /* PD2; PD1 after a new PD2; the table and PD0 of an address whose PD2 is there */
    static const unsigned fails[] = { 1, 2, 3, 2 };
    for (unsigned i = 0; i < ARRAY_SIZE(fails); i++) {
        world.count = 0;
        world.fails_at = fails[i];
        assert_int_equal(ERR_NO_MEMORY,
                         space_page(&space, (virtual_addr){ (uint64_t)(i + 1) << 40 }, 12, &pte));
    }
    world.fails_at = 0;
    for (unsigned shift = 12; shift <= 16; shift += 4)
        for (uint64_t bit = 1; bit < UINT64_C(1) << shift; bit <<= 1) {
            assert_int_equal(ERR_ALIGN,
                             space_map(&space, (virtual_addr){ bit }, 1u << shift, shift, &pte));
            assert_int_equal(ERR_ALIGN, space_map(&space, (virtual_addr){ 0 }, (1u << shift) + bit,
                                                  shift, &pte));
        }
    assert_int_equal(OK, space_write(&space, space.root, (UINT64_C(0x7ff0000000) >> 4) | 4));
    world.count = 0;
    assert_int_equal(ERR_OUTSIDE, space_page(&space, (virtual_addr){ 0x1000 }, 12, &pte));
    assert_int_equal(ERR_OUTSIDE, space_map(&space, (virtual_addr){ 0x1000 }, 0x1000, 12, &pte));
    assert_int_equal(0, world.count);
}

/* §5.3: a table of 64 KiB pages lies at any multiple of 256 bytes, and its address has bits 11:8 too. */
TEST(tables_of_large_pages_lie_anywhere, open_bench)
{
    linear_addr entry;

    open_space();
    assert_int_equal(OK, space_entry(&space, (virtual_addr){ 0 }, GMMU_PD0, &entry));
    assert_int_equal(3, world.count);
    assert_int_equal(OK, space_write(&space, entry, (ROOT + 0xb00) >> 4 | 4));
    assert_int_equal(OK, space_page(&space, (virtual_addr){ 0x50000 }, 16, &pte));
    assert_int_equal(3, world.count);
    assert_true(long_of(ROOT + 0xb00 + 5 * 8) == (0x200000 >> 4 | 1));
}

TEST(a_pool_is_used_first, open_bench)
{
    struct space pooled;
    linear_addr entry;

    open_space();
    pooled = space;
    assert_int_equal(OK, space_pool(&pooled, 2));
    assert_int_equal(1, world.count);
    const uint64_t pool = BASE + (world.used - 2) * 4096;
    assert_true(pooled.pool.v == pool && pooled.pool_left == 0x2000);
    assert_int_equal(OK, space_entry(&pooled, (virtual_addr){ 0 }, GMMU_PT_SMALL, &entry));
    assert_int_equal(3, world.count); /* PD2 and PD1 of the pool, PD0 and the table of their own */
    assert_true(long_of(ROOT) == (pool >> 4 | 4));
    assert_true(long_of(pool) == ((pool + 0x1000) >> 4 | 4));
    assert_true(long_of(pool + 0x1000) == ((pool + 0x2000) >> 4 | 4));
    world.count = 0;
    world.fails_at = 1;
    assert_int_equal(ERR_NO_MEMORY, space_pool(&pooled, 1));
}

/* ---- registers that are waited for */

TEST(busy_bars_are_said, open_bench)
{
    keep(REF_PBUS_BIND_STATUS, 0x1);
    assert_int_equal(ERR_TIMEOUT, bar_unbind(&bench.card, BAR1));
    assert_int_equal(ERR_TIMEOUT, bar_rebind(&bench.card, BAR1));
    assert_int_equal(OK, bar_unbind(&bench.card, BAR2));
    bench.card.change_count = CARD_CHANGES_MAX;
    memset(bench.card.changes, 0, sizeof(bench.card.changes));
    assert_int_equal(ERR_NO_MEMORY, bar_unbind(&bench.card, BAR2));
    assert_int_equal(ERR_NO_MEMORY,
                     bar_bind(&bench.card, BAR2, (linear_addr){ 0x1000, TARGET_VRAM }));
}

TEST(no_room_for_an_invalidate_is_said, open_bench)
{
    const struct tlb_scope all = { .all_pdbs = true };

    keep(REF_PFB_PRI_MMU_CTRL, 0x00008000);
    assert_int_equal(ERR_TIMEOUT, tlb_invalidate(&bench.card, &all));
    assert_string_equal("register 0x100c80 mask 0x00ff0000: wanted any bit, seen 0\n", bench.log);
}

/* Time that passes with the bind itself. */
static void write_slowly(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    bench_write(bench_of(bus), at, size, value);
    if (at.v - BENCH_BAR0 == 0x800918)
        bench.now_us += 1000000;
}

TEST(a_bind_that_takes_too_long_is_none, open_bench)
{
    make_plain();
    bench.does.write = write_slowly;
    card_deadline(&bench.card, 500000);
    assert_int_equal(ERR_DEADLINE, channel_rebind(&channel));
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
    set(REF_PFIFO_CFG0, 4);
    set(REF_PFIFO_PBDMA_MAP(0), 0x1000);
    set(REF_PFIFO_PBDMA_MAP(1), 0x1);
    set(REF_PFIFO_PBDMA_MAP(2), 0x1);
    set(REF_PFIFO_PBDMA_MAP(3), 0x2);
    keep(REF_PFIFO_RUNLIST_PREEMPT, 0);
    set(REF_PMC_ENABLE, 0xffffffff);
}

#define CLOSE_FROM "2630=1 2630=1001 80000c=800 2638=1 "
#define CLOSE_TO   "80000c=c00000 800008=0 2270=0 2274=0 2630=1000 2270=0 2274=c00000 2630=0 "

TEST(a_host_is_closed_whatever_hangs, open_bench)
{
    static const struct {
        uint32_t at, value;
        enum err e;
        const char *writes;
    } rows[] = {
        { REF_PFIFO_RUNLIST_PREEMPT, 0, OK, CLOSE_FROM "2638=1000 " CLOSE_TO },
        { REF_PFIFO_RUNLIST_PREEMPT, 0x1, ERR_TIMEOUT, CLOSE_FROM "2638=1000 " CLOSE_TO },
        { REF_PFIFO_RUNLIST_PREEMPT, 0x1000, ERR_TIMEOUT, CLOSE_FROM "2638=1000 " CLOSE_TO },
        { REF_PFIFO_PBDMA_STATUS(0), 0x2000, ERR_TIMEOUT, CLOSE_FROM "2638=1000 " CLOSE_TO },
        { REF_PFIFO_PBDMA_STATUS(1), 0xa000, ERR_TIMEOUT, CLOSE_FROM "2638=1000 " CLOSE_TO },
        { REF_PFIFO_PBDMA_STATUS(2), 0xe000, ERR_TIMEOUT, CLOSE_FROM "2638=1000 " CLOSE_TO },
        { REF_PFIFO_PBDMA_STATUS(3), 0xe000, OK,
          CLOSE_FROM "2638=1000 " CLOSE_TO }, /* of neither runlist */
        { REF_PFIFO_ENGINE_STATUS(0), 0x2000, ERR_TIMEOUT,
          CLOSE_FROM "2638=1000 200=ffffff7f 200=ffffffff " CLOSE_TO },
        { REF_PFIFO_ENGINE_STATUS(3), 0x2000, ERR_TIMEOUT,
          CLOSE_FROM "200=fffffdff 200=ffffffff 2638=1000 " CLOSE_TO },
        { REF_PFIFO_ENGINE_STATUS(1), 0x2000, OK,
          CLOSE_FROM "2638=1000 " CLOSE_TO }, /* of no engine here */
    };

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
        assert_int_equal(0, host.runlists);
        assert_int_equal(0, host.channel_count);
    }
}

/* An interrupt of either register blocks the save of a channel: the method is replaced by a NOP, at the PBDMAs of that runlist
 * alone, before and after the preempt and once more. */
TEST(interrupts_do_not_block_a_save, open_bench)
{
#define DROP0 "400c0=80600008 40148=1 40108=0 "
#define DROP2 "440c0=80600008 44148=0 44108=2000 "
    start_close();
    set(REF_PPBDMA_INTR_1(0), 1);
    set(REF_PPBDMA_INTR_0(2), 0x2000);
    set(REF_PPBDMA_INTR_0(3), 0x2000);
    assert_int_equal(OK, host_close(&host));
    expect_writes("2630=1 2630=1001 80000c=800 " DROP2 "2638=1 " DROP2 DROP2 DROP0
                  "2638=1000 " DROP0 DROP0 CLOSE_TO);
}

TEST(a_reset_reads_back, open_bench)
{
    start_close();
    assert_int_equal(OK, host_reset(&bench.card, 0x80));
    assert_false(enable_written);
}
