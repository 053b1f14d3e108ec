/* The registers that are read of an unknown card, each with its place, how many words, and which chipsets have it.
 * Units that PMC_ENABLE has switched off are left out: a read there is a fault of its own.
 *
 * Source  docs/hardware/tesla-mmio.md §0.1, §3, board.md §4, devinit.md §2.5, §3; gv100.md §1. */
#include "engines/gv100/probe.h"
#include "engines/nv50/probe.h"
#include "hw/gv100/chip.h"
#include "hw/nv50/chip.h"
#include "reference/nv50.h"
#include "tests/kit/bench.h"

/* Chipsets, bit 0 first: G80 G84 G86 G92, G94 G96 G98 G200, MCP77 MCP79 GT215 GT216, GT218 MCP89. */
#define ALL          0x3fffu
#define G84_UP       0x3ffeu
#define G92_UP       0x3ff8u
#define G94_UP       0x3ff0u
#define GT215_UP     0x3c00u
#define BEFORE_GT215 0x03ffu
#define G80_TO_G200  0x00ffu
#define G94_G96_G98  0x0070u
#define CARDS        0x1cffu /* with memory of their own: no IGP */
#define IGPS         0x2300u

/* Bits of PMC_ENABLE (tesla-mmio.md §3.1). */
#define PGRAPH   (1u << 12)
#define PTIMER   (1u << 16)
#define PFB      (1u << 20)
#define PDISPLAY (1u << 30)

/* `count` words `step` bytes apart, and `rows` such rows 4 bytes apart. */
struct line {
    uint32_t at, count, step, rows, enable;
    unsigned chips;
};

static const struct line few[] = {
    /* clang-format off */
    { 0x000000, 1, 4, 2, 0, ALL }, { 0x000008, 1, 4, 1, 0, G92_UP }, { 0x000100, 1, 4, 1, 0, ALL },
    { 0x000140, 1, 4, 1, 0, ALL }, { 0x000200, 1, 4, 1, 0, ALL }, { 0x000300, 1, 4, 1, 0, ALL },
    { 0x000a00, 1, 4, 1, 0, G94_UP }, { 0x001084, 1, 4, 1, 0, ALL }, { 0x001100, 1, 4, 1, 0, ALL },
    { 0x001140, 1, 4, 1, 0, ALL }, { 0x001540, 1, 4, 1, 0, ALL }, { 0x00154c, 1, 4, 1, 0, G84_UP },
    { REF_PBUS_CHANNEL, 1, 4, 3, 0, ALL }, { 0x001900, 8, 4, 1, 0, ALL }, { 0x004008, 1, 4, 2, 0, G80_TO_G200 },
    { 0x004020, 1, 4, 4, 0, BEFORE_GT215 }, { 0x00c040, 1, 4, 1, 0, BEFORE_GT215 },
    { 0x004000, 1, 4, 2, 0, GT215_UP }, { 0x004200, 1, 4, 2, 0, GT215_UP }, { 0x004220, 1, 4, 1, 0, GT215_UP },
    { 0x009200, 1, 4, 1, PTIMER, ALL }, { 0x009210, 1, 4, 1, PTIMER, ALL }, { 0x009220, 1, 4, 1, PTIMER, ALL },
    { 0x020100, 1, 4, 1, 0, ALL }, { 0x021358, 1, 4, 1, 0, G84_UP }, { 0x100320, 1, 4, 1, PFB, CARDS },
    { 0x100e10, 1, 4, 2, PFB, IGPS }, { 0x009400, 1, 4, 1, PTIMER, ALL }, { 0x009410, 1, 4, 1, PTIMER, ALL },
    { 0x00e100, 1, 4, 3, 0, ALL }, { 0x00e114, 1, 4, 4, 0, ALL }, { 0x00e280, 1, 4, 2, 0, G94_UP },
    { 0x00e28c, 1, 4, 1, 0, G94_UP }, { 0x00e720, 1, 4, 1, 0, GT215_UP }, { 0x00e728, 1, 4, 1, 0, GT215_UP },
    { 0x020000, 1, 4, 6, 0, ALL }, { 0x02001c, 1, 4, 1, 0, ALL }, { 0x020048, 1, 4, 1, 0, ALL },
    { 0x020400, 1, 4, 1, 0, G84_UP }, { 0x020480, 1, 4, 1, 0, G84_UP }, { 0x0204c0, 1, 4, 2, 0, G84_UP },
    { 0x100200, 1, 4, 2, PFB, ALL }, { 0x10020c, 1, 4, 1, PFB, ALL }, { 0x100210, 1, 4, 1, PFB, CARDS },
    { 0x100220, 10, 4, 1, PFB, CARDS }, { 0x100250, 1, 4, 1, PFB, ALL }, { 0x100268, 1, 4, 1, PFB, GT215_UP },
    { 0x1002c0, 4, 4, 1, PFB, CARDS }, { 0x100714, 1, 4, 1, PFB, ALL }, { REF_PFB_VM_FAULT, 1, 4, 1, PFB, ALL },
    { 0x100c9c, 1, 4, 1, PFB, G84_UP }, { 0x100f04, 1, 4, 1, PFB, ALL }, { 0x101000, 1, 4, 6, 0, ALL },
    { 0x300000, 16, 4, 1, 0, CARDS }, { 0x610020, 1, 4, 2, PDISPLAY, ALL }, { 0x610050, 1, 4, 1, PDISPLAY, ALL },
    { 0x610200, 9, 16, 1, PDISPLAY, ALL }, { 0x610a38, 1, 4, 1, PDISPLAY, ALL }, { 0x610a84, 1, 4, 1, PDISPLAY, ALL },
    { 0x619400, 8, 4, 1, PDISPLAY, ALL }, { 0x619f00, 1, 4, 2, PDISPLAY, ALL },
    /* clang-format on */
};
static const struct line more[] = {
    /* clang-format off */
    { 0x000160, 1, 4, 1, 0, ALL }, { 0x000304, 1, 4, 1, 0, ALL }, { 0x000640, 1, 4, 1, 0, GT215_UP },
    { 0x004030, 1, 4, 1, 0, BEFORE_GT215 }, { 0x004080, 1, 4, 1, 0, G94_G96_G98 }, { 0x004120, 1, 4, 3, 0, GT215_UP },
    { 0x004168, 1, 4, 1, 0, GT215_UP }, { 0x614100, 2, 0x800, 1, PDISPLAY, ALL }, { 0x009084, 1, 4, 2, PTIMER, ALL },
    { 0x009100, 1, 4, 1, PTIMER, ALL }, { 0x009140, 1, 4, 1, PTIMER, ALL }, { 0x100c14, 1, 4, 3, PFB, IGPS },
    { 0x100c24, 1, 4, 1, PFB, IGPS }, { 0x009420, 1, 4, 1, PTIMER, ALL }, { 0x00e050, 1, 4, 2, 0, ALL },
    { 0x00e070, 1, 4, 2, 0, G94_UP }, { 0x020060, 1, 4, 2, 0, ALL }, { 0x020074, 1, 4, 2, 0, ALL },
    { 0x020110, 1, 4, 1, 0, G94_UP }, { 0x020134, 1, 4, 1, 0, GT215_UP }, { 0x020414, 1, 4, 2, 0, G84_UP },
    { 0x020444, 1, 4, 1, 0, G84_UP }, { 0x020484, 1, 4, 1, 0, G84_UP }, { 0x100248, 1, 4, 1, PFB, G94_UP &CARDS },
    { REF_PGRAPH_INTR, 1, 4, 1, PGRAPH, ALL }, { 0x400108, 1, 4, 1, PGRAPH, ALL }, { 0x400700, 1, 4, 1, PGRAPH, ALL },
    { 0x610010, 1, 4, 1, PDISPLAY, ALL }, { 0x61086c, 1, 4, 1, PDISPLAY, ALL }, { 0x6108f0, 1, 4, 1, PDISPLAY, ALL },
    { 0x610904, 1, 4, 1, PDISPLAY, ALL }, { 0x61090c, 1, 4, 1, PDISPLAY, ALL }, { 0x610914, 1, 4, 1, PDISPLAY, ALL },
    { 0x610ac8, 1, 4, 1, PDISPLAY, ALL }, { 0x610b18, 1, 4, 1, PDISPLAY, ALL }, { 0x610b20, 1, 4, 1, PDISPLAY, ALL },
    { 0x619400, 64, 4, 1, PDISPLAY, ALL },
    /* clang-format on */
};

/* gv100.md §1, §7.1, §8.1; PROM's first words. All of it, whether more is asked for or not. */
static const struct line volta[] = {
    { 0x000000, 1, 4, 3, 0, 1 }, { 0x000a00, 1, 4, 1, 0, 1 },  { 0x000100, 4, 4, 1, 0, 1 },
    { 0x000140, 4, 4, 1, 0, 1 }, { 0x000200, 1, 4, 2, 0, 1 },  { 0x022700, 64, 4, 1, 0, 1 },
    { 0x001100, 1, 4, 1, 0, 1 }, { 0x001140, 1, 4, 1, 0, 1 },  { 0x001700, 1, 4, 2, 0, 1 },
    { 0x001710, 1, 4, 2, 0, 1 }, { 0x009400, 1, 4, 1, 0, 1 },  { 0x009410, 1, 4, 1, 0, 1 },
    { 0x101000, 1, 4, 1, 0, 1 }, { 0x021c00, 1, 4, 2, 0, 1 },  { 0x021c14, 1, 4, 1, 0, 1 },
    { 0x021d38, 1, 4, 1, 0, 1 }, { 0x020460, 1, 4, 1, 0, 1 },  { 0x02240c, 1, 4, 1, 0, 1 },
    { 0x100ce0, 1, 4, 1, 0, 1 }, { 0x300000, 16, 4, 1, 0, 1 },
};

/* gv100.md §13.3, §13.5 to §13.9, §13.11 beside GV100's own; of it neither 0x204 nor the blocks of BARs. */
static const struct line turing[] = {
    { 0x000000, 1, 4, 3, 0, 1 },  { 0x000a00, 1, 4, 1, 0, 1 }, { 0x000100, 2, 4, 1, 0, 1 },
    { 0x000140, 2, 4, 1, 0, 1 },  { 0x000200, 1, 4, 1, 0, 1 }, { 0x022700, 64, 4, 1, 0, 1 },
    { 0x001100, 1, 4, 1, 0, 1 },  { 0x001140, 1, 4, 1, 0, 1 }, { 0x001700, 1, 4, 1, 0, 1 },
    { 0x009400, 1, 4, 1, 0, 1 },  { 0x009410, 1, 4, 1, 0, 1 }, { 0x101000, 1, 4, 1, 0, 1 },
    { 0x021c00, 1, 4, 2, 0, 1 },  { 0x021c14, 1, 4, 1, 0, 1 }, { 0x021d38, 1, 4, 1, 0, 1 },
    { 0x020460, 1, 4, 1, 0, 1 },  { 0x02240c, 1, 4, 1, 0, 1 }, { 0x100ce0, 1, 4, 1, 0, 1 },
    { 0x118128, 1, 4, 1, 0, 1 },  { 0x118234, 1, 4, 1, 0, 1 }, { 0x1fa824, 1, 4, 2, 0, 1 },
    { 0x02243c, 1, 4, 1, 0, 1 },  { 0x022454, 1, 4, 1, 0, 1 }, { 0x02245c, 1, 4, 1, 0, 1 },
    { 0x002390, 12, 4, 1, 0, 1 }, { 0x100cdc, 1, 4, 1, 0, 1 }, { 0xb80f40, 1, 4, 1, 0, 1 },
    { 0xb80f48, 1, 4, 1, 0, 1 },  { 0xb80f50, 1, 4, 1, 0, 1 }, { 0xb65000, 1, 4, 1, 0, 1 },
    { 0x300000, 16, 4, 1, 0, 1 },
};

static struct bench bench;

#define ENABLE 0x200 /* PMC_ENABLE, the only register that is read */

static void open_card(const struct chip *chip)
{
    bench_open(&bench, chip);
    bench.strict = true;
    bench_set(&bench, ENABLE, UINT32_MAX);
}

/* The row that begins at an address, as the table has it; null: no row. */
static const struct line *line_at(const struct line *table, unsigned count, uint32_t at,
                                  unsigned words)
{
    for (unsigned i = 0; i < count; i++)
        if (at >= table[i].at && at < table[i].at + 4 * table[i].rows && at % 4 == 0 &&
            (!words || words == table[i].count))
            return &table[i];
    return NULL;
}

static unsigned words_of(const struct line *table, unsigned count, unsigned chip)
{
    unsigned words = 0;

    for (unsigned i = 0; i < count; i++)
        if ((table[i].chips & chip) && !(table[i].enable & ~bench_get(&bench, ENABLE)))
            words += table[i].rows * table[i].count;
    return words;
}

/* The list's registers of one chipset, against the tables, with the units of `bench_get(&bench, ENABLE)` on. */
static void compare(unsigned chip)
{
    struct family_probe probe;
    unsigned words = 0;

    for (unsigned i = 0; nv50_probe_row(&bench.card, i, true, &probe); i++) {
        const struct line *line = line_at(few, ARRAY_SIZE(few), probe.at, probe.count);
        if (!line)
            line = line_at(more, ARRAY_SIZE(more), probe.at, probe.count);
        if (!line) {
            fail_msg("%s at 0x%06x, %u words", probe.name, probe.at, probe.count);
            return;
        }
        if (!probe.count)
            continue;
        assert_int_equal(probe.step, line->step);
        if (!(line->chips & 1u << chip) || (line->enable & ~bench_get(&bench, ENABLE)))
            fail_msg("%s is read of %s with PMC_ENABLE 0x%08x", probe.name,
                     nv50_chips[chip].chip.name, bench_get(&bench, ENABLE));
        words += probe.count;
    }
    assert_int_equal(words, words_of(few, ARRAY_SIZE(few), 1u << chip) +
                                words_of(more, ARRAY_SIZE(more), 1u << chip));
}

TEST(registers_are_read_of_chipsets_that_have_them)
{
    static const uint32_t gates[] = { 0, PGRAPH, PTIMER, PFB, PDISPLAY, UINT32_MAX };

    for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
        open_card(&nv50_chips[chip].chip);
        for (unsigned i = 0; i < ARRAY_SIZE(gates); i++) {
            bench_set(&bench, ENABLE, ~gates[i]);
            compare(chip);
        }
    }
}

/* Without dump=regs only the first table. */
TEST(more_are_read_if_they_are_asked_for)
{
    struct family_probe probe;
    unsigned i;

    open_card(&nv50_chips[CHIP_G84].chip);
    for (i = 0; nv50_probe_row(&bench.card, i, false, &probe); i++)
        assert_non_null(line_at(few, ARRAY_SIZE(few), probe.at, probe.count));
    assert_pairs(true, nv50_probe_row(&bench.card, i, true, &probe), probe.at, more[0].at);
}

static void expect_list(enum gv100_chip_index chip, const struct line *lines, unsigned count)
{
    struct family_probe probe;

    open_card(&gv100_chips[chip].chip);
    for (unsigned all = 0; all <= 1; all++) {
        unsigned words = 0;

        for (unsigned i = 0; gv100_probe_row(&bench.card, i, all, &probe); i++) {
            const struct line *line = line_at(lines, count, probe.at, probe.count);
            if (!line) {
                fail_msg("%s at 0x%06x, %u words", probe.name, probe.at, probe.count);
                return;
            }
            assert_int_equal(probe.step, line->step);
            words += probe.count;
        }
        assert_int_equal(words, words_of(lines, count, 1));
    }
}

TEST(gv100_has_one_list)
{
    expect_list(CHIP_GV100, volta, ARRAY_SIZE(volta));
}

TEST(turing_has_one_list)
{
    expect_list(CHIP_TU104, turing, ARRAY_SIZE(turing));
    expect_list(CHIP_TU117, turing, ARRAY_SIZE(turing));
}
