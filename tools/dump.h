/* tools/dump.h: the memory dumps that a command line names, and the card that they come from.
 *
 * Errors  usage errors: a message on stderr, status 2. */
#ifndef TOOLS_DUMP_H
#define TOOLS_DUMP_H

#include "tools/image.h"
#include "tools/toolkit.h"

struct dump_arguments {
    const char *chipset, *vram, *vram_size;
    const char *bar0; /* instead of `vram`: a dump of BAR0, whose window shows 1 MiB of it */
    const char *diff; /* --diff: a second dump of VRAM */
    const char *veid; /* --veid: a subcontext */
    bool explain;
};

struct dump {
    struct images images;
    struct mmu_memory memory;
    const struct toolkit *toolkit;
    struct toolkit_dump view;
};

/* The options of `translate`, or with `maps` set those of `maps`. Below 0: go on, optind is past the options; else the
 * exit status. */
int dump_parse(int argc, char **argv, const char *help, bool maps, struct dump_arguments *a,
               struct dump *dump);
/* Opens and checks the files of the arguments; STATUS_OK or STATUS_ERROR. */
int dump_open(char **argv, const struct dump_arguments *a, struct dump *dump);
void dump_close(struct dump *dump);

#endif
