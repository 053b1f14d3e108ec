/* tests/suite/run/gone_test.c: a card that falls off the bus, at each kind of access: it is noticed once, nothing is
 * blamed on it or on its memory, and the run is not whole. */
#include "tests/suite/run_rig.h"

#define GONE "the card has fallen off the bus: its configuration space reads all ones"

static uint64_t vram_of(const struct chip *chip)
{
    if (chip == &gv100_chips[CHIP_GV100].chip)
        return 16 << 20;
    return chip == &nv50_chips[CHIP_G80].chip ? 6 << 20 : 2 << 20;
}

static struct rig *run_until(const char *suite, const struct chip *chip, unsigned long after)
{
    char defect[64];
    struct rig *rig = rig_new();

    snprintf(defect, sizeof(defect), "bus-gone:after=%lu", after);
    rig->card.chip = chip;
    rig->card.vram_size = vram_of(chip);
    rig->card.defects = defect;
    rig_run_suite(rig, suite);
    return rig;
}

/* false: the card stayed to the end, because the suite makes fewer accesses. */
static bool gone_is_noticed_once(const char *suite, const struct chip *chip, unsigned long after)
{
    struct rig *rig = run_until(suite, chip, after);
    const bool gone = strstr(rig->tap, GONE) != NULL;

    if (!gone) {
        assert_int_equal(VERDICT_PASS, rig->verdict);
    } else if (rig->verdict != VERDICT_INCOMPLETE || times_said(rig->tap, "# " GONE "\n") != 1 ||
               times_said(rig->tap, "\nnot ok ") > 1 ||
               times_said(rig->tap, "\nnot ok ") !=
                   times_said(rig->tap, "  severity: \"error\"\n") ||
               strstr(rig->tap, "# damage: ") || strstr(rig->tap, "# chips ")) {
        fail_msg("%s of %s, after %lu accesses:\n%s", suite, chip->name, after, rig->tap);
    }
    rig_free(rig);
    return gone;
}

/* The search finds the card with some thirty accesses; from there on every place counts: configuration space,
 * BAR sizes, the ports, registers. A sample takes each ninth. */
TEST(at_each_access_of_the_takeover)
{
    for (unsigned long after = 40; after < 1200; after += in_full() ? 1 : 9) {
        assert_true(gone_is_noticed_once("id", &nv50_chips[CHIP_G84].chip, after));
        if (after >= 60 && after < 900)
            assert_true(gone_is_noticed_once("identity", &gv100_chips[CHIP_GV100].chip, after));
    }
}

/* Accesses: windows, tables in memory, copies and marches have begun. */
#define FAR 1000000

/* To the end of the suite each time an eighth further on, in a sample twice as far until FAR. */
TEST(anywhere_in_the_default_suite)
{
    static const struct chip *const chips[] = { &nv50_chips[CHIP_G80].chip,
                                                &nv50_chips[CHIP_GT215].chip };

    for (unsigned i = 0; i < sizeof(chips) / sizeof(chips[0]); i++) {
        unsigned long after = 1200 + 7 * i;

        while (gone_is_noticed_once("default", chips[i], after) && (in_full() || after < FAR))
            after += in_full() ? after / 8 : after;
        assert_true(after > FAR);
    }
}

/* The same of GV100, of which fewer places are enough for a sample: its run takes four times as long. */
TEST(anywhere_in_gv100s_default_suite)
{
    static const struct chip *const gv100 = &gv100_chips[CHIP_GV100].chip;
    unsigned long after = 1200;

    while (gone_is_noticed_once("default", gv100, after) && (in_full() || after < FAR))
        after += in_full() ? after / 8 : 3 * after;
    assert_true(after > FAR);
}

/* Only the card itself moves data here, and the machine waits for it. */
TEST(while_the_card_copies)
{
    unsigned long after = 1200;

    while (gone_is_noticed_once("link.dma,vram.quick", &nv50_chips[CHIP_G84].chip, after))
        after += 997 + after / (in_full() ? 50 : 4);
}

/* The host fetches rings and push buffers, copy engines move pages, semaphores are written. */
TEST(while_gv100_works_for_channels)
{
    static const struct chip *const gv100 = &gv100_chips[CHIP_GV100].chip;
    unsigned long after = 900;

    while (gone_is_noticed_once("host,copy,fault,sched", gv100, after))
        after += 997 + after / (in_full() ? 50 : 1);
    assert_true(after > 200000);
}

/* A fault found before stays the verdict. */
TEST(failure_before_it_stays)
{
    struct rig *rig = rig_new();

    rig->card.defects = "pci-link-narrow+bus-gone:after=100000";
    assert_int_equal(VERDICT_FAIL, rig_run(rig));
    expect_said(rig->tap, "not ok 7 - link.width: G84 runs its link at x1", ": " GONE "\n  ---");
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

static struct rig *prepare_with_reset(const struct chip *chip, const char *defect)
{
    struct rig *rig = rig_new();

    rig->card.chip = chip;
    rig->card.vram_size = vram_of(chip);
    rig->card.defects = defect;
    rig->config.reset_by_port = true;
    rig->prepare = keep_bars;
    rig_suite(rig, "id,link");
    return rig;
}

static struct rig *prepare_g84_with_reset(const char *defect)
{
    return prepare_with_reset(&nv50_chips[CHIP_G84].chip, defect);
}

static uint32_t register_of(struct rig *rig, uint32_t at)
{
    return (uint32_t)model_read(host_bus_card(rig->host, 0), NV_BAR_MMIO, at, 4);
}

/* With reset=port the card comes back where it was, cold: PFB's memory size is 0 (devinit.md §3.3). */
TEST(reset_by_its_port)
{
    struct rig *rig = prepare_g84_with_reset("bus-gone:after=5000");

    assert_int_equal(VERDICT_INCOMPLETE, rig_run(rig));
    expect_said(rig->tap, "# " GONE "\n");
    expect_said(rig->tap, "# reset by the port above it (reset=port): it answers again, and nobody "
                          "has started it since\n");
    expect_said(rig->records, "\"phase\":\"resetting it by its port\"");
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(before[i], config_of(rig, 0, (uint16_t)(PCI_BAR0 + 4 * i)));
    assert_int_equal(PCI_COMMAND_MEMORY, config_of(rig, 0, PCI_COMMAND) & 0xffff);
    assert_int_equal(0, register_of(rig, 0x10020c));
}

/* A GV100 loses HBM2 by a reset of the bus (gv100.md §1.3), so it is not reset, even before BOOT_0 has named it. */
TEST(gv100_is_not_reset)
{
#define SPARED                                                                                     \
    "# not reset (reset=port): a reset of the bus loses the memory of this card until the "        \
    "machine is switched off\n"
    static const struct {
        const char *defect, *words;
    } rows[] = {
        { "bus-gone:after=5000", SPARED },
        { "bus-gone:after=150", SPARED },
        { "bus-gone:after=48",
          "# not reset (reset=port): it was gone before it had said which card it is\n" },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct rig *const rig = prepare_with_reset(&gv100_chips[CHIP_GV100].chip, rows[i].defect);

        rig_run(rig);
        expect_said(rig->tap, rows[i].words);
        assert_null(strstr(rig->records, "resetting it by its port"));
        assert_int_equal(UINT32_MAX, config_of(rig, 0, PCI_VENDOR_ID));
    }
}

/* Nothing is reset that answers, nor without being asked. */
TEST(nothing_else_is_reset)
{
    struct rig *rig = prepare_g84_with_reset(NULL);

    assert_int_equal(VERDICT_PASS, rig_run(rig));
    assert_null(strstr(rig->tap, "reset=port"));
    rig_free(rig);

    rig = prepare_g84_with_reset("bus-gone:after=5000");
    rig->config.reset_by_port = false;
    rig_run(rig);
    assert_null(strstr(rig->records, "resetting it by its port"));
    assert_int_equal(UINT32_MAX, config_of(rig, 0, PCI_VENDOR_ID));
}

/* The second card below the same port must not be reset with the first, and is tested to the end. */
TEST(company_prevents_the_reset)
{
    struct rig *rig = prepare_g84_with_reset(NULL);
    struct model_config two[2] = { rig->card, rig->card };

    two[0].defects = "bus-gone:after=5000";
    rig->host_config.cards = two;
    rig->host_config.count = 2;
    rig_run_suite(rig, "default");
    expect_said(rig->tap,
                "# not reset (reset=port): no port is above it, or another device is below "
                "that too\n");
    expect_said(rig->records, "\"card\":\"0000:01:01.0\",\"id\":\"10de:0400 10de:0400 a2\","
                              "\"verdict\":\"PASS\"");
}
