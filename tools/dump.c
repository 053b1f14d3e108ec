/* tools/dump.c: options and files of the commands that examine dumps. Images are mapped, not read, so a dump of any
 * size opens at once; a file that becomes shorter meanwhile ends the command with a message. */
#include "tools/dump.h"

#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "model/common/numbers.h"
#include "tools/bar0.h"
#include "tools/commands.h"

int dump_parse(int argc, char **argv, const char *help, bool maps, struct dump_arguments *a,
               struct dump *dump)
{
    /* The last three are one command's alone: `translate` has the first of them. */
    static const struct option of_translate[] = {
        { "chipset", required_argument, NULL, 'c' }, { "vram", required_argument, NULL, 'v' },
        { "bar0", required_argument, NULL, 'b' },    { "vram-size", required_argument, NULL, 'z' },
        { "sysram", required_argument, NULL, 's' },  { "help", no_argument, NULL, 'h' },
        { "explain", no_argument, NULL, 'e' },       { 0 },
    };
    static const struct option of_maps[] = {
        { "chipset", required_argument, NULL, 'c' },
        { "vram", required_argument, NULL, 'v' },
        { "bar0", required_argument, NULL, 'b' },
        { "vram-size", required_argument, NULL, 'z' },
        { "sysram", required_argument, NULL, 's' },
        { "help", no_argument, NULL, 'h' },
        { "diff", required_argument, NULL, 'd' },
        { "veid", required_argument, NULL, 'i' },
        { 0 },
    };
    char why[IMAGE_WHY];
    int option;

    while ((option = getopt_long(argc, argv, "", maps ? of_maps : of_translate, NULL)) != -1) {
        if (option == 'c')
            a->chipset = optarg;
        else if (option == 'v')
            a->vram = optarg;
        else if (option == 'b')
            a->bar0 = optarg;
        else if (option == 'z')
            a->vram_size = optarg;
        else if (option == 'd')
            a->diff = optarg;
        else if (option == 'i')
            a->veid = optarg;
        else if (option == 'e')
            a->explain = true;
        else if (option == 's' && !images_add_sysram(&dump->images, optarg, why))
            return usage_error(argv, "%s", why);
        else if (option == '?')
            return usage_hint(argv);
        else if (option == 'h') {
            fputs(help, stdout);
            return STATUS_OK;
        }
    }
    return -1;
}

static const char *shrank_title; /* argv[0], for the handler of a signal */

/* An image that another program cuts short while it is mapped. */
static void image_shrank(int signal_number)
{
    static const char text[] = ": an image became shorter while it was read\n";

    (void)signal_number;
    (void)!write(STDERR_FILENO, shrank_title, strlen(shrank_title));
    (void)!write(STDERR_FILENO, text, sizeof(text) - 1);
    _exit(STATUS_ERROR);
}

/* The part of VRAM that a dump of BAR0 has. Its words stay in memory, because translations read
 * them. */
static bool open_window(const struct dump_arguments *a, struct dump *dump, char why[IMAGE_WHY])
{
    struct bar0 words;

    return bar0_load(a->bar0, &words, why) && bar0_window(&words, &dump->images.vram, a->bar0, why);
}

/* Nothing is read yet: pages come as they are touched. From here on a dump that another program cuts short ends the
 * command with a message instead of a signal. */
int dump_open(char **argv, const struct dump_arguments *a, struct dump *dump)
{
    char why[IMAGE_WHY];

    if (!a->chipset || !a->vram == !a->bar0)
        return usage_error(argv, "--chipset and --vram are needed, or --bar0 instead of --vram");
    dump->view.chip = toolkit_chip(word_of_text(a->chipset), &dump->toolkit);
    if (!dump->view.chip)
        return toolkit_no_chip(argv, a->chipset);
    if (a->vram_size && !number_parse(a->vram_size, strlen(a->vram_size), &dump->view.vram_size))
        return usage_error(argv, "--vram-size %s: 0x.., or decimal with K, M or G wanted",
                           a->vram_size);
    if (!(a->vram ? image_open(a->vram, &dump->images.vram, why) : open_window(a, dump, why)) ||
        !images_sort(&dump->images, dump->toolkit->system_bits, why))
        return usage_error(argv, "%s", why);
    if (!a->vram_size)
        dump->view.vram_size = a->vram ? dump->images.vram.size : dump->toolkit->vram_most;
    if (dump->view.vram_size > dump->toolkit->vram_most)
        return usage_error(argv,
                           "%s: 0x%" PRIx64 " bytes of VRAM; cards have at most %" PRIu64 " GiB",
                           a->vram_size ? "--vram-size" : a->vram, dump->view.vram_size,
                           dump->toolkit->vram_most >> 30);
    dump->memory = images_memory(&dump->images);
    dump->view.memory = &dump->memory;
    dump->view.explain = a->explain;
    shrank_title = argv[0];
    signal(SIGBUS, image_shrank);
    return STATUS_OK;
}

void dump_close(struct dump *dump)
{
    images_close(&dump->images);
}
