/* The findings of each broken wire (suite/memory/wires.h), over a made-up memory of two partitions whose
 * lanes can be held at a level, tied to each other, or reached without an address line. The expected finding is worked
 * out from the wire: a fault at every place tried is the wire's, one at fewer than two is not said. */
#include "suite/memory/order.h"
#include "suite/memory/wires.h"
#include "suite/memory/wires_data.h"
#include "suite/memory/wires_spot.h"
#include "tests/suite/memory/view_rig.h"

#define SIZE   (UINT64_C(1) << 23)
#define ALL    UINT64_MAX
#define CHIP_0 UINT64_C(0x00000000ffffffff)
#define CHIP_1 UINT64_C(0xffffffff00000000)
#define BOTH   3u    /* partitions, or ranks */
#define BANKS  0xffu /* all eight of them; the places tried lie in 0, 7, 1 and 6 */

/* Row from bit 17 on, bank 16:14, rank 13, partition 12. Below: the column of 8 bytes; or, split, the half in bit 11
 * and a column of 4 bytes; or one half alone and twice as many columns. */
enum build { WHOLE, SPLIT, HALF };

struct fault {
    uint64_t zero, one;           /* lanes held at a level */
    uint64_t tied;                /* two lanes that take one level */
    uint64_t blind, small;        /* lanes without an address line; bytes whose mask does nothing */
    unsigned parts, ranks, banks; /* masks: where it is */
    bool high;                    /* of the two levels the higher one is taken */
    bool one_way;                 /* the higher lane takes the lower one's, whatever it is */
    unsigned spared;    /* column of the 32 bytes that a small store leaves alone; 0: none */
    uint8_t field, bit; /* which address line */
};

static uint8_t ram[SIZE];
static enum build build;
static unsigned parts, ranks;
static uint8_t rows_b; /* log2 of rank B's rows */
static struct fault faults[3];
static unsigned left; /* accesses until the deadline passes */

static uint64_t address_of(struct partition_addr at)
{
    const uint64_t column = build == WHOLE   ? at.column << 3
                            : build == SPLIT ? (uint64_t)at.subpart << 11 | at.column << 2
                                             : at.column << 2;

    return (uint64_t)at.row << 17 | (uint64_t)at.bank << 14 | (uint64_t)at.rank << 13 |
           (uint64_t)at.part << 12 | column;
}

static struct partition_addr place_of(uint64_t at)
{
    struct partition_addr p = { .part = at >> 12 & 1,
                                .rank = at >> 13 & 1,
                                .bank = at >> 14 & 7,
                                .row = (uint32_t)(at >> 17),
                                .column = (uint32_t)(at >> 2 & 1023) };

    if (build == WHOLE)
        p.column >>= 1;
    if (build == SPLIT) {
        p.subpart = at >> 11 & 1;
        p.column &= 511;
    }
    return p;
}

static bool strikes(const struct fault *fault, struct partition_addr p)
{
    return (fault->parts >> p.part & 1) && (fault->ranks >> p.rank & 1) &&
           (fault->banks >> p.bank & 1);
}

static unsigned column_bytes(void)
{
    return build == WHOLE ? 8 : 4;
}

static struct partition_addr without_line(struct partition_addr p, const struct fault *fault)
{
    const uint32_t keep = ~BIT(fault->bit);

    if (fault->field == FIELD_COLUMN)
        p.column &= keep;
    else if (fault->field == FIELD_BANK)
        p.bank &= (uint8_t)keep;
    else if (fault->field == FIELD_ROW)
        p.row &= keep;
    else
        p.rank = 0;
    return p;
}

/* The lanes of a column as they lie in its cells; `lanes` of them are taken, or stored. */
static uint64_t cells(struct partition_addr p, uint64_t lanes, const uint64_t *store)
{
    const unsigned shift = 32 * p.subpart, size = column_bytes();
    uint64_t value = 0;

    memcpy(&value, ram + address_of(p), size);
    value <<= shift;
    if (store) {
        value = ((value & ~lanes) | (*store & lanes)) >> shift;
        memcpy(ram + address_of(p), &value, size);
    }
    return value & lanes;
}

/* Each lane where its address lines lead: those of a chip that lacks one, elsewhere. */
static uint64_t reach(struct partition_addr p, uint64_t lanes, const uint64_t *store)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < ARRAY_SIZE(faults); i++)
        if (faults[i].blind & lanes && strikes(&faults[i], p)) {
            value |= cells(without_line(p, &faults[i]), faults[i].blind & lanes, store);
            lanes &= ~faults[i].blind;
        }
    return value | cells(p, lanes, store);
}

static uint64_t read_column(struct partition_addr p)
{
    uint64_t value = reach(p, build == WHOLE ? ALL : UINT64_C(0xffffffff) << 32 * p.subpart, NULL);

    for (unsigned i = 0; i < ARRAY_SIZE(faults); i++)
        if (strikes(&faults[i], p))
            value = (value & ~faults[i].zero) | faults[i].one;
    return value >> 32 * p.subpart;
}

/* A lane pair that is tied stores one level for both. */
static uint64_t tied(struct partition_addr p, uint64_t value)
{
    for (unsigned i = 0; i < ARRAY_SIZE(faults); i++) {
        const uint64_t pair = faults[i].tied, set = value & pair;

        if (!pair || !strikes(&faults[i], p))
            continue;
        if (faults[i].one_way)
            value = value & pair & (~pair + 1) ? value | pair : value & ~pair;
        else if (set && set != pair)
            value = faults[i].high ? value | pair : value & ~pair;
    }
    return value;
}

static void write_column(struct partition_addr p, uint64_t bytes, uint64_t value)
{
    value = tied(p, value << 32 * p.subpart);
    reach(p, bytes << 32 * p.subpart, &value);
}

/* A byte whose mask does nothing is stored into all columns of the 32 bytes around. */
static void let_through(uint64_t at, uint8_t byte)
{
    const uint64_t first = at & ~(uint64_t)31, value = byte * UINT64_C(0x0101010101010101);

    for (unsigned i = 0; i < ARRAY_SIZE(faults); i++)
        for (uint64_t next = first; next < first + 32; next += column_bytes())
            if (faults[i].small && strikes(&faults[i], place_of(next)) &&
                (!faults[i].spared || (next - first) / column_bytes() != faults[i].spared))
                reach(place_of(next), faults[i].small, &value);
}

static uint64_t bus_read(struct bus *bus, bus_addr at, uint8_t size)
{
    assert_int_equal(column_bytes(), size);
    card.expired |= !left--;
    return read_column(place_of(at.v));
}

static void bus_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    assert_true(size == 4 || size == column_bytes());
    if (size < column_bytes() || build != WHOLE)
        let_through(at.v, (uint8_t)value);
    write_column(place_of(at.v), ALL >> (64 - 8 * size), value);
}

static void write_block(struct bus *bus, bus_addr at, const void *bytes, size_t size)
{
    for (size_t done = 0; done < size; done += column_bytes()) {
        uint64_t value = 0;

        memcpy(&value, (const uint8_t *)bytes + done, column_bytes());
        assert_int_equal(UINT64_C(0x3636363636363636) >> (64 - 8 * column_bytes()), value);
        write_column(place_of(at.v + done), ALL >> (64 - 8 * column_bytes()), value);
    }
}

STUB(uint64_t, find, address_of(at), const struct memory_view *v, struct partition_addr at)

static bool place(const struct memory_view *v, uint64_t at, struct partition_addr *out)
{
    *out = place_of(at);
    return true;
}

static enum err shape(struct memory_view *v, struct vram_shape *out)
{
    /* clang-format off */
    *out = (struct vram_shape){ .part_mask = BIT(parts) - 1, .parts = (uint8_t)parts,
        .subparts = build == SPLIT ? 2 : 1, .ranks = (uint8_t)ranks,
        .lanes = build == HALF ? 32 : 64, .chip_width = 32, .column_bytes = (uint8_t)column_bytes(),
        .column_bits = build == HALF ? 10 : 9, .bank_bits = 3, .row_bits = { 6, rows_b } };
    /* clang-format on */
    return OK;
}

static const struct vram_way way = {
    .show = show_all, .shape = shape, .place = place, .find = find
};
static struct memory_errors errors;
static struct damages damages;

FIXTURE(whole)
{
    build = WHOLE;
    parts = ranks = 2;
    rows_b = 6;
    left = UINT32_MAX;
    config = (struct run_config){ 0 };
    memset(faults, 0, sizeof(faults));
    memset(ram, 0, sizeof(ram));
}

static void open_memory(void)
{
    open_rig(&way, NULL, SIZE);
    bench.does.read = bus_read;
    bench.does.write = bus_write;
    bench.does.write_block = write_block;
    assert_true(memory_errors_begin(&errors, &view));
    damages = (struct damages){ 0 };
}

static void try_wires(void)
{
    open_memory();
    wires_try(&errors, &damages);
    assert_int_equal(TEST_PASS, t.result);
}

static void expect_found(const struct damage *wanted, unsigned count)
{
    for (unsigned i = 0; i < count && i < damages.count; i++) {
        const struct damage *const is = &damages.all[i], *const w = &wanted[i];

        if (is->kind != w->kind || is->part != w->part || is->ranks != w->ranks ||
            is->value != w->value || is->lanes != w->lanes || is->field != w->field ||
            is->bit != w->bit)
            fail_msg("damage %u: kind %u part %u ranks %u value %d lanes 0x%016llx line %u.%u", i,
                     is->kind, is->part, is->ranks, is->value, (unsigned long long)is->lanes,
                     is->field, is->bit);
    }
    assert_pairs(count, damages.count, 0, damages.lost);
}

/* The wires are tried, and exactly this is found, in this order. */
#define FOUND(...)                                                                                 \
    (try_wires(),                                                                                  \
     expect_found((const struct damage[]){ __VA_ARGS__ },                                          \
                  sizeof((const struct damage[]){ __VA_ARGS__ }) / sizeof(struct damage)))

/* A fault at every place of these partitions; the damage of an address line. */
#define ALL_OF(in) .parts = (in), .ranks = BOTH, .banks = BANKS
#define LOST(in, which, what, n)                                                                   \
    .kind = DAMAGE_ADDRESS, .ranks = (in), .lanes = (which), .field = (what), .bit = (n)

static void expect_nothing(void)
{
    try_wires();
    expect_found(NULL, 0);
    for (unsigned part = 0; part < parts; part++)
        for (unsigned rank = 0; rank < ranks; rank++) {
            assert_pairs(0, errors.parts[part].explained[rank], 0, errors.parts[part].veiled[rank],
                         false, errors.chips.bad[part][rank][0] || errors.chips.bad[part][rank][1]);
        }
}

/* The memory that the march has to leave alone, and the chips in the picture, of one partition. */
static void expect_left(unsigned part, uint64_t explained_a, uint64_t explained_b, uint64_t veiled,
                        const bool bad[2][2])
{
    const uint64_t explained[2] = { explained_a, explained_b };

    for (unsigned rank = 0; rank < ARRAY_SIZE(explained); rank++) {
        const bool is_there = rank < ranks;

        assert_int_equal(is_there ? explained[rank] : 0, errors.parts[part].explained[rank]);
        assert_int_equal(is_there ? veiled : 0, errors.parts[part].veiled[rank]);
        for (unsigned chip = 0; chip < (build == HALF ? 1u : 2u); chip++)
            assert_int_equal(is_there && bad[rank][chip], errors.chips.bad[part][rank][chip]);
    }
}

static const bool none[2][2], second[2][2] = { { false, true }, { false, true } };

/* ---- data lines ------------------------------------------------------------------------------ */

/* All of rank B, while rank A answers; with a line of rank A too, they are chips. */
TEST(a_rank_that_does_not_answer, whole)
{
    faults[0] = (struct fault){ .parts = 2, .ranks = 2, .banks = BANKS, .zero = ALL };
    FOUND({ .kind = DAMAGE_RANK, .part = 1, .ranks = 2, .lanes = ALL });
    expect_left(1, 0, ALL, 0, (const bool[2][2]){ { 0, 0 }, { 1, 1 } });
    faults[1] = (struct fault){ .parts = 2, .ranks = 1, .banks = BANKS, .zero = 1 };
    FOUND({ .kind = DAMAGE_CHIP, .part = 1, .ranks = 2, .lanes = CHIP_0 },
          { .kind = DAMAGE_CHIP, .part = 1, .ranks = 2, .lanes = CHIP_1 },
          { .kind = DAMAGE_LINE, .part = 1, .ranks = 1, .lanes = 1 });
}

/* A chip that is dead in a bank says nothing of its lines there. At two other places it is seen; at one not. */
TEST(a_dead_bank_says_nothing_of_lines, whole)
{
    faults[0] = (struct fault){ .parts = 1, .ranks = BOTH, .banks = 0x01, .zero = CHIP_0 };
    expect_nothing();
    faults[1] = (struct fault){ .parts = 1, .ranks = BOTH, .banks = 0xc2, .one = BIT64(5) };
    FOUND({ .kind = DAMAGE_LINE, .ranks = 3, .value = true, .lanes = BIT64(5) });
    faults[0].banks = 0x81;
    faults[1].banks = 0x42;
    FOUND({ .kind = DAMAGE_LINE, .ranks = 3, .value = true, .lanes = BIT64(5) });
    faults[0].banks = 0x83;
    faults[1].banks = 0x40;
    expect_nothing();
}

TEST(two_lines_take_one_level, whole)
{
    faults[0] = (struct fault){ ALL_OF(1), .one = 0x1ff00 }; /* a byte's lines are one damage */
    FOUND({ .kind = DAMAGE_LINE, .ranks = 3, .value = true, .lanes = 0xff00 },
          { .kind = DAMAGE_LINE, .ranks = 3, .value = true, .lanes = 0x10000 });
    faults[0] = (struct fault){ ALL_OF(1), .tied = 0x208 };
    FOUND({ .kind = DAMAGE_SHORT, .ranks = 3, .lanes = 0x208 });
    expect_left(0, 0x208, 0x208, 0, (const bool[2][2]){ { 1, 0 }, { 1, 0 } });
    faults[0].high = true;
    faults[0].tied = BIT64(63) | 1;
    FOUND({ .kind = DAMAGE_SHORT, .ranks = 3, .value = true, .lanes = BIT64(63) | 1 });
    faults[0].ranks = 2; /* inside a chip of rank B */
    FOUND({ .kind = DAMAGE_SHORT, .ranks = 2, .value = true, .lanes = BIT64(63) | 1 });
    faults[0].banks = 0x01; /* at one place of four */
    expect_nothing();
}

/* A lane that takes another one's level but gives none is no short; lanes beyond two that are, may be stuck. */
TEST(a_short_goes_both_ways, whole)
{
    faults[0] = (struct fault){ ALL_OF(1), .tied = 0x808, .one_way = true };
    expect_nothing();
    faults[0] = (struct fault){ ALL_OF(1), .tied = 0x208 };
    faults[1] = (struct fault){ ALL_OF(1), .zero = 0x410 };
    FOUND({ .kind = DAMAGE_LINE, .ranks = 3, .lanes = 0x10 },
          { .kind = DAMAGE_LINE, .ranks = 3, .lanes = 0x400 },
          { .kind = DAMAGE_SHORT, .ranks = 3, .lanes = 0x208 });
}

/* Half of the lanes are in each half; the second's come after the first's. */
TEST(halves_have_lines_of_their_own, whole)
{
    build = SPLIT;
    faults[0] = (struct fault){ ALL_OF(1), .zero = BIT64(37) | 4 };
    FOUND({ .kind = DAMAGE_LINE, .ranks = 3, .lanes = 4 },
          { .kind = DAMAGE_LINE, .ranks = 3, .lanes = BIT64(37) });
    faults[0] = (struct fault){ ALL_OF(2), .tied = BIT64(33) | BIT64(60) };
    FOUND({ .kind = DAMAGE_SHORT, .part = 1, .ranks = 3, .lanes = BIT64(33) | BIT64(60) });
    build = HALF;
    faults[0] = (struct fault){ ALL_OF(1), .one = BIT64(31) };
    FOUND({ .kind = DAMAGE_LINE, .ranks = 3, .value = true, .lanes = BIT64(31) });
}

/* ---- address lines --------------------------------------------------------------------------- */

static struct fault blind(unsigned of_parts, uint64_t lanes, uint8_t field, uint8_t bit)
{
    return (struct fault){ ALL_OF(of_parts), .blind = lanes, .field = field, .bit = bit };
}

/* Every line but the highest, of the second chip of partition 1. */
TEST(each_address_line_is_tried, whole)
{
    static const uint8_t bits[] = { [FIELD_COLUMN] = 9, [FIELD_BANK] = 3, [FIELD_ROW] = 6 };

    for (unsigned field = 0; field < ARRAY_SIZE(bits); field++)
        for (uint8_t bit = 0; bit < bits[field]; bit++) {
            faults[0] = blind(2, CHIP_1, (uint8_t)field, bit);
            FOUND({ LOST(3, CHIP_1, (uint8_t)field, bit), .part = 1 });
            expect_left(1, 0, 0, CHIP_1, second);
            expect_left(0, 0, 0, 0, none);
        }
}

/* An address line reaches whole chips: seven lanes of a byte are no line, but with the eighth explained they are. */
TEST(a_byte_is_blind_or_not, whole)
{
    faults[0] = blind(1, 0x7f00, FIELD_ROW, 2);
    expect_nothing();
    faults[1] = (struct fault){ ALL_OF(1), .zero = 0x8000 };
    FOUND({ .kind = DAMAGE_LINE, .ranks = 3, .lanes = 0x8000 }, { LOST(3, 0x7f00, FIELD_ROW, 2) });
}

/* They are tried in rank A, which has the most rows. */
TEST(address_lines_are_tried_in_rank_a, whole)
{
    rows_b = 5;
    faults[0] = blind(1, CHIP_0, FIELD_ROW, 5);
    faults[0].ranks = 1;
    FOUND({ LOST(3, CHIP_0, FIELD_ROW, 5) });
    faults[0].banks = 0x81; /* the first two places */
    faults[0].bit = 1;
    FOUND({ LOST(3, CHIP_0, FIELD_ROW, 1) });
    faults[0].banks = BANKS;
    faults[0].ranks = 2;
    expect_nothing();
}

/* The highest row bit missing everywhere is a size that is set too large, no bad chip; one partition cannot tell. */
TEST(a_size_that_is_too_large, whole)
{
    for (build = WHOLE; build <= HALF; build++) {
        const uint64_t all = build == HALF ? CHIP_0 : ALL;

        ranks = 1;
        parts = 2;
        faults[1] = (struct fault){ 0 };
        faults[0] = blind(3, all, FIELD_ROW, 5);
        FOUND({ .kind = DAMAGE_SIZE, .ranks = 1, .field = FIELD_ROW, .bit = 5 });
        expect_left(0, 0, 0, all, none);
        expect_left(1, 0, 0, all, none);
        faults[1] = (struct fault){ .parts = 2, .ranks = 1, .banks = BANKS, .one = 8 };
        FOUND({ .kind = DAMAGE_LINE, .part = 1, .ranks = 1, .value = true, .lanes = 8 },
              { .kind = DAMAGE_SIZE, .ranks = 1, .field = FIELD_ROW, .bit = 5 });
        faults[1] = (struct fault){ 0 };
        faults[0] = blind(3, all & ~UINT64_C(0xff), FIELD_ROW, 5);
        FOUND({ LOST(1, all - 0xff, FIELD_ROW, 5) },
              { LOST(1, all - 0xff, FIELD_ROW, 5), .part = 1 });
        faults[0] = blind(2, all, FIELD_ROW, 5);
        FOUND({ LOST(1, all, FIELD_ROW, 5), .part = 1 });
        faults[0] = blind(3, all, FIELD_ROW, 4);
        FOUND({ LOST(1, all, FIELD_ROW, 4) }, { LOST(1, all, FIELD_ROW, 4), .part = 1 });
        parts = 1;
        faults[0] = blind(1, all, FIELD_ROW, 5);
        FOUND({ LOST(1, all, FIELD_ROW, 5), .value = true });
    }
}

/* ---- masks ----------------------------------------------------------------------------------- */

/* A small store goes through the mask of one byte, into all 32 bytes that a burst has. */
TEST(a_mask_lets_a_small_store_through, whole)
{
    faults[0] = (struct fault){ ALL_OF(2), .small = 0xff0000 };
    FOUND({ .kind = DAMAGE_MASK, .part = 1, .ranks = 3, .lanes = 0xff0000 });
    expect_left(1, 0, 0, 0xff0000, (const bool[2][2]){ { 1, 0 }, { 1, 0 } });
    ranks = 1;
    FOUND({ .kind = DAMAGE_MASK, .part = 1, .ranks = 1, .lanes = 0xff0000 });
    expect_left(1, 0, 0, 0xff0000, (const bool[2][2]){ { 1, 0 }, { 0, 0 } });
    faults[0].banks = 0x7f; /* not at each place */
    expect_nothing();
    ranks = 2;
    for (unsigned byte = 0; byte < 8; byte++) { /* each has one */
        faults[0] = (struct fault){ ALL_OF(1), .small = UINT64_C(0xff) << 8 * byte };
        FOUND({ .kind = DAMAGE_MASK, .ranks = 3, .lanes = UINT64_C(0xff) << 8 * byte });
    }
}

/* In memory that already holds the sector's fill word, too. */
TEST(a_mask_lets_a_store_into_all_of_the_sector, whole)
{
    faults[0] = (struct fault){ ALL_OF(1), .small = 0xff00 };
    for (; faults[0].spared < 4; faults[0].spared++) {
        memset(ram, 0x36, sizeof(ram));
        open_memory();
        wires_try_masks(&errors, &damages, 0);
        assert_int_equal(faults[0].spared == 0, damages.count);
    }
}

/* ---- few places, few lanes -------------------------------------------------------------------- */

/* Seven lines of the first byte are held low, and perhaps something is wrong with its mask. */
static void expect_seven_lines(bool mask)
{
    struct damage wanted[8];

    for (unsigned i = 0; i < 7; i++)
        wanted[i] = (struct damage){ .kind = DAMAGE_LINE, .ranks = 3, .lanes = BIT64(i + 1) };
    wanted[7] = (struct damage){ .kind = DAMAGE_MASK, .ranks = 3, .lanes = 0xff };
    try_wires();
    expect_found(wanted, mask ? 8 : 7);
}

/* The finding for a byte then depends on its one remaining lane. */
TEST(one_lane_of_a_byte_is_left, whole)
{
    faults[0] = (struct fault){ ALL_OF(1), .zero = 0xfe };
    expect_seven_lines(false);
    config.range_from =
        8 << 17; /* two of the places, from which rows 40 and more cannot be reached */
    config.range_to = 26 << 17;
    expect_seven_lines(false);
    config = (struct run_config){ 0 };
    faults[1] = (struct fault){ .parts = 1, .ranks = BOTH, .banks = 0x42, .zero = 1 };
    expect_seven_lines(false);
    faults[1] = (struct fault){ .parts = 1, .ranks = BOTH, .banks = 0x42, .one = 1 };
    expect_seven_lines(false);
    faults[1] = blind(1, 1, FIELD_ROW, 1);
    faults[1].banks = 0x80; /* at one place */
    expect_seven_lines(false);
    faults[1] = (struct fault){ ALL_OF(1), .small = 0xff };
    expect_seven_lines(true);
    /* Held so that none of them looks as if it were the same at two addresses. */
    faults[0] = (struct fault){ ALL_OF(1), .zero = 0xa4, .one = 0x5a };
    faults[1] = (struct fault){ 0 };
    try_wires();
    assert_int_equal(7, damages.count);
}
