/* linux/typing.h: keys typed at standard input, for a line of text (mode=prompt).
 *
 * Shape   a terminal or a pipe. Keys as suite/report/keys.h has them, capitals and control characters too; at the end of
 *         the input KEY_CLOSED, again and again. */
#ifndef LINUX_TYPING_H
#define LINUX_TYPING_H

#include <stdbool.h>
#include <termios.h>

struct typing {
    bool terminal; /* which echoes nothing from open to close */
    struct termios before;
    int kept; /* a key that was read too soon; 0: none */
};

/* signals: Ctrl-C stays a signal, and is no key. */
void typing_open(struct typing *typing, bool signals);
void typing_close(struct typing *typing);
/* KEY_NONE: nothing was typed. */
int typing_next(struct typing *typing);

#endif
