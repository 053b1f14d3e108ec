/* Broken memory beside the plain one of plain_memory.h, with every defect typed as its effect on a cell. Random
 * accesses must read the same in both, and afterwards storage must be the same to the last byte. */
#include "tests/model/nv50/vram/plain_memory.h"

#define ALL       UINT32_MAX
#define LINE      UINT64_C(1)
#define LOW       UINT64_C(0x00000000ffffffff)
#define HIGH      UINT64_C(0xffffffff00000000)
#define WIDE      UINT64_MAX
#define CELL(...) .bits = { ALL, ALL, ALL, ALL }, .level = { __VA_ARGS__ }

#define ILL(what, on, level_seen, ...)                                                             \
    {                                                                                              \
        .kind = (what), .parts = (on), .value = (level_seen), .lanes = __VA_ARGS__                 \
    }

/* clang-format off */
static const struct board g84     = { CHIP_G84, 3, 1, 0, 1, NULL, NATURAL, 2, { 0, 1 }, 7, 2, 8 };
static const struct board g84_xor = { CHIP_G84, 3, 1, 0, 1, "row_bank_column=xor", XOR, 2, { 0, 1 }, 7, 2, 8 };
static const struct board g86     = { CHIP_G86, 3, 1, 0, 1, NULL, NATURAL, 2, { 0, 1 }, 7, 2, 8 };
static const struct board holes   = { CHIP_G84, 2, 1, 0, 1, NULL, NATURAL, 1, { 1 }, 7, 2, 8 };
static const struct board g80     = { CHIP_G80, 7, 1, 0, 1, NULL, NATURAL, 3, { 0, 1, 2 }, 7, 2, 8 };
static const struct board ranks   = { CHIP_G84, 3, 1, 0, 2, NULL, NATURAL, 2, { 0, 1 }, 6, 2, 8 };
static const struct board woven   = { CHIP_G84, 3, 1, 0, 2, "row_bank_column=interleave", INTERLEAVE, 2, { 0, 1 }, 6, 2, 8 };
static const struct board gt215   = { CHIP_GT215, 3, 2, 0, 1, NULL, NATURAL, 2, { 0, 1 }, 7, 2, 8 };
static const struct board masked  = { CHIP_GT215, 3, 2, 5, 1, NULL, NATURAL, 2, { 0, 1 }, 7, 2, 8 };
static const struct board half    = { CHIP_GT215, 3, 1, 0, 1, NULL, NATURAL, 2, { 0, 1 }, 8, 2, 8 };
/* clang-format on */

/* One row for each way to ask for a defect. Cells of an address are worked out by hand: block = address / 256,
 * partition = block % P, the rest of the block number times 256 bytes is the place in the partition, in words of
 * 8 bytes (subpartitions: of 4); from its lowest bit that is the column, the bank, the row. */
/* clang-format off */
static const struct row rows[] = {
    { &g84, NULL, { { .kind = NONE } } }, { &gt215, NULL, { { .kind = NONE } } },
    { &g84, "vram-stuck", { ILL(DEAD, 1, 0, LINE << 0) } },
    { &g84, "vram-stuck:partition=1,bit=37,value=1", { ILL(DEAD, 2, 1, LINE << 37) } },
    { &g84, "vram-stuck:bit=63,above=70", { ILL(DEAD, 1, 0, LINE << 63, .above = 70) } },
    { &g84, "vram-data-short:bit=3,other=9", { ILL(SHORT, 1, 0, LINE << 3 | LINE << 9) } },
    { &g84, "vram-data-short:bit=8", { ILL(SHORT, 1, 0, LINE << 8 | LINE << 9) } },
    { &g84, "vram-data-short", { ILL(SHORT, 1, 0, LINE << 0 | LINE << 1) } },
    { &g84, "vram-data-short:partition=1,bit=40,other=2,value=1", { ILL(SHORT, 2, 1, LINE << 40 | LINE << 2) } },
    { &g84, "vram-address", { ILL(LINES, 1, 0, WIDE, .bits = { .row = 1 }) } },
    { &g84, "vram-address:row_bit=7,value=1,partition=1", { ILL(LINES, 2, 0, WIDE, .bits = { .row = 0x80 }, .level = { .row = 0x80 }) } },
    { &g84, "vram-address:row_bit=3,width=64", { ILL(LINES, 1, 0, WIDE, .bits = { .row = 8 }) } },
    { &g84, "vram-address:bank_bit=1,partition=1", { ILL(LINES, 2, 0, WIDE, .bits = { .bank = 2 }) } },
    { &g84, "vram-address:bank_bit=0,value=1,chip=1", { ILL(LINES, 1, 0, HIGH, .bits = { .bank = 1 }, .level = { .bank = 1 }) } },
    { &g84, "vram-address:column_bit=6", { ILL(LINES, 1, 0, WIDE, .bits = { .column = 0x40 }) } },
    { &g84, "vram-address:column_bit=0,chip=3,width=16,value=1",
      { ILL(LINES, 1, 0, UINT64_C(0xffff) << 48, .bits = { .column = 1 }, .level = { .column = 1 }) } },
    { &g84, "vram-address:column_bit=4,chip=7,width=8", { ILL(LINES, 1, 0, UINT64_C(0xff) << 56, .bits = { .column = 0x10 }) } },
    /* the first of the eight byte lanes alone, and all but it where they are */
    { &g84, "vram-address:row_bit=1,chip=0,width=8", { ILL(LINES, 1, 0, 0xff, .bits = { .row = 2 }) } },
    { &g84, "vram-address:column_bit=2,chip=0,width=8", { ILL(LINES, 1, 0, 0xff, .bits = { .column = 4 }) } },
    { &g84, "vram-address:column_bit=1,chip=0,width=8,value=1", { ILL(LINES, 1, 0, 0xff, .bits = { .column = 2 }, .level = { .column = 2 }) } },
    { &g84, "vram-row", { ILL(DEAD, 1, 1, WIDE, .bits = { ALL, ALL, ALL, 0 }) } },
    { &g84, "vram-row:partition=1,bank=3,row=255,value=0,chip=0",
      { ILL(DEAD, 2, 0, LOW, .bits = { ALL, ALL, ALL, 0 }, .level = { 0, 3, 255, 0 }) } },
    { &g84, "vram-bank:bank=3", { ILL(DEAD, 1, 1, WIDE, .bits = { ALL, ALL, 0, 0 }, .level = { .bank = 3 }) } },
    { &g84, "vram-bank:partition=1,bank=1,value=0,width=8,chip=5",
      { ILL(DEAD, 2, 0, UINT64_C(0xff) << 40, .bits = { ALL, ALL, 0, 0 }, .level = { .bank = 1 }) } },
    { &g84, "vram-column:bank=1,column=127,bit=33",
      { ILL(DEAD, 1, 1, LINE << 33, .bits = { ALL, ALL, 0, ALL }, .level = { .bank = 1, .column = 127 }) } },
    { &g84, "vram-column:partition=1,value=0", { ILL(DEAD, 2, 0, LINE << 0, .bits = { ALL, ALL, 0, ALL }) } },
    { &g84, "vram-chip", { ILL(DEAD, 1, 1, LOW) } },
    { &g84, "vram-chip:partition=1,chip=1,value=0", { ILL(DEAD, 2, 0, HIGH) } },
    { &g86, "vram-chip:chip=3", { ILL(DEAD, 1, 1, UINT64_C(0xffff) << 48) } },
    { &g84, "vram-fade", { ILL(FADE, 1, 0, LINE << 0, CELL(.row = 128), .ms = 500) } },
    { &g84, "vram-fade:address=0x1f7,bit=31,ms=3,value=1",
      { ILL(FADE, 2, 1, LINE << 63, CELL(.column = 30), .ms = 3) } },
    { &g84, "vram-coupling", { ILL(COUPLING, 1, 0, LINE << 0, CELL(.row = 128)) } },
    { &g84, "vram-coupling:address=0x21104,bit=9", { ILL(COUPLING, 2, 0, LINE << 41, CELL(.bank = 2, .row = 16)) } },
    { &g84, "vram-cell", { ILL(DEAD, 1, 0, LINE << 0, CELL(.row = 128)) } },
    { &g84, "vram-cell:address=0x21104,bit=9,value=1,above=50",
      { ILL(DEAD, 2, 1, LINE << 41, CELL(.bank = 2, .row = 16), .above = 50) } },
    { &g80, "vram-cell:address=0x12344,bit=9,value=1", { ILL(DEAD, 1, 1, LINE << 41, CELL(.row = 6, .column = 40)) } },
    { &g84_xor, "vram-cell:address=0x21104,bit=9,value=1",
      { ILL(DEAD, 2, 1, LINE << 41, CELL(.bank = 2, .row = 16)) } },
    { &g84_xor, "vram-bank:bank=1", { ILL(DEAD, 1, 1, WIDE, .bits = { ALL, ALL, 0, 0 }, .level = { .bank = 1 }) } },
    { &g84_xor, "vram-address:bank_bit=1", { ILL(LINES, 1, 0, WIDE, .bits = { .bank = 2 }) } },
    { &g84_xor, "vram-address:row_bit=1,chip=0", { ILL(LINES, 1, 0, LOW, .bits = { .row = 2 }) } },
    { &g84, "vram-mask", { ILL(MASK, 1, 0, 0xff) } },
    { &g84, "vram-mask:partition=1,byte=6", { ILL(MASK, 2, 0, UINT64_C(0xff) << 48) } },
    { &g84, "vram-size", { ILL(LINES, 3, 0, WIDE, .bits = { .row = 0x80 }) } },
    { &holes, "vram-stuck:bit=2", { ILL(DEAD, 2, 0, LINE << 2) } },
    { &holes, "vram-size", { ILL(LINES, 2, 0, WIDE, .bits = { .row = 0x80 }) } },
    { &g80, "vram-stuck:partition=2,bit=5", { ILL(DEAD, 4, 0, LINE << 5) } },
    { &g80, "vram-address:partition=2,row_bit=0,chip=1", { ILL(LINES, 4, 0, HIGH, .bits = { .row = 1 }) } },
    { &ranks, "vram-rank", { ILL(LINES, 3, 0, WIDE, .bits = { .rank = 1 }) } },
    { &ranks, "vram-rank:partition=1,alias=0", { ILL(DEAD, 2, 1, WIDE, .bits = { .rank = ALL }, .level = { .rank = 1 }) } },
    { &ranks, "vram-row:rank=1,row=9,bank=1", { ILL(DEAD, 1, 1, WIDE, .bits = { ALL, ALL, ALL, 0 }, .level = { 1, 1, 9, 0 }) } },
    { &ranks, "vram-chip:rank=1,chip=1", { ILL(DEAD, 1, 1, HIGH, .bits = { .rank = ALL }, .level = { .rank = 1 }) } },
    { &ranks, "vram-bank:bank=2", { ILL(DEAD, 1, 1, WIDE, .bits = { ALL, ALL, 0, 0 }, .level = { .bank = 2 }) } },
    { &ranks, "vram-size", { ILL(LINES, 3, 0, WIDE, .bits = { .rank = 1 }) } },
    { &woven, "vram-size", { ILL(LINES, 3, 0, WIDE, .bits = { .row = 0x80 }) } },
    { &woven, "vram-rank", { ILL(LINES, 3, 0, WIDE, .bits = { .rank = 1 }) } },
    { &woven, "vram-row:rank=1,row=5", { ILL(DEAD, 1, 1, WIDE, .bits = { ALL, ALL, ALL, 0 }, .level = { 1, 0, 5, 0 }) } },
    { &gt215, "vram-stuck:bit=37", { ILL(DEAD, 1, 0, LINE << 37) } },
    { &gt215, "vram-data-short:bit=33,other=40,partition=1", { ILL(SHORT, 2, 0, LINE << 33 | LINE << 40) } },
    { &gt215, "vram-address:row_bit=1,chip=1", { ILL(LINES, 1, 0, HIGH, .bits = { .row = 2 }) } },
    { &gt215, "vram-address:column_bit=2,width=16,chip=1", { ILL(LINES, 1, 0, UINT64_C(0xffff) << 16, .bits = { .column = 4 }) } },
    { &gt215, "vram-address:column_bit=5,value=1,width=8,chip=6",
      { ILL(LINES, 1, 0, UINT64_C(0xff) << 48, .bits = { .column = 0x20 }, .level = { .column = 0x20 }) } },
    { &gt215, "vram-row:bank=2,row=3", { ILL(DEAD, 1, 1, WIDE, .bits = { ALL, ALL, ALL, 0 }, .level = { 0, 2, 3, 0 }) } },
    { &gt215, "vram-column:column=5,bit=63", { ILL(DEAD, 1, 1, LINE << 63, .bits = { ALL, ALL, 0, ALL }, .level = { .column = 5 }) } },
    { &gt215, "vram-mask:byte=5,partition=1", { ILL(MASK, 2, 0, UINT64_C(0xff) << 40) } },
    { &gt215, "vram-coupling:address=0x21104,bit=9",
      { ILL(COUPLING, 2, 0, LINE << 41, CELL(.bank = 2, .row = 16, .column = 1)) } },
    { &gt215, "vram-fade:address=0x21104,bit=16,ms=2",
      { ILL(FADE, 2, 0, LINE << 48, CELL(.bank = 2, .row = 16, .column = 1), .ms = 2) } },
    { &gt215, "vram-cell:address=0x204,value=1", { ILL(DEAD, 1, 1, LINE << 32, CELL(.column = 1)) } },
    { &g84, "vram-late", { ILL(LATE, 1, 0, LINE << 0) } },
    { &g84, "vram-late:bit=63,streaming=1", { ILL(LATE, 1, 0, LINE << 63, .streaming = true) } },
    { &g84, "vram-late:partition=1,bit=40,half=1", { ILL(LATE, 2, 0, LINE << 40, .half = true, .beside = HIGH) } },
    { &g86, "vram-late:bit=33,half=1", { ILL(LATE, 1, 0, LINE << 33, .half = true, .beside = HIGH ^ HIGH << 16) } },
    { &gt215, "vram-late:bit=50,half=1", { ILL(LATE, 1, 0, LINE << 50, .half = true, .beside = HIGH) } },
    { &gt215, "vram-late:half=1,streaming=1", { ILL(LATE, 1, 0, 1, .half = true, .streaming = true, .beside = LOW) } },
    { &g84, "vram-pulled", { ILL(PULLED, 1, 0, LINE << 0, .beside = LINE << 1) } },
    { &g84, "vram-pulled:partition=1,bit=40,other=2", { ILL(PULLED, 2, 0, LINE << 40, .beside = LINE << 2) } },
    { &gt215, "vram-pulled:bit=41,partition=1", { ILL(PULLED, 2, 0, LINE << 41, .beside = LINE << 40) } },
    { &g84, "vram-strobe:byte=6,one_in=1,partition=1", { ILL(SLIP, 2, 0, UINT64_C(0xff) << 48) } },
    { &gt215, "vram-strobe:one_in=1", { ILL(SLIP, 1, 0, 0xff) } },
    { &g84, "vram-late:bit=3+vram-address:row_bit=1,chip=0",
      { ILL(LATE, 1, 0, LINE << 3), ILL(LINES, 1, 0, LOW, .bits = { .row = 2 }) } },
    { &g84, "cell-starved:value=1", { ILL(STARVED, 1, 1, LINE << 0, CELL(.row = 128), .ms = 64) } },
    { &g84, "cell-starved:address=0x21104,bit=9,ms=3", { ILL(STARVED, 2, 0, LINE << 41, CELL(0, 2, 16, 0), .ms = 3) } },
    { &masked, "vram-chip:chip=1", { ILL(DEAD, 1, 1, HIGH) } },
    { &masked, "vram-address:row_bit=4", { ILL(LINES, 1, 0, WIDE, .bits = { .row = 0x10 }) } },
    { &half, "vram-stuck:bit=31", { ILL(DEAD, 1, 0, LINE << 31) } }, { &half, "vram-chip", { ILL(DEAD, 1, 1, LOW) } },
    { &half, "vram-address:column_bit=7", { ILL(LINES, 1, 0, LOW, .bits = { .column = 0x80 }) } },
    { &g84, "vram-address:column_bit=1,chip=1,width=16+vram-column:column=1,bit=17+vram-column:column=3,bit=6",
      { ILL(LINES, 1, 0, UINT64_C(0xffff) << 16, .bits = { .column = 2 }),
        ILL(DEAD, 1, 1, LINE << 17, .bits = { ALL, ALL, 0, ALL }, .level = { .column = 1 }),
        ILL(DEAD, 1, 1, LINE << 6, .bits = { ALL, ALL, 0, ALL }, .level = { .column = 3 }) } },
    { &g84, "vram-address:row_bit=1,chip=0+vram-row:row=4+vram-stuck:bit=40",
      { ILL(LINES, 1, 0, LOW, .bits = { .row = 2 }),
        ILL(DEAD, 1, 1, WIDE, .bits = { ALL, ALL, ALL, 0 }, .level = { .row = 4 }),
        ILL(DEAD, 1, 0, LINE << 40) } },
    { &g84, "vram-address:row_bit=2,chip=0+vram-address:bank_bit=0,chip=1,value=1+vram-mask:byte=4",
      { ILL(LINES, 1, 0, LOW, .bits = { .row = 4 }),
        ILL(LINES, 1, 0, HIGH, .bits = { .bank = 1 }, .level = { .bank = 1 }),
        ILL(MASK, 1, 0, UINT64_C(0xff) << 32) } },
    { &g84, "vram-coupling:address=0x21104,bit=9+vram-row:partition=1,row=17,bank=2,value=0",
      { ILL(COUPLING, 2, 0, LINE << 41, CELL(.bank = 2, .row = 16)),
        ILL(DEAD, 2, 0, WIDE, .bits = { ALL, ALL, ALL, 0 }, .level = { .bank = 2, .row = 17 }) } },
    { &g84, "vram-address:row_bit=1,chip=1+vram-coupling:address=0x21104,bit=9",
      { ILL(LINES, 1, 0, HIGH, .bits = { .row = 2 }),
        ILL(COUPLING, 2, 0, LINE << 41, CELL(.bank = 2, .row = 16)) } },
};
/* clang-format on */

/* ---- both side by side ------------------------------------------------------------------- */

#define ACCESSES  100
#define SPAN_MAX  72
#define VARIANTS  8
#define ADDRESSES (4 * VARIANTS)

static uint32_t dice(uint32_t *state, uint32_t sides)
{
    *state = *state * 1664525 + 1013904223;
    return (*state >> 8) % sides;
}

/* A byte that the defect is on: its data line, its partition. */
static void move_to(const struct board *board, const struct ill *ill, uint32_t *state,
                    struct spot *spot)
{
    while (!is_at(ill, spot)) {
        spot->part = board->hardware[dice(state, board->parts)];
        spot->byte = dice(state, is_split(board) ? 4 * board->subparts : 8);
        spot->sub = is_split(board) ? spot->byte / 4 : 0;
    }
    if (ill->kind != LINES)
        spot->cell = through_lines(ill, spot->cell);
}

/* Variant 0 is a byte that one of the defects meets, 1 to 5 one address line away; the others lie anywhere. */
static uint64_t chosen_address(const struct row *row, uint32_t *state, unsigned variant)
{
    const struct board *board = row->board;
    struct spot spot = spot_of(board, dice(state, 0x100000 * board->parts));
    const struct ill *ill = &row->ills[dice(state, ARRAY_SIZE(row->ills))];

    if (ill->kind == NONE)
        ill = &row->ills[0];
    if (ill->kind != NONE && variant <= 5)
        move_to(board, ill, state, &spot);
    if (variant == 1)
        spot.cell.row ^= 1;
    if (variant == 2)
        spot.cell.row ^= 1u << dice(state, board->rows);
    if (variant == 3)
        spot.cell.bank ^= 1u << dice(state, board->banks);
    if (variant == 4)
        spot.cell.column ^= 1u << dice(state, board->columns);
    if (variant == 5 && board->ranks == 2)
        spot.cell.rank ^= 1;
    return address_of(board, spot);
}

/* One for all rows: asking for memory anew takes longer than a row. */
static uint8_t storage[0x300000];

static void start(struct plain *plain, const struct row *row)
{
    const struct board *board = row->board;
    *plain = (struct plain){ .row = row, .celsius = 40 };
    rig_configure(&plain->rig, board->chip, board->part_mask, 1, board->knobs);
    plain->rig.config.subparts = board->subparts;
    plain->rig.config.select_mask = board->select_mask;
    plain->rig.config.ranks = board->ranks;
    plain->rig.config.celsius = degrees;
    rig_start(&plain->rig, row->defect);
    if (!plain->rig.vram)
        fail_msg("%s", plain->rig.error);
    plain->size = vram_geometry(plain->rig.vram)->size;
    assert_int_equal(plain->size, 0x100000 * board->parts);
    assert_true(plain->size <= sizeof(storage));
    plain->bytes = storage;
    memcpy(plain->bytes, vram_storage(plain->rig.vram), plain->size);
}

static void expect_same(const struct plain *plain, uint64_t at, unsigned size)
{
    uint8_t expected[SPAN_MAX], seen[SPAN_MAX];
    plain_read(plain, at, expected, size);
    vram_read(plain->rig.vram, (uint32_t)at, PITCH, false, seen, size);
    for (unsigned i = 0; i < size; i++)
        if (seen[i] != expected[i])
            fail_msg("%s: 0x%llx reads as 0x%02x, 0x%02x is right",
                     plain->row->defect ? plain->row->defect : "a good card",
                     (unsigned long long)(at + i), seen[i], expected[i]);
}

static void expect_same_storage(const struct plain *plain)
{
    const uint8_t *stored = vram_storage(plain->rig.vram);
    if (!memcmp(stored, plain->bytes, plain->size))
        return;
    for (uint64_t at = 0; at < plain->size; at++)
        if (stored[at] != plain->bytes[at])
            fail_msg("%s: 0x%llx holds 0x%02x, 0x%02x is right",
                     plain->row->defect ? plain->row->defect : "a good card",
                     (unsigned long long)at, stored[at], plain->bytes[at]);
}

/* Variants of a base begin with the same dice, so that they are neighbours of one byte. */
static void choose_addresses(const struct row *row, uint64_t *addresses)
{
    for (unsigned i = 0; i < ADDRESSES; i++) {
        uint32_t state = 77 + i / VARIANTS;
        addresses[i] = chosen_address(row, &state, i % VARIANTS) & ~UINT64_C(3);
    }
}

/* Mostly a word of 32 bits, else a few bytes that need not be aligned. */
static void one_write(struct plain *plain, uint64_t at, uint32_t *state)
{
    uint8_t bytes[SPAN_MAX];
    unsigned size = 4;
    if (!dice(state, 3)) {
        size = 1 + dice(state, SPAN_MAX);
        at += dice(state, 8);
    }
    if (at + size > plain->size)
        return;
    for (unsigned i = 0; i < size; i++)
        bytes[i] = (uint8_t)dice(state, 256);
    vram_write(plain->rig.vram, (uint32_t)at, PITCH, false, bytes, size);
    plain_write(plain, at, bytes, size);
    expect_same(plain, at, size);
}

/* Twice off and twice on; in between passes the time after which a starved cell has lost its value, or a bit less. */
static void starve(struct plain *plain, uint64_t hold_ns, bool less)
{
    for (unsigned i = 0; i < 4; i++) {
        plain->rig.now_ns += i == 1 ? hold_ns / 2 : i == 2 ? hold_ns - hold_ns / 2 - less : 0;
        vram_set_refresh(plain->rig.vram, i >= 2);
    }
    plain->starved |= !less;
}

static void run_row(const struct row *row)
{
    struct plain plain;
    uint64_t addresses[ADDRESSES];
    uint32_t state = 7;
    start(&plain, row);
    choose_addresses(row, addresses);
    /* what time does to a cell wants more of it */
    for (unsigned i = 0; i < (row->ills[0].ms ? 20 : 1) * ACCESSES; i++) {
        const uint64_t hold_ns = row->ills[0].ms * UINT64_C(1000000);
        one_write(&plain, addresses[dice(&state, ADDRESSES)], &state);
        expect_same(&plain, addresses[dice(&state, ADDRESSES)], 4);
        plain.rig.now_ns += dice(&state, 4) ? dice(&state, 1000000) : hold_ns;
        plain.celsius = 40 + (int)dice(&state, 4) * 10 + (int)dice(&state, 2);
        if (row->ills[0].kind == STARVED && dice(&state, 3) == 0)
            starve(&plain, hold_ns, dice(&state, 2));
    }
    expect_same_storage(&plain);
    vram_free(plain.rig.vram);
}

/* Of a million words read, `rate` have a wrong bit, on one of the chip's lines: with a million it is every word, after
 * so many that were read right; writes are none. */
TEST(each_word_has_one_wrong_bit)
{
    struct rig rig;
    uint64_t lines = 0;
    rig_new(&rig, CHIP_G84, 3, 1,
            "vram-intermittent:partition=1,rate=1000000,chip=5,width=8,after=3");
    for (unsigned i = 0; i < 400; i++) {
        uint64_t word = UINT64_C(0x123456789abcdef0) * i;
        const uint64_t right = word;
        vram_write(rig.vram, 0x108, PITCH, false, &word, sizeof word);
        vram_read(rig.vram, 0x108, PITCH, false, &word, sizeof word);
        assert_int_equal(bits_count(word ^ right), i >= 3);
        lines |= word ^ right;
    }
    assert_int_equal(lines, UINT64_C(0xff) << 40);
    vram_free(rig.vram);
}

/* Without more words it is one word in a thousand, on any line of the first partition. */
TEST(one_word_in_a_thousand_has_a_wrong_bit)
{
    struct rig rig;
    unsigned wrong = 0;
    uint64_t lines = 0, word = 0;
    rig_new(&rig, CHIP_G84, 3, 1, "vram-intermittent");
    vram_write(rig.vram, 0, PITCH, false, &word, sizeof word);
    for (unsigned i = 0; i < 30000; i++) {
        vram_read(rig.vram, 0, PITCH, false, &word, sizeof word);
        wrong += word != 0;
        lines |= word;
    }
    assert_in_range(wrong, 12, 55);
    assert_true(lines & LOW && lines & HIGH);
    for (uint32_t block = 0; block < 4; block++) /* of 256 bytes, the partitions in turn */
        assert_int_equal(vram_is_plain(rig.vram, 256 * block, 256), block % 2 != 0);
    vram_free(rig.vram);
}

/* "Beat shift: data of beat n seen at beat n+1" (§3.2), in one burst of four, all its beats but the first; or a word
 * of four is wrong. Which ones goes by the seed, without one by that of the card, 1. */
TEST(errors_come_by_their_seed)
{
    static const char *const kinds[] = { "vram-strobe:byte=5,one_in=4",
                                         "vram-intermittent:rate=250000" },
                             *const seeds[] = { ",seed=9", ",seed=9", ",seed=1", "" };
    uint8_t right[32], late[32], seen[32];
    uint64_t history[8] = { 0 };

    for (unsigned i = 0; i < 32; i++) {
        right[i] = (uint8_t)(7 * i + 1);
        late[i] = i % 8 == 5 && i > 8 ? right[i - 8] : right[i];
    }
    for (unsigned n = 0; n < 8; n++) {
        char defect[80];
        struct rig rig;
        unsigned wrong = 0;

        snprintf(defect, sizeof(defect), "%s%s", kinds[n / 4], seeds[n % 4]);
        rig_new(&rig, CHIP_G84, 3, 1, defect);
        vram_write(rig.vram, 0x220, PITCH, false, right, 32);
        for (unsigned i = 0; i < 1000; i++) {
            vram_read(rig.vram, 0x220, PITCH, false, seen, 32);
            const bool differs = memcmp(seen, right, 32) != 0;
            assert_true(!differs || n >= 4 || memcmp(seen, late, 32) == 0);
            wrong += differs;
            history[n] = i < 64 ? history[n] << 1 | differs : history[n];
        }
        assert_in_range(wrong, n < 4 ? 190 : 620, n < 4 ? 310 : 740); /* 250, 1 - (3/4)^4 of them */
        vram_free(rig.vram);
    }
    for (unsigned n = 0; n < 8; n += 4)
        assert_true(history[n] == history[n + 1] && history[n + 2] == history[n + 3] &&
                    history[n] != history[n + 2]);
}

TEST(broken_memory_is_as_its_rows_say)
{
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        run_row(&rows[i]);
}
