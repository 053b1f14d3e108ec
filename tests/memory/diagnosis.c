#include "tests/memory/diagnosis.h"

#include "tests/memory/suspect.h"

#define SUSPECTS_MAX 16 /* cells that are tried */
#define MOST         48 /* of 64 shares: all over a range */

struct diagnosis {
    struct memory_errors *errors;
    struct damages *damages;
    uint64_t hold_us;
    unsigned tried;
};

/* Not the compiler's own, which calls a library that firmware does not have. */
static unsigned count_bits(uint64_t mask)
{
    unsigned count = 0;

    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

static void add(struct diagnosis *d, const struct damage *damage)
{
    for (unsigned rank = 0; rank < CHIP_RANKS; rank++)
        if (damage->ranks >> rank & 1)
            chip_table_mark(&d->errors->chips, damage->part, rank, damage->lanes);
    damages_add(d->damages, damage);
}

/* ---- banks ----------------------------------------------------------------------------------- */

/* Shares of a range that has only 2^bits members: fewer than 64 there. */
static unsigned most_of(unsigned bits)
{
    return bits >= 6 ? MOST : (1u << bits) * 3 / 4;
}

static bool fills_bank(const struct memory_errors *errors, const struct bank_errors *bank)
{
    const struct dram_geometry *dram = &errors->placement.dram;

    return bank->wide && count_bits(bank->rows) >= most_of(dram->row_bits_a) &&
           count_bits(bank->columns) >= most_of(dram->column_bits);
}

/* Lanes that are wrong all over in every bank: not a bank's fault. */
static uint64_t wrong_anywhere(struct diagnosis *d, unsigned part, unsigned rank)
{
    uint64_t lanes = UINT64_MAX;

    for (unsigned bank = 0; bank < BIT(d->errors->placement.dram.bank_bits); bank++) {
        const struct bank_errors *errors = &d->errors->parts[part].banks[rank][bank];

        lanes &= fills_bank(d->errors, errors) ? errors->lanes : 0;
    }
    if (lanes)
        add(d, &(struct damage){ .kind = DAMAGE_ANYWHERE,
                                 .part = (uint8_t)part,
                                 .ranks = (uint8_t)(1u << rank),
                                 .lanes = lanes });
    return lanes;
}

static void judge_banks(struct diagnosis *d, unsigned part, unsigned rank)
{
    const uint64_t anywhere = wrong_anywhere(d, part, rank);

    for (unsigned i = 0; i < BIT(d->errors->placement.dram.bank_bits); i++) {
        const struct bank_errors *bank = &d->errors->parts[part].banks[rank][i];
        const bool line = count_bits(bank->lanes) == 1 && count_bits(bank->columns) == 1;

        if (!bank->wide || !(bank->lanes & ~anywhere))
            continue;
        add(d, &(struct damage){
                   .kind = fills_bank(d->errors, bank) ? DAMAGE_BANK
                           : line                      ? DAMAGE_COLUMN
                                                       : DAMAGE_ANYWHERE,
                   .part = (uint8_t)part,
                   .ranks = (uint8_t)(1u << rank),
                   .lanes = bank->lanes & ~anywhere,
                   .words = bank->words,
                   .at = { .bank = (uint8_t)i, .column = bank->column },
               });
    }
}

/* ---- rows and cells -------------------------------------------------------------------------- */

static void add_unstable(struct diagnosis *d, unsigned part, unsigned rank, uint64_t lanes,
                         uint64_t words)
{
    struct part_errors *const errors = &d->errors->parts[part];

    errors->unstable[rank] |= lanes;
    errors->unstable_words[rank] += words;
}

static void try_cell(struct diagnosis *d, unsigned part, const struct row_errors *row,
                     const struct cell_errors *cell)
{
    struct partition_addr at = { .part = (uint8_t)part,
                                 .rank = row->rank,
                                 .bank = row->bank,
                                 .row = row->row,
                                 .column = cell->column };
    struct damage damage;

    for (uint64_t rest = cell->lanes; rest; rest &= rest - 1) {
        const uint64_t lane = rest & (~rest + 1);

        at.subpart = d->errors->split && lane > UINT32_MAX;
        if (d->tried++ >= SUSPECTS_MAX || !suspect_try(d->errors, at, lane, d->hold_us, &damage))
            return;
        if (damage.kind == DAMAGE_INTERMITTENT)
            add_unstable(d, part, row->rank, lane, row->words);
        else
            add(d, &damage);
    }
}

static void judge_row(struct diagnosis *d, unsigned part, const struct row_errors *row)
{
    const unsigned most = most_of(d->errors->placement.dram.column_bits);

    if (count_bits(row->columns) >= most) {
        add(d, &(struct damage){ .kind = DAMAGE_ROW,
                                 .part = (uint8_t)part,
                                 .ranks = (uint8_t)(1u << row->rank),
                                 .lanes = row->lanes,
                                 .words = row->words,
                                 .at = { .bank = row->bank, .row = row->row } });
        return;
    }
    for (unsigned i = 0; i < row->cell_count; i++)
        try_cell(d, part, row, &row->cells[i]);
}

static void judge_unstable(struct diagnosis *d, unsigned part, unsigned rank)
{
    const struct part_errors *errors = &d->errors->parts[part];

    if (errors->unstable_words[rank])
        add(d, &(struct damage){ .kind = DAMAGE_INTERMITTENT,
                                 .part = (uint8_t)part,
                                 .ranks = (uint8_t)(1u << rank),
                                 .lanes = errors->unstable[rank],
                                 .words = errors->unstable_words[rank] });
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
            judge_unstable(&d, part, rank);
    }
}

/* ---- report ---------------------------------------------------------------------------------- */

static void say_first(const struct memory_errors *errors, char expected[TEST_VALUE_MAX],
                      char actual[TEST_VALUE_MAX])
{
    struct text text = text_in(expected, TEST_VALUE_MAX);

    text_format(&text, "0x%016llx at VRAM 0x%llx", (unsigned long long)errors->first_expected,
                (unsigned long long)errors->first_at);
    text = text_in(actual, TEST_VALUE_MAX);
    text_format(&text, "0x%016llx", (unsigned long long)errors->first_seen);
}

static void say_damage(const struct memory_errors *errors, const struct damage *damage,
                       struct test *t)
{
    char words[TEST_VALUE_MAX];
    struct text text = text_in(words, sizeof(words));

    damage_words(&text, damage, &errors->chips);
    test_say(t, "damage: %s", words);
}

void diagnosis_report(const struct memory_errors *errors, const struct damages *damages,
                      struct test *t)
{
    char expected[TEST_VALUE_MAX] = "", actual[TEST_VALUE_MAX] = "", places[TEST_SENTENCE_MAX];
    struct text text = text_in(places, sizeof(places));

    if (!errors->count && !damages->count)
        return;
    test_chips(t, &errors->chips);
    for (unsigned i = 0; i < damages->count; i++)
        say_damage(errors, &damages->all[i], t);
    if (damages->count > 1)
        text_format(&text, "%u faults: ", damages->count + damages->lost);
    if (damages->count)
        damage_words(&text, &damages->all[0], &errors->chips);
    else
        text_format(&text, "%llu wrong words without a pattern", (unsigned long long)errors->count);
    for (unsigned i = 1; i < damages->count && text.used < TEST_SENTENCE_MAX / 2; i++) {
        text_string(&text, "; ");
        damage_words(&text, &damages->all[i], &errors->chips);
    }
    if (errors->count)
        say_first(errors, expected, actual);
    t->cause = true;
    test_differs(t, expected, actual, "bad memory: %s", places);
}
