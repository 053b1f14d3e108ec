#include "tools/commands.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>

int usage_hint(char **argv)
{
    fprintf(stderr, "Try '%s --help'.\n", argv[0]);
    return STATUS_ERROR;
}

int usage_error(char **argv, const char *format, ...)
{
    va_list list;

    fprintf(stderr, "%s: ", argv[0]);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    return usage_hint(argv);
}

int usage_only_help(int argc, char **argv, const char *help)
{
    static const struct option longs[] = { { "help", no_argument, NULL, 'h' }, { 0 } };
    const int option = getopt_long(argc, argv, "", longs, NULL);

    if (option == 'h') {
        fputs(help, stdout);
        return STATUS_OK;
    }
    if (option != -1)
        return usage_hint(argv);
    if (optind < argc)
        return usage_error(argv, "'%s': no arguments wanted", argv[optind]);
    return -1;
}
