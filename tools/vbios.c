/* tools/vbios.c: barecard vbios: description of a VBIOS ROM, and whether a start of the card could
 * begin with it. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "model/host/host.h"
#include "tools/commands.h"
#include "tools/rom.h"
#include "tools/save.h"

static const char help[] =
    "usage: barecard vbios FILE [--json]\n"
    "       barecard vbios --chipset C --write FILE\n\n"
    "Says what a VBIOS ROM is: images and checksums, version, tokens of its BIT, tables, init\n"
    "scripts and whether they are sound: whether a start with post=auto would come to their end, "
    "and\n"
    "which devices on I2C it would ask for. Of a GV100: the board's display configuration, and "
    "the\n"
    "signed program that starts the card. A preamble before the ROM is passed over.\n\n"
    "With --write: puts the ROM of the device model's own card of that chipset into FILE.\n\n"
    "Status: 0; 2 if there is no VBIOS in the file, or if a check that a start of the card\n"
    "needs does not hold.\n";

/* The ROM that the model makes for a card of its own; as long as its image. */
static int write_model_rom(char **argv, const struct chip *chip, const char *name)
{
    const struct model_config card = { .chip = chip, .cold = true };
    char error[256];
    struct host_bus *const bus =
        host_bus_new(&(struct host_bus_config){ .cards = &card, .count = 1 }, error, sizeof(error));
    struct save save;
    size_t size = 0;

    if (!bus)
        return usage_error(argv, "%s", error);
    const uint8_t *const bytes = model_rom(host_bus_card(bus, 0), &size);
    size = toolkit_of(chip)->rom_size(bytes, size);
    const bool good =
        save_open(&save, name) && save_close(&save, fwrite(bytes, 1, size, save.stream) == size);
    const int why = errno;
    host_bus_free(bus);
    if (good)
        return STATUS_OK;
    fprintf(stderr, "%s: %s: cannot be written: %s\n", argv[0], name, strerror(why));
    return STATUS_ERROR;
}

static int describe(const char *program, const char *name, bool json)
{
    struct toolkit_rom rom;

    if (!toolkit_rom_read(&rom, program, name))
        return STATUS_ERROR;
    const int status = toolkit_of_rom(&rom)->describe_rom(&rom, json, stdout);
    toolkit_rom_free(&rom);
    return status;
}

/* With --write the model's own ROM goes into a file; otherwise one file is described. The status says whether a
 * start of the card could begin with it. */
int command_vbios(int argc, char **argv)
{
    static const struct option longs[] = { { "json", no_argument, NULL, 'j' },
                                           { "chipset", required_argument, NULL, 'c' },
                                           { "write", required_argument, NULL, 'w' },
                                           { "help", no_argument, NULL, 'h' },
                                           { 0 } };
    const struct toolkit *toolkit;
    const struct chip *chip = NULL;
    const char *write = NULL;
    bool json = false;
    int option;

    while ((option = getopt_long(argc, argv, "", longs, NULL)) != -1) {
        if (option == 'h') {
            fputs(help, stdout);
            return STATUS_OK;
        }
        if (option == '?')
            return usage_hint(argv);
        if (option == 'c' && !(chip = toolkit_chip(word_of_text(optarg), &toolkit)))
            return toolkit_no_chip(argv, optarg);
        if (option == 'w')
            write = optarg;
        json |= option == 'j';
    }
    if (write && chip && optind == argc)
        return write_model_rom(argv, chip, write);
    if (write || chip)
        return usage_error(argv, "--chipset and --write go together, without another file");
    if (argc - optind != 1)
        return usage_error(argv, "one FILE wanted");
    return describe(argv[0], argv[optind], json);
}
