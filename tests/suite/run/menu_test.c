/* The menu before a run (suite/run/menu.c): lines, keys, the clock, and each choice's effect. */
#include "engines/text.h"
#include "suite/run/config.h"
#include "suite/run/menu.h"
#include "tests/kit/tests.h"

static struct run_config config;
static struct menu menu;

static const struct card_key cards[] = { { "0000:01:00.0", "1:2 3" }, { "0000:02:00.0", "1:2 3" },
                                         { "0000:03:00.0", "1:2 3" }, { "0000:04:00.0", "1:2 3" },
                                         { "0000:05:00.0", "1:2 3" }, { "0000:06:00.0", "1:2 3" },
                                         { "0000:07:00.0", "1:2 3" }, { "0000:08:00.0", "1:2 3" },
                                         { "0000:09:00.0", "1:2 3" } };

/* A line each: "NAME: ABOUT". */
static void expect_lines(const char *wanted)
{
    char said[2000] = "";

    for (unsigned i = 0; i < menu.scene.line_count; i++) {
        const size_t used = strlen(said);

        snprintf(said + used, sizeof(said) - used, "%s: %s\n", menu.scene.lines[i].name,
                 menu.scene.lines[i].about);
    }
    assert_string_equal(wanted, said);
}

#define RUNS                                                                                       \
    "Quick: all tests, memory once\n"                                                              \
    "Thorough: nine more memory tests, hours on a large card\n"                                    \
    "Memory only: chips, and how addresses reach them\n"                                           \
    "Loop: again and again until Esc, to burn in\n"                                                \
    "Look only: reads registers, writes none\n"                                                    \
    "Burn in: as Loop, the card warmed by copies of its own\n"                                     \
    "Prompt: read and write the card, line by line\n"
#define AS_SET_UP(suite) "As set up: barecard.cfg: suite=" suite "\n"

static void open_with(unsigned count)
{
    menu_open(&menu, &config, cards, count);
}

/* The file's value is a line of its own if it is not the default. */
TEST(a_configuration_that_says_something_comes_first)
{
    config_defaults(&config);
    open_with(1);
    expect_lines(RUNS);
    assert_pairs(true, menu.scene.has_keys, 5, menu.scene.seconds);
    for (unsigned second = 1; second <= 5; second++) /* the clock starts what is chosen */
        assert_int_equal(second == 5, menu_tick(&menu));

    snprintf(config.suite, sizeof(config.suite), "vm,id");
    config.menu = 60;
    open_with(0);
    expect_lines(AS_SET_UP("vm,id") RUNS);
    assert_int_equal(60, menu.scene.seconds);
    menu_apply(&menu, &config);
    assert_string_equal("vm,id", config.suite);

    config_defaults(&config);
    config.mode = MODE_PCI;
    open_with(1);
    expect_lines(AS_SET_UP("default") RUNS);
    config_defaults(&config);
    config.loop = 2;
    open_with(1);
    expect_lines(AS_SET_UP("default") RUNS);
    config_defaults(&config);
    config.has_until = true;
    open_with(1);
    expect_lines(AS_SET_UP("default") RUNS);
}

/* One card is no choice; of many there are as many lines as there is room for. */
TEST(each_of_several_cards_has_a_line)
{
    char wanted[2000];

    config_defaults(&config);
    for (unsigned count = 2; count <= sizeof(cards) / sizeof(cards[0]); count++) {
        unsigned lines = count < SCENE_CARDS ? count : SCENE_CARDS;

        lines = lines < SCENE_LINES - 7 ? lines : SCENE_LINES - 7;
        snprintf(wanted, sizeof(wanted), "%s", RUNS);
        for (unsigned i = 0; i < lines; i++) {
            const size_t used = strlen(wanted);

            snprintf(wanted + used, sizeof(wanted) - used,
                     "Card %u only: 1:2 at %.12s: all tests, memory once\n", i + 1, cards[i].at);
        }
        open_with(count);
        expect_lines(wanted);
        for (unsigned i = 0; i < lines; i++) { /* and is the card that it names */
            struct run_config chosen = config;

            while (menu.scene.line != 7 + i)
                menu_press(&menu, KEY_DOWN);
            menu_apply(&menu, &chosen);
            assert_string_equal(cards[i].at, chosen.card);
        }
    }
}

/* Up and down go line by line and end where the lines end; digits choose by number. */
TEST(keys_choose_a_line)
{
    /* clang-format off */
    static const struct { int key; unsigned line; } keys[] = {
        { KEY_UP, 0 }, { KEY_DOWN, 1 }, { KEY_DOWN, 2 }, { KEY_UP, 1 }, { KEY_UP, 0 }, { KEY_UP, 0 }, { '7', 6 },
        { KEY_DOWN, 6 }, { '1', 0 }, { '0', 0 }, { '8', 0 }, { '3', 2 }, { '9', 2 }, { ':', 2 }, { '/', 2 },
        { 'x', 2 }, { '2', 1 }, { '4', 3 }, { '5', 4 }, { KEY_DOWN, 5 } };
    /* clang-format on */

    config_defaults(&config);
    open_with(1);
    for (unsigned i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        assert_false(menu_press(&menu, keys[i].key));
        assert_int_equal(keys[i].line, menu.scene.line);
    }
    assert_true(menu_press(&menu, KEY_ENTER));
    assert_int_equal(5, menu.scene.line);

    open_with(8);
    menu_press(&menu, '9'); /* the ninth line is the second card's */
    assert_int_equal(8, menu.scene.line);
    menu_press(&menu, ':'); /* no key has the tenth */
    assert_int_equal(8, menu.scene.line);
}

/* A choice names the whole run; the file's other keys stay. */
TEST(each_choice_says_what_is_run)
{
    static const struct {
        const char *line, *suite;
        unsigned mode;
        uint32_t loop;
        unsigned heat, heat_of_file;
    } rows[] = { { "Quick", "default", MODE_TEST, 1, 0, 0 },
                 { "Thorough", "all", MODE_TEST, 1, 0, 0 },
                 { "Memory only",
                   "id,link,window,vram.placement,vram.size,vram.temperature,vram.quick", MODE_TEST,
                   1, 0, 0 },
                 { "Loop", "default", MODE_TEST, LOOP_FOREVER, 0, 0 },
                 { "Loop", "default", MODE_TEST, LOOP_FOREVER, 7, 7 },
                 { "Look only", "default", MODE_PROBE, 1, 0, 0 },
                 { "Burn in", "default", MODE_TEST, LOOP_FOREVER, 20, 0 },
                 { "Burn in", "default", MODE_TEST, LOOP_FOREVER, 7, 7 },
                 { "Prompt", "default", MODE_PROMPT, 1, 0, 0 },
                 { "Card 1 only", "default", MODE_TEST, 1, 0, 0 },
                 { "Card 2 only", "default", MODE_TEST, 1, 0, 0 } };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        config_defaults(&config);
        snprintf(config.suite, sizeof(config.suite), "vm");
        config.mode = MODE_PCI;
        config.loop = 9;
        config.has_until = true;
        config.heat = (uint16_t)rows[i].heat_of_file;
        snprintf(config.card, sizeof(config.card), "0000:09:00.0");
        open_with(2);
        while (strcmp(menu.scene.lines[menu.scene.line].name, rows[i].line) != 0)
            menu_press(&menu, KEY_DOWN);
        menu_apply(&menu, &config);
        assert_string_equal(rows[i].suite, config.suite);
        assert_pairs(rows[i].mode, config.mode, rows[i].loop, config.loop, rows[i].heat,
                     config.heat);
        assert_false(config.has_until);
        assert_string_equal(rows[i].line[0] != 'C'   ? "0000:09:00.0"
                            : rows[i].line[5] == '1' ? "0000:01:00.0"
                                                     : "0000:02:00.0",
                            config.card);
    }
}
