/* tools/replay/side.h: shared by the parts of a replay: one of the two cards over which a log is played, and the words
 * of the current line.
 *
 * Shape   each line is played on both sides, the shifted one first; reads are compared with the log on the other only.
 * Units   bytes, nanoseconds. Addresses are those of the logged machine.
 * Errors  false: replay_broken has said why. Source: docs/mmio-log.md. */
#ifndef TOOLS_REPLAY_SIDE_H
#define TOOLS_REPLAY_SIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "hw/pci.h"
#include "tools/replay/card.h"

#define REPLAY_WORDS_MAX 20 /* a line PCIDEV has 19 */

struct chip;
struct toolkit;
struct replay_options;

/* A BAR of the logged card, by its map id. */
struct mapping {
    uint64_t at, size;
};

/* A read to which the model gives another answer. */
struct difference {
    unsigned long line; /* 0: none */
    const char *what;
    uint64_t at, logged, now;
};

/* A block that a line has announced and later lines fill in. */
struct pending {
    enum { NOTHING, BLOCK_WRITE, WORDS_WRITE, WORDS_READ, MEMORY, BLOCK_READ, MARCH } kind;
    uint64_t at;
    uint8_t *bytes; /* the bytes written by the log, or the model's answer to a read */
    size_t size, done;
    uint64_t right, seen; /* a march: the bytes that were right, and the first wrong word */
};

/* Reads of one place without another access to the BARs in between: software waits for something. */
struct row {
    uint64_t at, since_ns;
    unsigned bar, size;
    uint64_t offset;
    bool open;
};

/* Answers of the shifted card to a line, in the order of the reads. */
struct answers {
    uint64_t *values;
    size_t count, room, taken;
};

/* One side. */
struct replay {
    char **argv;
    const char *path;
    struct replay_card card;
    struct replay *shifted; /* null: this is the shifted card itself */
    struct answers answers;
    struct mapping maps[PCI_BAR_COUNT];
    bool kernel;           /* a trace of Linux, not a log of Barecard */
    unsigned long unknown; /* accesses that the kernel could not read */
    const struct replay_options *options;
    struct registers *registers; /* by which differences are counted; null: each has its line */
    char name[32];               /* the card's place on the bus, as configuration lines name it */
    struct pending pending;
    const struct toolkit *toolkit;
    const struct chip *chip;
    unsigned long line;
    unsigned long reads, equal, times, speeds, polls, late, outside, others, cards;
    struct row row;         /* of the last line R */
    struct difference held; /* the last read's, in case the register is read again */
    char *words[REPLAY_WORDS_MAX];
    unsigned count;
};

/* ---- line.c: the words of a line --------------------------------------------------------------- */

/* Names the line's fault on stderr. Always false. */
bool replay_broken(const struct replay *r, const char *why);
/* Takes `line` apart; it stays in use until the next one. */
void replay_split(struct replay *r, char *line);
/* False: there is no such word, or it is no number. */
bool replay_number(const struct replay *r, unsigned word, uint64_t *out);
/* "12.000345", seconds with six decimals, as the time of this side's clock. */
bool replay_moment(const struct replay *r, unsigned word, uint64_t *ns);
bool replay_word_is(const struct replay *r, unsigned word, const char *text);
/* The BAR and the offset in it of `size` bytes. */
bool replay_find(const struct replay *r, uint64_t at, size_t size, unsigned *bar, uint64_t *offset);
/* The same; that there is none is an error of the log. */
bool replay_place(const struct replay *r, uint64_t at, size_t size, unsigned *bar,
                  uint64_t *offset);

/* Gives the card the address of its BAR, as it stands in r->maps. */
void replay_place_bar(struct replay *r, unsigned bar);

/* ---- kernel.c: traces of Linux ----------------------------------------------------------------- */

/* Goes through the file once; sets r->kernel, and then the BARs. False: it is one, but they stand nowhere. */
bool replay_look_for_kernel(struct replay *r, FILE *file);
/* Sets up configuration space as software did before the trace begins. */
void replay_place_bars(struct replay *r);
/* A line that is no access. */
bool replay_kernel_line(struct replay *r);

/* ---- registers.c: differences by register ------------------------------------------------------ */

struct registers *replay_registers_new(void);
void replay_registers_add(struct registers *all, const struct difference *d);
/* One line for each, by address; `limit` at most. */
void replay_registers_say(const struct registers *all, const struct replay *r, unsigned long limit);
void replay_registers_free(struct registers *all);

/* ---- compare.c: reads of the log and of the model -------------------------------------------- */

void replay_compare(struct replay *r, const char *what, uint64_t at, uint64_t logged, uint64_t now);
/* Software that waits for a register reads it again and again, and how often depends on time. So only the last read of
 * such a row must be equal. */
void replay_compare_read(struct replay *r, unsigned bar, uint64_t offset, uint64_t at,
                         uint64_t logged, uint64_t now);
/* The last read of a row of polls was the one before this line, so it is the one that counts. */
void replay_end_row(struct replay *r);
/* Whether the words of a line are an access that ends the row. */
bool replay_ends_row(const struct replay *r);

/* ---- blocks.c: many words at once -------------------------------------------------------------- */

/* A line that announces a block for the following lines to give or compare; `kind` is one of struct
 * pending. */
bool replay_announce(struct replay *r, int kind, uint64_t at, uint64_t size);
/* Forgets the announced block. */
void replay_settle(struct replay *r);
/* "run AT UNIT COUNT FIRST STEP" or "data AT UNIT WORD...", of the announced block and in its
 * order. */
bool replay_content(struct replay *r);
/* One march element, as pci/bus.h has it. */
bool replay_march(struct replay *r);
/* The sum of a block, or how far a march was right. */
bool replay_result(struct replay *r);

/* ---- config.c: configuration space ------------------------------------------------------------- */

/* "config R|=|W PLACE OFFSET SIZE [VALUE]" */
bool replay_config(struct replay *r);

#endif
