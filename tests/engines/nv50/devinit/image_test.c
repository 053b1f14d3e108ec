/* Images whose lengths, sums and tokens end where they just may, or one byte after (docs/hardware/devinit.md §1.4, §2.1,
 * §2.2), and scripts that the walk meets there (§4.7). */
#include <stdlib.h>
#include <string.h>

#include "engines/nv50/devinit/state.h"
#include "engines/nv50/devinit/walk.h"
#include "tests/engines/nv50/devinit/devinit_rig.h"

static const struct rom_image *first_image(size_t size)
{
    assert_int_equal(vbios_parse(rig->rom, size, &rig->v), OK);
    return &rig->v.images.list[0];
}

/* No bytes add up to nothing, and neither do bytes that are not there. */
TEST(sums_are_of_bytes_that_are_there, closed_rig_up, rig_down)
{
    assert_true(first_image(RIG_ROM)->sum_ok);
    rig->rom[RIG_ROM - 1]++;
    for (unsigned units = 0; units < 256; units += 255) {
        rig->rom[2] = (uint8_t)units;
        assert_false(first_image(RIG_ROM)->sum_ok);
        assert_false(first_image(RIG_ROM)->sums_differ);
    }
}

/* Bytes after an image are none of its own. */
TEST(sums_end_with_the_image, closed_rig_up, rig_down)
{
    uint8_t rom[RIG_ROM + 1];

    memcpy(rom, rig->rom, RIG_ROM);
    rom[RIG_ROM] = 1;
    assert_int_equal(vbios_parse(rom, sizeof(rom), &rig->v), OK);
    assert_true(rig->v.images.list[0].sum_ok);
    assert_false(rig->v.images.list[0].sums_differ);
}

TEST(an_image_without_a_length_is_the_last, closed_rig_up, rig_down)
{
    rig->rom[RIG_PCIR + 0x10] = 0;
    rig->rom[RIG_PCIR + 0x15] = 0;
    assert_int_equal(first_image(RIG_ROM)->length, 0);
    assert_int_equal(rig->v.images.count, 1);
    assert_false(rig->v.images.complete);
    assert_int_equal(rig->v.image.size, RIG_ROM);
}

/* The NPDE stands at the next multiple of 16: right after a PCIR that ends with one. A private image's is not looked at,
 * and such an image is the last. */
TEST(an_npde_stands_at_a_multiple_of_16, closed_rig_up, rig_down)
{
    memmove(rig->rom + 0x48, rig->rom + RIG_PCIR, 0x18);
    rig_put16(rig, 0x18, 0x48);
    rig->rom[0x48 + 0x15] = 0;
    rig_put(rig, 0x60, "4e 50 44 45 00 00 00 00 04 00 80");
    assert_int_equal(first_image(RIG_ROM)->length, 0x800);
    assert_true(rig->v.images.complete);
    rig->rom[0x48 + 0x14] = 0x70;
    rig->rom[0x6a] = 0;
    assert_int_equal(first_image(RIG_ROM)->length, 0x1000);
    assert_true(rig->v.images.complete);
}

/* Of 255 tokens as many are kept as there is room for. */
TEST(tokens_have_limited_room, closed_rig_up, rig_down)
{
    rig->rom[RIG_BIT + 10] = 0xff;
    first_image(RIG_ROM);
    assert_int_equal(rig->v.token_count, BIT_TOKENS_MAX);
    devinit_rig_init(rig);
    first_image(RIG_ROM);
    assert_null(vbios_token(&rig->v, '\0')); /* the bytes after the last one */
}

/* A version has five bytes, of the token and of the image. */
TEST(versions_have_five_bytes, closed_rig_up, rig_down)
{
    rig_put16(rig, RIG_BIT + 14, 5);
    first_image(RIG_ROM);
    assert_true(rig->v.versioned);
    assert_memory_equal(rig->v.version, "\x60\x84\x34\x12\x05", 5);
    rig_put16(rig, RIG_BIT + 16, RIG_CALLEE);
    rig_put(rig, RIG_CALLEE, "12 34 84 60 05");
    first_image(RIG_CALLEE + 5);
    assert_true(rig->v.versioned);
    assert_memory_equal(rig->v.version, "\x60\x84\x34\x12\x05", 5);
    first_image(RIG_CALLEE + 4);
    assert_false(rig->v.versioned);
}

/* A script that runs out of the image has the opcodes that are there. Two callees in one group of 32 bytes are both looked
 * at. */
TEST(the_walk_looks_at_all_there_is, closed_rig_up, rig_down)
{
    rig_put(rig, RIG_CALLEE, "72 72");
    first_image(RIG_CALLEE + 2);
    assert_int_equal(devinit_walk_script(walk, &rig->v, RIG_CALLEE), DEVINIT_OUT_OF_IMAGE);
    assert_int_equal(walk->opcodes, 2);
    for (uint32_t second = RIG_CALLEE + 1; second < RIG_CALLEE + 0x20; second++) {
        rig_put(rig, RIG_SCRIPT, "5b 00 0f 5b 00 0f 71");
        rig->rom[RIG_SCRIPT + 4] = (uint8_t)second;
        memset(rig->rom + RIG_CALLEE, 0x71, 0x20);
        rig->rom[second] = 0x01;
        first_image(RIG_ROM);
        assert_int_equal(devinit_walk_script(walk, &rig->v, RIG_SCRIPT), DEVINIT_UNKNOWN_OPCODE);
        assert_int_equal(walk->end.at, second);
    }
}

/* Once a run has ended, nothing is sent. */
TEST(nothing_is_sent_behind_the_end, closed_rig_up, rig_down)
{
    const struct devinit_i2c transfer = { .device = 0x50 };

    assert_int_equal(script_run(rig, "01", (struct devinit_rules){ 0 }), DEVINIT_UNKNOWN_OPCODE);
    assert_int_equal(devinit_transfer(&rig->d, &transfer), ERR_UNSUPPORTED);
    assert_int_equal(rig->used, 0);
    assert_int_equal(rig->d.i2c_transfers, 0);
}
