/* efi/display.h: puts a struct screen on the firmware's text console.
 *
 * Shape   only cells that differ from the screen before are drawn, because a graphics console is
 *         slow.
 * Errors  none: without a console nothing is drawn. */
#ifndef EFI_DISPLAY_H
#define EFI_DISPLAY_H

#include <stdbool.h>

#include "efi/uefi.h"
#include "suite/report/screen.h"

struct display {
    SIMPLE_TEXT_OUTPUT_INTERFACE *console; /* null: none */
    unsigned columns, rows;                /* of the console */
    struct screen drawn;
};

/* drawn: the screen shows a picture that stays; only plain lines may take its place. */
void display_open(struct display *display, SIMPLE_TEXT_OUTPUT_INTERFACE *console, bool drawn);
void display_show(struct display *display, const struct screen *screen);
/* Plain lines from the top, for reports without a screen of their own. */
void display_clear(struct display *display);
void display_line(struct display *display, const char *line, enum screen_colour colour);

#endif
