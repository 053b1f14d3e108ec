/* tests/host/gone_test.c: a card that falls off the bus, at each kind of access: it is noticed once, nothing is
 * blamed on it or on its memory, and the run ends INCOMPLETE. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw/pci.h"
#include "tests/host/in_full.h"
#include "tests/host/run_rig.h"

#define GONE "the card has fallen off the bus: its configuration space reads all ones"

static struct rig *run_until(const char *suite, enum chipset_index chip, unsigned long after)
{
    char defect[64];
    struct rig *rig = rig_new();

    snprintf(defect, sizeof(defect), "bus-gone:after=%lu", after);
    rig->card.chip = &nv50_chips[chip].chip;
    rig->card.vram_size = chip == CHIP_G80 ? 6 << 20 : 2 << 20;
    rig->card.defects = defect;
    rig_suite(rig, suite);
    rig_run(rig);
    return rig;
}

static unsigned count_of(const char *all, const char *part)
{
    unsigned count = 0;

    for (const char *at = all; (at = strstr(at, part)) != NULL; at += strlen(part))
        count++;
    return count;
}

/* false: the card stayed to the end, because the suite makes fewer accesses. */
static bool gone_is_noticed_once(const char *suite, enum chipset_index chip, unsigned long after)
{
    struct rig *rig = run_until(suite, chip, after);
    const bool gone = strstr(rig->tap, GONE) != NULL;

    if (!gone) {
        assert_int_equal(VERDICT_PASS, rig->verdict);
    } else if (rig->verdict != VERDICT_INCOMPLETE || count_of(rig->tap, "# " GONE "\n") != 1 ||
               count_of(rig->tap, "\nnot ok ") > 1 ||
               count_of(rig->tap, "\nnot ok ") != count_of(rig->tap, "  severity: \"error\"\n") ||
               strstr(rig->tap, "# damage: ") || strstr(rig->tap, "# chips ")) {
        fail_msg("%s, after %lu accesses:\n%s", suite, after, rig->tap);
    }
    rig_free(rig);
    return gone;
}

/* The search finds the card with some thirty accesses; from there on every place counts: configuration space,
 * BAR sizes, the ports, registers. A sample takes each ninth. */
static void at_each_access_of_the_takeover(void **state)
{
    (void)state;
    for (unsigned long after = 40; after < 1200; after += in_full() ? 1 : 9)
        assert_true(gone_is_noticed_once("id", CHIP_G84, after));
}

/* Windows, tables in memory, copies by the card, marches: each time an eighth further on, in a sample a half. */
static void anywhere_in_the_default_suite(void **state)
{
    static const enum chipset_index chips[] = { CHIP_G80, CHIP_GT215 };

    (void)state;
    for (unsigned i = 0; i < sizeof(chips) / sizeof(chips[0]); i++) {
        unsigned long after = 1200 + 7 * i;

        while (gone_is_noticed_once("default", chips[i], after))
            after += after / (in_full() ? 8 : 2);
        assert_true(after > 1000000); /* far behind the takeover */
    }
}

/* Only the card itself moves data here, and the machine waits for it. */
static void while_the_card_copies(void **state)
{
    unsigned long after = 1200;

    (void)state;
    while (gone_is_noticed_once("link.dma,vram.quick", CHIP_G84, after))
        after += 997 + after / (in_full() ? 50 : 4);
}

/* What has been found wrong before stays the verdict. */
static void failure_before_it_stays(void **state)
{
    struct rig *rig = rig_new();

    (void)state;
    rig->card.defects = "pci-link-narrow+bus-gone:after=100000";
    rig_run(rig);
    assert_int_equal(VERDICT_FAIL, rig->verdict);
    expect_said(rig->tap, "not ok 7 - link.width: G84 runs its link at x1");
    expect_said(rig->tap, ": " GONE "\n  ---");
    rig_free(rig);
}

/* Of two cards one is lost: the other one is tested to the end. */
static void other_card_goes_on(void **state)
{
    struct rig *rig = rig_new();
    struct model_config two[2] = { rig->card, rig->card };

    (void)state;
    two[0].defects = "bus-gone:after=5000";
    rig->host_config.cards = two;
    rig->host_config.count = 2;
    rig_run(rig);
    expect_said(rig->records, "\"card\":\"0000:01:01.0\",\"id\":\"10de:0400 10de:0400 a2\","
                              "\"verdict\":\"PASS\"");
    rig_free(rig);
}

static uint32_t config_of(struct rig *rig, unsigned device, uint16_t offset)
{
    struct bus *bus = host_bus(rig->host);
    const struct pci_function at = { .bus = 1, .device = (uint8_t)device };

    return bus->ops->config_read(bus, at, offset, 4);
}

static uint32_t before[6];

static void keep_bars(struct rig *rig)
{
    for (unsigned i = 0; i < 6; i++)
        before[i] = config_of(rig, 0, (uint16_t)(PCI_BAR0 + 4 * i));
}

static struct rig *run_with_reset(const char *defect)
{
    struct rig *rig = rig_new();

    rig->card.defects = defect;
    rig->config.reset_by_port = true;
    rig->prepare = keep_bars;
    rig_suite(rig, "id,link");
    return rig;
}

/* With reset=port the card comes back, cold (PFB's memory size is 0, devinit.md §3.3), where it was. */
static void reset_by_its_port(void **state)
{
    struct rig *rig = run_with_reset("bus-gone:after=5000");
    struct model *card;

    (void)state;
    rig_run(rig);
    card = host_bus_card(rig->host, 0);
    assert_int_equal(VERDICT_INCOMPLETE, rig->verdict);
    expect_said(rig->tap, "# " GONE "\n");
    expect_said(rig->tap, "# reset by the port above it (reset=port): it answers again, and nobody "
                          "has started it since\n");
    expect_said(rig->records, "\"phase\":\"resetting it by its port\"");
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(before[i], config_of(rig, 0, (uint16_t)(PCI_BAR0 + 4 * i)));
    assert_int_equal(PCI_COMMAND_MEMORY, config_of(rig, 0, PCI_COMMAND) & 0xffff);
    assert_int_equal(0, model_read(card, NV_BAR_MMIO, 0x10020c, 4));
    rig_free(rig);
}

/* Nothing is reset that answers, nor without being asked. */
static void nothing_else_is_reset(void **state)
{
    struct rig *rig = run_with_reset(NULL);

    (void)state;
    rig_run(rig);
    assert_int_equal(VERDICT_PASS, rig->verdict);
    assert_null(strstr(rig->tap, "reset=port"));
    rig_free(rig);

    rig = run_with_reset("bus-gone:after=5000");
    rig->config.reset_by_port = false;
    rig_run(rig);
    assert_null(strstr(rig->records, "resetting it by its port"));
    assert_int_equal(UINT32_MAX, config_of(rig, 0, PCI_VENDOR_ID));
    rig_free(rig);
}

/* The second card below the same port must not be reset with the first. */
static void company_prevents_the_reset(void **state)
{
    struct rig *rig = run_with_reset(NULL);
    struct model_config two[2] = { rig->card, rig->card };

    (void)state;
    two[0].defects = "bus-gone:after=5000";
    rig->host_config.cards = two;
    rig->host_config.count = 2;
    rig_run(rig);
    expect_said(rig->tap,
                "# not reset (reset=port): no port is above it, or another device is below "
                "that too\n");
    expect_said(rig->records, "\"card\":\"0000:01:01.0\",\"id\":\"10de:0400 10de:0400 a2\","
                              "\"verdict\":\"PASS\"");
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_each_access_of_the_takeover),
        cmocka_unit_test(anywhere_in_the_default_suite),
        cmocka_unit_test(while_the_card_copies),
        cmocka_unit_test(failure_before_it_stays),
        cmocka_unit_test(other_card_goes_on),
        cmocka_unit_test(reset_by_its_port),
        cmocka_unit_test(nothing_else_is_reset),
        cmocka_unit_test(company_prevents_the_reset),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("gone", tests, NULL, NULL);
}
