#include "model/nv50/host/vbios.h"

#include <string.h>

#include "hw/pci.h"
#include "model/nv50/base/card.h"
#include "model/nv50/vm/pfb.h"

#define UNIT         512
#define SUBSYSTEM    0x54
#define HWINFO       0x58 /* straps that the hardware loads (devinit.md §1.6) */
#define HWINFO_BYTES 0x14
#define HWINFO_VALID 0xa5
#define HWINFO_SPARE 0x6b /* no field: it makes the bytes add up to 0 */
#define PCIR         0x70
#define PCIR_BYTES   0x18
#define FIRST_FREE   0xa0

#define OPCODE_END    0x71
#define OPCODE_ZM_REG 0x7a /* register, value */

#define DCB_HEADER     27
#define DCB_ENTRY      8
#define DCB_SIGNATURE  0x4edcbdcbu
#define DCB_ENTRY_LAST 0x0000000eu

struct image {
    uint8_t *bytes;
    unsigned at; /* the first byte that nothing has */
};

static void put8(struct image *image, unsigned value)
{
    image->bytes[image->at++] = (uint8_t)value;
}

static void put16(struct image *image, unsigned value)
{
    put8(image, value & 0xff);
    put8(image, value >> 8 & 0xff);
}

static void put32(struct image *image, uint32_t value)
{
    put16(image, value & 0xffff);
    put16(image, value >> 16);
}

static void align(struct image *image)
{
    image->at = (image->at + 3) & ~3u;
}

/* The pointer that stands at `where` points to the first free byte. */
static void point(struct image *image, unsigned where)
{
    image->bytes[where] = (uint8_t)image->at;
    image->bytes[where + 1] = (uint8_t)(image->at >> 8);
}

static uint8_t byte_sum(const uint8_t *bytes, unsigned size)
{
    uint8_t sum = 0;
    for (unsigned i = 0; i < size; i++)
        sum = (uint8_t)(sum + bytes[i]);
    return sum;
}

/* Every strap as the board's resistors have it, and no registers to be written at reset. */
static void put_hwinfo(struct image *image)
{
    image->at = HWINFO;
    put32(image, BITS(30, 0));
    put32(image, 0);
    put32(image, BITS(30, 0));
    put32(image, 0);
    put16(image, 0);
    put8(image, HWINFO_VALID);
    image->bytes[HWINFO_SPARE] = (uint8_t)-byte_sum(image->bytes + HWINFO, HWINFO_BYTES);
}

/* The expansion ROM's header and PCI data structure. */
static void put_headers(struct image *image, uint16_t device_id)
{
    static const uint8_t start[] = { 0x55, 0xaa, VBIOS_SIZE / UNIT, 0xcb /* return */ };

    memcpy(image->bytes, start, sizeof(start));
    image->at = 0x18;
    put16(image, PCIR);
    image->at = SUBSYSTEM;
    put16(image, PCI_VENDOR_NVIDIA);
    put16(image, device_id);
    put_hwinfo(image);
    image->at = PCIR;
    memcpy(image->bytes + PCIR, "PCIR", 4);
    image->at += 4;
    put16(image, PCI_VENDOR_NVIDIA);
    put16(image, device_id);
    put16(image, 0);
    put16(image, PCIR_BYTES);
    put8(image, 0);
    put8(image, 0);
    put16(image, PCI_CLASS_VGA >> 8);
    put16(image, VBIOS_SIZE / UNIT);
    image->bytes[PCIR + 0x15] = 0x80; /* the last image */
}

/* What the VBIOS of a real board does to its memory, reduced to what the model asks for. */
static unsigned put_script(const struct nv50 *card, struct image *image)
{
    struct pfb_setting settings[PFB_SETTINGS_MAX];
    const unsigned count = pfb_settings(card, settings), start = image->at;

    for (unsigned i = 0; i < count; i++) {
        put8(image, OPCODE_ZM_REG);
        put32(image, settings[i].offset);
        put32(image, settings[i].value);
    }
    put8(image, OPCODE_END);
    align(image);
    return start;
}

/* Version by chipset (devinit.md §2.4), lowest byte first. */
static void put_version(const struct nv50 *card, struct image *image)
{
    static const uint16_t versions[CHIP_COUNT] = {
        [CHIP_G80] = 0x6080,   [CHIP_G84] = 0x6084,   [CHIP_G86] = 0x6086,   [CHIP_G92] = 0x6292,
        [CHIP_G94] = 0x6294,   [CHIP_G96] = 0x6294,   [CHIP_G98] = 0x6298,   [CHIP_G200] = 0x6200,
        [CHIP_MCP77] = 0x6277, [CHIP_MCP79] = 0x6279, [CHIP_GT215] = 0x7015, [CHIP_GT216] = 0x7016,
        [CHIP_GT218] = 0x7018, [CHIP_MCP89] = 0x7089,
    };
    put16(image, 0);
    put16(image, versions[__builtin_ctz(card->chip_bit)]);
}

struct token {
    char id;
    uint8_t version;
    uint16_t size, at;
};

#define TOKENS      7
#define INFO_DEVICE 0x17 /* in the data of token i (devinit.md §2.2), whose last field it is */
#define INFO_BYTES  0x19

/* Every table that a token names stands behind the others; empty ones are zeros. */
static void put_tables(const struct nv50 *card, struct image *image, struct token *tokens)
{
    const unsigned script = put_script(card, image);
    const unsigned scripts = image->at;
    put16(image, script);
    put16(image, 0);
    const unsigned zeros = image->at;
    image->at += 16;

    tokens[0] = (struct token){ 'i', 2, INFO_BYTES, (uint16_t)image->at };
    put_version(card, image);
    image->at = tokens[0].at + INFO_DEVICE;
    put16(image, card->chip->device_id);
    tokens[1] = (struct token){ 'I', 1, 16, (uint16_t)image->at };
    put16(image, scripts);
    for (unsigned i = 0; i < 6; i++)
        put16(image, zeros);
    put16(image, 0);
    const unsigned loads = image->at; /* analogue load values: one level, unused */
    put32(image, 0x02040410);
    image->at += 8;
    tokens[2] = (struct token){ 'A', 1, 3, (uint16_t)image->at };
    put16(image, loads);
    put8(image, 0);
    static const struct token empty[] = {
        { 'D', 1, 4, 0 }, { 'M', 1, 6, 0 }, { 'L', 1, 2, 0 }, { 'T', 1, 2, 0 }
    };
    for (unsigned i = 0; i < ARRAY_SIZE(empty); i++) {
        tokens[3 + i] = empty[i];
        tokens[3 + i].at = (uint16_t)zeros;
    }
    align(image);
}

static void put_bit(struct image *image, const struct token *tokens)
{
    const unsigned start = image->at;

    put16(image, 0xb8ff);
    memcpy(image->bytes + image->at, "BIT", 4);
    image->at += 4;
    put16(image, 0x0100);
    put8(image, 12);
    put8(image, 6);
    put8(image, TOKENS);
    put8(image, 0);
    image->bytes[image->at - 1] = (uint8_t)-byte_sum(image->bytes + start, image->at - start);
    for (unsigned i = 0; i < TOKENS; i++) {
        put8(image, (unsigned char)tokens[i].id);
        put8(image, tokens[i].version);
        put16(image, tokens[i].size);
        put16(image, tokens[i].at);
    }
    align(image);
}

/* Display configuration 4.0 without an output; its GPIO, communication and connector tables are
 * empty headers (devinit.md §2.5). */
static void put_dcb(struct image *image)
{
    const unsigned gpio = image->at;
    put32(image, 0x04000640);
    put16(image, 0);
    const unsigned ports = image->at;
    put32(image, 0x04000540);
    put8(image, 0);
    const unsigned connectors = image->at;
    put32(image, 0x04000540);
    put8(image, 0);
    align(image);

    point(image, 0x36);
    const unsigned start = image->at;
    put8(image, 0x40);
    put8(image, DCB_HEADER);
    put8(image, 1);
    put8(image, DCB_ENTRY);
    put16(image, ports);
    put32(image, DCB_SIGNATURE);
    put16(image, gpio);
    image->at = start + 0x14;
    put16(image, connectors);
    image->at = start + DCB_HEADER;
    put32(image, DCB_ENTRY_LAST);
    put32(image, 0);
}

/* The bytes of the image add up to 0. */
static void close_sum(uint8_t *image)
{
    image[VBIOS_SIZE - 1] = (uint8_t)-byte_sum(image, VBIOS_SIZE - 1);
}

void vbios_build(const struct nv50 *card, uint8_t *bytes)
{
    static const char name[] = "Barecard model ROM";
    struct image image = { bytes, 0 };
    struct token tokens[TOKENS];

    memset(bytes, 0, VBIOS_SIZE);
    put_headers(&image, card->chip->device_id);
    /* Also keeps anything that looks like an "NPDE" from following the PCI data structure. */
    image.at = PCIR + PCIR_BYTES;
    memcpy(bytes + image.at, name, sizeof(name));
    image.at = FIRST_FREE;
    put_tables(card, &image, tokens);
    put_bit(&image, tokens);
    put_dcb(&image);
    close_sum(bytes);
}
