#include "suite/memory/errors.h"

#include "engines/family.h"
#include "hw/least.h"
#include "suite/memory/patterns.h"

#define REREADS          2
#define REREADS_DOUBTFUL 8
#define EVICTIONS        64
#define LEAK_US          50000u /* as the march holds words (march.c) */
#define LEAKS_MAX        16     /* in all, for each takes that long */

static void init_chips(struct memory_errors *errors, unsigned width)
{
    const struct vram_shape *const shape = &errors->shape;

    errors->chips = (struct chip_table){
        .part_mask = shape->part_mask,
        .parts = shape->parts,
        .ranks = shape->ranks,
        .lanes = shape->lanes,
        .width = (uint8_t)(width ? width : shape->chip_width),
        .assumed = !width,
        .open_place = shape->open_place,
        .open_rank = shape->open_rank,
        .open_part = shape->open_part,
    };
    for (unsigned part = 0; part < CHIP_PARTS; part++)
        errors->chips.others[part] = shape->part_others[part];
}

/* Stolen memory is the machine's own, and lies in modules whose names are unknown here. */
static bool is_lent(const struct memory_view *view)
{
    const struct card *const card = view->t->card;

    return card->family && card->family->has_chips && !card->family->has_chips(card->chip);
}

enum err memory_errors_open(struct memory_errors *errors, struct memory_view *view)
{
    *errors = (struct memory_errors){ .view = view };
    errors->lent = is_lent(view);
    if (!view->way->shape || errors->lent)
        return OK;
    errors->placed = true;
    const enum err e = view->way->shape(view, &errors->shape);

    errors->split = errors->shape.column_bytes == 4;
    init_chips(errors, view->t->config->chip_width);
    return e;
}

static unsigned piece_of(const struct memory_errors *errors, uint64_t at)
{
    return (unsigned)(at / (errors->view->size / VRAM_PIECES));
}

static void count_piece(struct memory_errors *errors, unsigned part, uint64_t at, size_t words)
{
    errors->strip.wrong[part][piece_of(errors, at)] += words;
}

static void leave_out(struct memory_errors *errors, uint64_t pieces)
{
    for (unsigned part = 0; part < errors->strip.parts; part++)
        errors->strip.left_out[part] |= pieces;
}

/* Leaves out the areas that the view leaves out, and all partitions but a requested one. */
static void init_strip(struct memory_errors *errors)
{
    const struct memory_view *const view = errors->view;
    const struct run_config *const config = view->t->config;

    errors->strip.part_mask = errors->chips.part_mask;
    errors->strip.parts = errors->placed ? errors->chips.parts : 1;
    for (uint64_t at = 0; at < view->size; at += VIEW_CHUNK)
        if (view_left_out(view, at))
            leave_out(errors, UINT64_C(1) << piece_of(errors, at));
    for (unsigned part = 0; part < errors->strip.parts; part++)
        if (config->has_part && part != config->part)
            errors->strip.left_out[part] = UINT64_MAX;
}

void memory_errors_cut(struct memory_errors *errors)
{
    leave_out(errors, UINT64_MAX);
}

/* Whether the card has the partition and the range that the configuration asks for; false: the test
 * says which it has. */
static bool limits_can_be(const struct memory_errors *errors)
{
    const struct run_config *const config = errors->view->t->config;
    struct test *const t = errors->view->t;

    test_blame(t, CAUSE_CONFIG_MISFIT);
    if (config->has_part && !errors->placed)
        test_skip(t, "part=%u is asked for, and how this chipset spreads its memory is not known",
                  config->part);
    else if (config->has_part && config->part >= errors->chips.parts)
        test_skip(t, "part=%u is asked for, and this card has 0 to %u", config->part,
                  errors->chips.parts - 1u);
    else if (config->range_to && config->range_from >= errors->view->size)
        test_skip(t, "range=0x%llx-0x%llx is asked for, and this card's memory ends at 0x%llx",
                  (unsigned long long)config->range_from, (unsigned long long)config->range_to,
                  (unsigned long long)errors->view->size);
    if (t->result != TEST_PASS)
        return false;
    test_blame(t, CAUSE_NONE);
    return true;
}

/* All of the memory, or the range that the configuration asks for. */
static void open_channels(struct memory_errors *errors)
{
    const struct run_config *const config = errors->view->t->config;
    const uint64_t size = errors->view->size;

    if (config->range_to)
        channels_open(&errors->channels, config->range_from, LEAST(config->range_to, size));
    else
        channels_open(&errors->channels, 0, size);
}

bool memory_errors_begin(struct memory_errors *errors, struct memory_view *view)
{
    struct test *const t = view->t;

    if (!test_ok(t, memory_errors_open(errors, view), "reading the memory configuration"))
        return false;
    t->watched = errors->placed ? &errors->chips : NULL;
    if (!limits_can_be(errors))
        return false;
    open_channels(errors);
    init_strip(errors);
    return true;
}

void memory_errors_element(struct memory_errors *errors, enum element_data data)
{
    errors->in_element = 0;
    errors->evictions = 0;
    errors->evicted = 0;
    errors->stored_wrong = false;
    errors->data = (uint8_t)data;
    errors->seen_data |= (uint8_t)data;
    errors->began_by_copy = errors->view->by_copy;
    channels_pass(&errors->channels);
    for (unsigned part = 0; part < CHIP_PARTS; part++)
        errors->parts[part].in_element = errors->parts[part].open_in_element = 0;
}

bool memory_errors_veiled(const struct memory_errors *errors)
{
    for (unsigned part = 0; part < errors->chips.parts; part++)
        if (errors->parts[part].veiled[0] | errors->parts[part].veiled[1])
            return true;
    return false;
}

void memory_errors_solid(struct memory_errors *errors)
{
    errors->solid = true;
}

unsigned column_size(const struct memory_errors *errors)
{
    return errors->split ? 4 : 8;
}

uint64_t lanes_of_column(const struct memory_errors *errors, unsigned sub, uint64_t bits)
{
    return errors->split ? (bits & UINT32_MAX) << 32 * sub : bits;
}

uint64_t column_at(const struct memory_errors *errors, struct partition_addr there)
{
    there.byte = 0;
    return errors->view->way->find(errors->view, there);
}

bool column_of(const struct memory_errors *errors, uint64_t at, struct partition_addr *out)
{
    return errors->view->way->place(errors->view, at, out);
}

/* Which 64th of a range of 2^bits an index lies in, as a bit. */
static uint64_t share(uint32_t index, unsigned bits)
{
    return BIT64(bits > 6 ? index >> (bits - 6) & 63 : index & 63);
}

static bool is_in(const struct row_errors *row, const struct partition_addr *at, unsigned slot)
{
    return row->bank == at->bank && row->rank == at->rank && row->slot == slot;
}

/* The rows of a bank leave the table, because the bank as a whole is bad. */
static void widen(struct part_errors *part, const struct partition_addr *at, unsigned slot)
{
    unsigned kept = 0;

    part->banks[at->rank][slot][at->bank].wide = true;
    for (unsigned i = 0; i < part->row_count; i++)
        if (!is_in(&part->rows[i], at, slot))
            part->rows[kept++] = part->rows[i];
    part->row_count = kept;
}

/* The entry of a row, made if there is none. Null: the bank as a whole is kept, or the table is full. */
static struct row_errors *row_of(struct part_errors *part, const struct partition_addr *at,
                                 unsigned slot)
{
    struct bank_errors *const bank = &part->banks[at->rank][slot][at->bank];

    for (unsigned i = 0; i < part->row_count; i++)
        if (part->rows[i].row == at->row && is_in(&part->rows[i], at, slot))
            return &part->rows[i];
    if (bank->row_count == BANK_ROWS_MAX) {
        widen(part, at, slot);
        return NULL;
    }
    if (part->row_count == ERROR_ROWS) {
        part->rows_lost = true;
        return NULL;
    }
    bank->row_count++;
    struct row_errors *const row = &part->rows[part->row_count++];
    *row = (struct row_errors){
        .rank = at->rank, .bank = at->bank, .slot = (uint8_t)slot, .row = at->row
    };
    return row;
}

static void note_cell(struct row_errors *row, uint32_t column, uint64_t lanes)
{
    for (unsigned i = 0; i < row->cell_count; i++)
        if (row->cells[i].column == column) {
            row->cells[i].lanes |= lanes;
            return;
        }
    if (row->cell_count < ERROR_CELLS)
        row->cells[row->cell_count++] = (struct cell_errors){ column, lanes };
}

/* Counts an error for its bank and, while rows are kept apart, for its row and cell. */
static void note_slot(struct memory_errors *errors, const struct partition_addr *at, unsigned slot,
                      uint64_t lanes)
{
    struct part_errors *const part = &errors->parts[at->part];
    struct bank_errors *const bank = &part->banks[at->rank][slot][at->bank];
    const struct vram_shape *const shape = &errors->shape;
    const uint64_t column = share(at->column, shape->column_bits);
    struct row_errors *row;

    if (!bank->words++)
        bank->column = at->column;
    bank->lanes |= lanes;
    bank->rows |= share(at->row, shape->row_bits[at->rank]);
    bank->columns |= column;
    if (bank->wide || !(row = row_of(part, at, slot)))
        return;
    row->words++;
    row->lanes |= lanes;
    row->columns |= column;
    note_cell(row, at->column, lanes);
}

/* A chip counts its errors twice over: above CHIPS_MAX those of veiled lanes, which are seen in solid memory. */
static unsigned slot_of(const struct memory_errors *errors, unsigned chip)
{
    return errors->solid ? CHIPS_MAX + chip : chip;
}

/* Each chip by itself, so that a dead row of one does not hide a cell of its neighbour. */
static void note_place(struct memory_errors *errors, const struct partition_addr *at,
                       uint64_t lanes)
{
    for (unsigned chip = 0; chip < chip_count(&errors->chips); chip++)
        if (lanes & chip_lanes(&errors->chips, chip))
            note_slot(errors, at, slot_of(errors, chip), lanes & chip_lanes(&errors->chips, chip));
}

/* Of the lanes, those whose errors no broken wire explains. In solid memory only veiled ones are looked at, before
 * only the others. */
static uint64_t open_lanes(const struct memory_errors *errors, const struct part_errors *part,
                           unsigned rank, uint64_t lanes)
{
    const uint64_t veiled = part->veiled[rank];

    return lanes & ~part->explained[rank] & (errors->solid ? veiled : ~veiled);
}

/* Of the wrong bits, those that are wrong again each time the word is read. A partition that has given different
 * answers before is read many times more. No family whose chips are known has a cache between BAR1 and memory. */
static uint64_t still_wrong(struct memory_errors *errors, const struct part_errors *part,
                            uint64_t at, uint64_t expected, uint64_t wrong)
{
    const bool doubtful =
        part->unstable[0].words || part->unstable[1].words || errors->copied.words;

    for (unsigned i = 0; i < (doubtful ? REREADS_DOUBTFUL : REREADS) && wrong; i++)
        wrong &= view_read(errors->view, at, 8) ^ expected;
    return wrong;
}

/* Whether a word of 8 bytes is wrong in more than one chip. If it is right when it is read again, it need not be a fault of
 * theirs: so looks a word of another place, which is read by a card whose tables lie in bad memory. */
static bool in_several_chips(const struct memory_errors *errors, uint64_t wrong)
{
    unsigned chips = 0;

    for (unsigned chip = 0; errors->placed && chip < chip_count(&errors->chips); chip++)
        chips += (wrong & chip_lanes(&errors->chips, chip)) != 0;
    return chips > 1;
}

/* One column: all of a word of 8 bytes, or half of it. `wrong` and `stable` in the column's bits. `several`: the word was
 * wrong in several chips and right when it was read again. */
static void add_column(struct memory_errors *errors, uint64_t at, uint64_t wrong, uint64_t stable,
                       bool several)
{
    struct partition_addr there;

    if (!column_of(errors, at, &there))
        return;
    const uint64_t lanes = lanes_of_column(errors, there.subpart, wrong);
    const uint64_t kept = lanes_of_column(errors, there.subpart, stable);
    struct part_errors *const part = &errors->parts[there.part];
    const uint64_t open = open_lanes(errors, part, there.rank, lanes);

    chip_table_count(&errors->chips, there.part, there.rank, lanes);
    if ((errors->data & (DATA_ZEROS | DATA_ONES)) && errors->began_by_copy == errors->view->by_copy)
        part->solid[there.rank] |= lanes;
    if (open & ~kept) {
        struct unstable *const unstable =
            several ? &part->strayed[there.rank] : &part->unstable[there.rank];
        unstable->words++;
        unstable->lanes |= open & ~kept;
    }
    if (open & kept)
        note_place(errors, &there, open & kept);
}

/* Of a word of 8 bytes, which is one column or two of the same half. */
static uint64_t open_lanes_of_word(const struct memory_errors *errors,
                                   const struct partition_addr *at, uint64_t wrong)
{
    const uint64_t low = lanes_of_column(errors, at->subpart, wrong);
    const uint64_t high = errors->split ? lanes_of_column(errors, at->subpart, wrong >> 32) : 0;

    return open_lanes(errors, &errors->parts[at->part], at->rank, low | high);
}

/* Past ELEMENT_ERRORS, of a bank that is bad as a whole: the first words of a large one lie in few of its rows. */
static void note_row(struct memory_errors *errors, const struct partition_addr *at, uint64_t wrong)
{
    const uint64_t open = open_lanes_of_word(errors, at, wrong);

    for (unsigned chip = 0; chip < chip_count(&errors->chips); chip++)
        if (open & chip_lanes(&errors->chips, chip))
            errors->parts[at->part].banks[at->rank][slot_of(errors, chip)][at->bank].rows |=
                share(at->row, errors->shape.row_bits[at->rank]);
}

/* Whether anything of the word still needs a look: a lane of a bank whose rows are kept apart. */
static bool is_open(const struct memory_errors *errors, const struct partition_addr *at,
                    uint64_t wrong)
{
    const struct part_errors *part = &errors->parts[at->part];
    const uint64_t open = open_lanes_of_word(errors, at, wrong);

    for (unsigned chip = 0; chip < chip_count(&errors->chips); chip++)
        if ((open & chip_lanes(&errors->chips, chip)) &&
            !part->banks[at->rank][slot_of(errors, chip)][at->bank].wide)
            return true;
    return false;
}

static void note_copied(const struct memory_errors *errors, struct copied_errors *copied,
                        uint64_t at, uint64_t wrong)
{
    struct partition_addr there;

    if (!column_of(errors, at, &there))
        return;
    const uint64_t lanes = lanes_of_column(errors, there.subpart, wrong);

    copied->of_part[there.part][there.rank]++;
    copied->lanes[there.part][there.rank] |= lanes;
    for (unsigned chip = 0; chip < chip_count(&errors->chips); chip++)
        copied->of_chip[there.part][there.rank][chip] +=
            (lanes & chip_lanes(&errors->chips, chip)) != 0;
}

/* ---- patterns of addresses and bits, for an engineer, where the chips are unknown ---- */

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        const uint64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

static void join_patterns(struct error_pattern *to, const struct error_pattern *from)
{
    const struct error_pattern had = *to;

    if (!had.any || !from->any) {
        *to = had.any ? had : *from;
        return;
    }
    to->moved |= from->moved;
    to->ones |= from->ones;
    to->zeros |= from->zeros;
    if (from->lowest_at < to->lowest_at)
        to->lowest_at = from->lowest_at;
    if (from->highest_at > to->highest_at)
        to->highest_at = from->highest_at;
    const uint64_t apart = had.lowest_at > from->lowest_at ? had.lowest_at - from->lowest_at
                                                           : from->lowest_at - had.lowest_at;
    to->spacing = common_divisor(common_divisor(had.spacing, from->spacing), apart);
}

/* The address bits in which the place that a word was stored at differs from where it is found; 0: it is no such word. */
static uint64_t moved(const struct memory_errors *errors, uint64_t at, uint64_t seen)
{
    const uint64_t from = errors->data == DATA_ADDRESSES ? mixed_address_of(seen) : at;

    return from < errors->view->size && from % 8 == 0 ? from ^ at : 0;
}

static void note_pattern(const struct memory_errors *errors, struct error_pattern *pattern,
                         uint64_t at, uint64_t expected, uint64_t seen)
{
    const struct error_pattern word = { .any = true,
                                        .ones = seen & ~expected,
                                        .zeros = expected & ~seen,
                                        .moved = moved(errors, at, seen),
                                        .lowest_at = at,
                                        .highest_at = at };

    join_patterns(pattern, &word);
}

/* A word that the copy brought wrong and BAR1 reads right. */
static void add_copied(struct memory_errors *errors, uint64_t at, uint64_t expected, uint64_t seen)
{
    const uint64_t wrong = expected ^ seen;
    struct copied_errors *const copied =
        in_several_chips(errors, wrong) ? &errors->strayed : &errors->copied;
    struct partition_addr there = { 0 };

    if (errors->placed && !column_of(errors, at, &there))
        there.part = 0;
    copied->pieces[there.part][piece_of(errors, at)]++;
    if (!copied->words++) {
        copied->first_at = at;
        copied->first_expected = expected;
        copied->first_seen = seen;
    }
    note_pattern(errors, &copied->pattern, at, expected, seen);
    if (!errors->placed) {
        channels_add(&errors->channels, at, wrong);
        return;
    }
    if (!errors->split) {
        note_copied(errors, copied, at, wrong);
        return;
    }
    if (wrong & UINT32_MAX)
        note_copied(errors, copied, at, wrong & UINT32_MAX);
    if (wrong >> 32)
        note_copied(errors, copied, at + 4, wrong >> 32);
}

void memory_errors_take_strayed(struct memory_errors *errors)
{
    if (errors->copied.words || errors->count)
        return;
    errors->copied = errors->strayed;
    errors->strayed = (struct copied_errors){ 0 };
}

/* They count as unstable, because BAR1 has not found them wrong. */
void memory_errors_take_copied(struct memory_errors *errors)
{
    const struct copied_errors *copied = &errors->copied;

    if (!errors->count && copied->words) {
        errors->first_at = copied->first_at;
        errors->first_expected = copied->first_expected;
        errors->first_seen = copied->first_seen;
    }
    join_patterns(&errors->pattern, &copied->pattern);
    errors->count += copied->words;
    errors->unstable += copied->words;
    for (unsigned part = 0; part < errors->strip.parts; part++)
        for (unsigned i = 0; i < VRAM_PIECES; i++)
            errors->strip.wrong[part][i] += copied->pieces[part][i];
    for (unsigned part = 0; part < errors->chips.parts; part++)
        for (unsigned rank = 0; rank < errors->chips.ranks; rank++) {
            errors->parts[part].unstable[rank].words += copied->of_part[part][rank];
            errors->parts[part].unstable[rank].lanes |= copied->lanes[part][rank];
            for (unsigned chip = 0; chip < chip_count(&errors->chips); chip++)
                errors->chips.wrong[part][rank][chip] += copied->of_chip[part][rank][chip];
        }
}

/* Counts a word that BAR1 read wrong: reads it again, and sorts each column of it by its place. */
static void add_word(struct memory_errors *errors, struct part_errors *part, uint64_t at,
                     uint64_t expected, uint64_t seen, bool open)
{
    const uint64_t wrong = expected ^ seen;

    if (!errors->count++) {
        errors->first_at = at;
        errors->first_expected = expected;
        errors->first_seen = seen;
    }
    part->words++;
    count_piece(errors, (unsigned)(part - errors->parts), at, 1);
    const uint64_t stable = open ? still_wrong(errors, part, at, expected, wrong) : wrong;
    const bool several = in_several_chips(errors, wrong & ~stable);
    if (!errors->split) {
        add_column(errors, at, wrong, stable, several);
        return;
    }
    if (wrong & UINT32_MAX)
        add_column(errors, at, wrong & UINT32_MAX, stable & UINT32_MAX, several);
    if (wrong >> 32)
        add_column(errors, at + 4, wrong >> 32, stable >> 32, several);
}

bool memory_errors_in_part(const struct memory_errors *errors, uint64_t at, unsigned part)
{
    struct partition_addr there;

    return errors->placed && column_of(errors, at, &there) && there.part == part;
}

/* Whether memory answers next at `at`. Where a cache lies before it that takes a while, so a chunk that a copy brought is
 * taken out once for all its words, and no more than EVICTIONS times in an element. */
static bool memory_answers(struct memory_errors *errors, uint64_t at)
{
    struct memory_view *const view = errors->view;
    const uint64_t chunk = at / VIEW_CHUNK * VIEW_CHUNK;

    if (!view->way->evict || (view->by_copy && errors->evicted == chunk + 1))
        return true;
    if (errors->evictions >= EVICTIONS)
        return false;
    errors->evictions++;
    errors->evicted = chunk + 1;
    return view_settle(view, at);
}

/* Whether the word is wrong each time that it is read again. One that memory is not asked for is taken to be. */
static bool stays_wrong(struct memory_errors *errors, uint64_t at, uint64_t expected)
{
    if (!memory_answers(errors, at))
        return true;
    for (unsigned i = 0; i < REREADS; i++)
        if (view_read(errors->view, at, 8) == expected)
            return false;
    return true;
}

/* Where chips cannot be told apart. A word that is right when it is read again says that something between
 * us and the cells is not steady; it counts as wrong all the same. */
static void add_unplaced(struct memory_errors *errors, uint64_t at, uint64_t expected,
                         uint64_t seen)
{
    count_piece(errors, 0, at, 1);
    note_pattern(errors, &errors->pattern, at, expected, seen);
    if (!errors->count++) {
        errors->first_at = at;
        errors->first_expected = expected;
        errors->first_seen = seen;
    }
    if (errors->in_element++ < ELEMENT_ERRORS) {
        errors->unstable += !stays_wrong(errors, at, expected);
        channels_add(&errors->channels, at, expected ^ seen);
    } else {
        channels_skip(&errors->channels, at, expected ^ seen);
    }
}

/* The wrong bits of a word that reads `seen` which are right once BAR1 has stored it, and stay so: a cell that leaks
 * holds its value at first, and a small memory is gone over before it is lost. */
static uint64_t right_by_bar1(struct memory_errors *errors, uint64_t at, uint64_t expected,
                              uint64_t seen)
{
    struct memory_view *const view = errors->view;
    struct bus *const bus = view->t->card->bus;
    uint64_t right;

    view_write(view, at, 8, expected);
    right = (expected ^ seen) & ~(expected ^ view_read(view, at, 8));
    if (!right || errors->leaks_tried == LEAKS_MAX)
        return right;
    errors->leaks_tried++;
    bus->ops->wait_us(bus, LEAK_US);
    return right & ~(expected ^ view_read(view, at, 8));
}

/* Whether a word that reads `seen` and that the card's own copy has stored proves nothing, because a wrong bit of it is
 * right once BAR1 has stored it. From then on BAR1 stores, and words that copies stored before are not judged, because
 * the next element finds them stored by BAR1. */
static bool stored_wrong(struct memory_errors *errors, uint64_t at, uint64_t expected,
                         uint64_t seen)
{
    struct memory_view *const view = errors->view;

    if (errors->stored_wrong || !(view->storing || view->stale))
        return errors->stored_wrong;
    errors->stored_wrong = right_by_bar1(errors, at, expected, seen);
    if (!errors->stored_wrong)
        return false;
    view_end_stores(view);
    test_say(view->t,
             "%s: stores go through BAR1 again, for VRAM 0x%llx was wrong after %s and holds what "
             "BAR1 stores",
             view->t->name, (unsigned long long)at, view->way->copier);
    return true;
}

/* A word whose place in the chips is known. Past ELEMENT_ERRORS it is counted, and its row noted. */
static void add_placed(struct memory_errors *errors, const struct partition_addr *there,
                       uint64_t at, uint64_t expected, uint64_t seen)
{
    struct part_errors *const part = &errors->parts[there->part];
    /* Explained errors must not use up the limit for the others. */
    const bool open = is_open(errors, there, expected ^ seen);
    uint64_t *const counted = open ? &part->open_in_element : &part->in_element;
    /* A wrong word from a copy is no error of the memory until BAR1 reads it wrong, too; one that a copy may have stored,
     * until BAR1 has stored it. */
    const bool copied = open && errors->view->by_copy;
    const bool doubtful = copied || (open && errors->view->stale);

    if ((*counted)++ >= ELEMENT_ERRORS) {
        errors->count += !doubtful;
        part->words += !doubtful;
        if (!doubtful)
            count_piece(errors, there->part, at, 1);
        if (!open)
            note_row(errors, there, expected ^ seen);
        return;
    }
    const uint64_t again = copied ? view_read(errors->view, at, 8) : seen;

    if (again == expected || (doubtful && stored_wrong(errors, at, expected, again)))
        add_copied(errors, at, expected, seen);
    else
        add_word(errors, part, at, expected, again, open);
}

void memory_errors_add(struct memory_errors *errors, uint64_t at, uint64_t expected, uint64_t seen)
{
    if (card_lost(errors->view->t->card)) /* nothing was read from memory */
        return;
    const bool copied = errors->view->by_copy;
    struct partition_addr there;

    if (errors->placed && column_of(errors, at, &there))
        add_placed(errors, &there, at, expected, seen);
    else if (copied && view_read(errors->view, at, 8) == expected)
        add_copied(errors, at, expected, seen);
    else
        add_unplaced(errors, at, expected, seen);
}

/* Words of one block of 256 bytes, which lies in one row of one partition: where none needs a look, because broken wires
 * explain it or its bank is bad as a whole, and the element has had its ELEMENT_ERRORS, they are counted together. `wrong`:
 * bits that are wrong in any of them. */
static bool counted_together(struct memory_errors *errors, uint64_t at, uint64_t wrong,
                             size_t words)
{
    struct partition_addr there;

    if (!errors->placed || !column_of(errors, at, &there))
        return false;
    struct part_errors *const part = &errors->parts[there.part];
    if (part->in_element < ELEMENT_ERRORS || is_open(errors, &there, wrong))
        return false;
    note_row(errors, &there, wrong);
    part->in_element += words;
    part->words += words;
    errors->count += words;
    count_piece(errors, there.part, at, words);
    return true;
}

/* Within one block. */
static size_t add_block(struct memory_errors *errors, uint64_t at, const uint64_t *expected,
                        size_t step, const uint64_t *seen, size_t words)
{
    uint64_t wrong = 0;
    size_t count = 0;

    for (size_t i = 0; i < words; i++) {
        wrong |= seen[i] ^ expected[i * step];
        count += seen[i] != expected[i * step];
    }
    if (!count || counted_together(errors, at, wrong, count))
        return count;
    for (size_t i = 0; i < words; i++)
        if (seen[i] != expected[i * step])
            memory_errors_add(errors, at + 8 * i, expected[i * step], seen[i]);
    return count;
}

size_t memory_errors_add_span(struct memory_errors *errors, uint64_t at, const uint64_t *expected,
                              size_t step, const uint64_t *seen, size_t words)
{
    size_t count = 0, block;

    if (!words || card_lost(errors->view->t->card)) /* nothing was read from memory */
        return 0;
    for (size_t i = 0; i < words; i += block) {
        const uint64_t here = at + 8 * i;

        block = LEAST((PIECE - here % PIECE) / 8, words - i);
        count += add_block(errors, here, &expected[i * step], step, &seen[i], block);
    }
    return count;
}
