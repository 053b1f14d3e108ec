/* tools/log/row.h: the lines of nouveau that name a fault: one row a shape, in tools/FAMILY/log.c.
 *
 * Shape   the meaning of a line depends on a number in it (a reason, an error, bits of a status): a subject lists those
 *         numbers with the driver's own word for each. Where number and word contradict each other the line is damaged,
 *         and counts as unknown. */
#ifndef TOOLS_LOG_ROW_H
#define TOOLS_LOG_ROW_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/chip.h"
#include "tools/log/pattern.h"
#include "tools/out.h"

enum log_kind {
    LOG_FAULT,   /* the MMU refused an access */
    LOG_PUSHER,  /* commands could not be fetched or understood */
    LOG_CACHE,   /* a method found no object */
    LOG_TRAP,    /* an engine stopped at a method */
    LOG_TIMEOUT, /* something did not end in time */
    LOG_PRI,     /* an access to a register without an answer */
    LOG_STATE,   /* a consequence of the lines above it */
    LOG_KINDS,
};

/* The request to the hardware, the usual cause, and where to read on. Null: as the subject says. */
struct log_meaning {
    uint32_t value;   /* of the field that the subject names; of bits one of them */
    const char *said; /* the driver's word; null: it has none */
    const char *asked, *usual, *section;
};

struct log_subject {
    uint8_t kind; /* enum log_kind */
    const char *title;
    const char *field; /* that the meanings go by; null: none */
    const char *said;  /* the field that holds the driver's word for it */
    const char *reg;   /* the register whose word stands at `field`; null: no register */
    uint32_t keep;     /* bits of `field` that choose a meaning, shifted down; 0: all */
    bool bits;         /* each bit has its own */
    unsigned count;    /* of meanings */
    const struct log_meaning *meanings;
    const char *asked, *usual, *section; /* where no meaning says otherwise */
    /* More words for the headline, with a blank in front; `chip` may be null. False: the line contradicts itself. */
    bool (*words)(const struct chip *chip, const struct log_fields *fields, struct out *out);
};

struct log_row {
    const char *units;   /* "fifo PFIFO": one of them; null: any */
    const char *pattern; /* of the message; null ends the table */
    const struct log_subject *is;
    bool alone; /* only drivers of this family write it: the log need not name the chipset */
};

#endif
