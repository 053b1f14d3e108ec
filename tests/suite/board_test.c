/* The report's lines on the board: clocks and their level, the fan, the core's voltage, computed by hand from registers
 * that a test makes read so. */
#include "engines/nv50/devinit/perf.h"
#include "hw/gv100/chip.h"
#include "reference/nv50.h"
#include "suite/report/report.h"
#include "tests/kit/bus_tap.h"
#include "tests/kit/tests.h"
#include "tests/suite/run_rig.h"

/* Words that registers read instead of the model's own. */
struct forged {
    uint32_t at, value;
};

static struct {
    struct bus_tap tap;
    const struct forged *list; /* ends with a register 0 */
} forge;

static uint64_t read_forged(struct bus *bus, bus_addr at, uint8_t size)
{
    for (const struct forged *f = forge.list; size == 4 && f->at; f++)
        if ((at.v & 0xffffff) == f->at)
            return f->value;
    return forge.tap.real->read(bus, at, size);
}

static void forge_reads(struct rig *rig)
{
    struct bus *const bus = host_bus(rig->host);

    bus_tap(&forge.tap, bus);
    forge.tap.ops.read = read_forged;
}

static char plain[4096];

static void put_plain(void *opaque, const char *line, size_t size)
{
    strncat(plain, line, size);
}

static void expect_line(enum chipset_index chip, const struct forged *list, const char *line)
{
    struct rig *const rig = rig_new();

    plain[0] = '\0';
    forge.list = list;
    rig->card.chip = &nv50_chips[chip].chip;
    rig->prepare = forge_reads;
    rig->sinks.text = put_plain;
    rig_run_suite(rig, "board");
    expect_said(plain, line);
    rig_free(rig);
}

/* clang-format off */
#define FORGED(...) (const struct forged[]){ __VA_ARGS__, { 0, 0 } }
/* clang-format on */
static const struct forged nothing[1];

/* G84: the crystal's 27 MHz times 30 is 810 MHz for all PLLs; the coefficients have N in bits 15:8, M in 7:0; the
 * core's P is 1. */
TEST(clocks_and_their_level)
{
    /* 810 * 22 / 18 / 2, 810 * 27 / 18, 810 * 20 / 18 */
    expect_line(
        CHIP_G84, nothing,
        "  board.clocks: core 495.0 MHz, shaders 1215.0 MHz, memory 900.0 MHz (1800 MT/s)\r\n"
        "  board.level: level 3 of 3\r\n");
    /* 810 * 17 / 18 is of no level */
    expect_line(CHIP_G84, FORGED({ REF_PCLOCK_MPLL_COEF, 0x1112 }),
                "memory 765.0 MHz (1530 MT/s)\r\n"
                "  board.level: boot clocks, of none of the 3 levels; memory at 765 of 900 MHz, "
                "not at full speed");
    /* 810 * 40 / 81 = 400 */
    expect_line(CHIP_G84, FORGED({ REF_PCLOCK_MPLL_COEF, 0x2851 }),
                "memory as at level 2 of 3, core or shaders not; memory at 400 of 900 MHz, not at "
                "full speed");
    /* and 810 * 55 / 81 = 550 for the shaders, half of it for the core */
    expect_line(CHIP_G84,
                FORGED({ REF_PCLOCK_MPLL_COEF, 0x2851 }, { REF_PCLOCK_SPLL_COEF, 0x3751 },
                       { REF_PCLOCK_NVPLL_COEF, 0x3751 }),
                "core 275.0 MHz, shaders 550.0 MHz, memory 400.0 MHz (800 MT/s)\r\n"
                "  board.level: level 2 of 3; memory at 400 of 900 MHz, not at full speed");
    /* 1215 MHz are level 3's for the shaders, 495 for the core: each must be */
    expect_line(CHIP_G84, FORGED({ REF_PCLOCK_SPLL_COEF, 0x3751 }),
                "  board.level: memory as at level 3 of 3, core or shaders not\r\n");
    expect_line(CHIP_G84, FORGED({ REF_PCLOCK_NVPLL_COEF, 0x3751 }),
                "  board.level: memory as at level 3 of 3, core or shaders not\r\n");
    /* 9 MHz of 900 are 1 percent: 810 * 101 / 90 = 909 is still that level, 810 * 80 / 71 = 912.6 is not */
    expect_line(CHIP_G84, FORGED({ REF_PCLOCK_MPLL_COEF, 0x655a }),
                "  board.level: level 3 of 3\r\n");
    expect_line(CHIP_G84, FORGED({ REF_PCLOCK_MPLL_COEF, 0x5047 }),
                "  board.level: boot clocks, of none of the 3 levels\r\n");
}

/* G84's memory runs at 810 N / M MHz, and its levels at 100, 400 and 900. 9 MHz of 900 are 1 percent, but 2 MHz count as the
 * same clock for every level; 18 MHz of 900 are 2 percent, which are too fast. */
TEST(clocks_at_the_limits_of_a_level)
{
    static const struct {
        uint32_t coefficients;
        const char *says;
    } rows[] = {
        { 0x0b0a, "  board.level: level 3 of 3\r\n" },
        { 0x645b, "  board.level: boot clocks, of none of the 3 levels; memory at 890 of 900" },
        { 0x776a, "  board.level: boot clocks, of none of the 3 levels\r\n" },       /* 909.34 */
        { 0x1187, "  board.level: memory as at level 1 of 3, core or shaders not" }, /* 102 */
        { 0x20fe, "  board.level: boot clocks, of none of the 3 levels; memory at 102 of" },
        { 0x110f, "  board.level: boot clocks, of none of the 3 levels\r\n" }, /* 918 */
        { 0xc3ac, "runs its memory at 918 MHz, but the fastest level of its VBIOS has 900 MHz" },
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        expect_line(CHIP_G84, FORGED({ 0x400c, rows[i].coefficients }), rows[i].says);
}

/* ---- tables of performance levels in a ROM that is otherwise the model's ---- */

/* GT215: 27 MHz times N over M times P, which is in bits 21:16: 27 * 41 / 2, 27 * 50, 27 * 40 / 2. */
TEST(clocks_of_gt215)
{
    expect_line(
        CHIP_GT216, nothing,
        "  board.clocks: core 553.5 MHz, shaders 1350.0 MHz, memory 540.0 MHz (1080 MT/s)\r\n"
        "  board.level: level 3 of 3\r\n");
    /* Past its PLL the core runs from a fixed clock, which bit 6 of the word chooses (board.md §6). */
    expect_line(CHIP_GT216, FORGED({ 0x4200, 8 }, { 0x4160, 0x2100 }),
                "  board.clocks: core 100.0 MHz, shaders 1350.0 MHz");
    expect_line(CHIP_GT216, FORGED({ 0x4200, 8 }, { 0x4160, 0x2140 }),
                "  board.clocks: core 108.0 MHz, shaders 1350.0 MHz");
}

TEST(fan_by_its_registers)
{
    /* 540 of 1350 cycles */
    expect_line(CHIP_G84, nothing, "  board.fan: told to run at 40 %, 1497 turns a minute\r\n");
    expect_line(CHIP_G84, FORGED({ 0xe114, 1000 }, { 0xe118, 250 }),
                "  board.fan: told to run at 25 %,");
    /* more than the period counts as all of it; bit 31 is the trigger */
    expect_line(CHIP_G84, FORGED({ 0xe114, 1000 }, { REF_PNVIO_PWM_DUTY_0, 0x80000400 }),
                "  board.fan: told to run at 100 %,");
    expect_line(CHIP_G84, FORGED({ 0xe114, 0 }), "  board.fan: pulses of line 4 not set up,");
    expect_line(CHIP_G84, FORGED({ 0xe100, 0 }, { REF_PNVIO_GPIO_0, 0x00070000 }),
                "  board.fan: no pulses, line 4 is 1, no pulses of the tachometer: it stands");
    /* 35 pulses in half a second of 27 MHz: 35 turns a second */
    expect_line(CHIP_GT218,
                FORGED({ 0xe720, 1 }, { 0xe724, 13500000 }, { REF_PNVIO_TACH_PULSES, 0x00050023 }),
                "  board.fan: told to run at 40 %, 2100 turns a minute by the card's counter\r\n");
    expect_line(CHIP_MCP77, nothing,
                "  board.fan: its VBIOS lists no fan that the card controls\r\n");
}

TEST(a_fan_without_the_wire_is_not_judged)
{
    struct rig *const rig = rig_new();

    rig->card.knobs = "fan_tach=silent";
    assert_int_equal(VERDICT_PASS, rig_run_suite(rig, "board"));
    expect_said(rig->tap, "board.fan: told to run at 40 %, no pulses of the tachometer: it stands, "
                          "is not plugged in or has no such wire");
}

/* Lines 10 and 11 are bits 0 and 1; their levels are bits 10 and 14 of the word of lines 8 to 15. */
TEST(voltage_by_its_lines)
{
    expect_line(CHIP_G84, nothing,
                "  board.voltage: 1100 mV asked for by 2 lines (VID 2); not measured\r\n");
    expect_line(CHIP_G84, FORGED({ REF_PNVIO_GPIO_8, 0x0400 }),
                "  board.voltage: 1000 mV asked for by 2 lines (VID 1); not measured\r\n");
    /* 900 mV and three steps of 25 */
    expect_line(CHIP_GT215, FORGED({ REF_PNVIO_GPIO_8, 0x4400 }),
                "  board.voltage: 975 mV asked for by 2 lines (VID 3); not measured\r\n");
}

/* ---- the link, trained anew ---- */

static unsigned word_of(struct bus *bus, struct pci_function at, uint16_t offset)
{
    return bus->ops->config_read(bus, at, offset, 4);
}

/* A G92 can do 5 GT/s, a GV100 8, and the port 5, whose target that is; the link runs at 2.5 before and afterwards. */
TEST(a_trained_link_is_put_back)
{
    static const char *const defects[] = { NULL, "pci-retrain-narrows" };
    const struct pci_function card = { .bus = 1 };
    struct pci_function port;

    for (unsigned k = 0; k < 4; k++) {
        const unsigned i = k % 2;
        struct rig *const rig = rig_new();

        rig->card.chip = k < 2 ? &nv50_chips[CHIP_G92].chip : &gv100_chips[CHIP_GV100].chip;
        rig->card.vram_size = k < 2 ? 4 << 20 : 16 << 20;
        rig->card.defects = defects[i];
        assert_int_equal(i ? VERDICT_FAIL : VERDICT_PASS, rig_run_suite(rig, "link.retrain"));
        if (!i)
            expect_said(rig->tap, "2.5 GT/s reached 10 of 10 times, 0 with errors, x16; 5 GT/s "
                                  "reached 10 of 10 times, 0 with errors, x16");
        struct bus *const bus = host_bus(rig->host);
        assert_int_equal(OK, pci_upstream(bus, card, &port));
        assert_int_equal(2, word_of(bus, port, 0x40 + 0x30) & 0xf);
        assert_int_equal(0, word_of(bus, port, 0x40 + 0x10) & 0x20);
        assert_int_equal(1, word_of(bus, card, 0x78 + 0x10) >> 16 & 0xf);
        rig_free(rig);
    }
}

/* Link Status of a G92 has speed 1 after power-on, and 2 once its port (whose target is 5 GT/s) has trained the link. */
TEST(a_link_runs_as_it_was_trained)
{
    const struct pci_function card = { .bus = 1 };
    struct rig *const rig = rig_new();
    struct pci_function port;

    rig->card.chip = &nv50_chips[CHIP_G92].chip;
    rig->card.vram_size = 4 << 20;
    rig_run_suite(rig, "link.pcie");
    expect_said(rig->tap, "x16 of x16, 2.5 GT/s\n");
    struct bus *const bus = host_bus(rig->host);
    assert_int_equal(OK, pci_upstream(bus, card, &port));
    bus->ops->config_write(bus, port, 0x40 + 0x10, 2, 0x20);
    rig_again(rig);
    expect_said(rig->tap, "x16 of x16, 5 GT/s\n");
    assert_int_equal(VERDICT_PASS, rig->verdict);
}
