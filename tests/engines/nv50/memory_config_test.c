/* What the registers of a card say of its memory (docs/hardware/tesla-mmio.md §3.6, §3.6.1, tesla-vm.md K23): a card
 * that is nothing but these registers, on G84 and GT215. */

#include "engines/nv50/identify.h"
#include "hw/nv50/chip.h"
#include "tests/kit/tests.h"

#define BAR0 UINT64_C(0x10000000)

static struct {
    uint32_t hwunits, cfg0, cfg1, amount, bankcfg, subpart, ram_type;
} regs;

static uint64_t read_word(struct bus *bus, bus_addr at, uint8_t size)
{
    (void)bus;
    assert_int_equal(4, size);
    switch (at.v - BAR0) {
    case 0x001540:
        return regs.hwunits;
    case 0x100200:
        return regs.cfg0;
    case 0x100204:
        return regs.cfg1;
    case 0x10020c:
        return regs.amount;
    case 0x100250:
        return regs.bankcfg;
    case 0x100268:
        return regs.subpart;
    case 0x100714:
        return regs.ram_type;
    default:
        fail_msg("register 0x%x is read", (unsigned)(at.v - BAR0));
        return 0;
    }
}

static uint64_t time_us(struct bus *bus)
{
    (void)bus;
    return 0;
}

static struct memory_config config_of(enum chipset_index chip)
{
    static const struct bus_ops ops = { .read = read_word, .time_us = time_us };
    struct bus bus = { .ops = &ops };
    struct card card = { .bus = &bus, .chip = &nv50_chips[chip].chip };
    struct memory_config config;

    card.pci.bars[0].at.v = BAR0;
    card.pci.bars[0].size = 0x1000000;
    card.pci.bars[0].assigned = true;
    card_deadline(&card, 1000000);
    card_memory_config(&card, &config);
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
