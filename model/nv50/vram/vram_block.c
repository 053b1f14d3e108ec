#include "model/nv50/vram/vram_block.h"

#include <string.h>

#include "model/nv50/vram/vram_cells.h"

uint64_t cells_lanes(const struct cells *cells, unsigned sub, uint64_t lanes)
{
    return cells->wired->word_log2 == 3 ? lanes : lanes >> 32 * sub & UINT32_MAX;
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

/* Where byte lane `lane` of a word really goes: broken address, bank and select lines move it. */
static struct place_cell reached(const struct cells *cells, const struct cell_block *block,
                                 struct place_cell cell, unsigned lane)
{
    for (unsigned i = 0; i < cells->count; i++) {
        const struct cell_defect *defect = &cells->defects[i];
        if (defect->fault == CELL_ALIAS && (defect->parts >> block->part & 1) &&
            (cells_lanes(cells, block->sub, defect->lanes) >> 8 * lane & 1))
            cell = cell_or(cell_and(cell, defect->mask), defect->match);
    }
    return cell;
}

static uint8_t *stored(const struct cells *cells, const struct cell_block *block,
                       struct place_cell cell)
{
    const uint64_t byte = (uint64_t)place_join(cells->wired, cell) << cells->wired->word_log2;
    const uint32_t home =
        place_home(cells->wired, block->part, block->sub, (uint32_t)(byte >> BLOCK_LOG2));
    return cells->storage + ((uint64_t)home << BLOCK_LOG2) + byte % BLOCK_SIZE;
}

static struct place_cell cell_of(const struct cells *cells, const struct cell_block *block,
                                 unsigned word)
{
    return place_split(cells->wired, block->sbi * block->word_count | word);
}

/* Where a lane's words of this block really lie. Each address line is stuck by itself or not at all, so where
 * the first column (all column lines 0) and the last one (all 1) end up tells which lines are stuck, and with
 * that where every column between them goes. */
static struct lane_home home_of(const struct cells *cells, const struct cell_block *block,
                                unsigned lane)
{
    const unsigned last = block->word_count - 1;
    const struct place_cell low = cell_of(cells, block, 0), high = cell_of(cells, block, last);
    struct lane_home home = { .first = low, .keep = (uint8_t)last };
    if (cells->moved >> block->part & 1) {
        home.first = reached(cells, block, low, lane);
        home.keep = (uint8_t)(reached(cells, block, high, lane).column & last);
        home.set = (uint8_t)(home.first.column & last);
        home.first.column &= ~last;
    }
    home.block = stored(cells, block, home.first);
    return home;
}

static void find_homes(const struct cells *cells, struct cell_block *block)
{
    const unsigned lanes = 1u << block->word_log2;
    const struct lane_home *first = &block->homes[0];
    block->homes[0] = home_of(cells, block, 0);
    block->together = true;
    for (unsigned lane = 1; lane < lanes; lane++) {
        struct lane_home *home = &block->homes[lane];
        *home = cells->moved >> block->part & 1 ? home_of(cells, block, lane) : *first;
        if (home->block != first->block || home->keep != first->keep || home->set != first->set)
            block->together = false;
    }
    block->in_order = block->together && first->keep == block->word_count - 1 && !first->set;
}

/* The lanes of the defect that get to its row and bank, and to the block's part of the row. */
static uint64_t lanes_there(const struct cells *cells, const struct cell_block *block,
                            const struct cell_defect *defect)
{
    const uint64_t lanes = cells_lanes(cells, block->sub, defect->lanes);
    struct place_cell match = defect->match;
    uint64_t there = 0;

    match.column &= ~(block->word_count - 1);
    if (block->together)
        return cell_equal(cell_and(block->homes[0].first, defect->mask), match) ? lanes : 0;
    for (unsigned lane = 0; lane < 1u << block->word_log2; lane++)
        if (cell_equal(cell_and(block->homes[lane].first, defect->mask), match))
            there |= lanes & UINT64_C(0xff) << 8 * lane;
    return there;
}

static void find_met(struct cells *cells, struct cell_block *block)
{
    block->met_count = 0;
    for (unsigned i = 0; i < cells->count; i++) {
        struct cell_defect *defect = &cells->defects[i];
        if (!(defect->parts >> block->part & 1) || defect->fault == CELL_ALIAS ||
            defect->fault == CELL_MASK)
            continue;
        const uint64_t lanes = lanes_there(cells, block, defect);
        if (lanes)
            block->met[block->met_count++] = (struct met_defect){
                .defect = defect,
                .lanes = lanes,
                .column_mask = (uint8_t)(defect->mask.column & (block->word_count - 1)),
                .column_match = (uint8_t)(defect->match.column & (block->word_count - 1)),
            };
    }
}

const struct cell_block *cells_block(struct cells *cells, unsigned part, unsigned sub, uint32_t sbi)
{
    struct cell_block *block = &cells->block;
    if (block->known && block->sbi == sbi && block->part == part && block->sub == sub)
        return block;
    block->known = true;
    block->part = part;
    block->sub = sub;
    block->sbi = sbi;
    block->word_log2 = cells->wired->word_log2;
    block->word_count = BLOCK_SIZE >> block->word_log2;
    find_homes(cells, block);
    find_met(cells, block);
    return block;
}

static unsigned column_of(const struct lane_home *home, unsigned word)
{
    return (word & home->keep) | home->set;
}

uint8_t *block_byte(const struct cell_block *block, unsigned word, unsigned lane)
{
    const struct lane_home *home = &block->homes[lane];
    return home->block + ((size_t)column_of(home, word) << block->word_log2) + lane;
}

uint64_t block_word(const struct cell_block *block, unsigned word)
{
    const unsigned size = 1u << block->word_log2;
    uint64_t value = 0;
    if (block->together) {
        memcpy(&value, block_byte(block, word, 0), size);
        return value;
    }
    for (unsigned lane = 0; lane < size; lane++)
        value |= (uint64_t)*block_byte(block, word, lane) << 8 * lane;
    return value;
}

static bool column_meets(const struct met_defect *met, const struct lane_home *home, unsigned word)
{
    return (column_of(home, word) & met->column_mask) == met->column_match;
}

uint64_t block_lanes_met(const struct cell_block *block, const struct met_defect *met,
                         unsigned word)
{
    if (!met->column_mask)
        return met->lanes;
    if (block->together)
        return column_meets(met, &block->homes[0], word) ? met->lanes : 0;
    uint64_t lanes = 0;
    for (unsigned lane = 0; lane < 1u << block->word_log2; lane++)
        if (column_meets(met, &block->homes[lane], word))
            lanes |= met->lanes & UINT64_C(0xff) << 8 * lane;
    return lanes;
}

uint8_t *cells_next_row(const struct cells *cells, const struct cell_block *block, unsigned word,
                        unsigned lane)
{
    struct place_cell cell = reached(cells, block, cell_of(cells, block, word), lane);
    cell.row ^= 1;
    return stored(cells, block, cell) + lane;
}
