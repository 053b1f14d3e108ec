/* Steps that the memory of the model's boards needs before it works (docs/hardware/devinit.md §7.2), step by step and
 * without a ROM's scripts: with all steps it holds a word, with any one of them otherwise it does not. Values are those
 * of the board with the second kind of memory, typed a second time (model/nv50/vm/board.h). */
#include "tests/model/nv50/core_rig.h"

#define STEPS 40
#define NS_US UINT64_C(1000)

/* at: 0 waits so many microseconds. */
struct step {
    uint32_t at, value;
};

/* clang-format off */
#define PFB_OFF { REF_PMC_ENABLE, 0xffefffff }
#define PFB_ON { REF_PMC_ENABLE, 0xffffffff }

/* The memory's supply: line 5 drives 1 and is nobody else's. */
#define SUPPLY { REF_PNVIO_GPIO_MODE_0, 0 }, { REF_PNVIO_GPIO_0, 0x00300000 }
#define TIMING(i) { REF_PFB_TIMINGS + 4 * (i), 0x0c0d0c00 + (i) }
#define TIMINGS \
    TIMING(0), TIMING(1), TIMING(2), TIMING(3), TIMING(4), TIMING(5), TIMING(6), TIMING(7), TIMING(8), TIMING(9)
#define REFRESH_ON { REF_PFB_REFCTRL, 0x80000000 }
#define PRECHARGE { REF_PFB_PRECHARGE, 1 }
#define REFRESH { REF_PFB_REFRESH, 1 }
#define MODES { REF_PFB_MODE_REGS, 0x0552 }, { REF_PFB_MODE_REGS + 4, 0x240a }

static const struct step of_g84[STEPS] = {
    PFB_OFF, PFB_ON, SUPPLY,
    { REF_PCLOCK_NVPLL_COEF, 0xa308 }, { REF_PCLOCK_NVPLL, 0x80010000 }, { REF_PCLOCK_MPLL_COEF, 0xed08 }, { REF_PCLOCK_MPLL, 0x80010000 }, { REF_PCLOCK_MASTER, 0x33 },
    { REF_PFB_CFG0, 0 }, { REF_PFB_CFG1, 0 /* see geometry() */ }, { REF_PFB_RAM_TYPE, 2 }, TIMINGS, REFRESH_ON,
    { 0, 200 }, PRECHARGE, REFRESH, REFRESH, MODES,
};

static const struct step of_gt215[STEPS] = {
    PFB_OFF, PFB_ON, SUPPLY,
    { REF_PCLOCK_GT215_NVPLL_COEF, 0x21b01 }, { REF_PCLOCK_GT215_NVPLL, 1 }, { REF_PCLOCK_GT215_MPLL_COEF, 0x31e01 }, { REF_PCLOCK_GT215_MPLL, 1 },
    { REF_PFB_CFG0, 0 }, { REF_PFB_CFG1, 0 }, { REF_PFB_RAM_TYPE, 4 }, TIMINGS, REFRESH_ON, { REF_PFB_VRAM_LIMIT, 0x10000000 },
    { 0, 200 }, PRECHARGE, REFRESH, REFRESH, MODES,
};

/* A step that is another one: the n-th write to a register. left_out: it is not done. */
struct change {
    uint32_t at;
    unsigned nth;
    bool left_out;
    uint32_t value;
};

static const struct change changes_of_g84[] = {
    { 0x200, 0, true, 0 },             /* PFB has not been in reset */
    { REF_PNVIO_GPIO_MODE_0, 0, true, 0 },            /* the line is NVIO's and a SOR's still */
    { REF_PNVIO_GPIO_MODE_0, 0, false, 0x00000020 }, { REF_PNVIO_GPIO_MODE_0, 0, false, 0x00200000 },
    { REF_PNVIO_GPIO_0, 0, false, 0x00100000 },  /* drives 0, or drives nothing */
    { REF_PNVIO_GPIO_0, 0, false, 0x00200000 },
    { REF_PNVIO_GPIO_0, 0, false, 0x03000000 },  /* another line */
    { REF_PCLOCK_NVPLL_COEF, 0, false, 0xa309 },
    { REF_PCLOCK_NVPLL, 0, false, 0x00010000 },  /* off; another P */
    { REF_PCLOCK_NVPLL, 0, false, 0x80000000 }, { REF_PCLOCK_MPLL_COEF, 0, false, 0xa308 },
    { REF_PCLOCK_MPLL, 0, false, 0x00010000 }, { REF_PCLOCK_MPLL, 0, false, 0x80020000 },
    { REF_PCLOCK_MPLL, 0, false, 0x80010200 },  /* past the PLL */
    { REF_PCLOCK_MASTER, 0, false, 0x32 }, { REF_PFB_CFG0, 0, false, 4 }, { REF_PFB_CFG1, 0, false, 0x00010000 },
    { REF_PFB_RAM_TYPE, 0, false, 1 }, { REF_PFB_TIMINGS, 0, true, 0 },
    { REF_PFB_TIMINGS + 4 * 9, 0, false, 0x0c0d0c0a }, { REF_PFB_REFCTRL, 0, true, 0 },
    { 0, 0, false, 80 },               /* the PLLs have not locked */
    { REF_PFB_PRECHARGE, 0, true, 0 },
    { REF_PFB_REFRESH, 0, true, 0 },          /* one refresh */
    { REF_PFB_MODE_REGS, 0, false, 0x0553 }, { REF_PFB_MODE_REGS, 0, true, 0 },
    { REF_PFB_MODE_REGS + 4, 0, false, 0x2409 },
};

static const struct change changes_of_gt215[] = {
    { 0x200, 0, true, 0 }, { REF_PCLOCK_GT215_NVPLL_COEF, 0, false, 0x21b02 },
    { REF_PCLOCK_GT215_NVPLL, 0, false, 0 },           /* off; without power; past it */
    { REF_PCLOCK_GT215_NVPLL, 0, false, 3 }, { REF_PCLOCK_GT215_NVPLL, 0, false, 9 },
    { REF_PCLOCK_GT215_MPLL_COEF, 0, false, 0x21e01 }, { REF_PCLOCK_GT215_MPLL, 0, false, 0 },
    { REF_PCLOCK_GT215_MPLL, 0, false, 3 }, { REF_PCLOCK_GT215_MPLL, 0, false, 9 },
    { REF_PFB_VRAM_LIMIT, 0, false, 0x08000000 }, { REF_PFB_RAM_TYPE, 0, false, 1 }, { 0, 0, false, 80 },
};

/* A real board by its ROM: "memory PLL enabled with M, N != 0 and ctrl bit 9 = 0; CFG0/CFG1 consistent with the
 * modelled chips; at least one write to 0x1002d4, two to 0x1002d0, the mode registers written; 0x100210 bit 31 = 1". */
static const struct step of_given[STEPS] = {
    PFB_OFF, PFB_ON, { REF_PCLOCK_NVPLL_COEF, 0x0201 }, { REF_PCLOCK_NVPLL, 0x80000000 },
    { REF_PCLOCK_MPLL_COEF, 0x0201 }, { REF_PCLOCK_MPLL, 0x90596400 }, { REF_PCLOCK_MASTER, 0x2c001b33 },
    { REF_PFB_CFG0, 0x1000 }, { REF_PFB_CFG1, 0 }, { REF_PFB_RAM_TYPE, 0x33222 }, { REF_PFB_TIMINGS, 1 },
    { REF_PFB_REFCTRL, 0x80000001 }, { 0, 200 }, PRECHARGE, { REF_PFB_MODE_REGS, 1 }, REFRESH, REFRESH,
    { REF_PFB_MODE_REGS + 4, 1 },
};

static const struct change changes_of_given[] = {
    { 0x200, 0, true, 0 }, { REF_PCLOCK_NVPLL_COEF, 0, false, 0x0200 }, { REF_PCLOCK_NVPLL_COEF, 0, false, 0x10001 },
    { REF_PCLOCK_NVPLL, 0, false, 0x7fffffff }, { REF_PCLOCK_MPLL_COEF, 0, false, 0x0200 },
    { REF_PCLOCK_MPLL_COEF, 0, false, 0x10001 }, { REF_PCLOCK_MPLL, 0, false, 0x10596400 },
    { REF_PCLOCK_MPLL, 0, false, 0x90596600 }, { REF_PCLOCK_MASTER, 0, false, 0x2c001b32 },
    { REF_PFB_CFG0, 0, false, 0x1004 }, { REF_PFB_CFG1, 0, false, 0x1000 }, { REF_PFB_CFG1, 0, false, 0x10000 },
    { REF_PFB_CFG1, 0, false, 0x01000000 }, { REF_PFB_RAM_TYPE, 0, false, 0x33221 }, { REF_PFB_TIMINGS, 0, true, 0 },
    { REF_PFB_REFCTRL, 0, false, 1 }, { 0, 0, false, 80 }, { REF_PFB_PRECHARGE, 0, true, 0 },
    { REF_PFB_REFRESH, 0, true, 0 }, { REF_PFB_MODE_REGS, 0, true, 0 }, { REF_PFB_MODE_REGS + 4, 0, true, 0 },
};
/* clang-format on */

/* With an image that is a G84's, and has nothing more. */
static bool given;

static void open_board(const char *chip, bool cold)
{
    static const uint8_t rom[0x200] = {
        [0x18] = 0x80, [0x80] = 'P', 'C', 'I', 'R', 0xde, 0x10, 0, 4
    };
    const struct model_config config = { .chip = &chipset_named(chip)->chip,
                                         .seed = 1,
                                         .cold = cold,
                                         .vbios = given ? rom : NULL,
                                         .vbios_size = given ? sizeof(rom) : 0,
                                         .strap = 1 };

    new_core((struct model_host){ 0 }, &config);
}

/* CFG1 and BANKCFG of such a board, which are not under test here. */
static uint32_t geometry(const char *chip, uint32_t *bankcfg)
{
    open_board(chip, false);
    const uint32_t cfg1 = rd(REF_PFB_CFG1);
    *bankcfg = rd(REF_PFB_BANKCFG);
    return cfg1;
}

static bool holds_a_word(void)
{
    PUT(vram_wr, 0x1000, 0x12345678, 0x1004, 0x9abcdef0);
    return vram_rd(0x1000) == 0x12345678 && vram_rd(0x1004) == 0x9abcdef0;
}

static bool starts(const char *chip, uint32_t cfg1, uint32_t bankcfg, const struct step *steps,
                   const struct change *change)
{
    unsigned seen = 0;

    open_board(chip, true);
    assert_false(holds_a_word());
    wr(REF_PFB_BANKCFG, bankcfg);
    for (unsigned i = 0; i < STEPS && (steps[i].at || steps[i].value); i++) {
        const bool changed = change && steps[i].at == change->at && seen++ == change->nth;
        uint32_t value = steps[i].at == REF_PFB_CFG1 ? cfg1 : steps[i].value;

        if (changed && change->left_out)
            continue;
        if (changed)
            value = steps[i].at == REF_PFB_CFG1 ? cfg1 ^ change->value : change->value;
        if (steps[i].at)
            wr(steps[i].at, value);
        else
            clock_now += value * NS_US;
    }
    return holds_a_word();
}

static void expect_all(const char *chip, const struct step *steps, const struct change *changes,
                       unsigned count)
{
    uint32_t bankcfg;
    const uint32_t cfg1 = geometry(chip, &bankcfg);

    if (!starts(chip, cfg1, bankcfg, steps, NULL))
        fail_msg("%s: the memory does not work after all steps", chip);
    for (unsigned i = 0; i < count; i++)
        if (starts(chip, cfg1, bankcfg, steps, &changes[i]))
            fail_msg("%s works with 0x%x %s 0x%x", chip, changes[i].at,
                     changes[i].left_out ? "left out, not" : "as", changes[i].value);
}

TEST(every_step_counts)
{
    expect_all("g84", of_g84, changes_of_g84, ARRAY_SIZE(changes_of_g84));
    expect_all("gt215", of_gt215, changes_of_gt215, ARRAY_SIZE(changes_of_gt215));
    given = true;
    expect_all("g84", of_given, changes_of_given, ARRAY_SIZE(changes_of_given));
    given = false;
}

/* The chips' settings are gone with PFB as long as they sleep; once awake they stay so. */
TEST(a_reset_of_pfb_starts_over)
{
    static const struct step again[STEPS] = { PRECHARGE, REFRESH, REFRESH, MODES };
    uint32_t bankcfg;
    const uint32_t cfg1 = geometry("g84", &bankcfg);

    for (unsigned reset_at = 0; reset_at < 2; reset_at++) {
        open_board("g84", true);
        wr(REF_PFB_BANKCFG, bankcfg);
        for (unsigned i = 0; of_g84[i].at || of_g84[i].value; i++) {
            if (reset_at == 0 && of_g84[i].at == 0x1002c4) { /* before the last word */
                PUT(wr, REF_PMC_ENABLE, 0xffefffff, REF_PMC_ENABLE, 0xffffffff);
            }
            if (of_g84[i].at)
                wr(of_g84[i].at, of_g84[i].at == REF_PFB_CFG1 ? cfg1 : of_g84[i].value);
            else
                clock_now += 200 * NS_US;
        }
        assert_int_equal(holds_a_word(), reset_at == 1);
        PUT(wr, REF_PMC_ENABLE, 0xffefffff, REF_PMC_ENABLE, 0xffffffff);
        assert_int_equal(holds_a_word(), reset_at == 1);
        for (unsigned i = 0; again[i].at; i++) {
            assert_int_equal(holds_a_word(), reset_at == 1);
            wr(again[i].at, again[i].value);
        }
        assert_true(holds_a_word());
    }
}
