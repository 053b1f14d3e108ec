/* suite/report/keys.h: keys, as keyboard and serial line both give them.
 *
 * Shape   a letter is its lower case, a digit itself; 0: none was pressed. Where a line of text is typed (mode=prompt) each
 *         character is itself, control characters too. */
#ifndef SUITE_REPORT_KEYS_H
#define SUITE_REPORT_KEYS_H

enum key {
    KEY_NONE = 0,
    KEY_BACKSPACE = '\b',
    KEY_TAB = '\t',
    KEY_ENTER = '\r',
    KEY_ESC = 0x1b,
    KEY_SPACE = ' ',
    KEY_UP = 0x100,
    KEY_DOWN,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_HOME,
    KEY_END,
    KEY_DELETE,
    KEY_CLOSED, /* no key will come any more: the end of a pipe */
    KEY_SCAN,   /* many characters at once (suite/report/typist.h): no command */
    KEY_LOST,   /* characters came faster than they were read, and some are lost */
};

#endif
