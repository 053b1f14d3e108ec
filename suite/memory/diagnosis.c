#include "suite/memory/diagnosis.h"

#include "hw/bits.h"
#include "suite/memory/suspect.h"
#include "suite/memory/wires_spot.h"

#define SUSPECTS_MAX 16 /* cells that are tried */
#define MOST         48 /* of 64 shares: all over a range */

struct diagnosis {
    struct memory_errors *errors;
    struct damages *damages;
    uint64_t hold_us;
    unsigned tried;
};

/* Where an address line does not reach these lanes, two addresses are one place: the one with that bit clear. */
static struct partition_addr seen_by(const struct damages *damages, unsigned part, uint64_t lanes,
                                     struct partition_addr at)
{
    for (unsigned i = 0; i < damages->count; i++) {
        const struct damage *line = &damages->all[i];

        if (line->kind != DAMAGE_ADDRESS || line->part != part || lanes & ~line->lanes)
            continue;
        if (line->field == FIELD_ROW)
            at.row &= ~BIT(line->bit);
        else if (line->field == FIELD_BANK)
            at.bank &= (uint8_t)~BIT(line->bit);
        else if (line->field == FIELD_COLUMN)
            at.column &= ~BIT(line->bit);
    }
    return at;
}

static bool is_told(const struct damages *damages, const struct damage *damage)
{
    const uint64_t lanes = damage->lanes;
    const struct partition_addr at = seen_by(damages, damage->part, lanes, damage->at);

    for (unsigned i = 0; i < damages->count; i++) {
        const struct damage *told = &damages->all[i];
        const struct partition_addr there = seen_by(damages, damage->part, lanes, told->at);

        if (told->kind == damage->kind && told->part == damage->part &&
            told->ranks == damage->ranks && !(lanes & ~told->lanes) && there.row == at.row &&
            there.bank == at.bank && there.column == at.column)
            return true;
    }
    return false;
}

static void add(struct diagnosis *d, const struct damage *damage)
{
    if (is_told(d->damages, damage))
        return;
    for (unsigned rank = 0; rank < CHIP_RANKS; rank++)
        if (damage->ranks >> rank & 1)
            chip_table_mark(&d->errors->chips, damage->part, rank, damage->lanes);
    damages_add(d->damages, damage);
}

/* The lanes that are really dead. With a broken mask a store also changes words beside its own, so wrong words there
 * prove nothing: a lane counts only if it refuses a value that is stored to one word alone. */
static uint64_t confirmed(struct diagnosis *d, struct partition_addr at, bool whole_bank,
                          uint64_t lanes)
{
    struct memory_errors *const errors = d->errors;
    const struct vram_shape *const shape = &errors->shape;
    uint64_t veiled = lanes & errors->parts[at.part].veiled[at.rank];

    for (unsigned n = 0; n < SPOTS && veiled; n++) {
        uint64_t refused = 0;

        at.column = (BIT(shape->column_bits) / SPOTS * n + BIT(shape->column_bits) / 8) & ~7u;
        if (whole_bank)
            at.row = BIT(shape->row_bits[at.rank]) / SPOTS * n;
        for (at.subpart = 0; at.subpart < errors->shape.subparts; at.subpart++)
            if (spot_usable(errors, at))
                refused |= suspect_refuses(
                    errors, at, veiled & lanes_of_column(errors, at.subpart, UINT64_MAX));
        veiled &= refused;
    }
    return veiled | (lanes & ~errors->parts[at.part].veiled[at.rank]);
}

/* ---- banks ----------------------------------------------------------------------------------- */

/* How many shares of a range must have errors for the whole range to be wrong. A range of fewer than 64 members has
 * as many shares as members. */
static unsigned most_of(unsigned bits)
{
    return bits >= 6 ? MOST : (1u << bits) * 3 / 4;
}

static bool fills_bank(const struct memory_errors *errors, unsigned rank,
                       const struct bank_errors *bank)
{
    const struct vram_shape *const shape = &errors->shape;

    return bank->wide && bits_count(bank->rows) >= most_of(shape->row_bits[rank]) &&
           bits_count(bank->columns) >= most_of(shape->column_bits);
}

/* Lanes that are wrong in many rows, and were right wherever solid data let them rest: timing, level or a neighbour, and
 * no cell. */
static uint64_t switching(const struct memory_errors *errors, unsigned part, unsigned rank)
{
    const struct part_errors *const seen = &errors->parts[part];
    uint64_t lanes = 0;

    for (unsigned slot = 0; slot < CHIPS_MAX; slot++)
        for (unsigned i = 0; i < BIT(errors->shape.bank_bits); i++)
            lanes |= seen->banks[rank][slot][i].wide ? seen->banks[rank][slot][i].lanes : 0;
    if (~errors->seen_data & (DATA_ZEROS | DATA_ONES))
        return 0;
    return lanes & ~seen->solid[rank] & ~seen->veiled[rank];
}

/* Lanes that are wrong all over in every bank. */
static uint64_t in_every_bank(const struct memory_errors *errors, unsigned part, unsigned rank)
{
    uint64_t lanes = 0;

    for (unsigned slot = 0; slot < ERROR_SLOTS; slot++) {
        uint64_t everywhere = UINT64_MAX;

        for (unsigned i = 0; i < BIT(errors->shape.bank_bits); i++) {
            const struct bank_errors *bank = &errors->parts[part].banks[rank][slot][i];

            everywhere &= fills_bank(errors, rank, bank) ? bank->lanes : 0;
        }
        lanes |= everywhere;
    }
    return lanes;
}

/* Lanes whose errors are no bank's fault. */
static uint64_t wrong_anywhere(struct diagnosis *d, unsigned part, unsigned rank)
{
    const uint64_t switched = switching(d->errors, part, rank);
    const uint64_t lanes = in_every_bank(d->errors, part, rank);
    struct damage damage = { .kind = DAMAGE_SWITCHING,
                             .part = (uint8_t)part,
                             .ranks = (uint8_t)(1u << rank),
                             .lanes = switched };

    if (damage.lanes)
        add(d, &damage);
    /* Errors in solid data from a broken mask or address line tell nothing new. */
    damage.kind = DAMAGE_ANYWHERE;
    damage.lanes = lanes & ~switched & ~d->errors->parts[part].veiled[rank];
    if (damage.lanes)
        add(d, &damage);
    return lanes | switched;
}

static bool is_column(const struct bank_errors *bank)
{
    return bits_count(bank->lanes) == 1 && bits_count(bank->columns) == 1;
}

/* All chips in which the same bank is wrong all over; one damage says them. */
static uint64_t take_bank(struct diagnosis *d, unsigned part, unsigned rank, unsigned number)
{
    uint64_t lanes = 0;

    for (unsigned slot = 0; slot < ERROR_SLOTS; slot++) {
        struct bank_errors *const bank = &d->errors->parts[part].banks[rank][slot][number];

        if (!fills_bank(d->errors, rank, bank))
            continue;
        bank->said = true;
        lanes |= bank->lanes;
    }
    return lanes;
}

/* A bank that is wrong all over in all of its lanes is dead; one with a single wrong column has a broken bit
 * line; any other that is wide has no pattern. Lanes that are wrong in every bank are not its fault. */
static void judge_bank(struct diagnosis *d, unsigned part, unsigned rank, unsigned slot,
                       unsigned number, uint64_t anywhere)
{
    const struct bank_errors *bank = &d->errors->parts[part].banks[rank][slot][number];
    const bool filled = fills_bank(d->errors, rank, bank);

    if (!bank->wide || bank->said || !(bank->lanes & ~anywhere))
        return;
    const struct partition_addr at = { .part = (uint8_t)part,
                                       .rank = (uint8_t)rank,
                                       .bank = (uint8_t)number,
                                       .column = bank->column };
    const uint64_t found = (filled ? take_bank(d, part, rank, number) : bank->lanes) & ~anywhere;
    const uint64_t lanes =
        filled ? confirmed(d, at, true, found) : found & ~d->errors->parts[part].veiled[rank];

    if (!lanes)
        return;
    add(d, &(struct damage){
               .kind = filled            ? DAMAGE_BANK
                       : is_column(bank) ? DAMAGE_COLUMN
                                         : DAMAGE_ANYWHERE,
               .part = (uint8_t)part,
               .ranks = (uint8_t)(1u << rank),
               .lanes = lanes,
               .words = bank->words,
               .at = at,
           });
}

static void judge_banks(struct diagnosis *d, unsigned part, unsigned rank)
{
    const uint64_t anywhere = wrong_anywhere(d, part, rank);

    for (unsigned slot = 0; slot < ERROR_SLOTS; slot++)
        for (unsigned i = 0; i < BIT(d->errors->shape.bank_bits); i++)
            judge_bank(d, part, rank, slot, i, anywhere);
}

/* ---- rows and cells -------------------------------------------------------------------------- */

static bool has_cell(const struct row_errors *row, uint32_t column)
{
    for (unsigned i = 0; i < row->cell_count; i++)
        if (row->cells[i].column == column)
            return true;
    return false;
}

/* A chip has two slots. */
static bool same_chip(unsigned slot, unsigned other)
{
    return slot % CHIPS_MAX == other % CHIPS_MAX;
}

/* Whether the column is wrong in another chip, too, or all of its bank is. */
static bool is_shared(const struct part_errors *part, const struct row_errors *row, uint32_t column)
{
    for (unsigned slot = 0; slot < ERROR_SLOTS; slot++)
        if (!same_chip(slot, row->slot) && part->banks[row->rank][slot][row->bank].wide)
            return true;
    for (unsigned i = 0; i < part->row_count; i++) {
        const struct row_errors *const other = &part->rows[i];

        if (!same_chip(other->slot, row->slot) && other->rank == row->rank &&
            other->bank == row->bank && other->row == row->row && has_cell(other, column))
            return true;
    }
    return false;
}

/* A word that was wrong and whose cells keep what they are given: stored or read wrong once, in one chip or in several. */
static void add_unstable(struct part_errors *part, const struct row_errors *row, uint32_t column,
                         uint64_t lane)
{
    struct unstable *const unstable =
        is_shared(part, row, column) ? &part->strayed[row->rank] : &part->unstable[row->rank];

    unstable->lanes |= lane;
    unstable->words += row->words;
}

/* Tries each wrong lane of a cell by itself, up to SUSPECTS_MAX of them in all. */
static void try_cell(struct diagnosis *d, unsigned part, const struct row_errors *row,
                     const struct cell_errors *cell)
{
    const uint64_t veiled = d->errors->parts[part].veiled[row->rank];
    struct partition_addr at = { .part = (uint8_t)part,
                                 .rank = row->rank,
                                 .bank = row->bank,
                                 .row = row->row,
                                 .column = cell->column };
    struct damage damage;

    for (uint64_t rest = cell->lanes; rest; rest &= rest - 1) {
        const uint64_t lane = rest & (~rest + 1);

        at.subpart = d->errors->split && lane > UINT32_MAX;
        if (d->tried == SUSPECTS_MAX) {
            d->errors->untried++;
            continue;
        }
        d->tried++;
        if (!suspect_try(d->errors, at, lane, d->hold_us, &damage))
            return;
        if (damage.kind != DAMAGE_INTERMITTENT)
            add(d, &damage);
        else if (!(lane & veiled)) /* with a broken address line the error need not be the cell's */
            add_unstable(&d->errors->parts[part], row, cell->column, lane);
    }
}

static bool fills_row(const struct memory_errors *errors, const struct row_errors *row)
{
    return bits_count(row->columns) >= most_of(errors->shape.column_bits);
}

/* All chips in which the same row is dead. */
static uint64_t take_row(struct diagnosis *d, unsigned part, const struct row_errors *like)
{
    struct part_errors *const errors = &d->errors->parts[part];
    uint64_t lanes = 0;

    for (unsigned i = 0; i < errors->row_count; i++) {
        struct row_errors *const row = &errors->rows[i];

        if (row->rank != like->rank || row->bank != like->bank || row->row != like->row ||
            !fills_row(d->errors, row))
            continue;
        row->said = true;
        lanes |= row->lanes;
    }
    return lanes;
}

/* A row that is wrong all over is dead; of any other, the cells are tried. */
static void judge_row(struct diagnosis *d, unsigned part, const struct row_errors *row)
{
    if (row->said)
        return;
    if (fills_row(d->errors, row)) {
        const struct partition_addr at = {
            .part = (uint8_t)part, .rank = row->rank, .bank = row->bank, .row = row->row
        };
        const uint64_t lanes = confirmed(d, at, false, take_row(d, part, row));

        if (lanes)
            add(d, &(struct damage){ .kind = DAMAGE_ROW,
                                     .part = (uint8_t)part,
                                     .ranks = (uint8_t)(1u << row->rank),
                                     .lanes = lanes,
                                     .words = row->words,
                                     .at = at });
        return;
    }
    for (unsigned i = 0; i < row->cell_count; i++)
        try_cell(d, part, row, &row->cells[i]);
}

static void judge_unstable(struct diagnosis *d, unsigned part, unsigned rank,
                           const struct unstable *unstable)
{
    if (unstable->words)
        add(d, &(struct damage){ .kind = DAMAGE_INTERMITTENT,
                                 .part = (uint8_t)part,
                                 .ranks = (uint8_t)(1u << rank),
                                 .lanes = unstable->lanes,
                                 .words = unstable->words });
}

/* Words that were wrong in several chips at once and right when they were read again may be another place's, because the
 * card's own tables lie in bad memory: they accuse chips only where nothing else does. */
static void judge_strayed(struct diagnosis *d)
{
    for (unsigned part = 0; part < d->errors->chips.parts; part++)
        for (unsigned rank = 0; rank < d->errors->chips.ranks; rank++)
            judge_unstable(d, part, rank, &d->errors->parts[part].strayed[rank]);
}

void diagnose(struct memory_errors *errors, struct damages *damages, uint64_t hold_us)
{
    struct diagnosis d = { .errors = errors, .damages = damages, .hold_us = hold_us };

    for (unsigned part = 0; part < errors->chips.parts && !view_stopped(errors->view); part++) {
        for (unsigned rank = 0; rank < errors->chips.ranks; rank++)
            judge_banks(&d, part, rank);
        for (unsigned i = 0; i < errors->parts[part].row_count; i++)
            judge_row(&d, part, &errors->parts[part].rows[i]);
        for (unsigned rank = 0; rank < errors->chips.ranks; rank++)
            judge_unstable(&d, part, rank, &errors->parts[part].unstable[rank]);
    }
    if (!damages->count)
        judge_strayed(&d);
}
