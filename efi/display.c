#include "efi/display.h"

#include <stdbool.h>

#define FIRST_PRINTABLE ' '
#define LAST_PRINTABLE  '~'
#define RUN_GAP         4 /* a call of the console costs as much as some characters */

static UINTN attribute_of(uint8_t colour)
{
    static const uint8_t attributes[SCREEN_COLOURS] = {
        [SCREEN_NORMAL] = EFI_LIGHTGRAY | EFI_BACKGROUND_BLACK,
        [SCREEN_DIM] = EFI_DARKGRAY | EFI_BACKGROUND_BLACK,
        [SCREEN_TITLE] = EFI_WHITE | EFI_BACKGROUND_BLUE,
        [SCREEN_GOOD] = EFI_GREEN | EFI_BACKGROUND_BLACK,
        [SCREEN_BAD] = EFI_LIGHTRED | EFI_BACKGROUND_BLACK,
        [SCREEN_WARN] = EFI_YELLOW | EFI_BACKGROUND_BLACK,
        [SCREEN_PASS] = EFI_WHITE | EFI_BACKGROUND_GREEN,
        [SCREEN_FAIL] = EFI_WHITE | EFI_BACKGROUND_RED,
        [SCREEN_UNSURE] = EFI_BLACK | EFI_BACKGROUND_BROWN,
    };

    return attributes[colour < SCREEN_COLOURS ? colour : SCREEN_NORMAL];
}

static void forget_screen(struct screen *screen)
{
    for (unsigned row = 0; row < SCREEN_ROWS; row++)
        for (unsigned column = 0; column < SCREEN_COLUMNS; column++)
            screen->cells[row][column] = (struct screen_cell){ ' ', SCREEN_NORMAL };
}

void display_open(struct display *display, SIMPLE_TEXT_OUTPUT_INTERFACE *console, bool drawn)
{
    UINTN columns = 0, rows = 0;

    display->console = NULL;
    if (console == NULL || console->Mode == NULL)
        return;
    /* Mode 0 is 80 by 25 on every console; setting a mode also clears the screen. */
    console->SetAttribute(console, attribute_of(SCREEN_NORMAL));
    if (!drawn && EFI_ERROR(console->SetMode(console, 0)))
        console->ClearScreen(console);
    if (EFI_ERROR(console->QueryMode(console, (UINTN)console->Mode->Mode, &columns, &rows)))
        return;
    console->EnableCursor(console, FALSE);

    display->console = console;
    display->columns = (unsigned)columns;
    display->rows = (unsigned)rows;
    forget_screen(&display->drawn);
}

static bool same_cell(const struct screen_cell *a, const struct screen_cell *b)
{
    return a->character == b->character && a->colour == b->colour;
}

/* Cells of a row that the console has. Writing its last cell would scroll it. */
static unsigned drawable(const struct display *display, unsigned row)
{
    const unsigned columns = display->columns < SCREEN_COLUMNS ? display->columns : SCREEN_COLUMNS;

    if (row >= display->rows)
        return 0;
    return row + 1 == display->rows && columns == display->columns ? columns - 1 : columns;
}

static void draw_run(struct display *display, const struct screen_cell *cells, unsigned row,
                     unsigned column, unsigned length)
{
    SIMPLE_TEXT_OUTPUT_INTERFACE *console = display->console;
    CHAR16 text[SCREEN_COLUMNS + 1];

    for (unsigned i = 0; i < length; i++) {
        const char character = cells[column + i].character;
        const bool printable = character >= FIRST_PRINTABLE && character <= LAST_PRINTABLE;
        text[i] = printable ? (CHAR16)character : (CHAR16)'?';
    }
    text[length] = 0;

    console->SetAttribute(console, attribute_of(cells[column].colour));
    console->SetCursorPosition(console, column, row);
    console->OutputString(console, text);
}

/* Cells from `column` on that are drawn at once: of one colour, up to the last one that differs from the one drawn
 * there, with few in between that do not. */
static unsigned run_length(const struct screen_cell *cells, const struct screen_cell *drawn,
                           unsigned column, unsigned end)
{
    unsigned length = 0;

    for (unsigned i = column;
         i < end && cells[i].colour == cells[column].colour && i < column + length + RUN_GAP; i++)
        if (!same_cell(&cells[i], &drawn[i]))
            length = i - column + 1;
    return length;
}

static void draw_row(struct display *display, const struct screen *screen, unsigned row)
{
    const struct screen_cell *cells = screen->cells[row];
    struct screen_cell *drawn = display->drawn.cells[row];
    const unsigned end = drawable(display, row);

    for (unsigned column = 0, length; column < end; column += length) {
        length =
            same_cell(&cells[column], &drawn[column]) ? 0 : run_length(cells, drawn, column, end);
        if (length != 0)
            draw_run(display, cells, row, column, length);
        for (unsigned i = 0; i < length; i++)
            drawn[column + i] = cells[column + i];
        length += length == 0;
    }
}

void display_show(struct display *display, const struct screen *screen)
{
    if (display->console == NULL)
        return;
    for (unsigned row = 0; row < SCREEN_ROWS; row++)
        draw_row(display, screen, row);
}

void display_clear(struct display *display)
{
    if (display->console == NULL)
        return;
    display->console->SetAttribute(display->console, attribute_of(SCREEN_NORMAL));
    display->console->ClearScreen(display->console);
    forget_screen(&display->drawn);
}

void display_line(struct display *display, const char *line, enum screen_colour colour)
{
    SIMPLE_TEXT_OUTPUT_INTERFACE *console = display->console;
    CHAR16 text[SCREEN_COLUMNS + 3];
    unsigned length = 0;

    if (console == NULL)
        return;
    for (; line[length] != '\0' && length < SCREEN_COLUMNS - 1; length++)
        text[length] = (CHAR16)line[length];
    text[length++] = CHAR_CARRIAGE_RETURN;
    text[length++] = CHAR_LINEFEED;
    text[length] = 0;
    console->SetAttribute(console, attribute_of((uint8_t)colour));
    console->OutputString(console, text);
}
