/* Effects of PMC_ENABLE (docs/hardware/tesla-mmio.md §0.1, §3.1; tesla-engines.md §7): which addresses nobody answers
 * at while a bit is 0, and which engines make no accesses. */

#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/core_rig.h"

/* Chipsets, bit 0 first: G80 G84 G86 G92, G94 G96 G98 G200, MCP77 MCP79 GT215 GT216, GT218 MCP89. */
#define ALL   0x3fffu
#define VP1   0x0001u
#define VP2   0x00beu
#define VP3   0x0340u
#define VP4   0x3c00u
#define MCP89 0x2000u

static const struct {
    uint32_t from, to; /* of the block, and after it */
    unsigned bit, chips;
} blocks[] = {
    { 0x002000, 0x004000, 8, ALL },        { 0x009000, 0x00a000, 16, ALL },
    { 0x00b000, 0x00c000, 1, VP1 | VP2 },  { 0x00f000, 0x010000, 17, VP2 },
    { 0x084000, 0x085000, 15, VP3 | VP4 }, { 0x085000, 0x086000, 17, VP3 | VP4 },
    { 0x086000, 0x087000, 1, VP3 | VP4 },  { 0x087000, 0x088000, 14, VP3 },
    { 0x090000, 0x092000, 8, ALL },        { 0x100000, 0x101000, 20, ALL },
    { 0x102000, 0x103000, 14, VP2 },       { 0x103000, 0x104000, 15, VP2 },
    { 0x104000, 0x105000, 13, VP4 },       { 0x1c1000, 0x1c2000, 14, MCP89 },
    { 0x200000, 0x210000, 4, ALL },        { 0x400000, 0x500000, 12, ALL },
    { 0x601000, 0x620000, 30, ALL },       { 0x800000, 0x1000000, 8, ALL },
};

/* The bit that has a word; 32: none. G80's flush of the host's writes works while PFIFO is in reset (tesla-vm.md §8.6). */
static unsigned bit_of(unsigned chip, uint32_t at)
{
    for (unsigned i = 0; i < ARRAY_SIZE(blocks); i++)
        if ((blocks[i].chips & 1u << chip) && at >= blocks[i].from && at < blocks[i].to)
            return chip == 0 && at == REF_HOST_FLUSH_G80 ? 32 : blocks[i].bit;
    return 32;
}

static void expect_at(unsigned chip, uint32_t at, unsigned off)
{
    if (gate_is_open(nv50_of(card), at) != (bit_of(chip, at) != off))
        fail_msg("%s: 0x%06x with bit %u off", nv50_chips[chip].chip.name, at, off);
}

/* At both ends of each block, wherever one is on some chipset, with each bit in turn. */
TEST(blocks_answer_by_their_bit)
{
    static const uint32_t others[] = { 0x0000,   0x0140,   0x1100,   0x1fff,   0x330c,  0x4028,
                                       0xa400,   0xe104,   0x20400,  0x60000,  0x70000, 0x88000,
                                       0x101000, 0x10a000, 0x300000, 0x700000, 0x7ffffc };

    for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
        open_core(nv50_chips[chip].chip.name, NULL, NULL);
        for (unsigned off = 0; off < 32; off++) {
            wr(0x200, ~(1u << off));
            for (unsigned i = 0; i < ARRAY_SIZE(blocks); i++) {
                expect_at(chip, blocks[i].from - 1, off);
                expect_at(chip, blocks[i].from, off);
                expect_at(chip, blocks[i].from + 0x30, off);
                expect_at(chip, blocks[i].to - 1, off);
                if (blocks[i].to < 0x1000000)
                    expect_at(chip, blocks[i].to, off);
            }
            for (unsigned i = 0; i < ARRAY_SIZE(others); i++)
                expect_at(chip, others[i], off);
        }
        close_card(NULL);
    }
}

/* tesla-engines.md §7: the VM's number of an engine, and the bit that switches it on. */
TEST(engines_work_by_their_bit, NULL, close_card)
{
    static const uint32_t bits[] = {
        [0x0] = 1u << 12, [0x1] = 1u << 17, [0x4] = 1u << 8, [0x5] = 1u << 8,  [0x8] = 1u << 1,
        [0x9] = 1u << 15, [0xa] = 1u << 14, [0xc] = 1u << 8, [0xd] = 1u << 13, [0xe] = 0,
    };

    open_core("gt215", NULL, NULL);
    for (unsigned off = 0; off < 32; off++) {
        wr(0x200, ~(1u << off));
        for (unsigned engine = 0; engine < ARRAY_SIZE(bits); engine++)
            assert_int_equal(gate_of_engine_is_open(nv50_of(card), engine),
                             !(bits[engine] & 1u << off));
    }
}

/* A defect: nothing is ever off. */
TEST(gates_may_be_stuck_open, NULL, close_card)
{
    open_core("g84", "pmc-enable-not-gating", NULL);
    wr(0x200, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(blocks); i++)
        assert_true(gate_is_open(nv50_of(card), blocks[i].from));
}

/* A unit that was off has forgotten its settings; PFB's registers survive, or nothing does (knob pfb_reset). Others
 * keep theirs. */
TEST(units_forget_by_their_bit)
{
    static const struct {
        uint32_t at, value;
        unsigned bit;
        bool kept;
    } words[] = {
        { REF_PFIFO_DMA_TIMESLICE, 0x44, 8, false },
        { REF_PTIMER_ALARM, 0x40, 16, false },
        { 0x00b140, 0x44, 1, false },
        { 0x10018c + 0x2000, 4, 14, false },
        { REF_PGRAPH_TRAP_EN, 0x44, 12, false },
        { REF_PFB_TIMINGS, 0x44, 20, true },
        { 0x100244, 0x44, 20, true },
        { REF_PBUS_SCRATCH, 0x44, 32, true },
    };

    for (unsigned forgets = 0; forgets < 2; forgets++) {
        open_core("g84", NULL, forgets ? "pfb_reset=forgets" : NULL);
        for (unsigned off = 0; off < 32; off++) {
            wr(0x200, 0xffffffff);
            for (unsigned i = 0; i < ARRAY_SIZE(words); i++)
                wr(words[i].at, words[i].value);
            wr(0x200, ~(1u << off));
            wr(0x200, 0xffffffff);
            for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
                const bool lost = words[i].bit == off && (!words[i].kept || forgets);

                if (rd(words[i].at) != (lost ? 0 : words[i].value))
                    fail_msg("0x%06x after bit %u was off", words[i].at, off);
            }
        }
        close_card(NULL);
    }
}
