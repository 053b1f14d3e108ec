/* suite/memory/errors.h: wrong words, sorted by the place they lie in.
 *
 * Shape   The tables are bounded, however many words are wrong. Words are counted for each partition. For each
 *         chip, rows with errors are kept apart until a bank has more than BANK_ROWS_MAX of them; from then on
 *         only the bank as a whole is kept. Words that were right when they were read again are counted apart.
 *         A lane is explained when trying its wire has shown that it is broken. Its errors are counted and not
 *         looked at any further, so that a broken wire does not hide a broken cell elsewhere.
 *         A lane is veiled when its address line or data mask is broken. Every march reads wrong words there;
 *         only memory that holds the same word everywhere still shows which cells are dead. After
 *         memory_errors_solid all of memory holds one word, and only veiled lanes are looked at.
 *         Where a family cannot tell chips apart (struct vram_way), only words and their bits are counted.
 * Units   lanes as a board counts them: D0 to D63 of a partition. Words of 8 bytes, addresses in
 *         bytes.
 * Source  docs/hardware/board.md §1.2 (byte k of a sector is lane 8 * (k % 8); unverified order), §3.3
 *         (rereads). */
#ifndef SUITE_MEMORY_ERRORS_H
#define SUITE_MEMORY_ERRORS_H

#include "suite/kit/chips.h"
#include "suite/memory/channels.h"
#include "suite/memory/view.h"

#define ERROR_ROWS  128 /* of one partition, by chip, that are kept apart */
#define ERROR_BANKS 32
/* A chip has two slots: its number, for lanes that are not veiled, and CHIPS_MAX above it, for those that are. */
#define ERROR_SLOTS   (2 * CHIPS_MAX)
#define ERROR_CELLS   2  /* of one row */
#define BANK_ROWS_MAX 12 /* in a bank with more wrong rows, the bank itself is bad */
/* Of a partition in one element; further ones are counted, and tell which rows of a bad bank are wrong. */
#define ELEMENT_ERRORS 65536u

struct cell_errors {
    uint32_t column;
    uint64_t lanes;
};

struct row_errors {
    uint8_t rank, bank, slot;
    bool said; /* it is part of a damage already, with the same row of another chip */
    uint32_t row;
    uint64_t words, lanes;
    uint64_t columns; /* a bit for each 64th of the row that has errors */
    unsigned cell_count;
    struct cell_errors cells[ERROR_CELLS];
};

struct bank_errors {
    uint64_t words, lanes;
    uint64_t rows, columns; /* a bit for each 64th of them that has errors */
    uint32_t column;        /* of the first error */
    uint8_t row_count;
    bool wide; /* it has too many wrong rows: only the bank as a whole is kept */
    bool said; /* it is part of a damage already, with the same bank of another chip */
};

/* All that is known of wrong words where chips cannot be told apart. */
struct error_pattern {
    bool any;
    uint64_t ones, zeros; /* bits of a word of 8 bytes that read 1 for 0 anywhere, and 0 for 1 */
    uint64_t lowest_at, highest_at;
    uint64_t
        moved; /* of words that are another address's: the address bits in which the two differ */
    uint64_t
        spacing; /* the largest number that all distances are multiples of; 0: it is one place */
};

/* Words that were wrong when the card's copy brought them and right when BAR1 read them. Either the memory or
 * the way that the copy takes is bad; copy_path.h finds out which. */
struct copied_errors {
    uint64_t words;
    uint64_t first_at, first_expected, first_seen;
    struct error_pattern pattern;
    uint64_t pieces[CHIP_PARTS][VRAM_PIECES]; /* as of a struct vram_strip */
    uint64_t of_chip[CHIP_PARTS][CHIP_RANKS][CHIPS_MAX];
    uint64_t lanes[CHIP_PARTS][CHIP_RANKS], of_part[CHIP_PARTS][CHIP_RANKS];
};

struct part_errors {
    uint64_t words;
    uint64_t in_element, open_in_element; /* words of this element: explained ones, others */
    uint64_t explained[CHIP_RANKS], veiled[CHIP_RANKS]; /* lanes */
    uint64_t solid[CHIP_RANKS]; /* lanes that were wrong in solid data, where no line switches */
    /* Lanes that reread right: of words that were wrong in one chip, and in several. */
    struct unstable {
        uint64_t words, lanes;
    } unstable[CHIP_RANKS], strayed[CHIP_RANKS];
    unsigned row_count;
    bool rows_lost;
    struct row_errors rows[ERROR_ROWS];
    struct bank_errors banks[CHIP_RANKS][ERROR_SLOTS][ERROR_BANKS];
};

struct memory_errors {
    struct memory_view *view; /* for rereads */
    bool placed; /* the way tells chips apart: only then shape, chips and parts mean something */
    bool lent;   /* by the machine: its own memory, of which no chip is named */
    struct vram_shape shape;
    bool split;         /* columns are 4 bytes, of one of two subpartitions */
    bool solid;         /* all of memory holds the same word: only veiled lanes are looked at */
    uint8_t data;       /* enum element_data, of this element */
    uint8_t seen_data;  /* of all elements so far, as a mask */
    bool began_by_copy; /* so did this element's reads */
    struct chip_table chips;
    struct vram_strip strip;
    unsigned evictions; /* of this element, and the chunk of the last one, plus 1 */
    uint64_t evicted;
    uint64_t count;       /* words of 8 bytes */
    unsigned leaks_tried; /* words that were stored by BAR1, and held, to see whether they leak */
    bool stored_wrong;    /* copies have stored wrong words, which this element still finds */
    unsigned
        untried; /* cells that were wrong and not tried one by one, because there were too many */
    uint64_t first_at, first_expected, first_seen;
    struct error_pattern pattern;
    struct channels channels; /* where chips cannot be told apart */
    uint64_t in_element,
        unstable; /* words of this element; words that were right when read again */
    struct copied_errors copied;
    struct copied_errors strayed; /* of words that were wrong in several chips */
    uint8_t copy;                 /* enum copy_verdict */
    struct part_errors parts[CHIP_PARTS];
};

enum err memory_errors_open(struct memory_errors *errors, struct memory_view *view) MUST_CHECK;
/* The same for a test. False: the test has ended, because of an error or because the configuration asks for a
 * partition (part=) or a range (range=) that the card does not have or that cannot be told on it. */
bool memory_errors_begin(struct memory_errors *errors, struct memory_view *view) MUST_CHECK;
/* The data that an element reads: data in which lines switch, or zeros or ones all over a sector, in which none does.
 * An element that reads and writes word by word through BAR1 mixes the two. */
enum element_data { DATA_MIXED = 0, DATA_ZEROS = 1, DATA_ONES = 2, DATA_ADDRESSES = 4 };

/* A new element begins: each partition may have ELEMENT_ERRORS again. */
void memory_errors_element(struct memory_errors *errors, enum element_data data);
/* The test ended early: no byte has been through all of it. */
void memory_errors_cut(struct memory_errors *errors);
bool memory_errors_veiled(const struct memory_errors *errors); /* there are such lanes */
void memory_errors_solid(struct memory_errors *errors);
/* A word of 8 bytes at a linear address that read `seen`; `expected` is still to be stored there. */
void memory_errors_add(struct memory_errors *errors, uint64_t at, uint64_t expected, uint64_t seen);
/* Adds the wrong ones of words that lie one after the other from `at` on and came by one copy; word i was to be
 * expected[i * step], so step 0 means the same word everywhere. Returns how many are wrong. For spans in which some
 * word is: each call asks whether the card still answers. */
size_t memory_errors_add_span(struct memory_errors *errors, uint64_t at, const uint64_t *expected,
                              size_t step, const uint64_t *seen, size_t words);

/* Where nothing else was wrong, words that only the copy saw wrong in several chips are all there is to judge by. Else they
 * accuse no chip: a copy whose own tables lie in the bad memory brings words of another place. */
void memory_errors_take_strayed(struct memory_errors *errors);
/* Decides that the memory gave the words that only the copy saw: they count as wrong words that were right
 * when they were read again. */
void memory_errors_take_copied(struct memory_errors *errors);

/* Whether an address lies in the partition with this ordinal. */
bool memory_errors_in_part(const struct memory_errors *errors, uint64_t at, unsigned part);

/* The lanes of a partition that carry these bits of a column. `sub` is the half of the partition that the
 * column lies in, where partitions are split. */
uint64_t lanes_of_column(const struct memory_errors *errors, unsigned sub, uint64_t bits);
unsigned column_size(const struct memory_errors *errors);
/* The linear address of a column as BAR1 shows it, and the column that an address lies in; false: unknown. */
uint64_t column_at(const struct memory_errors *errors, struct partition_addr there);
bool column_of(const struct memory_errors *errors, uint64_t at, struct partition_addr *out);
#endif
