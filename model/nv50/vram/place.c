#include "model/nv50/vram/place.h"

#include "hw/bits.h"

/* Blocks of a 64 KiB large page, in log2. */
#define PAGE_BLOCKS_LOG2 8

static unsigned parity(uint32_t bits)
{
    return (unsigned)__builtin_parity(bits);
}

static uint32_t low_bits(unsigned count)
{
    return (UINT32_C(1) << count) - 1;
}

/* ---- step 1: partition (docs/hardware/tesla-vm.md §6.2) ---------------------------------- */

/* With holes in the mask the ordinal of a partition and its hardware number differ, and no source
 * says which one the hash yields (unverified E35). Under HARDWARE an id whose partition is off
 * goes to the partitions that no id names, lowest first. */
void place_set_parts(struct place *place, unsigned mask, enum part_numbering numbering)
{
    place->parts = (uint8_t)bits_count(mask & 0xff);
    place->adjust_parts = place->parts;
    unsigned next = numbering == PART_NUMBERING_HARDWARE ? place->parts : 0;
    for (unsigned id = 0; id < place->parts; id++) {
        unsigned hardware = id;
        if (numbering != PART_NUMBERING_HARDWARE || !(mask >> id & 1)) {
            while (!(mask >> next & 1))
                next++;
            hardware = next++;
        }
        place->hardware[id] = (uint8_t)hardware;
        place->id[hardware] = (uint8_t)id;
    }
}

/* The number that tiled storage types take from the partition number, before it is brought into
 * range. */
static unsigned adjust(unsigned rule, unsigned index)
{
    switch (rule) {
    case 2:
    case 6:
        return parity(index & 0x1f);
    case 4:
        return (index & 3) + (index >> 2 & 3) + (index >> 4 & 1);
    case 8:
        return (index & 7) + (index >> 3 & 3);
    default:
        return 0;
    }
}

static bool adjust_is_xor(unsigned rule)
{
    return rule == 2 || rule == 6;
}

static unsigned adjusted(const struct place *place, unsigned number, unsigned index)
{
    const unsigned by = adjust(place->adjust_parts, index);
    if (adjust_is_xor(place->adjust_parts))
        return number ^ by;
    return (number + 2 * PARTS_MAX * place->parts - by) % place->parts;
}

/* A group is 4 * parts blocks, and holds blocks 4k to 4k + 3 of every partition in either cycle.
 * It gets the long cycle only if all of it lies in one large page. */
static bool group_is_long(const struct place *place, struct place_view view, uint32_t group)
{
    if (!view.long_cycle || !place->long_cycle)
        return false;
    const uint32_t first = group * 4 * place->parts;
    const uint32_t last = first + 4u * place->parts - 1;
    return place->long_bleeds || first >> PAGE_BLOCKS_LOG2 == last >> PAGE_BLOCKS_LOG2;
}

void place_to_partition(const struct place *place, struct place_view view, uint32_t block,
                        unsigned *id, uint32_t *pbi)
{
    const uint32_t parts = place->parts;
    const bool is_long = view.long_cycle && group_is_long(place, view, block / (4 * parts));
    const uint32_t unit = is_long ? block >> 2 : block;
    const uint32_t index = unit / parts;
    const unsigned number = unit % parts;

    *pbi = is_long ? index << 2 | (block & 3) : index;
    *id = view.tiled ? adjusted(place, number, index & 0x1f) : number;
}

/* ---- step 2: subpartition (§6.3) --------------------------------------------------------- */

void place_set_subparts(struct place *place, unsigned enable_mask, unsigned select_mask)
{
    place->two_subparts = enable_mask == 3;
    /* Bit 0 and bits 4 to 13 always take part, bits 1 to 3 by the mask. */
    place->select = (uint16_t)(0x3ff1 | (select_mask & 7) << 1);
}

void place_to_subpartition(const struct place *place, uint32_t pbi, unsigned *sub, uint32_t *sbi)
{
    *sub = place->two_subparts ? parity(pbi & place->select) : 0;
    *sbi = place->two_subparts ? pbi >> 1 : pbi;
}

uint32_t place_from_subpartition(const struct place *place, unsigned sub, uint32_t sbi)
{
    if (!place->two_subparts)
        return sbi;
    const uint32_t even = sbi << 1;
    return even | (sub ^ parity(even & place->select));
}

/* ---- step 3: row, bank, column (§6.4, unverified E25, E36) ------------------------------- */

unsigned place_blocks_log2(const struct place *place)
{
    return place->column_bits + place->bank_bits + place->row_bits + place->two_ranks +
           place->word_log2 - BLOCK_LOG2;
}

/* From the lowest bit: column, bank, row, rank; with the knob at interleave the rank stands below
 * the row, with xor the low row bits are mixed into the bank. */
struct place_cell place_split(const struct place *place, uint32_t word)
{
    const bool interleaved = place->order == ROW_BANK_COLUMN_INTERLEAVE;
    struct place_cell cell = { .column = word & low_bits(place->column_bits) };
    word >>= place->column_bits;
    cell.bank = (uint8_t)(word & low_bits(place->bank_bits));
    word >>= place->bank_bits;
    if (place->two_ranks && interleaved) {
        cell.rank = word & 1;
        word >>= 1;
    }
    cell.row = word & low_bits(place->row_bits);
    if (place->two_ranks && !interleaved)
        cell.rank = word >> place->row_bits & 1;
    if (place->order == ROW_BANK_COLUMN_XOR)
        cell.bank ^= (uint8_t)(cell.row & low_bits(place->bank_bits));
    return cell;
}

uint32_t place_join(const struct place *place, struct place_cell cell)
{
    uint32_t word = cell.row;
    if (place->two_ranks && place->order == ROW_BANK_COLUMN_INTERLEAVE)
        word = word << 1 | cell.rank;
    else
        word |= (uint32_t)cell.rank << place->row_bits;
    if (place->order == ROW_BANK_COLUMN_XOR)
        cell.bank ^= (uint8_t)(cell.row & low_bits(place->bank_bits));
    return (word << place->bank_bits | cell.bank) << place->column_bits | cell.column;
}

/* ---- step 4: bank cycle (§6.5, unverified E23) ------------------------------------------- */

static const uint8_t simple4[4] = { 2, 1, 3, 0 };
static const uint8_t simple4_inverse[4] = { 3, 1, 0, 2 };
static const uint8_t simple8[8] = { 4, 6, 1, 3, 5, 7, 0, 2 };
static const uint8_t simple8_inverse[8] = { 6, 2, 7, 3, 0, 4, 1, 5 };
static const uint8_t times3[12] = { 1, 0, 3, 2, 5, 4, 8, 10, 6, 11, 7, 9 }; /* its own inverse */

/* Permutes the banks inside each row. */
static void cycle_simple(const struct place *place, bool inverse, struct place_cell *cell)
{
    if (place->bank_bits == 2)
        cell->bank = (inverse ? simple4_inverse : simple4)[cell->bank];
    else
        cell->bank = (inverse ? simple8_inverse : simple8)[cell->bank];
}

/* Permutes quarter rows inside each group of three rows; the remainder at the end of a rank stays
 * where it is. A quarter is one bank of four, or two of eight. */
static void cycle_times3(const struct place *place, struct place_cell *cell)
{
    const unsigned shift = place->bank_bits - 2u;
    const uint32_t group = cell->row / 3 * 3;
    if (group + 3 > UINT32_C(1) << place->row_bits)
        return;
    const unsigned unit = times3[(cell->row - group) * 4 + (cell->bank >> shift)];
    cell->row = group + unit / 4;
    cell->bank = (uint8_t)((unit % 4) << shift | (cell->bank & low_bits(shift)));
}

static uint32_t cycle(const struct place *place, bool inverse, uint32_t sbi)
{
    /* No pattern is known for sixteen banks. */
    if (!place->alternate || place->bank_bits > 3)
        return sbi;
    const unsigned words_log2 = BLOCK_LOG2 - place->word_log2;
    struct place_cell cell = place_split(place, sbi << words_log2);
    if (place->times3)
        cycle_times3(place, &cell);
    else
        cycle_simple(place, inverse, &cell);
    return place_join(place, cell) >> words_log2;
}

uint32_t place_alternate(const struct place *place, uint32_t sbi)
{
    return cycle(place, place->direction == LSR_NATURAL_TO_VIEW, sbi);
}

uint32_t place_home(const struct place *place, unsigned hardware, unsigned sub, uint32_t sbi)
{
    return place_from_subpartition(place, sub, sbi) * place->parts + place->id[hardware];
}
