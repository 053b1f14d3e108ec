/* How the screens of 80 by 25 characters look: each beside its picture in tests/suite/report/screens/, which has the 25 lines,
 * and then the colour of each character as a letter. `make golden` writes those anew that are no longer so, for review. */
#include "suite/report/layout.h"
#include "tests/suite/report/scene_rig.h"

#define FOLDER "tests/suite/report/screens/"

static const char letters[SCREEN_COLOURS] = {
    [SCREEN_NORMAL] = '.', [SCREEN_DIM] = 'd',  [SCREEN_TITLE] = 't',
    [SCREEN_GOOD] = 'g',   [SCREEN_BAD] = 'b',  [SCREEN_WARN] = 'w',
    [SCREEN_PASS] = 'P',   [SCREEN_FAIL] = 'F', [SCREEN_UNSURE] = 'U',
};

/* A line of the picture; blanks at its end may be left out, and the colour of its end counts up to the edge. */
static void read_line(FILE *file, char line[SCREEN_COLUMNS + 1], bool colours)
{
    char text[SCREEN_COLUMNS + 8] = "";

    assert_non_null(fgets(text, sizeof(text), file));
    const size_t length = strcspn(text, "\n");
    assert_true(length <= SCREEN_COLUMNS && (length || !colours));
    memset(line, colours ? text[length - 1] : ' ', SCREEN_COLUMNS);
    memcpy(line, text, length);
    line[SCREEN_COLUMNS] = '\0';
}

/* A row as a line of the picture: without blanks at its end, and with the colour of its end once. */
static void write_line(FILE *file, const struct screen_cell *row, bool colours)
{
    char line[SCREEN_COLUMNS + 1] = "";
    size_t length = SCREEN_COLUMNS;

    for (unsigned column = 0; column < SCREEN_COLUMNS; column++)
        line[column] = (char)(colours ? letters[row[column].colour] : row[column].character);
    while (length > colours &&
           (colours ? line[length - 2] == line[length - 1] : line[length - 1] == ' '))
        length--;
    fprintf(file, "%.*s\n", (int)length, line);
}

static void write_screen(const char *name, const struct screen *screen)
{
    char path[128];

    snprintf(path, sizeof(path), FOLDER "%s.txt", name);
    FILE *const file = fopen(path, "w");
    assert_non_null(file);
    for (unsigned i = 0; i < 2 * SCREEN_ROWS; i++)
        write_line(file, screen->cells[i % SCREEN_ROWS], i >= SCREEN_ROWS);
    fclose(file);
}

static void expect_screen(const char *name, const struct screen *screen)
{
    char path[128], line[SCREEN_COLUMNS + 1], drawn[SCREEN_COLUMNS + 1] = "";

    snprintf(path, sizeof(path), FOLDER "%s.txt", name);
    FILE *const file = fopen(path, "r");
    assert_non_null(file);
    for (unsigned i = 0; i < 2 * SCREEN_ROWS; i++) {
        const bool colours = i >= SCREEN_ROWS;
        const struct screen_cell *const row = screen->cells[i % SCREEN_ROWS];

        read_line(file, line, colours);
        for (unsigned column = 0; column < SCREEN_COLUMNS; column++)
            drawn[column] = (char)(colours ? letters[row[column].colour] : row[column].character);
        if (strcmp(line, drawn) != 0)
            fail_msg("%s, row %u\n   shows %s\nexpected %s", name, i % SCREEN_ROWS, drawn, line);
    }
    fclose(file);
}

TEST(screens_look_as_pictured)
{
    static struct shot shots[SHOTS];
    static struct screen screen;

    take_shots(shots);
    for (unsigned i = 0; i < SHOTS; i++) {
        if (shots[i].scene.crash) /* is told in plain lines there (efi/display.h) */
            continue;
        layout_draw(&screen, &shots[i].scene);
        if (getenv("GOLDEN"))
            write_screen(shots[i].name, &screen);
        expect_screen(shots[i].name, &screen);
    }
}
