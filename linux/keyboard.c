#include "linux/keyboard.h"

#include <ctype.h>
#include <poll.h>
#include <unistd.h>

#include "suite/report/keys.h"

void keyboard_open(struct keyboard *keyboard)
{
    struct termios raw;

    keyboard->open = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) &&
                     tcgetpgrp(STDIN_FILENO) == getpgrp() &&
                     tcgetattr(STDIN_FILENO, &keyboard->before) == 0;
    if (!keyboard->open)
        return;
    raw = keyboard->before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    keyboard->open = tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0;
}

void keyboard_close(struct keyboard *keyboard)
{
    if (keyboard->open)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &keyboard->before);
    keyboard->open = false;
}

/* An Esc that more follows is a key of a cursor block, which says nothing here. */
int keyboard_next(const struct keyboard *keyboard)
{
    struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
    unsigned char keys[16];

    if (!keyboard->open || poll(&input, 1, 0) != 1)
        return KEY_NONE;
    const ssize_t count = read(STDIN_FILENO, keys, sizeof(keys));
    if (count <= 0 || (keys[0] == KEY_ESC && count > 1))
        return KEY_NONE;
    return keys[0] == '\n' ? KEY_ENTER : tolower(keys[0]);
}
