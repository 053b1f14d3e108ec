#include "linux/typing.h"

#include <poll.h>
#include <stddef.h>
#include <unistd.h>

#include "suite/report/keys.h"

#define DELETE      0x7f
#define SEQUENCE_MS 20 /* in which the rest of a cursor key has come, over a network too */

void typing_open(struct typing *typing, bool signals)
{
    struct termios raw;

    typing->terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) &&
                       tcgetattr(STDIN_FILENO, &typing->before) == 0;
    if (!typing->terminal)
        return;
    raw = typing->before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | (signals ? 0 : ISIG));
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    typing->terminal = tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0;
}

void typing_close(struct typing *typing)
{
    if (typing->terminal)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &typing->before);
    typing->terminal = false;
}

/* Below 0: nothing has come in that time; KEY_CLOSED: nothing will. */
static int next_byte(int wait_ms)
{
    struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
    unsigned char byte;

    if (poll(&input, 1, wait_ms) != 1)
        return -1;
    return read(STDIN_FILENO, &byte, 1) == 1 ? byte : KEY_CLOSED;
}

/* The key of the characters after "ESC [". */
static int sequence(void)
{
    static const struct {
        char letter;
        int key;
    } keys[] = {
        { 'A', KEY_UP },   { 'B', KEY_DOWN },    { 'C', KEY_RIGHT },     { 'D', KEY_LEFT },
        { 'H', KEY_HOME }, { 'F', KEY_END },     { '1', KEY_HOME },      { '3', KEY_DELETE },
        { '4', KEY_END },  { '5', KEY_PAGE_UP }, { '6', KEY_PAGE_DOWN },
    };
    const int byte = next_byte(SEQUENCE_MS);

    if (byte >= '0' && byte <= '9')
        next_byte(SEQUENCE_MS); /* '~' */
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        if (keys[i].letter == byte)
            return keys[i].key;
    return KEY_NONE;
}

int typing_next(struct typing *typing)
{
    const int byte = typing->kept ? typing->kept : next_byte(0);

    typing->kept = 0;
    if (byte < 0)
        return KEY_NONE;
    if (byte == DELETE)
        return KEY_BACKSPACE;
    if (byte != KEY_ESC)
        return byte <= '~' || byte == KEY_CLOSED ? byte : KEY_NONE;
    const int next = next_byte(SEQUENCE_MS);

    if (next == '[' || next == 'O')
        return sequence();
    typing->kept = next > 0 ? next : 0; /* pressed right after it, such as a second Esc */
    return KEY_ESC;
}
