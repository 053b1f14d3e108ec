/* Which bits of the GV100 model's registers take what is written, and what they hold before: fields and _INIT
 * values of NVIDIA's manuals (tests/hw/gv100/registers.def has them by name). Bits that start something, and
 * those that only the hardware sets, read 0. The model's own masks are not looked at. */
#include "tests/model/gv100/core_rig.h"

#define WORD 0xffffffffu
#define ANY  0x5eedu /* the manual gives no value */

static const struct {
    uint32_t at, bits, reset;
} registers[] = {
    { 0x000204, 0x00003fff, 0x00003fff }, /* PMC_ENABLE_PB: 14 PBDMAs, all on */
    { 0x001140, 0x8c0001fe, 0 },          /* PBUS_INTR_EN_0 */
    { 0x001144, 0x8c0001fe, 0 },          /* PBUS_INTR_EN_1 */
    { 0x001700, 0x03ffffff, 0x3f0 },      /* PBUS_BAR0_WINDOW: BASE, TARGET */
    { 0x002140, 0xe1810101, 0 },          /* PFIFO_INTR_EN_0 */
    { 0x002528, 0xe1810101, 0 },          /* PFIFO_INTR_EN_1 */
    { 0x002530, 0xe1810101, 0x01810101 }, /* PFIFO_INTR_STALL */
    { 0x002250, 0x0000f0ff, 8 },          /* PFIFO_ACQ_PRETEST */
    { 0x002630, 0x00001fff, 0 },          /* PFIFO_SCHED_DISABLE */
    { 0x009080, 0x80ffffff, 0x80000100 }, /* PTIMER_PRI_TIMEOUT: PERIOD, EN */
    { 0x009140, 0x00000003, 0 },          /* PTIMER_INTR_EN_0 */
    { 0x009420, 0xffffffe0, 0 },          /* PTIMER_ALARM_0 */
    { 0x009428, 0xfffffc00, 0 },          /* PTIMER_TIMER_0 */
    { 0x100cac, WORD, ANY },              /* MMU_BIND_IMB */
    { 0x100cb0, 0x7fffffff, ANY },        /* MMU_BIND without TRIGGER */
    { 0x100cb4, 0xfffffff0, 0 },          /* MMU_INVALIDATE_VADDR */
    { 0x100ce8, 0x000fffff, 0 },          /* and its upper half */
    { 0x100cb8, 0xfffffff2, 0 },          /* MMU_INVALIDATE_PDB: APERTURE is bit 1 */
    { 0x100cec, 0x000fffff, 0 },
    { 0x100e64, 0x000fffff, 0 }, /* PASID */
    { 0x100e68, 0x0000003f, 0 }, /* SIZE */
};

static void expect_word(uint32_t at, uint32_t expected, const char *when)
{
    if (rd(at) != expected)
        fail_msg("0x%06x reads 0x%08x %s, expected 0x%08x", at, rd(at), when, expected);
}

TEST(registers_take_the_bits_that_they_have)
{
    for (unsigned i = 0; i < sizeof(registers) / sizeof(registers[0]); i++) {
        open_world(NULL);
        wr(0x200, WORD); /* PFIFO is off after reset */
        if (registers[i].reset != ANY)
            expect_word(registers[i].at, registers[i].reset, "after power-on");
        wr(registers[i].at, WORD);
        expect_word(registers[i].at, registers[i].bits, "after all ones");
        close_world(NULL);
    }
}

/* PFB_PRI_MMU_CTRL: modes in 12:1, 26:24 and 31:28 are kept; 23:13 belong to the FIFO of invalidates, which is empty
 * (bit 15) and has room for 32. The copy for high-speed clients at 0x1fac80 has the same modes. */
TEST(modes_of_the_mmu_are_kept)
{
    open_world(NULL);
    for (unsigned bit = 1; bit < 32; bit++) {
        if (bit == 27 || (bit >= 13 && bit < 24))
            continue;
        wr(0x100c80, 1u << bit);
        expect_word(0x100c80, 1u << bit | 0x00208001, "after one bit");
        wr(0x1fac80, 1u << bit);
        expect_word(0x1fac80, 1u << bit | 1, "after one bit");
    }
    close_world(NULL);
}
