/* tests/efi/dialog_test.c: the output to a person at the rig, and the keys: the text console (efi/display.h), the drawn
 * screen (efi/painter.h, efi/monitor.h), the label (efi/label.h), the verdict's keys (efi/dialog.h), and where the
 * report is kept (efi/archive.h). */
#include "efi/archive.h"
#include "efi/dialog.h"
#include "efi/label.h"
#include "tests/efi/uefi/com1.h"
#include "tests/efi/uefi/volume.h"

static EFI_LOADED_IMAGE_PROTOCOL loaded;

/* ---- a text console -------------------------------------------------------------------------- */

#define COLUMNS 100
#define ROWS    31

static struct {
    SIMPLE_TEXT_OUTPUT_INTERFACE output;
    SIMPLE_TEXT_OUTPUT_MODE mode;
    EFI_STATUS set_status;
    UINTN columns, rows, at_column, at_row, attribute;
    char text[ROWS][COLUMNS];
    uint8_t colours[ROWS][COLUMNS];
    unsigned modes, clears, calls, cursor_off;
    char lines[256]; /* text written as whole lines */
} console;

CONSOLE_SERVICE(set_attribute, console.attribute = attribute, UINTN attribute)
CONSOLE_SERVICE(clear_screen, console.clears++)
CONSOLE_SERVICE(enable_cursor, console.cursor_off += !visible, BOOLEAN visible)

static EFI_STATUS EFIAPI set_mode(SIMPLE_TEXT_OUTPUT_INTERFACE *self, UINTN mode)
{
    assert_int_equal(0, mode);
    console.modes++;
    return console.set_status;
}

static EFI_STATUS EFIAPI query_mode(SIMPLE_TEXT_OUTPUT_INTERFACE *self, UINTN mode, UINTN *columns,
                                    UINTN *rows)
{
    assert_int_equal(3, mode);
    *columns = console.columns;
    *rows = console.rows;
    return console.columns ? EFI_SUCCESS : EFI_UNSUPPORTED;
}

static EFI_STATUS EFIAPI set_position(SIMPLE_TEXT_OUTPUT_INTERFACE *self, UINTN column, UINTN row)
{
    assert_true(column < console.columns && row < console.rows);
    console.at_column = column;
    console.at_row = row;
    return EFI_SUCCESS;
}

/* Writing the last cell would scroll. */
static EFI_STATUS EFIAPI output_string(SIMPLE_TEXT_OUTPUT_INTERFACE *self, CHAR16 *text)
{
    console.calls++;
    for (; *text; text++) {
        if (*text == '\r' || *text == '\n' || console.lines[0]) {
            const size_t used = strlen(console.lines);

            console.lines[used] = (char)*text;
            continue;
        }
        assert_true(console.at_column < console.columns);
        assert_false(console.at_row + 1 == console.rows &&
                     console.at_column + 1 == console.columns);
        console.text[console.at_row][console.at_column] = (char)*text;
        console.colours[console.at_row][console.at_column++] = (uint8_t)console.attribute;
    }
    return EFI_SUCCESS;
}

static void open_console(UINTN columns, UINTN rows)
{
    memset(&console, 0, sizeof(console));
    memset(console.text, ' ', sizeof(console.text));
    memset(console.colours, 7, sizeof(console.colours));
    console.columns = columns;
    console.rows = rows;
    console.mode.Mode = 3;
    /* clang-format off */
    console.output = (SIMPLE_TEXT_OUTPUT_INTERFACE){
        .SetAttribute = set_attribute, .SetMode = set_mode, .ClearScreen = clear_screen, .QueryMode = query_mode, .EnableCursor = enable_cursor,
        .SetCursorPosition = set_position, .OutputString = output_string, .Mode = &console.mode };
    /* clang-format on */
}

FIXTURE(begin)
{
    com1_begin(state);
    open_console(80, 25);
    loaded = (EFI_LOADED_IMAGE_PROTOCOL){ .DeviceHandle = VOLUME };
    machine_offer(IMAGE, &loaded_guid, &loaded);
}

static struct display display;
static struct screen screen;

static void put(unsigned row, unsigned column, const char *text, enum screen_colour colour)
{
    for (; *text; text++, column++)
        screen.cells[row][column] = (struct screen_cell){ *text, (uint8_t)colour };
}

static void clear(void)
{
    for (unsigned row = 0; row < SCREEN_ROWS; row++)
        for (unsigned column = 0; column < SCREEN_COLUMNS; column++)
            screen.cells[row][column] = (struct screen_cell){ ' ', SCREEN_NORMAL };
}

/* The console shows the screen's text, where it has room. */
static void expect_same(unsigned columns, unsigned rows)
{
    for (unsigned row = 0; row < rows; row++)
        for (unsigned column = 0; column < columns; column++)
            if (console.text[row][column] != screen.cells[row][column].character &&
                !(row + 1 == console.rows && column + 1 == console.columns))
                fail_msg("row %u, column %u: '%c', not '%c'", row, column,
                         console.text[row][column], screen.cells[row][column].character);
}

/* Only changed cells are written, neighbours in one call. */
TEST(changes_alone_are_written, begin, machine_down)
{
    display_open(&display, &console.output, false);
    clear();
    put(3, 10, "hello", SCREEN_NORMAL);
    display_show(&display, &screen);
    assert_int_equal(1, console.calls);
    display_show(&display, &screen);
    assert_int_equal(1, console.calls);
    put(3, 11, "u", SCREEN_NORMAL);
    put(3, 15, "u", SCREEN_NORMAL); /* three cells between cost less than a call */
    display_show(&display, &screen);
    assert_int_equal(2, console.calls);
    put(3, 11, "v", SCREEN_NORMAL);
    put(3, 16, "v", SCREEN_NORMAL);
    put(4, 0, "w", SCREEN_NORMAL);
    display_show(&display, &screen);
    assert_int_equal(5, console.calls);
    put(3, 12, "x", SCREEN_GOOD); /* a colour ends a run */
    put(3, 13, "y", SCREEN_BAD);
    display_show(&display, &screen);
    assert_int_equal(7, console.calls);
    expect_same(80, 25);
    put(3, 12, "\x01\x1f ~\x7f\xe4", SCREEN_GOOD);
    display_show(&display, &screen);
    assert_memory_equal("?? ~??", &console.text[3][12], 6);
}

/* "The same things stand in 80 by 25 characters". UEFI 2.10 §12.4: mode 0 is 80 by 25; setting one clears. */
TEST(consoles_of_any_size_are_filled, begin, machine_down)
{
    /* clang-format off */
    static const struct { unsigned columns, rows; bool drawn, refuses; } sizes[] = {
        { 80, 25, false, true }, { 100, 31, true, false }, { 80, 31, true, true },
        { 100, 25, false, false }, { 40, 10, false, true }
    };
    /* clang-format on */

    for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        const unsigned columns = sizes[i].columns < 80 ? sizes[i].columns : 80;

        open_console(sizes[i].columns, sizes[i].rows);
        console.set_status = sizes[i].refuses ? EFI_UNSUPPORTED : EFI_SUCCESS;
        display_open(&display, &console.output, sizes[i].drawn);
        assert_pairs(!sizes[i].drawn, console.modes, !sizes[i].drawn && sizes[i].refuses,
                     console.clears, 1, console.cursor_off, 7, console.attribute);
        for (unsigned row = 0; row < SCREEN_ROWS; row++)
            for (unsigned column = 0; column < SCREEN_COLUMNS; column++)
                screen.cells[row][column].character = (char)('a' + (3 * row + column) % 26);
        display_show(&display, &screen);
        expect_same(columns, sizes[i].rows < 25 ? sizes[i].rows : 25);
        for (unsigned row = 0; row < sizes[i].rows; row++)
            assert_int_equal(' ', console.text[row][columns]);
    }
}

/* UEFI 2.10 §12.4, SetAttribute: bits 3:0 are the text's colour, 6:4 that behind it; suite/report/screen.h names both. */
TEST(colours_have_attributes, begin, machine_down)
{
    static const uint8_t attributes[SCREEN_COLOURS + 1] = {
        [SCREEN_NORMAL] = 0x07, [SCREEN_DIM] = 0x08,    [SCREEN_TITLE] = 0x1f, [SCREEN_GOOD] = 0x02,
        [SCREEN_BAD] = 0x0c,    [SCREEN_WARN] = 0x0e,   [SCREEN_PASS] = 0x2f,  [SCREEN_FAIL] = 0x4f,
        [SCREEN_UNSURE] = 0x60, [SCREEN_COLOURS] = 0x07
    };

    display_open(&display, &console.output, false);
    console.lines[0] = '>';
    for (unsigned colour = 0; colour <= SCREEN_COLOURS; colour++) {
        display_line(&display, "x", colour);
        assert_int_equal(attributes[colour], console.attribute);
    }
    display_clear(&display);
    assert_int_equal(7, console.attribute);
}

TEST(consoles_that_are_none, begin, machine_down)
{
    display_open(&display, NULL, false);
    assert_null(display.console);
    display_show(&display, &screen);
    display_clear(&display);
    display_line(&display, "x", SCREEN_BAD);
    open_console(0, 0); /* it does not say how large it is */
    display_open(&display, &console.output, false);
    assert_null(display.console);
    console.output.Mode = NULL;
    display_open(&display, &console.output, false);
    assert_null(display.console);
    assert_int_equal(0, console.calls);
}

TEST(plain_lines, begin, machine_down)
{
    char longest[200];

    display_open(&display, &console.output, false);
    clear();
    put(0, 0, "x", SCREEN_NORMAL);
    display_show(&display, &screen);
    display_clear(&display);
    assert_int_equal(1, console.clears);
    display_show(&display, &screen); /* it is empty, so all is written again */
    assert_int_equal(2, console.calls);
    console.lines[0] = '>';
    display_line(&display, "a line", SCREEN_FAIL);
    assert_string_equal(">a line\r\n", console.lines);
    assert_int_equal(0x4f, console.attribute);
    memset(longest, 'y', sizeof(longest));
    longest[199] = '\0';
    memset(console.lines, 0, sizeof(console.lines));
    console.lines[0] = '>';
    display_line(&display, longest, SCREEN_NORMAL);
    assert_int_equal(1 + 79 + 2, strlen(console.lines)); /* the last column would break the line */
}

/* ---- the drawn screen ------------------------------------------------------------------------ */

static struct {
    EFI_GRAPHICS_OUTPUT_PROTOCOL protocol;
    EFI_GRAPHICS_OUTPUT_PROTOCOL_MODE mode;
    EFI_GRAPHICS_OUTPUT_MODE_INFORMATION info;
    uint32_t pixels[800 * 600];
    unsigned copies;
} output;

static EFI_STATUS EFIAPI blt(EFI_GRAPHICS_OUTPUT_PROTOCOL *self,
                             EFI_GRAPHICS_OUTPUT_BLT_PIXEL *buffer,
                             EFI_GRAPHICS_OUTPUT_BLT_OPERATION operation, UINTN from_x,
                             UINTN from_y, UINTN x, UINTN y, UINTN width, UINTN height, UINTN delta)
{
    assert_pairs(EfiBltBufferToVideo, operation, true, x + width <= 800 && y + height <= 600,
                 800 * 4, delta);
    for (UINTN row = 0; row < height; row++)
        memcpy(&output.pixels[(y + row) * 800 + x],
               (uint8_t *)buffer + (from_y + row) * delta + from_x * 4, width * 4);
    output.copies++;
    return EFI_SUCCESS;
}

static void offer_output(unsigned width, unsigned height)
{
    memset(&output, 0, sizeof(output));
    output.info = (EFI_GRAPHICS_OUTPUT_MODE_INFORMATION){ .HorizontalResolution = width,
                                                          .VerticalResolution = height };
    output.mode.Info = &output.info;
    output.protocol = (EFI_GRAPHICS_OUTPUT_PROTOCOL){ .Blt = blt, .Mode = &output.mode };
}

/* The page is on the screen, pixel for pixel, and only changes are copied. */
TEST(a_scene_is_drawn, begin, machine_down)
{
    struct scene scene = { .question = "What is tested?", .typed = "" };
    struct painter painter;

    offer_output(800, 600);
    machine_offer(machine_handle(5), &output_guid, &output.protocol);
    assert_true(painter_open(&painter, &machine->boot, machine_handle(5)));
    assert_int_equal((800 * 600 * 4 + 4095) / 4096, machine->pages);
    painter_show(&painter, &scene);
    assert_memory_equal(output.pixels, painter.page.canvas.pixels, sizeof(output.pixels));
    const unsigned copies = output.copies;

    assert_true(copies > 0);
    painter_show(&painter, &scene);
    assert_int_equal(copies, output.copies);
    scene.question = "Something else";
    painter_show(&painter, &scene);
    assert_true(output.copies > copies);
    assert_memory_equal(output.pixels, painter.page.canvas.pixels, sizeof(output.pixels));
    painter_close(&painter);
    assert_int_equal(0, machine->pages);
    painter_close(&painter);
    painter_show(&painter, &scene);
}

/* The console's own output first, any other where it has none; none that is too small or without a mode. */
TEST(outputs_that_are_taken, begin, machine_down)
{
    static const unsigned rows[][2] = { { 800, 600 },    { 799, 600 },    { 800, 599 },
                                        { 0x8000, 600 }, { 800, 0x8000 }, { 0x7fff, 600 } };
    struct painter painter;

    assert_false(painter_open(&painter, &machine->boot, NULL));
    machine_offer(machine_handle(5), &output_guid, &output.protocol);
    for (unsigned i = 0; i < 6; i++) {
        offer_output(rows[i][0], rows[i][1]);
        assert_int_equal(i % 5 == 0,
                         painter_open(&painter, &machine->boot, i % 2 ? machine_handle(6) : NULL));
        assert_int_equal(i % 5 == 0, painter.output != NULL);
        painter_close(&painter);
    }
    offer_output(800, 600);
    machine->pages_refused = 1;
    assert_false(painter_open(&painter, &machine->boot, NULL));
    output.mode.Info = NULL;
    assert_false(painter_open(&painter, &machine->boot, NULL));
    output.protocol.Mode = NULL;
    assert_false(painter_open(&painter, &machine->boot, NULL));
}

static struct monitor monitor;
static bool withheld;

static void open_monitor(void)
{
    withheld = false;
    memset(&monitor, 0, sizeof(monitor));
    machine->table.ConOut = &console.output;
    monitor_open(&monitor, &machine->table, &com1.clock, &withheld);
}

static bool shows(const char *text)
{
    for (unsigned row = 0; row < console.rows; row++)
        for (unsigned column = 0; column + strlen(text) <= console.columns; column++)
            if (memcmp(&console.text[row][column], text, strlen(text)) == 0)
                return true;
    return false;
}

/* docs/screen.md: the time of a pause does not count, neither as elapsed nor for the time that is left. */
TEST(a_pause_is_no_time_of_the_run, begin, machine_down)
{
    struct scene scene = { .state = STATE_RUNNING, .run_thousandths = 500 };

    open_monitor();
    for (unsigned i = 0; i < 4; i++) {
        scene.paused = i == 1 || i == 2;
        monitor_show(&monitor, &scene, false);
        machine->tsc += (uint64_t)(i % 2 ? 100 : 10) * 1000000000;
    }
    scene.paused = false;
    monitor_show(&monitor, &scene, true); /* 10 s, a pause of 110 s, 100 s */
    assert_in_range(monitor.scene.elapsed, 110, 111);
    assert_int_equal(monitor.scene.elapsed, monitor.scene.left);
    monitor_begin(&monitor, moment_of(&(struct moment_date){ 2026, 11, 22, 7, 3, 52 }, 0));
    assert_string_equal("2026-11-22 07:03", monitor.time);
    monitor_close(&monitor);
}

/* ---- the label ------------------------------------------------------------------------------- */

#define LATER '.' /* a look, 50 ms after the last, that finds no key */
#define LONG  '_' /* and 5 s later there is one */

static EFI_INPUT_KEY keys[40];
static unsigned key_count, key_at;

static EFI_STATUS EFIAPI read_key(SIMPLE_INPUT_INTERFACE *self, EFI_INPUT_KEY *key)
{
    if (key_at == key_count)
        return EFI_NOT_READY;
    *key = keys[key_at++];
    machine->tsc += key->UnicodeChar == LONG ? UINT64_C(5000000000) : 0;
    return key->UnicodeChar == LATER || key->UnicodeChar == LONG ? EFI_NOT_READY : EFI_SUCCESS;
}

static SIMPLE_INPUT_INTERFACE keyboard = { .ReadKeyStroke = read_key };

static void type(const char *text)
{
    key_at = key_count = 0;
    for (; *text; text++)
        keys[key_count++] =
            *text == '\x1b' ? (EFI_INPUT_KEY){ 0x17, 0 } : (EFI_INPUT_KEY){ 0, (uint8_t)*text };
}

static struct keys pressed;
static struct dialog dialog;
static struct archive archive;

static struct dialog *open_dialog(void)
{
    pressed = (struct keys){ .keyboard = &keyboard, .serial = &com1.serial };
    /* clang-format off */
    dialog = (struct dialog){ .clock = &com1.clock, .monitor = &monitor, .keys = &pressed, .boot = &machine->boot,
        .runtime = &machine->runtime, .archive = &archive };
    /* clang-format on */
    return &dialog;
}

static void expect_label(const char *typed, const char *label)
{
    char said[CONFIG_LABEL_MAX] = "xx";

    type(typed);
    label_ask(open_dialog(), said);
    assert_string_equal(label, said);
    assert_int_equal(key_count, key_at);
}

TEST(a_label_is_typed, begin, machine_down)
{
    open_monitor();
    expect_label("SN 4711~\r", "SN 4711~");
    expect_label("ab\b\b\bc\r", "c");
    expect_label("a\177\344b\r", "ab");
    expect_label("abc\x1b", "");
    expect_label("\rSN\r", "SN");            /* a scanner that sends Enter first */
    expect_label("S..N..\x08..A..\r", "SA"); /* a person */
    assert_true(shows("What is tested?"));
    assert_in_range(machine_us() - monitor.drawn_us, 0, 40000); /* drawn after the last key */
}

/* COM1 is as good as the screen and the keyboard: "like every question". */
TEST(a_label_is_asked_and_answered_on_com1, begin, machine_down)
{
    open_monitor();
    machine->uart.typed = "SN-9\r";
    expect_label("", "SN-9");
    assert_string_equal("What is tested? Type it or scan it, then press Enter. (Esc: without it)\n"
                        "SN-9\n",
                        machine_sent());
    machine->uart.typed = "SN-10\r"; /* of which more came than COM1 has room for */
    machine->uart.typed_lost = true;
    expect_label("", "");
    assert_non_null(strstr(machine_sent(),
                           "Characters came too fast and are lost: once more, please.\nNobody"));
}

/* Nobody is there: five minutes after the last key the run begins, and that is said. */
TEST(a_label_is_not_waited_for_for_ever, begin, machine_down)
{
    const uint64_t begun = machine->tsc;

    open_monitor();
    expect_label("S....N", "SN"); /* with what was typed: some scanners send no Enter */
    assert_true(shows("Start without it; with it by itself in "));
    assert_in_range(machine->tsc - begun, UINT64_C(300000000000), UINT64_C(302000000000));
    assert_in_range(machine_us() - monitor.drawn_us, 0, 80000); /* its last second as well */
    assert_non_null(strstr(machine_sent(), "SN\nNobody has answered: it starts as it is.\n"));
    expect_label("", "");
    assert_true(shows("Start without it, by itself in "));
}

/* ---- after the verdict ----------------------------------------------------------------------- */

static UINT64 indications, supported;
static UINT32 indication_kinds;
static EFI_STATUS set_variable_status;

static EFI_STATUS EFIAPI get_variable(CHAR16 *name, EFI_GUID *guid, UINT32 *kinds, UINTN *size,
                                      VOID *out)
{
    static const EFI_GUID global = EFI_GLOBAL_VARIABLE;
    const bool can = same_text(name, L"OsIndicationsSupported");

    assert_memory_equal(&global, guid, sizeof(global));
    assert_int_equal(8, *size);
    if (!can && !same_text(name, L"OsIndications"))
        return EFI_NOT_FOUND;
    if (!can && indications == 0)
        return EFI_NOT_FOUND;
    memcpy(out, can ? &supported : &indications, 8);
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI set_variable(CHAR16 *name, EFI_GUID *guid, UINT32 kinds, UINTN size,
                                      VOID *in)
{
    assert_pairs(true, same_text(name, L"OsIndications"), 8, size);
    indication_kinds = kinds;
    memcpy(&indications, in, 8);
    return set_variable_status;
}

static struct volume volume;
static struct network network;

static void new_archive(bool served)
{
    network = (struct network){ .boot = &machine->boot, .clock = &com1.clock, .served = served };
    archive = (struct archive){ &machine->boot, .image = IMAGE, .tap = &com1.tap,
                                .monitor = &monitor, .network = &network };
}

static void open_all(void)
{
    open_monitor();
    new_archive(false);
}

static char label[CONFIG_LABEL_MAX];

static bool press_at_verdict(const char *typed)
{
    struct scene scene = { .state = STATE_PASS, .has_keys = true };

    machine->runtime.GetVariable = get_variable;
    machine->runtime.SetVariable = set_variable;
    machine->resets = 0;
    type(typed);
    return dialog_verdict(open_dialog(), &scene, label);
}

/* UEFI 2.10 §8.5.4: bit 0 of OsIndications asks for the machine's setup, where OsIndicationsSupported has it too;
 * the variable is kept (1), and seen by boot services (2) and at run time (4). */
TEST(keys_after_the_verdict, begin, machine_down)
{
    open_all();
    assert_pairs(true, press_at_verdict("r"), 0, machine->resets);
    assert_false(press_at_verdict("x..x"));
    assert_false(press_at_verdict("o..o..x..x")); /* where powering off does nothing */
    assert_int_equal(1, machine->resets);
    assert_true(machine->reset_type == EfiResetShutdown && machine->reset_status == EFI_SUCCESS);
    assert_pairs(false, press_at_verdict("o.._..o..x..x"), 1, machine->resets);
    assert_false(press_at_verdict("o..__..o..x..x")); /* "within 10 s" */
    assert_int_equal(0, machine->resets);

    supported = 2;
    indications = 0;
    assert_pairs(false, press_at_verdict("f..f"), 0, machine->resets);
    supported = 3;
    assert_pairs(false, press_at_verdict("f..f"), 1, machine->resets, true,
                 machine->reset_type == EfiResetCold && machine->reset_status == EFI_SUCCESS, 1,
                 indications, 7, indication_kinds);
    indications = 4; /* others' bits stay */
    press_at_verdict("f..f");
    assert_int_equal(5, indications);
    set_variable_status = EFI_DEVICE_ERROR;
    assert_pairs(false, press_at_verdict("f..f"), 0, machine->resets);
    set_variable_status = EFI_SUCCESS;
}

/* A scan at the verdict is the label of the next run, and no command, whichever letters it has. */
TEST(a_scan_at_the_verdict_is_a_label, begin, machine_down)
{
    open_all();
    strcpy(label, "old");
    machine_sent();
    assert_pairs(true, press_at_verdict("sn-ofxro1\r..r"), 0, machine->resets);
    assert_string_equal("sn-ofxro1", label);
    assert_true(shows("Run sn-ofxro1"));
    assert_true(press_at_verdict("ab\r..CD\r..r"));
    assert_string_equal("CD", label);
    assert_true(press_at_verdict("r"));
    assert_strings("CD", label, "", machine_sent());
    assert_false(press_at_verdict("o..d..x..x")); /* the question is shown on COM1 */
    assert_int_equal(0, machine->resets);
    assert_said("# O: once more powers off, within 10 s\n# X: once more leaves, within 10 s\n");
}

/* Between two looks for a key the processor is halted, and a look comes at least 16 times a second. */
TEST(the_processor_rests_until_a_key_comes, begin, machine_down)
{
    open_all();
    machine->halted = 0;
    const uint64_t begun = machine->tsc;

    assert_false(press_at_verdict("....x..x"));
    assert_in_range(machine->tsc - begun, UINT64_C(300000000), UINT64_C(361000000));
    assert_in_range(machine->tsc - begun - machine->halted, 0, 1000000);
    const uint64_t pressed_us = machine_us();

    assert_false(press_at_verdict("x....x")); /* and nothing is drawn meanwhile */
    assert_in_range(monitor.drawn_us, pressed_us, pressed_us + 70000);
}

static unsigned looks;

static enum reply no_answer(void *opaque, const char *file, bool *there, uint64_t *size)
{
    looks++;
    return REPLY_SILENT;
}

STUB(uint64_t, now_us, machine_us(), void *opaque)

/* "While the verdict is shown it is tried again", ten seconds later each time; at the end each
 * second of the wait is shown. */
TEST(an_unsent_report_is_tried_again, begin, machine_down)
{
    const struct outbox_way way = { .look = no_answer, .time_us = now_us };
    char bytes[8] = "";

    open_all();
    archive.post =
        (struct post){ .network = &network,
                       .bytes = bytes,
                       .box = { &way, { .card = "" }, .bytes = bytes, .room = 8, .used = 1 } };
    for (unsigned i = 1; i < 4; i++) {
        looks = 0;
        assert_false(press_at_verdict(i == 1 ? "..x..x" : i == 2 ? "_..x..x" : "__..x..x"));
        assert_int_equal(i != 2, looks);
    }
    const unsigned calls = console.calls;

    archive_end(&archive, &(struct scene){ .state = STATE_PASS });
    assert_in_range(console.calls - calls, 50, 1000);
}

/* ---- where the report is kept ---------------------------------------------------------------- */

static void record(const char *line)
{
    archive_record(&archive, line, strlen(line));
}

static const struct report_name name = { .card = "" };

/* A fault of the stick is told once, in TAP and in short on the screen. */
TEST(a_stick_that_fails_is_said, begin, machine_down)
{
    open_all();
    archive_open_stick(&archive);
    assert_strings("no volume has a barecard.cfg", monitor.lost,
                   "# no volume has a barecard.cfg, and the one that the firmware came from is "
                   "not Barecard's: nothing is read or written\n",
                   machine_sent());
    archive_begin(&archive, "", &name);
    assert_said(""); /* it is said already */
    record("{1}\n");
    assert_false(archive_keep(&archive, "card.rom", "rom", 3));
    archive_probe(&archive, "a", 1);
    assert_said("# probe.json could not be written\n");
    archive_close(&archive);

    volume_begin(&volume);
    volume_offer(&volume, VOLUME);
    volume_put(&volume, L"\\barecard.cfg", "");
    volume_put(&volume, L"\\report.jsonl", "")->read_only = true;
    new_archive(false);
    archive_open_stick(&archive);
    assert_string_equal("the CD or stick cannot be written", monitor.lost);
    assert_said("# report.jsonl cannot be opened for writing (read-only?); the report is "
                "only here and on the screen\n");
    archive_close(&archive);

    /* "Full": less than 1 MiB is free, and a report is as large. */
    struct volume_file *const report = volume_find(&volume, L"\\report.jsonl");

    report->read_only = false;
    for (unsigned i = 0; i < 4; i++) {
        report->size = (1 << 20) - i / 2;
        volume.free_bytes = (1 << 20) - i % 2;
        new_archive(false);
        archive_open_stick(&archive);
        assert_pairs(i == 1, archive.stick.full, i == 1, monitor.lost != NULL);
        archive_close(&archive);
    }
    report->size = 0;
    machine_sent();
    volume_put(&volume, L"\\report.txt", "")->read_only = true;
    new_archive(false);
    archive_open_stick(&archive);
    assert_null(monitor.lost);
    archive_begin(&archive, "", &name);
    archive_text(&archive, "a\n", 2);
    archive_text(&archive, "a\n", 2);
    machine_sent();
    volume_fail(&volume, CALL_WRITE, 0);
    record("{1}\n");
    assert_string_equal("the stick is full, read-only or pulled out", monitor.lost);
    assert_said("# report.jsonl could not be written to (full, read-only or pulled out?); "
                "what follows is only here and on the screen\n");
    record("{2}\n");
    assert_said("");
    archive_close(&archive);
}

/* Neither a stick nor a server: that is said too. A machine of a network needs no stick. */
TEST(no_place_for_a_report, begin, machine_down)
{
    open_monitor();
    volume_begin(&volume);
    volume_offer(&volume, VOLUME);
    volume_put(&volume, L"\\EFI\\BOOT\\BOOTX64.EFI", "Barecard 1");
    new_archive(true);
    archive.build = "Barecard 1";
    archive_open_stick(&archive); /* of a stick only barecard.cfg would count */
    assert_true(!monitor.lost && !archive.stick.root);
    assert_said("");
    archive_begin(&archive, "", &name);
    assert_strings("there is no stick, and no report= in the configuration", monitor.lost,
                   "# no stick, and no report= in the configuration: the report is only here\n",
                   machine_sent(), "", monitor.saved);
    archive_close(&archive);

    /* One that has a server's URL and no network card says why nothing is sent. */
    new_archive(true);
    monitor.lost = NULL;
    archive_begin(&archive, "http://10.0.0.1/r/", &name);
    assert_null(monitor.lost);
    assert_string_equal("this machine has no network card", monitor.unsent);
    assert_string_equal("# this machine has no network card\n", machine_sent());
    archive_tick(&archive);
    assert_said("");
    archive_close(&archive);
}
