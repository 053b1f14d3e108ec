#include "model/gv100/window/starter.h"

#include <string.h>

#include "hw/gv100/devinit.h"
#include "hw/pci.h"
#include "model/common/bytes.h"
#include "model/common/power_on_noise.h"
#include "model/gv100/base/card.h"
#include "model/gv100/falcon/starter.h"

enum {
    AT_DATA = 0x20,
    AT_DEVINIT = 0x80,
    AT_PRE_OS = 0x440,
    LIST_AT = 0x20, /* in the data of a program */
    ARGUMENTS_AT = 0x40,
};

#define DATA_BYTES  0x18
#define TABLES_TO   0x100 /* in the PMU's data memory */
#define SCRIPTS_TO  0x140
#define SECURE_SIZE 0x100

struct program {
    unsigned at, plain, data;
    uint64_t seed;
};

static const struct program devinit = { AT_DEVINIT, 0x200, 0x80, 0xdeb1 };
static const struct program pre_os = { AT_PRE_OS, 0x100, 0x40, 0xfa4 };

static void put_header(const struct gv100 *card, uint8_t *bytes)
{
    uint8_t *const data = bytes + AT_DATA;

    bytes_put16(bytes, ROM_IMAGE_SIGNATURE_N);
    bytes_put16(bytes + ROM_IMAGE_DATA, AT_DATA);
    bytes_put32(data, ROM_DATA_NPDS);
    bytes_put16(data + 4, PCI_VENDOR_NVIDIA);
    bytes_put16(data + 6, gv_config_device_id(card));
    bytes_put16(data + ROM_DATA_BYTES, DATA_BYTES);
    bytes_put16(data + ROM_DATA_LENGTH, STARTER_SIZE / ROM_UNIT);
    data[ROM_DATA_TYPE] = ROM_TYPE_NVIDIA;
    data[ROM_DATA_LAST] = ROM_DATA_LAST_BIT;
}

static void put_words(uint8_t *bytes, const uint32_t *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        bytes_put32(bytes + 4 * i, words[i]);
}

/* Descriptor, plain code, secure code with its mark, data with the list of arguments, and the signature at last. */
static void put_program(uint8_t *image, const struct program *program)
{
    const uint32_t code = program->plain + SECURE_SIZE, all = code + program->data;
    const uint32_t words[PMU_PROGRAM_WORDS] = {
        [PMU_STORED_SIZE] = all,
        [PMU_PLAIN_SIZE] = all,
        [PMU_INTERFACE] = LIST_AT,
        [PMU_CODE_SIZE] = code,
        [PMU_SECURE_BASE] = program->plain,
        [PMU_SECURE_SIZE] = SECURE_SIZE,
        [PMU_DATA_OFFSET] = code,
        [PMU_DATA_SIZE] = program->data,
    };
    static const uint8_t list[] = { 1, 4, 8, 1, 1, 0, 0, 0, 0, 0, 0, 0 };
    uint8_t *const body = image + program->at + PMU_PROGRAM_BYTES, *const data = body + code;

    put_words(image + program->at, words, PMU_PROGRAM_WORDS);
    uint64_t seed = program->seed;
    for (uint32_t i = 0; i < code; i += 8)
        bytes_put64(body + i, noise_next(&seed));
    memcpy(body + program->plain, STARTER_MARK, sizeof(STARTER_MARK) - 1);
    memcpy(data + LIST_AT, list, sizeof(list));
    bytes_put32(data + LIST_AT + PMU_INTERFACE_ENTRY, ARGUMENTS_AT);
}

/* Of the program that starts the card: where its arguments go, and where they are. */
static void put_arguments(uint8_t *image)
{
    uint8_t *const at =
        image + AT_DEVINIT + PMU_PROGRAM_BYTES + devinit.plain + SECURE_SIZE + ARGUMENTS_AT;

    bytes_put32(at + PMU_ARGUMENT_TABLES, TABLES_TO);
    bytes_put32(at + PMU_ARGUMENT_TABLES + 4, STARTER_TABLES_AT);
    bytes_put32(at + PMU_ARGUMENT_SCRIPTS, SCRIPTS_TO);
    bytes_put32(at + PMU_ARGUMENT_SCRIPTS + 4, STARTER_SCRIPTS_AT);
    bytes_put32(at + PMU_ARGUMENT_SIZE, STARTER_SCRIPTS_SIZE);
}

static void sign(uint8_t *image, const struct program *program)
{
    uint8_t *const code = image + program->at + PMU_PROGRAM_BYTES;
    const uint32_t size = program->plain + SECURE_SIZE;

    bytes_put(code + size - STARTER_SIGNATURE, gv_starter_sum(code, size - STARTER_SIGNATURE),
              STARTER_SIGNATURE);
}

void gv_starter_build(const struct gv100 *card, uint8_t *bytes, uint32_t first_size)
{
    static const uint8_t table[] = { 1, 6, 6, 2, 1, 0x30 };
    uint8_t *const entries = bytes + STARTER_TABLE + sizeof(table);

    memset(bytes, 0, STARTER_SIZE);
    put_header(card, bytes);
    memcpy(bytes + STARTER_TABLE, table, sizeof(table));
    bytes_put16(entries, ROM_PMU_DEVINIT | 1 << 8);
    bytes_put32(entries + ROM_PMU_PROGRAM, first_size + AT_DEVINIT);
    bytes_put16(entries + 6, ROM_PMU_PRE_OS | 1 << 8);
    bytes_put32(entries + 6 + ROM_PMU_PROGRAM, first_size + AT_PRE_OS);
    put_program(bytes, &devinit);
    put_program(bytes, &pre_os);
    put_arguments(bytes);
    sign(bytes, &devinit);
    sign(bytes, &pre_os);
}
