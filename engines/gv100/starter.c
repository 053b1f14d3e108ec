#include "engines/gv100/starter.h"

#include "engines/gv100/images.h"
#include "hw/gv100/devinit.h"

#define IMAGES_MAX      16
#define LEAST_INTERFACE 12u /* bytes of the list of arguments */

/* The data that the checks read. */
struct reader {
    struct rom_reader rom;
    uint32_t code_room, data_room;
};

/* The PMU's data memory is written and read by words. */
static bool is_words(uint32_t at)
{
    return at % 4 == 0;
}

/* The sum of the first image is taken last, because its size must be known to be inside the ROM. */
static const char *read_images(struct rom_reader *r)
{
    struct rom_image image = { 0 };

    for (unsigned i = 0; i < IMAGES_MAX && !image.last; i++) {
        if (!rom_image_at(r, image.at + image.size, &image) || image.cut)
            return i ? "ends before its last image" : "has no first image";
        if (i == 0 && image.type != ROM_TYPE_BIOS)
            return "has no first image";
        if (i == 0)
            r->first_size = image.size;
        if (image.type == ROM_TYPE_NVIDIA && !r->own_at)
            r->own_at = image.at;
    }
    if (!image.last)
        return "has more images than a ROM has";
    uint8_t sum = 0;
    for (uint32_t at = 0; at < r->first_size; at++)
        sum = (uint8_t)(sum + r->rom[at]);
    return sum         ? "has a first image whose bytes do not add up to 0"
           : r->own_at ? NULL
                       : "has no image with the program that starts the card";
}

/* ---- programs ------------------------------------------------------------------------------------- */

/* The descriptor of an application; 0: there is none. */
static uint64_t find_program(const struct reader *r, unsigned application)
{
    const uint32_t p = rom_token(&r->rom, 'p', 2, 4);
    const uint64_t table = p ? rom_place(&r->rom, rom_word(&r->rom, p)) : 0;

    if (!p || rom_byte(&r->rom, table + ROM_PMU_VERSION) != 1)
        return 0;
    for (unsigned i = 0; i < rom_byte(&r->rom, table + ROM_PMU_COUNT); i++) {
        const uint64_t at = table + rom_byte(&r->rom, table + ROM_PMU_HEADER) +
                            i * rom_byte(&r->rom, table + ROM_PMU_ENTRY);

        if (rom_byte(&r->rom, at + ROM_PMU_APPLICATION) == application &&
            rom_word(&r->rom, at + ROM_PMU_PROGRAM))
            return rom_place(&r->rom, rom_word(&r->rom, at + ROM_PMU_PROGRAM));
    }
    return 0;
}

static const char *read_program(const struct reader *r, uint64_t at, struct pmu_program *out)
{
    uint32_t w[PMU_PROGRAM_WORDS];

    if (!rom_inside(&r->rom, at, PMU_PROGRAM_BYTES))
        return "is cut off before the program that starts the card";
    for (unsigned i = 0; i < PMU_PROGRAM_WORDS; i++)
        w[i] = rom_word(&r->rom, at + 4 * i);
    if (w[PMU_STORED_SIZE] & 1 || w[PMU_STORED_SIZE] != w[PMU_PLAIN_SIZE])
        return "has its starting program in a form that is not known";
    /* Blocks of 256 bytes are plain or secure as a whole; a Titan V's has 0x200 bytes of plain code. */
    if (w[PMU_SECURE_SIZE] && (w[PMU_CODE_SIZE] - w[PMU_SECURE_SIZE]) % PMU_BLOCK)
        return "has a starting program whose signed part begins within a block of code";
    if (w[PMU_SECURE_SIZE] > w[PMU_CODE_SIZE] || w[PMU_CODE_SIZE] > r->code_room ||
        w[PMU_CODE_BASE] > r->code_room - w[PMU_CODE_SIZE] || w[PMU_CODE_BASE] % PMU_BLOCK ||
        w[PMU_SECURE_BASE] !=
            w[PMU_CODE_BASE] + w[PMU_CODE_SIZE] - w[PMU_SECURE_SIZE] - w[PMU_CODE_VIRTUAL])
        return "has a starting program that does not fit the PMU's code memory";
    if (w[PMU_DATA_SIZE] > r->data_room || w[PMU_DATA_BASE] > r->data_room - w[PMU_DATA_SIZE] ||
        w[PMU_INTERFACE] > w[PMU_DATA_SIZE] - LEAST_INTERFACE ||
        w[PMU_DATA_SIZE] < LEAST_INTERFACE || !is_words(w[PMU_DATA_BASE] | w[PMU_INTERFACE]))
        return "has a starting program that does not fit the PMU's data memory";
    const uint64_t body = at + PMU_PROGRAM_BYTES;
    if (!rom_inside(&r->rom, body, w[PMU_CODE_SIZE]) ||
        !rom_inside(&r->rom, body + w[PMU_DATA_OFFSET], w[PMU_DATA_SIZE]) ||
        w[PMU_DATA_OFFSET] < w[PMU_CODE_SIZE])
        return "is cut off in the program that starts the card";
    const uint32_t plain = w[PMU_CODE_SIZE] - w[PMU_SECURE_SIZE];
    *out = (struct pmu_program){
        .plain_at = (uint32_t)body,
        .plain_size = plain,
        .secure_at = (uint32_t)body + plain,
        .secure_size = w[PMU_SECURE_SIZE],
        .data_at = (uint32_t)body + w[PMU_DATA_OFFSET],
        .data_size = w[PMU_DATA_SIZE],
        .code_base = w[PMU_CODE_BASE],
        .data_base = w[PMU_DATA_BASE],
        .entry = w[PMU_ENTRY],
        .interface = w[PMU_DATA_BASE] + w[PMU_INTERFACE],
    };
    return NULL;
}

/* The program says itself where it wants tables and scripts, and which they are: BIT must say the same. */
static const char *read_arguments(const struct reader *r, struct starter *out)
{
    const uint32_t init = rom_token(&r->rom, 'I', 1, ROM_INIT_BYTES);
    const struct pmu_program *const p = &out->program;
    const uint64_t list = (uint64_t)p->data_at + p->interface - p->data_base;
    const uint32_t offset = rom_word(&r->rom, list + PMU_INTERFACE_ENTRY);

    if (!init)
        return "does not say where its tables and scripts are";
    if (rom_byte(&r->rom, list) != 1 || rom_byte(&r->rom, list + 3) == 0 || offset < p->data_base ||
        offset - p->data_base > p->data_size - PMU_ARGUMENT_SIZE - 4)
        return "has a starting program without the list of its arguments";
    const uint64_t at = (uint64_t)p->data_at + offset - p->data_base;
    out->tables_to = rom_word(&r->rom, at + PMU_ARGUMENT_TABLES);
    out->scripts_to = rom_word(&r->rom, at + PMU_ARGUMENT_SCRIPTS);
    out->tables_at = rom_half(&r->rom, init + ROM_INIT_TABLES);
    out->tables_size = rom_half(&r->rom, init + ROM_INIT_TABLES + 2);
    out->scripts_at = rom_half(&r->rom, init + ROM_INIT_SCRIPTS);
    out->scripts_size = rom_half(&r->rom, init + ROM_INIT_SCRIPTS + 2);
    if (rom_word(&r->rom, at + PMU_ARGUMENT_TABLES + 4) != out->tables_at ||
        rom_word(&r->rom, at + PMU_ARGUMENT_SCRIPTS + 4) != out->scripts_at ||
        rom_word(&r->rom, at + PMU_ARGUMENT_SIZE) != out->scripts_size)
        return "has a starting program for other tables or scripts than it holds";
    if (!rom_inside(&r->rom, out->tables_at, out->tables_size) ||
        !rom_inside(&r->rom, out->scripts_at, out->scripts_size) || !out->scripts_size)
        return "is cut off before the end of its scripts";
    if (!is_words(out->tables_to | out->scripts_to | offset) ||
        out->tables_to < p->data_base + p->data_size ||
        out->scripts_to < (uint64_t)out->tables_to + out->tables_size ||
        (uint64_t)out->scripts_to + out->scripts_size > r->data_room)
        return "has tables or scripts that do not fit the PMU's data memory";
    return NULL;
}

static const char *read_all(struct reader *r, struct starter *out)
{
    const char *wrong = read_images(&r->rom);

    if (wrong)
        return wrong;
    rom_version(&r->rom, out->version);
    const uint64_t at = find_program(r, ROM_PMU_DEVINIT);
    if (!at)
        return "has no program that starts the card";
    wrong = read_program(r, at, &out->program);
    if (!wrong)
        wrong = read_arguments(r, out);
    const uint64_t pre_os = wrong ? 0 : find_program(r, ROM_PMU_PRE_OS);
    out->has_pre_os = pre_os && !read_program(r, pre_os, &out->pre_os);
    return wrong;
}

bool starter_read(struct starter *out, const uint8_t *rom, size_t size, uint32_t code_room,
                  uint32_t data_room)
{
    struct reader r = { .rom = { .rom = rom, .size = size },
                        .code_room = code_room,
                        .data_room = data_room };

    *out = (struct starter){ 0 };
    out->wrong = read_all(&r, out);
    return !out->wrong;
}
