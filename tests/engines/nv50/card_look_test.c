/* A card's own state before anything is tested: whether its VBIOS has run (docs/hardware/devinit.md §3), its clocks
 * (board.md §6), its lines and its fan (board.md §4): bare registers, four words of memory and one line, by hand. */
#include "engines/nv50/clocks.h"
#include "engines/nv50/gpio.h"
#include "engines/nv50/identify.h"
#include "hw/nv50/chip.h"
#include "reference/nv50.h"
#include "tests/kit/bench.h"

#define SIZE     (UINT64_C(64) << 20)
#define EDGES    12
#define START_US 1000000

struct reg {
    uint32_t at, value;
};

static struct fake {
    struct bench bench;
    uint32_t words[4], flips[4]; /* the words kept, and the bits that read wrong */
    bool echoes;                 /* no memory: the last word sent comes back */
    uint32_t last;
    uint8_t crtc_index, crtc[256];
    unsigned line; /* whose level changes at these times after START_US; the end is a 0 */
    uint32_t edges[EDGES];
    uint32_t level_us;                /* or for ever, each time so long */
    uint64_t away_at_us, away_for_us; /* the machine looks nowhere from then on, for so long ... */
    uint64_t away_every_us;           /* ... and again */
    uint8_t rom[256];
    struct vbios v;
} fake;

static void put(uint32_t at, uint32_t value)
{
    bench_set(&fake.bench, at, value);
}

/* Which of the four words that devinit.md §3.3 names. */
static unsigned word_at(uint32_t offset)
{
    static const uint64_t at[] = { 0, 0xa904, SIZE - 0x20000, SIZE - 0x20000 + 0xa904 };
    const uint64_t address =
        ((uint64_t)(bench_get(&fake.bench, REF_PBUS_PMEM) & 0xffffff) << 16) + offset;

    for (unsigned i = 0; i < 4; i++)
        if (at[i] == address)
            return i;
    fail_msg("memory is touched at 0x%llx", (unsigned long long)address);
    return 0;
}

static uint32_t level_word(void)
{
    bool level = fake.level_us && (fake.bench.now_us - START_US) / fake.level_us % 2;

    for (unsigned i = 0; i < EDGES && fake.edges[i]; i++)
        level ^= START_US + fake.edges[i] <= fake.bench.now_us;
    return level ? 4u << fake.line % 8 * 4 : 0;
}

static uint64_t read_reg(struct bus *bus, bus_addr at, uint8_t size)
{
    const uint32_t reg = (uint32_t)(at.v - BENCH_BAR0);

    if (reg == REF_PRMIO_CRTC_INDEX || reg == REF_PRMIO_CRTC_DATA) {
        assert_int_equal(1, size);
        return reg == REF_PRMIO_CRTC_INDEX ? fake.crtc_index : fake.crtc[fake.crtc_index];
    }
    if (reg >= 0x700000 && reg < 0x800000) {
        const unsigned i = word_at(reg - 0x700000);

        return fake.echoes ? fake.last : fake.words[i] ^ fake.flips[i];
    }
    if (reg == REF_PNVIO_GPIO_0 && (fake.edges[0] || fake.level_us))
        return level_word();
    return bench_read(bench_of(bus), at, size);
}

/* Nothing but the CRTC's index, PMEM and memory may be written. */
static void write_reg(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    const uint32_t reg = (uint32_t)(at.v - BENCH_BAR0);

    if (reg == REF_PRMIO_CRTC_INDEX) {
        fake.crtc_index = (uint8_t)value;
    } else if (reg == REF_PBUS_PMEM) {
        bench_write(bench_of(bus), at, size, value);
    } else {
        assert_in_range(reg, 0x700000, 0x7fffff);
        fake.words[word_at(reg - 0x700000)] = fake.last = (uint32_t)value;
    }
}

static void open_card(enum chipset_index chip)
{
    memset(&fake, 0, sizeof(fake));
    bench_open(&fake.bench, &nv50_chips[chip].chip);
    fake.bench.does.read = read_reg;
    fake.bench.does.write = write_reg;
    fake.bench.now_us = START_US;
    put(REF_PBUS_PMEM, 0x123);
    fake.crtc_index = 0x5a;
    put(REF_PSTRAPS_0_PRIMARY, 0x00400000); /* a crystal of 27 MHz */
}

/* ---- has the VBIOS run? ---- */

/* One partition of 8 bytes, 512 columns, 4 banks, 4096 rows: 64 MiB. */
static void open_started(enum chipset_index chip)
{
    open_card(chip);
    PUT(put, 0x200, 1u << 20, REF_PBUS_HWUNITS_0, 0x00010000, REF_PFB_CFG1, 0x00049000,
        REF_PFB_MEM_AMOUNT, SIZE, REF_PFB_REFCTRL, 0x80000000, REF_PFB_TIMINGS, 1, REF_PCLOCK_MPLL,
        0x80000000, REF_PCLOCK_MPLL_COEF, 0x1412);
    put(REF_PCLOCK_GT215_MPLL, 0x00020001); /* of GT215: on and locked */
    put(REF_PFB_SUBPART, 0x30000000);
    put(REF_PFB_FAKEFB_BASE,
        0x12345); /* of the integrated chipsets: the part taken from the system's memory */
    put(REF_PFB_FAKEFB_SIZE, 0x4000);
}

static struct posted_evidence evidence_of_card(void)
{
    struct posted_evidence evidence;
    const uint32_t words[4] = { 0x11, 0x22, 0x33, 0x44 };

    memcpy(fake.words, words, sizeof(words));
    card_posted(&fake.bench.card, &evidence);
    assert_memory_equal(words, fake.words, sizeof(words));
    assert_pairs(0x123, bench_get(&fake.bench, REF_PBUS_PMEM), 0x5a, fake.crtc_index);
    return evidence;
}

#define PFB_OFF   "the memory controller is off in PMC_ENABLE"
#define NO_SIZE   "the memory has no size (0x10020c is 0)"
#define GEOMETRY  "the memory's size does not agree with its geometry"
#define NO_SHARE  "the system's firmware set no memory aside for it (0x100e10 or 0x100e14 is 0)"
#define NO_TIMING "refresh is off (0x100210 bit 31) and timings are 0"
#define NO_CLOCK  "the memory's clock is not set up"
#define NO_MEMORY "none of four words of the memory keeps a byte that is written to it"

/* clang-format off */
static const struct look {
    enum chipset_index chip;
    struct reg changed[6]; /* the end is a register 0 */
    bool posted, cold;
    uint8_t crtc_00, crtc_1a;
    const char *missing; /* of a card that is not posted */
} looks[] = {
    { CHIP_G84, { { 0, 0 } }, .posted = true }, { CHIP_G84, { { 0x200, ~(1u << 20) } }, .missing = PFB_OFF },
    { CHIP_G84, { { 0x200, ~(1u << 20) }, { REF_PCLOCK_MPLL, 0x7fffffff } }, .missing = PFB_OFF, .cold = true },
    { CHIP_G84, { { REF_PFB_MEM_AMOUNT, 0 } }, .missing = NO_SIZE },
    /* row b, for which row l stands in where PDISPLAY is on */
    { CHIP_G84, { { REF_PFB_CFG1, 0x00059000 } }, .missing = GEOMETRY },
    { CHIP_G84, { { REF_PFB_CFG1, 0x00059000 } }, .missing = GEOMETRY, .crtc_00 = 1, .crtc_1a = 1 },
    { CHIP_G84, { { REF_PFB_CFG1, 0x00059000 }, { 0x200, 0x40100000 } }, .missing = GEOMETRY },
    { CHIP_G84, { { REF_PFB_CFG1, 0x00059000 }, { 0x200, 0x40100000 } }, .posted = true, .crtc_00 = 1 },
    { CHIP_G84, { { REF_PFB_CFG1, 0x00059000 }, { 0x200, 0x40100000 } }, .posted = true, .crtc_1a = 1 },
    /* rows c and d: one is enough */
    { CHIP_G84, { { REF_PFB_REFCTRL, 0x7fffffff } }, .posted = true },
    { CHIP_G84, { { REF_PFB_TIMINGS, 0 } }, .posted = true },
    { CHIP_G84, { { REF_PFB_TIMINGS, 0 }, { REF_PFB_REFCTRL, 0x7fffffff } }, .missing = NO_TIMING },
    { CHIP_G84, { { REF_PFB_REFCTRL, 0x7fffffff }, { REF_PCLOCK_MPLL_COEF, 0 } }, .missing = NO_CLOCK },
    { CHIP_G84, { { REF_PFB_TIMINGS, 0 }, { REF_PCLOCK_MPLL_COEF, 0 } }, .missing = NO_CLOCK },
    /* row f */
    { CHIP_G84, { { REF_PCLOCK_MPLL, 0x7ffffdff } }, .missing = NO_CLOCK },
    { CHIP_G84, { { REF_PCLOCK_MPLL, 0x80000200 } }, .missing = NO_CLOCK },
    { CHIP_G84, { { REF_PCLOCK_MPLL_COEF, 0x1400 } }, .missing = NO_CLOCK },
    { CHIP_G84, { { REF_PCLOCK_MPLL_COEF, 0x0012 } }, .missing = NO_CLOCK },
    /* row i: bit 4 says that nothing watches for the lock; past the PLL its source's bit 8 decides */
    { CHIP_GT215, { { 0, 0 } }, .posted = true },
    { CHIP_GT215, { { REF_PCLOCK_GT215_MPLL, 0x00000001 } }, .missing = NO_CLOCK },
    { CHIP_GT215, { { REF_PCLOCK_GT215_MPLL, 0x00000011 } }, .posted = true },
    { CHIP_GT215, { { REF_PCLOCK_GT215_MPLL, 0x00020010 } }, .missing = NO_CLOCK },
    { CHIP_GT215, { { REF_PCLOCK_GT215_MPLL, 0x00000008 }, { REF_PCLOCK_GT215_MPLL_PAST, 0x100 } }, .posted = true },
    { CHIP_GT215, { { REF_PCLOCK_GT215_MPLL, 0x00020009 }, { REF_PCLOCK_GT215_MPLL_PAST, ~0x100u } }, .missing = NO_CLOCK },
    /* row m stands in for the others */
    { CHIP_MCP77, { { REF_PFB_REFCTRL, 0 }, { REF_PFB_TIMINGS, 0 }, { REF_PCLOCK_MPLL, 0 } }, .posted = true },
    { CHIP_MCP77, { { REF_PFB_FAKEFB_SIZE, 0 } }, .missing = NO_SHARE },
    { CHIP_MCP77, { { REF_PFB_FAKEFB_BASE, 0 } }, .missing = NO_SHARE },
    { CHIP_MCP77, { { REF_PFB_FAKEFB_BASE, 0 }, { REF_PFB_REFCTRL, 0 }, { REF_PFB_TIMINGS, 0 }, { REF_PCLOCK_MPLL, 0 } }, .missing = NO_SHARE },
    /* nothing at all is cold, any one thing is half a start */
    { CHIP_G84, { { REF_PFB_MEM_AMOUNT, 0 }, { REF_PFB_REFCTRL, 0 }, { REF_PFB_TIMINGS, 0 }, { REF_PCLOCK_MPLL, 0 } }, .missing = NO_SIZE, .cold = true },
    { CHIP_G84, { { REF_PFB_MEM_AMOUNT, 1 << 20 }, { REF_PFB_REFCTRL, 0 }, { REF_PFB_TIMINGS, 0 }, { REF_PCLOCK_MPLL, 0 } }, .missing = GEOMETRY },
    { CHIP_G84, { { REF_PFB_MEM_AMOUNT, 0 }, { REF_PFB_REFCTRL, 1u << 31 }, { REF_PFB_TIMINGS, 0 }, { REF_PCLOCK_MPLL, 0 } }, .missing = NO_SIZE },
    { CHIP_G84, { { REF_PFB_MEM_AMOUNT, 0 }, { REF_PFB_REFCTRL, 0 }, { REF_PFB_TIMINGS, 2 }, { REF_PCLOCK_MPLL, 0 } }, .missing = NO_SIZE },
    { CHIP_G84, { { REF_PFB_MEM_AMOUNT, 0 }, { REF_PFB_REFCTRL, 0 }, { REF_PFB_TIMINGS, 0 }, { REF_PCLOCK_MPLL, 1u << 31 } }, .missing = NO_SIZE },
    { CHIP_G84, { { REF_PFB_MEM_AMOUNT, 0 }, { REF_PFB_REFCTRL, 0 }, { REF_PFB_TIMINGS, 0 }, { REF_PCLOCK_MPLL, 0 }, { 0x200, 0x40100000 } },
      .missing = NO_SIZE, .crtc_1a = 1 },
    { CHIP_G84, { { REF_PFB_MEM_AMOUNT, 0 }, { REF_PFB_REFCTRL, 0 }, { REF_PFB_TIMINGS, 0 }, { REF_PCLOCK_MPLL, 0 }, { 0x200, 0x40100000 } },
      .missing = NO_SIZE, .cold = true },
};
/* clang-format on */

TEST(registers_tell_a_started_card)
{
    for (unsigned i = 0; i < ARRAY_SIZE(looks); i++) {
        const struct look *const look = &looks[i];

        open_started(look->chip);
        fake.crtc[0x00] = look->crtc_00;
        fake.crtc[0x1a] = look->crtc_1a;
        for (unsigned k = 0; look->changed[k].at; k++)
            put(look->changed[k].at, look->changed[k].value);
        const struct posted_evidence evidence = evidence_of_card();
        if (evidence.posted != look->posted || evidence.cold != look->cold)
            fail_msg("row %u: posted %u, cold %u", i, evidence.posted, evidence.cold);
        if (look->missing)
            assert_string_equal(look->missing, posted_missing(&evidence));
    }
}

TEST(what_was_seen_is_kept)
{
    open_started(CHIP_G84);
    PUT(put, 0x200, 0x40100000, REF_PFB_CFG0, 0xcf60);
    fake.crtc[0x00] = 0x5f;
    fake.crtc[0x1a] = 0x3c;
    const struct posted_evidence evidence = evidence_of_card();
    assert_pairs(0xcf60, evidence.cfg0, 0x00049000, evidence.cfg1, SIZE, evidence.mem_amount, SIZE,
                 evidence.size);
    assert_true(evidence.crtc_known && evidence.size_agrees && evidence.refresh);
    assert_true(evidence.timings && evidence.memory_pll && evidence.clocked && evidence.set_up);
    assert_pairs(0x5f, evidence.crtc_00, 0x3c, evidence.crtc_1a);
}

/* Pages of 4 KiB that were taken from the system's memory; half the bytes where one of two subpartitions is on. */
TEST(sizes_that_are_not_plain)
{
    struct memory_config config;

    open_started(CHIP_MCP77);
    card_memory_config(&fake.bench.card, &config);
    assert_pairs(true, config.stolen, 0x12345000, config.stolen_at, 0x4000000, config.predicted);
    open_started(CHIP_GT215);
    card_memory_config(&fake.bench.card, &config);
    assert_int_equal(SIZE, config.predicted);
    put(REF_PFB_SUBPART, 0x10000000);
    card_memory_config(&fake.bench.card, &config);
    assert_pairs(SIZE / 2, config.predicted, false, config.stolen);
}

/* SUBPART_CONFIG (tesla-mmio.md §3.6.1), from GT215 on: SELECT_MASK 10:8, ENABLE_MASK 29:28, of which 3 is two. */
TEST(subpartitions_are_those_of_gt215)
{
    static const uint32_t rows[][4] = { { CHIP_GT215, 0x30000500, 2, 5 },
                                        { CHIP_G84, 0x30000500, 1, 0 },
                                        { CHIP_GT215, 0x10000200, 1, 2 } };
    struct memory_config config;

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_started((enum chipset_index)rows[i][0]);
        put(REF_PFB_SUBPART, rows[i][1]);
        card_memory_config(&fake.bench.card, &config);
        assert_pairs(rows[i][2], config.subparts, rows[i][3], config.select_mask);
    }
}

/* One byte of one of the four words is enough, and no less than a byte. */
TEST(one_byte_that_is_kept_is_memory)
{
    for (unsigned word = 0; word < 4; word++)
        for (unsigned byte = 0; byte < 4; byte++) {
            open_started(CHIP_G84);
            memset(fake.flips, 0xff, sizeof(fake.flips));
            fake.flips[word] = ~(0xffu << 8 * byte);
            put(0x200, 1u << 20);
            struct posted_evidence evidence;
            card_posted(&fake.bench.card, &evidence);
            assert_true(evidence.posted);
            for (unsigned bit = 0; bit < 8; bit++) {
                fake.flips[word] = ~(0xffu << 8 * byte) | 1u << (8 * byte + bit);
                card_posted(&fake.bench.card, &evidence);
                assert_true(evidence.set_up && !evidence.holds && !evidence.posted);
                assert_string_equal(NO_MEMORY, posted_missing(&evidence));
            }
        }
}

/* ---- clocks ---- */

#define ON 0x80000000u

/* clang-format off */
static const struct clock_row {
    enum chipset_index chip;
    struct reg regs[12];
    uint32_t core, shader, memory; /* kHz */
} clock_rows[] = {
    /* the reference's own examples: 27000 * 30 = 810000, * 20 / 18; 100000 * 18 / 2, halved or not */
    { CHIP_G84, { { REF_PCLOCK_ROOT_COEF, 0x1e01 }, { REF_PCLOCK_MPLL, ON }, { REF_PCLOCK_MPLL_COEF, 0x1412 } }, 27000, 27000, 900000 },
    { CHIP_G84, { { REF_PCLOCK_MASTER, 1 << 16 }, { REF_PCLOCK_MPLL, ON }, { REF_PCLOCK_MPLL_COEF, 0x1202 } }, 27000, 27000, 900000 },
    { CHIP_G84, { { REF_PCLOCK_MASTER, 1 << 16 }, { REF_PCLOCK_MPLL, ON | 1 << 16 }, { REF_PCLOCK_MPLL_COEF, 0x1202 } }, 27000, 27000, 450000 },
    /* the root PLL's own halving: 405000 * 20 / 18 */
    { CHIP_G84, { { REF_PCLOCK_ROOT_COEF, 0x11e01 }, { REF_PCLOCK_MPLL, ON }, { REF_PCLOCK_MPLL_COEF, 0x1412 } }, 27000, 27000, 450000 },
    /* past its PLL: crystal, nothing, HREF twice */
    { CHIP_G84, { { REF_PCLOCK_MPLL, ON | 0x10200 } }, 27000, 27000, 13500 },
    { CHIP_G84, { { REF_PCLOCK_MASTER, 1 << 14 }, { REF_PCLOCK_MPLL, ON | 0x200 } }, 27000, 27000, 0 },
    { CHIP_G84, { { REF_PCLOCK_MASTER, 2 << 14 }, { REF_PCLOCK_MPLL, ON | 0x200 } }, 27000, 27000, 100000 },
    { CHIP_G84, { { REF_PCLOCK_MASTER, 3 << 14 }, { REF_PCLOCK_MPLL, ON | 0x10200 } }, 27000, 27000, 50000 },
    /* PLLs that are off, or have no M */
    { CHIP_G84, { { REF_PCLOCK_MASTER, 0x33 }, { REF_PCLOCK_ROOT_COEF, 0x1e01 }, { REF_PCLOCK_NVPLL_COEF, 0x1412 }, { REF_PCLOCK_SPLL, ON }, { REF_PCLOCK_SPLL_COEF, 0x1400 }, { REF_PCLOCK_MPLL_COEF, 0x1412 } }, 0, 0, 0 },
    /* G80, where N and M are one more: the second root PLL gives 27000 * 4 * 30 / 4 = 810000, the first 27000 * 2 * 30 / 6 / 2
     * = 135000; then * 4 / 2, * 5 / 3, * 10 / 9 */
    { CHIP_G80, { { REF_PCLOCK_ROOT_SELECT, 8 }, { 0xe828, 0x1d03 }, { REF_PCLOCK_ROOT_COEF, 0x01011d05 }, { REF_PCLOCK_MASTER, 0x33 }, { REF_PCLOCK_NVPLL, ON }, { REF_PCLOCK_NVPLL_COEF, 0x0402 },
      { REF_PCLOCK_SPLL, ON }, { REF_PCLOCK_SPLL_COEF, 0x0503 }, { REF_PCLOCK_MPLL, ON }, { REF_PCLOCK_MPLL_COEF, 0x0a09 } }, 270000, 225000, 900000 },
    { CHIP_G80, { { REF_PCLOCK_ROOT_SELECT, 4 }, { 0xe828, 0x1d03 }, { REF_PCLOCK_ROOT_COEF, 0x01011d05 }, { REF_PCLOCK_MASTER, 0x33 }, { REF_PCLOCK_NVPLL, ON }, { REF_PCLOCK_NVPLL_COEF, 0x0402 },
      { REF_PCLOCK_SPLL, ON }, { REF_PCLOCK_SPLL_COEF, 0x0503 }, { REF_PCLOCK_MPLL, ON }, { REF_PCLOCK_MPLL_COEF, 0x0a09 } }, 1620000, 1350000, 150000 },
    /* G94: core from the crystal * 20, shaders from HREF * 12, memory from the second root PLL, 27000 * 60 >> (1 + 1) = 405000,
     * then from the first, 27000 * 30 */
    { CHIP_G94, { { REF_PCLOCK_MASTER_ROOT, 0x802 }, { REF_PCLOCK_ROOT_COEF, 0x1e01 }, { REF_PCLOCK_ROOT_COEF_1, 0x13c01 }, { REF_PCLOCK_ROOT_DIV_1, 1 << 16 }, { REF_PCLOCK_MASTER, 0x33 }, { REF_PCLOCK_NVPLL, ON },
      { REF_PCLOCK_NVPLL_COEF, 0x1401 }, { REF_PCLOCK_SPLL, ON }, { REF_PCLOCK_SPLL_COEF, 0x0c01 }, { REF_PCLOCK_MPLL, ON }, { REF_PCLOCK_MPLL_COEF, 0x1412 } }, 540000, 1200000, 450000 },
    { CHIP_G94, { { REF_PCLOCK_MASTER_ROOT, 0x80e }, { REF_PCLOCK_ROOT_COEF, 0x1e01 }, { REF_PCLOCK_ROOT_COEF_1, 0x13c01 }, { REF_PCLOCK_ROOT_DIV_1, 1 << 16 }, { REF_PCLOCK_MASTER, 0x33 }, { REF_PCLOCK_NVPLL, ON },
      { REF_PCLOCK_NVPLL_COEF, 0x1401 }, { REF_PCLOCK_SPLL, ON }, { REF_PCLOCK_SPLL_COEF, 0x0c01 }, { REF_PCLOCK_MPLL, ON }, { REF_PCLOCK_MPLL_COEF, 0x1412 } }, 540000, 1200000, 900000 },
    /* two stages: 810000 * 20 / 18 * 2 / 3; bit 8 leaves the second out; without an M it gives nothing */
    { CHIP_G84, { { REF_PCLOCK_ROOT_COEF, 0x1e01 }, { REF_PCLOCK_MPLL, 0xc0000000 }, { REF_PCLOCK_MPLL_COEF, 0x02031412 } }, 27000, 27000, 600000 },
    { CHIP_G84, { { REF_PCLOCK_ROOT_COEF, 0x1e01 }, { REF_PCLOCK_MPLL, 0xc0000100 }, { REF_PCLOCK_MPLL_COEF, 0x02031412 } }, 27000, 27000, 900000 },
    { CHIP_G84, { { REF_PCLOCK_ROOT_COEF, 0x1e01 }, { REF_PCLOCK_MPLL, 0xc0000000 }, { REF_PCLOCK_MPLL_COEF, 0x02001412 } }, 27000, 27000, 0 },
    /* the shaders' PLL for the core and the core's for the shaders, each with its own halvings; then one source that is
     * not told apart, and the host's clock */
    { CHIP_G84, { { REF_PCLOCK_MASTER, 0x22 }, { REF_PCLOCK_ROOT_COEF, 0x1e01 }, { REF_PCLOCK_NVPLL, ON | 1 << 16 }, { REF_PCLOCK_NVPLL_COEF, 0x1412 }, { REF_PCLOCK_SPLL, ON | 2 << 16 }, { REF_PCLOCK_SPLL_COEF, 0x1e12 } }, 675000, 225000, 0 },
    { CHIP_G84, { { REF_PCLOCK_MASTER, 0x81 } }, 0, 0, 0 },
    /* bit 20: no halvings, and another source than the core's PLL, but for G200, whose N and M are one more */
    { CHIP_G84, { { REF_PCLOCK_MASTER, 0x100003 }, { REF_PCLOCK_ROOT_COEF, 0x1e01 }, { REF_PCLOCK_NVPLL, ON | 1 << 16 }, { REF_PCLOCK_NVPLL_COEF, 0x1412 } }, 0, 27000, 0 },
    { CHIP_G84, { { REF_PCLOCK_MASTER, 0x100000 }, { REF_PCLOCK_NVPLL, ON | 1 << 16 } }, 27000, 27000, 0 },
    { CHIP_G200, { { REF_PCLOCK_MASTER, 0x100003 }, { REF_PCLOCK_ROOT_COEF, 0x01001d01 }, { REF_PCLOCK_NVPLL, ON | 1 << 16 }, { REF_PCLOCK_NVPLL_COEF, 0x1412 } }, 900000, 27000, 0 },
    /* more than 32 bits hold */
    { CHIP_G84, { { REF_PCLOCK_ROOT_COEF, 0xff01 }, { REF_PCLOCK_MPLL, ON | 7 << 16 }, { REF_PCLOCK_MPLL_COEF, 0xff01 } }, 27000, 27000, 1755675000u >> 7 },
    { CHIP_G84, { { REF_PCLOCK_ROOT_COEF, 0xff01 }, { REF_PCLOCK_MPLL, 0xc0000000 }, { REF_PCLOCK_MPLL_COEF, 0xff01ff01 } }, 27000, 27000, UINT32_MAX },
    /* GT215: the reference's own example, with the divider and the second root PLL in other rows */
    { CHIP_GT215, { { REF_PCLOCK_GT215_ROOT, 1 }, { REF_PCLOCK_ROOT_DIV, 0x11e01 }, { REF_PCLOCK_GT215_NVPLL_SOURCE, 0x103121 }, { REF_PCLOCK_GT215_NVPLL, 1 }, { REF_PCLOCK_GT215_NVPLL_COEF, 0x33703 } }, 550000, 0, 0 },
    { CHIP_GT215, { { REF_PCLOCK_GT215_ROOT, 1 }, { REF_PCLOCK_ROOT_DIV, 0x11e01 }, { REF_PCLOCK_GT215_NVPLL_SOURCE, 0x103120 }, { REF_PCLOCK_GT215_NVPLL, 1 }, { REF_PCLOCK_GT215_NVPLL_COEF, 0x33703 } }, 0, 0, 0 },
    { CHIP_GT215, { { REF_PCLOCK_GT215_ROOT, 0 }, { REF_PCLOCK_ROOT_DIV, 0x11e01 }, { REF_PCLOCK_GT215_NVPLL_SOURCE, 0x103121 }, { REF_PCLOCK_GT215_NVPLL, 1 }, { REF_PCLOCK_GT215_NVPLL_COEF, 0x33703 } }, 0, 0, 0 },
    { CHIP_GT215, { { REF_PCLOCK_GT215_ROOT, 0 }, { REF_PCLOCK_ROOT_DIV, 0x11e01 }, { REF_PCLOCK_GT215_NVPLL_SOURCE, 0x3121 }, { REF_PCLOCK_GT215_NVPLL, 1 }, { REF_PCLOCK_GT215_NVPLL_COEF, 0x13701 } }, 0, 0, 0 },
    { CHIP_GT215, { { REF_PCLOCK_GT215_ROOT_2, 1 }, { 0xe8a4, 0x11e01 }, { REF_PCLOCK_GT215_SPLL_SOURCE, 0x103131 }, { REF_PCLOCK_GT215_SPLL, 1 }, { REF_PCLOCK_GT215_SPLL_COEF, 0x33703 } }, 0, 550000, 0 },
    { CHIP_GT215, { { REF_PCLOCK_GT215_ROOT, 1 }, { REF_PCLOCK_ROOT_DIV, 0x11e01 }, { REF_PCLOCK_GT215_SPLL_SOURCE, 0x103111 }, { REF_PCLOCK_GT215_SPLL, 1 }, { REF_PCLOCK_GT215_SPLL_COEF, 0x33703 } }, 0, 0, 0 },
    { CHIP_GT215, { { REF_PCLOCK_GT215_MPLL_SOURCE, 0x103101 }, { REF_PCLOCK_GT215_MPLL, 1 }, { REF_PCLOCK_GT215_MPLL_COEF, 0x13703 } }, 0, 0, 55000 },
    { CHIP_GT215, { { REF_PCLOCK_GT215_MPLL_SOURCE, 0x100 }, { REF_PCLOCK_GT215_MPLL, 1 }, { REF_PCLOCK_GT215_MPLL_COEF, 0x12801 } }, 0, 0, 1080000 },
    { CHIP_GT215, { { REF_PCLOCK_GT215_MPLL_SOURCE, 0x300 }, { REF_PCLOCK_GT215_MPLL, 1 }, { REF_PCLOCK_GT215_MPLL_COEF, 0x12801 } }, 0, 0, 0 },
    { CHIP_GT215, { { REF_PCLOCK_GT215_MPLL_SOURCE, 0x000 }, { REF_PCLOCK_GT215_MPLL, 1 }, { REF_PCLOCK_GT215_MPLL_COEF, 0x12801 } }, 0, 0, 0 },
    { CHIP_GT215, { { REF_PCLOCK_GT215_MPLL_SOURCE, 0x1100 }, { REF_PCLOCK_GT215_MPLL, 1 }, { REF_PCLOCK_GT215_MPLL_COEF, 0x12801 } }, 0, 0, 0 },
    { CHIP_GT215, { { REF_PCLOCK_GT215_MPLL_SOURCE, 0x100 }, { REF_PCLOCK_GT215_MPLL, ~9u }, { REF_PCLOCK_GT215_MPLL_COEF, 0x12801 } }, 0, 0, 0 },
    { CHIP_GT215, { { REF_PCLOCK_GT215_MPLL_SOURCE, 0x100 }, { REF_PCLOCK_GT215_MPLL, 1 }, { REF_PCLOCK_GT215_MPLL_COEF, 0x02801 } }, 0, 0, 0 },
    /* past the PLLs, with it on or not: 108 MHz by bit 10, 100 MHz, 108 MHz by bit 6 */
    { CHIP_GT215, { { 0x4160, 0x0500 }, { REF_PCLOCK_GT215_NVPLL, 8 }, { 0x4164, 0x2100 }, { REF_PCLOCK_GT215_SPLL, 9 }, { REF_PCLOCK_GT215_MPLL_PAST, 0x2140 }, { REF_PCLOCK_GT215_MPLL, 8 } }, 108000, 100000, 108000 },
    /* the integrated chipsets have theirs elsewhere */
    { CHIP_MCP77, { { REF_PCLOCK_ROOT_COEF, 0x1e01 }, { REF_PCLOCK_MPLL, ON }, { REF_PCLOCK_MPLL_COEF, 0x1412 } }, 0, 0, 0 },
};
/* clang-format on */

TEST(clocks_are_worked_out)
{
    for (unsigned i = 0; i < ARRAY_SIZE(clock_rows); i++) {
        const struct clock_row *const row = &clock_rows[i];
        struct clocks clocks;

        open_card(row->chip);
        for (unsigned k = 0; k < ARRAY_SIZE(row->regs) && row->regs[k].at; k++)
            put(row->regs[k].at, row->regs[k].value);
        card_clocks(&fake.bench.card, &clocks);
        if (clocks.core_khz != row->core || clocks.shader_khz != row->shader ||
            clocks.memory_khz != row->memory)
            fail_msg("row %u: %u, %u, %u kHz", i, clocks.core_khz, clocks.shader_khz,
                     clocks.memory_khz);
    }
}

/* ---- lines and the fan ---- */

#define DCB    0x40
#define GPIO   0x60
#define TACH   0x3d
#define BEHIND 0x22 /* of an entry that the table does not count */

/* Each line has four bits; bit 2 is its level. */
TEST(a_level_is_one_bit_of_four)
{
    static const uint32_t words[] = { REF_PNVIO_GPIO_0, 0xe108, 0xe280, 0xe284 };

    for (unsigned line = 0; line < 32; line++) {
        open_card(CHIP_G94);
        put(words[line / 8], 4u << line % 8 * 4);
        assert_true(line_level(&fake.bench.card, line));
        put(words[line / 8], ~(4u << line % 8 * 4));
        assert_false(line_level(&fake.bench.card, line));
    }
}

/* A GPIO table (devinit.md §2.5) of two lines: the line in bits 4:0, the function in bits 15:8. */
static void put_lines(unsigned first, uint8_t first_function, unsigned second)
{
    const uint8_t dcb[] = { 0x40, 0x1b, 0, 8, 0, 0, 0xcb, 0xbd, 0xdc, 0x4e, GPIO, 0 };
    const uint8_t gpio[] = {
        0x40, 6, 2, 4,      0, 0, (uint8_t)first, first_function, 0, 0, (uint8_t)second, TACH,
        0,    0, 7, BEHIND, 0, 0
    };

    memcpy(fake.rom + DCB, dcb, sizeof(dcb));
    memcpy(fake.rom + GPIO, gpio, sizeof(gpio));
    fake.v = (struct vbios){ .image = { fake.rom, sizeof(fake.rom) }, .dcb = DCB };
}

/* 35 pulses in half a second of 27 MHz are 35 turns a second; the other bits of the words do not matter. */
TEST(gt215_counts_by_itself)
{
    unsigned rpm = 7;

    open_card(CHIP_GT215);
    PUT(put, REF_PNVIO_TACH, 0xffffffff, REF_PNVIO_TACH_PERIOD, 13500000, REF_PNVIO_TACH_PULSES,
        0xffff0023);
    assert_pairs(TACH_COUNTED, fan_speed(&fake.bench.card, &fake.v, &rpm), 2100, rpm);
    put(REF_PNVIO_TACH_PULSES, 0xffff0000);
    assert_pairs(TACH_STANDS, fan_speed(&fake.bench.card, &fake.v, &rpm), 0, rpm);
    put(REF_PNVIO_TACH_PERIOD, 0); /* no period: it does not count */
    assert_int_equal(TACH_NONE, fan_speed(&fake.bench.card, &fake.v, &rpm));
    PUT(put, REF_PNVIO_TACH_PERIOD, 13500000, REF_PNVIO_TACH_PULSES, 0x23, REF_PNVIO_TACH, ~1u);
    assert_int_equal(TACH_NONE, fan_speed(&fake.bench.card, &fake.v, &rpm));
    open_card(CHIP_G98);
    PUT(put, REF_PNVIO_TACH, 1, REF_PNVIO_TACH_PERIOD, 13500000, REF_PNVIO_TACH_PULSES, 0x23);
    assert_int_equal(TACH_NONE, fan_speed(&fake.bench.card, &fake.v, &rpm));
}

static enum tach listen_to(const uint32_t *edges, unsigned count, unsigned *rpm)
{
    open_card(CHIP_G84);
    put_lines(1, 9, 6);
    memcpy(fake.edges, edges, count * sizeof(*edges));
    fake.line = 6;
    return fan_speed(&fake.bench.card, &fake.v, rpm);
}

/* Four changes of the level are a turn. The three turns that seven changes have take 40, 30 and 20 ms, or 30, 36 and 20; the
 * middle one is 30 ms: 2000 a minute. */
TEST(a_turn_is_the_middle_one_of_three)
{
    static const uint32_t edges[][10] = {
        { 2000, 16000, 30000, 33200, 42000, 46000, 50000, 69200, 70000, 71000 },
        { 2000, 2800, 22000, 26000, 32000, 38800, 42000, 56000, 70000, 71000 },
    };
    unsigned rpm = 0;

    for (unsigned i = 0; i < ARRAY_SIZE(edges); i++) {
        assert_pairs(TACH_SAMPLED, listen_to(edges[i], 10, &rpm), 2000, rpm);
        assert_in_range(fake.bench.now_us, START_US + edges[i][6],
                        START_US + edges[i][6] + 999); /* seven are enough */
    }
    /* four changes are less than a turn, five are one */
    assert_pairs(TACH_STANDS, listen_to(edges[0], 4, &rpm), 0, rpm);
    assert_in_range(fake.bench.now_us, START_US + 600000, START_US + 601000);
    assert_pairs(TACH_SAMPLED, listen_to(edges[0], 5, &rpm), 1500, rpm);
}

static void be_away(struct bus *bus, uint64_t us)
{
    if (fake.bench.now_us < START_US + fake.away_at_us)
        return;
    bench_of(bus)->now_us += fake.away_for_us;
    fake.away_at_us += fake.away_every_us;
}

/* Levels of 10 ms are 1500 turns a minute. A machine that looks nowhere for 19 ms misses two changes, and would count fewer
 * turns: it listens again. One that is always away so long says that it has missed some. */
TEST(turns_that_were_missed_are_not_counted)
{
    static const struct {
        uint64_t for_us, every_us;
        enum tach tach;
        unsigned rpm;
        uint64_t from_us, to_us;
    } rows[] = { { 0, 1000000, TACH_SAMPLED, 1500, 70000, 71000 },
                 { 2500, 6000, TACH_SAMPLED, 1500, 70000, 80000 },
                 { 19000, 1000000, TACH_SAMPLED, 1500, 130000, 200000 },
                 { 19000, 30000, TACH_MISSED, 0, 1800000, 2400000 } };
    unsigned rpm = 0;

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_card(CHIP_G84);
        put_lines(1, 9, 6);
        fake.line = 6;
        fake.level_us = 10000;
        fake.away_at_us = 25500;
        fake.away_for_us = rows[i].for_us;
        fake.away_every_us = rows[i].every_us;
        fake.bench.does.wait_us = be_away;
        assert_int_equal(rows[i].tach, fan_speed(&fake.bench.card, &fake.v, &rpm));
        assert_in_range(rpm, rows[i].rpm * 97 / 100, rows[i].rpm * 103 / 100);
        assert_in_range(fake.bench.now_us - START_US, rows[i].from_us, rows[i].to_us);
    }
}
