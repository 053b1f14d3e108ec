/* Values of registers after power-on and a reset of PFIFO and PGRAPH (docs/hardware/tesla-mmio.md §3.1, §4.2, §5.1,
 * tesla-vm.md §1.4): the values that the reference gives, and 0 in every other word of these blocks. The model's own
 * table of reset values is not looked at. */
#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/core_rig.h"

#define G80_ONLY  1u
#define G84_UP    2u
#define GT215_UP  4u
#define EVERYBODY (G80_ONLY | G84_UP)

static const struct {
    uint32_t at, value;
    unsigned chips;
} values[] = {
    { REF_PFIFO_C11_MIN_SLICE, 0x010100, EVERYBODY }, /* 0x90100, and bit 19 is forced to 0 */
    { REF_PFIFO_DELAY_1, 0x000002, EVERYBODY },
    { REF_PFIFO_DEBUG_1, 0x72f200, EVERYBODY },
    { REF_PFIFO_DEBUG_4, 0x443333, G80_ONLY },
    { REF_PFIFO_DEBUG_4, 0x33c43333, G84_UP },
    { REF_PFIFO_ENGINE_IDLE, 0x00003f, EVERYBODY }, /* ENGINE_IDLE: all six */
    { REF_PFIFO_PUSH1, 0x00007f, EVERYBODY },       /* PUSH1: nobody's channel */
    { REF_PFIFO_STATUS, 0x000010, EVERYBODY },      /* STATUS: the cache is empty */
    { REF_PFIFO_CURRENT, 0x00007f, EVERYBODY },
    { REF_PFIFO_3300, 0x04004f, G84_UP },
    { REF_PFIFO_3304, 0x000003, EVERYBODY },
    { REF_PFIFO_3318, 0x000002, EVERYBODY },
    { REF_PFB_PD_OFFSET, 0x000200, G84_UP },         /* PD_OFFSET */
    { REF_PGRAPH_FIFO_STATUS, 0x000001, EVERYBODY }, /* FIFO_STATUS: empty */
    { REF_PGRAPH_FLAGS_2, 0x002001, EVERYBODY },     /* FLAGS_2: ALWAYS_TRUE, IDLE */
    { 0x000160, 0x000001, EVERYBODY },               /* the interrupt line is up */
    { 0x000200, 0xffffffff, EVERYBODY },             /* as it was written */
    { 0x000640, 0xffffffff, GT215_UP },              /* INTR_MASK_HOST */
};

static unsigned kind_of(const struct nv50_chip *chip)
{
    switch (chip->chip.id) {
    case 0x50:
        return G80_ONLY;
    case 0xa3:
    case 0xa5:
    case 0xa8:
    case 0xaf:
        return G84_UP | GT215_UP;
    default:
        return G84_UP;
    }
}

static uint32_t wanted(uint32_t at, unsigned kind)
{
    for (unsigned i = 0; i < ARRAY_SIZE(values); i++)
        if (values[i].at == at && (values[i].chips & kind))
            return values[i].value;
    return 0;
}

TEST(blocks_hold_what_the_reference_says)
{
    static const uint32_t blocks[][2] = { { 0x000100, 0x000a00 },
                                          { 0x002000, 0x004000 },
                                          { 0x100c00, 0x100d00 },
                                          { 0x400000, 0x402000 } };

    for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
        const unsigned kind = kind_of(&nv50_chips[chip]);

        open_core(nv50_chips[chip].chip.name, NULL, NULL);
        wr(REF_PMC_ENABLE, 0xffdfeeff);
        wr(REF_PMC_ENABLE, 0xffffffff);
        for (unsigned i = 0; i < ARRAY_SIZE(blocks); i++)
            for (uint32_t at = blocks[i][0]; at < blocks[i][1]; at += 4)
                if (rd(at) != (wanted(at, kind) &
                               (at == 0x200 && chip == CHIP_MCP79 ? 0xdff3d113 : 0xffffffff)))
                    fail_msg("%s: 0x%06x holds 0x%08x, expected 0x%08x", nv50_chips[chip].chip.name,
                             at, rd(at), wanted(at, kind));
        close_card(NULL);
    }
}

/* tesla-mmio.md §6.1: PMC_ENABLE bit 14 is PCIPHER, bit 1 the unit of PMPEG. Only the unit whose bit falls forgets. */
TEST(a_reset_is_for_its_unit, NULL, close_card)
{
    static const uint32_t units[][2] = { { 0x10218c, 0x4000 }, { 0x00b140, 0x2 } };

    open_core("g84", NULL, NULL);
    for (unsigned i = 0; i < ARRAY_SIZE(units); i++) {
        wr(REF_PMC_ENABLE, 0xffffffff);
        wr(units[0][0], 0x40);
        wr(units[1][0], 0x1);
        wr(REF_PMC_ENABLE, ~units[i][1]);
        wr(REF_PMC_ENABLE, 0xffffffff);
        assert_int_equal(i == 0 ? 0 : 0x40, rd(units[0][0]));
        assert_int_equal(i == 1 ? 0 : 0x1, rd(units[1][0]));
    }
}

/* The clocks of a started card. PTIMER counts nanoseconds by 27 MHz * 3 * 125 / 324 (tesla-mmio.md §3.5). PLLs of 810
 * MHz from the root PLL, 27 * 30 (G80, G200: 27 * 4 * 15 / 2), by board.md §6.1: memory * 20 / 18 = 900, shader * 27 /
 * 18 = 1215, core * 22 / 18 / 2 = 495 MHz; by §6.2, from 27 MHz: memory * 40 / 2, core * 41 / 2, shader * 50. Core and
 * shader use their PLLs (devinit.md §3.2, row g). A card that nobody has started has none of it (§7.2): PLLs are off,
 * the memory's clock goes past its PLL. A G94 has the values of its own scripts (§3.5): 500, 1250, 499.5 MHz. */
TEST(clocks_of_a_started_and_of_a_cold_card, NULL, close_card)
{
    enum { IGP = 8, OLD_ROOT = 16, G94_ROOT = 32, G94 = 64 };
    static const struct {
        uint32_t at, started, cold;
        unsigned any_of, none_of;
    } words[] = {
        { REF_PTIMER_CLOCK_DIV, 324, 324, EVERYBODY, 0 },
        { REF_PTIMER_CLOCK_MUL, 125, 125, EVERYBODY, 0 },
        { REF_PTIMER_CLOCK_SOURCE, 9, 2, EVERYBODY, 0 },
        { REF_PCLOCK_MPLL, 0x80000000, 0x00000200, EVERYBODY, GT215_UP | IGP | G94 },
        { REF_PCLOCK_MPLL, 0x90596400, 0x00000200, G94, 0 },
        { REF_PCLOCK_MPLL_COEF, 0x00001412, 0, EVERYBODY, GT215_UP | IGP | G94 },
        { REF_PCLOCK_MPLL_COEF, 0x00002504, 0, G94, 0 },
        { REF_PCLOCK_SPLL, 0x80000000, 0, EVERYBODY, GT215_UP },
        { REF_PCLOCK_SPLL_COEF, 0x00001b12, 0x00001b12, EVERYBODY, GT215_UP | G94 },
        { REF_PCLOCK_SPLL_COEF, 0x00001902, 0x00001b12, G94, 0 },
        { REF_PCLOCK_NVPLL, 0x80010000, 0, EVERYBODY, GT215_UP | G94 },
        { REF_PCLOCK_NVPLL, 0xa0000000, 0, G94, 0 },
        { REF_PCLOCK_NVPLL_COEF, 0x00001612, 0, EVERYBODY, GT215_UP | G94 },
        { REF_PCLOCK_NVPLL_COEF, 0x00000f03, 0, G94, 0 },
        { REF_PCLOCK_MASTER, 0x00000033, 0, EVERYBODY, G94 },
        { REF_PCLOCK_MASTER, 0x2c001b33, 0, G94, 0 },
        { REF_PCLOCK_MASTER_ROOT, 0x0000530e, 0, G94, 0 },
        { REF_PCLOCK_ROOT_COEF, 0x00001e01, 0x00000101, EVERYBODY, GT215_UP | OLD_ROOT | G94 },
        { REF_PCLOCK_ROOT_COEF, 0x00000401, 0x00000101, G94, 0 },
        { REF_PCLOCK_ROOT_COEF, 0x00000e01, 0x00000003, OLD_ROOT, 0 },
        { REF_PCLOCK_ROOT_COEF_1, 0x00001e01, 0x00000101, G94_ROOT, 0 },
        { 0x004000, 0x00020001, 0x0000000a, GT215_UP, 0 },
        { REF_PCLOCK_GT215_MPLL_COEF, 0x00022801, 0, GT215_UP, 0 },
        { REF_PCLOCK_GT215_NVPLL, 0x00020001, 0x0000000a, GT215_UP, 0 },
        { REF_PCLOCK_GT215_NVPLL_COEF, 0x00022901, 0, GT215_UP, 0 },
        { REF_PCLOCK_GT215_SPLL, 0x00020001, 0x0000000a, GT215_UP, 0 },
        { REF_PCLOCK_GT215_SPLL_COEF, 0x00013201, 0x00013201, GT215_UP, 0 },
        { REF_PCLOCK_GT215_NVPLL_SOURCE, 0x00000100, 0x00000100, GT215_UP,
          0 }, /* the crystal, on */
        { REF_PCLOCK_GT215_SPLL_SOURCE, 0x00000100, 0x00000100, GT215_UP, 0 },
        { REF_PCLOCK_GT215_MPLL_SOURCE, 0x00000100, 0x00000100, GT215_UP, 0 },
        { REF_PCLOCK_GT215_ROOT, 0x00000001, 0x00000001, GT215_UP, IGP },
        { REF_PCLOCK_ROOT_DIV, 0x00011e01, 0x00011e01, GT215_UP, IGP },
    };

    for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
        const unsigned id = nv50_chips[chip].chip.id;
        const unsigned kind = kind_of(&nv50_chips[chip]) |
                              (id == 0xaa || id == 0xac || id == 0xaf ? IGP : 0) |
                              (id == 0x50 || id == 0xa0 ? OLD_ROOT : 0) |
                              (id >= 0x94 && id <= 0x98 ? G94_ROOT : 0) | (id == 0x94 ? G94 : 0);

        for (unsigned cold = 0; cold <= 1; cold++) {
            const struct model_host host = { .clock_ns = clock_ns };
            const struct model_config config = { .chip = &nv50_chips[chip].chip,
                                                 .seed = 1,
                                                 .cold = cold };
            char error[200];

            card = model_new(&config, &host, error, sizeof(error));
            assert_non_null(card);
            wr(REF_PMC_ENABLE, 0xffffffff);
            for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
                const uint32_t expected = cold ? words[i].cold : words[i].started;

                if ((words[i].any_of & kind) && !(words[i].none_of & kind) &&
                    rd(words[i].at) != expected)
                    fail_msg("%s, %s: 0x%06x holds 0x%08x, expected 0x%08x",
                             nv50_chips[chip].chip.name, cold ? "cold" : "started", words[i].at,
                             rd(words[i].at), expected);
            }
            close_card(NULL);
        }
    }
}
