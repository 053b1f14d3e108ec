#include "tools/nv50/devinit.h"

#include <string.h>

#include "engines/nv50/devinit/board_pads.h"
#include "hw/nv50/pdisplay.h"
#include "hw/nv50/pstraps.h"
#include "hw/pci.h"
#include "model/host/host.h"
#include "tools/commands.h"
#include "tools/nv50/explain_devinit.h"
#include "tools/nv50/rom_file.h"
#include "tools/nv50/scripts.h"

#define ERROR_MAX 256

/* A cold card of the device model, whose registers the scripts read and write. */
struct cold {
    struct devinit d;
    struct devinit_world world;
    struct host_bus *bus;
    struct model *card;
    unsigned strap;
    uint8_t index[3]; /* after each pair of ports */
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

/* An index and the data after it are one action. */
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

static void print_stop(const struct devinit_end *end)
{
    printf("%s: opcode 0x%x at 0x%x: 0x%x\n", devinit_stop_text(end->stop), end->opcode, end->at,
           end->what);
}

static void print_end(const struct devinit_end *end)
{
    printf("error: ");
    print_stop(end);
}

/* The card whose ROM the file is, as far as the model knows such a board. */
static bool open_cold(struct cold *cold, const struct rom_file *file, const struct nv50_chip *chip)
{
    const struct model_config card = { .chip = &chip->chip,
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
    cold->world = (struct devinit_world){ cold, reg, port, i2c, gpio, wait, NULL };
    return true;
}

/* The first script of one display output, after the boot scripts. */
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

/* The static walk goes first, as it does on a card. An output's script may be whole where the boot scripts are not. */
static int carry_out(const struct rom_file *file, const struct nv50_chip *chip,
                     const struct devinit_walk *walk, const struct toolkit_start *start)
{
    const struct devinit_rules rules = { .dry = true, .i2c_writes = true, .any_register = true };
    static struct cold cold;
    const bool sound = walk->end.stop == DEVINIT_OK;

    cold = (struct cold){ .strap = start->strap };
    if (!open_cold(&cold, file, chip))
        return STATUS_ERROR;
    printf("script\tat\topcode\twhat\twhere\tvalue\n");
    devinit_init(&cold.d, &file->v, chip, &cold.world, rules);
    if (!sound && !start->for_output)
        print_end(&walk->end);
    else if (sound && devinit_boot(&cold.d) != DEVINIT_OK)
        print_end(&cold.d.end);
    else if (start->for_output)
        run_output(&cold, &file->v, start->output);
    host_bus_free(cold.bus);
    return (sound || start->for_output) && cold.d.end.stop == DEVINIT_OK && !cold.failed
               ? STATUS_OK
               : STATUS_ERROR;
}

/* ---- as text */

/* The column that the strap picks by the translation table alone. */
static int column_of(const struct vbios *v, const struct toolkit_start *start)
{
    if (!start->strapped)
        return -1;
    return v->strap_table ? rom_u8(&v->image, v->strap_table + start->strap) : (int)start->strap;
}

/* Each boot script by itself, up to where it stops. */
static void explain_each(const struct vbios *v, int column)
{
    static struct devinit_walk walk;
    uint16_t at;

    for (unsigned i = 0; i < DEVINIT_SCRIPTS && vbios_script(v, i, &at) && at; i++) {
        const bool whole = devinit_walk_script(&walk, v, at) == DEVINIT_OK;

        explain_devinit(v, &walk, column);
        if (whole)
            continue;
        printf("script %u at 0x%x is not whole: ", i, at);
        print_stop(&walk.end);
    }
}

static bool explain_output(const struct vbios *v, unsigned index, int column)
{
    static struct devinit_walk walk;
    struct output output;

    if (output_find(v, index, &output) != OK || !output.script) {
        printf("error: there is no script of a display output %u\n", index);
        return false;
    }
    const bool whole = devinit_walk_script(&walk, v, output.script) == DEVINIT_OK;
    printf("output %u:\n", index);
    explain_devinit(v, &walk, column);
    if (!whole)
        print_end(&walk.end);
    return whole;
}

static int explain(const struct rom_file *file, const struct devinit_walk *walk,
                   const struct toolkit_start *start)
{
    const struct vbios *const v = &file->v;
    const int column = column_of(v, start);
    const bool sound = walk->end.stop == DEVINIT_OK;
    const bool shown = !start->for_output || explain_output(v, start->output, column);

    if (start->for_output)
        return shown ? STATUS_OK : STATUS_ERROR;
    if (sound)
        explain_devinit(v, walk, column);
    else {
        explain_each(v, column);
        print_end(&walk->end);
    }
    return sound ? STATUS_OK : STATUS_ERROR;
}

int nv50_start_by_rom(const struct toolkit_rom *rom, const struct toolkit_start *start, char **argv)
{
    static struct devinit_walk walk;
    const struct nv50_chip *chip;
    struct rom_file file;

    if (!rom_file_open(rom, &file))
        return STATUS_ERROR;
    chip = rom->chip ? nv50_chip_of(rom->chip) : rom_file_chip(&file);
    if (file.parsed != OK || !file.v.startable) {
        fprintf(stderr, "%s: %s: no init scripts\n", rom->program, rom->name);
        return STATUS_ERROR;
    }
    if (!chip)
        return usage_error(argv, "%s: its version names no chipset, give --chipset", rom->name);
    if (devinit_walk(&walk, &file.v) != DEVINIT_OK && scripts_are_overwritten(&file.v))
        fprintf(stderr, "%s: %s: " SCRIPTS_OVERWRITTEN "\n", rom->program, rom->name);
    return start->explain ? explain(&file, &walk, start) : carry_out(&file, chip, &walk, start);
}
