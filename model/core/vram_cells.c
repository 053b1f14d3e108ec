#include "model/core/vram_cells.h"

#include <string.h>

#include "model/core/vram_noise.h"

#define SECTOR_SIZE 32u
/* What nobody drives is pulled up (docs/hardware/board.md §3.2, GDDR3's termination). */
#define BUS_IDLE 0xff

/* One word of DRAM as a defect meets it. */
struct address {
    unsigned part, sub;
    struct place_cell cell;
};

/* ---- lanes and storage ------------------------------------------------------------------- */

static unsigned word_size(const struct cells *cells)
{
    return 1u << cells->wired->word_log2;
}

/* The defect's lanes as bits of a word there. */
static uint64_t lanes_at(const struct cells *cells, const struct cell_defect *defect, unsigned sub)
{
    return word_size(cells) == 8 ? defect->lanes : defect->lanes >> 32 * sub & UINT32_MAX;
}

static uint8_t *stored(const struct cells *cells, const struct address *at)
{
    const uint64_t byte = (uint64_t)place_join(cells->wired, at->cell) << cells->wired->word_log2;
    const uint32_t block =
        place_home(cells->wired, at->part, at->sub, (uint32_t)(byte >> BLOCK_LOG2));
    return cells->storage + ((uint64_t)block << BLOCK_LOG2) + byte % BLOCK_SIZE;
}

static struct place_cell cell_and(struct place_cell cell, struct place_cell mask)
{
    return (struct place_cell){ .rank = cell.rank & mask.rank,
                                .bank = cell.bank & mask.bank,
                                .row = cell.row & mask.row,
                                .column = cell.column & mask.column };
}

static struct place_cell cell_or(struct place_cell cell, struct place_cell bits)
{
    return (struct place_cell){ .rank = cell.rank | bits.rank,
                                .bank = cell.bank | bits.bank,
                                .row = cell.row | bits.row,
                                .column = cell.column | bits.column };
}

static bool cell_equal(struct place_cell a, struct place_cell b)
{
    return a.rank == b.rank && a.bank == b.bank && a.row == b.row && a.column == b.column;
}

static bool concerns(const struct cell_defect *defect, const struct address *at)
{
    return (defect->parts >> at->part & 1) &&
           cell_equal(cell_and(at->cell, defect->mask), defect->match);
}

/* Where byte lane `lane` of the word really goes: broken address, bank and select lines move it. */
static struct address reached(const struct cells *cells, struct address at, unsigned lane)
{
    for (unsigned i = 0; i < cells->count && (cells->moved >> at.part & 1); i++) {
        const struct cell_defect *defect = &cells->defects[i];
        if (defect->fault == CELL_ALIAS && (defect->parts >> at.part & 1) &&
            (lanes_at(cells, defect, at.sub) >> 8 * lane & 1))
            at.cell = cell_or(cell_and(at.cell, defect->mask), defect->match);
    }
    return at;
}

static uint8_t *stored_byte(const struct cells *cells, struct address at, unsigned lane)
{
    at = reached(cells, at, lane);
    return stored(cells, &at) + lane;
}

/* The lanes that meet the defect: a chip with a broken address line gets there, or never does, whatever
 * the address on its other side. */
static uint64_t lanes_met(const struct cells *cells, const struct cell_defect *defect,
                          const struct address *at)
{
    const uint64_t lanes = lanes_at(cells, defect, at->sub);
    if (!(cells->moved >> at->part & 1))
        return concerns(defect, at) ? lanes : 0;
    uint64_t met = 0;
    for (unsigned lane = 0; lane < 8; lane++) {
        const uint64_t byte = lanes & UINT64_C(0xff) << 8 * lane;
        const struct address there = byte ? reached(cells, *at, lane) : *at;
        if (byte && concerns(defect, &there))
            met |= byte;
    }
    return met;
}

/* Whether the bytes of a word there may lie in different places. */
static bool scattered(const struct cells *cells, const struct address *at)
{
    return cells->scattered >> at->part & 1;
}

static uint64_t stored_word(const struct cells *cells, const struct address *at)
{
    uint64_t word = 0;
    if (!scattered(cells, at)) {
        memcpy(&word, stored_byte(cells, *at, 0), word_size(cells));
        return word;
    }
    for (unsigned lane = 0; lane < word_size(cells); lane++)
        word |= (uint64_t)*stored_byte(cells, *at, lane) << 8 * lane;
    return word;
}

static uint64_t cells_now(const struct cells *cells)
{
    return cells->clock_ns ? cells->clock_ns(cells->opaque) : 0;
}

/* ---- reading ----------------------------------------------------------------------------- */

static uint64_t set_lanes(uint64_t word, uint64_t lanes, bool value)
{
    return value ? word | lanes : word & ~lanes;
}

static uint64_t flip_sometimes(struct cell_defect *defect, uint64_t lanes, uint64_t word)
{
    if (!lanes || noise_next(&defect->random) % 1000000 >= defect->rate)
        return word;
    unsigned skip = (unsigned)(noise_next(&defect->random) % (unsigned)__builtin_popcountll(lanes));
    while (skip--)
        lanes &= lanes - 1;
    return word ^ (lanes & (~lanes + 1));
}

static uint64_t seen_through(const struct cells *cells, struct cell_defect *defect, uint64_t lanes,
                             uint64_t word)
{
    switch (defect->fault) {
    case CELL_DEAD:
        return set_lanes(word, lanes, defect->value);
    case CELL_SHORT:
        return set_lanes(word, lanes,
                         defect->value ? (word & lanes) != 0 : (word & lanes) == lanes);
    case CELL_FADE:
        if (cells_now(cells) - defect->written_ns < defect->hold_ns)
            return word;
        return set_lanes(word, lanes, defect->value);
    case CELL_INTERMITTENT:
        return flip_sometimes(defect, lanes, word);
    default:
        return word;
    }
}

static uint64_t read_word(struct cells *cells, const struct address *at)
{
    uint64_t word = stored_word(cells, at);
    for (unsigned i = 0; i < cells->count; i++) {
        struct cell_defect *defect = &cells->defects[i];
        const uint64_t lanes = defect->fault == CELL_ALIAS ? 0 : lanes_met(cells, defect, at);
        if (lanes)
            word = seen_through(cells, defect, lanes, word);
    }
    return word;
}

/* The word that holds byte `offset` of the span's block. */
static struct address address_of(const struct cells *cells, const struct cell_span *span,
                                 unsigned offset)
{
    const unsigned words_log2 = BLOCK_LOG2 - cells->wired->word_log2;
    const uint32_t word = span->sbi << words_log2 | offset >> cells->wired->word_log2;
    return (struct address){ .part = span->part,
                             .sub = span->sub,
                             .cell = place_split(cells->wired, word) };
}

void cells_read(struct cells *cells, const struct cell_span *span, uint8_t *bytes, size_t size)
{
    const unsigned step = word_size(cells);
    const unsigned end = span->offset + (unsigned)size;
    for (unsigned word = span->offset & ~(step - 1); word < end; word += step) {
        const struct address at = address_of(cells, span, word);
        const uint64_t value = read_word(cells, &at);
        for (unsigned lane = 0; lane < step; lane++)
            if (word + lane >= span->offset && word + lane < end)
                bytes[word + lane - span->offset] = (uint8_t)(value >> 8 * lane);
    }
}

/* ---- writing ----------------------------------------------------------------------------- */

/* What is to be written of one sector; a bit of `given` for each byte. */
struct sector {
    uint8_t bytes[SECTOR_SIZE];
    uint32_t given;
};

/* A stuck mask line lets the idle bus into its byte of every column of the sector. */
static void leak_through_masks(const struct cells *cells, const struct cell_span *span,
                               unsigned offset, struct sector *sector)
{
    const struct address at = address_of(cells, span, offset);
    for (unsigned i = 0; i < cells->count; i++) {
        const struct cell_defect *defect = &cells->defects[i];
        if (defect->fault != CELL_MASK || !concerns(defect, &at))
            continue;
        const uint64_t lanes = lanes_at(cells, defect, span->sub);
        for (unsigned k = 0; k < SECTOR_SIZE; k++)
            if (!(sector->given >> k & 1) && (lanes >> 8 * (k % word_size(cells)) & 1)) {
                sector->bytes[k] = BUS_IDLE;
                sector->given |= UINT32_C(1) << k;
            }
    }
}

/* A change of the aggressor, seen between `before` and `after`, flips its neighbour. */
static void disturb(const struct cells *cells, const struct cell_defect *defect, struct address at,
                    uint64_t before, uint64_t after)
{
    const uint64_t lanes = lanes_at(cells, defect, at.sub);
    if (!((before ^ after) & lanes))
        return;
    at.cell.row ^= 1;
    const unsigned bit = (unsigned)__builtin_ctzll(lanes);
    stored(cells, &at)[bit / 8] ^= (uint8_t)(1u << bit % 8);
}

static void after_write(const struct cells *cells, struct cell_defect *defect,
                        const struct address *at, uint64_t before, uint64_t after, unsigned given)
{
    const uint64_t lanes = lanes_met(cells, defect, at);
    if (!lanes)
        return;
    const unsigned byte = (unsigned)__builtin_ctzll(lanes) / 8;
    if (defect->fault == CELL_COUPLING)
        disturb(cells, defect, reached(cells, *at, byte), before, after);
    if (defect->fault == CELL_FADE && (given >> byte & 1))
        defect->written_ns = cells_now(cells);
}

/* `given` has a bit for each byte that is written. */
static void write_word(struct cells *cells, const struct address *at, const uint8_t *bytes,
                       unsigned given)
{
    const uint64_t before = stored_word(cells, at);
    uint8_t *const word = stored_byte(cells, *at, 0);
    for (unsigned lane = 0; lane < word_size(cells); lane++)
        if (given >> lane & 1)
            *(scattered(cells, at) ? stored_byte(cells, *at, lane) : word + lane) = bytes[lane];
    const uint64_t after = stored_word(cells, at);
    for (unsigned i = 0; i < cells->count; i++)
        after_write(cells, &cells->defects[i], at, before, after, given);
}

static void write_sector(struct cells *cells, const struct cell_span *span, unsigned offset,
                         struct sector *sector)
{
    const unsigned step = word_size(cells);
    leak_through_masks(cells, span, offset, sector);
    for (unsigned k = 0; k < SECTOR_SIZE; k += step) {
        const unsigned given = sector->given >> k & ((1u << step) - 1);
        if (!given)
            continue;
        const struct address at = address_of(cells, span, offset + k);
        write_word(cells, &at, sector->bytes + k, given);
    }
}

void cells_write(struct cells *cells, const struct cell_span *span, const uint8_t *bytes,
                 size_t size)
{
    const unsigned end = span->offset + (unsigned)size;
    unsigned at = span->offset;
    while (at < end) {
        const unsigned first = at % SECTOR_SIZE;
        const unsigned count = end - at < SECTOR_SIZE - first ? end - at : SECTOR_SIZE - first;
        struct sector sector = { .given = (uint32_t)(((UINT64_C(1) << count) - 1) << first) };
        memcpy(sector.bytes + first, bytes, count);
        write_sector(cells, span, at - first, &sector);
        bytes += count;
        at += count;
    }
}
