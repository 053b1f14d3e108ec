#include "model/gv100/window/vbios.h"

#include <string.h>

#include "hw/gv100/devinit.h"
#include "hw/pci.h"
#include "model/common/bytes.h"
#include "model/common/power_on_noise.h"
#include "model/gv100/base/card.h"
#include "model/gv100/window/starter.h"

/* Where each part of the image stands. */
enum {
    AT_CONFIG_POINTER = 0x36, /* of the display configuration */
    AT_PCIR = 0x40,
    AT_SCRIPT = 0x80, /* ends at once: the board is started by a program of its own */
    AT_SCRIPT_TABLE = 0x88,
    AT_NOTHING = 0x90,
    AT_MEMORY_MAP = 0xe0,
    AT_MEMORY_TYPES = 0x100,
    AT_VERSION = 0x130,
    AT_INIT = 0x150,
    AT_POWER_UNIT = 0x170,
    AT_PERFORMANCE = 0x180,
    AT_MEMORY = 0x208,
    AT_BIT = 0x220,
    AT_CONFIG = 0x280,
    AT_GPIO = 0x2b0,
    AT_I2C = 0x2c0,
    AT_CONNECTORS = 0x2d0,
};

#define FIRST_SIZE   0x1000u /* bytes of the first image */
#define SCRIPT_END   0x71
#define STRAP_ROWS   16
#define BIT_TOKENS   5
#define CONFIG_MAGIC 0x4edcbdcbu

static uint8_t to_zero(const uint8_t *bytes, unsigned size)
{
    unsigned sum = 0;

    for (unsigned i = 0; i < size; i++)
        sum += bytes[i];
    return (uint8_t)(0u - sum);
}

/* The header that starts an expansion ROM, and the structure that says whose it is. */
static void put_pci(const struct gv100 *card, uint8_t *bytes)
{
    static const uint8_t signature[] = { 'P', 'C', 'I', 'R' };

    bytes_put16(bytes, 0xaa55);
    bytes[2] = FIRST_SIZE / 512;
    bytes[3] = 0xcb; /* a far return: nothing to execute */
    bytes_put16(bytes + 0x18, AT_PCIR);
    memcpy(bytes + AT_PCIR, signature, sizeof(signature));
    bytes_put16(bytes + AT_PCIR + 4, PCI_VENDOR_NVIDIA);
    bytes_put16(bytes + AT_PCIR + 6, gv_config_device_id(card));
    bytes_put16(bytes + AT_PCIR + 10, 0x18);
    bytes_put(bytes + AT_PCIR + 13, card->board->class_code, 3);
    bytes_put16(bytes + AT_PCIR + 16, FIRST_SIZE / 512);
}

/* A map of memory types by strap, and the tables for the program that starts the card. */
static void put_tables(const struct gv100 *card, uint8_t *bytes)
{
    static const uint8_t memory_map[] = { 0x11, 0x15, 0, 0, 0, 0 };
    static const uint8_t memory_types[] = { 0x10, 7, 2, STRAP_ROWS, 0, 0, 0 };

    bytes[AT_SCRIPT] = SCRIPT_END;
    bytes_put16(bytes + AT_SCRIPT_TABLE, AT_SCRIPT);
    uint64_t seed = STARTER_TABLES_AT;
    for (unsigned at = STARTER_TABLES_AT; at < STARTER_SCRIPTS_AT + STARTER_SCRIPTS_SIZE; at += 8)
        bytes_put64(bytes + at, noise_next(&seed));
    memcpy(bytes + AT_MEMORY_MAP, memory_map, sizeof(memory_map));
    memcpy(bytes + AT_MEMORY_TYPES, memory_types, sizeof(memory_types));
    for (unsigned i = 0; i < STRAP_ROWS; i++)
        bytes[AT_MEMORY_TYPES + sizeof(memory_types) + 2 * i] =
            (uint8_t)(i << 4 | card->board->memory);
}

/* The data that BIT's tokens point to. */
static void put_token_data(const struct gv100 *card, uint8_t *bytes)
{
    bytes_put32(bytes + AT_VERSION, card->board->rom_version);
    bytes_put16(bytes + AT_INIT, AT_SCRIPT_TABLE);
    for (unsigned i = 1; i <= 6; i++)
        bytes_put16(bytes + AT_INIT + 2 * i, AT_NOTHING);
    bytes_put16(bytes + AT_INIT + ROM_INIT_TABLES, STARTER_TABLES_AT);
    bytes_put16(bytes + AT_INIT + ROM_INIT_TABLES + 2, STARTER_TABLES_SIZE);
    bytes_put16(bytes + AT_INIT + ROM_INIT_SCRIPTS, STARTER_SCRIPTS_AT);
    bytes_put16(bytes + AT_INIT + ROM_INIT_SCRIPTS + 2, STARTER_SCRIPTS_SIZE);
    bytes_put32(bytes + AT_POWER_UNIT, FIRST_SIZE + STARTER_TABLE);
    bytes_put32(bytes + AT_PERFORMANCE + 4, AT_MEMORY_MAP);
    bytes_put16(bytes + AT_MEMORY + 3, AT_MEMORY_TYPES);
}

/* The BIT table, by which drivers find all others: a header, its checksum, and a token for each
 * table. */
static void put_bit(uint8_t *bytes)
{
    static const struct {
        char id;
        uint8_t version, length;
        uint16_t at;
    } tokens[BIT_TOKENS] = {
        { 'i', 2, 22, AT_VERSION },       { 'I', 1, 28, AT_INIT },  { 'p', 2, 4, AT_POWER_UNIT },
        { 'P', 2, 0x80, AT_PERFORMANCE }, { 'M', 2, 6, AT_MEMORY },
    };

    bytes_put16(bytes + AT_BIT, 0xb8ff);
    memcpy(bytes + AT_BIT + 2, "BIT", 4);
    bytes_put16(bytes + AT_BIT + 6, 0x0100);
    bytes[AT_BIT + 8] = 12;
    bytes[AT_BIT + 9] = 6;
    bytes[AT_BIT + 10] = BIT_TOKENS;
    bytes[AT_BIT + 11] = to_zero(bytes + AT_BIT, 11);
    for (unsigned i = 0; i < BIT_TOKENS; i++) {
        const unsigned at = AT_BIT + 12 + 6 * i;

        bytes[at] = (uint8_t)tokens[i].id;
        bytes[at + 1] = tokens[i].version;
        bytes_put16(bytes + at + 2, tokens[i].length);
        bytes_put16(bytes + at + 4, tokens[i].at);
    }
}

/* Display configuration 4.1 whose only entry ends its list. */
static void put_display(uint8_t *bytes)
{
    static const uint8_t header[] = { 0x41, 0x1b, 1, 8 };
    static const uint8_t gpio[] = { 0x41, 6, 0, 5 }, ports[] = { 0x41, 6, 0, 4 };
    static const uint8_t connectors[] = { 0x40, 5, 0, 4 };

    bytes_put16(bytes + AT_CONFIG_POINTER, AT_CONFIG);
    memcpy(bytes + AT_CONFIG, header, sizeof(header));
    bytes_put16(bytes + AT_CONFIG + 4, AT_I2C);
    bytes_put32(bytes + AT_CONFIG + 6, CONFIG_MAGIC);
    bytes_put16(bytes + AT_CONFIG + 10, AT_GPIO);
    bytes_put16(bytes + AT_CONFIG + 0x14, AT_CONNECTORS);
    bytes_put32(bytes + AT_CONFIG + 0x1b, 0xe);
    memcpy(bytes + AT_GPIO, gpio, sizeof(gpio));
    memcpy(bytes + AT_I2C, ports, sizeof(ports));
    memcpy(bytes + AT_CONNECTORS, connectors, sizeof(connectors));
}

/* The image with the UEFI driver, as it is. By its own structure it is the last one, so that firmware looks no further;
 * NVIDIA's, after that, says that more follow (measured). Returns its bytes. */
static uint32_t put_driver(const struct gv100 *card, uint8_t *bytes)
{
    enum { AT_DATA = 0x1c, AT_NPDE = 0x40, AT_DRIVER = 0x200, DATA_BYTES = 0x18 };
    const uint32_t size =
        (uint32_t)(AT_DRIVER + card_driver_size + ROM_UNIT - 1) / ROM_UNIT * ROM_UNIT;
    uint8_t *const data = bytes + AT_DATA;

    memset(bytes, 0, size);
    bytes_put16(bytes, ROM_IMAGE_SIGNATURE);
    bytes_put16(bytes + 2, size / ROM_UNIT);
    bytes_put32(bytes + ROM_EFI_SIGNATURE, 0x0ef1);
    bytes_put16(bytes + ROM_EFI_SUBSYSTEM, 0x0b); /* a driver of boot services */
    bytes_put16(bytes + ROM_EFI_MACHINE, 0x8664);
    bytes_put16(bytes + ROM_EFI_OFFSET, AT_DRIVER);
    bytes_put16(bytes + ROM_IMAGE_DATA, AT_DATA);
    bytes_put32(data, ROM_DATA_PCIR);
    bytes_put16(data + 4, PCI_VENDOR_NVIDIA);
    bytes_put16(data + 6, gv_config_device_id(card));
    bytes_put16(data + ROM_DATA_BYTES, DATA_BYTES);
    bytes_put(data + 0x0d, card->board->class_code, 3);
    bytes_put16(data + ROM_DATA_LENGTH, size / ROM_UNIT);
    data[ROM_DATA_TYPE] = ROM_TYPE_EFI;
    data[ROM_DATA_LAST] = ROM_DATA_LAST_BIT;
    bytes_put32(bytes + AT_NPDE, ROM_NPDE);
    bytes_put16(bytes + AT_NPDE + 6, 0x0b);
    bytes_put16(bytes + AT_NPDE + ROM_NPDE_LENGTH, size / ROM_UNIT);
    memcpy(bytes + AT_DRIVER, card_driver, card_driver_size);
    return size;
}

void gv_vbios_build(const struct gv100 *card, uint8_t *bytes)
{
    memset(bytes, 0, FIRST_SIZE);
    put_pci(card, bytes);
    put_tables(card, bytes);
    put_token_data(card, bytes);
    put_bit(bytes);
    put_display(bytes);
    bytes[FIRST_SIZE - 1] = to_zero(bytes, FIRST_SIZE - 1);
    const uint32_t driver = put_driver(card, bytes + FIRST_SIZE);
    gv_starter_build(card, bytes + FIRST_SIZE + driver, FIRST_SIZE);
}
