/* linux/keyboard.h: single keys of the terminal, without Enter: S skips a test, Space pauses, Esc stops.
 *
 * Shape   only of a terminal that this process may read; signals (Ctrl-C) stay as they are. */
#ifndef LINUX_KEYBOARD_H
#define LINUX_KEYBOARD_H

#include <stdbool.h>
#include <termios.h>

#include "suite/report/typist.h"

struct keyboard {
    bool open;
    struct termios before;
    struct typist typist;
};

void keyboard_open(struct keyboard *keyboard);
void keyboard_close(struct keyboard *keyboard);
/* As suite/report/keys.h; KEY_NONE: none was pressed. */
int keyboard_next(struct keyboard *keyboard);

#endif
