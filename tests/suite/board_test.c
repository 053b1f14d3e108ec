/* The report on the board: clocks and their level, the fan, the core's voltage, by hand from given registers. */
#include "engines/nv50/devinit/perf.h"
#include "suite/report/report.h"
#include "tests/engines/nv50/start_rig.h"
#include "tests/suite/run_rig.h"

static char plain[4096];

static void put_plain(void *opaque, const char *line, size_t size)
{
    strncat(plain, line, size);
}

/* Bits turned over in a byte of the VBIOS: of its table of levels ('P') or of voltages ('V'), or of its entry for a
 * function of a GPIO line ('G'): devinit.md §2.5, board-sensors.md §1.2, §1.4. */
struct patch {
    char table;
    uint8_t function, at, bits;
};

static uint8_t rom[0x10000];
static const struct patch *patches; /* two; null: it is as it is */

static uint8_t *table_of(const struct vbios *v, const struct patch *patch)
{
    const struct bit_token *const token = vbios_token(v, 'P');
    const unsigned voltages = token->version == 1 ? 0x10 : 0xc;
    const uint8_t *const pointer = rom + token->at + (patch->table == 'V' ? voltages : 0);

    if (patch->table != 'G')
        return rom + (pointer[0] | pointer[1] << 8);
    uint8_t *entry = rom + (rom[v->dcb + 0xa] | rom[v->dcb + 0xb] << 8);

    for (entry += entry[1]; entry[1] != patch->function; entry += 4)
        assert_true(entry < rom + sizeof(rom) - 4);
    return entry;
}

static void give_rom(struct model_config *card)
{
    struct host_bus *const host =
        host_bus_new(&(struct host_bus_config){ .cards = card, .count = 1 }, NULL, 0);
    struct vbios v;
    size_t all;
    const uint8_t *const its = model_rom(host_bus_card(host, 0), &all);

    card->vbios_size = its[2] * 512u;
    card->vbios = memcpy(rom, its, card->vbios_size);
    host_bus_free(host);
    assert_int_equal(OK, vbios_parse(rom, card->vbios_size, &v));
    for (unsigned i = 0; i < 2 && patches[i].table; i++)
        table_of(&v, &patches[i])[patches[i].at] ^= patches[i].bits;
    start_rig_close_sum(rom, card->vbios_size);
}

/* Registers that read otherwise, to 0, and what the tests of the suite say then. */
struct row {
    enum chipset_index chip;
    const char *suite;
    struct forged forged[5];
    const char *says;
};

static void expect_lines(const struct row *row)
{
    for (; row->says; row++) {
        struct rig *const rig = rig_new();

        plain[0] = '\0';
        rig->forged = row->forged;
        rig->card.chip = &nv50_chips[row->chip].chip;
        rig->card.vram_size = (uint64_t)nv50_chips[row->chip].max_partitions << 20;
        rig->sinks.text = put_plain;
        if (patches)
            give_rom(&rig->card);
        rig_run_suite(rig, row->suite);
        expect_said(strstr(rig->tap, row->says) ? rig->tap : plain, row->says);
    }
}

/* clang-format off */
#define BOARD(chip, says, ...) { CHIP_##chip, "board", { __VA_ARGS__ }, says }
#define ID(chip, says, ...) { CHIP_##chip, "id", { __VA_ARGS__ }, says }
#define EXPECT_LINES(...) expect_lines((const struct row[]){ __VA_ARGS__, { .says = NULL } })

/* G84: the crystal's 27 MHz times 30 is 810 MHz for all PLLs; the coefficients have N in bits 15:8, M in 7:0; the
 * core's P is 1. The levels of its memory are 100, 400 and 900 MHz. */
TEST(clocks_and_their_level)
{
    EXPECT_LINES(
    /* 810 * 22 / 18 / 2, 810 * 27 / 18, 810 * 20 / 18 */
    BOARD(G84, "  board.clocks: core 495.0 MHz, shaders 1215.0 MHz, memory 900.0 MHz (1800 MT/s)\r\n"
        "  board.level: level 3 of 3\r\n", { 0, 0 }),
    /* 810 * 17 / 18 is of no level */
    BOARD(G84, "memory 765.0 MHz (1530 MT/s)\r\n  board.level: boot clocks, of none of the 3 levels; memory at "
        "765 of 900 MHz, not at full speed", { REF_PCLOCK_MPLL_COEF, 0x1112 }),
    /* 810 * 40 / 81 = 400 */
    BOARD(G84, "memory as at level 2 of 3, core or shaders not; memory at 400 of 900 MHz, not at full speed",
        { REF_PCLOCK_MPLL_COEF, 0x2851 }),
    /* and 810 * 55 / 81 = 550 for the shaders, half of it for the core */
    BOARD(G84, "core 275.0 MHz, shaders 550.0 MHz, memory 400.0 MHz (800 MT/s)\r\n"
        "  board.level: level 2 of 3; memory at 400 of 900 MHz, not at full speed",
        { REF_PCLOCK_MPLL_COEF, 0x2851 }, { REF_PCLOCK_SPLL_COEF, 0x3751 }, { REF_PCLOCK_NVPLL_COEF, 0x3751 }),
    /* 1215 MHz are level 3's for the shaders, 495 for the core: each must be */
    BOARD(G84, "  board.level: memory as at level 3 of 3, core or shaders not\r\n", { REF_PCLOCK_SPLL_COEF, 0x3751 }),
    BOARD(G84, "  board.level: memory as at level 3 of 3, core or shaders not\r\n", { REF_PCLOCK_NVPLL_COEF, 0x3751 }),
    /* 9 MHz of 900 are 1 percent: 810 * 101 / 90 = 909 is still that level, 810 * 80 / 71 = 912.6 is not */
    BOARD(G84, "  board.level: level 3 of 3\r\n", { REF_PCLOCK_MPLL_COEF, 0x655a }),
    BOARD(G84, "  board.level: boot clocks, of none of the 3 levels\r\n", { REF_PCLOCK_MPLL_COEF, 0x5047 }));
}

#define MPLL(coefficients) { REF_PCLOCK_MPLL_COEF, coefficients }

/* 2 MHz count as the same clock for every level; 18 MHz of 900 are 2 percent, which are too fast. */
TEST(clocks_at_the_limits_of_a_level)
{
    EXPECT_LINES(
    BOARD(G84, "  board.level: level 3 of 3\r\n", MPLL(0x0b0a)),
    BOARD(G84, "  board.level: boot clocks, of none of the 3 levels; memory at 890 of 900", MPLL(0x645b)),
    BOARD(G84, "  board.level: boot clocks, of none of the 3 levels\r\n", MPLL(0x776a)), /* 909.34 */
    BOARD(G84, "  board.level: memory as at level 1 of 3, core or shaders not", MPLL(0x1187)), /* 102 */
    BOARD(G84, "  board.level: boot clocks, of none of the 3 levels; memory at 102 of", MPLL(0x20fe)),
    BOARD(G84, "  board.level: boot clocks, of none of the 3 levels\r\n", MPLL(0x110f)), /* 918 */
    BOARD(G84, "runs its memory at 918 MHz, but the fastest level of its VBIOS has 900 MHz", MPLL(0xc3ac)));
}

/* GT215: 27 MHz times N over M times P, which is in bits 21:16: 27 * 41 / 2, 27 * 50, 27 * 40 / 2. Past its PLL the
 * core runs from a fixed clock, which bit 6 of the word chooses (board.md §6). */
TEST(clocks_of_gt215)
{
    EXPECT_LINES(
    BOARD(GT216, "  board.clocks: core 553.5 MHz, shaders 1350.0 MHz, memory 540.0 MHz (1080 MT/s)\r\n"
        "  board.level: level 3 of 3\r\n", { 0, 0 }),
    BOARD(GT216, "  board.clocks: core 100.0 MHz, shaders 1350.0 MHz", { 0x4200, 8 }, { 0x4160, 0x2100 }),
    BOARD(GT216, "  board.clocks: core 108.0 MHz, shaders 1350.0 MHz", { 0x4200, 8 }, { 0x4160, 0x2140 }));
}

TEST(fan_by_its_registers)
{
    EXPECT_LINES(
    /* 540 of 1350 cycles */
    BOARD(G84, "  board.fan: told to run at 40 %, 1497 turns a minute\r\n", { 0, 0 }),
    BOARD(G84, "  board.fan: told to run at 25 %,", { 0xe114, 1000 }, { 0xe118, 250 }),
    /* more than the period counts as all of it; bit 31 is the trigger */
    BOARD(G84, "  board.fan: told to run at 100 %,", { 0xe114, 1000 }, { REF_PNVIO_PWM_DUTY_0, 0x80000400 }),
    BOARD(G84, "  board.fan: pulses of line 4 not set up,", { 0xe114, 0 }),
    BOARD(G84, "  board.fan: no pulses, line 4 is 1, no pulses of the tachometer: it stands", { 0xe100, 0 },
        { REF_PNVIO_GPIO_0, 0x00070000 }),
    /* 35 pulses in half a second of 27 MHz: 35 turns a second */
    BOARD(GT218, "  board.fan: told to run at 40 %, 2100 turns a minute by the card's counter\r\n", { 0xe720, 1 },
        { 0xe724, 13500000 }, { REF_PNVIO_TACH_PULSES, 0x00050023 }),
    BOARD(MCP77, "  board.fan: its VBIOS lists no fan that the card controls\r\n", { 0, 0 }));
}

/* Lines 10 and 11 are bits 0 and 1; their levels are bits 10 and 14 of the word of lines 8 to 15. */
TEST(voltage_by_its_lines)
{
    EXPECT_LINES(
    BOARD(G84, "  board.voltage: 1100 mV asked for by 2 lines (VID 2); not measured\r\n", { 0, 0 }),
    BOARD(G84, "  board.voltage: 1000 mV asked for by 2 lines (VID 1); not measured\r\n", { REF_PNVIO_GPIO_8, 0x0400 }),
    /* 900 mV and three steps of 25 */
    BOARD(GT215, "  board.voltage: 975 mV asked for by 2 lines (VID 3)", { REF_PNVIO_GPIO_8, 0x4400 }));
}

/* A fan that stands at its full duty (bit 27 of its entry), or whose line has no pulses (31); levels and voltages of a
 * version that nobody knows, too many of them, and none; VID 2 without a voltage, no lines that ask for any, and one
 * (function 0x1b) that asks for the board's own while its level is that of bit 29 of its entry. */
TEST(a_board_whose_vbios_says_otherwise)
{
    static const struct {
        struct patch patches[2];
        const char *suite, *says;
    } rows[] = {
        { { { 'G', 0x09, 3, 0x08 } }, "board.fan", "told to run at 60 %" },
        { { { 'G', 0x09, 3, 0x80 } }, "board.fan", "no pulses, line 4 is " },
        { { { 'G', 0x09, 1, 0xf0 } }, "board.fan", "its VBIOS lists no fan that the card controls" },
        { { { 'G', 0x3d, 1, 0xf0 } }, "board.fan", "told to run at 40 %, no tachometer" },
        { { { 'P', 0, 0, 0x80 } }, "board.level", "lists performance levels in a form that is not known" },
        { { { 'P', 0, 2, 0x80 } }, "board.level", "the performance levels of its VBIOS are damaged" },
        { { { 'P', 0, 2, 3 } }, "board.level", "its VBIOS lists no performance level" },
        { { { 'V', 0, 0, 0x80 } }, "board.voltage", "its VBIOS lists no voltage that can be read" },
        { { { 'G', 0x04, 1, 0xf0 }, { 'G', 0x05, 1, 0xf0 } }, "board.voltage", "lists no line that asks for" },
        { { { 'G', 0xff, 1, 0xff ^ 0x1b } }, "board.voltage", "the board's default voltage" },
        { { { 'G', 0xff, 1, 0xff ^ 0x1b }, { 'G', 0x1b, 3, 0x20 } }, "board.voltage", "1100 mV asked for by 2 lines" },
        { { { 'V', 0, 2, 0xff } }, "board.voltage", "asks for a core voltage by VID 2, for which its VBIOS has none" },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        patches = rows[i].patches;
        expect_lines((const struct row[]){ { CHIP_G84, rows[i].suite, { { 0, 0 } }, rows[i].says }, { .says = NULL } });
    }
    patches = NULL;
}

/* "R = P * banks * 2^columns * 8. VRAM size = R << row bits A, plus R << row bits B when CFG0 bit 2 is set" (§6.1):
 * 2 * 4 * 2^7 * 8 << 8, and one more rank has as many rows. GDDR5 alone has 16 banks (tesla-mmio.md §2.1). */
TEST(memory_by_its_registers)
{
    EXPECT_LINES(
    ID(G84, "but 2 partitions make 0x200000 bytes; would agree with 4 partitions (HWUNITS_0), 2 ranks (CFG0),",
       { REF_PFB_MEM_AMOUNT, 4 << 20 }, { REF_PFB_CFG1, 0x207000 }),
    ID(G84, "0x200000 bytes, but 2 partitions make 0xa00000 bytes; would agree with 1 rank (CFG0)\r\n",
       { REF_PFB_CFG0, 4 }, { REF_PFB_CFG1, 0x207000 }),
    ID(MCP79, "has a MEM_AMOUNT of 0x100000 bytes, but 0x200000 bytes were stolen from the system\r\n",
       { REF_PFB_FAKEFB_SIZE, 0x200 }),
    ID(GT215, "has 16 banks by CFG1, but GDDR3 by 0x100714, which has 8 at most", { REF_PFB_RAM_TYPE, 2 },
       { REF_PFB_CFG1, 0x2007000 }),
    ID(GT215, "id.memory.type: GDDR5", { REF_PFB_RAM_TYPE, 4 }, { REF_PFB_CFG1, 0x2007000 }));
}

#define LINK(chip, says, ...) { CHIP_##chip, "link.pcie", { __VA_ARGS__ }, says }

/* A card that is not what its registers or its configuration say, one word each: PCI 3.0 §6.7 for the list of
 * capabilities, which begins at the offset in 0x34; PCI Express has id 0x10 and is at 0x78 (tesla-mmio.md §1.4). */
TEST(a_card_that_says_otherwise)
{
    EXPECT_LINES(
    ID(G84, "is what BOOT_0 says, but PCI device id 0x0190 is not of that chipset", { CONFIG_WORD(0), 0x019010de }),
    ID(G92, "\nok 1 - id.boot0\n", { CONFIG_WORD(0), 0x040010de }), /* its second block of ids */
    ID(G92, "but PCI device id 0x0420 is not of that chipset", { CONFIG_WORD(0), 0x042010de }),
    ID(GT218, "\nok 1 - id.boot0\n", { CONFIG_WORD(0), 0x10c010de }),
    ID(G84, "has 0x1 in the mirror of configuration 0x08, expected", { REF_PBUS_PCI_MIRROR + 8, 1 }),
    ID(G84, "has 0x1 in the mirror of configuration 0x10, expected", { REF_PBUS_PCI_MIRROR + 0x10, 1 }),
    ID(G84, "has 0x1 in the mirror of configuration 0x1c, expected", { REF_PBUS_PCI_MIRROR + 0x1c, 1 }),
    ID(G84, "has 0x1 in the mirror of configuration 0x2c, expected", { REF_PBUS_PCI_MIRROR + 0x2c, 1 }),
    ID(G84, "has a PTIMER that stands still at 0x00000020", { REF_PTIMER_TIME_LOW, 0x20 }),
    ID(G84, "shows registers of PFIFO while it is off in PMC_ENABLE", { REF_PFIFO_INTR_EN, 0x10 }),
    ID(G84, "says GDDR5 in 0x100714, which this chipset cannot drive", { REF_PFB_RAM_TYPE, 4 }),
    ID(GT215, "enables subpartitions 0x2 in 0x100268, where only 0x1 and 0x3 can be", { REF_PFB_SUBPART, 0x20000000 }),
    LINK(G84, "has a list of PCI capabilities without an end", { CONFIG_WORD(0x60), 0x00036001 }),
    LINK(G84, "has no PCI Express capability in its list", { CONFIG_WORD(0x34), 0 }),
    LINK(MCP79, "an integrated chipset is no PCI Express device", { CONFIG_WORD(0x34), 0 }),
    LINK(G84, "x4 of x16, 2.5 GT/s", { CONFIG_WORD(0x88), 0x10410000 }),
    LINK(G84, "x1 of x8, 5 GT/s", { CONFIG_WORD(0x84), 0x00000081 }, { CONFIG_WORD(0x88), 0x00120000 }));
}

#define ALONE(suite, says, ...) { CHIP_G84, suite, { __VA_ARGS__ }, says }
#define COUNT(suite, says, ...) ALONE("vram.count." suite, says, __VA_ARGS__)

/* An input that is always 1 counts every cycle, one that never is counts none; four inputs are counted at once, each by
 * itself: 16 accesses to each of two partitions (tesla-engines.md §5.2, §5.3). Domain 7 is that of PFB's signals. */
TEST(counters_that_say_otherwise)
{
    EXPECT_LINES(
    COUNT("cycles", "counted 0 events in 0 cycles of domain 0, expected all of them", { REF_PCOUNTER_CTR_EVENT, 0 },
          { REF_PCOUNTER_CTR_CYCLES, 0 }),
    COUNT("cycles", "counted 5 events in 6 cycles of domain 0, expected all of them", { REF_PCOUNTER_CTR_EVENT, 5 },
          { REF_PCOUNTER_CTR_CYCLES, 6 }),
    COUNT("cycles", "counted 5 events in 5 cycles of domain 0, expected none", { REF_PCOUNTER_CTR_EVENT, 5 },
          { REF_PCOUNTER_CTR_CYCLES, 5 }),
    COUNT("cycles", "counted 5 events in 5 cycles of domain 7, expected none", { REF_PCOUNTER_CTR_EVENT + 28, 5 },
          { REF_PCOUNTER_CTR_CYCLES + 28, 5 }),
    COUNT("pfb", "counted reads at once as 1 and 0 PFB_WRITE, 32 and 32 PFB_READ", { REF_PCOUNTER_CTR_PRE + 28, 1 }),
    COUNT("pfb", "counted reads at once as 0 and 0 PFB_WRITE, 32 and 31 PFB_READ", { REF_PCOUNTER_CTR_STOP + 28, 31 }),
    COUNT("pfb", "as 0 and 0 PFB_WRITE, 31 and 32 PFB_READ", { REF_PCOUNTER_CTR_START + 28, 31 }),
    /* a fault at the end of a memory test, and a PFIFO that does nothing: REF of channel 1 */
    ALONE("vram.quick", ": that is translation, and no memory chip", { REF_PFB_VM_FAULT, 0x80000000 }),
    ALONE("link.dma", "PFIFO does not do commands that lie in VRAM, so it tells nothing of DMA", { 0xc02048, 0 }));
}

#define BANKS_AND_COLUMNS "is laid out as with 4 banks and 7 column bits, "
#define LAID_OUT(of, says, ...) { CHIP_##of, "vram.placement.alternate,vram.placement.tiled", { __VA_ARGS__ }, says }

/* The memory is that of 2 partitions (G80: 6) of 4 banks and 7 column bits, which are exchanged over one row
 * (tesla-vm.md §6.2 to §6.5), whatever a register says. */
TEST(memory_tells_how_it_is_laid_out)
{
    EXPECT_LINES(
    LAID_OUT(G80, "exchanges banks over one row, where BANKCFG says three rows: ", { REF_PFB_BANKCFG, 1 }),
    LAID_OUT(G80, BANKS_AND_COLUMNS "where CFG1 says 8 and 6: ", { REF_PFB_CFG1, 0x01006000 }),
    LAID_OUT(G84, BANKS_AND_COLUMNS "where CFG1 says 4 and 5: ", { REF_PFB_CFG1, 0x00225000 }),
    LAID_OUT(G84, "is laid out as with 2 partitions, where HWUNITS_0 says 4: ", { REF_PBUS_HWUNITS_0, 0x030f0003 }),
    LAID_OUT(GT215, "is laid out as with 2 subpartitions, where 0x100268 says 1: ", { REF_PFB_SUBPART, 0x10000000 }));
}
/* clang-format on */

TEST(a_fan_without_the_wire_is_not_judged)
{
    struct rig *const rig = rig_new();

    rig->card.knobs = "fan_tach=silent";
    assert_int_equal(VERDICT_PASS, rig_run_suite(rig, "board"));
    expect_said(rig->tap, "board.fan: told to run at 40 %, no pulses of the tachometer: it stands, "
                          "is not plugged in or has no such wire");
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

/* Link Status of a G92 has speed 1 after power-on, and 2 once its port, whose target is 5 GT/s, has trained it. */
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
