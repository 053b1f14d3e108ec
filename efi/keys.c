#include "efi/keys.h"

#include "suite/report/keys.h"

#define DELETE    0x7f
#define HEARD_MAX 128   /* in one look; a keyboard that never ends is not waited for */
#define PAUSE_US  20000 /* longer than a sender that goes on needs from one character to the next */
#define SEQUENCE_US                                                                                \
    20000 /* two characters at 115200 baud follow each other within 0.2 ms, over a network later */

/* Keys that have no meaning here are no keys, so that a scanner's function codes do nothing. */
static int of_keyboard(SIMPLE_INPUT_INTERFACE *keyboard)
{
    EFI_INPUT_KEY key = { 0 };

    if (keyboard == NULL || EFI_ERROR(keyboard->ReadKeyStroke(keyboard, &key)))
        return KEY_NONE;
    switch (key.ScanCode) {
    case SCAN_ESC:
        return KEY_ESC;
    case SCAN_UP:
        return KEY_UP;
    case SCAN_DOWN:
        return KEY_DOWN;
    case SCAN_PAGE_UP:
        return KEY_PAGE_UP;
    case SCAN_PAGE_DOWN:
        return KEY_PAGE_DOWN;
    case SCAN_LEFT:
        return KEY_LEFT;
    case SCAN_RIGHT:
        return KEY_RIGHT;
    case SCAN_HOME:
        return KEY_HOME;
    case SCAN_END:
        return KEY_END;
    case SCAN_DELETE:
        return KEY_DELETE;
    case SCAN_ENTER:
        return KEY_ENTER;
    default:
        return key.UnicodeChar <= '~' ? (int)key.UnicodeChar : KEY_NONE;
    }
}

/* The letter or digit after "ESC ["; a digit is followed by '~'. Any other is no key of ours. */
static int of_sequence(struct keys *keys)
{
    static const struct {
        char letter;
        int key;
    } letters[] = {
        { 'A', KEY_UP },   { 'B', KEY_DOWN },    { 'C', KEY_RIGHT },     { 'D', KEY_LEFT },
        { 'H', KEY_HOME }, { 'F', KEY_END },     { '1', KEY_HOME },      { '3', KEY_DELETE },
        { '4', KEY_END },  { '5', KEY_PAGE_UP }, { '6', KEY_PAGE_DOWN },
    };
    int c = serial_read(keys->serial, SEQUENCE_US);

    if (c >= '0' && c <= '9' && serial_read(keys->serial, SEQUENCE_US) == SERIAL_OVERRUN)
        c = SERIAL_OVERRUN;
    if (c == SERIAL_OVERRUN)
        keys->kept = c;
    for (unsigned i = 0; i < sizeof(letters) / sizeof(letters[0]); i++)
        if (letters[i].letter == c)
            return letters[i].key;
    return KEY_NONE;
}

/* A key that comes right after an ESC without being a part of it is a key of its own: of two, say, that were pressed while
 * the machine was busy. */
static int of_escape(struct keys *keys)
{
    const int c = serial_read(keys->serial, SEQUENCE_US);

    if (c == '[')
        return of_sequence(keys);
    keys->kept = c > 0 ? c : 0;
    return KEY_ESC;
}

/* Nobody knows where in it characters are missing, so nothing is a key until the sender has paused. */
static void drop(struct keys *keys, int c)
{
    for (unsigned i = 0; i < HEARD_MAX && c >= 0; i++) {
        keys->dropped_us = clock_us(keys->serial->clock);
        c = serial_read(keys->serial, 0);
    }
    if (c < 0 && clock_us(keys->serial->clock) - keys->dropped_us >= PAUSE_US)
        keys->drops = false;
}

static int of_serial(struct keys *keys)
{
    const int c = keys->kept ? keys->kept : serial_read(keys->serial, 0);
    const bool lost = c == SERIAL_OVERRUN && !keys->drops;

    keys->kept = 0;
    if (lost)
        keys->drops = true;
    if (keys->drops)
        drop(keys, c);
    if (c < 0 || keys->drops)
        return lost ? KEY_LOST : KEY_NONE;
    if (c == DELETE)
        return KEY_BACKSPACE; /* as most terminals send it */
    if (c != KEY_ESC)
        return c <= '~' ? c : KEY_NONE;
    return of_escape(keys);
}

/* The port first: it holds 16 characters, and the machine's firmware may take milliseconds to look for a key. */
static int heard(struct keys *keys)
{
    const int key = of_serial(keys);

    return key != KEY_NONE ? key : of_keyboard(keys->keyboard);
}

int keys_typed(struct keys *keys)
{
    return heard(keys);
}

int keys_next(struct keys *keys)
{
    for (unsigned i = 0; i < HEARD_MAX; i++) {
        const int key = heard(keys);

        keys->kept = 0; /* after an ESC: a key of a terminal that says nothing here */
        if (key == KEY_NONE)
            break;
        if (key == KEY_LOST) /* a word of which the rest is missing is no word */
            keys->typist = (struct typist){ 0 };
        if (key >= KEY_UP) /* no scanner sends these */
            return key;
        typist_hear(&keys->typist, (char)key, clock_us(keys->serial->clock));
    }
    return typist_key(&keys->typist, clock_us(keys->serial->clock));
}
