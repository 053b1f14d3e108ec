#include "efi/serial_tap.h"

#include "efi/memory.h"
#include "engines/text.h"

void tap_open(struct tap *tap, struct serial *serial)
{
    *tap = (struct tap){ .serial = serial };
    serial_write(serial, "\n", 1);
}

static void put_comment(struct tap *tap, const char *line)
{
    serial_write(tap->serial, "# ", 2);
    serial_write(tap->serial, line, string_length(line));
    serial_write(tap->serial, "\n", 1);
}

static const char *after(const char *line)
{
    return line + string_length(line) + 1;
}

void tap_write(struct tap *tap, const char *text, size_t size)
{
    const bool started = tap->started;
    size_t first = 0;

    while (!tap->started && first < size)
        tap->started = text[first++] == '\n';
    serial_write(tap->serial, text, first);
    if (tap->started && !started)
        for (const char *line = tap->held; line < tap->held + tap->held_size; line = after(line))
            put_comment(tap, line);
    serial_write(tap->serial, text + first, size - first);
}

/* All of a line or nothing of it. */
static void hold(struct tap *tap, const char *line)
{
    const size_t size = string_length(line) + 1;

    if (size > TAP_HELD_MAX - tap->held_size)
        return;
    memcpy(tap->held + tap->held_size, line, size);
    tap->held_size += size;
}

void tap_comment(struct tap *tap, const char *line)
{
    if (tap->started)
        put_comment(tap, line);
    if (tap->listener != NULL)
        tap->listener(tap->opaque, line);
    else
        hold(tap, line);
}

void tap_listen(struct tap *tap, void (*listener)(void *opaque, const char *line), void *opaque)
{
    tap->listener = listener;
    tap->opaque = opaque;
    if (listener == NULL)
        return;
    for (const char *line = tap->held; line < tap->held + tap->held_size; line = after(line))
        listener(opaque, line);
    tap->held_size = 0;
}
