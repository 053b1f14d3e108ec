/* tests/host/takeover_test.c: what stands between a card and the run: a driver of the machine's firmware,
 * the port above the card, memory that is not the card's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hw/pci.h"
#include "tests/host/run_rig.h"

static const struct pci_function port = { .bus = 0, .device = 1 };
static const struct pci_function first_card = { .bus = 1, .device = 0 };

static struct rig *run_below(enum bridge_fault fault)
{
    struct rig *rig = rig_new();

    rig->host_config.bridge = fault;
    rig_suite(rig, "id,window.pmem.sysram");
    rig_run(rig);
    return rig;
}

static uint32_t command_of(struct rig *rig, struct pci_function at)
{
    struct bus *bus = host_bus(rig->host);

    return bus->ops->config_read(bus, at, PCI_COMMAND, 2);
}

/* A port that firmware left shut is opened, in both directions, said, and shut again at the end. */
static void shut_port_is_opened(void **state)
{
    struct rig *rig = run_below(BRIDGE_SHUT);

    (void)state;
    assert_int_equal(VERDICT_PASS, rig->verdict);
    expect_said(rig->tap, "the rig, not the card: the port 0000:00:01.0 above it passed no memory "
                          "accesses or no DMA on; opened");
    assert_int_equal(0, command_of(rig, port) & (PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER));
    rig_free(rig);
}

static void port_that_stays_shut_is_the_rigs_fault(void **state)
{
    struct rig *rig = run_below(BRIDGE_STAYS_SHUT);

    (void)state;
    assert_int_equal(VERDICT_NOT_TESTED, rig->verdict);
    expect_said(rig->tap,
                "the rig, not the card: the port 0000:00:01.0 above it does not pass memory "
                "accesses or DMA on, and stays so");
    expect_said(rig->tap, "1..0");
    rig_free(rig);
}

static void port_that_answers_ones_is_the_rigs_fault(void **state)
{
    struct rig *rig = run_below(BRIDGE_DIES);

    (void)state;
    assert_int_equal(VERDICT_NOT_TESTED, rig->verdict);
    expect_said(rig->tap,
                "the rig, not the card: the port 0000:00:01.0 above it does not answer any more");
    rig_free(rig);
}

/* BOOT_0 reads all ones below a port that works: that is the card. */
static void dead_card_is_not_the_ports_fault(void **state)
{
    struct rig *rig = rig_new();

    (void)state;
    rig->host_config.dead = true;
    rig_run(rig);
    expect_said(rig->tap, "the card does not answer: BOOT_0 reads all ones");
    assert_null(strstr(rig->tap, "the rig, not the card"));
    rig_free(rig);
}

static unsigned accesses;
static const struct bus_ops *real_ops;

static void count_config_write(struct bus *bus, struct pci_function at, uint16_t offset,
                               uint8_t size, uint32_t value)
{
    accesses += at.bus == first_card.bus;
    real_ops->config_write(bus, at, offset, size, value);
}

static uint64_t count_read(struct bus *bus, bus_addr at, uint8_t size)
{
    accesses++;
    return real_ops->read(bus, at, size);
}

static void count_accesses(struct rig *rig)
{
    static struct bus_ops ops;
    struct bus *bus = host_bus(rig->host);

    accesses = 0;
    real_ops = bus->ops;
    ops = *real_ops;
    ops.config_write = count_config_write;
    ops.read = count_read;
    bus->ops = &ops;
}

/* A card that somebody else drives is not touched at all. */
static void card_of_a_driver_is_left_alone(void **state)
{
    struct rig *rig = rig_new();

    (void)state;
    rig->host_config.driver_stays = true;
    rig->prepare = count_accesses;
    rig_run(rig);
    assert_int_equal(VERDICT_NOT_TESTED, rig->verdict);
    expect_said(rig->tap, "left alone: a driver of the machine's firmware does not let go of it");
    assert_int_equal(0, accesses);
    rig_free(rig);
}

/* With console=use the drivers of the card that draws the console go on, and it is tested. */
static void console_keeps_its_drivers(void **state)
{
    struct rig *rig = rig_new();

    (void)state;
    rig->host_config.driver_stays = true;
    rig->console = true;
    rig->config.use_console = true;
    rig_suite(rig, "id");
    rig_run(rig);
    assert_int_equal(VERDICT_PASS, rig->verdict);
    rig_free(rig);
}

/* Each card is given memory while it is tested, and reaches nothing after it, nor what another one has. */
static void cards_keep_to_memory_of_their_own(void **state)
{
    struct rig *rig = rig_new();
    const struct model_config two[2] = { rig->card, rig->card };

    (void)state;
    rig->host_config.cards = two;
    rig->host_config.count = 2;
    rig_run(rig);
    assert_int_equal(VERDICT_PASS, rig->verdict);
    assert_int_equal(0, host_bus_strays(rig->host));

    struct bus *bus = host_bus(rig->host);
    struct dma_memory memory;
    assert_int_equal(OK, bus->ops->dma_alloc(bus, 0x1000, &memory));
    assert_true(memory.bus.v != (uintptr_t)memory.cpu);
    bus->ops->dma_free(bus, &memory);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shut_port_is_opened),
        cmocka_unit_test(port_that_stays_shut_is_the_rigs_fault),
        cmocka_unit_test(port_that_answers_ones_is_the_rigs_fault),
        cmocka_unit_test(dead_card_is_not_the_ports_fault),
        cmocka_unit_test(card_of_a_driver_is_left_alone),
        cmocka_unit_test(console_keeps_its_drivers),
        cmocka_unit_test(cards_keep_to_memory_of_their_own),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("takeover", tests, NULL, NULL);
}
