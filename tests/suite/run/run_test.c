/* A run as its surroundings see it: the report of cards that cannot be tested, the traces of a hang, the three forms of
 * the report, and that a card is as it was afterwards. */
#include "reference/nv50.h"
#include "suite/report/report.h"
#include "tests/kit/bench.h"
#include "tests/suite/run_rig.h"

static void say_change(void *opaque, const char *text)
{
    print_message("#   %s\n", text);
}

/* Every byte of changed registers and of configuration is back, on every chipset, also after failed tests. */
static void expect_as_it_was(enum chipset_index chip, const char *defects)
{
    struct rig *rig = rig_new();

    rig->card = (struct model_config){ .chip = &nv50_chips[chip].chip, .defects = defects };
    rig->card.vram_size = (uint64_t)nv50_chips[chip].max_partitions << 20;
    rig_run(rig);
    const unsigned changed = model_changed(host_bus_card(rig->host, 0), say_change, NULL);
    if (changed)
        fail_msg("%s, defects %s: %u registers differ from power-on", nv50_chips[chip].chip.name,
                 defects ? defects : "none", changed);
    rig_free(rig);
}

TEST(card_is_left_as_it_was)
{
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++)
        expect_as_it_was((enum chipset_index)chip, NULL);
}

/* Found asleep, woken, tested, and asleep again: configuration space is compared too. */
TEST(a_card_that_was_asleep_is_so_again)
{
    const struct chip *const chips[] = { &nv50_chips[CHIP_G84].chip,
                                         &gv100_chips[CHIP_GV100].chip };

    for (unsigned i = 0; i < ARRAY_SIZE(chips); i++) {
        struct rig *const rig = rig_new();

        rig->card = (struct model_config){ .chip = chips[i], .d3hot = true };
        rig_run_suite(rig, "id,link.scratch");
        expect_said(rig->tap, "# it was in power state D3: woken, and put back");
        expect_said(rig->tap, "# verdict: PASS (only id,link.scratch)");
        assert_int_equal(0, model_changed(host_bus_card(rig->host, 0), say_change, NULL));
    }
}

TEST(broken_card_is_left_as_it_was)
{
    expect_as_it_was(CHIP_G84, "tlb-flush-never-ends");
    expect_as_it_was(CHIP_GT215, "vram-bank+vram-stuck");
    if (!in_full())
        return;
    expect_as_it_was(CHIP_G84, "vm-pd-offset-wrong");
    expect_as_it_was(CHIP_G80, "window-flush-never-done");
    expect_as_it_was(CHIP_G80, "fault-ack-ignored");
}

/* Rounds of a burn-in follow each other without a reset of the card: what a test leaves must not fail a good card. */
TEST(next_round_passes_too)
{
    const struct chip *const chips[] = { &nv50_chips[CHIP_G84].chip,
                                         &gv100_chips[CHIP_GV100].chip };

    for (unsigned i = 0; i < sizeof(chips) / sizeof(chips[0]); i++) {
        struct rig *rig = rig_new();

        rig->card.chip = chips[i];
        rig->card.vram_size = (uint64_t)(chips[i]->family == FAMILY_GV100 ? 16 : 2) << 20;
        assert_int_equal(VERDICT_PASS, rig_run(rig));
        if (rig_again(rig) != VERDICT_PASS)
            fail_msg("%s, second round: %s", chips[i]->name, rig->tap + rig->tap_used - 200);
    }
}

/* The model is not blind: a register left changed shows. */
TEST(left_change_would_show)
{
    struct rig *rig = rig_new();

    rig_run(rig);
    struct bus *bus = host_bus(rig->host);
    struct model *card = host_bus_card(rig->host, 0);
    assert_int_equal(0, model_changed(card, NULL, NULL));
    model_write(card, 0, REF_PBUS_PMEM, 0x123, 4);
    model_write(card, 0, REF_PBUS_CHANNEL, 0x40000123, 4);
    assert_int_equal(2, model_changed(card, NULL, NULL));
    bus->ops->config_write(bus, (struct pci_function){ 0, 1, 0, 0 }, PCI_COMMAND, 2, 6);
    assert_int_equal(3, model_changed(card, NULL, NULL));
}

TEST(unknown_chipset_is_said_by_number)
{
    struct rig *rig = rig_new();

    rig->card.defects = "pmc-boot0-wrong"; /* G84's neighbour 0x88 does not exist */
    assert_int_equal(VERDICT_NOT_TESTED, rig_run(rig));
    expect_said(rig->tap, "unknown chipset: BOOT_0 is 0x088000a2, id 0x88, which does not fit its "
                          "device id 10de:0400");
    expect_said(rig->records, "\"cause\":\"boot-0-differs\"");
}

TEST(cold_card_gets_only_what_needs_no_memory)
{
    struct rig *rig = rig_new();

    rig->card.cold = true;
    rig->config.post = POST_OFF;
    assert_int_equal(VERDICT_NOT_TESTED, rig_run(rig));
    expect_said(rig->tap, "ok 1 - id.boot0\n", "vram.quick # SKIP the card is not initialised",
                "# verdict: NOT TESTED: the card is not initialised by its VBIOS");
    assert_int_equal(0, model_changed(host_bus_card(rig->host, 0), NULL, NULL));
}

TEST(console_card_is_left_alone)
{
    for (unsigned use = 0; use < 2; use++) {
        struct rig *const rig = rig_new();

        rig->console = true;
        rig->config.use_console = use;
        assert_int_equal(use ? VERDICT_PASS : VERDICT_NOT_TESTED, rig_run_suite(rig, "id"));
        expect_said(rig->tap, use ? "# verdict: PASS (only id)"
                                  : "# verdict: NOT TESTED: the card drives the console");
    }
}

/* BARs above 4 GiB are nothing special. */
TEST(bars_may_lie_above_4_gib)
{
    struct rig *rig = rig_new();

    rig->host_config.bar_base = UINT64_C(0x8000000000);
    assert_int_equal(VERDICT_PASS, rig_run_suite(rig, "id,window,vm.tlb"));
}

static struct rig *run_beyond_bar1(const char *defects)
{
    struct rig *rig = rig_new();

    rig->card.vram_size = UINT64_C(128) << 20;
    rig->card.bar1_size = UINT64_C(64) << 20; /* smaller ones there are none */
    rig->card.defects = defects;
    rig_run_suite(rig, "vram.quick");
    return rig;
}

/* Memory larger than BAR1 is tested to its end: only its last block's bad bit is found. A sampled run leaves the good
 * card out. */
TEST(memory_beyond_bar1_is_tested)
{
    struct rig *rig = run_beyond_bar1("vram-cell:address=0x7fffff4,bit=7");

    assert_int_equal(VERDICT_FAIL, rig->verdict);
    expect_said(rig->tap, "verdict: FAIL: vram.quick: G84 " SAYS_BAD_MEMORY
                          ": partition 1 (FBB), D32-D63, rank A: "
                          "bit 39 at 0x7fffff0 cell stuck at 0");
    rig_free(rig);
    if (!in_full())
        return;
    rig = run_beyond_bar1(NULL);
    assert_int_equal(VERDICT_PASS, rig->verdict);
    expect_said(rig->tap, "vram.quick: 128 MiB");
}

/* The tables that show the other slices lie in VRAM, in this card's at 0x2aa0000: bad cells there are named as ever.
 * Without copies it takes long, and a sample does without. */
TEST(structures_in_bad_memory)
{
    static const struct {
        const char *defects, *says;
    } rows[] = {
        { "pci-bar1-small+vram-cell:address=0x2aa0010,bit=3",
          "bit 3 at 0x2aa0010 cell stuck at 0" },
        { "pci-bar1-small+bus-dma-blocked+vram-fade:address=0x2aa0120,bit=7,ms=1",
          "bit 7 at 0x2aa0120 weak cell, falls to 0" },
    };

    for (unsigned i = 0; i < (in_full() ? ARRAY_SIZE(rows) : 1); i++) {
        struct rig *rig = rig_new();

        rig->card.vram_size = UINT64_C(64) << 20;
        rig->card.defects = rows[i].defects;
        assert_int_equal(VERDICT_FAIL, rig_run_suite(rig, "link.dma,vram.quick"));
        expect_said(rig->tap, rows[i].says);
    }
}

/* Accesses behind BAR0 from the first test on: each takes a second. */
static struct bus_tap tap;
static bool test_began;

static uint64_t read_badly(struct bus *bus, bus_addr at, uint8_t size)
{
    const uint64_t word = tap.real->read(bus, at, size);

    if (test_began)
        tap.real->wait_us(bus, 1000000);
    return word;
}

static void read_words_badly(struct bus *bus, bus_addr at, uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        words[i] = (uint32_t)read_badly(bus, (bus_addr){ at.v + 4 * i }, 4);
}

static void note_test(void *opaque, const char *name)
{
    const struct rig *rig = opaque;

    test_began |= name && strncmp(name, rig->config.suite, strcspn(rig->config.suite, ",")) == 0;
}

static void read_badly_in_tests(struct rig *rig)
{
    bus_tap(&tap, host_bus(rig->host));
    tap.ops.read = read_badly;
    tap.ops.read_words = read_words_badly;
    rig->sinks.running = note_test;
    test_began = false;
}

/* A card whose registers take so long that nobody knows how it is set up is not judged. */
TEST(card_that_hangs_from_the_start_is_not_judged)
{
    struct rig *rig = rig_new();

    rig->host_config.hang = true;
    assert_int_equal(VERDICT_NOT_TESTED, rig_run(rig));
    expect_said(rig->tap, "verdict: NOT TESTED: the card's configuration was not read in time");
    assert_null(strstr(rig->tap, "not ok"));
}

/* Each register read takes a second once it is taken over: tests end by their deadline, runs with a verdict. */
TEST(hanging_card_does_not_hang_the_run)
{
    struct rig *rig = rig_new();

    rig->prepare = read_badly_in_tests;
    assert_int_equal(VERDICT_FAIL, rig_run_suite(rig, "link.scratch,window.pmem,vm.pte.absent"));
    expect_said(rig->tap, "not ok 1 - link.scratch: G84 deadline: the test did not end within 20 s",
                "not ok 2 - window.pmem: G84 deadline", "not ok 4 - vm.pte.absent: G84 deadline");
}

TEST(screen_shows_the_verdict)
{
    struct rig *rig = rig_new();

    rig_run_suite(rig, "id");
    expect_screen_row(&rig->screen, 8, "Good, but only a part was tested", SCREEN_PASS);
    rig_free(rig);

    rig = rig_new();
    rig->card.defects = "pmc-scratch-stuck";
    rig_run_suite(rig, "link");
    expect_screen_row(&rig->screen, 8, "The card's link is wrong", SCREEN_FAIL);
    expect_screen_row(&rig->screen, 9, "Card 0000:01:00.0 G84", SCREEN_FAIL);
    expect_screen_row(&rig->screen, 17, "link.scratch: G84", SCREEN_NORMAL);
}

/* Few benches have a cable on the serial port: each comment there is a record too, with its card. */
TEST(comments_are_records_too)
{
    static const char *const said[] = {
        "vram.quick: 45 C before", "damage: partition 1 (FBB)", "hidden: partition 1 (FBB)",
        "chips B0=0 B1=",          "chips of 32 data lines",
    };
    struct rig *rig = rig_new();

    rig->card.defects = "vram-stuck:partition=1,bit=37";
    rig_run_suite(rig, "vram.quick");
    for (unsigned i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
        char comment[64], record[160];

        snprintf(comment, sizeof(comment), "\n# %s", said[i]);
        snprintf(record, sizeof(record),
                 "{\"type\":\"note\",\"card\":\"0000:01:00.0\",\"id\":\"10de:0400 10de:0400 "
                 "a2\",\"text\":\"%s",
                 said[i]);
        expect_said(rig->tap, comment);
        expect_said(rig->records, record);
    }
}
