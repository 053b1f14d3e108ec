#include "efi/tap.h"

#include "engines/text.h"

void tap_open(struct tap *tap, struct serial *serial)
{
    tap->serial = serial;
    tap->started = false;
    tap->held_size = 0;
    serial_write(serial, "\n", 1);
}

void tap_write(struct tap *tap, const char *text, size_t size)
{
    size_t first = 0;

    while (!tap->started && first < size)
        tap->started = text[first++] == '\n';
    serial_write(tap->serial, text, first);
    if (tap->started) {
        serial_write(tap->serial, tap->held, tap->held_size);
        tap->held_size = 0;
    }
    serial_write(tap->serial, text + first, size - first);
}

static void put(struct tap *tap, const char *text, size_t size)
{
    if (tap->started) {
        serial_write(tap->serial, text, size);
        return;
    }
    for (size_t i = 0; i < size; i++)
        tap->held[tap->held_size++] = text[i];
}

void tap_comment(struct tap *tap, const char *line)
{
    const size_t length = string_length(line);

    /* All of a line or nothing of it. */
    if (!tap->started && length + 3 > TAP_HELD_MAX - tap->held_size)
        return;
    put(tap, "# ", 2);
    put(tap, line, length);
    put(tap, "\n", 1);
}
