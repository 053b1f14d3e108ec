/* How the modelled machine places a card's BARs: sizes by writing ones (PCI Local Bus 3.0 §6.2.5), addresses that are
 * multiples of the size, nothing for a BAR that has none. The card is six registers. */

#include "model/host/assign.h"
#include "tests/kit/tests.h"

#define NARROW UINT64_C(0xe0000000)
#define WIDE   UINT64_C(0x800000000)

static struct bare {
    struct model model;
    struct model_bar bars[6];
    uint32_t writable[6], fixed[6], value[6];
    uint32_t command;
} bare;

static bool has_bar(const struct model *model, unsigned index, struct model_bar *out)
{
    (void)model;
    *out = bare.bars[index];
    return out->size != 0;
}

static uint32_t config_read(const struct model *model, unsigned at, unsigned size)
{
    (void)model;
    assert_int_equal(size, 4);
    assert_in_range(at, 0x10, 0x24);
    return bare.value[(at - 0x10) / 4] | bare.fixed[(at - 0x10) / 4];
}

static void config_write(struct model *model, unsigned at, uint32_t value, unsigned size)
{
    (void)model;
    if (at == 4) {
        assert_int_equal(size, 2);
        bare.command = value;
        return;
    }
    assert_int_equal(size, 4);
    assert_in_range(at, 0x10, 0x24);
    bare.value[(at - 0x10) / 4] = value & bare.writable[(at - 0x10) / 4];
}

static const struct model_ops ops = { .bar = has_bar,
                                      .config_read = config_read,
                                      .config_write = config_write };

static void bar(unsigned i, uint64_t size, bool wide)
{
    bare.bars[i] = (struct model_bar){ .size = size, .wide = wide };
    bare.writable[i] = (uint32_t) ~(size - 1);
    bare.fixed[i] = wide ? 4 : 0;
    if (wide)
        bare.writable[i + 1] = (uint32_t)(~(size - 1) >> 32);
}

static void start(void)
{
    bare = (struct bare){ .model = { .ops = &ops } };
}

/* BAR0 of 16 MiB, BAR1 of 256 MiB and BAR3 of 32 MiB with 64 bits, BAR5 of ports. */
TEST(bars_lie_at_multiples_of_their_size)
{
    uint64_t low = NARROW + 1, wide = WIDE + 0x100000;

    start();
    bar(0, 0x1000000, false);
    bar(1, 0x10000000, true);
    bar(3, 0x2000000, true);
    bare.bars[5] = (struct model_bar){ .size = 0x80, .io = true };
    bare.writable[5] = 0xffffff80;
    bare.fixed[5] = 1;
    assign_bars(&bare.model, &low, &wide);
    assert_int_equal(bare.value[0], 0xe1000000);
    assert_int_equal(bare.value[1], 0x10000000);
    assert_int_equal(bare.value[2], 8);
    assert_int_equal(bare.value[3], 0x20000000);
    assert_int_equal(bare.value[4], 8);
    assert_int_equal(bare.value[5], 0x2000);
    assert_int_equal(low, 0xe2000000);
    assert_true(wide == WIDE + 0x22000000);
    assert_int_equal(bare.command, 2); /* memory, no mastering */
}

/* A BAR that reads zeros has no size: it stays at 0 and takes no room from those after it. The largest that is placed
 * has 1 TiB. */
TEST(bars_without_a_size_stay_at_0)
{
    static const struct {
        uint32_t high; /* bits that stick when ones are written to the upper half */
        uint64_t at, next;
    } rows[] = { { 0, 0, WIDE },
                 { 0xfffffe00, 0, WIDE }, /* 2 TiB */
                 { 0xffffff00, UINT64_C(1) << 40, UINT64_C(2) << 40 } };

    for (unsigned i = 0; i < 3; i++) {
        uint64_t low = NARROW, wide = WIDE;

        start();
        bar(1, 0x100000, true);
        bare.writable[1] = 0;
        bare.writable[2] = rows[i].high;
        bare.fixed[1] = 0xc;
        bar(3, 0x2000000, true);
        assign_bars(&bare.model, &low, &wide);
        assert_int_equal(bare.value[1], 0);
        assert_int_equal(bare.value[2], rows[i].at >> 32);
        assert_int_equal(bare.value[3], (uint32_t)rows[i].next);
        assert_int_equal(bare.value[4], rows[i].next >> 32);
        assert_true(wide == rows[i].next + 0x2000000);
        assert_true(low == NARROW);
    }
}
