#include "suite/memory/damage.h"

#include "engines/text.h"

void damages_add(struct damages *damages, const struct damage *damage)
{
    if (damages->count == DAMAGES_MAX)
        damages->lost++;
    else
        damages->all[damages->count++] = *damage;
}

/* A table of its own, because two kinds of damage can have one cause: a silent rank is a silent
 * chip for a bench. */
enum cause damage_cause(enum damage_kind kind)
{
    static const uint8_t causes[DAMAGE_KINDS] = {
        [DAMAGE_LINE] = CAUSE_DATA_LINE,
        [DAMAGE_SHORT] = CAUSE_SHORT,
        [DAMAGE_ADDRESS] = CAUSE_ADDRESS_LINE,
        [DAMAGE_MASK] = CAUSE_DATA_MASK,
        [DAMAGE_CHIP] = CAUSE_CHIP_SILENT,
        [DAMAGE_RANK] = CAUSE_CHIP_SILENT,
        [DAMAGE_RANK_ALIAS] = CAUSE_RANK_SELECT,
        [DAMAGE_SIZE] = CAUSE_MEMORY_SIZE,
        [DAMAGE_BANK] = CAUSE_BANK,
        [DAMAGE_ROW] = CAUSE_ROW,
        [DAMAGE_COLUMN] = CAUSE_COLUMN,
        [DAMAGE_CELL] = CAUSE_CELL,
        [DAMAGE_WEAK] = CAUSE_WEAK_CELL,
        [DAMAGE_STARVED] = CAUSE_STARVED,
        [DAMAGE_COUPLING] = CAUSE_COUPLED_CELL,
        [DAMAGE_INTERMITTENT] = CAUSE_INTERMITTENT,
        [DAMAGE_ANYWHERE] = CAUSE_NO_PATTERN,
    };

    return (enum cause)causes[kind];
}

/* " (unverified E25)" where the family's order of rows or ranks waits for that experiment. */
static void say_open(struct text *text, const char *experiment)
{
    if (experiment)
        text_format(text, " (unverified %s)", experiment);
}

static void say_ranks(struct text *text, uint8_t ranks)
{
    static const char *const words[] = { "no rank", "rank A", "rank B", "ranks A and B" };

    text_string(text, words[ranks & 3]);
}

static void say_bits(struct text *text, uint64_t lanes)
{
    const char *before = lanes & (lanes - 1) ? "bits " : "bit ";

    if (lanes & (lanes - 1) & ((lanes & (lanes - 1)) - 1)) {
        words_lanes(text, lanes);
        return;
    }

    for (unsigned lane = 0; lane < 64; lane++)
        if (lanes >> lane & 1) {
            text_format(text, "%s%u", before, lane);
            before = " and ";
        }
}

static void say_cell(struct text *text, const struct damage *d)
{
    say_bits(text, d->lanes);
    text_format(text, " at 0x%llx", (unsigned long long)d->linear);
}

static void say_place(struct text *text, const struct damage *d, const struct chip_table *chips)
{
    text_format(text, ", row 0x%x bank %u column 0x%x", d->at.row, (unsigned)d->at.bank,
                d->at.column);
    say_open(text, chips->open_place);
}

/* The rows next to a row are r - 1 and r + 1; the aggressor may also be in the next column. */
static void say_aggressor(struct text *text, const struct damage *d)
{
    if (d->aggressor.row != d->at.row)
        text_format(text, " flips when row 0x%x is written", d->aggressor.row);
    else
        text_format(text, " flips when column 0x%x is written", d->aggressor.column);
}

/* Faults of wires: data, address and select lines, masks. */
static void say_wires(struct text *text, const struct damage *d, const struct chip_table *chips)
{
    static const char *const fields[ADDRESS_FIELDS] = { "column", "bank", "row", "rank" };

    switch (d->kind) {
    case DAMAGE_LINE:
        say_bits(text, d->lanes);
        text_format(text, " stuck at %u", (unsigned)d->value);
        break;
    case DAMAGE_SHORT:
        say_bits(text, d->lanes);
        text_format(text, " shorted, %s wins", d->value ? "high" : "low");
        break;
    case DAMAGE_ADDRESS:
        text_format(text, "address line stuck: %s bit %u", fields[d->field], (unsigned)d->bit);
        say_open(text, chips->open_place);
        text_string(text, d->value ? ", or half the memory size" : "");
        break;
    case DAMAGE_MASK:
        text_string(text, "data mask stuck: ");
        words_lanes(text, d->lanes);
        break;
    case DAMAGE_RANK_ALIAS:
        text_string(text, "rank B shows rank A, select line or memory size");
        say_open(text, chips->open_rank);
        break;
    case DAMAGE_SIZE:
        text_string(text, "memory size: the upper half shows the lower half");
        break;
    case DAMAGE_STARVED:
        text_format(text, "wrong words after %u ms without refresh", d->hold_ms);
        break;
    case DAMAGE_LOAD:
        text_string(text, "wrong words under load, after copies from half to half");
        break;
    case DAMAGE_SWITCHING:
        say_bits(text, d->lanes);
        text_string(text, " wrong where data lines switch, right in solid data");
        break;
    default:
        text_string(text, "wrong everywhere, without a pattern");
        break;
    }
}

/* Faults inside a chip: banks, rows, columns. */
static void say_area(struct text *text, const struct damage *d, const struct chip_table *chips)
{
    switch (d->kind) {
    case DAMAGE_BANK:
        text_format(text, "bank %u dead", (unsigned)d->at.bank);
        break;
    case DAMAGE_ROW:
        text_format(text, "row 0x%x of bank %u dead", d->at.row, (unsigned)d->at.bank);
        break;
    default:
        say_bits(text, d->lanes);
        text_format(text, " wrong in column 0x%x of bank %u", d->at.column, (unsigned)d->at.bank);
        break;
    }
    say_open(text, chips->open_place);
}

/* Faults of one cell. */
static void say_one_cell(struct text *text, const struct damage *d, const struct chip_table *chips)
{
    say_cell(text, d);
    if (d->kind == DAMAGE_CELL)
        text_format(text, " cell stuck at %u", (unsigned)d->value);
    else if (d->kind == DAMAGE_WEAK)
        text_format(text, " weak cell, falls to %u within %u ms", (unsigned)d->value, d->hold_ms);
    else {
        say_aggressor(text, d);
        text_string(text, ", coupling");
    }
    say_place(text, d, chips);
}

/* The broken part, without its place. */
static void say_what(struct text *text, const struct damage *d, const struct chip_table *chips)
{
    switch (d->kind) {
    case DAMAGE_CHIP:
    case DAMAGE_RANK:
        text_format(text, "%s does not answer, reads %u",
                    d->kind == DAMAGE_RANK ? "rank B" : "chip", (unsigned)d->value);
        break;
    case DAMAGE_BANK:
    case DAMAGE_ROW:
    case DAMAGE_COLUMN:
        say_area(text, d, chips);
        break;
    case DAMAGE_CELL:
    case DAMAGE_WEAK:
    case DAMAGE_COUPLING:
        say_one_cell(text, d, chips);
        break;
    case DAMAGE_INTERMITTENT:
        text_format(text, "intermittent, %llu words were right when read again",
                    (unsigned long long)d->words);
        break;
    default:
        say_wires(text, d, chips);
        break;
    }
}

static void say_chips(struct text *text, const struct damage *d, const struct chip_table *chips)
{
    const char *before = "";
    char names[64];
    struct text list = text_in(names, sizeof(names));
    unsigned count = 0;

    for (unsigned rank = 0; rank < chips->ranks; rank++)
        for (unsigned chip = 0; chip < chip_count(chips); chip++)
            if ((d->ranks >> rank & 1) && (d->lanes & chip_lanes(chips, chip))) {
                text_string(&list, before);
                chip_name(&list, chips, d->part, rank, chip);
                before = " ";
                count++;
            }
    text_format(text, " (chip%s %s)", count > 1 ? "s" : "", names);
}

/* " (or F1 G1: unverified E35)": the same chips of other partitions, where the card's numbering is not certain. */
static void say_other_chips(struct text *text, const struct damage *d,
                            const struct chip_table *chips)
{
    const uint8_t others = chips->others[d->part];

    if (!others)
        return;
    text_string(text, " (or");
    for (unsigned hardware = 0; hardware < CHIP_PARTS; hardware++)
        for (unsigned rank = 0; rank < chips->ranks; rank++)
            for (unsigned chip = 0; chip < chip_count(chips); chip++)
                if ((others >> hardware & 1) && (d->ranks >> rank & 1) &&
                    (d->lanes & chip_lanes(chips, chip))) {
                    text_char(text, ' ');
                    chip_name_of(text, chips, hardware, rank, chip);
                }
    text_format(text, ": unverified %s)", chips->open_part);
}

void damage_words(struct text *text, const struct damage *d, const struct chip_table *chips)
{
    if (d->kind == DAMAGE_SIZE) {
        text_string(text, "every partition: ");
        say_what(text, d, chips);
        return;
    }
    words_partition(text, chips->part_mask, d->part);
    text_string(text, ", ");
    words_lanes(text, chip_lanes_around(chips, d->lanes));
    text_string(text, ", ");
    say_ranks(text, d->ranks);
    text_string(text, ": ");
    say_what(text, d, chips);
    say_chips(text, d, chips);
    say_other_chips(text, d, chips);
}
