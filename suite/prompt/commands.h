/* suite/prompt/commands.h: the commands of the prompt, in one table.
 *
 * Shape   help, completion and the check of a script before its first line all use it. */
#ifndef SUITE_PROMPT_COMMANDS_H
#define SUITE_PROMPT_COMMANDS_H

#include "suite/prompt/prompt.h"

/* Kinds of words that a command's arguments may be completed to. */
enum prompt_completion { COMPLETE_NOTHING, COMPLETE_REGISTERS, COMPLETE_COMMANDS, COMPLETE_WORDS };

struct prompt_command {
    const char *name;
    const char *arguments; /* "REGISTER [COUNT]" */
    const char *about;     /* its action, in a few words */
    const char *help;      /* sentences: its effect on the card, its findings */
    uint8_t least, most;   /* words after the name */
    uint8_t completion;    /* enum prompt_completion, of the first word after it */
    prompt_do *run;
};

#define PROMPT_COMMANDS 24
extern const struct prompt_command prompt_commands[PROMPT_COMMANDS];

/* Those that the screen has room for, and their purposes in few words. */
#define PROMPT_SHOWN 14
extern const char *const prompt_shown[PROMPT_SHOWN][2];

/* Null: there is none of that name. */
const struct prompt_command *prompt_command_named(const char *name);
/* Why the words are no line of the prompt; false: they are one, or say nothing. */
bool prompt_line_wrong(const struct words *words, struct text *why);

/* Of registers, and of memory and configuration space. */
prompt_do do_read, do_write, do_poll, do_dump, do_probe;
prompt_do do_vram, do_pci;
/* Of the family. */
prompt_do do_channel, do_page, do_translate, do_map, do_object, do_method, do_flush, do_fault;
/* Of the session. */
prompt_do do_card, do_test, do_log, do_undo, do_help, do_quit, do_expect, do_wait, do_note;

/* Completes the typed line: the common beginning of all completions is inserted, and where there is more than one they
 * are written into `hint`. */
void prompt_complete(struct prompt *prompt, struct text *hint);

/* A small letter as a capital: names of registers have no others. */
char prompt_upper(char c);
/* The line of a register that was read, and the meaning of its fields. */
void prompt_say_register(struct prompt *prompt, uint32_t at, uint32_t value);
/* Where an entry of a page table points: "vram", "snoop" or "nosnoop"; false: refused. */
bool prompt_target(struct prompt *prompt, const char *word, enum target *out) MUST_CHECK;
/* The line after a flush that was begun at that time of the bus, in microseconds, which is its value too. */
void prompt_say_flushed(struct prompt *prompt, const char *flushed, uint64_t begun_us);

#endif
