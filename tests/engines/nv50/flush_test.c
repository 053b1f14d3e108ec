/* How long engines/ waits for flushes, and its writes before one: on a G84 of the model, whose accesses take time. */
#include "engines/nv50/flush.h"
#include "engines/window.h"
#include "hw/nv50/pgraph.h"
#include "hw/nv50/pmc.h"
#include "tests/engines/nv50/start_rig.h"

#define SECOND_US 1000000u

static struct rig {
    struct start_rig on;
    /* b: barrier, f: host flush, s: PGRAPH's fetch stops, t: its TLB flush, r: fetch runs again */
    char order[64];
    unsigned count;
    uint64_t flushed; /* the last word written to start a TLB flush */
} rig;

static void note(char what)
{
    assert_true(rig.count < sizeof(rig.order) - 1);
    rig.order[rig.count++] = what;
}

static void see_barrier(struct bus *bus)
{
    note('b');
    rig.on.tap.real->barrier(bus);
}

static void see_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    const uint64_t offset = at.v - rig.on.card.pci.bars[NV_BAR_MMIO].at.v;

    if (offset == 0x070000) /* tesla-vm.md §8.6, G84 and later */
        note('f');
    if (offset == 0x400500)
        note(value & 1 ? 'r' : 's');
    if (offset == REF_PFB_MMU_TLB_FLUSH) {
        note('t');
        rig.flushed = value;
    }
    rig.on.tap.real->write(bus, at, size, value);
}

static void open_rig(const char *defects, const char *knobs)
{
    const struct model_config config = { .chip = &chipset_named("g84")->chip,
                                         .vram_size = 2 << 20,
                                         .defects = defects,
                                         .knobs = knobs };

    rig = (struct rig){ 0 };
    start_rig_open(&rig.on, &config);
    rig.on.tap.ops.barrier = see_barrier;
    rig.on.tap.ops.write = see_write;
}

FIXTURE(close_rig)
{
    start_rig_close(&rig.on);
}

static uint64_t now_us(void)
{
    return rig.on.card.bus->ops->time_us(rig.on.card.bus);
}

/* tesla-vm.md §8.1: engine << 16 | 1. */
TEST(a_tlb_flush_names_its_engine, NULL, close_rig)
{
    open_rig(NULL, NULL);
    for (uint32_t engine = 0; engine < 0xf; engine++) {
        assert_int_equal(OK, vm_flush_tlb(&rig.on.card, (enum vm_engine)engine));
        assert_int_equal(rig.flushed, engine << 16 | 1);
        rig.count = 0;
    }
}

/* tesla-vm.md §8.1: the driver waits until bit 0 reads 0; 2000 ms, then a time-out is reported. */
TEST(tlb_flushes_have_two_seconds, NULL, close_rig)
{
    open_rig("tlb-flush-never-ends", NULL);
    const uint64_t start = now_us();

    assert_int_equal(ERR_TIMEOUT, vm_flush_tlb(&rig.on.card, VM_ENGINE_BAR));
    assert_in_range(now_us() - start, 2 * SECOND_US, 2 * SECOND_US + 10);
}

/* ... and goes on: engines stopped for the flush run again. */
TEST(after_a_flush_that_never_ends_fetch_goes_on, NULL, close_rig)
{
    open_rig("tlb-flush-never-ends", NULL);
    card_write32(&rig.on.card, PMC_ENABLE, UINT32_MAX);
    card_write32(&rig.on.card, PGRAPH_FIFO_CONTROL, PGRAPH_FIFO_CONTROL_RUN);
    assert_int_equal(ERR_TIMEOUT, vm_flush_tlb(&rig.on.card, VM_ENGINE_PGRAPH));
    assert_int_equal(PGRAPH_FIFO_CONTROL_RUN, card_read32(&rig.on.card, PGRAPH_FIFO_CONTROL));
}

/* tesla-vm.md §8.5: fetch stops, then the TLB is flushed, then fetch runs as before. */
TEST(fetch_stands_still_during_a_flush, NULL, close_rig)
{
    open_rig(NULL, "g86_lockup=on");
    card_write32(&rig.on.card, PMC_ENABLE, UINT32_MAX);
    card_write32(&rig.on.card, PGRAPH_FIFO_CONTROL, PGRAPH_FIFO_CONTROL_RUN);
    rig.count = 0;
    assert_int_equal(OK, vm_flush_tlb(&rig.on.card, VM_ENGINE_PGRAPH));
    assert_string_equal("str", rig.order);
    assert_int_equal(PGRAPH_FIFO_CONTROL_RUN, card_read32(&rig.on.card, PGRAPH_FIFO_CONTROL));
}
