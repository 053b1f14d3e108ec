/* The screen of a run with bad memory: the picture of the chips, the words that were read, how many checks failed. A
 * G84 of 2 MiB: two partitions of two chips, each of 32 data lines (board.md §1.3). */
#include "suite/report/layout.h"
#include "tests/kit/bus_tap.h"
#include "tests/kit/tests.h"
#include "tests/suite/run_rig.h"

#define CHIP_ROW 12 /* of partition 0; the next one is below */

static struct rig *run_with(const char *defects, const char *suite)
{
    struct rig *const rig = rig_new();

    rig->card.defects = defects;
    rig_run_suite(rig, suite);
    return rig;
}

static void expect_cells(const struct screen *screen, unsigned row, unsigned column,
                         const char *text, enum screen_colour colour)
{
    for (unsigned i = 0; text[i]; i++) {
        const struct screen_cell cell = screen->cells[row][column + i];

        if (cell.character != text[i] || cell.colour != colour)
            fail_msg("row %u, column %u: '%c' in colour %u, expected '%c' in %u", row, column + i,
                     cell.character, cell.colour, text[i], colour);
    }
}

/* board.md §2.3: chips are named by partition and half. */
TEST(the_bad_chip_is_red)
{
    struct rig *const rig = run_with("vram-stuck:partition=1,bit=37", "vram.quick");

    expect_cells(&rig->screen, CHIP_ROW, 1, "[A0 ok]", SCREEN_GOOD);
    expect_cells(&rig->screen, CHIP_ROW, 9, "[A1 ok]", SCREEN_GOOD);
    expect_cells(&rig->screen, CHIP_ROW + 1, 1, "[B0 ok]", SCREEN_GOOD);
    expect_cells(&rig->screen, CHIP_ROW + 1, 9, "[B1 BAD]", SCREEN_BAD);
    expect_cells(&rig->screen, 8, 1, "Chip B1: bit 37 stuck at 0 ", SCREEN_FAIL);
}

/* A bit of a chip is stuck, and half of the memory is not there besides: errors that the stuck lanes hide in the upper
 * half are no reason to take the other chips for bad. */
TEST(a_stuck_bit_in_a_card_that_is_too_small)
{
    struct rig *const rig = run_with("vram-size+vram-stuck:partition=0,bit=37", "vram.quick");

    expect_cells(&rig->screen, CHIP_ROW, 1, "[A0 WRONG]", SCREEN_WARN);
    expect_cells(&rig->screen, CHIP_ROW, 12, "[A1 BAD]", SCREEN_BAD);
    expect_cells(&rig->screen, CHIP_ROW + 1, 1, "[B0 WRONG]", SCREEN_WARN);
}

/* Where the verdict rests on shader cores, they stand in place of the chips: a G84 has two TPCs of two multiprocessors
 * (tesla-mmio.md §2.1), of which the last is broken. */
TEST(the_bad_core_is_red)
{
    struct rig *const rig = run_with("shader-adder", "shader.integer");

    expect_cells(&rig->screen, CHIP_ROW, 1, "[TPC 0: ok ok]", SCREEN_GOOD);
    expect_cells(&rig->screen, CHIP_ROW, 16, "[TPC 1: ok BAD]", SCREEN_BAD);
    expect_cells(&rig->screen, 8, 1, "TPC 1, MP 1: integers wrong", SCREEN_FAIL);
}

/* Half of the memory is not there, which is no chip's fault; words were wrong all the same. */
TEST(chips_with_wrong_words_are_yellow)
{
    struct rig *const rig = run_with("vram-size", "vram.quick");

    expect_cells(&rig->screen, CHIP_ROW, 1, "[A0 WRONG]", SCREEN_WARN);
    expect_cells(&rig->screen, CHIP_ROW + 1, 12, "[B1 WRONG]", SCREEN_WARN);
}

TEST(good_memory_is_shown_as_good)
{
    struct rig *const rig = run_with(NULL, "vram.quick");

    expect_cells(&rig->screen, CHIP_ROW, 1, "[A0 ok]", SCREEN_GOOD);
    expect_cells(&rig->screen, CHIP_ROW + 1, 9, "[B1 ok]", SCREEN_GOOD);
    expect_said(rig->tap, "ok 1 - vram.quick");
    assert_null(strstr(rig->tap, "chips A0"));
}

/* Partition 1 begins at 0x100. The first words name their addresses, and that of 0x118 is the first with bit 37,
 * which reads 0. */
TEST(the_first_wrong_word_is_shown)
{
    struct rig *const rig = run_with("vram-stuck:partition=1,bit=37", "vram.quick");

    expect_said(rig->tap, "expected: \"0xd073f76c6d587752 at VRAM 0x118\"\n");
    expect_said(rig->tap, "actual: \"0xd073f74c6d587752\"\n");
    expect_said(rig->tap, "# chips A0=0 A1=0\n");
    expect_said(rig->tap, "# chips B0=0 B1=");
}

static struct screen running; /* as it was last drawn while the memory was tested */

static void keep_running(void *opaque, const struct scene *scene, bool now)
{
    if (scene->state == STATE_RUNNING && scene->test && strcmp(scene->test, "vram.quick") == 0)
        layout_draw(&running, scene);
}

static bool shows(const struct screen *screen, const char *text)
{
    for (unsigned row = 0; row < SCREEN_ROWS; row++) {
        char line[SCREEN_COLUMNS + 1] = "";

        for (unsigned column = 0; column < SCREEN_COLUMNS; column++)
            line[column] = screen->cells[row][column].character;
        if (strstr(line, text))
            return true;
    }
    return false;
}

/* Who watches a memory test sees its chips, not only who reads the verdict. */
TEST(chips_are_shown_while_they_are_tested)
{
    struct rig *const rig = rig_new();

    rig->sinks.show = keep_running;
    rig_run_suite(rig, "vram.quick");
    assert_pairs(true, shows(&running, "vram.quick"), true, shows(&running, "[A0"), true,
                 shows(&running, "[A1"), true, shows(&running, "[B0"), true,
                 shows(&running, "[B1"));
}

/* One failure is the line itself; from two on the count is said. */
TEST(failed_checks_are_counted)
{
    struct rig *rig = run_with("pmc-scratch-stuck", "link.scratch");

    expect_said(rig->tap, "not ok 1 - link.scratch: G84");
    assert_null(strstr(rig->tap, "failures:"));
    assert_null(strstr(rig->records, "\"failures\""));
    rig_free(rig);
    rig = run_with("vm-type-override-ignored", "vm.dmaobj.type");
    expect_said(rig->tap, "  failures: 2\n  ...\n");
    expect_said(rig->records, "\"failures\":2");
}

/* The bus of a run, where a word of a copy that holds addresses changes on its way, each time. Only the pass over
 * addresses compares two blocks; the marches compare with one word. */
static struct bus_tap wire;

static size_t other_than_sent(struct bus *bus, const uint64_t *words, const uint64_t *expected,
                              size_t size)
{
    ((uint64_t *)words)[1] ^= UINT64_C(1) << 20;
    return wire.real->find_difference(bus, words, expected, size);
}

static void disturb_copies(struct rig *rig)
{
    struct bus *const bus = host_bus(rig->host);

    bus_tap(&wire, bus);
    wire.ops.find_difference = other_than_sent;
}

TEST(the_pass_over_addresses_compares)
{
    struct rig *const rig = rig_new();

    rig_suite(rig, "vram.quick");
    rig->prepare = disturb_copies;
    rig_run(rig);
    expect_said(rig->tap, "not ok 1 - vram.quick: G84");
}

/* The title leaves a blank before the report's state, and ends in dots; the keys of the last line have blanks between
 * them as long as all of them fit into 79 columns. */
TEST(lines_that_are_too_long_are_cut)
{
    static struct screen screen;
    char machine[121], label[80];
    struct scene scene = { .version = "1", .saved = "saved", .machine = machine, .key_count = 1 };

    memset(machine, 'm', sizeof(machine) - 1);
    machine[sizeof(machine) - 1] = '\0';
    for (unsigned letters = 75; letters <= 76; letters++) {
        memset(label, 'k', letters);
        label[letters] = '\0';
        scene.keys[0].key = "F";
        scene.keys[0].label = label;
        layout_draw(&screen, &scene);
        expect_cells(&screen, 0, 70, "... saved", SCREEN_TITLE);
        expect_cells(&screen, 24, 1, letters == 75 ? "[F] k" : "[F]kk", SCREEN_NORMAL);
        expect_cells(&screen, 24, 79, "k", SCREEN_NORMAL);
    }
}

/* A question that is longer than its rows ends in dots, in the last column but one. */
TEST(a_question_that_is_too_long_is_cut)
{
    static struct screen screen;
    char question[2001];
    const struct scene scene = { .question = question, .typed = "y" };
    unsigned last = 0;

    for (unsigned i = 0; i < sizeof(question) - 1; i++)
        question[i] = i % 5 == 4 ? ' ' : 'q';
    question[sizeof(question) - 1] = '\0';
    layout_draw(&screen, &scene);
    for (unsigned row = 0; row < SCREEN_ROWS; row++)
        if (screen.cells[row][1].character == 'q')
            last = row;
    assert_in_range(last, 1, SCREEN_ROWS - 2);
    assert_int_equal(7, last);
    expect_cells(&screen, last, 76, "...", SCREEN_NORMAL);
}
