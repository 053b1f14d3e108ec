/* Board files: which lines are allowed, which product is a card's, which values count as expected (docs/station.md). */
#include "suite/kit/expect.h"
#include "suite/kit/neighbours.h"
#include "suite/run/board_file.h"
#include "tests/kit/bench.h"

static struct expectations expected;
static char error[EXPECT_ERROR_MAX];

static enum err parse(const char *text)
{
    error[0] = '\0';
    return expect_parse(&expected, "board.cfg", text, strlen(text), error);
}

static void expect_refused(const char *text, const char *words)
{
    assert_int_equal(ERR_CONFIG, parse(text));
    if (!strstr(error, words))
        fail_msg("%s: \"%s\", expected \"%s\"", text, error, words);
}

/* "A broken file is an error with line and what is allowed." */
TEST(a_broken_file_is_an_error_with_its_line_and_what_is_allowed)
{
    /* clang-format off */
    static const struct { const char *text, *error; } rows[] = {
        { "chipset=g84\nmemory", "board.cfg line 2: expected key=value" },
        { "memory=much", "board.cfg line 1: memory=much: expected a number, or LOW-HIGH" },
        { "memory=9-5", "board.cfg line 1: memory=9-5: expected a number, or LOW-HIGH" },
        { "memory=-", "board.cfg line 1: memory=-: expected a number" },
        { "memory=1-2-3", "board.cfg line 1: memory=1-2-3: expected a number" },
        { "memory=0x1000000000001", "board.cfg line 1: memory=0x1000000000001: expected a number" },
        { "device=g84", "board.cfg line 1: device=g84: expected a number, 0x" },
        { "subsystem=1462-0910", "expected two numbers of four hexadecimal digits such as 1462:0910" },
        { "subsystem=1462:09100", "expected two numbers of four hexadecimal digits" },
        { "vbios=12345678901234567890123456789012", "expected 1 to 31 characters" },
        { "subsystem=1462:091", "expected two numbers" }, { "subsystem=146g:0910", "expected two numbers" },
        { "subsystem=146/:0910", "expected two numbers" }, { "subsystem=146A:0910", "expected two numbers" },
        { "vbios=", "board.cfg line 1: " }, { "memory=-1-2", "expected a number, or LOW-HIGH" },
        { "memory=1-x", "expected a number, or LOW-HIGH" }, { "memory=1 2", "expected a number, or LOW-HIGH" },
        { "match=g84,12345678901234567890123456789012", "longer than 31 characters" },
        { "match=g84,\n", "board.cfg line 1: match=: expected a subsystem such as 1462:0910" },
        { "colour=red", "board.cfg line 1: unknown key colour; known are match chipset device" },
        { "fan=1\n\nfan=2", "board.cfg line 3: fan=2: line 1 has that key already" },
        { "fan=1\nmatch=g84\nfan=2", "board.cfg line 3: fan=2: line 1 has that key already" },
        { "match=a,b,c,d\n", "board.cfg line 1: match=: more than 3 words" },
        { "match=0x\n", "board.cfg line 1: match=0x: expected a subsystem such as 1462:0910" },
        { "# nothing\n", "board.cfg: expects nothing" },
    };
    /* clang-format on */

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        expect_refused(rows[i].text, rows[i].error);
}

/* The limits of a file: 32 products, 512 lines with values, 16384 bytes; one more is said. */
TEST(a_file_beyond_its_limits_is_an_error)
{
    static const char sixteen[] = "device=1\nboot_0=1\nmemory=1\npartitions=1\nvbios_crc=1\nlink_"
                                  "width=1\nlink_speed=1\nchips=1\n"
                                  "straps=1\ntpcs=1\nclock_core=1\nclock_shaders=1\nclock_memory="
                                  "1\nlevel=1\nvoltage=1\nfan=1\n";
    static char text[EXPECT_MAX_BYTES + 64];
    size_t used = 0;

    for (unsigned i = 0; i < EXPECT_PRODUCTS_MAX; i++)
        used += (size_t)snprintf(text + used, sizeof(text) - used, "match=g84\nfan=1\n");
    assert_pairs(OK, parse(text), EXPECT_PRODUCTS_MAX, expected.products);
    snprintf(text + used, sizeof(text) - used, "match=g84\n");
    expect_refused(text, "board.cfg line 65: more than 32 products");
    used = 0;
    for (unsigned i = 0; i < EXPECT_PRODUCTS_MAX; i++)
        used += (size_t)snprintf(text + used, sizeof(text) - used, "match=a\n%s", sixteen);
    assert_pairs(OK, parse(text), EXPECT_ROWS_MAX, expected.rows);
    snprintf(text + used, sizeof(text) - used, "chipset=g84");
    expect_refused(text, "board.cfg line 545: more than 512 lines with values");
    memset(text, '#', EXPECT_MAX_BYTES + 1);
    expect_refused(text, "board.cfg: 16385 bytes, at most 16384 are read");
}

static bool fits(const char *line, const struct facts *facts)
{
    assert_int_equal(OK, parse(line));
    return expect_fits(&expected.row[0], &facts->of[expected.row[0].fact]);
}

/* "A number may also be LOW-HIGH, LOW- or -HIGH": each end is within. */
TEST(a_value_is_within_its_limits_ends_included)
{
    static const char *const fans[] = { "fan=1200",      "fan=1200-1300", "fan=1100-1200",
                                        "fan=1200-",     "fan=-1200", /* the others are not */
                                        "fan=1201-1300", "fan=1100-1199", "fan=1201-",
                                        "fan=-1199" };
    struct facts facts = { 0 };

    assert_false(fits("fan=-9999", &facts)); /* nothing was read */
    fact_number(&facts, FACT_FAN, 1200);
    for (unsigned i = 0; i < sizeof(fans) / sizeof(fans[0]); i++)
        assert_int_equal(i < 5, fits(fans[i], &facts));
    fact_word(&facts, FACT_VBIOS, "60.84.41.00.07");
    assert_true(fits("vbios = 60.84.41.00.07 # as sold", &facts));
    assert_false(fits("vbios=60.84.41.00.0", &facts));
    fact_number(&facts, FACT_SUBSYSTEM, 0x14620910);
    assert_true(fits("subsystem=1462:0910", &facts));
    assert_false(fits("subsystem=0910:1462", &facts));
}

/* "512 MiB", "800 to 1200 turns a minute": the unit stands once, after the last number. */
TEST(what_is_expected_is_said)
{
    static const char *const rows[][2] = {
        /* clang-format off */
        { "memory=512", "512 MiB" }, { "fan=800-1200", "800 to 1200 turns a minute" },
        { "fan=-1200", "up to 1200 turns a minute" },
        { "fan=1200-", "1200 turns a minute or more" }, { "fan=0-", "0 turns a minute or more" },
        { "fan=0-0", "0 turns a minute" }, { "straps=0x1A-0x2b", "0x1a to 0x2b" },
        { "chipset=g84", "g84" }, { "subsystem=1462:09fa", "1462:09fa" },
        /* clang-format on */
        { "vbios=1234567890123456789012345678901", "1234567890123456789012345678901" },
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char words[100];
        struct text text = text_in(words, sizeof(words));

        assert_int_equal(OK, parse(rows[i][0]));
        expect_row_words(&text, &expected.row[0]);
        assert_string_equal(rows[i][1], words);
    }
}

/* "The first product whose match= fits"; lines before the first match= hold for all. */
TEST(the_first_product_that_fits_is_the_cards)
{
    struct facts facts = { 0 };
    static const char text[] =
        "wrong_words=0\nmatch=1462:0910,0x402\nmemory=512\nmatch=g84\nmemory=256\n";

    fact_word(&facts, FACT_CHIPSET, "g84");
    fact_number(&facts, FACT_DEVICE, 0x402);
    fact_number(&facts, FACT_SUBSYSTEM, 0x14620911);
    assert_pairs(OK, parse(text), 1, expect_product(&expected, &facts));
    fact_number(&facts, FACT_SUBSYSTEM, 0x14620910);
    assert_int_equal(0, expect_product(&expected, &facts));
    fact_word(&facts, FACT_CHIPSET, "g86");
    fact_number(&facts, FACT_DEVICE, 0x400);
    assert_int_equal(2, expect_product(&expected, &facts)); /* none */
    assert_true(expect_is_of(&expected, 0, 0) && expect_is_of(&expected, 0, 1));
    assert_true(expect_is_of(&expected, 1, 0) && !expect_is_of(&expected, 1, 1));
}

/* "The one whose sensors, rates or retries stand apart is named": of three equal cards at least, by more than the others
 * differ, a fifth, and 5; in whatever order they are tested. */
TEST(one_card_of_equal_ones_stands_apart)
{
    static const struct {
        uint64_t fans[3];
        int odd; /* which one; below 0: none */
    } rows[] = {
        { { 1500, 1490, 0 }, 2 },    { { 1500, 1490, 1480 }, -1 }, { { 1500, 1490, 1800 }, -1 },
        { { 1500, 1490, 1801 }, 2 }, { { 1500, 1000, 1900 }, 1 },  { { 1500, 1000, 2001 }, 2 },
        { { 0, 0, 4 }, -1 },         { { 0, 0, 5 }, 2 },           { { 0, 1490, 1495 }, 0 },
        { { 1490, 2000, 1495 }, 1 }, { { 40, 40, 40 }, -1 },       { { 2000, 1000, 1500 }, -1 },
        { { 2001, 1000, 1500 }, 0 },
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct neighbours all = { 0 };
        struct apart apart = { 0 };

        for (unsigned n = 0; n < 3; n++) {
            assert_false(neighbours_apart(&all, &apart)); /* two prove nothing */
            neighbours_add(&all, n, rows[i].fans[n]);
        }
        assert_int_equal(rows[i].odd >= 0, neighbours_apart(&all, &apart));
        if (rows[i].odd < 0)
            continue;
        const unsigned odd = (unsigned)rows[i].odd;
        const uint64_t a = rows[i].fans[(odd + 1) % 3], b = rows[i].fans[(odd + 2) % 3];
        char wanted[100], words[100];
        struct text text = text_in(words, sizeof(words));

        neighbours_words(&text, FACT_FAN, &apart);
        snprintf(wanted, sizeof(wanted),
                 a == b ? "fan %u turns a minute, its neighbours %u"
                        : "fan %u turns a minute, its neighbours %u to %u",
                 (unsigned)rows[i].fans[odd], (unsigned)(a < b ? a : b), (unsigned)(a < b ? b : a));
        assert_string_equal(wanted, words);
        assert_int_equal(odd, apart.card);
    }
}

/* Equal: device, subsystem, memory and partitions alike; values that a card does not state are not counted. */
TEST(cards_of_another_product_are_no_neighbours)
{
    static const uint8_t same[] = { FACT_DEVICE, FACT_SUBSYSTEM, FACT_MEMORY, FACT_PARTITIONS };
    struct facts a = { 0 }, b;

    assert_false(neighbours_equal(&a, &a));
    fact_number(&a, FACT_DEVICE, 0x402);
    fact_number(&a, FACT_FAN, 1500);
    fact_number(&a, FACT_LEVEL, 3);
    assert_true(neighbours_equal(&a, &a));
    for (unsigned i = 0; i < sizeof(same); i++) {
        b = a;
        fact_number(&b, (enum fact)same[i], 1);
        assert_false(neighbours_equal(&a, &b));
    }
    assert_true(neighbours_count(FACT_FAN, &a.of[FACT_FAN]));
    assert_false(neighbours_count(FACT_LEVEL, &a.of[FACT_LEVEL]));
    assert_false(neighbours_count(FACT_RATE, &a.of[FACT_RATE]));
}

/* ---- a card that is held against its file ---- */

static struct facts facts;
static struct board_table board;
static char said[2048];

static void say(struct test *t, const char *line)
{
    const size_t used = strlen(said);

    snprintf(said + used, sizeof(said) - used, "%s|", line);
}

/* The row of the runner: its result, and its words, a sentence or a note; null: whatever they are. */
static void hold(const char *text, enum test_result result, const char *words)
{
    static const struct chip chip = { .name = "g84", .title = "G84" };
    static struct bench bench;
    struct test t = { .card = &bench.card, .facts = &facts, .board_file = &expected, .say = say };

    said[0] = '\0';
    bench_open(&bench, &chip);
    bench.card.pci.device = 0x402;
    assert_int_equal(OK, parse(text));
    board_file_row.run(&t);
    if (words)
        assert_string_equal(words, result == TEST_PASS ? t.note : t.sentence);
    assert_pairs(result, t.result, result == TEST_FAIL ? CAUSE_NOT_EXPECTED : CAUSE_NONE,
                 t.finding.cause);
    board = t.board;
}

/* "What differs fails the card, and the sentence says both values"; "a value whose test did not run makes the card
 * INCOMPLETE", and one "whose test has run and found nothing differs". */
TEST(what_differs_fails_the_card)
{
    memset(&facts, 0, sizeof(facts));
    fact_word(&facts, FACT_CHIPSET, "g84");
    fact_number(&facts, FACT_SUBSYSTEM, 0x14620910);
    fact_number(&facts, FACT_MEMORY, 256);
    fact_number(&facts, FACT_CHIPS, 4);
    facts.of[FACT_FAN].state = FACT_ABSENT;

    hold("memory=256\nchips=1-4\n", TEST_PASS, "2 values are as board.cfg expects them");
    assert_pairs(2, board.compared, 0, board.differing, 2, board.count, false,
                 board.rows[1].differs);
    assert_strings("board.cfg", board.file, "chips", board.rows[1].name, "1 to 4",
                   board.rows[1].expected, "4", board.rows[1].found);
#define FAN "fan nothing, 900 turns a minute or more expected"
    hold("memory=512\nchips=4\nfan=900-\nvbios=1\n", TEST_FAIL,
         "G84 is not the expected board: memory 256 MiB, 512 MiB expected; " FAN);
    assert_string_equal("board.cfg line 1: memory 256 MiB, 512 MiB expected|"
                        "board.cfg line 3: " FAN "|",
                        said);
    assert_pairs(3, board.compared, 2, board.differing, 3, board.count, true, board.rows[0].differs,
                 false, board.rows[1].differs, true, board.rows[2].differs);
    hold("vbios=1\nmemory=256\n", TEST_SKIP,
         "board.cfg line 1: vbios was read by none of the tests that were run");
    assert_pairs(1, board.compared, 1, board.count);
    hold("match=g86\nmemory=512\nmatch=g84\nmemory=256\n", TEST_PASS,
         "1 values are as board.cfg expects them");
    hold("match=g86\nmemory=256\n", TEST_FAIL,
         "G84 is not the expected board: no match= of board.cfg fits g84, device 0x0402, "
         "subsystem 1462:0910");
    assert_int_equal(0, board.compared);
}

/* A screen has ten values: those that differ come first, and those as expected have the room that is left. */
TEST(ten_values_are_shown)
{
    static const enum fact numbers[12] = { FACT_MEMORY,       FACT_LINK_WIDTH, FACT_LINK_SPEED,
                                           FACT_CHIPS,        FACT_CLOCK_CORE, FACT_CLOCK_SHADERS,
                                           FACT_CLOCK_MEMORY, FACT_LEVEL,      FACT_VOLTAGE,
                                           FACT_SENSORS,      FACT_MONITORS,   FACT_WRONG_WORDS };
    static const unsigned rows[][3] = {
        { 2, 10, 0 }, { 1, 11, 0 }, { 3, 9, 1 }, { 11, 1, 9 }, { 12, 0, 10 }
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const unsigned good = rows[i][0], wrong = rows[i][1], good_shown = rows[i][2];
        char text[512] = "";

        for (unsigned n = 0; n < good + wrong; n++) {
            const size_t used = strlen(text);

            fact_number(&facts, numbers[n], 1);
            snprintf(text + used, sizeof(text) - used, "%s=%u\n", fact_name(numbers[n]),
                     n < good ? 1 : 2);
        }
        hold(text, wrong ? TEST_FAIL : TEST_PASS, NULL);
        assert_pairs(good + wrong, board.compared, wrong, board.differing, 10, board.count);
        for (unsigned n = 0; n < 10; n++)
            assert_int_equal(n >= good_shown, board.rows[n].differs);
    }
}
