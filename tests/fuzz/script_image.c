#include "tests/fuzz/script_image.h"

#include <string.h>

static void put16(uint8_t *image, unsigned at, unsigned value)
{
    image[at] = (uint8_t)value;
    image[at + 1] = (uint8_t)(value >> 8);
}

static void put32(uint8_t *image, unsigned at, uint32_t value)
{
    put16(image, at, value & 0xffff);
    put16(image, at + 2, value >> 16);
}

static void put_words(uint8_t *image, unsigned at, const uint32_t *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        put32(image, at + 4 * i, words[i]);
}

static void put_bytes(uint8_t *image, unsigned at, const char *bytes, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        image[at + i] = (uint8_t)bytes[i];
}

static void put_headers(uint8_t *image, size_t size)
{
    /* clang-format off */
    static const struct { char id; uint8_t version, size; uint16_t at; } tokens[] = {
        { 'i', 2, 0x19, 0xa0 }, { 'I', 1, 0x1c, 0xc0 }, { 'M', 1, 13, 0xe0 }, { 'C', 1, 12, 0xf0 },
        { 'U', 1, 2, 0x2a8 }, { 'd', 1, 2, 0x2aa }
    };
    /* clang-format on */

    put_bytes(image, 0, "\x55\xaa\x02\xcb", 4);
    put16(image, 0x18, 0x40);
    put16(image, 0x36, 0x260);
    put16(image, 0x2a8, 0x2b0);
    put16(image, 0x2aa, 0x2c0);
    put_bytes(image, 0x40, "PCIR\xde\x10\x00\x04\x00\x00\x18\x00\x00\x00\x00\x03", 16);
    put16(image, 0x50, (unsigned)(size / SCRIPT_UNIT));
    image[0x55] = 0x80;
    put_bytes(image, 0x60,
              "\xff\xb8"
              "BIT\0\0\x01\x0c\x06\x06\x51",
              12);
    for (unsigned i = 0; i < sizeof(tokens) / sizeof(tokens[0]); i++) {
        image[0x6c + 6 * i] = (uint8_t)tokens[i].id;
        image[0x6d + 6 * i] = tokens[i].version;
        put16(image, 0x6e + 6 * i, tokens[i].size);
        put16(image, 0x70 + 6 * i, tokens[i].at);
    }
    put_bytes(image, 0xa0, "\x00\x00\x84\x60\x00", 5);
}

static void put_tables(uint8_t *image)
{
    static const uint16_t init[] = { 0x100, 0x104, 0x108, 0x118, 0x148, 0x154, 0, 0, 0x168 };
    static const uint32_t macros[] = { 0x1154, 1, 0x1158, 2 };
    static const uint32_t conditions[] = { 0x1154, 1,        0,        0x100200, 0xff, 0x55,
                                           0x4008, 1u << 31, 1u << 31, 0x70000,  3,    0 };

    for (unsigned i = 0; i < sizeof(init) / sizeof(init[0]); i++)
        put16(image, 0xc0 + 2 * i, init[i]);
    image[0xe2] = 4; /* columns */
    put16(image, 0xe3, 0x178);
    put16(image, 0xf8, 0x220);
    put16(image, 0x100, SCRIPT_AT);
    put_bytes(image, 0x104, "\x00\x01\x00\x02", 4);
    put_words(image, 0x108, macros, 4);
    put_words(image, 0x118, conditions, 12);
    put_bytes(image, 0x148, "\xd4\x03\x3c\xf0\x20\xc3\x03\xff\x01\x01", 10);
    put_bytes(image, 0x154,
              "\xd4\x03\x3c\x03\x00\x70\x01\x01\x01\xc4\x03\x01\x30\x04\x70\x01\xff\x30", 18);
    put16(image, 0x168, 0x170);
    put16(image, 0x16a, 0x174);
    put_bytes(image, 0x170, "\x10\x20\x30\x40\x01\x01\x01\x01", 8);
    put_bytes(image, 0x178, "\0\1\2\3\0\1\2\3\0\1\2\3\0\1\2\3", 16);
}

static void put_board(uint8_t *image)
{
    static const uint32_t gpio[] = { 0x08000405, 0x43000909 };
    static const uint32_t ports[] = { 0x05000002, 0x05000703, 0x06000701 };
    /* DisplayPort on the AUX channel, second sub-link; analogue on the first I2C port. */
    static const uint32_t outputs[] = { 0x04000326, 0x20, 0x01001100, 0 };

    put_bytes(image, 0x260, "\x40\x1b\x02\x08\xe0\x01\xcb\xbd\xdc\x4e\xc0\x01", 12);
    put16(image, 0x274, 0x298);
    put_words(image, 0x27b, outputs, 4);
    put_bytes(image, 0x298, "\x40\x05\x01\x04\0\x47\0\0\0", 9);
    put_bytes(image, 0x1c0, "\x40\x06\x02\x04\x00\x00", 6);
    put_words(image, 0x1c6, gpio, 2);
    put_bytes(image, 0x1e0, "\x40\x05\x03\x04\x10", 5);
    put_words(image, 0x1e5, ports, 3);
    /* Tables of displays and of DisplayPort, a record each. */
    put_bytes(image, 0x2b0, "\x21\x05\x02\x01\x08\xb8\x02", 7);
    put_bytes(image, 0x2b8, "\x06\0\x84\x03\0\0\0\x03", 8);
    put_bytes(image, 0x2c0, "\x21\x05\x02\x01\x08\xc8\x02", 7);
    put_bytes(image, 0x2c8, "\x06\0\x84\0\0\x01", 6);
    /* Limits: core, memory, head 0; one record for all. */
    put_bytes(image, 0x220, "\x30\x04\x07\x03", 4);
    put_bytes(image, 0x224,
              "\x01\x40\x02\x28\x40\0\0\x04\x40\x02\x08\x40\0\0\x80\x40\x02\0\x41\x61\0", 21);
    put_bytes(
        image, 0x240,
        "\x90\x01\xe8\x03\0\0\xd0\x07\x01\0\x01\0\x1b\0\xff\0\x08\xff\x01\x0d\x01\x1f\x01\x04\0"
        "\x06\0\x05",
        28);
    put32(image, 0x25c, 27000);
}

size_t script_image(uint8_t *image, const uint8_t *script, size_t size)
{
    const size_t room = size < SCRIPT_MAX ? size : SCRIPT_MAX;
    const size_t end = (SCRIPT_AT + room + SCRIPT_UNIT - 1) / SCRIPT_UNIT * SCRIPT_UNIT;

    memset(image, 0, SCRIPT_AT + SCRIPT_MAX);
    put_headers(image, end);
    put_tables(image);
    put_board(image);
    memcpy(image + SCRIPT_AT, script, room);
    return SCRIPT_AT + room;
}
