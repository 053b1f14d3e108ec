#include "model/nv50/vram/vram_cells.h"

#include <string.h>

#include "hw/bits.h"
#include "hw/least.h"
#include "model/common/power_on_noise.h"

#define SECTOR_SIZE 32u
/* A line that nobody drives is pulled up (docs/hardware/board.md §3.2, GDDR3's termination). */
#define BUS_IDLE 0xff

static const struct cell_block *block_of(struct cells *cells, const struct cell_span *span)
{
    return cells_block(cells, span->part, span->sub, span->sbi);
}

/* The block is stored as it is, because it has no defect and all of it lies in one place. */
static bool is_whole(const struct cell_block *block)
{
    return block->in_order && !block->met_count;
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
    if (defect->quiet) {
        defect->quiet--;
        return word;
    }
    if (noise_next(&defect->random) % 1000000 >= defect->rate)
        return word;
    unsigned skip = (unsigned)(noise_next(&defect->random) % bits_count(lanes));
    while (skip--)
        lanes &= lanes - 1;
    return word ^ (lanes & (~lanes + 1));
}

/* A word on its way out: its place in its burst, and the levels of the lines in the beat before. */
struct beat {
    uint64_t word, before;
    bool first;   /* of its burst: the lines rest before it */
    bool follows; /* its burst follows another one at once */
};

static bool makes_late(const struct cell_defect *defect, const struct cell_block *block,
                       const struct cells *cells, const struct beat *beat)
{
    const uint64_t chip = cells_lanes(cells, block->sub, defect->beside);

    if (defect->streaming && !beat->follows)
        return false;
    return !defect->half || 2 * bits_count((beat->word ^ beat->before) & chip) >= bits_count(chip);
}

/* The word on the lines where `lanes` switch too late, or are disturbed by the lines beside them (board.md §3.2). */
static uint64_t signal(const struct cells *cells, const struct cell_block *block,
                       const struct cell_defect *defect, uint64_t lanes, const struct beat *beat,
                       uint64_t word)
{
    const uint64_t late = (word & ~lanes) | (beat->before & lanes);
    const uint64_t switched = beat->word ^ beat->before;
    const uint64_t beside = cells_lanes(cells, block->sub, defect->beside);

    if (beat->first)
        return word;
    if (defect->fault == CELL_LATE)
        return makes_late(defect, block, cells, beat) ? late : word;
    if (defect->fault == CELL_SLIP)
        return defect->slips ? late : word;
    return (switched & beside) && !(switched & lanes)
               ? set_lanes(word, lanes, (beat->word & beside) != 0)
               : word;
}

/* The reader's word where one cell is bad. A defect that needs warmth is silent below its
 * temperature. */
static uint64_t seen_through(const struct cells *cells, struct cell_defect *defect, uint64_t lanes,
                             uint64_t word)
{
    if (defect->above && cells->celsius && cells->celsius(cells->opaque) <= defect->above)
        return word;
    switch (defect->fault) {
    case CELL_DEAD:
        return set_lanes(word, lanes, defect->value);
    case CELL_SHORT:
        return set_lanes(word, lanes,
                         defect->value ? (word & lanes) != 0 : (word & lanes) == lanes);
    case CELL_STARVED:
        return defect->starved ? set_lanes(word, lanes, defect->value) : word;
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

static bool is_signal(enum cell_fault fault)
{
    return fault == CELL_LATE || fault == CELL_PULLED || fault == CELL_SLIP;
}

/* Defects act one after the other on the value that the last has left, so two of them on one line are both seen. */
static uint64_t read_word(const struct cells *cells, const struct cell_block *block, unsigned word,
                          bool follows)
{
    const unsigned beats = SECTOR_SIZE >> block->word_log2;
    struct beat beat = { .word = block_word(block, word),
                         .first = word % beats == 0,
                         .follows = follows };
    uint64_t value = beat.word;

    beat.before = beat.first ? 0 : block_word(block, word - 1);
    for (unsigned i = 0; i < block->met_count; i++) {
        struct cell_defect *const defect = block->met[i].defect;
        const uint64_t lanes = block_lanes_met(block, &block->met[i], word);
        if (lanes && is_signal(defect->fault))
            value = signal(cells, block, defect, lanes, &beat, value);
        else if (lanes)
            value = seen_through(cells, defect, lanes, value);
    }
    return value;
}

/* A strobe slips in a whole burst or not at all. */
static void begin_burst(const struct cell_block *block)
{
    for (unsigned i = 0; i < block->met_count; i++) {
        struct cell_defect *const defect = block->met[i].defect;
        if (defect->fault == CELL_SLIP)
            defect->slips = noise_next(&defect->random) % defect->rate == 0;
    }
}

void cells_read(struct cells *cells, const struct cell_span *span, uint8_t *bytes, size_t size)
{
    const struct cell_block *block = block_of(cells, span);
    if (is_whole(block)) {
        memcpy(bytes, block->homes[0].block + span->offset, size);
        return;
    }
    const unsigned step = 1u << block->word_log2, end = span->offset + (unsigned)size;
    for (unsigned at = span->offset, count; at < end; at += count) {
        const unsigned lane = at % step;
        const bool follows = at / SECTOR_SIZE > span->offset / SECTOR_SIZE;
        if (at == span->offset || at % SECTOR_SIZE == 0)
            begin_burst(block);
        const uint64_t value = read_word(cells, block, at >> block->word_log2, follows) >> 8 * lane;
        count = LEAST(end - at, step - lane);
        memcpy(bytes, &value, count);
        bytes += count;
    }
}

/* ---- writing ----------------------------------------------------------------------------- */

/* A change of the aggressor, seen between `before` and `after`, flips its neighbour. */
static void disturb(const struct cells *cells, const struct cell_block *block,
                    const struct cell_defect *defect, unsigned word, uint64_t changed)
{
    const uint64_t lanes = cells_lanes(cells, block->sub, defect->lanes);
    const unsigned bit = (unsigned)__builtin_ctzll(lanes);
    if (changed & lanes)
        *cells_next_row(cells, block, word, bit / 8) ^= (uint8_t)(1u << bit % 8);
}

static void after_write(const struct cells *cells, const struct cell_block *block,
                        const struct met_defect *met, unsigned word, uint64_t changed,
                        unsigned given)
{
    const uint64_t lanes = block_lanes_met(block, met, word);
    if (!lanes)
        return;
    if (met->defect->fault == CELL_COUPLING)
        disturb(cells, block, met->defect, word, changed);
    if (met->defect->fault == CELL_STARVED && (given >> __builtin_ctzll(lanes) / 8 & 1))
        met->defect->starved = false;
    if (met->defect->fault == CELL_FADE && (given >> __builtin_ctzll(lanes) / 8 & 1))
        met->defect->written_ns = cells_now(cells);
}

/* `given` has a bit for each byte that is written. */
static void write_word(const struct cells *cells, const struct cell_block *block, unsigned word,
                       const uint8_t *bytes, unsigned given)
{
    const unsigned size = 1u << block->word_log2;
    const uint64_t before = block->met_count ? block_word(block, word) : 0;
    if (block->together && given == (1u << size) - 1)
        memcpy(block_byte(block, word, 0), bytes, size);
    else
        for (unsigned lane = 0; lane < size; lane++)
            if (given >> lane & 1)
                *block_byte(block, word, lane) = bytes[lane];
    if (!block->met_count)
        return;
    const uint64_t changed = before ^ block_word(block, word);
    for (unsigned i = 0; i < block->met_count; i++)
        after_write(cells, block, &block->met[i], word, changed, given);
}

/* The bytes to be written of one sector; a bit of `given` for each byte. */
struct sector {
    uint8_t bytes[SECTOR_SIZE];
    uint32_t given;
};

/* A stuck mask line lets the idle bus into its byte of every column of the sector. */
static void leak_through_masks(const struct cells *cells, const struct cell_block *block,
                               struct sector *sector)
{
    const unsigned step = 1u << block->word_log2;
    for (unsigned i = 0; i < cells->count; i++) {
        const struct cell_defect *defect = &cells->defects[i];
        if (defect->fault != CELL_MASK || !(defect->parts >> block->part & 1))
            continue;
        const uint64_t lanes = cells_lanes(cells, block->sub, defect->lanes);
        for (unsigned k = 0; k < SECTOR_SIZE; k++)
            if (!(sector->given >> k & 1) && (lanes >> 8 * (k % step) & 1)) {
                sector->bytes[k] = BUS_IDLE;
                sector->given |= UINT32_C(1) << k;
            }
    }
}

static void write_sector(const struct cells *cells, const struct cell_block *block, unsigned offset,
                         struct sector *sector)
{
    const unsigned step = 1u << block->word_log2;
    if (cells->masked >> block->part & 1)
        leak_through_masks(cells, block, sector);
    for (unsigned k = 0; k < SECTOR_SIZE; k += step) {
        const unsigned given = sector->given >> k & ((1u << step) - 1);
        if (given)
            write_word(cells, block, (offset + k) >> block->word_log2, sector->bytes + k, given);
    }
}

/* Blocks without a defect take one copy; else the bytes go by sectors, because masks and cells act on a sector
 * at a time. */
void cells_write(struct cells *cells, const struct cell_span *span, const uint8_t *bytes,
                 size_t size)
{
    const struct cell_block *block = block_of(cells, span);
    const unsigned end = span->offset + (unsigned)size;
    if (is_whole(block) && !(cells->masked >> block->part & 1)) {
        memcpy(block->homes[0].block + span->offset, bytes, size);
        return;
    }
    unsigned at = span->offset;
    while (at < end) {
        const unsigned first = at % SECTOR_SIZE;
        const unsigned count = LEAST(end - at, SECTOR_SIZE - first);
        struct sector sector = { .given = (uint32_t)(((UINT64_C(1) << count) - 1) << first) };
        memcpy(sector.bytes + first, bytes, count);
        write_sector(cells, block, at - first, &sector);
        bytes += count;
        at += count;
    }
}

void cells_refresh(struct cells *cells, bool on)
{
    const uint64_t now = cells_now(cells);

    if (on == !cells->starving)
        return;
    for (unsigned i = 0; on && i < cells->count; i++)
        cells->defects[i].starved |= cells->defects[i].fault == CELL_STARVED &&
                                     now - cells->starving_ns >= cells->defects[i].hold_ns;
    cells->starving = !on;
    cells->starving_ns = now;
}
