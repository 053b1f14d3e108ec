/* tools/nv50/devinit.c: barecard devinit: the init scripts of a VBIOS ROM, as the writes that they make on a
 * cold card, or as text. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engines/nv50/devinit/pads.h"
#include "hw/nv50/pdisplay.h"
#include "hw/nv50/pstraps.h"
#include "hw/pci.h"
#include "model/common/numbers.h"
#include "model/host/host.h"
#include "tools/commands.h"
#include "tools/desk.h"
#include "tools/nv50/chips.h"
#include "tools/nv50/explain_devinit.h"
#include "tools/nv50/rom_file.h"

#define STRAP_MAX 15
#define ERROR_MAX 256

static const char help[] =
    "usage: barecard devinit FILE [--explain] [--chipset C] [--strap N] [--output N]\n\n"
    "Carries out the init scripts of a VBIOS ROM on a cold card of the device model. What they\n"
    "poll for counts as come, devices on I2C answer 0. Prints, tab-separated, what they do:\n"
    "script, place, opcode, what, where, value.\n\n"
    "  --explain    the scripts as text instead\n"
    "  --chipset C  (default: the one that the ROM's version names)\n"
    "  --strap N    the board's RAM strap, 0 to 15 (default 0)\n"
    "  --output N   behind the boot scripts also the script of the board's display output N\n\n"
    "Status: 0; 2 if the file is no VBIOS, or if the scripts cannot be carried out to their end:\n"
    "the last line then says why, 'error: ...'.\n";

struct options {
    bool explain, strapped, for_output;
    const struct nv50_chip *chip;
    unsigned strap, output;
};

/* A cold card of the device model, whose registers the scripts read and write. */
struct cold {
    struct devinit d;
    struct devinit_world world;
    struct host_bus *bus;
    struct model *card;
    unsigned strap;
    uint8_t index[3]; /* behind each pair of ports */
    bool failed;      /* not all that was asked for was carried out */
};

static const uint16_t index_ports[] = { VGA_PORT_SEQUENCER, VGA_PORT_GRAPHICS, VGA_PORT_CRTC };

static void print_done(const struct cold *cold, const char *what, unsigned where, uint32_t value)
{
    const struct devinit *const d = &cold->d;

    if (d->at)
        printf("0x%x\t0x%x\t%s\t%s\t0x%x\t0x%x\n", d->end.script, d->at,
               opcodes[rom_u8(&d->v->image, d->at)].name, what, where, value);
    else
        printf("-\t-\t-\t%s\t0x%x\t0x%x\n", what, where, value);
}

static enum err reg(void *context, bool write, uint32_t at, uint32_t *value)
{
    struct cold *const cold = context;

    if (write) {
        print_done(cold, "register", at, *value);
        model_write(cold->card, NV_BAR_MMIO, at, *value, 4);
        return OK;
    }
    *value = (uint32_t)model_read(cold->card, NV_BAR_MMIO, at, 4);
    if (at == PSTRAPS_0_PRIMARY)
        *value = (*value & ~PSTRAPS_0_RAMCFG) | FIELD_PUT(PSTRAPS_0_RAMCFG, cold->strap);
    return OK;
}

/* An index and the data behind it are one thing that is done. */
static void print_port(struct cold *cold, uint16_t at, uint8_t value)
{
    static const char *const names[] = { "sequencer", "graphics", "crtc" };

    for (unsigned i = 0; i < ARRAY_SIZE(index_ports); i++) {
        if (at == index_ports[i])
            cold->index[i] = value;
        else if (at == index_ports[i] + 1)
            print_done(cold, names[i], cold->index[i], value);
        else
            continue;
        return;
    }
    print_done(cold, "port", at, value);
}

static enum err port(void *context, bool write, uint16_t at, uint8_t *value)
{
    struct cold *const cold = context;

    if (write) {
        print_port(cold, at, *value);
        model_write(cold->card, NV_BAR_MMIO, PRMIO + at, *value, 1);
    } else {
        *value = (uint8_t)model_read(cold->card, NV_BAR_MMIO, PRMIO + at, 1);
    }
    return OK;
}

static enum err i2c(void *context, const struct devinit_i2c *transfer)
{
    struct cold *const cold = context;

    if (transfer->aux && transfer->out_count)
        print_done(cold, "aux", transfer->address, transfer->out[0]);
    for (unsigned i = 1; i < transfer->out_count; i++)
        print_done(cold, "i2c", transfer->device, transfer->out[i]);
    if (transfer->in_count)
        memset(transfer->in, 0, transfer->in_count);
    return OK;
}

static enum err gpio(void *context, const struct gpio_entry *entry)
{
    return pads_gpio(&((struct cold *)context)->world, entry);
}

static enum err wait(void *context, uint32_t us)
{
    struct cold *const cold = context;
    struct bus *const bus = host_bus(cold->bus);

    print_done(cold, "wait", 0, us);
    bus->ops->wait_us(bus, us);
    return OK;
}

static void print_end(const struct devinit_end *end)
{
    printf("error: %s: opcode 0x%x at 0x%x: 0x%x\n", devinit_stop_text(end->stop), end->opcode,
           end->at, end->what);
}

/* The card whose ROM the file is, as far as the model knows such a board. */
static bool open_cold(struct cold *cold, const struct rom_file *file, const struct options *options)
{
    const struct model_config card = { .chip = &options->chip->chip,
                                       .cold = true,
                                       .vbios = file->bytes + file->start,
                                       .vbios_size = file->size - file->start };
    char error[ERROR_MAX];

    cold->bus =
        host_bus_new(&(struct host_bus_config){ .cards = &card, .count = 1 }, error, sizeof(error));
    if (!cold->bus) {
        fprintf(stderr, "barecard devinit: %s\n", error);
        return false;
    }
    cold->card = host_bus_card(cold->bus, 0);
    cold->strap = options->strap;
    cold->world = (struct devinit_world){ cold, reg, port, i2c, gpio, wait, NULL };
    return true;
}

/* The first script of one display output, behind the boot scripts. */
static void run_output(struct cold *cold, const struct vbios *v, unsigned index)
{
    struct output output;

    if (output_find(v, index, &output) != OK)
        printf("error: the board lists no display output %u\n", index);
    else if (!output.script)
        printf("error: display output %u has no script\n", index);
    else if (devinit_output(&cold->d, &output) != DEVINIT_OK)
        print_end(&cold->d.end);
    else
        return;
    cold->failed = true;
}

/* The static walk goes first, as it does on a card. */
static int carry_out(const struct rom_file *file, const struct devinit_walk *walk,
                     const struct options *options)
{
    const struct devinit_rules rules = { .dry = true, .i2c_writes = true, .any_register = true };
    static struct cold cold;

    if (!open_cold(&cold, file, options))
        return STATUS_ERROR;
    printf("script\tat\topcode\twhat\twhere\tvalue\n");
    devinit_init(&cold.d, &file->v, options->chip, &cold.world, rules);
    if (walk->end.stop != DEVINIT_OK)
        print_end(&walk->end);
    else if (devinit_boot(&cold.d) != DEVINIT_OK)
        print_end(&cold.d.end);
    else if (options->for_output)
        run_output(&cold, &file->v, options->output);
    host_bus_free(cold.bus);
    return walk->end.stop == DEVINIT_OK && cold.d.end.stop == DEVINIT_OK && !cold.failed
               ? STATUS_OK
               : STATUS_ERROR;
}

/* Of a strap or of a display output; both have four bits. */
static bool parse_number(const char *text, unsigned *out)
{
    uint64_t value;

    if (!number_parse(text, strlen(text), &value) || value > STRAP_MAX)
        return false;
    *out = (unsigned)value;
    return true;
}

/* Below 0: go on; else the exit status. */
static int parse_arguments(struct options *options, int argc, char **argv)
{
    static const struct option longs[] = {
        { "explain", no_argument, NULL, 'e' },     { "chipset", required_argument, NULL, 'c' },
        { "strap", required_argument, NULL, 's' }, { "output", required_argument, NULL, 'o' },
        { "help", no_argument, NULL, 'h' },        { 0 }
    };
    int option;

    while ((option = getopt_long(argc, argv, "", longs, NULL)) != -1) {
        if (option == 'h') {
            fputs(help, stdout);
            return STATUS_OK;
        }
        if (option == '?')
            return usage_hint(argv);
        if (option == 'e')
            options->explain = true;
        else if (option == 'c' && !(options->chip = chipset_named(optarg)))
            return chipset_refused(argv, optarg);
        else if (option == 's' && !parse_number(optarg, &options->strap))
            return usage_error(argv, "--strap %s: 0 to 15 wanted", optarg);
        else if (option == 'o' && !parse_number(optarg, &options->output))
            return usage_error(argv, "--output %s: 0 to 15 wanted", optarg);
        options->for_output |= option == 'o';
        options->strapped |= option == 's';
    }
    if (argc - optind != 1)
        return usage_error(argv, "one FILE wanted");
    return -1;
}

/* The column that the strap picks by the translation table alone. */
static int column_of(const struct vbios *v, const struct options *options)
{
    if (!options->strapped)
        return -1;
    return v->strap_table ? rom_u8(&v->image, v->strap_table + options->strap)
                          : (int)options->strap;
}

/* --explain shows scripts that are not sound as well, up to the place where following them ends. */
int command_devinit(int argc, char **argv)
{
    static struct devinit_walk walk;
    struct options options = { 0 };
    struct rom_file file;
    int status = parse_arguments(&options, argc, argv);

    if (status >= 0)
        return status;
    if (!rom_file_open(argv[optind], argv[0], &file))
        return STATUS_ERROR;
    if (!options.chip)
        options.chip = rom_file_chip(&file);
    if (file.parsed != OK || !file.v.startable) {
        fprintf(stderr, "%s: %s: no init scripts\n", argv[0], argv[optind]);
        status = STATUS_ERROR;
    } else if (!options.chip && rom_file_is_gv100(&file)) {
        status = usage_error(argv, "%s: " GV100_START, argv[optind]);
    } else if (!options.chip) {
        status =
            usage_error(argv, "%s: its version names no chipset, give --chipset", argv[optind]);
    } else if (devinit_walk(&walk, &file.v) != DEVINIT_OK && options.explain) {
        explain_devinit(&file.v, &walk, column_of(&file.v, &options));
        print_end(&walk.end);
        status = STATUS_ERROR;
    } else if (options.explain) {
        explain_devinit(&file.v, &walk, column_of(&file.v, &options));
        status = STATUS_OK;
    } else {
        status = carry_out(&file, &walk, &options);
    }
    rom_file_close(&file);
    return status;
}
