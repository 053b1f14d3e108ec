#include "mmu/nv50/place.h"

#include "hw/nv50/storage.h"
#include "hw/nv50/vm.h"

#define MAX_PARTS      8
#define BLOCK_BYTES    (1u << BLOCK_SHIFT)
#define PAGE_BLOCKS    (LARGE_PAGE >> BLOCK_SHIFT)
#define ADJUST_MASK    0x1f   /* low bits of the index inside the partition */
#define SUBPART_SELECT 0x3ff1 /* bits that choose the subpartition whatever the mask says */

/* Of the low 16 bits: no mask here has more. */
static uint32_t parity(uint32_t x)
{
    x ^= x >> 8;
    x ^= x >> 4;
    x ^= x >> 2;
    x ^= x >> 1;
    return x & 1;
}

static bool has_subpartitions(const struct nv50_chip *chip)
{
    return chip->features & FEATURE_SUBPARTITIONS;
}

static bool geometry_ok(const struct nv50_chip *chip, const struct dram_geometry *d)
{
    const unsigned most_bank_bits = chip->features & FEATURE_BANK_BITS_2 ? 5 : 3;
    const unsigned block_columns = has_subpartitions(chip) ? 6 : 5; /* log2 in one block */

    return d->column_bits >= block_columns && d->column_bits <= 15 && d->bank_bits >= 2 &&
           d->bank_bits <= most_bank_bits && d->row_bits_a >= 8 && d->row_bits_a <= 23 &&
           (!d->two_ranks || (d->row_bits_b >= 8 && d->row_bits_b <= 23));
}

/* Nothing is written until everything is checked, so a caller's placement is whole or untouched. */
enum err placement_init(struct placement *p, const struct nv50_chip *chip,
                        const struct mmu_rules *rules, unsigned parts, unsigned subparts,
                        unsigned select_mask, const struct dram_geometry *dram)
{
    if (parts < 1 || parts > MAX_PARTS || subparts < 1 || subparts > 2 || select_mask > 7)
        return ERR_RANGE;
    if (subparts == 2 && !has_subpartitions(chip))
        return ERR_UNSUPPORTED;
    if (dram && !geometry_ok(chip, dram))
        return ERR_RANGE;
    *p = (struct placement){
        .chip = chip,
        .rules = rules,
        .parts = (uint8_t)parts,
        .subparts = (uint8_t)subparts,
        .select_mask = (uint8_t)select_mask,
        .dram = dram ? *dram : (struct dram_geometry){ 0 },
    };
    return OK;
}

/* ---- step 1: partition (tesla-vm.md §6.2) ---- */

/* The number that tiled views subtract from the partition (4, 8 partitions) or xor to it (2, 6). */
static uint32_t tiled_adjust(unsigned parts, uint32_t index)
{
    const uint32_t adjust = index & ADJUST_MASK;

    switch (parts) {
    case 2:
    case 6:
        return parity(adjust);
    case 4:
        return (adjust & 3) + (adjust >> 2 & 3) + (adjust >> 4);
    case 8:
        return (adjust & 7) + (adjust >> 3);
    default:
        return 0;
    }
}

static uint32_t adjusted(unsigned parts, uint32_t part, uint32_t adjust)
{
    return parts == 4 || parts == 8 ? (part - adjust) & (parts - 1) : part ^ adjust;
}

static uint32_t unadjusted(unsigned parts, uint32_t part, uint32_t adjust)
{
    return parts == 4 || parts == 8 ? (part + adjust) & (parts - 1) : part ^ adjust;
}

/* A group is 4 blocks of each partition; `group` counts them. The long cycle holds in groups that
 * lie inside one large page. */
static bool long_in_group(const struct placement *p, struct view view, uint32_t group)
{
    const uint32_t blocks = 4u * p->parts;
    const uint32_t first = group * blocks;

    return view.long_cycle &&
           (p->chip->features & FEATURE_LONG_CYCLE || p->rules->long_cycle_everywhere) &&
           first / PAGE_BLOCKS == (first + blocks - 1) / PAGE_BLOCKS;
}

static void place_partition(const struct placement *p, struct view view, uint32_t block,
                            struct partition_block *out)
{
    const uint32_t parts = p->parts;
    const uint32_t units = block >> 2; /* of four blocks */
    uint32_t index = block / parts, part = block % parts, adjust = index;

    out->block = index;
    if (long_in_group(p, view, units / parts)) {
        part = units % parts;
        adjust = units / parts;
        out->block = adjust << 2 | (block & 3);
    }
    out->part = (uint8_t)part;
    if (view.tiled)
        out->part = (uint8_t)adjusted(parts, part, tiled_adjust(parts, adjust));
}

uint32_t block_at(const struct placement *p, struct view view, struct partition_block there)
{
    const uint32_t parts = p->parts, group = there.block >> 2;
    const bool is_long = long_in_group(p, view, group);
    const uint32_t adjust = is_long ? group : there.block;
    uint32_t part = there.part;

    if (view.tiled)
        part = unadjusted(parts, part, tiled_adjust(parts, adjust));
    return is_long ? (group * parts + part) << 2 | (there.block & 3) : there.block * parts + part;
}

/* ---- step 2: subpartition (tesla-vm.md §6.3) ---- */

static void place_subpartition(const struct placement *p, struct partition_block *out)
{
    out->subpart = 0;
    out->subblock = out->block;
    if (p->subparts < 2)
        return;
    out->subblock = out->block >> 1;
    out->subpart = (uint8_t)parity(out->block & (SUBPART_SELECT | (uint32_t)p->select_mask << 1));
}

/* The index inside the partition: bit 0 makes the parity right. */
static uint32_t unplace_subpartition(const struct placement *p, unsigned subpart, uint32_t subblock)
{
    const uint32_t select = SUBPART_SELECT | (uint32_t)p->select_mask << 1;
    const uint32_t even = subblock << 1;

    return p->subparts < 2 ? subblock : even | (parity(even & select) ^ subpart);
}

struct partition_block place_block(const struct placement *p, struct view view, uint32_t block)
{
    struct partition_block out;

    place_partition(p, view, block, &out);
    place_subpartition(p, &out);
    return out;
}

uint32_t block_at_subpart(const struct placement *p, struct view view, struct partition_block there)
{
    there.block = unplace_subpartition(p, there.subpart, there.subblock);
    return block_at(p, view, there);
}

uint32_t block_alias(const struct placement *p, struct view from, struct view to, uint32_t block)
{
    struct partition_block there;

    place_partition(p, from, block, &there);
    return block_at(p, to, there);
}

/* ---- step 3: row, bank, column (tesla-vm.md §6.4) ---- */

static unsigned bus_shift(const struct placement *p)
{
    return has_subpartitions(p->chip) ? 2 : 3;
}

/* ---- step 4: bank cycle (tesla-vm.md §6.5) ---- */

#define QUARTERS    4 /* of a row of all banks */
#define CYCLE_ROWS  3
#define CYCLE_UNITS (CYCLE_ROWS * QUARTERS)

static const uint8_t simple_4[4] = { 2, 1, 3, 0 };
static const uint8_t simple_8[8] = { 4, 6, 1, 3, 5, 7, 0, 2 };
static const uint8_t unsimple_4[4] = { 3, 1, 0, 2 };
static const uint8_t unsimple_8[8] = { 6, 2, 7, 3, 0, 4, 1, 5 };
/* Its own inverse. */
static const uint8_t times3[CYCLE_UNITS] = { 1, 0, 3, 2, 5, 4, 8, 10, 6, 11, 7, 9 };

static void cycle_times3(const struct placement *p, struct partition_addr *at)
{
    const unsigned row_bits = at->rank ? p->dram.row_bits_b : p->dram.row_bits_a;
    const uint32_t rows = UINT32_C(1) << row_bits;
    const unsigned unit_banks = (1u << p->dram.bank_bits) / QUARTERS;
    const uint32_t first = at->row / CYCLE_ROWS * CYCLE_ROWS;
    unsigned unit;

    /* The last rows make no full group: left alone (unverified E23). */
    if (first + CYCLE_ROWS > rows)
        return;
    unit = times3[(at->row - first) * QUARTERS + at->bank / unit_banks];
    at->row = first + unit / QUARTERS;
    at->bank = (uint8_t)(unit % QUARTERS * unit_banks + at->bank % unit_banks);
}

/* No pattern is known for 16 banks and more. */
static void cycle_banks(const struct placement *p, struct view view, bool back,
                        struct partition_addr *at)
{
    if (!view.alternate_banks || p->dram.bank_bits > 3)
        return;
    if (p->dram.times3)
        cycle_times3(p, at);
    else if (p->dram.bank_bits == 2)
        at->bank = (back ? unsimple_4 : simple_4)[at->bank];
    else
        at->bank = (back ? unsimple_8 : simple_8)[at->bank];
}

/* Rank B holds the addresses beyond rank A (unverified E36). */
struct partition_addr place_byte(const struct placement *p, struct view view, uint32_t address)
{
    const struct partition_block in = place_block(p, view, address >> BLOCK_SHIFT);
    const unsigned columns = p->dram.column_bits, banks = p->dram.bank_bits;
    const uint32_t rows_a = UINT32_C(1) << p->dram.row_bits_a;
    const uint64_t byte = (uint64_t)in.subblock << BLOCK_SHIFT | (address & (BLOCK_BYTES - 1));
    const uint64_t word = byte >> bus_shift(p);
    struct partition_addr at = {
        .part = in.part,
        .subpart = in.subpart,
        .bank = (uint8_t)(word >> columns & ((1u << banks) - 1)),
        .row = (uint32_t)(word >> (columns + banks)),
        .column = (uint32_t)(word & ((1u << columns) - 1)),
        .byte = (uint8_t)(byte & ((1u << bus_shift(p)) - 1)),
    };

    if (p->dram.two_ranks && at.row >= rows_a) {
        at.rank = 1;
        at.row -= rows_a;
    }
    cycle_banks(p, view, false, &at);
    return at;
}

uint32_t byte_at(const struct placement *p, struct view view, struct partition_addr at)
{
    const unsigned columns = p->dram.column_bits, banks = p->dram.bank_bits;
    uint64_t row, word, byte;
    struct partition_block there = { .part = at.part, .subpart = at.subpart };

    cycle_banks(p, view, true, &at);
    row = at.row + (at.rank ? UINT64_C(1) << p->dram.row_bits_a : 0);
    word = (row << banks | at.bank) << columns | at.column;
    byte = word << bus_shift(p) | at.byte;
    there.subblock = (uint32_t)(byte >> BLOCK_SHIFT);
    there.block = unplace_subpartition(p, at.subpart, there.subblock);
    return block_at(p, view, there) << BLOCK_SHIFT | (uint32_t)(byte & (BLOCK_BYTES - 1));
}

/* ---- sizes and storage types ---- */

/* Bytes of one row of all banks and partitions. */
static uint64_t row_bytes(const struct dram_geometry *dram, unsigned parts)
{
    return ((uint64_t)parts << dram->bank_bits << dram->column_bits) * 8;
}

uint64_t dram_size(const struct dram_geometry *dram, unsigned parts)
{
    const uint64_t row = row_bytes(dram, parts);

    return (row << dram->row_bits_a) + (dram->two_ranks ? row << dram->row_bits_b : 0);
}

uint64_t dram_period(const struct dram_geometry *dram, unsigned parts)
{
    return row_bytes(dram, parts) * (dram->times3 ? CYCLE_ROWS : 1);
}
