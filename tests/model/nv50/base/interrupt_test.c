/* The interrupt of the device model as the machine sees it: the line with INTA, one message with MSI and none again before
 * it is armed (docs/hardware/tesla-mmio.md §6.1, §6.2). Masked at the leaf nothing shows. */
#include "tests/model/nv50/core_rig.h"

#define SOFTWARE 0x80000000u
#define PBUS     0x10000000u
#define INTR     REF_PMC_INTR_HOST
#define EN       REF_PMC_INTR_EN_HOST
#define LINE     REF_PMC_INTR_LINE_HOST
#define LEAF     REF_PBUS_INTR_EN

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

struct step {
    uint32_t at, value;
    unsigned risen, fallen;
    uint32_t seen_at, seen;
};

static void take_steps(const char *chip, const struct step *steps, unsigned count)
{
    open_wired(chip);
    for (unsigned i = 0; i < count; i++) {
        wr(steps[i].at, steps[i].value);
        expect_line(steps[i].risen, steps[i].fallen);
        assert_int_equal(rd(steps[i].seen_at), steps[i].seen);
    }
}

/* Bit 1 of 0x140 enables bit 31 of 0x100, bit 0 all others. 0x160 reads 0 while the line is asserted. Line 28: two
 * addresses in a row at the port of PEEPHOLE (§3.9), bit 12 of PBUS' interrupts, which can be masked at the leaf. */
TEST(the_line_is_followed, NULL, close_card)
{
    static const struct step steps[] = {
        /* clang-format off */
        { INTR, SOFTWARE, 0, 0, INTR, SOFTWARE }, { EN, 1, 0, 0, LINE, 1 }, { EN, 2, 1, 0, LINE, 0 },
        { EN, 3, 1, 0, LINE, 0 }, { INTR, 0, 1, 1, LINE, 1 }, { LEAF, 1u << 12, 1, 1, INTR, 0 },
        { REF_PEEPHOLE_W_ADDR_G84, 0x1000, 1, 1, INTR, 0 }, { REF_PEEPHOLE_W_ADDR_G84, 0x1000, 2, 1, INTR, PBUS },
        { EN, 2, 2, 2, INTR, PBUS }, { EN, 1, 3, 2, INTR, PBUS }, { LEAF, ~(1u << 12), 3, 3, INTR, 0 },
        { LEAF, 0, 3, 3, REF_PBUS_INTR, 1u << 12 }, { LEAF, 1u << 12, 4, 3, REF_PBUS_INTR, 1u << 12 },
        { REF_PBUS_INTR, 1u << 12, 4, 4, REF_PBUS_INTR, 0 }, { EN, 0, 4, 4, INTR, 0 },
        { REF_PEEPHOLE_W_ADDR_G84, 0x1000, 4, 4, INTR, PBUS },
        /* clang-format on */
    };

    take_steps("g84", steps, ARRAY_SIZE(steps));
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
    static const struct {
        enum { HOST, OWN, OTHER } how; /* OTHER: the other chips' way, which does nothing */
        uint32_t value;
        unsigned risen, fallen;
    } steps[] = { { HOST, SOFTWARE, 1, 0 }, { OWN, 0xff, 2, 1 },   { HOST, 0, 2, 2 },
                  { HOST, SOFTWARE, 2, 2 }, { OTHER, 0xff, 2, 2 }, { OWN, 0xfe, 2, 2 },
                  { OWN, 0xff, 3, 2 },      { HOST, 0, 3, 3 },     { OWN, 0xff, 3, 3 },
                  { HOST, SOFTWARE, 4, 3 } };

    for (unsigned i = 0; i < 10; i++) {
        open_wired(rows[i].chip);
        model_config_write(card, 0x6a, 1, 2);
        assert_int_equal(model_config_read(card, 0x6a, 2) & 1, 1);
        wr(REF_PMC_INTR_EN_HOST, 2);
        for (unsigned k = 0; k < ARRAY_SIZE(steps); k++) {
            if (steps[k].how == HOST)
                wr(REF_PMC_INTR_HOST, steps[k].value);
            else
                rearm(rows[i].mirror == (steps[k].how == OWN), steps[k].value);
            expect_line(steps[k].risen, steps[k].fallen);
        }
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

/* 0x640 masks units as a whole (docs/hardware/tesla-mmio.md §3.1); what is masked at the leaf is not seen either. */
TEST(units_are_masked_too, NULL, close_card)
{
#define BIT_26 (1u << 26)
    static const struct step steps[] = {
        /* clang-format off */
        { REF_PBUS_USER0_TRIGGER, 1, 0, 0, REF_PBUS_INTR, BIT_26 }, { LEAF, 0, 0, 0, INTR, 0 },
        { LEAF, BIT_26, 0, 0, INTR, PBUS }, { REF_PMC_INTR_MASK_HOST, ~PBUS, 0, 0, INTR, 0 },
        { REF_PMC_INTR_MASK_HOST, PBUS, 0, 0, INTR, PBUS }, { EN, 0, 0, 0, LINE, 1 }, { EN, 1, 1, 0, LINE, 0 },
        { REF_PBUS_INTR, BIT_26, 1, 1, INTR, 0 }, { EN, 1, 1, 1, LINE, 1 },
        /* clang-format on */
    };

    take_steps("gt215", steps, ARRAY_SIZE(steps));
}
