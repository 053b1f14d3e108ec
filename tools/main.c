#include "tools/commands.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "hw/bits.h"
#include "tools/version.h"

struct command {
    const char *name;
    const char *title; /* argv[0] of the command */
    const char *summary;
    int (*run)(int argc, char **argv);
};

#define COMMAND(name, summary)                                                                     \
    {                                                                                              \
#name, "barecard " #name, summary, command_##name                                          \
    }

static const struct command commands[] = {
    COMMAND(selftest, "the firmware's self tests, against the device model"),
    COMMAND(run, "the self tests, on the cards of this machine"),
    COMMAND(prompt, "a modelled card, line by line: registers, memory, pages, methods"),
    COMMAND(place, "where blocks of VRAM land: partition and subpartition"),
    COMMAND(translate, "what the card's VM makes of accesses, by memory dumps"),
    COMMAND(maps, "every mapping of an address space, by memory dumps"),
    COMMAND(decode, "words of a structure into its fields"),
    COMMAND(encode, "fields of a structure into its words"),
    COMMAND(channels, "which memory channel failing addresses lie in"),
    COMMAND(explain, "what a kernel log of nouveau says of faults, in words"),
    COMMAND(chipsets, "list what differs between the chipsets"),
    COMMAND(report, "text, JUnit XML, HTML or CSV of the firmware's report.jsonl"),
    COMMAND(expect, "a board file for a station, from reports of good cards"),
    COMMAND(confirm, "claims that a good card has shown, for docs/hardware/confirmed.tsv"),
    COMMAND(bundle, "a run's files as one archive that can be sent"),
    COMMAND(vbios, "what a VBIOS ROM is, and whether its init scripts are sound"),
    COMMAND(probe, "what mode=probe has read of a card, in words, and what differs"),
    COMMAND(devinit, "what the init scripts of a VBIOS ROM do to a cold card"),
    COMMAND(tests, "list the self tests"),
    COMMAND(defects, "list what can be broken in the device model"),
    COMMAND(keys, "list the keys of barecard.cfg, and what each may be"),
    COMMAND(slots, "list every engine, client and slot that uses the VM"),
};

static void print_help(FILE *to)
{
    fputs("usage: barecard COMMAND [ARGUMENT]...\n\n", to);
    for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
        fprintf(to, "  %-10s  %s\n", commands[i].name, commands[i].summary);
    fputs("\n'barecard COMMAND --help' explains one of them; --version says which Barecard this "
          "is.\n",
          to);
}

static const struct command *command_named(const char *name)
{
    for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
        if (strcmp(name, commands[i].name) == 0)
            return &commands[i];
    return NULL;
}

/* All output must have reached its file, else the status is 2. A reader that has gone away is no error, because
 * somebody who pipes into head has seen enough. */
static int all_written(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    if (errno == EPIPE)
        return status;
    fprintf(stderr, "barecard: standard output: %s\n", strerror(errno));
    return STATUS_ERROR;
}

/* The number of a closed standard stream would go to the next opened file: output would be written into a dump or a
 * card's memory. Opened the wrong way round it takes its number, and using it is an error as before. */
static bool hold_standard_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd ? O_RDONLY : O_WRONLY) != fd)
            return false;
    return true;
}

/* argv[1] becomes the command's title, so that getopt's own messages name the command. */
int main(int argc, char **argv)
{
    const struct command *command;

    if (!hold_standard_streams())
        return STATUS_ERROR;
    if (argc < 2) {
        print_help(stderr);
        return STATUS_ERROR;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return all_written(STATUS_OK);
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts(version_text);
        return all_written(STATUS_OK);
    }
    command = command_named(argv[1]);
    if (!command)
        return usage_error((char *[]){ "barecard" }, "no command '%s'", argv[1]);
    argv[1] = (char *)command->title;
    return all_written(command->run(argc - 1, argv + 1));
}
