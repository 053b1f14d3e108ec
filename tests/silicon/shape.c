#include "tests/silicon/shape.h"
#include "reference/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/nv50/chip.h"

/* Data lines of a memory chip, by the usual memory of the chipset. */
static const struct board {
    enum chipset_index chip;
    unsigned width;
    bool split; /* into two halves of 32 lines */
} boards[] = {
    { CHIP_G80, 32, false },  { CHIP_G84, 32, false },  { CHIP_G86, 16, false },
    { CHIP_G92, 32, false },  { CHIP_G94, 32, false },  { CHIP_G96, 32, false },
    { CHIP_G98, 16, false },  { CHIP_G200, 32, false }, { CHIP_GT215, 32, true },
    { CHIP_GT216, 16, true }, { CHIP_GT218, 16, true },
};

static unsigned below(struct draw *draw, unsigned end)
{
    return (unsigned)draw_below(draw, end);
}

/* Partitions of any mask but the empty one, so that holes are frequent. */
static void pick_card(struct draw *draw, const struct board *board, struct card_given *given)
{
    const struct nv50_chip *const chip = &nv50_chips[board->chip];

    *given = (struct card_given){
        .chip = &chip->chip,
        .part_mask = 1 + below(draw, (1u << chip->max_partitions) - 1),
        .part_size = UINT64_C(1) << (20 + below(draw, 3)),
        .ranks = 1 + below(draw, 2),
        .seed = below(draw, 1000),
    };
    if (board->split) {
        given->subparts = 1 + below(draw, 2);
        given->select_mask = below(draw, 8);
    }
}

static unsigned pick_partition(struct draw *draw, unsigned mask)
{
    unsigned number = below(draw, bits_count(mask));

    for (unsigned i = 0;; i++)
        if (mask >> i & 1 && number-- == 0)
            return i;
}

/* Data lines of a partition: one subpartition has half of them. */
static unsigned lanes_of(const struct shape *shape)
{
    return shape->given.subparts == 1 ? 32 : 64;
}

/* The chips that a run of data lines goes over. */
static void take_lanes(struct shape *shape, const struct board *board, unsigned first,
                       unsigned last)
{
    shape->first_lane = first / board->width * board->width;
    shape->last_lane = last / board->width * board->width + board->width - 1;
}

static void __attribute__((format(printf, 2, 3)))
name_defect(struct shape *shape, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(shape->defect, sizeof(shape->defect), format, list);
    va_end(list);
}

/* ---- possible defects ------------------------------------------------------------------------ */

typedef void pick_function(struct draw *draw, struct shape *shape, const struct board *board,
                           unsigned partition);

#define PICK(name)                                                                                 \
    static void name(struct draw *draw, struct shape *shape, const struct board *board, unsigned p)

PICK(pick_stuck)
{
    const unsigned bit = below(draw, lanes_of(shape));

    take_lanes(shape, board, bit, bit);
    name_defect(shape, "vram-stuck:partition=%u,bit=%u,value=%u", p, bit, below(draw, 2));
}

PICK(pick_short)
{
    const unsigned half = 32 * below(draw, lanes_of(shape) / 32), low = below(draw, 31);
    const unsigned high = low + 1 + below(draw, 31 - low);

    take_lanes(shape, board, half + low, half + high);
    name_defect(shape, "vram-data-short:partition=%u,bit=%u,other=%u,value=%u", p, half + low,
                half + high, below(draw, 2));
}

PICK(pick_mask)
{
    const unsigned byte = below(draw, lanes_of(shape) / 8);

    take_lanes(shape, board, 8 * byte, 8 * byte);
    name_defect(shape, "vram-mask:partition=%u,byte=%u", p, byte);
}

PICK(pick_chip)
{
    const unsigned chip = below(draw, lanes_of(shape) / board->width);

    take_lanes(shape, board, chip * board->width, chip * board->width);
    name_defect(shape, "vram-chip:partition=%u,rank=%u,chip=%u,width=%u,value=%u", p,
                below(draw, shape->given.ranks), chip, board->width, below(draw, 2));
}

/* Of one chip, or of all: the text after the parameters of a defect. */
static void pick_lanes(struct draw *draw, struct shape *shape, const struct board *board,
                       char text[40])
{
    const unsigned chip = below(draw, lanes_of(shape) / board->width);

    text[0] = '\0';
    shape->last_lane = lanes_of(shape) - 1;
    if (below(draw, 2))
        return;
    take_lanes(shape, board, chip * board->width, chip * board->width);
    snprintf(text, 40, ",chip=%u,width=%u", chip, board->width);
}

PICK(pick_row)
{
    char lanes[40];

    pick_lanes(draw, shape, board, lanes);
    name_defect(shape, "vram-row:partition=%u,bank=%u,row=%u,value=%u%s", p, below(draw, 4),
                below(draw, 128), below(draw, 2), lanes);
}

PICK(pick_bank)
{
    char lanes[40];

    pick_lanes(draw, shape, board, lanes);
    name_defect(shape, "vram-bank:partition=%u,bank=%u,value=%u%s", p, below(draw, 4),
                below(draw, 2), lanes);
}

PICK(pick_address)
{
    static const char *const lines[] = { "row_bit", "bank_bit", "column_bit" };
    const unsigned field = below(draw, 3);
    char lanes[40];

    pick_lanes(draw, shape, board, lanes);
    name_defect(shape, "vram-address:partition=%u,%s=%u,value=%u%s", p, lines[field],
                below(draw, field == 1 ? 2 : 6), below(draw, 2), lanes);
}

PICK(pick_column)
{
    const unsigned bit = below(draw, lanes_of(shape));

    take_lanes(shape, board, bit, bit);
    name_defect(shape, "vram-column:partition=%u,bank=%u,column=%u,bit=%u,value=%u", p,
                below(draw, 4), below(draw, 64), bit, below(draw, 2));
}

PICK(pick_intermittent)
{
    char lanes[40];

    pick_lanes(draw, shape, board, lanes);
    name_defect(shape, "vram-intermittent:partition=%u,rate=%u,seed=%u%s", p,
                100 + below(draw, 100000), below(draw, 1000), lanes);
}

/* Faults that show only when data lines switch. */
PICK(pick_late)
{
    const unsigned bit = below(draw, lanes_of(shape));

    take_lanes(shape, board, bit, bit);
    name_defect(shape, "vram-late:partition=%u,bit=%u%s", p, bit, below(draw, 2) ? "" : ",half=1");
}

PICK(pick_pulled)
{
    const unsigned bit = below(draw, lanes_of(shape));

    take_lanes(shape, board, bit, bit);
    name_defect(shape, "vram-pulled:partition=%u,bit=%u,other=%u", p, bit, bit ^ 1);
}

PICK(pick_strobe)
{
    const unsigned byte = below(draw, lanes_of(shape) / 8);

    take_lanes(shape, board, 8 * byte, 8 * byte);
    name_defect(shape, "vram-strobe:partition=%u,byte=%u,one_in=%u", p, byte,
                100 + below(draw, 1900));
}

PICK(pick_size)
{
    (void)draw, (void)board, (void)p;
    shape->everywhere = true;
    name_defect(shape, "vram-size");
}

/* A cell lies at an address; which partition and data line that is, is worked out where a partition is not split
 * (tesla-vm.md §6.2). It stays away from both ends, which may be somebody else's. */
PICK(pick_cell)
{
    static const char *const kinds[] = { "vram-cell", "vram-fade", "vram-coupling" };
    const unsigned parts = bits_count(shape->given.part_mask);
    const uint64_t size = parts * shape->given.part_size;
    const uint64_t at = (size / 4 + draw_below(draw, size / 2)) & ~UINT64_C(3);
    const unsigned bit = below(draw, 32), lane = bit + (at & 4 ? 32 : 0);
    const char *const kind = kinds[below(draw, 3)];
    unsigned ordinal = (unsigned)((at >> 8) % parts);

    (void)p;
    for (unsigned i = 0; i < 8; i++)
        if (shape->given.part_mask >> i & 1 && ordinal-- == 0)
            shape->letter = (char)('A' + i);
    take_lanes(shape, board, lane, lane);
    name_defect(shape, "%s:address=0x%llx,bit=%u%s", kind, (unsigned long long)at, bit,
                strcmp(kind, "vram-fade") == 0 ? ",ms=1" : "");
}

static pick_function *const kinds[] = { pick_stuck, pick_short,  pick_mask,    pick_chip,
                                        pick_row,   pick_bank,   pick_address, pick_column,
                                        pick_late,  pick_pulled, pick_strobe,  pick_intermittent,
                                        pick_size,  pick_cell };

void shape_draw(struct draw *draw, struct shape *shape)
{
    const struct board *const board = &boards[below(draw, ARRAY_SIZE(boards))];
    const unsigned usable = board->split ? ARRAY_SIZE(kinds) - 1 : ARRAY_SIZE(kinds);

    *shape = (struct shape){ 0 };
    pick_card(draw, board, &shape->given);
    const unsigned partition = pick_partition(draw, shape->given.part_mask);
    shape->letter = (char)('A' + partition);
    kinds[below(draw, usable)](draw, shape, board, partition);
    shape->given.defects = shape->defect;
    shape->given.cold = below(draw, 2);
}

/* ---- a run's findings ------------------------------------------------------------------------ */

/* Whether a damage's line also names that chip of a partition after " (or ", where the letter is not certain. */
static bool is_among_others(const char *line, char letter)
{
    const char *const others = memmem(line, strcspn(line, "\n"), " (or ", 5);

    for (const char *at = others; at && *at != ':'; at++)
        if (at[0] == ' ' && at[1] == letter && at[2] >= '0' && at[2] <= '1')
            return true;
    return false;
}

/* "partition 1 (FBB), D32-D63, rank A: ..." or "every partition: ...". */
static bool is_right(const struct shape *shape, const char *place)
{
    unsigned number, first, last;
    char letter;

    if (strncmp(place, "every partition", 15) == 0)
        return shape->everywhere || bits_count(shape->given.part_mask) == 1;
    if (sscanf(place, "partition %u (FB%c), D%u-D%u", &number, &letter, &first, &last) != 4)
        return false;
    return shape->everywhere ||
           ((letter == shape->letter || is_among_others(place, shape->letter)) &&
            first == shape->first_lane && last == shape->last_lane);
}

enum shape_outcome shape_judge(const struct shape *shape, const struct card_said *said)
{
    static const char mark[] = "\n# damage: ";
    unsigned named = 0;

    for (const char *at = said->tap; (at = strstr(at, mark)) != NULL; at++, named++)
        if (!is_right(shape, at + sizeof(mark) - 1))
            return SHAPE_WRONG;
    if (named)
        return said->verdict == VERDICT_FAIL ? SHAPE_NAMED : SHAPE_WRONG;
    if (strstr(said->tap, SAYS_BAD_MEMORY))
        return SHAPE_WRONG;
    return said->verdict == VERDICT_PASS ? SHAPE_MISSED : SHAPE_SILENT;
}
