#include "model/gv100/falcon/starter.h"

#include <string.h>

#include "hw/gv100/devinit.h"
#include "model/common/bytes.h"
#include "model/gv100/base/card.h"
#include "model/gv100/falcon/falcon.h"

#define ROM_IMAGES 16

uint64_t gv_starter_sum(const uint8_t *bytes, uint32_t size)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);

    for (uint32_t i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}

/* ---- the ROM --------------------------------------------------------------------------------------- */

static uint32_t get(const struct gv100 *card, uint64_t at, size_t size)
{
    return at + size <= card->shell.rom_size ? (uint32_t)bytes_get(card->shell.rom + at, size) : 0;
}

static uint32_t get32(const struct gv100 *card, uint64_t at)
{
    return get(card, at, 4);
}

/* Bytes from the image at `at` to the next one; 0: none is there. */
static uint32_t image_length(const struct gv100 *card, uint32_t at, uint32_t *type)
{
    const uint32_t data = at + get(card, at + ROM_IMAGE_DATA, 2);
    const uint32_t npde = (data + get(card, data + ROM_DATA_BYTES, 2) + 15) / 16 * 16;
    const bool longer = get32(card, npde) == ROM_NPDE;

    *type = get(card, data + ROM_DATA_TYPE, 1);
    if (get32(card, data) != ROM_DATA_PCIR && get32(card, data) != ROM_DATA_NPDS)
        return 0;
    return get(card, longer ? npde + ROM_NPDE_LENGTH : data + ROM_DATA_LENGTH, 2) * ROM_UNIT;
}

/* The offset that a pointer of BIT means. */
static uint64_t resolve(const struct gv100 *card, uint32_t pointer)
{
    uint32_t at = 0, type, first = 0, length;

    for (unsigned i = 0; i < ROM_IMAGES; i++, at += length) {
        length = image_length(card, at, &type);
        first = i ? first : length;
        if (pointer < first || !length)
            return pointer;
        if (type == ROM_TYPE_NVIDIA)
            return (uint64_t)pointer - first + at;
    }
    return pointer;
}

static uint32_t token_data(const struct gv100 *card, char id)
{
    uint64_t bit = 0;

    while (bit < card->shell.rom_size &&
           (get(card, bit, 2) != ROM_BIT || get32(card, bit + 2) != 0x00544942))
        bit++;
    for (unsigned i = 0; i < get(card, bit + ROM_BIT_COUNT, 1); i++) {
        const uint64_t at =
            bit + get(card, bit + ROM_BIT_HEADER, 1) + i * get(card, bit + ROM_BIT_TOKEN, 1);

        if (get(card, at, 1) == (uint8_t)id)
            return get(card, at + ROM_TOKEN_DATA, 2);
    }
    return 0;
}

/* Where the descriptor of a program stands; 0: there is none. */
static uint64_t descriptor(const struct gv100 *card, uint32_t application)
{
    const uint32_t p = token_data(card, 'p');
    const uint64_t table = resolve(card, get32(card, p));

    for (unsigned i = 0; p && i < get(card, table + ROM_PMU_COUNT, 1); i++) {
        const uint64_t entry =
            table + get(card, table + ROM_PMU_HEADER, 1) + i * get(card, table + ROM_PMU_ENTRY, 1);

        if (get(card, entry, 1) == application)
            return resolve(card, get32(card, entry + ROM_PMU_PROGRAM));
    }
    return 0;
}

static uint32_t program_word(const struct gv100 *card, uint64_t at, enum pmu_program_word which)
{
    return get32(card, at + 4 * (uint64_t)which);
}

/* ---- contents of the PMU's memories ---------------------------------------------------------------------------- */

static bool holds(const struct gv100 *card, const uint8_t *memory, uint32_t to, uint64_t from,
                  uint32_t size)
{
    return to <= FALCON_MEMORY && size <= FALCON_MEMORY - to && from <= card->shell.rom_size &&
           size <= card->shell.rom_size - from &&
           memcmp(memory + to, card->shell.rom + from, size) == 0;
}

/* Each block has the tag of its own number, and the mark of secure code where that is. */
static bool marked(const struct falcon *pmu, uint32_t base, uint32_t size, bool secure)
{
    for (uint32_t at = base; at < base + size; at += PMU_BLOCK) {
        const unsigned block = at / PMU_BLOCK;

        if (pmu->tags[block] != block || pmu->secure[block] != secure)
            return false;
    }
    return true;
}

static bool is_signed(const uint8_t *code, uint32_t plain, uint32_t size)
{
    const size_t mark = sizeof(STARTER_MARK) - 1;

    if (size - plain < mark + STARTER_SIGNATURE || memcmp(code + plain, STARTER_MARK, mark) != 0)
        return true;
    return bytes_get(code + size - STARTER_SIGNATURE, STARTER_SIGNATURE) ==
           gv_starter_sum(code, size - STARTER_SIGNATURE);
}

static bool has_program(const struct gv100 *card, const struct falcon *pmu, uint64_t at,
                        uint32_t entry)
{
    const uint32_t base = program_word(card, at, PMU_CODE_BASE);
    const uint32_t size = program_word(card, at, PMU_CODE_SIZE);
    const uint32_t secure = program_word(card, at, PMU_SECURE_SIZE);
    const uint64_t code = at + PMU_PROGRAM_BYTES;

    return at && size && secure <= size && entry == program_word(card, at, PMU_ENTRY) &&
           holds(card, pmu->code, base, code, size) &&
           holds(card, pmu->data, program_word(card, at, PMU_DATA_BASE),
                 code + program_word(card, at, PMU_DATA_OFFSET),
                 program_word(card, at, PMU_DATA_SIZE)) &&
           marked(pmu, base, size - secure, false) &&
           marked(pmu, base + size - secure, secure, true) &&
           is_signed(card->shell.rom + code, size - secure, size);
}

/* Tables and scripts lie where the program's arguments say, which are of the ROM too; the list has their place in data
 * memory, into which the program's data is loaded at its base. */
static bool has_arguments(const struct gv100 *card, const struct falcon *pmu, uint64_t at)
{
    const uint32_t init = token_data(card, 'I');
    const uint64_t data = at + PMU_PROGRAM_BYTES + program_word(card, at, PMU_DATA_OFFSET);
    const uint64_t list = data + program_word(card, at, PMU_INTERFACE);
    const uint64_t arguments =
        data + get32(card, list + PMU_INTERFACE_ENTRY) - program_word(card, at, PMU_DATA_BASE);

    return holds(card, pmu->data, get32(card, arguments + PMU_ARGUMENT_TABLES),
                 get(card, init + ROM_INIT_TABLES, 2), get(card, init + ROM_INIT_TABLES + 2, 2)) &&
           holds(card, pmu->data, get32(card, arguments + PMU_ARGUMENT_SCRIPTS),
                 get(card, init + ROM_INIT_SCRIPTS, 2), get(card, init + ROM_INIT_SCRIPTS + 2, 2));
}

enum starter_end gv_starter_judge(const struct gv100 *card, const struct falcon *pmu,
                                  uint32_t command, uint32_t entry)
{
    const uint64_t starts = descriptor(card, ROM_PMU_DEVINIT);

    if (command == PMU_COMMAND_DEVINIT && has_program(card, pmu, starts, entry) &&
        has_arguments(card, pmu, starts))
        return STARTER_STARTS;
    return has_program(card, pmu, descriptor(card, ROM_PMU_PRE_OS), entry) ? STARTER_RUNS_FAN
                                                                           : STARTER_NOTHING;
}
