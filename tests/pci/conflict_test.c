/* BARs are where nothing else is (pci/conflict.h), on handmade bridges: PCI-to-PCI Bridge Architecture 1.2 §3.2.5. */
#include "pci/conflict.h"
#include "tests/kit/bench.h"

#define GIB (UINT64_C(1) << 30)

static struct {
    struct bench bench;
    uint32_t memory, prefetch, base_high, limit_high, class;
    uint64_t ram_from, ram_to;
} fake;

static bool is_memory(struct bus *bus, bus_addr at, uint64_t size)
{
    return at.v < fake.ram_to && fake.ram_from < at.v + size;
}

/* No BAR0, a BAR1 of 16 MiB at 0xfd000000 and a BAR2 of 256 MiB at 32 GiB, in windows that just hold them. */
static struct pci_conflict conflict_of(uint64_t bar2, uint64_t bar2_size)
{
    const struct pci_path path = { .count = 1, .bridges = { { .at = { .device = 3 } } } };
    const struct pci_bar one = { .at = { 0xfd000000 }, .size = 16 << 20, .assigned = true };
    const struct pci_bar two = { .at = { bar2 }, .size = bar2_size, .assigned = true };
    const struct pci_card card = { .bars = { [1] = one, [2] = two } };

    bench_open(&fake.bench, NULL);
    fake.bench.ops.is_memory = is_memory;
    bench_put_config(&fake.bench, 0x08, fake.class << 8, 4);
    bench_put_config(&fake.bench, 0x20, fake.memory, 4);
    bench_put_config(&fake.bench, 0x24, fake.prefetch, 4);
    bench_put_config(&fake.bench, 0x28, fake.base_high, 4);
    bench_put_config(&fake.bench, 0x2c, fake.limit_high, 4);
    return pci_conflict(&fake.bench.bus, &card, &path);
}

static void expect(enum pci_conflict_kind kind, unsigned bar, uint64_t bar2)
{
    const struct pci_conflict seen = conflict_of(bar2, 256 << 20);

    assert_int_equal(kind, seen.kind);
    if (kind != PCI_CONFLICT_NONE)
        assert_int_equal(bar, seen.bar);
    if (kind == PCI_CONFLICT_BAR)
        assert_int_equal(1, seen.other);
    assert_int_equal(kind == PCI_CONFLICT_BRIDGE ? 3 : 0, seen.bridge.device);
}

FIXTURE(usual)
{
    memset(&fake, 0, sizeof(fake));
    fake.class = 0x060400;
    fake.memory = 0xfdf0fd00;
    fake.prefetch = 0x0ff10001; /* 64 bits */
    fake.base_high = fake.limit_high = 8;
    fake.ram_to = GIB;
}

TEST(bars_in_the_windows_are_fine, usual)
{
    expect(PCI_CONFLICT_NONE, 0, 32 * GIB);
    assert_int_equal(PCI_CONFLICT_NONE, conflict_of(0, 0).kind); /* no BAR2 */
}

TEST(no_bar_lies_over_memory, usual)
{
    expect(PCI_CONFLICT_MEMORY, 2, GIB - (256 << 20));
    fake.ram_from = 0xfdffffff;
    fake.ram_to = 4 * GIB;
    expect(PCI_CONFLICT_MEMORY, 1, 32 * GIB);
}

TEST(no_bar_lies_over_another, usual)
{
    expect(PCI_CONFLICT_BAR, 2, 0xf0000000);
}

TEST(bridges_pass_on_what_lies_in_a_window, usual)
{
    expect(PCI_CONFLICT_BRIDGE, 2, 31 * GIB);
    expect(PCI_CONFLICT_BRIDGE, 2, 32 * GIB + (1 << 20)); /* its end sticks out */
    fake.base_high = fake.limit_high = 9;
    expect(PCI_CONFLICT_BRIDGE, 2, 32 * GIB);
    fake.prefetch &= 0xfffffffe; /* no upper halves then */
    expect(PCI_CONFLICT_BRIDGE, 2, 32 * GIB);
    fake.prefetch = 0xdff0d000;
    expect(PCI_CONFLICT_NONE, 0, 0xd0000000);
    fake.memory = 0xfdf0fd10; /* begins after it */
    expect(PCI_CONFLICT_BRIDGE, 1, 0xd0000000);
    fake.memory = 0x0000fff0; /* closed */
    expect(PCI_CONFLICT_BRIDGE, 1, 0xd0000000);
}
