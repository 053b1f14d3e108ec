#include "tools/commands.h"

#include <getopt.h>
#include <stdio.h>
#include <unistd.h>

#include "tools/image.h"
#include "tools/log/explain.h"

static const char help[] =
    "usage: barecard explain [--chipset C] [--unknown] FILE\n"
    "\n"
    "Reads a kernel's log or journal (-: standard input) and says what nouveau's lines about\n"
    "faults mean: MMU faults, errors of pushers and caches, traps, timeouts, registers that did "
    "not\n"
    "answer. Under each line: what the hardware was asked, what usually brings that about, and "
    "the\n"
    "section of the document. What was said before is pointed to, and repeated lines are counted.\n"
    "The end counts what was explained, and what is not known; nothing is guessed.\n"
    "\n"
    "  --chipset C  for a log that does not name it (a log of the whole boot does)\n"
    "  --unknown    lists the lines of nouveau that are not known\n";

static int explain(char **argv, const char *path, const struct toolkit *toolkit,
                   const struct chip *chip, bool list_unknown)
{
    static struct log_explainer explainer;
    static struct out out;
    struct image file = { 0 };
    char why[IMAGE_WHY];

    if (!image_open(path, &file, why))
        return usage_error(argv, "%s", why);
    out_init(&out, STDOUT_FILENO);
    log_explain(&explainer, toolkit, chip, list_unknown, (const char *)file.bytes, file.size, &out);
    image_close(&file);
    return STATUS_OK;
}

/* --chipset is needed only for logs that do not name the chip, because a named one is believed
 * first. */
int command_explain(int argc, char **argv)
{
    static const struct option longs[] = {
        { "chipset", required_argument, NULL, 'c' },
        { "unknown", no_argument, NULL, 'u' },
        { "help", no_argument, NULL, 'h' },
        { 0 },
    };
    const struct toolkit *toolkit = NULL;
    const struct chip *chip = NULL;
    bool list_unknown = false;
    int option;

    while ((option = getopt_long(argc, argv, "", longs, NULL)) != -1) {
        if (option == '?')
            return usage_hint(argv);
        if (option == 'h') {
            fputs(help, stdout);
            return STATUS_OK;
        }
        if (option == 'u')
            list_unknown = true;
        if (option == 'c' && !(chip = toolkit_chip(word_of_text(optarg), &toolkit)))
            return toolkit_no_chip(argv, optarg);
    }
    if (argc - optind != 1)
        return usage_error(argv, "one FILE is wanted, or - for standard input");
    return explain(argv, argv[optind], toolkit, chip, list_unknown);
}
