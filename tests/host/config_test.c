/* What a run is told: \barecard.cfg, the names of suites, the report of the boot before. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/host/run_rig.h"
#include "tests/run/resume.h"
#include "tests/run/select.h"

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

/* Whatever memory held before: a card is not heated, limited or paused that nobody has asked for. */
static void memory_tests_have_defaults(void **state)
{
    struct run_config config;

    (void)state;
    memset(&config, 0xa5, sizeof(config));
    config_defaults(&config);
    assert_int_equal(config.heat, 0);
    assert_int_equal(config.max_temp, 95);
    assert_int_equal(config.chip_width, 0);
    assert_false(config.has_part);
    assert_int_equal(config.range_to, 0);
    assert_int_equal(config.seconds, 0);
    assert_int_equal(config.hold, 4);
    assert_int_equal(config.seed, 1);
    assert_false(config.no_copies);
}

static void a_report_goes_to_a_folder(void **state)
{
    struct run_config config;
    char error[CONFIG_ERROR_MAX] = "";

    (void)state;
    config_defaults(&config);
    assert_string_equal("", config.report);
    assert_int_equal(OK, parse(&config, "report=http://10.0.0.1:8080/reports/ # a comment", error));
    assert_string_equal("http://10.0.0.1:8080/reports/", config.report);
    assert_int_equal(OK, parse(&config, "report=tftp:///r", error));
    assert_string_equal("tftp:///r", config.report);
    assert_int_equal(ERR_CONFIG, parse(&config, "report=server/reports", error));
    assert_string_equal(
        "barecard.cfg line 1: report=server/reports: expected the URL of a folder such as "
        "http://10.0.0.1/reports/, or http:///reports/",
        error);
    assert_string_equal("tftp:///r", config.report);
}

static void logs_and_dumps_are_chosen(void **state)
{
    static const struct {
        const char *line;
        uint8_t log;
        bool vbios, regs;
    } rows[] = {
        { "", LOG_OFF, false, false },
        { "log=mmio", LOG_MMIO, false, false },
        { "log=mmio:write\ndump=regs", LOG_WRITES, false, true },
        { "log=off\ndump=vbios", LOG_OFF, true, false },
        { "dump=all", LOG_OFF, true, true },
        { "dump=off", LOG_OFF, false, false },
    };
    struct run_config config;
    char error[CONFIG_ERROR_MAX] = "";

    (void)state;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        config_defaults(&config);
        assert_int_equal(OK, parse(&config, rows[i].line, error));
        assert_int_equal(rows[i].log, config.log);
        assert_int_equal(rows[i].vbios, config.dump_vbios);
        assert_int_equal(rows[i].regs, config.dump_regs);
    }
    assert_int_equal(ERR_CONFIG, parse(&config, "log=reads", error));
    expect_said(error, "expected off, mmio or mmio:write");
    assert_int_equal(ERR_CONFIG, parse(&config, "dump=roms", error));
    expect_said(error, "expected off, vbios, regs or all");
}

/* Any text names what is tested; only `ask` means that somebody types it. */
static void label_is_any_text(void **state)
{
    static const char longest[] = "0123456789012345678901234567890123456789012345678901234567890ab";
    struct run_config config;
    char error[CONFIG_ERROR_MAX] = "", line[CONFIG_LABEL_MAX + 16];

    (void)state;
    config_defaults(&config);
    assert_string_equal("", config.label);
    assert_int_equal(OK, parse(&config, "label = order 4711, card 3 # the third", error));
    assert_string_equal("order 4711, card 3", config.label);
    assert_false(config.ask_label);
    assert_int_equal(OK, parse(&config, "label=ask", error));
    assert_true(config.ask_label);
    assert_string_equal("", config.label);
    snprintf(line, sizeof(line), "label=%s", longest);
    assert_int_equal(OK, parse(&config, line, error));
    assert_string_equal(longest, config.label);
    assert_false(config.ask_label);
    snprintf(line, sizeof(line), "label=%sX", longest);
    assert_int_equal(ERR_CONFIG, parse(&config, line, error));
    expect_said(error, "expected ask, or 1 to 63 characters");
}

/* What editors add: a mark before the text, carriage returns, words behind a value. */
static void what_editors_add_does_no_harm(void **state)
{
    struct run_config config;
    char error[CONFIG_ERROR_MAX] = "";

    (void)state;
    config_defaults(&config);
    assert_int_equal(OK, parse(&config,
                               "\xef\xbb\xbfpart=3 # the third\r\nseconds=86400#a day\r\n"
                               "range=0x700000000-0x7ffff0000\r\nseed=0xfedcba98\nhold=7\nheat=600",
                               error));
    assert_true(config.has_part);
    assert_int_equal(3, config.part);
    assert_int_equal(86400, config.seconds);
    assert_int_equal(0x700000000, config.range_from);
    assert_int_equal(0x7ffff0000, config.range_to);
    assert_int_equal(0xfedcba98, config.seed);
    assert_int_equal(7, config.hold);
    assert_int_equal(600, config.heat);
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
        { "risky=1\n\nrisky=0", "barecard.cfg line 3: risky=0: line 1 has that key already" },
        { "range=0x1000000000000-0x1000000010001", "expected FROM-TO in bytes of VRAM" },
        { "seed=4294967296", "expected a number of 32 bits" },
        { "hold=256", "expected seconds, 1 to 255" },
        { "heat=601", "expected seconds, 0 to 600" },
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

/* What was meant is said where it is close: at most two letters, and not all of a short word. */
static void nearest_name_is_suggested(void **state)
{
    static const char *const rows[][2] = {
        { "vmm", "vm" },
        { "defualt", "default" },
        { "vram.quik", "vram.quick" },
        { "vram.placment", "vram.placement" },
        { "al", "all" },
        { "vmpte", "vm.pte" },
    };
    char out[CONFIG_SUITE_MAX];

    (void)state;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const char *const meant = suite_suggestion(rows[i][0], &all_suites, out);

        assert_non_null(meant);
        assert_string_equal(rows[i][1], meant);
    }
    assert_null(suite_suggestion("q", &all_suites, out));
    assert_null(suite_suggestion("memory", &all_suites, out));
}

static void a_run_says_what_may_have_been_meant(void **state)
{
    struct rig *rig = rig_new();

    (void)state;
    rig_suite(rig, "id,vmm");
    rig_run(rig);
    expect_said(rig->tap, "# verdict: INCOMPLETE: no test is named vmm; did you mean vm?\n");
    rig_free(rig);
}

/* The file on the stick shows every key, commented out, with a value that is allowed. */
static void shipped_file_shows_every_key(void **state)
{
    struct run_config config;
    char error[CONFIG_ERROR_MAX] = "", known[CONFIG_ERROR_MAX], line[256], text[CONFIG_MAX_BYTES];
    FILE *const file = fopen("efi/barecard.cfg", "r");
    size_t used = 0;

    (void)state;
    config_defaults(&config);
    assert_int_equal(ERR_CONFIG, parse(&config, "x=y", known));
    char *words = strstr(known, "known are") + strlen("known are");

    assert_non_null(file);
    while (fgets(line, sizeof(line), file))
        if (line[0] == '#' && line[1] != ' ' && line[1] != '\n')
            used += (size_t)snprintf(text + used, sizeof(text) - used, "%s", line + 1);
    fclose(file);
    if (config_parse(&config, "efi/barecard.cfg", text, used, error) != OK)
        fail_msg("%s", error);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        char key[40];

        snprintf(key, sizeof(key), "%s=", word);
        if (!strstr(text, key))
            fail_msg("efi/barecard.cfg does not show %s", key);
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

static size_t read_text(void *opaque, uint64_t offset, char *bytes, size_t size)
{
    const char *const text = *(const char **)opaque;
    const size_t rest = strlen(text) - (size_t)offset, count = size < rest ? size : rest;

    memcpy(bytes, text + offset, count);
    return count;
}

static void foreign_report_leaves_nothing_out(void **state)
{
    static const char *const reports[] = {
        "",
        "\n\n\n",
        "{\"type\":\"start\",\"test\":\"",
        "{\"type\":\"start\"}\n",
        "{\"type\":\"machine\"}\n{\"type\":\"start\",\"test\":\"id.bars\"}\n", /* no card */
        /* A line without its end. */
        "{\"type\":\"machine\"}\n{\"type\":\"start\",\"test\":\"a\",\"card\":\"0\",\"id\":\"1\"}",
        "\xff\xfe\x00garbage\n",
    };

    (void)state;
    for (unsigned i = 0; i < sizeof(reports) / sizeof(reports[0]); i++) {
        struct resume resume;

        const char *text = reports[i];
        const struct resume_source source = { &text, strlen(text), read_text };

        resume_read(&resume, &source, &(struct moment){ 0 });
        assert_int_equal(0, resume.count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(configuration_is_parsed),
        cmocka_unit_test(memory_tests_have_defaults),
        cmocka_unit_test(a_report_goes_to_a_folder),
        cmocka_unit_test(label_is_any_text),
        cmocka_unit_test(nearest_name_is_suggested),
        cmocka_unit_test(a_run_says_what_may_have_been_meant),
        cmocka_unit_test(what_editors_add_does_no_harm),
        cmocka_unit_test(bad_configuration_names_line_and_value),
        cmocka_unit_test(shipped_file_shows_every_key),
        cmocka_unit_test(oversized_configuration_is_refused),
        cmocka_unit_test(logs_and_dumps_are_chosen),
        cmocka_unit_test(suites_name_whole_words),
        cmocka_unit_test(foreign_report_leaves_nothing_out),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
