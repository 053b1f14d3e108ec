/* tools/maps_command.c: `barecard maps`. */
#include <getopt.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "tools/commands.h"
#include "tools/dump.h"
#include "tools/maps.h"

/* A sparse range has no place and no attributes, because its reads give zeros without any memory. */
static void put_range(const struct toolkit *toolkit, const struct map_range *range, struct out *out)
{
    static const char units[] = "BKMGT";
    const unsigned unit = range->page_shift / 10;

    out_hex(out, range->va);
    out_text(out, "..");
    out_hex(out, range->va + range->size - 1);
    if (range->sparse) {
        out_text(out, " sparse");
        return;
    }
    out_char(out, ' ');
    toolkit->maps.put_place(range, out);
    out_char(out, ' ');
    out_hex(out, range->address);
    out_format(out, " %" PRIu64 "x%u%c ", range->size >> range->page_shift,
               1u << (range->page_shift - unit * 10), units[unit]);
    toolkit->maps.put_attributes(range, out);
}

/* Between two ranges. */
static void put_hole(const struct map_range *last, const struct map_range *next, struct out *out)
{
    if (last->va + last->size == next->va)
        return;
    out_hex(out, last->va + last->size);
    out_text(out, "..");
    out_hex(out, next->va - 1);
    out_text(out, " hole");
    out_end_line(out);
}

static void put_notes(const struct maps *maps, bool errors_alone, struct out *out)
{
    for (size_t i = 0; i < maps->note_count; i++) {
        if (errors_alone && strncmp(maps->notes[i], "error: ", strlen("error: ")) != 0)
            continue;
        out_text(out, maps->notes[i]);
        out_end_line(out);
    }
}

static void put_maps(const struct toolkit *toolkit, const struct maps *maps, struct out *out)
{
    for (size_t i = 0; i < maps->count; i++) {
        if (i)
            put_hole(&maps->ranges[i - 1], &maps->ranges[i], out);
        put_range(toolkit, &maps->ranges[i], out);
        out_end_line(out);
    }
    put_notes(maps, false, out);
}

/* Ranges that have gone with -, new ones with +, by ascending address. */
static void put_differences(const struct toolkit *toolkit, const struct maps *gone,
                            const struct maps *came, struct out *out)
{
    size_t g = 0, c = 0;

    while (g < gone->count || c < came->count) {
        const bool old =
            c == came->count || (g < gone->count && gone->ranges[g].va <= came->ranges[c].va);

        out_text(out, old ? "- " : "+ ");
        put_range(toolkit, old ? &gone->ranges[g++] : &came->ranges[c++], out);
        out_end_line(out);
    }
}

static const char help[] =
    "usage: barecard maps --chipset C --vram FILE [--vram-size N] [--sysram FILE@BASE]...\n"
    "                     [--veid N] [--diff FILE] CHANNEL|TARGET:INSTANCE\n"
    "\n"
    "Lists every mapping of an address space, by dumps of the card's memory:\n"
    "  0xVA..0xVA TARGET 0xADDRESS PAGESxSIZE ATTRIBUTES, or 'hole' between two, or 'sparse'\n"
    "Then what is odd about it: 'overlap' (two addresses for one place), 'dead' (tables that lead\n"
    "nowhere), 'unreached' (entries that no access comes to), 'beyond' (what lies past "
    "--vram-size),\n"
    "'error' (what the dumps do not hold).\n"
    "\n"
    "  CHANNEL             g80 to mcp89: the channel descriptor, with 0x\n"
    "  TARGET:INSTANCE     gv100: the instance block; TARGET vid (without TARGET: vid), coh or "
    "ncoh\n"
    "  --veid N            gv100: of subcontext N, not of the context\n"
    "  --diff FILE         a second dump of VRAM: only what differs, '- ' what has gone, '+ ' "
    "what\n"
    "                      has come\n"
    "  --chipset, --vram, --bar0, --vram-size, --sysram as for translate\n"
    "\n"
    "Status 2 if anything could not be read.\n";

static int list(char **argv, const struct dump_arguments *a, const struct dump *dump,
                const char *space, struct maps *maps)
{
    char why[TOOLKIT_WHY];

    return dump->toolkit->maps.list(&dump->view, space, a->veid, maps, why)
               ? STATUS_OK
               : usage_error(argv, "%s", why);
}

/* The same space in the second dump of VRAM, and the differences. */
static int diff(char **argv, const struct dump_arguments *a, struct dump *dump, const char *space,
                const struct maps *before, struct out *out)
{
    struct maps after, gone, came;
    struct image second = { 0 };
    char why[IMAGE_WHY];
    int status;

    if (!image_open(a->diff, &second, why))
        return usage_error(argv, "%s", why);
    image_close(&dump->images.vram);
    dump->images.vram = second;
    maps_init(&after, MAPS_MOST);
    maps_init(&gone, MAPS_MOST);
    maps_init(&came, MAPS_MOST);
    status = list(argv, a, dump, space, &after);
    if (status == STATUS_OK) {
        maps_diff(before, &after, &gone, &came);
        put_differences(dump->toolkit, &gone, &came, out);
        put_notes(before, true, out);
        put_notes(&after, true, out);
        if (before->incomplete || after.incomplete)
            status = STATUS_ERROR;
    }
    maps_free(&after);
    maps_free(&gone);
    maps_free(&came);
    return status;
}

/* Mappings past the end of memory are looked for only where its size was given: a dump may hold a part of it. */
static int run(char **argv, const struct dump_arguments *a, struct dump *dump, const char *space)
{
    struct maps maps;
    struct out out;
    int status;

    out_init(&out, STDOUT_FILENO);
    maps_init(&maps, MAPS_MOST);
    status = list(argv, a, dump, space, &maps);
    if (status == STATUS_OK && a->diff) {
        status = diff(argv, a, dump, space, &maps, &out);
    } else if (status == STATUS_OK) {
        if (a->vram_size)
            maps_find_beyond(&maps, dump->view.vram_size);
        put_maps(dump->toolkit, &maps, &out);
        status = maps.incomplete ? STATUS_ERROR : STATUS_OK;
    }
    out_flush(&out);
    maps_free(&maps);
    return status;
}

int command_maps(int argc, char **argv)
{
    struct dump_arguments arguments = { 0 };
    struct dump dump = { 0 };
    int status = dump_parse(argc, argv, help, true, &arguments, &dump);

    if (status < 0 && optind + 1 != argc)
        status = usage_error(argv, "one CHANNEL or TARGET:INSTANCE wanted");
    if (status < 0) {
        status = dump_open(argv, &arguments, &dump);
        if (status == STATUS_OK)
            status = run(argv, &arguments, &dump, argv[optind]);
    }
    dump_close(&dump);
    return status;
}
