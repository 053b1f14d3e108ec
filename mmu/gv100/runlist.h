/* mmu/gv100/runlist.h: runlist entries, and the rules that a runlist must keep so that the scheduler takes it.
 *
 * Shape   the checker is given one entry after the other and keeps which ids it has seen.
 * Units   addresses in bytes.
 * Errors  runlist_pack: ERR_RANGE, ERR_ALIGN. The checker's findings are bits of enum runlist_finding.
 * Source  docs/hardware/gv100.md §3.4, §13. */
#ifndef MMU_GV100_RUNLIST_H
#define MMU_GV100_RUNLIST_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/chip.h"
#include "hw/err.h"
#include "hw/gv100/ram.h"

struct runlist_channel {
    bool runqueue;        /* selector */
    uint8_t inst_target;  /* 0 vid, 2 coherent, 3 noncoherent */
    uint8_t userd_target; /* enum userd_target */
    uint64_t userd;       /* 64 bits, 256-byte aligned (USERD itself is aligned to 512) */
    uint64_t inst;        /* 64 bits, 4 KiB aligned */
    uint16_t chid;        /* 12 bits */
};

struct runlist_tsg {
    uint8_t timeslice_scale; /* 4 bits */
    uint8_t timeslice_timeout;
    uint8_t length; /* channel entries that follow: 1 to 128 */
    uint16_t tsgid; /* 12 bits */
    uint8_t gfid;   /* of Turing: of a virtual function; else 0 */
};

struct runlist_entry {
    bool is_tsg;
    struct runlist_channel channel; /* if not */
    struct runlist_tsg tsg;
};

enum err runlist_pack(const struct runlist_entry *entry,
                      uint32_t words[RUNLIST_ENTRY_WORDS]) MUST_CHECK;
void runlist_unpack(const uint32_t words[RUNLIST_ENTRY_WORDS], struct runlist_entry *entry);

/* ---- the checker ---- */

enum runlist_finding {
    /* The scheduler stops with SCHED_ERROR, code BAD_TSG. */
    RUNLIST_CHANNEL_OUTSIDE_TSG,
    RUNLIST_TSG_EMPTY, /* length 0 */
    RUNLIST_TSG_EARLY, /* before all channels of the TSG before it have come */
    RUNLIST_ENDS_EARLY,
    /* Wrong, with a consequence that no source gives. */
    RUNLIST_BASE_UNALIGNED,
    RUNLIST_TSG_TOO_LONG, /* length above 128 */
    RUNLIST_CHID_TWICE,
    RUNLIST_TSGID_TWICE,
    RUNLIST_INST_TARGET_UNDEFINED,
    RUNLIST_INST_BEYOND, /* above 40 bits */
    RUNLIST_USERD_BEYOND,
    RUNLIST_USERD_UNALIGNED, /* to 512 bytes: the field counts in 256 */
    RUNLIST_RESERVED_BITS,
    /* Allowed, but not to be used. */
    RUNLIST_TIMESLICE_ZERO,
    RUNLIST_FINDING_COUNT
};

#define RUNLIST_BAD_TSG                                                                            \
    (BIT(RUNLIST_CHANNEL_OUTSIDE_TSG) | BIT(RUNLIST_TSG_EMPTY) | BIT(RUNLIST_TSG_EARLY) |          \
     BIT(RUNLIST_ENDS_EARLY))

struct runlist_checker {
    const struct chip *chip;
    unsigned due; /* channels of the current TSG that are still to come */
    uint32_t chids[RUNLIST_IDS / 32], tsgids[RUNLIST_IDS / 32];
};

/* Begins with the address that the runlist lies at; gives findings, as the others do. */
uint32_t runlist_check_base(struct runlist_checker *checker, const struct chip *chip,
                            uint64_t base);
uint32_t runlist_check_entry(struct runlist_checker *checker,
                             const uint32_t words[RUNLIST_ENTRY_WORDS]);
uint32_t runlist_check_end(const struct runlist_checker *checker);

/* A sentence about a finding, never null. */
const char *runlist_finding_says(enum runlist_finding finding);

#endif
