/* suite/prompt/prompt.h: a person, or a script, works on a card that the runner has taken over, line by line.
 *
 * Shape   prompt_run is the body of a test: the runner hands it the card and a struct prompt_setup, which says where keys
 *         come from and where lines go. It returns when the person leaves, the script is at its end, or the card no
 *         longer answers; its writes are undone then, by the test's put_back. Commands stand in one table (commands.h);
 *         the parts that differ between families are in struct prompt_family.
 * Units   microseconds.
 * Errors  a line that cannot be done is refused with a sentence. In a script that ends the run. */
#ifndef SUITE_PROMPT_PROMPT_H
#define SUITE_PROMPT_PROMPT_H

#include "suite/kit/test.h"
#include "suite/prompt/family.h"
#include "suite/prompt/journal.h"
#include "suite/prompt/line.h"
#include "suite/report/scene_prompt.h"

#define PROMPT_STATE_MAX  0x10000u
#define PROMPT_AHEAD      256
#define PROMPT_HINT_MAX   512
#define PROMPT_SCRIPT_MAX 0x4000u /* bytes of a script */
#define PROMPT_COMMAND_S  20      /* that a line may take, beside waits that it names */

/* A log of accesses in place of a card (barecard prompt --replay): the reads of each place, one
 * after the other. */
struct prompt_log {
    void *opaque;
    const char *words; /* which log, and how much is in it */
    /* The next word that was read there; false: the log has none, or no more. */
    bool (*reads_register)(void *opaque, uint32_t at, uint32_t *word);
    bool (*reads_config)(void *opaque, uint32_t offset, uint32_t *word);
};

struct prompt_setup {
    const struct prompt_family *family;
    const struct prompt_log *replay; /* null: there is a card */
    void *opaque;
    const char *script; /* null: lines are typed */
    size_t script_size;
    const char *script_name;
    /* Null without a keyboard: the next key, as it was typed; KEY_NONE: none was. */
    int (*key)(void *opaque);
    /* Characters for the terminal that keys come from, which shows the line with them. Null: it echoes by itself, or is
     * not there. */
    void (*echo)(void *opaque, const char *chars, size_t size);
    /* A line of the report. `echoed`: the terminal has it already. */
    void (*say)(void *opaque, const char *line, bool echoed);
    /* The view has changed. */
    void (*show)(void *opaque);
    /* Asked again and again while nothing happens; false: the prompt shall end. */
    bool (*waits)(void *opaque);
    /* Runs a test of the card's suite by its name, or with `out` null only says whether there is one. ERR_NOT_FOUND: it has
     * none of that name; ERR_UNSUPPORTED: it may hang the card, and risky=1 is not given. */
    enum err (*run_test)(void *opaque, const char *name, enum test_result *out);
    /* From here on each access to the card is told as a comment, or no longer. ERR_RIG: a log of
     * accesses is kept already. */
    enum err (*log)(void *opaque, bool on);
};

struct prompt {
    struct test *t;
    struct card *card;
    const struct prompt_setup *setup;
    const struct prompt_family *family;
    struct line_editor editor;
    struct journal journal;
    uint64_t value; /* that the last line found */
    bool has_value; /* it found one */
    bool refused;   /* the last line was not done */
    bool agreed;    /* the person knows that lines write to the card */
    bool logs;      /* accesses are logged as comments */
    bool stopped;   /* Ctrl-C while a line was being done */
    bool stale;     /* the view says something that is not drawn yet */
    bool over;
    uint64_t key_us;           /* when the last key came */
    unsigned line_number;      /* of the script, from 1; 0: no line of one */
    unsigned expected, missed; /* comparisons */
    unsigned tests;            /* of the suite that were run */
    int ahead[PROMPT_AHEAD];   /* keys that were pressed while a line was being done */
    unsigned ahead_count;
    char hint[PROMPT_HINT_MAX];
    struct dma_memory memory; /* of `state` */
    void *state;              /* of the family; null: not allocated yet */
    struct scene_prompt view;
};

/* The body of the test whose t->prompt is set; t->prompt_of is a struct prompt of zeros. */
void prompt_run(struct test *t);

/* Takes typed keys for the next line; true: the person wants the present line to end (Ctrl-C). */
bool prompt_interrupted(struct prompt *prompt);
/* Does one line; prompt_say_entered prints the line itself, which a terminal has not echoed if it
 * was not typed. */
void prompt_do_line(struct prompt *prompt, const char *line);
void prompt_say_entered(struct prompt *prompt, const char *line, bool echoed);

/* ---- for commands ---- */

/* A line of an answer. */
void prompt_say(struct prompt *prompt, enum prompt_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same, cut at blanks where it is long, each piece with four blanks before it. */
void prompt_detail(struct prompt *prompt, const char *words);
/* The line is not done, and why. */
void prompt_refuse(struct prompt *prompt, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* True if e is OK; else the line is refused: "DOING: timeout". */
bool prompt_ok(struct prompt *prompt, enum err e, const char *doing) MUST_CHECK;
void prompt_value(struct prompt *prompt, uint64_t value);
/* Before the first write: describes it, and asks the person. False: not allowed. */
bool prompt_may_write(struct prompt *prompt, const char *format, ...)
    __attribute__((format(printf, 2, 3))) MUST_CHECK;
/* The words of a write that was made; puts the newest one in view. */
void prompt_written(struct prompt *prompt);
/* A word as a number, else the line is refused with the wanted kind of word: "a register". */
bool prompt_number(struct prompt *prompt, const char *word, uint64_t most, const char *wanted,
                   uint64_t *out) MUST_CHECK;
/* Whether `channel` may make or take one; it is refused while there is one that the prompt has made. */
bool prompt_takes_channel(struct prompt *prompt, bool made) MUST_CHECK;
/* Memory of the family's own for as long as the prompt lasts; null: there is none, and the line is refused. */
void *prompt_state(struct prompt *prompt);
/* The line may take so much longer. */
void prompt_extend(struct prompt *prompt, uint64_t us);
/* Whether there is a card; else the line is refused, because a log has reads alone. */
bool prompt_has_card(struct prompt *prompt) MUST_CHECK;
/* Whether the card's memory works; else the line is refused. */
bool prompt_has_memory(struct prompt *prompt) MUST_CHECK;
/* Undoes all writes, and stops the engines that the family has started; returns the number of
 * writes. */
unsigned prompt_put_back(struct prompt *prompt);

#endif
