#include "model/common/numbers.h"

#include <string.h>

static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
}

static bool is_hex(const char *text, size_t length)
{
    return length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
}

/* How far the unit at the end of a number shifts it to the left; the unit is cut off. */
static unsigned take_unit(const char *text, size_t *length)
{
    if (!*length)
        return 0;
    const char last = text[*length - 1];
    const unsigned shift = last == 'K' ? 10 : last == 'M' ? 20 : last == 'G' ? 30 : 0;

    if (shift)
        (*length)--;
    return shift;
}

/* A number that does not fit is refused, because cut to 64 bits it would be another valid one. */
bool number_parse(const char *text, size_t length, uint64_t *out)
{
    const unsigned base = is_hex(text, length) ? 16 : 10;
    const unsigned shift = base == 16 ? 0 : take_unit(text, &length);
    size_t i = base == 16 ? 2 : 0;
    uint64_t value = 0;

    if (i == length)
        return false;
    for (; i < length; i++) {
        const unsigned digit = (unsigned)digit_of(text[i]);

        if (digit >= base || value > (UINT64_MAX - digit) / base)
            return false;
        value = value * base + digit;
    }
    if (value > UINT64_MAX >> shift)
        return false;
    *out = value << shift;
    return true;
}

bool parts_parse(const char *text, unsigned *mask)
{
    const size_t length = strlen(text);
    const bool is_mask = is_hex(text, length);
    uint64_t number;

    if (!number_parse(text, length, &number) || number < 1 || number > (is_mask ? 0xff : 8))
        return false;
    *mask = is_mask ? (unsigned)number : (1u << number) - 1;
    return true;
}
