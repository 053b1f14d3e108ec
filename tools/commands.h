/* tools/commands.h: the subcommands of build/barecard.
 *
 * Shape   each gets its own arguments, argv[0] being "barecard NAME" for messages, and gives the
 *         exit status.
 * Errors  usage errors: a message on stderr, status 2. */
#ifndef TOOLS_COMMANDS_H
#define TOOLS_COMMANDS_H

#define STATUS_OK    0
#define STATUS_ERROR 2

int command_place(int argc, char **argv);
int command_translate(int argc, char **argv);
int command_maps(int argc, char **argv);
int command_decode(int argc, char **argv);
int command_encode(int argc, char **argv);
int command_explain(int argc, char **argv);
int command_chipsets(int argc, char **argv);
int command_slots(int argc, char **argv);
int command_selftest(int argc, char **argv);
int command_run(int argc, char **argv);
int command_prompt(int argc, char **argv);
int command_tests(int argc, char **argv);
int command_defects(int argc, char **argv);
int command_channels(int argc, char **argv);
int command_keys(int argc, char **argv);
int command_report(int argc, char **argv);
int command_expect(int argc, char **argv);
int command_confirm(int argc, char **argv);
int command_bundle(int argc, char **argv);
int command_vbios(int argc, char **argv);
int command_probe(int argc, char **argv);
int command_devinit(int argc, char **argv);

/* "barecard NAME: MESSAGE" and a pointer to --help, on stderr; gives STATUS_ERROR. */
int usage_error(char **argv, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The pointer to --help alone, where getopt has already named the mistake. */
int usage_hint(char **argv);
/* For a command whose only option is --help. Below 0: go on; else the exit status. */
int usage_only_help(int argc, char **argv, const char *help);

#endif
