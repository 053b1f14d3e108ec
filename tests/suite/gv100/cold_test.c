/* A GV100 that nobody has started, with ROMs that can start it and ROMs that cannot (docs/hardware/gv100.md §1.10): each
 * check of an image by itself, before a word goes to the PMU, and the PMU's answer to an unsigned program. */
#include "tests/suite/run_rig.h"

/* A byte of the model's own ROM that is another one: of the first image, or of the image with the program. */
static const struct byte {
    unsigned at, value;
    bool own;
    const char *said;
} * changed;

static void change(struct rig *rig)
{
    size_t size;
    uint8_t *rom = (uint8_t *)model_rom(host_bus_card(rig->host, 0), &size);

    while (changed && changed->own && (rom[0] != 0x56 || rom[1] != 0x4e))
        rom += 512;
    if (!changed)
        return;
    assert_int_not_equal(changed->value, rom[changed->at]);
    rom[changed->at] = (uint8_t)changed->value;
}

static struct rig *run_cold(uint8_t post)
{
    struct rig *const rig = rig_new();

    rig->config.model = false; /* so that identity.rom, which sees the same, fails no card */
    rig->config.post = post;
    rig->card = (struct model_config){ .chip = &gv100_chips[CHIP_GV100].chip,
                                       .vram_size = 16 << 20,
                                       .cold = true };
    rig->prepare = change;
    rig_run_suite(rig, "default");
    return rig;
}

TEST(its_own_rom_starts_it)
{
    struct rig *rig = run_cold(POST_AUTO);

    assert_int_equal(VERDICT_PASS, rig->verdict);
    expect_said(rig->tap, "started by Barecard with the signed program of its ROM 88.00.00.00.00");
    rig_free(rig);
    rig = run_cold(POST_DRY);
    assert_int_equal(VERDICT_NOT_TESTED, rig->verdict);
    expect_said(rig->tap, "could start it: each check of its program holds, 768 bytes of code");
    rig_free(rig);
    rig = run_cold(POST_OFF);
    assert_int_equal(VERDICT_NOT_TESTED, rig->verdict);
    expect_said(rig->tap, "(post=off)");
}

/* Each check by itself is of tests/engines/gv100/family_test.c. Offsets of the image with the program count from its start, all others from the first image's. */
TEST(a_rom_that_is_not_whole_starts_nothing)
{
    static const struct byte rows[] = {
        { 0x18, 0x00, false, "its ROM has no first image" },
        { 0x30, 0xff, true, "its ROM ends before its last image" },
        { 0x66, 0x05, true, "its ROM has no program that starts the card" },
        { 0x96, 0x10, true, "its ROM has a starting program that does not fit the PMU's code" },
        { 0x3f8, 0x01, true, "its ROM has tables or scripts that do not fit the PMU's data" },
        /* Faults that only the PMU sees: one byte of signed code, and the signature. */
        { 0x2c0, 0x5a, true, "its program ended, and the card does not say that it is started" },
        { 0x3af, 0x5a, true, "its program ended, and the card does not say that it is started" },
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        changed = &rows[i];
        struct rig *const rig = run_cold(POST_AUTO);
        if (rig->verdict != VERDICT_NOT_TESTED || !strstr(rig->tap, rows[i].said))
            fail_msg("row %zu does not say '%s'", i, rows[i].said);
        rig_free(rig);
    }
    changed = NULL;
}
