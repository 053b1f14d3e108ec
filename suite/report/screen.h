/* suite/report/screen.h: the monitor's picture as a grid of coloured characters.
 *
 * Shape   pure: the reporter fills the grid, efi/ puts it on the console, host tests read it.
 * Units   80 columns, 25 rows, ASCII only. */
#ifndef SUITE_REPORT_SCREEN_H
#define SUITE_REPORT_SCREEN_H

#include <stdint.h>

#define SCREEN_COLUMNS 80
#define SCREEN_ROWS    25

/* Foreground and background; efi/ maps them to UEFI's console attributes. */
enum screen_colour {
    SCREEN_NORMAL, /* light grey on black */
    SCREEN_DIM,    /* dark grey on black */
    SCREEN_TITLE,  /* white on blue */
    SCREEN_GOOD,   /* green on black */
    SCREEN_BAD,    /* bright red on black */
    SCREEN_WARN,   /* yellow on black */
    SCREEN_PASS,   /* white on green, of the verdict */
    SCREEN_FAIL,   /* white on red */
    SCREEN_UNSURE, /* black on brown */
    SCREEN_COLOURS
};

struct screen_cell {
    char character;
    uint8_t colour; /* enum screen_colour */
};

struct screen {
    struct screen_cell cells[SCREEN_ROWS][SCREEN_COLUMNS];
};

#endif
