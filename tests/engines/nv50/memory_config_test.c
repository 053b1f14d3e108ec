/* Registers that describe a card's memory (docs/hardware/tesla-mmio.md §3.6, §3.6.1, tesla-vm.md K23): a card that is
 * nothing but these registers, on G84 and GT215. */

#include "engines/nv50/identify.h"
#include "hw/nv50/chip.h"
#include "tests/kit/bench.h"
#include "tests/kit/tests.h"

static struct {
    uint32_t hwunits, cfg0, cfg1, amount, bankcfg, subpart, ram_type;
} regs;

static struct memory_config config_of(enum chipset_index chip)
{
    static struct bench bench;
    struct memory_config config;

    bench_open(&bench, &nv50_chips[chip].chip);
    bench.strict = true;
    bench_set(&bench, 0x001540, regs.hwunits);
    bench_set(&bench, 0x100200, regs.cfg0);
    bench_set(&bench, 0x100204, regs.cfg1);
    bench_set(&bench, 0x10020c, regs.amount);
    bench_set(&bench, 0x100250, regs.bankcfg);
    bench_set(&bench, 0x100268, regs.subpart);
    bench_set(&bench, 0x100714, regs.ram_type);
    card_deadline(&bench.card, 1000000);
    card_memory_config(&bench.card, &config);
    return config;
}

/* Columns 15:12, rows 19:16 and 23:20 less 8, banks 24 less 2; bit 25 counts from GT215 on. */
TEST(fields_are_where_the_reference_has_them)
{
    struct memory_config config;

    regs.hwunits = 0x700d0003; /* partitions A, C, D */
    regs.cfg1 = 0x02549000;
    regs.amount = 0x18000001;
    regs.ram_type = 2;
    config = config_of(CHIP_G84);
    assert_int_equal(0x0d, config.part_mask);
    assert_int_equal(3, config.parts);
    assert_int_equal(UINT64_C(0x118000000), config.size);
    assert_int_equal(2, config.ram_type);
    assert_int_equal(9, config.dram.column_bits);
    assert_int_equal(12, config.dram.row_bits_a);
    assert_int_equal(13, config.dram.row_bits_b);
    assert_int_equal(2, config.dram.bank_bits);
    assert_false(config.dram.two_ranks || config.dram.times3);
    assert_int_equal(1, config.subparts);
    assert_int_equal(4, config_of(CHIP_GT215).dram.bank_bits);
    regs.cfg1 |= 1 << 24;
    assert_int_equal(3, config_of(CHIP_G84).dram.bank_bits);
    assert_int_equal(5, config_of(CHIP_GT215).dram.bank_bits);
    regs.cfg0 = 4;
    assert_true(config_of(CHIP_G84).dram.two_ranks);
    regs.cfg0 = (uint32_t)~4;
    assert_false(config_of(CHIP_G84).dram.two_ranks);
    regs.bankcfg = 1;
    assert_true(config_of(CHIP_G84).dram.times3);
    regs.bankcfg = (uint32_t)~1;
    assert_false(config_of(CHIP_G84).dram.times3);
}

/* SUBPART_CONFIG, from GT215 on: SELECT_MASK 10:8, ENABLE_MASK 29:28, of which 3 is two subpartitions. */
TEST(subpartitions_are_those_of_gt215)
{
    regs.subpart = 0x30000500;
    assert_int_equal(2, config_of(CHIP_GT215).subparts);
    assert_int_equal(5, config_of(CHIP_GT215).select_mask);
    assert_int_equal(1, config_of(CHIP_G84).subparts);
    regs.subpart = 0x10000200;
    assert_int_equal(1, config_of(CHIP_GT215).subparts);
    assert_int_equal(2, config_of(CHIP_GT215).select_mask);
}
