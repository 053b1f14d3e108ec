/* The inputs of a run: \barecard.cfg, and the names of suites. */
#include "suite/run/select.h"
#include "tests/suite/run_rig.h"

static struct run_config config;
static char error[CONFIG_ERROR_MAX];

static enum err parse(const char *text)
{
    return config_parse(&config, "barecard.cfg", text, strlen(text), error);
}

/* Any text is a name of the card under test; only `ask` means that somebody types it. */
TEST(label_is_any_text)
{
    static const char longest[] = "0123456789012345678901234567890123456789012345678901234567890ab";
    char line[CONFIG_LABEL_MAX + 16];

    config_defaults(&config);
    assert_string_equal("", config.label);
    assert_int_equal(OK, parse("label = order 4711, card 3 # the third"));
    assert_string_equal("order 4711, card 3", config.label);
    assert_false(config.ask_label);
    assert_int_equal(OK, parse("label=ask"));
    assert_true(config.ask_label);
    assert_string_equal("", config.label);
    snprintf(line, sizeof(line), "label=%s", longest);
    assert_int_equal(OK, parse(line));
    assert_string_equal(longest, config.label);
    assert_false(config.ask_label);
    snprintf(line, sizeof(line), "label=%sX", longest);
    assert_int_equal(ERR_CONFIG, parse(line));
    expect_said(error, "expected ask, or 1 to 63 characters");
}

/* One letter is enough for a name of a test, for a label, for a mark without a text. */
TEST(the_shortest_values_are_taken)
{
    char longest[CONFIG_MAX_BYTES + 1];

    config_defaults(&config);
    assert_int_equal(OK, parse("suite=m\nlabel=7"));
    assert_strings("m", config.suite, "7", config.label);
    assert_int_equal(OK, parse("\xef\xbb\xbf"));
    assert_int_equal(ERR_CONFIG, parse(" \xbb\xbf")); /* that is no mark */
    assert_pairs(ERR_CONFIG, parse("\xef \xbf"), ERR_CONFIG, parse("\xef\xbb "));
    memset(longest, '#', CONFIG_MAX_BYTES);
    longest[CONFIG_MAX_BYTES] = '\0';
    assert_int_equal(OK, parse(longest));
}

/* Each letter of an address is looked at. */
TEST(addresses_are_whole)
{
    static const char good[] = "0000:0a:1f.7";
    char line[32];

    config_defaults(&config);
    snprintf(line, sizeof(line), "card=%s", good);
    assert_int_equal(OK, parse(line));
    assert_string_equal(good, config.card);
    for (unsigned i = 0; i < sizeof(good) - 1; i++)
        for (const char *c = "/:;.,`gGAx"; *c; c++) {
            snprintf(line, sizeof(line), "card=%s", good);
            if (line[5 + i] == *c)
                continue;
            line[5 + i] = *c;
            assert_int_equal(ERR_CONFIG, parse(line));
        }
}

/* Additions of editors: a mark before the text, carriage returns, words after a value. */
TEST(what_editors_add_does_no_harm)
{
    config_defaults(&config);
    assert_int_equal(OK,
                     parse("\xef\xbb\xbfpart=3 # the third\r\nseconds=86400#a day\r\n"
                           "range=0x700000000-0x7ffff0000\r\nseed=0xfedcba98\nhold=7\nheat=600"));
    assert_pairs(true, config.has_part, 3, config.part, 86400, config.seconds, 0x700000000,
                 config.range_from, 0x7ffff0000, config.range_to, 0xfedcba98, config.seed, 7,
                 config.hold, 600, config.heat);
}

/* ---- each key --------------------------------------------------------------------------------- */

/* The default of each member (docs/rig.md). */
static struct run_config typed_defaults(void)
{
    struct run_config typed;

    memset(&typed, 0, sizeof(typed));
    strcpy(typed.suite, "default");
    typed.menu = 5;
    typed.loop = 1;
    typed.hold = 4;
    typed.seed = 1;
    typed.jobs = 1;
    return typed;
}

static void expect_same(const struct run_config *wanted, const char *text)
{
#define SAME(member)                                                                               \
    if (wanted->member != config.member)                                                           \
    fail_msg("%s: " #member, text)
    /* clang-format off */
    SAME(log); SAME(mode); SAME(ask_label); SAME(menu); SAME(loop); SAME(has_until); SAME(until);
    SAME(use_console); SAME(risky); SAME(post); SAME(dump_vbios); SAME(dump_regs); SAME(step);
    SAME(no_copies); SAME(by_shader); SAME(reset_by_port); SAME(model); SAME(chip_width);
    SAME(max_temp); SAME(heat); SAME(has_part); SAME(part); SAME(range_from); SAME(range_to);
    SAME(seconds); SAME(hold); SAME(seed); SAME(alone); SAME(jobs); SAME(link); SAME(measured);
    SAME(refresh);
    /* clang-format on */
#undef SAME
    assert_strings(wanted->label, config.label, wanted->suite, config.suite, wanted->report,
                   config.report, wanted->card, config.card, wanted->expect, config.expect,
                   wanted->script, config.script);
    assert_memory_equal(&wanted->post_i2c, &config.post_i2c, sizeof(config.post_i2c));
}

static void expect_config(const struct run_config *wanted, const char *text)
{
    config_defaults(&config);
    if (parse(text) != OK)
        fail_msg("%s: %s", text, error);
    expect_same(wanted, text);
}

/* The line sets these members, and no other. */
#define SETS(text, ...)                                                                            \
    do {                                                                                           \
        struct run_config c = typed_defaults();                                                    \
        __VA_ARGS__;                                                                               \
        expect_config(&c, text);                                                                   \
    } while (0)

TEST(each_key_sets_its_member)
{
    /* clang-format off */
    SETS("", (void)0); SETS("suite=a.z_09,vm", strcpy(c.suite, "a.z_09,vm"));
    SETS("label=x ~", strcpy(c.label, "x ~")); SETS("label=ask", c.ask_label = true);
    SETS("report=http:///r", strcpy(c.report, "http:///r")); SETS("menu=0", c.menu = 0);
    SETS("menu=60", c.menu = 60); SETS("card=0000:af:19.7", strcpy(c.card, "0000:af:19.7"));
    SETS("card=abcd:0f:1f.0", strcpy(c.card, "abcd:0f:1f.0")); SETS("loop=1", c.loop = 1);
    SETS("loop=1000000", c.loop = 1000000); SETS("loop=forever", c.loop = 0xffffffff);
    SETS("until=00:00", c.has_until = true);
    SETS("until=23:59", c.has_until = true, c.until = 23 * 60 + 59);
    SETS("until=19:08", c.has_until = true, c.until = 19 * 60 + 8);
    SETS("console=use", c.use_console = true); SETS("console=skip", c.use_console = false);
    SETS("risky=1", c.risky = true); SETS("risky=0", c.risky = false);
    SETS("device=model", c.model = true); SETS("device=silicon", c.model = false);
    SETS("mode=test", c.mode = MODE_TEST); SETS("mode=pci", c.mode = MODE_PCI);
    SETS("mode=probe", c.mode = MODE_PROBE); SETS("mode=prompt", c.mode = MODE_PROMPT);
    SETS("mode=experiments", c.mode = MODE_EXPERIMENTS); SETS("post=auto", c.post = POST_AUTO);
    SETS("post=dry", c.post = POST_DRY); SETS("post=run", c.post = POST_RUN);
    SETS("post=off", c.post = POST_OFF); SETS("dump=all", c.dump_vbios = c.dump_regs = true);
    SETS("dump=vbios", c.dump_vbios = true); SETS("dump=regs", c.dump_regs = true);
    SETS("dump=off", (void)0); SETS("log=mmio", c.log = LOG_MMIO);
    SETS("log=mmio:write", c.log = LOG_WRITES); SETS("log=off", (void)0);
    SETS("step=1", c.step = true); SETS("step=0", c.step = false);
    SETS("m2mf=0", c.no_copies = true); SETS("m2mf=1", c.no_copies = false);
    SETS("way=shader", c.by_shader = true); SETS("way=copy", c.by_shader = false);
    SETS("reset=port", c.reset_by_port = true); SETS("reset=off", c.reset_by_port = false);
    SETS("chip_width=16", c.chip_width = 16); SETS("chip_width=32", c.chip_width = 32);
    SETS("max_temp=40", c.max_temp = 40); SETS("max_temp=120", c.max_temp = 120);
    SETS("heat=0", c.heat = 0); SETS("heat=600", c.heat = 600); SETS("part=0", c.has_part = true);
    SETS("part=7", c.has_part = true, c.part = 7); SETS("range=0-0x10000", c.range_to = 0x10000);
    SETS("range=65536-0XaBcDeF0000", c.range_from = 0x10000, c.range_to = 0xabcdef0000);
    SETS("range=0x0-0x1000000000000", c.range_to = 0x1000000000000);
    SETS("seconds=1", c.seconds = 1); SETS("seconds=86400", c.seconds = 86400);
    SETS("hold=1", c.hold = 1); SETS("hold=255", c.hold = 255); SETS("seed=0", c.seed = 0);
    SETS("seed=4294967295", c.seed = 4294967295); SETS("seed=0x19afAF", c.seed = 0x19afaf);
    SETS("post_i2c=0x08,0x70,0x77", i2c_set_add(&c.post_i2c, 8), i2c_set_add(&c.post_i2c, 0x70),
         i2c_set_add(&c.post_i2c, 0x77));
    SETS("processors=1", c.alone = true); SETS("processors=all", c.alone = false);
    SETS("jobs=8", c.jobs = 8); SETS("link=x1", c.link = 1); SETS("link=x2", c.link = 2);
    SETS("link=x16", c.link = 16); SETS("spread=measured", c.measured = true);
    SETS("refresh=100", c.refresh = 100); SETS("refresh=1000", c.refresh = 1000);
    SETS("expect=aA.zZ-09_.cfg", strcpy(c.expect, "aA.zZ-09_.cfg")); SETS("script=z", strcpy(c.script, "z"));
    /* clang-format on */
}

TEST(other_values_are_refused)
{
    /* clang-format off */
    static const struct { const char *key, *allowed, *usual, *values[18]; } rows[] = {
        { "suite", "default, all, or test name prefixes separated by commas", "default", { "", "A", "a b", "a-",
          "vm/", "vm:", "`", "{", "vm;", "vm,,id", "vm,", "all,id", "id,default" } },
        { "label", "ask, or 1 to 63 characters", "", { "" } },
        { "report", "the URL of a folder such as http://10.0.0.1/reports/, or http:///reports/", "", { "", "x" } },
        { "menu", "seconds, 0 to 60", "5", { "61", "-1", "", "5s", "0x" } },
        { "card", "a bus address such as 0000:01:00.0", "", { "", "0000:01:00", "0000:01:00.", "0000:01:00.00",
          "0000:01:00.a", "000g:01:00.0", "0000.01:00.0", "0000:01:00:0", "0000:0A:00.0", "0000:01:0/.0",
          "0000:01:`0.0", "0000:0a:1f.71", "1:00.0" } },
        { "loop", "forever, or rounds, 1 to 1000000", "1", { "0", "1000001", "ever", "" } },
        { "until", "a time of day such as 06:30", "", { "24:00", "23:60", "6:30", "06.30", "06:3", "06:300",
          ":6:30", "0x:30", "06:x0", "06:0x", "", "0::30", "1/:30", "06:0:", "06:5/", "06-30", "06:60", "12:0" } },
        { "console", "skip or use", "skip", { "uses", "1", "" } }, { "risky", "0 or 1", "0", { "2", "" } },
        { "device", "silicon or model", "silicon", { "real" } },
        { "mode", "test, pci, probe, prompt or experiments", "test", { "tests", "" } },
        { "post", "auto, dry, run or off", "auto", { "on", "" } },
        { "dump", "off, vbios, regs or all", "off", { "" } },
        { "log", "off, mmio or mmio:write", "off", { "mmio:read", "" } }, { "step", "0 or 1", "0", { "2" } },
        { "m2mf", "1 or 0", "1", { "2" } }, { "reset", "off or port", "off", { "on" } },
        { "chip_width", "16 or 32", "", { "8", "64", "" } },
        { "max_temp", "degrees C, 40 to 120", "", { "39", "121", "99999999999999999999" } },
        { "heat", "seconds, 0 to 600", "0", { "601" } }, { "part", "a partition, 0 to 7", "", { "8", "" } },
        { "range", "FROM-TO in bytes of VRAM, multiples of 64K, such as 0x100000-0x200000", "",
          { "0x10000-0x10000", "0x20000-0x10000", "0x8000-0x10000", "0-0x18000", "0x10000", "-0x10000",
          "0-0x10000-", "0-", "0-0x1000000010000", "0x1000000000001-0x1000000010000" } },
        { "seconds", "seconds, 1 to 86400", "", { "0", "86401" } },
        { "hold", "seconds, 1 to 255", "4", { "0", "256" } },
        { "seed", "a number of 32 bits", "1", { "4294967296", "0x", "0xg", "0xG", "0x/", "0x:", "0x@", "0x`", "a",
          "1a", "1-" } },
        { "post_i2c", "addresses of devices on I2C, 0x08 to 0x77, separated by commas", "", { "", "0x07", "0x78",
          "0x48,", "0x48-0x49", ",0x48", "0x48;0x49" } },
        { "processors", "all or 1", "all", { "2", "" } },
        { "jobs", "cards at the same time, 1 to 8", "1", { "0", "9", "" } },
        { "way", "copy or shader", "copy", { "shaders" } },
        { "link", "the slot's lanes, x1, x2, x4, x8 or x16", "", { "", "x0", "x3", "x12", "x17", "x32", "16",
          "x16 x", "y8", "x-", "x" } },
        { "spread", "off or measured", "off", { "on" } },
        { "refresh", "milliseconds, 100 to 1000", "", { "99", "1001" } },
        { "expect", "the name of a board file: letters, digits, dots, dashes and underscores", "", { "", ".cfg",
          "a/b", "a:b", "a`", "a{", "a@", "a[", "a^", "a b", "a," } },
        { "script", "the name of a script of the prompt: letters, digits, dots, dashes and underscores", "", { "",
          ".", "\\a" } },
        /* clang-format on */
    };
    char allowed[256], usual[64];

    /* Each key has a row, and says what it takes, and what it is without a line (docs/rig.md). */
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct text what = text_in(allowed, sizeof(allowed)),
                    without = text_in(usual, sizeof(usual));
        unsigned key = 0;

        while (config_key(key) && strcmp(config_key(key), rows[i].key) != 0)
            key++;
        config_key_words(key, &what, &without);
        assert_strings(rows[i].allowed, allowed, rows[i].usual, usual);
    }
    assert_null(config_key(sizeof(rows) / sizeof(rows[0])));
    assert_string_equal("experiments", config_key_word(10, 4));
    assert_null(config_key_word(10, 5));

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (unsigned v = 0; v < 18 && rows[i].values[v]; v++) {
            char text[128], wanted[256];

            config = typed_defaults();
            snprintf(text, sizeof(text), "%s=%s", rows[i].key, rows[i].values[v]);
            snprintf(wanted, sizeof(wanted), "barecard.cfg line 1: %s: expected %s", text,
                     rows[i].allowed);
            if (parse(text) == OK)
                fail_msg("%s is taken", text);
            assert_string_equal(wanted, error);
        }
}

TEST(lines_are_cut_to_their_parts)
{
    static const char wanted[] =
        "barecard.cfg line 1: expected key=value in printable ASCII, value below 128 characters";
    char text[256];

    SETS(" \t menu\t=\t7 \r\n#\n \n", c.menu = 7);
    SETS("label=a=b", strcpy(c.label, "a=b"));
    SETS("# a comment\r\n\n suite = vm,vram.placement \r\nmenu=7\nheat=1",
         strcpy(c.suite, "vm,vram.placement"), c.menu = 7, c.heat = 1);
    config = typed_defaults();
    assert_pairs(ERR_CONFIG, parse("\xef\xbbmenu=7"), ERR_CONFIG, parse("label=\x7f"));
    assert_string_equal(wanted, error);
    assert_int_equal(ERR_CONFIG, parse("label=\x1f"));
    assert_string_equal(wanted, error);
    memset(text, 'a', sizeof(text));
    memcpy(text, "suite=", 6);
    text[6 + 127] = '\0';
    assert_pairs(OK, parse(text), 127, strlen(config.suite));
    text[6 + 127] = 'a';
    text[6 + 128] = '\0';
    assert_int_equal(ERR_CONFIG, parse(text));
    assert_string_equal(wanted, error);
    assert_int_equal(ERR_CONFIG, parse("a2345678901234567890123456789012=1"));
    assert_string_equal(wanted, error); /* a key of 32 letters; of 31 it is not known */
    assert_int_equal(ERR_CONFIG, parse("a234567890123456789012345678901=1"));
    expect_said(
        error,
        "a234567890123456789012345678901=1: unknown key; known are suite label report menu ");
}

TEST(bad_configuration_names_line_and_value)
{
    static const char *const rows[][2] = {
        { "suite=vm\ncolour=red", "barecard.cfg line 2: colour=red: unknown key" },
        { "risky=yes", "barecard.cfg line 1: risky=yes: expected 0 or 1" },
        { "\n\nmax_temp=200", "barecard.cfg line 3: max_temp=200: expected degrees C, 40 to 120" },
        { "just words", "barecard.cfg line 1: expected key=value" },
        { "\xff\xfem", "barecard.cfg is UTF-16 (\"Unicode\"): save it as UTF-8 or ANSI" },
        { "\xfe\xff", "barecard.cfg is UTF-16 (\"Unicode\"): save it as UTF-8 or ANSI" },
        { "device=\x01", "barecard.cfg line 1: expected key=value in printable ASCII" },
        { "\n\nmenu=1\n\nmenu=0", "barecard.cfg line 5: menu=0: line 3 has that key already" },
        { "range=0x1000000000000-0x1000000010001", "expected FROM-TO in bytes of VRAM" },
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct run_config before;

        memset(&config, 0, sizeof(config));
        config_defaults(&config);
        before = config;
        assert_int_equal(ERR_CONFIG, parse(rows[i][0]));
        expect_said(error, rows[i][1]);
        assert_memory_equal(&before, &config, sizeof(config));
    }
}

/* The meant word is named where it is close: at most two letters, one of a word of four or fewer. */
TEST(nearest_name_is_suggested)
{
    static const char *const rows[][2] = {
        /* clang-format off */
        { "vmm", "vm" }, { "defualt", "default" }, { "vram.quik", "vram.quick" },
        { "vram.placment", "vram.placement" }, { "al", "all" }, { "vmpte", "vm.pte" },
        { "defaultly", "default" }, { "defau", "default" }, { "vbios.imge", "vbios.image" },
        { "rate.bar", "rate.bar1" }, { "vram.temprature", "vram.temperature" }
        /* clang-format on */
    };
    char out[CONFIG_SUITE_MAX];

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const char *const meant = suite_suggestion(rows[i][0], &all_suites, out);

        assert_non_null(meant);
        assert_string_equal(rows[i][1], meant);
    }
    assert_null(suite_suggestion("q", &all_suites, out));
    assert_null(suite_suggestion("memory", &all_suites, out));
}

/* Three names of a made-up suite: the nearest, the first of equals, nothing as far away as the word is long. */
TEST(the_first_of_the_nearest_is_suggested)
{
    static const struct test_case rows[] = { { .name = "xyidq" },
                                             { .name = "yiq" },
                                             { .name = "kl.mn" } };
    static const struct test_group group = { rows, 3 };
    static const struct test_group *const groups[] = { &group };
    static const struct suite suite = { .groups = groups, .count = 1 };
    static const struct suite *const all[] = { &suite };
    static const struct suites suites = { all, 1 };
    static const char *const words[][2] = {
        { "yidq", "xyidq" }, /* a letter before it; yiq is as near */
        { "yq", "yiq" },      { "kl", "kl" }, { "klm", "kl" }, { "lmn", NULL }, { "kl.m", "kl.mn" },
        { "kk.mm", "kl.mn" }, { "zz", NULL }, { "zzz", NULL }, { "id", NULL },  { "idq", NULL },
    };
    char out[CONFIG_SUITE_MAX];

    for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        const char *const meant = suite_suggestion(words[i][0], &suites, out);

        if (!words[i][1] != !meant || (meant && strcmp(meant, words[i][1]) != 0))
            fail_msg("%s: %s", words[i][0], meant ? meant : "nothing");
    }
}

TEST(a_run_says_what_may_have_been_meant)
{
    static const char *const suites[] = { "id,vmm",
                                          "id,vmm,link" }; /* and not the comma after it */

    for (unsigned i = 0; i < 2; i++) {
        struct rig *const rig = rig_new();

        rig_run_suite(rig, suites[i]);
        expect_said(rig->tap,
                    "# verdict: " SAYS_INCOMPLETE ": no test is named vmm; did you mean vm?\n");
    }
}

/* The file on the stick shows every key, commented out, with a value that is allowed. */
TEST(shipped_file_shows_every_key)
{
    char known[CONFIG_ERROR_MAX], line[256], text[CONFIG_MAX_BYTES];
    FILE *const file = fopen("efi/barecard.cfg", "r");
    size_t used = 0;

    config_defaults(&config);
    assert_int_equal(ERR_CONFIG, config_parse(&config, "barecard.cfg", "x=y", 3, known));
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
