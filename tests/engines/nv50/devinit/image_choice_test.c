/* Faults for which an image is refused (docs/hardware/devinit.md §1.4, §1.5, §2), and which ports scripts may use
 * (§8.2). The image is that of §4.9: for G84, PCI device 0400. */
#include "engines/nv50/devinit/image_choice.h"
#include "engines/nv50/devinit/policy.h"
#include "tests/engines/nv50/devinit/devinit_rig.h"

static enum vbios_fault judged(const struct vbios_card *card)
{
    return vbios_judge(&rig->v, vbios_parse(rig->rom, rig->size, &rig->v), card, walk);
}

/* A sound image, whose scripts do nothing. */
static void make_image(void)
{
    devinit_rig_init(rig);
    rig->rom[RIG_SCRIPT] = 0x71;
    rig_close(rig);
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
    rig->rom[0] = 0;
    assert_int_equal(judged(NULL), VBIOS_NO_IMAGE);
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
    /* clang-format off */
    static const struct { struct rom_image image; unsigned score; } rows[] = {
        { { .type = 0, .sum_ok = true }, 4 }, { { .type = 0, .sum_ok = false }, 2 },
        { { .type = 0, .sum_ok = true, .cut = true }, 2 },
        { { .type = 0, .sum_ok = false, .cut = true }, 2 }, { { .type = 3, .sum_ok = false }, 4 },
        { { .type = 3, .sum_ok = true }, 4 }
    };
    /* clang-format on */
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
