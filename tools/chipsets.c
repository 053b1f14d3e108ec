#include "tools/commands.h"

#include <getopt.h>
#include <stdio.h>
#include <unistd.h>

#include "tools/out.h"
#include "tools/toolkit.h"

/* Chips of one family at a time, because each family has columns of its own. */
int command_chipsets(int argc, char **argv)
{
    static const struct option longs[] = { { "chipset", required_argument, NULL, 'c' },
                                           { "help", no_argument, NULL, 'h' },
                                           { 0 } };
    const struct toolkit *toolkit = toolkits[0];
    struct out out;

    for (int option; (option = getopt_long(argc, argv, "", longs, NULL)) != -1;) {
        if (option == 'h') {
            fputs("usage: barecard chipsets [--chipset C]\n\n"
                  "Lists the chipsets of the NV50 family and what differs between them, "
                  "tab-separated.\n\n"
                  "  --chipset C  those of the family that C is of\n",
                  stdout);
            return STATUS_OK;
        }
        if (option != 'c')
            return usage_hint(argv);
        if (!toolkit_chip(word_of_text(optarg), &toolkit))
            return toolkit_no_chip(argv, optarg);
    }
    if (optind < argc)
        return usage_error(argv, "'%s': no arguments wanted", argv[optind]);
    out_init(&out, STDOUT_FILENO);
    toolkit->put_chipsets(&out);
    out_flush(&out);
    return STATUS_OK;
}
