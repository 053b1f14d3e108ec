/* tools/nv50/devinit.c: barecard devinit: the init scripts of a VBIOS ROM, as the writes that they make on a
 * cold card, or as text. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/nv50/pbus.h"
#include "hw/nv50/pdisplay.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/pstraps.h"
#include "model/common/numbers.h"
#include "tools/commands.h"
#include "tools/nv50/chips.h"
#include "tools/nv50/explain_devinit.h"
#include "tools/nv50/rom_file.h"

#define STRAP_MAX 15
#define WORDS     (OPERAND_END / 4)

static const char help[] =
    "usage: barecard devinit FILE [--explain] [--chipset C] [--strap N]\n\n"
    "Carries out the init scripts of a VBIOS ROM on a cold card: registers read as 0 until they\n"
    "are written, what scripts poll for comes, devices on I2C answer 0. Prints, tab-separated,\n"
    "what they do: script, place, opcode, what, where, value.\n\n"
    "  --explain    the scripts as text instead\n"
    "  --chipset C  (default: the one that the ROM's version names)\n"
    "  --strap N    the board's RAM strap, 0 to 15 (default 0)\n\n"
    "Status: 0; 2 if the file is no VBIOS, or if the scripts cannot be carried out to their end:\n"
    "the last line then says why, 'error: ...'.\n";

struct options {
    bool explain, strapped;
    const struct nv50_chip *chip;
    unsigned strap;
};

/* A cold card: what was written is read back, all else is 0. */
struct cold {
    struct devinit d;
    uint32_t *words; /* by register */
    uint8_t indexed[3][256], index[3];
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
        cold->words[at / 4] = *value;
    } else {
        *value = cold->words[at / 4];
    }
    return OK;
}

static enum err port(void *context, bool write, uint16_t at, uint8_t *value)
{
    struct cold *const cold = context;

    for (unsigned i = 0; i < ARRAY_SIZE(index_ports); i++) {
        uint8_t *const data = &cold->indexed[i][cold->index[i]];

        if (at == index_ports[i] && write)
            cold->index[i] = *value;
        if (at == index_ports[i])
            return OK;
        if (at == index_ports[i] + 1 && write) {
            print_done(cold,
                       i == 2 ? "crtc"
                       : i    ? "graphics"
                              : "sequencer",
                       cold->index[i], *value);
            *data = *value;
        } else if (at == index_ports[i] + 1) {
            *value = *data;
        }
        if (at == index_ports[i] + 1)
            return OK;
    }
    if (write)
        print_done(cold, "port", at, *value);
    else
        *value = 0;
    return OK;
}

static enum err i2c(void *context, const struct devinit_i2c *transfer)
{
    struct cold *const cold = context;

    for (unsigned i = 1; i < transfer->out_count; i++)
        print_done(cold, "i2c", transfer->device, transfer->out[i]);
    memset(transfer->in, 0, transfer->in_count);
    return OK;
}

static enum err gpio(void *context, const struct gpio_entry *entry)
{
    print_done(context, entry->input ? "input" : "line", entry->line, entry->level);
    return OK;
}

static enum err wait(void *context, uint32_t us)
{
    print_done(context, "wait", 0, us);
    return OK;
}

static void print_end(const struct devinit_end *end)
{
    printf("error: %s: opcode 0x%x at 0x%x: 0x%x\n", devinit_stop_text(end->stop), end->opcode,
           end->at, end->what);
}

/* The static walk goes first, as it does on a card. */
static int carry_out(const struct rom_file *file, const struct devinit_walk *walk,
                     const struct options *options)
{
    const struct devinit_rules rules = { .dry = true, .i2c_writes = true, .any_register = true };
    static struct cold cold;
    const struct devinit_world world = { &cold, reg, port, i2c, gpio, wait };

    cold.words = calloc(WORDS, sizeof(*cold.words));
    if (!cold.words)
        return STATUS_ERROR;
    cold.words[PMC_BOOT_0 / 4] = FIELD_PUT(PMC_BOOT_0_CHIPSET, (uint32_t)options->chip->chip.id);
    cold.words[PSTRAPS_0_PRIMARY / 4] =
        FIELD_PUT(PSTRAPS_0_RAMCFG, options->strap) | PSTRAPS_CRYSTAL_27000;
    cold.words[PBUS_HWUNITS_0 / 4] =
        FIELD_PUT(PBUS_HWUNITS_0_PARTS, BIT(options->chip->max_partitions) - 1);
    printf("script\tat\topcode\twhat\twhere\tvalue\n");
    devinit_init(&cold.d, &file->v, options->chip, &world, rules);
    if (walk->end.stop != DEVINIT_OK)
        print_end(&walk->end);
    else if (devinit_boot(&cold.d) != DEVINIT_OK)
        print_end(&cold.d.end);
    free(cold.words);
    return walk->end.stop == DEVINIT_OK && cold.d.end.stop == DEVINIT_OK ? STATUS_OK : STATUS_ERROR;
}

static bool parse_strap(const char *text, unsigned *strap)
{
    uint64_t value;

    if (!number_parse(text, strlen(text), &value) || value > STRAP_MAX)
        return false;
    *strap = (unsigned)value;
    return true;
}

/* Below 0: go on; else the exit status. */
static int parse_arguments(struct options *options, int argc, char **argv)
{
    static const struct option longs[] = { { "explain", no_argument, NULL, 'e' },
                                           { "chipset", required_argument, NULL, 'c' },
                                           { "strap", required_argument, NULL, 's' },
                                           { "help", no_argument, NULL, 'h' },
                                           { 0 } };
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
            return usage_error(argv, "--chipset %s: no such chipset, see barecard chipsets",
                               optarg);
        else if (option == 's' && !parse_strap(optarg, &options->strap))
            return usage_error(argv, "--strap %s: 0 to 15 wanted", optarg);
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
