#include "linux/keyboard.h"

#include <poll.h>
#include <time.h>
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

static uint64_t now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* An Esc that more follows is a key of a cursor block, which says nothing here. */
int keyboard_next(struct keyboard *keyboard)
{
    struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
    char keys[TYPIST_MAX];

    if (!keyboard->open)
        return KEY_NONE;
    if (poll(&input, 1, 0) == 1) {
        const ssize_t count = read(STDIN_FILENO, keys, sizeof(keys));

        for (ssize_t i = 0; i < count && (keys[0] != KEY_ESC || count == 1); i++)
            if (keys[i] > 0 && keys[i] <= '~')
                typist_hear(&keyboard->typist, keys[i], now_us());
    }
    return typist_key(&keyboard->typist, now_us());
}
