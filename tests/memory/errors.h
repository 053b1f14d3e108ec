/* tests/memory/errors.h: wrong words, sorted by the place they lie in.
 *
 * Shape   bounded, however many there are: counts for each partition, rank and data line; for each
 *         chip rows with errors until a bank has too many of them, then only the bank; what was right
 *         when read again is kept apart. Lanes that a probe has explained are counted and not looked
 *         at any further, so one broken wire does not hide a broken cell elsewhere.
 *         Lanes with a broken address line or mask are veiled: every march errs there, but memory that
 *         holds the same word everywhere still shows its dead cells. memory_errors_solid tells this code
 *         that all of memory holds one word from now on.
 *         Where a family cannot tell chips apart (struct vram_way), only words and bits are counted.
 * Units   lanes as a board counts them: D0 to D63 of a partition. Words of 8 bytes, addresses in
 *         bytes.
 * Source  docs/hardware/board.md §1.2 (byte k of a sector is lane 8 * (k % 8); unverified order), §3.3
 *         (rereads). */
#ifndef TESTS_MEMORY_ERRORS_H
#define TESTS_MEMORY_ERRORS_H

#include "tests/kit/chips.h"
#include "tests/memory/view.h"

#define ERROR_LANES 64
#define ERROR_ROWS  128 /* of one partition, by chip, that are kept apart */
#define ERROR_BANKS 32
#define ERROR_SLOTS                                                                                \
    (2 * CHIPS_MAX)           /* a chip's open lanes, and behind all of those its veiled ones */
#define ERROR_CELLS    2      /* of one row */
#define BANK_ROWS_MAX  12     /* more rows than that in a bank: the bank itself */
#define ELEMENT_ERRORS 65536u /* of a partition in one element: more change no verdict */

struct lane_errors {
    uint64_t zeros; /* read 0, expected 1 */
    uint64_t ones;
};

struct cell_errors {
    uint32_t column;
    uint64_t lanes;
};

struct row_errors {
    uint8_t rank, bank, slot;
    bool said; /* with the same row of another slot */
    uint32_t row;
    uint64_t words, lanes;
    uint64_t columns; /* which 64ths of the row */
    unsigned cell_count;
    struct cell_errors cells[ERROR_CELLS];
};

struct bank_errors {
    uint64_t words, lanes;
    uint64_t rows, columns; /* which 64ths */
    uint32_t column;        /* of the first error */
    uint8_t row_count;
    bool wide; /* its rows are no longer kept apart */
    bool said; /* with the same bank of another slot */
};

/* Words that were wrong when the card's copy brought them and right through BAR1: of memory or of the
 * way that the copy takes, which copy_path.h finds out. */
struct copied_errors {
    uint64_t words;
    uint64_t first_at, first_expected, first_seen;
    uint64_t of_chip[CHIP_PARTS][CHIP_RANKS][CHIPS_MAX];
    uint64_t lanes[CHIP_PARTS][CHIP_RANKS], of_part[CHIP_PARTS][CHIP_RANKS];
};

struct part_errors {
    uint64_t words;
    uint64_t in_element, open_in_element;
    struct lane_errors lanes[CHIP_RANKS][ERROR_LANES];
    uint64_t explained[CHIP_RANKS], veiled[CHIP_RANKS];        /* lanes */
    uint64_t unstable_words[CHIP_RANKS], unstable[CHIP_RANKS]; /* lanes that reread right */
    unsigned row_count;
    bool rows_lost;
    struct row_errors rows[ERROR_ROWS];
    struct bank_errors banks[CHIP_RANKS][ERROR_SLOTS][ERROR_BANKS];
};

struct memory_errors {
    struct memory_view *view; /* for rereads */
    bool placed; /* the way tells chips apart; else words are counted, and nothing below is used */
    struct vram_shape shape;
    bool split; /* columns are 4 bytes, of one of two subpartitions */
    bool solid; /* all of memory holds the same word: only veiled lanes are looked at */
    struct chip_table chips;
    uint64_t count;   /* words of 8 bytes */
    unsigned untried; /* cells that were wrong and not tried by themselves */
    uint64_t first_at, first_expected, first_seen;
    uint64_t bits;                 /* of words of 8 bytes, that were wrong anywhere */
    uint64_t in_element, unstable; /* words; where no chips are told apart */
    struct copied_errors copied;
    uint8_t copy; /* enum copy_verdict */
    struct part_errors parts[CHIP_PARTS];
};

enum err memory_errors_open(struct memory_errors *errors, struct memory_view *view) MUST_CHECK;
/* The same for a test, which ends if it cannot be, or if the configuration asks for a partition (part=) that
 * this card has not, or that nobody can tell on it. */
bool memory_errors_begin(struct memory_errors *errors, struct memory_view *view) MUST_CHECK;
/* A new element begins: each partition may have ELEMENT_ERRORS again. */
void memory_errors_element(struct memory_errors *errors);
bool memory_errors_veiled(const struct memory_errors *errors); /* there are such lanes */
void memory_errors_solid(struct memory_errors *errors);
/* A word of 8 bytes at a linear address that read `seen`; `expected` is still to be stored there. */
void memory_errors_add(struct memory_errors *errors, uint64_t at, uint64_t expected, uint64_t seen);

/* Those that only the copy saw were the memory's: they count as words that were right when read again. */
void memory_errors_take_copied(struct memory_errors *errors);

/* Whether an address lies in the partition with this ordinal. */
bool memory_errors_in_part(const struct memory_errors *errors, uint64_t at, unsigned part);

/* Lanes of a partition that bits of one column are; `sub` counts where partitions are split. */
uint64_t lanes_of_column(const struct memory_errors *errors, unsigned sub, uint64_t bits);
unsigned column_size(const struct memory_errors *errors);
/* The linear address of a column, through the view that BAR1 shows; and the column that a word begins with. */
uint64_t column_at(const struct memory_errors *errors, struct partition_addr there);
bool column_of(const struct memory_errors *errors, uint64_t at, struct partition_addr *out);
#endif
