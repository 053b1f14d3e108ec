/* Which bits of GV100's registers software can change: ones and then zeros are written to every word of the blocks, and
 * the difference of the two reads is the mask. A word that the table does not name keeps nothing.
 *
 * Source  docs/hardware/gv100.md §1.3, §2, §3.5, §6.1, §6.2; fields that it does not name are those of the manual. */
#include "reference/gv100.h"
#include "tests/model/gv100/core_rig.h"

#define WHOLE    0xffffffffu
#define GRAPHICS (1u << 12) /* bits of PMC_ENABLE */

/* `open`: bits that do not read as they were written, or start something. */
/* clang-format off */
static const struct {
    uint32_t at, count, bits, open;
} rows[] = {
    { REF_PBUS_INTR_EN_0, 2, 0x8c0001fe, 0 }, { REF_PBUS_SW_SCRATCH(0), 32, WHOLE, 0 },
    { REF_PBUS_BAR0_WINDOW, 1, 0x03ffffff, 0 }, { REF_PBUS_BAR1_BLOCK, 1, WHOLE, 0 },
    { REF_PBUS_EXT_CG1, 1, 0x000003ff, 0 }, { REF_PBUS_BAR2_BLOCK, 1, WHOLE, 0 },
    { REF_PFIFO_INTR_EN_0, 1, 0xe1810101, 0 }, { REF_PFIFO_ACQ_PRETEST, 1, 0x0000f0ff, 0 },
    { REF_PFIFO_USERD_WINDOW, 1, WHOLE, 0 }, { REF_PFIFO_USERD_WRITEBACK, 1, 0x0000f0ff, 0 },
    { REF_PFIFO_RUNLIST_BASE, 1, 0x3fffffff, 0 }, { REF_PFIFO_RUNLIST, 1, 0, WHOLE },
    { REF_PFIFO_INTR_EN_1, 1, 0xe1810101, 0 }, { REF_PFIFO_INTR_STALL, 1, 0xe1810101, 0 },
    { REF_PFIFO_RECOVERED, 1, 0, WHOLE }, { REF_PFIFO_SCHED_DISABLE, 1, 0x00001fff, 0 },
    { REF_PFIFO_PREEMPT, 2, 0, WHOLE }, { REF_PFIFO_2A04, 1, WHOLE, 0 }, { REF_PFIFO_ENG_TIMEOUT, 1, WHOLE, 0 },
    { REF_PFIFO_CLEAR_FAULTED_TIMEOUT, 1, 0xbfffffff, 0 }, { REF_PFIFO_INTR_CTXSW_TIMEOUT, 15, 0, WHOLE },
    { REF_PTIMER_PRI_TIMEOUT, 1, 0x80ffffff, 0 }, { REF_PTIMER_INTR_EN_0, 1, 0x00000003, 0 },
    { REF_PTIMER_TIME_LOW, 1, 0, WHOLE }, { REF_PTIMER_TIME_HIGH, 1, 0, WHOLE },
    { REF_PTIMER_ALARM_0, 1, 0xffffffe0, 0 }, /* the alarm */
    { REF_PTIMER_TIMER_0, 1, 0xfffffc00, 0 }, /* the timer: microseconds */
    { REF_PTIMER_GR_TICK_FREQ, 1, 0x00000007, 0 }, { REF_FLUSH_PAGE, 1, WHOLE, 0 },
    { REF_PFB_PRI_MMU_CTRL, 1, 0xf7001ffe, 0 }, { REF_PFB_PRI_MMU_BIND_IMB, 1, WHOLE, 0 },
    { REF_PFB_PRI_MMU_BIND, 1, 0x7fffffff, 0 }, { REF_PFB_PRI_MMU_INVALIDATE_VADDR, 1, 0xfffffff0, 0 },
    { REF_PFB_PRI_MMU_INVALIDATE_PDB, 1, 0xfffffff2, 0 }, { REF_PFB_PRI_MMU_INVALIDATE, 1, 0, WHOLE },
    { REF_PFB_PRI_MMU_DEBUG_CTRL, 3, WHOLE, 0 }, { REF_VPR_STATUS, 2, 0, WHOLE },
    { REF_PFB_PRI_MMU_INVALIDATE_UPPER_VADDR, 2, 0x000fffff, 0 },
    { REF_PFB_PRI_MMU_PAGE_FAULT_CTRL, 1, 0x00000003, 0 }, { REF_PFB_PRI_MMU_FAULT_BUFFER_LO(0), 1, 0xfffff00f, 0 },
    { REF_PFB_PRI_MMU_FAULT_BUFFER_HI(0), 1, WHOLE, 0 }, { REF_PFB_PRI_MMU_FAULT_BUFFER_GET(0), 1, 0x000fffff, 0 },
    { REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), 1, 0, WHOLE }, { REF_PFB_PRI_MMU_FAULT_BUFFER_LO(1), 1, 0xfffff00f, 0 },
    { REF_PFB_PRI_MMU_FAULT_BUFFER_HI(1), 1, WHOLE, 0 }, { REF_PFB_PRI_MMU_FAULT_BUFFER_GET(1), 1, 0x000fffff, 0 },
    { REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(1), 1, 0, WHOLE }, { REF_PFB_PRI_MMU_INVALIDATE_PASID, 1, 0x000fffff, 0 },
    { REF_PFB_PRI_MMU_INVALIDATE_SIZE, 1, 0x0000003f, 0 }, { REF_PFB_HSMMU_PRI_MMU_CTRL, 1, 0xf7001ffe, 0 },
    { REF_PFB_HSMMU_PRI_MMU_DEBUG_CTRL, 3, WHOLE, 0 },
};
/* clang-format on */

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
    wr(REF_PTIMER_PRI_TIMEOUT_SAVE_0,
       0); /* which keeps the first access that nobody answers, and a 0 clears */
    const uint32_t seen = changed_by_writes(at) & ~open;
    if (seen != bits)
        fail_msg("of 0x%06x software can change 0x%08x, expected 0x%08x", at, seen, bits);
}

TEST(software_changes_the_bits_of_the_reference, NULL, close_world)
{
    open_world(NULL);
    wr(REF_PMC_ENABLE, WHOLE);
    for (unsigned b = 0; b < sizeof(blocks) / sizeof(*blocks); b++)
        for (uint32_t at = blocks[b].from; at < blocks[b].to; at += 4)
            check_word(at);
}

/* Values of registers before they are written: _INIT of NVIDIA's manuals (tests/hw/gv100/registers.def has them by
 * name). */
TEST(registers_begin_with_these_values, NULL, close_world)
{
    static const uint32_t resets[][2] = {
        { 0x000204, 0x3fff },
        { REF_PBUS_INTR_EN_0, 0 },
        { REF_PBUS_INTR_EN_1, 0 },
        { REF_PBUS_BAR0_WINDOW, 0x3f0 },
        { REF_PFIFO_INTR_EN_0, 0 },
        { REF_PFIFO_INTR_EN_1, 0 },
        { REF_PFIFO_INTR_STALL, 0x01810101 },
        { REF_PFIFO_ACQ_PRETEST, 8 },
        { REF_PFIFO_SCHED_DISABLE, 0 },
        { REF_PTIMER_PRI_TIMEOUT, 0x80000100 },
        { REF_PTIMER_INTR_EN_0, 0 },
        { REF_PTIMER_ALARM_0, 0 },
        { REF_PTIMER_TIMER_0, 0 },
        { REF_PFB_PRI_MMU_INVALIDATE_VADDR, 0 },
        { REF_PFB_PRI_MMU_INVALIDATE_UPPER_VADDR, 0 },
        { REF_PFB_PRI_MMU_INVALIDATE_PDB, 0 },
        { REF_PFB_PRI_MMU_INVALIDATE_UPPER_PDB, 0 },
        { REF_PFB_PRI_MMU_INVALIDATE_PASID, 0 },
        { REF_PFB_PRI_MMU_INVALIDATE_SIZE, 0 },
        { REF_PBUS_EXT_CG1, 0x3fe },
        { REF_PTIMER_GR_TICK_FREQ, 5 },
    };

    open_world(NULL);
    wr(REF_PMC_ENABLE, WHOLE); /* PFIFO is off after reset */
    for (unsigned i = 0; i < sizeof(resets) / sizeof(resets[0]); i++)
        if (rd(resets[i][0]) != resets[i][1])
            fail_msg("0x%06x reads 0x%08x after power-on", resets[i][0], rd(resets[i][0]));
    wr(REF_PMC_ENABLE_PB, WHOLE);
    assert_int_equal(0x3fff, rd(REF_PMC_ENABLE_PB)); /* PMC_ENABLE_PB: 14 PBDMAs */
    wr(REF_PFB_PRI_MMU_CTRL, 0); /* room for 32 invalidates in 23:16, and the FIFO is empty in 15 */
    assert_int_equal(0x00208001, rd(REF_PFB_PRI_MMU_CTRL));
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
    wr(REF_PTIMER_PRI_TIMEOUT_SAVE_0, 0);
    wr(REF_PBUS_INTR_0, WHOLE);
    rd(at);
    if (!(rd(REF_PBUS_INTR_0) & 14) != is_there(at, enable))
        fail_msg("0x%06x %s with PMC_ENABLE 0x%x", at,
                 is_there(at, enable) ? "does not answer" : "answers", enable);
}

/* The first and the last word of each part, and those before and after it. */
TEST(parts_of_bar0_answer, NULL, close_world)
{
    static const uint32_t enables[] = { 0, PFIFO, GRAPHICS, WHOLE & ~PFIFO, WHOLE };

    open_world(NULL);
    for (unsigned e = 0; e < sizeof(enables) / sizeof(*enables); e++) {
        wr(REF_PMC_ENABLE, enables[e]);
        for (unsigned i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
            if (i)
                expect_answer(parts[i].from - 4, enables[e]);
            expect_answer(parts[i].from, enables[e]);
            expect_answer(parts[i].to - 4, enables[e]);
            expect_answer(parts[i].to, enables[e]);
        }
    }
}
