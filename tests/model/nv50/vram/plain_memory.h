/* tests/model/nv50/vram/plain_memory.h: a card's memory written a second time, as plainly as it can be: each byte has its
 * place in the chips, and each defect is its effect on a cell there.
 *
 * Shape   memory of 1 MiB a partition, seen untiled and in the short cycle. spot_of and address_of go from an
 *         address to the chips and back; plain_write and plain_read are the accesses.
 * Units   addresses, sizes: bytes; columns are words of 8 bytes, with subpartitions of 4.
 * Errors  none: an address beyond the memory is the test's own mistake.
 * Source  docs/hardware/board.md §1.2, §1.4, §3.2, tesla-vm.md §6.2 to §6.4. */
#pragma once

#include "tests/model/nv50/vram/vram_rig.h"

/* The memory of a board of docs/hardware/board.md §1.4 with 1 MiB a partition. Address bits: knob row_bank_column. */
enum order { NATURAL, XOR, INTERLEAVE };

struct board {
    enum chipset_index chip;
    unsigned part_mask, subparts, select_mask, ranks;
    const char *knobs;
    enum order order;
    unsigned parts, hardware[3];   /* the partitions that are there, by their hardware numbers */
    unsigned columns, banks, rows; /* address lines of each */
};

struct cell {
    uint32_t rank, bank, row, column;
};

/* DEAD, SHORT: where the cell's `bits` are at `level`, `lanes` read as the value, or as both-and or both-or.
 * LINES: the address lines `bits` of the chips on `lanes` are at `level` for ever. FADE, COUPLING: that one cell.
 * MASK: a write of less than a sector of 32 bytes puts ones into its other bytes on `lanes`. LATE, SLIP: `lanes` stay
 * as they were in the beat before; PULLED: they go along with `beside`. STARVED: a cell not refreshed for so long. */
enum kind { NONE, DEAD, SHORT, LINES, FADE, COUPLING, MASK, LATE, PULLED, SLIP, STARVED };

struct ill {
    enum kind kind;
    uint8_t parts; /* hardware partitions, a mask */
    bool value;
    uint64_t lanes;
    struct cell bits, level;
    unsigned ms;
    int above;
    bool half, streaming; /* LATE: if half of `beside` switch; in bursts right after others */
    uint64_t beside;
};

struct row {
    const struct board *board;
    const char *defect;
    struct ill ills[3];
};

/* ---- the plain memory -------------------------------------------------------------------- */

struct plain {
    struct rig rig; /* first: the memory's callbacks get its address */
    const struct row *row;
    uint8_t *bytes; /* in the order of addresses of a good card */
    uint64_t size, written_ns;
    int celsius;
    bool starved;
};

static inline int degrees(void *opaque)
{
    return ((struct plain *)opaque)->celsius;
}

/* Where a byte lies: partition, subpartition, cell of its word, and its byte among the data lines. */
struct spot {
    unsigned part, sub, byte;
    struct cell cell;
};

static inline bool is_split(const struct board *board)
{
    return board->chip == CHIP_GT215;
}

static inline unsigned word_bytes(const struct board *board)
{
    return is_split(board) ? 4 : 8;
}

/* Which subpartition has a block (docs/hardware/tesla-vm.md §6.3). */
static inline unsigned sub_of(const struct board *board, uint64_t block)
{
    const uint64_t chosen = 0x3ff1 | board->select_mask << 1;
    return board->subparts == 2 ? bits_count(block & chosen) % 2 : 0;
}

static inline uint64_t take(uint64_t *word, unsigned bits)
{
    const uint64_t low = *word & ((1u << bits) - 1);
    *word >>= bits;
    return low;
}

static inline struct spot spot_of(const struct board *board, uint64_t at)
{
    const uint64_t block = at / 256 / board->parts;
    struct spot spot = { .part = board->hardware[at / 256 % board->parts],
                         .sub = sub_of(board, block) };
    uint64_t word = (block / board->subparts * 256 + at % 256) / word_bytes(board);
    spot.byte = (unsigned)(at % word_bytes(board) + 4 * spot.sub);
    spot.cell.column = (uint32_t)take(&word, board->columns);
    spot.cell.bank = (uint32_t)take(&word, board->banks);
    if (board->order == INTERLEAVE)
        spot.cell.rank = (uint32_t)take(&word, 1);
    spot.cell.row = (uint32_t)take(&word, board->rows);
    if (board->order != INTERLEAVE)
        spot.cell.rank = (uint32_t)word;
    if (board->order == XOR)
        spot.cell.bank ^= spot.cell.row & 3;
    return spot;
}

static inline uint64_t address_of(const struct board *board, struct spot spot)
{
    const struct cell c = spot.cell;
    const uint32_t bank = board->order == XOR ? c.bank ^ (c.row & 3) : c.bank;
    const uint64_t line = board->order == INTERLEAVE ? (uint64_t)c.row * board->ranks + c.rank
                                                     : (uint64_t)c.rank << board->rows | c.row;
    const uint64_t word = (line << board->banks | bank) << board->columns | c.column;
    const uint64_t byte = word * word_bytes(board) + spot.byte - 4 * spot.sub;
    uint64_t block = byte / 256 * board->subparts, ordinal = 0;

    if (board->subparts == 2 && sub_of(board, block) != spot.sub)
        block++;
    while (board->hardware[ordinal] != spot.part)
        ordinal++;
    return (block * board->parts + ordinal) * 256 + byte % 256;
}

static inline bool is_at(const struct ill *ill, const struct spot *spot)
{
    return ill->kind != NONE && (ill->parts >> spot->part & 1) &&
           (ill->lanes >> 8 * spot->byte & 0xff);
}

static inline struct cell through_lines(const struct ill *ill, struct cell cell)
{
    return (struct cell){ (cell.rank & ~ill->bits.rank) | ill->level.rank,
                          (cell.bank & ~ill->bits.bank) | ill->level.bank,
                          (cell.row & ~ill->bits.row) | ill->level.row,
                          (cell.column & ~ill->bits.column) | ill->level.column };
}

static inline bool meets(const struct ill *ill, struct cell cell)
{
    return (cell.rank & ill->bits.rank) == ill->level.rank &&
           (cell.bank & ill->bits.bank) == ill->level.bank &&
           (cell.row & ill->bits.row) == ill->level.row &&
           (cell.column & ill->bits.column) == ill->level.column;
}

/* The cell that the chip really opens for an address. */
static inline struct spot opened(const struct plain *plain, uint64_t at)
{
    struct spot spot = spot_of(plain->row->board, at);
    for (unsigned i = 0; i < ARRAY_SIZE(plain->row->ills); i++)
        if (plain->row->ills[i].kind == LINES && is_at(&plain->row->ills[i], &spot))
            spot.cell = through_lines(&plain->row->ills[i], spot.cell);
    return spot;
}

static inline uint8_t *byte_at(const struct plain *plain, uint64_t at)
{
    return &plain->bytes[address_of(plain->row->board, opened(plain, at))];
}

/* The lines of the word at `at` that the defect meets there, in the word's own order. */
static inline uint64_t lines_met(const struct plain *plain, const struct ill *ill, uint64_t at)
{
    uint64_t met = 0;
    for (unsigned i = 0; i < word_bytes(plain->row->board); i++) {
        const struct spot spot = opened(plain, at + i);
        if (is_at(ill, &spot) && meets(ill, spot.cell))
            met |= (ill->lanes >> 8 * spot.byte & 0xff) << 8 * i;
    }
    return met;
}

static inline uint64_t plain_word(const struct plain *plain, uint64_t at)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < word_bytes(plain->row->board); i++)
        word |= (uint64_t)*byte_at(plain, at + i) << 8 * i;
    return word;
}

/* What the lines of a defect carry in a burst of 32 bytes, before which they rest. */
static inline uint64_t in_burst(const struct plain *plain, const struct ill *ill, uint64_t at,
                                uint64_t met, bool follows, uint64_t word)
{
    const unsigned step = word_bytes(plain->row->board);
    if (at % 32 == 0)
        return word;
    const uint64_t now = plain_word(plain, at), before = plain_word(plain, at - step);
    const uint64_t chip = ill->beside >> 8 * spot_of(plain->row->board, at).byte &
                          (step == 4 ? UINT32_MAX : UINT64_MAX);
    const uint64_t switched = now ^ before;
    if (ill->kind == PULLED && (!(switched & chip) || switched & met))
        return word;
    if (ill->kind == PULLED)
        return now & chip ? word | met : word & ~met;
    if ((ill->streaming && !follows) ||
        (ill->half && bits_count(switched & chip) < bits_count(chip) / 2))
        return word;
    return (word & ~met) | (before & met);
}

static inline uint64_t seen_word(const struct plain *plain, uint64_t at, bool follows)
{
    uint64_t word = plain_word(plain, at);
    for (unsigned i = 0; i < ARRAY_SIZE(plain->row->ills); i++) {
        const struct ill *ill = &plain->row->ills[i];
        const uint64_t met = lines_met(plain, ill, at);
        const bool cold = ill->above && plain->celsius <= ill->above;
        const bool held = plain->rig.now_ns - plain->written_ns < ill->ms * UINT64_C(1000000);
        if (!met || cold || ill->kind == LINES || ill->kind == COUPLING || ill->kind == MASK)
            continue;
        bool level = ill->value;
        if (ill->kind == SHORT)
            level = ill->value ? word & met : (word & met) == met;
        if (ill->kind >= LATE && ill->kind <= SLIP)
            word = in_burst(plain, ill, at, met, follows, word);
        else if (ill->kind == STARVED ? plain->starved : ill->kind != FADE || !held)
            word = level ? word | met : word & ~met;
    }
    return word;
}

static inline void flip_next_row(struct plain *plain, uint64_t at, uint8_t bits)
{
    struct spot spot = opened(plain, at);
    spot.cell.row ^= 1;
    plain->bytes[address_of(plain->row->board, spot)] ^= bits;
}

static inline void after_word(struct plain *plain, uint64_t at, uint64_t before, unsigned given)
{
    const uint64_t changed = before ^ plain_word(plain, at);
    for (unsigned i = 0; i < ARRAY_SIZE(plain->row->ills); i++) {
        const struct ill *ill = &plain->row->ills[i];
        const uint64_t met = lines_met(plain, ill, at);
        for (unsigned byte = 0; byte < word_bytes(plain->row->board); byte++) {
            if (ill->kind == FADE && (given >> byte & 1) && (met >> 8 * byte & 0xff))
                plain->written_ns = plain->rig.now_ns;
            if (ill->kind == STARVED && (given >> byte & 1) && (met >> 8 * byte & 0xff))
                plain->starved = false;
            if (ill->kind == COUPLING)
                flip_next_row(plain, at + byte, (uint8_t)((met & changed) >> 8 * byte));
        }
    }
}

/* One sector of 32 bytes, `count` of it from `first` on. */
static inline void write_sector(struct plain *plain, uint64_t sector, unsigned first,
                                unsigned count, const uint8_t *from)
{
    const unsigned step = word_bytes(plain->row->board);
    for (unsigned k = 0; k < 32; k += step) {
        const uint64_t before = plain_word(plain, sector + k);
        unsigned given = 0;
        for (unsigned i = k; i < k + step; i++) {
            const struct spot spot = spot_of(plain->row->board, sector + i);
            bool leaks = false;
            for (unsigned d = 0; d < ARRAY_SIZE(plain->row->ills); d++)
                leaks |= plain->row->ills[d].kind == MASK && is_at(&plain->row->ills[d], &spot);
            const bool asked = i >= first && i < first + count;
            if (!asked && !leaks)
                continue;
            *byte_at(plain, sector + i) = asked ? from[i - first] : 0xff;
            given |= 1u << (i - k);
        }
        if (given)
            after_word(plain, sector + k, before, given);
    }
}

static inline void plain_write(struct plain *plain, uint64_t at, const uint8_t *from, unsigned size)
{
    while (size) {
        const unsigned first = at % 32, count = size < 32 - first ? size : 32 - first;
        write_sector(plain, at - first, first, count, from);
        at += count;
        from += count;
        size -= count;
    }
}

static inline void plain_read(const struct plain *plain, uint64_t at, uint8_t *to, unsigned size)
{
    const unsigned step = word_bytes(plain->row->board);
    for (unsigned i = 0; i < size; i++) {
        const uint64_t begin = at / 256 == (at + i) / 256 ? at : (at + i) / 256 * 256;
        const bool follows = (at + i) / 32 > begin / 32;
        const uint64_t word = seen_word(plain, (at + i) / step * step, follows);
        to[i] = (uint8_t)(word >> 8 * ((at + i) % step));
    }
}
