#include "tools/nv50/vbios.h"

#include <jansson.h>

#include "engines/nv50/devinit/devices.h"
#include "engines/nv50/devinit/pll.h"
#include "tools/commands.h"
#include "tools/nv50/dry_run.h"
#include "tools/nv50/rom_file.h"
#include "tools/nv50/scripts.h"

static const char *type_name(uint8_t type)
{
    switch (type) {
    case ROM_TYPE_X86:
        return "x86";
    case ROM_TYPE_OF:
        return "Open Firmware";
    case ROM_TYPE_EFI:
        return "EFI";
    default:
        return "private";
    }
}

static const char *sum_name(const struct rom_image *image)
{
    if (image->cut)
        return "cut";
    if (image->type != ROM_TYPE_X86)
        return "-";
    if (!image->sum_ok)
        return "wrong";
    return image->sums_differ ? "ok over one of two lengths" : "ok";
}

/* The letter of a token, which a damaged ROM may have anything for. */
static char token_letter(const struct bit_token *token)
{
    const unsigned char id = (unsigned char)token->id;

    return (char)(id >= ' ' && id < 0x7f ? id : '?');
}

/* The judgement on a ROM: why a start could not begin with it (null: it could), and where its
 * scripts stop. */
struct judgement {
    const char *fault;
    const struct devinit_end *end; /* null: the fault is none of a script */
};

/* Reaction of the driver that starts such cards at such a place (devinit.md §4, §9); null: the same
 * as a start here. */
static const char *driver_words(enum devinit_stop stop)
{
    switch (stop) {
    case DEVINIT_UNKNOWN_OPCODE:
    case DEVINIT_CANNOT:
        return "nouveau gives the card up";
    case DEVINIT_REGISTER:
        return "nouveau writes it";
    case DEVINIT_PORT:
        return "nouveau reads 0 there and writes nothing";
    case DEVINIT_TABLE:
        return "nouveau warns, and a condition does not hold";
    case DEVINIT_STRAP:
    case DEVINIT_GPIO:
    case DEVINIT_LOOP:
    case DEVINIT_OVERLAP:
        return "nouveau does not look for that";
    case DEVINIT_PLL:
    case DEVINIT_CONTEXT:
        return "nouveau warns and goes on";
    case DEVINIT_TOO_LONG:
    case DEVINIT_TOO_MANY:
        return "nouveau waits";
    default:
        return NULL;
    }
}

/* The condition of a start that does not hold (devinit.md §1.5); null: all hold. */
static const char *find_fault(const struct rom_file *file)
{
    const struct rom_image *const first = &file->v.images.list[0];

    if (first->cut)
        return "the image is cut";
    if (first->vendor != 0x10de || first->type != ROM_TYPE_X86)
        return "the first image is not an x86 image for a card of this vendor";
    if (!first->sum_ok)
        return "the checksum is wrong";
    if (file->parsed != OK)
        return "there is no BIT";
    if (!file->v.bit_sum_ok || file->v.bit_version != BIT_VERSION_1)
        return "the BIT's header is damaged";
    if (!file->v.versioned)
        return "there is no version (token i)";
    if (!rom_file_chip(file))
        return "the version names no chipset of the family";
    if (!file->v.startable)
        return "there are no init scripts (token I)";
    return scripts_are_overwritten(&file->v) ? SCRIPTS_OVERWRITTEN : NULL;
}

/* The static walk first, then the dry run, as on a card. */
static struct judgement judge(const struct rom_file *file, struct devinit_walk *walk,
                              struct devinit *d)
{
    struct judgement judgement = { .fault = find_fault(file) };

    if (file->parsed == OK)
        devinit_walk(walk, &file->v);
    if (judgement.fault)
        return judgement;
    if (walk->end.stop == DEVINIT_OK)
        dry_run(file, rom_file_chip(file), d);
    judgement.end = walk->end.stop != DEVINIT_OK ? &walk->end : &d->end;
    judgement.fault =
        judgement.end->stop == DEVINIT_OK ? NULL : devinit_stop_text(judgement.end->stop);
    return judgement;
}

/* ---- text */

static void print_tokens(FILE *to, const struct vbios *v)
{
    for (unsigned i = 0; i < v->token_count; i++)
        fprintf(to, "token\t%c version %u, %u bytes at 0x%x\n", token_letter(&v->tokens[i]),
                v->tokens[i].version, v->tokens[i].size, v->tokens[i].at);
}

/* Tables that the ROM lacks have no pointer, and no line. */
static void print_tables(FILE *to, const struct vbios *v)
{
    static const struct {
        const char *name;
        size_t offset;
    } tables[] = {
        { "scripts", offsetof(struct vbios, scripts) },
        { "macro index", offsetof(struct vbios, macro_index) },
        { "macros", offsetof(struct vbios, macros) },
        { "conditions", offsetof(struct vbios, conditions) },
        { "I/O conditions", offsetof(struct vbios, io_conditions) },
        { "I/O flags", offsetof(struct vbios, io_flags) },
        { "private script", offsetof(struct vbios, private_script) },
        { "data arrays", offsetof(struct vbios, arrays) },
        { "RAM strap table", offsetof(struct vbios, strap_table) },
        { "memory information", offsetof(struct vbios, memory_info) },
        { "PLL limits", offsetof(struct vbios, pll_limits) },
        { "display configuration", offsetof(struct vbios, dcb) },
    };

    for (size_t i = 0; i < ARRAY_SIZE(tables); i++) {
        const uint16_t at = *(const uint16_t *)((const char *)v + tables[i].offset);

        if (at)
            fprintf(to, "table\t%s at 0x%x\n", tables[i].name, at);
    }
    fprintf(to, "columns\t%u values for each entry that the RAM strap picks\n", v->strap_columns);
}

/* A table that cannot be read is left out without an error, because a ROM need not have it. */
static void print_board(FILE *to, const struct vbios *v)
{
    unsigned lines = 0, devices = 0;
    struct i2c_port port;
    struct dcb_device device;

    if (dcb_gpio_count(v, &lines) == OK)
        for (unsigned i = 0; i < lines; i++) {
            const struct gpio_entry entry = dcb_gpio(v, i);

            if (entry.function != GPIO_UNUSED)
                fprintf(to, "line\t%u function 0x%x, %s\n", entry.line, entry.function,
                        entry.input   ? "input"
                        : entry.level ? "drives 1"
                                      : "drives 0");
        }
    for (unsigned i = 0; i < dcb_port_count(v); i++)
        if (dcb_port(v, (uint8_t)i, &port) == OK)
            fprintf(to, "i2c\t%u is port %u of the card\n", i, port.port);
    if (dcb_device_count(v, &devices) == OK)
        for (unsigned i = 0; i < devices; i++)
            if (dcb_device(v, i, &device) == OK)
                fprintf(to, "device\ttype 0x%x at 0x%x of the board's %s port\n", device.type,
                        device.address, device.secondary ? "second" : "first");
}

static void print_scripts(FILE *to, const struct vbios *v, const struct devinit_walk *walk)
{
    const unsigned count = scripts_count(v), whole = scripts_whole(v);

    fprintf(to, "scripts\t%u, %u opcodes", count, walk->opcodes);
    if (whole < count)
        fprintf(to, ", %u whole", whole);
    fputc('\n', to);
}

/* Devices on I2C that a start would ask for, as post_i2c takes them. */
static void print_consent(FILE *to, const struct devinit *d)
{
    for (unsigned i = 0; i < d->device_count && i < DEVINIT_DEVICES; i++) {
        const struct devinit_device *const device = &d->devices[i];
        const char *const guess = device_guess(device->address);

        if (device->held)
            fprintf(to, "consent\tpost_i2c=0x%02x: %u writes on port %u of the card%s%s%s\n",
                    device->address, device->writes, device->port, guess ? " (" : "",
                    guess ? guess : "", guess ? "?)" : "");
    }
}

static void print_start(FILE *to, const struct judgement *judgement)
{
    const struct devinit_end *const end = judgement->end;
    const char *const driver = end ? driver_words(end->stop) : NULL;

    if (!judgement->fault)
        fprintf(to, "start\tthe scripts are sound\n");
    else if (end)
        fprintf(to, "start\tno: %s: opcode 0x%x at 0x%x: 0x%x%s%s\n", judgement->fault, end->opcode,
                end->at, end->what, driver ? "; " : "", driver ? driver : "");
    else
        fprintf(to, "start\tno: %s\n", judgement->fault);
}

/* For people: a line for each fact: its kind, a tab, its value. */
static void print_text(FILE *to, const char *name, const struct rom_file *file,
                       const struct devinit_walk *walk, const struct devinit *d,
                       const struct judgement *judgement)
{
    const struct vbios *const v = &file->v;
    const struct nv50_chip *const chip = rom_file_chip(file);
    char version[16];

    fprintf(to, "file\t%s, %zu bytes, the ROM starts at 0x%x\n", name, file->size, file->start);
    for (unsigned i = 0; i < v->images.count; i++) {
        const struct rom_image *const image = &v->images.list[i];
        fprintf(to, "image\t%s at 0x%x, %u bytes, %04x:%04x, checksum %s\n", type_name(image->type),
                image->at, image->length, image->vendor, image->device, sum_name(image));
    }
    fprintf(to, "version\t%s%s%s%s%s\n", rom_file_version(file, version), v->date[0] ? " of " : "",
            v->date, chip ? " for " : "", chip ? chip->chip.title : "");
    if (file->parsed == OK) {
        fprintf(to, "bit\tat 0x%x, checksum %s\n", v->bit, v->bit_sum_ok ? "ok" : "wrong");
        print_tokens(to, v);
        print_tables(to, v);
        print_board(to, v);
        print_scripts(to, v, walk);
    }
    print_consent(to, d);
    print_start(to, judgement);
}

/* ---- JSON */

static json_t *json_images(const struct rom_images *images)
{
    json_t *const list = json_array();

    for (unsigned i = 0; i < images->count; i++) {
        const struct rom_image *const image = &images->list[i];

        json_array_append_new(list,
                              json_pack("{s:s, s:i, s:i, s:i, s:i, s:s}", "type",
                                        type_name(image->type), "at", (int)image->at, "bytes",
                                        (int)image->length, "vendor", (int)image->vendor, "device",
                                        (int)image->device, "checksum", sum_name(image)));
    }
    return list;
}

static json_t *json_tokens(const struct vbios *v)
{
    json_t *const list = json_array();

    for (unsigned i = 0; i < v->token_count; i++) {
        const struct bit_token *const token = &v->tokens[i];
        const char name[2] = { token_letter(token), '\0' };

        json_array_append_new(list, json_pack("{s:s, s:i, s:i, s:i}", "id", name, "version",
                                              (int)token->version, "bytes", (int)token->size, "at",
                                              (int)token->at));
    }
    return list;
}

static json_t *json_opcodes(const struct devinit_walk *walk)
{
    json_t *const object = json_object();

    for (unsigned i = 0; i < OPCODE_COUNT; i++)
        if (walk->counts[i])
            json_object_set_new(object, opcodes[i].name, json_integer(walk->counts[i]));
    return object;
}

static json_t *json_consent(const struct devinit *d)
{
    json_t *const list = json_array();

    for (unsigned i = 0; i < d->device_count && i < DEVINIT_DEVICES; i++)
        if (d->devices[i].held)
            json_array_append_new(
                list, json_pack("{s:i, s:i, s:i}", "device", (int)d->devices[i].address, "port",
                                (int)d->devices[i].port, "writes", (int)d->devices[i].writes));
    return list;
}

/* One call, because the members then stand in the code in the order in which they are printed. */
static void print_json(FILE *to, const char *name, const struct rom_file *file,
                       const struct devinit_walk *walk, const struct devinit *d,
                       const struct judgement *judgement)
{
    const struct nv50_chip *const chip = rom_file_chip(file);
    char version[16];
    json_t *const root =
        json_pack("{s:s, s:i, s:i, s:o, s:s, s:s, s:s?, s:b, s:o, s:i, s:i, s:o, s:o, s:b, s:s?}",
                  "file", name, "bytes", (int)file->size, "start", (int)file->start, "images",
                  json_images(&file->v.images), "version", rom_file_version(file, version), "date",
                  file->v.date, "chipset", chip ? chip->chip.name : NULL, "bit_checksum",
                  file->v.bit_sum_ok ? 1 : 0, "tokens", json_tokens(&file->v), "columns",
                  (int)file->v.strap_columns, "scripts", (int)scripts_count(&file->v), "opcodes",
                  json_opcodes(walk), "consent", json_consent(d), "sound", judgement->fault ? 0 : 1,
                  "fault", judgement->fault);

    json_dumpf(root, to, JSON_INDENT(2));
    fputc('\n', to);
    json_decref(root);
}

/* The model's own ROM is its first image. */
size_t nv50_rom_size(const uint8_t *bytes, size_t size)
{
    struct vbios v;

    return vbios_parse(bytes, size, &v) == OK ? v.images.list[0].length : size;
}

int nv50_describe_rom(const struct toolkit_rom *rom, bool json, FILE *to)
{
    static struct devinit_walk walk;
    static struct devinit d;
    struct rom_file file;

    if (!rom_file_open(rom, &file))
        return STATUS_ERROR;
    walk = (struct devinit_walk){ 0 };
    d = (struct devinit){ 0 };
    const struct judgement judgement = judge(&file, &walk, &d);
    (json ? print_json : print_text)(to, rom->name, &file, &walk, &d, &judgement);
    return judgement.fault ? STATUS_ERROR : STATUS_OK;
}
