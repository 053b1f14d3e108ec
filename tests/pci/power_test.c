/* tests/pci/power_test.c: a card in D3hot is woken and put back (pci/power.h), with a configuration space made by hand:
 * PCI Bus Power Management 1.2 §3.2.4, §5.6.1. */
#include "pci/power.h"
#include "tests/kit/bench.h"

#define CONTROL 0x64

static struct {
    struct bench bench;
    bool keeps, wakes;
    uint8_t header[0x40]; /* before it slept */
} fake;

/* D3hot to D0 resets the state that the function does not promise to keep. */
static void config_write(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size,
                         uint32_t value)
{
    if (offset == PCI_COMMAND) { /* without the status; decoding begins with all BARs in place */
        assert_int_equal(2, size);
        assert_memory_equal(fake.header + 0x0c, fake.bench.config + 0x0c, 0x34);
    }
    if (offset != CONTROL) { /* only what was lost is written */
        assert_memory_not_equal(fake.bench.config + offset, &value, size);
        bench_put_config(bench_of(bus), offset, value, size);
        return;
    }
    assert_false(value & 0x8000); /* an event stays who waits for it */
    if (!fake.wakes)
        return;
    if ((fake.bench.config[CONTROL] & 3) == 3 && !(value & 3) && !fake.keeps)
        memset(fake.bench.config + 0x04, 0, 0x30), fake.bench.config[0x3c] = 0;
    fake.bench.config[4 + 2] = 0x10; /* it still has a list */
    fake.bench.config[CONTROL] = (uint8_t)value;
}

static struct pci_power begin(uint8_t state, bool keeps, bool wakes)
{
    struct pci_power power;

    memset(&fake, 0, sizeof(fake));
    bench_open(&fake.bench, NULL);
    fake.bench.does.config_write = config_write;
    fake.keeps = keeps;
    fake.wakes = wakes;
    fake.bench.config[4] = 6;        /* Command */
    fake.bench.config[4 + 2] = 0x10; /* Status: a list of capabilities */
    for (unsigned at = 0x0c; at < 0x40; at++)
        fake.bench.config[at] = (uint8_t)(at >= 0x34 && at != 0x3c ? 0 : 0xa0 + at);
    fake.bench.config[0x34] = 0x60;
    memcpy(fake.header, fake.bench.config, sizeof(fake.header));
    fake.bench.config[0x60] = 1;
    fake.bench.config[CONTROL] = (uint8_t)(state | (keeps ? 8 : 0));
    fake.bench.config[CONTROL + 1] = 0x80;
    assert_int_equal(state != 0, pci_asleep(&fake.bench.bus, (struct pci_function){ 0 }, &power));
    if (state)
        assert_int_equal(wakes ? OK : ERR_DEAD,
                         pci_wake(&fake.bench.bus, (struct pci_function){ 0 }, &power));
    return power;
}

TEST(a_card_in_d3hot_is_woken_and_put_back)
{
    for (int keeps = 0; keeps < 2; keeps++) {
        struct pci_power power = begin(3, keeps, true);

        assert_pairs(true, power.woken, keeps ? 8 : 0, fake.bench.config[CONTROL], true,
                     fake.bench.waited_us >= 10000);
        assert_memory_equal(fake.header, fake.bench.config, sizeof(fake.header));
        pci_sleep(&fake.bench.bus, (struct pci_function){ 0 }, &power);
        assert_int_equal(keeps ? 11 : 3, fake.bench.config[CONTROL]);
        fake.bench.config[CONTROL] = 0;
        pci_sleep(&fake.bench.bus, (struct pci_function){ 0 }, &power);
        assert_int_equal(0, fake.bench.config[CONTROL]); /* once */
    }
}

TEST(a_card_that_is_awake_is_left_alone)
{
    struct pci_power power = begin(0, false, true);

    assert_false(power.woken);
    fake.bench.config[4 + 2] = 0; /* nor is one without the capability touched */
    memset(&power, 0x64, sizeof(power));
    assert_false(pci_asleep(&fake.bench.bus, (struct pci_function){ 0 }, &power));
    assert_pairs(false, power.woken || power.at || power.control, 0, fake.bench.waited_us);
}

TEST(a_card_that_stays_asleep_is_told)
{
    struct pci_power power = begin(3, false, false);

    assert_true(power.woken);
    pci_sleep(&fake.bench.bus, (struct pci_function){ 0 }, &power);
}
