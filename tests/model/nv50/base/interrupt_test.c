/* The interrupt of the device model as the machine sees it: the line with INTA, one message with MSI and none again before
 * it is armed (docs/hardware/tesla-mmio.md §6.1, §6.2). Masked at the leaf nothing shows. */
#include "tests/model/nv50/core_rig.h"

#define SOFTWARE 0x80000000u
#define PBUS     0x10000000u

static struct {
    unsigned risen, fallen;
    bool level;
} line;

static void follow(void *opaque, bool asserted)
{
    *(asserted ? &line.risen : &line.fallen) += 1;
    line.level = asserted;
}

static void open_wired(const char *chip)
{
    const struct model_config config = { .chip = &chipset_named(chip)->chip, .seed = 1 };

    new_core((struct model_host){ .interrupt = follow }, &config);
    line.risen = line.fallen = 0;
    line.level = false;
}

static void expect_line(unsigned risen, unsigned fallen)
{
    assert_pairs(risen, line.risen, fallen, line.fallen);
}

/* Bit 1 of 0x140 enables bit 31 of 0x100, bit 0 all others. 0x160 reads 0 while the line is asserted. */
TEST(the_line_is_followed, NULL, close_card)
{
    open_wired("g84");
    wr(REF_PMC_INTR_HOST, SOFTWARE);
    assert_int_equal(rd(REF_PMC_INTR_HOST), SOFTWARE);
    expect_line(0, 0);
    wr(REF_PMC_INTR_EN_HOST, 1);
    expect_line(0, 0);
    assert_int_equal(rd(REF_PMC_INTR_LINE_HOST), 1);
    wr(REF_PMC_INTR_EN_HOST, 2);
    expect_line(1, 0);
    assert_int_equal(rd(REF_PMC_INTR_LINE_HOST), 0);
    wr(REF_PMC_INTR_EN_HOST, 3);
    expect_line(1, 0);
    wr(REF_PMC_INTR_HOST, 0);
    expect_line(1, 1);
    assert_int_equal(rd(REF_PMC_INTR_LINE_HOST), 1);

    wr(REF_PBUS_INTR_EN,
       1u << 12); /* line 28: two addresses in a row at the port of PEEPHOLE (§3.9) */
    PUT(wr, REF_PEEPHOLE_W_ADDR_G84, 0x1000, REF_PEEPHOLE_W_ADDR_G84, 0x1000);
    expect_line(2, 1);
    assert_int_equal(rd(REF_PMC_INTR_HOST), PBUS);
    wr(REF_PMC_INTR_EN_HOST, 2);
    expect_line(2, 2);
    wr(REF_PMC_INTR_EN_HOST, 1);
    expect_line(3, 2);
    wr(REF_PBUS_INTR_EN, ~(1u << 12)); /* masked at the leaf */
    expect_line(3, 3);
    assert_pairs(0, rd(REF_PMC_INTR_HOST), 1u << 12, rd(REF_PBUS_INTR));
    wr(REF_PBUS_INTR_EN, 1u << 12);
    expect_line(4, 3);
    wr(REF_PBUS_INTR, 1u << 12);
    expect_line(4, 4);
    PUT(wr, REF_PMC_INTR_EN_HOST, 0, REF_PEEPHOLE_W_ADDR_G84, 0x1000, REF_PEEPHOLE_W_ADDR_G84,
        0x1000);
    expect_line(4, 4);
    assert_int_equal(rd(REF_PMC_INTR_HOST), PBUS);
}

/* MSI: configuration offset 0x68, bit 16 enables; the byte 0xff at 0x68 arms it, through configuration space itself up to
 * G92, through BAR0's mirror at 0x88068 later. */
static void rearm(bool mirror, uint32_t value)
{
    if (mirror)
        model_write(card, 0, REF_PBUS_PCI_MIRROR + REF_PCI_NV_CAP_MSI, value, 1);
    else
        model_config_write(card, 0x68, value, 1);
}

TEST(messages_are_armed, NULL, close_card)
{
    static const struct {
        const char *chip;
        bool mirror;
    } rows[] = { { "g84", false },  { "g86", false }, { "g92", false }, { "g94", true },
                 { "g96", true },   { "g98", true },  { "g200", true }, { "gt215", true },
                 { "gt218", true }, { "mcp79", true } };

    for (unsigned i = 0; i < 10; i++) {
        const bool mirror = rows[i].mirror;
        open_wired(rows[i].chip);
        model_config_write(card, 0x6a, 1, 2);
        assert_int_equal(model_config_read(card, 0x6a, 2) & 1, 1);
        PUT(wr, REF_PMC_INTR_EN_HOST, 2, REF_PMC_INTR_HOST, SOFTWARE);
        expect_line(1, 0);
        rearm(mirror, 0xff);
        expect_line(2, 1);
        wr(REF_PMC_INTR_HOST, 0);
        expect_line(2, 2);
        wr(REF_PMC_INTR_HOST, SOFTWARE); /* no message before it is armed */
        expect_line(2, 2);
        rearm(!mirror, 0xff); /* the other chips' way */
        rearm(mirror, 0xfe);
        expect_line(2, 2);
        rearm(mirror, 0xff); /* still pending: at once */
        expect_line(3, 2);
        wr(REF_PMC_INTR_HOST, 0);
        rearm(mirror, 0xff); /* nothing is */
        expect_line(3, 3);
        wr(REF_PMC_INTR_HOST, SOFTWARE);
        expect_line(4, 3);
        model_reset(card); /* armed as at first */
        expect_line(4, 4);
        model_config_write(card, 0x6a, 1, 2);
        PUT(wr, REF_PMC_INTR_EN_HOST, 2, REF_PMC_INTR_HOST, SOFTWARE);
        expect_line(5, 4);
    }
}

/* Without MSI nothing has to be armed, and writing there does nothing else. */
TEST(the_line_needs_no_arming, NULL, close_card)
{
    open_wired("g84");
    wr(REF_PMC_INTR_EN_HOST, 2);
    for (unsigned i = 1; i <= 3; i++) {
        wr(REF_PMC_INTR_HOST, SOFTWARE);
        expect_line(i, i - 1);
        wr(REF_PMC_INTR_HOST, 0);
        expect_line(i, i);
    }
    model_reset(card);
    assert_false(line.level);
    expect_line(3, 3);
}

/* 0x640 masks units as a whole (docs/hardware/tesla-mmio.md §3.1). */
TEST(units_are_masked_too, NULL, close_card)
{
    open_wired("gt215");

    wr(REF_PBUS_USER0_TRIGGER, 1);
    assert_int_equal(rd(REF_PBUS_INTR), 1u << 26);
    assert_int_equal(rd(REF_PMC_INTR_HOST), 0); /* masked at the leaf */
    wr(REF_PBUS_INTR_EN, 1u << 26);
    assert_int_equal(rd(REF_PMC_INTR_HOST), 1u << 28);
    wr(REF_PMC_INTR_MASK_HOST, ~(1u << 28));
    assert_int_equal(rd(REF_PMC_INTR_HOST), 0); /* masked by 0x640 */
    wr(REF_PMC_INTR_MASK_HOST, 1u << 28);
    assert_pairs(1u << 28, rd(REF_PMC_INTR_HOST), 1, rd(REF_PMC_INTR_LINE_HOST));
    wr(REF_PMC_INTR_EN_HOST, 1);
    assert_int_equal(rd(REF_PMC_INTR_LINE_HOST), 0);
    wr(REF_PBUS_INTR, 1u << 26);
    assert_pairs(0, rd(REF_PMC_INTR_HOST), 1, rd(REF_PMC_INTR_LINE_HOST));
}
