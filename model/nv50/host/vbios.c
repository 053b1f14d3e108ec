#include "model/nv50/host/vbios.h"

#include <string.h>

#include "hw/nv50/vbios.h"
#include "hw/pci.h"
#include "model/nv50/base/card.h"
#include "model/nv50/host/i2c.h"
#include "model/nv50/host/vbios_levels.h"
#include "model/nv50/host/vbios_scripts.h"
#include "model/nv50/vm/board.h"

#define UNIT         512
#define SUBSYSTEM    0x54
#define HWINFO       0x58 /* straps that the hardware loads (devinit.md §1.6) */
#define HWINFO_BYTES 0x14
#define HWINFO_VALID 0xa5
#define HWINFO_SPARE 0x6b /* no field: it makes the bytes add up to 0 */
#define PCIR         0x70
#define PCIR_BYTES   0x18
#define FIRST_FREE   0xa0

#define DCB_HEADER     27
#define DCB_ENTRY      8
#define DCB_SIGNATURE  0x4edcbdcbu
#define DCB_ENTRY_LAST 0x0000000eu

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

#define TOKENS      9
#define INFO_DEVICE 0x17 /* in the data of token i (devinit.md §2.2), whose last field it is */
#define INFO_BYTES  0x19

static struct token put_info(const struct nv50 *card, struct image *image)
{
    const struct token token = { 'i', 2, INFO_BYTES, (uint16_t)image->at };

    put_version(card, image);
    image->at = token.at + INFO_DEVICE;
    put16(image, config_device_id(card));
    return token;
}

/* Token I of the BIT table: where each table of the init scripts stands, in the order that drivers
 * expect. */
static struct token put_init(struct image *image, const struct vbios_tables *t)
{
    const struct token token = { 'I', 1, 0x1c, (uint16_t)image->at };
    const unsigned words[] = { t->scripts,
                               t->macro_index,
                               t->macros,
                               t->conditions,
                               t->io_conditions,
                               t->io_flags,
                               0,
                               t->private_script,
                               t->arrays,
                               0,
                               t->tables_at,
                               t->tables_end - t->tables_at,
                               t->boot_at,
                               t->boot_end - t->boot_at };

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++)
        put16(image, words[i]);
    return token;
}

/* How many columns strap tables have, and where the strap is looked up. */
static struct token put_memory_token(struct image *image, const struct vbios_tables *t)
{
    struct token token = { 'M', t->memory_info ? 2 : 1, t->memory_info ? 7 : 13,
                           (uint16_t)image->at };

    if (!t->memory_info)
        put16(image, 0); /* the script that resets the memory */
    put8(image, t->straps ? BOARD_COLUMNS : 0);
    put16(image, t->straps);
    put16(image, t->memory_info);
    image->at = token.at + token.size;
    return token;
}

#define MONITOR_FLAGS 0xf8 /* of an entry of version 0x10 (board-sensors.md §6.3) */

/* GT215's INA219 measures at 5 milliohms, in a table of version 0x10; GT216's INA3221 at 5 and 10, and not with its
 * third channel, in one of version 0x20. */
static void put_shunts(const struct nv50 *card, struct image *image)
{
    if (card->chip_bit & CHIP_BIT(CHIP_GT215)) {
        put32(image, 0x01050410);
        put8(image, 0);
        put8(image, MONITOR_FLAGS);
        put8(image, 1); /* the second device */
        put16(image, 5);
        return;
    }
    put32(image, 0x010b0420);
    put8(image, 0);
    put8(image, 0); /* the first device */
    image->at += 3;
    put16(image, 5);
    put16(image, 10);
    put16(image, 5 | SHUNT_OFF << 8);
}

#define PERF_TOKEN_1 0x14 /* bytes, by version */
#define PERF_TOKEN_2 0x2c

/* Pointers to the performance and voltage tables, and to that of resistors (board-sensors.md §1.1). */
static struct token put_perf_token(const struct nv50 *card, struct image *image)
{
    const unsigned version = card->chip->features & FEATURE_PLL_GT215 ? 2 : 1;
    const unsigned perf = image->at;
    vbios_put_levels(card, image);
    const unsigned voltages = image->at;
    vbios_put_voltages(card, image);
    const unsigned shunts = image->at;
    const bool measures =
        card->chip_bit & (CHIP_BIT(CHIP_GT215) | CHIP_BIT(CHIP_GT216)) && !card->shell.starts_cold;
    if (measures)
        put_shunts(card, image);
    const struct token token = { 'P', (uint8_t)version, version == 1 ? PERF_TOKEN_1 : PERF_TOKEN_2,
                                 (uint16_t)image->at };

    put32(image, perf);
    image->at = token.at + (version == 1 ? 0x10 : 0x0c);
    put32(image, voltages);
    if (measures) {
        image->at = token.at + BIT_PERF_SHUNTS;
        put32(image, shunts);
    }
    image->at = token.at + token.size;
    return token;
}

static struct token put_clock_token(struct image *image, const struct vbios_tables *t)
{
    const struct token token = { 'C', 1, 12, (uint16_t)image->at };

    put32(image, 0);
    put32(image, 0);
    put16(image, t->pll_limits);
    put16(image, 0);
    return token;
}

/* The tables that tokens name stand one after the other; empty ones are zeros. */
static void put_tables(const struct nv50 *card, struct image *image, struct token *tokens)
{
    static const struct token empty[] = { { 'D', 1, 4, 0 }, { 'L', 1, 2, 0 }, { 'T', 1, 2, 0 } };
    struct vbios_tables tables;

    vbios_put_scripts(card, image, &tables);
    const unsigned zeros = image->at;
    image->at += 16;
    tokens[0] = put_info(card, image);
    tokens[1] = put_init(image, &tables);
    tokens[2] = put_memory_token(image, &tables);
    tokens[3] = put_clock_token(image, &tables);
    const unsigned loads = image->at; /* analogue load values: one level, unused */
    put32(image, 0x02040410);
    image->at += 8;
    tokens[4] = (struct token){ 'A', 1, 3, (uint16_t)image->at };
    put16(image, loads);
    put8(image, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(empty); i++) {
        tokens[5 + i] = empty[i];
        tokens[5 + i].at = (uint16_t)zeros;
    }
    tokens[8] = put_perf_token(card, image);
    image_align(image);
}

/* The BIT: signature, a header whose bytes add up to 0, then a row for each token. */
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
    image_align(image);
}

#define GPIO_MEMORY_VOLTAGE 0x18 /* function numbers (devinit.md §2.5, board-sensors.md §1.6) */
#define GPIO_FAN            0x09
#define GPIO_FAN_SENSE      0x3d
#define GPIO_VID_0          0x04
#define GPIO_VID_1          0x05
#define GPIO_READ_ONLY      (GPIO_ON_INPUT | GPIO_OFF_INPUT)

static void put_line(struct image *image, unsigned function, unsigned line, uint32_t bits)
{
    put32(image, FIELD_PUT(GPIO_FUNCTION, function) | line | bits);
}

/* Its table of lines has the supply of the memory, which is on while it drives 1, one that is not used, the fan, its
 * tachometer and the two that ask for the core's voltage. A board that nobody has started lists the first two alone,
 * so that its memory needs every write of its scripts (vbios_scripts.h). */
static void put_lines(const struct nv50 *card, struct image *image)
{
    const bool gt215 = card->chip->features & FEATURE_PLL_GT215;

    put_line(image, GPIO_MEMORY_VOLTAGE, BOARD_VOLTAGE_LINE, GPIO_INIT_ON | GPIO_ON_DATA);
    put_line(image, GPIO_UNUSED, 0, 0);
    if (card->shell.starts_cold)
        return;
    put_line(image, GPIO_FAN, gt215 ? BOARD_FAN_LINE_GT215 : BOARD_FAN_LINE,
             GPIO_PWM | GPIO_NVIO | GPIO_ON_DATA);
    put_line(image, GPIO_FAN_SENSE, BOARD_TACH_LINE, GPIO_READ_ONLY | GPIO_ON_DATA);
    put_line(image, GPIO_VID_0, BOARD_VID_LINE, GPIO_ON_DATA);
    put_line(image, GPIO_VID_1, BOARD_VID_LINE + 1, GPIO_INIT_ON | GPIO_ON_DATA);
}

/* The sensors, on the first port (board-sensors.md §1.6). */
static void put_devices(const struct nv50 *card, struct image *image)
{
    const struct i2c_device *const list = sensors_of(card);
    unsigned count = 0;

    while (count < I2C_DEVICES_MAX && list[count].address)
        count++;
    put32(image, 0x04000540 | count << 16);
    put8(image, 0);
    for (unsigned i = 0; i < count; i++) {
        put8(image, list[i].type);
        put8(image, list[i].address << 1);
        put16(image, 0);
    }
}

/* Display configuration 4.0 without an output. Its table of ports has one for sensors, and for scripts that want it;
 * that of connectors is an empty header (devinit.md §2.5). */
static void put_dcb(const struct nv50 *card, struct image *image)
{
    const bool memory = !(card->chip->features & FEATURE_IGP);
    const bool sensors = sensors_of(card)->address;
    const bool port = sensors || card->broken[DEFECT_POST_I2C_SILENT];
    const unsigned gpio = image->at;
    put32(image, !memory ? 0x04000640 : card->shell.starts_cold ? 0x04020640 : 0x04060640);
    put16(image, 0);
    if (memory)
        put_lines(card, image);
    const unsigned ports = image->at;
    put32(image, port ? 0x04010540 : 0x04000540);
    put8(image, 0);
    if (port)
        put32(image, FIELD_PUT(CCB_ACCESS, CCB_ACCESS_I2C));
    const unsigned connectors = image->at;
    put32(image, 0x04000540);
    put8(image, 0);
    const unsigned devices = image->at;
    if (sensors)
        put_devices(card, image);
    image_align(image);

    point(image, 0x36);
    const unsigned start = image->at;
    put8(image, 0x40);
    put8(image, DCB_HEADER);
    put8(image, 1);
    put8(image, DCB_ENTRY);
    put16(image, ports);
    put32(image, DCB_SIGNATURE);
    put16(image, gpio);
    image->at = start + DCB_DEVICES;
    put16(image, sensors ? devices : 0);
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

/* It also keeps anything that looks like an "NPDE" from following the PCI data structure. */
static const char name[] = "Barecard model ROM";

bool vbios_is_ours(const uint8_t *image, size_t size)
{
    return size >= FIRST_FREE && memcmp(image + PCIR + PCIR_BYTES, name, sizeof(name)) == 0;
}

void vbios_build(const struct nv50 *card, uint8_t *bytes)
{
    struct image image = { bytes, 0 };
    struct token tokens[TOKENS];

    memset(bytes, 0, VBIOS_SIZE);
    put_headers(&image, (uint16_t)(config_device_id(card) ^
                                   (card->broken[DEFECT_POST_ROM_FOREIGN] ? 1 : 0)));
    image.at = PCIR + PCIR_BYTES;
    memcpy(bytes + image.at, name, sizeof(name));
    image.at = FIRST_FREE;
    put_tables(card, &image, tokens);
    put_bit(&image, tokens);
    put_dcb(card, &image);
    close_sum(bytes);
    if (card->broken[DEFECT_POST_ROM_CHECKSUM])
        bytes[VBIOS_SIZE - 1] ^= 0x10;
}
