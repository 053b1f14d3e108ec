/* tests/pci/power_test.c: a card in D3hot is woken and put back (pci/power.h), with a configuration space made by hand:
 * PCI Bus Power Management 1.2 §3.2.4, §5.6.1. */
#include <string.h>

#include "hw/pci.h"
#include "pci/power.h"
#include "tests/kit/tests.h"

#define CONTROL 0x64

static struct {
    struct bus bus;
    uint8_t config[256];
    bool keeps, wakes;
    uint64_t waited_us;
} fake;

static uint32_t config_read(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size)
{
    uint32_t value = 0;

    (void)bus, (void)at;
    memcpy(&value, fake.config + offset, size);
    return value;
}

/* D3hot to D0 is a reset of what the function does not say that it keeps. */
static void config_write(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size,
                         uint32_t value)
{
    (void)bus, (void)at;
    if (offset != CONTROL) {
        memcpy(fake.config + offset, &value, size);
        return;
    }
    assert_false(value & 0x8000); /* an event stays who waits for it */
    if (!fake.wakes)
        return;
    if ((fake.config[CONTROL] & 3) == 3 && !(value & 3) && !fake.keeps)
        memset(fake.config + 0x04, 0, 0x30);
    fake.config[4 + 2] = 0x10; /* it still has a list */
    fake.config[CONTROL] = (uint8_t)value;
}

static void wait_us(struct bus *bus, uint64_t us)
{
    (void)bus;
    fake.waited_us += us;
}

static struct pci_power begin(uint8_t state, bool keeps, bool wakes)
{
    static const struct bus_ops ops = { .config_read = config_read,
                                        .config_write = config_write,
                                        .wait_us = wait_us };
    struct pci_power power;

    memset(&fake, 0, sizeof(fake));
    fake.bus.ops = &ops;
    fake.keeps = keeps;
    fake.wakes = wakes;
    fake.config[4] = 6;        /* Command */
    fake.config[4 + 2] = 0x10; /* Status: a list of capabilities */
    memcpy(fake.config + 0x10, &(uint32_t){ 0xfd000000 }, 4);
    memcpy(fake.config + 0x14, &(uint32_t){ 0xe000000c }, 4);
    fake.config[0x34] = 0x60;
    fake.config[0x60] = 1;
    fake.config[CONTROL] = (uint8_t)(state | (keeps ? 8 : 0));
    fake.config[CONTROL + 1] = 0x80;
    assert_int_equal(state != 0, pci_asleep(&fake.bus, (struct pci_function){ 0 }, &power));
    if (state)
        assert_int_equal(wakes ? OK : ERR_DEAD,
                         pci_wake(&fake.bus, (struct pci_function){ 0 }, &power));
    return power;
}

TEST(a_card_in_d3hot_is_woken_and_put_back)
{
    for (int keeps = 0; keeps < 2; keeps++) {
        struct pci_power power = begin(3, keeps, true);

        assert_true(power.woken);
        assert_int_equal(keeps ? 8 : 0, fake.config[CONTROL]);
        assert_true(fake.waited_us >= 10000);
        assert_int_equal(6, fake.config[4]);
        assert_int_equal(0xfd000000, config_read(NULL, (struct pci_function){ 0 }, 0x10, 4));
        assert_int_equal(0xe000000c, config_read(NULL, (struct pci_function){ 0 }, 0x14, 4));
        pci_sleep(&fake.bus, (struct pci_function){ 0 }, &power);
        assert_int_equal(keeps ? 11 : 3, fake.config[CONTROL]);
        fake.config[CONTROL] = 0;
        pci_sleep(&fake.bus, (struct pci_function){ 0 }, &power);
        assert_int_equal(0, fake.config[CONTROL]); /* once */
    }
}

TEST(a_card_that_is_awake_is_left_alone)
{
    const struct pci_power power = begin(0, false, true);

    assert_false(power.woken);
    assert_int_equal(0, fake.waited_us);
}

TEST(a_card_that_stays_asleep_is_told)
{
    struct pci_power power = begin(3, false, false);

    assert_true(power.woken);
    pci_sleep(&fake.bus, (struct pci_function){ 0 }, &power);
}
