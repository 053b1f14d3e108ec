#include "tools/gv100/vbios.h"

#include <jansson.h>

#include "hw/gv100/chip.h"
#include "hw/gv100/devinit.h"
#include "hw/gv100/vbios.h"
#include "hw/pci.h"
#include "tools/commands.h"
#include "tools/gv100/rom.h"

const struct chip *gv100_rom_chip(const uint8_t *bytes, size_t size)
{
    struct gv100_rom rom;

    return gv100_rom_read(&rom, bytes, size) && gv100_rom_is_ours(&rom) ? &gv100_chips[0].chip
                                                                        : NULL;
}

size_t gv100_rom_size(const uint8_t *bytes, size_t size)
{
    struct gv100_rom rom;

    if (!gv100_rom_read(&rom, bytes, size) || !rom.image_count)
        return size;
    const struct rom_image *const last = &rom.images[rom.image_count - 1];
    return last->cut ? size : (size_t)last->at + last->size;
}

/* The condition of a start that does not hold; null: all hold. `starter` ends the sentence that
 * begins with "its ROM ". */
static const char *find_fault(const struct gv100_rom *rom)
{
    if (rom->images[0].vendor != PCI_VENDOR_NVIDIA)
        return "the first image is not for a card of this vendor";
    if (!gv100_rom_is_ours(rom))
        return "the version is not GV100's";
    if (rom->bit && !rom->bit_sum_ok)
        return "the BIT's header is damaged";
    return rom->starter.wrong;
}

static const char *type_name(uint8_t type)
{
    switch (type) {
    case ROM_TYPE_BIOS:
        return "x86";
    case ROM_TYPE_EFI:
        return "EFI";
    case ROM_TYPE_NVIDIA:
        return "NVIDIA's";
    default:
        return "private";
    }
}

static const char *sum_name(const struct gv100_rom *rom, const struct rom_image *image)
{
    if (image->cut)
        return "cut";
    if (image->type != ROM_TYPE_BIOS || image->at)
        return "-";
    return rom->sum_ok ? "ok" : "wrong";
}

/* The letter of a token, which a damaged ROM may have anything for. */
static char letter(char id)
{
    const unsigned char c = (unsigned char)id;

    return (char)(c >= ' ' && c < 0x7f ? c : '?');
}

/* ---- the board ------------------------------------------------------------------------------------ */

static const char *output_name(uint32_t type)
{
    switch (type) {
    case OUTPUT_CRT:
        return "CRT";
    case OUTPUT_TMDS:
        return "TMDS";
    case OUTPUT_LVDS:
        return "LVDS";
    case OUTPUT_DP:
        return "DP";
    default:
        return "of another kind";
    }
}

static const char *connector_name(uint32_t type)
{
    switch (type) {
    case CONNECTOR_DVI_I:
        return "DVI-I";
    case CONNECTOR_DVI_D:
        return "DVI-D";
    case CONNECTOR_DP:
        return "DP";
    case CONNECTOR_EDP:
        return "a panel on DP";
    case CONNECTOR_HDMI:
        return "HDMI";
    default:
        return "of another kind";
    }
}

/* Ends at the end mark and not at the table's count, because the rest of the table is unused. */
static void print_outputs(FILE *to, const struct gv100_rom *rom, const struct gv100_table *dcb)
{
    const struct gv100_table connectors = gv100_rom_of_dcb(rom, DCB_CONNECTOR, DCB_VERSION_40);

    for (unsigned i = 0; i < dcb->count && dcb->entry >= 8; i++) {
        const uint32_t at = gv100_table_entry(dcb, i);
        const uint32_t first = rom_word(&rom->reader, at), second = rom_word(&rom->reader, at + 4);
        const unsigned type = FIELD_GET(OUTPUT_TYPE, first);
        const unsigned connector = FIELD_GET(OUTPUT_CONNECTOR, first);

        if (type == OUTPUT_END)
            return;
        if (type == OUTPUT_SKIP)
            continue;
        fprintf(to, "output\t%u %s, heads 0x%x, pads 0x%x, links 0x%x, port %u, connector %u", i,
                output_name(type), FIELD_GET(OUTPUT_HEADS, first), FIELD_GET(OUTPUT_PADS, first),
                FIELD_GET(OUTPUT_LINKS, second), FIELD_GET(OUTPUT_PORT, first), connector);
        if (connector < connectors.count)
            fprintf(to, " (%s)",
                    connector_name(FIELD_GET(
                        CONNECTOR_TYPE,
                        rom_word(&rom->reader, gv100_table_entry(&connectors, connector)))));
        fputc('\n', to);
    }
}

static void print_lines(FILE *to, const struct gv100_rom *rom)
{
    const struct gv100_table lines = gv100_rom_of_dcb(rom, DCB_LINES, DCB_VERSION_41);

    for (unsigned i = 0; i < lines.count && lines.entry > LINE_LEVELS; i++) {
        const uint32_t at = gv100_table_entry(&lines, i), entry = rom_word(&rom->reader, at);
        const uint32_t levels = rom_byte(&rom->reader, at + LINE_LEVELS);
        const bool on = entry & LINE_ON;

        if (FIELD_GET(LINE_FUNCTION, entry) != LINE_UNUSED)
            fprintf(to, "line\t%u function 0x%x, %s\n", FIELD_GET(LINE_NUMBER, entry),
                    FIELD_GET(LINE_FUNCTION, entry),
                    levels & (on ? LINE_ON_INPUT : LINE_OFF_INPUT) ? "input"
                    : levels & (on ? LINE_ON_DATA : LINE_OFF_DATA) ? "drives 1"
                                                                   : "drives 0");
    }
}

/* Unused entries are left out, because tables have fixed lengths and most of each is empty. */
static void print_ports(FILE *to, const struct gv100_rom *rom)
{
    const struct gv100_table ports = gv100_rom_of_dcb(rom, DCB_CCB, DCB_VERSION_41);
    const struct gv100_table devices = gv100_rom_of_dcb(rom, DCB_I2C, DCB_VERSION_40);

    for (unsigned i = 0; i < ports.count && ports.entry >= 4; i++) {
        const uint32_t entry = rom_word(&rom->reader, gv100_table_entry(&ports, i));

        if (FIELD_GET(PORT_I2C, entry) != PORT_UNUSED)
            fprintf(to, "i2c\t%u is port %u of the card\n", i, FIELD_GET(PORT_I2C, entry));
        if (FIELD_GET(PORT_AUX, entry) != PORT_UNUSED)
            fprintf(to, "aux\t%u is channel %u of the card\n", i, FIELD_GET(PORT_AUX, entry));
    }
    for (unsigned i = 0; i < devices.count && devices.entry >= 4; i++) {
        const uint32_t entry = rom_word(&rom->reader, gv100_table_entry(&devices, i));

        if (FIELD_GET(I2C_DEVICE_TYPE, entry) != I2C_DEVICE_UNUSED)
            fprintf(to, "device\ttype 0x%x at 0x%x of the board's %s port\n",
                    FIELD_GET(I2C_DEVICE_TYPE, entry), FIELD_GET(I2C_DEVICE_ADDRESS, entry),
                    entry & I2C_DEVICE_SECONDARY ? "second" : "first");
    }
}

static void print_board(FILE *to, const struct gv100_rom *rom)
{
    const struct gv100_table dcb = gv100_rom_dcb(rom);

    if (!dcb.at) {
        fprintf(to, "board\tno display configuration\n");
        return;
    }
    fprintf(to, "board\tdisplay configuration %x.%x at 0x%x, %u entries of %u bytes%s\n",
            dcb.version >> 4, dcb.version & 0xf, dcb.at, dcb.count, dcb.entry,
            dcb.version == DCB_VERSION_41 ? "" : ": a version that is not read");
    if (dcb.version != DCB_VERSION_41)
        return;
    print_outputs(to, rom, &dcb);
    print_lines(to, rom);
    print_ports(to, rom);
}

/* ---- text ----------------------------------------------------------------------------------------- */

static void print_images(FILE *to, const struct gv100_rom *rom)
{
    for (unsigned i = 0; i < rom->image_count; i++) {
        const struct rom_image *const image = &rom->images[i];

        fprintf(to, "image\t%s at 0x%x, %u bytes, %04x:%04x, checksum %s", type_name(image->type),
                image->at, image->size, image->vendor, image->device, sum_name(rom, image));
        if (image->subsystem)
            fprintf(to, ", subsystem %04x:%04x", image->subsystem & 0xffff, image->subsystem >> 16);
        fputc('\n', to);
    }
    if (rom->missing_at)
        fprintf(to, "missing\tthe image before says that another follows at 0x%x, and none does\n",
                rom->missing_at);
}

static void print_bit(FILE *to, const struct gv100_rom *rom)
{
    if (!rom->bit)
        return;
    fprintf(to, "bit\tat 0x%x, checksum %s\n", rom->bit, rom->bit_sum_ok ? "ok" : "wrong");
    for (unsigned i = 0; i < rom_token_count(&rom->reader, rom->bit); i++) {
        const struct rom_token token = rom_token_at(&rom->reader, rom->bit, i);

        fprintf(to, "token\t%c version %u, %u bytes at 0x%x\n", letter(token.id), token.version,
                token.size, token.at);
    }
}

/* Of tokens with 32-bit pointers: those that lead into NVIDIA's image, which this file may lack. */
static void print_beyond(FILE *to, const struct gv100_rom *rom)
{
    for (unsigned i = 0; rom->bit && i < rom_token_count(&rom->reader, rom->bit); i++) {
        const struct rom_token token = rom_token_at(&rom->reader, rom->bit, i);
        unsigned beyond = 0, count = 0;

        for (uint32_t at = 0; (token.id == 'P' || token.id == 'p') && at + 4 <= token.size;
             at += 4) {
            const uint32_t pointer = rom_word(&rom->reader, token.at + at);

            count += pointer != 0;
            beyond += pointer >= rom->reader.first_size;
        }
        if (beyond && !rom->reader.own_at)
            fprintf(to,
                    "missing\t%u of %u pointers of token %c lead into an image of NVIDIA's own\n",
                    beyond, count, token.id);
    }
}

static void print_program(FILE *to, const char *what, const struct pmu_program *p)
{
    fprintf(to,
            "signed\t%s: %u of %u bytes of code at 0x%x, entry 0x%x; %u bytes of data at 0x%x\n",
            what, p->secure_size, p->plain_size + p->secure_size, p->plain_at, p->entry,
            p->data_size, p->data_at);
}

/* The verdict on a start comes last, because it follows from the parts above it. */
static void print_text(FILE *to, const struct toolkit_rom *from, const struct gv100_rom *rom)
{
    const char *const fault = find_fault(rom);

    fprintf(to, "file\t%s, %zu bytes, the ROM starts at 0x%x\n", from->name, from->size,
            rom->start);
    print_images(to, rom);
    fprintf(to, "version\t%s%s%s%s\n", rom->version[0] ? rom->version : "-",
            rom->date[0] ? " of " : "", rom->date, gv100_rom_is_ours(rom) ? " for GV100" : "");
    print_bit(to, rom);
    print_beyond(to, rom);
    print_board(to, rom);
    if (!rom->starter.wrong) {
        print_program(to, "starts the card, on its power unit", &rom->starter.program);
        if (rom->starter.has_pre_os)
            print_program(to, "runs the fan until a driver comes", &rom->starter.pre_os);
    }
    if (!fault)
        fprintf(to, "start\tthe program that starts the card is whole; it carries out the scripts "
                    "itself\n");
    else
        fprintf(to, "start\tno: %s%s\n", fault == rom->starter.wrong ? "the ROM " : "", fault);
}

/* ---- JSON ----------------------------------------------------------------------------------------- */

static json_t *json_images(const struct gv100_rom *rom)
{
    json_t *const list = json_array();

    for (unsigned i = 0; i < rom->image_count; i++) {
        const struct rom_image *const image = &rom->images[i];

        json_array_append_new(
            list, json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:s}", "type", type_name(image->type),
                            "at", (int)image->at, "bytes", (int)image->size, "vendor",
                            (int)image->vendor, "device", (int)image->device, "subsystem",
                            (int)(image->subsystem >> 16), "checksum", sum_name(rom, image)));
    }
    return list;
}

static json_t *json_tokens(const struct gv100_rom *rom)
{
    json_t *const list = json_array();

    for (unsigned i = 0; rom->bit && i < rom_token_count(&rom->reader, rom->bit); i++) {
        const struct rom_token token = rom_token_at(&rom->reader, rom->bit, i);
        const char name[2] = { letter(token.id), '\0' };

        json_array_append_new(list, json_pack("{s:s, s:i, s:i, s:i}", "id", name, "version",
                                              (int)token.version, "bytes", (int)token.size, "at",
                                              (int)token.at));
    }
    return list;
}

static void print_json(FILE *to, const struct toolkit_rom *from, const struct gv100_rom *rom)
{
    const char *const fault = find_fault(rom);
    const struct pmu_program *const p = &rom->starter.program;
    json_t *const root = json_pack(
        "{s:s, s:i, s:i, s:o, s:s, s:s, s:s?, s:b, s:o, s:i, s:i, s:i, s:i, s:b, s:s?}", "file",
        from->name, "bytes", (int)from->size, "start", (int)rom->start, "images", json_images(rom),
        "version", rom->version[0] ? rom->version : "-", "date", rom->date, "chipset",
        gv100_rom_is_ours(rom) ? "gv100" : NULL, "bit_checksum", rom->bit_sum_ok ? 1 : 0, "tokens",
        json_tokens(rom), "missing_at", (int)rom->missing_at, "outputs",
        (int)gv100_rom_dcb(rom).count, "program", (int)p->plain_at, "signed", (int)p->secure_size,
        "sound", fault ? 0 : 1, "fault", fault);

    json_dumpf(root, to, JSON_INDENT(2));
    fputc('\n', to);
    json_decref(root);
}

static bool read_rom(const struct toolkit_rom *from, struct gv100_rom *rom)
{
    if (gv100_rom_read(rom, from->bytes, from->size))
        return true;
    fprintf(stderr, "%s: %s: no ROM image at a multiple of 512\n", from->program, from->name);
    return false;
}

int gv100_describe_rom(const struct toolkit_rom *from, bool json, FILE *to)
{
    struct gv100_rom rom;

    if (!read_rom(from, &rom))
        return STATUS_ERROR;
    (json ? print_json : print_text)(to, from, &rom);
    return find_fault(&rom) ? STATUS_ERROR : STATUS_OK;
}

/* ---- devinit -------------------------------------------------------------------------------------- */

static void print_part(const char *what, uint32_t at, uint32_t bytes, const char *memory,
                       uint32_t to, const char *mark)
{
    printf("%s\t0x%x\t0x%x\t%s\t0x%x\t%s\n", what, at, bytes, memory, to, mark);
}

static void print_load(const struct pmu_program *p)
{
    print_part("code", p->plain_at, p->plain_size, "code", p->code_base, "-");
    print_part("code", p->secure_at, p->secure_size, "code", p->code_base + p->plain_size,
               "signed");
    print_part("data", p->data_at, p->data_size, "data", p->data_base, "-");
}

/* Only the parts and their places are printed, because the ROM's own signed program, and no host,
 * carries out the scripts. */
int gv100_start_by_rom(const struct toolkit_rom *from, const struct toolkit_start *start,
                       char **argv)
{
    const struct starter *s;
    struct gv100_rom rom;

    if (start->explain || start->strapped || start->for_output)
        return usage_error(argv, "a GV100's own signed program carries out its scripts: --explain, "
                                 "--strap and --output are for NV50");
    if (!read_rom(from, &rom))
        return STATUS_ERROR;
    s = &rom.starter;
    printf("what\tin the ROM\tbytes\tmemory of the power unit\tat\tmark\n");
    const char *const fault = find_fault(&rom);
    if (fault) {
        printf("error: %s%s\n", fault == s->wrong ? "the ROM " : "", fault);
        return STATUS_ERROR;
    }
    print_load(&s->program);
    print_part("tables", s->tables_at, s->tables_size, "data", s->tables_to, "-");
    print_part("scripts", s->scripts_at, s->scripts_size, "data", s->scripts_to, "-");
    print_part("start", s->program.plain_at, 0, "code", s->program.entry, "-");
    if (s->has_pre_os) {
        print_load(&s->pre_os);
        print_part("start", s->pre_os.plain_at, 0, "code", s->pre_os.entry, "-");
    }
    return STATUS_OK;
}
