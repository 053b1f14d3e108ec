/* suite/memory/damage.h: faults of the memory, in a bench's words.
 *
 * Shape   a damage is one fault at one place; the list is bounded, and says how many it lost.
 * Units   lanes as a mask of D0 to D63 of the partition; ranks as a mask, bit 0 is rank A.
 * Source  docs/hardware/board.md §2.3, §3.2. Where the order of rows, banks and ranks is not proven for a
 *         family (struct vram_shape), every sentence that names them says so. */
#ifndef SUITE_MEMORY_DAMAGE_H
#define SUITE_MEMORY_DAMAGE_H

#include "hw/addr.h"
#include "suite/kit/finding.h"

enum damage_kind {
    DAMAGE_LINE,    /* a data line is stuck at `value` */
    DAMAGE_SHORT,   /* two data lines are shorted; `value`: the higher level wins */
    DAMAGE_ADDRESS, /* address line `bit` of `field` does not reach the lanes; `value`: so it would
                          * look, too, if the card had half the memory that it says */
    DAMAGE_MASK,    /* the data mask of a byte lane lets writes through */
    DAMAGE_CHIP,    /* all lanes of a chip give `value` */
    DAMAGE_RANK,    /* all lanes of rank B do, though rank A answers */
    DAMAGE_RANK_ALIAS,   /* rank B shows rank A */
    DAMAGE_SIZE,         /* the upper half of every partition shows the lower half */
    DAMAGE_BANK,         /* a whole bank */
    DAMAGE_ROW,          /* a whole row */
    DAMAGE_COLUMN,       /* one column of many rows of a bank: a bit line */
    DAMAGE_CELL,         /* one cell is stuck at `value` */
    DAMAGE_WEAK,         /* one cell loses the opposite of `value` after a while */
    DAMAGE_COUPLING,     /* one cell follows changes of the one at `aggressor` */
    DAMAGE_INTERMITTENT, /* wrong once, right when read again */
    DAMAGE_SWITCHING,    /* wrong where data lines switch, right in solid data */
    DAMAGE_LOAD,         /* wrong after the card's own copies from half to half of memory */
    DAMAGE_STARVED,      /* wrong after `hold_ms` without refresh */
    DAMAGE_ANYWHERE,     /* wrong everywhere, and none of the above */
    DAMAGE_KINDS
};

enum address_field { FIELD_COLUMN, FIELD_BANK, FIELD_ROW, FIELD_RANK };
#define ADDRESS_FIELDS 4

struct damage {
    enum damage_kind kind;
    uint8_t part;       /* ordinal */
    uint8_t ranks;      /* a mask */
    bool value;         /* as the kind says */
    uint8_t field, bit; /* enum address_field */
    uint64_t lanes;
    struct partition_addr at, aggressor;
    uint64_t linear; /* of the cell */
    uint32_t hold_ms;
    uint64_t words; /* wrong ones */
};

#define DAMAGES_MAX 32

struct damages {
    unsigned count, lost;
    struct damage all[DAMAGES_MAX];
};

void damages_add(struct damages *damages, const struct damage *damage);

enum cause damage_cause(enum damage_kind kind);

/* "partition 0 (FBA), D32-D63, rank A: bit 37 stuck at 0 (chip A1)" */
void damage_words(struct text *text, const struct damage *damage, const struct chip_table *chips);

#endif
