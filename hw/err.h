/* hw/err.h: the answers to a request that cannot be met. A card that differs from the manual is
 * never one of these: that is a test result (suite/run/test.h).
 *
 * Errors  a function that returns enum err writes its results through its last pointers and only
 *         if it returns OK. */
#ifndef HW_ERR_H
#define HW_ERR_H

#define MUST_CHECK __attribute__((warn_unused_result))

enum err {
    OK = 0,
    ERR_RANGE,       /* a value does not fit its field or its unit */
    ERR_ALIGN,       /* an address is not aligned as the structure demands */
    ERR_UNSUPPORTED, /* this chipset has no such thing */
    ERR_NOT_FOUND,
    ERR_NO_MEMORY, /* VRAM, DMA memory or a bounded table is used up */
    ERR_TIMEOUT,   /* a register did not reach the wanted value in time */
    ERR_DEADLINE,  /* the deadline of the running test has passed */
    ERR_DEAD,      /* the card answers all ones */
    ERR_OUTSIDE,   /* an address lies outside the memory that was given */
    ERR_CONFIG,    /* configuration text or command line cannot be understood */
    ERR_RIG,       /* the surroundings (firmware, file, bus) refused */
    ERR_NO_DMA,    /* the surroundings lend the card no memory at all */
    ERR_COUNT
};

/* The name as it stands in a report ("timeout"), never null. */
const char *err_name(enum err e);

#endif
