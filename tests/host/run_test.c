/* A run as its surroundings see it: what is said of cards that cannot be tested, what a hang leaves, what
 * the three forms of the report hold, and that a card is as it was afterwards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw/pci.h"
#include "model/host/host.h"
#include "pci/find.h"
#include "tests/run/resume.h"
#include "tests/run/run.h"
#include "tests/run/select.h"
#include "tests/run/tally.h"

#define TEXT_MAX (1 << 20)

/* One run with everything that it said. */
struct rig {
    struct run_config config;
    struct run_setup setup;
    struct run_sinks sinks;
    struct nv50_config card;
    struct host_bus_config host_config;
    struct host_bus *host;
    char tap[TEXT_MAX], records[TEXT_MAX];
    size_t tap_used, records_used;
    struct screen screen;
    unsigned watchdog_calls, watchdog_last;
    char running[64];
    bool console;
    enum verdict verdict;
};

static void keep(char *all, size_t *used, const char *text, size_t size)
{
    assert_true(*used + size < TEXT_MAX);
    memcpy(all + *used, text, size);
    *used += size;
    all[*used] = '\0';
}

static void put_tap(void *opaque, const char *text, size_t size)
{
    struct rig *rig = opaque;

    keep(rig->tap, &rig->tap_used, text, size);
}

static void put_record(void *opaque, const char *line, size_t size)
{
    struct rig *rig = opaque;

    assert_int_equal('\n', line[size - 1]);
    keep(rig->records, &rig->records_used, line, size);
}

static void put_screen(void *opaque, const struct screen *screen)
{
    ((struct rig *)opaque)->screen = *screen;
}

static void put_watchdog(void *opaque, unsigned seconds)
{
    struct rig *rig = opaque;

    rig->watchdog_calls++;
    rig->watchdog_last = seconds;
}

static bool drives_console(void *opaque, struct pci_function at)
{
    (void)at;
    return ((struct rig *)opaque)->console;
}

static struct rig *rig_new(void)
{
    struct rig *rig = calloc(1, sizeof(*rig));

    assert_non_null(rig);
    config_defaults(&rig->config);
    rig->config.model = true;
    rig->card = (struct nv50_config){ .chip = &chipsets[CHIP_G84], .vram_size = 2 << 20 };
    rig->host_config = (struct host_bus_config){ .cards = &rig->card, .count = 1 };
    rig->sinks = (struct run_sinks){ .opaque = rig,
                                     .tap = put_tap,
                                     .record = put_record,
                                     .screen = put_screen,
                                     .watchdog = put_watchdog };
    rig->setup = (struct run_setup){ .config = &rig->config,
                                     .sinks = &rig->sinks,
                                     .version = "test",
                                     .machine = "host",
                                     .drives_console = drives_console,
                                     .opaque = rig };
    return rig;
}

static void rig_run(struct rig *rig)
{
    char error[256];
    void *arena = calloc(1, RUN_ARENA_SIZE);

    rig->host = host_bus_new(&rig->host_config, error, sizeof(error));
    if (!rig->host)
        fail_msg("%s", error);
    struct run *run = run_open(&rig->setup, arena);
    run_bus(run, host_bus(rig->host));
    rig->verdict = run_close(run);
    free(arena);
}

static void rig_free(struct rig *rig)
{
    host_bus_free(rig->host);
    free(rig);
}

static void expect_said(const char *all, const char *part)
{
    if (!strstr(all, part))
        fail_msg("nothing says \"%s\" in:\n%s", part, all);
}

static void suite(struct rig *rig, const char *names)
{
    snprintf(rig->config.suite, sizeof(rig->config.suite), "%s", names);
}

static void say_change(void *opaque, const char *text)
{
    (void)opaque;
    print_message("#   %s\n", text);
}

/* Every byte of every changed register and of PCI configuration is back, on every chipset, also when
 * tests failed or were cut off. */
static void expect_as_it_was(enum chipset_index chip, const char *defects)
{
    struct rig *rig = rig_new();

    rig->card = (struct nv50_config){ .chip = &chipsets[chip], .defects = defects };
    rig->card.vram_size = (uint64_t)chipsets[chip].max_partitions << 20;
    rig_run(rig);
    const unsigned changed = nv50_changed_state(host_bus_card(rig->host, 0), say_change, NULL);
    if (changed)
        fail_msg("%s, defects %s: %u registers differ from power-on", chipsets[chip].name,
                 defects ? defects : "none", changed);
    rig_free(rig);
}

static void card_is_left_as_it_was(void **state)
{
    (void)state;
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++)
        if (!(chipsets[chip].features & FEATURE_IGP))
            expect_as_it_was((enum chipset_index)chip, NULL);
}

static void broken_card_is_left_as_it_was(void **state)
{
    (void)state;
    expect_as_it_was(CHIP_G84, "tlb-flush-never-ends");
    expect_as_it_was(CHIP_G84, "vm-pd-offset-wrong");
    expect_as_it_was(CHIP_G80, "window-flush-never-done");
    expect_as_it_was(CHIP_G80, "fault-ack-ignored");
    expect_as_it_was(CHIP_GT215, "vram-bank+vram-stuck");
}

/* The model is not blind: a register left changed shows. */
static void left_change_would_show(void **state)
{
    struct rig *rig = rig_new();

    (void)state;
    rig_run(rig);
    struct bus *bus = host_bus(rig->host);
    struct nv50 *card = host_bus_card(rig->host, 0);
    assert_int_equal(0, nv50_changed_state(card, NULL, NULL));
    nv50_bar_write(card, 0, 0x001700, 0x123, 4);
    nv50_bar_write(card, 0, 0x001704, 0x40000123, 4);
    assert_int_equal(2, nv50_changed_state(card, NULL, NULL));
    bus->ops->config_write(bus, (struct pci_function){ 0, 1, 0, 0 }, PCI_COMMAND, 2, 6);
    assert_int_equal(3, nv50_changed_state(card, NULL, NULL));
    rig_free(rig);
}

static void dead_card_is_not_tested(void **state)
{
    struct rig *rig = rig_new();

    (void)state;
    rig->host_config.dead = true;
    rig_run(rig);
    assert_int_equal(VERDICT_NOT_TESTED, rig->verdict);
    expect_said(rig->tap, "# verdict: NOT TESTED: the card does not answer: BOOT_0 reads all ones");
    rig_free(rig);
}

static void unassigned_bars_are_said(void **state)
{
    struct rig *rig = rig_new();

    (void)state;
    rig->host_config.bars_unassigned = true;
    rig_run(rig);
    assert_int_equal(VERDICT_NOT_TESTED, rig->verdict);
    expect_said(rig->tap, "# verdict: NOT TESTED: the card's BARs are not assigned");
    rig_free(rig);
}

static void unknown_chipset_is_said_by_number(void **state)
{
    struct rig *rig = rig_new();

    (void)state;
    rig->card.defects = "pmc-boot0-wrong"; /* G84's neighbour 0x88 does not exist */
    rig_run(rig);
    assert_int_equal(VERDICT_NOT_TESTED, rig->verdict);
    expect_said(rig->tap, "unknown chipset: BOOT_0 is 0x088000a2, id 0x88");
    rig_free(rig);
}

static void cold_card_gets_only_what_needs_no_memory(void **state)
{
    struct rig *rig = rig_new();

    (void)state;
    rig->card.cold = true;
    rig_run(rig);
    assert_int_equal(VERDICT_NOT_TESTED, rig->verdict);
    expect_said(rig->tap, "ok 1 - id.boot0\n");
    expect_said(rig->tap, "vram.quick # SKIP the card is not initialised");
    expect_said(rig->tap, "# verdict: NOT TESTED: the card is not initialised by its VBIOS");
    assert_int_equal(0, nv50_changed_state(host_bus_card(rig->host, 0), NULL, NULL));
    rig_free(rig);
}

static void console_card_is_left_alone(void **state)
{
    struct rig *rig = rig_new();

    (void)state;
    rig->console = true;
    rig_run(rig);
    assert_int_equal(VERDICT_NOT_TESTED, rig->verdict);
    expect_said(rig->tap, "# verdict: NOT TESTED: the card drives the console");
    rig_free(rig);

    rig = rig_new();
    rig->console = true;
    rig->config.use_console = true;
    suite(rig, "id");
    rig_run(rig);
    assert_int_equal(VERDICT_PASS, rig->verdict);
    expect_said(rig->tap, "# verdict: PASS (only id)");
    rig_free(rig);
}

/* BARs above 4 GiB are nothing special. */
static void bars_may_lie_above_4_gib(void **state)
{
    struct rig *rig = rig_new();

    (void)state;
    rig->host_config.bar_base = UINT64_C(0x8000000000);
    suite(rig, "id,window,vm.tlb");
    rig_run(rig);
    assert_int_equal(VERDICT_PASS, rig->verdict);
    rig_free(rig);
}

/* Memory larger than BAR1 is tested to its last byte. */
static void memory_beyond_bar1_is_tested(void **state)
{
    struct rig *rig = rig_new();

    (void)state;
    rig->card.vram_size = UINT64_C(256) << 20;
    rig->card.bar1_size = UINT64_C(64) << 20;
    suite(rig, "vram.quick");
    rig_run(rig);
    assert_int_equal(VERDICT_PASS, rig->verdict);
    expect_said(rig->tap, "vram.quick: 256 MiB");
    rig_free(rig);

    rig = rig_new();
    rig->card.vram_size = UINT64_C(256) << 20;
    rig->card.bar1_size = UINT64_C(64) << 20;
    rig->card.defects = "vram-cell:address=0xffffff4,bit=7"; /* in the last block of the memory */
    suite(rig, "vram.quick");
    rig_run(rig);
    assert_int_equal(VERDICT_FAIL, rig->verdict);
    expect_said(rig->tap, "partition 1 (FBB), D32-D63, rank A: bit 39 at 0xffffff0");
    rig_free(rig);
}

/* A card on which each register read takes a second: every test is ended by its deadline, named, and the
 * run goes on to its verdict. */
static void hanging_card_does_not_hang_the_run(void **state)
{
    struct rig *rig = rig_new();

    (void)state;
    rig->host_config.hang = true;
    suite(rig, "link.scratch,window.pmem,vm.pte.absent");
    rig_run(rig);
    assert_int_equal(VERDICT_FAIL, rig->verdict);
    expect_said(rig->tap,
                "not ok 1 - link.scratch: G84 deadline: the test did not end within 20 s");
    expect_said(rig->tap, "not ok 2 - window.pmem: G84 deadline");
    expect_said(rig->tap, "not ok 4 - vm.pte.absent: G84 deadline");
    rig_free(rig);
}

/* A claim that nobody has proven does not fail silicon; it is listed. */
static void unverified_claim_does_not_fail_silicon(void **state)
{
    struct rig *rig = rig_new();

    (void)state;
    rig->config.model = false;
    rig->card.knobs = "bar_fault_value=0xbad0ac12";
    rig_run(rig);
    assert_int_equal(VERDICT_PASS, rig->verdict);
    expect_said(rig->tap, "vm.fault.value: G84 has 0xbad0ac12");
    expect_said(rig->tap, "# TODO unverified E12");
    expect_said(rig->tap, "1 unverified claim: differs from the documents");
    expect_said(rig->records, "\"differs\":1");
    rig_free(rig);

    rig = rig_new();
    rig->card.knobs = "bar_fault_value=0xbad0ac12";
    rig_run(rig);
    assert_int_equal(VERDICT_FAIL, rig->verdict);
    rig_free(rig);
}

static void risky_tests_ask_on_silicon(void **state)
{
    struct rig *rig = rig_new();

    (void)state;
    rig->card = (struct nv50_config){ .chip = &chipsets[CHIP_GT215], .vram_size = 2 << 20 };
    rig->config.model = false;
    suite(rig, "vram.placement.subpart");
    rig_run(rig);
    expect_said(rig->tap, "vram.placement.subpart # SKIP may hang the card: only with risky=1");
    assert_int_equal(VERDICT_NOT_TESTED, rig->verdict);
    rig_free(rig);
}

/* report.jsonl: machine, card, then start and end of each test in pairs, then the verdict. */
static void records_tell_the_run(void **state)
{
    struct rig *rig = rig_new();
    unsigned starts = 0, ends = 0;

    (void)state;
    suite(rig, "id");
    rig_run(rig);
    assert_true(strncmp(rig->records, "{\"type\":\"machine\"", 17) == 0);
    for (char *line = strtok(rig->records, "\n"); line; line = strtok(NULL, "\n")) {
        assert_int_equal('{', line[0]);
        assert_int_equal('}', line[strlen(line) - 1]);
        starts += strstr(line, "\"type\":\"start\"") != NULL;
        ends += strstr(line, "\"type\":\"end\"") != NULL;
        assert_true(starts - ends <= 1);
    }
    assert_true(starts > 0);
    assert_int_equal(starts, ends);
    rig_free(rig);
}

static void watchdog_is_armed_for_each_test(void **state)
{
    struct rig *rig = rig_new();

    (void)state;
    suite(rig, "id.boot0,id.bars");
    rig_run(rig);
    assert_true(rig->watchdog_calls >= 3);
    assert_int_equal(0, rig->watchdog_last); /* off at the end */
    rig_free(rig);
}

static bool row_says(const struct screen *screen, unsigned row, const char *text, uint8_t colour)
{
    char line[SCREEN_COLUMNS + 1] = "";

    for (unsigned i = 0; i < SCREEN_COLUMNS; i++)
        line[i] = screen->cells[row][i].character;
    return strstr(line, text) && screen->cells[row][1].colour == colour;
}

static void screen_shows_the_verdict(void **state)
{
    struct rig *rig = rig_new();

    (void)state;
    suite(rig, "id");
    rig_run(rig);
    assert_true(row_says(&rig->screen, 22, "PASS", SCREEN_PASS));
    rig_free(rig);

    rig = rig_new();
    rig->card.defects = "pmc-scratch-stuck";
    suite(rig, "link");
    rig_run(rig);
    assert_true(row_says(&rig->screen, 22, "FAIL", SCREEN_FAIL));
    assert_true(row_says(&rig->screen, 23, "link.scratch: G84", SCREEN_FAIL));
    rig_free(rig);
}

/* A test that was started and never ended reset the machine: it is named and left out, also by the boot
 * after the next; a run that reached its verdict leaves nothing out. */
static void reset_during_a_test_is_said(void **state)
{
    static const char report[] = "{\"type\":\"machine\",\"version\":\"x\"}\n"
                                 "{\"type\":\"start\",\"test\":\"id.boot0\"}\n"
                                 "{\"type\":\"end\",\"test\":\"id.boot0\",\"result\":\"pass\"}\n"
                                 "{\"type\":\"start\",\"test\":\"id.bars\"}\n";
    struct rig *rig = rig_new();

    (void)state;
    rig->setup.previous = report;
    rig->setup.previous_size = sizeof(report) - 1;
    suite(rig, "id.boot0,id.bars");
    rig_run(rig);
    assert_int_equal(VERDICT_INCOMPLETE, rig->verdict);
    expect_said(rig->tap, "# machine was reset during id.bars");
    expect_said(rig->tap, "not ok 2 - id.bars: machine was reset during id.bars");
    expect_said(rig->tap, "severity: \"error\"");

    struct resume next;
    resume_read(&next, rig->records, rig->records_used);
    assert_int_equal(0, next.count); /* there was a verdict: the next boot tries again */
    char *verdict = strstr(rig->records, "{\"type\":\"verdict\"");
    resume_read(&next, rig->records, (size_t)(verdict - rig->records));
    assert_int_equal(1, next.count); /* cut off before it: still left out */
    assert_string_equal("id.bars", next.left_out[0]);
    rig_free(rig);
}

static void foreign_report_leaves_nothing_out(void **state)
{
    static const char *const reports[] = {
        "",
        "\n\n\n",
        "{\"type\":\"start\",\"test\":\"",
        "{\"type\":\"start\"}\n",
        "{\"type\":\"start\",\"test\":\"id.bars\"}", /* without its line end */
        "\xff\xfe\x00garbage\n",
    };

    (void)state;
    for (unsigned i = 0; i < sizeof(reports) / sizeof(reports[0]); i++) {
        struct resume resume;

        resume_read(&resume, reports[i], strlen(reports[i]));
        assert_int_equal(0, resume.count);
    }
}

static void bad_configuration_tests_nothing(void **state)
{
    struct rig *rig = rig_new();

    (void)state;
    rig->setup.config_error = "barecard.cfg line 3: colour=red: unknown key";
    rig_run(rig);
    assert_int_equal(VERDICT_INCOMPLETE, rig->verdict);
    expect_said(rig->tap, "# verdict: INCOMPLETE: barecard.cfg line 3: colour=red: unknown key");
    rig_free(rig);
}

static enum err parse(struct run_config *config, const char *text, char error[CONFIG_ERROR_MAX])
{
    return config_parse(config, "barecard.cfg", text, strlen(text), error);
}

static void configuration_is_parsed(void **state)
{
    struct run_config config;
    char error[CONFIG_ERROR_MAX] = "";

    (void)state;
    config_defaults(&config);
    assert_int_equal(OK, parse(&config,
                               "# a comment\r\n\n suite = vm,vram.placement \r\n"
                               "console=use\nrisky=1\ndevice=model\nchip_width=16\nmax_temp=80",
                               error));
    assert_string_equal("vm,vram.placement", config.suite);
    assert_true(config.use_console);
    assert_true(config.risky);
    assert_true(config.model);
    assert_int_equal(16, config.chip_width);
    assert_int_equal(80, config.max_temp);
}

static void bad_configuration_names_line_and_value(void **state)
{
    static const char *const rows[][2] = {
        { "suite=vm\ncolour=red", "barecard.cfg line 2: colour=red: unknown key" },
        { "risky=yes", "barecard.cfg line 1: risky=yes: expected 0 or 1" },
        { "\n\nmax_temp=200", "barecard.cfg line 3: max_temp=200: expected degrees C, 40 to 120" },
        { "max_temp=99999999999999999999", "expected degrees C, 40 to 120" },
        { "suite=", "expected default, all, or test name prefixes" },
        { "suite=vm;x", "expected default, all, or test name prefixes" },
        { "chip_width=8", "expected 16 or 32" },
        { "just words", "barecard.cfg line 1: expected key=value" },
        { "device=\x01", "barecard.cfg line 1: expected key=value in printable ASCII" },
    };

    (void)state;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct run_config config, before;
        char error[CONFIG_ERROR_MAX] = "";

        memset(&config, 0, sizeof(config));
        config_defaults(&config);
        before = config;
        assert_int_equal(ERR_CONFIG, parse(&config, rows[i][0], error));
        expect_said(error, rows[i][1]);
        assert_memory_equal(&before, &config, sizeof(config));
    }
}

static void oversized_configuration_is_refused(void **state)
{
    struct run_config config;
    char error[CONFIG_ERROR_MAX] = "", *text = calloc(1, CONFIG_MAX_BYTES + 2);

    (void)state;
    config_defaults(&config);
    memset(text, '\n', CONFIG_MAX_BYTES + 1);
    assert_int_equal(ERR_CONFIG, config_parse(&config, "f", text, CONFIG_MAX_BYTES + 1, error));
    expect_said(error, "4097 bytes, at most 4096");
    free(text);
}

static bool names(const char *words, const char *test)
{
    const struct test_case row = { .name = test };

    return suite_has(words, &row);
}

static void suites_name_whole_words(void **state)
{
    const struct test_case extra = { .name = "vram.thorough", .flags = TEST_EXTRA };

    (void)state;
    assert_true(names("vm", "vm.pte.absent"));
    assert_true(names("vm.pte", "vm.pte.absent"));
    assert_true(names("id,vm.pte.absent", "vm.pte.absent"));
    assert_false(names("vm.pt", "vm.pte.absent"));
    assert_false(names("v", "vm.pte.absent"));
    assert_false(suite_has("default", &extra));
    assert_true(suite_has("all", &extra));
    assert_true(suite_has("vram", &extra));
}

/* A bus with one function whose capability list runs in a circle: 0x60, 0x68, 0x60, ... */
static uint32_t looped_config(struct bus *bus, struct pci_function at, uint16_t offset,
                              uint8_t size)
{
    (void)bus, (void)at, (void)size;
    switch (offset) {
    case PCI_STATUS:
        return PCI_STATUS_CAPABILITIES;
    case PCI_CAPABILITIES:
        return 0x60;
    case 0x60:
        return 0x6801;
    default:
        return offset == 0x68 ? 0x6005 : 0;
    }
}

static void capability_list_may_run_in_a_circle(void **state)
{
    const struct bus_ops ops = { .config_read = looped_config };
    struct bus bus = { .ops = &ops };
    uint16_t offset = 0;

    (void)state;
    assert_int_equal(OK, pci_capability(&bus, (struct pci_function){ 0 }, PCI_CAP_ID_MSI, &offset));
    assert_int_equal(0x68, offset);
    assert_int_equal(ERR_RANGE,
                     pci_capability(&bus, (struct pci_function){ 0 }, PCI_CAP_ID_PCIE, &offset));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(card_is_left_as_it_was),
        cmocka_unit_test(broken_card_is_left_as_it_was),
        cmocka_unit_test(left_change_would_show),
        cmocka_unit_test(dead_card_is_not_tested),
        cmocka_unit_test(unassigned_bars_are_said),
        cmocka_unit_test(unknown_chipset_is_said_by_number),
        cmocka_unit_test(cold_card_gets_only_what_needs_no_memory),
        cmocka_unit_test(console_card_is_left_alone),
        cmocka_unit_test(bars_may_lie_above_4_gib),
        cmocka_unit_test(memory_beyond_bar1_is_tested),
        cmocka_unit_test(hanging_card_does_not_hang_the_run),
        cmocka_unit_test(unverified_claim_does_not_fail_silicon),
        cmocka_unit_test(risky_tests_ask_on_silicon),
        cmocka_unit_test(records_tell_the_run),
        cmocka_unit_test(watchdog_is_armed_for_each_test),
        cmocka_unit_test(screen_shows_the_verdict),
        cmocka_unit_test(reset_during_a_test_is_said),
        cmocka_unit_test(foreign_report_leaves_nothing_out),
        cmocka_unit_test(bad_configuration_tests_nothing),
        cmocka_unit_test(configuration_is_parsed),
        cmocka_unit_test(bad_configuration_names_line_and_value),
        cmocka_unit_test(oversized_configuration_is_refused),
        cmocka_unit_test(suites_name_whole_words),
        cmocka_unit_test(capability_list_may_run_in_a_circle),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
