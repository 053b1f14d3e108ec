/* Faults for which an image is refused (docs/hardware/devinit.md §1.4, §1.5, §2), and which ports scripts may use
 * (§8.2). The image is that of §4.9: for G84, PCI device 0400. */
#include <stdlib.h>
#include <string.h>

#include "engines/nv50/devinit/image_choice.h"
#include "engines/nv50/devinit/policy.h"
#include "tests/engines/nv50/devinit/devinit_rig.h"

static enum vbios_fault judged(const struct vbios_card *card)
{
    const enum err parsed = vbios_parse(rig->rom, rig->size, &rig->v);

    return vbios_judge(&rig->v, parsed, card, walk);
}

/* A sound image, whose scripts do nothing. */
static void make_image(void)
{
    devinit_rig_init(rig);
    rig->rom[RIG_SCRIPT] = 0x71;
    rig_close(rig);
}

TEST(each_fault_is_told_by_its_bytes, rig_up, rig_down)
{
    static const struct {
        const char *bytes;
        uint32_t at;
        enum vbios_fault fault;
    } rows[] = {
        { "11", 0x700, VBIOS_SOUND },
        { "00", 0, VBIOS_NO_IMAGE },
        { "09", RIG_PCIR + 0x10, VBIOS_CUT },
        { "02 10", RIG_PCIR + 4, VBIOS_FOREIGN },
        { "03", RIG_PCIR + 0x14, VBIOS_FOREIGN },
        { "62", RIG_BIT + 2, VBIOS_NO_BIT },
        { "52", RIG_BIT + 11, VBIOS_BIT_DAMAGED },
        { "01 01 0c 06 06 50", RIG_BIT + 6, VBIOS_BIT_DAMAGED }, /* another version, a good sum */
        { "6a", RIG_BIT + 12, VBIOS_NO_VERSION },
        { "86", RIG_INFO + 2, VBIOS_OTHER_CHIP },
        { "01", RIG_PCIR + 6, VBIOS_OTHER_DEVICE },
        { "4a", RIG_BIT + 18, VBIOS_NO_SCRIPTS },
        { "01", RIG_SCRIPT, VBIOS_UNSOUND },
    };
    const struct vbios_card card = { .chipset = 0x84, .vendor = 0x10de, .device = 0x0400 };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        make_image();
        rig_put(rig, rows[i].at, rows[i].bytes);
        rig_close(rig);
        const enum vbios_fault fault = judged(&card);
        if (fault != rows[i].fault)
            fail_msg("0x%x: %s: '%s'", rows[i].at, rows[i].bytes, vbios_fault_text(fault));
    }
}

/* The sentences when an image is refused, and when a start ends. */
TEST(each_end_has_its_words)
{
    static const char *const faults[] = {
        [VBIOS_SOUND] = "is sound",
        [VBIOS_NO_IMAGE] = "is not there",
        [VBIOS_CUT] = "ends before its image does",
        [VBIOS_FOREIGN] = "does not begin with an x86 image for a card of this vendor",
        [VBIOS_CHECKSUM] = "has a wrong checksum",
        [VBIOS_NO_BIT] = "has no BIT",
        [VBIOS_BIT_DAMAGED] = "has a BIT with a damaged header",
        [VBIOS_NO_VERSION] = "has no version (token i)",
        [VBIOS_OTHER_CHIP] = "is for another chipset by its version",
        [VBIOS_OTHER_DEVICE] = "is for another PCI device",
        [VBIOS_OTHER_BOARD] = "is for another board by its subsystem id",
        [VBIOS_NO_SCRIPTS] = "has no init scripts (token I)",
        [VBIOS_UNSOUND] = "has init scripts that are not sound",
        [VBIOS_UNSTABLE] = "reads otherwise each time",
    };
    static const char *const stops[] = {
        [DEVINIT_OK] = "done",
        [DEVINIT_OUT_OF_IMAGE] = "the script runs out of the image",
        [DEVINIT_UNKNOWN_OPCODE] = "an opcode that no card of this family knows",
        [DEVINIT_CANNOT] = "an opcode that cannot be carried out",
        [DEVINIT_BAD_TARGET] = "a call or jump to erased ROM",
        [DEVINIT_TOO_DEEP] = "scripts call each other too deep",
        [DEVINIT_REPEAT] = "repeats that are nested too deep, or that do not end",
        [DEVINIT_TOO_MANY] = "the script does not end",
        [DEVINIT_TOO_LONG] = "the scripts wait too long",
        [DEVINIT_REGISTER] = "a register that start-up may not touch",
        [DEVINIT_PORT] = "a port that is not the card's",
        [DEVINIT_CONTEXT] = "an operand that needs a display output",
        [DEVINIT_TABLE] = "a table entry is missing",
        [DEVINIT_STRAP] = "the board's RAM strap and the image do not fit together",
        [DEVINIT_PLL] = "a PLL that cannot be set so",
        [DEVINIT_I2C_CONSENT] = "writes to devices on I2C need consent",
        [DEVINIT_GPIO] = "a line of the board that cannot be driven so",
        [DEVINIT_WORLD] = "the card could not be reached",
        [DEVINIT_OVERLAP] = "instructions overlap",
        [DEVINIT_LOOP] = "a jump back inside the script",
    };

    assert_int_equal(ARRAY_SIZE(faults), VBIOS_FAULT_COUNT);
    for (unsigned i = 0; i < ARRAY_SIZE(faults); i++)
        assert_string_equal(vbios_fault_text(i), faults[i]);
    assert_int_equal(ARRAY_SIZE(stops), DEVINIT_STOP_COUNT);
    for (unsigned i = 0; i < ARRAY_SIZE(stops); i++)
        assert_string_equal(devinit_stop_text(i), stops[i]);
}

/* An image whose last 64 bytes were never written is cut; one byte less, and its sum is only wrong. */
TEST(what_ends_erased_is_cut, rig_up, rig_down)
{
    make_image();
    memset(rig->rom + RIG_ROM - 64, 0xff, 64);
    rig->rom[0x700] += 1;
    assert_int_equal(judged(NULL), VBIOS_CUT);
    rig->rom[RIG_ROM - 64] = 0xfe;
    assert_int_equal(judged(NULL), VBIOS_CHECKSUM);
    memset(rig->rom + RIG_ROM - 64, 0xff, 64);
    rig->rom[RIG_ROM - 1] = 0xfe;
    assert_int_equal(judged(NULL), VBIOS_CHECKSUM);
}

/* The image's subsystem stands at 0x54, where this one has the end of its PCI data structure. */
TEST(images_are_compared_with_the_card, rig_up, rig_down)
{
    static const struct {
        struct vbios_card card;
        enum vbios_fault fault;
    } rows[] = {
        { { 0x84, 0x10de, 0x0400, 0 }, VBIOS_SOUND },
        { { 0x84, 0x10de, 0x0400, 0x8000 }, VBIOS_SOUND },
        { { 0x84, 0x10de, 0x0400, 0x8001 }, VBIOS_OTHER_BOARD },
        { { 0x86, 0x10de, 0x0400, 0 }, VBIOS_OTHER_CHIP },
        { { 0x84, 0x10de, 0x0401, 0 }, VBIOS_OTHER_DEVICE },
    };

    make_image();
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        assert_int_equal(judged(&rows[i].card), rows[i].fault);
    assert_int_equal(vbios_subsystem(&rig->v), 0x8000);
    memset(rig->rom + 0x54, 0xff, 4);
    assert_int_equal(vbios_subsystem(&rig->v), 0);
}

/* Without a card the version must name some chipset of the family: 60.80 to 70.89. */
TEST(versions_name_a_chip_of_the_family, rig_up, rig_down)
{
    static const struct {
        const char *version; /* chip, major */
        enum vbios_fault fault;
    } rows[] = {
        { "80 60", VBIOS_SOUND },      { "84 60", VBIOS_SOUND },      { "98 62", VBIOS_SOUND },
        { "89 70", VBIOS_SOUND },      { "83 60", VBIOS_OTHER_CHIP }, { "84 62", VBIOS_OTHER_CHIP },
        { "84 50", VBIOS_OTHER_CHIP },
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        make_image();
        rig_put(rig, RIG_INFO + 2, rows[i].version);
        rig_close(rig);
        assert_int_equal(judged(NULL), rows[i].fault);
    }
}

/* An x86 image counts 4 if its bytes are all there and add up to 0, else 2; others have no sum, and count 4. */
TEST(images_are_scored)
{
    static const struct {
        struct rom_image image;
        unsigned score;
    } rows[] = {
        { { .type = 0, .sum_ok = true }, 4 },
        { { .type = 0, .sum_ok = false }, 2 },
        { { .type = 0, .sum_ok = true, .cut = true }, 2 },
        { { .type = 0, .sum_ok = false, .cut = true }, 2 },
        { { .type = 3, .sum_ok = false }, 4 },
        { { .type = 3, .sum_ok = true }, 4 },
    };
    static struct vbios v;

    assert_int_equal(vbios_score(&v), 0);
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        v.images.count = 1;
        v.images.list[0] = rows[i].image;
        assert_int_equal(vbios_score(&v), rows[i].score);
        v.images.count = 2;
        v.images.list[1] = (struct rom_image){ .type = 0, .sum_ok = true };
        assert_int_equal(vbios_score(&v), rows[i].score + 4);
    }
}

/* VGA's ports: 3c0 to 3cf, and index, data and status of either CRTC. */
TEST(scripts_may_use_the_ports_of_vga)
{
    static const uint16_t others[] = { 0x3b4, 0x3b5, 0x3ba, 0x3d4, 0x3d5, 0x3da };

    for (uint32_t port = 0; port <= 0xffff; port++) {
        bool wanted = port >> 4 == 0x3c;

        for (size_t i = 0; i < ARRAY_SIZE(others); i++)
            wanted |= port == others[i];
        if (policy_is_vga_port((uint16_t)port) != wanted)
            fail_msg("port %x", port);
    }
}
