/* Subpartitions as GT215's registers tell them (docs/hardware/tesla-mmio.md §3.6.1): a card that is nothing but the
 * registers of its memory. */
#include "engines/nv50/identify.h"
#include "hw/nv50/chip.h"
#include "reference/nv50.h"
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
    bench_set(&bench, REF_PBUS_HWUNITS_0, regs.hwunits);
    bench_set(&bench, REF_PFB_CFG0, regs.cfg0);
    bench_set(&bench, REF_PFB_CFG1, regs.cfg1);
    bench_set(&bench, REF_PFB_MEM_AMOUNT, regs.amount);
    bench_set(&bench, REF_PFB_BANKCFG, regs.bankcfg);
    bench_set(&bench, REF_PFB_SUBPART, regs.subpart);
    bench_set(&bench, REF_PFB_RAM_TYPE, regs.ram_type);
    card_deadline(&bench.card, 1000000);
    card_memory_config(&bench.card, &config);
    return config;
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
