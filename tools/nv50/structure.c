#include "tools/nv50/structure.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "tools/commands.h"
#include "tools/lines.h"

const struct structure *structure_named(const char *name)
{
    for (unsigned i = 0; i < NV50_STRUCTURE_COUNT; i++)
        if (strcmp(nv50_structures[i].name, name) == 0)
            return &nv50_structures[i];
    return NULL;
}

static int parse_options(int argc, char **argv, const char *help, const char **chipset)
{
    static const struct option longs[] = {
        { "chipset", required_argument, NULL, 'c' },
        { "help", no_argument, NULL, 'h' },
        { 0 },
    };
    int option;

    while ((option = getopt_long(argc, argv, "", longs, NULL)) != -1) {
        switch (option) {
        case 'c':
            *chipset = optarg;
            break;
        case 'h':
            fputs(help, stdout);
            return STATUS_OK;
        default:
            return usage_hint(argv);
        }
    }
    return -1;
}

int structure_parse(int argc, char **argv, const char *help, struct structure_arguments *out)
{
    const char *chipset = nv50_chips[CHIP_G84].chip.name;
    const int status = parse_options(argc, argv, help, &chipset);

    if (status >= 0)
        return status;
    out->chip = word_chipset(word_of_text(chipset));
    if (!out->chip)
        return usage_error(argv, "no chipset '%s'", chipset);
    if (optind == argc)
        return usage_error(argv, "which structure?");
    out->structure = structure_named(argv[optind]);
    if (!out->structure)
        return usage_error(argv, "no structure '%s'", argv[optind]);
    out->count = argc - optind - 1;
    out->rest = argv + optind + 1;
    return -1;
}
