/* tools/structure.c: the command line of decode and encode. The structure's name chooses the family where no
 * chipset is given. */
#include "tools/structure.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "tools/commands.h"
#include "tools/input.h"

static bool parse_number(const char *text, uint64_t *value)
{
    uint32_t decimal;
    bool over = false;

    if (word_hex(word_of_text(text), value, &over))
        return !over;
    if (!word_decimal(word_of_text(text), &decimal))
        return false;
    *value = decimal;
    return true;
}

/* Below 0: go on; else the exit status. `decode` and `encode` share the table; only `decode` reads files. */
static int parse_options(int argc, char **argv, const char *help, bool files, const char **chipset,
                         struct structure_arguments *out)
{
    static const struct option longs[] = {
        { "chipset", required_argument, NULL, 'c' }, { "help", no_argument, NULL, 'h' },
        { "file", required_argument, NULL, 'f' },    { "at", required_argument, NULL, 'a' },
        { "count", required_argument, NULL, 'n' },   { "check", no_argument, NULL, 'k' },
        { "program", required_argument, NULL, 'p' }, { 0 },
    };
    int option;

    while ((option = getopt_long(argc, argv, "", longs, NULL)) != -1) {
        if (option == 'c')
            *chipset = optarg;
        else if (option == 'h') {
            fputs(help, stdout);
            return STATUS_OK;
        } else if (option == '?')
            return usage_hint(argv);
        else if (!files)
            return usage_error(argv, "this is an option of decode");
        else if (option == 'k')
            out->check = true;
        else if (option == 'p')
            out->program = optarg;
        else if (option == 'f')
            out->file = optarg;
        else if (!parse_number(optarg, option == 'a' ? &out->at : &out->most))
            return usage_error(argv, "'%s': a number wanted, 0x.. or decimal", optarg);
    }
    return -1;
}

static bool find_kind(const struct toolkit *toolkit, const char *kind,
                      struct structure_arguments *out)
{
    out->toolkit = toolkit;
    out->structure = toolkit_structure(toolkit, kind);
    out->stream = toolkit_stream(toolkit, kind);
    out->registers = strcmp(kind, "register") == 0;
    return out->structure || out->stream || out->registers;
}

/* Without --chipset the first family that has such a structure answers, for g84 where NV50 has it. */
static bool find_family(const char *kind, struct structure_arguments *out)
{
    static const char first[] = "g84";

    out->chip = toolkit_chip(word_of_text(first), &out->toolkit);
    for (unsigned i = 0; toolkits[i]; i++) {
        if (!find_kind(toolkits[i], kind, out))
            continue;
        if (out->chip->family != toolkits[i]->chip(0)->family)
            out->chip = toolkits[i]->chip(0);
        return true;
    }
    return false;
}

/* With --chipset the structure is looked for in that chipset's family alone, without it in each of them. */
int structure_parse(int argc, char **argv, const char *help, bool files,
                    struct structure_arguments *out)
{
    const char *chipset = NULL;
    int status;

    *out = (struct structure_arguments){ .at = 0 };
    status = parse_options(argc, argv, help, files, &chipset, out);
    if (status >= 0)
        return status;
    if (chipset) {
        out->chip = toolkit_chip(word_of_text(chipset), &out->toolkit);
        if (!out->chip)
            return toolkit_no_chip(argv, chipset);
    }
    if (optind == argc)
        return usage_error(argv, "which structure?");
    if (chipset ? !find_kind(out->toolkit, argv[optind], out) : !find_family(argv[optind], out))
        return usage_error(argv, "no structure '%s'%s%s", argv[optind], chipset ? " on " : "",
                           chipset ? out->chip->name : "");
    out->count = argc - optind - 1;
    out->rest = argv + optind + 1;
    return -1;
}
