/* Which bits of GV100's registers software can change: ones and then zeros are written to every word of the blocks, and
 * the difference of the two reads is the mask. A word that the table does not name keeps nothing.
 *
 * Source  docs/hardware/gv100.md §1.3, §2, §3.5, §6.1, §6.2; fields that it does not name are those of the manual. */
#include "tests/model/gv100/core_rig.h"

#define WHOLE    0xffffffffu
#define GRAPHICS (1u << 12) /* bits of PMC_ENABLE */

/* `open`: bits that do not read as they were written, or start something. */
static const struct {
    uint32_t at, count, bits, open;
} rows[] = {
    { 0x001140, 2, 0x8c0001fe, 0 }, { 0x001580, 32, WHOLE, 0 },     { 0x001700, 1, 0x03ffffff, 0 },
    { 0x001704, 1, WHOLE, 0 },      { 0x001c04, 1, 0x000003ff, 0 }, { 0x001714, 1, WHOLE, 0 },
    { 0x002140, 1, 0xe1810101, 0 }, { 0x002250, 1, 0x0000f0ff, 0 }, { 0x002254, 1, WHOLE, 0 },
    { 0x00225c, 1, 0x0000f0ff, 0 }, { 0x002270, 1, 0x3fffffff, 0 }, { 0x002274, 1, 0, WHOLE },
    { 0x002528, 1, 0xe1810101, 0 }, { 0x002530, 1, 0xe1810101, 0 }, { 0x00262c, 1, 0, WHOLE },
    { 0x002630, 1, 0x00001fff, 0 }, { 0x002634, 2, 0, WHOLE },      { 0x002a04, 1, WHOLE, 0 },
    { 0x002a0c, 1, WHOLE, 0 },      { 0x002a14, 1, 0xbfffffff, 0 }, { 0x002a30, 15, 0, WHOLE },
    { 0x009080, 1, 0x80ffffff, 0 }, { 0x009140, 1, 0x00000003, 0 }, { 0x009400, 1, 0, WHOLE },
    { 0x009410, 1, 0, WHOLE },      { 0x009420, 1, 0xffffffe0, 0 }, /* the alarm */
    { 0x009428, 1, 0xfffffc00, 0 },                                 /* the timer: microseconds */
    { 0x009480, 1, 0x00000007, 0 }, { 0x100c10, 1, WHOLE, 0 },      { 0x100c80, 1, 0xf7001ffe, 0 },
    { 0x100cac, 1, WHOLE, 0 },      { 0x100cb0, 1, 0x7fffffff, 0 }, { 0x100cb4, 1, 0xfffffff0, 0 },
    { 0x100cb8, 1, 0xfffffff2, 0 }, { 0x100cbc, 1, 0, WHOLE },      { 0x100cc4, 3, WHOLE, 0 },
    { 0x100cd0, 2, 0, WHOLE },      { 0x100ce8, 2, 0x000fffff, 0 }, { 0x100cf8, 1, 0x00000003, 0 },
    { 0x100e24, 1, 0xfffff00f, 0 }, { 0x100e28, 1, WHOLE, 0 },      { 0x100e2c, 1, 0x000fffff, 0 },
    { 0x100e34, 1, 0, WHOLE },      { 0x100e38, 1, 0xfffff00f, 0 }, { 0x100e3c, 1, WHOLE, 0 },
    { 0x100e40, 1, 0x000fffff, 0 }, { 0x100e48, 1, 0, WHOLE },      { 0x100e64, 1, 0x000fffff, 0 },
    { 0x100e68, 1, 0x0000003f, 0 }, { 0x1fac80, 1, 0xf7001ffe, 0 }, { 0x1facc4, 3, WHOLE, 0 },
};

static const struct {
    uint32_t from, to;
} blocks[] = { { 0x001000, 0x001d00 },
               { 0x002000, 0x003200 },
               { 0x009000, 0x009500 },
               { 0x100c00, 0x100f00 },
               { 0x1fac00, 0x1fad00 } };

/* Bits that two writes make different; the register has its value again afterwards. */
static uint32_t changed_by_writes(uint32_t at)
{
    const uint32_t before = rd(at);

    wr(at, WHOLE);
    const uint32_t ones = rd(at);
    wr(at, 0);
    const uint32_t changed = ones ^ rd(at);
    wr(at, before);
    return changed;
}

static void check_word(uint32_t at)
{
    uint32_t bits = 0, open = 0;

    for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        if (at >= rows[i].at && at < rows[i].at + 4 * rows[i].count) {
            bits = rows[i].bits;
            open = rows[i].open;
        }
    if (open == WHOLE)
        return;
    wr(0x9084, 0); /* which keeps the first access that nobody answers, and a 0 clears */
    const uint32_t seen = changed_by_writes(at) & ~open;
    if (seen != bits)
        fail_msg("of 0x%06x software can change 0x%08x, expected 0x%08x", at, seen, bits);
}

TEST(software_changes_the_bits_of_the_reference, NULL, close_world)
{
    open_world(NULL);
    wr(0x200, WHOLE);
    for (unsigned b = 0; b < sizeof(blocks) / sizeof(*blocks); b++)
        for (uint32_t at = blocks[b].from; at < blocks[b].to; at += 4)
            check_word(at);
}

/* Values of registers before they are written: _INIT of NVIDIA's manuals (tests/hw/gv100/registers.def has them by
 * name). */
TEST(registers_begin_with_these_values, NULL, close_world)
{
    static const uint32_t resets[][2] = {
        { 0x000204, 0x3fff },     { 0x001140, 0 },     { 0x001144, 0 },
        { 0x001700, 0x3f0 },      { 0x002140, 0 },     { 0x002528, 0 },
        { 0x002530, 0x01810101 }, { 0x002250, 8 },     { 0x002630, 0 },
        { 0x009080, 0x80000100 }, { 0x009140, 0 },     { 0x009420, 0 },
        { 0x009428, 0 },          { 0x100cb4, 0 },     { 0x100ce8, 0 },
        { 0x100cb8, 0 },          { 0x100cec, 0 },     { 0x100e64, 0 },
        { 0x100e68, 0 },          { 0x001c04, 0x3fe }, { 0x009480, 5 },
    };

    open_world(NULL);
    wr(0x200, WHOLE); /* PFIFO is off after reset */
    for (unsigned i = 0; i < sizeof(resets) / sizeof(resets[0]); i++)
        if (rd(resets[i][0]) != resets[i][1])
            fail_msg("0x%06x reads 0x%08x after power-on", resets[i][0], rd(resets[i][0]));
    wr(0x204, WHOLE);
    assert_int_equal(0x3fff, rd(0x204)); /* PMC_ENABLE_PB: 14 PBDMAs */
    wr(0x100c80, 0); /* room for 32 invalidates in 23:16, and the FIFO is empty in 15 */
    assert_int_equal(0x00208001, rd(0x100c80));
}

/* ---- who answers */

#define PFIFO (1u << 8) /* of PMC_ENABLE */

/* §1.2, and the places of §8.5's registers: the parts of BAR0 in which registers are, of whole pages but for GPIO and VGA.
 * Those of host are there as long as PMC_ENABLE has PFIFO on, those of graphics' falcons with its bit 12. */
static const struct {
    uint32_t from, to, enable;
} parts[] = {
    { 0x000000, 0x002000, 0 },        { 0x002000, 0x004000, PFIFO },
    { 0x009000, 0x00a000, 0 },        { 0x00dc00, 0x00dd00, 0 },
    { 0x020000, 0x023000, 0 },        { 0x040000, 0x060000, PFIFO },
    { 0x070000, 0x071000, 0 },        { 0x088000, 0x089000, 0 },
    { 0x100000, 0x102000, 0 },        { 0x104000, 0x106000, 0 },
    { 0x10a000, 0x10f000, 0 },        { 0x120000, 0x130000, 0 },
    { 0x17e000, 0x17f000, 0 },        { 0x1fac00, 0x1fad00, 0 },
    { 0x300000, 0x380000, 0 },        { 0x409000, 0x40a000, GRAPHICS },
    { 0x41a000, 0x41b000, GRAPHICS }, { 0x601300, 0x601400, 0 },
    { 0x610000, 0x6c0000, 0 },        { 0x700000, 0x800000, 0 },
    { 0x800000, 0x810000, PFIFO },    { 0x810000, 0x820000, PFIFO },
    { 0x087000, 0x088000, 0 },        { 0x900000, 0x9b0000, 0 },
};

static bool is_there(uint32_t at, uint32_t enable)
{
    for (unsigned i = 0; i < sizeof(parts) / sizeof(*parts); i++)
        if (at >= parts[i].from && at < parts[i].to)
            return !(parts[i].enable & ~enable);
    return false;
}

/* §2: PBUS tells of a read that nobody answers, with one of bits 3:1 of its status. */
static void expect_answer(uint32_t at, uint32_t enable)
{
    wr(0x9084, 0);
    wr(0x1100, WHOLE);
    rd(at);
    if (!(rd(0x1100) & 14) != is_there(at, enable))
        fail_msg("0x%06x %s with PMC_ENABLE 0x%x", at,
                 is_there(at, enable) ? "does not answer" : "answers", enable);
}

/* The first and the last word of each part, and those before and behind it. */
TEST(parts_of_bar0_answer, NULL, close_world)
{
    static const uint32_t enables[] = { 0, PFIFO, GRAPHICS, WHOLE & ~PFIFO, WHOLE };

    open_world(NULL);
    for (unsigned e = 0; e < sizeof(enables) / sizeof(*enables); e++) {
        wr(0x200, enables[e]);
        for (unsigned i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
            if (i)
                expect_answer(parts[i].from - 4, enables[e]);
            expect_answer(parts[i].from, enables[e]);
            expect_answer(parts[i].to - 4, enables[e]);
            expect_answer(parts[i].to, enables[e]);
        }
    }
}
