/* tools/translate.c: `barecard translate`: whose lines are answered by the family of the card. */
#include <getopt.h>
#include <string.h>

#include "tools/commands.h"
#include "tools/dump.h"

static const char help[] =
    "usage: barecard translate --chipset C --vram FILE [--vram-size N]\n"
    "                          [--sysram FILE@BASE]... [--explain] < LINES > LINES\n"
    "\n"
    "Says what the card makes of accesses, by dumps of its memory. Each line is answered by one\n"
    "that begins with ok, or is 'fault NAME'. Numbers have 0x. For g80 to mcp89 a line reads\n"
    "  ENGINE CLIENT SLOT CHANNEL SELECTOR ADDRESS r|w                    and the answer is\n"
    "  ok target=VRAM|SYSRAM_SNOOP|SYSRAM_NOSNOOP linear=0x.. ro=0|1 su=0|1 type=0x..\n"
    "     comp=0|1|2 tag=0x.. cycle=short|long enc=0|1                    (one line)\n"
    "  Drivers call linear addr, target aper, su priv, type kind, tag ctag; SYSRAM_SNOOP HOST,\n"
    "  SYSRAM_NOSNOOP NCOH.\n"
    "For gv100 a line reads\n"
    "  TARGET:INSTANCE VEID ADDRESS r|w|a user|priv                       and the answer is\n"
    "  ok target=VID_MEM|PEER|SYS_MEM_COHERENT|SYS_MEM_NONCOHERENT address=0x.. page=4K|64K|2M\n"
    "     vol=0|1 priv=0|1 ro=0|1 ad=0|1 kind=0x.. (peer=0x.. of PEER), or 'sparse';\n"
    "     and ats=0x.. where the page tables of the process with that PASID are asked as well;\n"
    "  TARGET vid, coh or ncoh; VEID - or 0 to 63, or 5/9: of 5 while 9 was bound last; a is an "
    "atomic\n"
    "\n"
    "  --chipset C         g80 g84 g86 g92 g94 g96 g98 g200 mcp77 mcp79 gt215 gt216 gt218 mcp89\n"
    "                      gv100\n"
    "  --vram FILE         dump of VRAM from address 0 on; mapped, not read\n"
    "  --bar0 FILE         instead of --vram: a dump of BAR0, whose window shows 1 MiB of VRAM\n"
    "  --vram-size N       bytes of VRAM (0x.., or decimal with K, M, G) if the dump is shorter;\n"
    "                      at most 4G (gv100: 128G); without it the file's length\n"
    "  --sysram FILE@BASE  dump of system memory that begins at bus address BASE (0x..); may be\n"
    "                      repeated, may not overlap\n"
    "  --explain           before each answer the steps to it, indented, with their paragraphs\n"
    "\n"
    "A line that cannot be answered gives 'error: line N: ...' and status 2 at the end.\n";

/* Lines and images cannot both come from standard input, so that is refused before a file is
 * opened. */
int command_translate(int argc, char **argv)
{
    struct dump_arguments arguments = { 0 };
    struct dump dump = { 0 };
    int status = dump_parse(argc, argv, help, false, &arguments, &dump);

    if (status < 0 && optind < argc)
        status = usage_error(argv, "'%s': lines come from standard input", argv[optind]);
    if (status < 0 && arguments.vram && strcmp(arguments.vram, "-") == 0)
        status = usage_error(argv, "--vram -: the lines come from standard input");
    if (status < 0)
        status = dump_open(argv, &arguments, &dump);
    else {
        dump_close(&dump);
        return status;
    }
    if (status == STATUS_OK)
        status = dump.toolkit->translate(&dump.view);
    dump_close(&dump);
    return status;
}
