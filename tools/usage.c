#include "tools/commands.h"

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
