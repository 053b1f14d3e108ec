/* tools/devinit.c: barecard devinit: the steps of a start of a card by its VBIOS ROM. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "model/common/numbers.h"
#include "tools/commands.h"
#include "tools/rom.h"

#define NUMBER_MAX 15

static const char help[] =
    "usage: barecard devinit FILE [--explain] [--chipset C] [--strap N] [--output N]\n\n"
    "Carries out the init scripts of a VBIOS ROM on a cold card of the device model. What they\n"
    "poll for counts as come, devices on I2C answer 0. Prints, tab-separated, what they do:\n"
    "script, place, opcode, what, where, value.\n\n"
    "  --explain    the scripts as text instead; those that are not whole up to where they stop\n"
    "  --chipset C  (default: the one that the ROM's version names)\n"
    "  --strap N    the board's RAM strap, 0 to 15 (default 0)\n"
    "  --output N   behind the boot scripts also the script of the board's display output N;\n"
    "               alone where the boot scripts are not whole\n\n"
    "Of a GV100, whose ROM has a signed program for that: what of the ROM goes where; without\n"
    "options.\n\n"
    "Status: 0; 2 if the file is no VBIOS, or if the scripts cannot be carried out to their end:\n"
    "the last line then says why, 'error: ...'.\n";

/* Of a strap or of a display output; both have four bits. */
static bool parse_number(const char *text, unsigned *out)
{
    uint64_t value;

    if (!number_parse(text, strlen(text), &value) || value > NUMBER_MAX)
        return false;
    *out = (unsigned)value;
    return true;
}

/* Below 0: go on; else the exit status. */
static int parse_arguments(struct toolkit_start *start, const struct chip **chip, int argc,
                           char **argv)
{
    static const struct option longs[] = {
        { "explain", no_argument, NULL, 'e' },     { "chipset", required_argument, NULL, 'c' },
        { "strap", required_argument, NULL, 's' }, { "output", required_argument, NULL, 'o' },
        { "help", no_argument, NULL, 'h' },        { 0 }
    };
    const struct toolkit *toolkit;
    int option;

    while ((option = getopt_long(argc, argv, "", longs, NULL)) != -1) {
        if (option == 'h') {
            fputs(help, stdout);
            return STATUS_OK;
        }
        if (option == '?')
            return usage_hint(argv);
        if (option == 'e')
            start->explain = true;
        else if (option == 'c' && !(*chip = toolkit_chip(word_of_text(optarg), &toolkit)))
            return toolkit_no_chip(argv, optarg);
        else if (option == 's' && !parse_number(optarg, &start->strap))
            return usage_error(argv, "--strap %s: 0 to 15 wanted", optarg);
        else if (option == 'o' && !parse_number(optarg, &start->output))
            return usage_error(argv, "--output %s: 0 to 15 wanted", optarg);
        start->for_output |= option == 'o';
        start->strapped |= option == 's';
    }
    if (argc - optind != 1)
        return usage_error(argv, "one FILE wanted");
    return -1;
}

int command_devinit(int argc, char **argv)
{
    struct toolkit_start start = { 0 };
    const struct chip *chip = NULL;
    struct toolkit_rom rom;
    int status = parse_arguments(&start, &chip, argc, argv);

    if (status >= 0)
        return status;
    if (!toolkit_rom_read(&rom, argv[0], argv[optind]))
        return STATUS_ERROR;
    rom.chip = chip;
    status = toolkit_of_rom(&rom)->start_by_rom(&rom, &start, argv);
    toolkit_rom_free(&rom);
    return status;
}
